// The symmetries of a square grid.
#pragma once

#include <utility>

namespace quadrille {

// In how many ways a square grid looks the same: turned and mirrored, the identity first.
inline constexpr int num_grid_symmetries = 8;

// Where a cell goes; coordinates count from 0 to size - 1.
constexpr std::pair<int, int> grid_image(int x, int y, int size, int symmetry) {
    if (symmetry & 1) x = size - 1 - x;
    if (symmetry & 2) y = size - 1 - y;
    return symmetry & 4 ? std::pair(y, x) : std::pair(x, y);
}

// Where a step goes.
constexpr std::pair<int, int> grid_step_image(int dx, int dy, int symmetry) {
    if (symmetry & 1) dx = -dx;
    if (symmetry & 2) dy = -dy;
    return symmetry & 4 ? std::pair(dy, dx) : std::pair(dx, dy);
}

// The direction that a direction of a list of steps (with members dx and dy) becomes.
template <class Directions>
constexpr int grid_direction_image(const Directions& directions, int direction, int symmetry) {
    const auto& step = directions[static_cast<std::size_t>(direction)];
    const auto [dx, dy] = grid_step_image(step.dx, step.dy, symmetry);
    int image = 0;
    while (directions[static_cast<std::size_t>(image)].dx != dx ||
           directions[static_cast<std::size_t>(image)].dy != dy)
        ++image;
    return image;
}

}  // namespace quadrille
