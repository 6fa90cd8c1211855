#include "quadrille/core/binding/bind.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>

#include "quadrille/games/carcassonne/notation.hpp"
#include "quadrille/games/carcassonne/survey.hpp"
#include "quadrille/search/bind.hpp"

namespace carcassonne = quadrille::carcassonne;
using carcassonne::Cell;
using carcassonne::Region;
using carcassonne::State;
using carcassonne::Supply;
using carcassonne::Tile;
using BoundState = quadrille::Bound<State>;

void bind_queries(nb::class_<BoundState>& state);  // bind_queries.cpp

namespace {

void bind_tiles(nb::module_& m) {
    nb::class_<Tile>(m, "Tile", "A tile on the board.")
        .def_ro("x", &Tile::x, "Cells to the east of the first tile.")
        .def_ro("y", &Tile::y, "Cells to the north of the first tile.")
        .def_prop_ro(
            "kind", [](const Tile& self) { return carcassonne::kind_text(self.kind); },
            "Its kind, like 'D'; 'Eg' has a garden.")
        .def_prop_ro(
            "rotation", [](const Tile& self) { return 90 * self.turns; }, "Degrees, clockwise.")
        .def("__repr__", [](const Tile& self) {
            return "<Tile " + carcassonne::kind_text(self.kind) + ":" +
                   carcassonne::Move::place(self.x, self.y, self.turns).text() + ">";
        });
}

void bind_figures(nb::module_& m) {
    using carcassonne::StandingFigure;
    nb::class_<StandingFigure>(m, "Figure", "A figure on the board.")
        .def_prop_ro(
            "player", [](const StandingFigure& self) { return int{self.tile.player}; }, "Whose.")
        .def_prop_ro("figure", &StandingFigure::figure, "'meeple', 'big' or 'abbot'.")
        .def_prop_ro(
            "x", [](const StandingFigure& self) { return self.tile.x; }, "Of its tile.")
        .def_prop_ro(
            "y", [](const StandingFigure& self) { return self.tile.y; }, "Of its tile.")
        .def_prop_ro(
            "spot", [](const StandingFigure& self) { return self.tile.spot.text(); },
            "Where on the tile: 'city:n', 'field:nnw', 'monastery'.")
        .def("__repr__", [](const StandingFigure& self) {
            return "<Figure " + std::string(self.figure()) + " of player " +
                   std::to_string(self.tile.player) + " on " + self.tile.spot.text() + " at " +
                   carcassonne::cell_text(self.tile.x, self.tile.y) + ">";
        });
}

void bind_supply(nb::module_& m) {
    nb::class_<Supply>(m, "Supply", "The figures that a player has in hand.")
        .def_ro("meeple", &Supply::meeple, "Ordinary meeples.")
        .def_ro("big", &Supply::big, "Big meeples: 0 or 1.")
        .def_ro("abbot", &Supply::abbot, "Abbots: 0 or 1.")
        .def("__repr__", [](const Supply& self) {
            return "<Supply " + std::to_string(self.meeple) + "+" + std::to_string(self.big) + "+" +
                   std::to_string(self.abbot) + ">";
        });
}

void bind_regions(nb::module_& m) {
    nb::class_<Region>(m, "Region", "A city, road, field, monastery or garden as a whole.")
        .def_prop_ro(
            "kind", [](const Region& self) { return carcassonne::region_name(self.kind); },
            "'city', 'road', 'field', 'monastery' or 'garden'.")
        .def_ro("cells", &Region::cells, "The cells of its tiles.")
        .def_prop_ro(
            "spots",
            [](const Region& self) {
                std::vector<std::pair<Cell, std::string>> spots;
                for (const auto& [cell, spot] : self.spots) spots.emplace_back(cell, spot.text());
                return spots;
            },
            "Its segments: cell and spot.")
        .def_ro("open", &Region::open,
                "Open ends: edges, half-edges of a field, missing neighbours of a monastery.")
        .def_prop_ro("complete", &Region::complete, "Whether it is completed; fields never are.")
        .def_ro("pennants", &Region::pennants, "Coats of arms.")
        .def_ro("special", &Region::special, "Whether it has a cathedral or an inn.")
        .def_ro("strength", &Region::strength, "Meeples of each player; a big one counts twice.")
        .def_prop_ro("owners", &Region::owners, "The players who score it.")
        .def_ro("completed_cities", &Region::completed_cities, "Those that a field borders.")
        .def_ro("value", &Region::value, "Points for each owner if the game stopped now.")
        .def("__repr__", [](const Region& self) {
            return "<Region " + std::string(carcassonne::region_name(self.kind)) + " of " +
                   std::to_string(self.cells.size()) + " tiles worth " +
                   std::to_string(self.value) + ">";
        });
}

}  // namespace

NB_MODULE(_core, m) {
    auto [state, move] = quadrille::bind_game<State>(m);
    quadrille::search::bind_searches<State>(state);
    bind_tiles(m);
    bind_figures(m);
    bind_supply(m);
    bind_regions(m);
    bind_queries(state);
}
