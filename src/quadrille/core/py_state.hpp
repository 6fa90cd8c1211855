// A Python-written game behind the native contract, so that every search, environment and count
// works on it unchanged. Each call takes the GIL; callers may have released it.
#pragma once

#include "quadrille/core/binding/bind_convert.hpp"

namespace quadrille {

// A Python object that may be copied and destroyed by threads that do not hold the GIL.
class PyHandle {
  public:
    PyHandle() = default;
    explicit PyHandle(nb::object object) : object_(std::move(object)) {}
    PyHandle(const PyHandle& other) {
        const nb::gil_scoped_acquire gil;
        object_ = other.object_;
    }
    PyHandle(PyHandle&& other) noexcept : object_(std::move(other.object_)) {}
    PyHandle& operator=(PyHandle other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~PyHandle() {
        if (!object_.is_valid()) return;
        const nb::gil_scoped_acquire gil;
        object_.reset();
    }

    const nb::object& get() const { return object_; }

  private:
    nb::object object_;
};

// A subclass of quadrille.State and a mapping with all its options.
struct PyOptions {
    PyHandle state_type;
    PyHandle values;
};

struct PyMove {
    std::uint32_t value;
    friend auto operator<=>(const PyMove&, const PyMove&) = default;
};

class PyState : public GameDefaults<PyState> {
  public:
    using Move = PyMove;
    using Options = PyOptions;
    static constexpr int max_players = 16;
    static constexpr bool has_chance = true;
    static constexpr bool has_secrets = true;

    explicit PyState(nb::object state) : state_(std::move(state)) {}
    PyState(const PyState& other) : state_(other.call_handle("copy")) {}
    PyState(PyState&&) noexcept = default;
    PyState& operator=(PyState other) noexcept {
        state_ = std::move(other.state_);
        return *this;
    }

    static PyState create(const Options& options, Rng& rng) {
        const nb::gil_scoped_acquire gil;
        return PyState(options.state_type.get().attr("create")(
            options.values.get(), nb::cast(&rng, nb::rv_policy::reference)));
    }
    static PyState parse(const Options& options, std::string_view text) {
        const nb::gil_scoped_acquire gil;
        return PyState(
            options.state_type.get().attr("parse")(options.values.get(), nb::cast(text)));
    }
    std::string text() const { return call<std::string>("text"); }
    Options options() const {
        const nb::gil_scoped_acquire gil;
        return {PyHandle(nb::borrow(state_.get().type())), call_handle("options")};
    }

    int num_players() const { return call<int>("num_players"); }
    int num_sides() const { return call<int>("num_sides"); }
    int side(int player) const { return call<int>("side", player); }
    int player() const { return call<int>("player"); }
    bool is_over() const { return player() == NOBODY; }

    void legal_moves(std::vector<Move>& out) const {
        const nb::gil_scoped_acquire gil;
        out.clear();
        for (const nb::handle move : state_.get().attr("legal_moves")())
            out.push_back(to_move(move));
    }
    void chance_moves(std::vector<WeightedMove<Move>>& out) const {
        const nb::gil_scoped_acquire gil;
        out.clear();
        for (const nb::handle option : state_.get().attr("chance_moves")())
            out.push_back({to_move(option[0]), nb::cast<std::uint32_t>(option[1])});
    }
    bool is_legal(Move move) const { return call<bool>("is_legal", move.value); }
    void play(Move move) {
        const nb::gil_scoped_acquire gil;
        state_.get().attr("_play")(move.value);
    }
    Move random_move(Rng& rng) const {
        const nb::gil_scoped_acquire gil;
        return to_move(state_.get().attr("random_move")(nb::cast(&rng, nb::rv_policy::reference)));
    }

