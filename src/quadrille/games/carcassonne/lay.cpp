// Laying a tile: features join, the open cell goes, new ones open. The inner loop of every search.
#include "quadrille/games/carcassonne/lay.hpp"

namespace quadrille::carcassonne {

void State::lay(std::size_t cell, int kind, int turns) {
    if (options_.farmers)
        lay_tile<true>(cell, kind, turns);
    else
        lay_tile<false>(cell, kind, turns);
}

int State::open_cell(int x, int y) const {
    const std::uint8_t found = search_cell(x, y);
    return found < tile_there ? found : -1;
}

std::uint8_t State::search_cell(int x, int y) const {
    for (std::size_t i = 0; i < num_open_; ++i)
        if (open_[i].x == x && open_[i].y == y) return static_cast<std::uint8_t>(i);
    for (const Tile& tile : tiles())
        if (tile.x == x && tile.y == y) return tile_there;
    return nothing_there;
}

// The turn that a river takes through a cell: 2 is straight on, 1 and 3 are bends.
int State::river_turn(std::size_t cell, const Shape& shape) const {
    const unsigned water =
        needs_.need[cell] & (needs_.need[cell] >> 4) & 15U;  // it comes from there
    const unsigned out = shape.river & ~water;
    if (water == 0 || out == 0) return 2;
    return (std::countr_zero(out) - std::countr_zero(water) + 4) % 4;
}

// Whether a river tile goes on with the river and does not turn as the last bend did.
bool State::river_allows(std::size_t cell, const Shape& shape) const {
    if (num_tiles_ == 0) return true;
    const unsigned water = needs_.need[cell] & (needs_.need[cell] >> 4) & 15U;
    if (water == 0) return false;
    const int turn = river_turn(cell, shape);
    return turn == 2 || turn != river_turn_;
}

}  // namespace quadrille::carcassonne
