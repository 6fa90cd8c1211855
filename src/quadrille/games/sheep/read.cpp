// Reading of positions, and what can be wrong with them.
#include <algorithm>

#include "quadrille/games/sheep/notation.hpp"
#include "quadrille/games/sheep/rules.hpp"

namespace quadrille::sheep {

// Builds a state from a position text; every refusal names what was expected.
class Reader {
  public:
    Reader(const Options& options, std::string_view body, std::string_view whole)
        : state_(options), rest_(body), whole_(whole) {}

    State read() {
        read_field();
        check_field();
        state_.open_field(rows_);
        for (const Flock& flock : flocks_) place(flock);
        check_flocks();
        read_mover();
        state_.hash_ = state_.fresh_hash();
        check_history();
        check_end();
        return sound(state_, whole_);
    }

  private:
    struct Count {
        int sheep = 0;
        int hidden = 0;
        int shown = 0;  // cells with a number that only the owner need know
    };

    [[noreturn]] void refuse(const std::string& why) const { refuse_position(why, whole_); }
    static std::string named(std::size_t player) { return "player " + std::to_string(player + 1); }

    void read_field() {
        const int size = state_.size_;
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x) read_cell({x, y});
            const char separator = y + 1 < size ? '/' : ' ';
            if (rest_.empty() || rest_[0] != separator)
                refuse("expected " + std::to_string(size) + " rows of " + std::to_string(size) +
                       " cells joined by '/' and then who moves");
            rest_.remove_prefix(1);
        }
    }

    void read_cell(Cell cell) {
        const char first = rest_.empty() ? '\0' : rest_[0];
        if (first != '#' && first != '.' && (first < 'A' || first >= 'A' + max_players))
            refuse("expected '#', '.' or a flock such as 'A16' on " + cell.text());
        rest_.remove_prefix(1);
        if (first == '#') return;
        rows_[index(cell.y() + 1)] |= 1U << (cell.x() + 1);
        if (first == '.') return;
        Flock flock{cell, first - 'A', 0, false};
        if (flock.player >= state_.options_.players)
            refuse("expected at most " + std::to_string(state_.options_.players) + " players");
        if (rest_.starts_with('?')) {
            if (!state_.hides_facts()) refuse("expected no '?' in a game without hidden numbers");
            rest_.remove_prefix(1);
        } else {
            const auto sheep = take_number(rest_, state_.flock_);
            if (!sheep)
                refuse("expected 1 to " + std::to_string(state_.flock_) + " sheep on " +
                       cell.text());
            flock.sheep = *sheep;
            flock.known = rest_.starts_with('!');
            if (flock.known) rest_.remove_prefix(1);
            if (flock.known && (!state_.hides_facts() || flock.sheep != 1))
                refuse("expected '!' only where numbers are hidden and only after 1");
        }
        flocks_.push_back(flock);
    }

    void check_field() const {
        int cells = 0;
        for (const std::uint32_t row : rows_) cells += std::popcount(row);
        const int wanted = state_.options_.field_cells();
        if (cells != wanted)
            refuse("expected " + std::to_string(wanted) + " cells that are no walls, got " +
                   std::to_string(cells) + "; the option cells says how many");
        std::size_t first = 0;
        while (rows_[first] == 0) ++first;
        auto reached = std::array<std::uint32_t, State::stride>{};
        reached[first] = rows_[first] & -rows_[first];
        for (auto before = reached;; before = reached) {
            for (std::size_t y = 1; y + 1 < reached.size(); ++y)
                reached[y] |=
                    (reached[y - 1] | reached[y + 1] | reached[y] << 1 | reached[y] >> 1) &
                    rows_[y];
            if (reached == before) break;
        }
        if (reached != rows_) refuse("expected cells that are all connected by their sides");
    }

    void place(const Flock& flock) {
        if (flock.sheep == 0) state_.hidden_ |= static_cast<std::uint8_t>(1U << flock.player);
        const State::Place at = State::place(flock.cell);
        state_.occupy(at, flock.player, std::max(flock.sheep - 1, 0));
        if (flock.known) state_.known_[at / 64] |= std::uint64_t{1} << (at % 64);
        Count& count = counts_[index(flock.player)];
        count.sheep += std::max(flock.sheep, 1);
        count.hidden += flock.sheep == 0 ? 1 : 0;
        count.shown += flock.sheep > 0 && !flock.known ? 1 : 0;
    }

    void check_flocks() {
        const auto players = index(state_.options_.players);
        std::size_t shown = 0, hidden = 0;
        for (std::size_t player = 0; player < players; ++player) {
            const Count& count = counts_[player];
            if (count.sheep == 0) continue;
            if (state_.started_ != player)
                refuse("expected players to start one after the other, each on one cell");
            ++state_.started_;
            if (count.hidden > 0 && count.shown > 0)
                refuse("expected all numbers of " + named(player) + " to be hidden, or none");
            const bool fits =
                count.hidden > 0 ? count.sheep <= state_.flock_ : count.sheep == state_.flock_;
            if (!fits)
                refuse("expected " + std::to_string(state_.flock_) + " sheep of " + named(player) +
                       ", got " + std::to_string(count.sheep));
            if (count.hidden > 0 && !state_.has_secrets_of(static_cast<int>(player)))
                refuse("expected numbers where they can be worked out, for " + named(player));
            shown += count.shown > 0 && state_.has_secrets_of(static_cast<int>(player)) ? 1 : 0;
            hidden += count.hidden > 0 ? 1 : 0;
        }
        if (hidden > 0 && shown > 1)
            refuse("expected the numbers of one player at most beside hidden ones");
    }

    void read_mover() {
        const int players = state_.options_.players;
        if (rest_ == "-" && state_.started_ == players) {
            state_.mover_ = NOBODY;
            return;
        }
        if (rest_.size() != 1 || rest_[0] < '1' || rest_[0] >= '1' + players)
            refuse("expected the number of the player to move, or '-' at the end");
        state_.mover_ = static_cast<std::int8_t>(rest_[0] - '1');
        if (state_.started_ == players) return;
        for (int player = 0; player < players; ++player) {
            const int cells = state_.num_cells(player);
            if (cells != (player < state_.started_ ? 1 : 0))
                refuse("expected players to start one after the other, each on one cell");
        }
        if (state_.mover_ != state_.started_)
            refuse("expected the first player without a cell to move");
        if (state_.known_ != decltype(state_.known_){})
            refuse("expected no '!' before somebody has passed");
    }

    // Whether a hidden number may be that of sheep that can set out.
    bool may_slide_unseen() const {
        return std::ranges::any_of(flocks_, [&](const Flock& flock) {
            return flock.sheep == 0 && state_.open_directions(flock.cell) != 0;
        });
    }

    // A flock started beside a wall or the edge. Who has passed could not slide from anywhere.
    void check_history() const {
        std::array<bool, max_players> started{}, passed{};
        for (const auto& [cell, player, sheep, known] : flocks_) {
            const bool is_inner = (state_.inner(index(cell.y() + 1)) >> (cell.x() + 1) & 1) != 0;
            started[index(player)] |= !is_inner;
            passed[index(player)] |= known;
        }
        for (const auto& [cell, player, sheep, known] : flocks_) {
            if (!started[index(player)]) refuse("expected a cell beside a wall to have started on");
            if (passed[index(player)] && !known && state_.open_directions(cell) != 0)
                refuse("expected '!' on every cell of " + named(index(player)) +
                       " that could have slid");
        }
    }

    // Who could slide at the end holds one sheep, and as everybody knows.
    void check_end() const {
        if (state_.phase() == Phase::start) return;
        if (!state_.is_over()) {
            if (state_.is_stuck() && !may_slide_unseen())
                refuse("expected '-' for the player to move, since nobody can");
            return;
        }
        for (const Flock& flock : flocks_) {
            if (state_.open_directions(flock.cell) == 0) continue;
            if (flock.sheep != 1) refuse("expected a player to move, since somebody can");
            if (state_.hides_facts() && !flock.known)
                refuse("expected '!' on cells that could slide at the end");
        }
    }

    State state_;
    std::string_view rest_;
    const std::string_view whole_;
    std::array<std::uint32_t, State::stride> rows_{};
    std::vector<Flock> flocks_;
    std::array<Count, max_players> counts_{};
};

