// What the static evaluation says of each move, worked out from what the move changes: some ten
// times quicker than playing it and looking at the whole map, and the same but for rare joints.
//
// A tile changes the features that it joins, and the chances of the cells around it, thereby the
// features that wait for those. What is left out: an open cell where two joined features meet counts
// twice, of farms at two joined cities only those of one count, and strength is taken for the number
// of figures.
#include "quadrille/games/carcassonne/outlook.hpp"

#include <cmath>

namespace quadrille::carcassonne {

class TileOutlook : private Outlook {
  public:
    using Outlook::Outlook;

    // By how much the mover leads after a tile and the figure that is best with it.
    float lead(std::size_t cell, int turns) {
        cell_ = cell;
        shape_ = &shapes[kind_of(state_.hand_).type][static_cast<std::size_t>(turns)];
        change_ = 0;
        returned_.fill(0);
        look_around();
        join();
        for (std::size_t side = 0; side < 4; ++side)
            if (sides_[side].open) narrow(side);
        best_claim_ = closing_claim_ = 0;
        settle_features();
        if (state_.options_.farmers) settle_fields();
        settle_sacred();
        return total_ + change_ + hands_and_claim();
    }

  private:
    // A cell beside the tile that is or becomes open, with the chance that it is filled.
    struct Side {
        bool open = false;
        std::uint8_t cell = none;  // if it was open already
        std::int8_t x = 0, y = 0;
        float before = 0, now = 0;
    };
    // A main segment of the tile and all that it joins.
    struct Joined {
        Feature feature;
        std::uint8_t node;     // of a feature of that kind
        std::uint8_t into;     // the segment that it is part of, itself or an earlier one
        std::uint8_t missing;  // open cells
        bool met;              // any feature on the map
        float product, farm_slope;
        float chance;
    };

    void look_around() {
        const OpenCell& here = state_.open_[cell_];
        const unsigned present = state_.needs_.mask[cell_] & 15U;
        constexpr std::array<int, 4> dx = {0, 1, 0, -1}, dy = {1, 0, -1, 0};
        for (std::size_t e = 0; e < 4; ++e) {
            const int x = here.x + dx[e], y = here.y + dy[e];
            Side& side = sides_[e];
            side.open = (present >> e & 1) == 0 && state_.inside(x, y);
            if (!side.open) continue;
            const std::size_t back = (e + 2) % 4;
            unsigned need = (shape_->code >> e & 0x11U) << back, mask = 0x11U << back;
            side.cell = state_.at(x, y);
            side.x = static_cast<std::int8_t>(x);
            side.y = static_cast<std::int8_t>(y);
            side.before = 0;
            if (side.cell < State::tile_there) {
                side.before = fill_[side.cell];
                need |= state_.needs_.need[side.cell];
                mask |= state_.needs_.mask[side.cell];
            }
            side.now =
                chance_of_filling(static_cast<std::uint8_t>(need), static_cast<std::uint8_t>(mask));
        }
    }

    // Which segment of the tile a feature on the map joins, or none.
    std::uint8_t joined_by(std::uint8_t node) const {
        for (std::size_t i = 0; i < num_met_; ++i)
            if (met_[i] == node) return met_by_[i];
        return none;
    }

    void join() {
        num_met_ = 0;
        const unsigned present = state_.needs_.mask[cell_] & 15U;
        for (std::size_t s = 0; s < shape_->num_main; ++s) {
            Joined& own = joined_[s];
            own = {
                .feature = {segment_words[kind_of(state_.hand_).type][s]},
                .node = static_cast<std::uint8_t>(s < shape_->num_cities ? 0 : State::first_road),
                .into = static_cast<std::uint8_t>(s),
                .missing = 0,
                .met = false,
                .product = 1,
                .farm_slope = 0,
                .chance = 0};
            for (unsigned rest = shape_->edges[s] & present; rest != 0; rest &= rest - 1) {
                const std::uint8_t node =
                    roots_[cell_][static_cast<std::size_t>(std::countr_zero(rest))];
                joined_[own.into].feature.word -= 2;  // two ends meet
                const std::uint8_t by = joined_by(node);
                if (by == none)
                    take_in(joined_[own.into], node);
                else if (by != own.into)
                    merge(own.into, by);
            }
        }
    }
    // A feature on the map becomes part of a segment's.
    void take_in(Joined& own, std::uint8_t node) {
        own.feature.join(state_.main_[node]);
        own.met = true;
        own.missing = static_cast<std::uint8_t>(own.missing + missing_[node] - 1);
        own.product *= product_[node] / fill_[cell_];
        if (std::abs(farm_slope_[node]) > std::abs(own.farm_slope))
            own.farm_slope = farm_slope_[node];
        change_ -= base_[node] + (slope_[node] + farm_slope_[node]) * chance_[node];
        met_[num_met_] = node;
        met_by_[num_met_++] = own.into;
    }
    // Two segments of the tile turn out to belong to one feature.
    void merge(std::uint8_t from, std::uint8_t to) {
        const Joined source = joined_[from];
        Joined& target = joined_[to];
        target.feature.join(source.feature);
        target.feature.word -= std::uint64_t{1} << Feature::tiles_at;  // one tile
        target.missing = static_cast<std::uint8_t>(target.missing + source.missing);
        target.product *= source.product;
        if (std::abs(source.farm_slope) > std::abs(target.farm_slope))
            target.farm_slope = source.farm_slope;
        for (std::size_t i = 0; i < num_met_; ++i)
            if (met_by_[i] == from) met_by_[i] = to;
        for (std::size_t s = 0; s < shape_->num_main; ++s)
            if (joined_[s].into == from) joined_[s].into = to;
    }

