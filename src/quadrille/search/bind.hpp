// Gives a game its searches: bind_searches<State>(scope) binds those that are compiled for its kind
// of states, under private names that quadrille.search looks up. All others run on any state
// (bind_any_state.hpp) and are bound once, in quadrille.search.
//
// The searches are large, so each family is compiled in a file of its own, which the build writes:
// see quadrille_family_source in cmake/quadrille-game.cmake. Here they are only declared.
#pragma once

#include "quadrille/search/bind_any_state.hpp"

namespace quadrille::search {

// Each is defined in the header of its name.
template <SearchState State>
void bind_alphabeta(nb::handle scope);
template <GameState State>
void bind_mcts(nb::handle scope);
template <GameState State>
void bind_one_move(nb::handle scope);

template <NativeState State>
void bind_searches(StateClass<State>& cls) {
    bind_mcts<State>(cls);
    bind_alphabeta<State>(cls);
    bind_one_move<State>(cls);
    cls.def(
        "_search_root", [](const Bound<State>& self) { return AnyState(search_root(self.state)); },
        nb::sig("def _search_root(self) -> typing.Any"));
}

}  // namespace quadrille::search
