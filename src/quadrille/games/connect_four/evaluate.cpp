#include "quadrille/games/connect_four/rules.hpp"

namespace quadrille::connect_four {

std::vector<std::string> State::feature_names() const {
    return {"won", "threes", "twos", "centre"};
}

std::vector<float> State::weights() const { return {100, 0.4F, 0.08F, 0.1F}; }

namespace {

// Every line of four squares, as bits of the board.
constexpr auto lines = [] {
    constexpr int height = rows + 1;
    std::array<std::uint64_t, 69> found{};
    std::size_t count = 0;
    for (const int step : {1, height - 1, height, height + 1})
        for (int start = 0; start + 3 * step < height * columns; ++start) {
            std::uint64_t line = 0;
            bool wraps = false;  // through the empty row above the board
            for (int bit = start; bit <= start + 3 * step; bit += step) {
                line |= std::uint64_t{1} << bit;
                wraps |= bit % height == rows;
            }
            if (!wraps) found[count++] = line;
        }
    return found;
}();
static_assert(lines.back() != 0);

}  // namespace

// Per side: has it won; lines of four squares that hold three, and two, of its discs and none of
// the other's; discs in the centre column.
void State::features(std::span<float> out) const {
    for (int side = 0; side < 2; ++side) {
        const std::uint64_t mine = discs(side);
        const std::uint64_t other = discs(1 - side);
        int twos = 0;
        int threes = 0;
        for (const std::uint64_t line : lines) {
            const int count = (line & other) != 0 ? 0 : std::popcount(line & mine);
            twos += count == 2;
            threes += count == 3;
        }
        float* row = out.data() + side * 4;
        row[0] = winner() == side ? 1.0F : 0.0F;
        row[1] = static_cast<float>(threes);
        row[2] = static_cast<float>(twos);
        row[3] = static_cast<float>(std::popcount(mine & column_bits << (height * 3)));
    }
}

}  // namespace quadrille::connect_four
