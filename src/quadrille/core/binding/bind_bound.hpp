// How Python holds a native state, and how its arguments are checked.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>

#include "quadrille/core/binding/bind_convert.hpp"
#include "quadrille/core/playout.hpp"

namespace quadrille {

// A state as Python holds it: with the chance stream of its game. A view has none, so that nobody
// can learn coming draws from it.
template <NativeState State>
struct Bound {
    State state;
    std::optional<ChanceStream> chance;
};

// Binds a const member function of the state itself: .def("disc", on_state(&State::disc), ...).
template <class Result, class State, class... Args>
auto on_state(Result (State::*method)(Args...) const) {
    return
        [method](const Bound<State>& self, Args... args) { return (self.state.*method)(args...); };
}

template <class State>
std::string where(const State& state) {
    return " in " + quoted(state.text());
}

// Refuses a cell beyond a square of this side.
void check_cell(int x, int y, int side);

// Refuses a player that is not one of so many.
void check_player(int player, int players);

template <class State>
int checked_player(const State& state, int player) {
    check_player(player, state.num_players());
    return player;
}

[[noreturn]] void refuse_kind_of_move(nb::handle move);
[[noreturn]] void refuse_move(const std::string& move, int player, const std::string& where);

// A Move or its text as a move, which need not be legal.
template <class State>
typename State::Move to_move(const State& state, nb::handle move) {
    if (nb::isinstance<typename State::Move>(move)) return nb::cast<typename State::Move>(move);
    if (nb::isinstance<nb::str>(move)) return state.parse_move(utf8(nb::str(move)));
    refuse_kind_of_move(move);
}

template <class State>
bool is_playable(const State& state, typename State::Move move) {
    if (state.player() != CHANCE) return state.is_legal(move);
    bool found = false;
    for_each_move(state, [&](auto outcome) { found |= outcome == move; });
    return found;
}

template <class State>
typename State::Move checked_move(const State& state, nb::handle object) {
    const auto move = to_move(state, object);
    if (is_playable(state, move)) return move;
    refuse_move(state.move_text(move), state.player(), where(state));
}

// Plays a move of whoever moves. A chance move that is given takes the place of a draw, so that the
// stream goes on as it would have in the game that is being followed.
template <class State>
void play_checked(Bound<State>& bound, nb::handle object) {
    const auto move = checked_move(bound.state, object);
    if (bound.chance && bound.state.player() == CHANCE) bound.chance->next();
    bound.state.play(move);
}

nb::list first_values(std::span<const double> values, int count);

template <NativeState State>
using StateClass = nb::class_<Bound<State>>;
template <NativeState State>
using MoveClass = nb::class_<typename State::Move>;

}  // namespace quadrille
