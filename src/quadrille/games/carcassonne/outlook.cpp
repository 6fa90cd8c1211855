// What the static evaluation says of each move, worked out from what the move changes: many times
// quicker than playing it and looking at the whole map, and the same but for rare joints.
//
// A tile changes the features that it joins, and the chances of the cells around it, thereby the
// features that wait for those. What is left out: an open cell where two joined features meet counts
// twice, and of farms at two joined cities only those of one count.
#include "quadrille/games/carcassonne/outlook.hpp"

#include <cmath>

namespace quadrille::carcassonne {

// With these the features of a finished game add up to the final score.
static constexpr std::array<float, num_features> score_weights = [] {
    std::array<float, num_features> weights{};
    for (const int feature :
         {points_feature, cities_feature, roads_feature, sacred_feature, farms_feature})
        weights[static_cast<std::size_t>(feature)] = 1;
    return weights;
}();

class TileOutlook : private Outlook {
  public:
    using Outlook::Outlook;

    // The value to the mover of the position after a tile and the figure that is best with it.
    double value(std::size_t cell, int turns) {
        cell_ = cell;
        shape_ = &shapes[kind_of(state_.hand_).type][static_cast<std::size_t>(turns)];
        change_ = PlayerValues(0);
        returned_.fill(0);
        returned_abbots_.fill(0);
        look_around();
        join();
        for (std::size_t side = 0; side < 4; ++side)
            if (sides_[side].open) narrow(side);
        figure_claim_ = closing_claim_ = sacred_claim_ = recall_ = 0;
        settle_features();
        if (state_.options_.farmers) settle_fields();
        settle_sacred();
        settle_hands();
        PlayerValues sums = total_ + change_;
        sums.add(state_.mover_, best_claim());
        return compare(sums);
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
        float product, chance;
        float farm_size;
        const PlayerValues* farm_slope;  // of the city with the greatest one, or null
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
                .chance = 0,
                .farm_size = 0,
                .farm_slope = nullptr};
            for (unsigned rest = shape_->edges[s] & present; rest != 0; rest &= rest - 1) {
                const std::uint8_t node =
                    state_.main_beyond(cell_, static_cast<unsigned>(std::countr_zero(rest)));
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
        if (farm_size_[node] > own.farm_size) {
            own.farm_size = farm_size_[node];
            own.farm_slope = &farm_slope_[node];
        }
        change_ -= worth_[node];
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
        if (source.farm_size > target.farm_size) {
            target.farm_size = source.farm_size;
            target.farm_slope = source.farm_slope;
        }
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
            for (const std::uint8_t node : features_beyond(side.cell)) {
                if (node == none) continue;
                const std::uint8_t by = joined_by(node);
                if (by == none) {
                    change_ += waiting_[node] * (factor - 1);
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
            if (own.farm_slope != nullptr) change_ += *own.farm_slope * own.chance;
            const std::uint32_t meeples = own.feature.meeples();
            if (meeples == 0) {
                claim_feature(own);
            } else if (own.feature.open() == 0) {
                score(static_cast<std::uint8_t>(s), meeples,
                      points_of(own.feature, own.node, 0).first);
            } else {
                const Worth worth = worth_of(own.feature, own.node, own.missing);
                change_ += worth.base + worth.slope * own.chance;
            }
        }
        for (std::size_t s = 0; s < shape_->num_main; ++s)
            joined_[s].chance = joined_[joined_[s].into].chance;
    }
    void claim_feature(const Joined& own) {
        const auto [now, more] = points_of(own.feature, own.node, own.missing);
        if (own.feature.open() == 0) {
            closing_claim_ = std::max(closing_claim_, weight(points_feature) * now);
            return;
        }
        const float strongest = state_.supply(state_.mover_).big > 0 ? 2 : 1;
        figure_claim_ = std::max(figure_claim_,
                                 weight(kind_of_node(own.node)) * (now + more * own.chance) +
                                     strongest * weight(returning_feature) * future_ * own.chance);
    }
    void score(std::uint8_t segment, std::uint32_t meeples, float points) {
        for_each_owner(meeples,
                       [&](int player) { change_.add(player, weight(points_feature) * points); });
        for (int player = 0; player < players_; ++player) {
            // A big meeple is one figure that counts as two.
            const std::uint8_t big = state_.big_node_[static_cast<std::size_t>(player)];
            const bool big_returns = strength(meeples, player) > 1 && state_.options_.inns &&
                                     state_.supply(player).big == 0 && big != State::nowhere &&
                                     joined_by(state_.main_root(big)) == segment;
            returned_[static_cast<std::size_t>(player)] +=
                strength(meeples, player) - int{big_returns};
        }
    }

    void settle_fields() {
        const unsigned present = halves_of_edges[state_.needs_.mask[cell_] & 15U];
        for (std::size_t f = 0; f < shape_->num_fields; ++f) {
            std::uint32_t meeples = 0;
            float points = 0;
            PlayerValues before(0);
            std::array<std::uint8_t, 8> roots;
            std::size_t count = 0;
            for (unsigned met = shape_->contacts[f] & present; met != 0; met &= met - 1) {
                const std::uint8_t root =
                    state_.field_beyond(cell_, static_cast<unsigned>(std::countr_zero(met)));
                if (std::find(roots.begin(), roots.begin() + count, root) != roots.begin() + count)
                    continue;
                roots[count++] = root;
                meeples += state_.field_[root];
                points += farm_points_[root];
                if (state_.field_[root] != 0)
                    before += share(state_.field_[root], farms_feature) * farm_points_[root];
            }
            float fresh = 0;  // cities that begin with this tile
            for (unsigned cities = shape_->field_cities[f]; cities != 0; cities &= cities - 1) {
                const Joined& city = joined_[static_cast<std::size_t>(std::countr_zero(cities))];
                if (!joined_[city.into].met) fresh += 3 * city.chance;
            }
            if (meeples == 0)
                figure_claim_ = std::max(figure_claim_, weight(farms_feature) * (points + fresh));
            else if (count > 1 || fresh > 0)
                (change_ += share(meeples, farms_feature) * (points + fresh)) -= before;
        }
    }

    void settle_sacred() {
        const OpenCell here = state_.open_[cell_];
        for (std::size_t i = 0; i < state_.num_sacred_; ++i) settle_place(state_.sacred_[i]);
        if (!shape_->monastery && !kind_of(state_.hand_).garden) return;
        float around = 1 - fill_[cell_] + neighbours(here.x, here.y);
        int tiles = 0;
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy) tiles += state_.is_tile(here.x + dx, here.y + dy);
        for (const Side& side : sides_)
            if (side.open) around += side.now - side.before;
        sacred_claim_ = tiles == 8 ? 9 * weight(points_feature)
                                   : weight(sacred_feature) * (around + static_cast<float>(tiles));
        closes_sacred_ = tiles == 8;
    }
    // A monastery or garden with a figure: it may have one more neighbour, or the chance of one.
    void settle_place(const Sacred& place) {
        const Tile& tile = state_.tiles_[place.tile];
        const bool is_abbot = tile.figure == static_cast<int>(Figure::abbot);
        const bool can_recall = is_abbot && tile.player == state_.mover_;
        const int dx = state_.open_[cell_].x - tile.x, dy = state_.open_[cell_].y - tile.y;
        const auto is_within = [](int x, int y, int far) {
            return (static_cast<unsigned>(x + far) <= static_cast<unsigned>(2 * far)) &
                   (static_cast<unsigned>(y + far) <= static_cast<unsigned>(2 * far));
        };
        if (!is_within(dx, dy, 2) && !can_recall) return;
        const bool near = is_within(dx, dy, 1);
        float more = near ? 1 - fill_[cell_] : 0;
        for (const Side& side : sides_)
            more += side.open & is_within(side.x - tile.x, side.y - tile.y, 1)
                        ? side.now - side.before
                        : 0;
        change_.add(tile.player, weight(sacred_feature) * more);
        const int tiles = 1 + place.neighbours + int{near};
        if (tiles < 9 && !can_recall) return;
        const float expected =
            1 + static_cast<float>(place.neighbours) + neighbours(tile.x, tile.y) + more;
        const float gain =
            weight(points_feature) * static_cast<float>(tiles) - weight(sacred_feature) * expected;
        if (tiles < 9) {
            recall_ = gain + abbot_price_;
            return;
        }
        change_.add(tile.player, gain);
        ++(is_abbot ? returned_abbots_ : returned_)[tile.player];
    }

