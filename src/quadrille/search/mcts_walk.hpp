// One walker in a Monte-Carlo tree: from the root to a leaf, and back with what the leaf is worth.
// For games without hidden facts; mcts_hidden.hpp has the other kind.
//
// UCT: Kocsis and Szepesvari (2006), Bandit based Monte-Carlo planning. PUCT: Silver et al. (2017),
// Mastering the game of Go without human knowledge. Virtual loss: Chaslot, Winands and van den Herik
// (2008), Parallel Monte-Carlo tree search. Proofs: Winands, Bjornsson and Saito (2008),
// Monte-Carlo tree search solver. Widening: Coulom (2007), Computing Elo ratings of move patterns.
// Where we differ: a value per side, of which each node keeps the one that its chooser maximises;
// draws are proved as well as wins and losses; a proven node ends a simulation with its exact value;
// widening by the square root of visits, and untried moves in random order where nothing orders
// them; UCT gives a node its children at its second visit or later, PUCT at its first.
#pragma once

#include <numeric>

#include "quadrille/search/mcts_leaf.hpp"
#include "quadrille/search/mcts_run.hpp"

namespace quadrille::search {

// A node of a simulation's path and the side whose value it keeps.
struct Step {
    NodeIndex node;
    std::uint32_t side;
};

// `Shared`: other threads walk in the same tree, or leaves are judged outside; then simulations under
// way count as losses.
template <SearchState State, bool Shared>
class Walker final : public AnyWalker {
  public:
    using Move = typename State::Move;
    using Tree = search::Tree<State::has_secrets>;
    using Node = search::Node<State::has_secrets>;

    enum class Found { leaf, value };

    enum Leaves { judged_here, judged_outside };  // by judge_, or by whoever calls descend()

    Walker(Tree& tree, const MctsSettings& settings, const State& root, const Rng& rng,
           Leaves leaves = judged_here)
        : tree_(tree),
          settings_(settings),
          root_(root),
          seats_(root),
          judge_(settings, root),
          rng_(rng),
          leaves_(leaves),
          proving_(settings.prove && seats_.sides == 2) {}

    void simulate() override {
        State state = root_;
        Values<State> values;
        if (descend(state, path_, values) == Found::leaf) values = judge_.value(state, rng_);
        back_up(path_, values);
    }

    // Walks to a leaf and plays its moves in `state`; or to where the value is known. The path is
    // pending from then on, until back_up().
    Found descend(State& state, std::vector<Step>& path, Values<State>& values) {
        path.clear();
        NodeIndex at = tree_.root();
        std::uint32_t chooser = 0;
        for (;;) {
            // 1. Arrive.
            Node& node = tree_[at];
            path.push_back({at, chooser});
            if constexpr (Shared) add<Shared>(node.pending, std::uint16_t{1});
            int player = read<Shared>(node.player);
            if (player == Node::unseen) {
                player = state.player();
                write<Shared>(node.player, static_cast<std::int8_t>(player));
            }
            // 2. Stop where the value is known.
            if (const Proof proof = read<Shared>(node.proof);
                proof != Proof::none && at != tree_.root()) {
                values = proven_values(proof, chooser);
                return Found::value;
            }
            if (player == NOBODY) {
                values = judge_.outcome(state);
                if (proving_) note_end(node, values[chooser]);
                return Found::value;
            }
            // 3. Stop at a leaf that stays one.
            if (read<Shared>(node.growth) != Growth::grown) {
                const std::uint32_t wanted = player == CHANCE ? 1 : settings_.expand;
                const bool young = read<Shared>(node.visits) < wanted && at != tree_.root();
                if (settings_.formula == MctsSettings::uct) {
                    if (young || !grow(node, state)) return Found::leaf;
                } else if (!grows_at_once(node, state, player)) {
                    return Found::leaf;
                }
            }
            // 4. Go on to a child.
            at = player == CHANCE ? drawn_child(node, state) : best_child(node);
            chooser = player == CHANCE ? 0 : static_cast<std::uint32_t>(seats_.side_of(player));
            state.play(Move{tree_[at].move});
        }
    }

    void back_up(const std::vector<Step>& path, const Values<State>& values) {
        for (const Step step : path) {
            Node& node = tree_[step.node];
            add<Shared>(node.sum, values[step.side]);
            add<Shared>(node.visits, std::uint32_t{1});
            if constexpr (Shared) add<Shared>(node.pending, static_cast<std::uint16_t>(-1));
        }
        for (std::size_t side = 0; side < static_cast<std::size_t>(seats_.sides); ++side)
            totals_[side] += values[side];
        if (seats_.sides == 1) note_spread(values[0]);
        ++simulations_;
        depth_ = std::max(depth_, static_cast<int>(path.size()) - 1);
        if (proving_ && read<Shared>(tree_[path.back().node].proof) != Proof::none)
            prove_upwards(path);
    }

