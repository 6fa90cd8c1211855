// The groups of four squares that win, as 16-bit masks (bit 4 * rank + file), for each rule set.
#pragma once

#include <array>
#include <cstdint>

namespace quadrille::quarto {

using SquareSet = std::uint16_t;

// The up to eight groups that a square belongs to, in this order; the planes of the encoding
// `relational` and the tables below use it. A block is named by where the square lies in it.
enum Group { row, column, diagonal, antidiagonal, block_sw, block_se, block_nw, block_ne };
inline constexpr int num_groups = 8;
inline constexpr int max_lines = 32;  // torus with squares: 4 + 4 + 4 + 4 + 16

struct Lines {
    int count = 0;
    std::array<SquareSet, max_lines> masks{};
    static constexpr std::int8_t none = max_lines;
    // By group and square: the index into masks, or `none`.
    std::array<std::array<std::int8_t, 16>, num_groups> of_group{};
    // The masks through a square, padded with full boards, which never share a trait.
    int through_count = 0;
    std::array<std::array<SquareSet, num_groups>, 16> through{};
};

constexpr SquareSet square_bit(int file, int rank) {
    return static_cast<SquareSet>(1 << (4 * (rank & 3) + (file & 3)));
}

// The line of a group through a square, or 0 if the board's edge cuts it off.
constexpr SquareSet group_mask(int group, int file, int rank, bool squares, bool torus) {
    SquareSet mask = 0;
    switch (group) {
        case row:
            for (int i = 0; i < 4; ++i) mask |= square_bit(i, rank);
            return mask;
        case column:
            for (int i = 0; i < 4; ++i) mask |= square_bit(file, i);
            return mask;
        case diagonal:
            if (!torus && file != rank) return 0;
            for (int i = 0; i < 4; ++i) mask |= square_bit(file + i, rank + i);
            return mask;
        case antidiagonal:
            if (!torus && file + rank != 3) return 0;
            for (int i = 0; i < 4; ++i) mask |= square_bit(file - i, rank + i);
            return mask;
        default: {
            const int left = group == block_se || group == block_ne ? file - 1 : file;
            const int low = group == block_nw || group == block_ne ? rank - 1 : rank;
            const bool inside = left >= 0 && left < 3 && low >= 0 && low < 3;
            if (!squares || (!torus && !inside)) return 0;
            for (int i = 0; i < 4; ++i) mask |= square_bit(left + i % 2, low + i / 2);
            return mask;
        }
    }
}

constexpr Lines make_lines(bool squares, bool torus) {
    Lines lines;
    for (int square = 0; square < 16; ++square) {
        auto& through = lines.through[static_cast<std::size_t>(square)];
        through.fill(0xffff);
        int through_count = 0;
        for (int group = 0; group < num_groups; ++group) {
            const SquareSet mask = group_mask(group, square % 4, square / 4, squares, torus);
            std::int8_t index = Lines::none;
            if (mask != 0) {
                index = 0;
                while (index < lines.count && lines.masks[static_cast<std::size_t>(index)] != mask)
                    ++index;
                if (index == lines.count)
                    lines.masks[static_cast<std::size_t>(lines.count++)] = mask;
                through[static_cast<std::size_t>(through_count++)] = mask;
            }
            lines.of_group[static_cast<std::size_t>(group)][static_cast<std::size_t>(square)] =
                index;
        }
        if (through_count > lines.through_count) lines.through_count = through_count;
    }
    return lines;
}

// Indexed by rule set: 1 for squares, 2 for torus, 3 for both.
inline constexpr std::array<Lines, 4> all_lines{make_lines(false, false), make_lines(true, false),
                                                make_lines(false, true), make_lines(true, true)};

static_assert(all_lines[0].count == 10 && all_lines[1].count == 19 && all_lines[2].count == 16 &&
              all_lines[3].count == 32);

}  // namespace quadrille::quarto
