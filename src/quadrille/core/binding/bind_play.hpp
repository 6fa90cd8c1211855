// Binds what plays whole games of a native kind: perft, random games and the batched environment.
#pragma once

#include "quadrille/core/binding/bind_bound.hpp"
#include "quadrille/core/binding/bind_tools.hpp"
#include "quadrille/core/vec/bind_vec_env.hpp"

namespace quadrille {

template <NativeState State>
void bind_play(nb::handle scope) {
    using Options = typename State::Options;
    auto cls = nb::borrow<StateClass<State>>(scope);
    cls.def(
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
    bind_vec_env<State>(scope, [](nb::handle options) {
        return options_from_python<Options>(nb::cast<nb::dict>(options));
    });
}

}  // namespace quadrille
