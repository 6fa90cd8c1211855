// Binds the searches that run on any state.
#pragma once

#include "quadrille/search/bind_any_state.hpp"
#include "quadrille/search/bind_search.hpp"
#include "quadrille/search/expectimax.hpp"
#include "quadrille/search/hybrid.hpp"
#include "quadrille/search/maxn.hpp"
#include "quadrille/search/one_move.hpp"

namespace quadrille::search {

template <SearchState State>
void bind_any(nb::handle scope) {
    bind_search<State, Greedy<State>>(scope, "_Greedy", "The best static evaluation.");
    bind_search<State, OnePly<State>>(scope, "_OnePly", "Takes a win, allows none.");
    bind_search<State, Expectimax<State>>(scope, "_Expectimax", "Minimax with chance.");
    bind_search<State, Hybrid<State>>(scope, "_Hybrid", "Minimax over short MCTS runs.");
    bind_search<State, MaxN<State>>(scope, "_MaxN", "Every side for itself.");
    bind_search<State, Paranoid<State>>(scope, "_Paranoid", "All sides against the root's.");
    bind_search<State, Teams<State>>(scope, "_Teams", "Partners against the others.");
}

}  // namespace quadrille::search
