// Gives a native game its Python face: bind_game<State>(m) binds the classes State and Move with
// the same methods and docstrings for every game. A game's bind.cpp adds what only it has.
#pragma once

#include "quadrille/core/bind_numbers.hpp"
#include "quadrille/core/bind_rules.hpp"
#include "quadrille/core/bind_tools.hpp"

namespace quadrille {

template <NativeState State>
struct BoundGame {
    StateClass<State> state;
    MoveClass<State> move;
};

template <NativeState State>
BoundGame<State> bind_game(nb::module_& m) {
    using Options = typename State::Options;
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
    state
        .def(
            "_perft",
            [](const Bound<State>& self, int depth) {
                return interruptible_perft(self.state, depth);
            },
            nb::arg("depth"))
        .def_static(
            "_rollouts",
            [](const nb::dict& options, std::uint64_t seed, std::uint64_t games) {
                return interruptible_rollouts<State>(options_from_python<Options>(options), seed,
                                                     games);
            },
            nb::arg("options"), nb::arg("seed"), nb::arg("games"),
            nb::sig("def _rollouts(options: dict[str, typing.Any], seed: int, games: int) -> int"));
    bind_vec_env<State>(state, [](nb::handle options) {
        return options_from_python<Options>(nb::cast<nb::dict>(options));
    });
    return {state, move};
}

}  // namespace quadrille
