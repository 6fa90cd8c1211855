// What all searches share. control.hpp says when to stop, answer.hpp what a search returns,
// evaluator.hpp what a position is worth without looking ahead.
//
// A search is a class template over the state. It is constructed from its settings, may keep a tree or
// a table from one move to the next, and answers
//
//   Result search(const State& root, Rng& rng, Control& control)
//
// for the player to move at the root. The root is a view: it holds nothing that the mover cannot know.
// Where facts are hidden, the search draws full states from it by redeal().
//
// Settings name their fields for the binding: visit(f) calls f("depth", depth), and
// f("leaf", leaf, {"rollout", "evaluate"}) for a choice, kept as an index.
#pragma once

#include <utility>

#include "quadrille/core/assume.hpp"
#include "quadrille/core/game.hpp"
#include "quadrille/search/control.hpp"

namespace quadrille::search {

template <SearchState State>
using Values = std::array<double, State::max_players>;  // per side, in [-1, 1]

// Which player belongs to which side; asked once, since a Python-written game answers slowly.
template <SearchState State>
struct Seats {
    int players;
    int sides;
    std::array<int, State::max_players> side{};  // by player

    explicit Seats(const State& state) : players(state.num_players()), sides(state.num_sides()) {
        for (int player = 0; player < players; ++player)
            side[static_cast<std::size_t>(player)] = state.side(player);
    }
    // Of a player, neither CHANCE nor NOBODY.
    std::size_t side_of(int player) const {
        assume(player >= 0 && player < State::max_players);
        return static_cast<std::size_t>(side[static_cast<std::size_t>(player)]);
    }
};

}  // namespace quadrille::search
