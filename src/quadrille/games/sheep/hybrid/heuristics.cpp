#include "quadrille/games/sheep/hybrid/heuristics.hpp"

#include <algorithm>
#include <cmath>

namespace quadrille::sheep {

namespace {

int distance(Cell a, Cell b) { return std::max(std::abs(a.x() - b.x()), std::abs(a.y() - b.y())); }

bool on_field(const State& state, int x, int y) {
    return x >= 0 && y >= 0 && x < state.size() && y < state.size();
}

// Free cells connected with a cell by their sides, itself counted, no farther from it than radius
// in x and in y.
int room_around(const State& state, Cell centre, int radius) {
    std::array<std::uint32_t, max_size + 2> unseen{};  // bit x + 1 of row y + 1
    const int x0 = std::max(centre.x() - radius, 0), y0 = std::max(centre.y() - radius, 0);
    const int x1 = std::min(centre.x() + radius, state.size() - 1);
    const int y1 = std::min(centre.y() + radius, state.size() - 1);
    for (int y = y0; y <= y1; ++y)
        unseen[index(y + 1)] = state.free_row(y) & (((2U << x1) - 1) & ~((1U << x0) - 1)) << 1;
    std::array<std::uint32_t, max_size + 2> reached{};
    reached[index(centre.y() + 1)] = 1U << (centre.x() + 1);
    int count = 0;
    for (int before = -1; before != count;) {
        before = count;
        count = 1;
        for (std::size_t y = index(y0) + 1; y <= index(y1) + 1; ++y) {
            reached[y] |=
                (reached[y - 1] | reached[y + 1] | reached[y] << 1 | reached[y] >> 1) & unseen[y];
            count += std::popcount(reached[y] & unseen[y]);
        }
    }
    return count;
}

struct Obstacles {
    int count = 0;
    int height = 0;
};

// Walls, edges and other sides' cells around a cell, but for one direction; a wall is one high.
Obstacles obstacles_around(const State& state, Cell cell, int side, int without) {
    Obstacles found;
    for (int i = 0; i < num_directions; ++i) {
        if (i == without) continue;
        const int x = cell.x() + directions[index(i)].dx, y = cell.y() + directions[index(i)].dy;
        const bool is_wall = !on_field(state, x, y) || state.is_wall({x, y});
        const int owner = is_wall ? -1 : state.owner({x, y});
        if (!is_wall && (owner < 0 || state.side(owner) == side)) continue;
        ++found.count;
        found.height += is_wall ? 1 : state.sheep({x, y});
    }
    return found;
}

// How much of two parts the second is; a half of nothing.
double share(double first, double second) {
    return first + second > 0 ? second / (first + second) : 0.5;
}

}  // namespace

Heuristics::Heuristics(const HeuristicSettings& settings) : settings_(settings) {
    const auto fill = [](auto& table, double exponent) {
        for (std::size_t i = 1; i < table.size(); ++i)
            table[i] = power(static_cast<double>(i), exponent);
    };
    fill(area_values_, settings.area_exponent);
    fill(length_values_, settings.length_power);
    fill(room_values_, settings.area_power);
}

double Heuristics::start_value(const State& state, Cell cell) const {
    const int side = state.side(state.player());
    int room = 0, nearest = 2 * max_size;
    for (int player = 0; player < state.num_players(); ++player) {
        if (state.side(player) == side) continue;
        state.for_each_cell(player, [&](Cell other) {
            const int steps = distance(cell, other);
            nearest = std::min(nearest, steps);
            if (steps <= settings_.start_radius) --room;
        });
    }
    for (int dy = -settings_.start_radius; dy <= settings_.start_radius; ++dy)
        for (int dx = -settings_.start_radius; dx <= settings_.start_radius; ++dx) {
            const int x = cell.x() + dx, y = cell.y() + dy;
            if ((dx != 0 || dy != 0) && on_field(state, x, y) && state.is_free({x, y})) ++room;
        }
    double length = 0;
    for (int direction = 0; direction < num_directions; ++direction)
        length += length_values_[index(distance(cell, state.landing(cell, direction)))];
    double value = settings_.room_weight * room + settings_.length_weight * length;
    if (nearest < settings_.near) value -= settings_.near_cost;
    if (nearest > settings_.far && nearest < 2 * max_size) value += settings_.far_gain;
    return value;
}

double Heuristics::share_by_area(const State& state, Cell from, Cell to) const {
    return share(room_values_[index(room_around(state, from, settings_.split_radius))],
                 room_values_[index(room_around(state, to, settings_.split_radius))]);
}

int Heuristics::split(const State& state, Cell from, int direction) const {
    const int sheep = state.sheep(from);
    if (sheep <= 2) return 1;
    const Cell to = state.landing(from, direction);
    const int side = state.side(state.owner(from));
    const Obstacles here = obstacles_around(state, from, side, direction);
    const Obstacles there = obstacles_around(state, to, side, 7 - direction);
    // More obstacles, and higher ones, at one end leave more sheep for the other.
    const double high = settings_.heights == HeuristicSettings::by_text
                            ? share(there.height, here.height)
                            : share(here.height, there.height);
    const double part = settings_.area_weight * share_by_area(state, from, to) +
                        settings_.obstacle_weight * share(there.count, here.count) +
                        settings_.height_weight * high;
    const double rounded = settings_.rounding == HeuristicSettings::down ? 0 : 0.5;
    return std::clamp(static_cast<int>(std::floor(part * sheep + rounded)), 1, sheep - 1);
}

double Heuristics::value(const State& state, int player) const {
    const auto scores = state.scores();
    const double mine = scores[index(player)];
    int better = 0;
    double area = 0;
    for (int other = 0; other < state.num_players(); ++other) {
        if (state.side(other) == state.side(player))
            state.for_each_area(other, [&](int cells) { area += area_values_[index(cells)]; });
        else if (scores[index(other)] > mine)
            ++better;
    }
    const bool teams = state.num_sides() != state.num_players();
    const int rank = teams ? (better > 0 ? 1 : 4) : state.num_players() - better;
    return rank + settings_.area_share * area;
}

}  // namespace quadrille::sheep
