// Many games of one kind stepped at once, for learning. No per-game Python: actions come in as one
// array, everything else goes out into arrays that the caller owns and that are reused.
#pragma once

#include <algorithm>
#include <cstring>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "quadrille/core/game.hpp"
#include "quadrille/core/workers.hpp"

namespace quadrille {

// Where a step writes. Row i belongs to game i.
struct VecBuffers {
    std::byte* observations;        // [n, encoding]: as the player to move sees it
    std::byte* final_observations;  // [n, encoding]: the end of a game, as its last mover sees it
    float* rewards;                 // [n, sides]: the outcome when a game ends, else zero
    std::uint8_t* terminated;       // [n]
    std::uint8_t* masks;            // [n, actions]: 1 where legal
    std::int32_t* players;          // [n]: who is to move
};

// A game that ends is replaced by a fresh one in the same step: `terminated` and `rewards` tell of
// the old one, `observations`, `masks` and `players` of the new one. Chance is played inside. The
// e-th game of slot i has a seed of its own, so results do not depend on the number of threads.
template <GameState State>
class VecEnv {
  public:
    using Options = typename State::Options;
    using Move = typename State::Move;

    VecEnv(Options options, int count, std::uint64_t seed, int encoding, int threads,
           VecBuffers buffers)
        : options_(std::move(options)),
          encoding_(encoding),
          seed_(seed),
          buffers_(buffers),
          workers_(threads) {
        Rng rng = Rng::keyed(seed, Stream::create);
        const State probe = State::create(options_, rng);
        sides_ = static_cast<std::size_t>(probe.num_sides());
        actions_ = static_cast<std::size_t>(probe.num_actions());
        if (encoding >= 0)
            row_bytes_ = probe.encodings()[static_cast<std::size_t>(encoding)].bytes();
        slots_.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i)
            slots_.push_back({probe, {}, 0, Rng::keyed(seed, Stream::sample, std::uint64_t(i))});
    }

    // Starts every slot anew: the first game of each.
    void reset(std::uint64_t seed) {
        const std::lock_guard lock(busy_);
        seed_ = seed;
        const std::size_t n = slots_.size();
        std::memset(buffers_.rewards, 0, n * sides_ * sizeof(float));
        std::memset(buffers_.terminated, 0, n);
        std::memset(buffers_.final_observations, 0, n * row_bytes_);
        each_slot([&](Scratch& scratch, std::size_t i) {
            slots_[i].episode = 0;
            slots_[i].sampler = Rng::keyed(seed, Stream::sample, i);
            start(i);
            describe(scratch, i);
        });
    }

    // Plays one action in every game; IllegalMove, and nothing is stepped, if any is not legal.
    void step(std::span<const std::int64_t> actions) {
        const std::lock_guard lock(busy_);
        require_legal(actions);
        each_slot([&](Scratch& scratch, std::size_t i) {
            Slot& slot = slots_[i];
            const int mover = slot.state.player();
            slot.state.play(slot.state.move(static_cast<int>(actions[i])));
            play_chance(slot);
            finish_if_over(i, mover);
            describe(scratch, i);
        });
    }

    // A uniform legal action for every game.
    void sample_actions(std::span<std::int64_t> out) {
        const std::lock_guard lock(busy_);
        each_slot([&](Scratch&, std::size_t i) {
            Slot& slot = slots_[i];
            out[i] = slot.state.action(slot.state.random_move(slot.sampler));
        });
    }

    std::string text(std::size_t i) const {
        const std::lock_guard lock(busy_);
        return slots_[i].state.text();
    }
    std::size_t size() const { return slots_.size(); }

  private:
    struct Slot {
        State state;
        ChanceStream chance;
        std::uint64_t episode;
        Rng sampler;
        std::vector<std::size_t> legal{};  // actions; of states that are slow to ask
    };
    struct Scratch {
        std::vector<Move> moves;
    };

