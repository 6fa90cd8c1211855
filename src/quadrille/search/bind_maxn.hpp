// Binds the searches for chance and for any number of sides.
#pragma once

#include "quadrille/search/bind.hpp"
#include "quadrille/search/expectimax.hpp"
#include "quadrille/search/hybrid.hpp"
#include "quadrille/search/maxn.hpp"

namespace quadrille::search {

template <GameState State>
void bind_maxn(nb::handle scope) {
    bind_search<State, Expectimax<State>>(scope, "_Expectimax", "Minimax with chance.");
    bind_search<State, Hybrid<State>>(scope, "_Hybrid", "Minimax over short MCTS runs.");
    bind_search<State, MaxN<State>>(scope, "_MaxN", "Every side for itself.");
    bind_search<State, Paranoid<State>>(scope, "_Paranoid", "All sides against the root's.");
    bind_search<State, Teams<State>>(scope, "_Teams", "Partners against the others.");
}

}  // namespace quadrille::search
