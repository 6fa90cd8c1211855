// The order in which two-sided searches try moves: one that wins at once, the table's, killer
// moves (Akl and Newborn 1977), moves that cut off elsewhere (history; Schaeffer 1983), and by the
// static evaluation where that is worth its time.
#pragma once

#include "quadrille/search/minimax.hpp"

namespace quadrille::search {

inline constexpr std::uint32_t no_move = 0xffffffff;

// Moves that caused cutoffs, in any position.
class CutoffMoves {
  public:
    // Fades what earlier searches have learnt.
    void new_search(std::size_t plies) {
        killers_.assign(plies, {no_move, no_move});
        for (auto& weight : history_) weight /= 8;
    }
    void cut_off(std::size_t side, std::uint32_t move, int depth, std::size_t ply) {
        auto& killers = killers_[ply];
        if (killers[0] != move) killers = {move, killers[0]};
        auto& weight = history_[slot(side, move)];
        weight += static_cast<std::uint32_t>(depth * depth);
        if (weight > max_weight)
            for (auto& each : history_) each /= 2;
    }
    // The higher the sooner; below 2^34.
    Score order(std::size_t side, std::uint32_t move, std::size_t ply) const {
        const Score weight = history_[slot(side, move)];
        if (killers_[ply][0] == move) return weight + (Score{2} << 32);
        if (killers_[ply][1] == move) return weight + (Score{1} << 32);
        return weight;
    }

  private:
    static constexpr std::uint32_t max_weight = 1U << 30;
    static constexpr std::size_t slots = 4096;

    static std::size_t slot(std::size_t side, std::uint32_t move) {
        return (side & 1) * slots + (move < slots ? move : mix64(move) % slots);
    }

    std::vector<std::array<std::uint32_t, 2>> killers_;  // by ply
    std::vector<std::uint32_t> history_ = std::vector<std::uint32_t>(2 * slots);
};

// Where moves are to be ranked.
struct Place {
    std::size_t side;  // to move
    std::size_t ply;
    std::uint32_t hint;  // the move to try first, or no_move
    bool judged;         // whether the static evaluation takes part
};

// Plays and ranks the moves of a node; the move that wins at once, if there is one.
template <SearchState State>
const typename State::Move* rank_moves(Children<State>& children, const State& state,
                                       const Place& place, const CutoffMoves& cutoffs,
                                       const Judge<State>& judge) {
    children.expand(state);
    for (std::uint32_t i = 0; i < children.moves.size(); ++i) {
        const State& next = children.states[i];
        const std::uint32_t move = children.moves[i].value;
        Score rank = cutoffs.order(place.side, move, place.ply);
        if (next.is_over()) {
            const double value = judge.outcome(next)[place.side];
            if (value == 1) return &children.moves[i];
            rank += static_cast<Score>(value * 0x1.0p36);
        } else if (place.judged) {
            rank += static_cast<Score>(judge.estimate(next)[place.side] * 0x1.0p33);
        }
        children.ranked.push_back({move == place.hint ? infinite_score : rank, i});
    }
    return nullptr;
}

}  // namespace quadrille::search
