// The policy of rollouts: which flock moves, by which way, and how it splits.
#include <algorithm>

#include "quadrille/games/sheep/rules.hpp"

namespace quadrille::sheep {

namespace {

// How many sheep of `extra` that may go do go, by the ways out that are left where they stay and that
// there are where they land: about in proportion, so that all go or only one does if the others would
// be locked up.
int random_split(int extra, int ways_here, int ways_there, Rng& rng) {
    const int ways = std::max(ways_here + ways_there, 1);
    const int share = std::max((2 * extra * ways_there + ways) / (2 * ways), 1);
    const int slack = ways_here * ways_there > 0 ? (extra + 3) / 8 : 0;
    const int least = std::max(share - slack, 1), most = std::min(share + slack, extra);
    return least + static_cast<int>(rng.below(static_cast<std::uint32_t>(most - least + 1)));
}

// How likely a flock is to move, by its ways out: the fewer there are, the sooner it may be locked up.
constexpr std::array<std::uint16_t, num_directions + 1> urgency = {0,   840, 420, 280, 210,
                                                                   168, 140, 120, 105};

}  // namespace

Move State::rollout_move(Rng& rng) const {
    if (started_ < options_.players || mobility(mover_) == 0) return random_move(rng);
    const auto mine = places(mover_);
    std::array<std::uint32_t, max_flock> sums;
    std::uint32_t total = 0;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        const std::uint32_t weight = urgency[index(std::popcount(open_at(mine[i])))];
        total += extra_[mine[i]] > 0 ? weight : 0;
        sums[i] = total;
    }
    const std::uint32_t ticket = rng.below(total);
    std::size_t chosen = 0;
    while (sums[chosen] <= ticket) ++chosen;
    const Place from = mine[chosen];
    const unsigned open = open_at(from);
    const int ways = std::popcount(open);
    const int direction = nth_bit(open, rng.below(static_cast<std::uint32_t>(ways)));
    const Place to = landing_from(from, direction);
    const bool closes = to == next(from, direction);  // the way that it takes
    const int sheep = random_split(extra_[from], ways - closes, std::popcount(open_at(to)), rng);
    return Move::slide(cell_of(from), direction, sheep, cell_of(to));
}

}  // namespace quadrille::sheep
