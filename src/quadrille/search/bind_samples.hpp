// Samples from Python: filled by self-play or by hand, drawn in batches as numpy arrays, and kept as
// bytes. Private: quadrille.search.samples calls it.
#pragma once

#include <cstring>

#include "quadrille/search/bind_search.hpp"
#include "quadrille/search/samples.hpp"

namespace quadrille::search {

// The arrays of a batch, by name; those that are empty are left out.
nb::dict batch_to_python(Batch batch, std::size_t rows, std::size_t inputs);

// --- samples as bytes ----------------------------------------------------------------------

// Numbers and texts in a row, in the order in which they were written.
class ByteWriter {
  public:
    template <class Number>
    void number(Number value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void text(const std::string& text) {
        number(static_cast<std::uint32_t>(text.size()));
        bytes_ += text;
    }
    const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

class ByteReader {
  public:
    explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

    template <class Number>
    Number number() {
        Number value;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    std::string_view text() { return take(number<std::uint32_t>()); }
    bool at_end() const { return bytes_.empty(); }

  private:
    std::string_view take(std::size_t count) {
        if (count > bytes_.size()) throw Error("the samples end too early: the file is damaged");
        const std::string_view taken = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return taken;
    }

    std::string_view bytes_;
};

template <GameState State>
void write_sample(const Sample<State>& sample, ByteWriter& out) {
    out.text(sample.state.text());
    for (int side = 0; side < sample.state.num_sides(); ++side)
        out.number(sample.values[static_cast<std::size_t>(side)]);
    out.number(static_cast<std::uint32_t>(sample.policy.size()));
    for (const PolicyTarget& target : sample.policy) {
        out.number(target.move);
        out.number(target.probability);
    }
}

template <GameState State>
Sample<State> read_sample(ByteReader& in, const typename State::Options& options) {
    Sample<State> sample{State::parse(options, in.text()), {}, {}};
    for (int side = 0; side < sample.state.num_sides(); ++side)
        sample.values[static_cast<std::size_t>(side)] = in.number<double>();
    for (auto left = in.number<std::uint32_t>(); left > 0; --left) {
        const auto move = in.number<std::uint32_t>();
        sample.policy.push_back({move, in.number<float>()});
    }
    return sample;
}

// Adds what was dumped, in order; how many those samples counted in all.
template <GameState State>
std::uint64_t add_samples(const nb::bytes& bytes, const typename State::Options& options,
                          Samples<State>& out) {
    ByteReader in({static_cast<const char*>(bytes.data()), bytes.size()});
    const auto total = in.number<std::uint64_t>();
    while (!in.at_end()) out.add(read_sample<State>(in, options));
    return total;
}

// --- binding -------------------------------------------------------------------------------

// Samples of one game, and its options.
template <GameState State>
struct BoundSamples {
    typename State::Options options;
    std::vector<Encoding> encodings;
    Samples<State> samples;

    typename Samples<State>::Request request(const std::string& name, bool over_moves,
                                             bool symmetries) const {
        const int index = encoding_index(encodings, name);
        const Encoding& encoding = encodings[static_cast<std::size_t>(index)];
        if (over_moves && encoding.move_inputs == 0)
            throw Error("expected an encoding that describes moves, got " + quoted(name));
        if (encoding.dtype != DType::float32)
            throw Error("expected an encoding of float32 numbers, got " + quoted(name));
        return {index, encoding.sparse, encoding.size(), over_moves, symmetries};
    }
};

template <GameState State>
nb::dict play_samples(BoundSamples<State>& self, const nb::dict& settings, std::uint64_t games,
                      std::uint64_t seed, std::uint64_t first, int threads) {
    const auto chosen = settings_from_python<SelfPlaySettings>(settings);
    if (chosen.search.sims == 0) throw Error("expected a number of simulations");
    const auto poll = [] {
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        return false;
    };
    typename Samples<State>::Played played;
    {
        const nb::gil_scoped_release release;
        played = self.samples.play(self.options, chosen, games, seed, first, threads, poll);
    }
    nb::dict result;
    result["games"] = played.games;
    result["positions"] = played.positions;
    result["simulations"] = played.simulations;
    result["outcomes"] = played.outcomes;
    return result;
}

template <GameState State>
void add_sample(BoundSamples<State>& self, typename Conversion<State>::Argument argument,
                const nb::list& moves, const std::vector<float>& probabilities,
                const std::vector<double>& values) {
    const State state = Conversion<State>::full(argument);
    if (state.player() < 0) throw Error("expected a position where a player is to move");
    if (values.size() != static_cast<std::size_t>(state.num_sides()) ||
        probabilities.size() != nb::len(moves))
        throw Error("expected a value for each side and a probability for each move");
    Sample<State> sample{state, {}, {}};
    std::copy(values.begin(), values.end(), sample.values.begin());
    for (std::size_t i = 0; i < probabilities.size(); ++i) {
        const auto move = Conversion<State>::seen_move(moves[i]);
        if (!state.is_legal(move)) throw Error("expected legal moves only");
        sample.policy.push_back({move.value, probabilities[i]});
    }
    self.samples.add(std::move(sample));
}

template <GameState State>
nb::tuple sample_to_python(const BoundSamples<State>& self, std::size_t i) {
    if (i >= self.samples.size()) throw nb::index_error("there are fewer samples");
    const Sample<State>& sample = self.samples.at(i);
    nb::list moves, probabilities;
    for (const PolicyTarget& target : sample.policy) {
        moves.append(Conversion<State>::move(sample.state, typename State::Move{target.move}));
        probabilities.append(target.probability);
    }
    return nb::make_tuple(Conversion<State>::to_python(sample.state), moves, probabilities,
                          first_values(sample.values, sample.state.num_sides()));
}

template <GameState State>
void bind_samples(nb::handle scope) {
    using B = BoundSamples<State>;
    nb::class_<B>(scope, "_Samples", "Positions to learn from, the newest ones.")
        .def(
            "__init__",
            [](B* self, typename Conversion<State>::Argument argument, std::size_t capacity) {
                const State state = Conversion<State>::full(argument);
                new (self) B{state.options(), state.encodings(), Samples<State>(capacity)};
            },
            nb::arg("state"), nb::arg("capacity"),
            nb::sig("def __init__(self, state: typing.Any, capacity: int) -> None"))
        .def_prop_ro("size", [](const B& self) { return self.samples.size(); })
        .def_prop_ro("total", [](const B& self) { return self.samples.total(); })
        .def_prop_ro("capacity", [](const B& self) { return self.samples.capacity(); })
        .def("play", &play_samples<State>, nb::arg("settings"), nb::arg("games"), nb::arg("seed"),
             nb::arg("first"), nb::arg("threads"),
             nb::sig("def play(self, settings: dict[str, typing.Any], games: int, seed: int, "
                     "first: int, threads: int) -> dict[str, typing.Any]"))
        .def("add", &add_sample<State>, nb::arg("state"), nb::arg("moves"),
             nb::arg("probabilities"), nb::arg("values"),
             nb::sig("def add(self, state: typing.Any, moves: list[typing.Any], "
                     "probabilities: list[float], values: list[float]) -> None"))
        .def("sample", &sample_to_python<State>, nb::arg("index"),
             nb::sig("def sample(self, index: int) "
                     "-> tuple[typing.Any, list[typing.Any], list[float], list[float]]"))
        .def(
            "draw",
            [](const B& self, std::size_t rows, Rng& rng, const std::string& encoding,
               bool over_moves, bool symmetries) {
                const auto request = self.request(encoding, over_moves, symmetries);
                Batch batch;
                {
                    const nb::gil_scoped_release release;
                    batch = self.samples.draw(rows, request, rng);
                }
                return batch_to_python(std::move(batch), rows, request.inputs);
            },
            nb::arg("rows"), nb::arg("rng"), nb::arg("encoding"), nb::arg("over_moves"),
            nb::arg("symmetries"),
            nb::sig("def draw(self, rows: int, rng: quadrille.core._core.Rng, encoding: str, "
                    "over_moves: bool, symmetries: bool) -> dict[str, typing.Any]"))
        .def(
            "all",
            [](const B& self, const std::string& encoding, bool over_moves) {
                const auto request = self.request(encoding, over_moves, false);
                return batch_to_python(self.samples.all(request), self.samples.size(),
                                       request.inputs);
            },
            nb::arg("encoding"), nb::arg("over_moves"),
            nb::sig("def all(self, encoding: str, over_moves: bool) -> dict[str, typing.Any]"))
        .def("dump",
             [](const B& self) {
                 ByteWriter out;
                 out.number(self.samples.total());
                 for (std::size_t i = 0; i < self.samples.size(); ++i)
                     write_sample(self.samples.at(i), out);
                 return nb::bytes(out.bytes().data(), out.bytes().size());
             })
        .def(
            "load",
            [](B& self, const nb::bytes& bytes) {
                Samples<State> loaded(self.samples.capacity());
                const auto total = add_samples(bytes, self.options, loaded);
                loaded.set_total(total);
                self.samples = std::move(loaded);
            },
            nb::arg("bytes"), "Replace all by what dump() gave.")
        .def(
            "extend",
            [](B& self, const nb::bytes& bytes) { add_samples(bytes, self.options, self.samples); },
            nb::arg("bytes"), "Add what dump() gave.");
}

}  // namespace quadrille::search
