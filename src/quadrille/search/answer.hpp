// The result of every search, in one form for all games.
#pragma once

#include <array>
#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

namespace quadrille::search {

inline constexpr int max_sides = 16;

// A move as its packed number.
struct AnyMove {
    std::uint32_t value = 0;

    AnyMove() = default;
    explicit AnyMove(std::uint32_t packed) : value(packed) {}
    template <class Move>
        requires requires(Move move) {
            { move.value } -> std::convertible_to<std::uint32_t>;
        }
    AnyMove(Move move) : value(move.value) {}

    friend auto operator<=>(const AnyMove&, const AnyMove&) = default;
};

// A value per side in [-1, 1], 0 beyond the sides that there are.
struct SideValues : std::array<double, max_sides> {
    SideValues() : array{} {}
    template <std::size_t Sides>
    SideValues(const std::array<double, Sides>& values) : array{} {
        static_assert(Sides <= max_sides);
        std::copy(values.begin(), values.end(), begin());
    }
};

struct MoveStats {
    AnyMove move;
    std::optional<std::uint64_t> visits;
    std::optional<double> value;  // for the side of the player to move at the root
    std::optional<double> prior;
    bool exact = false;  // the value is proven, not estimated
};

struct Result {
    AnyMove move;
    SideValues value;
    std::vector<MoveStats> moves;  // ascending by move
    std::vector<AnyMove> pv;
    std::uint64_t nodes = 0;  // positions visited; simulations for mcts
    int depth = 0;            // of the deepest finished iteration, or of the deepest line
    bool exact = false;       // the value is proven, not estimated
    bool valued = true;       // false if nothing is known about the value
};

}  // namespace quadrille::search
