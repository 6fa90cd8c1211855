// What the map promises the mover, by the static evaluation: each city and road, each farm, each
// open cell, worked out once a position, so that what a tile changes can be told from it.
//
// A city or road is worth base + slope * q to the mover, with q the chance that it is completed: the
// product over its open cells of the chance that they are filled.
#pragma once

#include <algorithm>

#include "quadrille/games/carcassonne/bag_codes.hpp"
#include "quadrille/games/carcassonne/evaluate.hpp"
#include "quadrille/games/carcassonne/lay.hpp"
#include "quadrille/games/carcassonne/score.hpp"

namespace quadrille::carcassonne {

class Outlook {
  public:
    Outlook(const State& state, std::span<const float> weights)
        : state_(state),
          weights_(weights),
          players_(state.options_.players),
          future_(fading(state.left_, state.options_.players)),
          bag_(state.bag_) {
        rates_.fill(players_ > 1 ? -1.0F / static_cast<float>(players_ - 1) : 0.0F);
        rates_[static_cast<std::size_t>(state.mover_)] = 1;
        look_at_cells();
        look_at_features(0, state.num_cities_);
        look_at_features(State::first_road, state.num_roads_);
        if (state.options_.farmers) look_at_farms();
        for (std::size_t i = 0; i < state.num_sacred_; ++i) look_at_sacred(state.sacred_[i]);
        for (int player = 0; player < players_; ++player) {
            float points = 0;
            for (int kind = 0; kind < num_point_kinds; ++kind)
                points += static_cast<float>(state.points(player, kind));
            const Supply left = state.supply(player);
            total_ +=
                rate(player) * (weight(points_feature) * points +
                                weight(hand_feature) * future_ *
                                    (in_hand(player, 0) + 0.5F * static_cast<float>(left.abbot)));
        }
    }

  protected:
    static constexpr std::uint8_t none = 0xff;

    float weight(int feature) const { return weights_[static_cast<std::size_t>(feature)]; }
    float rate(int player) const { return rates_[static_cast<std::size_t>(player)]; }
    static int kind_of_node(std::uint8_t node) {
        return node >= State::first_road ? roads_feature : cities_feature;
    }
    float in_hand(int player, int more) const {
        const Supply left = state_.supply(player);
        const int figures = std::clamp(left.meeple + left.big + more, 0, 12);
        return hand_worth[static_cast<std::size_t>(figures)];
    }

    // What a point of a feature with these figures is worth to the mover.
    float share(std::uint32_t meeples, int feature) const {
        unsigned owners = 0;
        for_each_owner(meeples, [&](int player) { owners |= 1U << player; });
        float own = weight(feature);
        if ((owners & (owners - 1)) != 0) own += weight(shared_feature);
        float sum = 0;
        for (int player = 0; player < players_; ++player)
            if (strength(meeples, player) > 0)
                sum += rate(player) * ((owners >> player & 1) != 0 ? own : weight(lost_feature));
        return sum;
    }
    // What it is worth to the mover that all these figures come back.
    float homecoming(std::uint32_t meeples) const {
        float sum = 0;
        for (int player = 0; player < players_; ++player)
            sum += rate(player) * static_cast<float>(strength(meeples, player));
        return sum * weight(returning_feature) * future_;
    }

    // --- the map as it is ----------------------------------------------------------------------

    float chance_of_filling(std::uint8_t need, std::uint8_t mask) {
        return filling[static_cast<std::size_t>(players_)][bag_.fitting(need, mask)];
    }

    void look_at_cells() {
        for (std::size_t cell = 0; cell < state_.num_open_; ++cell) {
            const std::uint8_t need = state_.needs_.need[cell], mask = state_.needs_.mask[cell];
            fill_[cell] = chance_of_filling(need, mask);
            roots_[cell] = {none, none, none, none};
            for (unsigned rest = mask & 15U; rest != 0; rest &= rest - 1) {
                const auto edge = static_cast<std::size_t>(std::countr_zero(rest));
                const unsigned code = need >> edge & 0x11U;
                if (code != 0x01 && code != 0x10) continue;  // neither road nor city
                const std::uint8_t node = state_.main_root(state_.open_[cell].main[edge]);
                if (std::ranges::find(roots_[cell], node) == roots_[cell].end()) {
                    product_[node] =
                        missing_[node] == 0 ? fill_[cell] : product_[node] * fill_[cell];
                    ++missing_[node];
                }
                roots_[cell][edge] = node;
            }
        }
    }

