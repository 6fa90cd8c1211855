// The board as the solver sees it: lines instead of squares.
//
// For each line one byte of `common` holds the trait values that all its pieces share (one bit a
// lane, see relations.hpp) and one byte of `count` how many pieces lie on it. Placing a piece is
// two vector instructions, and the pieces that may not be given follow from the lines that hold
// three pieces. The rule set is a template parameter: up to 16 lines fit one 16-byte vector, the
// rule sets with blocks need 32 bytes.
#pragma once

#include <type_traits>

#include "quadrille/games/quarto/relations.hpp"

// Without AVX the compiler warns that wide vectors are passed otherwise than with it. Everything
// that passes them is compiled together.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace quadrille::quarto {

using Bytes16 [[gnu::vector_size(16)]] = std::uint8_t;
using Bytes32 [[gnu::vector_size(32)]] = std::uint8_t;

template <int Rules>
struct SolverBoard {
    static constexpr bool wide = all_lines[Rules].count > 16;
    using Bytes = std::conditional_t<wide, Bytes32, Bytes16>;
    static constexpr std::size_t size = sizeof(Bytes);
    using Table = std::array<std::array<std::uint8_t, size>, num_squares>;

    // All ones at the lines through a square.
    static constexpr Table through_table = [] {
        Table table{};
        for (std::size_t square = 0; square < num_squares; ++square)
            for (std::size_t line = 0; line < size; ++line)
                if (all_lines[Rules].masks[line] >> square & 1) table[square][line] = 0xff;
        return table;
    }();

    static Bytes through(int square) {
        return std::bit_cast<Bytes>(through_table[static_cast<std::size_t>(square)]);
    }

    Bytes common = Bytes{} + std::uint8_t{0xff};
    Bytes count{};
    Bytes16 pieces{};        // the piece on each square, 0 where there is none
    PieceSet rest = 0xffff;  // neither placed nor in hand
    SquareSet empty = 0xffff;

    SolverBoard() = default;
    explicit SolverBoard(const State& state) {
        for_each_bit(state.occupied(), [&](int square) { place(state.piece(square), square); });
    }

    int placed() const { return num_squares - std::popcount(empty); }

    void place(int piece, int square) {
        const Bytes lines = through(square);
        common &= ~lines | lanes_of_piece[static_cast<std::size_t>(piece)];
        count -= lines;  // all ones is minus one
        pieces[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(piece);
        rest &= static_cast<PieceSet>(~(1U << piece));
        empty &= static_cast<SquareSet>(~(1U << square));
    }

    // The remaining pieces that complete no line anywhere.
    PieceSet safe() const {
        return static_cast<PieceSet>(
            rest & ~pieces_with_any[any_lane(common & std::bit_cast<Bytes>(count == 3))]);
    }

    // How the lanes that win depend on what is placed on a square: those of `fixed` do anyway, those
    // of `shared` if the piece has them.
    struct Change {
        LaneSet fixed;
        LaneSet shared;
    };
    Change change(int square) const {
        const Bytes lines = through(square);
        return {any_lane(common & std::bit_cast<Bytes>(count == 3) & ~lines),
                any_lane(common & std::bit_cast<Bytes>(count == 2) & lines)};
    }

    // What safe() would be after placing a piece that does not win there.
    PieceSet safe_after(int piece, Change change) const {
        const LaneSet had = lanes_of_piece[static_cast<std::size_t>(piece)];
        const auto winning = static_cast<LaneSet>(change.fixed | (change.shared & had));
        return static_cast<PieceSet>(rest & ~(1U << piece) & ~pieces_with_any[winning]);
    }

    // Whether a piece completes a line on a square.
    bool wins(int piece, int square) const {
        const Bytes lines = through(square);
        return (any_lane(common & lines & std::bit_cast<Bytes>(count == 3)) &
                lanes_of_piece[static_cast<std::size_t>(piece)]) != 0;
    }

  private:
    // The trait values in any byte.
    static LaneSet any_lane(Bytes lanes) {
        const auto words = std::bit_cast<std::array<std::uint64_t, size / 8>>(lanes);
        std::uint64_t any = words[0] | words[1];
        if constexpr (wide) any |= words[2] | words[3];
        any |= any >> 32;
        any |= any >> 16;
        any |= any >> 8;
        return static_cast<LaneSet>(any);
    }
};

}  // namespace quadrille::quarto
