// The sparse encoding `net`: what a good player looks at.
#include "quadrille/games/sheep/inputs.hpp"

#include <algorithm>
#include <cassert>

#include "quadrille/core/inputs.hpp"
#include "quadrille/games/sheep/meadow.hpp"

namespace quadrille::sheep {

namespace {

constexpr std::array few = {1, 2, 3, 4, 5, 7, 9, 13, 17, 25};  // sheep, cells, directions
constexpr std::array cell_numbers = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                     12, 13, 14, 15, 16, 20, 24, 28, 32, 48};
constexpr std::array leads = {-15.0, -8.0, -4.0, -2.0, -0.5, 0.5, 2.0, 4.0, 8.0, 15.0};
constexpr std::array flock_sizes = {2, 3, 4, 5, 7, 9, 13, 17};
constexpr std::array distances = {2, 3, 4, 5, 7, 10};
constexpr std::array lengths = {2, 3, 4, 5, 7};

int sheep_interval(int sheep) { return sheep < 3 ? sheep - 1 : sheep < 5 ? 2 : sheep < 9 ? 3 : 4; }

// What is told of a player besides its cells.
struct Holdings {
    int spare;  // sheep that can set out and have room
    double score;
    // The score if each of these gains as much as a cell of a region of nine.
    double expected() const { return score + 1.5 * spare; }
};

Holdings add_player(InputList& list, const State& state, const Meadow& meadow, int player) {
    const int cells = state.num_cells(player);
    const int extra = cells > 0 ? state.flock() - cells : 0;
    const int movable = meadow.movable(player), room = meadow.twelfths(player) / 12;
    int largest = 0, second = 0, regions = 0;
    state.for_each_area(player, [&](int area) {
        ++regions;
        second = std::max(second, std::min(largest, area));
        largest = std::max(largest, area);
    });
    list.interval(cells, cell_numbers);
    for (const int number :
         {movable, extra, std::max(extra - movable, 0), room, meadow.open(player),
          meadow.movable_cells(player), largest, second, regions})
        list.interval(number, few);
    return {std::min(movable, room), state.scores()[index(player)]};
}

void add_cells(InputList& list, const State& state, const Meadow& meadow, int viewer) {
    const int size = state.size();
    for (int y = 0; y < size; ++y) {
        for_each_bit(state.free_row(y), [&](int column) {
            const Cell cell(column - 1, y);
            const unsigned first = meadow.first_on(cell);
            const int who = first == 0 ? 0
                            : !std::has_single_bit(first)
                                ? 1
                                : 2 + relative(state, std::countr_zero(first), viewer);
            list.add((y * size + cell.x()) * inputs_per_cell + who);
        });
    }
    for (int player = 0; player < state.num_players(); ++player) {
        const int first = 2 + max_players + num_sheep_inputs * relative(state, player, viewer);
        state.for_each_cell(player, [&](Cell cell) {
            const int sheep = state.sheep(cell);
            const int number = sheep > 0 ? sheep_interval(sheep) : num_sheep_inputs - 1;
            list.add((cell.y() * size + cell.x()) * inputs_per_cell + first + number);
        });
    }
    list.skip(size * size * inputs_per_cell);
}

// By how many sides a side is beaten.
int rank(const State& state, const std::array<double, max_players>& worth, int player) {
    int better = 0;
    for (int other = 0; other < state.num_players(); ++other)
        if (state.side(other) != state.side(player))
            better += worth[index(other)] > worth[index(player)] ? 1 : 0;
    return state.options().has_teams() ? std::min(better, 1) : better;
}

}  // namespace

