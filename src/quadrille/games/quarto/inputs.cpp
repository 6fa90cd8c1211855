#include "quadrille/games/quarto/inputs.hpp"

#include "quadrille/core/inputs.hpp"
#include "quadrille/games/quarto/line_board.hpp"

namespace quadrille::quarto {

namespace {

// How many squares leave what to the player who then gives.
using Counts = std::array<int, num_lefts>;

void add_counts(InputList& list, int first, const Counts& counts) {
    for (int left = 0; left < num_lefts; ++left)
        list.add(first + num_buckets * left +
                 bucket_of[static_cast<std::size_t>(counts[static_cast<std::size_t>(left)])]);
}

void add_safe_number(InputList& list, int first, int safe) {
    list.add(first + safe_number(safe));
    if (safe % 2 == 1) list.add(first + odd_number);
}

// On how many squares the opponent, given a safe piece, leaves no, an odd or an even number of safe
// pieces.
template <class Board>
class Replies {
  public:
    explicit Replies(const Board& board) : board_(board), safe_(board.safe()) {
        for_each_bit(board.empty, [&](int square) {
            const auto change = board.change(square);
            // No line of two gets longer, so that the lanes that win are the same for each piece;
            // of the pieces that stay safe only the one given is missing.
            if (change.shared == 0)
                ++same_[static_cast<std::size_t>(
                    left_of(std::popcount(static_cast<PieceSet>(board.rest &
                                                                ~pieces_with_any[change.fixed])) -
                            1))];
            else
                changes_[static_cast<std::size_t>(num_changes_++)] = change;
        });
    }

    PieceSet safe() const { return safe_; }

    Counts of(int piece) const {
        if (std::has_single_bit(board_.rest)) return {};  // the last piece leaves nothing to give
        Counts counts = same_;
        for (int i = 0; i < num_changes_; ++i) {
            const PieceSet left = board_.safe_after(piece, changes_[static_cast<std::size_t>(i)]);
            ++counts[static_cast<std::size_t>(left_of(std::popcount(left)))];
        }
        return counts;
    }

