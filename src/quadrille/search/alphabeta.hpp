// Alpha-beta for two sides without chance: how Knuth and Moore (1975) analysed it, as negamax with
// iterative deepening, principal-variation search (Marsland and Campbell 1982), aspiration windows,
// a transposition table (Greenblatt et al. 1967; Slate and Atkin 1977), killer moves (Akl and
// Newborn 1977) and the history heuristic (Schaeffer 1983).
//
// Where we differ: a side may move twice in a row, so the sign flips only when the side changes.
// Scores carry their distance to the end (score.hpp). Every node looks for a move that wins at once
// before it searches any. A value is known to be proven when it rests on outcomes alone; such
// entries of the table hold at any depth, and a proven root ends the search. There is no
// quiescence search: the static evaluation is the game's own business. It ranks the moves of the root
// only; below, what deepening has learnt orders as well and costs nothing.
#pragma once

#include "quadrille/search/exact.hpp"
#include "quadrille/search/ordering.hpp"
#include "quadrille/search/table.hpp"

namespace quadrille::search {

template <SearchState State>
class AlphaBeta {
  public:
    using Move = typename State::Move;

    struct Settings : Evaluation {
        int depth = 0;            // the maximum depth in moves; 0 for no limit
        std::uint64_t nodes = 0;  // the maximum number of positions; 0 for no limit
        int memory = 64;          // MB of the transposition table
        bool all_moves = false;   // the exact value of every move of the root
        std::uint64_t exact = 0;  // positions that may be spent on the exact value of a leaf
        int deals = 8;
        template <class Visit>
        void visit(Visit& f) {
            f("depth", depth);
            f("nodes", nodes);
            f("memory", memory);
            f("all_moves", all_moves);
            f("exact", exact);
            f("deals", deals);
            Evaluation::visit(f);
        }
    };
    explicit AlphaBeta(const Settings& settings) : settings_(settings), table_(settings.memory) {}

    Result search(const State& root, Rng& rng, Control& control) {
        return search_deals(root, settings_, rng, control,
                            [&](const State& world, const Settings& settings, Control& share) {
                                Meter meter(share, settings.nodes);
                                return Run(*this, world, settings, meter).search(rng);
                            });
    }

  private:
    // A score for the player to move, and whether it rests on outcomes alone.
    struct Scored {
        Score score;
        bool proven;
    };
    class Run;

    Settings settings_;
    Table table_;
    CutoffMoves cutoffs_;
    std::vector<Children<State>> children_;  // by ply
};

// One search from one root.
template <SearchState State>
class AlphaBeta<State>::Run {
  public:
    Run(AlphaBeta& memory, const State& world, const Settings& settings, Meter& meter)
        : settings_(settings),
          table_(memory.table_),
          cutoffs_(memory.cutoffs_),
          children_(memory.children_),
          meter_(meter),
          judge_(world, settings),
          root_(world, judge_),
          limit_(depth_limit(world, settings, root_.moves.size())) {
        if (root_.seats.sides != 2)
            throw Error("alphabeta needs a game of two sides, got " +
                        std::to_string(root_.seats.sides) + " in " + quoted(world.text()));
        root_.certain_loss = -static_cast<double>(infinite_score);
        table_.new_search();
        const auto plies = static_cast<std::size_t>(limit_) + 1;
        cutoffs_.new_search(plies);
        if (children_.size() < plies) children_.resize(plies);
    }

    Result search(Rng& rng) {
        return deepen(root_, meter_, limit_, rng, [&](int depth) { return iterate(depth); });
    }

  private:
    // Searches the root to a depth.
    Verdict iterate(int depth) {
        Score alpha = -infinite_score;
        Score beta = infinite_score;
        Score width = score_of(0.02);
        if (depth > 2 && !settings_.all_moves && plies_to_end(guess_) > max_search_depth) {
            alpha = guess_ - width;
            beta = guess_ + width;
        }
        for (;;) {
            const Scored found = search_root(depth, alpha, beta);
            guess_ = found.score;
            if (found.score > alpha && found.score < beta) {
                const bool decided = is_decided(found.score, depth);
                return {found.proven || decided, found.proven || (decided && !settings_.all_moves)};
            }
            width *= 8;
            const bool open = width > win_score || plies_to_end(found.score) <= max_search_depth;
            if (found.score <= alpha) alpha = open ? -infinite_score : found.score - width;
            if (found.score >= beta) beta = open ? infinite_score : found.score + width;
        }
    }

    Scored search_root(int depth, Score alpha, Score beta) {
        Scored best{-infinite_score, true};
        bool all_proven = true;
        Score floor = alpha;  // what the next move must beat
        for (std::size_t i = 0; i < root_.moves.size(); ++i) {
            RootMove<State>& entry = root_.moves[i];
            const bool scout = i > 0 && !settings_.all_moves;
            Scored found = after(entry.after, depth - 1, floor, scout ? floor + 1 : beta, 1);
            if (scout && found.score > floor && found.score < beta)
                found = after(entry.after, depth - 1, floor, beta, 1);
            all_proven = all_proven && found.proven;
            entry.known = found.score > floor && found.score < beta;
            entry.rank = static_cast<double>(found.score);
            entry.proven = found.proven;
            if (entry.known) {
                entry.value = shared_values(root_.seats, root_.side, value_of(found.score));
                entry.line = line_after(entry, depth);
                if (!settings_.all_moves && i > 0) root_.improve(entry);
            }
            if (found.score > best.score) best = found;
            if (!settings_.all_moves) floor = std::max(floor, best.score);
            if (best.score >= beta) break;
        }
        best.proven = all_proven;
        return best;
    }

