// The errors a caller can cause, and how positions are refused. Each error becomes the Python
// exception of the same name, a ValueError. A message is one line: what was expected, what was
// received, and where.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille {

// Thrown as it is for a game that breaks its own word; BadGame in Python.
struct Error : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

struct BadMoveText : Error {
    using Error::Error;
};
struct IllegalMove : Error {
    using Error::Error;
};
struct BadPosition : Error {
    using Error::Error;
};
struct BadOption : Error {
    using Error::Error;
};

// Text as a message shows it: in quotes, on one line, cut when very long.
std::string quoted(std::string_view text);

[[noreturn]] void refuse_position(const std::string& why, std::string_view text);

// The broken invariants of a state, for problems().
class Problems {
  public:
    void require(bool holds, const char* problem) {
        if (!holds) found_.emplace_back(problem);
    }
    std::vector<std::string> found() && { return std::move(found_); }

  private:
    std::vector<std::string> found_;
};

// A parsed state if nothing is wrong with it, else BadPosition with its first problem.
template <class State>
State sound(const State& state, std::string_view text) {
    const auto problems = state.problems();
    if (!problems.empty()) refuse_position(problems.front(), text);
    return state;
}

}  // namespace quadrille
