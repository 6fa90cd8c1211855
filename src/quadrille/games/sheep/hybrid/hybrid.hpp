// The contest team's search: minimax over few moves, whose leaves are judged by Monte-Carlo tree
// searches of a few moves more. The generic hybrid (search/hybrid.hpp) is the better built one; this
// keeps to the original, so that its results can be compared.
#pragma once

#include "quadrille/games/sheep/hybrid/heuristics.hpp"
#include "quadrille/search/one_move.hpp"

namespace quadrille::sheep {

class Hybrid {
  public:
    struct Settings : HeuristicSettings {
        int depth = 2;       // moves of minimax
        int sims = 90;       // simulations for each of its leaves
        int mcts_depth = 9;  // after so many moves a simulation ends
        double c = 1.414;
        int splits = Splits::one;
        int mcts_splits = Splits::one;
        bool stop_on_pass = true;  // minimax ends where somebody has to pass
        enum Rollout { to_depth, to_end };
        int rollout = to_depth;  // whether a simulation ends after mcts_depth moves
        enum Opponents { minimise, maximise };
        int opponents = minimise;  // what simulations let others do with the mover's value
        enum Ordering { by_mover, all_the_same, as_listed };
        int ordering = by_mover;  // whose best moves minimax tries first

        template <class Visit>
        void visit(Visit& f) {
            HeuristicSettings::visit(f);
            f("depth", depth);
            f("sims", sims);
            f("mcts_depth", mcts_depth);
            f("c", c);
            f("splits", splits);
            f("mcts_splits", mcts_splits);
            f("stop_on_pass", stop_on_pass);
            f("rollout", rollout, {"depth", "end"});
            f("opponents", opponents, {"min", "max"});
            f("ordering", ordering, {"mover", "same", "none"});
        }
    };

    explicit Hybrid(const Settings& settings) : settings_(settings), knows_(settings) {}

    search::Result search(const State& root, Rng& rng, search::Control& control);

  private:
    struct Node {
        Move move{};
        double sum = 0;
        std::uint32_t visits = 0;
        std::vector<std::uint32_t> children;
        std::vector<Move> untried;  // a slide of 0 sheep is split when it is tried
        bool listed = false;
    };
    struct Stopped {};

    search::Result choose_start(const State& state);
    search::Result choose_slide(const State& state);
    bool is_mine(int player) const { return player >= 0 && side_of_[index(player)] == side_; }

    void list_moves(const State& state, int splits, std::vector<Move>& out);
    Move decided(const State& state, Move move, int splits);
    Move random_move(const State& state, int splits);
    double minimax(const State& state, int depth, double alpha, double beta);
    std::vector<std::pair<Move, State>> ordered(const State& state);

    double judge(const State& state);  // by tree search
    void simulate(const State& root);
    std::uint32_t best_child(const Node& node, bool mine) const;

    Settings settings_;
    Heuristics knows_;
    // Of the search that runs:
    Rng* rng_ = nullptr;
    search::Control* control_ = nullptr;
    int me_ = 0;
    int side_ = 0;
    std::array<int, max_players> side_of_{};
    std::uint64_t simulations_ = 0;
    std::vector<Node> nodes_;
    std::size_t used_ = 0;
    std::vector<std::uint32_t> path_;
};

}  // namespace quadrille::sheep