    // Takes back a descent that leads nowhere new.
    void abandon(const std::vector<Step>& path) {
        for (const Step step : path)
            add<Shared>(tree_[step.node].pending, static_cast<std::uint16_t>(-1));
    }

    // Gives a leaf children with given chances; false if the tree is full. `prior_of(i)` is the
    // chance of the i-th legal move.
    template <class PriorOf>
    bool grow_with(Node& node, const State& state, PriorOf&& prior_of) {
        state.legal_moves(moves_);
        order_.resize(moves_.size());
        std::iota(order_.begin(), order_.end(), 0U);
        if (settings_.widen > 0)
            std::stable_sort(order_.begin(), order_.end(),
                             [&](auto a, auto b) { return prior_of(a) > prior_of(b); });
        return fill(node, [&](std::size_t i) { return static_cast<float>(prior_of(order_[i])); });
    }

  private:
    static Values<State> proven_values(Proof proof, std::uint32_t side) {
        Values<State> values{};
        values[side] = static_cast<double>(proof);
        values[1 - side] = 0.0 - values[side];
        return values;
    }

    static void note_end(Node& node, double value) {
        if (value == 1 || value == 0 || value == -1)
            write<Shared>(node.proof, static_cast<Proof>(static_cast<int>(value)));
    }

    // A single player's values are scores, whose range is found out as the search goes on: half of
    // it is the unit of exploration.
    void note_spread(double value) {
        lowest_ = std::min(lowest_, value);
        highest_ = std::max(highest_, value);
        unit_ = std::max((highest_ - lowest_) / 2, 1e-9);
    }

    // --- growing ---------------------------------------------------------------------------

    // The children of a node: false if the tree is full, or another thread is making them.
    bool grow(Node& node, const State& state) {
        if (read<Shared>(node.player) == CHANCE) {
            state.chance_moves(outcomes_);
            moves_.clear();
            for (const auto& outcome : outcomes_) moves_.push_back(outcome.move);
            return in_order(node);
        }
        if (settings_.formula == MctsSettings::puct || settings_.widen > 0) {
            state.legal_moves(moves_);
            judge_.priors(state, moves_, priors_);
            return grow_with(node, state, [&](std::size_t i) { return priors_[i]; });
        }
        state.legal_moves(moves_);
        if (settings_.fpu >= 0) return in_order(node);
        for (std::size_t i = moves_.size(); i > 1; --i)
            std::swap(moves_[i - 1], moves_[rng_.below(static_cast<std::uint32_t>(i))]);
        return in_order(node);
    }

    bool in_order(Node& node) {
        order_.resize(moves_.size());
        std::iota(order_.begin(), order_.end(), 0U);
        return fill(node, [](std::size_t) { return 0.0F; });
    }

    template <class PriorAt>
    bool fill(Node& node, PriorAt&& prior_at) {
        if constexpr (Shared) {
            auto leaf = Growth::leaf;
            if (!exchange(node.growth, leaf, Growth::growing, __ATOMIC_SEQ_CST)) return false;
        }
        const NodeIndex first = tree_.allocate(moves_.size());
        if (first == no_node) {
            write<Shared>(node.growth, Growth::leaf);
            return false;
        }
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            Node& child = tree_[first + static_cast<NodeIndex>(i)];
            child.move = moves_[order_[i]].value;
            child.prior = prior_at(i);
        }
        node.first = first;
        node.count = static_cast<std::uint16_t>(moves_.size());
        write<Shared>(node.growth, Growth::grown);
        return true;
    }

    // PUCT's way: a chance node grows and is walked through; a decision grows and is judged. If it
    // is judged outside, whoever applies the answer lets it grow.
    bool grows_at_once(Node& node, const State& state, int player) {
        if (player == CHANCE) return grow(node, state);
        if (leaves_ == judged_here) grow(node, state);
        return false;
    }

    // --- choosing --------------------------------------------------------------------------

