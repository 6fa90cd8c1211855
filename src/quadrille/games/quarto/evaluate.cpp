#include "quadrille/games/quarto/relations.hpp"

namespace quadrille::quarto {

SquareSet State::winning_squares() const {
    SquareSet squares = 0;
    if (hand_ >= 0)
        for_each_threat(*this, [&](SquareSet gap, PieceSet winners) {
            if (winners >> hand_ & 1) squares |= gap;
        });
    return squares;
}

PieceSet State::safe_pieces() const {
    PieceSet unsafe = 0;
    if (is_over()) return 0;
    for_each_threat(*this, [&](SquareSet, PieceSet winners) { unsafe |= winners; });
    return static_cast<PieceSet>(available_ & ~unsafe);
}

std::vector<std::string> State::feature_names() const {
    return {"won", "wins_now", "gives_win", "last_safe"};
}

std::vector<float> State::weights() const { return {100, 20, -20, 0.25F}; }

// Only the player to move has non-zero features, apart from `won`: both sides share the board.
//   won        has completed a line
//   wins_now   holds a piece that completes a line
//   gives_win  must give a piece, and every one completes a line
//   last_safe  if safe pieces are given in turn, +1 when this player gives the last, -1 when not
void State::features(std::span<float> out) const {
    std::fill(out.begin(), out.end(), 0.0F);
    if (winner() >= 0) out[static_cast<std::size_t>(4 * winner())] = 1;
    if (is_over()) return;
    float* row = out.data() + 4 * player();
    const int safe = std::popcount(safe_pieces());
    if (hand_ >= 0) {
        row[1] = winning_squares() != 0 ? 1.0F : 0.0F;
    } else {
        row[2] = safe == 0 ? 1.0F : 0.0F;
    }
    row[3] = safe % 2 == 1 ? 1.0F : -1.0F;
}

}  // namespace quadrille::quarto
