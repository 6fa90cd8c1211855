#include "quadrille/games/connect_four/rules.hpp"

namespace quadrille::connect_four {

std::vector<std::string> State::feature_names() const {
    return {"won", "threes", "twos", "centre"};
}

std::vector<float> State::weights() const { return {100, 0.4F, 0.08F, 0.1F}; }

// Per side: has it won; lines of four squares that hold three, and two, of its discs and none of
// the other's; discs in the centre column.
void State::features(std::span<float> out) const {
    for (int side = 0; side < 2; ++side) {
        const std::uint64_t mine = discs(side);
        const std::uint64_t other = discs(1 - side);
        int counts[5] = {};
        for (const int step : {1, height - 1, height, height + 1})
            for (int start = 0; start + 3 * step < height * columns; ++start) {
                std::uint64_t line = 0;
                for (int k = 0; k < 4; ++k) line |= std::uint64_t{1} << (start + k * step);
                // The empty seventh row keeps lines from wrapping: such lines are not lines.
                if (line & bottom_row << rows || line & other) continue;
                ++counts[std::popcount(line & mine)];
            }
        float* row = out.data() + side * 4;
        row[0] = winner() == side ? 1.0F : 0.0F;
        row[1] = static_cast<float>(counts[3]);
        row[2] = static_cast<float>(counts[2]);
        row[3] = static_cast<float>(std::popcount(mine & column_bits << (height * 3)));
    }
}

}  // namespace quadrille::connect_four
