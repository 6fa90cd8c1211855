#include "quadrille/games/connect_four/rules.hpp"

namespace quadrille::connect_four {

namespace {

// The discs of a row, a bit for each column: the product moves bit 7 * column to 48 + column, and
// no other bit to where one of these goes.
std::uint64_t bits_of_row(std::uint64_t discs, int row) {
    static_assert(columns == 7 && rows < 7);
    constexpr std::uint64_t bottom = 0x40810204081, gather = 0x1041041041000;
    return ((discs >> row & bottom) * gather) >> 48 & 0x7f;
}

}  // namespace

std::vector<Encoding> State::encodings() const {
    return {{"planes",
             {3, rows, columns},
             DType::float32,
             1,
             "own discs, the other's discs, all ones if the player is to move; top row first"}};
}

void State::encode(int, int player, void* out) const {
    auto* plane = static_cast<float*>(out);
    for (const int owner : {player, 1 - player}) {
        const std::uint64_t discs = this->discs(owner);
        for (int row = rows - 1; row >= 0; --row, plane += columns)
            write_bits<columns + 1>(plane, bits_of_row(discs, row));  // what follows mends the last
    }
    std::fill_n(plane, rows * columns, player == this->player() ? 1.0F : 0.0F);
}

}  // namespace quadrille::connect_four
