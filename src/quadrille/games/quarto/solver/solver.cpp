#include "quadrille/games/quarto/solver/solver.hpp"

#include <stdexcept>

#include "quadrille/core/playout.hpp"

namespace quadrille::quarto {

// What is asked of a rule set. Positions are not over.
class Solver::Core {
  public:
    virtual ~Core() = default;
    virtual bool reaches(const State& state, Goal goal) = 0;
    // Whether the player to move wins, or loses, within so many plies.
    virtual bool wins_in(const State& state, int plies) = 0;
    virtual bool loses_in(const State& state, int plies) = 0;
    virtual std::uint64_t nodes() const = 0;
    // Stops every search from so many nodes on.
    virtual void set_limit(std::uint64_t nodes) = 0;
};

std::vector<Move> ordered_moves(const State& state) {
    std::vector<Move> moves;
    state.legal_moves(moves);
    const PieceSet safe = state.safe_pieces();
    const auto order = [&](Move move) {
        if (move.is_give()) return safe >> move.piece() & 1 ? 0 : 1;
        State after = state;
        after.play(move);
        if (after.winner() >= 0) return -1;
        const int left = std::popcount(after.safe_pieces());
        return left == 0 && after.remaining() != 0 ? num_pieces : left;
    };
    std::vector<std::pair<int, Move>> keyed;
    for (const Move move : moves) keyed.emplace_back(order(move), move);
    std::sort(keyed.begin(), keyed.end());
    std::transform(keyed.begin(), keyed.end(), moves.begin(), [](auto& k) { return k.second; });
    return moves;
}

namespace {

template <int Rules>
class RulesCore final : public Solver::Core {
  public:
    using Board = LineBoard<Rules>;

    RulesCore(std::size_t bytes, Poll poll) : search_(bytes, std::move(poll)) {}

    bool reaches(const State& state, Goal goal) override {
        const Board board(state);
        if (state.hand() < 0) return search_.giver_reaches(board, goal);
        if (state.winning_squares() != 0) return true;
        for (const Move move : ordered_moves(state))
            if (search_.giver_reaches(after(board, state.hand(), move.square()), goal)) return true;
        return false;
    }

    // A giver's round is four plies: give, place, give, place.
    bool wins_in(const State& state, int plies) override {
        const Board board(state);
        if (state.hand() < 0) return search_.giver_wins_within(board, plies / 4);
        if (state.winning_squares() != 0) return plies >= 1;
        return placing_wins_in(board, state.hand(), plies);
    }

    bool loses_in(const State& state, int plies) override {
        const Board board(state);
        if (state.hand() < 0) return giver_loses_in(board, plies);
        if (state.winning_squares() != 0) return false;
        return every(board.empty, [&](int square) {
            return giver_loses_in(after(board, state.hand(), square), plies - 1);
        });
    }

    std::uint64_t nodes() const override { return search_.nodes(); }
    void set_limit(std::uint64_t nodes) override { search_.set_limit(nodes); }

  private:
    static Board after(Board board, int piece, int square) {
        board.place(piece, square);
        return board;
    }

    template <class Test>
    static bool every(std::uint32_t set, Test&& test) {
        for (; set != 0; set &= set - 1)
            if (!test(std::countr_zero(set))) return false;
        return true;
    }

    // For a piece that does not win at once.
    bool placing_wins_in(const Board& board, int piece, int plies) {
        return !every(board.empty, [&](int square) {
            return !search_.giver_wins_within(after(board, piece, square), (plies - 1) / 4);
        });
    }

    bool giver_loses_in(const Board& board, int plies) {
        const PieceSet safe = board.safe();
        if (board.rest == 0 || plies < 2) return false;
        return every(safe, [&](int piece) { return placing_wins_in(board, piece, plies - 1); });
    }

