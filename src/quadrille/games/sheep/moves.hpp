// Cells and moves of Sheep.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille::sheep {

inline constexpr int max_size = 20;

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

// A cell of the field: x from 0 at the left, y from 0 at the top. Its number orders cells by rows
// from the top; its name has a letter for the column and the row counted from 1 at the top.
struct Cell {
    std::uint16_t number = 0;

    constexpr Cell() = default;
    constexpr Cell(int x, int y) : number(static_cast<std::uint16_t>(y << 5 | x)) {}

    constexpr int x() const { return number & 31; }
    constexpr int y() const { return number >> 5; }
    std::string text() const;

    friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
};

// The eight directions in the order of a number pad without its middle: 1 2 3 4 6 7 8 9, where 1 is
// up and left. The opposite of direction d is 7 - d.
struct Direction {
    int dx;
    int dy;
    int key;
};
inline constexpr int num_directions = 8;
inline constexpr std::array<Direction, num_directions> directions = {
    {{-1, -1, 1}, {0, -1, 2}, {1, -1, 3}, {-1, 0, 4}, {1, 0, 6}, {-1, 1, 7}, {0, 1, 8}, {1, 1, 9}}};

// Putting the flock on its first cell, a slide of some sheep, or a pass. A slide has where it ends
// as well, which the direction and the position give, so that it can be read without the position;
// 0 sheep stand for a number that one does not know. Slides are ordered by origin, direction and
// number.
struct Move {
    std::uint32_t value;

    static constexpr Move start(Cell cell) { return {1U << 30 | cell.number}; }
    static constexpr Move slide(Cell from, int direction, int sheep, Cell to) {
        return {static_cast<std::uint32_t>(from.number) << 20 |
                static_cast<std::uint32_t>(direction) << 17 |
                static_cast<std::uint32_t>(sheep) << 10 | to.number};
    }
    static constexpr Move pass() { return {2U << 30}; }

    constexpr bool is_slide() const { return value >> 30 == 0; }
    constexpr bool is_start() const { return value >> 30 == 1; }
    constexpr bool is_pass() const { return value >> 30 == 2; }
    constexpr Cell from() const { return cell(value >> 20); }
    constexpr Cell to() const { return cell(value); }
    constexpr int direction() const { return static_cast<int>(value >> 17 & 7); }
    constexpr int sheep() const { return static_cast<int>(value >> 10 & 127); }
    constexpr Move with_sheep(int sheep) const {
        return {(value & ~(127U << 10)) | static_cast<std::uint32_t>(sheep) << 10};
    }
    std::string text() const;

    friend constexpr auto operator<=>(const Move&, const Move&) = default;

  private:
    static constexpr Cell cell(std::uint32_t bits) {
        Cell found;
        found.number = static_cast<std::uint16_t>(bits & 1023);
        return found;
    }
};

}  // namespace quadrille::sheep
