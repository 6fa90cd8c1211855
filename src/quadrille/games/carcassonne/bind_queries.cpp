// What people ask a position: what lies where, what fits, what may be claimed, what it is worth.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>

#include "quadrille/core/binding/bind.hpp"
#include "quadrille/games/carcassonne/notation.hpp"
#include "quadrille/games/carcassonne/survey.hpp"

using namespace quadrille::carcassonne;
using BoundState = quadrille::Bound<State>;

namespace {

constexpr std::array<const char*, num_point_kinds> point_names = {"city", "road", "monastery",
                                                                  "garden"};

int checked_turns(int rotation) {
    if (rotation % 90 != 0 || rotation < 0 || rotation > 270)
        throw nb::value_error(
            ("expected a rotation of 0, 90, 180 or 270, got " + std::to_string(rotation)).c_str());
    return rotation / 90;
}

bool fits(const BoundState& self, Cell cell, int rotation) {
    const State& state = self.state;
    const int turns = checked_turns(rotation);
    const int open = state.open_cell(cell.first, cell.second);
    return state.hand() >= 0 && open >= 0 &&
           state.fits(static_cast<std::size_t>(open), state.hand(), turns);
}

bool may_claim(const BoundState& self, std::string_view spot) {
    const auto move = parse_put(spot);
    if (!move)
        throw quadrille::BadMoveText(
            "expected a spot like 'road:e', 'big:city:n' or 'abbot:garden', got " +
            quadrille::quoted(spot));
    return self.state.is_legal(*move);
}

nb::dict remaining(const BoundState& self) {
    nb::dict counts;
    for (int kind = 0; kind < num_kinds; ++kind)
        if (self.state.remaining(kind) > 0)
            counts[kind_text(kind).c_str()] = self.state.remaining(kind);
    return counts;
}

std::vector<Cell> cells_where(const State& state, auto&& wanted) {
    std::vector<Cell> cells;
    const auto open = state.open_cells();
    for (std::size_t i = 0; i < open.size(); ++i)
        if (wanted(i)) cells.emplace_back(open[i].x, open[i].y);
    std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) {
        return std::pair(a.second, a.first) < std::pair(b.second, b.first);
    });
    return cells;
}

bool is_dead(const State& state, std::size_t cell) {
    for (int kind = 0; kind < num_kinds; ++kind)
        if (state.remaining(kind) > 0 || state.hand() == kind)
            for (int turns = 0; turns < 4; ++turns)
                if (state.fits(cell, kind, turns)) return false;
    return true;
}

// The points of a player so far, by kind of feature.
nb::dict points_of(const State& state, int player) {
    nb::dict points;
    for (int kind = 0; kind < num_point_kinds; ++kind)
        points[point_names[static_cast<std::size_t>(kind)]] = state.points(player, kind);
    return points;
}

nb::list points(const BoundState& self) {
    nb::list result;
    for (int player = 0; player < self.state.num_players(); ++player)
        result.append(points_of(self.state, player));
    return result;
}

nb::list breakdown(const BoundState& self) {
    const Survey survey(self.state);
    nb::list result;
    for (int player = 0; player < self.state.num_players(); ++player) {
        nb::dict points = points_of(self.state, player);
        for (const char* kind : point_names)
            points[("unfinished " + std::string(kind)).c_str()] = 0;
        points["farm"] = 0;
        for (const Region& region : survey.regions()) {
            const auto owners = region.owners();
            if (std::find(owners.begin(), owners.end(), player) == owners.end()) continue;
            const std::string kind = region_name(region.kind);
            const std::string name = region.kind == RegionKind::field ? "farm"
                                     : region.complete()              ? kind
                                                                      : "unfinished " + kind;
            points[name.c_str()] = nb::cast<int>(points[name.c_str()]) + region.value;
        }
        result.append(points);
    }
    return result;
}

nb::object last_cell(const BoundState& self) {
    if (self.state.phase() != Phase::meeple) return nb::none();
    const Tile& tile = self.state.tiles().back();
    return nb::make_tuple(int{tile.x}, int{tile.y});
}

std::vector<Supply> meeples(const BoundState& self) {
    std::vector<Supply> result;
    for (int player = 0; player < self.state.num_players(); ++player)
        result.push_back(self.state.supply(player));
    return result;
}

std::vector<StandingFigure> figures(const BoundState& self) {
    std::vector<StandingFigure> result;
    for (const Tile& tile : sorted_tiles(self.state))
        if (self.state.stands(tile)) result.push_back({tile});
    return result;
}

std::vector<double> move_values(const BoundState& self) {
    std::vector<Move> moves;
    std::vector<double> values;
    self.state.legal_moves(moves);
    if (!moves.empty()) self.state.judge_moves(self.state.weights(), moves, values);
    return values;
}

}  // namespace

void bind_queries(nb::class_<BoundState>& state) {
    state
        .def(
            "tiles", [](const BoundState& self) { return sorted_tiles(self.state); },
            "The tiles on the board, from south to north, west to east.")
        .def("figures", &figures, "The figures on the board.")
        .def(
            "hand",
            [](const BoundState& self) {
                return self.state.hand() < 0 ? std::string() : kind_text(self.state.hand());
            },
            "The kind of the tile that is to be placed, or ''.")
        .def("last_cell", &last_cell, nb::sig("def last_cell(self) -> tuple[int, int] | None"),
             "In the meeple step: where the tile was placed.")
        .def("remaining", &remaining, nb::sig("def remaining(self) -> dict[str, int]"),
             "How many undrawn tiles there are, by kind.")
        .def("meeples", &meeples, "The figures that each player has in hand.")
        .def(
            "open_cells",
            [](const BoundState& self) {
                return cells_where(self.state, [](std::size_t) { return true; });
            },
            "Empty cells next to a tile.")
        .def(
            "dead_cells",
            [](const BoundState& self) {
                return cells_where(self.state,
                                   [&](std::size_t cell) { return is_dead(self.state, cell); });
            },
            "Open cells where no remaining tile fits.")
        .def("fits", &fits, nb::arg("cell"), nb::arg("rotation"),
             "Whether the drawn tile fits a cell in a rotation (degrees, clockwise).")
        .def("may_claim", &may_claim, nb::arg("spot"),
             "Whether the mover may put a figure there: 'road:e', 'big:city:n', 'abbot:garden'.")
        .def(
            "regions", [](const BoundState& self) { return Survey(self.state).regions(); },
            "Every city, road, field, monastery and garden with its tiles, meeples and value.")
        .def("move_values", &move_values,
             "About what evaluate() says to the mover after each legal move, much quicker: what "
             "guides simulations.")
        .def(
            "candidate_names", [](const BoundState& self) { return self.state.candidate_names(); },
            "The columns of the encoding 'candidates'.")
        .def("points", &points, nb::sig("def points(self) -> list[dict[str, int]]"),
             "Points of each player so far, by kind of feature.")
        .def("breakdown", &breakdown, nb::sig("def breakdown(self) -> list[dict[str, int]]"),
             "The scores by kind of feature, as if the game stopped now: points() and what "
             "unfinished features and farms would give.");
}
