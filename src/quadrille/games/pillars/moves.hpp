// Cells, cards and moves of Pillars.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

namespace quadrille::pillars {

inline constexpr int max_size = 31;
inline constexpr int max_gamers = 5;
inline constexpr int max_height = 10;  // of the centre pillar

enum Card : std::uint8_t { move_card, build_card };

// Steps in the order of legal moves: up, down, left, right.
struct Direction {
    int dx;
    int dy;
    const char* name;
};
inline constexpr std::array<Direction, 4> directions = {
    {{0, 1, "up"}, {0, -1, "down"}, {-1, 0, "left"}, {1, 0, "right"}}};

// A cell of the grid: x from 0 at the left, y from 0 at the bottom, so that c3 is x = 2, y = 2. Columns
// are a to z, then aa, ab and so on.
struct Cell {
    int x = 0;
    int y = 0;

    std::string text() const;
    friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
};

// A step, a build, a card spent for the initiative, or the draw of a card. Values are in the order
// of legal moves.
struct Move {
    std::uint32_t value;

    static constexpr Move step(int direction) { return {static_cast<std::uint32_t>(direction)}; }
    static constexpr Move build(Cell cell) {
        return {1U << 16 | static_cast<std::uint32_t>(cell.y << 5 | cell.x)};
    }
    static constexpr Move pass(Card card) { return {2U << 16 | card}; }
    static constexpr Move draw(Card card) { return {3U << 16 | card}; }
    static constexpr Move unseen_draw() { return {3U << 16 | 2}; }

    constexpr bool is_step() const { return value >> 16 == 0; }
    constexpr bool is_build() const { return value >> 16 == 1; }
    constexpr bool is_pass() const { return value >> 16 == 2; }
    constexpr bool is_draw() const { return value >> 16 == 3; }
    constexpr int direction() const { return static_cast<int>(value & 3); }
    constexpr Cell cell() const {
        return {static_cast<int>(value & 31), static_cast<int>(value >> 5 & 31)};
    }
    // What is spent or drawn; of an unseen draw nothing is known.
    constexpr Card card() const {
        if (is_step()) return move_card;
        return is_build() ? build_card : static_cast<Card>(value & 1);
    }
    constexpr bool is_unseen() const { return *this == unseen_draw(); }
    std::string text() const;

    friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

}  // namespace quadrille::pillars
