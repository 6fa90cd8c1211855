// Which of several drawing moves to play: the one after which a careless opponent goes wrong most often.
#pragma once

#include <algorithm>
#include <optional>

#include "quadrille/search/mcts_read.hpp"

namespace quadrille::search {

class DrawRanking {
  public:
    static constexpr std::uint64_t enough = 1000;  // samples, where nothing else ends it

    // Of the moves of a root, those that are proven to draw; of none if a move wins.
    explicit DrawRanking(const std::vector<MoveTotals>& moves) {
        if (std::ranges::find(moves, Proof::win, &MoveTotals::proof) != moves.end()) return;
        for (const MoveTotals& one : moves)
            if (one.proof == Proof::draw) draws_.push_back({one.move, 0, 0});
    }

    // Takes so many samples, or fewer if one is none: everything gets some, then the better half gets
    // twice as many, and so on.
    template <class Sample>  // move -> what it gains, 0 to 1, or nothing to end it
    void run(std::uint64_t samples, Sample&& sample) {
        if (draws_.size() < 2) return;
        std::size_t kept = draws_.size();
        for (std::uint64_t share = 2; kept * share <= samples; share *= 2) {
            samples -= kept * share;
            for (std::uint64_t round = 0; round < share; ++round)
                for (std::size_t i = 0; i < kept; ++i) {
                    const std::optional<double> gain = sample(draws_[i].move);
                    if (!gain) return;
                    draws_[i].gain += *gain;
                    ++draws_[i].samples;
                }
            std::stable_sort(draws_.begin(), draws_.begin() + static_cast<std::ptrdiff_t>(kept),
                             [](const Draw& a, const Draw& b) { return a.mean() > b.mean(); });
            kept = std::max<std::size_t>((kept + 1) / 2, 2);
        }
    }

    // None if there was nothing to choose from, or no sample.
    std::optional<std::uint32_t> best() const {
        if (draws_.size() < 2 || draws_.front().samples == 0) return std::nullopt;
        return draws_.front().move;
    }
    // What a move was found to gain; 0 for others.
    double mean(std::uint32_t move) const {
        const auto found = std::ranges::find(draws_, move, &Draw::move);
        return found == draws_.end() ? 0 : found->mean();
    }

  private:
    struct Draw {
        std::uint32_t move;
        double gain;
        std::uint64_t samples;

        double mean() const { return (gain + 0.5) / (static_cast<double>(samples) + 1); }
    };
    std::vector<Draw> draws_;  // the best first
};

}  // namespace quadrille::search
