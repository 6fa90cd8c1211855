#include "quadrille/games/quarto/line_board.hpp"

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
    if (is_over()) return 0;
    return on_line_board(*this, [](const auto& board) { return board.safe(); });
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
    on_line_board(*this, [&](const auto& board) {
        const PieceSet winners = board.winning_pieces();
        const auto safe = static_cast<PieceSet>(available_ & ~winners);
        row[1] = hand_ >= 0 && winners >> hand_ & 1 ? 1.0F : 0.0F;
        row[2] = hand_ < 0 && safe == 0 ? 1.0F : 0.0F;
        row[3] = std::popcount(safe) % 2 == 1 ? 1.0F : -1.0F;
    });
}

namespace {

// What features() and weigh_features() make of a position that is not over, for its mover.
class MoverValue {
  public:
    explicit MoverValue(std::span<const float> weights) {
        for (int decided = 0; decided < 2; ++decided)
            for (int odd = 0; odd < 2; ++odd) {
                const double parity = odd == 1 ? weights[3] : -weights[3];
                placing_[decided][odd] = squashed(decided * double{weights[1]} + parity);
                giving_[decided][odd] = squashed(decided * double{weights[2]} + parity);
            }
    }
    // The mover is to place, and wins at once or does not.
    double placing(bool wins, PieceSet safe) const { return placing_[wins][is_odd(safe)]; }
    double giving(PieceSet safe) const { return giving_[safe == 0][is_odd(safe)]; }

  private:
    static double squashed(double lead) { return lead / (1 + (lead < 0 ? -lead : lead)); }
    static std::size_t is_odd(PieceSet set) {
        return static_cast<std::size_t>(std::popcount(set) & 1);
    }

    double placing_[2][2], giving_[2][2];
};

}  // namespace

void State::judge_moves(std::span<const float> weights, const std::vector<Move>& moves,
                        std::vector<double>& out) const {
    const MoverValue value(weights);
    out.resize(moves.size());
    on_line_board(*this, [&](const auto& board) {
        double* each = out.data();
        if (hand_ < 0) {
            const PieceSet winners = board.winning_pieces();
            for (const Move move : moves) {
                const auto left = static_cast<PieceSet>(available_ & ~(1U << move.piece()));
                const bool wins = winners >> move.piece() & 1;
                *each++ = -value.placing(wins, static_cast<PieceSet>(left & ~winners));
            }
            return;
        }
        for (const Move move : moves) {
            const int square = move.square();
            if (board.wins(hand_, square))
                *each++ = 1;
            else if (available_ == 0)
                *each++ = 0;
            else
                *each++ = value.giving(board.safe_after(hand_, board.change(square)));
        }
    });
}

}  // namespace quadrille::quarto
