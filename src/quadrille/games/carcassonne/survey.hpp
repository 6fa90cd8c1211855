// The map as people see it: every feature with its tiles, open ends, meeples and value.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "quadrille/games/carcassonne/rules.hpp"

namespace quadrille::carcassonne {

using Cell = std::pair<int, int>;  // x, y

enum class RegionKind : std::uint8_t { city, road, field, monastery, garden };
const char* region_name(RegionKind kind);

// A connected city, road or field, or a monastery or garden.
struct Region {
    RegionKind kind;
    std::vector<Cell> cells;  // by y, then x
    std::vector<std::pair<Cell, Spot>> spots;
    int open = 0;  // edges, half-edges of a field, missing neighbours of a monastery or garden
    int pennants = 0;
    bool special = false;                            // it has an inn or a cathedral
    std::array<int, State::max_players> strength{};  // of each player, a big meeple counts twice
    int completed_cities = 0;                        // bordering a field
    int value = 0;                                   // points if the game stopped now

    bool complete() const { return kind != RegionKind::field && open == 0; }
    std::vector<int> owners() const;  // who scores it
};

// Regions worked out from the tiles alone, in the order of their first tile. The rules keep their
// own account while they play; problems() compares the two.
class Survey {
  public:
    explicit Survey(const State& state);

    const std::vector<Region>& regions() const { return regions_; }
    std::array<double, State::max_players> scores() const;

  private:
    struct Segment {
        RegionKind kind;
        std::size_t tile;
        Spot spot;
        int open, pennants;
        bool special;
        std::vector<std::size_t> cities;  // that a field borders, as segments
    };

    void add_segments(std::size_t tile);
    void join_across(std::size_t tile);
    void join(std::size_t a, std::size_t b);
    void count_neighbours(Region& region) const;
    void collect();
    void count_farms();
    void value(Region& region) const;
    std::size_t root(std::size_t segment) const;
    const Shape& shape(std::size_t tile) const;

    const State& state_;
    std::vector<Tile> tiles_;
    std::map<Cell, std::size_t> at_;
    std::vector<Segment> segments_;
    std::vector<std::size_t> parent_, region_of_;
    std::vector<std::size_t> first_;  // segment of each tile: main ones, then fields, then sacred
    std::vector<Region> regions_;
};

}  // namespace quadrille::carcassonne
