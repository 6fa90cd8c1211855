#include "quadrille/games/pillars/rules.hpp"

namespace quadrille::pillars {

namespace {

Cell cell_image(Cell cell, int size, int symmetry) {
    const auto [x, y] = grid_image(cell.x, cell.y, size, symmetry);
    return {x, y};
}

}  // namespace

State State::image(int symmetry) const {
    State image = *this;
    for (int y = 0; y < size(); ++y)
        for (int x = 0; x < size(); ++x)
            image.places_[place(cell_image({x, y}, size(), symmetry))] =
                static_cast<std::uint8_t>(height_at({x, y}));
    for (int player = 0; player < num_players(); ++player)
        image.put(player, place(cell_image(position(player), size(), symmetry)));
    image.count_open();
    image.hash_ = image.board_hash();
    return image;
}

Move State::image_of(Move move, int symmetry) const {
    if (move.is_step())
        return Move::step(grid_direction_image(directions, move.direction(), symmetry));
    return move.is_build() ? Move::build(cell_image(move.cell(), size(), symmetry)) : move;
}

}  // namespace quadrille::pillars
