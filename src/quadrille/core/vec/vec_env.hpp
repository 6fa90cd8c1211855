// Many games of one kind stepped at once, for learning. No per-game Python: actions come in as one
// array, everything else goes out into arrays that the caller owns.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "quadrille/core/game.hpp"
#include "quadrille/core/vec/vec_buffers.hpp"
#include "quadrille/core/workers.hpp"

namespace quadrille {

// A game that ends is replaced by a fresh one in the same step: `terminated`, `rewards` and
// `movers` tell of the old one, `observations`, `masks`, `players` and `sides` of the new one.
// Chance is played inside. The e-th game of slot i has a seed of its own, so results do not depend
// on the number of threads.
template <GameState State>
class VecEnv {
  public:
    using Options = typename State::Options;
    using Move = typename State::Move;

    // What a slot is besides its position: chance, number of games and sampler.
    static constexpr std::size_t numbers_per_slot = 7;
    using SlotNumbers = std::array<std::uint64_t, numbers_per_slot>;

    // `finals` has one array [n, encoding] for each encoding: how the last game of a slot ended, as a
    // player of `viewers` [n] sees it, or its last mover where that is NO_MOVER.
    VecEnv(Options options, std::size_t count, const std::vector<int>& encodings, int threads,
           const std::vector<std::byte*>& finals, const std::int32_t* viewers)
        : options_(std::move(options)), viewers_(viewers), workers_(threads) {
        Rng rng = Rng::keyed(0, Stream::create);
        const State probe = State::create(options_, rng);
        sides_ = static_cast<std::size_t>(probe.num_sides());
        actions_ = static_cast<std::size_t>(probe.num_actions());
        const auto known = probe.encodings();
        for (std::size_t e = 0; e < encodings.size(); ++e) {
            const auto bytes = known.at(static_cast<std::size_t>(encodings[e])).bytes();
            rows_.push_back({encodings[e], bytes, finals[e]});
        }
        slots_.reserve(count);
        for (std::size_t i = 0; i < count; ++i) slots_.push_back({probe, {}, 0, Rng()});
    }

    // Starts every slot anew: the first game of each.
    void reset(std::uint64_t seed, const VecBuffers& out) {
        const std::lock_guard lock(busy_);
        seed_ = seed;
        for (const Row& row : rows_) std::memset(row.finals, 0, slots_.size() * row.bytes);
        clear(out);
        each_described(out, [&](std::size_t i, const VecBuffers&) {
            slots_[i].episode = 0;
            slots_[i].sampler = Rng::keyed(seed, Stream::sample, i);
            start(i);
        });
    }

    // Describes the games as they stand, as if no move had been made.
    void observe(const VecBuffers& out) {
        const std::lock_guard lock(busy_);
        describe_all(out);
    }

    // Plays one action in every game but those that are to WAIT; IllegalMove, and nothing is stepped,
    // if any is not legal.
    void step(std::span<const std::int64_t> actions, const VecBuffers& to) {
        const std::lock_guard lock(busy_);
        require_legal(actions);
        each_described(to, [&](std::size_t i, const VecBuffers& out) {
            if (actions[i] == WAIT) return clear(i, out);
            Slot& slot = slots_[i];
            const int mover = slot.state.player();
            slot.state.play(slot.state.move(static_cast<int>(actions[i])));
            play_chance(slot);
            out.movers[i] = mover;
            finish_if_over(i, mover, out);
        });
    }

    // Whether each action is legal in its game.
    void are_legal(std::span<const std::int64_t> actions, std::span<std::uint8_t> out) const {
        const std::lock_guard lock(busy_);
        for (std::size_t i = 0; i < slots_.size(); ++i) out[i] = is_legal(slots_[i], actions[i]);
    }
    // A uniform legal action for every game.
    void sample_actions(std::span<std::int64_t> out) {
        const std::lock_guard lock(busy_);
        each_slot([&](Scratch& scratch, std::size_t i) {
            out[i] = slots_[i].state.action(sampled_move(scratch, slots_[i]));
        });
    }

    // An action for every game by choose(state, rng), which gives a move for whoever is to move.
    // Each thread makes one of its own by make().
    template <class Make>
    void choose_actions(std::span<std::int64_t> out, Make&& make) {
        const std::lock_guard lock(busy_);
        workers_.for_ranges(slots_.size(), [&](std::size_t begin, std::size_t end) {
            auto choose = make();
            for (std::size_t i = begin; i < end; ++i)
                out[i] = slots_[i].state.action(choose(slots_[i].state, slots_[i].sampler));
        });
    }

