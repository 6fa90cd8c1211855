// The body of lay_tile, for the two files that must have it inline.
#pragma once

#include <cstring>

#ifdef __SSSE3__
#include <immintrin.h>
#endif

#include "quadrille/core/bits.hpp"
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

// --- without branches ----------------------------------------------------------------------------

// `yes` if the condition, 0 or 1, holds; in a form that compilers do not turn into a branch.
constexpr unsigned choose(unsigned condition, unsigned yes, unsigned no) {
    return no ^ ((yes ^ no) & (0 - condition));
}

using ByteRow = std::array<std::uint8_t, 16>;

// The bytes of a word, the lowest first, that a row names one by one (0 to 7).
inline ByteRow gather_bytes(std::uint64_t word, const ByteRow& which) {
    ByteRow row;
#ifdef __SSSE3__
    const __m128i bytes = _mm_cvtsi64_si128(static_cast<long long>(word));
    const __m128i order = _mm_loadu_si128(reinterpret_cast<const __m128i*>(which.data()));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(row.data()), _mm_shuffle_epi8(bytes, order));
#else
    for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = static_cast<std::uint8_t>(word >> 8 * which[i]);
#endif
    return row;
}

// --- cells -------------------------------------------------------------------------------------

// What lies on a cell: the number of an open cell, or `tile_there`, or `nothing_there`.
inline std::uint8_t State::at(int x, int y) const {
    return wide_ ? search_cell(x, y) : grid_[grid_index(x, y)];
}

inline void State::set_cell(int x, int y, std::uint8_t what) {
    if (!wide_) grid_[grid_index(x, y)] = what;
}

// The last open cell takes the place of one that was filled. Those beyond the last ask for nothing,
// so that a new one need not be cleared.
inline void State::remove_open(std::size_t cell) {
    const std::size_t last = --num_open_;
    set_cell(open_[last].x, open_[last].y, static_cast<std::uint8_t>(cell));
    set_cell(open_[cell].x, open_[cell].y, tile_there);
    open_[cell] = open_[last];
    nodes_[cell] = nodes_[last];
    needs_.need[cell] = needs_.need[last];
    needs_.mask[cell] = needs_.mask[last];
    needs_.need[last] = needs_.mask[last] = 0;
}

// --- features ----------------------------------------------------------------------------------

// Joins the cities and roads of a tile with those that it meets and returns their nodes, a byte each.
// For most tiles without a branch that depends on the tile, as nobody could foresee it; a segment
// that the tile does not have is written to the node that comes next.
inline std::uint32_t State::join_main(std::size_t cell, std::size_t type, const Shape& shape) {
    const unsigned present = needs_.mask[cell];
    const unsigned met = shape.edges[0] & present, other_met = shape.edges[1] & present;
    if (!shape.simple || (met & (met - 1)) != 0 || (other_met & (other_met - 1)) != 0)
        return join_many_main(cell, type, shape);
    const auto join = [&](unsigned segment, unsigned met_edge, unsigned fresh) {
        const unsigned meets = met_edge != 0;
        const auto edge = static_cast<unsigned>(std::countr_zero(met_edge)) & 3U;
        const unsigned root = main_beyond(cell, edge);
        const std::uint64_t more = main_[root].word - 2;  // two ends meet
        const auto node = static_cast<std::uint8_t>(choose(meets, root, fresh));
        main_[node].word = segment_words[type][segment] + (more & (0 - std::uint64_t{meets}));
        main_root_.add(node);
        return node;
    };
    const unsigned cities = shape.num_cities, city_node = num_cities_,
                   road_node = first_road + num_roads_;
    const unsigned first = join(0, met, choose(cities, city_node, road_node));
    const unsigned second = join(1, other_met, road_node + 1 - cities);
    const unsigned news = shape.segments & (unsigned{met == 0} | unsigned{other_met == 0} << 1);
    num_cities_ = static_cast<std::uint8_t>(city_node + (news & cities));
    num_roads_ = static_cast<std::uint8_t>(num_roads_ + std::popcount(news >> cities));
    const Feature a = main_[first], b = main_[second];
    const unsigned free = unsigned{a.meeples() == 0} | unsigned{b.meeples() == 0} << 1;
    const unsigned closed = unsigned{a.open() == 0} | unsigned{b.open() == 0} << 1;
    free_ = static_cast<std::uint16_t>(free & shape.segments);
    closed_ = static_cast<std::uint8_t>(closed & shape.segments);
    return first | second << 8;
}