    SolverSearch<Rules> search_;
};

std::unique_ptr<Solver::Core> make_core(const Options& options, std::size_t bytes, Poll poll) {
    switch (options.squares + 2 * options.torus) {
        case 0:
            return std::make_unique<RulesCore<0>>(bytes, std::move(poll));
        case 1:
            return std::make_unique<RulesCore<1>>(bytes, std::move(poll));
        case 2:
            return std::make_unique<RulesCore<2>>(bytes, std::move(poll));
        default:
            return std::make_unique<RulesCore<3>>(bytes, std::move(poll));
    }
}

int value_when_over(const State& state) { return state.winner() >= 0 ? 1 : 0; }

}  // namespace

Solver::Solver(const Options& options, std::size_t bytes, Poll poll)
    : core_(make_core(options, bytes, std::move(poll))) {}
Solver::~Solver() = default;

std::uint64_t Solver::nodes() const { return core_->nodes(); }

bool Solver::reaches(const State& state, Goal goal) {
    if (state.is_over()) return value_when_over(state) >= (goal == Goal::win ? 1 : 0);
    return core_->reaches(state, goal);
}

int Solver::value(const State& state) {
    if (!reaches(state, Goal::draw)) return -1;
    return reaches(state, Goal::win) ? 1 : 0;
}

std::optional<int> Solver::value_within(const State& state, std::uint64_t nodes) {
    core_->set_limit(core_->nodes() + nodes);
    std::optional<int> found;
    try {
        found = value(state);
    } catch (const SearchStopped&) {}
    core_->set_limit(no_node_limit);
    return found;
}

bool Solver::move_reaches(const State& state, Move move, int value) {
    const State after = played(state, move);
    if (value < 0) return true;
    const Goal goal = value > 0 ? Goal::win : Goal::draw;
    // A place keeps the turn, a give passes it on.
    return move.is_give() ? !reaches(after, opposite(goal)) : reaches(after, goal);
}

std::vector<MoveValue> Solver::values(const State& state) {
    std::vector<MoveValue> result;
    for (const Move move : ordered_moves(state)) {
        const int value = move_reaches(state, move, 0) + move_reaches(state, move, 1) - 1;
        result.push_back({move, value});
    }
    std::sort(result.begin(), result.end(),
              [](const MoveValue& a, const MoveValue& b) { return a.move < b.move; });
    return result;
}

std::optional<Move> Solver::best_move(const State& state, int value) {
    for (const Move move : ordered_moves(state))
        if (move_reaches(state, move, value)) return move;
    return std::nullopt;
}

int Solver::distance(const State& state, int value) {
    if (state.is_over()) return 0;
    const int held = state.hand() >= 0 ? 1 : 0;
    if (value == 0) return 2 * (num_squares - state.placed()) - held;
    // Ends are four plies apart: the same player places again.
    const int first = value > 0 ? (held ? 1 : 4) : 2 + held;
    for (int plies = first; plies <= state.max_plies(); plies += 4)
        if (value > 0 ? core_->wins_in(state, plies) : core_->loses_in(state, plies)) return plies;
    throw std::logic_error("not the value of the position");
}

std::optional<Move> Solver::best_move(const State& state, int value, int distance) {
    if (value == 0) return best_move(state, value);
    const auto serves = [&](Move move) {
        const State after = played(state, move);
        if (after.is_over()) return value_when_over(after) == value;
        if (value > 0)
            return move.is_give() ? core_->loses_in(after, distance - 1)
                                  : core_->wins_in(after, distance - 1);
        // The slowest loss: not lost four plies earlier, which is the next possible end.
        return move.is_give() ? !core_->wins_in(after, distance - 5)
                              : !core_->loses_in(after, distance - 5);
    };
    for (const Move move : ordered_moves(state))
        if (serves(move)) return move;
    return std::nullopt;
}

// Measured: a larger one costs more to touch than it saves.
std::size_t table_bytes(const State& state, std::size_t most) {
    static constexpr std::size_t kilobytes[] = {1 << 21, 1 << 21, 1 << 20, 1 << 16,
                                                1 << 15, 1 << 11, 256,     64};
    const auto placed = static_cast<std::size_t>(state.placed());
    const std::size_t wanted = (placed < std::size(kilobytes) ? kilobytes[placed] : 16) << 10;
    return std::min(most, wanted);
}

}  // namespace quadrille::quarto
