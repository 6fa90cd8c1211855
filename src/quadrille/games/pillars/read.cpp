// Reading of positions, and what can be wrong with them.
#include <algorithm>
#include <charconv>

#include "quadrille/games/pillars/rules.hpp"

namespace quadrille::pillars {

namespace {

// Takes a whole number of at most five digits off the front of a text; -1 if there is none.
int take_number(std::string_view& text) {
    int number = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + std::min<std::size_t>(text.size(), 5), number);
    if (error != std::errc{} || number < 0 ||
        (text.size() > 1 && text[0] == '0' && end > text.data() + 1))
        return -1;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

bool take(std::string_view& text, char wanted) {
    if (!text.starts_with(wanted)) return false;
    text.remove_prefix(1);
    return true;
}

}  // namespace

// Builds a state from a position text; every refusal names what was expected.
class Reader {
  public:
    Reader(const Options& options, std::string_view body, std::string_view whole)
        : state_(options), rest_(body), whole_(whole) {}

    State read() {
        read_grid();
        for (const int side : {red, blue}) read_team(side);
        read_turn();
        check_end();
        check_orders();
        for (const int side : {red, blue}) check_cards(side);
        state_.count_open();
        state_.hash_ = state_.board_hash();
        return sound(state_, whole_);
    }

  private:
    [[noreturn]] void refuse(const std::string& why) const { refuse_position(why, whole_); }
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    int gamers() const { return state_.gamers(); }
    static std::string named(int side) { return side == red ? "RED" : "BLUE"; }

    void read_grid() {
        const int size = state_.size();
        for (int y = size - 1; y >= 0; --y) {
            for (int x = 0; x < size; ++x) read_cell({x, y});
            if (!take(rest_, y > 0 ? '/' : ' '))
                refuse("expected " + std::to_string(size) + " rows of " + std::to_string(size) +
                       " cells joined by '/', then RED, BLUE and the turn");
        }
        for (int player = 0; player < state_.num_players(); ++player)
            if (!placed_[index(player)])
                refuse("expected " + std::to_string(gamers()) + " gamers of each team");
    }

    void read_cell(Cell cell) {
        const char first = rest_.empty() ? '\0' : rest_[0];
        const bool is_centre = cell == state_.centre();
        const int limit = state_.height() - 1;
        if (is_centre ? first != '*' : first < '0' || first > '0' + limit)
            refuse(is_centre ? "expected '*' on " + cell.text()
                             : "expected a height from 0 to " + std::to_string(limit) + " on " +
                                   cell.text());
        rest_.remove_prefix(1);
        const State::Place place = state_.place(cell);
        if (!is_centre) state_.places_[place] = static_cast<std::uint8_t>(first - '0');
        const char who = rest_.empty() ? '\0' : rest_[0];
        int player = -1;
        if (who >= 'A' && who < 'A' + gamers()) player = who - 'A';
        if (who >= 'a' && who < 'a' + gamers()) player = who - 'a' + gamers();
        if (player < 0) return;
        rest_.remove_prefix(1);
        if (placed_[index(player)]) refuse("expected every gamer once");
        placed_[index(player)] = true;
        state_.put(player, place);
        if (is_centre)
            state_.end_ = state_.side(player) == red ? State::End::red : State::End::blue;
    }

    void read_order(std::array<std::uint8_t, max_gamers>& order) {
        unsigned seen = 0;
        for (std::size_t i = 0; i < index(gamers()); ++i) {
            const int gamer = rest_.empty() ? -1 : rest_[0] - '1';
            if (gamer < 0 || gamer >= gamers() || (seen >> gamer & 1) != 0)
                refuse("expected an order of all gamers such as '312'");
            seen |= 1U << gamer;
            order[i] = static_cast<std::uint8_t>(gamer);
            rest_.remove_prefix(1);
        }
    }

    Cards read_cards() {
        Cards cards;
        const char* const expected = "expected cards such as 'm2b1'";
        for (const Card card : {move_card, build_card}) {
            const int number = take(rest_, "mb"[card]) ? take_number(rest_) : -1;
            if (number < 0 || number > 20) refuse(expected);
            cards[card] = static_cast<std::uint8_t>(number);
        }
        return cards;
    }

    int read_unseen() {
        const int number = take_number(rest_);
        if (number < 0 || number > 40) refuse("expected a number of cards after '?'");
        return number;
    }

    void demand(char separator) {
        if (!take(rest_, separator)) refuse("expected ORDER:HAND:DRAW:DISCARD for each team");
    }

    void read_team(int side) {
        Team& team = state_.teams_[index(side)];
        read_order(team.order);
        team.next = team.order;
        if (take(rest_, '>')) {
            read_order(team.next);
            if (team.next == team.order) refuse("expected another order after '>'");
        }
        demand(':');
        const bool hidden = take(rest_, '?');
        if (hidden) {
            if (!state_.hides_facts()) refuse("expected no '?' with open hands");
            state_.hidden_ |= static_cast<std::uint8_t>(1U << side);
            team.hand = {{static_cast<std::uint8_t>(read_unseen()), 0}};
            if (rest_.starts_with('m')) team.known = read_cards();
        } else {
            team.hand = read_cards();
            if (take(rest_, '!')) team.known = read_cards();
        }
        if (team.known.total() > 0 && !state_.hides_facts())
            refuse("expected no '!' with open hands");
        demand(':');
        int unseen = -1;
        if (hidden) {
            if (!take(rest_, '?')) refuse("expected the pile to be hidden with the hand");
            unseen = read_unseen();
        } else {
            team.pile = read_cards();
        }
        demand(':');
        team.discards = read_cards();
        demand(' ');
        if (hidden) lay_together(team, unseen);
    }