[[gnu::noinline]] inline std::uint32_t State::join_many_main(std::size_t cell, std::size_t type,
                                                             const Shape& shape) {
    const unsigned present = needs_.mask[cell];
    std::uint64_t city_bit = 0, road_bit = 0;
    if (shape.num_cities > 1)
        city_bit = std::uint64_t{1} << (Feature::shared_at + num_shared_cities_++);
    if (shape.num_main - shape.num_cities > 1)
        road_bit = std::uint64_t{1} << (Feature::shared_at + num_shared_roads_++);
    std::array<std::uint8_t, max_main> roots;
    for (std::size_t s = 0; s < shape.num_main; ++s) {
        const bool is_city = s < shape.num_cities;
        Feature joined{segment_words[type][s] | (is_city ? city_bit : road_bit)};
        std::uint8_t root = no_main;
        for_each_bit(shape.edges[s] & present, [&](int edge) {
            const std::uint8_t other = main_beyond(cell, static_cast<unsigned>(edge));
            joined.word -= 2;  // two ends meet
            if (other == root) return;
            joined.join(main_[other]);
            if (root == no_main)
                root = other;
            else
                main_root_.join(other, root);
        });
        if (root == no_main) {
            root = is_city ? num_cities_++ : static_cast<std::uint8_t>(first_road + num_roads_++);
            main_root_.add(root);
        }
        main_[root] = joined;
        roots[s] = root;
    }
    unsigned free = 0, closed = 0;
    std::uint32_t nodes = 0;
    for (std::size_t s = 0; s < shape.num_main; ++s) {
        const std::uint8_t root = main_root_[roots[s]];  // a later one may have joined
        nodes |= std::uint32_t{root} << 8 * s;
        free |= static_cast<unsigned>(main_[root].meeples() == 0) << s;
        closed |= static_cast<unsigned>(main_[root].open() == 0) << s;
    }
    free_ = static_cast<std::uint16_t>(free);
    closed_ = static_cast<std::uint8_t>(closed);
    return nodes;
}

// The same for its fields.
inline std::uint32_t State::join_fields(std::size_t cell, const Shape& shape) {
    const unsigned met = shape.field_contacts & halves_of_edges[needs_.mask[cell] & 15U];
    const unsigned others = met & (met - 1);
    const auto half = static_cast<unsigned>(std::countr_zero(met)) & 7U;
    const auto other_half = static_cast<unsigned>(std::countr_zero(others)) & 7U;
    const unsigned root = field_beyond(cell, half), other = field_beyond(cell, other_half);
    const unsigned two = others != 0;
    const unsigned joined = choose(met != 0, shape.field_at[half], max_fields);
    const unsigned second = choose(two, shape.field_at[other_half], max_fields + 1);
    if ((shape.num_fields > 2) | ((others & (others - 1)) != 0) |
        (two & ((root == other) | (joined == second))))
        return join_many_fields(cell, shape);
    unsigned next = num_fields_;
    const auto join = [&](unsigned field) {
        const unsigned is_first = field == joined, is_second = field == second;
        const unsigned is_new = 1 & ~(is_first | is_second);
        const unsigned node = choose(is_first, root, choose(is_second, other, next));
        field_[node] &= is_new - 1;
        field_root_.add(static_cast<std::uint8_t>(node));
        next += is_new & (field < shape.num_fields);
        return node;
    };
    const unsigned a = join(0), b = join(1);
    num_fields_ = static_cast<std::uint8_t>(next);
    const unsigned free = unsigned{field_[a] == 0} | unsigned{field_[b] == 0} << 1;
    const unsigned there = (1U << shape.num_fields) - 1;
    free_ = static_cast<std::uint16_t>(free_ | (free & there) << Claim::first_field);
    return a | b << 8;
}

[[gnu::noinline]] inline std::uint32_t State::join_many_fields(std::size_t cell,
                                                               const Shape& shape) {
    const unsigned present = halves_of_edges[needs_.mask[cell] & 15U];
    std::array<std::uint8_t, max_fields> roots;
    for (std::size_t f = 0; f < shape.num_fields; ++f) {
        std::uint32_t meeples = 0;
        std::uint8_t root = no_field;
        for_each_bit(shape.contacts[f] & present, [&](int half) {
            const std::uint8_t other = field_beyond(cell, static_cast<unsigned>(half));
            if (other == root) return;
            meeples += field_[other];
            if (root == no_field)
                root = other;
            else
                field_root_.join(other, root);
        });
        if (root == no_field) {
            root = num_fields_++;
            field_root_.add(root);
        }
        field_[root] = meeples;
        roots[f] = root;
    }
    unsigned free = 0;
    std::uint32_t nodes = 0;
    for (std::size_t f = 0; f < shape.num_fields; ++f) {
        const std::uint8_t root = field_root_[roots[f]];  // a later one may have joined
        nodes |= std::uint32_t{root} << 8 * f;
        free |= static_cast<unsigned>(field_[root] == 0) << f;
    }
    free_ = static_cast<std::uint16_t>(free_ | free << Claim::first_field);
    return nodes;
}

