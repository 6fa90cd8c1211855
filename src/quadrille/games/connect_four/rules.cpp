#include "quadrille/games/connect_four/rules.hpp"

namespace quadrille::connect_four {

namespace {

constexpr std::string_view symbols = "xo";

}  // namespace

// Rows from top to bottom, joined by '/': '.' empty, 'x' player 0, who moves first, 'o' player 1.
std::string State::text() const {
    std::string body;
    for (int row = rows - 1; row >= 0; --row) {
        for (int column = 0; column < columns; ++column) {
            const int owner = disc(column, row);
            body += owner < 0 ? '.' : symbols[static_cast<std::size_t>(owner)];
        }
        if (row > 0) body += '/';
    }
    return with_options(options(), body);
}

State State::parse(const Options& given, std::string_view text) {
    const auto [options, body] = split_options(given, text);
    State state;
    std::array<std::uint64_t, 2> discs{};
    if (body.size() != rows * (columns + 1) - 1)
        refuse_position("expected 6 rows of 7 squares joined by '/'", text);
    for (std::size_t i = 0; i < body.size(); ++i) {
        const std::size_t column = i % (columns + 1);
        const std::size_t row = rows - 1 - i / (columns + 1);
        if (column == columns) {
            if (body[i] != '/') refuse_position("expected '/' after each row of 7 squares", text);
        } else if (body[i] != '.') {
            const auto owner = symbols.find(body[i]);
            if (owner == std::string_view::npos) refuse_position("expected '.', 'x' or 'o'", text);
            discs[owner] |= std::uint64_t{1} << (height * column + row);
        }
    }
    if (std::popcount(discs[0]) - std::popcount(discs[1]) != std::popcount(discs[0] | discs[1]) % 2)
        refuse_position("expected as many 'x' as 'o', or one more", text);
    state.occupied_ = discs[0] | discs[1];
    state.mine_ = discs[static_cast<std::size_t>(state.mover())];
    if (has_four(state.occupied_ ^ state.mine_))
        state.end_ = End::won;
    else if (state.occupied_ == full_board)
        state.end_ = End::drawn;
    return sound(state, text);
}

std::vector<std::string> State::problems() const {
    Problems problems;
    const std::uint64_t last = occupied_ ^ mine_;
    problems.require((mine_ & ~occupied_) == 0, "a disc on an empty square");
    problems.require(((occupied_ + bottom_row) & occupied_) == 0, "a disc without one below it");
    problems.require(std::popcount(mine_) == std::popcount(occupied_) / 2,
                     "a wrong number of discs of the player to move");
    problems.require(!has_four(mine_), "four in a line of the player to move");
    const bool won = end_ == End::won;
    problems.require(won == has_four(last), "the winner does not fit the board");
    problems.require(is_over() == (won || occupied_ == full_board), "a wrong end of the game");
    if (won) {
        // The game ended with one disc: without it there must be no line.
        bool possible = false;
        for_each_bit(occupied_ & ~(occupied_ >> 1) & last,
                     [&](int top) { possible |= !has_four(last & ~(std::uint64_t{1} << top)); });
        problems.require(possible, "lines of four that no single last disc completes");
    }
    return std::move(problems).found();
}

Move State::parse_move(std::string_view text) const {
    if (text.size() != 1 || text[0] < '1' || text[0] > '7')
        throw BadMoveText("expected a column from 1 to 7, got " + quoted(text));
    return {static_cast<std::uint32_t>(text[0] - '1')};
}

int State::disc(int column, int row) const {
    const int bit = height * column + row;
    if (discs(0) >> bit & 1) return 0;
    return discs(1) >> bit & 1 ? 1 : -1;
}

std::uint64_t State::winning_discs() const {
    std::uint64_t found = 0;
    for (const std::uint64_t discs : {mine_, occupied_ ^ mine_})
        for (const int step : line_steps) {
            const std::uint64_t pairs = discs & (discs >> step);
            const std::uint64_t starts = pairs & (pairs >> (2 * step));
            for (int k = 0; k < 4; ++k) found |= starts << (k * step);
        }
    return found;
}

State State::image(int symmetry) const {
    if (symmetry == 0) return *this;
    State mirror = *this;
    mirror.occupied_ = mirrored(occupied_);
    mirror.mine_ = mirrored(mine_);
    return mirror;
}

std::uint64_t State::canonical_key() const { return std::min(hash(), image(1).hash()); }

}  // namespace quadrille::connect_four
