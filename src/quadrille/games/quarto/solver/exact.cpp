#include "quadrille/games/quarto/solver/solver.hpp"

namespace quadrille::quarto {

namespace {

constexpr std::size_t exact_table_bytes = std::size_t{1} << 20;

// By pieces placed: the least budget with which it is worth while to begin, about a seventh of the
// median. With fewer pieces a value is never cheap.
constexpr std::array<std::uint64_t, num_squares> least_budgets{
    ~0ULL, ~0ULL, ~0ULL, ~0ULL, 200'000, 20'000, 2'000, 200, 20, 1, 1, 1, 1, 1, 1, 1};

std::optional<std::array<double, 2>> value_within(Solver& solver, const State& state,
                                                  std::uint64_t budget) {
    const int player = state.player();
    const std::optional<int> value = solver.value_within(state, budget);
    if (!value) return std::nullopt;
    return std::array<double, 2>{static_cast<double>(player == 0 ? *value : -*value),
                                 static_cast<double>(player == 0 ? -*value : *value)};
}

bool is_worth_while(const State& state, std::uint64_t budget) {
    return budget >= least_budgets[static_cast<std::size_t>(state.placed())];
}

}  // namespace

ExactSolver::ExactSolver(const State&) {}
ExactSolver::~ExactSolver() = default;

std::optional<std::array<double, 2>> ExactSolver::value(const State& state, std::uint64_t budget) {
    if (!is_worth_while(state, budget)) return std::nullopt;
    if (!solver_) solver_ = std::make_unique<Solver>(state.options(), exact_table_bytes);
    return value_within(*solver_, state, budget);
}

std::optional<std::array<double, 2>> State::exact(std::uint64_t budget) const {
    if (is_over()) return outcome();
    if (!is_worth_while(*this, budget)) return std::nullopt;
    Solver solver(options(), table_bytes(*this, exact_table_bytes));
    return value_within(solver, *this, budget);
}

}  // namespace quadrille::quarto
