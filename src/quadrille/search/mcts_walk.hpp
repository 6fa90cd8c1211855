// One walker in a Monte-Carlo tree: from the root to a leaf, and back with what the leaf is worth.
// For games without hidden information; mcts_hidden.hpp has the other kind.
//
// UCT: Kocsis and Szepesvari (2006), Bandit based Monte-Carlo planning. PUCT: Silver et al. (2017),
// Mastering the game of Go without human knowledge. Virtual loss, of batched leaves: Chaslot, Winands and
// van den Herik (2008), Parallel Monte-Carlo tree search. Proofs: Winands, Bjornsson and Saito (2008),
// Monte-Carlo tree search solver. Widening: Coulom (2007), Computing Elo ratings of move patterns.
// Where we differ: a value per side, of which each node keeps the one that its chooser maximises;
// draws are proved as well as wins and losses; a proven node ends a simulation with its exact value;
// widening by the square root of visits, and untried moves in random order where nothing orders
// them; UCT gives a node its children at its second visit or later, PUCT at its first; threads that
// share a tree have no virtual loss, but claim a subtree each.
#pragma once

#include <numeric>
#include <thread>

#include "quadrille/search/mcts_claims.hpp"
#include "quadrille/search/mcts_leaf.hpp"
#include "quadrille/search/mcts_proof.hpp"
#include "quadrille/search/mcts_run.hpp"

namespace quadrille::search {

template <SearchState State, Walks walks>
class Walker final : public AnyWalker {
  public:
    using Move = typename State::Move;
    using Tree = search::Tree<State::has_secrets>;
    using Node = search::Node<State::has_secrets>;
    using Claims = search::Claims<State::has_secrets>;

    enum class Found { leaf, value };

    enum Leaves { judged_here, judged_outside };  // by judge_, or by the caller of descend()

    Walker(Tree& tree, const MctsSettings& settings, const State& root, const Rng& rng,
           Leaves leaves = judged_here)
        : tree_(tree),
          settings_(settings),
          root_(root),
          seats_(root),
          selector_(tree, settings),
          claims_(tree),
          judge_(settings, root),
          rng_(rng),
          leaves_(leaves),
          proving_(settings.prove && seats_.sides == 2) {
        if (settings.formula != MctsSettings::history) return;
        history_.emplace(root);
        judge_.note_in(*history_);
    }

    std::uint64_t simulate(std::uint64_t most) override {
        if constexpr (walks == Walks::shared) return simulate_block(most);
        State state = root_;
        Values<State> values;
        if (descend(state, path_, values) == Found::leaf) values = judge_.value(state, rng_);
        back_up(path_, values);
        return 1;
    }

    void begin_with(std::uint32_t move) override {
        const Node& root = tree_[tree_.root()];
        for (NodeIndex at = root.first; at < root.first + root.count; ++at)
            if (tree_[at].move == move) first_step_ = at;
    }

    // Everybody plays by the static evaluation alone until the exact value is cheap and it is again the
    // turn of the side that moves at the root. A loss counts as the draw that it could have had.
    double careless_value(std::uint32_t move) override {
        State state = root_;
        const std::size_t side = seats_.side_of(state.player());
        state.play(Move{move});
        bool answered = false;
        while (!state.is_over()) {
            if (state.player() != CHANCE && seats_.side_of(state.player()) != side)
                answered = true;
            else if (answered && state.player() != CHANCE)
                if (const auto known = judge_.exact(state, 1)) return std::max((*known)[side], 0.0);
            state.play(judge_.careless_move(state, rng_));
        }
        return std::max(judge_.outcome(state)[side], 0.0);
    }

    // Walks to a leaf, or to where the value is known, and plays the moves in `state`. The path stays
    // pending until back_up().
    Found descend(State& state, std::vector<Step>& path, Values<State>& values) {
        path.clear();
        enter(tree_.root(), 0, path);
        return descend_on(state, path, values);
    }