    void settle_hands() {
        for (int player = 0; player < players_; ++player) {
            const auto at = static_cast<std::size_t>(player);
            if ((returned_[at] | returned_abbots_[at]) != 0)
                change_.add(player, in_hand(player, returned_[at], returned_abbots_[at]) -
                                        in_hand(player, 0, 0));
        }
    }
    // What the mover gains by the best figure to put, or by taking the abbot back.
    float best_claim() const {
        const Supply mine = state_.supply(state_.mover_);
        const int figures = mine.meeple + mine.big;
        const bool sacred = shape_->monastery || kind_of(state_.hand_).garden;
        float best = std::max(0.0F, recall_);
        if (figures > 0) {
            const int more = returned_[static_cast<std::size_t>(state_.mover_)];
            const float price =
                hand_unit_ * (hand_value(figures + more, 0) - hand_value(figures + more - 1, 0));
            best = std::max({best, closing_claim_, figure_claim_ - price});
            if (shape_->monastery)
                best = std::max(best, sacred_claim_ - (closes_sacred_ ? 0 : price));
        }
        if (mine.abbot > 0 && sacred)
            best = std::max(best, sacred_claim_ - (closes_sacred_ ? 0 : abbot_price_));
        return best;
    }
    // The sums of all players compared as evaluate() does; alone, a player's own. After the last tile
    // they are scores, and the outcome tells; among equal outcomes a little the greater lead.
    double compare(const PlayerValues& sums) const {
        const auto mine = double{sums[state_.mover_]};
        const auto squash = [](double lead) { return lead / (1 + std::abs(lead)); };
        if (players_ == 1) return squash(mine);
        double value = 0;
        for (int other = 0; other < players_; ++other) {
            if (other == state_.mover_) continue;
            const double lead = mine - double{sums[other]};
            const double outcome = (lead > 0.5) - (lead < -0.5);
            value += state_.left_ > 0 ? squash(lead) : outcome + 0.001 * (squash(lead) - outcome);
        }
        return value / (players_ - 1);
    }

