// What the tile tables say, in the form the rules use. `types` itself is made from tiles/*.json by
// the build; everything here is worked out from it at compile time, the capacities included.
//
// Edges are 0 = N, 1 = E, 2 = S, 3 = W; half-edges 0..7 go clockwise from the north-west corner, and
// edge e owns the halves 2e and 2e + 1. A quarter turn clockwise maps e to e + 1 and h to h + 2.
// City and road segments are "main" segments, cities first; fields are numbered by themselves.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "quadrille/games/carcassonne/moves.hpp"

namespace quadrille::carcassonne {

enum class TileSet : std::uint8_t { base, river, inns };
enum class Role : std::uint8_t { none, spring, lake };
enum class Edge : std::uint8_t { field, road, city, water };

inline constexpr int max_main = 4;    // city and road segments of one tile
inline constexpr int max_fields = 4;  // field segments of one tile
// Main segments, then fields, then monastery and garden.
inline constexpr int max_segments = max_main + max_fields + 2;
inline constexpr int max_tile_borders = 4;  // between fields and cities of one tile

struct MainData {
    std::uint8_t edges;  // as a set
    std::uint8_t pennants;
    std::uint8_t special;  // a cathedral in a city, an inn at a road
};
struct FieldData {
    std::uint8_t halves;  // as a set
    std::uint8_t cities;  // the tile's own city segments that it borders, as a set
};
// One type of tile as its table has it.
struct TypeData {
    std::string_view id;
    TileSet set;
    std::uint8_t count;
    std::uint8_t garden_copies;
    std::string_view edges;
    std::uint8_t river;  // edges with water, as a set
    Role role;
    bool monastery;
    std::uint8_t num_cities, num_roads, num_fields;
    std::array<MainData, max_main> main;
    std::array<FieldData, max_fields> fields;

    constexpr int num_main() const { return num_cities + num_roads; }
};

}  // namespace quadrille::carcassonne

#include "quadrille/games/carcassonne/tile_data.hpp"

