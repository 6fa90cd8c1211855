// What a game is. This header is the whole contract; `games/connect_four/` is its smallest example.
//
// A game is one copyable type, its state. A state answers who moves, what is legal, what a move
// leads to, and how it ended; everything else (text, encodings, features) describes it. Searches,
// environments and bindings are templates over the concept GameState and name no game. What a game
// offers beside its rules, such as a drawing or agents of its own, is a GamePackage (package.py).
//
// Required of every state `s` (const unless it says otherwise), with its move type `Move`:
//
//   S::name, S::title, S::summary   identifier, name for people, one line of what it is about
//   S::Options                      option struct with defaults (core/options.hpp)
//   S::max_players                  capacity of per-player and per-side arrays
//   S::create(options, rng)         the first state; public set-up is drawn from rng here
//   S::parse(options, text)         the state of a position text, or BadPosition
//   s.text()                        one line that round-trips and carries non-default options
//   s.options()                     the options it was made with
//   s.num_players()                 how many play
//   s.player()                      who moves: 0..n-1, CHANCE, or NOBODY when the game is over
//   s.legal_moves(out)              replaces out's content: ascending, no duplicates, a function
//                                   of the position only; empty at chance nodes and at the end
//   s.play(move)  (non-const)       applies a legal or chance move, unchecked
//   s.scores()                      points per player, as if the game stopped now
//   s.hash()                        64 bits, equal for equal states, cheap
//   s.parse_move(text)              the move of a notation, or BadMoveText; not only legal ones
//   s.max_moves(), s.max_plies()    bounds on legal moves and on plies, chance included
//   s == t                          equality, the same as equality of text
//
// A Move is a packed 32-bit number: a struct with one member `std::uint32_t value`, comparable,
// with named accessors and `text()`, the notation a person can type.
//
// What GameDefaults supplies, for a game to replace by a member of the same name:
//
//   has_chance, has_secrets         whether CHANCE ever moves; whether views ever hide anything
//   hides_facts()                   whether views hide anything under these options
//   penalty                         what an illegal move costs in a contest: "game" or "turn"
//   num_sides(), side(player)       the side each player belongs to; values are per side
//   is_over(), is_legal(move)
//   chance_moves(out)               at a chance node: moves with positive integer weights
//   random_move(rng)                a uniform legal move, or a weighted chance move
//   random_moves_follow_history     whether an equal state may draw another one with equal rng
//   can_lose_turn(), lose_turn()    where the penalty is the turn: whether the player to move can
//                                   lose it here, and that it does; a move is drawn otherwise
//   outcome()                       at the end: a value per side in [-1, 1], summing to zero:
//                                   outcome_of() the sum of their players' scores
//   outcome_of(worth)               what the game makes of each side's worth, also when it is
//                                   stopped: (sides beaten - sides lost to) / (sides - 1)
//   view(player)                    the state with all that the player cannot know blanked
//   seen(move, player)              the move as that player sees it
//   redeal(player, rng)             a full state at random among those that view(player) allows
//   move_text(move)                 move.text()
//   num_actions(), action(move), move(action)   dense index for networks: the move's value
//   encodings(), encode(i, player, out)   tensors for networks, written to the caller's buffer;
//                                   the same for the state and for view(player)
//   inputs(i, player, out)          the numbers of a sparse encoding that are not 0, as indices
//   move_inputs(i, move, out)       where a sparse encoding describes moves too: what sets a legal
//                                   move of the player to move apart from others, as indices
//   num_symmetries()                in how many ways the game looks the same, the identity first
//   image(symmetry)                 the state seen that way
//   image_of(move, symmetry)        the move that is to be played there
//   feature_names(), features(out), weights()   named features, [sides x features] row-major,
//                                   each row from that side's point of view, and their weights
//   evaluate(weights, out)          the static value per side, like outcome()
//   exact(budget)                   the outcome under best play of all sides, if it is found by
//                                   looking at no more than about `budget` positions, else
//                                   nothing, as by default; a function of position and budget only
//   ExactSolver                     only if the game has it: a class made from a state whose
//                                   value(state, budget) is like exact(), but remembers earlier
//                                   answers; a search has one of its own. One that is also made
//                                   from megabytes of memory and has value_between() and nodes(),
//                                   as in connect_four, takes the place of the general solver
//   play_out(rng)                   only if the game has it: plays random moves to the end, as
//                                   random_move() would but quicker, and returns how many
//   rollout_move(rng)               only if the game has it: like random_move(), but a player's
//                                   sensible moves are likelier, and hardly slower
//   judge_moves(weights, moves, out)   only if the game has it: about what evaluate() says to the
//                                   mover after each of the legal moves, but quicker
//   main_moves(out)                 only if the game has it: the legal moves without those that
//                                   hardly differ from others, in the same order; returns whether
//                                   some are left out
//   history_key(move)               only if the game has it, static: below 8192 and equal for moves
//                                   of a player that a search may take to be about as good
//   canonical_key()                 only if the game has it: equal for symmetric positions
//   problems()                      every broken invariant, for tests and untrusted positions
//
// play() is for searches and unchecked; Python's play always checks. Nothing uses global
// randomness. No transcendental functions where a result can depend on them.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "quadrille/core/errors.hpp"
#include "quadrille/core/options.hpp"
#include "quadrille/core/rng.hpp"

