#include "quadrille/core/binding/bind.hpp"

#include "quadrille/search/bind.hpp"
#include "rules.hpp"

using quadrille::chomp::State;

NB_MODULE(_core, m) {
    auto [state, move] = quadrille::bind_game<State>(m);
    quadrille::search::bind_searches<State>(state);
    // What only this game has, here for its drawing.
    state.def(
        "height",
        [](const quadrille::Bound<State>& self, int column) {
            if (column < 0 || column >= quadrille::chomp::columns)
                throw nb::value_error("expected a column from 0 to 4");
            return self.state.height(column);
        },
        nb::arg("column"), "How many squares are left in a column.");
}
