#include "quadrille/games/connect_four/solver.hpp"

#include <algorithm>

namespace quadrille::connect_four {

namespace {

constexpr int eager_discs = 30;  // with fewer all moves are looked up before the first is searched
constexpr int mirrored_plies = 8;
constexpr std::uint64_t odd_rows = bottom_row * 0b010101;  // the first, third and fifth
constexpr std::uint64_t even_rows = bottom_row * 0b101010;
constexpr std::array<int, columns> centre_first = {3, 2, 4, 1, 5, 0, 6};

constexpr Goal opposite(Goal goal) { return goal == Goal::win ? Goal::draw : Goal::win; }

// Two bits of answers for each question.
constexpr unsigned known(Goal goal) { return goal == Goal::win ? 4 : 1; }
constexpr unsigned yes(Goal goal) { return goal == Goal::win ? 8 : 2; }

// What stored answers say about a question. A winner draws at least, and who does not draw does not
// win.
template <Goal goal>
std::optional<bool> answer_in(unsigned answers) {
    if (answers & known(goal)) return (answers & yes(goal)) != 0;
    if (goal == Goal::draw && answers & yes(Goal::win)) return true;
    if (goal == Goal::win && answers & known(Goal::draw) && !(answers & yes(Goal::draw)))
        return false;
    return std::nullopt;
}

bool is_single(std::uint64_t set) { return (set & (set - 1)) == 0; }

bool wins_at_once(Position position) {
    return (completing(position.mine) & next_squares(position.occupied)) != 0;
}

// The moves after which the opponent does not win at once.
std::uint64_t safe_moves(Position position) {
    std::uint64_t moves = next_squares(position.occupied);
    const std::uint64_t threats = completing(position.theirs()) & full_board;
    if (const std::uint64_t forced = moves & threats) {
        if (!is_single(forced)) return 0;
        moves = forced;
    }
    return moves & ~(threats >> 1);
}

// The answer by the rule of the follower: where every column has an even number of free squares, the
// player who is not to move can always answer in the same column and so gets the even rows; if the
// other's discs and the odd rows hold no line, that is a draw at least, and a win if the even rows
// complete one. Where one column is odd, the player to move becomes the follower by a disc there.
template <Goal goal>
std::optional<bool> answer_by_following(Position position) {
    const std::uint64_t free = full_board & ~position.occupied;
    const std::uint64_t odd_column = next_squares(position.occupied) & even_rows;
    if (!is_single(odd_column)) return std::nullopt;
    const bool mover_follows = odd_column != 0;
    const std::uint64_t rest = free ^ odd_column;
    const std::uint64_t leader = mover_follows ? position.theirs() : position.mine;
    if (has_four(leader | (rest & odd_rows))) return std::nullopt;
    const std::uint64_t follower = position.occupied ^ leader ^ odd_column;
    if ((goal == Goal::draw) == mover_follows) return mover_follows;
    if (has_four(follower | (rest & even_rows))) return mover_follows;
    return std::nullopt;
}

}  // namespace

std::optional<bool> Solver::reaches(Position position, Goal goal, const Allow& allow) {
    allow_ = &allow;
    next_question_ = nodes_;
    ended_ = false;
    const int discs = std::popcount(position.occupied);
    mirror_discs_ = discs + mirrored_plies;
    bool answer = true;
    if (wins_at_once(position))
        count_node();
    else
        answer = goal == Goal::win ? search<Goal::win>(position, discs)
                                   : search<Goal::draw>(position, discs);
    return ended_ ? std::nullopt : std::optional(answer);
}

// A column of so many discs adds a number of its own to the key, whosever they are, so that the sum
// tells both sets apart.
std::uint64_t Solver::key_of(Position position, int discs) const {
    const std::uint64_t key = position.mine + position.occupied;
    return discs < mirror_discs_ ? std::min(key, mirrored(key)) : key;
}

// For a player to move who cannot win at once: no move of the search lets the opponent do so.
template <Goal goal>
bool Solver::search(Position position, int discs) {
    // 1. Is it over soon?
    if (!count_node()) return false;
    const std::uint64_t moves = safe_moves(position);
    if (moves == 0) return goal == Goal::draw && discs == num_squares;
    if (discs >= num_squares - 2) return goal == Goal::draw;
    if (const auto answer = answer_by_following<goal>(position)) return *answer;
    // 2. What is known already?
    const std::uint64_t key = key_of(position, discs);
    const unsigned answers = table_.find(key);
    if (const auto answer = answer_in<goal>(answers)) return *answer;
    // 3. Search, and remember it the longer the more work it was.
    const std::uint64_t before = nodes_;
    const bool answer = some_move<goal>(position, moves, discs);
    if (ended_) return false;
    table_.put(key, answers | known(goal) | (answer ? yes(goal) : 0U), nodes_ - before);
    return answer;
}

// Whether one of the moves reaches the goal.
template <Goal goal>
bool Solver::some_move(Position position, std::uint64_t moves, int discs) {
    struct Ranked {
        int threats;  // of the player to move, after it
        Position next;
    };
    std::array<Ranked, columns> ranked;
    std::size_t count = 0;
    const bool eager = discs < eager_discs;
    for (const int column : centre_first) {
        const std::uint64_t square = moves & (column_bits << (height * column));
        if (square == 0) continue;
        const Position next = position.after(square);
        const int threats = std::popcount(completing(next.theirs()) & full_board & ~next.occupied);
        if (eager) table_.prefetch(key_of(next, discs + 1));
        std::size_t at = count++;
        for (; at > 0 && ranked[at - 1].threats < threats; --at) ranked[at] = ranked[at - 1];
        ranked[at] = {threats, next};
    }
    constexpr Goal other = opposite(goal);
    for (std::size_t i = 0; eager && i < count; ++i)
        if (answer_in<other>(table_.find(key_of(ranked[i].next, discs + 1))) == false) return true;
    for (std::size_t i = 0; i < count && !ended_; ++i)
        if (!search<other>(ranked[i].next, discs + 1)) return true;
    return false;
}

}  // namespace quadrille::connect_four
