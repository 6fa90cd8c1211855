// What all depth-limited searches share: the node budget, the values of leaves, the moves of a node and
// of the root, iterative deepening, and several deals where information is hidden.
//
// Depth counts the moves of players; chance does not use it up. Deepening searches 1, 2, ... moves
// ahead until the limit, the clock, or a proven value ends it. The answer is that of the last
// finished depth, unless the unfinished one has found something better than its first move.
//
// Ties at the root are broken at random where both values are exact; a move that is only known to
// be no better than the best so far loses the tie to it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "quadrille/search/one_move.hpp"
#include "quadrille/search/score.hpp"

namespace quadrille::search {

// Thrown at a node when the search must end; caught where it began.
struct Halt {};

// Counts nodes and ends the search by the clock, by a stop request, or at the maximum number of nodes.
class Meter {
  public:
    Meter(Control& control, std::uint64_t most)
        : control_(control), most_(most == 0 ? ~std::uint64_t{0} : most) {}

    // Call this at every node.
    void node() {
        if (control_.stopped() || nodes_ == most_) throw Halt{};
        ++nodes_;
        if (control_.report_due()) [[unlikely]]
            report();
    }
    // The same for a search that counts its own nodes: how many it may visit before it asks again, and
    // how many it has visited.
    std::uint64_t allowance() {
        if (control_.stopped() || nodes_ == most_) throw Halt{};
        if (control_.report_due()) report();
        return std::min<std::uint64_t>(most_ - nodes_, 4096);
    }
    void add(std::uint64_t nodes) { nodes_ += nodes; }
    void report() {
        if (so_far) control_.report(so_far());
    }
    std::uint64_t nodes() const { return nodes_; }

    std::function<Result()> so_far;  // the answer if the search ended now

  private:
    Control& control_;
    std::uint64_t most_;
    std::uint64_t nodes_ = 0;
};

// The values of leaves. An estimate never reaches -1 or 1, so that those are certain wherever they
// appear.
template <SearchState State>
class Judge {
  public:
    explicit Judge(const State& root, const Evaluation& evaluation = {})
        : evaluate_(root, evaluation) {}

    Values<State> outcome(const State& state) const { return evaluate_.outcome(state); }
    // Of a position that is not over.
    Values<State> estimate(const State& state) const {
        Values<State> values = evaluate_.estimate(state);
        for (double& value : values) value = clamp_estimate(value);
        return values;
    }
    Values<State> operator()(const State& state) const {
        return state.is_over() ? outcome(state) : estimate(state);
    }

  private:
    Evaluator<State> evaluate_;
};

// The moves of a node and where they lead, kept per ply so that nothing is allocated per node.
template <SearchState State>
struct Children {
    struct Ranked {
        Score order;
        std::uint32_t index;
    };
    std::vector<typename State::Move> moves;
    std::vector<State> states;  // after the move of the same index; there may be more, unused ones
    std::vector<Ranked> ranked;

    // Lists the moves and plays each of them.
    void expand(const State& state) {
        state.legal_moves(moves);
        ranked.clear();
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (i < states.size())
                states[i] = state;
            else
                states.push_back(state);
            states[i].play(moves[i]);
        }
    }
    // Moves the next best to place i and returns its index.
    std::size_t pick(std::size_t i) {
        std::size_t best = i;
        for (std::size_t j = i + 1; j < ranked.size(); ++j)
            if (ranked[j].order > ranked[best].order) best = j;
        // Not a swap: equal moves keep their order.
        std::rotate(ranked.begin() + static_cast<std::ptrdiff_t>(i),
                    ranked.begin() + static_cast<std::ptrdiff_t>(best),
                    ranked.begin() + static_cast<std::ptrdiff_t>(best) + 1);
        return ranked[i].index;
    }
};

template <SearchState State>
struct RootMove {
    typename State::Move move;
    State after;
    double rank = 0;  // moves are compared by this, in the search's own units
    Values<State> value{};
    bool known = true;    // the value is that of the move, not a bound
    bool proven = false;  // the value rests on outcomes alone
    std::vector<typename State::Move> line;
};

// The moves of the root in the order of searching, and the answer so far.
template <SearchState State>
class Root {
  public:
    // At first the moves are in the order of their static values.
    Root(const State& state, const Judge<State>& judge)
        : seats(state), side(seats.side_of(state.player())) {
        std::vector<typename State::Move> legal;
        state.legal_moves(legal);
        if (legal.empty()) throw Error("no legal move in " + quoted(state.text()));
        moves.reserve(legal.size());
        for (const auto move : legal) {
            RootMove<State> entry{.move = move, .after = state, .line = {move}};
            entry.after.play(move);
            entry.value = judge(entry.after);
            entry.rank = entry.value[side];
            moves.push_back(std::move(entry));
        }
        finish(0, false);
    }

