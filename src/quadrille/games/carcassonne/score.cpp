// What features are worth, and to whom.
#include "quadrille/games/carcassonne/score.hpp"

namespace quadrille::carcassonne {

int State::feature_points(Feature feature, std::uint8_t node, bool complete) const {
    if (feature.special() && !complete) return 0;
    if (node >= first_road) return feature.tiles() * (feature.special() ? 2 : 1);
    const int each = complete ? (feature.special() ? 3 : 2) : 1;
    if (complete && options_.small_city && feature.tiles() == 2) return 2;
    return each * (feature.tiles() + feature.pennants());
}

void State::score_main(std::uint8_t node) {
    const std::uint32_t meeples = main_[node].meeples();
    const auto points = static_cast<unsigned>(main_points(node, true));
    const auto kind = static_cast<std::size_t>(node >= first_road ? road_points : city_points);
    for_each_owner(meeples, [&](int player) {
        auto& sum = points_[static_cast<std::size_t>(player)][kind];
        sum = static_cast<std::uint16_t>(sum + points);
    });
    // All meeples go home; a big one is one figure that counts as two.
    std::uint32_t rest = meeples;
    for (std::size_t player = 0; rest != 0; ++player, rest >>= 4) {
        unsigned figures = rest & 15;
        if (figures == 0) continue;
        const auto bit = static_cast<std::uint8_t>(1U << player);
        if (options_.inns && (bigs_ & bit) == 0 && big_node_[player] != nowhere &&
            main_root(big_node_[player]) == node) {
            bigs_ |= bit;
            figures -= 2;
        }
        meeples_[player] = static_cast<std::uint8_t>(meeples_[player] + figures);
    }
    main_[node].clear_meeples();
}

// Scores a monastery or garden as it is, and its figure goes home.
void State::take_back(const Sacred& place) {
    Tile& tile = tiles_[place.tile];
    const bool garden = tile.spot == Spot::garden();
    auto& sum = points_[tile.player][garden ? garden_points : monastery_points];
    sum = static_cast<std::uint16_t>(sum + 1 + place.neighbours);
    const auto bit = static_cast<std::uint8_t>(1U << tile.player);
    switch (static_cast<Figure>(tile.figure)) {
        case Figure::none:
            break;
        case Figure::meeple:
            ++meeples_[tile.player];
            break;
        case Figure::big:
            bigs_ |= bit;
            break;
        case Figure::abbot:
            abbots_ |= bit;
            break;
    }
    tile.figure = 0;
}

void State::score_sacred() {
    for (std::size_t i = 0; i < num_sacred_;) {
        if (sacred_[i].neighbours < 8) {
            ++i;
            continue;
        }
        take_back(sacred_[i]);
        sacred_[i] = sacred_[--num_sacred_];
    }
}

bool State::stands(const Tile& tile) const {
    if (tile.figure == 0) return false;
    if (tile.spot.is_main())
        return strength(main_[main_root(tile.node)].meeples(), tile.player) > 0;
    return true;  // farmers stay, and take_back() clears the others
}

std::array<double, State::max_players> State::scores() const {
    std::array<double, max_players> scores{};
    for (std::size_t player = 0; player < max_players; ++player)
        for (const auto points : points_[player]) scores[player] += points;
    const auto add_nodes = [&](int first, int count) {
        for (int i = first; i < first + count; ++i) {
            const auto node = static_cast<std::uint8_t>(i);
            if (main_root(node) != node) continue;
            const std::uint32_t meeples = main_[node].meeples();
            if (meeples == 0) continue;
            const int points = main_points(node, main_[node].open() == 0);
            for_each_owner(meeples,
                           [&](int player) { scores[static_cast<std::size_t>(player)] += points; });
        }
    };
    add_nodes(0, num_cities_);
    add_nodes(first_road, num_roads_);
    for (std::size_t i = 0; i < num_sacred_; ++i)
        scores[tiles_[sacred_[i].tile].player] += 1 + sacred_[i].neighbours;
    if (options_.farmers) add_farms(scores);
    return scores;
}

// 3 points for each completed city, once a farm.
void State::add_farms(std::array<double, max_players>& scores) const {
    const auto completed = [&](std::uint8_t city) { return main_[city].open() == 0; };
    for_each_farmed_city(completed, [&](std::uint8_t farm, std::uint8_t) {
        for_each_owner(field_[farm],
                       [&](int player) { scores[static_cast<std::size_t>(player)] += 3; });
    });
}

}  // namespace quadrille::carcassonne
