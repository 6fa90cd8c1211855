// A state whose game is known only at run time. Searches whose speed matters less are compiled once
// for it instead of once for every game.
//
// A native game hands one over by its method _search_root (bind.hpp); a Python-written game is
// wrapped here. Copies of one game are assigned in place, so that a search that keeps its states
// allocates nothing per node.
#pragma once

#include <memory>
#include <typeinfo>

#include "quadrille/search/answer.hpp"
#include "quadrille/search/bind_conversion.hpp"

namespace quadrille::search {

class AnyState {
  public:
    using Move = AnyMove;
    static constexpr int max_players = max_sides;
    static constexpr bool has_secrets = true;
    using PerPlayer = std::array<double, max_players>;

    template <class State>
        requires(!std::same_as<State, AnyState> && GameState<State>)
    explicit AnyState(State state) : box_(std::make_unique<BoxOf<State>>(std::move(state))) {}
    AnyState(const AnyState& other) : box_(other.box_->copy()) {}
    AnyState(AnyState&&) noexcept = default;
    AnyState& operator=(const AnyState& other) {
        if (!box_ || !box_->assign(*other.box_)) box_ = other.box_->copy();
        return *this;
    }
    AnyState& operator=(AnyState&&) noexcept = default;

    std::string text() const { return box_->text(); }
    int num_players() const { return box_->num_players(); }
    int num_sides() const { return box_->num_sides(); }
    int side(int player) const { return box_->side(player); }
    int player() const { return box_->player(); }
    bool is_over() const { return player() == NOBODY; }
    bool hides_facts() const { return box_->hides_facts(); }
    void legal_moves(std::vector<Move>& out) const { box_->legal_moves(out); }
    void chance_moves(std::vector<WeightedMove<Move>>& out) const { box_->chance_moves(out); }
    bool is_legal(Move move) const { return box_->is_legal(move.value); }
    void play(Move move) { box_->play(move.value); }
    Move random_move(Rng& rng) const { return Move(box_->random_move(rng)); }
    std::uint64_t play_out(Rng& rng) { return box_->play_out(rng); }
    PerPlayer scores() const { return box_->scores(); }
    PerPlayer outcome() const { return box_->outcome(); }
    std::optional<PerPlayer> exact(std::uint64_t budget) const { return box_->exact(budget); }
    std::uint64_t hash() const { return box_->hash(); }
    // The game's own, or the hash where it has none.
    std::uint64_t canonical_key() const { return box_->canonical_key(); }
    AnyState redeal(int player, Rng& rng) const { return AnyState(box_->redeal(player, rng)); }
    void features(std::span<float> out) const { box_->features(out); }
    std::vector<float> weights() const { return box_->weights(); }
    void evaluate(std::span<const float> weights, std::span<double> out) const {
        box_->evaluate(weights, out);
    }
    std::vector<Encoding> encodings() const { return box_->encodings(); }
    void encode(int encoding, int player, void* out) const { box_->encode(encoding, player, out); }
    void inputs(int encoding, int player, Inputs& out) const {
        box_->inputs(encoding, player, out);
    }
    void move_inputs(int encoding, Move move, Inputs& out) const {
        box_->move_inputs(encoding, move.value, out);
    }
    int action(Move move) const { return box_->action(move.value); }
    int max_moves() const { return box_->max_moves(); }
    int max_plies() const { return box_->max_plies(); }
    // The move as its game's module makes it.
    nb::object python_move(Move move) const { return box_->python_move(move.value); }

  private:
    // One virtual function for each member above; the game's name tells states of one kind apart.
    class Box {
      public:
        virtual ~Box() = default;
        virtual std::unique_ptr<Box> copy() const = 0;
        virtual bool assign(const Box& other) = 0;  // false if the other is of another game
        virtual std::string text() const = 0;
        virtual int num_players() const = 0;
        virtual int num_sides() const = 0;
        virtual int side(int player) const = 0;
        virtual int player() const = 0;
        virtual bool hides_facts() const = 0;
        virtual void legal_moves(std::vector<Move>& out) const = 0;
        virtual void chance_moves(std::vector<WeightedMove<Move>>& out) const = 0;
        virtual bool is_legal(std::uint32_t move) const = 0;
        virtual void play(std::uint32_t move) = 0;
        virtual std::uint32_t random_move(Rng& rng) const = 0;
        virtual std::uint64_t play_out(Rng& rng) = 0;
        virtual PerPlayer scores() const = 0;
        virtual PerPlayer outcome() const = 0;
        virtual std::optional<PerPlayer> exact(std::uint64_t budget) const = 0;
        virtual std::uint64_t hash() const = 0;
        virtual std::uint64_t canonical_key() const = 0;
        virtual std::unique_ptr<Box> redeal(int player, Rng& rng) const = 0;
        virtual void features(std::span<float> out) const = 0;
        virtual std::vector<float> weights() const = 0;
        virtual void evaluate(std::span<const float> weights, std::span<double> out) const = 0;
        virtual std::vector<Encoding> encodings() const = 0;
        virtual void encode(int encoding, int player, void* out) const = 0;
        virtual void inputs(int encoding, int player, Inputs& out) const = 0;
        virtual void move_inputs(int encoding, std::uint32_t move, Inputs& out) const = 0;
        virtual int action(std::uint32_t move) const = 0;
        virtual int max_moves() const = 0;
        virtual int max_plies() const = 0;
        virtual nb::object python_move(std::uint32_t move) const = 0;
    };
    template <GameState State>
    class BoxOf;