void State::inputs(int, int player, Inputs& out) const {
    const State seen = hides_facts() ? view(player) : *this;
    const State full = seen.is_view() ? seen.evened() : seen;
    const Meadow meadow(full);
    InputList list;
    add_cells(list, seen, meadow, player);
    list.one_of(static_cast<int>(phase()), 3);
    list.one_of(is_over() ? -1 : relative(*this, mover_, player), max_players);
    list.flag(options_.has_teams());
    std::array<double, max_players> scores{}, expected{};
    for (int seat = 0; seat < options_.players; ++seat) {
        const int other = (player + seat) % options_.players;
        const Holdings holdings = add_player(list, full, meadow, other);
        scores[index(other)] = holdings.score;
        expected[index(other)] = holdings.expected();
    }
    list.skip((max_players - options_.players) * inputs_per_player);
    for (int seat = 1; seat < options_.players; ++seat) {
        const int other = (player + seat) % options_.players;
        list.interval(scores[index(player)] - scores[index(other)], leads);
        list.interval(expected[index(player)] - expected[index(other)], leads);
    }
    list.skip((max_players - options_.players) * inputs_per_rival);
    list.one_of(rank(*this, scores, player), max_players);
    list.one_of(rank(*this, expected, player), max_players);
    assert(list.next() == num_inputs(size_));
    list.give_to(out);
}

namespace {

// Who comes first to the free cells, as far as the player to move can tell.
struct Territory {
    explicit Territory(const State& state)
        : guess(state.hides_facts() ? state.view(state.player()).evened() : state), meadow(guess) {}

    const State guess;
    const Meadow meadow;
};

}  // namespace

// Describes a move of the player to move by what that player knows.
class MoveDescription {
  public:
    MoveDescription(const State& state, InputList& list) : state_(state), list_(list) {}

    void add(Move move) {
        const int area = state_.size_ * state_.size_;
        list_.one_of(move.is_start() ? 0 : move.is_slide() ? 1 : 2, 3);
        list_.one_of(move.is_pass() ? -1 : number(move.to()), area);
        list_.one_of(move.is_slide() ? number(move.from()) : -1, area);
        if (move.is_slide())
            add_slide(move);
        else
            list_.skip(slide_inputs);
        if (move.is_start())
            add_start(State::place(move.to()));
        else
            list_.skip(start_inputs);
        assert(list_.next() == num_move_inputs(state_.size_));
    }

  private:
    using Place = State::Place;
    static constexpr int nowhere = 99;

    int number(Cell cell) const { return cell.y() * state_.size_ + cell.x(); }
    bool is_rival(int player) const { return state_.side(player) != state_.side(state_.mover_); }

    // Whether sheep may set out from there, as far as everybody knows.
    bool may_hold_spare(Place place, int player) const {
        if (!state_.hides_facts()) return state_.extra_[place] > 0;
        return state_.num_cells(player) < state_.flock_ && !state_.is_known_at(place);
    }

    // How many free cells can be walked to within four steps when `taken` is not free.
    int reach(Place from, Place taken) const {
        constexpr int steps = 4;
        auto free = state_.free_rows_;
        free[taken / State::stride] &= ~(1U << (taken % State::stride));
        std::array<std::uint32_t, State::stride + 2> reached{};  // a row of none at either end
        const int row = from / State::stride;
        reached[index(row + 1)] = 1U << (from % State::stride);
        int count = 0;
        for (int step = 1; step <= steps; ++step) {
            const int low = std::max(row - step, 1), high = std::min<int>(row + step, state_.size_);
            std::uint32_t before = reached[index(low)];
            count = 0;
            for (int y = low; y <= high; ++y) {
                const std::uint32_t here = reached[index(y + 1)];
                const std::uint32_t near = before | here | reached[index(y + 2)];
                before = here;
                reached[index(y + 1)] = (near | near << 1 | near >> 1) & free[index(y)];
                count += std::popcount(reached[index(y + 1)]);
            }
        }
        return count;
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
        list_.one_of(move.direction(), num_directions);
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

void State::move_inputs(int, Move move, Inputs& out) const {
    InputList list;
    MoveDescription(*this, list).add(move);
    list.give_to(out);
}

}  // namespace quadrille::sheep