    // The legal actions of every game, ascending.
    ActionLists legal_actions() {
        const std::lock_guard lock(busy_);
        ActionLists lists{std::vector<std::int64_t>(slots_.size() + 1), {}};
        std::vector<std::pair<std::size_t, std::vector<std::int64_t>>> parts;
        std::mutex collecting;
        workers_.for_ranges(slots_.size(), [&](std::size_t begin, std::size_t end) {
            Scratch scratch;
            std::vector<std::int64_t> found;
            for (std::size_t i = begin; i < end; ++i) {
                const auto before = static_cast<std::ptrdiff_t>(found.size());
                append_legal(scratch, slots_[i], found);
                std::sort(found.begin() + before, found.end());
                lists.offsets[i + 1] = static_cast<std::ptrdiff_t>(found.size()) - before;
            }
            const std::lock_guard guard(collecting);
            parts.emplace_back(begin, std::move(found));
        });
        for (std::size_t i = 0; i < slots_.size(); ++i) lists.offsets[i + 1] += lists.offsets[i];
        std::sort(parts.begin(), parts.end());
        for (const auto& [begin, found] : parts)
            lists.actions.insert(lists.actions.end(), found.begin(), found.end());
        return lists;
    }

    // Puts positions into slots, as games that start there; the others stay as they are.
    // BadPosition and no change if a text is none, or if chance ends a game at once.
    void set_positions(std::span<const std::size_t> slots, std::span<const std::string> texts,
                       const VecBuffers& out) {
        const std::lock_guard lock(busy_);
        std::vector<Slot> started;
        for (std::size_t k = 0; k < slots.size(); ++k) {
            Slot slot = slots_.at(slots[k]);
            slot.state = State::parse(options_, texts[k]);
            slot.chance = {episode_seed(slots[k], slot.episode++), 0};
            play_chance(slot);
            if (slot.state.is_over())
                throw BadPosition("expected a position to play from, got one that chance ends: " +
                                  quoted(texts[k]));
            started.push_back(std::move(slot));
        }
        for (std::size_t k = 0; k < slots.size(); ++k) slots_[slots[k]] = std::move(started[k]);
        describe_all(out);
    }

    // Takes over the games of another environment of the same game and size, and all that follows.
    void copy_from(const VecEnv& other) {
        const std::scoped_lock lock(busy_, other.busy_);
        seed_ = other.seed_;
        slots_ = other.slots_;
        for (std::size_t e = 0; e < rows_.size(); ++e)
            std::memcpy(rows_[e].finals, other.rows_[e].finals, slots_.size() * rows_[e].bytes);
    }

    std::vector<std::string> save(std::span<SlotNumbers> numbers) const {
        const std::lock_guard lock(busy_);
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            const Slot& slot = slots_[i];
            const auto words = slot.sampler.words();
            texts.push_back(slot.state.text());
            numbers[i] = {slot.chance.seed, slot.chance.ply, slot.episode, words[0],
                          words[1],         words[2],        words[3]};
        }
        return texts;
    }

    // Goes on from what save() gave.
    void restore(std::uint64_t seed, std::span<const std::string> texts,
                 std::span<const SlotNumbers> numbers) {
        const std::lock_guard lock(busy_);
        seed_ = seed;
        each_slot([&](Scratch& scratch, std::size_t i) {
            const auto& [chance, ply, episode, a, b, c, d] = numbers[i];
            Slot& slot = slots_[i];
            slot = {State::parse(options_, texts[i]),
                    {chance, ply},
                    episode,
                    Rng::from_words({a, b, c, d})};
            if constexpr (!NativeState<State>) list_legal(scratch, slot);
        });
    }

    Rng sampler(std::size_t i) const {
        const std::lock_guard lock(busy_);
        return slots_.at(i).sampler;
    }
    void set_sampler(std::size_t i, const Rng& rng) {
        const std::lock_guard lock(busy_);
        slots_.at(i).sampler = rng;
    }
    std::string text(std::size_t i) const {
        const std::lock_guard lock(busy_);
        return slots_.at(i).state.text();
    }
    std::size_t size() const { return slots_.size(); }

  private:
    // The legal actions of a state that is slow to ask; nothing for a native one.
    struct Nothing {};
    using KnownActions = std::conditional_t<NativeState<State>, Nothing, std::vector<std::size_t>>;
    struct Slot {
        State state;
        ChanceStream chance;
        std::uint64_t episode;
        Rng sampler;
        [[no_unique_address]] KnownActions legal{};
    };
    struct Scratch {
        std::vector<Move> moves;
    };
    static constexpr std::size_t block_size = 32;
    struct Row {
        int encoding;
        std::size_t bytes;
        std::byte* finals;
    };

