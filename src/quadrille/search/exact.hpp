// The exact values of positions that are cheap to solve, for searches to use at their leaves, by the
// game's own solver or table.
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <type_traits>

#include "quadrille/search/search.hpp"

namespace quadrille::search {

template <class State> concept HasExactSolver = requires { typename State::ExactSolver; };

// The game's solver finds the value of any position, and can be stopped while it does.
template <class State>
concept HasWindowSolver = SearchState<State> && HasExactSolver<State> &&
                          std::constructible_from<typename State::ExactSolver, int> &&
                          requires(typename State::ExactSolver solver, const State state,
                                   const std::function<std::uint64_t()> allow) {
                              { solver.value_between(state, -1, 1, allow) } -> std::same_as<int>;
                              { solver.nodes() } -> std::same_as<std::uint64_t>;
                          };

// What a search knows for sure. Equal questions in equal order get equal answers; what one has found
// out makes the next ones cheaper.
template <SearchState State>
class ExactValues {
  public:
    // The value per side of a position that is not over, where a player moves; nothing if it takes
    // more than about `budget` positions.
    std::optional<Values<State>> operator()(const State& state, std::uint64_t budget) {
        if constexpr (HasExactSolver<State>) {
            if (!solver_) solver_.emplace(state);
            return solver_->value(state, budget);
        } else if constexpr (requires { state.exact(budget); }) {
            return state.exact(budget);
        } else {
            return std::nullopt;
        }
    }

  private:
    struct Nothing {};
    static auto solver_type() {
        if constexpr (HasExactSolver<State>)
            return std::type_identity<typename State::ExactSolver>();
        else
            return std::type_identity<Nothing>();
    }
    using Own = typename decltype(solver_type())::type;

    std::optional<Own> solver_;  // made for the first question
};

}  // namespace quadrille::search
