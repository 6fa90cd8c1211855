// The search of Connect Four's own solver: does the player to move win, or draw at least?
//
// A node is such a question, and the answer is no if after every move the opponent reaches the opposite
// goal. Two questions of this kind are cheaper than one search for three values. What keeps the tree
// small is known from the solvers of Allis (1988), Tromp and Pons: threats are sets of squares, so that
// moves that win or lose at once need no search; moves that make the most threats come first; a table
// of positions takes mirror images for the same near the root. Where we differ: a position ends its
// line as soon as one player can answer every disc by another on top of it and is safe by that.
#pragma once

#include <functional>

#include "quadrille/games/connect_four/rules.hpp"
#include "quadrille/search/solver_table.hpp"

namespace quadrille::connect_four {

// A position that is not over: the discs of the player to move, and all discs.
struct Position {
    std::uint64_t mine;
    std::uint64_t occupied;

    std::uint64_t theirs() const { return mine ^ occupied; }
    // With one more disc; the opponent is to move.
    Position after(std::uint64_t square) const { return {theirs(), occupied | square}; }
};

enum class Goal { draw, win };  // at least a draw; a win

class Solver {
  public:
    // How many positions may be looked at before it is asked again; 0 ends the search, as does an
    // exception.
    using Allow = std::function<std::uint64_t()>;

    explicit Solver(std::size_t bytes) : table_(bytes) {}

    // Whether the player to move reaches the goal; nothing if the search was ended.
    std::optional<bool> reaches(Position position, Goal goal, const Allow& allow);

    // Positions looked at so far.
    std::uint64_t nodes() const { return nodes_; }

  private:
    template <Goal goal>
    bool search(Position position, int discs);
    template <Goal goal>
    bool some_move(Position position, std::uint64_t moves, int discs);

    std::uint64_t key_of(Position position, int discs) const;
    // Whether one more may be looked at.
    bool count_node() {
        if (nodes_ == next_question_ && !ask()) return false;
        ++nodes_;
        return true;
    }
    bool ask() {
        const std::uint64_t more = (*allow_)();
        ended_ = more == 0;
        next_question_ += more;
        return !ended_;
    }

    static constexpr int key_bits = columns * height;

    search::SolverTable<key_bits, 4> table_;
    const Allow* allow_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_question_ = 0;  // allow() is asked at so many nodes
    bool ended_ = false;               // by allow(); answers mean nothing then
    int mirror_discs_ = 0;             // with fewer, mirror images are the same
};

}  // namespace quadrille::connect_four
