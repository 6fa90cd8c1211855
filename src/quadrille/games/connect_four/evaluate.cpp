#include "quadrille/games/connect_four/rules.hpp"

namespace quadrille::connect_four {

std::vector<std::string> State::feature_names() const {
    return {"won", "threes", "twos", "centre"};
}

std::vector<float> State::weights() const { return {100, 0.4F, 0.08F, 0.1F}; }

namespace {

struct Counts {
    int twos = 0, threes = 0;
};

// How many lines of four squares hold two, and three, of `mine` and are free otherwise: a
// line is the bit of its first square, so that all lines of a direction are counted at once.
Counts count_lines(std::uint64_t mine, std::uint64_t free, std::span<const int> steps) {
    Counts counts;
    for (const int step : steps) {
        const std::uint64_t open = free & free >> step & free >> (2 * step) & free >> (3 * step);
        const std::uint64_t a = mine, b = mine >> step, c = mine >> (2 * step),
                            d = mine >> (3 * step);
        const std::uint64_t one_ab = a ^ b, one_cd = c ^ d, both_ab = a & b, both_cd = c & d;
        const std::uint64_t two = (one_ab & one_cd) | ((both_ab ^ both_cd) & ~(one_ab | one_cd));
        const std::uint64_t three = (one_ab & both_cd) | (both_ab & one_cd);
        counts.twos += std::popcount(open & two);
        counts.threes += std::popcount(open & three);
    }
    return counts;
}

}  // namespace

// Per side: has it won; lines of four squares that hold three, and two, of its discs and none of
// the other's; discs in the centre column.
void State::features(std::span<float> out) const {
    for (int side = 0; side < 2; ++side) {
        const std::uint64_t mine = discs(side);
        const auto [twos, threes] = count_lines(mine, full_board & ~discs(1 - side), line_steps);
        float* row = out.data() + side * 4;
        row[0] = winner() == side ? 1.0F : 0.0F;
        row[1] = static_cast<float>(threes);
        row[2] = static_cast<float>(twos);
        row[3] = static_cast<float>(std::popcount(mine & column_bits << (height * 3)));
    }
}

}  // namespace quadrille::connect_four
