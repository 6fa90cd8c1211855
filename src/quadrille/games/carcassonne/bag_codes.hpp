// How many of the tiles that are left fit a cell.
#pragma once

#include <algorithm>
#include <span>

#include "quadrille/games/carcassonne/rules.hpp"

namespace quadrille::carcassonne {

// The tiles left, kind by kind, so that all are compared with a cell at once.
class BagCodes {
  public:
    explicit BagCodes(std::span<const std::uint8_t> bag) {
        known_.fill(unknown);
        for (std::size_t kind = 0; kind < bag.size(); ++kind) {
            if (bag[kind] == 0) continue;
            for (std::size_t turns = 0; turns < 4; ++turns)
                codes_[turns][count_] = codes[kinds[kind].type][turns];
            copies_[count_++] = bag[kind];
        }
    }
    // How many fit a cell that asks for these edges (Needs).
    std::uint8_t fitting(std::uint8_t need, std::uint8_t mask) {
        std::uint8_t& known = known_[static_cast<std::size_t>(need | (mask & 15) << 8)];
        if (known == unknown) known = count_fitting(need, mask);
        return known;
    }

  private:
    static constexpr std::uint8_t unknown = 0xff;
    static_assert(max_tiles < unknown);

    // In a form that compilers turn into instructions for 32 kinds at once; what is added is read in
    // any case, since they keep a read that depends on a condition as a branch.
    std::uint8_t count_fitting(std::uint8_t need, std::uint8_t mask) const {
        std::uint8_t sum = 0;
        for (std::size_t first = 0; first < count_; first += width)
            for (std::size_t i = first; i < first + width; ++i) {
                const auto differ = [&](std::size_t turns) {
                    return static_cast<std::uint8_t>((codes_[turns][i] ^ need) & mask);
                };
                const std::uint8_t least =
                    std::min(std::min(differ(0), differ(1)), std::min(differ(2), differ(3)));
                const std::uint8_t copies = copies_[i];
                sum = static_cast<std::uint8_t>(sum + (least == 0 ? copies : std::uint8_t{0}));
            }
        return sum;
    }

    static constexpr std::size_t width = 32;
    std::array<std::array<std::uint8_t, 2 * width>, 4> codes_{};
    std::array<std::uint8_t, 2 * width> copies_{};
    std::size_t count_ = 0;
    std::array<std::uint8_t, 4096> known_;
    static_assert(num_kinds <= 2 * width);
};

}  // namespace quadrille::carcassonne
