#include "quadrille/games/connect_four/rules.hpp"

namespace quadrille::connect_four {

namespace {

enum Name { planes, discs_by_square, threats };

constexpr int num_disc_inputs = 2 * num_squares;
constexpr int num_threat_inputs = 4 * num_squares + 4 * columns;

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
             {num_disc_inputs},
             DType::float32,
             1,
             "own discs, then the other's, column by column from the bottom",
             true},
            {"threats",
             {num_threat_inputs},
             DType::float32,
             1,
             "the same; free squares that complete a line for either; what a column offers",
             true}};
}

void State::inputs(int encoding, int player, Inputs& out) const {
    out.clear();
    int first = 0;  // bit 7 * column + row is input 6 * column + row
    const auto add_squares = [&](std::uint64_t squares) {
        for_each_bit(squares, [&](int bit) {
            out.push_back(static_cast<std::uint16_t>(first + bit - bit / height));
        });
        first += num_squares;
    };
    const std::uint64_t own = discs(player), others = discs(1 - player);
    add_squares(own);
    add_squares(others);
    if (encoding == discs_by_square) return;
    const std::uint64_t free = full_board & ~occupied_;
    const std::uint64_t own_wins = completing(own) & free, other_wins = completing(others) & free;
    add_squares(own_wins);
    add_squares(other_wins);
    const auto add_columns = [&](std::uint64_t squares) {
        for_each_bit(squares, [&](int bit) {
            out.push_back(static_cast<std::uint16_t>(first + bit / height));
        });
        first += columns;
    };
    const std::uint64_t next = next_squares(occupied_), above = next << 1;
    add_columns(own_wins & next);
    add_columns(other_wins & next);
    add_columns(own_wins & above);
    add_columns(other_wins & above);
}

void State::encode(int encoding, int player, void* out) const {
    if (encoding != planes) {
        const int size = encoding == discs_by_square ? num_disc_inputs : num_threat_inputs;
        return encode_inputs(*this, encoding, static_cast<std::size_t>(size), player, out);
    }
    auto* plane = static_cast<float*>(out);
    for (const int owner : {player, 1 - player}) {
        const std::uint64_t discs = this->discs(owner);
        for (int row = rows - 1; row >= 0; --row, plane += columns)
            write_bits<columns + 1>(plane, bits_of_row(discs, row));  // what follows mends the last
    }
    std::fill_n(plane, rows * columns, player == this->player() ? 1.0F : 0.0F);
}

}  // namespace quadrille::connect_four