    void back_up(const std::vector<Step>& path, const Values<State>& values, std::size_t from = 0) {
        for (std::size_t i = from; i < path.size(); ++i) {
            Node& node = tree_[path[i].node];
            add(node.sum, values[path[i].side]);
            add(node.visits, std::uint32_t{1});
            if constexpr (walks == Walks::batched) --node.pending;
        }
        count(values, static_cast<std::size_t>(seats_.sides), static_cast<int>(path.size()) - 1);
        if (seats_.sides == 1) selector_.note_score(values[0]);
        if (history_) learn(path, values);
        if (proving_ && load<walks>(tree_[path.back().node].proof) != Proof::none)
            prove_upwards<walks>(tree_, path, seats_);
    }

    // Takes back a descent that ended at a leaf which is waiting already.
    void abandon(const std::vector<Step>& path) {
        for (const Step step : path) --tree_[step.node].pending;
    }

    // Gives a leaf children with given priors; false if the tree is full. `prior_of(i)` is that of the
    // i-th legal move.
    template <class PriorOf>
    bool grow_with(Node& node, const State& state, PriorOf&& prior_of) {
        state.legal_moves(moves_);
        pruned_ = false;
        order_.resize(moves_.size());
        std::iota(order_.begin(), order_.end(), 0U);
        if (settings_.widen > 0)
            std::stable_sort(order_.begin(), order_.end(),
                             [&](auto a, auto b) { return prior_of(a) > prior_of(b); });
        return fill(node, [&](std::size_t i) { return static_cast<float>(prior_of(order_[i])); });
    }

  private:
    // --- walking ---------------------------------------------------------------------------

    // Of a thread that shares the tree: see Claims.
    std::uint64_t simulate_block(std::uint64_t most) {
        const std::uint64_t limit = std::min<std::uint64_t>(most, Claims::max_block);
        for (;;) {
            State state = root_;
            Values<State> sums{};
            path_.assign(1, {tree_.root(), 0});
            const auto made = simulate_below(state, static_cast<std::uint32_t>(limit), sums);
            if (made > 0) return made;
            std::this_thread::yield();
        }
    }

    // Makes simulations through the last node of the path, at most so many, and adds their values to
    // `sums`; returns how many, 0 if other threads have claimed every way on. Plays on in `state`.
    std::uint32_t simulate_below(State& state, std::uint32_t most, Values<State>& sums) {
        const auto [at, side] = path_.back();
        Node& node = tree_[at];
        if (const Access access = load<walks>(node.access); access != Access::open) {
            if (access == Access::claimed || !Claims::claim(node)) return 0;
            const std::uint32_t made = simulate_alone(state, Claims::block(node, most), 1, sums);
            claims_.leave(node);
            return made;
        }
        const int player = load<walks>(node.player);
        Values<State> found{};
        std::uint32_t made = 0;
        if (load<walks>(node.proof) != Proof::none && at != tree_.root()) {
            made = simulate_alone(state, 1, 0, found);
        } else if (player == CHANCE) {
            made = in_copies(state, Claims::block(node, most), [&](State& drawn) {
                const NodeIndex next = drawn_child(node, drawn);
                // It has to wait, as going elsewhere would change the chances.
                while (load<walks>(tree_[next].access) == Access::claimed)
                    std::this_thread::yield();
                return simulate_child(drawn, {next, 0}, 1, found);
            });
        } else if (const NodeIndex next = selector_.best_child(node); next != no_node) {
            const auto chooser = static_cast<std::uint32_t>(seats_.side_of(player));
            made = simulate_child(state, {next, chooser}, most, found);
        }
        add_shared(node.sum, found[side]);
        add_shared(node.visits, made);
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += found[i];
        return made;
    }

    std::uint32_t simulate_child(State& state, Step step, std::uint32_t most, Values<State>& sums) {
        state.play(Move{tree_[step.node].move});
        path_.push_back(step);
        const std::uint32_t made = simulate_below(state, most, sums);
        path_.pop_back();
        return made;
    }

    // Makes simulations from the last node of the path, of which no other thread is in the last `own`
    // nodes; returns how many.
    std::uint32_t simulate_alone(State& top, std::uint32_t block, std::size_t own,
                                 Values<State>& sums) {
        const std::size_t entered = path_.size();
        return in_copies(top, block, [&](State& state) {
            Values<State> values;
            if (descend_on(state, path_, values) == Found::leaf) values = judge_.value(state, rng_);
            back_up(path_, values, entered - own);
            path_.resize(entered);
            for (std::size_t side = 0; side < values.size(); ++side) sums[side] += values[side];
            return 1U;
        });
    }

