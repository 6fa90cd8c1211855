// How far gamers have to climb.
#pragma once

#include "quadrille/games/pillars/rules.hpp"

namespace quadrille::pillars {

// How many actions a gamer needs to reach the centre by itself, from any cell and height, while the
// others stand still: it may build next to itself, as high as needed, before it steps there. Cells
// are taken as they are now when it comes to them, so the number is an estimate where a way crosses
// itself.
class Climb {
  public:
    explicit Climb(const State& state) : state_(state), top_(state.height() - 1) {
        std::fill_n(costs_.begin(), state.end_of_places(), all_unreachable());
        first_.fill(nothing);
        waiting_.reserve(1024);
        if (state.who_on(state.centre_) == 0)
            for (int direction = 0; direction < 4; ++direction)
                offer(state.beside(state.centre_, direction), top_, 1);
        // From the centre outwards, in the order of costs: Dial's (1969) way of finding shortest ways.
        for (int cost = 1; cost < unreachable; ++cost)
            while (first_[static_cast<std::size_t>(cost)] != nothing) {
                const Waiting next = waiting_[first_[static_cast<std::size_t>(cost)]];
                first_[static_cast<std::size_t>(cost)] = next.after;
                if (at(next.place, next.height) == cost) spread(next.place, next.height, cost);
            }
    }

    int cost(int player) const { return cost_from(state_.position(player)); }
    // The same of a gamer who stands on a cell as high as it is.
    int cost_from(Cell cell) const {
        const State::Place place = state_.place(cell);
        const int height = state_.height_on(place);
        return height > top_ ? 0 : costs_[place][static_cast<std::size_t>(height)];
    }

    static constexpr std::uint8_t unreachable = 99;

  private:
    using Costs = std::array<std::uint8_t, 10>;  // by height
    static constexpr Costs all_unreachable() {
        Costs costs{};
        costs.fill(unreachable);
        return costs;
    }
    static constexpr std::uint32_t nothing = 0xffffffff;
    struct Waiting {
        State::Place place;
        std::uint8_t height;
        std::uint32_t after;  // in the list of those with the same cost
    };

    std::uint8_t& at(State::Place place, int height) {
        return costs_[place][static_cast<std::size_t>(height)];
    }

    // Whoever stands there, so high, needs no more than that.
    void offer(State::Place place, int height, int cost) {
        if (height < state_.height_on(place) || height > top_ || cost >= at(place, height)) return;
        at(place, height) = static_cast<std::uint8_t>(cost);
        auto& first = first_[static_cast<std::size_t>(cost)];
        waiting_.push_back({place, static_cast<std::uint8_t>(height), first});
        first = static_cast<std::uint32_t>(waiting_.size() - 1);
    }

    // To those beside a cell it costs a step, and what must be built before it.
    void spread(State::Place place, int height, int cost) {
        if (state_.who_on(place) != 0) return;  // nobody can come here
        const int more = cost + 1 + height - state_.height_on(place);
        for (int direction = 0; direction < 4; ++direction)
            for (int from = std::max(height - 1, 0); from <= height + 1; ++from)
                offer(state_.beside(place, direction), from, more);
    }

    const State& state_;
    const int top_;
    std::array<Costs, State::num_places> costs_;    // of the places that are used
    std::array<std::uint32_t, unreachable> first_;  // by cost
    std::vector<Waiting> waiting_;
};

}  // namespace quadrille::pillars
