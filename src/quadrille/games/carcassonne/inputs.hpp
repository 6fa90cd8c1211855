// How many inputs the sparse encoding `net` has, for positions and for moves (inputs.cpp).
#pragma once

#include "quadrille/games/carcassonne/rules.hpp"

namespace quadrille::carcassonne {

// How something with figures stands to a player: nobody is there, the player alone, with others but
// more than each, as many as the strongest, fewer, others alone.
enum class Stake { nobody, alone, ahead, shared, behind, others };
inline constexpr int num_stakes = 6;

inline constexpr int inputs_per_player = 11 + 12 + 2 + 4 * 8 + 4 * 8 + 6;
inline constexpr int inputs_per_rival = 3 * 13;
inline constexpr int main_sorts = 2 * num_stakes * 4 * 3 * 3;
inline constexpr int farm_sorts = num_stakes * 4 * 3;
inline constexpr int sacred_sorts = 2 * 9;
inline constexpr int num_inputs = 4 + State::max_players + 16 + num_kinds + 4 * num_kinds +
                                  State::max_players * inputs_per_player +
                                  (State::max_players - 1) * inputs_per_rival + State::max_players +
                                  main_sorts + farm_sorts + sacred_sorts + 6;

inline constexpr int place_inputs = num_kinds + 2 * 2 * num_stakes * 5 + 2 * 3 * num_stakes +
                                    num_stakes + 2 * 7 + 2 * 5 + 4 + 4 + 1 + 5 + 9 + 6;
inline constexpr int figure_inputs = 5 + 5 + 1 + 5 + 6 + 7 + 7 + 2 * 5 + 9 + 12;
inline constexpr int num_move_inputs = 2 + 7 + 7 + 9 + 6 + place_inputs + figure_inputs;

}  // namespace quadrille::carcassonne
