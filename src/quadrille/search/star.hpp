// The value of one side against all others, with chance: alpha-beta with Star1 and Star2 pruning at
// chance nodes (Ballard 1983), and Star2.5, which probes more than one move of each outcome (Hauk,
// Buro and Schaeffer 2004). Expectimax, paranoid, teams and hybrid are this search.
//
// Values are those of the root's side, which maximises while every other side minimises. They lie
// in [-1, 1], which is what lets a chance node be cut off before all its outcomes are known.
//
// Where we differ: chance uses up no depth, and a chance node at the depth limit is a leaf. An
// outcome may be of any kind (own move, other's move, chance, end): a probe gives a lower bound in
// the first case, an upper one in the second. Bounds are kept apart by a slack, so that rounding
// cannot change a value: every pruning gives exactly what the search without it gives.
#pragma once

#include <deque>

#include "quadrille/search/minimax.hpp"

namespace quadrille::search {

struct ChancePruning {
    enum Kind { none, star1, star2, star2_5 };
    int kind = star2_5;
    int probes = 2;  // moves probed of each outcome by star2.5

    int moves_probed() const { return kind == star2_5 ? probes : kind == star2 ? 1 : 0; }
};

// Leaves judged by the static evaluation.
template <SearchState State>
class StaticLeaf {
  public:
    StaticLeaf(const Judge<State>& judge, std::size_t side) : judge_(judge), side_(side) {}
    double operator()(const State& state) const { return judge_.estimate(state)[side_]; }
    bool stops_at(std::size_t) const { return false; }  // by the number of legal moves
    static constexpr bool costly = false;

  private:
    const Judge<State>& judge_;
    std::size_t side_;
};

template <SearchState State, class Leaf>
class Star {
  public:
    using Move = typename State::Move;

    Star(const Root<State>& root, const Judge<State>& judge, Leaf leaf, ChancePruning pruning,
         Meter& meter)
        : seats_(root.seats),
          side_(root.side),
          judge_(judge),
          leaf_(std::move(leaf)),
          pruning_(pruning),
          meter_(meter) {}

    // The value within the window; outside of it a bound.
    double value(const State& state, int depth, double alpha, double beta, std::size_t ply) {
        meter_.node();
        while (nodes_.size() <= ply + 1) nodes_.emplace_back();
        nodes_[ply].line.clear();
        const int player = state.player();
        if (player == NOBODY) return judge_.outcome(state)[side_];
        if (depth == 0) return at_horizon(state);
        if (player == CHANCE) return chance(state, depth, alpha, beta, ply);
        return decision(state, seats_.side_of(player) == side_, depth, alpha, beta, ply);
    }

    // The moves expected after a position whose value was within its window, up to a chance node.
    const std::vector<Move>& line(std::size_t ply) const { return nodes_[ply].line; }

    bool reached_horizon = false;  // some leaf was no end of the game; to be reset by the caller

  private:
    struct Node {
        Children<State> children;
        std::vector<WeightedMove<Move>> chances;
        std::vector<State> outcomes;
        std::vector<double> lower, upper;  // of the outcomes
        std::vector<Move> line;
    };

    double at_horizon(const State& state) {
        reached_horizon = true;
        return leaf_(state);
    }

    double decision(const State& state, bool mine, int depth, double alpha, double beta,
                    std::size_t ply) {
        Node& node = nodes_[ply];
        if (rank_moves(node.children, state, mine, depth);
            leaf_.stops_at(node.children.moves.size()))
            return at_horizon(state);
        double best = mine ? -2 : 2;
        for (std::size_t i = 0; i < node.children.ranked.size(); ++i) {
            const std::size_t index = node.children.pick(i);
            const double found =
                value(node.children.states[index], depth - 1, alpha, beta, ply + 1);
            if (mine ? found > best : found < best) {
                best = found;
                const auto& rest = nodes_[ply + 1].line;
                node.line.assign(1, node.children.moves[index]);
                node.line.insert(node.line.end(), rest.begin(), rest.end());
            }
            if (mine)
                alpha = std::max(alpha, best);
            else
                beta = std::min(beta, best);
            if (alpha >= beta || best == (mine ? 1 : -1)) break;
        }
        return best;
    }

    // The best first for the own side, the worst first for the others.
    void rank_moves(Children<State>& children, const State& state, bool mine, int depth) {
        children.expand(state);
        const bool judged = depth > 1 || Leaf::costly;
        for (std::uint32_t i = 0; i < children.moves.size(); ++i) {
            const double value = judged ? judge_(children.states[i])[side_] : 0;
            children.ranked.push_back({score_of(mine ? value : -value), i});
        }
    }

    // The mean over the outcomes. Sums are of weights times values; `lower` and `upper` bound what
    // all outcomes together can still reach.
    double chance(const State& state, int depth, double alpha, double beta, std::size_t ply) {
        // 1. List the outcomes.
        Node& node = nodes_[ply];
        const double total = list_outcomes(node, state);
        Sums sums{-total, total, alpha * total, beta * total, slack * total};
        // 2. Probe them: perhaps a few moves show already that the mean is outside the window.
        for (std::size_t i = 0; pruning_.kind >= ChancePruning::star2 && i < node.outcomes.size();
             ++i) {
            probe(node, i, depth, ply, sums);
            if (sums.settled()) return sums.bound() / total;
        }
        // 3. Search them, each with the window that still matters.
        for (std::size_t i = 0; i < node.outcomes.size(); ++i) {
            const double weight = node.chances[i].weight;
            double low = -2;
            double high = 2;
            if (pruning_.kind != ChancePruning::none) {
                low = sums.low_for(weight, node.upper[i]);
                high = sums.high_for(weight, node.lower[i]);
            }
            const double found = value(node.outcomes[i], depth, low, high, ply + 1);
            if (found > low) sums.raise(weight, node.lower[i], found);
            if (found < high) sums.reduce(weight, node.upper[i], found);
            if (pruning_.kind != ChancePruning::none && sums.settled()) return sums.bound() / total;
        }
        // 4. All are known exactly.
        double sum = 0;
        for (std::size_t i = 0; i < node.outcomes.size(); ++i)
            sum += node.chances[i].weight * node.lower[i];
        return sum / total;
    }

