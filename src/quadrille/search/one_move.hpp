// Two players that look one move ahead: a search must beat them to be worth its time.
#pragma once

#include "quadrille/core/playout.hpp"
#include "quadrille/search/evaluator.hpp"
#include "quadrille/search/expectation.hpp"

namespace quadrille::search {

// The moves of the root with a value each, and a uniform choice among the best.
class RootMoves {
  public:
    void add(AnyMove move, double value) {
        moves_.push_back({.move = move, .visits = {}, .value = value, .prior = {}});
    }
    // `value` is what the chosen move is worth to each side.
    Result choose(Rng& rng, std::uint64_t nodes) const {
        std::vector<AnyMove> best;
        double most = -2;
        for (const auto& stats : moves_) {
            if (*stats.value > most) best.clear();
            if (*stats.value >= most) best.push_back(stats.move);
            most = std::max(most, *stats.value);
        }
        Result result;
        result.move = best[rng.below(static_cast<std::uint32_t>(best.size()))];
        result.moves = moves_;
        result.pv = {result.move};
        result.nodes = nodes;
        result.depth = 1;
        return result;
    }
    double best() const {
        double most = -2;
        for (const auto& stats : moves_) most = std::max(most, *stats.value);
        return most;
    }

  private:
    std::vector<MoveStats> moves_;
};

// Values per side when only one side's is known: the others share the opposite.
template <SearchState State>
Values<State> shared_values(const Seats<State>& seats, std::size_t side, double value) {
    Values<State> values{};
    for (int other = 0; other < seats.sides; ++other)
        values[static_cast<std::size_t>(other)] = 0.0 - value / std::max(seats.sides - 1, 1);
    values[side] = value;
    return values;
}

// The best static evaluation after the move, the expectation over chance; ties at random. Where
// facts are hidden, the mean over `deals` states that the mover's view allows.
template <SearchState State>
class Greedy {
  public:
    struct Settings : Evaluation {
        int deals = 8;
        template <class Visit>
        void visit(Visit& f) {
            f("deals", deals);
            Evaluation::visit(f);
        }
    };
    explicit Greedy(const Settings& settings) : settings_(settings) {}

    Result search(const State& root, Rng& rng, Control& control) {
        const int player = root.player();
        const Seats<State> seats(root);
        const Evaluator<State> evaluate(root, settings_);
        const int deals = root.hides_facts() ? settings_.deals : 1;
        std::vector<typename State::Move> moves;
        root.legal_moves(moves);
        std::vector<Values<State>> sums(moves.size());
        std::uint64_t nodes = 0;
        const auto judge = [&](const State& state) {
            ++nodes;
            return evaluate(state);
        };
        for (int deal = 0; deal < deals && !(deal > 0 && control.stopped()); ++deal) {
            const State world = root.hides_facts() ? root.redeal(player, rng) : root;
            for (std::size_t i = 0; i < moves.size(); ++i) {
                State next = world;
                next.play(moves[i]);
                const Values<State> values = expected_values(next, judge);
                for (std::size_t side = 0; side < values.size(); ++side)
                    sums[i][side] += values[side] / deals;
            }
        }
        RootMoves stats;
        for (std::size_t i = 0; i < moves.size(); ++i)
            stats.add(moves[i], sums[i][seats.side_of(player)]);
        Result result = stats.choose(rng, nodes);
        for (std::size_t i = 0; i < moves.size(); ++i)
            if (moves[i] == result.move) result.value = sums[i];
        return result;
    }

  private:
    Settings settings_;
};

// Takes a win, and never allows one in the next move of another side if it can be helped; else a
// uniform choice. A turn of several moves (place, then give) is looked through to its end.
template <SearchState State>
class OnePly {
  public:
    using Settings = typename Greedy<State>::Settings;
    explicit OnePly(const Settings& settings) : settings_(settings) {}

    Result search(const State& root, Rng& rng, Control& control) {
        const int player = root.player();
        const Seats<State> seats(root);
        const std::size_t side = seats.side_of(player);
        const int deals = root.hides_facts() ? settings_.deals : 1;
        std::vector<typename State::Move> moves;
        root.legal_moves(moves);
        std::vector<double> sums(moves.size());
        nodes_ = 0;
        for (int deal = 0; deal < deals && !(deal > 0 && control.stopped()); ++deal) {
            const State world = root.hides_facts() ? root.redeal(player, rng) : root;
            for (std::size_t i = 0; i < moves.size(); ++i) {
                State next = world;
                next.play(moves[i]);
                sums[i] += own_turn(next, seats, side, control) / deals;
            }
        }
        RootMoves stats;
        for (std::size_t i = 0; i < moves.size(); ++i) stats.add(moves[i], sums[i]);
        Result result = stats.choose(rng, nodes_);
        result.value = shared_values(seats, side, stats.best());
        return result;
    }

  private:
    // What the side can be sure of, until another side has made one move: the outcome if the game
    // ends by then, else 0.
    double own_turn(const State& state, const Seats<State>& seats, std::size_t side,
                    Control& control) {
        ++nodes_;
        const int player = state.player();
        if (player == NOBODY) return state.outcome()[side];
        if (control.stopped()) return 0;
        if (player == CHANCE)
            return expected_values(state, [&](const State& next) {
                Values<State> values{};
                values[side] = own_turn(next, seats, side, control);
                return values;
            })[side];
        const bool mine = seats.side_of(player) == side;
        double best = mine ? -1 : 1;
        std::vector<typename State::Move> moves;
        state.legal_moves(moves);
        for (const auto move : moves) {
            State next = state;
            next.play(move);
            if (mine)
                best = std::max(best, own_turn(next, seats, side, control));
            else
                best = std::min(best, next.is_over() ? next.outcome()[side] : 0.0);
            if (best == (mine ? 1 : -1)) break;
        }
        return best;
    }

    Settings settings_;
    std::uint64_t nodes_ = 0;
};

}  // namespace quadrille::search
