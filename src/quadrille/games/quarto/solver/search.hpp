// The searches of the solver, for one rule set.
//
// A node is a board from which a piece is to be given. Its question is yes or no: does the giver
// win, or at least draw? The giver looks for a piece such that whatever square the opponent puts it
// on, the opponent, who gives next, does not reach the opposite goal. Two such questions are
// cheaper than one search for three values. Pieces that would win at once are never given unless
// there is no other, so no placement in the search completes a line.
#pragma once

#include <algorithm>
#include <exception>
#include <functional>
#include <memory>

#include "quadrille/games/quarto/line_board.hpp"
#include "quadrille/games/quarto/solver/key.hpp"
#include "quadrille/search/solver_table.hpp"

namespace quadrille::quarto {

enum class Goal { draw, win };  // at least a draw; a win

constexpr Goal opposite(Goal goal) { return goal == Goal::win ? Goal::draw : Goal::win; }

// Asked every millisecond or so; true stops the search.
using Poll = std::function<bool()>;

inline constexpr std::uint64_t no_node_limit = ~std::uint64_t{0};

// Thrown out of a search whose poll asked to stop.
struct SearchStopped : std::exception {
    const char* what() const noexcept override { return "stopped before the answer was found"; }
};

template <int Rules>
class SolverSearch {
  public:
    using Board = LineBoard<Rules>;

    SolverSearch(std::size_t bytes, Poll poll)
        : table_(bytes), keys_(KeyMaker::of(Rules)), poll_(std::move(poll)) {}

    std::uint64_t nodes() const { return nodes_; }

    // Stops every search from so many nodes on, as the poll does.
    void set_limit(std::uint64_t nodes) {
        limit_ = nodes;
        next_poll_ = std::min(nodes_ + first_stride, limit_);
    }

    // Whether the player who is to give reaches the goal. No line may be complete.
    bool giver_reaches(const Board& board, Goal goal) {
        return goal == Goal::win ? reaches<Goal::win>(board, board.safe())
                                 : reaches<Goal::draw>(board, board.safe());
    }

    // Whether the player who is to give wins within so many rounds; a round is two placements, the
    // opponent's and the giver's.
    bool giver_wins_within(const Board& board, int rounds) {
        if (!wins_) wins_ = std::make_unique<Table<8>>(table_.bytes() / 4);
        return wins_within(board, board.safe(), rounds);
    }

  private:
    using Change = typename Board::Change;
    template <int AnswerBits>
    using Table = search::SolverTable<key_bits, AnswerBits>;
    using Changes = std::array<Change, num_squares>;

    // A square for the piece given, and the pieces that are safe to give then.
    struct Reply {
        PieceSet safe;
        std::uint8_t square;
        std::uint8_t order;
    };
    // A piece and the squares that may refute giving it, likely ones first.
    struct Gift {
        int piece;
        int order;
        int count;
        std::array<Reply, num_squares> replies;

        std::span<const Reply> all() const {
            return {replies.data(), static_cast<std::size_t>(count)};
        }
        void insert(Reply reply) {
            auto at = static_cast<std::size_t>(count++);
            for (; at > 0 && replies[at - 1].order > reply.order; --at)
                replies[at] = replies[at - 1];
            replies[at] = reply;
        }
    };

    static constexpr std::uint64_t first_nodes = 1 << 16;
    static constexpr std::uint64_t first_stride = 8;

    // Two bits of answers for each question.
    static constexpr unsigned known(Goal goal) { return goal == Goal::win ? 4 : 1; }
    static constexpr unsigned yes(Goal goal) { return goal == Goal::win ? 8 : 2; }

    void count_node() {
        if (++nodes_ < next_poll_) return;
        if (nodes_ >= limit_) throw SearchStopped{};
        // Often at first, while every node may touch memory that the system has yet to supply.
        next_poll_ = std::min(nodes_ + (nodes_ < first_nodes ? first_stride : 1024), limit_);
        if (poll_ && poll_()) throw SearchStopped{};
    }

    static bool has_key(int placed) { return placed > 0 && placed <= max_key_pieces; }

    static Board child(const Board& board, const Gift& gift, const Reply& reply) {
        Board after = board;
        after.place(gift.piece, reply.square);
        return after;
    }

    template <Goal goal>
    bool reaches(const Board& board, PieceSet safe) {
        count_node();
        const int placed = board.placed();
        if (safe == 0) return goal == Goal::draw && board.rest == 0;
        // With two pieces left the opponent gives last and cannot win.
        if (goal == Goal::draw && placed >= 14) return true;
        if (goal == Goal::win && placed >= 15) return false;
        if (!has_key(placed)) return some_gift<goal>(board, safe, placed);
        const std::uint64_t key = keys_(board.pieces, board.empty);
        const unsigned answers = table_.find(key);
        if (answers & known(goal)) return (answers & yes(goal)) != 0;
        // A winner draws at least, and who does not draw does not win.
        if (goal == Goal::draw && answers & yes(Goal::win)) return true;
        if (goal == Goal::win && (answers & 3) == known(Goal::draw)) return false;
        const std::uint64_t before = nodes_;
        const bool answer = some_gift<goal>(board, safe, placed);
        table_.put(key, answers | known(goal) | (answer ? yes(goal) : 0U), nodes_ - before);
        return answer;
    }

