// The sparse encoding `net`: what a good player looks at.
#include "quadrille/games/pillars/inputs.hpp"

#include <cassert>
#include <cstdlib>

#include "quadrille/core/inputs.hpp"
#include "quadrille/games/pillars/climb.hpp"

namespace quadrille::pillars {

namespace {

constexpr std::array climb_bounds = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 99};
constexpr std::array distance_bounds = {1, 2, 3, 4, 5, 7, 9};
constexpr std::array pile_bounds = {1, 2, 3, 4, 6, 9};
constexpr std::array height_bounds = {1, 2, 3, 4, 5, 7, 9, 13, 17, 25};
constexpr std::array race_bounds = {-5, -3, -2, -1, 0, 1, 2, 3, 5};
constexpr std::array round_bounds = {2, 3, 5, 9, 17, 33, 65, 129, 257, 513};
constexpr std::array rise_bounds = {-2, -1, 0, 1, 2, 3};
constexpr std::array change_bounds = {-2, -1, 0, 1, 2};

int distance(Cell a, Cell b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }
Cell beside(Cell cell, int direction) {
    const Direction& step = directions[static_cast<std::size_t>(direction)];
    return {cell.x + step.dx, cell.y + step.dy};
}

// The cells beside a gamer, by what it can do there.
struct Neighbours {
    int higher = 0, level = 0, lower = 0;  // that it can enter
    int steep = 0, taken = 0;              // that it cannot

    // Of whoever stands on a cell so high; `left` is a cell that is taken to be free.
    Neighbours(const State& state, Cell cell, int height, Cell left) {
        for (int direction = 0; direction < 4; ++direction) {
            const Cell to = beside(cell, direction);
            if (!state.on_grid(to)) continue;
            const int rise = state.height_at(to) - height;
            if (state.gamer_at(to) >= 0 && to != left)
                ++taken;
            else if (std::abs(rise) > 1)
                ++steep;
            else
                ++(rise > 0 ? higher : rise < 0 ? lower : level);
        }
    }
};

// The i-th gamer of a team by the order in which they act.
int gamer(const State& state, int side, int i) {
    return side * state.gamers() + state.team(side).order[static_cast<std::size_t>(i)];
}

// How many gamers of a team have acted in this round; none at the end, which has no round.
int num_acted(const State& state, int side) {
    if (state.is_over()) return 0;
    return (state.action_number() - 1 + (side == red ? 1 : 0)) / 2;
}

void add_cells(InputList& list, const State& state, int own) {
    const int size = state.size();
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            if (const int height = state.height_at({x, y}); height > 0)
                list.add((y * size + x) * inputs_per_cell + height);
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < state.gamers(); ++i) {
            const Cell cell = state.position(gamer(state, k == 0 ? own : 1 - own, i));
            list.add((cell.y * size + cell.x) * inputs_per_cell + num_heights + k * max_gamers + i);
        }
    list.skip(size * size * inputs_per_cell);
}

void add_gamer(InputList& list, const State& state, const Climb& climb, int side, int i) {
    const int player = gamer(state, side, i);
    const Cell cell = state.position(player);
    const int height = state.height_at(cell);
    const auto& next = state.team(side).next;
    int place = 0;
    while (next[static_cast<std::size_t>(place)] != player - side * state.gamers()) ++place;
    list.flag(i < num_acted(state, side));
    list.one_of(place, max_gamers);
    list.one_of(height, num_heights);
    list.interval(distance(cell, state.centre()), distance_bounds);
    list.interval(climb.cost(player), climb_bounds);
    const Neighbours near(state, cell, height, cell);
    for (const int number : {near.higher, near.level, near.lower, near.steep, near.taken})
        list.one_of(number, 5);
}

// What a team has; how many actions its best gamer needs.
int add_team(InputList& list, const State& state, const Climb& climb, int side) {
    const Team& team = state.team(side);
    const bool hidden = state.is_hidden(side);
    int best = Climb::unreachable, heights = 0;
    for (int i = 0; i < state.gamers(); ++i) {
        best = std::min(best, climb.cost(gamer(state, side, i)));
        heights += state.height_at(state.position(gamer(state, side, i)));
    }
    for (const Card card : {move_card, build_card}) {
        list.one_of(hidden ? -1 : team.hand[card], max_gamers + 1);
        list.interval(team.pile[card], pile_bounds);  // where it is hidden, with the hand
    }
    list.flag(hidden);
    list.one_of(team.hand.total(), max_gamers + 1);
    list.interval(best, climb_bounds);
    list.interval(heights, height_bounds);
    list.one_of(state.gamers() - num_acted(state, side), max_gamers + 1);
    return best;
}

// Whether the gamer to act can step on the centre at once.
bool wins_now(const State& state) {
    const int player = state.player();
    if (player < 0 || state.is_hidden(state.side(player))) return false;
    const Cell cell = state.position(player);
    return state.team(state.side(player)).hand[move_card] > 0 &&
           distance(cell, state.centre()) == 1 && state.gamer_at(state.centre()) < 0 &&
           state.height_at(cell) == state.height() - 1;
}

