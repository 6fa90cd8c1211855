// Runs the walkers of a Monte-Carlo search, one thread each, until the search may stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <optional>

#include "quadrille/core/workers.hpp"
#include "quadrille/search/mcts_read.hpp"
#include "quadrille/search/mcts_settings.hpp"

namespace quadrille::search {

// A walker in a tree of any game: mcts_walk.hpp and mcts_hidden.hpp. Its own thread counts; other
// threads may read the counts.
class alignas(64) AnyWalker {
  public:
    virtual ~AnyWalker() = default;
    // Goes from the root to a leaf and back, at least once and at most `most` times; returns how often.
    virtual std::uint64_t simulate(std::uint64_t most) = 0;
    // From now on, simulations begin with a move of the root, which has children. Not where threads
    // share a tree.
    virtual void begin_with(std::uint32_t move) = 0;
    // What a move of the root gains against a careless opponent, 0 to 1; only asked where moves can
    // be proven.
    virtual double careless_value(std::uint32_t) { return 0; }

    std::uint64_t simulations() const { return read(simulations_); }
    // The sums of their values.
    SideValues totals() const {
        SideValues sums;
        for (std::size_t side = 0; side < sums.size(); ++side) sums[side] = read(totals_[side]);
        return sums;
    }
    int depth() const { return read(depth_); }  // of the deepest one

  protected:
    // Counts a simulation.
    template <class SideRange>
    void count(const SideRange& values, std::size_t sides, int depth) {
        for (std::size_t side = 0; side < sides; ++side) add(totals_[side], values[side]);
        add(simulations_, std::uint64_t{1});
        if (depth > depth_) write(depth_, depth);
    }

  private:
    std::uint64_t simulations_ = 0;
    SideValues totals_;
    int depth_ = 0;
};

using Walkers = std::vector<std::unique_ptr<AnyWalker>>;

// The walkers of one search, each on a tree of its own or all on the same one.
template <bool Hidden>
class MctsRun {
  public:
    MctsRun(const Trees<Hidden>& trees, const MctsSettings& settings, const RootFacts& root,
            Walkers walkers)
        : trees_(trees), settings_(settings), root_(root), walkers_(std::move(walkers)) {}

    // The calling thread runs the first walker and is the only one to look at the clock.
    Result run(Control& control);

  private:
    static constexpr std::uint64_t check_every = 64;
    static constexpr std::uint64_t max_quota = 64;

    std::optional<std::uint32_t> run_halving(Control& control);
    std::optional<std::uint32_t> run_formula(Control& control);
    std::optional<std::uint32_t> best_draw(Control& control);
    void walk(std::size_t index, const Control& control);
    void lead(Control& control);
    bool is_proven(std::size_t index) const;
    bool is_proven_move(std::uint32_t move) const;
    std::uint64_t quota(std::size_t index);
    bool is_settled(const Control& control) const;
    std::uint64_t count() const;
    Result answer(std::optional<std::uint32_t> choice = {}) const;

    const Trees<Hidden>& trees_;
    const MctsSettings& settings_;
    const RootFacts& root_;
    const Walkers walkers_;
    std::atomic<std::uint64_t> assigned_ = 0;  // simulations of walkers that share a tree
    std::atomic<bool> enough_ = false;         // the first walker needs no more from the others
};

extern template class MctsRun<false>;
extern template class MctsRun<true>;

}  // namespace quadrille::search
