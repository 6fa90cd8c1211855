// Named features and the static evaluation: what each side has, and the room that it may yet take.
#include <algorithm>

#include "quadrille/games/sheep/rules.hpp"

namespace quadrille::sheep {

namespace {

enum FeatureIndex {
    area_feature,
    others_feature,
    room_feature,
    open_feature,
    spare_feature,
    stuck_feature,
    rank_feature,
    num_features
};

}  // namespace

// Who is nearest to the free cells: all that have sheep to spare walk step by step in all eight
// directions at once; a cell belongs to whoever comes first, equals share it.
class Meadow {
  public:
    explicit Meadow(const State& state) : state_(state), unclaimed_(state.free_rows_) {
        for (int player = 0; player < state.num_players(); ++player)
            for (const State::Place place : state.places(player))
                if (state.extra_[place] > 0)
                    reached_[index(player)][place / State::stride] |= 1U << (place % State::stride);
        while (step()) {}
    }

    // Cells that are the player's, in twelfths.
    int twelfths(int player) const { return twelfths_[index(player)]; }

    // Directions in which the player's sheep can set out.
    int open(int player) const {
        int sum = 0;
        for (const State::Place place : state_.places(player))
            if (state_.extra_[place] > 0) sum += std::popcount(state_.open_at(place));
        return sum;
    }
    // Sheep that can set out.
    int movable(int player) const {
        int sum = 0;
        for (const State::Place place : state_.places(player))
            if (state_.open_at(place) != 0) sum += state_.extra_[place];
        return sum;
    }

  private:
    using Rows = std::array<std::uint32_t, State::stride>;
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    bool step() {
        const auto rows = index(state_.size()) + 1;
        std::array<Rows, max_players> grown{};
        for (std::size_t player = 0; player < max_players; ++player) {
            const Rows& from = reached_[player];
            for (std::size_t y = 1; y < rows; ++y) {
                const std::uint32_t near = from[y - 1] | from[y] | from[y + 1];
                grown[player][y] = (near | near << 1 | near >> 1) & unclaimed_[y];
            }
        }
        std::uint32_t any = 0;
        for (std::size_t y = 1; y < rows; ++y) any |= share(grown, y);
        reached_ = grown;
        return any != 0;
    }

    // Shares out the cells of a row that somebody has come to; these cells.
    std::uint32_t share(const std::array<Rows, max_players>& grown, std::size_t y) {
        const std::uint32_t a = grown[0][y], b = grown[1][y], c = grown[2][y], d = grown[3][y];
        const std::uint32_t taken = a | b | c | d;
        if (taken == 0) return 0;
        // How many have come to each cell, as a binary number of three digits.
        const std::uint32_t carry = (a ^ b) & (c ^ d), both = a & b, pair = c & d;
        const std::uint32_t ones = a ^ b ^ c ^ d, twos = both ^ pair ^ carry;
        const std::array<std::uint32_t, 4> shared_by = {ones & ~twos, twos & ~ones, ones & twos,
                                                        both & pair};
        for (std::size_t player = 0; player < max_players; ++player)
            for (std::size_t others = 0; others < shared_by.size(); ++others)
                twelfths_[player] += 12 / static_cast<int>(others + 1) *
                                     std::popcount(grown[player][y] & shared_by[others]);
        unclaimed_[y] &= ~taken;
        return taken;
    }

    const State& state_;
    Rows unclaimed_;
    std::array<Rows, max_players> reached_{};  // by the last step
    std::array<int, max_players> twelfths_{};
};

std::vector<std::string> State::feature_names() const {
    return {"area", "others", "room", "open", "spare", "stuck", "rank"};
}

// By hand; their scale fits who ends ahead in games of mcts and greedy. `others` is there for those who
// value a side by itself: pairs are compared anyway.
std::vector<float> State::weights() const {
    return {0.2F, 0.0F, 0.05F, 0.03F, 0.25F, -0.02F, 0.1F};
}

// Of partners, the mean:
//   area     the score now
//   others   the mean score of the other sides
//   room     free cells that the player's sheep reach before others'
//   open     directions in which sheep can set out
//   spare    sheep that can set out and have room
//   stuck    sheep too many where they are: they cannot set out, or have no room to go to
//   rank     the outcome if the game stopped now
void State::features(std::span<float> out) const {
    if (is_view()) return evened().features(out);
    const Meadow meadow(*this);
    std::fill(out.begin(), out.end(), 0.0F);
    const auto scores = this->scores();
    const auto ranks = outcome();
    const float share = options_.has_teams() ? 0.5F : 1.0F;
    const int sides = num_sides();
    for (int player = 0; player < options_.players; ++player) {
        float* row = &out[index(side(player) * num_features)];
        const auto add = [&](int feature, double amount) {
            row[feature] += share * static_cast<float>(amount);
        };
        const int movable = meadow.movable(player);
        const int spare = std::min(12 * movable, meadow.twelfths(player));
        const int extra = num_cells(player) > 0 ? flock_ - num_cells(player) : 0;
        add(area_feature, scores[index(player)]);
        add(room_feature, meadow.twelfths(player) / 12.0);
        add(open_feature, meadow.open(player));
        add(spare_feature, spare / 12.0);
        add(stuck_feature, extra - spare / 12.0);
        add(rank_feature, ranks[index(side(player))]);
        for (int other = 0; other < options_.players; ++other)
            if (side(other) != side(player))
                out[index(side(other) * num_features + others_feature)] +=
                    share * static_cast<float>(scores[index(player)]) /
                    static_cast<float>(options_.has_teams() ? 2 : sides - 1);
    }
}

}  // namespace quadrille::sheep