    NodeIndex drawn_child(const Node& node, const State& state) {
        const auto drawn = state.random_move(rng_).value;
        NodeIndex low = node.first, high = node.first + node.count - 1;
        while (low < high) {  // outcomes are in ascending order, as chance_moves() lists them
            const NodeIndex middle = low + (high - low) / 2;
            if (tree_[middle].move < drawn)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

    // How many of the children are looked at yet.
    NodeIndex considered(const Node& node, std::uint32_t visits) const {
        if (settings_.widen <= 0) return node.count;
        const double wide = settings_.widen * std::sqrt(static_cast<double>(visits));
        return wide + 1 >= node.count ? node.count : static_cast<NodeIndex>(wide) + 1;
    }

    NodeIndex best_child(const Node& node) {
        return settings_.formula == MctsSettings::uct ? best_by_uct(node) : best_by_puct(node);
    }

    struct Tally {
        double sum;
        std::uint32_t visits;
    };
    // The statistics of a node, simulations under way counted as lost.
    static Tally tally(const Node& node) {
        Tally found{read<Shared>(node.sum), read<Shared>(node.visits)};
        if constexpr (Shared) {
            const auto pending = read<Shared>(node.pending);
            found.visits += pending;
            found.sum -= pending;
        }
        return found;
    }

    // UCB1 with values in [-1, 1]. A move that was not tried comes first, or counts as tried once
    // with the first-play value.
    NodeIndex best_by_uct(const Node& node) const {
        const std::uint32_t visits = std::max(tally(node).visits, 1U);
        const double width = settings_.c * unit_ * sqrt_log(visits);
        const double untried = settings_.fpu >= 0 ? first_value(node) + width : 2 + width;
        return best_by(node, visits, [&](const Node&, const Tally& found) {
            if (found.visits == 0) return untried;
            const double r = inverse_sqrt(found.visits);
            return (found.sum * r + width) * r;  // mean + width / sqrt(visits)
        });
    }

    NodeIndex best_by_puct(const Node& node) const {
        const std::uint32_t visits = std::max(tally(node).visits, 1U);
        const double width = settings_.c * unit_ * std::sqrt(static_cast<double>(visits));
        const double untried = first_value(node);
        return best_by(node, visits, [&](const Node& child, const Tally& found) {
            const auto n = static_cast<double>(found.visits);
            const double mean = found.visits == 0 ? untried : found.sum / n;
            return mean + width * child.prior / (1 + n);
        });
    }

    // The child with the highest score, the first of equals; proven losses only if nothing else is
    // left, proven draws at their exact value.
    template <class Score>
    NodeIndex best_by(const Node& node, std::uint32_t visits, Score&& score) const {
        const NodeIndex first = node.first, end = first + considered(node, visits);
        const bool in_turn = settings_.formula == MctsSettings::uct && settings_.fpu < 0;
        NodeIndex best = first;
        double most = -std::numeric_limits<double>::infinity();
        for (NodeIndex at = first; at < end; ++at) {
            const Node& child = tree_[at];
            const Tally found = tally(child);
            if (in_turn && found.visits == 0) return at;
            double value = score(child, found);
            if (const Proof proof = read<Shared>(child.proof); proof != Proof::none) [[unlikely]]
                value = proof == Proof::win    ? std::numeric_limits<double>::infinity()
                        : proof == Proof::draw ? 0.0
                                               : std::numeric_limits<double>::lowest();
            // Without a branch, which would be guessed wrong as often as not.
            best = value > most ? at : best;
            most = value > most ? value : most;
        }
        return best;
    }

    // What a move that was not tried seems worth to the mover: the mean over those that were, less
    // the urgency.
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

    // --- proving ---------------------------------------------------------------------------

    // A node is proven by a child that wins for its mover, or when all its children are.
    void prove_upwards(const std::vector<Step>& path) {
        for (std::size_t i = path.size() - 1; i > 0; --i) {
            Node& parent = tree_[path[i - 1].node];
            const Proof proof = proof_by_children(parent);
            if (proof == Proof::none) return;
            const bool same = path[i - 1].side == seats_.side_of(parent.player);
            const int value = same ? static_cast<int>(proof) : -static_cast<int>(proof);
            write<Shared>(parent.proof, static_cast<Proof>(value));
        }
    }

    // For the side of the mover.
    Proof proof_by_children(const Node& node) const {
        if (node.player == CHANCE) return Proof::none;
        int best = -1;
        bool all = true;
        for (NodeIndex at = node.first; at < node.first + node.count; ++at) {
            const Proof proof = read<Shared>(tree_[at].proof);
            if (proof == Proof::win) return Proof::win;
            if (proof == Proof::none)
                all = false;
            else
                best = std::max(best, static_cast<int>(proof));
        }
        return all ? static_cast<Proof>(best) : Proof::none;
    }

    Tree& tree_;
    const MctsSettings settings_;
    const State root_;
    const Seats<State> seats_;
    LeafJudge<State> judge_;
    Rng rng_;
    const Leaves leaves_;
    const bool proving_;
    double lowest_ = 1, highest_ = -1;
    double unit_ = 1;
    std::vector<Step> path_;
    std::vector<Move> moves_;  // scratch of growing, with their order and chances
    std::vector<std::uint32_t> order_;
    std::vector<double> priors_;
    std::vector<WeightedMove<Move>> outcomes_;
};

}  // namespace quadrille::search