    // All unseen cards, of the hand and of the pile.
    void lay_together(Team& team, int unseen) {
        for (const Card card : {move_card, build_card}) {
            const int left = state_.options_.cards(card) - team.discards[card];
            if (left < team.known[card]) refuse("expected no more cards than the deck has");
            team.pile[card] = static_cast<std::uint8_t>(left);
        }
        if (team.pile.total() != team.hand.total() + unseen)
            refuse("expected as many hidden cards as are not discarded");
    }

    void read_turn() {
        if (rest_ == "-") {
            if (state_.end_ == State::End::not_yet) state_.end_ = State::End::draw;
            return;
        }
        if (state_.is_over()) refuse("expected '-' after a win");
        const int round = take_number(rest_);
        const int action = take(rest_, '.') ? take_number(rest_) : -1;
        if (!rest_.empty() || round < 1 || round > state_.options_.rounds || action < 1 ||
            action > state_.num_players())
            refuse("expected the round and the action, such as '12.3', or '-' at the end");
        state_.round_ = static_cast<std::uint16_t>(round);
        state_.action_ = static_cast<std::uint8_t>(action - 1);
    }

    void check_end() {
        state_.count_open();
        const bool frozen = state_.is_frozen();
        if (state_.end_ == State::End::not_yet && frozen)
            refuse("expected '-', since nobody can move or build any more");
        const bool spent =
            state_.team(red).hand.total() == 0 && state_.team(blue).hand.total() == 0;
        if (state_.end_ == State::End::draw && !frozen && !spent)
            refuse("expected a turn, since the game is not over");
        if (state_.is_over()) state_.round_ = 1, state_.action_ = 0;
    }

    // Those who passed in this round stand in front, the last of them first; the others follow as
    // they were.
    void check_orders() const {
        for (const int side : {red, blue}) {
            const Team& team = state_.team(side);
            const int acted = state_.is_over() ? gamers() : acted_of(side);
            bool fits = false;
            for (int passed = 0; passed <= gamers() && !fits; ++passed)
                fits = can_follow(team, passed, acted);
            if (!fits) refuse("expected a next order of " + named(side) + " that passes can give");
        }
    }

    // Whether the next order comes about if its first so many gamers have passed.
    bool can_follow(const Team& team, int passed, int acted) const {
        const auto end = team.order.begin() + gamers();
        const auto front = team.next.begin() + passed;
        auto latest = team.order.begin() + acted;
        for (auto gamer = team.next.begin(); gamer != front; ++gamer) {
            const auto before = std::find(team.order.begin(), end, *gamer);
            if (before >= latest) return false;
            latest = before;
        }
        auto follows = front;
        for (auto gamer = team.order.begin(); gamer != end; ++gamer) {
            if (std::find(team.next.begin(), front, *gamer) != front) continue;
            if (*follows++ != *gamer) return false;
        }
        return true;
    }

    // How many gamers of a team have acted in this round.
    int acted_of(int side) const { return (state_.action_ + 1 - side) / 2; }

    void check_cards(int side) const {
        const Team& team = state_.team(side);
        if (!state_.is_hidden(side))
            for (const Card card : {move_card, build_card})
                if (team.hand[card] + team.pile[card] + team.discards[card] !=
                        state_.options_.cards(card) ||
                    team.known[card] > team.hand[card])
                    refuse("expected the cards of " + named(side) + " to be those of the deck");
        if (state_.is_hidden(side) && state_.can_be_worked_out(side))
            refuse("expected the cards of " + named(side) + ", which can be worked out");
        if (state_.is_over()) return;
        const int left = gamers() - acted_of(side);
        const int hand = team.hand.total();
        const bool waits = state_.action_ < side;  // BLUE before its first gamer has drawn
        const bool draws = state_.action_ == side;
        const bool fits = waits ? hand == 0 : draws ? hand <= left : hand == left;
        if (!fits) refuse("expected another number of cards in the hand of " + named(side));
        if (draws && hand < left && team.pile.total() - (state_.is_hidden(side) ? hand : 0) == 0)
            refuse("expected " + named(side) + " to have cards to draw");
    }

    State state_;
    std::string_view rest_;
    const std::string_view whole_;
    std::array<bool, State::max_players> placed_{};
};

State State::parse(const Options& given, std::string_view text) {
    const auto [options, body] = split_options(given, text);
    return Reader(options, body, text).read();
}

std::vector<std::string> State::problems() const {
    Problems problems;
    State fresh = *this;
    fresh.count_open();
    problems.require(fresh.open_ == open_ && fresh.num_open_ == num_open_,
                     "cells that can grow differ from a fresh count");
    problems.require(board_hash() == hash_, "the hash differs from a fresh one");
    int standing = 0;
    for (const std::uint8_t place : places_) standing += place >> 4 != 0 ? 1 : 0;
    problems.require(standing == num_players(), "not every gamer stands somewhere");
    for (int player = 0; player < num_players(); ++player)
        problems.require(who_on(at_[index(player)]) == player + 1,
                         "a gamer is not where it stands");
    for (const int side : {red, blue}) {
        const Team& team = this->team(side);
        if (is_hidden(side)) continue;
        for (const Card card : {move_card, build_card})
            problems.require(
                team.hand[card] + team.pile[card] + team.discards[card] == options_.cards(card),
                "a team has not the cards of its deck");
    }
    problems.require(is_over() || !is_frozen(), "the game is frozen, yet goes on");
    return std::move(problems).found();
}

}  // namespace quadrille::pillars
