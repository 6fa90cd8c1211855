// Things done with any game by playing it out: counting move sequences, random games.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "quadrille/core/game.hpp"

namespace quadrille {

// Calls visit(move) for every legal move, or for every chance outcome at a chance node.
template <SearchState State, class Visit>
void for_each_move(const State& state, Visit&& visit) {
    if (state.player() == CHANCE) {
        std::vector<WeightedMove<typename State::Move>> moves;
        state.chance_moves(moves);
        for (const auto& option : moves) visit(option.move);
    } else {
        std::vector<typename State::Move> moves;
        state.legal_moves(moves);
        for (const auto move : moves) visit(move);
    }
}

// The state after a move.
template <SearchState State>
State played(State state, typename State::Move move) {
    state.play(move);
    return state;
}

// The number of sequences of exactly `depth` moves; games that end earlier do not count, chance
// outcomes count once each. Calls poll() now and then, which may throw to stop.
template <GameState State, class Poll>
std::uint64_t perft(const State& state, int depth, Poll&& poll) {
    if (depth == 0) return 1;
    std::uint64_t nodes = 0;
    if (depth == 1) {
        for_each_move(state, [&](auto) { ++nodes; });
        return nodes;
    }
    if (depth == 4) poll();
    for_each_move(state, [&](auto move) {
        State next = state;
        next.play(move);
        nodes += perft(next, depth - 1, poll);
    });
    return nodes;
}

// Plays random moves, chance included, until the game is over. Returns the number of moves.
template <SearchState State>
std::uint64_t play_out(State& state, Rng& rng) {
    if constexpr (requires { state.play_out(rng); }) return state.play_out(rng);
    std::uint64_t moves = 0;
    // Local copies, so that the compiler can keep them in registers.
    State current = std::move(state);
    Rng source = rng;
    for (; !current.is_over(); ++moves) current.play(current.random_move(source));
    rng = source;
    state = std::move(current);
    return moves;
}

// Plays `games` random games from the start; their total number of moves. Not inlined, so that all
// registers are the game's.
template <GameState State>
[[gnu::noinline]] std::uint64_t rollouts(const typename State::Options& options,
                                         std::uint64_t games, Rng& rng) {
    std::uint64_t moves = 0;
    for (std::uint64_t i = 0; i < games; ++i) {
        State state = State::create(options, rng);
        moves += play_out(state, rng);
    }
    return moves;
}

}  // namespace quadrille
