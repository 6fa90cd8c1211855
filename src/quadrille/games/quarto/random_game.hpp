// A whole random game at once, from any position.
//
// Random play gives the remaining pieces in a random order and fills the empty squares in another.
// So a random game is a uniform permutation that puts pieces on squares and another that says when
// each square is filled; it ends at the earliest time at which the last square of some line is
// filled whose four pieces share a trait.
#pragma once

#include "quadrille/games/quarto/bytes.hpp"
#include "quadrille/games/quarto/rules.hpp"

namespace quadrille::quarto {

// The empty squares of a position filled to the last one, as if no line counted.
struct FilledBoard {
    Bytes16 pieces;  // by square; of no meaning where the position has a piece already
    Bytes16 times;   // by square: when it is filled, all different; 0 where there was a piece
};

// A uniform draw; a piece in hand is on the square that is filled first.
FilledBoard fill_at_random(const State& state, Rng& rng);

}  // namespace quadrille::quarto
