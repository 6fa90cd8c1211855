// Moves of Carcassonne, and the places on a tile where a figure can stand.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace quadrille::carcassonne {

// Where on a tile, in board orientation: a city or road is named by the first of its edges, a
// field by the first of its half-edges.
struct Spot {
    std::uint8_t value;

    static constexpr int num_values = 19;

    static constexpr Spot city(int edge) { return {static_cast<std::uint8_t>(edge)}; }
    static constexpr Spot road(int edge) { return {static_cast<std::uint8_t>(4 + edge)}; }
    // Half 8 is the middle: a field that reaches no border.
    static constexpr Spot field(int half) { return {static_cast<std::uint8_t>(8 + half)}; }
    static constexpr Spot monastery() { return {17}; }
    static constexpr Spot garden() { return {18}; }

    bool is_city() const { return value < 4; }
    bool is_road() const { return value >= 4 && value < 8; }
    bool is_main() const { return value < 8; }
    bool is_field() const { return value >= 8 && value < 17; }
    bool is_sacred() const { return value >= 17; }
    std::string text() const;  // "city:n", "field:nnw", "monastery"

    friend auto operator<=>(const Spot&, const Spot&) = default;
};

enum class Figure : std::uint8_t { none, meeple, big, abbot };

// A draw of a kind of tile, the placing of the drawn tile, or the meeple step: nothing, a figure on
// a spot of the tile just placed, or the abbot taken back. Values are such that places are ordered
// by y, x, rotation.
struct Move {
    std::uint32_t value;

    static constexpr Move draw(int kind) { return {static_cast<std::uint32_t>(kind)}; }
    static constexpr Move place(int x, int y, int turns) {
        return {1U << 24 | static_cast<std::uint32_t>(y + 128) << 10 |
                static_cast<std::uint32_t>(x + 128) << 2 | static_cast<std::uint32_t>(turns)};
    }
    static constexpr Move none() { return {2U << 24}; }
    static constexpr Move put(Figure figure, Spot spot) {
        return {2U << 24 | static_cast<std::uint32_t>(figure) << 8 | spot.value};
    }
    static constexpr Move recall() { return {3U << 24}; }

    bool is_draw() const { return value >> 24 == 0; }
    bool is_place() const { return value >> 24 == 1; }
    bool is_meeple() const { return value >> 24 >= 2; }
    bool is_recall() const { return value >> 24 == 3; }
    int kind() const { return static_cast<int>(value & 0xff); }
    int x() const { return static_cast<int>(value >> 2 & 0xff) - 128; }
    int y() const { return static_cast<int>(value >> 10 & 0xff) - 128; }
    int turns() const { return static_cast<int>(value & 3); }
    Figure figure() const { return static_cast<Figure>(value >> 8 & 3); }
    Spot spot() const { return {static_cast<std::uint8_t>(value & 0xff)}; }
    std::string text() const;

    friend auto operator<=>(const Move&, const Move&) = default;
};

}  // namespace quadrille::carcassonne
