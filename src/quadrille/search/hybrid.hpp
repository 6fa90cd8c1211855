// Minimax whose leaves are judged by short runs of Monte-Carlo tree search: MCTS-informed minimax,
// the converse of Baier and Winands (2015), who put shallow minimax into MCTS.
//
// The root's side maximises, every other side minimises, chance by expectation (star.hpp). A leaf
// is worth the mean over its simulations, each of which is judged by the static evaluation where it
// is cut short. The random numbers of a leaf depend on the search's seed and on the position, so
// that a position has one value wherever it turns up, and pruning changes none.
#pragma once

#include "quadrille/search/mcts_walk.hpp"
#include "quadrille/search/star.hpp"

namespace quadrille::search {

template <SearchState State>
class Hybrid {
  public:
    struct Settings : Evaluation {
        int depth = 2;  // the maximum depth in moves
        std::uint64_t nodes =
            0;  // the maximum number of positions, not counting simulations; 0: no limit
        std::uint64_t sims = 50;   // simulations for a leaf
        int mcts_depth = 10;       // moves of a simulation beyond its tree; 0 for no limit
        double c = 1.414;          // how much simulations explore
        bool stop_on_pass = true;  // where the mover has one legal move, the position is a leaf
        bool all_moves = false;    // the exact value of every move of the root
        int deals = 4;
        template <class Visit>
        void visit(Visit& f) {
            f("depth", depth);
            f("nodes", nodes);
            f("sims", sims);
            f("mcts_depth", mcts_depth);
            f("c", c);
            f("stop_on_pass", stop_on_pass);
            f("all_moves", all_moves);
            f("deals", deals);
            Evaluation::visit(f);
        }
    };
    explicit Hybrid(const Settings& settings) : settings_(settings) {}

    Result search(const State& root, Rng& rng, Control& control) {
        return search_deals(root, settings_, rng, control,
                            [&](const State& world, const Settings& each, Control& share) {
                                Meter meter(share, each.nodes);
                                const Judge<State> judge(world, each);
                                Root<State> moves(world, judge);
                                Leaf leaf(each, world, moves.side, rng.next(), share);
                                return search_star(world, moves, judge, each, std::move(leaf),
                                                   ChancePruning{}, meter, rng);
                            });
    }

  private:
    class Leaf {
      public:
        static constexpr bool costly = true;

        Leaf(const Settings& settings, const State& world, std::size_t side, std::uint64_t seed,
             Control& control)
            : settings_(settings),
              side_(side),
              seed_(seed),
              control_(control),
              tree_(std::make_unique<Tree<State::has_secrets>>(
                  settings.sims * static_cast<std::size_t>(world.max_moves() + 1))) {
            mcts_.sims = settings.sims;
            mcts_.c = settings.c;
            mcts_.horizon = settings.mcts_depth;
            mcts_.weights = settings.weights;
        }

        bool stops_at(std::size_t moves) const { return settings_.stop_on_pass && moves == 1; }

        double operator()(const State& state) {
            return clamp_estimate(mean_value(state, Rng(combine(seed_, state.hash())))[side_]);
        }

      private:
        // The mean over the simulations from a position.
        SideValues mean_value(const State& state, const Rng& rng) {
            tree_->clear();
            Walker<State, Walks::single> walker(*tree_, mcts_, state, rng);
            while (walker.simulations() < settings_.sims) {
                if (control_.stopped()) throw Halt{};
                walker.simulate(1);
            }
            SideValues mean = walker.totals();
            for (double& each : mean) each /= static_cast<double>(settings_.sims);
            return mean;
        }

        Settings settings_;
        MctsSettings mcts_;
        std::size_t side_;
        std::uint64_t seed_;
        Control& control_;
        std::unique_ptr<Tree<State::has_secrets>> tree_;
    };

    Settings settings_;
};

}  // namespace quadrille::search
