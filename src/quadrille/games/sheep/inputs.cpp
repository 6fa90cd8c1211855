// The sparse encoding `net`: what a good player looks at.
#include "quadrille/games/sheep/inputs.hpp"

#include <algorithm>
#include <cassert>

#include "quadrille/core/inputs.hpp"
#include "quadrille/games/sheep/meadow.hpp"

namespace quadrille::sheep {

namespace {

constexpr std::array spare_bounds = {2, 3, 5, 9};          // sheep that can leave a cell
constexpr std::array way_bounds = {1, 2, 3, 4, 5, 7};      // directions out of a cell
constexpr std::array pocket_bounds = {1, 2, 3, 5, 9, 17};  // cells that only they come to
constexpr int num_spares = 5, num_ways = 7, num_pockets = 7;
constexpr int num_surroundings = 25;  // own cells beside a cell, and free ones
constexpr std::array cell_numbers = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                     12, 13, 14, 15, 16, 20, 24, 28, 32, 48};
constexpr std::array leads = {-15.0, -8.0, -4.0, -2.0, -0.5, 0.5, 2.0, 4.0, 8.0, 15.0};

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

// Which interval a number lies in.
template <std::size_t N>
int interval_of(int number, const std::array<int, N>& bounds) {
    int which = 0;
    for (const int bound : bounds) which += number >= bound ? 1 : 0;
    return which;
}

int beside(const Rows& rows, std::size_t row, int column) {
    const std::uint32_t here = rows[row] >> (column - 1);
    return static_cast<int>((here & 1) + (here >> 2 & 1) + (rows[row - 1] >> column & 1) +
                            (rows[row + 1] >> column & 1));
}

// The player's cells one by one: what is around each, and what its sheep can do.
void add_cells(InputList& list, const State& state, const Meadow& meadow, int player) {
    const Rows own = meadow.cells(player), alone = meadow.alone(player);
    const int pockets = num_spares * num_ways, places = pockets + num_spares * num_pockets;
    state.for_each_cell(player, [&](Cell cell) {
        const std::size_t row = index(cell.y() + 1);
        const int column = cell.x() + 1;
        list.add(places + 5 * beside(own, row, column) + beside(meadow.free(), row, column));
        const int extra = state.sheep(cell) - 1;
        if (extra <= 0) return;
        const int spare = interval_of(extra, spare_bounds);
        const int ways = interval_of(std::popcount(state.open_directions(cell)), way_bounds);
        const int pocket = interval_of(walk(alone, cell, state.size()), pocket_bounds);
        list.add(num_ways * spare + ways);
        list.add(pockets + num_pockets * spare + pocket);
    });
    list.skip(places + num_surroundings);
}

int count(const Rows& rows, const Rows& others) {
    int sum = 0;
    for (std::size_t row = 0; row < rows.size(); ++row)
        sum += std::popcount(rows[row] & others[row]);
    return sum;
}

// The free cells that the player comes to first, by the steps that it takes: alone, with others; and
// of those that it comes to alone, how many touch its cells, and how many touch two of them.
void add_room(InputList& list, const Meadow& meadow, int player) {
    const Rows alone = meadow.alone(player), own = meadow.cells(player);
    Rows shared = meadow.first(player), touching{}, joining{};
    for (std::size_t row = 1; row + 1 < shared.size(); ++row) {
        shared[row] &= ~alone[row];
        const std::uint32_t left = own[row] << 1, right = own[row] >> 1;
        const std::uint32_t above = own[row - 1], below = own[row + 1];
        touching[row] = left | right | above | below;
        joining[row] = (left & right) | (above & below) | ((left | right) & (above | below));
    }
    for (std::size_t step = 0; step < Meadow::num_step_classes; ++step) {
        list.interval(count(alone, meadow.at_step(step)), few);
        list.interval(count(shared, meadow.at_step(step)), few);
    }
    list.interval(count(alone, touching), few);
    list.interval(count(alone, joining), few);
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
    list.one_of(static_cast<int>(phase()), 3);
    list.one_of(is_over() ? -1 : relative(*this, mover_, player), max_players);
    list.flag(options_.has_teams());
    std::array<double, max_players> scores{}, expected{};
    for (int seat = 0; seat < options_.players; ++seat) {
        const int other = (player + seat) % options_.players;
        add_cells(list, full, meadow, other);
        add_room(list, meadow, other);
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
    assert(list.next() == num_inputs);
    list.give_to(out);
}

}  // namespace quadrille::sheep