void add_turn(InputList& list, const State& state, int own) {
    const int actor = state.actor();
    int which = -1;
    for (int i = 0; actor >= 0 && i < state.gamers(); ++i)
        if (gamer(state, state.side(actor), i) == actor)
            which = i + (state.side(actor) == own ? 0 : max_gamers);
    list.one_of(which, 2 * max_gamers);
    list.flag(state.player() == CHANCE);
    list.flag(wins_now(state));
    list.interval(state.is_over() ? 1 : state.round(), round_bounds);
    list.flag(state.is_over());
    list.flag(state.options().builds_anywhere());
}

void describe_step(InputList& list, const State& state, int player, Cell to) {
    const Cell from = state.position(player);
    const int height = state.height_at(to);
    const Climb& climb = facts_about<Climb>(state);
    list.one_of(height - state.height_at(from) < 0   ? 0
                : height - state.height_at(from) > 0 ? 2
                                                     : 1,
                3);
    list.one_of(height, num_heights);
    list.flag(to == state.centre());
    list.flag(distance(to, state.centre()) < distance(from, state.centre()));
    const Neighbours near(state, to, height, from);
    for (const int number : {near.higher, near.level, near.steep}) list.one_of(number, 5);
    const int cost = to == state.centre() ? 0 : climb.cost_from(to);
    list.interval(cost, climb_bounds);
    list.interval(cost - climb.cost(player), change_bounds);
}

void describe_build(InputList& list, const State& state, int player, Cell cell) {
    const int own = state.side(player), height = state.height_at(cell) + 1;
    const Cell here = state.position(player);
    const bool is_near = distance(here, cell) == 1;
    list.one_of(height, num_heights);
    if (is_near)
        list.interval(height - state.height_at(here), rise_bounds);
    else
        list.skip(7);
    list.flag(is_near);
    // By team: gamers beside it who can climb it only now, and who can no more.
    std::array<std::array<int, 2>, 2> opened{};
    for (int direction = 0; direction < 4; ++direction) {
        const Cell next = beside(cell, direction);
        const int other = state.on_grid(next) ? state.gamer_at(next) : -1;
        if (other < 0) continue;
        const std::size_t foe = state.side(other) != own;
        const int rise = height - state.height_at(next);
        opened[foe][0] += rise == 1 ? 1 : 0;
        opened[foe][1] += rise == 2 ? 1 : 0;
    }
    for (const auto& counts : opened)
        for (const int count : counts) list.one_of(std::min(count, 3), 4);
    const int way = distance(cell, state.centre());
    list.interval(way, std::array{2, 3, 4, 5, 7, 9});
    list.flag(way == 1 && height == state.height() - 1);
}

void describe_pass(InputList& list, const State& state, int player) {
    const int own = state.side(player);
    const auto& next = state.team(own).next;
    int place = 0;
    while (next[static_cast<std::size_t>(place)] != player - own * state.gamers()) ++place;
    list.one_of(place, max_gamers);
    list.flag(place == 0);
}

}  // namespace

void State::inputs(int, int player, Inputs& out) const {
    const State seen = view(player);
    const int own = side(player);
    const Climb climb(seen);
    InputList list;
    add_cells(list, seen, own);
    for (const int side : {own, 1 - own}) {
        for (int i = 0; i < gamers(); ++i) add_gamer(list, seen, climb, side, i);
        list.skip((max_gamers - gamers()) * inputs_per_gamer);
    }
    const int mine = add_team(list, seen, climb, own);
    const int theirs = add_team(list, seen, climb, 1 - own);
    list.interval(mine - theirs, race_bounds);
    add_turn(list, seen, own);
    assert(list.next() == num_inputs(size()));
    list.give_to(out);
}

void State::move_inputs(int, Move move, Inputs& out) const {
    const int player = actor();
    const Cards& hand = team(side(player)).hand;
    InputList list;
    list.one_of(move.is_step() ? 0 : move.is_build() ? 1 : 2, 3);
    list.one_of(move.card(), 2);
    const Cell cell =
        move.is_step() ? pillars::beside(position(player), move.direction()) : move.cell();
    list.one_of(move.is_pass() ? -1 : cell.y * size() + cell.x, size() * size());
    for (const Card card : {move_card, build_card})
        list.one_of(hand[card] - (card == move.card() ? 1 : 0), max_gamers + 1);
    if (move.is_step())
        describe_step(list, *this, player, cell);
    else
        list.skip(step_inputs);
    if (move.is_build())
        describe_build(list, *this, player, cell);
    else
        list.skip(build_inputs);
    if (move.is_pass())
        describe_pass(list, *this, player);
    else
        list.skip(pass_inputs);
    assert(list.next() == num_move_inputs(size()));
    list.give_to(out);
}

}  // namespace quadrille::pillars
