// The errors a caller can cause, and how positions are refused. Each error becomes the Python
// exception of the same name, a ValueError. A message is one line: what was expected, what was
// received, and where.
#pragma once

#include <algorithm>
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
inline std::string quoted(std::string_view text) {
    std::size_t shown = std::min<std::size_t>(text.size(), 200);
    const auto is_continuation = [&](std::size_t i) { return (text[i] & 0xc0) == 0x80; };
    while (shown > 0 && shown < text.size() && is_continuation(shown)) --shown;  // whole UTF-8
    std::string result = "'";
    for (const char c : text.substr(0, shown)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n') {
            result += "\\n";
        } else if (byte < 0x20 || byte == 0x7f) {
            result += '?';
        } else {
            if (c == '\'' || c == '\\') result += '\\';
            result += c;
        }
    }
    return result + (shown < text.size() ? "'..." : "'");
}

[[noreturn]] inline void refuse_position(const std::string& why, std::string_view text) {
    throw BadPosition(why + " in position " + quoted(text));
}

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