    void look_at_features(int first, int count) {
        for (int i = first; i < first + count; ++i) {
            const auto node = static_cast<std::uint8_t>(i);
            if (state_.main_parent_[node] != node) continue;
            const Feature feature = state_.main_[node];
            base_[node] = slope_[node] = farm_slope_[node] = 0;
            chance_[node] = completion(feature, product_[node], missing_[node]);
            if (feature.meeples() == 0) continue;
            const Worth worth = worth_of(feature, node, missing_[node]);
            base_[node] = worth.base;
            slope_[node] = worth.slope;
            total_ += worth.base + worth.slope * chance_[node];
        }
    }

    void look_at_farms() {
        std::array<std::array<std::uint64_t, 2>, max_field_nodes> seen;
        std::fill_n(seen.begin(), state_.num_fields_, std::array<std::uint64_t, 2>{});
        std::fill_n(farm_points_.begin(), state_.num_fields_, 0.0F);
        for (std::size_t i = 0; i < state_.num_borders_; ++i) {
            const std::uint8_t farm = state_.field_root(state_.borders_[i][0]);
            const std::uint8_t city = state_.main_root(state_.borders_[i][1]);
            std::uint64_t& cities = seen[farm][city / 64];
            const std::uint64_t bit = std::uint64_t{1} << (city % 64);
            if ((cities & bit) != 0) continue;
            cities |= bit;
            farm_points_[farm] += 3 * chance_[city];
            if (state_.field_[farm] == 0) continue;
            const float worth = 3 * share(state_.field_[farm], farms_feature);
            farm_slope_[city] += worth;
            total_ += worth * chance_[city];
        }
    }

    void look_at_sacred(const Sacred& place) {
        const Tile& tile = state_.tiles_[place.tile];
        total_ += rate(tile.player) * weight(sacred_feature) *
                  (1 + static_cast<float>(place.neighbours) + neighbours(tile.x, tile.y));
    }
    // Those that a place may still get.
    float neighbours(int x, int y) const {
        float sum = 0;
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy) {
                const std::uint8_t cell = state_.at(x + dx, y + dy);
                if (cell < State::tile_there) sum += fill_[cell];
            }
        return sum;
    }

    static float completion(Feature feature, float product, int missing) {
        if (feature.open() == 0) return 1;
        return missing == 0 || missing > most_missing ? 0 : product;
    }

    struct Worth {
        float base, slope;
    };
    // Of a city or road with figures that is not complete.
    Worth worth_of(Feature feature, std::uint8_t node, int missing) const {
        const auto [now, more] = points_of(feature, node, missing);
        const float each = share(feature.meeples(), kind_of_node(node));
        return {each * now, each * more + homecoming(feature.meeples())};
    }
    // What it gives as it is, and how much more when it is complete.
    std::pair<float, float> points_of(Feature feature, std::uint8_t node, int missing) const {
        const auto now = static_cast<float>(state_.feature_points(feature, node, false));
        feature.word += static_cast<std::uint64_t>(missing) << Feature::tiles_at;
        return {now, static_cast<float>(state_.feature_points(feature, node, true)) - now};
    }

    const State& state_;
    const std::span<const float> weights_;
    const int players_;
    const float future_;
    BagCodes bag_;
    std::array<float, State::max_players> rates_;  // what a player's points are to the mover
    float total_ = 0;                              // the lead as it is

    std::array<float, max_open> fill_;                         // of each open cell
    std::array<std::array<std::uint8_t, 4>, max_open> roots_;  // features at its edges
    std::array<std::uint8_t, State::max_nodes> missing_{};     // open cells of each feature
    std::array<float, State::max_nodes> product_;
    std::array<float, State::max_nodes> chance_, base_, slope_, farm_slope_;
    std::array<float, max_field_nodes> farm_points_;  // 3 for each city, times its chance
};

}  // namespace quadrille::carcassonne
