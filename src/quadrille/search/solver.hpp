// The exact outcome of a position, for two sides without chance and hidden facts: alpha-beta to the
// end of the game (Knuth and Moore 1975) with a table of positions that knows symmetric ones for
// the same where the game has a canonical key.
//
// Only the outcome counts here, not how soon it comes; that is what lets positions share entries. A game
// whose ExactSolver answers value_between() searches the positions after the moves of the root itself.
// A stopped solver answers with what it has proven, and says by `exact` whether that is the value.
#pragma once

#include <bit>

#include "quadrille/search/exact.hpp"
#include "quadrille/search/ordering.hpp"
#include "quadrille/search/table.hpp"

namespace quadrille::search {

// What a solver keeps from position to position.
template <SearchState State>
struct SolverMemory {
    explicit SolverMemory(int megabytes) : table(megabytes) {}

    Table table;
    CutoffMoves cutoffs;
    std::vector<Children<State>> children;  // by ply
};
template <HasWindowSolver State>
struct SolverMemory<State> {
    explicit SolverMemory(int megabytes) : own(megabytes) {}

    typename State::ExactSolver own;
};

template <SearchState State>
class Solver {
  public:
    using Move = typename State::Move;

    struct Settings {
        std::uint64_t nodes = 0;  // at most so many positions; 0 for no limit
        int memory = 256;         // MB of the transposition table
        bool all_moves = false;   // the exact value of every move
        template <class Visit>
        void visit(Visit& f) {
            f("nodes", nodes);
            f("memory", memory);
            f("all_moves", all_moves);
        }
    };
    explicit Solver(const Settings& settings) : settings_(settings), memory_(settings.memory) {}

    Result search(const State& root, Rng& rng, Control& control) {
        if (root.hides_facts() || root.num_sides() != 2)
            throw Error("the solver needs two sides and no hidden facts, got " +
                        quoted(root.text()));
        Meter meter(control, settings_.nodes);
        return Run(settings_, memory_, meter, root).search(root, rng);
    }

  private:
    class Run;

    Settings settings_;
    SolverMemory<State> memory_;
};

// One position to solve.
template <SearchState State>
class Solver<State>::Run {
  public:
    Run(const Settings& settings, SolverMemory<State>& memory, Meter& meter, const State& state)
        : settings_(settings), memory_(memory), meter_(meter), judge_(state), seats_(state) {}

    Result search(const State& state, Rng& rng) {
        if constexpr (!by_game) {
            auto& children = memory_.children;
            const auto plies = static_cast<std::size_t>(std::max(state.max_plies(), 0)) + 2;
            children.resize(std::max(children.size(), plies));
            memory_.cutoffs.new_search(children.size());
            memory_.table.new_search();
        }
        Root<State> root(state, judge_);
        for (auto& entry : root.moves) {  // nothing is known of a move until it is solved
            entry.known = false;
            entry.value = {};
        }
        root.finish(0, false);
        Result result = deepen(root, meter_, 1, rng, [&](int) { return solve_root(root); });
        result.depth = deepest_;
        result.valued = result.exact;
        return result;
    }

  private:
    static constexpr bool by_game = HasWindowSolver<State>;

    Verdict solve_root(Root<State>& root) {
        Score best = -infinite_score;
        for (auto& entry : root.moves) {
            const Score floor = settings_.all_moves ? -infinite_score : best;
            const Score found = after(entry.after, root.side, floor, infinite_score, 0);
            entry.known = found > floor;
            entry.proven = true;
            entry.rank = value_of(found);
            entry.value = shared_values(seats_, root.side, entry.rank);
            if (entry.known && found > best) root.improve(entry);
            best = std::max(best, found);
            if (best == win_score && !settings_.all_moves) break;
            if (best == -win_score) root.improve(first_open(root));
        }
        return {.exact = true, .done = true};
    }

