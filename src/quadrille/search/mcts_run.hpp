// Runs the walkers of a Monte-Carlo search, a thread each, until it may stop.
#pragma once

#include <algorithm>
#include <atomic>

#include "quadrille/core/workers.hpp"
#include "quadrille/search/mcts_read.hpp"
#include "quadrille/search/mcts_settings.hpp"

namespace quadrille::search {

// One who walks in a tree of whatever game: mcts_walk.hpp and mcts_hidden.hpp.
class AnyWalker {
  public:
    virtual ~AnyWalker() = default;
    // Once from the root to a leaf and back.
    virtual void simulate() = 0;

    std::uint64_t simulations() const { return simulations_; }
    const SideValues& totals() const { return totals_; }  // the sums of their values
    int depth() const { return depth_; }                  // of the deepest

  protected:
    std::uint64_t simulations_ = 0;
    SideValues totals_;
    int depth_ = 0;
};

using Walkers = std::vector<std::unique_ptr<AnyWalker>>;

// The walkers of one search. Those on trees of their own have one each, the others share the first.
template <bool Hidden>
class MctsRun {
  public:
    MctsRun(const Trees<Hidden>& trees, const MctsSettings& settings, const RootFacts& root,
            Walkers walkers)
        : trees_(trees), settings_(settings), root_(root), walkers_(std::move(walkers)) {}

    // The calling thread is the first walker's, and alone looks at the clock.
    Result run(Control& control);

  private:
    static constexpr std::uint64_t check_every = 64;

    bool may_start(std::size_t index);
    void lead(Control& control);
    bool is_settled(const Control& control) const;
    std::uint64_t count() const;
    Result answer() const;

    const Trees<Hidden>& trees_;
    const MctsSettings& settings_;
    const RootFacts& root_;
    const Walkers walkers_;
    std::atomic<std::uint64_t> started_ = 0;
};

extern template class MctsRun<false>;
extern template class MctsRun<true>;

}  // namespace quadrille::search