namespace quadrille::carcassonne {

inline constexpr int num_types = static_cast<int>(std::size(types));

constexpr const TypeData& type_data(int type) { return types[static_cast<std::size_t>(type)]; }

// --- kinds -----------------------------------------------------------------------------------

// With the abbot, the copies of a type that carry a garden are a kind of their own.
struct Kind {
    std::uint8_t type;
    bool garden;
};

inline constexpr int num_kinds = [] {
    int count = num_types;
    for (const TypeData& type : types) count += type.garden_copies > 0;
    return count;
}();

inline constexpr std::array<Kind, num_kinds> kinds = [] {
    std::array<Kind, num_kinds> result{};
    std::size_t kind = 0;
    for (std::size_t type = 0; type < num_types; ++type) {
        result[kind++] = {static_cast<std::uint8_t>(type), false};
        if (types[type].garden_copies > 0) result[kind++] = {static_cast<std::uint8_t>(type), true};
    }
    return result;
}();

constexpr Kind kind_of(int kind) { return kinds[static_cast<std::size_t>(kind)]; }
constexpr const TypeData& data_of(int kind) { return type_data(kind_of(kind).type); }

constexpr int find_kind(std::string_view id, bool garden = false) {
    for (int kind = 0; kind < num_kinds; ++kind)
        if (data_of(kind).id == id && kind_of(kind).garden == garden) return kind;
    return -1;
}

// How many copies of a kind there are; without the abbot nobody looks for gardens.
constexpr int copies(int kind, bool abbot) {
    const TypeData& type = data_of(kind);
    if (!abbot) return kind_of(kind).garden ? 0 : type.count;
    return kind_of(kind).garden ? type.garden_copies : type.count - type.garden_copies;
}

// --- capacities --------------------------------------------------------------------------------

template <class Amount>
constexpr int total(Amount&& amount) {
    int sum = 0;
    for (const TypeData& type : types) sum += type.count * static_cast<int>(amount(type));
    return sum;
}

inline constexpr int max_tiles = total([](const TypeData&) { return 1; });
inline constexpr int max_cities = total([](const TypeData& t) { return t.num_cities; });
inline constexpr int max_roads = total([](const TypeData& t) { return t.num_roads; });
inline constexpr int max_field_nodes = total([](const TypeData& t) { return t.num_fields; });
// Each tile but the first fills an open cell and opens at most three.
inline constexpr int max_open = 2 * max_tiles + 2;
inline constexpr int max_borders = total([](const TypeData& type) {
    int sum = 0;
    for (const FieldData& field : type.fields) sum += std::popcount(field.cities);
    return sum;
});
inline constexpr int max_sacred = total([](const TypeData& t) { return t.monastery; }) + [] {
    int sum = 0;
    for (const TypeData& type : types) sum += type.garden_copies;
    return sum;
}();
inline constexpr int max_copies = [] {
    int most = 0;
    for (const TypeData& type : types) most = most < type.count ? type.count : most;
    return most;
}();
// What one city or road can have at most, of all sets together.
inline constexpr int max_pennants = total([](const TypeData& type) {
    int sum = 0;
    for (const MainData& segment : type.main) sum += segment.pennants;
    return sum;
});
inline constexpr int max_cathedrals = total([](const TypeData& type) {
    int sum = 0;
    for (std::size_t s = 0; s < type.num_cities; ++s) sum += type.main[s].special;
    return sum;
});
inline constexpr int max_inns = total([](const TypeData& type) {
    int sum = 0;
    for (std::size_t s = type.num_cities; s < max_main; ++s) sum += type.main[s].special;
    return sum;
});
// Tiles with several segments of a kind.
inline constexpr int max_shared_cities = total([](const TypeData& t) { return t.num_cities > 1; });
inline constexpr int max_shared_roads = total([](const TypeData& t) { return t.num_roads > 1; });

static_assert(max_cities == 73 && max_roads == 84 && max_field_nodes == 189 && max_open == 206);

// --- rotated tiles -----------------------------------------------------------------------------

constexpr std::uint8_t turned_edges(std::uint8_t edges, int turns) {
    return static_cast<std::uint8_t>((edges << turns | edges >> (4 - turns)) & 15);
}
constexpr std::uint8_t turned_halves(std::uint8_t halves, int turns) {
    return std::rotl(halves, 2 * turns);
}

constexpr Edge edge_of_letter(char letter) {
    if (letter == 'C') return Edge::city;
    if (letter == 'R') return Edge::road;
    return letter == 'W' ? Edge::water : Edge::field;
}

// A type of tile, turned.
struct Shape {
    // Bit e is the low, bit 4 + e the high bit of edge e's Edge.
    std::uint8_t code = 0;
    std::uint8_t river = 0;
    std::uint8_t num_main = 0, num_cities = 0, num_fields = 0;
    bool monastery = false;
    std::array<std::uint8_t, max_main> edges{};           // of each main segment
    std::array<std::uint8_t, max_fields> halves{};        // of each field
    std::array<std::uint8_t, max_fields> field_cities{};  // that each field borders
    std::array<std::uint8_t, max_fields> contacts{};      // the same, one half per grassy edge
    std::array<std::uint8_t, 4> main_at{};       // the main segment at each edge, 0 if none
    std::array<std::uint8_t, 8> field_at{};      // the field at each half-edge, 0 if none
    std::uint8_t main_edges = 0;                 // of all main segments
    std::uint8_t field_contacts = 0;             // of all fields
    bool simple = false;                         // at most one city, one road
    std::uint8_t segments = 0;                   // the main ones, as a set
    std::array<Spot, max_segments + 1> spots{};  // of each segment, numbered as in Claim
    std::uint8_t num_borders = 0;
    // Of the open cell beyond each edge: the code that it must match.
    std::array<std::uint8_t, 4> back_codes{};
    // The segments, main ones and then fields from max_main on, that the open cells beyond learn of:
    // those at each edge, then at each half-edge as seen from there; and those that border each
    // other, field and city by turns.
    std::array<std::uint8_t, 16> side_segments{};
    std::array<std::uint8_t, 16> border_segments{};

