// Helpers for games that write the inputs of networks.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <type_traits>

#include "quadrille/core/game.hpp"

namespace quadrille {

// Collects inputs on the stack, so that nothing is asked about capacity for each of them. Groups of
// inputs follow one another: the place of each is told by the order in which they are written.
class InputList {
  public:
    static constexpr std::size_t capacity = 2048;

    // An input counted from where the groups written so far end.
    void add(int input) { *end_++ = static_cast<std::uint16_t>(next_ + input); }
    void skip(int count) { next_ += count; }
    // A group of so many inputs of which one is on; none if it is below 0.
    void one_of(int which, int count) {
        if (which >= 0) add(which);
        next_ += count;
    }
    void flag(bool is_on) { one_of(is_on ? 0 : -1, 1); }
    // A group with an input for each interval between ascending bounds; a bound starts its interval.
    template <class Number, std::size_t N>
    void interval(Number number, const std::array<Number, N>& bounds) {
        int which = 0;
        for (const Number bound : bounds) which += number >= bound ? 1 : 0;
        one_of(which, static_cast<int>(N) + 1);
    }

    // How many inputs the groups written so far have.
    int next() const { return next_; }
    void give_to(Inputs& out) { out.assign(inputs_, end_); }

  private:
    std::uint16_t inputs_[capacity];
    std::uint16_t* end_ = inputs_;
    int next_ = 0;
};

// What can be worked out of a state once for all its moves: remembered, by each thread, until another
// state is asked about. A Facts is made from a state, and may refer to it. States of the same bytes
// are the same; that equal ones may differ in what is never read costs no more than time.
template <class Facts, class State>
const Facts& facts_about(const State& state) {
    static_assert(std::is_trivially_copyable_v<State>);
    struct Memory {
        explicit Memory(const State& asked) : state(asked), facts(state) {}
        const State state;
        const Facts facts;
    };
    static thread_local std::optional<Memory> memory;
    if (!memory || std::memcmp(&memory->state, &state, sizeof(State)) != 0) memory.emplace(state);
    return memory->facts;
}

}  // namespace quadrille
