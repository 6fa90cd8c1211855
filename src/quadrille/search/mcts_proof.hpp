// What the end of a game proves in a Monte-Carlo tree.
#pragma once

#include "quadrille/core/game.hpp"
#include "quadrille/search/mcts_select.hpp"
#include "quadrille/search/search.hpp"

namespace quadrille::search {

// Notes the exact value of a node for the side that moved into it, if it is a win, draw or loss.
template <bool Hidden>
void note_end(Node<Hidden>& node, double value) {
    if (value == 1 || value == 0 || value == -1)
        write(node.proof, static_cast<Proof>(static_cast<int>(value)));
}

// A node is proven by a child that wins for its mover, or when all its children are. For the side of
// the mover.
template <Walks walks, bool Hidden>
Proof proof_by_children(const Tree<Hidden>& tree, const Node<Hidden>& node) {
    if (load<walks>(node.player) == CHANCE) return Proof::none;
    int best = -1;
    bool all = load<walks>(node.growth) != Growth::pruned;
    for (NodeIndex at = node.first; at < node.first + node.count; ++at) {
        const Proof proof = load<walks>(tree[at].proof);
        if (proof == Proof::win) return Proof::win;
        if (proof == Proof::none)
            all = false;
        else
            best = std::max(best, static_cast<int>(proof));
    }
    return all ? static_cast<Proof>(best) : Proof::none;
}

// A node of a simulation's path and the side whose value it keeps.
struct Step {
    NodeIndex node;
    std::uint32_t side;
};

// Proves the nodes above the last one of a path, which has just been proven, as far as that goes.
template <Walks walks, bool Hidden, class State>
void prove_upwards(Tree<Hidden>& tree, const std::vector<Step>& path, const Seats<State>& seats) {
    for (std::size_t i = path.size() - 1; i > 0; --i) {
        Node<Hidden>& parent = tree[path[i - 1].node];
        const Proof proof = proof_by_children<walks>(tree, parent);
        if (proof == Proof::none) return;
        const bool same = path[i - 1].side == seats.side_of(load<walks>(parent.player));
        const int value = same ? static_cast<int>(proof) : -static_cast<int>(proof);
        write(parent.proof, static_cast<Proof>(value));
    }
}

}  // namespace quadrille::search
