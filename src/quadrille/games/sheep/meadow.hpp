// The free cells of Sheep by who can be there first.
#pragma once

#include "quadrille/games/sheep/rules.hpp"

namespace quadrille::sheep {

// Bit x + 1 of row y + 1 is cell x, y.
using Rows = std::array<std::uint32_t, max_size + 2>;

// How many of these cells a king can walk to within four steps.
inline int walk(const Rows& cells, Cell from, int size) {
    constexpr int steps = 4;
    std::array<std::uint32_t, max_size + 4> reached{};  // a row of none at either end
    const int row = from.y() + 1;
    reached[index(row + 1)] = 1U << (from.x() + 1);
    int count = 0;
    for (int step = 1; step <= steps; ++step) {
        const int low = std::max(row - step, 1), high = std::min(row + step, size);
        std::uint32_t before = reached[index(low)];
        count = 0;
        for (int y = low; y <= high; ++y) {
            const std::uint32_t here = reached[index(y + 1)];
            const std::uint32_t near = before | here | reached[index(y + 2)];
            before = here;
            reached[index(y + 1)] = (near | near << 1 | near >> 1) & cells[index(y)];
            count += std::popcount(reached[index(y + 1)]);
        }
    }
    return count;
}

// Who is nearest to the free cells: all that have sheep to spare walk step by step in all eight
// directions at once; a cell belongs to whoever comes first, equals share it.
class Meadow {
  public:
    explicit Meadow(const State& state) : state_(state), unclaimed_(state.free_rows_) {
        for (int player = 0; player < state.num_players(); ++player)
            for (const State::Place place : state.places(player))
                if (state.extra_[place] > 0)
                    reached_[index(player)][place / State::stride] |= 1U << (place % State::stride);
        for (std::size_t steps = 0; step(std::min(steps, num_step_classes - 1)); ++steps) {}
    }

    // Cells that are the player's, in twelfths.
    int twelfths(int player) const { return twelfths_[index(player)]; }

    // Directions in which the player's sheep can set out.
    int open(int player) const {
        int sum = 0;
        for (const State::Place place : state_.places(player))
            if (state_.extra_[place] > 0) sum += std::popcount(state_.open_at(place));
        return sum;
    }
    // Cells from which sheep can set out.
    int movable_cells(int player) const {
        int sum = 0;
        for (const State::Place place : state_.places(player))
            sum += state_.extra_[place] > 0 && state_.open_at(place) != 0;
        return sum;
    }
    // Players, as bits, who come first to a free cell.
    unsigned first_on(Cell cell) const {
        unsigned players = 0;
        for (std::size_t player = 0; player < max_players; ++player)
            players |= (first_[player][index(cell.y() + 1)] >> (cell.x() + 1) & 1) << player;
        return players;
    }
    // The free cells to which the player comes first, and of those the ones to which nobody else does.
    const Rows& first(int player) const { return first_[index(player)]; }
    Rows alone(int player) const {
        Rows found = first(player);
        for (std::size_t other = 0; other < max_players; ++other)
            for (std::size_t row = 0; row < found.size(); ++row)
                if (other != index(player)) found[row] &= ~first_[other][row];
        return found;
    }
    // Those to which somebody comes with the first step, the second, the third, or later.
    static constexpr std::size_t num_step_classes = 4;
    const Rows& at_step(std::size_t step) const { return at_step_[step]; }
    const Rows& free() const { return state_.free_rows_; }
    Rows cells(int player) const {
        Rows found{};
        for (const State::Place place : state_.places(player))
            found[place / State::stride] |= 1U << (place % State::stride);
        return found;
    }
    // Sheep that can set out.
    int movable(int player) const {
        int sum = 0;
        for (const State::Place place : state_.places(player))
            if (state_.open_at(place) != 0) sum += state_.extra_[place];
        return sum;
    }

  private:
    bool step(std::size_t number) {
        const auto rows = index(state_.size()) + 1;
        std::array<Rows, max_players> grown{};
        for (std::size_t player = 0; player < max_players; ++player) {
            const Rows& from = reached_[player];
            for (std::size_t y = 1; y < rows; ++y) {
                const std::uint32_t near = from[y - 1] | from[y] | from[y + 1];
                grown[player][y] = (near | near << 1 | near >> 1) & unclaimed_[y];
            }
        }
        std::uint32_t any = 0;
        for (std::size_t y = 1; y < rows; ++y) {
            const std::uint32_t taken = share(grown, y);
            at_step_[number][y] |= taken;
            any |= taken;
        }
        reached_ = grown;
        return any != 0;
    }

    // Shares out the cells of a row that somebody has come to; these cells.
    std::uint32_t share(const std::array<Rows, max_players>& grown, std::size_t y) {
        const std::uint32_t a = grown[0][y], b = grown[1][y], c = grown[2][y], d = grown[3][y];
        const std::uint32_t taken = a | b | c | d;
        if (taken == 0) return 0;
        // How many have come to each cell, as a binary number of three digits.
        const std::uint32_t carry = (a ^ b) & (c ^ d), both = a & b, pair = c & d;
        const std::uint32_t ones = a ^ b ^ c ^ d, twos = both ^ pair ^ carry;
        const std::array<std::uint32_t, 4> shared_by = {ones & ~twos, twos & ~ones, ones & twos,
                                                        both & pair};
        for (std::size_t player = 0; player < max_players; ++player) {
            first_[player][y] |= grown[player][y];
            for (std::size_t others = 0; others < shared_by.size(); ++others)
                twelfths_[player] += 12 / static_cast<int>(others + 1) *
                                     std::popcount(grown[player][y] & shared_by[others]);
        }
        unclaimed_[y] &= ~taken;
        return taken;
    }

    const State& state_;
    Rows unclaimed_;
    std::array<Rows, max_players> reached_{};       // by the last step
    std::array<Rows, max_players> first_{};         // before others or with them
    std::array<Rows, num_step_classes> at_step_{};  // cells that somebody has come to
    std::array<int, max_players> twelfths_{};
};

}  // namespace quadrille::sheep
