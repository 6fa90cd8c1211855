// Quarto: give a piece, place the piece you were given; four in a line that share a trait win.
//
// For each of the eight trait values (tall, short, light, ...) the board is one 16-bit set of the
// squares whose piece has it; the eight sets fill one SIMD register, so that looking for a line
// through the square just filled is a handful of instructions. Lane 2 * t + v holds the squares
// with value v of trait t, traits in the order tall, light, square, hollow.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/core/bits.hpp"
#include "quadrille/core/game.hpp"
#include "quadrille/games/quarto/lines.hpp"

namespace quadrille::quarto {

// A piece is a number of four bits: 8 tall, 4 light, 2 square, 1 hollow.
using PieceSet = std::uint16_t;
using Lanes = std::array<std::uint16_t, 8>;

inline constexpr int num_squares = 16;
inline constexpr int num_pieces = 16;

// Lanes of a piece: all ones where the piece has the trait value.
inline constexpr std::array<Lanes, num_pieces> piece_lanes = [] {
    std::array<Lanes, num_pieces> table{};
    for (std::size_t piece = 0; piece < num_pieces; ++piece)
        for (std::size_t trait = 0; trait < 4; ++trait)
            table[piece][2 * trait + (piece >> (3 - trait) & 1)] = 0xffff;
    return table;
}();

using LaneVector [[gnu::vector_size(16)]] = std::uint16_t;
using WordVector [[gnu::vector_size(16)]] = std::uint64_t;

inline LaneVector spread(std::uint16_t set) { return LaneVector{} + set; }

// The board's lanes with a piece put on an empty square.
inline LaneVector with_piece(LaneVector lanes, int square, int piece) {
    const auto bit = static_cast<std::uint16_t>(1U << square);
    const Lanes& added = piece_lanes[static_cast<std::size_t>(piece)];
    return lanes | (std::bit_cast<LaneVector>(added) & spread(bit));
}

std::string square_text(int square);  // "b3"
std::string piece_text(int piece);    // "TlSh"

// Values 0..15 place the piece in hand on a square, 16..31 give a piece. The same number is the
// dense action index.
struct Move {
    std::uint32_t value;

    // The masks tell the compiler which kind it is, so that play() need not ask.
    static constexpr Move place(int square) { return {static_cast<std::uint32_t>(square) & 15}; }
    static constexpr Move give(int piece) {
        return {(static_cast<std::uint32_t>(piece) & 15) | 16};
    }

    bool is_give() const { return (value & 16) != 0; }
    // The square of a place, the piece of a give; -1 for the other kind.
    int square() const { return is_give() ? -1 : static_cast<int>(value & 15); }
    int piece() const { return is_give() ? static_cast<int>(value & 15) : -1; }
    std::string text() const {
        return is_give() ? "give:" + piece_text(piece()) : square_text(square());
    }

    friend auto operator<=>(const Move&, const Move&) = default;
};

struct Options {
    bool squares = false;
    bool torus = false;

    static std::vector<OptionField<Options>> fields() {
        return {{"squares", &Options::squares,
                 "A 2x2 block of four pieces that share a trait wins as well."},
                {"torus", &Options::torus,
                 "The board wraps round: broken diagonals and wrapped blocks count."}};
    }
};

// A permutation of the squares and one of the pieces that together keep the rules.
struct Symmetry {
    std::array<std::uint8_t, num_squares> squares;
    std::array<std::uint8_t, num_pieces> pieces;
};

class ExactSolver;

class State : public GameDefaults<State> {
  public:
    using ExactSolver = quarto::ExactSolver;
    using Move = quarto::Move;
    using Options = quarto::Options;

    static constexpr const char* name = "quarto";
    static constexpr const char* title = "Quarto";
    static constexpr const char* summary =
        "Place the piece you are given; four in a line that share a trait win.";
    static constexpr int max_players = 2;

    // --- rules -----------------------------------------------------------------------------

    static State create(const Options& options, Rng&) { return State(options); }

    explicit State(const Options& options)
        : rules_(static_cast<std::uint8_t>(options.squares + 2 * options.torus)) {}

    int num_players() const { return 2; }
    // The giver of the first piece is player 0; whoever places also gives.
    int player() const {
        if (is_over()) return NOBODY;
        return (placed() & 1) ^ static_cast<int>(hand_ >= 0);
    }
    bool is_over() const { return end_ != End::not_yet; }
    int max_moves() const { return 16; }
    int max_plies() const { return 32; }

    void legal_moves(std::vector<Move>& out) const {
        out.clear();
        if (is_over()) return;
        if (hand_ >= 0)
            for_each_bit(empty(), [&](int square) { out.push_back(Move::place(square)); });
        else
            for_each_bit(available_, [&](int piece) { out.push_back(Move::give(piece)); });
    }

    bool is_legal(Move move) const {
        if (is_over() || move.value >= 32) return false;
        if (move.is_give()) return hand_ < 0 && (available_ >> move.piece() & 1);
        return hand_ >= 0 && (empty() >> move.square() & 1);
    }

    Move random_move(Rng& rng) const {
        if (hand_ >= 0) return Move::place(random_member(empty_, rng));
        return Move::give(random_member(available_, rng));
    }

    void play(Move move) {
        if (move.is_give()) {
            hand_ = move.piece();
            available_ &= ~(1U << move.piece());
        } else {
            place(move.square());
        }
    }

    std::uint64_t play_out(Rng& rng);  // random_game.cpp

