// Monte-Carlo tree search from Python: beside search() it follows the game, shows its tree, and
// lets leaves be judged outside.
#pragma once

#include "quadrille/search/bind_search.hpp"
#include "quadrille/search/mcts.hpp"
#include "quadrille/search/mcts_batch.hpp"

namespace quadrille::search {

template <GameState State>
std::string tree_text(const Tree<State>& tree, const State& root, int depth, std::uint32_t least) {
    std::string text;
    write_tree(tree, tree[tree.root(root.player())], root, depth, least, "", text);
    return text;
}

template <GameState State>
void bind_mcts_search(nb::handle scope) {
    using Search = Mcts<State>;
    bind_search<State, Search>(scope, "_Mcts", "Monte-Carlo tree search.")
        .def(
            "saw", [](Search& self, nb::handle move) { self.saw(Face<State>::seen_move(move)); },
            nb::arg("move"), nb::sig("def saw(self, move: typing.Any) -> None"),
            "Follow the game, so that the next search keeps what it knows.")
        .def_prop_ro("size", &Search::size, "How many nodes there are.")
        .def_prop_ro("bytes", &Search::bytes, "What they take.")
        .def(
            "tree_text",
            [](const Search& self, int depth, std::uint32_t least) -> std::string {
                if (!self.position()) return "";
                return tree_text(*self.trees().front(), *self.position(), depth, least);
            },
            nb::arg("depth") = 3, nb::arg("least") = 1,
            "The first tree, a line a node: move, visits, sum of values for the mover, proof.");
}

using FloatRows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using ValueRows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using FloatRow = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <GameState State>
void apply_answers(BatchMcts<State>& search, const FloatRows& priors, const ValueRows& values) {
    const State& root = search.started();
    const std::size_t rows = priors.shape(0);
    if (rows > search.waiting() || values.shape(0) != rows ||
        priors.shape(1) != static_cast<std::size_t>(root.num_actions()) ||
        values.shape(1) != static_cast<std::size_t>(root.num_sides()))
        throw nb::value_error(("expected priors [n, " + std::to_string(root.num_actions()) +
                               "] and values [n, " + std::to_string(root.num_sides()) +
                               "] with n at most " + std::to_string(search.waiting()))
                                  .c_str());
    const auto fits = [](double number, double low, double high) {
        return number >= low && number <= high;  // nor does NaN
    };
    for (std::size_t i = 0; i < priors.size(); ++i)
        if (!fits(priors.data()[i], 0, 1e30))
            throw nb::value_error("expected priors of at least 0");
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!fits(values.data()[i], -1, 1)) throw nb::value_error("expected values from -1 to 1");
    search.apply({priors.data(), priors.size()}, {values.data(), values.size()});
}

// A buffer must be of the encoding's type, with rows of its shape, enough of them.
inline void check_rows(const Encoding& encoding, std::size_t rows, const AnyArray& out) {
    const auto dtype =
        encoding.dtype == DType::float32 ? nb::dtype<float>() : nb::dtype<std::uint8_t>();
    bool fits =
        out.dtype() == dtype && out.ndim() == encoding.shape.size() + 1 && out.shape(0) >= rows;
    for (std::size_t i = 0; fits && i < encoding.shape.size(); ++i)
        fits = out.shape(i + 1) == static_cast<std::size_t>(encoding.shape[i]);
    if (fits) return;
    std::string shape = std::to_string(rows);
    for (const int extent : encoding.shape) shape += ", " + std::to_string(extent);
    const char* kind = encoding.dtype == DType::float32 ? "float32" : "uint8";
    throw nb::value_error(("expected a buffer of " + std::string(kind) + " [" + shape +
                           "] or more rows for the waiting leaves")
                              .c_str());
}

template <GameState State>
void encode_waiting(const BatchMcts<State>& search, const std::string& name, const AnyArray& out) {
    const auto encodings = search.started().encodings();
    for (std::size_t i = 0; i < encodings.size(); ++i) {
        if (encodings[i].name != name) continue;
        const std::size_t bytes = encodings[i].bytes();
        check_rows(encodings[i], search.waiting(), out);
        for (std::size_t row = 0; row < search.waiting(); ++row)
            search.encode(row, static_cast<int>(i),
                          static_cast<std::byte*>(out.data()) + row * bytes);
        return;
    }
    throw nb::value_error(("unknown encoding " + quoted(name)).c_str());
}

template <GameState State>
void bind_batch_mcts(nb::handle scope) {
    using Search = BatchMcts<State>;
    nb::class_<Search>(scope, "_BatchMcts", "PUCT whose leaves are judged outside, in batches.")
        .def(
            "__init__",
            [](Search* self, const nb::dict& settings) {
                new (self) Search(settings_from_python<MctsSettings>(settings));
            },
            nb::arg("settings"),
            nb::sig("def __init__(self, settings: dict[str, typing.Any]) -> None"))
        .def(
            "start",
            [](Search& self, typename Face<State>::Argument state, Rng& rng) {
                self.start(Face<State>::root(state), rng);
            },
            nb::arg("state"), nb::arg("rng"),
            nb::sig("def start(self, state: typing.Any, rng: quadrille.core._core.Rng) -> None"),
            "Begin a search for whoever moves.")
        .def(
            "collect",
            [](Search& self, std::size_t count) {
                self.started();
                const nb::gil_scoped_release release;
                return self.collect(count);
            },
            nb::arg("count"),
            "Walk to so many more leaves, or fewer if walks meet; the number that waits.")
        .def("encode", &encode_waiting<State>, nb::arg("encoding"), nb::arg("out").noconvert(),
             nb::sig(
                 "def encode(self, encoding: str, out: numpy.typing.NDArray[typing.Any]) -> None"),
             "Write the waiting leaves as their movers see them, a row each.")
        .def(
            "leaves",
            [](const Search& self) {
                nb::list leaves;
                for (std::size_t i = 0; i < self.waiting(); ++i)
                    leaves.append(Face<State>::to_python(self.leaf(i)));
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
            [](const Search& self) { return decision_of(self.started(), self.result(), {}); },
            nb::sig("def result(self) -> quadrille.core.decision.Decision"), "The Decision so far.")
        .def(
            "tree_text",
            [](const Search& self, int depth, std::uint32_t least) {
                return tree_text(self.tree(), self.started(), depth, least);
            },
            nb::arg("depth") = 3, nb::arg("least") = 1, "The tree, a line a node.");
}

template <GameState State>
void bind_mcts(nb::handle scope) {
    bind_mcts_search<State>(scope);
    bind_batch_mcts<State>(scope);
}

}  // namespace quadrille::search
