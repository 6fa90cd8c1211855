// The options of Pillars.
#pragma once

#include <vector>

#include "quadrille/core/options.hpp"
#include "quadrille/games/pillars/moves.hpp"

namespace quadrille::pillars {

struct Options {
    int size = 5;
    int height = 5;
    int gamers = 3;
    int build = 0;  // anywhere, adjacent
    int moves = 0;  // with builds 0 too: as many of each as gamers
    int builds = 0;
    bool open_hands = true;
    int rounds = 1000;

    static std::vector<OptionField<Options>> fields() {
        return {{"size", &Options::size, 5, max_size, "Side of the grid, an odd number."},
                {"height", &Options::height, 4, max_height, "Of the centre pillar."},
                {"gamers", &Options::gamers, 1, max_gamers, "How many each team has."},
                {"build",
                 &Options::build,
                 {"anywhere", "adjacent"},
                 "Whether pillars far from the gamer may be built on."},
                {"moves", &Options::moves, 0, 20,
                 "MOVE cards of each team; with `builds` 0 as well, as many of both as gamers."},
                {"builds", &Options::builds, 0, 20, "BUILD cards of each team."},
                {"open_hands", &Options::open_hands, "Whether one sees the other team's cards."},
                {"rounds", &Options::rounds, 1, 1000, "After so many rounds it is a draw."}};
    }

    bool builds_anywhere() const { return build == 0; }
    // How many cards of a kind a team has.
    int cards(Card card) const {
        if (moves == 0 && builds == 0) return gamers;
        return card == move_card ? moves : builds;
    }

    void check() const {
        if (size % 2 == 0) throw BadOption("expected an odd size, got " + std::to_string(size));
        if (cards(move_card) + cards(build_card) < gamers)
            throw BadOption("expected at least " + std::to_string(gamers) +
                            " cards for as many gamers, got " +
                            std::to_string(cards(move_card) + cards(build_card)));
    }

    friend bool operator==(const Options&, const Options&) = default;
};

}  // namespace quadrille::pillars
