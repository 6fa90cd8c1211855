// Named features and the static evaluation: the utility of the original players, and how far each
// gamer has to climb.
#include <algorithm>

#include "quadrille/games/pillars/rules.hpp"

namespace quadrille::pillars {

namespace {

enum FeatureIndex {
    height_feature,
    climbable_feature,
    level_feature,
    blocked_feature,
    distance_feature,
    reach_feature,
    support_feature,
    tempo_feature,
    num_features
};

}  // namespace

// How many actions a gamer needs to reach the centre by itself, from any cell and height, while the
// others stand still: it may build next to itself, as high as needed, before it steps there. Cells
// are taken as they are now when it comes to them, so the number is an estimate where a way crosses
// itself.
class Climb {
  public:
    explicit Climb(const State& state) : state_(state), top_(state.height() - 1) {
        for (auto& costs : costs_) costs.fill(unreachable);
        first_.fill(nothing);
        waiting_.reserve(1024);
        const State::Place centre = State::place(state.centre());
        if (state.who_[centre] == 0)
            for (int direction = 0; direction < 4; ++direction)
                offer(State::beside(centre, direction), top_, 1);
        // From the centre outwards, in the order of costs: Dial's (1969) way of finding shortest ways.
        for (int cost = 1; cost < unreachable; ++cost)
            while (first_[static_cast<std::size_t>(cost)] != nothing) {
                const Waiting next = waiting_[first_[static_cast<std::size_t>(cost)]];
                first_[static_cast<std::size_t>(cost)] = next.after;
                if (at(next.place, next.height) == cost) spread(next.place, next.height, cost);
            }
    }

    int cost(int player) const {
        const State::Place place = state_.at_[static_cast<std::size_t>(player)];
        const int height = state_.height_[place];
        return height > top_ ? 0 : costs_[place][static_cast<std::size_t>(height)];
    }

    static constexpr std::uint8_t unreachable = 99;

  private:
    static constexpr std::uint16_t nothing = 0xffff;
    struct Waiting {
        State::Place place;
        std::uint8_t height;
        std::uint16_t after;  // in the list of those with the same cost
    };

    std::uint8_t& at(State::Place place, int height) {
        return costs_[place][static_cast<std::size_t>(height)];
    }

    // Whoever stands there, so high, needs no more than that.
    void offer(State::Place place, int height, int cost) {
        if (height < state_.height_[place] || height > top_ || cost >= at(place, height)) return;
        at(place, height) = static_cast<std::uint8_t>(cost);
        auto& first = first_[static_cast<std::size_t>(cost)];
        waiting_.push_back({place, static_cast<std::uint8_t>(height), first});
        first = static_cast<std::uint16_t>(waiting_.size() - 1);
    }

    // To those beside a cell it costs a step, and what must be built before it.
    void spread(State::Place place, int height, int cost) {
        if (state_.who_[place] != 0) return;  // nobody can come here
        const int more = cost + 1 + height - state_.height_[place];
        for (int direction = 0; direction < 4; ++direction)
            for (int from = std::max(height - 1, 0); from <= height + 1; ++from)
                offer(State::beside(place, direction), from, more);
    }

    const State& state_;
    const int top_;
    std::array<std::array<std::uint8_t, 10>, State::num_places> costs_;
    std::array<std::uint16_t, unreachable> first_;  // by cost
    std::vector<Waiting> waiting_;
};

std::array<int, State::max_players> State::climbs() const {
    const Climb climb(*this);
    std::array<int, max_players> found{};
    for (int player = 0; player < num_players(); ++player)
        found[index(player)] = climb.cost(player);
    return found;
}

State State::imagined(Move move) const {
    State next = *this;
    const int player = actor();
    if (player < 0) return next;
    if (move.is_step() && can_step(player, move.direction()))
        next.step(player, move.direction());
    else if (move.is_build() && on_grid(move.cell()) && can_build_on(move.cell()))
        next.build(place(move.cell()));
    return next;
}

std::vector<std::string> State::feature_names() const {
    return {"height", "climbable", "level", "blocked", "distance", "reach", "support", "tempo"};
}

std::vector<float> State::weights() const {
    return {0.25F, 0.05F, 0.01F, 0.0F, -0.01F, 0.12F, 0.02F, 0.05F};
}

// Of a team:
//   height      the sum of its gamers' heights
//   climbable   neighbouring free cells one higher than a gamer, each counted once
//   level       neighbouring free cells as high as a gamer that can be built on
//   blocked     neighbouring cells that cannot be entered
//   distance    the mean of its gamers' distances to the centre
//   reach       less the number of actions that its best gamer needs to reach the centre
//   support     less the mean of the same over its gamers
//   tempo       1 if one of its gamers is to act
void State::features(std::span<float> out) const {
    std::fill(out.begin(), out.end(), 0.0F);
    const auto climbs = this->climbs();
    const auto gamers = static_cast<float>(this->gamers());
    for (const int side : {red, blue}) {
        float* row = &out[index(side * num_features)];
        std::array<std::uint8_t, num_places> counted{};  // by kind of neighbour, as bits
        int least = Climb::unreachable;
        for (int player = side * this->gamers(); player < (side + 1) * this->gamers(); ++player) {
            const Place here = at_[index(player)];
            const Cell cell = position(player);
            row[height_feature] += height_[here];
            row[distance_feature] +=
                static_cast<float>(std::abs(cell.x - centre().x) + std::abs(cell.y - centre().y)) /
                gamers;
            least = std::min(least, climbs[index(player)]);
            row[support_feature] -= static_cast<float>(climbs[index(player)]) / gamers;
            for (int direction = 0; direction < 4; ++direction) {
                const Place to = beside(here, direction);
                if (height_[to] == wall) continue;
                const int rise = height_[to] - height_[here];
                const auto count = [&](int feature) {
                    const auto bit = static_cast<std::uint8_t>(1U << feature);
                    if ((counted[to] & bit) == 0) row[feature] += 1;
                    counted[to] |= bit;
                };
                if (!can_enter(to, height_[here]))
                    count(blocked_feature);
                else if (rise == 1)
                    count(climbable_feature);
                if (rise == 0 && can_grow(to)) count(level_feature);
            }
        }
        row[reach_feature] = -static_cast<float>(least);
        row[tempo_feature] = actor() >= 0 && this->side(actor()) == side ? 1.0F : 0.0F;
    }
}

}  // namespace quadrille::pillars
