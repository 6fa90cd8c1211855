// How moves are described: beside `net` by what the player to move knows, else by their parts.
#include <algorithm>
#include <cassert>

#include "quadrille/core/inputs.hpp"
#include "quadrille/games/sheep/inputs.hpp"
#include "quadrille/games/sheep/meadow.hpp"

namespace quadrille::sheep {

namespace {

constexpr std::array flock_sizes = {2, 3, 4, 5, 7, 9, 13, 17};
constexpr std::array distances = {2, 3, 4, 5, 7, 10};
constexpr std::array lengths = {2, 3, 4, 5, 7};

// Who comes first to the free cells, as far as the player to move can tell.
struct Territory {
    explicit Territory(const State& state)
        : guess(state.hides_facts() ? state.view(state.player()).evened() : state), meadow(guess) {}

    const State guess;
    const Meadow meadow;
};

// Where the move begins, then of a slide how many go and in which direction; a pass has no parts.
void add_parts(const State& state, Move move, InputList& list) {
    if (move.is_pass()) return;
    const Cell cell = move.is_start() ? move.to() : move.from();
    list.one_of(cell.x(), state.size());
    list.one_of(cell.y(), state.size());
    if (move.is_start()) return;
    list.one_of(move.sheep() - 1, state.flock() - 1);
    list.one_of(move.direction(), num_directions);
}

}  // namespace

// Describes a move of the player to move by what that player knows.
class MoveDescription {
  public:
    MoveDescription(const State& state, InputList& list) : state_(state), list_(list) {}

    void add(Move move) {
        list_.one_of(move.is_start() ? 0 : move.is_slide() ? 1 : 2, 3);
        if (move.is_slide())
            add_slide(move);
        else
            list_.skip(slide_inputs);
        if (move.is_start())
            add_start(State::place(move.to()));
        else
            list_.skip(start_inputs);
        assert(list_.next() == num_move_inputs);
    }

  private:
    using Place = State::Place;
    static constexpr int nowhere = 99;

    bool is_rival(int player) const { return state_.side(player) != state_.side(state_.mover_); }

    // Whether sheep may set out from there, as far as everybody knows.
    bool may_hold_spare(Place place, int player) const {
        if (!state_.hides_facts()) return state_.extra_[place] > 0;
        return state_.num_cells(player) < state_.flock_ && !state_.is_known_at(place);
    }

    // How many free cells can be walked to within four steps when `taken` is not free.
    int reach(Place from, Place taken) const {
        auto free = state_.free_rows_;
        free[taken / State::stride] &= ~(1U << (taken % State::stride));
        return walk(free, State::cell_of(from), state_.size_);
    }

    // The distance, in steps of a king, to the nearest cell of other players that `counts`.
    template <class Counts>
    int distance(Place from, Counts&& counts) const {
        const Cell here = State::cell_of(from);
        int nearest = nowhere;
        for (int player = 0; player < state_.options_.players; ++player)
            for (const Place place : state_.places(player)) {
                if (!counts(place, player)) continue;
                const Cell there = State::cell_of(place);
                nearest = std::min(nearest, std::max(std::abs(here.x() - there.x()),
                                                     std::abs(here.y() - there.y())));
            }
        return nearest;
    }
    int rival_distance(Place from) const {
        return distance(from, [&](Place place, int player) {
            return is_rival(player) && may_hold_spare(place, player);
        });
    }
    template <std::size_t N>
    void add_distance(int distance, const std::array<int, N>& bounds) {
        if (distance == nowhere)
            list_.skip(static_cast<int>(N) + 1);
        else
            list_.interval(distance, bounds);
        list_.flag(distance == nowhere);
    }

    // None to spare, few or many of them for the room that there is, or too many.
    void add_need(int spare, int room) {
        list_.one_of(spare == 0 ? 0 : 2 * spare <= room ? 1 : spare <= room ? 2 : 3, 4);
    }