    // A cell beside the tile is asked for one edge more: all features that wait for it have
    // another chance.
    void narrow(std::size_t e) {
        const Side& side = sides_[e];
        unsigned touched = 0;  // segments of the tile whose features have waited for it already
        if (side.cell < State::tile_there) {
            const float factor = side.now / side.before;
            const auto& roots = roots_[side.cell];
            for (std::size_t k = 0; k < 4; ++k) {
                const std::uint8_t node = roots[k];
                if (node == none ||
                    std::find(roots.begin(), roots.begin() + k, node) != roots.begin() + k)
                    continue;
                const std::uint8_t by = joined_by(node);
                if (by == none) {
                    change_ += (slope_[node] + farm_slope_[node]) * chance_[node] * (factor - 1);
                } else if ((touched >> by & 1) == 0) {
                    joined_[by].product *= factor;
                    touched |= 1U << by;
                }
            }
        }
        const Edge edge = shape_->edge(static_cast<int>(e));
        if (edge != Edge::road && edge != Edge::city) return;
        const std::uint8_t own = joined_[shape_->main_at[e]].into;
        if ((touched >> own & 1) != 0) return;
        joined_[own].product *= side.now;
        ++joined_[own].missing;
    }

    // --- what it is worth --------------------------------------------------------------------------

    void settle_features() {
        for (std::size_t s = 0; s < shape_->num_main; ++s) {
            Joined& own = joined_[s];
            if (own.into != s) continue;
            own.chance = completion(own.feature, own.product, own.missing);
            change_ += own.farm_slope * own.chance;
            const std::uint32_t meeples = own.feature.meeples();
            if (own.feature.open() == 0) {
                const auto points =
                    static_cast<float>(state_.feature_points(own.feature, own.node, true));
                if (meeples == 0)
                    closing_claim_ = std::max(closing_claim_, weight(points_feature) * points);
                else
                    score(meeples, points);
            } else if (meeples == 0) {
                const auto [now, more] = points_of(own.feature, own.node, own.missing);
                best_claim_ = std::max(best_claim_,
                                       weight(kind_of_node(own.node)) * (now + more * own.chance) +
                                           weight(returning_feature) * future_ * own.chance);
            } else {
                const Worth worth = worth_of(own.feature, own.node, own.missing);
                change_ += worth.base + worth.slope * own.chance;
            }
        }
        for (std::size_t s = 0; s < shape_->num_main; ++s)
            joined_[s].chance = joined_[joined_[s].into].chance;
    }
    void score(std::uint32_t meeples, float points) {
        for_each_owner(meeples, [&](int player) {
            change_ += rate(player) * weight(points_feature) * points;
        });
        for (int player = 0; player < players_; ++player)
            returned_[static_cast<std::size_t>(player)] += strength(meeples, player);
    }

