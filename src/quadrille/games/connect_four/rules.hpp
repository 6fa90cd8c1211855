// Connect Four: the smallest complete game, the one to copy when adding another.
//
// The state keeps all discs and those of the player to move, as sets of squares (board.hpp); a move
// swaps roles by one xor.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/core/bits.hpp"
#include "quadrille/core/game.hpp"
#include "quadrille/games/connect_four/board.hpp"

namespace quadrille::connect_four {

// A move drops a disc into a column: the value is the column, counted from 0 at the left.
struct Move {
    std::uint32_t value;

    int column() const { return static_cast<int>(value); }
    std::string text() const { return std::string(1, static_cast<char>('1' + value)); }

    friend auto operator<=>(const Move&, const Move&) = default;
};

// Connect Four has no options; games/quarto/rules.hpp shows some.
struct Options {
    static std::vector<OptionField<Options>> fields() { return {}; }
};

class ExactSolver;
class Solver;

class State : public GameDefaults<State> {
  public:
    using Move = connect_four::Move;
    using Options = connect_four::Options;
    using ExactSolver = connect_four::ExactSolver;

    static constexpr const char* name = "connect_four";
    static constexpr const char* title = "Connect Four";
    static constexpr const char* summary = "Drop discs into columns; four in a line wins.";
    static constexpr int max_players = 2;

    // --- rules -----------------------------------------------------------------------------

    static State create(const Options&, Rng&) { return {}; }

    int num_players() const { return 2; }
    int player() const { return is_over() ? NOBODY : mover(); }
    bool is_over() const { return end_ != End::not_yet; }
    int max_moves() const { return columns; }
    int max_plies() const { return num_squares; }

    void legal_moves(std::vector<Move>& out) const {
        out.clear();
        if (is_over()) return;
        for (std::uint32_t column = 0; column < columns; ++column)
            if (is_open(column)) out.push_back({column});
    }

    bool is_legal(Move move) const {
        return !is_over() && move.value < columns && is_open(move.value);
    }

    // Draws a column until it is open: most are, and the draw need not wait for the board.
    Move random_move(Rng& rng) const {
        for (;;) {
            const std::uint32_t column = rng.below(columns);
            if (is_open(column)) return {column};
        }
    }

    void play(Move move) {
        mine_ ^= occupied_;
        occupied_ |= occupied_ + (std::uint64_t{1} << (height * move.value));
        if (has_four(occupied_ ^ mine_))
            end_ = End::won;
        else if (occupied_ == full_board)
            end_ = End::drawn;
    }

    // One point to the winner.
    std::array<double, 2> scores() const {
        const int winner = this->winner();
        return {winner == 0 ? 1.0 : 0.0, winner == 1 ? 1.0 : 0.0};
    }

    std::uint64_t hash() const { return combine(mix64(occupied_), mine_); }

    friend bool operator==(const State&, const State&) = default;

    // --- text (rules.cpp) ------------------------------------------------------------------

    static State parse(const Options& options, std::string_view text);
    std::string text() const;
    Options options() const { return {}; }
    Move parse_move(std::string_view text) const;
    std::vector<std::string> problems() const;

    // --- networks and evaluation (encode.cpp, evaluate.cpp) ---------------------------------

    int num_actions() const { return columns; }
    std::vector<Encoding> encodings() const;
    void encode(int encoding, int player, void* out) const;
    void inputs(int encoding, int player, Inputs& out) const;
    // The board itself, and its mirror image.
    int num_symmetries() const { return 2; }
    State image(int symmetry) const;
    Move image_of(Move move, int symmetry) const {
        return symmetry == 0 ? move : Move{columns - 1 - move.value};
    }
    std::vector<std::string> feature_names() const;
    void features(std::span<float> out) const;
    std::vector<float> weights() const;
    std::uint64_t canonical_key() const;
    std::optional<std::array<double, 2>> exact(std::uint64_t budget) const;  // exact.cpp

    // --- what drawings and the solver ask -----------------------------------------------------------------

    // The player whose disc lies there, or -1.
    int disc(int column, int row) const;
    // Who has won, or -1.
    int winner() const { return end_ == End::won ? 1 - mover() : -1; }
    // Bits (7 * column + row) of every completed line of four.
    std::uint64_t winning_discs() const;
    std::uint64_t occupied() const { return occupied_; }
    // The discs of the player to move, or who would be.
    std::uint64_t mine() const { return mine_; }

  private:
    enum class End : std::uint8_t { not_yet, won, drawn };

    int mover() const { return std::popcount(occupied_) & 1; }
    std::uint64_t discs(int player) const { return player == mover() ? mine_ : occupied_ ^ mine_; }

    bool is_open(std::uint32_t column) const {
        return (occupied_ >> (height * column + rows - 1) & 1) == 0;
    }

    std::uint64_t occupied_ = 0;
    std::uint64_t mine_ = 0;
    End end_ = End::not_yet;
};

// Finds exact values and remembers what it has found out (exact.cpp).
class ExactSolver {
  public:
    // For a search that asks about many positions, at little cost each.
    explicit ExactSolver(const State&);
    // For hard positions; at most so many megabytes are used.
    explicit ExactSolver(int megabytes);
    ~ExactSolver();

    std::optional<std::array<double, 2>> value(const State& state, std::uint64_t budget);

    // The value for the player to move of a position that is not over; a bound where it is not
    // between low and high. allow() says how many positions may be looked at before it is asked
    // again, and throws to end the search.
    int value_between(const State& state, int low, int high,
                      const std::function<std::uint64_t()>& allow);
    // Positions looked at so far.
    std::uint64_t nodes() const;

  private:
    Solver& solver_for(const State& state);

    std::size_t max_bytes_;
    std::size_t bytes_ = 0;           // of the table
    std::uint64_t nodes_before_ = 0;  // by solvers with smaller tables
    std::unique_ptr<Solver> solver_;  // made for the first question
};

static_assert(NativeState<State>);  // the contract, checked by the compiler

}  // namespace quadrille::connect_four
