// Games of a search against itself, for training: every position with what the search thought of its
// moves and how the game ended.
//
// Silver et al. (2018), A general reinforcement learning algorithm that masters chess, shogi and Go
// through self-play. Playout caps: Wu (2019), Accelerating self-play learning in Go. Choices by halving
// rather than visits: halving.hpp. Where we differ:
// proofs count. A proven win is the whole target, moves that are proven to lose are none of it, and
// the value of a position that is proven is exact, as is that of the positions that led to it.
#pragma once

#include "quadrille/search/draws.hpp"
#include "quadrille/search/halving.hpp"
#include "quadrille/search/mcts_hidden.hpp"
#include "quadrille/search/mcts_walk.hpp"
#include "quadrille/search/noise.hpp"

namespace quadrille::search {

struct SelfPlaySettings {
    MctsSettings search;
    double noise = 0.25;        // the share of noise in the priors of the root
    double alpha = 0;           // of its Dirichlet distribution; 0 for 10 / moves
    double temperature = 1;     // visits to the power of its inverse choose a move
    int temperature_plies = 8;  // of the first so many moves; later the best is played
    int opening_plies = 0;      // at most so many random moves before the first search
    double quick = 0;           // the share of searches that are short and teach no policy
    std::uint64_t quick_sims = 16;
    int together = 64;  // games at a time, so that a network outside answers them in one batch

    template <class Visit>
    void visit(Visit& f) {
        search.visit(f);
        f("noise", noise);
        f("alpha", alpha);
        f("move_temperature", temperature);
        f("temperature_plies", temperature_plies);
        f("opening_plies", opening_plies);
        f("quick", quick);
        f("quick_sims", quick_sims);
        f("together", together);
    }
};

// The probability that a position's policy should give a move.
struct PolicyTarget {
    std::uint32_t move;
    float probability;
};

// A position to learn from.
template <GameState State>
struct Sample {
    State state;
    Values<State> values{};            // per side
    std::vector<PolicyTarget> policy;  // of the legal moves; empty if there is nothing to learn
};

template <GameState State>
class SelfPlay {
  public:
    using Move = typename State::Move;
    using Options = typename State::Options;

    SelfPlay(const Options& options, const SelfPlaySettings& settings)
        : options_(options), settings_(settings), tree_(make_tree(options, settings.search)) {}

    // The positions of one game, which depends on the seed and its index only.
    std::vector<Sample<State>> play(std::uint64_t seed, std::uint64_t index) {
        Rng rng = Rng::keyed(seed, Stream::selfplay, index);
        State state = opening(rng);
        std::vector<Sample<State>> samples;
        std::vector<std::optional<Values<State>>> proven;
        for (int ply = 0; !state.is_over(); ++ply) {
            if (state.player() == CHANCE) {
                state.play(state.random_move(rng));
                --ply;
                continue;
            }
            const bool quick = settings_.quick > 0 && rng.uniform() < settings_.quick;
            const Searched found =
                search(state, quick ? settings_.quick_sims : settings_.search.sims, rng);
            samples.push_back({state, {}, {}});
            if (!quick) write_policy(found, samples.back().policy);
            proven.push_back(found.proven);
            std::size_t move = found.choice;
            if (!by_halving() && ply < settings_.temperature_plies && !found.proven)
                move = drawn(found.weights, rng);
            state.play(Move{found.moves[move].move});
        }
        // What is proven holds for the positions that led to it.
        Values<State> values = final_values(state);
        for (std::size_t i = samples.size(); i-- > 0;) {
            if (proven[i]) values = *proven[i];
            samples[i].values = values;
        }
        return samples;
    }

    std::uint64_t simulations() const { return simulations_; }

  private:
    using Tree = search::Tree<State::has_secrets>;
    using Node = search::Node<State::has_secrets>;

    static constexpr double trap_sharpness = 10;

    // What a search has found out about a position.
    struct Searched {
        std::vector<MoveTotals> moves;  // all legal ones
        std::vector<double> weights;    // how much the policy should learn each of them
        std::size_t choice = 0;         // the best of them
        std::optional<Values<State>> proven;
    };