namespace quadrille {

inline constexpr int CHANCE = -1;
inline constexpr int NOBODY = -2;

enum class DType { float32, uint8 };

// The inputs of a network that are on, by index; one that counts as 2 is listed twice. Replaced, not
// appended to, by whoever fills it.
using Inputs = std::vector<std::uint16_t>;

// One way to write a state as a tensor. The version changes whenever the meaning of a number does.
// A sparse encoding is a vector of small counts, most of them 0, which inputs() lists: what networks
// inside a search read.
struct Encoding {
    std::string name;
    std::vector<int> shape;
    DType dtype = DType::float32;
    int version = 1;
    std::string doc;
    bool sparse = false;
    int move_inputs = 0;  // how many there are to describe a move; 0 if moves are not described

    std::size_t size() const {
        std::size_t product = 1;
        for (const int extent : shape) product *= static_cast<std::size_t>(extent);
        return product;
    }
    std::size_t bytes() const { return size() * (dtype == DType::float32 ? 4 : 1); }
};

template <class Move>
struct WeightedMove {
    Move move;
    std::uint32_t weight;
};

// The general rule of outcome_of(): how many sides one beats less how many it loses to.
template <std::size_t N>
std::array<double, N> outcome_by_rank(const std::array<double, N>& worth, int sides) {
    std::array<double, N> values{};
    for (int a = 0; a < sides && sides > 1; ++a) {
        int balance = 0;
        for (int b = 0; b < sides; ++b) {
            const auto mine = worth[static_cast<std::size_t>(a)];
            const auto other = worth[static_cast<std::size_t>(b)];
            balance += (mine > other) - (mine < other);
        }
        values[static_cast<std::size_t>(a)] = static_cast<double>(balance) / (sides - 1);
    }
    return values;
}

// The general rule of evaluate(): features [sides x weights] weighted and added up per side, the
// sums compared pairwise and squashed by x / (1 + |x|), so that the values stay within [-1, 1] and
// sum to zero.
template <std::size_t N>
void weigh_features(std::span<const float> features, std::span<const float> weights,
                    std::span<double> out) {
    const std::size_t count = weights.size(),
                      sides = features.size() / std::max<std::size_t>(count, 1);
    std::array<double, N> sums{};
    for (std::size_t side = 0; side < sides; ++side)
        for (std::size_t i = 0; i < count; ++i)
            sums[side] += double{weights[i]} * double{features[side * count + i]};
    std::fill(out.begin(), out.end(), 0.0);
    for (std::size_t a = 0; a < sides; ++a)
        for (std::size_t b = a + 1; b < sides; ++b) {
            const double lead = sums[a] - sums[b];
            const double value = lead / (1 + (lead < 0 ? -lead : lead)) / double(sides - 1);
            out[a] += value;
            out[b] -= value;
        }
}

template <class State>
void evaluate_linear(const State& state, std::span<const float> weights, std::span<double> out) {
    const auto sides = static_cast<std::size_t>(state.num_sides());
    const std::size_t count = weights.size();
    float stack[State::max_players * 32];
    std::vector<float> heap;
    std::span<float> features(stack, sides * count);
    if (sides * count > std::size(stack)) features = heap = std::vector<float>(sides * count);
    state.features(features);
    weigh_features<State::max_players>(features, weights, out);
}

// Writes a sparse encoding as a tensor: encode() of a game that has inputs().
template <class State>
void encode_inputs(const State& state, int encoding, std::size_t size, int player, void* buffer) {
    static thread_local Inputs inputs;
    state.inputs(encoding, player, inputs);
    auto* out = static_cast<float*>(buffer);
    std::fill_n(out, size, 0.0F);
    for (const std::uint16_t input : inputs) ++out[input];
}

template <class State>
struct GameDefaults {
    static constexpr bool has_chance = false;
    static constexpr bool has_secrets = false;
    static constexpr bool random_moves_follow_history = false;
    static constexpr const char* penalty = "game";

