// Binds the searches for two sides without chance. A game that has chance gets none: the one for any
// state refuses it.
#pragma once

#include "quadrille/search/alphabeta.hpp"
#include "quadrille/search/bind_search.hpp"
#include "quadrille/search/solver.hpp"

namespace quadrille::search {

template <SearchState State>
constexpr bool always_has_chance() {
    if constexpr (NativeState<State>)
        return State::has_chance;
    else
        return false;
}

template <SearchState State>
void bind_alphabeta(nb::handle scope) {
    if constexpr (!always_has_chance<State>()) {
        bind_search<State, AlphaBeta<State>>(scope, "_AlphaBeta", "Alpha-beta with deepening.");
        auto solver = bind_search<State, Solver<State>>(scope, "_Solver", "The exact outcome.");
        if constexpr (HasWindowSolver<State>) solver.attr("by_game") = true;
    }
}

}  // namespace quadrille::search
