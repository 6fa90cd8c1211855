// Games of a search against itself, for training: every position with what the search thought of its
// moves and how the game ended.
//
// Silver et al. (2018), A general reinforcement learning algorithm that masters chess, shogi and Go
// through self-play. Playout caps: Wu (2019), Accelerating self-play learning in Go. Where we differ:
// proofs count. A proven win is the whole target, moves that are proven to lose are none of it, and
// the value of a position that is proven is exact, as is that of the positions that led to it.
#pragma once

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
            const std::vector<RootChild> children =
                search(state, quick ? settings_.quick_sims : settings_.search.sims, rng,
                       proven.emplace_back());
            const std::vector<double> weights = policy_weights(children);
            samples.push_back({state, {}, {}});
            if (!quick) write_policy(children, weights, samples.back().policy);
            const bool cool = ply >= settings_.temperature_plies || proven.back().has_value();
            state.play(Move{children[chosen(weights, cool, rng)].move});
        }
        // What is proven holds for the positions that led to it.
        Values<State> values = state.outcome();
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

    struct RootChild {
        std::uint32_t move;
        std::uint64_t visits;
        Proof proof;
    };

    static Tree make_tree(const Options& options, const MctsSettings& settings) {
        Rng rng;
        const bool linked = State::create(options, rng).hides_facts();
        return Tree(settings.capacity(sizeof(Node)), linked ? State::max_players : 0);
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

    std::vector<RootChild> search(const State& state, std::uint64_t sims, Rng& rng,
                                  std::optional<Values<State>>& proven) {
        tree_.clear();
        if constexpr (State::has_secrets)
            if (state.hides_facts()) {
                HiddenWalker<State> walker(tree_, settings_.search, state.view(state.player()),
                                           Rng(rng.next()));
                return walk(walker, state, sims, rng, proven);
            }
        Walker<State, Walks::single> walker(tree_, settings_.search, state, Rng(rng.next()));
        return walk(walker, state, sims, rng, proven);
    }

    template <class Walker>
    std::vector<RootChild> walk(Walker& walker, const State& state, std::uint64_t sims, Rng& rng,
                                std::optional<Values<State>>& proven) {
        walker.simulate(1);
        const auto& root = tree_[tree_.root(state.player())];
        add_noise(root, rng);
        while (walker.simulations() < sims && root.proof == Proof::none) walker.simulate(1);
        simulations_ += walker.simulations();
        std::vector<RootChild> children;
        tree_.for_each_child(root, [&](const Node& child) {
            children.push_back({child.move, child.visits, child.proof});
        });
        if (tree_.linked()) add_untried(state, children);
        if (root.proof != Proof::none) proven = proven_values(state, children);
        return children;
    }

    // Where facts are hidden, only moves that were tried have a node.
    static void add_untried(const State& state, std::vector<RootChild>& children) {
        std::vector<Move> moves;
        state.legal_moves(moves);
        const std::size_t tried = children.size();
        for (const Move move : moves)
            if (std::none_of(children.begin(), children.begin() + static_cast<long>(tried),
                             [&](const RootChild& child) { return child.move == move.value; }))
                children.push_back({move.value, 0, Proof::none});
    }

    // Of a root whose children prove it.
    static Values<State> proven_values(const State& state, const std::vector<RootChild>& children) {
        int best = -1;
        for (const RootChild& child : children)
            if (child.proof != Proof::none) best = std::max(best, static_cast<int>(child.proof));
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

    // How much each move is to be learnt: a proven win alone, else visits, but for proven losses.
    static std::vector<double> policy_weights(const std::vector<RootChild>& children) {
        std::vector<double> weights(children.size());
        double total = 0;
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (children[i].proof == Proof::win) {
                std::fill(weights.begin(), weights.end(), 0.0);
                weights[i] = 1;
                return weights;
            }
            if (children[i].proof != Proof::loss)
                weights[i] = static_cast<double>(children[i].visits);
            total += weights[i];
        }
        if (total == 0)
            for (std::size_t i = 0; i < children.size(); ++i)
                weights[i] = static_cast<double>(std::max<std::uint64_t>(children[i].visits, 1));
        return weights;
    }

    static void write_policy(const std::vector<RootChild>& children,
                             const std::vector<double>& weights, std::vector<PolicyTarget>& out) {
        double total = 0;
        for (const double weight : weights) total += weight;
        for (std::size_t i = 0; i < children.size(); ++i)
            out.push_back({children[i].move, static_cast<float>(weights[i] / total)});
    }

    // The index of the move to play: the best, or one drawn by the weights.
    std::size_t chosen(const std::vector<double>& weights, bool cool, Rng& rng) {
        const auto most = std::max_element(weights.begin(), weights.end());
        const auto best = static_cast<std::size_t>(most - weights.begin());
        if (cool || settings_.temperature <= 0) return best;
        std::vector<double> chances(weights.size());
        double total = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const double share = weights[i] / *most;
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
    std::uint64_t simulations_ = 0;
};

}  // namespace quadrille::search
