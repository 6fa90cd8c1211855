// The methods of every native state for networks, static evaluation and drawing.
#pragma once

#include "quadrille/core/binding/bind_bound.hpp"

namespace quadrille {

// A player that is given, or else whoever moves.
template <class State>
int viewer_of(const State& state, nb::handle player) {
    int viewer = std::max(state.player(), 0);
    if (!player.is_none() && !nb::try_cast(player, viewer))
        throw nb::type_error(("expected a player, got " + python_repr(player)).c_str());
    return checked_player(state, viewer);
}

// The state as a tensor, seen by a player or by whoever moves, in the caller's array or a new one.
template <class State>
nb::object encoded(const State& state, const std::string& name, nb::handle player, nb::handle out) {
    const auto encodings = state.encodings();
    const int index = encoding_index(encodings, name);
    const int viewer = viewer_of(state, player);
    nb::object buffer = tensor_buffer(encodings[static_cast<std::size_t>(index)], out);
    state.encode(index, viewer, nb::cast<AnyArray>(buffer).data());
    return buffer;
}

// The inputs of a sparse encoding, for states and for their moves.
template <NativeState State>
void bind_inputs(StateClass<State>& cls) {
    using B = Bound<State>;
    cls.def(
           "inputs",
           [](const B& self, const std::string& name, nb::handle player) {
               const int index = sparse_index(self.state.encodings(), name, false);
               Inputs inputs;
               self.state.inputs(index, viewer_of(self.state, player), inputs);
               return input_array(inputs);
           },
           nb::arg("name"), nb::arg("player") = nb::none(),
           nb::sig("def inputs(self, name: str, player: int | None = None) "
                   "-> numpy.typing.NDArray[numpy.uint16]"),
           "Which numbers of a sparse encoding are not 0, by index; a 2 is listed twice.")
        .def(
            "move_inputs",
            [](const B& self, const std::string& name, nb::handle move) {
                const int index = sparse_index(self.state.encodings(), name, true);
                const auto chosen = to_move(self.state, move);
                if (!self.state.is_legal(chosen))  // nor is a move of chance
                    refuse_move(self.state.move_text(chosen), self.state.player(),
                                where(self.state));
                Inputs inputs;
                self.state.move_inputs(index, chosen, inputs);
                return input_array(inputs);
            },
            nb::arg("name"), nb::arg("move").none(),
            nb::sig("def move_inputs(self, name: str, move: Move | str) "
                    "-> numpy.typing.NDArray[numpy.uint16]"),
            "What describes a legal move in a sparse encoding, by index.");
}

template <class State>
int checked_symmetry(const State& state, int symmetry) {
    const int count = state.num_symmetries();
    if (symmetry < 0 || symmetry >= count)
        throw nb::value_error(("expected a symmetry from 0 to " + std::to_string(count - 1) +
                               ", got " + std::to_string(symmetry))
                                  .c_str());
    return symmetry;
}

template <NativeState State>
void bind_symmetries(StateClass<State>& cls) {
    using B = Bound<State>;
    using Move = typename State::Move;
    cls.def(
           "num_symmetries", [](const B& self) { return self.state.num_symmetries(); },
           "In how many ways the game looks the same; the first is the state itself.")
        .def(
            "image",
            [](const B& self, int symmetry) {
                return B{self.state.image(checked_symmetry(self.state, symmetry)), {}};
            },
            nb::arg("symmetry"), nb::sig("def image(self, symmetry: int) -> State"),
            "The state seen in another of these ways; what will be drawn in it is unknown.")
        .def(
            "image_of",
            [](const B& self, nb::handle move, int symmetry) -> Move {
                return self.state.image_of(to_move(self.state, move),
                                           checked_symmetry(self.state, symmetry));
            },
            nb::arg("move").none(), nb::arg("symmetry"),
            nb::sig("def image_of(self, move: Move | str, symmetry: int) -> Move"),
            "The move to be played in an image of the state.");
}

// Many states as the rows of one array, each seen by whoever moves, in a symmetry of its own if
// some are given.
template <class State>
void encode_rows(const nb::list& states, const std::string& name,
                 const std::vector<int>& symmetries, const AnyArray& out) {
    const std::size_t row_bytes = out.nbytes() / std::max<std::size_t>(nb::len(states), 1);
    auto* row = static_cast<std::byte*>(out.data());
    std::size_t next = 0;
    for (const nb::handle each : states) {
        const State& state = nb::cast<const Bound<State>&>(each).state;
        const auto encodings = state.encodings();
        const int index = encoding_index(encodings, name);
        const Encoding& encoding = encodings[static_cast<std::size_t>(index)];
        const std::size_t width = encoding.dtype == DType::float32 ? 4 : 1;
        if (encoding.size() * width != row_bytes)
            throw nb::value_error("expected states of one game with equal options");
        const int viewer = std::max(state.player(), 0);
        const int symmetry =
            symmetries.empty() ? 0 : checked_symmetry(state, symmetries.at(next++));
        (symmetry == 0 ? state : state.image(symmetry)).encode(index, viewer, row);
        row += row_bytes;
    }
}

// Actions and encodings, for networks.
template <NativeState State>
void bind_networks(StateClass<State>& cls) {
    using B = Bound<State>;
    using Move = typename State::Move;
    cls.def("num_actions", on_state(&State::num_actions), "The size of the dense action index.")
        .def(
            "action",
            [](const B& self, nb::handle move) {
                return self.state.action(to_move(self.state, move));
            },
            nb::arg("move").none(), nb::sig("def action(self, move: Move | str) -> int"),
            "The index of a move, from 0 to num_actions() - 1.")
        .def(
            "move",
            [](const B& self, int action) -> Move {
                if (action < 0 || action >= self.state.num_actions())
                    throw IllegalMove("expected an action from 0 to " +
                                      std::to_string(self.state.num_actions() - 1) + ", got " +
                                      std::to_string(action));
                return self.state.move(action);
            },
            nb::arg("action"), "The move of an action index; it need not be legal.")
        .def(
            "encodings",
            [](const B& self) {
                nb::list result;
                for (const auto& encoding : self.state.encodings())
                    result.append(encoding_to_python(encoding));
                return result;
            },
            nb::sig("def encodings(self) -> list[quadrille.core.encoding.Encoding]"),
            "The tensors a state can be written as.")
        .def(
            "encode",
            [](const B& self, const std::string& name, nb::handle player, nb::handle out) {
                return encoded(self.state, name, player, out);
            },
            nb::arg("name"), nb::arg("player") = nb::none(), nb::arg("out") = nb::none(),
            nb::sig("def encode(self, name: str, player: int | None = None, "
                    "out: numpy.typing.NDArray[typing.Any] | None = None) "
                    "-> numpy.typing.NDArray[typing.Any]"),
            "The state as a tensor, seen by the player (by default whoever moves), written to "
            "`out` if given.")
        .def_static("_encode_many", &encode_rows<State>, nb::arg("states"), nb::arg("name"),
                    nb::arg("symmetries"), nb::arg("out"),
                    nb::sig("def _encode_many(states: list[State], name: str, "
                            "symmetries: list[int], out: numpy.typing.NDArray[typing.Any]) "
                            "-> None"))
        .def(
            "_encode",
            [](const B& self, const std::string& name, int player) {
                return encoded(self.state, name, nb::int_(player), nb::none());
            },
            nb::arg("name"), nb::arg("player"),
            nb::sig(
                "def _encode(self, name: str, player: int) -> numpy.typing.NDArray[typing.Any]"));
    bind_inputs<State>(cls);
    bind_symmetries<State>(cls);
}

// Features and static evaluation.
template <NativeState State>
void bind_evaluation(StateClass<State>& cls) {
    using B = Bound<State>;
    cls.def(
           "feature_names", [](const B& self) { return self.state.feature_names(); },
           "The names of the features of the static evaluation.")
        .def(
            "features",
            [](const B& self) {
                const auto count = self.state.feature_names().size();
                const auto sides = static_cast<std::size_t>(self.state.num_sides());
                std::vector<float> values(count * sides);
                self.state.features(values);
                return float_array(values, nb::make_tuple(sides, count));
            },
            nb::sig("def features(self) -> numpy.typing.NDArray[numpy.float32]"),
            "The features, [sides, features], each row from that side's point of view.")
        .def(
            "weights",
            [](const B& self) {
                const auto values = self.state.weights();
                return float_array(values, nb::make_tuple(values.size()));
            },
            nb::sig("def weights(self) -> numpy.typing.NDArray[numpy.float32]"),
            "The game's own weights of the features.")
        .def(
            "evaluate",
            [](const B& self, const std::optional<std::vector<float>>& given) {
                const auto weights = given ? *given : self.state.weights();
                const auto count = self.state.feature_names().size();
                if (weights.size() != count)
                    throw nb::value_error(("expected " + std::to_string(count) + " weights, got " +
                                           std::to_string(weights.size()))
                                              .c_str());
                std::array<double, State::max_players> values{};
                const auto sides = static_cast<std::size_t>(self.state.num_sides());
                self.state.evaluate(weights, std::span(values).first(sides));
                return first_values(values, self.state.num_sides());
            },
            nb::arg("weights") = nb::none(),
            nb::sig("def evaluate(self, weights: collections.abc.Sequence[float] | None = None) "
                    "-> list[float]"),
            "The static value per side in [-1, 1], summing to zero.");
}

// Drawings live in Python, in the `draw` module beside the game's `_core`.
template <NativeState State>
void bind_drawing(StateClass<State>& cls) {
    const auto drawn = [](const char* function) {
        return python_type("quadrille.core.drawing.draw", function);
    };
    cls.def(
           "svg", [=](nb::handle self, nb::kwargs wishes) { return drawn("svg")(self, **wishes); },
           nb::arg("wishes"), nb::sig("def svg(self, **wishes: typing.Any) -> str"),
           "The picture as SVG. Wishes: player=p draws what p may know, last_move=m marks a move.")
        .def(
            "_repr_svg_", [=](nb::handle self) { return drawn("svg")(self); },
            nb::sig("def _repr_svg_(self) -> str"))
        .def(
            "board", [=](nb::handle self) { return drawn("board")(self); },
            nb::sig("def board(self) -> str"), "The position as a person reads it in a terminal.")
        .def(
            "__str__", [=](nb::handle self) { return drawn("board")(self); },
            nb::sig("def __str__(self) -> str"))
        .def(
            "click_path",
            [=](nb::handle self, nb::handle move) { return drawn("click_path")(self, move); },
            nb::arg("move").none(),
            nb::sig("def click_path(self, move: Move | str) -> tuple[str, ...]"),
            "The spots of the picture that a person clicks, in order, to make the move.")
        .def(
            "ghost", [=](nb::handle self, nb::handle move) { return drawn("ghost")(self, move); },
            nb::arg("move").none(), nb::sig("def ghost(self, move: Move | str) -> str"),
            "What a legal move would put on the board, as a fragment to end the picture with.")
        .def(
            "lacks",
            [=](nb::handle self) {
                nb::object missing = drawn("lacks_drawing")(self);
                const auto lack = [&](bool absent, const char* what) {
                    if (absent) missing.attr("add")(what);
                };
                const State& state = nb::cast<const Bound<State>&>(self).state;
                lack(!State::has_chance, "chance");
                lack(!state.hides_facts(), "secrets");
                lack(state.encodings().empty(), "encodings");
                lack(state.feature_names().empty(), "features");
                lack(!HasCanonicalKey<State>, "canonical_key");
                return missing;
            },
            nb::sig("def lacks(self) -> set[str]"),
            "Which optional parts the game does without: chance, secrets, encodings, features, "
            "canonical_key, drawing.");
}

}  // namespace quadrille
