// Monte-Carlo tree search from Python: besides search() it follows the game, prints its tree, and
// lets the caller evaluate leaves.
#pragma once

#include "quadrille/search/bind_network.hpp"
#include "quadrille/search/bind_samples.hpp"
#include "quadrille/search/bind_search.hpp"
#include "quadrille/search/mcts.hpp"
#include "quadrille/search/mcts_batch.hpp"

namespace quadrille::search {

// The notation of the last move of a line from the root.
template <GameState State>
NameMove name_moves(const State& root) {
    return [&root](std::span<const std::uint32_t> line) {
        using Move = typename State::Move;
        State state = root;
        for (const std::uint32_t move : line.first(line.size() - 1)) state.play(Move{move});
        return state.move_text(Move{line.back()});
    };
}

template <GameState State>
void bind_mcts_search(nb::handle scope) {
    using Search = Mcts<State>;
    bind_search<State, Search>(scope, "_Mcts", "Monte-Carlo tree search.")
        .def(
            "saw",
            [](Search& self, nb::handle move) { self.saw(Conversion<State>::seen_move(move)); },
            nb::arg("move"), nb::sig("def saw(self, move: typing.Any) -> None"),
            "Follow the game, so that the next search keeps what it knows.")
        .def_prop_ro("size", &Search::size, "How many nodes there are.")
        .def_prop_ro("bytes", &Search::bytes, "What they take.")
        .def(
            "tree_text",
            [](const Search& self, int depth, std::uint32_t least) -> std::string {
                if (!self.position()) return "";
                const State& root = *self.position();
                return tree_text(*self.trees().front(), root.player(), depth, least,
                                 name_moves(root));
            },
            nb::arg("depth") = 3, nb::arg("least") = 1,
            "The first tree, a line a node: move, visits, sum of values for the mover, proof.");
}

using FloatRows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using ValueRows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using FloatRow = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Refuses answers that are not one row for each of the first waiting leaves, within bounds.
void check_answers(const FloatRows& priors, const ValueRows& values, std::size_t waiting,
                   int actions, int sides);

// A buffer must be of the encoding's type, with rows of its shape, enough of them.
void check_rows(const Encoding& encoding, std::size_t rows, const AnyArray& out);

template <GameState State>
void apply_answers(BatchMcts<State>& search, const FloatRows& priors, const ValueRows& values) {
    const State& root = search.started();
    check_answers(priors, values, search.waiting(), root.num_actions(), root.num_sides());
    search.apply({priors.data(), priors.size()}, {values.data(), values.size()});
}

template <GameState State>
void encode_waiting(const BatchMcts<State>& search, const std::string& name, const AnyArray& out) {
    const auto encodings = search.started().encodings();
    const int index = encoding_index(encodings, name);
    const Encoding& encoding = encodings[static_cast<std::size_t>(index)];
    check_rows(encoding, search.waiting(), out);
    for (std::size_t row = 0; row < search.waiting(); ++row)
        search.encode(row, index, static_cast<std::byte*>(out.data()) + row * encoding.bytes());
}

template <GameState State>
void bind_batch_mcts(nb::handle scope) {
    using Search = BatchMcts<State>;
    nb::class_<Search>(scope, "_BatchMcts", "PUCT whose leaves the caller evaluates, in batches.")
        .def(
            "__init__",
            [](Search* self, const nb::dict& settings) {
                new (self) Search(settings_from_python<MctsSettings>(settings));
            },
            nb::arg("settings"),
            nb::sig("def __init__(self, settings: dict[str, typing.Any]) -> None"))
        .def(
            "start",
            [](Search& self, typename Conversion<State>::Argument state, Rng& rng) {
                self.start(Conversion<State>::root(state), rng);
            },
            nb::arg("state"), nb::arg("rng"),
            nb::sig("def start(self, state: typing.Any, rng: quadrille.core._core.Rng) -> None"),
            "Begin a search for the player to move.")
        .def(
            "collect",
            [](Search& self, std::size_t count) {
                self.started();
                const nb::gil_scoped_release release;
                return self.collect(count);
            },
            nb::arg("count"),
            "Walk to `count` more leaves, fewer if walks meet; returns how many wait.")
        .def("encode", &encode_waiting<State>, nb::arg("encoding"), nb::arg("out").noconvert(),
             nb::sig(
                 "def encode(self, encoding: str, out: numpy.typing.NDArray[typing.Any]) -> None"),
             "Write the waiting leaves as their movers see them, a row each.")
        .def(
            "leaves",
            [](const Search& self) {
                nb::list leaves;
                for (std::size_t i = 0; i < self.waiting(); ++i)
                    leaves.append(Conversion<State>::to_python(self.leaf(i)));
                return leaves;
            },
            nb::sig("def leaves(self) -> list[typing.Any]"), "The waiting leaves as states.")
        .def(
            "players",
            [](const Search& self) {
                std::vector<int> players;
                for (std::size_t i = 0; i < self.waiting(); ++i) players.push_back(self.player(i));
                return players;
            },
            "Who moves in each waiting leaf.")
        .def("apply", &apply_answers<State>, nb::arg("priors"), nb::arg("values"),
             nb::sig("def apply(self, priors: numpy.typing.NDArray[numpy.float32], "
                     "values: numpy.typing.NDArray[numpy.float64]) -> None"),
             "Answer the first waiting leaves: priors [n, actions], values [n, sides].")
        .def(
            "mix_root_priors",
            [](Search& self, const FloatRow& noise, double fraction) {
                self.started();
                self.mix_root_priors({noise.data(), noise.size()}, fraction);
            },
            nb::arg("noise"), nb::arg("fraction"),
            nb::sig("def mix_root_priors(self, noise: numpy.typing.NDArray[numpy.float32], "
                    "fraction: float) -> None"),
            "Mix noise into the chances of the root's moves, in the order of legal_moves().")
        .def_prop_ro("simulations", &Search::simulations, "How many are finished.")
        .def(
            "result",
            [](const Search& self) {
                const Result result = self.result();
                const State& root = self.started();
                return decision_of(result, python_moves(root, result), root.num_sides(), {});
            },
            nb::sig("def result(self) -> quadrille.core.agents.decision.Decision"),
            "The Decision so far.")
        .def(
            "tree_text",
            [](const Search& self, int depth, std::uint32_t least) {
                const State& root = self.started();
                return tree_text(self.tree(), root.player(), depth, least, name_moves(root));
            },
            nb::arg("depth") = 3, nb::arg("least") = 1, "The tree, a line a node.");
}

template <GameState State>
void bind_mcts(nb::handle scope) {
    bind_mcts_search<State>(scope);
    bind_batch_mcts<State>(scope);
    bind_network_judge<State>(scope);
    bind_samples<State>(scope);
}

}  // namespace quadrille::search
