// Named features and the static evaluation: what each side has, and the room that it may yet take.
#include <algorithm>

#include "quadrille/games/sheep/meadow.hpp"

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