    int num_sides() const { return self().num_players(); }
    int side(int player) const { return player; }
    bool is_over() const { return self().player() == NOBODY; }
    bool hides_facts() const { return State::has_secrets; }

    template <class Move>
    bool is_legal(Move move) const {
        std::vector<Move> moves;
        self().legal_moves(moves);
        return std::binary_search(moves.begin(), moves.end(), move);
    }

    template <class Out>
    void chance_moves(Out& out) const {
        out.clear();
    }

    auto random_move(Rng& rng) const {
        using Move = typename State::Move;
        if (self().player() == CHANCE) {
            std::vector<WeightedMove<Move>> moves;
            self().chance_moves(moves);
            std::uint32_t total = 0;
            for (const auto& option : moves) total += option.weight;
            std::uint32_t ticket = rng.below(total);
            std::size_t i = 0;
            while (ticket >= moves[i].weight) ticket -= moves[i++].weight;
            return moves[i].move;
        }
        std::vector<Move> moves;
        self().legal_moves(moves);
        return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    }

    auto outcome() const {
        const auto scores = self().scores();
        std::remove_const_t<decltype(scores)> per_side{};
        for (int player = 0; player < self().num_players(); ++player)
            per_side[static_cast<std::size_t>(self().side(player))] +=
                scores[static_cast<std::size_t>(player)];
        return self().outcome_of(per_side);
    }
    template <std::size_t N>
    std::array<double, N> outcome_of(const std::array<double, N>& worth) const {
        return outcome_by_rank(worth, self().num_sides());
    }

    bool can_lose_turn() const { return false; }
    void lose_turn() {}

    State view(int) const { return self(); }
    template <class Move>
    Move seen(Move move, int) const {
        return move;
    }
    State redeal(int, Rng&) const { return self(); }

    template <class Move>
    std::string move_text(Move move) const {
        return move.text();
    }
    template <class Move>
    int action(Move move) const {
        return static_cast<int>(move.value);
    }
    auto move(int action) const { return typename State::Move{static_cast<std::uint32_t>(action)}; }

    std::vector<Encoding> encodings() const { return {}; }
    void encode(int, int, void*) const {}
    void inputs(int, int, Inputs& out) const { out.clear(); }
    template <class Move>
    void move_inputs(int, Move, Inputs& out) const {
        out.clear();
    }

    int num_symmetries() const { return 1; }
    State image(int) const { return self(); }
    template <class Move>
    Move image_of(Move move, int) const {
        return move;
    }

    std::vector<std::string> feature_names() const { return {}; }
    void features(std::span<float>) const {}
    std::vector<float> weights() const { return {}; }
    void evaluate(std::span<const float> weights, std::span<double> out) const {
        evaluate_linear(self(), weights, out);
    }

    auto exact(std::uint64_t) const {
        return std::optional<std::array<double, State::max_players>>();
    }

    std::vector<std::string> problems() const { return {}; }

    friend bool operator==(const GameDefaults&, const GameDefaults&) = default;

