// How many inputs the sparse encoding `net` has, for positions and for moves (inputs.cpp).
#pragma once

#include "quadrille/games/pillars/rules.hpp"

namespace quadrille::pillars {

inline constexpr int num_heights = max_height + 1;
// Of a cell: its height, and who stands there.
inline constexpr int inputs_per_cell = num_heights + 2 * max_gamers;
inline constexpr int inputs_per_gamer = 1 + max_gamers + num_heights + 8 + 13 + 5 * 5;
inline constexpr int inputs_per_team =
    3 * (max_gamers + 1) + 1 + 2 * 7 + 13 + 11 + (max_gamers + 1);
constexpr int num_inputs(int size) {
    return size * size * inputs_per_cell + 2 * max_gamers * inputs_per_gamer + 2 * inputs_per_team +
           10 + 2 + 2 * max_gamers + 11 + 2;
}
inline constexpr int step_inputs = 3 + num_heights + 1 + 1 + 3 * 5 + 13 + 6;
inline constexpr int build_inputs = num_heights + 8 + 4 * 4 + 7 + 1;
inline constexpr int pass_inputs = max_gamers + 1;
constexpr int num_move_inputs(int size) {
    return 3 + 2 + size * size + 2 * (max_gamers + 1) + step_inputs + build_inputs + pass_inputs;
}

}  // namespace quadrille::pillars
