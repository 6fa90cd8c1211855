// How many inputs the sparse encoding `net` has, for positions and for moves (inputs.cpp).
#pragma once

#include "quadrille/games/sheep/rules.hpp"

namespace quadrille::sheep {

// Of a cell: who comes first to it if it is free (nobody, several, each player), or else whose it is
// and how many sheep are there (intervals of them, or hidden).
inline constexpr int num_sheep_inputs = 6;
inline constexpr int inputs_per_cell = 2 + max_players * (1 + num_sheep_inputs);
inline constexpr int inputs_per_player = 22 + 9 * 11;
inline constexpr int inputs_per_rival = 2 * 11;
constexpr int num_inputs(int size) {
    return size * size * inputs_per_cell + 3 + max_players + 1 + max_players * inputs_per_player +
           (max_players - 1) * inputs_per_rival + 2 * max_players;
}
inline constexpr int slide_inputs = 138;
inline constexpr int start_inputs = 58;
constexpr int num_move_inputs(int size) {
    return 3 + 2 * size * size + slide_inputs + start_inputs;
}

// Players from the viewer's seat on: 0 is the viewer, 1 who moves next, ...
inline int relative(const State& state, int player, int viewer) {
    return (player - viewer + state.num_players()) % state.num_players();
}

}  // namespace quadrille::sheep
