// Binds the searches for two sides without chance.
#pragma once

#include "quadrille/search/alphabeta.hpp"
#include "quadrille/search/bind.hpp"
#include "quadrille/search/solver.hpp"

namespace quadrille::search {

template <GameState State>
void bind_alphabeta(nb::handle scope) {
    bind_search<State, AlphaBeta<State>>(scope, "_AlphaBeta", "Alpha-beta with deepening.");
    bind_search<State, Solver<State>>(scope, "_Solver", "The exact outcome.");
}

}  // namespace quadrille::search
