#include "quadrille/games/connect_four/rules.hpp"

namespace quadrille::connect_four {

namespace {

enum Name { planes, discs_by_square };

constexpr int num_squares = columns * rows;

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
             "own discs, the other's discs, all ones if the player is to move; top row first"},
            {"discs",
             {2 * num_squares},
             DType::float32,
             1,
             "own discs, then the other's, column by column from the bottom",
             true}};
}

void State::inputs(int, int player, Inputs& out) const {
    out.clear();
    int first = 0;  // bit 7 * column + row is input 6 * column + row
    for (const int owner : {player, 1 - player}) {
        for_each_bit(discs(owner), [&](int bit) {
            out.push_back(static_cast<std::uint16_t>(first + bit - bit / height));
        });
        first += num_squares;
    }
}

void State::encode(int encoding, int player, void* out) const {
    if (encoding == discs_by_square)
        return encode_inputs(*this, encoding, 2 * num_squares, player, out);
    auto* plane = static_cast<float*>(out);
    for (const int owner : {player, 1 - player}) {
        const std::uint64_t discs = this->discs(owner);
        for (int row = rows - 1; row >= 0; --row, plane += columns)
            write_bits<columns + 1>(plane, bits_of_row(discs, row));  // what follows mends the last
    }
    std::fill_n(plane, rows * columns, player == this->player() ? 1.0F : 0.0F);
}

}  // namespace quadrille::connect_four
