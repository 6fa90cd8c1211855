// The body of lay_tile, for the two files that must have it inline.
#pragma once

#include "quadrille/games/carcassonne/rules.hpp"

namespace quadrille::carcassonne {

// --- what a segment brings to its feature ------------------------------------------------------

// The words of the segments of a type: its ends, one tile, its pennants, its inn or cathedral.
inline constexpr auto segment_words = [] {
    std::array<std::array<std::uint64_t, max_main>, num_types> table{};
    for (std::size_t type = 0; type < num_types; ++type)
        for (std::size_t s = 0; s < static_cast<std::size_t>(types[type].num_main()); ++s) {
            const MainData& segment = types[type].main[s];
            table[type][s] = static_cast<std::uint64_t>(std::popcount(segment.edges)) |
                             std::uint64_t{1} << Feature::tiles_at |
                             std::uint64_t{segment.pennants} << Feature::pennants_at |
                             std::uint64_t{segment.special} << Feature::special_at;
        }
    return table;
}();

// The half-edges of a set of edges.
inline constexpr auto halves_of_edges = [] {
    std::array<std::uint8_t, 16> table{};
    for (unsigned edges = 0; edges < 16; ++edges)
        for (unsigned e = 0; e < 4; ++e)
            if (edges >> e & 1)
                table[edges] = static_cast<std::uint8_t>(table[edges] | 3U << (2 * e));
    return table;
}();

// --- cells -------------------------------------------------------------------------------------

// What lies on a cell: the number of an open cell, or `tile_there`, or `nothing_there`.
inline std::uint8_t State::at(int x, int y) const {
    return wide_ ? search_cell(x, y) : grid_[grid_index(x, y)];
}

inline void State::set_cell(int x, int y, std::uint8_t what) {
    if (!wide_) grid_[grid_index(x, y)] = what;
}

// The open cell there, a new one if need be, which must match these edges as well. Without a
// branch, which nobody could foresee.
inline std::size_t State::open_at(int x, int y, unsigned need, unsigned mask) {
    const std::uint8_t found = at(x, y);
    const bool is_new = found == nothing_there;
    const std::uint8_t cell = is_new ? num_open_ : found;
    num_open_ = static_cast<std::uint8_t>(num_open_ + is_new);
    set_cell(x, y, cell);
    open_[cell].x = static_cast<std::int8_t>(x);
    open_[cell].y = static_cast<std::int8_t>(y);
    const auto kept = static_cast<std::uint8_t>(is_new - 1);  // all bits, or none
    needs_.need[cell] = static_cast<std::uint8_t>((needs_.need[cell] & kept) | need);
    needs_.mask[cell] = static_cast<std::uint8_t>((needs_.mask[cell] & kept) | mask);
    return cell;
}

// The last open cell takes the place of one that was filled.
inline void State::remove_open(std::size_t cell) {
    const std::size_t last = --num_open_;
    if (cell == last) return;
    set_cell(open_[last].x, open_[last].y, static_cast<std::uint8_t>(cell));
    open_[cell] = open_[last];
    needs_.need[cell] = needs_.need[last];
    needs_.mask[cell] = needs_.mask[last];
}

// --- features ----------------------------------------------------------------------------------

template <class Parents>
inline std::uint8_t root_of(Parents& parents, std::uint8_t node) {
    while (parents[node] != node) {
        parents[node] = parents[parents[node]];  // path halving
        node = parents[node];
    }
    return node;
}

inline void State::join_main(std::size_t index, int kind, const Shape& shape) {
    const OpenCell& cell = open_[index];
    const Kind which = kind_of(kind);
    const unsigned present = needs_.mask[index] & 15U;
    std::uint64_t city_bit = 0, road_bit = 0;
    if (shape.num_cities > 1)
        city_bit = std::uint64_t{1} << (Feature::shared_at + num_shared_cities_++);
    if (shape.num_main - shape.num_cities > 1)
        road_bit = std::uint64_t{1} << (Feature::shared_at + num_shared_roads_++);
    for (std::size_t s = 0; s < shape.num_main; ++s) {
        const bool is_city = s < shape.num_cities;
        Feature joined{segment_words[which.type][s] | (is_city ? city_bit : road_bit)};
        std::uint8_t root = nowhere;
        for (unsigned met = shape.edges[s] & present; met != 0; met &= met - 1) {
            const std::uint8_t other =
                root_of(main_parent_, cell.main[static_cast<std::size_t>(std::countr_zero(met))]);
            joined.word -= 2;  // two ends meet
            if (other == root) continue;
            joined.join(main_[other]);
            if (root == nowhere)
                root = other;
            else
                main_parent_[other] = root;
        }
        if (root == nowhere) {
            root = is_city ? num_cities_++ : static_cast<std::uint8_t>(first_road + num_roads_++);
            main_parent_[root] = root;
        }
        main_[root] = joined;
        last_main_[s] = root;
    }
    unsigned free = 0, closed = 0;
    for (std::size_t s = 0; s < shape.num_main; ++s) {
        const std::uint8_t root =
            root_of(main_parent_, last_main_[s]);  // a later one may have joined
        last_main_[s] = root;
        free |= static_cast<unsigned>(main_[root].meeples() == 0) << s;
        closed |= static_cast<unsigned>(main_[root].open() == 0) << s;
    }
    free |= static_cast<unsigned>(shape.monastery) << Claim::monastery;
    free |= static_cast<unsigned>(which.garden) << Claim::garden;
    free_ = static_cast<std::uint16_t>(free);
    closed_ = static_cast<std::uint8_t>(closed);
}

inline void State::join_fields(std::size_t index, const Shape& shape) {
    const OpenCell& cell = open_[index];
    const unsigned present = halves_of_edges[needs_.mask[index] & 15U];
    for (std::size_t f = 0; f < shape.num_fields; ++f) {
        std::uint32_t meeples = 0;
        std::uint8_t root = nowhere;
        for (unsigned met = shape.contacts[f] & present; met != 0; met &= met - 1) {
            const std::uint8_t other =
                root_of(field_parent_, cell.field[static_cast<std::size_t>(std::countr_zero(met))]);
            if (other == root) continue;
            meeples += field_[other];
            if (root == nowhere)
                root = other;
            else
                field_parent_[other] = root;
        }
        if (root == nowhere) {
            root = num_fields_++;
            field_parent_[root] = root;
        }
        field_[root] = meeples;
        last_field_[f] = root;
    }
    unsigned free = free_;
    for (std::size_t f = 0; f < shape.num_fields; ++f) {
        last_field_[f] = root_of(field_parent_, last_field_[f]);
        free |= static_cast<unsigned>(field_[last_field_[f]] == 0) << (Claim::first_field + f);
        for (unsigned cities = shape.field_cities[f]; cities != 0; cities &= cities - 1)
            borders_[num_borders_++] = {
                last_field_[f], last_main_[static_cast<std::size_t>(std::countr_zero(cities))]};
    }
    free_ = static_cast<std::uint16_t>(free);
}

// --- the tile ----------------------------------------------------------------------------------

template <bool farmers>
inline void State::lay_tile(std::size_t index, int kind, int turns) {
    const Shape& shape = shapes[kind_of(kind).type][static_cast<std::size_t>(turns)];
    join_main(index, kind, shape);
    if constexpr (farmers) join_fields(index, shape);
    if (shape.river != 0) [[unlikely]]
        if (const int turn = river_turn(index, shape); turn != 2)
            river_turn_ = static_cast<std::int8_t>(turn);
    // 1. The cell becomes a tile, and the box of all tiles grows.
    const std::int8_t x = open_[index].x, y = open_[index].y;
    const unsigned without_tile = ~needs_.mask[index] & 15U;
    tiles_[num_tiles_++] = {.x = x,
                            .y = y,
                            .kind = static_cast<std::uint8_t>(kind),
                            .turns = static_cast<std::uint8_t>(turns & 3),
                            .figure = 0,
                            .player = 0,
                            .spot = {0},
                            .node = 0};
    min_x_ = std::min(min_x_, x);
    max_x_ = std::max(max_x_, x);
    min_y_ = std::min(min_y_, y);
    max_y_ = std::max(max_y_, y);
    // The open cells round the box must have different places in the grid.
    wide_ |= max_x_ - min_x_ + 3 > grid_side || max_y_ - min_y_ + 3 > grid_side;
    set_cell(x, y, tile_there);
    remove_open(index);
    // 2. Its empty neighbours learn what they must match and would join.
    const auto open_side = [&]<int e>() {
        constexpr int dx = e == 1 ? 1 : e == 3 ? -1 : 0, dy = e == 0 ? 1 : e == 2 ? -1 : 0;
        if ((without_tile >> e & 1) == 0 || !inside(x + dx, y + dy)) return;
        constexpr std::size_t back = (e + 2) % 4;
        const unsigned edge = shape.code >> e & 0x11U;
        OpenCell& next = open_[open_at(x + dx, y + dy, edge << back, 0x11U << back)];
        next.main[back] = last_main_[shape.main_at[e]];
        if constexpr (farmers) {
            next.field[2 * back] = last_field_[shape.field_at[2 * e + 1]];
            next.field[2 * back + 1] = last_field_[shape.field_at[2 * e]];
        }
    };
    open_side.template operator()<0>();
    open_side.template operator()<1>();
    open_side.template operator()<2>();
    open_side.template operator()<3>();
    // 3. Monasteries and gardens nearby have one more neighbour.
    for (std::size_t i = 0; i < num_sacred_; ++i) {
        const Tile& tile = tiles_[sacred_[i].tile];
        const bool near = static_cast<unsigned>(tile.x - x + 1) <= 2 &&
                          static_cast<unsigned>(tile.y - y + 1) <= 2;
        sacred_[i].neighbours = static_cast<std::uint8_t>(sacred_[i].neighbours + near);
    }
}

// Calls visit(cell, turns) wherever a tile fits.
template <class Visit>
void State::for_each_place(int kind, Visit&& visit) const {
    const auto& turned = shapes[kind_of(kind).type];
    Fits(needs_, num_open_, kind_of(kind).type).for_each([&](std::size_t cell, int turns) {
        const Shape& shape = turned[static_cast<std::size_t>(turns)];
        if (shape.river == 0 || river_allows(cell, shape)) visit(cell, turns);
    });
}

}  // namespace quadrille::carcassonne
