// What the package does with whole games, bound once per game and once for Python-written games:
// perft, random games and the batched environment. Private: quadrille.core calls them.
#pragma once

#include <memory>

#include "quadrille/core/bind_convert.hpp"
#include "quadrille/core/playout.hpp"
#include "quadrille/core/vec_env.hpp"

namespace quadrille {

// For long native loops without the GIL: lets Ctrl-C through.
inline void poll_signals() {
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

template <class Scalar>
using Rows = nb::ndarray<Scalar, nb::c_contig, nb::device::cpu>;

using ActionArray = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A VecEnv together with the numpy arrays it writes to, which it keeps alive.
template <GameState State>
struct BoundVecEnv {
    nb::dict arrays;
    std::unique_ptr<VecEnv<State>> env;
};

template <class Scalar>
Scalar* array_data(const nb::dict& arrays, const char* name) {
    return nb::cast<Rows<Scalar>>(arrays[name]).data();
}

template <GameState State>
std::unique_ptr<VecEnv<State>> make_vec_env(const typename State::Options& options, int count,
                                            std::uint64_t seed, int encoding, int threads,
                                            const nb::dict& arrays) {
    const auto bytes = [&](const char* name) {
        return static_cast<std::byte*>(nb::cast<AnyArray>(arrays[name]).data());
    };
    const VecBuffers buffers{bytes("observations"),
                             bytes("final_observations"),
                             array_data<float>(arrays, "rewards"),
                             array_data<std::uint8_t>(arrays, "terminated"),
                             array_data<std::uint8_t>(arrays, "masks"),
                             array_data<std::int32_t>(arrays, "players")};
    const nb::gil_scoped_release release;
    return std::make_unique<VecEnv<State>>(options, count, seed, encoding, threads, buffers);
}

// `to_options` turns the Python arguments that name a game into its option struct.
template <GameState State, class ToOptions>
void bind_vec_env(nb::handle scope, ToOptions to_options) {
    using Bound = BoundVecEnv<State>;
    nb::class_<Bound>(scope, "_VecEnv", "The native half of quadrille.VecEnv.")
        .def(
            "__init__",
            [to_options](Bound* self, nb::object game, int count, std::uint64_t seed, int encoding,
                         int threads, nb::dict arrays) {
                auto env =
                    make_vec_env<State>(to_options(game), count, seed, encoding, threads, arrays);
                new (self) Bound{std::move(arrays), std::move(env)};
            },
            nb::arg("game"), nb::arg("count"), nb::arg("seed"), nb::arg("encoding"),
            nb::arg("threads"), nb::arg("arrays"),
            nb::sig("def __init__(self, game: object, count: int, seed: int, encoding: int, "
                    "threads: int, arrays: dict[str, typing.Any]) -> None"))
        .def(
            "reset",
            [](Bound& self, std::uint64_t seed) {
                const nb::gil_scoped_release release;
                self.env->reset(seed);
            },
            nb::arg("seed"))
        .def(
            "step",
            [](Bound& self, ActionArray actions) {
                const std::span<const std::int64_t> view(actions.data(), actions.size());
                if (view.size() != self.env->size())
                    throw nb::value_error(("expected " + std::to_string(self.env->size()) +
                                           " actions, got " + std::to_string(view.size()))
                                              .c_str());
                const nb::gil_scoped_release release;
                self.env->step(view);
            },
            nb::arg("actions"),
            nb::sig("def step(self, actions: numpy.typing.NDArray[numpy.int64]) -> None"))
        .def(
            "sample_actions",
            [](Bound& self, Rows<std::int64_t> out) {
                const nb::gil_scoped_release release;
                self.env->sample_actions({out.data(), out.size()});
            },
            nb::arg("out"),
            nb::sig("def sample_actions(self, out: numpy.typing.NDArray[numpy.int64]) -> None"))
        .def(
            "text",
            [](const Bound& self, std::size_t i) {
                const nb::gil_scoped_release release;
                return self.env->text(i);
            },
            nb::arg("index"));
}

template <GameState State>
std::uint64_t interruptible_perft(State state, int depth) {
    if (depth < 0)
        throw nb::value_error(
            ("expected a depth of at least 0, got " + std::to_string(depth)).c_str());
    const nb::gil_scoped_release release;
    if (depth > state.max_plies()) return 0;  // no game lasts so long
    return perft(state, depth, poll_signals);
}

// Plays `games` random games; the number of moves.
template <GameState State>
std::uint64_t interruptible_rollouts(const typename State::Options& options, std::uint64_t seed,
                                     std::uint64_t games) {
    const nb::gil_scoped_release release;
    Rng rng(seed);
    return rollouts<State>(options, games, rng);
}

}  // namespace quadrille
