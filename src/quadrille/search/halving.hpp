// Which moves of the root get the simulations of a search that makes few of them: the most promising
// ones, of which the worse half is dropped again and again.
//
// Danihelka, Guez, Schrittwieser and Silver (2022), Policy improvement by planning with Gumbel. The
// sequential halving is that of Karnin, Koren and Somekh (2013), Almost optimal exploration in
// multi-armed bandits. Where we differ: below the root, PUCT goes on choosing; proofs count.
#pragma once

#include <functional>

#include "quadrille/core/rng.hpp"
#include "quadrille/search/mcts_read.hpp"

namespace quadrille::search {

class Halving {
  public:
    // Simulates a game that begins with a move.
    enum class Simulated { yes, needless, unwanted };  // needless: nothing is left to find out
    using Simulate = std::function<Simulated(std::uint32_t move)>;
    // The moves as they stand now, always in the same order.
    using Read = std::function<std::vector<MoveTotals>()>;

    // `moves` with their priors, of which the `considered` most promising are tried.
    Halving(std::vector<MoveTotals> moves, int considered);

    // Adds to each move's logit a draw from the Gumbel distribution, so that moves are considered,
    // and without simulations chosen, by their chances.
    void add_noise(Rng& rng);

    // Shares out simulations, until one is unwanted, and returns the index of the move to play.
    std::size_t run(std::uint64_t sims, const Simulate& simulate, const Read& read);
    // Shares out time instead, of which used() says how large a part is gone.
    std::size_t run_for_time(const std::function<double()>& used, const Simulate& simulate,
                             const Read& read);

    // The chances that the policy should give the moves after run(): the priors, raised where the
    // search found more than was expected. `value` is what the root was thought to be worth.
    std::vector<double> improved_policy(double value) const;

  private:
    std::uint64_t begin(std::size_t most);  // with so many moves at most; how many phases there are
    void rank(std::vector<MoveTotals> moves, bool drop);
    void update(std::vector<MoveTotals> moves);
    double worth(std::size_t move) const;  // what moves are ranked by after simulations
    double weighed(double value) const;    // a value in [-1, 1], to be added to a logit

    std::vector<MoveTotals> moves_;
    std::vector<double> logits_, noise_;
    std::vector<std::size_t> left_;  // the moves still considered, best first
    std::size_t considered_;
    double weight_ = 0;  // of values beside logits
};

}  // namespace quadrille::search
