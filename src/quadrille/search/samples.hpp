// The positions that a network learns from: a ring of the newest ones, and batches drawn from it.
#pragma once

#include <deque>
#include <functional>

#include "quadrille/core/workers.hpp"
#include "quadrille/search/network_queue.hpp"
#include "quadrille/search/selfplay.hpp"

namespace quadrille::search {

// Arrays of one batch. What is ragged has offsets: that of row i is from offsets[i] to offsets[i + 1].
struct Batch {
    std::vector<float> dense;           // [rows, inputs], where the encoding is not sparse
    std::vector<std::int32_t> indices;  // of the inputs that are on, where it is
    std::vector<std::int32_t> offsets;  // [rows + 1]
    std::vector<float> values;          // [rows, values]
    std::vector<float> policy;          // [rows, actions], or [moves]
    std::vector<std::uint8_t> legal;    // [rows, actions], or empty
    // Where the policy is over moves: what describes each, and the row that it belongs to.
    std::vector<std::int32_t> move_indices;
    std::vector<std::int32_t> move_offsets;  // [moves + 1]
    std::vector<std::int32_t> move_rows;     // [moves]
    std::vector<float> weights;              // [rows]: 0 where there is no policy to learn
};

template <GameState State>
class Samples {
  public:
    using Move = typename State::Move;

    explicit Samples(std::size_t capacity) : capacity_(std::max<std::size_t>(capacity, 1)) {}

    std::size_t size() const { return ring_.size(); }
    std::size_t capacity() const { return capacity_; }
    std::uint64_t total() const { return total_; }
    const Sample<State>& at(std::size_t i) const { return ring_.at(i); }

    void set_total(std::uint64_t total) { total_ = total; }  // of those that were ever added
    void add(Sample<State> sample) {
        ring_.push_back(std::move(sample));
        ++total_;
        if (ring_.size() > capacity_) ring_.pop_front();
    }

    struct Played {
        std::uint64_t games = 0, positions = 0, simulations = 0;
        std::vector<double> outcomes;  // of side 0 in each game
    };

    // Adds the positions of games `first` to `first + games`; the same for any number of threads.
    Played play(const typename State::Options& options, const SelfPlaySettings& settings,
                std::uint64_t games, std::uint64_t seed, std::uint64_t first, int threads,
                const std::function<bool()>& stopped) {
        Games round{options, seed, first, std::vector<std::vector<Sample<State>>>(games)};
        if (settings.search.network && settings.search.network->is_outside()) {
            play_together(round, settings);
        } else {
            Workers workers(threads);
            workers.for_ranges(static_cast<std::size_t>(threads), [&](std::size_t begin, auto) {
                std::uint64_t game = 0;
                play_some(round, settings, game, [&] { return begin == 0 && stopped(); });
            });
        }
        Played played;
        played.simulations = round.simulations;
        for (auto& game : round.found) {
            if (game.empty()) continue;
            ++played.games;
            played.positions += game.size();
            played.outcomes.push_back(game.back().values[0]);
            for (Sample<State>& sample : game) add(std::move(sample));
        }
        return played;
    }

    struct Request {
        int encoding;
        bool sparse;  // whether the encoding is
        std::size_t inputs;
        bool over_moves;  // whether the policy is over moves
        bool symmetries;
    };

    // Rows drawn with replacement, each seen in one of the ways in which the game looks the same.
    Batch draw(std::size_t rows, const Request& request, Rng& rng) const {
        if (ring_.empty()) throw Error("expected at least one sample to draw from");
        Batch batch;
        batch.offsets.push_back(0);
        batch.move_offsets.push_back(0);
        for (std::size_t row = 0; row < rows; ++row) {
            const Sample<State>& sample = ring_[rng.below(static_cast<std::uint32_t>(size()))];
            const auto ways = static_cast<std::uint32_t>(sample.state.num_symmetries());
            const int symmetry =
                request.symmetries && ways > 1 ? static_cast<int>(rng.below(ways)) : 0;
            write(sample, symmetry, request, batch);
        }
        return batch;
    }

    // Every sample in order, as it is.
    Batch all(const Request& request) const {
        Batch batch;
        batch.offsets.push_back(0);
        batch.move_offsets.push_back(0);
        for (const Sample<State>& sample : ring_) write(sample, 0, request, batch);
        return batch;
    }

  private:
    // Games of self-play that several threads play.
    struct Games {
        const typename State::Options& options;
        std::uint64_t seed, first;
        std::vector<std::vector<Sample<State>>> found;  // by game
        std::atomic<std::uint64_t> next = 0, simulations = 0;
        std::atomic<bool> stop = false;
    };

