// What all searches share: when to stop, how to judge a position, and the one form of answer.
//
// A search is a class template over the state. It is made from its settings, may keep things from
// one move to the next (a tree, a table), and answers
//
//   Result<State> search(const State& root, Rng& rng, Control<State>& control)
//
// for whoever moves at the root. The root is a view: it holds nothing that the mover cannot know.
// Where facts are hidden, the search draws full states from it by redeal().
//
// Settings name their fields for the binding: visit(f) calls f("depth", depth), and
// f("leaf", leaf, {"rollout", "evaluate"}) for a choice, kept as an index.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "quadrille/core/assume.hpp"
#include "quadrille/core/game.hpp"

namespace quadrille::search {

template <SearchState State>
using Values = std::array<double, State::max_players>;  // per side, in [-1, 1]

template <SearchState State>
struct MoveStats {
    typename State::Move move;
    std::optional<std::uint64_t> visits;
    std::optional<double> value;  // for the side of the player to move at the root
    std::optional<double> prior;
    bool exact = false;  // the value is proven, not estimated
};

template <SearchState State>
struct Result {
    typename State::Move move{};
    Values<State> value{};
    std::vector<MoveStats<State>> moves;  // ascending by move
    std::vector<typename State::Move> pv;
    std::uint64_t nodes = 0;  // positions visited; simulations for mcts
    int depth = 0;            // of the deepest finished iteration, or of the deepest line
    bool exact = false;       // the value is proven, not estimated
    bool valued = true;       // false: nothing is known of the value
};

// Bounds a running search: a deadline, a stop request from outside, and who wants to hear of it.
// One thread owns it; the others of a parallel search only read stop_requested().
template <SearchState State>
class Control {
  public:
    using Clock = std::chrono::steady_clock;
    using Poll = std::function<bool()>;                        // true asks to stop; may throw
    using Report = std::function<void(const Result<State>&)>;  // may throw

    static constexpr double forever = std::numeric_limits<double>::infinity();

    explicit Control(double seconds = forever, Poll poll = {}, Report report = {})
        : seconds_(seconds), poll_(std::move(poll)), report_(std::move(report)) {}
    Control(const Control&) = delete;
    Control& operator=(const Control&) = delete;

    // To be asked at every node or simulation: looks at the clock about every millisecond.
    bool stopped() {
        if (--countdown_ == 0) [[unlikely]]
            look();
        return stop_requested();
    }
    bool stop_requested() const { return stop_.load(std::memory_order_relaxed); }
    void stop() { stop_.store(true, std::memory_order_relaxed); }

    double elapsed() const { return std::chrono::duration<double>(last_look_ - start_).count(); }
    double limit() const { return seconds_; }  // `forever` without one

    // Whether somebody wants to hear the result so far; then call report(). At most 10 a second.
    bool report_due() const { return report_due_; }
    void report(const Result<State>& so_far) {
        report_due_ = false;
        if (report_) report_(so_far);
    }

    // Looks at the clock now, for a thread that only waits for others.
    void look() {
        using std::chrono::milliseconds;
        const auto now = Clock::now();
        const auto gap = std::max(now - last_look_, Clock::duration(1));
        // Towards a look a millisecond, whatever a node costs in this game.
        const auto wanted = static_cast<std::uint64_t>(stride_ * milliseconds(1) / gap);
        stride_ = std::clamp<std::uint64_t>(wanted, 1, std::min<std::uint64_t>(2 * stride_, 65536));
        countdown_ = stride_;
        last_look_ = now;
        if (elapsed() >= seconds_) stop();
        if (now - last_poll_ >= milliseconds(10)) {
            last_poll_ = now;
            if (poll_ && poll_()) stop();
        }
        if (report_ && now - last_report_ >= milliseconds(100)) {
            last_report_ = now;
            report_due_ = true;
        }
    }

  private:
    double seconds_;
    Poll poll_;
    Report report_;
    std::atomic<bool> stop_ = false;
    bool report_due_ = false;
    std::uint64_t stride_ = 1;
    std::uint64_t countdown_ = 1;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_look_ = start_;
    Clock::time_point last_poll_ = start_;
    Clock::time_point last_report_ = start_;
};

// Who plays for which side, asked once, since a Python-written game answers slowly.
template <SearchState State>
struct Seats {
    int players;
    int sides;
    std::array<int, State::max_players> side{};  // by player

    explicit Seats(const State& state) : players(state.num_players()), sides(state.num_sides()) {
        for (int player = 0; player < players; ++player)
            side[static_cast<std::size_t>(player)] = state.side(player);
    }
    // Of a player, neither CHANCE nor NOBODY.
    std::size_t side_of(int player) const {
        assume(player >= 0 && player < State::max_players);
        return static_cast<std::size_t>(side[static_cast<std::size_t>(player)]);
    }
};

// The value of a position without looking ahead: its outcome if over, else the static evaluation
// with the game's own weights. A single side, whose outcome is always 0, is judged by its score,
// squashed.
template <SearchState State>
class Evaluator {
  public:
    explicit Evaluator(const State& root)
        : weights_(root.weights()), sides_(static_cast<std::size_t>(root.num_sides())) {}

    Values<State> operator()(const State& state) const {
        return state.is_over() ? outcome(state) : estimate(state);
    }
    Values<State> outcome(const State& state) const {
        return sides_ == 1 ? solo(state) : state.outcome();
    }
    // Of a position that is not over.
    Values<State> estimate(const State& state) const {
        if (sides_ == 1) return solo(state);
        Values<State> values{};
        if (!weights_.empty()) state.evaluate(weights_, std::span<double>(values.data(), sides_));
        return values;
    }

    std::span<const float> weights() const { return weights_; }

  private:
    static Values<State> solo(const State& state) {
        const auto scores = state.scores();
        double sum = 0;
        for (int player = 0; player < state.num_players(); ++player)
            sum += scores[static_cast<std::size_t>(player)];
        Values<State> values{};
        values[0] = sum / (1000 + (sum < 0 ? -sum : sum));
        return values;
    }

    std::vector<float> weights_;
    std::size_t sides_;
};

}  // namespace quadrille::search
