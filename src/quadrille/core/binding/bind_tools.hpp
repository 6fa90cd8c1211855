// What the package does with whole games, bound once per game and once for Python-written games:
// perft and random games; the batched environment is in bind_vec_env.hpp. Private: quadrille.core
// calls them.
#pragma once

#include "quadrille/core/binding/bind_convert.hpp"
#include "quadrille/core/playout.hpp"

namespace quadrille {

// For long native loops without the GIL: lets Ctrl-C through.
inline void poll_signals() {
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
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
