// The native half of quadrille.games.quarto.solver.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>

#include "quadrille/core/binding/bind.hpp"
#include "quadrille/games/quarto/solver/book.hpp"
#include "quadrille/games/quarto/solver/traps.hpp"

namespace quarto = quadrille::quarto;
using quarto::Book;
using quarto::Move;
using quarto::Solver;
using quarto::State;
using BoundState = quadrille::Bound<State>;
using Release = nb::call_guard<nb::gil_scoped_release>;

namespace {

// Lets Ctrl-C through and asks a Python callable whether to stop, both every few milliseconds.
class PythonPoll {
  public:
    explicit PythonPoll(nb::object stop) : stop_(std::make_shared<nb::object>(std::move(stop))) {}

    bool operator()() {
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < std::chrono::milliseconds(5)) return false;
        last_ = now;
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        return !stop_->is_none() && nb::cast<bool>((*stop_)());
    }

  private:
    std::shared_ptr<nb::object> stop_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// A solver that remembers for which rules it was made.
struct BoundSolver {
    quarto::Options options;
    Solver solver;

    const State& checked(const BoundState& bound) const {
        const quarto::Options other = bound.state.options();
        if (other.squares != options.squares || other.torus != options.torus)
            throw nb::value_error("expected a position of the solver's own rules");
        return bound.state;
    }
    Move checked(const BoundState& bound, Move move) const {
        if (!checked(bound).is_legal(move)) throw nb::value_error("expected a legal move");
        return move;
    }
};

std::vector<std::uint8_t> to_vector(const nb::bytes& data) {
    const auto* begin = static_cast<const std::uint8_t*>(data.data());
    return {begin, begin + data.size()};
}

nb::bytes to_bytes(const std::vector<std::uint8_t>& data) {
    return nb::bytes(data.data(), data.size());
}

void bind_questions(nb::class_<BoundSolver>& solver) {
    solver
        .def(
            "value",
            [](BoundSolver& self, const BoundState& state) {
                return self.solver.value(self.checked(state));
            },
            nb::arg("state"), Release(), "+1, 0 or -1 for the player to move.")
        .def(
            "reaches",
            [](BoundSolver& self, const BoundState& state, int value) {
                if (value < 0) return true;
                return self.solver.reaches(self.checked(state),
                                           value > 0 ? quarto::Goal::win : quarto::Goal::draw);
            },
            nb::arg("state"), nb::arg("value"), Release(),
            "Whether the position has at least a value for the player to move.")
        .def(
            "move_reaches",
            [](BoundSolver& self, const BoundState& state, Move move, int value) {
                return self.solver.move_reaches(state.state, self.checked(state, move), value);
            },
            nb::arg("state"), nb::arg("move"), nb::arg("value"), Release(),
            "Whether a move has at least a value for the player who makes it.")
        .def(
            "values",
            [](BoundSolver& self, const BoundState& state) {
                std::vector<std::tuple<Move, int>> result;
                for (const auto& [move, value] : self.solver.values(self.checked(state)))
                    result.emplace_back(move, value);
                return result;
            },
            nb::arg("state"), Release(), "Every legal move with its value.")
        .def(
            "distance",
            [](BoundSolver& self, const BoundState& state, int value) {
                return self.solver.distance(self.checked(state), value);
            },
            nb::arg("state"), nb::arg("value"), Release(),
            "Moves to the end of a position of this value: fastest win, slowest loss.")
        .def(
            "best_move",
            [](BoundSolver& self, const BoundState& state, int value, std::optional<int> distance) {
                const State& position = self.checked(state);
                return distance ? self.solver.best_move(position, value, *distance)
                                : self.solver.best_move(position, value);
            },
            nb::arg("state"), nb::arg("value"), nb::arg("distance") = nb::none(), Release(),
            "A move that keeps the value, and the distance if one is given.");
}

void bind_book(nb::module_& m) {
    nb::class_<Book>(m, "_Book", "The values of all positions with at most three pieces placed.")
        .def(
            "__init__",
            [](Book* self, bool squares, bool torus) {
                new (self) Book(quarto::Options{squares, torus});
            },
            nb::arg("squares"), nb::arg("torus"))
        .def("__len__", &Book::size)
        .def("num_full", &Book::num_full, "How many positions have three pieces placed.")
        .def(
            "full_position",
            [](const Book& self, std::size_t index) {
                if (index >= self.num_full()) throw nb::index_error();
                return BoundState{self.full_position(index), std::nullopt};
            },
            nb::arg("index"), "A position with three pieces placed and one in hand.")
        .def(
            "complete",
            [](const Book& self, const nb::bytes& values) {
                if (values.size() != self.num_full())
                    throw nb::value_error("expected a value for every position with three pieces");
                return to_bytes(self.complete(to_vector(values)));
            },
            nb::arg("values"), "The values of all positions from those with three pieces.")
        .def(
            "load", [](Book& self, const nb::bytes& values) { self.load(to_vector(values)); },
            nb::arg("values"), "Takes the values of all positions, a byte each: value + 1.")
        .def(
            "covers", [](const Book& self, const BoundState& s) { return self.covers(s.state); },
            nb::arg("state"))
        .def(
            "value",
            [](const Book& self, const BoundState& s) {
                if (!self.covers(s.state)) throw nb::value_error("the book does not cover this");
                return self.value(s.state);
            },
            nb::arg("state"), "+1, 0 or -1 for the player to move.")
        .def(
            "most", [](const Book& self, const BoundState& s) { return self.most(s.state); },
            nb::arg("state"), "A bound from above for boards with four pieces, else 1.");
}

}  // namespace

