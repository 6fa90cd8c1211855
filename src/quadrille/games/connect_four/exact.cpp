#include "quadrille/games/connect_four/solver.hpp"

namespace quadrille::connect_four {

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

// By discs: the least budget with which it is worth while to begin, about a seventh of the median.
constexpr auto least_budgets = [] {
    constexpr std::array<std::uint64_t, 13> by_pairs = {
        100'000'000, 20'000'000, 4'000'000, 1'000'000, 200'000, 50'000, 12'000,
        2'500,       500,        300,       100,       50,      20};
    std::array<std::uint64_t, num_squares> budgets{};
    for (std::size_t discs = 0; discs < budgets.size(); ++discs)
        budgets[discs] = discs / 2 < by_pairs.size() ? by_pairs[discs / 2] : 1;
    return budgets;
}();

// A table that stays in the processor's caches is faster than a larger one that forgets less: with four
// times as much for the empty board there are an eighth fewer positions, but they take half as long
// again.
std::size_t table_bytes(int discs) { return (discs >= 12 ? 1 : discs >= 8 ? 4 : 16) * megabyte; }

int num_discs(const State& state) { return std::popcount(state.occupied()); }

bool is_worth_while(const State& state, std::uint64_t budget) {
    return budget >= least_budgets[static_cast<std::size_t>(num_discs(state))];
}

// As ExactSolver::value_between; nothing if allow() ends the search by 0.
std::optional<int> find_value(Solver& solver, const State& state, int low, int high,
                              const Solver::Allow& allow) {
    const Position position{state.mine(), state.occupied()};
    if (low < 0) {
        const auto draws = solver.reaches(position, Goal::draw, allow);
        if (!draws) return std::nullopt;
        if (!*draws) return -1;
    }
    if (high <= 0) return 0;
    const auto wins = solver.reaches(position, Goal::win, allow);
    return wins ? std::optional(*wins ? 1 : 0) : std::nullopt;
}

}  // namespace

ExactSolver::ExactSolver(const State&) : max_bytes_(megabyte) {}
ExactSolver::ExactSolver(int megabytes)
    : max_bytes_(static_cast<std::size_t>(megabytes) * megabyte) {}
ExactSolver::~ExactSolver() = default;

std::uint64_t ExactSolver::nodes() const {
    return nodes_before_ + (solver_ ? solver_->nodes() : 0);
}

Solver& ExactSolver::solver_for(const State& state) {
    const std::size_t wanted = std::min(max_bytes_, table_bytes(num_discs(state)));
    if (!solver_ || bytes_ < wanted) {
        nodes_before_ = nodes();
        solver_.reset();  // before there is another
        solver_ = std::make_unique<Solver>(wanted);
        bytes_ = wanted;
    }
    return *solver_;
}

int ExactSolver::value_between(const State& state, int low, int high,
                               const std::function<std::uint64_t()>& allow) {
    return find_value(solver_for(state), state, low, high, allow).value();
}

std::optional<std::array<double, 2>> ExactSolver::value(const State& state, std::uint64_t budget) {
    if (!is_worth_while(state, budget)) return std::nullopt;
    Solver& solver = solver_for(state);
    const std::uint64_t end = solver.nodes() + budget;
    const auto value = find_value(solver, state, -1, 1, [&] { return end - solver.nodes(); });
    if (!value) return std::nullopt;
    const double own = *value;
    return state.player() == 0 ? std::array{own, -own} : std::array{-own, own};
}

std::optional<std::array<double, 2>> State::exact(std::uint64_t budget) const {
    if (is_over()) return outcome();
    return ExactSolver(*this).value(*this, budget);
}

}  // namespace quadrille::connect_four
