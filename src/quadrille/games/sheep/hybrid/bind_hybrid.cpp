// The contest team's search and what it knows, for Python.
#include "quadrille/core/binding/bind.hpp"
#include "quadrille/games/sheep/hybrid/hybrid.hpp"
#include "quadrille/search/bind_search.hpp"

namespace sheep = quadrille::sheep;
using quadrille::Bound;
using sheep::Heuristics;
using sheep::State;

void bind_hybrid(nb::module_& m, nb::class_<Bound<State>>& state) {
    quadrille::search::bind_search<State, sheep::Hybrid>(
        state, "_SheepHybrid", "Minimax into tree search, as a contest team had it.");
    nb::class_<Heuristics>(m, "Heuristics", "What the contest team's program knew of the game.")
        .def(
            "__init__",
            [](Heuristics* self, const nb::dict& settings) {
                new (self) Heuristics(
                    quadrille::search::settings_from_python<sheep::HeuristicSettings>(settings));
            },
            nb::arg("settings"),
            nb::sig("def __init__(self, settings: dict[str, typing.Any]) -> None"))
        .def(
            "start_value",
            [](const Heuristics& self, const Bound<State>& state, int x, int y) {
                if (state.state.phase() != sheep::Phase::start)
                    throw nb::value_error("expected a position in which somebody is to start");
                quadrille::check_cell(x, y, state.state.size());
                return self.start_value(state.state, {x, y});
            },
            nb::arg("state"), nb::arg("x"), nb::arg("y"),
            "How good a cell is for the player to move to start on.")
        .def(
            "split",
            [](const Heuristics& self, const Bound<State>& state, const sheep::Move& move) {
                if (!move.is_slide() || !state.state.is_legal(move))
                    throw nb::value_error("expected a legal slide");
                return self.split(state.state, move.from(), move.direction());
            },
            nb::arg("state"), nb::arg("move"),
            "How many sheep it would move where a slide goes, whatever number the slide has.")
        .def(
            "value",
            [](const Heuristics& self, const Bound<State>& state, int player) {
                return self.value(state.state, quadrille::checked_player(state.state, player));
            },
            nb::arg("state"), nb::arg("player"),
            "What a position is worth to a player: the rank, best 4, and a little for the area.");
}
