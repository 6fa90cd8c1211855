// The board as sets of squares: 7 columns of 7 bits each, the seventh row always empty, so that no
// line wraps from one column into the next. Bit 7 * column + row, row 0 at the bottom.
#pragma once

#include <array>
#include <cstdint>

namespace quadrille::connect_four {

inline constexpr int columns = 7;
inline constexpr int rows = 6;
inline constexpr int num_squares = columns * rows;
inline constexpr int height = rows + 1;  // bits of a column
inline constexpr std::uint64_t column_bits = (1U << rows) - 1;
inline constexpr std::uint64_t bottom_row = 0x0000'0408'1020'4081;
inline constexpr std::uint64_t full_board = bottom_row * column_bits;
// Lines of four run down, up-left, along or up-right.
inline constexpr std::array line_steps = {1, height - 1, height, height + 1};

inline bool has_four(std::uint64_t discs) {
    std::uint64_t found = 0;
    for (const int step : line_steps) {
        const std::uint64_t pairs = discs & (discs >> step);
        found |= pairs & (pairs >> (2 * step));
    }
    return found != 0;
}

// The squares that complete a line of four with three of the discs; some of them may be taken.
inline std::uint64_t completing(std::uint64_t discs) {
    std::uint64_t found = 0;
    for (const int step : line_steps) {
        const std::uint64_t up = discs << step, down = discs >> step;
        const std::uint64_t two_up = up & (up << step), two_down = down & (down >> step);
        found |= (two_up & (discs << (3 * step))) | (two_up & down) | (two_down & up) |
                 (two_down & (discs >> (3 * step)));
    }
    return found;
}

// The squares on which the next disc of a column comes to lie.
inline std::uint64_t next_squares(std::uint64_t occupied) {
    return (occupied + bottom_row) & full_board;
}

// The discs on the board seen in a mirror.
inline std::uint64_t mirrored(std::uint64_t discs) {
    std::uint64_t image = 0;
    for (int column = 0; column < columns; ++column)
        image |= (discs >> (height * column) & ((1U << height) - 1))
                 << (height * (columns - 1 - column));
    return image;
}

}  // namespace quadrille::connect_four
