// Names of cells, moves and positions; reading of moves.
#include "quadrille/games/sheep/notation.hpp"
#include "quadrille/games/sheep/rules.hpp"

namespace quadrille::sheep {

std::string Cell::text() const {
    std::string name(1, static_cast<char>('a' + x()));
    return name += std::to_string(y() + 1);
}

std::string Move::text() const {
    if (is_pass()) return "pass";
    if (is_start()) return to().text();
    std::string text = from().text();
    text += '-';
    text += to().text();
    text += ':';
    return text += sheep() > 0 ? std::to_string(sheep()) : "?";
}

// Rows from the top joined by '/', then who moves.
std::string State::text() const {
    std::string body;
    for (int y = 0; y < size_; ++y) {
        if (y > 0) body += '/';
        for (int x = 0; x < size_; ++x) {
            const Cell cell(x, y);
            const int player = owner(cell);
            if (player < 0) {
                body += is_wall(cell) ? '#' : '.';
                continue;
            }
            body += static_cast<char>('A' + player);
            if (is_hidden(cell))
                body += '?';
            else
                body += std::to_string(sheep(cell));
            if (is_known(cell)) body += '!';
        }
    }
    body += ' ';
    body += is_over() ? '-' : static_cast<char>('1' + mover_);
    return with_options(options_, body);
}

std::optional<int> take_number(std::string_view& text, int most) {
    std::size_t length = 0;
    int number = 0;
    while (length < text.size() && text[length] >= '0' && text[length] <= '9' && number <= most)
        number = 10 * number + (text[length++] - '0');
    if (length == 0 || text[0] == '0' || number > most) return std::nullopt;
    text.remove_prefix(length);
    return number;
}

namespace {

std::optional<Cell> take_cell(std::string_view& text) {
    if (text.empty() || text[0] < 'a' || text[0] >= 'a' + max_size) return std::nullopt;
    const int x = text[0] - 'a';
    text.remove_prefix(1);
    const auto row = take_number(text, max_size);
    return row ? std::optional(Cell(x, *row - 1)) : std::nullopt;
}

// The direction from one cell straight to another, or -1.
int direction_between(Cell from, Cell to) {
    const auto sign = [](int number) { return (number > 0) - (number < 0); };
    const int dx = to.x() - from.x(), dy = to.y() - from.y();
    if (dx != 0 && dy != 0 && dx != dy && dx != -dy) return -1;
    for (int i = 0; i < num_directions; ++i) {
        const Direction& direction = directions[static_cast<std::size_t>(i)];
        if (direction.dx == sign(dx) && direction.dy == sign(dy)) return i;
    }
    return -1;
}

}  // namespace

Move State::parse_move(std::string_view text) const {
    if (text == "pass") return Move::pass();
    const auto refuse = [&]() -> Move {
        throw BadMoveText("expected a cell such as c4, a slide such as c4-h4:5, or pass, got " +
                          quoted(text));
    };
    std::string_view rest = text;
    const auto from = take_cell(rest);
    if (!from) return refuse();
    if (rest.empty()) return Move::start(*from);
    if (rest[0] != '-') return refuse();
    rest.remove_prefix(1);
    const auto to = take_cell(rest);
    if (to && rest.empty())
        throw BadMoveText("expected how many sheep go as well, such as " + std::string(text) +
                          ":1, got " + quoted(text));
    if (!to || rest[0] != ':') return refuse();
    rest.remove_prefix(1);
    const int direction = direction_between(*from, *to);
    if (direction < 0) return refuse();
    if (rest == "?") return Move::slide(*from, direction, 0, *to);
    const auto sheep = take_number(rest, max_flock);
    return sheep && rest.empty() ? Move::slide(*from, direction, *sheep, *to) : refuse();
}

}  // namespace quadrille::sheep