    explicit AnyState(std::unique_ptr<Box> box) : box_(std::move(box)) {}

    std::unique_ptr<Box> box_;
};

static_assert(SearchState<AnyState>);

template <GameState State>
class AnyState::BoxOf final : public Box {
  public:
    static_assert(State::max_players <= AnyState::max_players);
    using Own = typename State::Move;

    explicit BoxOf(State state) : state_(std::move(state)) {}

    std::unique_ptr<Box> copy() const override { return std::make_unique<BoxOf>(state_); }
    bool assign(const Box& other) override {
        if (typeid(other) != typeid(*this)) return false;
        state_ = static_cast<const BoxOf&>(other).state_;
        return true;
    }
    std::string text() const override { return state_.text(); }
    int num_players() const override { return state_.num_players(); }
    int num_sides() const override { return state_.num_sides(); }
    int side(int player) const override { return state_.side(player); }
    int player() const override { return state_.player(); }
    bool hides_facts() const override { return state_.hides_facts(); }
    void legal_moves(std::vector<Move>& out) const override {
        static thread_local std::vector<Own> moves;
        state_.legal_moves(moves);
        out.clear();
        for (const Own move : moves) out.push_back(move);
    }
    void chance_moves(std::vector<WeightedMove<Move>>& out) const override {
        std::vector<WeightedMove<Own>> chances;
        state_.chance_moves(chances);
        out.clear();
        for (const auto& [move, weight] : chances) out.push_back({move, weight});
    }
    bool is_legal(std::uint32_t move) const override { return state_.is_legal(Own{move}); }
    void play(std::uint32_t move) override { state_.play(Own{move}); }
    std::uint32_t random_move(Rng& rng) const override { return state_.random_move(rng).value; }
    std::uint64_t play_out(Rng& rng) override { return quadrille::play_out(state_, rng); }
    PerPlayer scores() const override { return widened(state_.scores()); }
    PerPlayer outcome() const override { return widened(state_.outcome()); }
    std::optional<PerPlayer> exact(std::uint64_t budget) const override {
        const auto values = state_.exact(budget);
        return values ? std::optional(widened(*values)) : std::nullopt;
    }
    std::uint64_t hash() const override { return state_.hash(); }
    std::uint64_t canonical_key() const override {
        if constexpr (HasCanonicalKey<State>)
            return state_.canonical_key();
        else
            return state_.hash();
    }
    std::unique_ptr<Box> redeal(int player, Rng& rng) const override {
        return std::make_unique<BoxOf>(state_.redeal(player, rng));
    }
    void features(std::span<float> out) const override { state_.features(out); }
    std::vector<float> weights() const override { return state_.weights(); }
    void evaluate(std::span<const float> weights, std::span<double> out) const override {
        state_.evaluate(weights, out);
    }
    std::vector<Encoding> encodings() const override { return state_.encodings(); }
    void encode(int encoding, int player, void* out) const override {
        state_.encode(encoding, player, out);
    }
    void inputs(int encoding, int player, Inputs& out) const override {
        state_.inputs(encoding, player, out);
    }
    void move_inputs(int encoding, std::uint32_t move, Inputs& out) const override {
        state_.move_inputs(encoding, Own{move}, out);
    }
    int action(std::uint32_t move) const override { return state_.action(Own{move}); }
    int max_moves() const override { return state_.max_moves(); }
    int max_plies() const override { return state_.max_plies(); }
    nb::object python_move(std::uint32_t move) const override {
        return Conversion<State>::move(state_, Own{move});
    }

  private:
    static PerPlayer widened(const std::array<double, State::max_players>& values) {
        PerPlayer result{};
        std::copy(values.begin(), values.end(), result.begin());
        return result;
    }

    State state_;
};

// Python hands over any state: of a native game by its method, else of a Python-written one.
template <>
struct Conversion<AnyState> {
    using Argument = nb::object;
    static AnyState root(const nb::object& state) {
        if (nb::hasattr(state, "_search_root"))
            return nb::cast<AnyState>(state.attr("_search_root")());
        return AnyState(search_root(PyState(state)));
    }
    static nb::object move(const AnyState& state, AnyMove move) { return state.python_move(move); }
};

}  // namespace quadrille::search
