#include "quadrille/search/mcts_read.hpp"

#include <charconv>

namespace quadrille::search {

namespace {

// Whether a is the better choice: a proven win, then most visits, then the higher mean, then the
// higher prior, then the lower move; proven losses last.
bool better(const MoveTotals& a, const MoveTotals& b) {
    const auto rank = [](const MoveTotals& one) {
        return one.proof == Proof::win ? 2 : one.proof == Proof::loss ? 0 : 1;
    };
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    if (a.visits != b.visits) return a.visits > b.visits;
    if (a.mean() != b.mean()) return a.mean() > b.mean();
    if (a.prior != b.prior) return a.prior > b.prior;
    return a.move < b.move;
}

template <bool Hidden>
MoveTotals totals_of(const Node<Hidden>& node) {
    return {node.move, read(node.visits), read(node.sum), node.prior, read(node.proof)};
}

// The best of some moves: the most visited, unless that seems worse than a proven draw.
const MoveTotals& best_of(const std::vector<MoveTotals>& moves) {
    const MoveTotals* best = &moves.front();
    const MoveTotals* draw = nullptr;
    for (const MoveTotals& one : moves) {
        if (better(one, *best)) best = &one;
        if (one.proof == Proof::draw && draw == nullptr) draw = &one;
    }
    return draw != nullptr && best->proof != Proof::win && best->mean() < 0 ? *draw : *best;
}

}  // namespace

template <bool Hidden>
TreeReader<Hidden>::TreeReader(const Trees<Hidden>& trees, const RootFacts& root)
    : trees_(trees), root_(root) {
    for (const std::uint32_t move : root.moves) moves_.push_back({.move = move});
    for (const auto& tree : trees)
        tree->for_each_child((*tree)[tree->root(root.player)],
                             [&](const Node& child) { include(totals_of(child)); });
}

template <bool Hidden>
Result TreeReader<Hidden>::result(const SideValues& totals, std::uint64_t simulations,
                                  std::optional<std::uint32_t> choice) const {
    const MoveTotals& best =
        choice ? *std::ranges::find(moves_, *choice, &MoveTotals::move) : best_of(moves_);
    Result result;
    result.move = AnyMove(best.move);
    for (const MoveTotals& one : moves_) {
        MoveStats stats{AnyMove(one.move), one.visits, {}, {}, one.proof != Proof::none};
        if (one.visits > 0) stats.value = one.mean();
        if (one.prior > 0) stats.prior = one.prior;
        result.moves.push_back(stats);
    }
    if (simulations > 0)
        for (std::size_t i = 0; i < root_.sides; ++i)
            result.value[i] = totals[i] / static_cast<double>(simulations);
    if (root_.sides == 2) set_two(best, result);
    result.pv = line(best.move);
    result.nodes = simulations;
    return result;
}

template <bool Hidden>
void TreeReader<Hidden>::include(const MoveTotals& found) {
    const auto at =
        std::lower_bound(moves_.begin(), moves_.end(), found.move,
                         [](const MoveTotals& one, std::uint32_t move) { return one.move < move; });
    if (at == moves_.end() || at->move != found.move) return;  // legal in another deal only
    at->visits += found.visits;
    at->sum += found.sum;
    at->prior = std::max(at->prior, found.prior);
    if (found.proof != Proof::none) at->proof = found.proof;
}

// With two sides the root is worth what its best move is; exactly so if that wins, or if everything
// is proven.
template <bool Hidden>
void TreeReader<Hidden>::set_two(const MoveTotals& best, Result& result) const {
    result.exact = best.proof == Proof::win;
    if (!result.exact)
        result.exact = std::all_of(moves_.begin(), moves_.end(),
                                   [](const MoveTotals& one) { return one.proof != Proof::none; });
    result.value[root_.side] = best.mean();
    result.value[1 - root_.side] = 0.0 - result.value[root_.side];
}

// The expected line in the first tree: the best child of each node, up to a chance node or a node
// without visits.
template <bool Hidden>
std::vector<AnyMove> TreeReader<Hidden>::line(std::uint32_t move) const {
    std::vector<AnyMove> moves{AnyMove(move)};
    const Tree<Hidden>& tree = *trees_.front();
    const Node* node = child_with(tree[tree.root(root_.player)], move);
    while (node != nullptr && read(node->player) >= 0 && moves.size() < 64) {
        std::vector<MoveTotals> children;
        tree.for_each_child(*node, [&](const Node& child) {
            if (read(child.visits) > 0) children.push_back(totals_of(child));
        });
        if (children.empty()) break;
        const std::uint32_t next = best_of(children).move;
        moves.push_back(AnyMove(next));
        node = child_with(*node, next);
    }
    return moves;
}

template <bool Hidden>
const Node<Hidden>* TreeReader<Hidden>::child_with(const Node& node, std::uint32_t move) const {
    const Node* found = nullptr;
    trees_.front()->for_each_child(node, [&](const Node& child) {
        if (child.move == move) found = &child;
    });
    return found;
}

namespace {

template <bool Hidden>
class TreeWriter {
  public:
    TreeWriter(const Tree<Hidden>& tree, int depth, std::uint32_t least, const NameMove& name)
        : tree_(tree),
          depth_(static_cast<std::size_t>(std::max(depth, 1))),
          least_(std::max(least, 1U)),
          name_(name) {}

    std::string text(const Node<Hidden>& node) {
        write(node);
        return std::move(out_);
    }

  private:
    void write(const Node<Hidden>& node) {
        std::vector<const Node<Hidden>*> children;
        tree_.for_each_child(node, [&](const Node<Hidden>& child) {
            if (child.visits >= least_) children.push_back(&child);
        });
        std::sort(children.begin(), children.end(),
                  [](const auto* a, const auto* b) { return a->move < b->move; });
        const std::string indent(2 * line_.size(), ' ');
        for (const Node<Hidden>* child : children) {
            char sum[32];
            const auto end = std::to_chars(sum, sum + sizeof sum, read(child->sum));
            const char* proofs[] = {" loss", " draw", " win", ""};
            line_.push_back(child->move);
            out_ += indent + name_(line_) + " " + std::to_string(child->visits) + " " +
                    std::string(sum, end.ptr) + proofs[static_cast<int>(child->proof) + 1] + "\n";
            if (line_.size() < depth_) write(*child);
            line_.pop_back();
        }
    }

    const Tree<Hidden>& tree_;
    const std::size_t depth_;
    const std::uint32_t least_;
    const NameMove& name_;
    std::vector<std::uint32_t> line_;
    std::string out_;
};

}  // namespace

template <bool Hidden>
std::string tree_text(const Tree<Hidden>& tree, int player, int depth, std::uint32_t least,
                      const NameMove& name) {
    return TreeWriter(tree, depth, least, name).text(tree[tree.root(player)]);
}

template class TreeReader<false>;
template class TreeReader<true>;
template std::string tree_text(const Tree<false>&, int, int, std::uint32_t, const NameMove&);
template std::string tree_text(const Tree<true>&, int, int, std::uint32_t, const NameMove&);

}  // namespace quadrille::search
