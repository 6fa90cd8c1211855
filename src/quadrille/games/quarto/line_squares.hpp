// Lines as lists of squares, for boards that keep a byte for each square.
#pragma once

#include "quadrille/games/quarto/bytes.hpp"
#include "quadrille/games/quarto/rules.hpp"

namespace quadrille::quarto {

using Order = std::array<std::uint8_t, 16>;

// The squares of sixteen lines: entry i has the i-th square of each. Lines that are missing are
// repeated ones.
using LineSquares = std::array<Order, 4>;

constexpr LineSquares line_squares(const Lines& lines, int from) {
    LineSquares table{};
    for (int i = 0; i < 16; ++i) {
        const int line = from + i < lines.count ? from + i : 0;
        unsigned rest = lines.masks[static_cast<std::size_t>(line)];
        for (Order& squares : table) {
            squares[static_cast<std::size_t>(i)] =
                static_cast<std::uint8_t>(std::countr_zero(rest));
            rest &= rest - 1;
        }
    }
    return table;
}

inline constexpr std::array<std::array<LineSquares, 2>, 4> all_line_squares = [] {
    std::array<std::array<LineSquares, 2>, 4> table{};
    for (std::size_t rules = 0; rules < 4; ++rules)
        table[rules] = {line_squares(all_lines[rules], 0), line_squares(all_lines[rules], 16)};
    return table;
}();

// The board's lanes as a byte of lanes for each square, and back.
inline constexpr Bytes16 even_bytes_first{0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15};
inline constexpr Bytes16 halves_in_turn{0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15};

inline Bytes16 lanes_by_square(LaneVector lanes) {
    return transposed_halves(shuffled(std::bit_cast<Bytes16>(lanes), even_bytes_first));
}
inline LaneVector squares_by_lane(Bytes16 lanes) {
    return std::bit_cast<LaneVector>(shuffled(transposed_halves(lanes), halves_in_turn));
}

}  // namespace quadrille::quarto