    void require_legal(std::span<const std::int64_t> actions) const {
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            if (actions[i] == WAIT || is_legal(slots_[i], actions[i])) continue;
            throw IllegalMove("illegal action " + std::to_string(actions[i]) + " for game " +
                              std::to_string(i) + " in " + quoted(slots_[i].state.text()));
        }
    }

    // Not by the masks, which the caller may have changed.
    bool is_legal(const Slot& slot, std::int64_t action) const {
        if constexpr (!NativeState<State>)
            return std::find(slot.legal.begin(), slot.legal.end(),
                             static_cast<std::size_t>(action)) != slot.legal.end();
        else
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

    // Calls work(i, out) for every slot and describes the slot then. Observations follow in blocks, since
    // a loop over one encoding is the fastest; the states of a block are still in the cache.
    template <class Work>
    void each_described(const VecBuffers& out, Work&& work) {
        workers_.for_ranges(slots_.size(), [&](std::size_t begin, std::size_t end) {
            Scratch scratch;
            const VecBuffers own = out;  // which no write can change, so that it stays in registers
            for (std::size_t first = begin; first < end; first += block_size) {
                const std::size_t last = std::min(first + block_size, end);
                for (std::size_t i = first; i < last; ++i) {
                    work(i, own);
                    describe(scratch, i, own);
                }
                for (std::size_t e = 0; e < rows_.size(); ++e)
                    observe(rows_[e], out.observations[e], out.players, first, last);
            }
        });
    }

    std::uint64_t episode_seed(std::size_t i, std::uint64_t episode) const {
        return Rng::keyed(combine(seed_, i), Stream::env, episode).next();
    }

    void start(std::size_t i) {
        Slot& slot = slots_[i];
        const std::uint64_t seed = episode_seed(i, slot.episode++);
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

    void finish_if_over(std::size_t i, int mover, const VecBuffers& out) {
        Slot& slot = slots_[i];
        float* rewards = out.rewards + i * sides_;
        const bool over = slot.state.is_over();
        out.terminated[i] = over;
        if (!over) {
            std::fill_n(rewards, sides_, 0.0F);
            return;
        }
        const auto outcome = slot.state.outcome();
        for (std::size_t side = 0; side < sides_; ++side)
            rewards[side] = static_cast<float>(outcome[side]);
        const int viewer = viewers_[i] == NO_MOVER ? mover : viewers_[i];
        for (const Row& row : rows_) encode(slot.state, viewer, row, row.finals + i * row.bytes);
        start(i);
    }

    void describe_all(const VecBuffers& out) {
        clear(out);
        each_described(out, [](std::size_t, const VecBuffers&) {});
    }

    // What a step says of the move, where there was none.
    void clear(const VecBuffers& out) const {
        for (std::size_t i = 0; i < slots_.size(); ++i) clear(i, out);
    }
    void clear(std::size_t i, const VecBuffers& out) const {
        std::fill_n(out.rewards + i * sides_, sides_, 0.0F);
        out.terminated[i] = false;
        out.movers[i] = NO_MOVER;
    }

    void describe(Scratch& scratch, std::size_t i, const VecBuffers& out) {
        Slot& slot = slots_[i];
        const State& state = slot.state;
        const int player = state.player();
        out.players[i] = player;
        out.sides[i] = state.side(player);
        std::uint8_t* mask = out.masks + i * actions_;
        std::memset(mask, 0, actions_);
        if constexpr (!NativeState<State>) {
            list_legal(scratch, slot);
            for (const std::size_t action : slot.legal) mask[action] = 1;
        } else {
            state.legal_moves(scratch.moves);
            for (const Move move : scratch.moves)
                mask[static_cast<std::size_t>(state.action(move))] = 1;
        }
    }

    void observe(Row row, std::byte* observations, const std::int32_t* players, std::size_t first,
                 std::size_t last) const {
        for (std::size_t i = first; i < last; ++i)
            encode(slots_[i].state, players[i], row, observations + i * row.bytes);
    }

    void encode(const State& state, int player, const Row& row, std::byte* out) const {
        if constexpr (!NativeState<State>) {
            const auto bytes = state.encodings().at(static_cast<std::size_t>(row.encoding)).bytes();
            if (bytes != row.bytes)
                throw Error("encodings() of " + quoted(state.text()) +
                            " differ from those of the first state");
        }
        state.encode(row.encoding, player, out);
    }

    void append_legal(Scratch& scratch, const Slot& slot, std::vector<std::int64_t>& out) const {
        if constexpr (!NativeState<State>) {
            for (const std::size_t action : slot.legal)
                out.push_back(static_cast<std::int64_t>(action));
        } else {
            slot.state.legal_moves(scratch.moves);
            for (const Move move : scratch.moves) out.push_back(slot.state.action(move));
        }
    }

    // By the position alone, so that a restored environment samples the same.
    static Move sampled_move(Scratch& scratch, Slot& slot) {
        if constexpr (State::random_moves_follow_history) {
            slot.state.legal_moves(scratch.moves);
            const auto count = static_cast<std::uint32_t>(scratch.moves.size());
            return scratch.moves[slot.sampler.below(count)];
        } else {
            return slot.state.random_move(slot.sampler);
        }
    }

    void list_legal(Scratch& scratch, Slot& slot) const {
        slot.state.legal_moves(scratch.moves);
        slot.legal.clear();
        for (const Move move : scratch.moves)
            slot.legal.push_back(checked_action(slot.state, move, actions_));
    }

    Options options_;
    const std::int32_t* viewers_;
    std::uint64_t seed_ = 0;
    Workers workers_;
    std::size_t sides_ = 0;
    std::size_t actions_ = 0;
    std::vector<Row> rows_;
    std::vector<Slot> slots_;
    mutable std::mutex busy_;  // callers on several threads take turns
};

}  // namespace quadrille