    // Appends a node to the path of a simulation that is now running.
    void enter(NodeIndex at, std::uint32_t chooser, std::vector<Step>& path) {
        path.push_back({at, chooser});
        if constexpr (walks == Walks::batched) ++tree_[at].pending;
    }

    // Continues from the last node of a path.
    Found descend_on(State& state, std::vector<Step>& path, Values<State>& values) {
        auto [at, chooser] = path.back();
        for (;;) {
            Node& node = tree_[at];
            int player = load<walks>(node.player);
            if (player == Node::unseen) {
                player = state.player();
                write(node.player, static_cast<std::int8_t>(player));
            }
            // 1. Stop where the value is known.
            if (const Proof proof = load<walks>(node.proof);
                proof != Proof::none && at != tree_.root()) {
                values = proven_values(proof, chooser);
                return Found::value;
            }
            if (player == NOBODY) {
                values = judge_.outcome(state);
                if (proving_) note_end(node, values[chooser]);
                return Found::value;
            }
            if (settings_.exact > 0 && player >= 0 && at != tree_.root() && is_to_solve(node))
                if (const auto exact = judge_.exact(state, load<walks>(node.visits))) {
                    values = *exact;
                    if (proving_) note_end(node, values[chooser]);
                    return Found::value;
                }
            // 2. Stop at a leaf that does not grow yet.
            if (load<walks>(node.growth) == Growth::leaf) {
                if (settings_.look && proving_ && player >= 0 && at != tree_.root() &&
                    wins_at_once(state)) {
                    const std::size_t side = seats_.side_of(player);
                    values = proven_values(Proof::win, static_cast<std::uint32_t>(side));
                    note_end(node, values[chooser]);
                    return Found::value;
                }
                const std::uint32_t wanted = player == CHANCE ? 1 : settings_.expand;
                const bool young = load<walks>(node.visits) < wanted && at != tree_.root();
                if (settings_.formula != MctsSettings::puct) {
                    if (young || !grow(node, state)) return Found::leaf;
                } else if (!grows_at_once(node, state, player)) {
                    if (settings_.look && proving_ && at == tree_.root()) mark_wins(node, state);
                    return Found::leaf;
                }
            }
            // 3. Go on to a child.
            const bool drawn = player == CHANCE;
            if (first_step_ != no_node && at == tree_.root())
                at = first_step_;
            else
                at = drawn ? drawn_child(node, state) : selector_.best_child(node);
            chooser = drawn ? 0 : static_cast<std::uint32_t>(seats_.side_of(player));
            state.play(Move{tree_[at].move});
            enter(at, chooser, path);
        }
    }

    // Whether some move of the player to move wins the game.
    bool wins_at_once(const State& state) {
        const std::size_t side = seats_.side_of(state.player());
        state.legal_moves(moves_);
        for (const Move move : moves_) {
            State next = state;
            next.play(move);
            if (next.is_over() && next.outcome()[side] == 1) return true;
        }
        return false;
    }

    // Proves the children of a node that win at once, so that they are taken next.
    void mark_wins(const Node& node, const State& state) {
        const std::size_t side = seats_.side_of(state.player());
        for (NodeIndex at = node.first; at < node.first + node.count; ++at) {
            State next = state;
            next.play(Move{tree_[at].move});
            if (next.is_over()) note_end(tree_[at], next.outcome()[side]);
        }
    }

    static Values<State> proven_values(Proof proof, std::uint32_t side) {
        Values<State> values{};
        values[side] = static_cast<double>(proof);
        values[1 - side] = 0.0 - values[side];
        return values;
    }

    // Whether to ask for the exact value, which may cost the more the more visits a node has. If the
    // answer can be kept, at the first visit and whenever the visits have become four times as many;
    // else at every visit of a leaf.
    bool is_to_solve(const Node& node) const {
        if (!proving_) return load<walks>(node.growth) == Growth::leaf;
        const std::uint32_t visits = load<walks>(node.visits);
        return (visits & (visits - 1)) == 0 && (visits & 0xaaaaaaaa) == 0;
    }

