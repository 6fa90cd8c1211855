// What a position is worth without looking ahead.
#pragma once

#include "quadrille/search/evaluation.hpp"
#include "quadrille/search/network_judge.hpp"

namespace quadrille::search {

// The value of a position without looking ahead: its outcome if the game is over, else the static
// evaluation with the game's own weights or given ones, or what a network says in its place. A
// single side, whose outcome is always 0, is valued by its score, scaled into (-1, 1).
template <SearchState State>
class Evaluator {
  public:
    explicit Evaluator(const State& root, const Evaluation& evaluation = {})
        : weights_(root.weights()), sides_(static_cast<std::size_t>(root.num_sides())) {
        if (evaluation.network) network_.emplace(evaluation.network, root);
        if (evaluation.weights.empty()) return;
        if (evaluation.weights.size() != weights_.size())
            throw BadOption("expected " + std::to_string(weights_.size()) + " weights, got " +
                            std::to_string(evaluation.weights.size()));
        weights_ = evaluation.weights;
    }

    Values<State> operator()(const State& state) const {
        return state.is_over() ? outcome(state) : estimate(state);
    }
    Values<State> outcome(const State& state) const {
        return sides_ == 1 ? solo(state) : state.outcome();
    }
    // Of a position that is not over.
    Values<State> estimate(const State& state) const {
        if (network_) return network_->value_of(state);
        if (sides_ == 1) return solo(state);
        Values<State> values{};
        if (!weights_.empty()) state.evaluate(weights_, std::span<double>(values.data(), sides_));
        return values;
    }

    std::span<const float> weights() const { return weights_; }

  private:
    static Values<State> solo(const State& state) {
        const auto scores = state.scores();
        double sum = 0;
        for (int player = 0; player < state.num_players(); ++player)
            sum += scores[static_cast<std::size_t>(player)];
        Values<State> values{};
        values[0] = sum / (1000 + (sum < 0 ? -sum : sum));
        return values;
    }

    std::vector<float> weights_;
    std::size_t sides_;
    mutable std::optional<NetworkJudge<State>> network_;  // keeps the memory of its last answer
};

}  // namespace quadrille::search
