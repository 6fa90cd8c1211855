// What the batched environment (vec_env.hpp) writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "quadrille/core/errors.hpp"

namespace quadrille {

inline constexpr std::int32_t NO_MOVER = -1;  // nobody has moved yet

// In place of an action: the game stays as it is. No mistake of a caller gives this number.
inline constexpr std::int64_t WAIT = std::numeric_limits<std::int64_t>::min();

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

// The rules of a native game are trusted; those of others are checked.
template <class State>
std::size_t checked_action(const State& state, typename State::Move move, std::size_t actions) {
    const int action = state.action(move);
    if (action < 0 || static_cast<std::size_t>(action) >= actions)
        throw Error(
            "expected an action from 0 to num_actions() - 1 = " + std::to_string(actions - 1) +
            " for move " + quoted(state.move_text(move)) + ", got " + std::to_string(action));
    return static_cast<std::size_t>(action);
}

}  // namespace quadrille
