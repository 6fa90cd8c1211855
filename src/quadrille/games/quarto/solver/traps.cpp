#include "quadrille/games/quarto/solver/traps.hpp"

#include <algorithm>
#include <map>

namespace quadrille::quarto {

namespace {

// From so many pieces on a won position is found in microseconds.
constexpr int exact_pieces = 7;

// What the player plans: a place and a give, or a give alone.
struct Plan {
    Move move;
    std::optional<Move> give;
    int samples = 0;
    int hits = 0;

    double score() const { return (hits + 0.5) / (samples + 1.0); }
};

State after(const State& state, const Plan& plan) {
    State next = state;
    next.play(plan.move);
    if (plan.give && !next.is_over()) next.play(*plan.give);
    return next;
}

std::vector<Plan> plans_of(const State& state, const std::vector<Move>& moves) {
    std::vector<Plan> plans;
    for (const Move move : moves) {
        if (move.is_give()) {
            plans.push_back({move, std::nullopt});
            continue;
        }
        State placed = state;
        placed.play(move);
        const PieceSet safe = placed.safe_pieces();
        if (placed.is_over() || safe == 0) plans.push_back({move, std::nullopt});
        for_each_bit(safe, [&](int piece) { plans.push_back({move, Move::give(piece)}); });
    }
    return plans;
}

// Whether the player gets a won position, from one where the opponent has been given a piece.
bool goes_wrong(Solver& solver, State state, int player, Rng& rng) {
    while (!state.is_over()) {
        if (state.player() == player && state.hand() >= 0 && state.placed() >= exact_pieces)
            return solver.reaches(state, Goal::win);
        state.play(careless_move(state, rng));
    }
    return state.winner() == player;
}

}  // namespace

Move careless_move(const State& state, Rng& rng) {
    std::uint32_t choice = state.hand() >= 0 ? state.winning_squares() : state.safe_pieces();
    if (choice == 0) choice = state.hand() >= 0 ? state.empty() : state.remaining();
    const int chosen =
        nth_bit(choice, rng.below(static_cast<std::uint32_t>(std::popcount(choice))));
    return state.hand() >= 0 ? Move::place(chosen) : Move::give(chosen);
}

// Successive halving: everything gets some samples, then the better half gets as many again.
std::vector<Trap> rank_traps(Solver& solver, const State& state, const std::vector<Move>& moves,
                             Rng& rng, std::uint64_t nodes) {
    const int player = state.player();
    const std::uint64_t limit = solver.nodes() + nodes;
    std::vector<Plan> plans = plans_of(state, moves);
    std::size_t kept = plans.size();
    for (int share = 16; solver.nodes() < limit; share *= 2) {
        for (int sample = 0; sample < share && solver.nodes() < limit; ++sample)
            for (std::size_t i = 0; i < kept; ++i) {
                plans[i].hits += goes_wrong(solver, after(state, plans[i]), player, rng);
                ++plans[i].samples;
            }
        std::stable_sort(plans.begin(), plans.begin() + static_cast<std::ptrdiff_t>(kept),
                         [](const Plan& a, const Plan& b) { return a.score() > b.score(); });
        if (kept <= 2 || share >= 512) break;
        kept = (kept + 1) / 2;
    }
    std::vector<Trap> ranked;
    for (const Plan& plan : plans)
        if (std::ranges::none_of(ranked, [&](const Trap& t) { return t.move == plan.move; }))
            ranked.push_back({plan.move, plan.score(), plan.samples});
    return ranked;
}

}  // namespace quadrille::quarto
