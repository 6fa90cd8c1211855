// The tree of a Monte-Carlo search: nodes of 32 bytes in one block of fixed capacity, so that a
// search that has filled it goes on without growing, and a move later keeps what is still of use.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace quadrille::search {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex no_node = 0;  // index 0 is never used

// What is known of a node for sure, for the side that moved into it.
enum class Proof : std::int8_t { loss = -1, draw = 0, win = 1, none = 2 };
// Whether a node has its children.
enum class Growth : std::uint8_t { leaf, growing, grown };

// Only trees of games with hidden facts have these: children appear one by one.
struct HiddenLinks {
    NodeIndex next = no_node;   // the next sibling
    std::uint32_t chances = 0;  // how often the move was there to be chosen
};
struct NoLinks {};

// `Hidden`: of a game that may hide facts.
template <bool Hidden>
struct Node {
    static constexpr std::int8_t unseen = -3;  // the player of a node that was never visited

    double sum = 0;            // of the values for the side that moved into it; chance: side 0
    std::uint32_t visits = 0;  // finished simulations
    std::uint32_t move = 0;
    NodeIndex first = no_node;  // its children are first, first + 1, ...
    std::uint16_t count = 0;    // how many
    std::uint16_t pending = 0;  // simulations under way, each counted as a loss meanwhile
    float prior = 0;
    std::int8_t player = unseen;
    Proof proof = Proof::none;
    Growth growth = Growth::leaf;
    [[no_unique_address]] std::conditional_t<Hidden, HiddenLinks, NoLinks> links;
};

// Several threads may work on one tree: then all access to its nodes is atomic. The compiler's own
// functions do what std::atomic_ref does, which some libraries lack.
template <bool Shared, class T>
T read(const T& field) {
    if constexpr (!Shared) return field;
    T value;
    __atomic_load(&field, &value, __ATOMIC_ACQUIRE);
    return value;
}
template <bool Shared, class T>
void write(T& field, T value) {
    if constexpr (Shared)
        __atomic_store(&field, &value, __ATOMIC_RELEASE);
    else
        field = value;
}
// Writes a value in place of an expected one; false, and nothing is written, if another is there.
template <class T>
bool exchange(T& field, T& expected, T value, int order) {
    return __atomic_compare_exchange(&field, &expected, &value, false, order, __ATOMIC_RELAXED);
}
template <bool Shared, class T>
void add(T& field, T value) {
    if constexpr (!Shared) {
        field = static_cast<T>(field + value);
    } else if constexpr (std::is_integral_v<T>) {
        __atomic_fetch_add(&field, value, __ATOMIC_RELAXED);
    } else {
        T seen;
        __atomic_load(&field, &seen, __ATOMIC_RELAXED);
        while (!exchange(field, seen, seen + value, __ATOMIC_RELAXED)) {}
    }
}

template <bool Hidden>
class Tree {
  public:
    using Node = search::Node<Hidden>;

    // The memory is only touched as the tree grows. A tree for `players` is linked: children appear
    // one by one, and each player has roots of its own.
    explicit Tree(std::size_t capacity, int players = 0)
        : players_(players),
          capacity_(std::clamp<std::size_t>(capacity, 64, std::size_t{1} << 31)),
          nodes_(static_cast<Node*>(std::malloc(capacity_ * sizeof(Node)))) {
        if (!nodes_) throw std::bad_alloc();
        clear();
    }

    Node& operator[](NodeIndex index) { return nodes_.get()[index]; }
    const Node& operator[](NodeIndex index) const { return nodes_.get()[index]; }
    NodeIndex root(int player = 0) const {
        return static_cast<NodeIndex>(1 + (linked() ? player : 0));
    }
    bool linked() const { return players_ > 0; }
    std::size_t size() const { return used_.load(std::memory_order_relaxed) - 1; }
    std::size_t capacity() const { return capacity_ - 1; }
    std::size_t bytes() const { return size() * sizeof(Node); }

    // Nothing but fresh roots: one, or in a linked tree two for each player.
    void clear() {
        used_.store(1, std::memory_order_relaxed);
        allocate(linked() ? 2 * static_cast<std::size_t>(players_) : 1);
    }

    // Calls visit(child) for the children of a node.
    template <class Visit>
    void for_each_child(const Node& node, Visit&& visit) const {
        if constexpr (Hidden)
            if (linked()) {
                for (NodeIndex at = node.first; at != no_node; at = (*this)[at].links.next)
                    visit((*this)[at]);
                return;
            }
        for (NodeIndex i = 0; i < node.count; ++i) visit((*this)[node.first + i]);
    }

    // The first of `count` fresh nodes in a row, or no_node if the tree is full.
    NodeIndex allocate(std::size_t count) {
        std::size_t first = used_.load(std::memory_order_relaxed);
        do {
            if (first + count > capacity_) return no_node;
        } while (!used_.compare_exchange_weak(first, first + count, std::memory_order_relaxed));
        for (std::size_t i = 0; i < count; ++i) new (nodes_.get() + first + i) Node();
        return static_cast<NodeIndex>(first);
    }

    // Makes a node the root of a tree that is not linked, and forgets all that is not below it.
    void reroot(NodeIndex root);

  private:
    struct Free {
        void operator()(Node* nodes) const { std::free(nodes); }
    };

    int players_;
    std::size_t capacity_;
    std::unique_ptr<Node, Free> nodes_;
    std::atomic<std::size_t> used_ = 1;
};

extern template class Tree<false>;
extern template class Tree<true>;

}  // namespace quadrille::search
