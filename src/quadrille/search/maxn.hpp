// Searches for any number of sides and players, chance by expectation.
//
//   MaxN      every side maximises its own value (Luckhardt and Irani 1986). Of moves that are
//             equally good for the mover the first in the order of legal_moves counts.
//   Paranoid  every other side joins against the root's: alpha-beta (Sturtevant and Korf 2000).
//   Teams     partners maximise the value of their common side. Between two sides that is minimax,
//             and searched as such. Among more, every side that is not the root's maximises its
//             lead over the root's side: it plays for itself, but against nobody else so much.
//
// Where we differ: max-n prunes only once the mover has the most there is. Korf's (1991) shallow
// pruning is left out: with values in [-1, 1] that sum to zero it cuts only where two sides expect
// half of the most or more at once (three sides), or all of it (four). Players of a side move as
// one. A single side maximises its score.
#pragma once

#include "quadrille/search/star.hpp"

namespace quadrille::search {

// The settings of searches that value every move of the root anyway.
struct MaxNSettings : Evaluation {
    int depth = 0;            // the maximum depth in moves; 0 for no limit
    std::uint64_t nodes = 0;  // the maximum number of positions; 0 for no limit
    int deals = 8;
    template <class Visit>
    void visit(Visit& f) {
        f("depth", depth);
        f("nodes", nodes);
        f("deals", deals);
        Evaluation::visit(f);
    }
};

struct ParanoidSettings : Evaluation {
    int depth = 0;
    std::uint64_t nodes = 0;
    bool all_moves = false;  // the exact value of every move of the root
    int deals = 8;
    template <class Visit>
    void visit(Visit& f) {
        f("depth", depth);
        f("nodes", nodes);
        f("all_moves", all_moves);
        f("deals", deals);
        Evaluation::visit(f);
    }
};

// What max-n assumes that a side wants: its own value.
struct OwnValue {
    template <class Values>
    double operator()(const Values& values, std::size_t mover, std::size_t) const {
        return values[mover];
    }
};

// What teams assumes: the root's side wants its value, the others their lead over it.
struct LeadOverRoot {
    template <class Values>
    double operator()(const Values& values, std::size_t mover, std::size_t root) const {
        return mover == root ? values[mover] : (values[mover] - values[root]) / 2;
    }
};

// The value of a position to every side, each of which wants the most of Wish, at most 1.
template <SearchState State, class Wish>
class VectorTree {
  public:
    using Move = typename State::Move;

    VectorTree(const Root<State>& root, const Judge<State>& judge, Meter& meter)
        : seats_(root.seats), side_(root.side), judge_(judge), meter_(meter) {}

    Values<State> value(const State& state, int depth, std::size_t ply) {
        meter_.node();
        while (nodes_.size() <= ply + 1) nodes_.emplace_back();
        nodes_[ply].line.clear();
        const int player = state.player();
        if (player == NOBODY) return judge_.outcome(state);
        if (depth == 0) {
            reached_horizon = true;
            return judge_.estimate(state);
        }
        if (player == CHANCE) return chance(state, depth, ply);
        return decision(state, seats_.side_of(player), depth, ply);
    }

    // The moves expected after a position that was searched, up to a chance node.
    const std::vector<Move>& line(std::size_t ply) const { return nodes_[ply].line; }

    bool reached_horizon = false;  // some leaf was no end of the game; to be reset by the caller

  private:
    struct Node {
        std::vector<Move> moves;
        std::vector<WeightedMove<Move>> chances;
        std::vector<Move> line;
    };

    Values<State> decision(const State& state, std::size_t mover, int depth, std::size_t ply) {
        Node& node = nodes_[ply];
        state.legal_moves(node.moves);
        Values<State> best{};
        double most = -2;
        for (const auto move : node.moves) {
            State next = state;
            next.play(move);
            const Values<State> found = value(next, depth - 1, ply + 1);
            const double wish = Wish{}(found, mover, side_);
            if (wish <= most) continue;
            most = wish;
            best = found;
            const auto& rest = nodes_[ply + 1].line;
            node.line.assign(1, move);
            node.line.insert(node.line.end(), rest.begin(), rest.end());
            if (most >= 1) break;
        }
        return best;
    }

    Values<State> chance(const State& state, int depth, std::size_t ply) {
        Node& node = nodes_[ply];
        state.chance_moves(node.chances);
        Values<State> mean{};
        double total = 0;
        for (const auto& [move, weight] : node.chances) {
            State next = state;
            next.play(move);
            const Values<State> found = value(next, depth, ply + 1);
            total += weight;
            for (std::size_t side = 0; side < mean.size(); ++side)
                mean[side] += weight * found[side];
        }
        for (double& each : mean) each /= total;
        return mean;
    }

    const Seats<State>& seats_;
    const std::size_t side_;
    const Judge<State>& judge_;
    Meter& meter_;
    std::deque<Node> nodes_;  // by ply, so that nothing is allocated per node
};

template <SearchState State, class Wish, class Settings>
Result search_vectors(const State& root, const Settings& settings, Rng& rng, Control& control) {
    const auto run = [&](const State& world, const Settings& each, Control& share) {
        Meter meter(share, each.nodes);
        const Judge<State> judge(world, each);
        Root<State> moves(world, judge);
        VectorTree<State, Wish> tree(moves, judge, meter);
        // Between two sides a win is certain; among more it may rest on a guess of another's wish.
        const bool duel = moves.seats.sides == 2;
        const auto iterate = [&](int depth) {
            bool all_proven = true;
            double best = -2;
            for (auto& entry : moves.moves) {
                tree.reached_horizon = false;
                entry.value = tree.value(entry.after, depth - 1, 1);
                entry.rank = entry.value[moves.side];
                entry.proven = !tree.reached_horizon || (duel && std::abs(entry.rank) == 1);
                all_proven = all_proven && entry.proven;
                best = std::max(best, entry.rank);
                entry.line.assign(1, entry.move);
                entry.line.insert(entry.line.end(), tree.line(1).begin(), tree.line(1).end());
            }
            return Verdict{all_proven || (duel && best == 1), all_proven || best == 1};
        };
        const int limit = depth_limit(world, each, moves.moves.size());
        return deepen(moves, meter, limit, rng, iterate);
    };
    return search_deals(root, settings, rng, control, run);
}

template <SearchState State>
class MaxN {
  public:
    using Settings = MaxNSettings;
    explicit MaxN(const Settings& settings) : settings_(settings) {}

    Result search(const State& root, Rng& rng, Control& control) {
        return search_vectors<State, OwnValue>(root, settings_, rng, control);
    }

  private:
    Settings settings_;
};

template <SearchState State>
class Paranoid {
  public:
    using Settings = ParanoidSettings;
    explicit Paranoid(const Settings& settings) : settings_(settings) {}

    // Against more than one side nothing is certain: that they join is only supposed.
    Result search(const State& root, Rng& rng, Control& control) {
        Result result = search_against_all(root, settings_, ChancePruning{}, rng, control);
        if (root.num_sides() > 2) {
            result.exact = false;
            for (auto& stats : result.moves) stats.exact = false;
        }
        return result;
    }

  private:
    Settings settings_;
};

template <SearchState State>
class Teams {
  public:
    using Settings = ParanoidSettings;
    explicit Teams(const Settings& settings) : settings_(settings) {}

    Result search(const State& root, Rng& rng, Control& control) {
        if (root.num_sides() <= 2)
            return search_against_all(root, settings_, ChancePruning{}, rng, control);
        return search_vectors<State, LeadOverRoot>(root, settings_, rng, control);
    }

  private:
    Settings settings_;
};

}  // namespace quadrille::search