    // What the weighted values of all outcomes can sum to, and the window for that sum.
    struct Sums {
        double lower, upper, alpha, beta, slack;

        bool settled() const { return lower >= beta + slack || upper <= alpha - slack; }
        double bound() const { return lower >= beta + slack ? lower : upper; }
        // Below this, whatever the others are, the sum is too small; and above it too large.
        double low_for(double weight, double known) const {
            return (alpha - 2 * slack - (upper - weight * known)) / weight;
        }
        double high_for(double weight, double known) const {
            return (beta + 2 * slack - (lower - weight * known)) / weight;
        }
        void raise(double weight, double& known, double found) {
            if (found <= known) return;
            lower += weight * (found - known);
            known = found;
        }
        void reduce(double weight, double& known, double found) {
            if (found >= known) return;
            upper -= weight * (known - found);
            known = found;
        }
    };

    double list_outcomes(Node& node, const State& state) {
        state.chance_moves(node.chances);
        node.outcomes.clear();
        double total = 0;
        for (const auto& [move, weight] : node.chances) {
            total += weight;
            node.outcomes.push_back(state);
            node.outcomes.back().play(move);
        }
        node.lower.assign(node.outcomes.size(), -1);
        node.upper.assign(node.outcomes.size(), 1);
        return total;
    }

    // Improves a bound of an outcome by its most promising moves.
    void probe(Node& node, std::size_t i, int depth, std::size_t ply, Sums& sums) {
        const State& state = node.outcomes[i];
        const double weight = node.chances[i].weight;
        const int player = state.player();
        if (player == NOBODY) {
            const double value = judge_.outcome(state)[side_];
            sums.raise(weight, node.lower[i], value);
            sums.reduce(weight, node.upper[i], value);
        }
        if (player < 0) return;
        const bool mine = seats_.side_of(player) == side_;
        Children<State>& children = nodes_[ply + 1].children;
        rank_moves(children, state, mine, depth);
        if (leaf_.stops_at(children.moves.size())) return;
        const auto count =
            std::min(static_cast<std::size_t>(pruning_.moves_probed()), children.ranked.size());
        for (std::size_t k = 0; k < count && !sums.settled(); ++k) {
            const State& next = children.states[children.pick(k)];
            if (mine) {
                const double high = sums.high_for(weight, node.lower[i]);
                sums.raise(weight, node.lower[i], value(next, depth - 1, -2, high, ply + 2));
            } else {
                const double low = sums.low_for(weight, node.upper[i]);
                sums.reduce(weight, node.upper[i], value(next, depth - 1, low, 2, ply + 2));
            }
        }
    }

    static constexpr double slack = 0x1.0p-30;

    const Seats<State>& seats_;
    const std::size_t side_;
    const Judge<State>& judge_;
    Leaf leaf_;
    const ChancePruning pruning_;
    Meter& meter_;
    std::deque<Node> nodes_;  // by ply, so that nothing is allocated per node
};

// Searches a root by deepening; settings have depth and all_moves.
template <SearchState State, class Settings, class Leaf>
Result search_star(const State& world, Root<State>& root, const Judge<State>& judge,
                   const Settings& settings, Leaf leaf, ChancePruning pruning, Meter& meter,
                   Rng& rng) {
    Star<State, Leaf> tree(root, judge, std::move(leaf), pruning, meter);
    const auto iterate = [&](int depth) {
        bool all_proven = true;
        double floor = -2;  // what the next move must beat
        double best = -2;
        for (auto& entry : root.moves) entry.known = false;
        for (std::size_t i = 0; i < root.moves.size() && floor < 1; ++i) {
            RootMove<State>& entry = root.moves[i];
            tree.reached_horizon = false;
            const double found = tree.value(entry.after, depth - 1, floor, 2, 1);
            entry.rank = found;
            entry.known = found > floor;
            // A bound of -1 is a value; and no estimate reaches 1.
            entry.proven = !tree.reached_horizon || found == -1 || (entry.known && found == 1);
            all_proven = all_proven && entry.proven;
            if (!entry.known) continue;
            best = std::max(best, found);
            entry.value = shared_values(root.seats, root.side, found);
            entry.line.assign(1, entry.move);
            entry.line.insert(entry.line.end(), tree.line(1).begin(), tree.line(1).end());
            if (settings.all_moves) continue;
            if (i > 0) root.improve(entry);
            floor = found;
        }
        return Verdict{all_proven || best == 1, all_proven || floor == 1};
    };
    return deepen(root, meter, depth_limit(world, settings, root.moves.size()), rng, iterate);
}

// The same with leaves by static evaluation, over several deals where facts are hidden.
template <SearchState State, class Settings>
Result search_against_all(const State& root, const Settings& settings, const ChancePruning& pruning,
                          Rng& rng, Control& control) {
    return search_deals(root, settings, rng, control,
                        [&](const State& world, const Settings& each, Control& share) {
                            Meter meter(share, each.nodes);
                            const Judge<State> judge(world, each);
                            Root<State> moves(world, judge);
                            const StaticLeaf<State> leaf(judge, moves.side);
                            return search_star(world, moves, judge, each, leaf, pruning, meter,
                                               rng);
                        });
}

}  // namespace quadrille::search