    // What one thread does: game after game, whose number is in `game`, while there are any.
    template <class Stopped>
    static void play_some(Games& games, const SelfPlaySettings& settings, std::uint64_t& game,
                          Stopped&& stopped) {
        SelfPlay<State> player(games.options, settings);
        while (!games.stop && (game = games.next++) < games.found.size()) {
            games.found[game] = player.play(games.seed, games.first + game);
            if (stopped()) games.stop = true;
        }
        games.simulations += player.simulations();
    }

    // With a network outside: every player has a thread, and the caller answers them in batches.
    static void play_together(Games& games, const SelfPlaySettings& settings) {
        const auto together = static_cast<std::size_t>(std::max(settings.together, 1));
        const std::size_t players = std::min(together, games.found.size());
        NetworkQueue queue(*settings.search.network, players);
        std::exception_ptr error;
        std::mutex mutex;
        const auto play = [&] {
            std::uint64_t game = 0;
            SelfPlaySettings own = settings;
            own.search.network = std::make_shared<const Network>(queue.seen_from(game));
            try {
                play_some(games, own, game, [] { return false; });
            } catch (const NetworkQueue::Stopped&) {
            } catch (...) {
                const std::lock_guard lock(mutex);
                error = std::current_exception();
                queue.stop();
            }
            queue.leave();
        };
        {
            std::vector<JoiningThread> threads;
            try {
                for (std::size_t i = 0; i < players; ++i) threads.emplace_back(play);
            } catch (...) {
                queue.stop();  // those that have begun
                throw;
            }
            queue.serve();
        }
        if (error) std::rethrow_exception(error);
    }

    static void write(const Sample<State>& sample, int symmetry, const Request& request,
                      Batch& batch) {
        const State state = symmetry == 0 ? sample.state : sample.state.image(symmetry);
        const int player = state.player();
        if (request.sparse) {
            static thread_local Inputs inputs;
            state.inputs(request.encoding, player, inputs);
            batch.indices.insert(batch.indices.end(), inputs.begin(), inputs.end());
            batch.offsets.push_back(static_cast<std::int32_t>(batch.indices.size()));
        } else {
            const std::size_t start = batch.dense.size();
            batch.dense.resize(start + request.inputs);
            state.encode(request.encoding, player, batch.dense.data() + start);
        }
        write_values(sample, state, batch);
        batch.weights.push_back(sample.policy.empty() ? 0.0F : 1.0F);
        if (request.over_moves)
            write_moves(sample, state, symmetry, request.encoding, batch);
        else
            write_actions(sample, state, symmetry, batch);
    }

    // As NetworkJudge reads them: the mover's side first.
    static void write_values(const Sample<State>& sample, const State& state, Batch& batch) {
        const auto sides = static_cast<std::size_t>(state.num_sides());
        const auto side = static_cast<std::size_t>(state.side(state.player()));
        for (std::size_t i = 0; i < (sides <= 2 ? 1 : sides); ++i)
            batch.values.push_back(static_cast<float>(sample.values[(side + i) % sides]));
    }

    static void write_actions(const Sample<State>& sample, const State& state, int symmetry,
                              Batch& batch) {
        const auto actions = static_cast<std::size_t>(state.num_actions());
        const std::size_t start = batch.policy.size();
        batch.policy.resize(start + actions);
        batch.legal.resize(start + actions);
        static thread_local std::vector<Move> moves;
        state.legal_moves(moves);
        for (const Move move : moves)
            batch.legal[start + static_cast<std::size_t>(state.action(move))] = 1;
        for (const auto [value, probability] : sample.policy) {
            const Move move = sample.state.image_of(Move{value}, symmetry);
            batch.policy[start + static_cast<std::size_t>(state.action(move))] += probability;
        }
    }

    static void write_moves(const Sample<State>& sample, const State& state, int symmetry,
                            int encoding, Batch& batch) {
        static thread_local Inputs inputs;
        const auto row = static_cast<std::int32_t>(batch.weights.size() - 1);
        for (const auto [value, probability] : sample.policy) {
            state.move_inputs(encoding, sample.state.image_of(Move{value}, symmetry), inputs);
            batch.move_indices.insert(batch.move_indices.end(), inputs.begin(), inputs.end());
            batch.move_offsets.push_back(static_cast<std::int32_t>(batch.move_indices.size()));
            batch.move_rows.push_back(row);
            batch.policy.push_back(probability);
        }
    }

    std::size_t capacity_;
    std::uint64_t total_ = 0;
    std::deque<Sample<State>> ring_;
};

}  // namespace quadrille::search