    bool by_halving() const { return settings_.search.root == MctsSettings::by_halving; }

    static Tree make_tree(const Options& options, const MctsSettings& settings) {
        Rng rng;
        const bool linked = State::create(options, rng).hides_facts();
        return Tree(settings.capacity(sizeof(Node)), linked ? State::max_players : 0);
    }

    // What a game was worth that is over.
    Values<State> final_values(const State& state) const {
        Values<State> values = state.outcome();
        const double margin = settings_.search.margin;
        if (margin <= 0) return values;
        const Values<State> estimate = Evaluator<State>(state).estimate(state);
        for (std::size_t side = 0; side < values.size(); ++side)
            values[side] += margin * (estimate[side] - values[side]);
        return values;
    }

    State opening(Rng& rng) const {
        for (;;) {
            State state = State::create(options_, rng);
            auto plies = static_cast<int>(
                rng.below(static_cast<std::uint32_t>(settings_.opening_plies) + 1));
            while (!state.is_over() && (plies > 0 || state.player() == CHANCE)) {
                if (state.player() != CHANCE) --plies;
                state.play(state.random_move(rng));
            }
            if (!state.is_over()) return state;
        }
    }

    Searched search(const State& state, std::uint64_t sims, Rng& rng) {
        tree_.clear();
        if constexpr (State::has_secrets)
            if (state.hides_facts()) {
                HiddenWalker<State> walker(tree_, settings_.search, state.view(state.player()),
                                           Rng(rng.next()));
                return walk(walker, state, sims, rng);
            }
        Walker<State, Walks::single> walker(tree_, settings_.search, state, Rng(rng.next()));
        return walk(walker, state, sims, rng);
    }

    Searched walk(AnyWalker& walker, const State& state, std::uint64_t sims, Rng& rng) {
        walker.simulate(1);
        const Node& root = tree_[tree_.root(state.player())];
        Searched found;
        if (by_halving()) {
            const Seats<State> seats(state);
            const double value = walker.totals()[seats.side_of(state.player())];
            Halving halving(root_moves(state), settings_.search.considered);
            halving.add_noise(rng);
            const auto simulate = [&](std::uint32_t move) {
                if (root.proof != Proof::none) return Halving::Simulated::unwanted;
                walker.begin_with(move);
                walker.simulate(1);
                return Halving::Simulated::yes;
            };
            found.choice = halving.run(sims - 1, simulate, [&] { return root_moves(state); });
            found.moves = root_moves(state);
            found.weights = proofs_first(found.moves, halving.improved_policy(value));
        } else {
            add_noise(root, rng);
            while (walker.simulations() < sims && root.proof == Proof::none) walker.simulate(1);
            found.moves = root_moves(state);
            std::vector<double> visits;
            for (const MoveTotals& one : found.moves)
                visits.push_back(static_cast<double>(one.visits));
            found.weights = proofs_first(found.moves, std::move(visits));
            found.choice = most(found.weights);
        }
        simulations_ += walker.simulations();
        if (root.proof != Proof::none) {
            found.proven = proven_values(state, found.moves);
            if (settings_.search.traps) prefer_traps(walker, found, sims);
            found.choice = most(found.weights);
        }
        return found;
    }

    // Where a draw is all that can be had, the policy learns the draws that are easily spoiled.
    void prefer_traps(AnyWalker& walker, Searched& found, std::uint64_t sims) {
        DrawRanking ranking(found.moves);
        ranking.run(sims, [&](std::uint32_t move) -> std::optional<double> {
            return walker.careless_value(move);
        });
        if (!ranking.best()) return;
        for (std::size_t i = 0; i < found.moves.size(); ++i)
            found.weights[i] = found.moves[i].proof == Proof::draw
                                   ? exponential(trap_sharpness * ranking.mean(found.moves[i].move))
                                   : 0;
    }