    void add_slide(Move move) {
        const Place from = State::place(move.from()), to = State::place(move.to());
        const int step = State::steps[index(move.direction())];
        const int length = (to - from) / step;
        const int sheep = state_.extra_[from] + 1, sent = move.sheep(), left = sheep - sent;
        list_.interval(length, lengths);
        list_.interval(sheep, flock_sizes);
        list_.interval(sent, flock_sizes);
        list_.interval(left, flock_sizes);
        list_.one_of(4 * sent / sheep, 4);
        list_.one_of(std::popcount(state_.open_at(to)), num_directions + 1);
        list_.one_of(std::popcount(state_.open_at(from)) - (length == 1 ? 1 : 0),
                     num_directions + 1);
        const int there = reach(to, to), here = reach(from, to);
        list_.interval(there, few);
        list_.interval(here, few);
        add_need(sent - 1, there);
        add_need(left - 1, here);
        add_claim(move.to());
        add_joined(from, to);
        add_rivals_beside(to);
        add_distance(rival_distance(to), distances);
        add_distance(rival_distance(from), distances);
    }

    // Who comes first to a free cell: the player, the player and others, others, nobody.
    void add_claim(Cell cell) {
        const unsigned first = facts_about<Territory>(state_).meadow.first_on(cell);
        const unsigned mine = 1U << state_.mover_;
        list_.one_of(first == mine ? 0 : (first & mine) != 0 ? 1 : first != 0 ? 2 : 3, 4);
    }

    // The regions of the player that the landing joins.
    void add_joined(Place from, Place to) {
        std::uint64_t joined = 0;
        int area = 0;
        for (const int step : {-State::stride, -1, 1, State::stride}) {
            const std::size_t beside = index(to + step);
            if (state_.ground_[beside] != state_.mover_ + State::first_owner) continue;
            const std::uint64_t region = std::uint64_t{1} << state_.region_[beside];
            if ((joined & region) == 0)
                area += state_.area_[index(state_.mover_)][state_.region_[beside]];
            joined |= region;
        }
        list_.one_of(std::min(std::popcount(joined), 3), 4);
        list_.interval(area, few);
        list_.flag((joined >> state_.region_[from] & 1) != 0);
    }

    // How many cells of other sides are beside a cell, and from how many of them sheep may set out.
    void add_rivals_beside(Place to) {
        int cells = 0, movable = 0;
        for (const int step : State::steps) {
            const auto beside = static_cast<Place>(to + step);
            const int owner = int{state_.ground_[beside]} - State::first_owner;
            if (owner < 0 || !is_rival(owner)) continue;
            ++cells;
            movable += may_hold_spare(beside, owner) ? 1 : 0;
        }
        list_.one_of(std::min(cells, 4), 5);
        list_.one_of(std::min(movable, 3), 4);
    }

    void add_start(Place to) {
        int slides = 0, walls = 0;
        for (int direction = 0; direction < num_directions; ++direction) {
            const int step = State::steps[index(direction)];
            slides += (state_.landing_from(to, direction) - to) / step;
        }
        for (const int step : {-State::stride, -1, 1, State::stride})
            walls += state_.ground_[index(to + step)] == State::wall ? 1 : 0;
        list_.one_of(state_.started_, max_players);
        list_.one_of(std::popcount(state_.open_at(to)), num_directions + 1);
        list_.interval(reach(to, to), few);
        list_.interval(slides, std::array{4, 8, 12, 16, 20, 26, 32, 40, 48, 60, 80, 100});
        list_.one_of(walls, 5);
        add_distance(distance(to, [&](Place, int player) { return is_rival(player); }), distances);
        add_distance(distance(to, [&](Place, int player) { return !is_rival(player); }), distances);
    }

    const State& state_;
    InputList& list_;
};

void State::move_inputs(int encoding, Move move, Inputs& out) const {
    InputList list;
    if (encoding == net)
        MoveDescription(*this, list).add(move);
    else
        add_parts(*this, move, list);
    list.give_to(out);
}

}  // namespace quadrille::sheep
