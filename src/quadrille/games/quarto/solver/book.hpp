// A book of the values of all early positions with a piece in hand: at most three pieces placed,
// no win at once, up to symmetry. The value of a board from which a piece is to be given follows
// by looking up every piece.
//
// The book is a list of values in the order of the positions' keys. The keys need not be kept:
// they are listed anew whenever a book is opened, which takes some hundredths of a second.
#pragma once

#include <span>

#include "quadrille/games/quarto/solver/solver.hpp"

namespace quadrille::quarto {

inline constexpr int book_pieces = 3;

// The exact key of a position; equal for symmetric positions only. At most eleven pieces on the
// board, or four and one in hand.
std::uint64_t position_key(const State& state);

class Book {
  public:
    // Without values yet.
    explicit Book(const Options& options);

    std::size_t size() const { return keys_.size(); }

    // Positions with three pieces are solved by search, in the order of keys.
    std::size_t num_full() const { return full_.size(); }
    State full_position(std::size_t index) const { return full_[index]; }
    // The values of all positions, one byte each (value + 1), from those with three pieces.
    std::vector<std::uint8_t> complete(std::span<const std::uint8_t> full_values) const;

    // Takes the values that complete() gave.
    void load(std::vector<std::uint8_t> values);

    bool covers(const State& state) const {
        return !values_.empty() && state.placed() <= book_pieces;
    }
    // The value for the player to move, of a position that it covers.
    int value(const State& state) const { return value(state, values_); }
    // A bound from above for a board with one piece too many, from which a piece is to be given: it
    // is not better than any position that can lead to it; 1 if nothing is known.
    int most(const State& board) const;

  private:
    std::size_t index(const State& state) const;
    int value(const State& state, const std::vector<std::uint8_t>& values) const;

    std::vector<std::uint64_t> keys_;  // ascending
    std::vector<State> full_;
    std::vector<State> others_;  // with fewer pieces, more pieces first
    std::vector<std::uint8_t> values_;
};

}  // namespace quadrille::quarto