    // The legal moves with their statistics; where facts are hidden, some may have no node.
    std::vector<MoveTotals> root_moves(const State& state) {
        state.legal_moves(legal_);
        std::vector<MoveTotals> moves;
        for (const Move move : legal_) moves.push_back({.move = move.value});
        std::size_t next = 0;  // children of a tree that is not linked are in the same order
        tree_.for_each_child(tree_[tree_.root(state.player())], [&](const Node& child) {
            if (next >= moves.size() || moves[next].move != child.move)
                next = static_cast<std::size_t>(
                    std::ranges::find(moves, child.move, &MoveTotals::move) - moves.begin());
            if (next < moves.size())
                moves[next] = {child.move, child.visits, child.sum, child.prior, child.proof};
            ++next;
        });
        return moves;
    }

    // Of a root whose children prove it.
    static Values<State> proven_values(const State& state, const std::vector<MoveTotals>& moves) {
        int best = -1;
        for (const MoveTotals& one : moves)
            if (one.proof != Proof::none) best = std::max(best, static_cast<int>(one.proof));
        const Seats<State> seats(state);
        const std::size_t side = seats.side_of(state.player());
        Values<State> values{};
        values[side] = best;
        values[1 - side] = -best;
        return values;
    }

    void add_noise(const Node& root, Rng& rng) {
        std::vector<Node*> children;
        tree_.for_each_child(root, [&](const Node& child) {
            children.push_back(const_cast<Node*>(&child));  // of our own tree
        });
        if (settings_.noise <= 0 || children.empty()) return;
        noise_.resize(children.size());
        const double alpha =
            settings_.alpha > 0 ? settings_.alpha : 10.0 / static_cast<double>(children.size());
        dirichlet(alpha, rng, noise_);
        for (std::size_t i = 0; i < children.size(); ++i) {
            float& prior = children[i]->prior;
            prior = static_cast<float>((1 - settings_.noise) * prior + settings_.noise * noise_[i]);
        }
    }

    // How much each move is to be learnt: a proven win alone, and proven losses not at all.
    static std::vector<double> proofs_first(const std::vector<MoveTotals>& moves,
                                            std::vector<double> weights) {
        const auto win = std::ranges::find(moves, Proof::win, &MoveTotals::proof);
        if (win != moves.end()) {
            std::fill(weights.begin(), weights.end(), 0.0);
            weights[static_cast<std::size_t>(win - moves.begin())] = 1;
            return weights;
        }
        std::vector<double> others = weights;
        double total = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (moves[i].proof == Proof::loss) others[i] = 0;
            total += others[i];
        }
        if (total > 0) return others;
        for (double& weight : weights) weight = std::max(weight, 1e-3);  // all lose
        return weights;
    }

    static void write_policy(const Searched& found, std::vector<PolicyTarget>& out) {
        double total = 0;
        for (const double weight : found.weights) total += weight;
        for (std::size_t i = 0; i < found.moves.size(); ++i)
            out.push_back({found.moves[i].move, static_cast<float>(found.weights[i] / total)});
    }

    static std::size_t most(const std::vector<double>& weights) {
        return static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
    }

    // The index of a move drawn by the weights.
    std::size_t drawn(const std::vector<double>& weights, Rng& rng) const {
        const std::size_t best = most(weights);
        if (settings_.temperature <= 0) return best;
        std::vector<double> chances(weights.size());
        double total = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const double share = weights[i] / weights[best];
            chances[i] =
                share <= 0 ? 0
                : settings_.temperature == 1
                    ? share
                    : exponential(std::max(natural_log(share) / settings_.temperature, -600.0));
            total += chances[i];
        }
        double ticket = rng.uniform() * total;
        for (std::size_t i = 0; i < chances.size(); ++i) {
            ticket -= chances[i];
            if (ticket < 0 && chances[i] > 0) return i;
        }
        return best;
    }

    Options options_;
    SelfPlaySettings settings_;
    Tree tree_;
    std::vector<double> noise_;
    std::vector<Move> legal_;
    std::uint64_t simulations_ = 0;
};

}  // namespace quadrille::search
