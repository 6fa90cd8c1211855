// The exact values of positions that are cheap to solve, for searches to use at their leaves: by the
// game's own solver or table, or by the general solver where the game says that the end is near.
#pragma once

#include <optional>
#include <type_traits>

#include "quadrille/search/solver.hpp"

namespace quadrille::search {

template <class State> concept HasExactSolver = requires { typename State::ExactSolver; };

template <class State>
concept HasEndgames = requires(const State state) {
    { state.is_endgame() } -> std::same_as<bool>;
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
        } else if constexpr (HasEndgames<State>) {
            if (!state.is_endgame()) return std::nullopt;
            if (!solver_) solver_.emplace(typename Solver<State>::Settings{.memory = 4});
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
        else if constexpr (HasEndgames<State>)
            return std::type_identity<Solver<State>>();
        else
            return std::type_identity<Nothing>();
    }
    using Own = typename decltype(solver_type())::type;

    std::optional<Own> solver_;  // made for the first question
};

}  // namespace quadrille::search
