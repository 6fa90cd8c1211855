#include "quadrille/core/binding/bind.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "quadrille/games/sheep/rules.hpp"
#include "quadrille/search/bind.hpp"

namespace sheep = quadrille::sheep;
using quadrille::Bound;
using sheep::Cell;
using sheep::State;

void bind_hybrid(nb::module_& m, nb::class_<Bound<State>>& state);  // bind_hybrid.cpp

namespace {

using Point = std::pair<int, int>;

Point point(Cell cell) { return {cell.x(), cell.y()}; }

std::vector<Point> points(const std::vector<Cell>& cells) {
    std::vector<Point> found;
    for (const Cell cell : cells) found.push_back(point(cell));
    return found;
}

Cell checked(const State& state, int x, int y) {
    quadrille::check_cell(x, y, state.size());
    return {x, y};
}

int checked_direction(int key) {
    for (int i = 0; i < sheep::num_directions; ++i)
        if (sheep::directions[static_cast<std::size_t>(i)].key == key) return i;
    throw nb::value_error(
        ("expected a direction 1 2 3 4 6 7 8 9, got " + std::to_string(key)).c_str());
}

// Binds a question about one cell.
template <class Answer>
auto of_cell(Answer (*answer)(const State&, Cell)) {
    return [answer](const Bound<State>& self, int x, int y) {
        return answer(self.state, checked(self.state, x, y));
    };
}

std::optional<int> number(int sheep) { return sheep > 0 ? std::optional(sheep) : std::nullopt; }

const char* kind(const sheep::Move& move) {
    return move.is_slide() ? "slide" : move.is_start() ? "start" : "pass";
}

void bind_move(nb::class_<sheep::Move>& move) {
    using sheep::Move;
    const auto slid = [](const Move& self) { return self.is_slide(); };
    move.def_prop_ro("kind", &kind, "'start', 'slide' or 'pass'.")
        .def_prop_ro(
            "origin",
            [=](const Move& self) {
                return slid(self) ? std::optional(point(self.from())) : std::nullopt;
            },
            "Where a slide sets out (x, y), else None.")
        .def_prop_ro(
            "target",
            [](const Move& self) {
                return self.is_pass() ? std::nullopt : std::optional(point(self.to()));
            },
            "Where a slide ends or a flock starts (x, y), else None.")
        .def_prop_ro(
            "direction",
            [=](const Move& self) {
                return slid(self)
                           ? sheep::directions[static_cast<std::size_t>(self.direction())].key
                           : 0;
            },
            "The direction of a slide on the number pad (1 is up and left), else 0.")
        .def_prop_ro(
            "sheep",
            [=](const Move& self) { return slid(self) ? number(self.sheep()) : std::nullopt; },
            "How many sheep slide; None if that is hidden or the move no slide.");
}

void bind_queries(nb::class_<Bound<State>>& state) {
    const auto x = nb::arg("x"), y = nb::arg("y");
    state.def("size", quadrille::on_state(&State::size), "The side of the field.")
        .def("flock", quadrille::on_state(&State::flock), "How many sheep each player has.")
        .def("hides_counts", quadrille::on_state(&State::hides_facts),
             "Whether numbers of sheep are hidden.")
        .def(
            "has_teams", [](const Bound<State>& self) { return self.state.options().has_teams(); },
            "Whether players 1 and 3 are partners against 2 and 4.")
        .def(
            "phase",
            [](const Bound<State>& self) {
                static constexpr const char* names[] = {"start", "slide", "over"};
                return names[static_cast<int>(self.state.phase())];
            },
            "'start', 'slide' or 'over'.")
        .def("is_wall",
             of_cell<bool>([](const State& state, Cell cell) { return state.is_wall(cell); }), x, y,
             "Whether it is a wall.")
        .def("owner", of_cell<int>([](const State& state, Cell cell) { return state.owner(cell); }),
             x, y, "Whose cell it is, or -1.")
        .def("sheep", of_cell<std::optional<int>>([](const State& state, Cell cell) {
                 return state.is_hidden(cell) ? std::nullopt : std::optional(state.sheep(cell));
             }),
             x, y, "How many sheep are there; None if that is hidden.")
        .def("is_known",
             of_cell<bool>([](const State& state, Cell cell) { return state.is_known(cell); }), x,
             y, "Whether everybody knows that one sheep is there, since its owner passed.")
        .def(
            "flocks", [](const Bound<State>& self) { return self.state.flocks(); },
            "Every occupied cell, by rows from the top.")
        .def(
            "start_cells",
            [](const Bound<State>& self) { return points(self.state.start_cells()); },
            "Free cells beside a wall or the edge.")
        .def(
            "main_moves",
            [](const Bound<State>& self) {
                std::vector<sheep::Move> moves;
                self.state.main_moves(moves);
                return moves;
            },
            "Legal moves, but of the numbers of sheep in slides from a large flock only five.")
        .def(
            "rollout_move",
            [](const Bound<State>& self, quadrille::Rng& rng) {
                if (self.state.is_over()) throw nb::value_error("the game is over");
                const sheep::Move move = self.state.rollout_move(rng);
                if (!self.state.is_legal(move))  // on what another player sees
                    throw nb::value_error("the mover's choices are hidden");
                return move;
            },
            nb::arg("rng"),
            "A random move as rollouts of searches play them: it rarely locks up sheep.")
        .def(
            "landing",
            [](const Bound<State>& self, int x, int y, int direction) {
                const Cell from = checked(self.state, x, y);
                const Cell to = self.state.landing(from, checked_direction(direction));
                return to == from ? std::nullopt : std::optional(point(to));
            },
            x, y, nb::arg("direction"),
            "Where a slide ends (direction 1 2 3 4 6 7 8 9), or None if there is no room.")
        .def(
            "regions",
            [](const Bound<State>& self, int player) {
                std::vector<std::vector<Point>> found;
                for (const auto& cells :
                     self.state.regions(quadrille::checked_player(self.state, player)))
                    found.push_back(points(cells));
                return found;
            },
            nb::arg("player"), "The player's connected cells, by rows from the top.")
        .def(
            "contest_points",
            [](const Bound<State>& self) {
                const auto points = self.state.contest_points();
                return std::vector<double>(points.begin(),
                                           points.begin() + self.state.num_players());
            },
            "5, 3, 2 and 1 by rank as if the game stopped now; equals share.");
}

}  // namespace

NB_MODULE(_core, m) {
    auto [state, move] = quadrille::bind_game<State>(m);
    quadrille::search::bind_searches<State>(state);
    nb::class_<sheep::Flock>(m, "Flock", "An occupied cell.")
        .def_prop_ro("x", [](const sheep::Flock& self) { return self.cell.x(); })
        .def_prop_ro("y", [](const sheep::Flock& self) { return self.cell.y(); })
        .def_ro("player", &sheep::Flock::player)
        .def_prop_ro(
            "sheep", [](const sheep::Flock& self) { return number(self.sheep); },
            "How many; None if that is hidden.")
        .def_ro("known", &sheep::Flock::known,
                "Whether everybody knows that it is one, since the owner passed.")
        .def("__repr__", [](const sheep::Flock& self) {
            std::string text = "<Flock of player " + std::to_string(self.player) + " on ";
            text += self.cell.text();
            text += ", ";
            text += self.sheep > 0 ? std::to_string(self.sheep) : "?";
            return text += " sheep>";
        });
    bind_move(move);
    bind_queries(state);
    bind_hybrid(m, state);
}
