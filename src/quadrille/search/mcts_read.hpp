// The statistics of the root's moves, summed over the trees of a search, and the answer they give.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quadrille/search/mcts_tree.hpp"
#include "quadrille/search/search.hpp"

namespace quadrille::search {

// The statistics of one move of the root, over all trees.
struct MoveTotals {
    std::uint32_t move = 0;
    std::uint64_t visits = 0;
    double sum = 0;
    float prior = 0;
    Proof proof = Proof::none;

    double mean() const {
        if (proof != Proof::none) return static_cast<double>(proof);
        return visits == 0 ? 0 : sum / static_cast<double>(visits);
    }
};

// What the reader of a tree must know about its root.
struct RootFacts {
    int player;
    std::size_t side;                  // of the player
    std::size_t sides;                 // how many there are
    std::vector<std::uint32_t> moves;  // legal, ascending

    template <SearchState State>
    static RootFacts of(const State& root) {
        const Seats<State> seats(root);
        RootFacts facts{
            root.player(), seats.side_of(root.player()), static_cast<std::size_t>(seats.sides), {}};
        std::vector<typename State::Move> legal;
        root.legal_moves(legal);
        for (const auto move : legal) facts.moves.push_back(move.value);
        return facts;
    }
};

template <bool Hidden>
using Trees = std::vector<std::unique_ptr<Tree<Hidden>>>;

template <bool Hidden>
class TreeReader {
  public:
    TreeReader(const Trees<Hidden>& trees, const RootFacts& root);

    const std::vector<MoveTotals>& moves() const { return moves_; }

    // `totals` are the values per side, summed over the simulations. The answer is the choice if there
    // is one, else what the statistics say.
    Result result(const SideValues& totals, std::uint64_t simulations,
                  std::optional<std::uint32_t> choice = {}) const;

  private:
    using Node = search::Node<Hidden>;

    void include(const MoveTotals& found);
    void set_two(const MoveTotals& best, Result& result) const;
    std::vector<AnyMove> line(std::uint32_t move) const;
    const Node* child_with(const Node& node, std::uint32_t move) const;

    const Trees<Hidden>& trees_;
    const RootFacts& root_;
    std::vector<MoveTotals> moves_;
};

// The notation of the last move of a line from the root.
using NameMove = std::function<std::string(std::span<const std::uint32_t> line)>;

// A tree as text, for people and for tests that compare every bit: one line per node with at least
// `least` visits, moves in their notation, children in ascending order of moves.
template <bool Hidden>
std::string tree_text(const Tree<Hidden>& tree, int player, int depth, std::uint32_t least,
                      const NameMove& name);

extern template class TreeReader<false>;
extern template class TreeReader<true>;
extern template std::string tree_text(const Tree<false>&, int, int, std::uint32_t, const NameMove&);
extern template std::string tree_text(const Tree<true>&, int, int, std::uint32_t, const NameMove&);

}  // namespace quadrille::search
