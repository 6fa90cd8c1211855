// The methods of every native state: making states, the rules, text and what players may know.
#pragma once

#include "quadrille/core/binding/bind_bound.hpp"

namespace quadrille {

template <NativeState State>
MoveClass<State> bind_move(nb::module_& m) {
    using Move = typename State::Move;
    MoveClass<State> cls(m, "Move", "A move: a packed number with a notation, str(move).");
    cls.def_prop_ro(
           "value", [](Move self) { return self.value; }, "The packed number.")
        .def("__str__", &Move::text)
        .def("__repr__", [](Move self) { return "Move(" + quoted(self.text()) + ")"; })
        .def("__hash__", [](Move self) { return std::size_t{self.value}; })
        .def(
            "__eq__", [](Move self, Move other) { return self == other; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def(
            "__lt__", [](Move self, Move other) { return self < other; }, nb::is_operator())
        .def(
            "__le__", [](Move self, Move other) { return self <= other; }, nb::is_operator())
        .def(
            "__gt__", [](Move self, Move other) { return self > other; }, nb::is_operator())
        .def(
            "__ge__", [](Move self, Move other) { return self >= other; }, nb::is_operator())
        .def("__getstate__", [](Move self) { return self.value; })
        .def("__setstate__", [](Move& self, std::uint32_t value) { new (&self) Move{value}; });
    return cls;
}

// Making, copying and comparing states.
template <NativeState State>
void bind_making(StateClass<State>& cls) {
    using B = Bound<State>;
    using Options = typename State::Options;
    cls.def_static(
           "create",
           [](const nb::dict& options, Rng& rng) {
               return B{State::create(options_from_python<Options>(options), rng), {}};
           },
           nb::arg("options"), nb::arg("rng"),
           nb::sig("def create(options: dict[str, typing.Any], rng: quadrille.core._core.Rng) "
                   "-> State"),
           "The first state; public set-up (a map, start cells) is drawn from rng.")
        .def_static(
            "parse",
            [](const nb::dict& options, const nb::str& text) {
                return B{State::parse(options_from_python<Options>(options), utf8(text)), {}};
            },
            nb::arg("options"), nb::arg("text"),
            nb::sig("def parse(options: dict[str, typing.Any], text: str) -> State"),
            "The state of a position text, or BadPosition. Options that the text does not name "
            "are taken from `options`.")
        .def_static("option_fields", &option_fields<Options>,
                    nb::sig("def option_fields() -> list[quadrille.core.options.Option]"),
                    "The options of the game: name, kind, default, bounds and what they mean.")
        .def_static(
            "check_options", [](const nb::dict& options) { options_from_python<Options>(options); },
            nb::arg("options"),
            nb::sig("def check_options(options: dict[str, typing.Any]) -> None"),
            "BadOption if these values do not go together.")
        .def(
            "options", [](const B& self) { return options_to_python(self.state.options()); },
            nb::sig("def options(self) -> dict[str, bool | int | float | str]"),
            "The options of this state's game, all of them.")
        .def(
            "copy", [](const B& self) { return self; }, "An independent copy.")
        .def("__copy__", [](const B& self) { return self; })
        .def(
            "__deepcopy__", [](const B& self, nb::handle) { return self; }, nb::arg("memo"))
        .def(
            "__eq__", [](const B& a, const B& b) { return a.state == b.state; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const B& self) { return static_cast<std::size_t>(self.state.hash()); })
        .def(
            "__getstate__",
            [](const B& self) {
                const auto chance = self.chance.value_or(ChanceStream{});
                return nb::make_tuple(self.state.text(), self.chance.has_value(), chance.seed,
                                      chance.ply);
            },
            nb::sig("def __getstate__(self) -> tuple[str, bool, int, int]"))
        .def("__setstate__",
             [](B& self, const std::tuple<std::string, bool, std::uint64_t, std::uint64_t>& saved) {
                 const auto& [text, has_chance, seed, ply] = saved;
                 std::optional<ChanceStream> chance;
                 if (has_chance) chance = ChanceStream{seed, ply};
                 new (&self) B{State::parse(Options{}, text), chance};
             })
        .def(
            "_seed_chance",
            [](B& self, std::uint64_t seed) { self.chance = ChanceStream{seed, 0}; },
            nb::arg("seed"));
}

// Who plays, who moves, how it ends.
template <NativeState State>
void bind_players(StateClass<State>& cls) {
    using B = Bound<State>;
    cls.def("num_players", on_state(&State::num_players), "How many play.")
        .def(
            "num_sides", [](const B& self) { return self.state.num_sides(); },
            "How many sides there are; values and outcomes are per side.")
        .def(
            "side",
            [](const B& self, int player) {
                return self.state.side(checked_player(self.state, player));
            },
            nb::arg("player"), "The side that a player belongs to.")
        .def("player", on_state(&State::player),
             "Who moves: 0..n-1, or CHANCE (-1), or NOBODY (-2) when the game is over.")
        .def(
            "is_over", [](const B& self) { return self.state.is_over(); },
            "Whether the game has ended.")
        .def(
            "scores",
            [](const B& self) {
                return first_values(self.state.scores(), self.state.num_players());
            },
            nb::sig("def scores(self) -> list[float]"),
            "Points per player, as if the game stopped now.")
        .def(
            "outcome",
            [](const B& self) {
                if (!self.state.is_over())
                    throw nb::value_error(("the game is not over" + where(self.state)).c_str());
                return first_values(self.state.outcome(), self.state.num_sides());
            },
            nb::sig("def outcome(self) -> list[float]"),
            "At the end: a value per side in [-1, 1], summing to zero.")
        .def(
            "outcome_of",
            [](const B& self, const std::vector<double>& worth) {
                decltype(self.state.outcome()) values{};
                const auto sides = static_cast<std::size_t>(self.state.num_sides());
                if (worth.size() != sides)
                    throw nb::value_error(("expected a number for each of " +
                                           std::to_string(sides) + " sides, got " +
                                           std::to_string(worth.size()))
                                              .c_str());
                std::copy(worth.begin(), worth.end(), values.begin());
                return first_values(self.state.outcome_of(values), self.state.num_sides());
            },
            nb::arg("worth"),
            nb::sig("def outcome_of(self, worth: collections.abc.Sequence[float]) -> list[float]"),
            "The value per side by what each is worth, also for games that are stopped.")
        .def(
            "exact",
            [](const B& self, std::uint64_t budget) -> nb::object {
                if (self.state.is_over())
                    return nb::cast(first_values(self.state.outcome(), self.state.num_sides()));
                const auto values = [&] {
                    const nb::gil_scoped_release release;
                    return self.state.exact(budget);
                }();
                return values ? nb::cast(first_values(*values, self.state.num_sides()))
                              : nb::none();
            },
            nb::arg("budget"), nb::sig("def exact(self, budget: int) -> list[float] | None"),
            "The outcome under best play of all sides, if it is found by looking at no more than "
            "about so many positions; else None.")
        .def("max_moves", on_state(&State::max_moves), "A bound on the number of legal moves.")
        .def("max_plies", on_state(&State::max_plies),
             "A bound on the number of moves in a game, chance included.");
}

// What is legal and what happens.
template <NativeState State>
void bind_moves(StateClass<State>& cls) {
    using B = Bound<State>;
    using Move = typename State::Move;
    cls.def(
           "legal_moves",
           [](const B& self) {
               std::vector<Move> moves;
               self.state.legal_moves(moves);
               return moves;
           },
           "The legal moves, ascending; empty at chance nodes and at the end.")
        .def(
            "is_legal",
            [](const B& self, nb::handle move) {
                return self.state.is_legal(to_move(self.state, move));
            },
            nb::arg("move").none(), nb::sig("def is_legal(self, move: Move | str) -> bool"),
            "Whether the move, given as a Move or as its text, is among legal_moves().")
        .def(
            "chance_moves",
            [](const B& self) {
                std::vector<WeightedMove<Move>> moves;
                self.state.chance_moves(moves);
                std::vector<std::pair<Move, std::uint32_t>> result;
                for (const auto& option : moves) result.emplace_back(option.move, option.weight);
                return result;
            },
            "At a chance node: what can happen, with integer weights.")
        .def(
            "play", [](B& self, nb::handle object) { play_checked(self, object); },
            nb::arg("move").none(), nb::sig("def play(self, move: Move | str) -> None"),
            "Plays a move, given as a Move or as its text; IllegalMove and no change if it is "
            "not legal.")
        .def(
            "_play", [](B& self, nb::handle object) { play_checked(self, object); },
            nb::arg("move").none(), nb::sig("def _play(self, move: typing.Any) -> None"))
        .def(
            "lose_turn",
            [](B& self) {
                if (!self.state.can_lose_turn())
                    throw nb::value_error(("no turn can be lost" + where(self.state)).c_str());
                self.state.lose_turn();
            },
            "The player to move loses the turn, where that is the penalty of the game; ValueError "
            "where it cannot be lost.")
        .def(
            "play_chance",
            [](B& self) {
                if (self.state.player() != CHANCE)
                    throw IllegalMove("chance is not to move" + where(self.state));
                if (!self.chance)
                    throw nb::value_error("a view has no chance stream; use random_move(rng)");
                Rng rng = self.chance->next();
                const Move move = self.state.random_move(rng);
                self.state.play(move);
                return move;
            },
            "Plays the next draw of the game's own chance stream and returns it.")
        .def(
            "random_move",
            [](const B& self, Rng& rng) {
                if (self.state.is_over())
                    throw nb::value_error(("the game is over" + where(self.state)).c_str());
                const Move move = self.state.random_move(rng);
                if constexpr (State::has_secrets)  // on what another player sees
                    if (self.state.player() >= 0 && !self.state.is_legal(move))
                        throw nb::value_error(
                            ("the mover's choices are hidden" + where(self.state)).c_str());
                return move;
            },
            nb::arg("rng"), "A uniform legal move, or a weighted chance move.");
}

// Text and identity of positions and moves; what a player may know.
template <NativeState State>
void bind_text(StateClass<State>& cls) {
    using B = Bound<State>;
    using Move = typename State::Move;
    cls.def("text", on_state(&State::text),
            "One line that round-trips through parse and carries non-default options.")
        .def("hash", on_state(&State::hash), "64 bits, equal for equal positions.")
        .def(
            "move_text", [](const B& self, Move move) { return self.state.move_text(move); },
            nb::arg("move"), "The notation of a move, the same as str(move).")
        .def(
            "parse_move",
            [](const B& self, const nb::str& text) { return self.state.parse_move(utf8(text)); },
            nb::arg("text"), "The move of a notation, legal or not; BadMoveText if it is none.")
        .def(
            "view",
            [](const B& self, int player) {
                return B{self.state.view(checked_player(self.state, player)), {}};
            },
            nb::arg("player"),
            "The state with all that the player cannot know blanked, and no chance stream.")
        .def(
            "seen",
            [](const B& self, nb::handle move, int player) {
                return self.state.seen(to_move(self.state, move),
                                       checked_player(self.state, player));
            },
            nb::arg("move").none(), nb::arg("player"),
            nb::sig("def seen(self, move: Move | str, player: int) -> Move"),
            "A move about to be played, chance included, as the player will see it.")
        .def(
            "redeal",
            [](const B& self, int player, Rng& rng) {
                return B{self.state.redeal(checked_player(self.state, player), rng), {}};
            },
            nb::arg("player"), nb::arg("rng"),
            "A full state drawn at random among those that view(player) allows.")
        .def(
            "problems", [](const B& self) { return self.state.problems(); },
            "Every broken invariant; empty for any state reached by play.")
        .def("__repr__", [](const B& self) {
            return "game('" + std::string(State::name) + "').parse(" + quoted(self.state.text()) +
                   ")";
        });
    if constexpr (HasCanonicalKey<State>)
        cls.def("canonical_key", on_state(&State::canonical_key),
                "64 bits, equal for positions that are symmetric to each other.");
}

}  // namespace quadrille
