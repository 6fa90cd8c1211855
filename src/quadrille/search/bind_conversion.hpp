// Converts states and moves between Python and the searches.
#pragma once

#include <vector>

#include "quadrille/core/binding/bind_bound.hpp"
#include "quadrille/core/py_state.hpp"

namespace quadrille::search {

// What a search starts from: the mover's view, parsed from its text, so that equal positions give
// equal searches and nothing hidden can reach them.
template <GameState State>
State search_root(const State& state) {
    if (state.player() < 0)
        throw nb::value_error(
            ("expected a position where a player is to move, got " + quoted(state.text())).c_str());
    const State root = State::parse(state.options(), state.view(state.player()).text());
    std::vector<typename State::Move> moves;
    root.legal_moves(moves);
    if (moves.empty())
        throw nb::value_error(("expected a position that shows what the player to move knows, got "
                               "what another one sees: " +
                               quoted(state.text()))
                                  .c_str());
    return root;
}

// How a state of this type comes from Python, and how a move goes back.
template <SearchState State>
struct Conversion {
    using Argument = const Bound<State>&;
    static State root(Argument argument) { return search_root(argument.state); }
    static const State& full(Argument argument) { return argument.state; }
    static nb::object to_python(const State& state) { return nb::cast(Bound<State>{state, {}}); }
    static nb::object move(const State&, typename State::Move move) { return nb::cast(move); }
    static typename State::Move seen_move(nb::handle move) {
        return nb::cast<typename State::Move>(move);
    }
};

template <>
struct Conversion<PyState> {
    using Argument = nb::object;
    static PyState root(const nb::object& argument) { return search_root(PyState(argument)); }
    static PyState full(const nb::object& argument) { return PyState(argument); }
    static nb::object to_python(const PyState& state) { return state.python_copy(); }
    static nb::object move(const PyState& state, PyMove move) { return state.python_move(move); }
    static PyMove seen_move(nb::handle move) { return {nb::cast<std::uint32_t>(nb::int_(move))}; }
};

}  // namespace quadrille::search
