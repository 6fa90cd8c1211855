// How threads that share a Monte-Carlo tree keep out of each other's way. They walk through its open
// nodes, near the root, to a subtree that no other thread is in, claim it, and make some simulations
// there as if they were alone: enough that they rarely contend for the nodes above, few enough to
// change little there.
#pragma once

#include "quadrille/search/mcts_tree.hpp"

namespace quadrille::search {

template <bool Hidden>
class Claims {
  public:
    using Node = search::Node<Hidden>;

    explicit Claims(const Tree<Hidden>& tree) : root_(tree[tree.root()]) {}

    // False if another thread was faster.
    static bool claim(Node& node) {
        auto access = Access::vacant;
        return exchange(node.access, access, Access::claimed, __ATOMIC_ACQUIRE);
    }

    // Ends a claim, and opens the subtree if it has become a large part of the tree.
    void leave(Node& node) const {
        const std::uint32_t large = std::max(min_open, read(root_.visits) / open_part);
        const bool opens = node.growth != Growth::leaf && (node.visits >= large || &node == &root_);
        write(node.access, opens ? Access::open : Access::vacant, __ATOMIC_RELEASE);
    }

    // How many simulations to make through a node before the nodes above it are looked at again.
    static std::uint32_t block(const Node& node, std::uint32_t most) {
        return std::clamp(read(node.visits) / visits_for_each, std::uint32_t{1}, most);
    }
    static constexpr std::uint32_t max_block = 32;

  private:
    static constexpr std::uint32_t visits_for_each = 16;
    // A subtree is opened when it has so many visits, and that part of those of the root.
    static constexpr std::uint32_t min_open = 64;
    static constexpr std::uint32_t open_part = 32;

    const Node& root_;
};

// Calls simulate(state) so many times, the last time with the original; returns the sum.
template <class State, class Simulate>
std::uint32_t in_copies(State& state, std::uint32_t times, Simulate&& simulate) {
    std::uint32_t made = 0;
    for (; times > 1; --times) {
        State copy = state;
        made += simulate(copy);
    }
    return made + simulate(state);
}

}  // namespace quadrille::search