    // --- growing ---------------------------------------------------------------------------

    // The children of a node; false if the tree is full.
    bool grow(Node& node, const State& state) {
        pruned_ = false;
        if (load<walks>(node.player) == CHANCE) {
            state.chance_moves(outcomes_);
            moves_.clear();
            for (const auto& outcome : outcomes_) moves_.push_back(outcome.move);
            return in_order(node);
        }
        if (history_) return grow_by_history(node, state);
        if (settings_.formula == MctsSettings::puct || settings_.widen > 0) {
            state.legal_moves(moves_);
            judge_.priors(state, moves_, priors_);
            return grow_with(node, state, [&](std::size_t i) { return priors_[i]; });
        }
        pruned_ = searched_moves(state, settings_, moves_);
        if (settings_.fpu < 0) shuffle();
        return in_order(node);
    }

    bool grow_by_history(Node& node, const State& state) {
        pruned_ = searched_moves(state, settings_, moves_);
        shuffle();
        const int player = state.player();
        return in_order(node, [&](std::size_t i) {
            return static_cast<float>(history_->mean(player, moves_[i]));
        });
    }

    void shuffle() {
        for (std::size_t i = moves_.size(); i > 1; --i)
            std::swap(moves_[i - 1], moves_[rng_.below(static_cast<std::uint32_t>(i))]);
    }

    bool in_order(Node& node) {
        return in_order(node, [](std::size_t) { return 0.0F; });
    }
    template <class PriorAt>
    bool in_order(Node& node, PriorAt&& prior_at) {
        order_.resize(moves_.size());
        std::iota(order_.begin(), order_.end(), 0U);
        return fill(node, prior_at);
    }

    // Moves in the tree count as well as those of the rollout, which judge_ has noted.
    void learn(const std::vector<Step>& path, const Values<State>& values) {
        for (std::size_t i = 1; i < path.size(); ++i)
            history_->note(load<walks>(tree_[path[i - 1].node].player),
                           Move{tree_[path[i].node].move});
        history_->learn(values);
    }

    template <class PriorAt>
    bool fill(Node& node, PriorAt&& prior_at) {
        const NodeIndex first = walks == Walks::shared ? tree_.allocate(moves_.size(), reserve_)
                                                       : tree_.allocate(moves_.size());
        if (first == no_node) return false;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            Node& child = tree_[first + static_cast<NodeIndex>(i)];
            child.move = moves_[order_[i]].value;
            child.prior = prior_at(i);
        }
        node.first = first;
        node.count = static_cast<std::uint16_t>(moves_.size());
        write(node.growth, pruned_ ? Growth::pruned : Growth::grown, __ATOMIC_RELEASE);
        return true;
    }

    // PUCT's way: a chance node grows and is walked through; a decision grows and is judged. If it
    // is judged outside, the caller lets it grow with the answer.
    bool grows_at_once(Node& node, const State& state, int player) {
        if (player == CHANCE) return grow(node, state);
        if (leaves_ == judged_here) grow(node, state);
        return false;
    }

    // --- choosing --------------------------------------------------------------------------

    NodeIndex drawn_child(const Node& node, const State& state) {
        return tree_.outcome(node, state.random_move(rng_).value);
    }

    Tree& tree_;
    const MctsSettings settings_;
    const State root_;
    const Seats<State> seats_;
    Selector<State::has_secrets, walks> selector_;
    const Claims claims_;
    LeafJudge<State> judge_;
    std::optional<History<State>> history_;
    Rng rng_;
    const Leaves leaves_;
    const bool proving_;
    typename Tree::Reserve reserve_;
    NodeIndex first_step_ = no_node;  // of every simulation, if it is to be the same
    std::vector<Step> path_;
    std::vector<Move> moves_;  // scratch of growing, with their order and priors
    bool pruned_ = false;      // whether some legal moves are not among them
    std::vector<std::uint32_t> order_;
    std::vector<double> priors_;
    std::vector<WeightedMove<Move>> outcomes_;
};

}  // namespace quadrille::search