    // A win that no shorter one can replace.
    static bool is_decided(Score score, int depth) {
        return score > 0 && plies_to_end(score) <= depth;
    }

    // The score of a position for the side that moved there, one ply older.
    Scored after(const State& state, int depth, Score alpha, Score beta, std::size_t ply,
                 std::size_t side) {
        const int player = state.player();
        if (player < 0 || depth == 0) {
            meter_.node();
            if (player == NOBODY) return {age(score_of(judge_.outcome(state)[side])), true};
            if (player == CHANCE)
                throw Error("alphabeta needs a game without chance, got " + quoted(state.text()));
            return leaf(state, side);
        }
        const std::size_t mover = root_.seats.side_of(player);
        alpha = unage(alpha);
        beta = unage(beta);
        if (mover == side) {
            const Scored found = negamax(state, mover, depth, alpha, beta, ply);
            return {age(found.score), found.proven};
        }
        const Scored found = negamax(state, mover, depth, -beta, -alpha, ply);
        return {age(-found.score), found.proven};
    }
    Scored after(const State& state, int depth, Score alpha, Score beta, std::size_t ply) {
        return after(state, depth, alpha, beta, ply, root_.side);
    }

    // The score of a position that is not looked at any deeper. How far away an exact win or loss is
    // stays to be found out, so it counts as very far and does not end the search.
    Scored leaf(const State& state, std::size_t side) {
        if (settings_.exact > 0)
            if (const auto values = exact_(state, settings_.exact)) {
                const double value = (*values)[side];
                const Score far = value == 1    ? max_search_depth
                                  : value == -1 ? -max_search_depth
                                                : 0;
                return {age(score_of(value) - far), far == 0};
            }
        return {age(score_of(judge_.estimate(state)[side])), false};
    }

    // The score of a position for its mover; a bound where it is outside the window.
    Scored negamax(const State& state, std::size_t side, int depth, Score alpha, Score beta,
                   std::size_t ply) {
        // 1. What is known already?
        meter_.node();
        const std::uint64_t key = state.hash();
        const TableEntry* known = table_.find(key);
        if (known && known->depth >= depth && known->settles(alpha, beta))
            return {known->score, known->depth == proven_depth};
        const std::uint32_t hint = known ? known->move : no_move;
        // 2. Does a move win at once?
        Children<State>& children = children_[ply];
        const Place place{side, ply, hint, false};
        if (const auto* win = rank_moves(children, state, place, cutoffs_, judge_)) {
            meter_.node();
            table_.store({key, age(win_score), win->value, proven_depth, BoundKind::exact});
            return {age(win_score), true};
        }
        // 3. Search the moves, the most promising first, the others with a null window.
        const Score floor = alpha;
        Scored best{-infinite_score, true};
        std::uint32_t best_move = no_move;
        bool all_proven = true;
        for (std::size_t i = 0; i < children.ranked.size() && alpha < beta; ++i) {
            const std::size_t index = children.pick(i);
            const State& next = children.states[index];
            Scored found = after(next, depth - 1, alpha, i > 0 ? alpha + 1 : beta, ply + 1, side);
            if (i > 0 && found.score > alpha && found.score < beta)
                found = after(next, depth - 1, alpha, beta, ply + 1, side);
            all_proven = all_proven && found.proven;
            if (found.score > best.score) {
                best = found;
                best_move = children.moves[index].value;
            }
            alpha = std::max(alpha, best.score);
        }
        // 4. Remember.
        const bool cut = best.score >= beta;
        if (cut) cutoffs_.cut_off(side, best_move, depth, ply);
        if (!cut) best.proven = all_proven;
        best.proven = best.proven || (best.score > floor && is_decided(best.score, depth));
        const BoundKind bound = cut                    ? BoundKind::lower
                                : (best.score > floor) ? BoundKind::exact
                                                       : BoundKind::upper;
        const auto stored = best.proven ? proven_depth : static_cast<std::int16_t>(depth);
        table_.store({key, best.score, best_move, stored, bound});
        return best;
    }

    // The move and what the table expects after it.
    std::vector<Move> line_after(const RootMove<State>& entry, int depth) const {
        std::vector<Move> line{entry.move};
        State state = entry.after;
        while (static_cast<int>(line.size()) < depth && !state.is_over()) {
            const TableEntry* known = table_.find(state.hash());
            if (!known || known->bound != BoundKind::exact || !state.is_legal(Move{known->move}))
                break;
            line.push_back(Move{known->move});
            state.play(line.back());
        }
        return line;
    }

    const Settings& settings_;
    Table& table_;
    CutoffMoves& cutoffs_;
    std::vector<Children<State>>& children_;
    Meter& meter_;
    const Judge<State> judge_;
    Root<State> root_;
    const int limit_;
    ExactValues<State> exact_;
    Score guess_ = 0;  // the score of the depth before
};

}  // namespace quadrille::search