    constexpr Edge edge(int e) const {
        return static_cast<Edge>((code >> e & 1) | (code >> (4 + e) & 1) << 1);
    }
};

constexpr void name_neighbours(Shape& shape) {
    const auto field_at = [&](std::size_t half) {
        return static_cast<std::uint8_t>(max_main + shape.field_at[half]);
    };
    for (std::size_t e = 0; e < 4; ++e) {
        shape.back_codes[e] = static_cast<std::uint8_t>((shape.code >> e & 0x11U) << (e + 2) % 4);
        shape.side_segments[e] = shape.main_at[e];
        shape.side_segments[4 + 2 * e] = field_at(2 * e + 1);
        shape.side_segments[5 + 2 * e] = field_at(2 * e);
    }
    for (std::size_t f = 0; f < shape.num_fields; ++f) {
        shape.field_contacts |= shape.contacts[f];
        for (unsigned cities = shape.field_cities[f]; cities != 0; cities &= cities - 1) {
            const std::size_t at = 2U * shape.num_borders++;
            shape.border_segments[at] = static_cast<std::uint8_t>(max_main + f);
            shape.border_segments[at + 1] = static_cast<std::uint8_t>(std::countr_zero(cities));
        }
    }
}

constexpr void name_spots(Shape& shape) {
    for (std::size_t s = 0; s < shape.num_main; ++s) {
        const int edge = std::countr_zero(shape.edges[s]);
        shape.main_edges |= shape.edges[s];
        shape.spots[s] = s < shape.num_cities ? Spot::city(edge) : Spot::road(edge);
    }
    for (std::size_t f = 0; f < shape.num_fields; ++f)
        shape.spots[max_main + f] = Spot::field(std::countr_zero(shape.halves[f]));
    shape.spots[max_main + max_fields] = Spot::monastery();
    shape.spots[max_main + max_fields + 1] = Spot::garden();
}

constexpr Shape make_shape(const TypeData& type, int turns) {
    Shape shape;
    for (int e = 0; e < 4; ++e) {
        const auto edge = static_cast<unsigned>(
            edge_of_letter(type.edges[static_cast<std::size_t>((e + 4 - turns) % 4)]));
        shape.code =
            static_cast<std::uint8_t>(shape.code | (edge & 1) << e | (edge >> 1) << (4 + e));
    }
    shape.river = turned_edges(type.river, turns);
    shape.num_main = static_cast<std::uint8_t>(type.num_main());
    shape.num_cities = type.num_cities;
    shape.num_fields = type.num_fields;
    shape.monastery = type.monastery;
    for (std::size_t s = 0; s < shape.num_main; ++s) {
        shape.edges[s] = turned_edges(type.main[s].edges, turns);
        for (std::size_t e = 0; e < 4; ++e)
            if (shape.edges[s] >> e & 1) shape.main_at[e] = static_cast<std::uint8_t>(s);
    }
    for (std::size_t f = 0; f < shape.num_fields; ++f) {
        shape.field_cities[f] = type.fields[f].cities;
        shape.halves[f] = shape.contacts[f] = turned_halves(type.fields[f].halves, turns);
        for (std::size_t h = 0; h < 8; ++h) {
            if ((shape.halves[f] >> h & 1) == 0) continue;
            shape.field_at[h] = static_cast<std::uint8_t>(f);
            if (h % 2 == 1 && shape.edge(static_cast<int>(h / 2)) == Edge::field)
                shape.contacts[f] = static_cast<std::uint8_t>(shape.contacts[f] & ~(1U << h));
        }
    }
    shape.segments = static_cast<std::uint8_t>((1U << shape.num_main) - 1);
    shape.simple = type.num_cities <= 1 && type.num_roads <= 1;
    name_neighbours(shape);
    name_spots(shape);
    return shape;
}

inline constexpr auto shapes = [] {
    std::array<std::array<Shape, 4>, num_types> table{};
    for (std::size_t type = 0; type < num_types; ++type)
        for (int turns = 0; turns < 4; ++turns)
            table[type][static_cast<std::size_t>(turns)] = make_shape(types[type], turns);
    return table;
}();

// Whether a type looks the same after so many quarter turns: edges, segments, borders.
constexpr bool same_pattern(const TypeData& type, int turns) {
    const Shape& still = shapes[static_cast<std::size_t>(&type - types)][0];
    const Shape& moved =
        shapes[static_cast<std::size_t>(&type - types)][static_cast<std::size_t>(turns)];
    if (still.code != moved.code || still.river != moved.river) return false;
    std::array<int, max_main> to{};
    for (std::size_t a = 0; a < moved.num_main; ++a) {
        to[a] = -1;
        for (std::size_t b = 0; b < still.num_main; ++b)
            if (moved.edges[a] == still.edges[b] &&
                (a < type.num_cities) == (b < type.num_cities) &&
                type.main[a].pennants == type.main[b].pennants &&
                type.main[a].special == type.main[b].special)
                to[a] = static_cast<int>(b);
        if (to[a] < 0) return false;
    }
    for (std::size_t a = 0; a < moved.num_fields; ++a) {
        unsigned cities = 0;
        for (std::size_t c = 0; c < type.num_cities; ++c)
            if (type.fields[a].cities >> c & 1) cities |= 1U << to[c];
        bool found = false;
        for (std::size_t b = 0; b < still.num_fields; ++b)
            found |= moved.halves[a] == still.halves[b] && cities == type.fields[b].cities;
        if (!found) return false;
    }
    return true;
}

// How many quarter turns give different patterns: the first so many, counted from 0.
inline constexpr auto num_turns = [] {
    std::array<std::uint8_t, num_types> table{};
    for (std::size_t type = 0; type < num_types; ++type) {
        table[type] = 4;
        if (same_pattern(types[type], 2)) table[type] = 2;
        if (same_pattern(types[type], 1)) table[type] = 1;
    }
    return table;
}();

// The types with water, as a set.
inline constexpr std::uint64_t river_types = [] {
    std::uint64_t set = 0;
    for (std::size_t type = 0; type < num_types; ++type)
        set |= std::uint64_t{types[type].river != 0} << type;
    return set;
}();
static_assert(num_types <= 64);

// The codes of the rotations, one after the other.
inline constexpr auto codes = [] {
    std::array<std::array<std::uint8_t, 4>, num_types> table{};
    for (std::size_t type = 0; type < num_types; ++type)
        for (std::size_t turns = 0; turns < 4; ++turns)
            table[type][turns] = shapes[type][turns].code;
    return table;
}();

}  // namespace quadrille::carcassonne