    // After a finished depth: sorts the moves, the best first, and takes it for the answer. When
    // every move loses for certain the order stays, so that the answer is what the depth before
    // thought best: the loss that takes longest.
    void finish(int depth, bool exact) {
        double best = moves.front().rank;
        for (const auto& entry : moves)
            if (entry.known) best = std::max(best, entry.rank);
        const bool lost = depth > 0 && best <= certain_loss;
        if (!lost)
            std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) {
                return std::pair(a.known, a.rank) > std::pair(b.known, b.rank);
            });
        answer_.moves.clear();
        for (const auto& entry : moves) answer_.moves.push_back(stats(entry));
        std::sort(answer_.moves.begin(), answer_.moves.end(),
                  [](const auto& a, const auto& b) { return a.move < b.move; });
        answer_.depth = depth;
        answer_.exact = exact;
        ties_.clear();
        for (const auto& entry : moves)
            if (ties_.empty() || (!lost && entry.known && entry.rank == moves.front().rank))
                ties_.push_back({entry.move, entry.value, entry.line});
        take(ties_.front());
    }

    // In an unfinished depth: this move turned out better than the ones before it.
    void improve(const RootMove<State>& entry) {
        for (auto& each : answer_.moves)
            if (each.move == entry.move) each = stats(entry);
        ties_ = {{entry.move, entry.value, entry.line}};
        take(ties_.front());
    }

    const Result& answer() const { return answer_; }

    // The answer, chosen at random among the best moves whose values are exact.
    Result choose(Rng& rng) {
        if (ties_.size() > 1) take(ties_[rng.below(static_cast<std::uint32_t>(ties_.size()))]);
        return answer_;
    }

    Seats<State> seats;
    std::size_t side;  // of the player to move
    std::vector<RootMove<State>> moves;
    double certain_loss = -1;  // its rank; none where ranks tell slow losses from fast ones

  private:
    MoveStats stats(const RootMove<State>& entry) const {
        MoveStats result{.move = entry.move, .visits = {}, .value = {}, .prior = {}};
        if (entry.known) result.value = entry.value[side];
        result.exact = entry.known && entry.proven;
        return result;
    }
    // A possible answer.
    struct Choice {
        typename State::Move move;
        Values<State> value;
        std::vector<typename State::Move> line;
    };
    void take(const Choice& choice) {
        answer_.move = choice.move;
        answer_.value = choice.value;
        answer_.pv.assign(choice.line.begin(), choice.line.end());
    }

    Result answer_;
    std::vector<Choice> ties_;  // equally good, as far as the last finished depth knows
};

// The conclusion of a finished depth.
struct Verdict {
    bool exact;  // the value of the best move is proven
    bool done;   // looking deeper cannot change anything that was asked for
};

// Calls iterate(depth), which gives a Verdict, for depth 1, 2, ... up to the limit.
template <SearchState State, class Iterate>
Result deepen(Root<State>& root, Meter& meter, int limit, Rng& rng, Iterate&& iterate) {
    meter.so_far = [&] {
        Result result = root.answer();
        result.nodes = meter.nodes();
        return result;
    };
    try {
        bool done = false;
        for (int depth = 1; depth <= limit && !done; ++depth) {
            const Verdict verdict = iterate(depth);
            done = verdict.done;
            root.finish(depth, verdict.exact);
            meter.report();
        }
    } catch (const Halt&) {}
    Result result = root.choose(rng);
    result.nodes = meter.nodes();
    return result;
}

// The greatest depth that makes sense, by the settings, the game and the program. A single legal move
// is searched one move deep only, unless the values of all moves are wanted.
template <SearchState State, class Settings>
int depth_limit(const State& root, const Settings& settings, std::size_t moves) {
    bool all_moves = true;
    if constexpr (requires { settings.all_moves; }) all_moves = settings.all_moves;
    if (moves == 1 && !all_moves) return 1;
    const int limit = std::min(max_search_depth, std::max(root.max_plies(), 1));
    return settings.depth > 0 ? std::min(limit, settings.depth) : limit;
}

// The answer from summed values of moves: the best mean, ties broken at random.
template <SearchState State>
Result mean_answer(const State& root, const Result& total, double deals, Rng& rng) {
    RootMoves means;
    for (const auto& stats : total.moves) means.add(stats.move, *stats.value / deals);
    const Seats<State> seats(root);
    Result result = means.choose(rng, total.nodes);
    result.value = shared_values(seats, seats.side_of(root.player()), means.best());
    result.depth = total.depth;
    return result;
}

// Hidden information: runs a search on `deals` full states that the mover's view allows, with an equal
// share of time and nodes each, and averages the values of the moves (perfect-information Monte
// Carlo; Ginsberg 2001). Without them it runs once. run(world, settings, control) searches a state.
template <SearchState State, class Settings, class Run>
Result search_deals(const State& root, const Settings& settings, Rng& rng, Control& control,
                    Run&& run) {
    if (!root.hides_facts()) return run(root, settings, control);
    Settings each = settings;
    if constexpr (requires { each.all_moves; }) each.all_moves = true;
    const auto deals = static_cast<std::uint64_t>(std::max(settings.deals, 1));
    if (each.nodes > 0) each.nodes = std::max<std::uint64_t>(each.nodes / deals, 1);
    Result total;
    std::uint64_t done = 0;
    for (; done < deals && !(done > 0 && control.stopped()); ++done) {
        const double left = control.limit() - control.elapsed();
        Control share(left / static_cast<double>(deals - done), [&] { return control.stopped(); });
        if (control.stop_requested()) share.stop();
        const Result found = run(root.redeal(root.player(), rng), each, share);
        total.nodes += found.nodes;
        total.depth = done == 0 ? found.depth : std::min(total.depth, found.depth);
        if (done == 0) total.moves = found.moves;
        for (std::size_t i = 0; done > 0 && i < total.moves.size(); ++i)
            *total.moves[i].value += *found.moves.at(i).value;
        Rng unspent = rng;
        control.report(mean_answer(root, total, static_cast<double>(done + 1), unspent));
    }
    return mean_answer(root, total, static_cast<double>(done), rng);
}

}  // namespace quadrille::search
