// The free cells of Sheep by who can be there first.
#pragma once

#include "quadrille/games/sheep/rules.hpp"

namespace quadrille::sheep {

// Who is nearest to the free cells: all that have sheep to spare walk step by step in all eight
// directions at once; a cell belongs to whoever comes first, equals share it.
class Meadow {
  public:
    explicit Meadow(const State& state) : state_(state), unclaimed_(state.free_rows_) {
        for (int player = 0; player < state.num_players(); ++player)
            for (const State::Place place : state.places(player))
                if (state.extra_[place] > 0)
                    reached_[index(player)][place / State::stride] |= 1U << (place % State::stride);
        while (step()) {}
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
    // Sheep that can set out.
    int movable(int player) const {
        int sum = 0;
        for (const State::Place place : state_.places(player))
            if (state_.open_at(place) != 0) sum += state_.extra_[place];
        return sum;
    }

  private:
    using Rows = std::array<std::uint32_t, State::stride>;

    bool step() {
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
        for (std::size_t y = 1; y < rows; ++y) any |= share(grown, y);
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
    std::array<Rows, max_players> reached_{};  // by the last step
    std::array<Rows, max_players> first_{};    // before others or with them
    std::array<int, max_players> twelfths_{};
};

}  // namespace quadrille::sheep
