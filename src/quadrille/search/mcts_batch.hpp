// A Monte-Carlo tree search whose leaves are evaluated by the caller, in batches that suit a network:
// collect(n) walks to leaves, the caller evaluates them, apply(priors, values) backs the answers up.
// It is PUCT; leaves that wait for an answer count as losses, so that simulations spread
// (mcts_walk.hpp). Applying answers one by one or all at once gives the same tree.
#pragma once

#include <deque>

#include "quadrille/search/mcts_walk.hpp"

namespace quadrille::search {

template <GameState State>
class BatchMcts {
  public:
    using Settings = MctsSettings;

    explicit BatchMcts(const Settings& settings) : settings_(settings) {
        settings_.formula = Settings::puct;
    }
    BatchMcts(const BatchMcts&) = delete;
    BatchMcts& operator=(const BatchMcts&) = delete;

    // Begins a search for the player to move at the root.
    void start(const State& root, Rng& rng) {
        if (root.hides_facts())
            throw Error("leaves of a game with hidden information cannot be evaluated in batches");
        waiting_.clear();
        if (trees_.empty())
            trees_.push_back(std::make_unique<Tree>(settings_.capacity(sizeof(Node))));
        else
            trees_.front()->clear();
        root_.emplace(root);
        walker_.emplace(*trees_.front(), settings_, root, Rng::keyed(rng.next(), Stream::plain, 0),
                        Walk::judged_outside);
    }

    // Walks until `count` more leaves wait, or until the next one is waiting already. Walks that end
    // in a known value are backed up at once; there are at most `count` of them.
    std::size_t collect(std::size_t count) {
        const std::size_t wanted = waiting_.size() + count;
        for (std::size_t walks = 0; waiting_.size() < wanted && walks < 2 * count; ++walks) {
            Leaf leaf{started(), {}};
            Values<State> values;
            if (walker_->descend(leaf.state, leaf.path, values) == Walk::Found::value) {
                walker_->back_up(leaf.path, values);
                continue;
            }
            if (tree()[leaf.path.back().node].pending > 1) {
                walker_->abandon(leaf.path);
                break;
            }
            waiting_.push_back(std::move(leaf));
        }
        return waiting_.size();
    }

    std::size_t waiting() const { return waiting_.size(); }
    const State& leaf(std::size_t i) const { return waiting_.at(i).state; }
    int player(std::size_t i) const { return leaf(i).player(); }
    // The i-th waiting leaf as its mover sees it.
    void encode(std::size_t i, int encoding, void* out) const {
        leaf(i).encode(encoding, player(i), out);
    }

    // Answers for the first waiting leaves: a prior for each action (those of illegal moves are
    // ignored) and a value for each side.
    void apply(std::span<const float> priors, std::span<const double> values) {
        const auto actions = static_cast<std::size_t>(started().num_actions());
        const auto sides = static_cast<std::size_t>(started().num_sides());
        for (std::size_t row = 0; row * sides < values.size(); ++row) {
            const Leaf leaf = std::move(waiting_.front());
            waiting_.pop_front();
            grow(leaf, priors.subspan(row * actions, actions));
            Values<State> found{};
            std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(row * sides), sides,
                        found.begin());
            walker_->back_up(leaf.path, found);
        }
    }

    // Mixes noise into the priors of the root's moves, in the order of legal_moves().
    void mix_root_priors(std::span<const float> noise, double fraction) {
        Node& root = tree()[tree().root()];
        for (NodeIndex i = 0; i < root.count && i < noise.size(); ++i) {
            float& prior = tree()[root.first + i].prior;
            prior = static_cast<float>((1 - fraction) * prior + fraction * noise[i]);
        }
    }

    std::uint64_t simulations() const { return walker_ ? walker_->simulations() : 0; }
    const State& started() const {
        if (!root_) throw Error("expected start() before anything else");
        return *root_;
    }
    Result result() const {
        Result result = TreeReader<State::has_secrets>(trees_, RootFacts::of(started()))
                            .result(walker_->totals(), walker_->simulations());
        result.depth = walker_->depth();
        return result;
    }
    const search::Tree<State::has_secrets>& tree() const { return *trees_.front(); }

  private:
    using Walk = Walker<State, Walks::batched>;
    using Tree = search::Tree<State::has_secrets>;
    using Node = search::Node<State::has_secrets>;

    struct Leaf {
        State state;
        std::vector<Step> path;
    };

    Tree& tree() { return *trees_.front(); }

    void grow(const Leaf& leaf, std::span<const float> priors) {
        leaf.state.legal_moves(moves_);
        priors_.clear();
        double total = 0;
        for (const auto move : moves_) {
            const auto action = static_cast<std::size_t>(leaf.state.action(move));
            priors_.push_back(std::max(double{priors[action]}, 0.0));
            total += priors_.back();
        }
        const auto even = 1.0 / static_cast<double>(moves_.size());
        for (double& prior : priors_) prior = total > 0 ? prior / total : even;
        walker_->grow_with(tree()[leaf.path.back().node], leaf.state,
                           [&](std::size_t i) { return priors_[i]; });
    }

    Settings settings_;
    Trees<State::has_secrets> trees_;  // one; TreeReader reads several
    std::optional<State> root_;
    std::optional<Walk> walker_;
    std::deque<Leaf> waiting_;
    std::vector<typename State::Move> moves_;
    std::vector<double> priors_;
};

}  // namespace quadrille::search
