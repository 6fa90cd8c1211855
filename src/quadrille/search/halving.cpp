#include "quadrille/search/halving.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "quadrille/search/arithmetic.hpp"
#include "quadrille/search/noise.hpp"

namespace quadrille::search {

namespace {

// A value from 0 to 1 counts beside a logit as many times as the most visited move has visits, and
// this often more; from the paper.
constexpr double visits_at_least = 50;

}  // namespace

Halving::Halving(std::vector<MoveTotals> moves, int considered)
    : moves_(std::move(moves)),
      noise_(moves_.size()),
      left_(moves_.size()),
      considered_(static_cast<std::size_t>(std::max(considered, 1))) {
    for (const MoveTotals& one : moves_)
        logits_.push_back(natural_log(std::max(double{one.prior}, 1e-30)));
    std::iota(left_.begin(), left_.end(), std::size_t{0});
}

void Halving::add_noise(Rng& rng) {
    for (double& noise : noise_) noise = gumbel(rng);
}

std::size_t Halving::run(std::uint64_t sims, const Simulate& simulate, const Read& read) {
    const std::uint64_t phases = begin(static_cast<std::size_t>(std::max<std::uint64_t>(sims, 1)));
    bool wanted = true;
    for (std::uint64_t made = 0; wanted && made < sims;) {
        const std::size_t count = left_.size();
        const std::uint64_t each = std::max<std::uint64_t>(sims / (phases * count), 1);
        const std::uint64_t share =
            count <= 2 ? sims - made : std::min<std::uint64_t>(each * count, sims - made);
        for (std::uint64_t i = 0; wanted && i < share; ++i)
            wanted = simulate(moves_[left_[i % count]].move) != Simulated::unwanted;
        made += share;
        rank(read(), wanted);
    }
    return left_.front();
}

std::size_t Halving::run_for_time(const std::function<double()>& used, const Simulate& simulate,
                                  const Read& read) {
    const auto phases = static_cast<double>(begin(left_.size()));
    bool wanted = true;
    for (double phase = 1; wanted; ++phase) {
        bool needed = true;
        do {
            needed = false;
            for (std::size_t i = 0; wanted && i < left_.size(); ++i) {
                const Simulated found = simulate(moves_[left_[i]].move);
                wanted = found != Simulated::unwanted;
                needed = needed || found == Simulated::yes;
            }
        } while (wanted && needed && (left_.size() <= 2 || used() * phases < phase));
        wanted = wanted && needed;
        rank(read(), wanted);
    }
    return left_.front();
}

std::uint64_t Halving::begin(std::size_t most) {
    std::stable_sort(left_.begin(), left_.end(), [&](std::size_t a, std::size_t b) {
        return logits_[a] + noise_[a] > logits_[b] + noise_[b];
    });
    left_.resize(std::min({left_.size(), considered_, most}));
    return std::max<std::uint64_t>(std::bit_width(left_.size() - 1), 1);
}

void Halving::rank(std::vector<MoveTotals> moves, bool drop) {
    update(std::move(moves));
    std::stable_sort(left_.begin(), left_.end(),
                     [&](std::size_t a, std::size_t b) { return worth(a) > worth(b); });
    if (drop && left_.size() > 2) left_.resize((left_.size() + 1) / 2);
}

std::vector<double> Halving::improved_policy(double value) const {
    double chances = 0, expected = 0, visits = 0;
    for (const MoveTotals& one : moves_) {
        if (one.visits == 0) continue;
        visits += static_cast<double>(one.visits);
        chances += double{one.prior};
        expected += double{one.prior} * one.mean();
    }
    // What moves that were not tried are taken to be worth.
    if (chances > 0) value = (value + visits * expected / chances) / (1 + visits);
    std::vector<double> policy(moves_.size());
    double highest = std::numeric_limits<double>::lowest(), total = 0;
    for (std::size_t i = 0; i < policy.size(); ++i) {
        policy[i] = logits_[i] + weighed(moves_[i].visits > 0 ? moves_[i].mean() : value);
        highest = std::max(highest, policy[i]);
    }
    for (double& chance : policy) {
        chance = exponential(std::max(chance - highest, -80.0));
        total += chance;
    }
    for (double& chance : policy) chance /= total;
    return policy;
}

double Halving::worth(std::size_t move) const {
    const MoveTotals& one = moves_[move];
    if (one.proof == Proof::win) return std::numeric_limits<double>::infinity();
    if (one.proof == Proof::loss) return -std::numeric_limits<double>::infinity();
    const double value = one.visits > 0 ? one.mean() : -2;  // only if there was no time for it
    return logits_[move] + noise_[move] + weighed(value);
}

double Halving::weighed(double value) const { return weight_ * (value + 1) / 2; }

void Halving::update(std::vector<MoveTotals> moves) {
    moves_ = std::move(moves);
    std::uint64_t most = 0;
    for (const MoveTotals& one : moves_) most = std::max(most, one.visits);
    weight_ = visits_at_least + static_cast<double>(most);
}

}  // namespace quadrille::search
