#include "quadrille/core/binding/bind.hpp"

#include "quadrille/games/connect_four/rules.hpp"
#include "quadrille/search/bind.hpp"

namespace connect_four = quadrille::connect_four;
using connect_four::State;

NB_MODULE(_core, m) {
    auto [state, move] = quadrille::bind_game<State>(m);
    quadrille::search::bind_searches<State>(state);
    move.def_prop_ro("column", &connect_four::Move::column, "The column, from 0 at the left.");
    state
        .def(
            "disc",
            [](const quadrille::Bound<State>& self, int column, int row) {
                if (column < 0 || column >= connect_four::columns || row < 0 ||
                    row >= connect_four::rows)
                    throw nb::value_error("expected a column from 0 to 6 and a row from 0 to 5");
                return self.state.disc(column, row);
            },
            nb::arg("column"), nb::arg("row"),
            "The player whose disc lies there (row 0 at the bottom), or -1.")
        .def("winner", quadrille::on_state(&State::winner), "Who has won, or -1.")
        .def("winning_discs", quadrille::on_state(&State::winning_discs),
             "Bit 7 * column + row for every disc of a completed line.");
}