void bind_solver(nb::module_& m) {
    nb::exception<quarto::SearchStopped>(m, "SolverStopped", PyExc_RuntimeError);
    nb::class_<BoundSolver> solver(m, "_Solver", "The native half of the module solver.");
    solver
        .def(
            "__init__",
            [](BoundSolver* self, bool squares, bool torus, std::size_t bytes, nb::object stop) {
                const quarto::Options options{squares, torus};
                new (self) BoundSolver{options, Solver(options, bytes, PythonPoll(stop))};
            },
            nb::arg("squares"), nb::arg("torus"), nb::arg("bytes"), nb::arg("stop") = nb::none(),
            nb::sig("def __init__(self, squares: bool, torus: bool, bytes: int, stop: "
                    "collections.abc.Callable[[], bool] | None = None) -> None"))
        .def("nodes", [](const BoundSolver& self) { return self.solver.nodes(); })
        .def(
            "rank_traps",
            [](BoundSolver& self, const BoundState& state, const std::vector<Move>& moves,
               quadrille::Rng& rng, std::uint64_t nodes) {
                for (const Move move : moves) self.checked(state, move);
                std::vector<std::tuple<Move, double, int>> result;
                for (const auto& [move, score, samples] :
                     quarto::rank_traps(self.solver, state.state, moves, rng, nodes))
                    result.emplace_back(move, score, samples);
                return result;
            },
            nb::arg("state"), nb::arg("moves"), nb::arg("rng"), nb::arg("nodes"), Release(),
            "Moves by how often a careless opponent goes wrong after them, with that share and "
            "the number of samples.");
    bind_questions(solver);
    bind_book(m);
    m.def(
        "_table_bytes",
        [](const BoundState& state, std::size_t most) {
            return quarto::table_bytes(state.state, most);
        },
        nb::arg("state"), nb::arg("most"), "A sensible size of the solver's table.");
    m.def(
        "_ordered_moves",
        [](const BoundState& state) { return quarto::ordered_moves(state.state); },
        nb::arg("state"), "The legal moves, likely good ones first.");
    m.def(
        "_position_key",
        [](const BoundState& state) {
            const int most = state.state.hand() >= 0 ? 4 : quarto::max_key_pieces;
            if (state.state.placed() > most)
                throw nb::value_error("expected fewer pieces on the board");
            return quarto::position_key(state.state);
        },
        nb::arg("state"), "An exact key, equal for symmetric positions only.");
    m.def(
        "_careless_move",
        [](const BoundState& state, quadrille::Rng& rng) {
            if (state.state.is_over()) throw nb::value_error("the game is over");
            return quarto::careless_move(state.state, rng);
        },
        nb::arg("state"), nb::arg("rng"),
        "A move of a player who wins at once, gives no win if possible, else plays at random.");
}