  private:
    const State& self() const { return static_cast<const State&>(*this); }
};

template <class M>
concept PackedMove = std::is_trivially_copyable_v<M> && sizeof(M) == 4 && std::totally_ordered<M> &&
                     requires(const M move) {
                         { move.value } -> std::convertible_to<std::uint32_t>;
                         M{std::uint32_t{}};
                     };

// What a search asks of a state. It may be of a game that is known at run time only
// (search/bind_any_state.hpp).
template <class S>
concept SearchState =
    std::copyable<S> && PackedMove<typename S::Move> &&
    requires(const S s, S changing, typename S::Move move, Rng& rng,
             std::vector<typename S::Move>& moves,
             std::vector<WeightedMove<typename S::Move>>& chances, std::span<const float> weights,
             std::span<double> values, Inputs& inputs, void* buffer, int i) {
        { S::has_secrets } -> std::convertible_to<bool>;
        { s.text() } -> std::same_as<std::string>;
        { s.num_players() } -> std::same_as<int>;
        { s.num_sides() } -> std::same_as<int>;
        { s.side(i) } -> std::same_as<int>;
        { s.player() } -> std::same_as<int>;
        { s.is_over() } -> std::same_as<bool>;
        { s.hides_facts() } -> std::same_as<bool>;
        s.legal_moves(moves);
        s.chance_moves(chances);
        { s.is_legal(move) } -> std::same_as<bool>;
        changing.play(move);
        { s.random_move(rng) } -> std::same_as<typename S::Move>;
        { s.scores() } -> std::same_as<std::array<double, S::max_players>>;
        { s.outcome() } -> std::same_as<std::array<double, S::max_players>>;
        { s.hash() } -> std::same_as<std::uint64_t>;
        { s.redeal(i, rng) } -> std::same_as<S>;
        { s.weights() } -> std::same_as<std::vector<float>>;
        s.evaluate(weights, values);
        { s.encodings() } -> std::same_as<std::vector<Encoding>>;
        s.encode(i, i, buffer);
        s.inputs(i, i, inputs);
        s.move_inputs(i, move, inputs);
        { s.action(move) } -> std::same_as<int>;
        { s.max_moves() } -> std::same_as<int>;
        { s.max_plies() } -> std::same_as<int>;
    };

template <class S>
concept GameState = SearchState<S> && std::equality_comparable<S> &&
                    requires(const S s, const typename S::Options options, typename S::Move move,
                             std::string_view text, Rng& rng, std::span<float> floats, int i) {
                        { S::create(options, rng) } -> std::same_as<S>;
                        { S::parse(options, text) } -> std::same_as<S>;
                        { s.options() } -> std::convertible_to<typename S::Options>;
                        { s.view(i) } -> std::same_as<S>;
                        { s.seen(move, i) } -> std::same_as<typename S::Move>;
                        { s.num_symmetries() } -> std::same_as<int>;
                        { s.image(i) } -> std::same_as<S>;
                        { s.image_of(move, i) } -> std::same_as<typename S::Move>;
                        { s.feature_names() } -> std::same_as<std::vector<std::string>>;
                        s.features(floats);
                        { s.move_text(move) } -> std::same_as<std::string>;
                        { s.parse_move(text) } -> std::same_as<typename S::Move>;
                        { s.num_actions() } -> std::same_as<int>;
                        { s.move(i) } -> std::same_as<typename S::Move>;
                        {
                            s.exact(std::uint64_t{})
                        } -> std::same_as<std::optional<std::array<double, S::max_players>>>;
                        { s.problems() } -> std::same_as<std::vector<std::string>>;
                    };

// A state that searches may copy by the million.
template <class S>
concept NativeState = GameState<S> && std::is_trivially_copyable_v<S> &&
                      std::is_trivially_destructible_v<S> && requires(typename S::Move move) {
                          { S::name } -> std::convertible_to<std::string_view>;
                          { S::title } -> std::convertible_to<std::string_view>;
                          { S::summary } -> std::convertible_to<std::string_view>;
                          { move.text() } -> std::same_as<std::string>;
                      };

template <class S>
concept HasCanonicalKey = requires(const S s) {
    { s.canonical_key() } -> std::same_as<std::uint64_t>;
};

}  // namespace quadrille
