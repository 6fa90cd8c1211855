#include "quadrille/search/mcts_run.hpp"

#include <exception>
#include <utility>

#include "quadrille/search/draws.hpp"
#include "quadrille/search/halving.hpp"

namespace quadrille::search {

template <bool Hidden>
Result MctsRun<Hidden>::run(Control& control) {
    const bool bounded = settings_.sims > 0 || control.limit() < Control::forever;
    const auto choice = settings_.root == MctsSettings::by_halving && bounded
                            ? run_halving(control)
                            : run_formula(control);
    const auto draw = best_draw(control);
    return answer(draw ? draw : choice);
}

// The calling thread runs the first walker; the answer is left to the tree.
template <bool Hidden>
std::optional<std::uint32_t> MctsRun<Hidden>::run_formula(Control& control) {
    // The first simulation gives a shared root its children, where others would wait for them.
    if (trees_.size() < walkers_.size()) assigned_ = walkers_.front()->simulate(1);
    std::vector<JoiningThread> threads;
    std::atomic<std::size_t> working = walkers_.size() - 1;
    std::vector<std::exception_ptr> errors(walkers_.size());  // of a network outside
    for (std::size_t i = 1; i < walkers_.size(); ++i)
        threads.emplace_back([&, i] {
            try {
                walk(i, control);
            } catch (...) {
                errors[i] = std::current_exception();
                control.stop();
            }
            --working;
        });
    try {
        lead(control);
        while (working > 0 && !control.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            control.check();
        }
    } catch (...) {
        control.stop();
        threads.clear();  // joins them
        throw;
    }
    threads.clear();
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
    return std::nullopt;
}

// A single walker. The first simulation gives the root its children and their priors. What moves
// that are proven do not need goes to the others by turns, in the hope of proving them too.
template <bool Hidden>
std::optional<std::uint32_t> MctsRun<Hidden>::run_halving(Control& control) {
    AnyWalker& walker = *walkers_.front();
    walker.simulate(1);
    const auto moves = [&] { return TreeReader<Hidden>(trees_, root_).moves(); };
    const auto left = [&] { return settings_.sims == 0 || walker.simulations() < settings_.sims; };
    using Simulated = Halving::Simulated;
    const auto simulate = [&](std::uint32_t move) {
        if (is_proven(0) || !left()) return Simulated::unwanted;
        if (is_proven_move(move)) return Simulated::needless;
        walker.begin_with(move);
        walker.simulate(1);
        if (control.report_due()) control.report(answer());
        return control.stopped() ? Simulated::unwanted : Simulated::yes;
    };
    // A move that wins at once, which the first simulation marks, is played before longer wins.
    const auto found = moves();
    const auto win = std::ranges::find(found, Proof::win, &MoveTotals::proof);
    if (win != found.end()) {
        walker.begin_with(win->move);
        if (left()) walker.simulate(1);
        return win->move;
    }
    const auto used = [&] { return control.elapsed() / control.limit(); };
    Halving halving(moves(), settings_.considered);
    const std::size_t choice = settings_.sims > 0 ? halving.run(settings_.sims - 1, simulate, moves)
                                                  : halving.run_for_time(used, simulate, moves);
    for (bool needed = true; std::exchange(needed, false) && !control.stop_requested();)
        for (const std::uint32_t move : root_.moves)
            if (simulate(move) == Simulated::yes) needed = true;
    return is_proven(0) ? std::nullopt : std::optional(root_.moves[choice]);
}

// Where a draw is all that can be had, the simulations that are left go into finding the one that a
// careless opponent is likeliest to spoil.
template <bool Hidden>
std::optional<std::uint32_t> MctsRun<Hidden>::best_draw(Control& control) {
    if (!settings_.traps || !is_proven(0)) return std::nullopt;
    const std::uint64_t done = count();
    const std::uint64_t left =
        settings_.sims > 0 ? settings_.sims - std::min(done, settings_.sims) : DrawRanking::enough;
    DrawRanking ranking(TreeReader<Hidden>(trees_, root_).moves());
    ranking.run(left, [&](std::uint32_t move) -> std::optional<double> {
        if (control.stopped()) return std::nullopt;
        return walkers_.front()->careless_value(move);
    });
    return ranking.best();
}

// What every walker but the first does.
template <bool Hidden>
void MctsRun<Hidden>::walk(std::size_t index, const Control& control) {
    std::uint64_t left = 0;
    while (!control.stop_requested() && !is_proven(index) && !enough_) {
        if (left == 0) left = quota(index);
        if (left == 0) return;
        left -= walkers_[index]->simulate(left);
    }
}

template <bool Hidden>
void MctsRun<Hidden>::lead(Control& control) {
    AnyWalker& walker = *walkers_.front();
    std::uint64_t next_check = check_every;
    std::uint64_t left = 0;
    // At least one simulation, so that there is an answer.
    do {
        if (is_proven(0)) {
            enough_ = settings_.sims == 0;  // no need to use up the time
            return;
        }
        if (left == 0) left = quota(0);
        if (left == 0) return;
        left -= walker.simulate(left);
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

// Whether the root of a walker's tree is proven. A kept tree may be so from the start; it is still
// searched once.
template <bool Hidden>
bool MctsRun<Hidden>::is_proven(std::size_t index) const {
    const Tree<Hidden>& tree = *trees_[std::min(index, trees_.size() - 1)];
    return walkers_[index]->simulations() > 0 && read(tree[tree.root()].proof) != Proof::none;
}

// Whether a move is proven in the first tree.
template <bool Hidden>
bool MctsRun<Hidden>::is_proven_move(std::uint32_t move) const {
    const Tree<Hidden>& tree = *trees_.front();
    const auto& root = tree[tree.root()];
    for (NodeIndex at = root.first; at < root.first + root.count; ++at)
        if (tree[at].move == move) return tree[at].proof != Proof::none;
    return false;
}

// How many simulations a walker may make before it asks again; 0 at the end. Walkers that share a
// tree draw them from a common counter, several at a time so that they rarely contend for it;
// walkers with separate trees get equal parts, so that the result depends on the seed alone.
template <bool Hidden>
std::uint64_t MctsRun<Hidden>::quota(std::size_t index) {
    if (settings_.sims == 0) return max_quota;
    const std::uint64_t count = walkers_.size();
    if (trees_.size() == count) {
        const std::uint64_t part = settings_.sims / count + (index < settings_.sims % count);
        return part - walkers_[index]->simulations();
    }
    const std::uint64_t wanted =
        std::clamp<std::uint64_t>(settings_.sims / (16 * count), 1, max_quota);
    const std::uint64_t before = assigned_.fetch_add(wanted);
    return before >= settings_.sims ? 0 : std::min(wanted, settings_.sims - before);
}

// Whether the remaining simulations can no longer change the choice. With a clock their
// number is estimated from the rate so far. Separate trees with a given number always finish it,
// since how far each has come at a given moment is a matter of chance.
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
    for (const MoveTotals& one : reader.moves()) {
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
Result MctsRun<Hidden>::answer(std::optional<std::uint32_t> choice) const {
    SideValues totals;
    int depth = 0;
    for (const auto& walker : walkers_) {
        const SideValues sums = walker->totals();
        for (std::size_t side = 0; side < totals.size(); ++side) totals[side] += sums[side];
        depth = std::max(depth, walker->depth());
    }
    Result result = TreeReader<Hidden>(trees_, root_).result(totals, count(), choice);
    result.depth = depth;
    return result;
}

template class MctsRun<false>;
template class MctsRun<true>;

}  // namespace quadrille::search
