// One walker in the trees of a game with hidden facts: each simulation deals the unknown anew among
// what the searching player's view allows, and every player has a tree of what that player sees.
//
// Cowling, Powley and Whitehouse (2012), Information set Monte Carlo tree search: the multiple
// observer variant, which chooses by UCT whatever the settings say, and does not widen. Where we
// differ: a value per side; leaves may be judged by static evaluation; nothing is proved, since a
// proof in one deal is none in another; trees are not kept from move to move, since the view has
// changed. And the others know their own cards: beside the tree that all deals share, each of them
// has one for each view that it may have at the root. It chooses by that as soon as it has been
// there as often as it has moves; before, and for good where views hardly ever come twice, by the
// shared one.
#pragma once

#include <unordered_map>

#include "quadrille/search/mcts_leaf.hpp"
#include "quadrille/search/mcts_run.hpp"

namespace quadrille::search {

template <GameState State>
class HiddenWalker final : public AnyWalker {
  public:
    using Move = typename State::Move;
    using Tree = search::Tree<true>;
    using Node = search::Node<true>;

    HiddenWalker(Tree& tree, const MctsSettings& settings, const State& root, const Rng& rng)
        : tree_(tree),
          settings_(settings),
          root_(root),
          observer_(root.player()),
          seats_(root),
          judge_(settings, root),
          rng_(rng) {}

    void simulate() override {
        State world = root_.redeal(observer_, rng_);
        for (int player = 0; player < seats_.players; ++player) start(world, player);
        bool growing = true;
        int ply = 0;
        for (; growing && !world.is_over(); ++ply) {
            const int player = world.player();
            const Move move =
                player == CHANCE ? world.random_move(rng_) : chosen(world, player, growing);
            growing = advance(world, player, move) && growing;
            world.play(move);
        }
        depth_ = std::max(depth_, ply);
        const Values<State> values =
            world.is_over() ? judge_.outcome(world) : judge_.value(world, rng_);
        back_up(values);
    }

  private:
    static std::size_t index(int player) { return static_cast<std::size_t>(player); }
    NodeIndex at(int player) const { return at_[index(player)]; }

    void start(const State& world, int player) {
        at_[index(player)] = tree_.root(player);
        visited_.push_back({at(player), 0});
        own_[index(player)] = no_node;
        if (player == observer_ || views_hardly_recur(player)) return;
        const auto view = static_cast<std::uint32_t>(world.view(player).hash());
        auto& known = views_[index(player)];
        auto found = known.find(view);
        if (found == known.end()) {
            const NodeIndex made = added(tree_[tree_.root(player + seats_.players)], view);
            if (made == no_node) return;
            found = known.emplace(view, made).first;
        }
        own_[index(player)] = found->second;
        visited_.push_back({found->second, 0});
    }

    // Whether trees for single views are not worth their memory; found out once and for all.
    bool views_hardly_recur(int player) {
        bool& hardly = hardly_recur_[index(player)];
        hardly = hardly || (simulations_ >= 256 && 2 * views_[index(player)].size() > simulations_);
        return hardly;
    }

    // The mover's choice by the mover's own tree; `growing` becomes false if it was never tried.
    Move chosen(const State& world, int player, bool& growing) {
        world.legal_moves(moves_);
        const NodeIndex own = own_[index(player)];
        if (own != no_node && tree_[own].visits >= moves_.size()) {
            bool ignored = true;  // the shared tree says how far a simulation goes
            const Move move = best_of(tree_[own], ignored);
            growing = child_with(tree_[at(player)], world.seen(move, player).value) != no_node;
            return move;
        }
        return best_of(tree_[at(player)], growing);
    }

    Move best_of(const Node& node, bool& growing) {
        const Move* best = nullptr;
        double most = 0;
        std::uint32_t untried = 0;
        match_children(node);
        for (const Move& move : moves_) {
            const NodeIndex known = children_[static_cast<std::size_t>(&move - moves_.data())];
            if (known == no_node) {
                // Among moves that were never tried each is as likely as the other.
                if (rng_.below(++untried) == 0) best = &move;
                continue;
            }
            Node& child = tree_[known];
            ++child.links.chances;
            if (untried > 0) continue;
            const auto n = static_cast<double>(std::max(child.visits, 1U));
            const double width = settings_.c * sqrt_log(child.links.chances);
            const double score = (child.sum + width * std::sqrt(n)) / n;
            if (best == nullptr || score > most) {
                most = score;
                best = &move;
            }
        }
        growing = untried == 0;
        return *best;
    }

    // The child for each legal move, which its mover sees as it is.
    void match_children(const Node& node) {
        children_.assign(moves_.size(), no_node);
        for (NodeIndex at = node.first; at != no_node; at = tree_[at].links.next) {
            const Move move{tree_[at].move};
            const auto found = std::lower_bound(moves_.begin(), moves_.end(), move);
            if (found != moves_.end() && *found == move)
                children_[static_cast<std::size_t>(found - moves_.begin())] = at;
        }
    }

    // Every player's tree follows the move as that player sees it. False if a tree is full.
    bool advance(const State& world, int mover, Move move) {
        const std::uint32_t side =
            mover == CHANCE ? 0 : static_cast<std::uint32_t>(seats_.side_of(mover));
        bool whole = true;
        for (int player = 0; player < seats_.players; ++player) {
            const std::uint32_t seen = world.seen(move, player).value;
            whole = follow(at_[index(player)], seen, mover, side) && whole;
            follow(own_[index(player)], seen, mover, side);
        }
        return whole;
    }

    // Goes on to the child by a move, which is made if need be; false if it cannot be.
    bool follow(NodeIndex& at, std::uint32_t seen, int mover, std::uint32_t side) {
        if (at == no_node) return false;
        Node& node = tree_[at];
        node.player = static_cast<std::int8_t>(mover);
        const NodeIndex known = child_with(node, seen);
        at = known != no_node ? known : added(node, seen);
        if (at != no_node) visited_.push_back({at, side});
        return at != no_node;
    }

    NodeIndex child_with(const Node& node, std::uint32_t move) const {
        NodeIndex child = node.first;
        while (child != no_node && tree_[child].move != move) child = tree_[child].links.next;
        return child;
    }

    NodeIndex added(Node& node, std::uint32_t move) {
        const NodeIndex child = tree_.allocate(1);
        if (child == no_node) return no_node;
        tree_[child].move = move;
        tree_[child].links = {node.first, 1};
        node.first = child;
        return child;
    }

    void back_up(const Values<State>& values) {
        for (const Visited& step : visited_) {
            tree_[step.node].sum += values[step.side];
            ++tree_[step.node].visits;
        }
        visited_.clear();
        for (std::size_t side = 0; side < values.size(); ++side) totals_[side] += values[side];
        ++simulations_;
    }

    struct Visited {
        NodeIndex node;
        std::uint32_t side;
    };

    Tree& tree_;
    const MctsSettings settings_;
    const State root_;
    const int observer_;
    const Seats<State> seats_;
    LeafJudge<State> judge_;
    Rng rng_;
    std::array<NodeIndex, State::max_players> at_{};   // where each player's tree stands
    std::array<NodeIndex, State::max_players> own_{};  // the same in the tree of its own view
    // The roots of trees for single views, by player and hash.
    std::array<std::unordered_map<std::uint32_t, NodeIndex>, State::max_players> views_;
    std::array<bool, State::max_players> hardly_recur_{};
    std::vector<Visited> visited_;
    std::vector<Move> moves_;
    std::vector<NodeIndex> children_;  // of the moves
};

}  // namespace quadrille::search
