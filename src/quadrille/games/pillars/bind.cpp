#include "quadrille/core/binding/bind.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "quadrille/games/pillars/rules.hpp"
#include "quadrille/search/bind.hpp"

namespace pillars = quadrille::pillars;
using pillars::Cards;
using pillars::Cell;
using pillars::State;
using quadrille::on_state;
using BoundState = quadrille::Bound<State>;

namespace {

using Point = std::pair<int, int>;

Point point(Cell cell) { return {cell.x, cell.y}; }

Cell checked(const State& state, int x, int y) {
    quadrille::check_cell(x, y, state.size());
    return {x, y};
}

int checked_side(int side) {
    if (side != pillars::red && side != pillars::blue)
        throw nb::value_error(("expected side 0 or 1, got " + std::to_string(side)).c_str());
    return side;
}

// Binds a question about the cards of a team, which may be hidden.
auto of_cards(Cards pillars::Team::* cards) {
    return [cards](const BoundState& self, int side) -> std::optional<Cards> {
        if (self.state.is_hidden(checked_side(side))) return std::nullopt;
        return self.state.team(side).*cards;
    };
}

auto of_order(std::array<std::uint8_t, pillars::max_gamers> pillars::Team::* order) {
    return [order](const BoundState& self, int side) {
        const int gamers = self.state.gamers();
        const auto& found = self.state.team(checked_side(side)).*order;
        std::vector<int> players;
        for (int i = 0; i < gamers; ++i)
            players.push_back(side * gamers + found[static_cast<std::size_t>(i)]);
        return players;
    };
}

void bind_cards(nb::module_& m) {
    nb::class_<Cards>(m, "Cards", "Numbers of cards.")
        .def_prop_ro("moves", [](const Cards& self) { return self[pillars::move_card]; })
        .def_prop_ro("builds", [](const Cards& self) { return self[pillars::build_card]; })
        .def(
            "__eq__",
            [](const Cards& self, nb::handle other) {
                return nb::isinstance<Cards>(other) && self == nb::cast<const Cards&>(other);
            },
            nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__hash__", [](const Cards& self) { return self.count[0] * 256 + self.count[1]; })
        .def("__repr__", [](const Cards& self) {
            return "<Cards " + std::to_string(self[pillars::move_card]) + " MOVE, " +
                   std::to_string(self[pillars::build_card]) + " BUILD>";
        });
}

void bind_move(nb::class_<pillars::Move>& move) {
    using pillars::Move;
    move.def_prop_ro(
            "kind",
            [](const Move& self) {
                static constexpr const char* names[] = {"move", "build", "pass", "draw"};
                return names[self.value >> 16 & 3];
            },
            "'move', 'build', 'pass' or 'draw'.")
        .def_prop_ro(
            "card",
            [](const Move& self) -> std::optional<std::string> {
                if (self.is_unseen()) return std::nullopt;
                return self.card() == pillars::move_card ? "move" : "build";
            },
            "The card that is spent or drawn; None if one does not see it.")
        .def_prop_ro(
            "direction",
            [](const Move& self) {
                return self.is_step()
                           ? pillars::directions[static_cast<std::size_t>(self.direction())].name
                           : "";
            },
            "Of a step: 'up', 'down', 'left' or 'right'.")
        .def_prop_ro(
            "cell",
            [](const Move& self) {
                return self.is_build() ? std::optional(point(self.cell())) : std::nullopt;
            },
            "Of a build (x, y), else None.");
}

void bind_board(nb::class_<BoundState>& state) {
    state.def("size", on_state(&State::size), "The side of the grid.")
        .def("height", on_state(&State::height), "Of the centre pillar.")
        .def("gamers", on_state(&State::gamers), "How many gamers each team has.")
        .def(
            "team",
            [](const BoundState& self, int player) {
                return self.state.side(quadrille::checked_player(self.state, player)) ==
                               pillars::red
                           ? "RED"
                           : "BLUE";
            },
            nb::arg("player"), "'RED' or 'BLUE'.")
        .def(
            "name_of",
            [](const BoundState& self, int player) {
                const int side = self.state.side(quadrille::checked_player(self.state, player));
                const int number = player - side * self.state.gamers() + 1;
                std::string name = side == pillars::red ? "R" : "B";
                return name += std::to_string(number);
            },
            nb::arg("player"), "'R1' to 'R5' or 'B1' to 'B5'.")
        .def(
            "height_at",
            [](const BoundState& self, int x, int y) {
                return self.state.height_at(checked(self.state, x, y));
            },
            nb::arg("x"), nb::arg("y"), "The height of a pillar.")
        .def(
            "gamer_at",
            [](const BoundState& self, int x, int y) {
                return self.state.gamer_at(checked(self.state, x, y));
            },
            nb::arg("x"), nb::arg("y"), "The player who stands there, or -1.")
        .def(
            "position",
            [](const BoundState& self, int player) {
                return point(self.state.position(quadrille::checked_player(self.state, player)));
            },
            nb::arg("player"), "Where a gamer stands (x, y).")
        .def(
            "centre", [](const BoundState& self) { return point(self.state.centre()); },
            "The cell of the centre pillar (x, y).")
        .def(
            "climb",
            [](const BoundState& self, int player) {
                return self.state.climbs()[static_cast<std::size_t>(
                    quadrille::checked_player(self.state, player))];
            },
            nb::arg("player"),
            "About how many actions the gamer needs to reach the centre by itself; 99 if it "
            "cannot.")
        .def(
            "imagined_features",
            [](const BoundState& self, const pillars::Move& move) {
                const State next = self.state.imagined(move);
                const std::size_t count = next.feature_names().size();
                std::vector<float> numbers(2 * count);
                next.features(numbers);
                const auto middle = numbers.begin() + static_cast<long>(count);
                return std::vector<std::vector<float>>{{numbers.begin(), middle},
                                                       {middle, numbers.end()}};
            },
            nb::arg("move"),
            "The features of both sides after a step or a build, whatever cards are in hand.")
        .def("winner", on_state(&State::winner), "The side that has won, or -1.")
        .def("is_frozen", on_state(&State::is_frozen),
             "Whether nothing can move or grow any more.");
}

void bind_turns(nb::class_<BoundState>& state) {
    using pillars::Team;
    const auto side = nb::arg("side");
    state.def("hand", of_cards(&Team::hand), side, "The cards in hand; None if hidden.")
        .def("draw_pile", of_cards(&Team::pile), side, "The cards to draw; None if hidden.")
        .def(
            "discards",
            [](const BoundState& self, int side) {
                return self.state.team(checked_side(side)).discards;
            },
            side, "The cards that were spent.")
        .def(
            "known_cards",
            [](const BoundState& self, int side) {
                return self.state.team(checked_side(side)).known;
            },
            side, "Cards that the other team knows to be in hand, where hands are hidden.")
        .def(
            "hand_size",
            [](const BoundState& self, int side) {
                return self.state.team(checked_side(side)).hand.total();
            },
            side, "How many cards are in hand, hidden or not.")
        .def(
            "pile_size",
            [](const BoundState& self, int side) {
                const Team& team = self.state.team(checked_side(side));
                const int hidden = self.state.is_hidden(side) ? team.hand.total() : 0;
                return team.pile.total() - hidden;
            },
            side, "How many cards are left to draw, hidden or not.")
        .def("order", of_order(&Team::order), side, "The players of a team by initiative.")
        .def("next_order", of_order(&Team::next), side, "The same from the next round on.")
        .def("round", on_state(&State::round), "The round, counted from 1.")
        .def("action_number", on_state(&State::action_number),
             "The action within the round, counted from 1.")
        .def("actor", on_state(&State::actor),
             "Whose turn it is, also while the team draws; -1 at the end.");
}

}  // namespace

NB_MODULE(_core, m) {
    auto [state, move] = quadrille::bind_game<State>(m);
    quadrille::search::bind_searches<State>(state);
    bind_cards(m);
    bind_move(move);
    bind_board(state);
    bind_turns(state);
}
