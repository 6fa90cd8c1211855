// Who scores what, for scoring and for the static evaluation.
#pragma once

#include <algorithm>

#include "quadrille/games/carcassonne/rules.hpp"

namespace quadrille::carcassonne {

// Calls visit(player) for all who have most meeples in a feature, if anyone has.
template <class Visit>
void for_each_owner(std::uint32_t meeples, Visit&& visit) {
    int most = 0;
    for (std::uint32_t rest = meeples; rest != 0; rest >>= 4)
        most = std::max(most, static_cast<int>(rest & 15));
    if (most == 0) return;
    for (int player = 0; meeples != 0; ++player, meeples >>= 4)
        if (static_cast<int>(meeples & 15) == most) visit(player);
}

// Calls visit(field, city) once for each wanted city that borders a field with meeples, by roots.
template <class Wanted, class Visit>
void State::for_each_farmed_city(Wanted&& wanted, Visit&& visit) const {
    std::array<std::array<std::uint64_t, 2>, max_field_nodes> seen;
    std::array<bool, max_field_nodes> known{};
    for (std::size_t i = 0; i < num_borders_; ++i) {
        const std::uint8_t farm = field_root(borders_[i].field);
        if (field_[farm] == 0) continue;  // first, since most farms have no farmer
        const std::uint8_t city = main_root(borders_[i].city);
        if (!wanted(city)) continue;
        if (!known[farm]) seen[farm] = {};
        known[farm] = true;
        std::uint64_t& cities = seen[farm][city / 64];
        const std::uint64_t bit = std::uint64_t{1} << (city % 64);
        if ((cities & bit) == 0) visit(farm, city);
        cities |= bit;
    }
}

}  // namespace quadrille::carcassonne
