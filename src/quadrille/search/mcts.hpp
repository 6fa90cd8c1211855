// Monte-Carlo tree search for any game: UCT or PUCT, chance nodes, any number of sides and teams,
// hidden information, several threads. mcts_walk.hpp and mcts_hidden.hpp have the algorithms and cite
// their papers, mcts_run.hpp runs them. In mcts_batch.hpp the caller evaluates the leaves.
#pragma once

#include "quadrille/search/mcts_hidden.hpp"
#include "quadrille/search/mcts_walk.hpp"

namespace quadrille::search {

template <GameState State>
class Mcts {
  public:
    using Settings = MctsSettings;

    explicit Mcts(const Settings& settings) : settings_(settings) {
        if (!NativeState<State>) settings_.threads = 1;
        if (settings_.root != Settings::by_halving) return;
        if (settings_.formula != Settings::puct)
            throw BadOption("root=halving needs priors: formula=puct");
        if (settings_.threads != 1) throw BadOption("root=halving needs one thread");
    }

    Mcts(const Mcts&) = delete;
    Mcts& operator=(const Mcts&) = delete;

    Result search(const State& root, Rng& rng, Control& control) {
        prepare(root);
        const std::uint64_t seed = rng.next();
        if constexpr (State::has_secrets)
            if (root.hides_facts()) return run<HiddenWalker<State>>(seed, control);
        if (shares_tree()) return run<Walker<State, Walks::shared>>(seed, control);
        return run<Walker<State, Walks::single>>(seed, control);
    }

    // Follows the game, so that the next search keeps what is known; does nothing before the first.
    void saw(typename State::Move move) {
        if (!position_ || !settings_.reuse) return;
        bool known = !position_->hides_facts();
        for (const auto& tree : trees_) known = known && advance(*tree, move.value);
        if (known)
            position_->play(move);
        else
            position_.reset();
    }

    std::size_t size() const {
        std::size_t nodes = 0;
        for (const auto& tree : trees_) nodes += tree->size();
        return nodes;
    }
    std::size_t bytes() const { return size() * sizeof(search::Node<State::has_secrets>); }
    const Trees<State::has_secrets>& trees() const { return trees_; }
    const std::optional<State>& position() const { return position_; }

  private:
    using Tree = search::Tree<State::has_secrets>;
    using Node = search::Node<State::has_secrets>;

    bool shares_tree() const {
        return settings_.threads > 1 && settings_.parallel == Settings::one_tree;
    }

    void prepare(const State& root) {
        const bool linked = root.hides_facts();
        const int players = linked ? State::max_players : 0;
        const bool shared = shares_tree() && !linked;
        const auto count = static_cast<std::size_t>(shared ? 1 : settings_.threads);
        if (trees_.size() != count) {
            const std::size_t capacity = settings_.capacity(sizeof(Node));
            trees_.clear();
            for (std::size_t i = 0; i < count; ++i)
                trees_.push_back(std::make_unique<Tree>(capacity / count + 1, players));
        } else if (!settings_.reuse || linked || !position_ || !(*position_ == root)) {
            for (const auto& tree : trees_) tree->clear();
        }
        // Its value may be known from a solver that did not say which move has it.
        for (const auto& tree : trees_) (*tree)[tree->root()].proof = Proof::none;
        position_ = root;
    }

    // Makes the child of a move the root; false if there is none.
    static bool advance(Tree& tree, std::uint32_t move) {
        const Node& root = tree[tree.root()];
        for (NodeIndex i = 0; i < root.count; ++i)
            if (tree[root.first + i].move == move) {
                tree.reroot(root.first + i);
                return true;
            }
        return false;
    }

    template <class Walker>
    Result run(std::uint64_t seed, Control& control) {
        Walkers walkers;
        for (int i = 0; i < settings_.threads; ++i) {
            const auto index = static_cast<std::size_t>(i);
            Tree& tree = *trees_[std::min(index, trees_.size() - 1)];
            walkers.push_back(std::make_unique<Walker>(tree, settings_, *position_,
                                                       Rng::keyed(seed, Stream::plain, index)));
        }
        const auto facts = RootFacts::of(*position_);
        return MctsRun<State::has_secrets>(trees_, settings_, facts, std::move(walkers))
            .run(control);
    }

    Settings settings_;
    Trees<State::has_secrets> trees_;
    std::optional<State> position_;  // of the roots
};

}  // namespace quadrille::search