// --- the tile ----------------------------------------------------------------------------------

// The empty neighbours of a tile learn what they must match and would join. For a neighbour that is
// a tile, or off the board, it is written to a cell that nobody looks at: that needs no branch.
template <bool everywhere>
inline void State::open_sides(int x, int y, const Shape& shape) {
    const ByteRow nodes = gather_bytes(last_nodes_, shape.side_segments);
    const auto open_side = [&]<int e>() {
        constexpr int dx = e == 1 ? 1 : e == 3 ? -1 : 0, dy = e == 0 ? 1 : e == 2 ? -1 : 0;
        constexpr std::size_t back = (e + 2) % 4;
        std::uint8_t found;
        if constexpr (everywhere)
            found = grid_[grid_index(x + dx, y + dy)];
        else
            found = inside(x + dx, y + dy) ? at(x + dx, y + dy) : tile_there;
        const unsigned is_new = found == nothing_there;
        const unsigned cell = choose(is_new, num_open_, found);
        num_open_ = static_cast<std::uint8_t>(num_open_ + is_new);
        if constexpr (everywhere)
            grid_[grid_index(x + dx, y + dy)] = static_cast<std::uint8_t>(cell);
        else if (cell != tile_there)
            set_cell(x + dx, y + dy, static_cast<std::uint8_t>(cell));
        needs_.need[cell] |= shape.back_codes[e];
        needs_.mask[cell] |= 0x11U << back;
        open_[cell] = {static_cast<std::int8_t>(x + dx), static_cast<std::int8_t>(y + dy)};
        nodes_[cell].main[back] = nodes[e];
        std::memcpy(&nodes_[cell].field[2 * back], &nodes[4 + 2 * e], 2);
    };
    open_side.template operator()<0>();
    open_side.template operator()<1>();
    open_side.template operator()<2>();
    open_side.template operator()<3>();
}

template <bool farmers>
inline void State::lay_tile(std::size_t index, int kind, int turns) {
    const Kind which = kind_of(kind);
    const Shape& shape = shapes[which.type][static_cast<std::size_t>(turns)];
    last_nodes_ = join_main(index, which.type, shape);
    if constexpr (farmers) {
        last_nodes_ |= std::uint64_t{join_fields(index, shape)} << 8 * Claim::first_field;
        const ByteRow nodes = gather_bytes(last_nodes_, shape.border_segments);
        std::memcpy(&borders_[num_borders_], nodes.data(), max_tile_borders * sizeof(Border));
        num_borders_ = static_cast<std::uint8_t>(num_borders_ + shape.num_borders);
    }
    free_ = static_cast<std::uint16_t>(free_ | unsigned{shape.monastery} << Claim::monastery |
                                       unsigned{which.garden} << Claim::garden);
    if (shape.river != 0) [[unlikely]]
        if (const int turn = river_turn(index, shape); turn != 2)
            river_turn_ = static_cast<std::int8_t>(turn);
    // 1. The cell becomes a tile, and the box of all tiles grows.
    const auto [x, y] = open_[index];
    tiles_[num_tiles_++] = {.x = x,
                            .y = y,
                            .kind = static_cast<std::uint8_t>(kind),
                            .turns = static_cast<std::uint8_t>(turns),
                            .figure = 0,
                            .player = 0,
                            .spot = {0},
                            .node = 0};
    min_x_ = std::min(min_x_, x);
    max_x_ = std::max(max_x_, x);
    min_y_ = std::min(min_y_, y);
    max_y_ = std::max(max_y_, y);
    // The open cells round the box must have different places in the grid.
    wide_ |= (max_x_ - min_x_ + 3 > grid_side) | (max_y_ - min_y_ + 3 > grid_side);
    remove_open(index);
    // 2. Its empty neighbours learn about it.
    if (wide_ || options_.board > 0) [[unlikely]]
        open_sides<false>(x, y, shape);
    else
        open_sides<true>(x, y, shape);
    // 3. Monasteries and gardens nearby have one more neighbour.
    for (std::size_t i = 0; i < num_sacred_; ++i) {
        const Tile& tile = tiles_[sacred_[i].tile];
        const bool near = (static_cast<unsigned>(tile.x - x + 1) <= 2) &
                          (static_cast<unsigned>(tile.y - y + 1) <= 2);
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