    void settle_fields() {
        const unsigned present = halves_of_edges[state_.needs_.mask[cell_] & 15U];
        for (std::size_t f = 0; f < shape_->num_fields; ++f) {
            std::uint32_t meeples = 0;
            float points = 0, before = 0;
            std::array<std::uint8_t, 8> roots;
            std::size_t count = 0;
            for (unsigned met = shape_->contacts[f] & present; met != 0; met &= met - 1) {
                const std::uint8_t root = state_.field_root(
                    state_.open_[cell_].field[static_cast<std::size_t>(std::countr_zero(met))]);
                if (std::find(roots.begin(), roots.begin() + count, root) != roots.begin() + count)
                    continue;
                roots[count++] = root;
                meeples += state_.field_[root];
                points += farm_points_[root];
                if (state_.field_[root] != 0)
                    before += farm_points_[root] * share(state_.field_[root], farms_feature);
            }
            float fresh = 0;  // cities that begin with this tile
            for (unsigned cities = shape_->field_cities[f]; cities != 0; cities &= cities - 1) {
                const Joined& city = joined_[static_cast<std::size_t>(std::countr_zero(cities))];
                if (!joined_[city.into].met) fresh += 3 * city.chance;
            }
            if (meeples == 0)
                best_claim_ = std::max(best_claim_, weight(farms_feature) * (points + fresh));
            else if (count > 1 || fresh > 0)
                change_ += (points + fresh) * share(meeples, farms_feature) - before;
        }
    }

    void settle_sacred() {
        const OpenCell& here = state_.open_[cell_];
        const auto near = [](int x, int y, int other_x, int other_y) {
            return std::abs(x - other_x) <= 1 && std::abs(y - other_y) <= 1;
        };
        for (std::size_t i = 0; i < state_.num_sacred_; ++i) {
            const Tile& tile = state_.tiles_[state_.sacred_[i].tile];
            if (!near(tile.x, tile.y, here.x, here.y)) continue;
            if (state_.sacred_[i].neighbours == 7) {
                change_ +=
                    rate(tile.player) * 9 * (weight(points_feature) - weight(sacred_feature));
                change_ += rate(tile.player) * weight(sacred_feature) * (1 - fill_[cell_]);
                ++returned_[tile.player];
                continue;
            }
            float more = 1 - fill_[cell_];
            for (const Side& side : sides_)
                if (side.open && near(tile.x, tile.y, side.x, side.y))
                    more += side.now - side.before;
            change_ += rate(tile.player) * weight(sacred_feature) * more;
        }
        const Supply mine = state_.supply(state_.mover_);
        const bool garden = kind_of(state_.hand_).garden && mine.abbot > 0;
        if (!shape_->monastery && !garden) return;
        float around = 1 - fill_[cell_] + neighbours(here.x, here.y);
        int tiles = 0;
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy) tiles += state_.is_tile(here.x + dx, here.y + dy);
        for (const Side& side : sides_)
            if (side.open) around += side.now - side.before;
        if (tiles == 8)
            closing_claim_ = std::max(closing_claim_, 9 * weight(points_feature));
        else
            best_claim_ = std::max(best_claim_,
                                   weight(sacred_feature) * (around + static_cast<float>(tiles)));
    }

    // What figures that come home are worth, and the best way to use one.
    float hands_and_claim() const {
        float sum = 0;
        for (int player = 0; player < players_; ++player)
            if (const int more = returned_[static_cast<std::size_t>(player)]; more > 0)
                sum += rate(player) * (in_hand(player, more) - in_hand(player, 0));
        const Supply mine = state_.supply(state_.mover_);
        if (mine.meeple + mine.big + mine.abbot == 0) return sum * weight(hand_feature) * future_;
        const int more = returned_[static_cast<std::size_t>(state_.mover_)];
        const float spent = in_hand(state_.mover_, more) - in_hand(state_.mover_, more - 1);
        return sum * weight(hand_feature) * future_ +
               std::max(closing_claim_, best_claim_ - spent * weight(hand_feature) * future_);
    }

    // The tile that is looked at.
    std::size_t cell_ = 0;
    const Shape* shape_ = nullptr;
    std::array<Side, 4> sides_;
    std::array<Joined, max_main> joined_;
    std::array<std::uint8_t, 4> met_, met_by_;
    std::size_t num_met_ = 0;
    float change_ = 0;                                // of the lead
    std::array<int, State::max_players> returned_{};  // figures, by player
    float best_claim_ = 0;                            // the most that a figure on the tile is worth
    float closing_claim_ = 0;                         // of those that come back at once
};

void State::judge_moves(std::span<const float> weights, const std::vector<Move>& moves,
                        std::vector<double>& out) const {
    out.clear();
    if (phase_ == Phase::meeple) return judge_figures(weights, moves, out);
    TileOutlook outlook(*this, weights);
    for (const Move move : moves) {
        const double lead = outlook.lead(at(move.x(), move.y()), move.turns());
        out.push_back(lead / (1 + std::abs(lead)));
    }
}

}  // namespace quadrille::carcassonne
