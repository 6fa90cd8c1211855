// How a Monte-Carlo simulation chooses a child: UCT, PUCT or progressive history (mcts_walk.hpp and
// mcts_history.hpp cite the papers).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "quadrille/search/arithmetic.hpp"
#include "quadrille/search/mcts_settings.hpp"
#include "quadrille/search/mcts_tree.hpp"

namespace quadrille::search {

// How simulations that are still running are counted, so that others go elsewhere.
enum class Walks {
    single,   // there is only one at a time
    batched,  // a simulation whose leaf waits for an answer counts as lost
    shared,   // several threads walk in one tree, each in a subtree of its own: see Access
};

// The statistics of a node.
struct Tally {
    double sum;
    std::uint32_t visits;
};

// Reads a field of a walker's tree, atomically if other threads may write it.
template <Walks walks, class T>
T load(const T& field) {
    if constexpr (walks == Walks::shared) return read(field, __ATOMIC_ACQUIRE);
    return field;
}

template <bool Hidden, Walks walks>
class Selector {
  public:
    using Tree = search::Tree<Hidden>;
    using Node = search::Node<Hidden>;

    Selector(const Tree& tree, const MctsSettings& settings) : tree_(tree), settings_(settings) {}

    // no_node if other threads have claimed all of them.
    NodeIndex best_child(const Node& node) const {
        if (settings_.formula == MctsSettings::history) return best_by_history(node);
        return settings_.formula == MctsSettings::uct ? best_by_uct(node) : best_by_puct(node);
    }

    // The values of a single player are scores, whose range becomes known only during the search;
    // half of it is the unit of exploration.
    void note_score(double value) {
        lowest_ = std::min(lowest_, value);
        highest_ = std::max(highest_, value);
        unit_ = std::max((highest_ - lowest_) / 2, 1e-9);
    }

  private:
    // The statistics of a node, running simulations counted as lost.
    static Tally tally(const Node& node) {
        Tally found{load<walks>(node.sum), load<walks>(node.visits)};
        if constexpr (walks == Walks::batched) {
            found.visits += node.pending;
            found.sum -= node.pending;
        }
        return found;
    }

    // How often a node was passed before, at least once; a walk that waits counts itself at once.
    static std::uint32_t earlier_visits(const Node& node) {
        const std::uint32_t visits = tally(node).visits;
        return std::max(walks == Walks::batched ? visits - 1 : visits, 1U);
    }

    // Whether another thread has it. Whoever has claimed a subtree finds no such node in it.
    static bool is_claimed(const Node& node) {
        return walks == Walks::shared && load<walks>(node.access) == Access::claimed;
    }

    // How many of the children are considered so far.
    NodeIndex considered(const Node& node, std::uint32_t visits) const {
        if (settings_.widen <= 0) return node.count;
        const double wide = settings_.widen * std::sqrt(static_cast<double>(visits));
        return wide + 1 >= node.count ? node.count : static_cast<NodeIndex>(wide) + 1;
    }

    // UCB1 with values in [-1, 1]. An untried move comes first, or counts as tried once with the
    // first-play value.
    NodeIndex best_by_uct(const Node& node) const {
        const std::uint32_t visits = earlier_visits(node);
        const double width = settings_.c * unit_ * sqrt_log(visits);
        const double untried = settings_.fpu >= 0 ? first_value(node) + width : 2 + width;
        return best_by(node, visits, [&](const Node&, const Tally& found) {
            if (found.visits == 0) return untried;
            const double r = inverse_sqrt(found.visits);
            return (found.sum * r + width) * r;  // mean + width / sqrt(visits)
        });
    }

    // UCB1 and the history of the move, which counts less with every visit. A move that was not tried
    // counts as tried once with the first-play value.
    NodeIndex best_by_history(const Node& node) const {
        const std::uint32_t visits = earlier_visits(node);
        const double width = settings_.c * unit_ * sqrt_log(visits), bias = settings_.bias * unit_;
        NodeIndex best = no_node, untried = no_node;
        double most = 0;
        Tally all{0, 0};
        for (NodeIndex at = node.first; at < node.first + node.count; ++at) {
            const Node& child = tree_[at];
            if (is_claimed(child)) continue;
            const Tally found = tally(child);
            if (found.visits == 0) {
                if (untried == no_node || child.prior > tree_[untried].prior) untried = at;
                continue;
            }
            all.sum += found.sum;
            all.visits += found.visits;
            const double r = inverse_sqrt(found.visits);
            const double value = proven_or(
                (found.sum * r + width) * r + bias * child.prior / (found.visits + 1), child);
            if (best == no_node || value > most) {
                best = at;
                most = value;
            }
        }
        if (best == no_node || untried == no_node) return best == no_node ? untried : best;
        const double mean = all.sum / all.visits - std::max(settings_.fpu, 0.0);
        return mean + width + bias * tree_[untried].prior > most ? untried : best;
    }

    NodeIndex best_by_puct(const Node& node) const {
        const std::uint32_t visits = earlier_visits(node);
        const double width = settings_.c * unit_ * std::sqrt(static_cast<double>(visits));
        const double untried = first_value(node);
        return best_by(node, visits, [&](const Node& child, const Tally& found) {
            const auto n = static_cast<double>(found.visits);
            const double mean = found.visits == 0 ? untried : found.sum / n;
            return mean + width * child.prior / (1 + n);
        });
    }

    // The score of a child. If it is proven: a loss only if nothing else is left, a draw at its exact
    // value.
    static double proven_or(double score, const Node& child) {
        const Proof proof = load<walks>(child.proof);
        if (proof == Proof::none) [[likely]]
            return score;
        return proof == Proof::win    ? std::numeric_limits<double>::infinity()
               : proof == Proof::draw ? 0.0
                                      : std::numeric_limits<double>::lowest();
    }

    // The child with the highest score, the first of equals.
    template <class Score>
    NodeIndex best_by(const Node& node, std::uint32_t visits, Score&& score) const {
        const NodeIndex first = node.first, end = first + considered(node, visits);
        const bool in_turn = settings_.formula == MctsSettings::uct && settings_.fpu < 0;
        NodeIndex best = walks == Walks::shared ? no_node : first;
        double most = -std::numeric_limits<double>::infinity();
        for (NodeIndex at = first; at < end; ++at) {
            const Node& child = tree_[at];
            if (is_claimed(child)) continue;
            const Tally found = tally(child);
            if (in_turn && found.visits == 0) return at;
            const double value = proven_or(score(child, found), child);
            // Without a branch, which would be mispredicted as often as not.
            best = value > most ? at : best;
            most = value > most ? value : most;
        }
        return best;
    }

    // The first-play value: the mean over the moves that were tried, less the reduction.
    double first_value(const Node& node) const {
        Tally all{0, 0};
        for (NodeIndex at = node.first; at < node.first + node.count; ++at) {
            const Tally found = tally(tree_[at]);
            all.sum += found.sum;
            all.visits += found.visits;
        }
        const double mean = all.visits == 0 ? 0 : all.sum / all.visits;
        return mean - std::max(settings_.fpu, 0.0);
    }

    const Tree& tree_;
    const MctsSettings settings_;
    double lowest_ = 1, highest_ = -1;
    double unit_ = 1;
};

}  // namespace quadrille::search