    // A random game to its end, at once rather than call by call. A game that has moves is not over
    // and not at a chance node, so that mostly one question is enough for a move.
    std::uint64_t play_out(Rng& rng) {
        const nb::gil_scoped_acquire gil;
        const nb::object& state = state_.get();
        const nb::object list = state.attr("legal_moves"), play = state.attr("_play");
        const nb::object general = python_type("quadrille.core.state", "State");
        const bool own = !state.type().attr("random_move").is(general.attr("random_move"));
        std::uint64_t count = 0;
        std::uint64_t bound = 0;
        for (;; ++count) {
            const nb::object moves = list();
            const std::size_t choices = nb::len(moves);
            if (choices == 0 && player() == NOBODY) return count;
            if (count == bound) bound = checked_bound(count);
            if (own || choices == 0)
                this->play(random_move(rng));
            else
                play(moves[rng.below(static_cast<std::uint32_t>(choices))]);
        }
    }

    std::array<double, max_players> scores() const { return values("scores"); }
    std::array<double, max_players> outcome() const { return values("outcome"); }
    std::optional<std::array<double, max_players>> exact(std::uint64_t budget) const {
        const nb::gil_scoped_acquire gil;
        const nb::object found = state_.get().attr("exact")(budget);
        if (found.is_none()) return std::nullopt;
        return to_values(found);
    }
    std::uint64_t hash() const { return call<std::uint64_t>("hash"); }
    // The game's own, or the hash where it has none.
    std::uint64_t canonical_key() const {
        const nb::gil_scoped_acquire gil;
        const bool has_one = nb::hasattr(state_.get(), "canonical_key");
        return call<std::uint64_t>(has_one ? "canonical_key" : "hash");
    }

    PyState view(int player) const { return PyState(call_object("view", player)); }
    Move seen(Move move, int player) const {
        const nb::gil_scoped_acquire gil;
        return to_move(state_.get().attr("seen")(move.value, player));
    }
    PyState redeal(int player, Rng& rng) const {
        const nb::gil_scoped_acquire gil;
        return PyState(
            state_.get().attr("redeal")(player, nb::cast(&rng, nb::rv_policy::reference)));
    }

    // Python-written games say at run time whether views hide anything.
    bool hides_facts() const {
        const nb::gil_scoped_acquire gil;
        return !nb::cast<bool>(state_.get().attr("lacks")().attr("__contains__")("secrets"));
    }

    std::string move_text(Move move) const { return call<std::string>("move_text", move.value); }
    nb::object python_copy() const { return call_object("copy"); }
    // The move as the game itself makes it, with its notation.
    nb::object python_move(Move move) const {
        const nb::gil_scoped_acquire gil;
        return state_.get().attr("parse_move")(state_.get().attr("move_text")(move.value));
    }
    Move parse_move(std::string_view text) const {
        const nb::gil_scoped_acquire gil;
        return to_move(state_.get().attr("parse_move")(nb::cast(text)));
    }
    int num_actions() const { return call<int>("num_actions"); }
    int action(Move move) const { return call<int>("action", move.value); }
    Move move(int action) const {
        const nb::gil_scoped_acquire gil;
        return to_move(state_.get().attr("move")(action));
    }
    int max_moves() const { return call<int>("max_moves"); }
    int max_plies() const { return call<int>("max_plies"); }

    std::vector<Encoding> encodings() const {
        const nb::gil_scoped_acquire gil;
        std::vector<Encoding> result;
        for (const nb::handle item : state_.get().attr("encodings")())
            result.push_back(encoding_from_python(item));
        return result;
    }
    void encode(int which, int player, void* out) const {
        const nb::gil_scoped_acquire gil;
        const Encoding encoding = encodings().at(static_cast<std::size_t>(which));
        const nb::object array = state_.get().attr("encode")(encoding.name, player);
        const auto tensor = nb::cast<AnyArray>(array);
        if (tensor.nbytes() != encoding.bytes())
            throw nb::value_error("encode() returned another size than encodings() declares");
        std::memcpy(out, tensor.data(), encoding.bytes());
    }