State State::parse(const Options& given, std::string_view text) {
    const auto [options, body] = split_options(given, text);
    return Reader(options, body, text).read();
}

std::vector<std::string> State::problems() const {
    Problems problems;
    const auto players = index(options_.players);
    State fresh(options_);
    fresh.open_field(field_rows_);
    for (int player = 0; player < options_.players; ++player)
        for (const Place place : places(player)) fresh.occupy(place, player, extra_[place]);
    problems.require(fresh.ground_ == ground_, "cells and owners differ");
    problems.require(fresh.free_rows_ == free_rows_, "free cells differ from a fresh count");
    problems.require(fresh.mobility_ == mobility_, "slides differ from a fresh count");
    problems.require(fresh.score_ == score_, "scores differ from a fresh count");
    problems.require(fresh_hash() == hash_, "the hash differs from a fresh one");
    for (std::size_t player = 0; player < players; ++player) {
        int sheep = num_cells_[player];
        for (const Place place : places(static_cast<int>(player))) sheep += extra_[place];
        const bool hidden = (hidden_ >> player & 1) != 0;
        problems.require(num_cells_[player] == 0 || (hidden ? sheep <= flock_ : sheep == flock_),
                         "a flock has not as many sheep as it should");
        problems.require(!hidden || has_secrets_of(static_cast<int>(player)),
                         "numbers are hidden that can be worked out");
    }
    problems.require(is_over() || is_view() || phase() == Phase::start || !is_stuck(),
                     "nobody can move, yet the game goes on");
    return std::move(problems).found();
}

}  // namespace quadrille::sheep
