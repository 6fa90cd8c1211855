// How moves have done in all simulations of a search, whenever they were played: what a node's moves
// are thought to be worth before they are tried there.
//
// Nijssen and Winands (2011), Enhancements for multi-player Monte-Carlo tree search: progressive
// history. Where we differ: a node keeps what was known when it got its children.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "quadrille/search/search.hpp"

namespace quadrille::search {

template <SearchState State>
class History {
  public:
    using Move = typename State::Move;

    explicit History(const State& root)
        : seats_(root), records_(static_cast<std::size_t>(seats_.players) * slots) {}

    // Notes a move of the simulation that is under way.
    void note(int player, Move move) {
        if (player >= 0) played_.emplace_back(slot(player, move), seats_.side_of(player));
    }
    // Ends a simulation: what its moves have led to.
    void learn(const Values<State>& values) {
        for (const auto& [slot, side] : played_) {
            records_[slot].sum += static_cast<float>(values[side]);
            ++records_[slot].count;
        }
        played_.clear();
    }
    // The mean value for the player of simulations with a move; 0 if there was none.
    double mean(int player, Move move) const {
        const Record& record = records_[slot(player, move)];
        return record.count == 0 ? 0 : double{record.sum} / record.count;
    }

  private:
    struct Record {
        float sum = 0;
        std::uint32_t count = 0;
    };
    static constexpr std::size_t slots = 1 << 13;

    static std::size_t slot(int player, Move move) {
        std::uint64_t key;
        if constexpr (requires { State::history_key(move); })
            key = State::history_key(move);
        else
            key = mix64(move.value);
        return static_cast<std::size_t>(player) * slots + (key & (slots - 1));
    }

    const Seats<State> seats_;
    std::vector<Record> records_;
    std::vector<std::pair<std::size_t, std::size_t>> played_;  // slot and side
};

}  // namespace quadrille::search
