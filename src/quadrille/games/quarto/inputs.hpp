// Where each input of the sparse encodings `lines` and `look` stands, and what describes a move.
//
// `look` begins with all of `lines`. Numbers of squares and of lines go into buckets, so that a
// network need not learn to count.
#pragma once

#include "quadrille/games/quarto/rules.hpp"

namespace quadrille::quarto {

enum EncodingIndex {
    flat_encoding,
    onehot_encoding,
    normalized_encoding,
    relational_encoding,
    flat100_encoding,
    lines_encoding,
    look_encoding
};

// How many squares or pieces: none, 1, 2, 3 or 4, more.
inline constexpr int num_buckets = 5;
inline constexpr std::array<std::uint8_t, num_squares + 1> bucket_of{0, 1, 2, 3, 3, 4, 4, 4, 4,
                                                                     4, 4, 4, 4, 4, 4, 4, 4};
// How many lines: 1, 2, 3, 4, 5 or 6, more. None is no input.
inline constexpr int num_line_buckets = 6;
constexpr int line_bucket(int lines) { return lines < 5 ? lines - 1 : lines < 7 ? 4 : 5; }

// What placing a piece leaves the player who then must give: no safe piece, an odd or an even number.
enum Left { left_none, left_odd, left_even, num_lefts };
constexpr int left_of(int safe) {
    return safe == 0 ? left_none : safe % 2 == 1 ? left_odd : left_even;
}

// Five buckets of the number of safe pieces left (0, 1, 2, 3, more), then whether it is odd.
inline constexpr int odd_number = 5;
inline constexpr int safe_numbers = 6;
constexpr int safe_number(int safe) { return safe < 4 ? safe : 4; }

namespace lines_input {
inline constexpr int squares = 0;  // 16 * square + piece
inline constexpr int hand = 256;
inline constexpr int remaining = 272;
inline constexpr int placing = 288;  // whether a piece is in hand
inline constexpr int lines = 289;    // 24 * line + 3 * lane + pieces on the line - 1
inline constexpr int per_line = 24;
constexpr int size(const Lines& lines) { return lines_input::lines + per_line * lines.count; }
}  // namespace lines_input

// Counted from where `lines` ends.
namespace look_input {
inline constexpr int squares = 0;  // of each square: safe pieces left, whether the hand wins there
inline constexpr int square_wins = safe_numbers;
inline constexpr int per_square = safe_numbers + 1;
inline constexpr int pieces = squares + num_squares * per_square;
inline constexpr int piece_loses = 0;  // of each piece: losing or safe, then the opponent's squares
inline constexpr int piece_safe = 1;
inline constexpr int piece_squares = 2;
inline constexpr int per_piece = 2 + num_lefts * num_buckets;
inline constexpr int placed = pieces + num_pieces * per_piece;
inline constexpr int safe = placed + num_squares + 1;
inline constexpr int odd_safe = safe + num_pieces + 1;
inline constexpr int wins = odd_safe + 1;
inline constexpr int threes = wins + 1;  // lines of three that share 1 or 2 traits
inline constexpr int twos = threes + 2 * num_line_buckets;  // lines of two that share 1, 2 or 3
inline constexpr int own_squares = twos + 3 * num_line_buckets;
inline constexpr int quiet_pieces = own_squares + num_lefts * num_buckets;
inline constexpr int size = quiet_pieces + num_buckets;
}  // namespace look_input

namespace move_input {
inline constexpr int action = 0;
inline constexpr int placing = 32;
inline constexpr int giving = 33;
inline constexpr int wins = 34;
inline constexpr int left = 35;    // safe pieces left by placing
inline constexpr int corner = 41;  // then edge, centre
inline constexpr int lines = 44;   // 5 * pieces on a line through the square + traits shared then
inline constexpr int loses = 64;
inline constexpr int safe = 65;
inline constexpr int squares = 66;  // the opponent's squares by what they leave
inline constexpr int twos = squares + num_lefts * num_buckets;  // lines that share a trait with it
inline constexpr int threes = twos + num_buckets;
inline constexpr int size = threes + num_buckets;
}  // namespace move_input

}  // namespace quadrille::quarto