    int num_symmetries() const { return call<int>("num_symmetries"); }
    PyState image(int symmetry) const { return PyState(call_object("image", symmetry)); }
    Move image_of(Move move, int symmetry) const {
        const nb::gil_scoped_acquire gil;
        return to_move(state_.get().attr("image_of")(move.value, symmetry));
    }

    std::vector<std::string> feature_names() const {
        const nb::gil_scoped_acquire gil;
        return nb::cast<std::vector<std::string>>(state_.get().attr("feature_names")());
    }
    void features(std::span<float> out) const { copy_floats("features", out); }
    std::vector<float> weights() const {
        std::vector<float> result(feature_names().size());
        copy_floats("weights", result);
        return result;
    }
    void evaluate(std::span<const float> weights, std::span<double> out) const {
        const nb::gil_scoped_acquire gil;
        nb::list list;
        for (const float weight : weights) list.append(weight);
        const nb::object result = state_.get().attr("evaluate")(list);
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = nb::cast<double>(result[i]);
    }
    std::vector<std::string> problems() const {
        const nb::gil_scoped_acquire gil;
        return nb::cast<std::vector<std::string>>(state_.get().attr("problems")());
    }

    friend bool operator==(const PyState& a, const PyState& b) { return a.text() == b.text(); }

  private:
    // max_plies(), or Error if a game has lasted so long and is not over.
    std::uint64_t checked_bound(std::uint64_t moves) const {
        const auto bound = static_cast<std::uint64_t>(std::max(max_plies(), 0));
        if (moves == bound)
            throw Error("the game goes on after max_plies() = " + std::to_string(moves) +
                        " moves in " + quoted(text()));
        return bound;
    }
    static Move to_move(nb::handle move) {
        std::uint32_t value = 0;
        if (!nb::try_cast(move, value))
            throw Error("expected moves that are whole numbers from 0 to 2**32 - 1, got " +
                        python_repr(move));
        return {value};
    }
    template <class... Args>
    PyHandle call_handle(const char* method, Args... args) const {
        const nb::gil_scoped_acquire gil;
        return PyHandle(state_.get().attr(method)(args...));
    }
    template <class... Args>
    nb::object call_object(const char* method, Args... args) const {
        const nb::gil_scoped_acquire gil;
        return state_.get().attr(method)(args...);
    }
    template <class Result, class... Args>
    Result call(const char* method, Args... args) const {
        const nb::gil_scoped_acquire gil;
        return nb::cast<Result>(state_.get().attr(method)(args...));
    }
    std::array<double, max_players> values(const char* method) const {
        const nb::gil_scoped_acquire gil;
        return to_values(state_.get().attr(method)());
    }
    static std::array<double, max_players> to_values(nb::handle numbers) {
        std::array<double, max_players> result{};
        std::size_t i = 0;
        for (const nb::handle value : numbers) result.at(i++) = nb::cast<double>(value);
        return result;
    }
    void copy_floats(const char* method, std::span<float> out) const {
        const nb::gil_scoped_acquire gil;
        const nb::object flat =
            nb::module_::import_("numpy").attr("ravel")(state_.get().attr(method)());
        if (nb::len(flat) != out.size())
            throw nb::value_error("features, weights and feature_names differ in number");
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = nb::cast<float>(flat[i]);
    }
    static Encoding encoding_from_python(nb::handle item) {
        Encoding encoding;
        encoding.name = nb::cast<std::string>(item.attr("name"));
        encoding.shape = nb::cast<std::vector<int>>(item.attr("shape"));
        const bool bytes = nb::cast<std::string>(item.attr("dtype")) == "uint8";
        encoding.dtype = bytes ? DType::uint8 : DType::float32;
        encoding.version = nb::cast<int>(item.attr("version"));
        encoding.doc = nb::cast<std::string>(item.attr("doc"));
        return encoding;
    }

    explicit PyState(PyHandle state) : state_(std::move(state)) {}

    PyHandle state_;
};

static_assert(GameState<PyState>);

}  // namespace quadrille
