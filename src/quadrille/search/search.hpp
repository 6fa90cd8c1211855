// What all searches share: the static evaluation of positions. control.hpp says when to stop,
// answer.hpp what a search returns.
//
// A search is a class template over the state. It is constructed from its settings, may keep a tree or
// a table from one move to the next, and answers
//
//   Result search(const State& root, Rng& rng, Control& control)
//
// for the player to move at the root. The root is a view: it holds nothing that the mover cannot know.
// Where facts are hidden, the search draws full states from it by redeal().
//
// Settings name their fields for the binding: visit(f) calls f("depth", depth), and
// f("leaf", leaf, {"rollout", "evaluate"}) for a choice, kept as an index.
#pragma once

#include <memory>
#include <utility>

#include "quadrille/core/assume.hpp"
#include "quadrille/core/game.hpp"
#include "quadrille/search/control.hpp"

namespace quadrille::search {

template <SearchState State>
using Values = std::array<double, State::max_players>;  // per side, in [-1, 1]

// Which player belongs to which side; asked once, since a Python-written game answers slowly.
template <SearchState State>
struct Seats {
    int players;
    int sides;
    std::array<int, State::max_players> side{};  // by player

    explicit Seats(const State& state) : players(state.num_players()), sides(state.num_sides()) {
        for (int player = 0; player < players; ++player)
            side[static_cast<std::size_t>(player)] = state.side(player);
    }
    // Of a player, neither CHANCE nor NOBODY.
    std::size_t side_of(int player) const {
        assume(player >= 0 && player < State::max_players);
        return static_cast<std::size_t>(side[static_cast<std::size_t>(player)]);
    }
};

// The value of a position without looking ahead: its outcome if the game is over, else the static
// evaluation with the game's own weights. A single side, whose outcome is always 0, is valued by its
// score, scaled into (-1, 1).
template <SearchState State>
class Evaluator {
  public:
    explicit Evaluator(const State& root)
        : weights_(root.weights()), sides_(static_cast<std::size_t>(root.num_sides())) {}

    Values<State> operator()(const State& state) const {
        return state.is_over() ? outcome(state) : estimate(state);
    }
    Values<State> outcome(const State& state) const {
        return sides_ == 1 ? solo(state) : state.outcome();
    }
    // Of a position that is not over.
    Values<State> estimate(const State& state) const {
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
};

}  // namespace quadrille::search
