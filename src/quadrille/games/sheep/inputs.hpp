// The encodings, how many inputs the sparse one has (inputs.cpp), and how moves are described.
#pragma once

#include "quadrille/games/sheep/rules.hpp"

namespace quadrille::sheep {

enum EncodingIndex { planes, vector, average, facts, net };

// Cells and free cells of a player: inputs.cpp. Then what the player has as a whole.
inline constexpr int inputs_per_player = 5 * 7 + 5 * 7 + 25 + 10 * 11 + 22 + 9 * 11;
inline constexpr int inputs_per_rival = 2 * 11;
inline constexpr int num_inputs = 3 + max_players + 1 + max_players * inputs_per_player +
                                  (max_players - 1) * inputs_per_rival + 2 * max_players;
inline constexpr int slide_inputs = 130;
inline constexpr int start_inputs = 58;
inline constexpr int num_move_inputs = 3 + slide_inputs + start_inputs;

inline constexpr std::array few = {1, 2, 3, 4, 5, 7, 9, 13, 17, 25};  // sheep, cells, directions

// Beside `vector` and `average` a move is its parts: column, row, number of sheep, direction.
inline int num_move_parts(const State& state) {
    return 2 * state.size() + state.flock() - 1 + num_directions;
}

// Players from the viewer's seat on: 0 is the viewer, 1 who moves next, ...
inline int relative(const State& state, int player, int viewer) {
    return (player - viewer + state.num_players()) % state.num_players();
}

}  // namespace quadrille::sheep