    // The tile that is looked at.
    std::size_t cell_ = 0;
    const Shape* shape_ = nullptr;
    std::array<Side, 4> sides_;
    std::array<Joined, max_main> joined_;
    std::array<std::uint8_t, 4> met_, met_by_;
    std::size_t num_met_ = 0;
    PlayerValues change_;
    std::array<int, State::max_players> returned_{}, returned_abbots_{};  // figures, by player
    // The most that a figure on the tile is worth to the mover: on a city, road or field; on such that
    // are complete, from where it comes back at once; on the monastery or garden.
    float figure_claim_ = 0, closing_claim_ = 0, sacred_claim_ = 0;
    bool closes_sacred_ = false;
    float recall_ = 0;  // what it gains to take the abbot back
};

void State::judge_moves(std::span<const float> weights, const std::vector<Move>& moves,
                        std::vector<double>& out) const {
    out.clear();
    if (phase_ == Phase::meeple) return judge_figures(weights, moves, out);
    // After the last tile the final score counts, whatever the weights.
    TileOutlook outlook(*this, left_ == 0 ? std::span<const float>(score_weights) : weights);
    for (const Move move : moves)
        out.push_back(outlook.value(at(move.x(), move.y()), move.turns()));
}

}  // namespace quadrille::carcassonne
