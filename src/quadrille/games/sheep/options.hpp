// The options of Sheep: the four numbered games of the contest, and what can be set one by one.
#pragma once

#include <vector>

#include "quadrille/core/options.hpp"
#include "quadrille/games/sheep/moves.hpp"

namespace quadrille::sheep {

inline constexpr int max_players = 4;
inline constexpr int max_flock = 64;
inline constexpr int max_cells = max_size * max_size;

struct Options {
    int game = 1;
    int players = 4;
    int size = 0;  // 0, here and below: what the contest's game has
    int cells = 0;
    int sheep = 0;
    bool hidden = false;
    bool teams = false;
    double exponent = 1.25;

    static std::vector<OptionField<Options>> fields() {
        return {{"game", &Options::game, 1, 4,
                 "The contest's game: 1 plain, 2 larger, 3 with hidden numbers, 4 with partners."},
                {"players", &Options::players, 2, max_players, "How many play."},
                {"size", &Options::size, 0, max_size,
                 "Side of the field, 6 or more; 0 for that of the contest's game."},
                {"cells", &Options::cells, 0, max_cells,
                 "Free cells of the field, 8 or more; 0 for those of the contest's game."},
                {"sheep", &Options::sheep, 0, max_flock,
                 "Sheep each, 2 or more; 0 for those of the contest's game."},
                {"hidden", &Options::hidden, "Numbers of sheep are hidden, as in game 3."},
                {"teams", &Options::teams, "Players 1 and 3 against 2 and 4, as in game 4."},
                {"exponent", &Options::exponent, 1, 3, "A region scores its area to this power."}};
    }

    int field_size() const { return size > 0 ? size : game == 2 ? 15 : 12; }
    int field_cells() const { return cells > 0 ? cells : game == 2 ? 100 : 64; }
    int flock() const { return sheep > 0 ? sheep : game == 2 ? 32 : 16; }
    bool hides_counts() const { return hidden || game == 3; }
    bool has_teams() const { return teams || game == 4; }

    void check() const;

    friend bool operator==(const Options&, const Options&) = default;
};

}  // namespace quadrille::sheep
