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
// The more sheep it has, the more there is to lose.
std::uint32_t urgency(int ways, int extra) {
    static constexpr std::array<std::uint32_t, num_directions + 1> by_ways = {
        0, 840, 420, 280, 210, 168, 140, 120, 105};
    return extra > 0 ? by_ways[index(ways)] * static_cast<std::uint32_t>(extra + 2) : 0;
}

// Draws an index by the sums of weights up to and with it.
std::size_t drawn(std::span<const std::uint32_t> sums, Rng& rng) {
    const std::uint32_t ticket = rng.below(sums.back());
    std::size_t chosen = 0;
    while (sums[chosen] <= ticket) ++chosen;
    return chosen;
}

}  // namespace

// A slide to a cell with ways out, beside cells of the player's own if there are such, is likelier.
Move State::rollout_move(Rng& rng) const {
    if (started_ < options_.players || mobility(mover_) == 0) return random_move(rng);
    const auto mine = places(mover_);
    std::array<std::uint32_t, std::max(max_flock, num_directions)> sums;
    std::uint32_t total = 0;
    for (std::size_t i = 0; i < mine.size(); ++i)
        sums[i] = total += urgency(std::popcount(open_at(mine[i])), extra_[mine[i]]);
    const Place from = mine[drawn(std::span(sums).first(mine.size()), rng)];

    struct Way {
        int direction;
        Place to;
        int ways;  // out of there
    };
    std::array<Way, num_directions> found;
    std::size_t count = 0;
    total = 0;
    for_each_bit(open_at(from), [&](int direction) {
        const Place to = landing_from(from, direction);
        const int ways = std::popcount(open_at(to));
        int own = 0;
        for (const int step : {-stride, -1, 1, stride})
            own += ground_[index(to + step)] == mover_ + first_owner;
        total += static_cast<std::uint32_t>(1 + ways + 2 * std::min(own, 2));
        sums[count] = total;
        found[count++] = {direction, to, ways};
    });
    const Way& way = found[drawn(std::span(sums).first(count), rng)];
    const bool closes = way.to == next(from, way.direction);  // the way that it takes
    const int sheep = random_split(extra_[from], static_cast<int>(count) - closes, way.ways, rng);
    return Move::slide(cell_of(from), way.direction, sheep, cell_of(way.to));
}

}  // namespace quadrille::sheep
