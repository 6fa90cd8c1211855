// What a leaf of the tree is worth: by a random game to its end, by one with the game's own policy,
// by one guided by the static evaluation, by one cut short, by the static evaluation or a network
// itself, or by a mix.
#pragma once

#include "quadrille/core/playout.hpp"
#include "quadrille/search/arithmetic.hpp"
#include "quadrille/search/evaluator.hpp"
#include "quadrille/search/exact.hpp"
#include "quadrille/search/mcts_history.hpp"
#include "quadrille/search/mcts_settings.hpp"

namespace quadrille::search {

// The moves that a search looks at, as legal_moves() lists them; whether some are left out.
template <SearchState State>
bool searched_moves(const State& state, const MctsSettings& settings,
                    std::vector<typename State::Move>& out) {
    if constexpr (requires { state.main_moves(out); })
        if (settings.prune) return state.main_moves(out);
    state.legal_moves(out);
    return false;
}

template <class State>
concept HasRolloutPolicy = requires(const State state, Rng& rng) {
    { state.rollout_move(rng) } -> std::same_as<typename State::Move>;
};

template <SearchState State>
class LeafJudge {
  public:
    using Move = typename State::Move;

    LeafJudge(const MctsSettings& settings, const State& root)
        : settings_(settings), evaluate_(root, {nullptr, settings.weights}), seats_(root) {
        if (settings.network) network_.emplace(settings.network, root);
        if (settings.leaf == MctsSettings::net && !network_)
            throw Error("leaf=net needs a network");
        if (settings.leaf == MctsSettings::policy && !HasRolloutPolicy<State>)
            throw BadOption("leaf=policy needs a game with rollout_move()");
    }

    Values<State> outcome(const State& state) const { return evaluate_.outcome(state); }

    // The exact value per side where a player moves, if it is cheap for a node of so many visits.
    std::optional<Values<State>> exact(const State& state, std::uint64_t visits) {
        if (settings_.exact == 0) return std::nullopt;
        return exact_(state, settings_.exact * std::max<std::uint64_t>(visits, 1));
    }

    // Notes the moves of rollouts in a history from now on.
    void note_in(History<State>& history) { history_ = &history; }

    // The value per side of a position that is not over; plays on in `state`.
    Values<State> value(State& state, Rng& rng) {
        if (settings_.leaf == MctsSettings::net) return network_value(state, rng);
        if (settings_.leaf == MctsSettings::evaluate) return evaluate_.estimate(state);
        if (settings_.mix <= 0) return played(state, rng);
        const Values<State> estimate = static_value(state);
        return mixed(played(state, rng), estimate, settings_.mix);
    }

    // The exact value if it is cheap, else value().
    Values<State> best_value(State& state, Rng& rng) {
        if (state.player() != CHANCE)
            if (const auto known = exact(state, 1)) return *known;
        return value(state, rng);
    }

    // The static value of each move for the side of its mover, moves as legal_moves() lists them;
    // by the game's own short cut if it has one.
    void move_values(const State& state, const std::vector<Move>& moves, std::vector<double>& out) {
        if constexpr (requires { state.judge_moves(evaluate_.weights(), moves, out); }) {
            if (seats_.sides > 1) return state.judge_moves(evaluate_.weights(), moves, out);
        }
        const std::size_t side = seats_.side_of(state.player());
        out.clear();
        for (const Move move : moves) {
            State next = state;
            next.play(move);
            out.push_back(evaluate_(next)[side]);
        }
    }

    // Chances of moves, which sum to one: the network's, or a softmax of their static values.
    void priors(const State& state, const std::vector<Move>& moves, std::vector<double>& out) {
        if (network_ && network_->has_policy()) {
            look_at(state);
            return network_->priors(state, moves, out);
        }
        move_values(state, moves, out);
        double total = 0;
        for (double& value : out) {
            value = exponential(value / settings_.temperature);
            total += value;
        }
        for (double& value : out) value /= total;
    }

    // The move with the best static evaluation, ties at random.
    Move careless_move(const State& state, Rng& rng) {
        if (state.player() == CHANCE) return state.random_move(rng);
        state.legal_moves(moves_);
        move_values(state, moves_, values_);
        std::size_t best = 0;
        std::uint32_t equals = 1;
        for (std::size_t i = 1; i < moves_.size(); ++i) {
            if (values_[i] > values_[best])
                best = i, equals = 1;
            else if (values_[i] == values_[best] && rng.below(++equals) == 0)
                best = i;
        }
        return moves_[best];
    }

  private:
    // The priors of a leaf and its value come from one look.
    void look_at(const State& state) {
        const std::uint64_t hash = state.hash();
        if (looked_ && hash == looked_hash_) return;
        network_->look(state);
        looked_ = true;
        looked_hash_ = hash;
    }

    Values<State> network_value(State& state, Rng& rng) {
        while (state.player() == CHANCE) state.play(state.random_move(rng));
        if (state.is_over()) return evaluate_.outcome(state);
        look_at(state);
        return network_->values();
    }

    Values<State> static_value(const State& state) {
        if (!network_) return evaluate_.estimate(state);
        if (state.player() == CHANCE) {
            looked_ = false;
            return network_->value_of(state);
        }
        look_at(state);
        return network_->values();
    }

    static Values<State> mixed(Values<State> values, const Values<State>& others, double weight) {
        for (std::size_t side = 0; side < values.size(); ++side)
            values[side] += weight * (others[side] - values[side]);
        return values;
    }

    Values<State> played(State& state, Rng& rng) {
        if (settings_.leaf == MctsSettings::rollout && settings_.horizon == 0 &&
            history_ == nullptr) {
            play_out(state, rng);
            return evaluate_.outcome(state);
        }
        const int last = settings_.horizon > 0 ? settings_.horizon : state.max_plies();
        for (int ply = 0; ply < last && !state.is_over(); ++ply) {
            const Move move = rollout_move(state, rng);
            if (history_ != nullptr) history_->note(state.player(), move);
            state.play(move);
        }
        if (settings_.margin <= 0 || !state.is_over()) return evaluate_(state);
        return mixed(evaluate_.outcome(state), evaluate_.estimate(state), settings_.margin);
    }

    Move rollout_move(const State& state, Rng& rng) {
        if constexpr (HasRolloutPolicy<State>)
            if (settings_.leaf == MctsSettings::policy && state.player() != CHANCE)
                return state.rollout_move(rng);
        return settings_.leaf == MctsSettings::guided ? guided_move(state, rng)
                                                      : state.random_move(rng);
    }

    // Epsilon-greedy.
    Move guided_move(const State& state, Rng& rng) {
        if (state.player() == CHANCE || rng.uniform() < settings_.epsilon)
            return state.random_move(rng);
        return careless_move(state, rng);
    }

    const MctsSettings settings_;
    Evaluator<State> evaluate_;
    Seats<State> seats_;
    ExactValues<State> exact_;
    std::optional<NetworkJudge<State>> network_;
    bool looked_ = false;
    std::uint64_t looked_hash_ = 0;
    History<State>* history_ = nullptr;
    std::vector<Move> moves_;
    std::vector<double> values_;
};

}  // namespace quadrille::search
