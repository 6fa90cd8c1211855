// Choosing among moves of equal value: which one makes a careless opponent go wrong most often?
//
// The opponent is taken to be one that wins when it can, gives no piece that wins if it can help
// it, and else plays at random. Its replies are sampled, the player's own moves until the next
// exact question likewise, and a sample counts 1 if the player then has a won position.
#pragma once

#include "quadrille/games/quarto/solver/solver.hpp"

namespace quadrille::quarto {

struct Trap {
    Move move;
    double score;  // the share of samples in which the opponent went wrong
    int samples;
};

// A move of the opponent described above.
Move careless_move(const State& state, Rng& rng);

// The moves given, best first. They must be legal and must not end the game. Stops taking samples
// when the solver has used so many nodes, so that equal positions and seeds give equal answers.
std::vector<Trap> rank_traps(Solver& solver, const State& state, const std::vector<Move>& moves,
                             Rng& rng, std::uint64_t nodes);

}  // namespace quadrille::quarto