  private:
    const Board& board_;
    PieceSet safe_;
    Counts same_{};
    int num_changes_ = 0;
    std::array<typename Board::Change, num_squares> changes_;
};

template <class Board>
void add_lines(InputList& list, const State& state, const Board& board) {
    using namespace lines_input;
    for_each_bit(state.occupied(), [&](int square) {
        list.add(squares + 16 * square + board.pieces[static_cast<std::size_t>(square)]);
    });
    if (state.hand() >= 0) {
        list.add(hand + state.hand());
        list.add(placing);
    }
    for_each_bit(state.remaining(), [&](int piece) { list.add(remaining + piece); });
    for (int line = 0; line < state.lines().count; ++line) {
        const int count = board.count[static_cast<std::size_t>(line)];
        if (count == 0 || count == 4) continue;
        const int first = lines + per_line * line + count - 1;
        for_each_bit(board.common[static_cast<std::size_t>(line)],
                     [&](int lane) { list.add(first + 3 * lane); });
    }
}

// What the player who places can do on each square.
template <class Board>
void add_squares(InputList& list, int first, const State& state, const Board& board) {
    using namespace look_input;
    Counts counts{};
    bool wins_somewhere = false;
    for_each_bit(board.empty, [&](int square) {
        const int place = first + squares + per_square * square;
        if (board.wins(state.hand(), square)) {
            list.add(place + square_wins);
            wins_somewhere = true;
        } else if (board.rest != 0) {
            const int left = std::popcount(board.safe_after(state.hand(), board.change(square)));
            add_safe_number(list, place, left);
            ++counts[static_cast<std::size_t>(left_of(left))];
        }
    });
    if (wins_somewhere) list.add(first + wins);
    add_counts(list, first + own_squares, counts);
}

// What the opponent can do with each piece.
template <class Board>
void add_pieces(InputList& list, int first, const Board& board) {
    using namespace look_input;
    const Replies replies(board);
    std::size_t quiet = 0;
    for_each_bit(board.rest, [&](int piece) {
        const int place = first + pieces + per_piece * piece;
        if ((replies.safe() >> piece & 1) == 0) {
            list.add(place + piece_loses);
            return;
        }
        const Counts counts = replies.of(piece);
        list.add(place + piece_safe);
        add_counts(list, place + piece_squares, counts);
        quiet += counts[left_odd] == 0;
    });
    list.add(first + quiet_pieces + bucket_of[quiet]);
}

template <class Board>
void add_totals(InputList& list, int first, const State& state, const Board& board) {
    using namespace look_input;
    const int num_safe = std::popcount(board.safe());
    list.add(first + placed + board.placed());
    list.add(first + safe + num_safe);
    if (num_safe % 2 == 1) list.add(first + odd_safe);
    std::array<std::array<int, 9>, 5> numbers{};  // by pieces on a line and trait values shared
    for (std::size_t line = 0; line < static_cast<std::size_t>(state.lines().count); ++line)
        ++numbers[board.count[line]]
                 [static_cast<std::size_t>(std::popcount(std::uint8_t{board.common[line]}))];
    const auto add = [&](int place, int number) {
        if (number > 0) list.add(first + place + line_bucket(number));
    };
    for (int shared = 1; shared <= 2; ++shared)
        add(threes + num_line_buckets * (shared - 1), numbers[3][static_cast<std::size_t>(shared)]);
    for (int shared = 1; shared <= 3; ++shared)
        add(twos + num_line_buckets * (shared - 1), numbers[2][static_cast<std::size_t>(shared)]);
}

template <class Board>
void describe_place(InputList& list, const State& state, const Board& board, int square) {
    using namespace move_input;
    list.add(placing);
    if (board.wins(state.hand(), square))
        list.add(wins);
    else if (board.rest != 0)
        add_safe_number(list, left,
                        std::popcount(board.safe_after(state.hand(), board.change(square))));
    const auto inner = [](int coordinate) { return coordinate == 1 || coordinate == 2; };
    list.add(corner + inner(square % 4) + inner(square / 4));
    const LaneSet had = lanes_of_piece[static_cast<std::size_t>(state.hand())];
    const auto through = Board::through(square);
    for (std::size_t line = 0; line < static_cast<std::size_t>(state.lines().count); ++line) {
        if (through[line] == 0) continue;
        const int shared = std::popcount(static_cast<LaneSet>(board.common[line] & had));
        list.add(lines + 5 * board.count[line] + shared);
    }
}

template <class Board>
void describe_give(InputList& list, const State& state, const Board& board, int piece) {
    using namespace move_input;
    list.add(giving);
    const Replies replies(board);
    const bool is_safe = replies.safe() >> piece & 1;
    list.add(is_safe ? safe : loses);
    if (is_safe) add_counts(list, squares, replies.of(piece));
    std::array<std::size_t, 5> sharing{};  // by pieces on the line
    for (std::size_t line = 0; line < static_cast<std::size_t>(state.lines().count); ++line)
        sharing[board.count[line]] +=
            (board.common[line] & lanes_of_piece[static_cast<std::size_t>(piece)]) != 0;
    list.add(twos + bucket_of[std::min<std::size_t>(sharing[2], num_squares)]);
    list.add(threes + bucket_of[std::min<std::size_t>(sharing[3], num_squares)]);
}

}  // namespace

void State::inputs(int encoding, int, Inputs& out) const {
    InputList list;
    on_line_board(*this, [&](const auto& board) {
        add_lines(list, *this, board);
        if (encoding != look_encoding) return;
        const int first = lines_input::size(lines());
        if (hand() >= 0)
            add_squares(list, first, *this, board);
        else
            add_pieces(list, first, board);
        add_totals(list, first, *this, board);
    });
    list.give_to(out);
}

void State::move_inputs(int, Move move, Inputs& out) const {
    InputList list;
    list.add(move_input::action + static_cast<int>(move.value));
    on_line_board(*this, [&](const auto& board) {
        if (move.is_give())
            describe_give(list, *this, board, move.piece());
        else
            describe_place(list, *this, board, move.square());
    });
    list.give_to(out);
}

}  // namespace quadrille::quarto
