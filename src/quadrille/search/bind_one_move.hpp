// Lets the batched environment of a game choose actions by the players that look no further than
// the next move, without Python work per game.
#pragma once

#include "quadrille/core/vec/bind_vec_env.hpp"
#include "quadrille/search/bind_search.hpp"
#include "quadrille/search/one_move.hpp"

namespace quadrille::search {

// Binds a method of the environment, named like the search: it fills `out` with an action per game.
template <GameState State, class Search>
void bind_choice(nb::class_<BoundVecEnv<State>>& cls, const char* name, const char* signature) {
    using Settings = typename Search::Settings;
    cls.def(
        name,
        [](BoundVecEnv<State>& self, const nb::dict& settings, Rows<std::int64_t> out) {
            self.require_size("actions", out.size());
            const auto chosen = settings_from_python<Settings>(settings);
            const nb::gil_scoped_release release;
            self.env->choose_actions({out.data(), out.size()}, [&] {
                return [search = Search(chosen)](const State& state, Rng& rng) mutable {
                    Control control;
                    const State root = state.view(state.player());
                    return typename State::Move{search.search(root, rng, control).move.value};
                };
            });
        },
        nb::arg("settings"), nb::arg("out"), nb::sig(signature));
}

template <GameState State>
void bind_one_move(nb::handle scope) {
    auto cls = nb::borrow<nb::class_<BoundVecEnv<State>>>(scope.attr("_VecEnv"));
    bind_choice<State, Greedy<State>>(cls, "_Greedy",
                                      "def _Greedy(self, settings: dict[str, typing.Any], "
                                      "out: numpy.typing.NDArray[numpy.int64]) -> None");
    bind_choice<State, OnePly<State>>(cls, "_OnePly",
                                      "def _OnePly(self, settings: dict[str, typing.Any], "
                                      "out: numpy.typing.NDArray[numpy.int64]) -> None");
}

}  // namespace quadrille::search
