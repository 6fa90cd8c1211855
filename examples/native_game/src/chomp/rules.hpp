// Chomp: a bar of chocolate whose corner square a1 is poisoned. A move bites off a square with all
// squares that are both to the right of it or level, and above it or level. Who eats a1 loses.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/core/game.hpp"

namespace quadrille::chomp {

inline constexpr int columns = 5;
inline constexpr int rows = 4;

// The square that is bitten: rows * column + row, both counted from 0 at a1.
struct Move {
    std::uint32_t value;

    int column() const { return static_cast<int>(value) / rows; }
    int row() const { return static_cast<int>(value) % rows; }
    std::string text() const {
        return {static_cast<char>('a' + column()), static_cast<char>('1' + row())};
    }

    friend auto operator<=>(const Move&, const Move&) = default;
};

// Without options; games/quarto/rules.hpp of Quadrille shows some.
struct Options {
    static std::vector<OptionField<Options>> fields() { return {}; }
};

class State : public GameDefaults<State> {
  public:
    using Move = chomp::Move;
    using Options = chomp::Options;

    static constexpr const char* name = "chomp";
    static constexpr const char* title = "Chomp";
    static constexpr const char* summary =
        "Bite off a corner of the bar; the last square is poison.";
    static constexpr int max_players = 2;

    // --- rules -----------------------------------------------------------------------------

    static State create(const Options&, Rng&) { return {}; }

    int num_players() const { return 2; }
    int player() const { return heights_[0] == 0 ? NOBODY : mover_; }
    int max_moves() const { return columns * rows; }
    int max_plies() const { return columns * rows; }

    void legal_moves(std::vector<Move>& out) const {
        out.clear();
        for (std::uint32_t column = 0; column < columns; ++column)
            for (std::uint32_t row = 0; row < heights_[column]; ++row)
                out.push_back({rows * column + row});
    }

    void play(Move move) {
        for (auto column = static_cast<std::size_t>(move.column()); column < columns; ++column)
            if (heights_[column] > move.row())
                heights_[column] = static_cast<std::uint8_t>(move.row());
        mover_ ^= 1;
    }

    // One point to whoever did not eat the last square: the player who would be to move.
    std::array<double, 2> scores() const {
        const bool over = is_over();
        return {over && mover_ == 0 ? 1.0 : 0.0, over && mover_ == 1 ? 1.0 : 0.0};
    }

    std::uint64_t hash() const {
        std::uint64_t digest = mover_;
        for (const std::uint64_t height : heights_) digest = combine(digest, height);
        return digest;
    }

    friend bool operator==(const State&, const State&) = default;

    // --- text and networks (rules.cpp) -------------------------------------------------------

    static State parse(const Options& options, std::string_view text);
    std::string text() const;
    Options options() const { return {}; }
    Move parse_move(std::string_view text) const;
    std::vector<std::string> problems() const;

    int num_actions() const { return columns * rows; }
    std::vector<Encoding> encodings() const;
    void encode(int encoding, int player, void* out) const;

    // How many squares are left in a column.
    int height(int column) const { return heights_[static_cast<std::size_t>(column)]; }

  private:
    std::array<std::uint8_t, columns> heights_ = {rows, rows, rows, rows, rows};
    std::uint8_t mover_ = 0;
};

static_assert(NativeState<State>);  // the contract, checked by the compiler

}  // namespace quadrille::chomp
