// What a position is worth on average over the draws that come before a player moves again.
#pragma once

#include "quadrille/search/search.hpp"

namespace quadrille::search {

// Calls visit(next state, probability) for every outcome of a chance node.
template <SearchState State, class Visit>
void for_each_outcome(const State& state, Visit&& visit) {
    std::vector<WeightedMove<typename State::Move>> outcomes;
    state.chance_moves(outcomes);
    double total = 0;
    for (const auto& outcome : outcomes) total += outcome.weight;
    for (const auto& outcome : outcomes) {
        State next = state;
        next.play(outcome.move);
        visit(next, outcome.weight / total);
    }
}

// The mean of judge(state) over those draws. A draw may lead to another one: in Carcassonne a tile
// that fits nowhere is laid aside. All orders in which that can go on would be too many, so after
// the first draw, outcomes that lead to another one are left out where there are others: what is
// drawn in their place comes up with the same chances. Where all do, `depth` of them are followed
// in full, then the first one.
template <SearchState State, class Judge>
Values<State> expected_values(const State& state, const Judge& judge, int depth = 0) {
    constexpr int full_depth = 3;
    if (state.player() != CHANCE) return judge(state);
    Values<State> mean{};
    double counted = 0;
    const auto count = [&](const State& next, double probability) {
        const Values<State> values = expected_values(next, judge, depth + 1);
        for (std::size_t side = 0; side < mean.size(); ++side)
            mean[side] += probability * values[side];
        counted += probability;
    };
    for_each_outcome(state, [&](const State& next, double probability) {
        if (depth == 0 || next.player() != CHANCE) count(next, probability);
    });
    if (counted == 0)
        for_each_outcome(state, [&](const State& next, double probability) {
            if (depth < full_depth || counted == 0) count(next, probability);
        });
    if (depth > 0)
        for (double& value : mean) value /= counted;
    return mean;
}

}  // namespace quadrille::search