    // One point to the winner.
    std::array<double, 2> scores() const {
        const int winner = this->winner();
        return {winner == 0 ? 1.0 : 0.0, winner == 1 ? 1.0 : 0.0};
    }

    // Computed from the 16 bytes of the board: cheaper than keeping it up to date in every move.
    std::uint64_t hash() const {
        const auto words = std::bit_cast<WordVector>(lanes_);
        const auto rest = static_cast<std::uint64_t>(hand_ + 1) | std::uint64_t{rules_} << 8;
        return combine(combine(mix64(words[0]), words[1]), rest);
    }

    // Everything else follows from these.
    friend bool operator==(const State& a, const State& b) {
        return a.lanes() == b.lanes() && a.hand_ == b.hand_ && a.rules_ == b.rules_;
    }

    // --- text (rules.cpp) ------------------------------------------------------------------

    static State parse(const Options& options, std::string_view text);
    std::string text() const;
    Options options() const { return {(rules_ & 1) != 0, (rules_ & 2) != 0}; }
    Move parse_move(std::string_view text) const;
    std::vector<std::string> problems() const;

    // --- networks, evaluation, symmetry (encode.cpp, inputs.cpp, evaluate.cpp, symmetry.cpp) -

    int num_actions() const { return 32; }
    std::vector<Encoding> encodings() const;
    void encode(int encoding, int player, void* out) const;
    void inputs(int encoding, int player, Inputs& out) const;
    void move_inputs(int encoding, Move move, Inputs& out) const;
    std::vector<std::string> feature_names() const;
    void features(std::span<float> out) const;
    std::vector<float> weights() const;
    void judge_moves(std::span<const float> weights, const std::vector<Move>& moves,
                     std::vector<double>& out) const;
    std::optional<std::array<double, 2>> exact(std::uint64_t budget) const;  // solver/exact.cpp
    // The board's symmetries times the relabelings, in the order of symmetries() in symmetry.py.
    int num_symmetries() const;
    State image(int symmetry) const;
    Move image_of(Move move, int symmetry) const;
    State transformed(const Symmetry& symmetry) const;
    std::uint64_t canonical_key() const;

    // --- what drawings, encodings and agents ask -------------------------------------------

    int piece(int square) const;        // on a square, or -1
    int hand() const { return hand_; }  // the piece to be placed, or -1
    PieceSet remaining() const {
        return static_cast<PieceSet>(available_);
    }  // neither placed nor in hand
    int placed() const { return num_squares - std::popcount(empty_); }
    int winner() const { return end_ == End::won ? placed() & 1 : -1; }  // or -1
    SquareSet occupied() const { return static_cast<SquareSet>(~empty_); }
    SquareSet empty() const { return static_cast<SquareSet>(empty_); }
    Lanes lanes() const { return std::bit_cast<Lanes>(lanes_); }
    const Lines& lines() const { return all_lines[rules_]; }
    std::vector<SquareSet> winning_lines() const;
    // Empty squares on which the piece in hand wins.
    SquareSet winning_squares() const;
    // Remaining pieces that cannot win at once on the present board.
    PieceSet safe_pieces() const;

  private:
    enum class End : std::uint8_t { not_yet, won, drawn };

    static int random_member(std::uint32_t set, Rng& rng) {
        const auto count = static_cast<std::uint32_t>(std::popcount(set));
        return nth_bit(set, rng.below(count));
    }

    void place(int square) {
        lanes_ = with_piece(lanes_, square, hand_);
        empty_ &= ~(1U << square);
        hand_ = -1;
        if (completes_line(square))
            end_ = End::won;
        else if (empty_ == 0)
            end_ = End::drawn;
    }

    // Whether some line through a square just filled lies within one lane.
    bool completes_line(int square) const {
        const Lines& lines = all_lines[rules_];
        const auto& through = lines.through[static_cast<std::size_t>(square)];
        const auto within = [&](std::size_t i) {
            const LaneVector line = spread(through[i]);
            return (lanes_ & line) == line;
        };
        auto complete = within(0) | within(1) | within(2);
        if (lines.through_count > 3)
            complete |= within(3) | within(4) | within(5) | within(6) | within(7);
        const auto found = std::bit_cast<WordVector>(complete);
        return (found[0] | found[1]) != 0;
    }

    // Sets in 32 bits, which costs nothing here and saves conversions in play().
    LaneVector lanes_{};
    std::uint32_t empty_ = 0xffff;
    std::uint32_t available_ = 0xffff;
    std::int32_t hand_ = -1;
    std::uint8_t rules_ = 0;  // index into all_lines
    End end_ = End::not_yet;
};

class Solver;  // solver/solver.hpp

// Exact values at little cost, remembered from one question to the next.
class ExactSolver {
  public:
    explicit ExactSolver(const State& state);
    ~ExactSolver();
    // Per side; nothing if it takes more than about `budget` boards.
    std::optional<std::array<double, 2>> value(const State& state, std::uint64_t budget);

  private:
    std::unique_ptr<Solver> solver_;
};

// All permutations of the squares that keep the lines of an option set.
const std::vector<std::array<std::uint8_t, num_squares>>& board_symmetries(const Options& options);
// The 384 relabelings of the pieces: permutations of the traits and flips of their values.
const std::vector<std::array<std::uint8_t, num_pieces>>& relabelings();

static_assert(sizeof(State) <= 64);
static_assert(NativeState<State>);  // the contract, checked by the compiler

}  // namespace quadrille::quarto
