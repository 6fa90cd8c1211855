// What Monte-Carlo trees say about the root: merged over trees, as the one form of answer.
#pragma once

#include <charconv>
#include <string>

#include "quadrille/search/mcts_tree.hpp"

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

// Whether a is the better choice: a proven win, then most visits, then the higher mean, then the
// lower move; proven losses last.
inline bool better(const Counted& a, const Counted& b) {
    const auto rank = [](const Counted& one) {
        return one.proof == Proof::win ? 2 : one.proof == Proof::loss ? 0 : 1;
    };
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    if (a.visits != b.visits) return a.visits > b.visits;
    if (a.mean() != b.mean()) return a.mean() > b.mean();
    return a.move < b.move;
}

template <GameState State>
Counted counted(const Node<State>& node) {
    return {node.move, read<true>(node.visits), read<true>(node.sum), node.prior,
            read<true>(node.proof)};
}

// The best of some moves: the most visited, unless a proven draw is worth more than it seems.
inline const Counted& best_of(const std::vector<Counted>& moves) {
    const Counted* best = &moves.front();
    const Counted* draw = nullptr;
    for (const Counted& one : moves) {
        if (better(one, *best)) best = &one;
        if (one.proof == Proof::draw && draw == nullptr) draw = &one;
    }
    return draw != nullptr && best->proof != Proof::win && best->mean() < 0 ? *draw : *best;
}

template <GameState State>
class TreeReader {
  public:
    using Trees = std::vector<std::unique_ptr<Tree<State>>>;

    TreeReader(const Trees& trees, const State& root) : trees_(trees), root_(root) {
        std::vector<typename State::Move> legal;
        root.legal_moves(legal);
        for (const auto move : legal) moves_.push_back({.move = move.value});
        for (const auto& tree : trees)
            tree->for_each_child((*tree)[tree->root(root.player())],
                                 [&](const Node<State>& child) { include(counted(child)); });
    }

    const std::vector<Counted>& moves() const { return moves_; }

    // `totals` are summed values per side over so many simulations.
    Result<State> result(const Values<State>& totals, std::uint64_t simulations) const {
        const Seats<State> seats(root_);
        const std::size_t side = seats.side_of(root_.player());
        const Counted& best = best_of(moves_);
        Result<State> result;
        result.move = {best.move};
        for (const Counted& one : moves_) {
            MoveStats<State> stats{{one.move}, one.visits, {}, {}, one.proof != Proof::none};
            if (one.visits > 0) stats.value = one.mean();
            if (one.prior > 0) stats.prior = one.prior;
            result.moves.push_back(stats);
        }
        if (simulations > 0)
            for (std::size_t i = 0; i < static_cast<std::size_t>(seats.sides); ++i)
                result.value[i] = totals[i] / static_cast<double>(simulations);
        if (seats.sides == 2) set_two(result, side);
        result.pv = line(best.move);
        result.nodes = simulations;
        return result;
    }

  private:
    void include(const Counted& found) {
        const auto at = std::lower_bound(
            moves_.begin(), moves_.end(), found.move,
            [](const Counted& one, std::uint32_t move) { return one.move < move; });
        if (at == moves_.end() || at->move != found.move) return;  // of another world
        at->visits += found.visits;
        at->sum += found.sum;
        at->prior = std::max(at->prior, found.prior);
        if (found.proof != Proof::none) at->proof = found.proof;
    }

    // With two sides the root is worth what its best move is; exactly so if that wins, or if
    // everything is proven.
    void set_two(Result<State>& result, std::size_t side) const {
        const Counted& best = best_of(moves_);
        result.exact = best.proof == Proof::win;
        if (!result.exact)
            result.exact = std::ranges::all_of(
                moves_, [](const Counted& one) { return one.proof != Proof::none; });
        result.value[side] = best.mean();
        result.value[1 - side] = 0.0 - result.value[side];
    }

    // The expected moves in the first tree: the best child of each node, up to a chance node or a
    // node that was hardly visited.
    std::vector<typename State::Move> line(std::uint32_t move) const {
        std::vector<typename State::Move> moves{{move}};
        const Tree<State>& tree = *trees_.front();
        const Node<State>* node = child_with(tree, tree[tree.root(root_.player())], move);
        while (node != nullptr && node->player >= 0 && moves.size() < 64) {
            std::vector<Counted> children;
            tree.for_each_child(*node, [&](const Node<State>& child) {
                if (child.visits > 0) children.push_back(counted(child));
            });
            if (children.empty()) break;
            const std::uint32_t next = best_of(children).move;
            moves.push_back({next});
            node = child_with(tree, *node, next);
        }
        return moves;
    }

    static const Node<State>* child_with(const Tree<State>& tree, const Node<State>& node,
                                         std::uint32_t move) {
        const Node<State>* found = nullptr;
        tree.for_each_child(node, [&](const Node<State>& child) {
            if (child.move == move) found = &child;
        });
        return found;
    }

    const Trees& trees_;
    const State& root_;
    std::vector<Counted> moves_;
};

// A tree as text, for people and for tests that hold it to every bit: a line for each node with at
// least so many visits, moves by their notation, children in ascending order of moves.
template <GameState State>
void write_tree(const Tree<State>& tree, const Node<State>& node, const State& state, int depth,
                std::uint32_t least, std::string indent, std::string& out) {
    std::vector<const Node<State>*> children;
    tree.for_each_child(node, [&](const Node<State>& child) {
        if (child.visits >= std::max(least, 1U)) children.push_back(&child);
    });
    std::sort(children.begin(), children.end(),
              [](const auto* a, const auto* b) { return a->move < b->move; });
    for (const Node<State>* child : children) {
        char sum[32];
        const auto end = std::to_chars(sum, sum + sizeof sum, child->sum);
        const char* proofs[] = {" loss", " draw", " win", ""};
        const typename State::Move move{child->move};
        out += indent + state.move_text(move) + " " + std::to_string(child->visits) + " " +
               std::string(sum, end.ptr) + proofs[static_cast<int>(child->proof) + 1] + "\n";
        if (depth <= 1) continue;
        State next = state;
        next.play(move);
        write_tree(tree, *child, next, depth - 1, least, indent + "  ", out);
    }
}

}  // namespace quadrille::search
