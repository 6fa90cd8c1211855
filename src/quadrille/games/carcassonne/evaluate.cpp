// Named features and the static evaluation: what each player has, and may hope for.
#include "quadrille/games/carcassonne/evaluate.hpp"

#include <algorithm>

#include "quadrille/games/carcassonne/lay.hpp"
#include "quadrille/games/carcassonne/score.hpp"

namespace quadrille::carcassonne {

// How likely features are to be completed, from the tiles that are left.
class Prospects {
  public:
    explicit Prospects(const State& state) : state_(state) {
        count_fitting();
        for (std::size_t cell = 0; cell < state.num_open_; ++cell) {
            const std::uint64_t filled = parts_of_filling(cell);
            std::array<std::uint8_t, 4> met{};
            std::size_t num_met = 0;
            const unsigned edges = state.needs_.mask[cell] & 15U;
            for (unsigned rest = edges; rest != 0; rest &= rest - 1) {
                const auto edge = static_cast<std::size_t>(std::countr_zero(rest));
                const unsigned code = state.needs_.need[cell] >> edge & 0x11U;
                if (code != 0x01 && code != 0x10) continue;  // neither road nor city
                const std::uint8_t node = state.main_root(state.open_[cell].main[edge]);
                if (std::find(met.begin(), met.begin() + num_met, node) != met.begin() + num_met)
                    continue;
                met[num_met++] = node;
                parts_[node] = missing_[node] == 0 ? filled : parts_[node] * filled;
                ++missing_[node];
            }
        }
    }

    // The chance that a city or road is completed, by its root: that all its open cells are filled.
    float completion(std::uint8_t node) const {
        if (state_.main_[node].open() == 0) return 1;
        if (missing_[node] == 0 || missing_[node] > most_missing) return 0;
        return static_cast<float>(parts_[node]) * scale[missing_[node]];
    }
    // Points expected of a city or road: complete, with a tile on each open cell, or as it is.
    float value(std::uint8_t node) const {
        const float now =
            static_cast<float>(state_.main_points(node, state_.main_[node].open() == 0));
        if (state_.main_[node].open() == 0) return now;
        Feature grown = state_.main_[node];
        grown.word += std::uint64_t{missing_[node]} << Feature::tiles_at;
        const auto then = static_cast<float>(state_.feature_points(grown, node, true));
        return now + completion(node) * (then - now);
    }
    // Neighbours that a monastery or garden may still get.
    float neighbours(const Tile& tile) const {
        float sum = 0;
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy) {
                const std::uint8_t cell = state_.at(tile.x + dx, tile.y + dy);
                if (cell < State::tile_there) sum += chance_of_filling(cell);
            }
        return sum;
    }

  private:
    // How many of the tiles left fit each open cell.
    void count_fitting() {
        fitting_.fill(0);
        for (std::size_t kind = 0; kind < num_kinds; ++kind) {
            if (state_.bag_[kind] == 0) continue;
            const std::size_t type = kinds[kind].type;
            const std::span turned(codes[type].data(), num_turns[type]);
            for (std::size_t first = 0; first < state_.num_open_; first += Needs::width)
                state_.needs_.add_where_matching(first, turned, state_.bag_[kind], fitting_);
        }
    }

    // With l fitting tiles expected to be drawn by its owner, l / (l + 0.7), in 256ths: the product
    // over eight cells is exact, so that it does not depend on their order.
    std::uint64_t parts_of_filling(std::size_t cell) const {
        const unsigned fitting = fitting_[cell] * 10U;
        return 256U * fitting / (fitting + 7U * static_cast<unsigned>(state_.options_.players));
    }
    float chance_of_filling(std::size_t cell) const {
        return static_cast<float>(parts_of_filling(cell)) / 256;
    }

    // 256 to the power of minus i.
    static constexpr std::array<float, most_missing + 1> scale = {
        0x1p0F, 0x1p-8F, 0x1p-16F, 0x1p-24F, 0x1p-32F, 0x1p-40F, 0x1p-48F, 0x1p-56F, 0x1p-64F};

    const State& state_;
    std::array<std::uint8_t, Needs::capacity> fitting_;
    std::array<std::uint64_t, State::max_nodes> parts_;  // of those that miss a cell
    std::array<std::uint8_t, State::max_nodes> missing_{};
};

std::vector<std::string> State::feature_names() const {
    return {"points", "cities", "roads", "monasteries", "farms",
            "shared", "lost",   "hand",  "returning"};
}

// By regression: what each feature adds to the final lead, in games that the static evaluation plays
// against itself. A lead of 25 points is worth 1/2.
std::vector<float> State::weights() const {
    return {0.04F, 0.028F, 0.042F, 0.038F, 0.031F, -0.0075F, -0.0025F, 0.62F, 0.035F};
}

