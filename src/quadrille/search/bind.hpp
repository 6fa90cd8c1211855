// Gives a game its searches: bind_searches<State>(scope) binds every search for a kind of states,
// under private names that quadrille.search looks up.
//
// The searches are large, so each family is compiled in a file of its own, which the build writes:
// see quadrille_search_sources in cmake/quadrille-game.cmake. Here they are only declared.
#pragma once

#include "quadrille/search/bind_search.hpp"
#include "quadrille/search/one_move.hpp"

namespace quadrille::search {

// Each is defined in the header of its name.
template <GameState State>
void bind_alphabeta(nb::handle scope);
template <GameState State>
void bind_maxn(nb::handle scope);
template <GameState State>
void bind_mcts(nb::handle scope);

template <GameState State>
void bind_searches(nb::handle scope) {
    bind_search<State, Greedy<State>>(scope, "_Greedy", "The best static evaluation.");
    bind_search<State, OnePly<State>>(scope, "_OnePly", "Takes a win, allows none.");
    bind_alphabeta<State>(scope);
    bind_maxn<State>(scope);
    bind_mcts<State>(scope);
}

}  // namespace quadrille::search
