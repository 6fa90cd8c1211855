// Monte-Carlo tree search for any game: UCT or PUCT, chance nodes, any number of sides and teams,
// hidden facts, several threads. mcts_walk.hpp and mcts_hidden.hpp have the algorithms and cite
// their papers; here a search is run. mcts_batch.hpp has leaves judged from outside.
#pragma once

#include "quadrille/core/workers.hpp"
#include "quadrille/search/mcts_hidden.hpp"
#include "quadrille/search/mcts_read.hpp"
#include "quadrille/search/mcts_walk.hpp"

namespace quadrille::search {

template <GameState State>
class Mcts {
  public:
    using Settings = MctsSettings;

    explicit Mcts(const Settings& settings) : settings_(settings) {
        if (!NativeState<State>) settings_.threads = 1;
    }

    Mcts(const Mcts&) = delete;
    Mcts& operator=(const Mcts&) = delete;

    Result<State> search(const State& root, Rng& rng, Control<State>& control) {
        prepare(root);
        const std::uint64_t seed = rng.next();
        if constexpr (State::has_secrets)
            if (root.hides_facts()) return run<HiddenWalker<State>>(seed, control);
        if (settings_.threads > 1 && settings_.parallel == Settings::one_tree)
            return run<Walker<State, true>>(seed, control);
        return run<Walker<State, false>>(seed, control);
    }

    // Follows the game, so that the next search keeps what it knows. Does nothing before the first.
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
    std::size_t bytes() const { return size() * sizeof(Node<State>); }
    const std::vector<std::unique_ptr<Tree<State>>>& trees() const { return trees_; }
    const std::optional<State>& position() const { return position_; }

  private:
    static constexpr std::uint64_t check_every = 64;

    void prepare(const State& root) {
        const bool linked = root.hides_facts();
        const bool apart =
            settings_.threads > 1 && (linked || settings_.parallel != Settings::one_tree);
        const auto count = static_cast<std::size_t>(apart ? settings_.threads : 1);
        if (trees_.size() != count) {
            const std::size_t capacity = settings_.capacity(sizeof(Node<State>));
            trees_.clear();
            for (std::size_t i = 0; i < count; ++i)
                trees_.push_back(std::make_unique<Tree<State>>(capacity / count + 1, linked));
        } else if (!settings_.reuse || linked || !position_ || !(*position_ == root)) {
            for (const auto& tree : trees_) tree->clear();
        }
        position_ = root;
    }

    // Makes the child by a move the root; false if there is none.
    static bool advance(Tree<State>& tree, std::uint32_t move) {
        const Node<State>& root = tree[tree.root()];
        for (NodeIndex i = 0; i < root.count; ++i)
            if (tree[root.first + i].move == move) {
                tree.reroot(root.first + i);
                return true;
            }
        return false;
    }

    // --- running ---------------------------------------------------------------------------

    // One walker for each thread. The calling thread is the first of them, and alone looks at the
    // clock.
    template <class Walker>
    Result<State> run(std::uint64_t seed, Control<State>& control) {
        std::vector<std::unique_ptr<Walker>> walkers;
        for (int i = 0; i < settings_.threads; ++i) {
            const auto index = static_cast<std::size_t>(i);
            Tree<State>& tree = *trees_[std::min(index, trees_.size() - 1)];
            walkers.push_back(std::make_unique<Walker>(tree, settings_, *position_,
                                                       Rng::keyed(seed, Stream::plain, index)));
        }
        std::atomic<std::uint64_t> started = 0;
        std::vector<JoiningThread> threads;
        std::atomic<std::size_t> working = walkers.size() - 1;
        const auto stop_all = [&] {
            control.stop();
            threads.clear();  // joins them
        };
        for (std::size_t i = 1; i < walkers.size(); ++i)
            threads.emplace_back([&, i] {
                while (!control.stop_requested() && may_start(started, *walkers[i], i))
                    walkers[i]->simulate();
                --working;
            });
        try {
            lead(walkers, started, control);
            while (working > 0 && !control.stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                control.look();
            }
        } catch (...) {
            stop_all();
            throw;
        }
        threads.clear();
        return answer(walkers);
    }

    // Whether a walker may begin one more simulation. Walkers on one tree share the number; those
    // on trees of their own have equal parts of it and look at nothing but their own tree, so that
    // the result depends on the seed alone.
    template <class Walker>
    bool may_start(std::atomic<std::uint64_t>& started, const Walker& walker,
                   std::size_t index) const {
        const Tree<State>& tree = *trees_[std::min(index, trees_.size() - 1)];
        if (walker.simulations() > 0 && read<true>(tree[tree.root()].proof) != Proof::none)
            return false;
        if (settings_.sims == 0) return true;
        if (settings_.threads == 1) return walker.simulations() < settings_.sims;
        if (trees_.size() == 1) return started.fetch_add(1) < settings_.sims;
        const std::uint64_t count = trees_.size();
        return walker.simulations() < settings_.sims / count + (index < settings_.sims % count);
    }

    template <class Walkers>
    void lead(Walkers& walkers, std::atomic<std::uint64_t>& started, Control<State>& control) {
        auto& walker = *walkers.front();
        std::uint64_t next_check = check_every;
        // At least one simulation, so that there is an answer.
        do {
            if (!may_start(started, walker, 0)) {
                if (settings_.sims == 0) control.stop();  // proven: no need to use up the time
                return;
            }
            walker.simulate();
            if (walker.simulations() >= next_check) {
                next_check += check_every;
                if (is_settled(walkers, control)) {
                    control.stop();
                    return;
                }
            }
            if (control.report_due()) control.report(answer(walkers));
        } while (!control.stopped());
    }

    // Whether the simulations that are left cannot change the choice any more. With a clock their
    // number is estimated from the rate so far. Trees apart that are given a number go on to its
    // end, since which of them is how far is a matter of chance.
    template <class Walkers>
    bool is_settled(const Walkers& walkers, const Control<State>& control) const {
        if (!settings_.settle || (trees_.size() > 1 && settings_.sims > 0)) return false;
        const auto done = static_cast<double>(count(walkers));
        double left = std::numeric_limits<double>::infinity();
        if (settings_.sims > 0) left = static_cast<double>(settings_.sims) - done;
        if (control.limit() < left && control.elapsed() > 0)
            left = std::min(left, (control.limit() / control.elapsed() - 1) * done * 1.1);
        std::uint64_t most = 0, second = 0;
        const TreeReader<State> reader(trees_, *position_);
        for (const Counted& one : reader.moves()) {
            second = std::max(second, std::min(most, one.visits));
            most = std::max(most, one.visits);
        }
        return static_cast<double>(most - second) > left;
    }

    template <class Walkers>
    static std::uint64_t count(const Walkers& walkers) {
        std::uint64_t simulations = 0;
        for (const auto& walker : walkers) simulations += walker->simulations();
        return simulations;
    }

    template <class Walkers>
    Result<State> answer(const Walkers& walkers) const {
        Values<State> totals{};
        int depth = 0;
        for (const auto& walker : walkers) {
            for (std::size_t side = 0; side < totals.size(); ++side)
                totals[side] += walker->totals()[side];
            depth = std::max(depth, walker->depth());
        }
        Result<State> result = TreeReader<State>(trees_, *position_).result(totals, count(walkers));
        result.depth = depth;
        return result;
    }

    Settings settings_;
    std::vector<std::unique_ptr<Tree<State>>> trees_;
    std::optional<State> position_;  // what the roots stand for
};

}  // namespace quadrille::search
