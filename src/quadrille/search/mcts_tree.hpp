// The tree of a Monte-Carlo search: nodes of 32 bytes in one block of fixed capacity, so that a
// search that has filled it continues without growing, and the next search keeps what is still useful.
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

// The proven value of a node, for the side that moved into it.
enum class Proof : std::int8_t { loss = -1, draw = 0, win = 1, none = 2 };
// Whether a node has children yet, and whether some legal moves have none.
enum class Growth : std::uint8_t { leaf, grown, pruned };
// Who may change a node where threads share the tree: nobody has entered it, one thread has it and
// all below it to itself, or all may add to its statistics and none has what is below it.
enum class Access : std::uint8_t { vacant, claimed, open };

// Only trees of games with hidden information have these: children appear one by one.
struct HiddenLinks {
    NodeIndex next = no_node;     // the next sibling
    std::uint32_t available = 0;  // how often the move could have been chosen
};
struct NoLinks {};

// `Hidden`: of a game that may hide information.
template <bool Hidden>
struct Node {
    static constexpr std::int8_t unseen = -3;  // the player of a node that was never visited

    double sum = 0;            // of the values for the side that moved into it; chance: side 0
    std::uint32_t visits = 0;  // finished simulations
    std::uint32_t move = 0;
    NodeIndex first = no_node;  // its children are first, first + 1, ...
    std::uint16_t count = 0;    // how many
    std::uint16_t pending = 0;  // leaves below that wait for an answer, counted as losses meanwhile
    float prior = 0;
    std::int8_t player = unseen;
    Proof proof = Proof::none;
    Growth growth = Growth::leaf;
    Access access = Access::vacant;
    [[no_unique_address]] std::conditional_t<Hidden, HiddenLinks, NoLinks> links;
};

// One thread may read what another writes, so fields that change are accessed atomically, which costs
// nothing for plain loads and stores. The compiler's own functions do what
// std::atomic_ref does, which some libraries lack.
template <class T>
T read(const T& field, int order = __ATOMIC_RELAXED) {
    T value;
    __atomic_load(&field, &value, order);
    return value;
}
template <class T>
void write(T& field, T value, int order = __ATOMIC_RELAXED) {
    __atomic_store(&field, &value, order);
}
// Replaces an expected value; false, and nothing is written, if the field holds another.
template <class T>
bool exchange(T& field, T& expected, T value, int order = __ATOMIC_RELAXED) {
    return __atomic_compare_exchange(&field, &expected, &value, false, order, __ATOMIC_RELAXED);
}
// Adds to a field that no other thread writes.
template <class T>
void add(T& field, T value) {
    write(field, static_cast<T>(read(field) + value));
}
// Adds to a field that other threads may add to at the same time.
template <class T>
void add_shared(T& field, T value) {
    if constexpr (std::is_integral_v<T>) {
        __atomic_fetch_add(&field, value, __ATOMIC_RELAXED);
    } else {
        T seen = read(field);
        while (!exchange(field, seen, seen + value)) {}
    }
}

template <bool Hidden>
class Tree {
  public:
    using Node = search::Node<Hidden>;

    // Nodes set aside for one thread, so that threads rarely contend for the counter of nodes.
    struct Reserve {
        std::size_t next = 0;
        std::size_t end = 0;
    };

    // Memory is touched only as the tree grows. A tree for `players` is linked: children appear
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
                NodeIndex at = read(node.first, __ATOMIC_ACQUIRE);
                for (; at != no_node; at = (*this)[at].links.next) visit((*this)[at]);
                return;
            }
        if (read(node.growth, __ATOMIC_ACQUIRE) == Growth::leaf) return;
        for (NodeIndex i = 0; i < node.count; ++i) visit((*this)[node.first + i]);
    }

    // The child of a chance node by its move: they are in ascending order, as chance_moves() lists them.
    NodeIndex outcome(const Node& node, std::uint32_t move) const {
        NodeIndex low = node.first, high = node.first + node.count - 1;
        while (low < high) {
            const NodeIndex middle = low + (high - low) / 2;
            if ((*this)[middle].move < move)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

    // The first of `count` fresh nodes in a row, or no_node if the tree is full.
    NodeIndex allocate(std::size_t count) { return construct(take(count), count); }
    // The same, from the reserve of one thread.
    NodeIndex allocate(std::size_t count, Reserve& reserve) {
        if (reserve.end - reserve.next < count) {
            const std::size_t row = std::max(count, reserve_size);
            const std::size_t first = take(row);
            if (first == no_node) return allocate(count);
            reserve = {first, first + row};
        }
        const std::size_t first = reserve.next;
        reserve.next += count;
        return construct(first, count);
    }

    // Makes a node the root of a tree that is not linked, and discards everything that is not below it.
    void reroot(NodeIndex root);

  private:
    static constexpr std::size_t reserve_size = 1024;

    struct Free {
        void operator()(Node* nodes) const { std::free(nodes); }
    };

    std::size_t take(std::size_t count) {
        std::size_t first = used_.load(std::memory_order_relaxed);
        do {
            if (first + count > capacity_) return no_node;
        } while (!used_.compare_exchange_weak(first, first + count, std::memory_order_relaxed));
        return first;
    }
    NodeIndex construct(std::size_t first, std::size_t count) {
        if (first != no_node)
            for (std::size_t i = 0; i < count; ++i) new (nodes_.get() + first + i) Node();
        return static_cast<NodeIndex>(first);
    }

    int players_;
    std::size_t capacity_;
    std::unique_ptr<Node, Free> nodes_;
    std::atomic<std::size_t> used_ = 1;
};

extern template class Tree<false>;
extern template class Tree<true>;

}  // namespace quadrille::search
