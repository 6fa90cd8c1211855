// Gives a game its searches: bind_searches<State>(scope) binds every search for a kind of states,
// under private names that quadrille.search looks up.
#pragma once

#include "quadrille/search/bind_mcts.hpp"
#include "quadrille/search/bind_search.hpp"
#include "quadrille/search/one_move.hpp"

namespace quadrille::search {

template <GameState State>
void bind_searches(nb::handle scope) {
    bind_search<State, Greedy<State>>(scope, "_Greedy", "The best static evaluation.");
    bind_mcts<State>(scope);
    bind_search<State, OnePly<State>>(scope, "_OnePly", "Takes a win, allows none.");
}

}  // namespace quadrille::search
