// What the map is worth to every player by the static evaluation: each city and road, each farm, each
// open cell, worked out once a position, so that what a tile changes can be told from it.
//
// A city or road is worth base + slope * q to a player, with q the chance that it is completed: the
// product over its open cells of the chance that they are filled.
#pragma once

#include "quadrille/games/carcassonne/bag_codes.hpp"
#include "quadrille/games/carcassonne/prospects.hpp"

namespace quadrille::carcassonne {

// A number for each player, in a form that compilers turn into single instructions. Copied number by
// number, as the build makes a call of copying a structure.
struct PlayerValues {
    alignas(32) std::array<float, 8> of;

    PlayerValues() = default;  // of any value
    explicit PlayerValues(float value) { of.fill(value); }
    PlayerValues(const PlayerValues& other) { *this = other; }
    PlayerValues& operator=(const PlayerValues& other) {
        return combine(other, [](float, float given) { return given; });
    }
    PlayerValues& operator+=(const PlayerValues& other) {
        return combine(other, [](float own, float given) { return own + given; });
    }
    PlayerValues& operator-=(const PlayerValues& other) {
        return combine(other, [](float own, float given) { return own - given; });
    }
    PlayerValues& operator*=(float factor) {
        return combine(*this, [&](float own, float) { return own * factor; });
    }
    float operator[](int player) const { return of[static_cast<std::size_t>(player)]; }
    // All numbers at once, since a processor waits long for a row of which one was just written.
    void add(int player, float amount) {
        const auto& row = unit[static_cast<std::size_t>(player)];
        for (std::size_t i = 0; i < of.size(); ++i) of[i] += row[i] * amount;
    }
    friend PlayerValues operator*(PlayerValues values, float factor) { return values *= factor; }
    friend PlayerValues operator+(PlayerValues a, const PlayerValues& b) { return a += b; }
    float size() const {
        float sum = 0;
        for (const float value : of) sum += value < 0 ? -value : value;
        return sum;
    }

  private:
    static constexpr auto unit = [] {
        std::array<std::array<float, 8>, State::max_players> rows{};
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i][i] = 1;
        return rows;
    }();

    template <class Combine>
    PlayerValues& combine(const PlayerValues& other, Combine&& combined) {
        for (std::size_t i = 0; i < of.size(); ++i) of[i] = combined(of[i], other.of[i]);
        return *this;
    }
};

class Outlook : protected Prospects {
  public:
    Outlook(const State& state, std::span<const float> weights)
        : Prospects(state),
          weights_(weights),
          players_(state.options_.players),
          future_(fading(state.left_, state.options_.players)),
          hand_unit_(weight(hand_feature) * future_),
          abbot_price_(hand_unit_ * hand_value(0, 1)),
          bag_(state.bag_) {
        look_at_cells();
        look_at_features(0, state.num_cities_);
        look_at_features(State::first_road, state.num_roads_);
        if (state.options_.farmers) look_at_farms();
        for (std::size_t i = 0; i < state.num_sacred_; ++i) look_at_sacred(state.sacred_[i]);
        for (int player = 0; player < players_; ++player) {
            float points = 0;
            for (int kind = 0; kind < num_point_kinds; ++kind)
                points += static_cast<float>(state.points(player, kind));
            total_.add(player, weight(points_feature) * points + in_hand(player, 0, 0));
        }
    }

  protected:
    float weight(int feature) const { return weights_[static_cast<std::size_t>(feature)]; }
    static int kind_of_node(std::uint8_t node) {
        return node >= State::first_road ? roads_feature : cities_feature;
    }
    // The worth of a player's figures in hand, with so many more.
    float in_hand(int player, int meeples, int abbots) const {
        const Supply left = state_.supply(player);
        return hand_unit_ * hand_value(left.meeple + left.big + meeples, left.abbot + abbots);
    }
    // What a point of a feature with these figures is worth.
    PlayerValues share(std::uint32_t meeples, int feature) const {
        PlayerValues values(0);
        for_each_stake(meeples, players_, feature,
                       [&](int player, int stake) { values.add(player, weight(stake)); });
        return values;
    }
    // What it is worth that all these figures come back.
    PlayerValues homecoming(std::uint32_t meeples) const {
        PlayerValues values(0);
        for (int player = 0; player < players_; ++player)
            values.add(player, static_cast<float>(strength(meeples, player)) *
                                   weight(returning_feature) * future_);
        return values;
    }

