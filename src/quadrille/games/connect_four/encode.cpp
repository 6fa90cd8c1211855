#include "quadrille/games/connect_four/rules.hpp"

namespace quadrille::connect_four {

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
        for (int row = rows - 1; row >= 0; --row)
            for (int column = 0; column < columns; ++column)
                *plane++ = static_cast<float>(discs >> (height * column + row) & 1);
    }
    std::fill_n(plane, rows * columns, player == this->player() ? 1.0F : 0.0F);
}

}  // namespace quadrille::connect_four
