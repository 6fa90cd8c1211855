// Named features and the static evaluation: the utility of the original players, and how far each
// gamer has to climb.
#include <algorithm>

#include "quadrille/games/pillars/climb.hpp"

namespace quadrille::pillars {

namespace {

enum FeatureIndex {
    height_feature,
    climbable_feature,
    level_feature,
    blocked_feature,
    distance_feature,
    reach_feature,
    support_feature,
    tempo_feature,
    num_features
};

}  // namespace

std::array<int, State::max_players> State::climbs() const {
    const Climb climb(*this);
    std::array<int, max_players> found{};
    for (int player = 0; player < num_players(); ++player)
        found[index(player)] = climb.cost(player);
    return found;
}

State State::imagined(Move move) const {
    State next = *this;
    const int player = actor();
    if (player < 0) return next;
    if (move.is_step() && can_step(player, move.direction()))
        next.step(player, move.direction());
    else if (move.is_build() && on_grid(move.cell()) && can_build_on(move.cell()))
        next.build(place(move.cell()));
    return next;
}

std::vector<std::string> State::feature_names() const {
    return {"height", "climbable", "level", "blocked", "distance", "reach", "support", "tempo"};
}

std::vector<float> State::weights() const {
    return {0.25F, 0.05F, 0.01F, 0.0F, -0.01F, 0.12F, 0.02F, 0.05F};
}

// Of a team:
//   height      the sum of its gamers' heights
//   climbable   neighbouring free cells one higher than a gamer, each counted once
//   level       neighbouring free cells as high as a gamer that can be built on
//   blocked     neighbouring cells that cannot be entered
//   distance    the mean of its gamers' distances to the centre
//   reach       less the number of actions that its best gamer needs to reach the centre
//   support     less the mean of the same over its gamers
//   tempo       1 if one of its gamers is to act
void State::features(std::span<float> out) const {
    std::fill(out.begin(), out.end(), 0.0F);
    const auto climbs = this->climbs();
    const auto gamers = static_cast<float>(this->gamers());
    for (const int side : {red, blue}) {
        float* row = &out[index(side * num_features)];
        std::array<std::uint8_t, num_places> counted;  // by kind of neighbour, as bits
        std::fill_n(counted.begin(), end_of_places(), std::uint8_t{0});
        int least = Climb::unreachable;
        for (int player = side * this->gamers(); player < (side + 1) * this->gamers(); ++player) {
            const Place here = at_[index(player)];
            const Cell cell = position(player);
            row[height_feature] += static_cast<float>(height_on(here));
            row[distance_feature] +=
                static_cast<float>(std::abs(cell.x - centre().x) + std::abs(cell.y - centre().y)) /
                gamers;
            least = std::min(least, climbs[index(player)]);
            row[support_feature] -= static_cast<float>(climbs[index(player)]) / gamers;
            for (int direction = 0; direction < 4; ++direction) {
                const Place to = beside(here, direction);
                if (height_on(to) == wall) continue;
                const int rise = height_on(to) - height_on(here);
                const auto count = [&](int feature) {
                    const auto bit = static_cast<std::uint8_t>(1U << feature);
                    if ((counted[to] & bit) == 0) row[feature] += 1;
                    counted[to] |= bit;
                };
                if (!can_enter(to, height_on(here)))
                    count(blocked_feature);
                else if (rise == 1)
                    count(climbable_feature);
                if (rise == 0 && can_grow(to)) count(level_feature);
            }
        }
        row[reach_feature] = -static_cast<float>(least);
        row[tempo_feature] = actor() >= 0 && this->side(actor()) == side ? 1.0F : 0.0F;
    }
}

}  // namespace quadrille::pillars
