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
        for (State::Place place = 0; place < State::num_places; ++place)
            if (state.height_[place] <= top_) cells_.push_back(place);
        while (sweep()) std::reverse(cells_.begin(), cells_.end());  // for the next one
    }

    int cost(int player) const {
        const State::Place place = state_.at_[static_cast<std::size_t>(player)];
        return state_.height_[place] > top_ ? 0 : costs_[place][state_.height_[place]];
    }

    static constexpr std::uint8_t unreachable = 99;

  private:
    // One more look at every cell and height, from the top down; whether anything got cheaper. Cells
    // come in turns forwards and backwards, so that costs spread both ways.
    bool sweep() {
        bool changed = false;
        for (int height = top_; height >= 0; --height)
            for (const State::Place place : cells_) {
                if (height < state_.height_[place]) continue;
                const int found = cheapest(place, height);
                if (found >= costs_[place][static_cast<std::size_t>(height)]) continue;
                costs_[place][static_cast<std::size_t>(height)] = static_cast<std::uint8_t>(found);
                changed = true;
            }
        return changed;
    }

    int cheapest(State::Place place, int height) const {
        int best = unreachable;
        for (int direction = 0; direction < 4; ++direction) {
            const State::Place to = State::beside(place, direction);
            if (state_.who_[to] != 0) continue;
            const int there = state_.height_[to];
            if (there == top_ + 1 && height == top_) return 1;
            if (there > top_) continue;
            for (int built = std::max(there, height - 1); built <= std::min(height + 1, top_);
                 ++built)
                best =
                    std::min(best, built - there + 1 + costs_[to][static_cast<std::size_t>(built)]);
        }
        return best;
    }

    const State& state_;
    const int top_;
    std::vector<State::Place> cells_;
    std::array<std::array<std::uint8_t, 10>, State::num_places> costs_;
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
