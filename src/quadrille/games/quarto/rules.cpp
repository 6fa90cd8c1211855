#include "quadrille/games/quarto/rules.hpp"

namespace quadrille::quarto {

namespace {

constexpr std::string_view upper = "TLSH";
constexpr std::string_view lower = "tlsh";

// The piece of four letters, or -1.
int parse_piece(std::string_view text) {
    if (text.size() != 4) return -1;
    int piece = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        if (text[i] != upper[i] && text[i] != lower[i]) return -1;
        piece = 2 * piece + (text[i] == upper[i]);
    }
    return piece;
}

}  // namespace

std::string square_text(int square) {
    return {static_cast<char>('a' + square % 4), static_cast<char>('1' + square / 4)};
}

std::string piece_text(int piece) {
    std::string text;
    for (std::size_t i = 0; i < 4; ++i) text += (piece >> (3 - i) & 1 ? upper : lower)[i];
    return text;
}

int State::piece(int square) const {
    if (!(occupied() >> square & 1)) return -1;
    int piece = 0;
    for (std::size_t trait = 0; trait < 4; ++trait)
        piece = 2 * piece + (lanes_[2 * trait + 1] >> square & 1);
    return piece;
}

// Ranks 4 to 1 joined by '/', a square '.' or its piece; then the piece in hand, or '-'.
std::string State::text() const {
    std::string body;
    for (int rank = 3; rank >= 0; --rank) {
        for (int file = 0; file < 4; ++file) {
            const int here = piece(4 * rank + file);
            body += here < 0 ? "." : piece_text(here);
        }
        body += rank > 0 ? '/' : ' ';
    }
    return with_options(options(), body + (hand_ < 0 ? "-" : piece_text(hand_)));
}

State State::parse(const Options& given, std::string_view text) {
    const auto [options, body] = split_options(given, text);
    State state(options);
    const auto take = [&](int piece, std::string_view found) {
        if (piece < 0)
            refuse_position("expected '.' or a piece such as 'TlSh', got " + quoted(found), text);
        if (!(state.available_ >> piece & 1))
            refuse_position("piece " + quoted(found) + " twice", text);
        state.available_ &= ~(1U << piece);
    };
    std::size_t at = 0;
    for (int rank = 3; rank >= 0; --rank) {
        for (int file = 0; file < 4; ++file) {
            if (at < body.size() && body[at] == '.') {
                ++at;
                continue;
            }
            const std::string_view letters = body.substr(std::min(at, body.size()), 4);
            const int piece = parse_piece(letters);
            take(piece, letters);
            const int square = 4 * rank + file;
            state.lanes_ = with_piece(state.lanes_, square, piece);
            state.empty_ &= ~(1U << square);
            at += 4;
        }
        const char separator = rank > 0 ? '/' : ' ';
        if (at >= body.size() || body[at] != separator)
            refuse_position(
                "expected four ranks of four squares joined by '/', a space, and the piece in "
                "hand or '-'",
                text);
        ++at;
    }
    const std::string_view hand = body.substr(at);
    if (hand != "-") {
        const int piece = parse_piece(hand);
        if (piece < 0)
            refuse_position("expected the piece in hand or '-', got " + quoted(hand), text);
        take(piece, hand);
        state.hand_ = piece;
    }
    if (!state.winning_lines().empty())
        state.end_ = End::won;
    else if (state.empty_ == 0)
        state.end_ = End::drawn;
    return sound(state, text);
}

std::vector<std::string> State::problems() const {
    Problems problems;
    for (std::size_t trait = 0; trait < 4; ++trait) {
        const int low = lanes_[2 * trait];
        const int high = lanes_[2 * trait + 1];
        problems.require((low & high) == 0 && (low | high) == occupied(),
                         "a square with half a piece");
    }
    PieceSet used = hand_ >= 0 ? static_cast<PieceSet>(1U << hand_) : PieceSet{0};
    for_each_bit(occupied(),
                 [&](int square) { used |= static_cast<PieceSet>(1U << piece(square)); });
    problems.require(static_cast<PieceSet>(~used) == remaining(), "a piece twice or lost");
    SquareSet shared = 0xffff;
    const auto lines = winning_lines();
    for (const SquareSet line : lines) shared &= line;
    problems.require((end_ == End::won) == !lines.empty(),
                     "a winner without a line, or a line without a winner");
    problems.require(shared != 0, "completed lines that no single last piece completes");
    problems.require(is_over() == (end_ == End::won || empty_ == 0), "a wrong end of the game");
    problems.require(!is_over() || hand_ < 0, "a piece in hand after the end of the game");
    return std::move(problems).found();
}

Move State::parse_move(std::string_view text) const {
    constexpr std::string_view prefix = "give:";
    if (text.starts_with(prefix)) {
        const int piece = parse_piece(text.substr(prefix.size()));
        if (piece >= 0) return Move::give(piece);
    } else if (text.size() == 2 && text[0] >= 'a' && text[0] <= 'd' && text[1] >= '1' &&
               text[1] <= '4') {
        return Move::place(text[0] - 'a' + 4 * (text[1] - '1'));
    }
    throw BadMoveText("expected a square such as 'b3' or a gift such as 'give:TlSh', got " +
                      quoted(text));
}

std::vector<SquareSet> State::winning_lines() const {
    std::vector<SquareSet> found;
    for (int i = 0; i < lines().count; ++i) {
        const SquareSet line = lines().masks[static_cast<std::size_t>(i)];
        for (const std::uint16_t lane : lanes())
            if ((lane & line) == line) {
                found.push_back(line);
                break;
            }
    }
    return found;
}

}  // namespace quadrille::quarto
