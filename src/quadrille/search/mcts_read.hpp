// What Monte-Carlo trees say about the root: merged over trees, as the one form of answer.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "quadrille/search/mcts_tree.hpp"
#include "quadrille/search/search.hpp"

namespace quadrille::search {

// The statistics of one move of the root, over all trees.
struct Counted {
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

// What must be known of the root to read its trees.
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

    const std::vector<Counted>& moves() const { return moves_; }

    // `totals` are summed values per side over so many simulations.
    Result result(const SideValues& totals, std::uint64_t simulations) const;

  private:
    using Node = search::Node<Hidden>;

    void include(const Counted& found);
    void set_two(Result& result) const;
    std::vector<AnyMove> line(std::uint32_t move) const;
    const Node* child_with(const Node& node, std::uint32_t move) const;

    const Trees<Hidden>& trees_;
    const RootFacts& root_;
    std::vector<Counted> moves_;
};

// The notation of the last of some moves that are played from the root one after the other.
using NameMove = std::function<std::string(std::span<const std::uint32_t> line)>;

// A tree as text, for people and for tests that hold it to every bit: a line for each node with at
// least so many visits, moves by their notation, children in ascending order of moves.
template <bool Hidden>
std::string tree_text(const Tree<Hidden>& tree, int player, int depth, std::uint32_t least,
                      const NameMove& name);

extern template class TreeReader<false>;
extern template class TreeReader<true>;
extern template std::string tree_text(const Tree<false>&, int, int, std::uint32_t, const NameMove&);
extern template std::string tree_text(const Tree<true>&, int, int, std::uint32_t, const NameMove&);

}  // namespace quadrille::search
