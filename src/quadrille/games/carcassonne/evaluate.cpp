// Named features and the static evaluation: what each player has, and may hope for.
#include <algorithm>

#include "quadrille/games/carcassonne/prospects.hpp"

namespace quadrille::carcassonne {

std::vector<std::string> State::feature_names() const {
    return {"points", "cities", "roads", "monasteries", "farms",
            "shared", "lost",   "hand",  "returning"};
}

// By regression: what each feature adds to the final lead, in games that the static evaluation plays
// against itself. A lead of 25 points is worth 1/2.
std::vector<float> State::weights() const {
    return {0.04F, 0.028F, 0.042F, 0.038F, 0.031F, -0.0075F, -0.0025F, 0.62F, 0.035F};
}

// In points, but for the figures:
//   points       scored so far
//   cities, roads, monasteries   what features one would score are expected to give: their value
//                complete and unfinished, weighted by the chance that every open cell is filled
//   farms        3 for each completed city of one's farms, less for likely ones
//   shared       of the features above, the value of those that others score as well
//   lost         the value of features where one has meeples but others have more
//   hand         figures in hand, the first worth 1, the next 1/2, 1/3, ..., fading to the end
//   returning    figures on cities and roads that are likely to come back, fading likewise
void State::features(std::span<float> out) const { features_with(Prospects(*this), out); }

void State::features_with(const Prospects& prospects, std::span<float> out) const {
    // In 1024ths: sums of whole numbers do not depend on their order.
    std::array<std::array<std::int32_t, num_features>, max_players> sums{};
    const auto add = [&](int player, int feature, float amount) {
        sums[static_cast<std::size_t>(player)][static_cast<std::size_t>(feature)] +=
            static_cast<std::int32_t>(amount * 1024);
    };
    const float future = fading(left_, options_.players);
    const auto give = [&](std::uint32_t meeples, int feature, float value) {
        for_each_stake(meeples, options_.players, feature,
                       [&](int player, int stake) { add(player, stake, value); });
    };
    const auto add_nodes = [&](int first, int count, int feature) {
        for (int i = first; i < first + count; ++i) {
            const auto node = static_cast<std::uint8_t>(i);
            const std::uint32_t meeples = main_[node].meeples();
            if (main_root(node) != node || meeples == 0) continue;
            give(meeples, feature, prospects.value(node));
            const float home = future * prospects.completion(node);
            for (int player = 0; player < options_.players; ++player)
                add(player, returning_feature,
                    home * static_cast<float>(strength(meeples, player)));
        }
    };
    add_nodes(0, num_cities_, cities_feature);
    add_nodes(first_road, num_roads_, roads_feature);
    for (std::size_t i = 0; i < num_sacred_; ++i) {
        const Tile& tile = tiles_[sacred_[i].tile];
        add(tile.player, sacred_feature,
            1 + static_cast<float>(sacred_[i].neighbours) + prospects.neighbours(tile.x, tile.y));
    }
    if (options_.farmers)
        for_each_farmed_city([&](std::uint8_t city) { return prospects.completion(city) > 0; },
                             [&](std::uint8_t farm, std::uint8_t city) {
                                 give(field_[farm], farms_feature, 3 * prospects.completion(city));
                             });
    for (int player = 0; player < options_.players; ++player) {
        for (int kind = 0; kind < num_point_kinds; ++kind)
            add(player, points_feature, static_cast<float>(points(player, kind)));
        const Supply left = supply(player);
        add(player, hand_feature, future * hand_value(left.meeple + left.big, left.abbot));
    }
    for (std::size_t player = 0; player < static_cast<std::size_t>(options_.players); ++player)
        for (std::size_t i = 0; i < num_features; ++i)
            out[player * num_features + i] = static_cast<float>(sums[player][i]) / 1024;
}

void State::evaluate(std::span<const float> weights, std::span<double> out) const {
    if (phase_ != Phase::meeple) return evaluate_linear(*this, weights, out);
    std::vector<Move> moves;
    legal_moves(moves);
    const auto mine = static_cast<std::size_t>(mover_);
    bool first = true;
    after_figures(weights, moves, [&](const std::array<double, max_players>& values) {
        if (first || values[mine] > out[mine]) std::copy_n(values.begin(), out.size(), out.begin());
        first = false;
    });
}

void State::judge_figures(std::span<const float> weights, const std::vector<Move>& moves,
                          std::vector<double>& out) const {
    after_figures(weights, moves, [&](const std::array<double, max_players>& values) {
        out.push_back(values[static_cast<std::size_t>(mover_)]);
    });
}

// Calls visit(values per player) for the position after each move of the meeple step.
template <class Visit>
void State::after_figures(std::span<const float> weights, const std::vector<Move>& moves,
                          Visit&& visit) const {
    const Prospects prospects(*this);  // which no figure changes
    const auto players = static_cast<std::size_t>(options_.players);
    std::array<float, max_players * num_features> numbers;
    const std::span<float> described(numbers.data(), players * num_features);
    std::array<double, max_players> values{};
    for (const Move move : moves) {
        State next = *this;
        next.play(move);
        if (next.is_over()) {
            values = next.outcome();
        } else {
            next.features_with(prospects, described);
            weigh_features<max_players>(described, weights, {values.data(), players});
        }
        visit(values);
    }
}

}  // namespace quadrille::carcassonne
