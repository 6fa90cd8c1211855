#include "rules.hpp"

namespace quadrille::chomp {

// The height of each column, then who moves: "44444 0".
std::string State::text() const {
    std::string body;
    for (const int height : heights_) body += static_cast<char>('0' + height);
    body += ' ';
    body += static_cast<char>('0' + mover_);
    return with_options(options(), body);
}

State State::parse(const Options& given, std::string_view text) {
    const auto [options, body] = split_options(given, text);
    State state;
    if (body.size() != columns + 2 || body[columns] != ' ')
        refuse_position("expected 5 heights, a space and who moves", text);
    for (std::size_t column = 0; column < columns; ++column) {
        if (body[column] < '0' || body[column] > '0' + rows)
            refuse_position("expected heights from 0 to 4", text);
        state.heights_[column] = static_cast<std::uint8_t>(body[column] - '0');
    }
    if (body.back() != '0' && body.back() != '1')
        refuse_position("expected player 0 or 1 to move", text);
    state.mover_ = static_cast<std::uint8_t>(body.back() - '0');
    return sound(state, text);
}

std::vector<std::string> State::problems() const {
    Problems problems;
    bool falling = true;
    int left = 0;
    for (std::size_t column = 0; column < columns; ++column) {
        left += heights_[column];
        falling &= column == 0 || heights_[column] <= heights_[column - 1];
    }
    problems.require(falling, "a column that is higher than the one to its left");
    problems.require(left < columns * rows || mover_ == 0, "player 1 to move before any bite");
    return std::move(problems).found();
}

Move State::parse_move(std::string_view text) const {
    if (text.size() != 2 || text[0] < 'a' || text[0] >= 'a' + columns || text[1] < '1' ||
        text[1] >= '1' + rows)
        throw BadMoveText("expected a square from a1 to e4, got " + quoted(text));
    return {static_cast<std::uint32_t>(rows * (text[0] - 'a') + text[1] - '1')};
}

std::vector<Encoding> State::encodings() const {
    return {{"bar", {columns, rows}, DType::float32, 1, "1 for every square that is left"}};
}

void State::encode(int, int, void* out) const {
    auto* next = static_cast<float*>(out);
    for (const int height : heights_)
        for (int row = 0; row < rows; ++row) *next++ = row < height ? 1.0F : 0.0F;
}

}  // namespace quadrille::chomp
