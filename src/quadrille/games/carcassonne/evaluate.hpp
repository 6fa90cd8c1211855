// What the static evaluation (evaluate.cpp) and its quick reading of moves (outlook.cpp) share.
#pragma once

#include <algorithm>
#include <array>

#include "quadrille/games/carcassonne/rules.hpp"

namespace quadrille::carcassonne {

// The features, in the order of State::feature_names().
enum FeatureIndex {
    points_feature,
    cities_feature,
    roads_feature,
    sacred_feature,
    farms_feature,
    shared_feature,
    lost_feature,
    hand_feature,
    returning_feature,
    num_features
};

// The worth of figures in hand: the first is worth most, an abbot half of that.
inline constexpr std::array<float, 13> hand_worth = [] {
    std::array<float, 13> worth{};
    for (std::size_t i = 1; i < worth.size(); ++i)
        worth[i] = worth[i - 1] + 1.0F / static_cast<float>(i);
    return worth;
}();
inline float hand_value(int meeples, int abbots) {
    return hand_worth[static_cast<std::size_t>(std::clamp(meeples, 0, 12))] +
           0.5F * static_cast<float>(abbots);
}

// What figures in hand or soon to be are worth yet, from the turns that a player has left.
inline float fading(int tiles_left, int players) {
    const float turns = static_cast<float>(tiles_left + 1) / static_cast<float>(players);
    return turns / (turns + 6);
}

// Features with more open cells are not completed.
inline constexpr int most_missing = 8;

}  // namespace quadrille::carcassonne
