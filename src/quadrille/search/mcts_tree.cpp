#include "quadrille/search/mcts_tree.hpp"

#include <bit>
#include <vector>

namespace quadrille::search {

namespace {

// A set of node indices.
class Marks {
  public:
    explicit Marks(std::size_t size) : words_(size / 64 + 1, 0) {}
    void set(std::size_t i) { words_[i / 64] |= bit(i); }
    bool operator[](std::size_t i) const { return (words_[i / 64] & bit(i)) != 0; }

    // How many marks lie below each word, so that rank() need not count them all.
    void count() {
        before_.assign(words_.size(), 0);
        for (std::size_t word = 1; word < words_.size(); ++word)
            before_[word] = before_[word - 1] + bits(words_[word - 1]);
    }
    // How many marks lie below an index.
    NodeIndex rank(std::size_t i) const {
        return before_[i / 64] + bits(words_[i / 64] & (bit(i) - 1));
    }

  private:
    static std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << (i % 64); }
    static NodeIndex bits(std::uint64_t word) {
        return static_cast<NodeIndex>(std::popcount(word));
    }

    std::vector<std::uint64_t> words_;
    std::vector<NodeIndex> before_;
};

// Marks the nodes below a root. Children usually come after their parent, so that one pass finds
// them; the few that another thread has put before it are followed by a stack.
template <bool Hidden>
Marks marks_below(const Node<Hidden>* nodes, NodeIndex root, std::size_t used) {
    Marks marks(used);
    std::vector<NodeIndex> stack;
    const auto mark_children = [&](NodeIndex parent, NodeIndex passed) {
        for (unsigned i = 0; i < nodes[parent].count; ++i) {
            const NodeIndex child = nodes[parent].first + i;
            marks.set(child);
            if (child < passed) stack.push_back(child);
        }
    };
    mark_children(root, 2);
    for (NodeIndex i = 2; i < used; ++i) {
        if (!marks[i]) continue;
        mark_children(i, i);
        while (!stack.empty()) {
            const NodeIndex next = stack.back();
            stack.pop_back();
            mark_children(next, i);
        }
    }
    return marks;
}

}  // namespace

// The kept nodes slide down in place; siblings stay in a row.
template <bool Hidden>
void Tree<Hidden>::reroot(NodeIndex root) {
    Node* const nodes = nodes_.get();
    const std::size_t used = used_.load(std::memory_order_relaxed);
    Marks kept = marks_below(nodes, root, used);
    kept.count();
    nodes[1] = nodes[root];  // replaces the old root
    NodeIndex next = 2;
    for (std::size_t i = 2; i < used; ++i)
        if (kept[i]) nodes[next++] = nodes[i];
    for (NodeIndex i = 1; i < next; ++i)
        if (nodes[i].first != no_node) nodes[i].first = 2 + kept.rank(nodes[i].first);
    used_.store(next, std::memory_order_relaxed);
}

template class Tree<false>;
template class Tree<true>;

}  // namespace quadrille::search