    template <Goal goal>
    bool some_gift(const Board& board, PieceSet safe, int placed) {
        std::array<Gift, num_pieces> gifts;
        std::array<const Gift*, num_pieces> order;
        std::size_t count = 0;
        const Changes changes = all_changes(board);
        for (unsigned rest = safe; rest != 0; rest &= rest - 1) {
            Gift& gift = gifts[count];
            gift.piece = std::countr_zero(rest);
            if (!find_replies<goal>(board, changes, placed, gift)) continue;
            if (gift.count == 0) return true;
            order[count++] = &gift;
        }
        // Fewest answers first: that leaves the least to refute.
        std::sort(order.begin(), order.begin() + count, [](const Gift* a, const Gift* b) {
            return a->order != b->order ? a->order < b->order : a->piece < b->piece;
        });
        const auto refuted = [&](const Gift& gift) {
            for (const Reply& reply : gift.all())
                if (reaches<opposite(goal)>(child(board, gift, reply), reply.safe)) return true;
            return false;
        };
        for (std::size_t i = 0; i < count; ++i)
            if (!refuted(*order[i])) return true;
        return false;
    }

    static Changes all_changes(const Board& board) {
        Changes changes;
        for_each_bit(board.empty, [&](int square) {
            changes[static_cast<std::size_t>(square)] = board.change(square);
        });
        return changes;
    }

    // The squares where the opponent may still reach the opposite goal, those that leave the fewest
    // safe pieces first; false if one certainly does.
    template <Goal goal>
    static bool find_replies(const Board& board, const Changes& changes, int placed, Gift& gift) {
        gift.count = 0;
        gift.order = 0;
        for (unsigned rest = board.empty; rest != 0; rest &= rest - 1) {
            const auto square = static_cast<std::uint8_t>(std::countr_zero(rest));
            const PieceSet safe = board.safe_after(gift.piece, changes[square]);
            if (safe == 0) continue;  // the opponent has to give a piece that wins
            if (goal == Goal::win && placed + 1 >= 14) return false;
            if (goal == Goal::draw && placed + 1 >= 15) continue;
            const auto number = static_cast<std::uint8_t>(std::popcount(safe));
            gift.order += number;
            gift.insert({safe, square, number});
        }
        return true;
    }

    // --- distance --------------------------------------------------------------------------

    // Kept for each key: the fewest rounds known to suffice (0: none known), and the most known
    // not to.
    static constexpr unsigned suffices(unsigned answers) { return answers >> 4; }
    static constexpr unsigned fails(unsigned answers) { return answers & 15; }

    bool wins_within(const Board& board, PieceSet safe, int rounds) {
        count_node();
        const int placed = board.placed();
        if (safe == 0 || rounds <= 0 || placed >= 15) return false;
        if (!has_key(placed)) return some_gift_wins(board, safe, rounds);
        const std::uint64_t key = keys_(board.pieces, board.empty);
        const unsigned values = table_.find(key);
        if (values & known(Goal::win) && !(values & yes(Goal::win))) return false;
        const unsigned answers = wins_->find(key), limit = static_cast<unsigned>(rounds);
        if (suffices(answers) != 0 && suffices(answers) <= limit) return true;
        if (fails(answers) >= limit) return false;
        const std::uint64_t before = nodes_;
        const bool answer = some_gift_wins(board, safe, rounds);
        wins_->put(key, answer ? limit << 4 | fails(answers) : (answers & 0xf0) | limit,
                   nodes_ - before);
        return answer;
    }

    bool some_gift_wins(const Board& board, PieceSet safe, int rounds) {
        const Changes changes = all_changes(board);
        Gift gift;
        for (unsigned rest = safe; rest != 0; rest &= rest - 1) {
            gift.piece = std::countr_zero(rest);
            if (!find_replies<Goal::win>(board, changes, 0, gift)) continue;
            if (std::ranges::all_of(gift.all(), [&](const Reply& reply) {
                    return rounds > 1 &&
                           every_gift_loses(child(board, gift, reply), reply.safe, rounds - 1);
                }))
                return true;
        }
        return false;
    }

    // Whether the giver's opponent wins within so many rounds after any gift.
    bool every_gift_loses(const Board& board, PieceSet safe, int rounds) {
        const Changes changes = all_changes(board);
        Gift gift;
        for (unsigned rest = safe; rest != 0; rest &= rest - 1) {
            gift.piece = std::countr_zero(rest);
            find_replies<Goal::win>(board, changes, 0, gift);
            if (std::ranges::none_of(gift.all(), [&](const Reply& reply) {
                    return wins_within(child(board, gift, reply), reply.safe, rounds);
                }))
                return false;
        }
        return true;
    }

    Table<4> table_;
    std::unique_ptr<Table<8>> wins_;  // made when first needed
    const KeyMaker& keys_;
    Poll poll_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_poll_ = first_stride;
    std::uint64_t limit_ = no_node_limit;
};

}  // namespace quadrille::quarto