    // Never nothing, so that it can be divided by.
    static float at_least_a_little(float chance) { return std::max(chance, 1e-6F); }
    float chance_of_filling(std::uint8_t need, std::uint8_t mask) {
        const auto& parts = filling_parts[static_cast<std::size_t>(players_)];
        return at_least_a_little(static_cast<float>(parts[bag_.fitting(need, mask)]) / 256);
    }
    static float completion(Feature feature, float product, int missing) {
        if (feature.open() == 0) return 1;
        return missing == 0 || missing > most_missing ? 0 : product;
    }

    struct Worth {
        PlayerValues base, slope;
    };
    // Of a city or road with figures that is not complete.
    Worth worth_of(Feature feature, std::uint8_t node, int missing) const {
        const auto [now, more] = points_of(feature, node, missing);
        const PlayerValues each = share(feature.meeples(), kind_of_node(node));
        return {each * now, each * more + homecoming(feature.meeples())};
    }

    const std::span<const float> weights_;
    const int players_;
    const float future_;
    const float hand_unit_;    // the worth of a first figure in hand
    const float abbot_price_;  // of an abbot
    BagCodes bag_;
    PlayerValues total_{0};  // as it is

    std::array<float, max_open> fill_;  // of each open cell
    std::array<float, State::max_nodes> product_;
    std::array<float, State::max_nodes> chance_;
    // Of a city or road: what it and the farms at it are worth, the part of that which waits for its
    // completion, and what that would be worth to farms.
    std::array<PlayerValues, State::max_nodes> worth_, waiting_, farm_slope_;
    std::array<float, State::max_nodes> farm_size_;
    std::array<float, max_field_nodes> farm_points_;  // 3 for each city, times its chance

  private:
    void look_at_cells() {
        product_.fill(1);
        for (std::size_t cell = 0; cell < state_.num_open_; ++cell) {
            fill_[cell] = at_least_a_little(Prospects::chance_of_filling(cell));
            for (const std::uint8_t node : features_beyond(cell))
                if (node != none) product_[node] *= fill_[cell];
        }
    }

    void look_at_features(int first, int count) {
        for (int i = first; i < first + count; ++i) {
            const auto node = static_cast<std::uint8_t>(i);
            if (state_.main_root(node) != node) continue;
            const Feature feature = state_.main_[node];
            worth_[node] = waiting_[node] = farm_slope_[node] = PlayerValues(0);
            farm_size_[node] = 0;
            chance_[node] = completion(feature, product_[node], missing_[node]);
            if (feature.meeples() == 0) continue;
            const Worth worth = worth_of(feature, node, missing_[node]);
            waiting_[node] = worth.slope * chance_[node];
            worth_[node] = worth.base + waiting_[node];
            total_ += worth_[node];
        }
    }

    void look_at_farms() {
        std::array<std::array<std::uint64_t, 2>, max_field_nodes> seen;
        std::fill_n(seen.begin(), state_.num_fields_, std::array<std::uint64_t, 2>{});
        std::fill_n(farm_points_.begin(), state_.num_fields_, 0.0F);
        for (std::size_t i = 0; i < state_.num_borders_; ++i) {
            const std::uint8_t farm = state_.field_root(state_.borders_[i].field);
            const std::uint8_t city = state_.main_root(state_.borders_[i].city);
            std::uint64_t& cities = seen[farm][city / 64];
            const std::uint64_t bit = std::uint64_t{1} << (city % 64);
            if ((cities & bit) != 0) continue;
            cities |= bit;
            farm_points_[farm] += 3 * chance_[city];
            if (state_.field_[farm] == 0) continue;
            const PlayerValues worth = share(state_.field_[farm], farms_feature) * 3;
            const PlayerValues expected = worth * chance_[city];
            farm_slope_[city] += worth;
            farm_size_[city] += worth.size();
            waiting_[city] += expected;
            worth_[city] += expected;
            total_ += expected;
        }
    }

    void look_at_sacred(const Sacred& place) {
        const Tile& tile = state_.tiles_[place.tile];
        const float neighbours_now = static_cast<float>(place.neighbours);
        total_.add(tile.player,
                   weight(sacred_feature) * (1 + neighbours_now + neighbours(tile.x, tile.y)));
    }
};

}  // namespace quadrille::carcassonne
