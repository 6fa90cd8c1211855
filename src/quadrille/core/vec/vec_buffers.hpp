// What the batched environment (vec_env.hpp) writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadrille {

inline constexpr std::int32_t NO_MOVER = -1;  // nobody has moved yet

// Where a step writes. Row i belongs to game i.
struct VecBuffers {
    std::vector<std::byte*> observations;  // [n, encoding] each: as the player to move sees it
    float* rewards;                        // [n, sides]: the outcome when a game ends, else zero
    std::uint8_t* terminated;              // [n]
    std::uint8_t* masks;                   // [n, actions]: 1 where legal
    std::int32_t* players;                 // [n]: who is to move
    std::int32_t* movers;                  // [n]: who made the move that the rewards answer
    std::int32_t* sides;                   // [n]: the side of the player to move
};

// The legal actions of all games, one game after the other.
struct ActionLists {
    std::vector<std::int64_t> offsets;  // [n + 1]: those of game i are offsets[i]..offsets[i + 1]
    std::vector<std::int64_t> actions;
};

}  // namespace quadrille
