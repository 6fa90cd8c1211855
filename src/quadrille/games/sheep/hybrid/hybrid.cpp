#include "quadrille/games/sheep/hybrid/hybrid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "quadrille/search/arithmetic.hpp"

namespace quadrille::sheep {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

search::Result Hybrid::search(const State& root, Rng& rng, search::Control& control) {
    rng_ = &rng;
    control_ = &control;
    me_ = root.player();
    side_ = root.side(me_);
    for (int player = 0; player < root.num_players(); ++player)
        side_of_[index(player)] = root.side(player);
    simulations_ = 0;
    const State state = root.averaged();
    return root.phase() == Phase::start ? choose_start(state) : choose_slide(state);
}

search::Result Hybrid::choose_start(const State& state) {
    search::Result result;
    std::vector<Move> moves;
    state.legal_moves(moves);
    double most = -infinity;
    for (const Move move : moves) {
        const double value = knows_.start_value(state, move.to());
        if (value > most) result.move = move;
        most = std::max(most, value);
        result.moves.push_back({move, std::nullopt, std::nullopt, std::nullopt, false});
    }
    result.pv = {result.move};
    result.nodes = moves.size();
    result.depth = 1;
    result.valued = false;
    return result;
}

search::Result Hybrid::choose_slide(const State& state) {
    std::vector<std::pair<Move, State>> moves = ordered(state);
    search::Result result;
    result.move = moves.front().first;
    result.valued = false;
    double alpha = -infinity;
    // From the rank, 1 to 4, to -1 to 1.
    const auto scaled = [&](double value) {
        const double most = state.num_sides() == state.num_players() ? state.num_players() : 4;
        return std::clamp((2 * value - most - 1) / (most - 1), -1.0, 1.0);
    };
    for (const auto& [move, next] : moves)
        result.moves.push_back({move, std::nullopt, std::nullopt, std::nullopt, false});
    try {
        for (std::size_t i = 0; i < moves.size() && moves.size() > 1; ++i) {
            const double value = minimax(moves[i].second, settings_.depth - 1, alpha, infinity);
            if (value <= alpha) continue;  // a bound only
            alpha = value;
            result.move = moves[i].first;
            result.moves[i].value = scaled(value);
        }
    } catch (const Stopped&) {  // what was found so far
    }
    if (alpha > -infinity) {
        const search::Seats<State> seats(state);
        result.value = search::shared_values(seats, index(side_), scaled(alpha));
        result.valued = true;
    }
    std::ranges::sort(result.moves, {}, &search::MoveStats::move);
    result.pv = {result.move};
    result.nodes = std::max<std::uint64_t>(simulations_, 1);
    result.depth = settings_.depth;
    return result;
}

// Slides of the player to move; where one number is tried, 0 stands for it.
void Hybrid::list_moves(const State& state, int splits, std::vector<Move>& out) {
    out.clear();
    state.for_each_cell(state.player(), [&](Cell from) {
        const int extra = state.sheep(from) - 1;
        if (extra == 0) return;
        for_each_bit(state.open_directions(from), [&](int direction) {
            const Move move = Move::slide(from, direction, 0, state.landing(from, direction));
            const int tried = splits == Splits::all ? extra : std::min(splits, extra);
            if (splits == Splits::one || splits == Splits::random)
                out.push_back(move);
            else  // spread evenly: with one try the half
                for (int i = 1; i <= tried; ++i)
                    out.push_back(move.with_sheep(
                        tried == extra ? i : (2 * i - 1) * extra / (2 * tried) + 1));
        });
    });
    if (out.empty()) out.push_back(Move::pass());
}

Move Hybrid::decided(const State& state, Move move, int splits) {
    if (!move.is_slide() || move.sheep() > 0) return move;
    if (splits == Splits::one)
        return move.with_sheep(knows_.split(state, move.from(), move.direction()));
    const auto extra = static_cast<std::uint32_t>(state.sheep(move.from()) - 1);
    return move.with_sheep(static_cast<int>(rng_->below(extra)) + 1);
}

// Like one of the list, each as likely, but that with several numbers each number is.
Move Hybrid::random_move(const State& state, int splits) {
    if (splits != Splits::one && splits != Splits::random) return state.random_move(*rng_);
    std::uint32_t seen = 0;
    Move chosen = Move::pass();
    state.for_each_cell(state.player(), [&](Cell from) {
        if (state.sheep(from) < 2) return;
        const unsigned open = state.open_directions(from);
        if (open == 0) return;
        const auto here = static_cast<std::uint32_t>(std::popcount(open));
        seen += here;
        const std::uint32_t ticket = rng_->below(seen);
        if (ticket < here) chosen = Move::slide(from, nth_bit(open, ticket), 0, from);
    });
    if (!chosen.is_slide()) return chosen;
    const Cell to = state.landing(chosen.from(), chosen.direction());
    return decided(state, Move::slide(chosen.from(), chosen.direction(), 0, to), splits);
}

// The moves of a minimax node with what they lead to, by default the mover's best first.
std::vector<std::pair<Move, State>> Hybrid::ordered(const State& state) {
    std::vector<Move> moves;
    list_moves(state, settings_.splits, moves);
    std::vector<std::pair<Move, State>> found;
    std::vector<std::pair<double, std::size_t>> order;
    const bool mine = is_mine(state.player()) || settings_.ordering == Settings::all_the_same;
    const double sign = mine ? -1 : 1;
    for (const Move each : moves) {
        const Move move = decided(state, each, settings_.splits);
        State next = state;
        next.play(move);
        order.emplace_back(sign * knows_.value(next, me_), found.size());
        found.emplace_back(move, next);
    }
    if (settings_.ordering != Settings::as_listed) std::ranges::sort(order);
    std::vector<std::pair<Move, State>> sorted;
    for (const auto& [value, i] : order) sorted.push_back(found[i]);
    return sorted;
}

double Hybrid::minimax(const State& state, int depth, double alpha, double beta) {
    if (control_->stopped()) throw Stopped{};
    if (state.is_over()) return knows_.value(state, me_);
    if (state.mobility(state.player()) == 0) {
        if (settings_.stop_on_pass) return knows_.value(state, me_);
        State next = state;
        next.play(Move::pass());
        return minimax(next, depth, alpha, beta);
    }
    if (depth == 0) return judge(state);
    const bool mine = is_mine(state.player());
    double best = mine ? -infinity : infinity;
    for (const auto& [move, next] : ordered(state)) {
        const double value = minimax(next, depth - 1, alpha, beta);
        if (mine)
            best = std::max(best, value), alpha = std::max(alpha, best);
        else
            best = std::min(best, value), beta = std::min(beta, best);
        if (alpha >= beta) break;
    }
    return best;
}

// The mean of the mover's best move after some simulations.
double Hybrid::judge(const State& state) {
    nodes_.resize(std::max(nodes_.size(), index(settings_.sims) + 1));
    used_ = 0;
    nodes_[used_++] = {};
    for (int i = 0; i < settings_.sims; ++i) {
        if (control_->stopped()) throw Stopped{};
        simulate(state);
    }
    const bool mine = is_mine(state.player());
    const double sign = mine ? 1 : -1;
    double most = -infinity;
    for (const std::uint32_t child : nodes_[0].children)
        most = std::max(most, sign * nodes_[child].sum / nodes_[child].visits);
    return nodes_[0].children.empty() ? knows_.value(state, me_) : sign * most;
}

std::uint32_t Hybrid::best_child(const Node& node, bool mine) const {
    std::uint32_t best = node.children.front();
    double most = -infinity;
    const double width = settings_.c * search::sqrt_log(node.visits);
    for (const std::uint32_t child : node.children) {
        const Node& one = nodes_[child];
        const double mean = one.sum / one.visits;
        const double score = (mine ? mean : -mean) + width * search::inverse_sqrt(one.visits);
        if (score > most) best = child;
        most = std::max(most, score);
    }
    return best;
}

void Hybrid::simulate(const State& root) {
    State state = root;
    path_.assign(1, 0);
    int depth = 0;
    // 1. Down the tree, to a move that was not tried.
    for (bool growing = true; growing && depth < settings_.mcts_depth && !state.is_over();
         ++depth) {
        Node& node = nodes_[path_.back()];
        if (!node.listed) {
            list_moves(state, settings_.mcts_splits, node.untried);
            node.listed = true;
        }
        growing = node.untried.empty();
        if (growing) {
            const bool mine = is_mine(state.player()) || settings_.opponents == Settings::maximise;
            path_.push_back(best_child(node, mine));
        } else {
            const auto pick = rng_->below(static_cast<std::uint32_t>(node.untried.size()));
            const Move move = decided(state, node.untried[pick], settings_.mcts_splits);
            node.untried[pick] = node.untried.back();
            node.untried.pop_back();
            const auto child = static_cast<std::uint32_t>(used_++);
            node.children.push_back(child);
            nodes_[child] = {};
            nodes_[child].move = move;
            path_.push_back(child);
        }
        state.play(nodes_[path_.back()].move);
    }
    // 2. On at random.
    const bool to_end = settings_.rollout == Settings::to_end;
    for (; (to_end || depth < settings_.mcts_depth) && !state.is_over(); ++depth)
        state.play(random_move(state, settings_.mcts_splits));
    // 3. Back up.
    const double value = knows_.value(state, me_);
    for (const std::uint32_t at : path_) {
        nodes_[at].sum += value;
        ++nodes_[at].visits;
    }
    ++simulations_;
}

}  // namespace quadrille::sheep
