// Gives a native game its Python face: bind_game<State>(m) binds the classes State and Move with
// the same methods and docstrings for every game. A game's bind.cpp adds what only it has.
#pragma once

#include "quadrille/core/binding/bind_numbers.hpp"
#include "quadrille/core/binding/bind_rules.hpp"

namespace quadrille {

// Perft, random games and the batched environment. They run millions of moves and are compiled in a
// file of their own (bind_play.hpp), so that what else is bound does not change their code.
template <NativeState State>
void bind_play(nb::handle scope);

template <NativeState State>
struct BoundGame {
    StateClass<State> state;
    MoveClass<State> move;
};

template <NativeState State>
BoundGame<State> bind_game(nb::module_& m) {
    nb::module_::import_("quadrille.core._core");  // binds Rng
    register_errors();
    auto move = bind_move<State>(m);
    StateClass<State> state(m, "State", State::summary);
    state.attr("name") = State::name;
    state.attr("title") = State::title;
    state.attr("summary") = State::summary;
    state.attr("penalty") = State::penalty;
    bind_making(state);
    bind_players(state);
    bind_moves(state);
    bind_text(state);
    bind_networks(state);
    bind_evaluation(state);
    bind_drawing(state);
    bind_play<State>(state);
    return {state, move};
}

}  // namespace quadrille
