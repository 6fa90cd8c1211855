// Connect Four: the smallest complete game, the one to copy when adding another.
//
// A board of 7 columns of 7 bits each, the seventh row always empty, so that no line wraps from
// one column into the next: bit 7 * column + row, row 0 at the bottom. The state keeps all discs
// and those of the player to move; a move swaps roles by one xor.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/core/bits.hpp"
#include "quadrille/core/game.hpp"

namespace quadrille::connect_four {

inline constexpr int columns = 7;
inline constexpr int rows = 6;

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

class State : public GameDefaults<State> {
  public:
    using Move = connect_four::Move;
    using Options = connect_four::Options;

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
    int max_plies() const { return columns * rows; }

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
    // Lets searches ask the general solver.
    bool is_endgame() const { return std::popcount(occupied_) >= columns * rows - endgame_cells; }

    // --- what drawings ask -----------------------------------------------------------------

    // The player whose disc lies there, or -1.
    int disc(int column, int row) const;
    // Who has won, or -1.
    int winner() const { return end_ == End::won ? 1 - mover() : -1; }
    // Bits (7 * column + row) of every completed line of four.
    std::uint64_t winning_discs() const;

  private:
    enum class End : std::uint8_t { not_yet, won, drawn };

    static constexpr int height = rows + 1;
    static constexpr int endgame_cells = 14;
    static constexpr std::uint64_t column_bits = (1U << rows) - 1;
    static constexpr std::uint64_t bottom_row = 0x0000'0408'1020'4081;
    static constexpr std::uint64_t full_board = bottom_row * column_bits;
    // Lines of four run down, up-left, along or up-right.
    static constexpr std::array line_steps = {1, height - 1, height, height + 1};

    int mover() const { return std::popcount(occupied_) & 1; }
    std::uint64_t discs(int player) const { return player == mover() ? mine_ : occupied_ ^ mine_; }

    bool is_open(std::uint32_t column) const {
        return (occupied_ >> (height * column + rows - 1) & 1) == 0;
    }

    static std::uint64_t completing(std::uint64_t discs);
    static bool has_four(std::uint64_t discs) {
        std::uint64_t found = 0;
        for (const int step : line_steps) {
            const std::uint64_t pairs = discs & (discs >> step);
            found |= pairs & (pairs >> (2 * step));
        }
        return found != 0;
    }

    std::uint64_t occupied_ = 0;
    std::uint64_t mine_ = 0;  // discs of the player to move, or who would be
    End end_ = End::not_yet;
};

static_assert(NativeState<State>);  // the contract, checked by the compiler

}  // namespace quadrille::connect_four
