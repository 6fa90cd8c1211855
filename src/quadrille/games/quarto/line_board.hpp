// The board as the solver and the evaluation see it: lines instead of squares.
//
// For each line one byte of `common` holds the trait values that all its pieces share (one bit a
// lane, see relations.hpp) and one byte of `count` how many pieces lie on it. Placing a piece is
// two vector instructions, and the pieces that may not be given follow from the lines that hold
// three pieces. The rule set is a template parameter: up to 16 lines fit one 16-byte vector, the
// rule sets with blocks need 32 bytes.
#pragma once

#include <type_traits>

#include "quadrille/games/quarto/line_squares.hpp"
#include "quadrille/games/quarto/relations.hpp"

// Without AVX the compiler warns that wide vectors are passed otherwise than with it. Everything
// that passes them is compiled together.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace quadrille::quarto {

using Bytes32 [[gnu::vector_size(32)]] = std::uint8_t;

template <int Rules>
struct LineBoard {
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

    // All ones where there is a line.
    static constexpr std::array<std::uint8_t, size> is_line = [] {
        std::array<std::uint8_t, size> table{};
        for (std::size_t line = 0; line < size; ++line)
            if (all_lines[Rules].masks[line] != 0) table[line] = 0xff;
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

    LineBoard() = default;
    // The remaining pieces are the state's: a piece in hand is not among them.
    explicit LineBoard(const State& state) : rest(state.remaining()), empty(state.empty()) {
        const Bytes16 lanes = lanes_by_square(std::bit_cast<LaneVector>(state.lanes()));
        const Bytes16 open = bytes_of_set(empty);
        pieces = piece_bits<1, 8>(lanes) | piece_bits<3, 4>(lanes) | piece_bits<5, 2>(lanes) |
                 piece_bits<7, 1>(lanes);
        std::array<Bytes16, 2> shared, taken;
        for (std::size_t half = 0; half < size / 16; ++half) {
            shared[half] = Bytes16{} + std::uint8_t{0xff};
            taken[half] = Bytes16{};
            for (const Order& squares : all_line_squares[Rules][half]) {
                shared[half] &= shuffled(lanes | open, std::bit_cast<Bytes16>(squares));
                taken[half] -= shuffled(~open, std::bit_cast<Bytes16>(squares));
            }
        }
        if constexpr (wide) {
            common = std::bit_cast<Bytes>(shared);
            count = std::bit_cast<Bytes>(taken);
        } else {
            common = shared[0];
            count = taken[0];
        }
        const auto real = std::bit_cast<Bytes>(is_line);
        common |= ~real;
        count &= real;
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

    // The pieces that complete a line somewhere, wherever they are now.
    PieceSet winning_pieces() const {
        return pieces_with_any[any_lane(common & std::bit_cast<Bytes>(count == 3))];
    }
    // The remaining pieces that complete no line anywhere.
    PieceSet safe() const { return static_cast<PieceSet>(rest & ~winning_pieces()); }

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
    // A bit of a piece where its square has a lane.
    template <int Lane, std::uint8_t Bit>
    static Bytes16 piece_bits(Bytes16 lanes) {
        return std::bit_cast<Bytes16>((lanes & std::uint8_t{1U << Lane}) != 0) & Bit;
    }

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

// Calls visit(board) with the board of a state under its rules.
template <class Visit>
auto on_line_board(const State& state, Visit&& visit) {
    const Options options = state.options();
    switch (options.squares + 2 * options.torus) {
        case 0:
            return visit(LineBoard<0>(state));
        case 1:
            return visit(LineBoard<1>(state));
        case 2:
            return visit(LineBoard<2>(state));
        default:
            return visit(LineBoard<3>(state));
    }
}

}  // namespace quadrille::quarto
