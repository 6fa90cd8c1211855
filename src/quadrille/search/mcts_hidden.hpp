// One walker in the trees of a game with hidden information: each simulation deals the hidden parts
// anew, consistent with the searching player's view, and each player has a tree of what they see.
//
// Cowling, Powley and Whitehouse (2012), Information set Monte Carlo tree search: the multiple
// observer variant, which chooses by UCT, or with a network by PUCT, and does not widen. Where we
// differ: a value per side; leaves may be judged by static evaluation; nothing is proved, since a
// proof in one deal is none in another; trees are not kept from move to move, since the view has
// changed. And the others know their own cards: beside the tree that all deals share, each of them
// has one for each view it may have at the root. A player chooses by that tree once it has as many
// visits as the player has moves; until then, and always where views rarely recur, by the shared one.
// With a network there is only the shared one: what a mover sees in the deal of the first visit gives
// a node's moves their priors, and a move that only other deals allow gets an even share.
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
          rng_(rng),
          by_network_(settings.formula == MctsSettings::puct && settings.network != nullptr) {
        if (settings.root == MctsSettings::by_halving && !by_network_)
            throw BadOption("root=halving needs a model where facts are hidden");
    }

    std::uint64_t simulate(std::uint64_t) override {
        State world = root_.redeal(observer_, rng_);
        for (int player = 0; player < seats_.players; ++player) start(world, player);
        bool growing = true;
        int ply = 0;
        for (; growing && !world.is_over(); ++ply) {
            const int player = world.player();
            if (by_network_ && player >= 0 && grow(world, player)) break;
            const Move move = player == CHANCE          ? world.random_move(rng_)
                              : ply == 0 && first_move_ ? *first_move_
                                                        : choose(world, player, growing);
            growing = advance(world, player, move) && growing;
            world.play(move);
        }
        const Values<State> values =
            world.is_over() ? judge_.outcome(world) : judge_.best_value(world, rng_);
        back_up(values);
        count(values, values.size(), ply);
        return 1;
    }

    void begin_with(std::uint32_t move) override { first_move_ = Move{move}; }

  private:
    static std::size_t index(int player) { return static_cast<std::size_t>(player); }
    NodeIndex at(int player) const { return at_[index(player)]; }

    void start(const State& world, int player) {
        at_[index(player)] = tree_.root(player);
        visited_.push_back({at(player), 0});
        own_[index(player)] = no_node;
        if (by_network_ || player == observer_ || views_rarely_recur(player)) return;
        const auto view = static_cast<std::uint32_t>(world.view(player).hash());
        auto& known = views_[index(player)];
        auto found = known.find(view);
        if (found == known.end()) {
            const NodeIndex made = add_child(tree_[tree_.root(player + seats_.players)], view);
            if (made == no_node) return;
            found = known.emplace(view, made).first;
        }
        own_[index(player)] = found->second;
        visited_.push_back({found->second, 0});
    }

    // Whether trees for single views are not worth their memory; once true, it stays true.
    bool views_rarely_recur(int player) {
        bool& rarely = rarely_recur_[index(player)];
        rarely =
            rarely || (simulations() >= 256 && 2 * views_[index(player)].size() > simulations());
        return rarely;
    }

    // The move that the mover's own tree prefers; `growing` becomes false if it was never tried.
    Move choose(const State& world, int player, bool& growing) {
        searched_moves(world, settings_, moves_);
        if (by_network_) return best_by_network(tree_[at(player)]);
        const NodeIndex own = own_[index(player)];
        if (own != no_node && tree_[own].visits >= moves_.size()) {
            bool ignored = true;  // the shared tree decides how far a simulation goes
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
                // Untried moves are equally likely.
                if (rng_.below(++untried) == 0) best = &move;
                continue;
            }
            Node& child = tree_[known];
            ++child.links.available;
            if (untried > 0) continue;
            const auto n = static_cast<double>(std::max(child.visits, 1U));
            const double width = settings_.c * sqrt_log(child.links.available);
            const double score = (child.sum + width * std::sqrt(n)) / n;
            if (best == nullptr || score > most) {
                most = score;
                best = &move;
            }
        }
        growing = untried == 0;
        return *best;
    }

    // Gives a node that has no children one for each legal move, with the network's priors; false if
    // it has some, or the tree is full.
    bool grow(const State& world, int player) {
        Node& node = tree_[at(player)];
        if (node.first != no_node) return false;
        searched_moves(world, settings_, moves_);
        judge_.priors(world, moves_, priors_);
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const NodeIndex child = add_child(node, moves_[i].value);
            if (child == no_node) break;
            tree_[child].prior = static_cast<float>(priors_[i]);
        }
        node.player = static_cast<std::int8_t>(player);
        return node.first != no_node;
    }

    Move best_by_network(Node& node) {
        match_children(node);
        std::uint32_t visits = 0;
        double sum = 0;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            NodeIndex& child = children_[i];
            if (child == no_node) {
                child = add_child(node, moves_[i].value);
                if (child == no_node) continue;
                tree_[child].prior = 1.0F / static_cast<float>(moves_.size());
            }
            visits += tree_[child].visits;
            sum += tree_[child].sum;
        }
        const double untried = (visits == 0 ? 0 : sum / visits) - std::max(settings_.fpu, 0.0);
        const double width = settings_.c * std::sqrt(static_cast<double>(std::max(visits, 1U)));
        std::size_t best = 0;
        double most = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            if (children_[i] == no_node) continue;
            const Node& child = tree_[children_[i]];
            const double n = child.visits;
            const double score =
                (child.visits == 0 ? untried : child.sum / n) + width * child.prior / (1 + n);
            if (score > most) {
                most = score;
                best = i;
            }
        }
        return moves_[best];
    }

    // Finds the child of each legal move; its mover sees the move as it is.
    void match_children(const Node& node) {
        children_.assign(moves_.size(), no_node);
        for (NodeIndex at = node.first; at != no_node; at = tree_[at].links.next) {
            const Move move{tree_[at].move};
            const auto found = std::lower_bound(moves_.begin(), moves_.end(), move);
            if (found != moves_.end() && *found == move)
                children_[static_cast<std::size_t>(found - moves_.begin())] = at;
        }
    }

    // Follows the move in every player's tree, as that player sees it; false if a tree is full.
    bool advance(const State& world, int mover, Move move) {
        const std::uint32_t side =
            mover == CHANCE ? 0 : static_cast<std::uint32_t>(seats_.side_of(mover));
        bool complete = true;
        for (int player = 0; player < seats_.players; ++player) {
            const std::uint32_t seen = world.seen(move, player).value;
            complete = follow(at_[index(player)], seen, mover, side) && complete;
            follow(own_[index(player)], seen, mover, side);
        }
        return complete;
    }

    // Moves on to the child of a move, adding it if necessary; false if the tree is full.
    bool follow(NodeIndex& at, std::uint32_t seen, int mover, std::uint32_t side) {
        if (at == no_node) return false;
        Node& node = tree_[at];
        node.player = static_cast<std::int8_t>(mover);
        const NodeIndex known = child_with(node, seen);
        at = known != no_node ? known : add_child(node, seen);
        if (at != no_node) visited_.push_back({at, side});
        return at != no_node;
    }

    NodeIndex child_with(const Node& node, std::uint32_t move) const {
        NodeIndex child = node.first;
        while (child != no_node && tree_[child].move != move) child = tree_[child].links.next;
        return child;
    }

    NodeIndex add_child(Node& node, std::uint32_t move) {
        const NodeIndex child = tree_.allocate(1);
        if (child == no_node) return no_node;
        tree_[child].move = move;
        tree_[child].links = {node.first, 1};
        write(node.first, child, __ATOMIC_RELEASE);
        return child;
    }

    void back_up(const Values<State>& values) {
        for (const Visited& step : visited_) {
            add(tree_[step.node].sum, values[step.side]);
            add(tree_[step.node].visits, std::uint32_t{1});
        }
        visited_.clear();
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
    std::array<bool, State::max_players> rarely_recur_{};
    std::optional<Move> first_move_;  // of every simulation, if it is to be the same
    std::vector<Visited> visited_;
    std::vector<Move> moves_;
    std::vector<NodeIndex> children_;  // of the moves
    std::vector<double> priors_;
    const bool by_network_;
};

}  // namespace quadrille::search
