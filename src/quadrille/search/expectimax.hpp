// Expectimax for two sides (Michie 1966), with the Star prunings of star.hpp.
#pragma once

#include "quadrille/search/star.hpp"

namespace quadrille::search {

template <SearchState State>
class Expectimax {
  public:
    struct Settings : Evaluation {
        int depth = 0;            // the maximum depth in moves; 0 for no limit
        std::uint64_t nodes = 0;  // the maximum number of positions; 0 for no limit
        ChancePruning pruning;
        bool all_moves = false;  // the exact value of every move of the root
        int deals = 8;
        template <class Visit>
        void visit(Visit& f) {
            f("depth", depth);
            f("nodes", nodes);
            f("pruning", pruning.kind, {"none", "star1", "star2", "star2.5"});
            f("probes", pruning.probes);
            f("all_moves", all_moves);
            f("deals", deals);
            Evaluation::visit(f);
        }
    };
    explicit Expectimax(const Settings& settings) : settings_(settings) {}

    Result search(const State& root, Rng& rng, Control& control) {
        if (root.num_sides() != 2)
            throw Error("expectimax needs a game of two sides, got " +
                        std::to_string(root.num_sides()) + " in " + quoted(root.text()));
        return search_against_all(root, settings_, settings_.pruning, rng, control);
    }

  private:
    Settings settings_;
};

}  // namespace quadrille::search
