#include "quadrille/search/mcts_tree.hpp"

#include <bit>
#include <vector>

namespace quadrille::search {

// Children lie behind their parents and siblings in a row, so what is kept slides down in place.
template <bool Hidden>
void Tree<Hidden>::reroot(NodeIndex root) {
    const std::size_t used = used_.load(std::memory_order_relaxed);
    std::vector<std::uint64_t> kept(used / 64 + 1, 0);
    const auto keep = [&](std::size_t i) { kept[i / 64] |= std::uint64_t{1} << (i % 64); };
    const auto is_kept = [&](std::size_t i) { return (kept[i / 64] >> (i % 64) & 1) != 0; };
    keep(root);
    for (std::size_t i = root; i < used; ++i)
        if (is_kept(i))
            for (unsigned child = 0; child < nodes_.get()[i].count; ++child)
                keep(nodes_.get()[i].first + child);
    std::vector<NodeIndex> before(kept.size(), 0);  // how many are kept before each word
    for (std::size_t word = 1; word < kept.size(); ++word)
        before[word] = before[word - 1] + static_cast<NodeIndex>(std::popcount(kept[word - 1]));
    const auto moved = [&](NodeIndex i) {
        const std::uint64_t below = kept[i / 64] & ((std::uint64_t{1} << (i % 64)) - 1);
        return 1 + before[i / 64] + static_cast<NodeIndex>(std::popcount(below));
    };
    NodeIndex next = 1;
    for (std::size_t i = root; i < used; ++i) {
        if (!is_kept(i)) continue;
        Node node = nodes_.get()[i];
        if (node.first != no_node) node.first = moved(node.first);
        nodes_.get()[next++] = node;
    }
    used_.store(next, std::memory_order_relaxed);
}

template class Tree<false>;
template class Tree<true>;

}  // namespace quadrille::search
