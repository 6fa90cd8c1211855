#include "quadrille/games/sheep/rules.hpp"

namespace quadrille::sheep {

namespace {

Cell cell_image(Cell cell, int size, int symmetry) {
    const auto [x, y] = grid_image(cell.x(), cell.y(), size, symmetry);
    return {x, y};
}

}  // namespace

State State::image(int symmetry) const {
    std::array<std::uint32_t, stride> rows{};
    for (int y = 0; y < size_; ++y)
        for_each_bit(field_rows_[index(y + 1)], [&](int column) {
            const Cell cell = cell_image({column - 1, y}, size_, symmetry);
            rows[index(cell.y() + 1)] |= 1U << (cell.x() + 1);
        });
    State image(options_);
    image.open_field(rows);
    image.mover_ = mover_;
    image.started_ = started_;
    image.hidden_ = hidden_;
    for (int player = 0; player < options_.players; ++player)
        for (const Place old : places(player)) {
            const Place now = place(cell_image(cell_of(old), size_, symmetry));
            image.occupy(now, player, extra_[old]);
            if (is_known_at(old)) image.known_[now / 64] |= std::uint64_t{1} << (now % 64);
        }
    image.hash_ = image.fresh_hash();
    return image;
}

Move State::image_of(Move move, int symmetry) const {
    if (move.is_pass()) return move;
    const Cell to = cell_image(move.to(), size_, symmetry);
    if (move.is_start()) return Move::start(to);
    return Move::slide(cell_image(move.from(), size_, symmetry),
                       grid_direction_image(directions, move.direction(), symmetry), move.sheep(),
                       to);
}

}  // namespace quadrille::sheep