// In points, but for the figures:
//   points       scored so far
//   cities, roads, monasteries   what features one would score are expected to give: their value
//                complete and unfinished, weighted by the chance that every open cell is filled
//   farms        3 for each completed city of one's farms, less for likely ones
//   shared       of the features above, the value of those that others score as well
//   lost         the value of features where one has meeples but others have more
//   hand         figures in hand, the first worth 1, the next 1/2, 1/3, ..., fading to the end
//   returning    figures on cities and roads that are likely to come back, fading likewise
void State::features(std::span<float> out) const { features_with(Prospects(*this), out); }

void State::features_with(const Prospects& prospects, std::span<float> out) const {
    // In 1024ths: sums of whole numbers do not depend on their order.
    std::array<std::array<std::int32_t, num_features>, max_players> sums{};
    const auto add = [&](int player, int feature, float amount) {
        sums[static_cast<std::size_t>(player)][static_cast<std::size_t>(feature)] +=
            static_cast<std::int32_t>(amount * 1024);
    };
    const float future = fading(left_, options_.players);
    const auto give = [&](std::uint32_t meeples, int feature, float value) {
        int owners = 0;
        for_each_owner(meeples, [&](int player) {
            add(player, feature, value);
            ++owners;
        });
        unsigned scorers = 0;
        for_each_owner(meeples, [&](int player) {
            scorers |= 1U << player;
            if (owners > 1) add(player, shared_feature, value);
        });
        for (int player = 0; player < options_.players; ++player)
            if (strength(meeples, player) > 0 && (scorers >> player & 1) == 0)
                add(player, lost_feature, value);
    };
    const auto add_nodes = [&](int first, int count, int feature) {
        for (int i = first; i < first + count; ++i) {
            const auto node = static_cast<std::uint8_t>(i);
            const std::uint32_t meeples = main_[node].meeples();
            if (main_parent_[node] != node || meeples == 0) continue;
            give(meeples, feature, prospects.value(node));
            const float home = future * prospects.completion(node);
            for (int player = 0; player < options_.players; ++player)
                add(player, returning_feature,
                    home * static_cast<float>(strength(meeples, player)));
        }
    };
    add_nodes(0, num_cities_, cities_feature);
    add_nodes(first_road, num_roads_, roads_feature);
    for (std::size_t i = 0; i < num_sacred_; ++i) {
        const Tile& tile = tiles_[sacred_[i].tile];
        add(tile.player, sacred_feature,
            1 + static_cast<float>(sacred_[i].neighbours) + prospects.neighbours(tile));
    }
    if (options_.farmers)
        for_each_farmed_city([&](std::uint8_t city) { return prospects.completion(city) > 0; },
                             [&](std::uint8_t farm, std::uint8_t city) {
                                 give(field_[farm], farms_feature, 3 * prospects.completion(city));
                             });
    for (int player = 0; player < options_.players; ++player) {
        for (int kind = 0; kind < num_point_kinds; ++kind)
            add(player, points_feature, static_cast<float>(points(player, kind)));
        const Supply left = supply(player);
        add(player, hand_feature,
            future * (hand_worth[static_cast<std::size_t>(left.meeple + left.big)] +
                      0.5F * static_cast<float>(left.abbot)));
    }
    for (std::size_t player = 0; player < static_cast<std::size_t>(options_.players); ++player)
        for (std::size_t i = 0; i < num_features; ++i)
            out[player * num_features + i] = static_cast<float>(sums[player][i]) / 1024;
}

void State::evaluate(std::span<const float> weights, std::span<double> out) const {
    if (phase_ != Phase::meeple) return evaluate_linear(*this, weights, out);
    std::vector<Move> moves;
    legal_moves(moves);
    const auto mine = static_cast<std::size_t>(mover_);
    bool first = true;
    after_figures(weights, moves, [&](const std::array<double, max_players>& values) {
        if (first || values[mine] > out[mine]) std::copy_n(values.begin(), out.size(), out.begin());
        first = false;
    });
}

void State::judge_figures(std::span<const float> weights, const std::vector<Move>& moves,
                          std::vector<double>& out) const {
    after_figures(weights, moves, [&](const std::array<double, max_players>& values) {
        out.push_back(values[static_cast<std::size_t>(mover_)]);
    });
}

// Calls visit(values per player) for the position after each move of the meeple step.
template <class Visit>
void State::after_figures(std::span<const float> weights, const std::vector<Move>& moves,
                          Visit&& visit) const {
    const Prospects prospects(*this);  // which no figure changes
    const auto players = static_cast<std::size_t>(options_.players);
    std::array<float, max_players * num_features> numbers;
    const std::span<float> described(numbers.data(), players * num_features);
    std::array<double, max_players> values{};
    for (const Move move : moves) {
        State next = *this;
        next.play(move);
        if (next.is_over()) {
            values = next.outcome();
        } else {
            next.features_with(prospects, described);
            weigh_features<max_players>(described, weights, {values.data(), players});
        }
        visit(values);
    }
}

}  // namespace quadrille::carcassonne
