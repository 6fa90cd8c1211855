// Exact values of Quarto positions, for all four rule sets.
//
// Values are +1, 0 or -1 for the player to move. A finished game counts for the player who placed
// last, who would be the one to give: +1 if the placement won, 0 if the board is full.
#pragma once

#include <memory>
#include <optional>

#include "quadrille/games/quarto/solver/search.hpp"

namespace quadrille::quarto {

struct MoveValue {
    Move move;
    int value;  // for the player who makes it
};

class Solver {
  public:
    // A table of so many bytes, and a quarter more for distances; never more. A position with many
    // pieces needs little: see table_bytes().
    Solver(const Options& options, std::size_t bytes, Poll poll = {});
    ~Solver();

    // All of them throw SearchStopped when the poll says so; what was found out stays known.
    int value(const State& state);
    // The same, or nothing if it takes more than so many nodes.
    std::optional<int> value_within(const State& state, std::uint64_t nodes);
    // Whether the player to move wins, or draws at least.
    bool reaches(const State& state, Goal goal);
    // Whether a legal move has at least a value for the player who makes it.
    bool move_reaches(const State& state, Move move, int value);
    // The legal moves with their values, ascending.
    std::vector<MoveValue> values(const State& state);
    // Some move of the position's value; none if the game is over.
    std::optional<Move> best_move(const State& state, int value);

    // How many moves (places and gives) the game lasts if the winner hurries and the loser delays,
    // and a move to that end. A draw always fills the board.
    int distance(const State& state, int value);
    std::optional<Move> best_move(const State& state, int value, int distance);

    std::uint64_t nodes() const;

    class Core;  // the part that depends on the rule set

  private:
    std::unique_ptr<Core> core_;
};

// The legal moves, likely good ones first: squares that leave the fewest safe pieces, safe pieces
// before the others.
std::vector<Move> ordered_moves(const State& state);

// A sensible size of the table for a position, at most so many bytes.
std::size_t table_bytes(const State& state, std::size_t most);

}  // namespace quadrille::quarto