    // A move that is not solved is better than one that loses; if all lose, the first.
    static const RootMove<State>& first_open(const Root<State>& root) {
        for (const auto& entry : root.moves)
            if (!entry.proven) return entry;
        return root.moves.front();
    }

    // The score of a position for a side.
    Score after(const State& state, std::size_t side, Score alpha, Score beta, std::size_t ply) {
        const int player = state.player();
        if (player == NOBODY) {
            meter_.node();
            return score_of(judge_.outcome(state)[side]);
        }
        if (player == CHANCE)
            throw Error("the solver needs a game without chance, got " + quoted(state.text()));
        const std::size_t mover = seats_.side_of(player);
        return mover == side ? solve(state, side, alpha, beta, ply)
                             : -solve(state, mover, -beta, -alpha, ply);
    }

    // The score of a position for its mover; a bound where it is outside the window.
    Score solve(const State& state, std::size_t side, Score alpha, Score beta, std::size_t ply) {
        if constexpr (by_game)
            return ask_game(state, alpha, beta);
        else
            return search_moves(state, side, alpha, beta, ply);
    }

    Score ask_game(const State& state, Score alpha, Score beta) {
        auto& own = memory_.own;
        std::uint64_t counted = own.nodes();
        const auto count = [&] {
            meter_.add(own.nodes() - counted);
            counted = own.nodes();
        };
        const std::function<std::uint64_t()> allow = [&] {
            count();
            return meter_.allowance();
        };
        const int value = own.value_between(state, alpha < 0 ? -1 : 0, beta > 0 ? 1 : 0, allow);
        count();
        return score_of(value);
    }

    Score search_moves(const State& state, std::size_t side, Score alpha, Score beta,
                       std::size_t ply) {
        Table& table = memory_.table;
        CutoffMoves& cutoffs = memory_.cutoffs;
        // 1. What is known already?
        meter_.node();
        deepest_ = std::max(deepest_, static_cast<int>(ply) + 2);  // its moves are looked at
        const std::uint64_t key = key_of(state);
        const TableEntry* known = table.find(key);
        if (known && known->settles(alpha, beta)) return known->score;
        // 2. Does a move win at once?
        Children<State>& children = memory_.children[ply];
        const Place place{side, ply, no_move, ply < judged_plies};
        if (rank_moves(children, state, place, cutoffs, judge_)) {
            meter_.node();
            return win_score;
        }
        // 3. Search the moves, the most promising first.
        const std::uint64_t before = meter_.nodes();
        const Score floor = alpha;
        Score best = -infinite_score;
        for (std::size_t i = 0; i < children.ranked.size() && alpha < beta && best < win_score;
             ++i) {
            const std::size_t index = children.pick(i);
            const State& next = children.states[index];
            Score found = after(next, side, alpha, i > 0 ? alpha + 1 : beta, ply + 1);
            if (i > 0 && found > alpha && found < beta)
                found = after(next, side, alpha, beta, ply + 1);
            best = std::max(best, found);
            alpha = std::max(alpha, best);
            if (best >= beta) cutoffs.cut_off(side, children.moves[index].value, 4, ply);
        }
        // 4. Remember, the longer the more work it was.
        const BoundKind kind = best >= beta && best < win_score     ? BoundKind::lower
                               : best > floor || best == -win_score ? BoundKind::exact
                                                                    : BoundKind::upper;
        const auto work = static_cast<std::int16_t>(std::bit_width(meter_.nodes() - before));
        table.store({key, best, no_move, work, kind});
        return best;
    }

    static std::uint64_t key_of(const State& state) {
        if constexpr (HasCanonicalKey<State>)
            return state.canonical_key();
        else
            return state.hash();
    }

    static constexpr std::size_t judged_plies = 8;  // near the root good order is worth its time

    const Settings& settings_;
    SolverMemory<State>& memory_;
    Meter& meter_;
    const Judge<State> judge_;
    const Seats<State> seats_;
    int deepest_ = by_game ? 0 : 1;  // moves ahead; 0 if the game does not say
};

}  // namespace quadrille::search
