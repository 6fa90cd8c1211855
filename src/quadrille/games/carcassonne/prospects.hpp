// What the map promises: how likely open cells are to be filled, features to be completed, and the
// points that are to be expected. The one home of these formulas, for the features of a position
// (evaluate.cpp) and for what a move changes (outlook.cpp).
#pragma once

#include <algorithm>
#include <utility>

#include "quadrille/games/carcassonne/evaluate.hpp"
#include "quadrille/games/carcassonne/lay.hpp"
#include "quadrille/games/carcassonne/score.hpp"

namespace quadrille::carcassonne {

// The chance, in 256ths, that a cell is filled which so many of the tiles left fit, by players: with l
// of them expected to be drawn by one player, l / (l + 0.7).
inline constexpr auto filling_parts = [] {
    std::array<std::array<std::uint8_t, max_tiles + 1>, State::max_players + 1> table{};
    for (unsigned players = 1; players < table.size(); ++players)
        for (unsigned fitting = 0; fitting < table[players].size(); ++fitting)
            table[players][fitting] =
                static_cast<std::uint8_t>(256U * 10 * fitting / (10 * fitting + 7 * players));
    return table;
}();

// Calls visit(player, feature) for everyone who has figures on something, with each feature of the
// evaluation that its points are added to.
template <class Visit>
void for_each_stake(std::uint32_t meeples, int players, int feature, Visit&& visit) {
    unsigned owners = 0;
    for_each_owner(meeples, [&](int player) { owners |= 1U << player; });
    const bool shared = (owners & (owners - 1)) != 0;
    for (int player = 0; player < players; ++player) {
        if (strength(meeples, player) == 0) continue;
        const bool scores = (owners >> player & 1) != 0;
        visit(player, scores ? feature : static_cast<int>(lost_feature));
        if (scores && shared) visit(player, static_cast<int>(shared_feature));
    }
}

class Prospects {
  public:
    explicit Prospects(const State& state) : state_(state) {
        count_fitting();
        const auto& parts = filling_parts[static_cast<std::size_t>(state.options_.players)];
        for (std::size_t cell = 0; cell < state.num_open_; ++cell) {
            fill_parts_[cell] = parts[fitting_[cell]];
            find_features(cell);
        }
    }

    // The chance that a city or road is completed, by its root: that all its open cells are filled.
    float completion(std::uint8_t node) const {
        if (state_.main_[node].open() == 0) return 1;
        if (missing_[node] == 0 || missing_[node] > most_missing) return 0;
        return static_cast<float>(product_parts_[node]) * scale[missing_[node]];
    }
    // Points expected of a city or road.
    float value(std::uint8_t node) const {
        const auto [now, more] = points_of(state_.main_[node], node, missing_[node]);
        return now + completion(node) * more;
    }
    // Neighbours that a monastery or garden may still get.
    float neighbours(int x, int y) const {
        float sum = 0;
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy) {
                const std::uint8_t cell = state_.at(x + dx, y + dy);
                if (cell < State::tile_there) sum += chance_of_filling(cell);
            }
        return sum;
    }

  protected:
    static constexpr std::uint8_t none = 0xff;

    float chance_of_filling(std::size_t cell) const {
        return static_cast<float>(fill_parts_[cell]) / 256;
    }
    // What a city or road gives as it is, and how much more complete, with a tile on each of its
    // missing cells.
    std::pair<float, float> points_of(Feature feature, std::uint8_t node, int missing) const {
        const bool complete = feature.open() == 0;
        const auto now = static_cast<float>(state_.feature_points(feature, node, complete));
        if (complete) return {now, 0.0F};
        feature.word += static_cast<std::uint64_t>(missing) << Feature::tiles_at;
        return {now, static_cast<float>(state_.feature_points(feature, node, true)) - now};
    }
    // The features beyond the edges of an open cell, each once, or none.
    const std::array<std::uint8_t, 4>& features_beyond(std::size_t cell) const {
        return features_[cell];
    }

    const State& state_;
    std::array<std::uint8_t, State::max_nodes> missing_{};  // open cells of each feature

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
    // The product over eight cells is exact, so that it does not depend on their order.
    void find_features(std::size_t cell) {
        auto& found = features_[cell];
        found.fill(none);
        const unsigned need = state_.needs_.need[cell];
        for_each_bit(state_.needs_.mask[cell] & 15U, [&](int edge) {
            const unsigned code = need >> edge & 0x11U;
            if (code != 0x01 && code != 0x10) return;  // neither road nor city
            const std::uint8_t node = state_.main_beyond(cell, static_cast<unsigned>(edge));
            if (std::ranges::find(found, node) != found.end()) return;
            found[static_cast<std::size_t>(edge)] = node;
            const std::uint64_t before = missing_[node] == 0 ? 1 : product_parts_[node];
            product_parts_[node] = before * fill_parts_[cell];
            ++missing_[node];
        });
    }

    // 256 to the power of minus i.
    static constexpr std::array<float, most_missing + 1> scale = {
        0x1p0F, 0x1p-8F, 0x1p-16F, 0x1p-24F, 0x1p-32F, 0x1p-40F, 0x1p-48F, 0x1p-56F, 0x1p-64F};

    std::array<std::uint8_t, Needs::capacity> fitting_;
    std::array<std::uint8_t, max_open> fill_parts_;
    std::array<std::array<std::uint8_t, 4>, max_open> features_;
    std::array<std::uint64_t, State::max_nodes> product_parts_;  // of those that miss a cell
};

}  // namespace quadrille::carcassonne
