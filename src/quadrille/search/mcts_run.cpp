#include "quadrille/search/mcts_run.hpp"

namespace quadrille::search {

template <bool Hidden>
Result MctsRun<Hidden>::run(Control& control) {
    std::vector<JoiningThread> threads;
    std::atomic<std::size_t> working = walkers_.size() - 1;
    for (std::size_t i = 1; i < walkers_.size(); ++i)
        threads.emplace_back([&, i] {
            while (!control.stop_requested() && may_start(i)) walkers_[i]->simulate();
            --working;
        });
    try {
        lead(control);
        while (working > 0 && !control.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            control.look();
        }
    } catch (...) {
        control.stop();
        threads.clear();  // joins them
        throw;
    }
    threads.clear();
    return answer();
}

// Whether a walker may begin one more simulation. Walkers on one tree share the number; those on
// trees of their own have equal parts of it and look at nothing but their own tree, so that the
// result depends on the seed alone.
template <bool Hidden>
bool MctsRun<Hidden>::may_start(std::size_t index) {
    const AnyWalker& walker = *walkers_[index];
    const Tree<Hidden>& tree = *trees_[std::min(index, trees_.size() - 1)];
    if (walker.simulations() > 0 && read<true>(tree[tree.root()].proof) != Proof::none)
        return false;
    if (settings_.sims == 0) return true;
    if (settings_.threads == 1) return walker.simulations() < settings_.sims;
    if (trees_.size() == 1) return started_.fetch_add(1) < settings_.sims;
    const std::uint64_t count = trees_.size();
    return walker.simulations() < settings_.sims / count + (index < settings_.sims % count);
}

template <bool Hidden>
void MctsRun<Hidden>::lead(Control& control) {
    AnyWalker& walker = *walkers_.front();
    std::uint64_t next_check = check_every;
    // At least one simulation, so that there is an answer.
    do {
        if (!may_start(0)) {
            if (settings_.sims == 0) control.stop();  // proven: no need to use up the time
            return;
        }
        walker.simulate();
        if (walker.simulations() >= next_check) {
            next_check += check_every;
            if (is_settled(control)) {
                control.stop();
                return;
            }
        }
        if (control.report_due()) control.report(answer());
    } while (!control.stopped());
}

// Whether the simulations that are left cannot change the choice any more. With a clock their
// number is estimated from the rate so far. Trees apart that are given a number go on to its end,
// since which of them is how far is a matter of chance.
template <bool Hidden>
bool MctsRun<Hidden>::is_settled(const Control& control) const {
    if (!settings_.settle || (trees_.size() > 1 && settings_.sims > 0)) return false;
    const auto done = static_cast<double>(count());
    double left = std::numeric_limits<double>::infinity();
    if (settings_.sims > 0) left = static_cast<double>(settings_.sims) - done;
    if (control.limit() < left && control.elapsed() > 0)
        left = std::min(left, (control.limit() / control.elapsed() - 1) * done * 1.1);
    std::uint64_t most = 0, second = 0;
    const TreeReader<Hidden> reader(trees_, root_);
    for (const Counted& one : reader.moves()) {
        second = std::max(second, std::min(most, one.visits));
        most = std::max(most, one.visits);
    }
    return static_cast<double>(most - second) > left;
}

template <bool Hidden>
std::uint64_t MctsRun<Hidden>::count() const {
    std::uint64_t simulations = 0;
    for (const auto& walker : walkers_) simulations += walker->simulations();
    return simulations;
}

template <bool Hidden>
Result MctsRun<Hidden>::answer() const {
    SideValues totals;
    int depth = 0;
    for (const auto& walker : walkers_) {
        for (std::size_t side = 0; side < totals.size(); ++side)
            totals[side] += walker->totals()[side];
        depth = std::max(depth, walker->depth());
    }
    Result result = TreeReader<Hidden>(trees_, root_).result(totals, count());
    result.depth = depth;
    return result;
}

template class MctsRun<false>;
template class MctsRun<true>;

}  // namespace quadrille::search
