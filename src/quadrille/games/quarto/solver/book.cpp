#include "quadrille/games/quarto/solver/book.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_set>

#include "quadrille/core/playout.hpp"

namespace quadrille::quarto {

std::uint64_t position_key(const State& state) {
    Bytes16 pieces{};
    for_each_bit(state.occupied(), [&](int square) {
        pieces[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(state.piece(square));
    });
    const Options options = state.options();
    const KeyMaker& keys =
        KeyMaker::of(static_cast<std::size_t>(options.squares + 2 * options.torus));
    if (state.hand() >= 0) return keys.with_hand(pieces, state.empty(), state.hand());
    return state.placed() == 0 ? 0 : keys(pieces, state.empty());
}

namespace {

// One position of each class that giving a safe piece leads to.
std::vector<State> given(const std::vector<State>& boards) {
    std::vector<State> next;
    std::unordered_set<std::uint64_t> seen;
    for (const State& board : boards)
        for_each_bit(board.safe_pieces(), [&](int piece) {
            const State state = played(board, Move::give(piece));
            if (seen.insert(position_key(state)).second) next.push_back(state);
        });
    return next;
}

// One board of each class that placing the piece in hand leads to.
std::vector<State> placed(const std::vector<State>& positions) {
    std::vector<State> next;
    std::unordered_set<std::uint64_t> seen;
    for (const State& position : positions)
        for_each_bit(position.empty(), [&](int square) {
            const State state = played(position, Move::place(square));
            if (seen.insert(position_key(state)).second) next.push_back(state);
        });
    return next;
}

}  // namespace

Book::Book(const Options& options) {
    std::vector<State> positions = given({State(options)});
    for (int pieces = 0; pieces < book_pieces; ++pieces) {
        others_.insert(others_.begin(), positions.begin(), positions.end());
        positions = given(placed(positions));
    }
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (std::size_t i = 0; i < positions.size(); ++i)
        order.emplace_back(position_key(positions[i]), i);
    std::sort(order.begin(), order.end());
    for (const auto& [key, at] : order) {
        full_.push_back(positions[at]);
        keys_.push_back(key);
    }
    for (const State& position : others_) keys_.push_back(position_key(position));
    std::sort(keys_.begin(), keys_.end());
}

std::size_t Book::index(const State& state) const {
    const auto found = std::lower_bound(keys_.begin(), keys_.end(), position_key(state));
    if (found == keys_.end()) throw std::logic_error("no such position in the book");
    return static_cast<std::size_t>(found - keys_.begin());
}

std::vector<std::uint8_t> Book::complete(std::span<const std::uint8_t> full_values) const {
    std::vector<std::uint8_t> values(keys_.size());
    for (std::size_t i = 0; i < full_.size(); ++i) values[index(full_[i])] = full_values[i];
    for (const State& position : others_) {
        int best = -1;
        for_each_bit(position.empty(), [&](int square) {
            best = std::max(best, value(played(position, Move::place(square)), values));
        });
        values[index(position)] = static_cast<std::uint8_t>(best + 1);
    }
    return values;
}

void Book::load(std::vector<std::uint8_t> values) {
    const auto is_value = [](std::uint8_t value) { return value <= 2; };
    if (values.size() != keys_.size() || !std::ranges::all_of(values, is_value))
        throw std::invalid_argument("expected " + std::to_string(keys_.size()) +
                                    " values in the book");
    values_ = std::move(values);
}

int Book::value(const State& state, const std::vector<std::uint8_t>& values) const {
    if (state.is_over()) return state.winner() >= 0 ? 1 : 0;
    if (state.hand() >= 0) return state.winning_squares() != 0 ? 1 : int{values[index(state)]} - 1;
    int best = -1;
    for_each_bit(state.safe_pieces(), [&](int piece) {
        best = std::max(best, -value(played(state, Move::give(piece)), values));
    });
    return best;
}

int Book::most(const State& board) const {
    if (values_.empty() || board.is_over() || board.hand() >= 0 ||
        board.placed() != book_pieces + 1)
        return 1;
    int bound = 1;
    for_each_bit(board.occupied(), [&](int last) {
        State before(board.options());
        for_each_bit(board.occupied() & ~(1U << last), [&](int square) {
            before.play(Move::give(board.piece(square)));
            before.play(Move::place(square));
        });
        before.play(Move::give(board.piece(last)));
        bound = std::min(bound, value(before));
    });
    return bound;
}

}  // namespace quadrille::quarto