    void require_legal(std::span<const std::int64_t> actions) const {
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            if (is_legal(slots_[i], actions[i])) continue;
            throw IllegalMove("illegal action " + std::to_string(actions[i]) + " for game " +
                              std::to_string(i) + " in " + quoted(slots_[i].state.text()));
        }
    }

    // Not by the masks, which the caller may have changed.
    bool is_legal(const Slot& slot, std::int64_t action) const {
        if constexpr (!NativeState<State>)
            return std::find(slot.legal.begin(), slot.legal.end(),
                             static_cast<std::size_t>(action)) != slot.legal.end();
        return action >= 0 && static_cast<std::size_t>(action) < actions_ &&
               slot.state.is_legal(slot.state.move(static_cast<int>(action)));
    }

    template <class Work>
    void each_slot(Work&& work) {
        workers_.for_ranges(slots_.size(), [&](std::size_t begin, std::size_t end) {
            Scratch scratch;
            for (std::size_t i = begin; i < end; ++i) work(scratch, i);
        });
    }

    void start(std::size_t i) {
        Slot& slot = slots_[i];
        const std::uint64_t seed =
            Rng::keyed(combine(seed_, i), Stream::env, slot.episode++).next();
        Rng rng = Rng::keyed(seed, Stream::create);
        slot.state = State::create(options_, rng);
        slot.chance = {seed, 0};
        play_chance(slot);
    }

    static void play_chance(Slot& slot) {
        while (slot.state.player() == CHANCE) {
            Rng rng = slot.chance.next();
            slot.state.play(slot.state.random_move(rng));
        }
    }

    void finish_if_over(std::size_t i, int mover) {
        Slot& slot = slots_[i];
        float* rewards = buffers_.rewards + i * sides_;
        const bool over = slot.state.is_over();
        buffers_.terminated[i] = over;
        if (!over) {
            std::fill_n(rewards, sides_, 0.0F);
            return;
        }
        const auto outcome = slot.state.outcome();
        for (std::size_t side = 0; side < sides_; ++side)
            rewards[side] = static_cast<float>(outcome[side]);
        encode(slot.state, mover, buffers_.final_observations + i * row_bytes_);
        start(i);
    }

    void describe(Scratch& scratch, std::size_t i) {
        Slot& slot = slots_[i];
        const State& state = slot.state;
        const int player = state.player();
        buffers_.players[i] = player;
        encode(state, player, buffers_.observations + i * row_bytes_);
        std::uint8_t* mask = buffers_.masks + i * actions_;
        std::memset(mask, 0, actions_);
        state.legal_moves(scratch.moves);
        slot.legal.clear();
        for (const Move move : scratch.moves) {
            const std::size_t action = checked_action(state, move);
            mask[action] = 1;
            if constexpr (!NativeState<State>) slot.legal.push_back(action);
        }
    }

    void encode(const State& state, int player, std::byte* out) const {
        if (encoding_ < 0) return;
        if constexpr (!NativeState<State>) {
            const auto bytes = state.encodings().at(static_cast<std::size_t>(encoding_)).bytes();
            if (bytes != row_bytes_)
                throw Error("encodings() of " + quoted(state.text()) +
                            " differ from those of the first state");
        }
        state.encode(encoding_, player, out);
    }

    // The rules of a native game are trusted; those of others are checked.
    std::size_t checked_action(const State& state, Move move) const {
        const int action = state.action(move);
        if constexpr (!NativeState<State>) {
            if (action < 0 || static_cast<std::size_t>(action) >= actions_)
                throw Error("expected an action from 0 to num_actions() - 1 = " +
                            std::to_string(actions_ - 1) + " for move " +
                            quoted(state.move_text(move)) + ", got " + std::to_string(action));
        }
        return static_cast<std::size_t>(action);
    }

    Options options_;
    int encoding_;
    std::uint64_t seed_;
    VecBuffers buffers_;
    Workers workers_;
    std::size_t sides_ = 0;
    std::size_t actions_ = 0;
    std::size_t row_bytes_ = 0;
    std::vector<Slot> slots_;
    mutable std::mutex busy_;  // callers on several threads take turns
};

}  // namespace quadrille
