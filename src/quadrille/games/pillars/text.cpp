// Names of cells, moves and positions; reading of moves.
#include "quadrille/games/pillars/rules.hpp"

namespace quadrille::pillars {

namespace {

constexpr std::array<const char*, 2> card_names = {"move", "build"};
constexpr int num_letters = 26;

std::string cards_text(const Cards& cards) {
    std::string text = "m";
    text += std::to_string(cards[move_card]);
    text += 'b';
    return text += std::to_string(cards[build_card]);
}

}  // namespace

std::string Cell::text() const {
    std::string name;
    if (x >= num_letters) name += static_cast<char>('a' + x / num_letters - 1);
    name += static_cast<char>('a' + x % num_letters);
    return name += std::to_string(y + 1);
}

std::string Move::text() const {
    std::string text;
    if (is_step()) {
        text = "move ";
        text += directions[static_cast<std::size_t>(direction())].name;
    } else if (is_build()) {
        text = "build ";
        text += cell().text();
    } else {
        text = is_pass() ? "pass " : "draw ";
        text += is_unseen() ? "?" : card_names[card()];
    }
    return text;
}

// Rows from the top joined by '/', then the teams, then round and action.
std::string State::text() const {
    std::string body;
    for (int y = size() - 1; y >= 0; --y) {
        for (int x = 0; x < size(); ++x) {
            const Cell cell{x, y};
            body += cell == centre() ? '*' : static_cast<char>('0' + height_at(cell));
            const int player = gamer_at(cell);
            if (player >= 0)
                body +=
                    static_cast<char>(side(player) == red ? 'A' + player : 'a' + player - gamers());
        }
        body += y > 0 ? '/' : ' ';
    }
    for (const int side : {red, blue}) {
        const Team& team = this->team(side);
        for (std::size_t i = 0; i < index(gamers()); ++i)
            body += static_cast<char>('1' + team.order[i]);
        if (team.order != team.next) {
            body += '>';
            for (std::size_t i = 0; i < index(gamers()); ++i)
                body += static_cast<char>('1' + team.next[i]);
        }
        body += ':';
        const bool hidden = is_hidden(side);
        if (hidden) {
            body += '?';
            body += std::to_string(team.hand.total());
        } else {
            body += cards_text(team.hand);
        }
        if (team.known.total() > 0) {
            if (!hidden) body += '!';
            body += cards_text(team.known);
        }
        body += ':';
        if (hidden) {
            body += '?';
            body += std::to_string(team.pile.total() - team.hand.total());
        } else {
            body += cards_text(team.pile);
        }
        body += ':';
        body += cards_text(team.discards);
        body += ' ';
    }
    if (is_over()) {
        body += '-';
    } else {
        body += std::to_string(round_);
        body += '.';
        body += std::to_string(action_ + 1);
    }
    return with_options(options_, body);
}

Move State::parse_move(std::string_view text) const {
    const auto refuse = [&]() -> Move {
        throw BadMoveText(
            "expected something like 'move up', 'build c3', 'build up', 'pass move' or 'pass "
            "build', got " +
            quoted(text));
    };
    const std::size_t blank = text.find(' ');
    if (blank == std::string_view::npos) return refuse();
    const std::string_view verb = text.substr(0, blank), rest = text.substr(blank + 1);
    if (verb == "pass" || verb == "draw") {
        for (const Card card : {move_card, build_card})
            if (rest == card_names[card])
                return verb == "pass" ? Move::pass(card) : Move::draw(card);
        return verb == "draw" && rest == "?" ? Move::unseen_draw() : refuse();
    }
    for (std::size_t i = 0; i < directions.size(); ++i) {
        if (rest != directions[i].name) continue;
        if (verb == "move") return Move::step(static_cast<int>(i));
        if (verb != "build" || actor() < 0) return refuse();
        const Cell here = position(actor());
        const Cell cell{here.x + directions[i].dx, here.y + directions[i].dy};
        return on_grid(cell) ? Move::build(cell) : refuse();
    }
    const std::size_t letters = std::min(rest.find_first_of("0123456789"), rest.size());
    const std::string_view digits = rest.substr(letters);
    if (verb != "build" || letters < 1 || letters > 2 || digits.empty() || digits.size() > 2)
        return refuse();
    int column = 0, row = 0;  // from 1
    for (const char c : rest.substr(0, letters)) {
        if (c < 'a' || c > 'z') return refuse();
        column = num_letters * column + (c - 'a') + 1;
    }
    for (const char c : digits) {
        if (c < '0' || c > '9' || (row == 0 && c == '0')) return refuse();
        row = 10 * row + (c - '0');
    }
    if (column > max_size || row > max_size) return refuse();
    return Move::build({column - 1, row - 1});
}

}  // namespace quadrille::pillars
