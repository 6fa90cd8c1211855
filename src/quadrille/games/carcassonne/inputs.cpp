// The sparse encoding `net`: what a good player looks at. Features of the map are not told one by one,
// but how many there are of each sort.
#include "quadrille/games/carcassonne/inputs.hpp"

#include <algorithm>
#include <cassert>

#include "quadrille/core/inputs.hpp"
#include "quadrille/games/carcassonne/prospects.hpp"

namespace quadrille::carcassonne {

namespace {

constexpr std::array tile_bounds = {1, 2, 3, 4, 6, 8, 11, 15, 20, 26, 33, 41, 50, 60, 80};
constexpr std::array few_tile_bounds = {5, 10, 20, 30, 45, 60};
constexpr std::array point_bounds = {5, 10, 15, 20, 30, 40, 50, 65, 80, 100};
constexpr std::array gain_bounds = {1, 3, 5, 8, 12, 18};
constexpr std::array expected_bounds = {1.0F, 3.0F, 6.0F, 10.0F, 15.0F, 21.0F, 30.0F};
constexpr std::array returning_bounds = {0.5F, 1.0F, 1.5F, 2.0F, 3.0F};
constexpr std::array lead_bounds = {-40.0, -25.0, -15.0, -8.0, -4.0, -1.0,
                                    1.0,   4.0,   8.0,   15.0, 25.0, 40.0};
constexpr std::array open_cell_bounds = {10, 20, 30, 40, 60};
constexpr std::array opened_bounds = {-1, 0, 1, 2, 3};
constexpr std::array chance_bounds = {0.05F, 0.15F, 0.3F, 0.5F, 0.7F, 0.9F};
constexpr std::array worth_bounds = {2.0F, 4.0F, 6.0F, 8.0F, 11.0F, 15.0F};
constexpr std::array size_bounds = {2, 3, 5, 8};
constexpr std::array end_bounds = {1, 2, 3, 4, 6};
constexpr std::array city_bounds = {1, 2, 3, 5};
// Of what judge_moves() says: a move's value, and by how much the best one is better.
constexpr std::array value_bounds = {-0.8, -0.5, -0.2, -0.05, 0.05, 0.2, 0.5, 0.8};
constexpr std::array loss_bounds = {0.0005, 0.005, 0.02, 0.05, 0.1, 0.3};
constexpr double equal_values = 1e-4;
constexpr std::array rank_bounds = {1, 2, 3, 6, 11};

Stake stake_of(std::uint32_t meeples, int player, int players) {
    if (meeples == 0) return Stake::nobody;
    const int mine = strength(meeples, player);
    int most = 0;
    for (int other = 0; other < players; ++other)
        if (other != player) most = std::max(most, strength(meeples, other));
    if (mine == 0) return Stake::others;
    if (most == 0) return Stake::alone;
    return mine > most ? Stake::ahead : mine == most ? Stake::shared : Stake::behind;
}

// Legal moves with what the static evaluation says of them.
struct Judgement {
    explicit Judgement(const State& state) : prospects(state) {
        state.legal_moves(moves);
        state.judge_moves(state.weights(), moves, values);
        best = *std::max_element(values.begin(), values.end());
    }
    double value(Move move) const {
        const auto found = std::lower_bound(moves.begin(), moves.end(), move);
        return values[static_cast<std::size_t>(found - moves.begin())];
    }
    int rank(double value) const {
        return static_cast<int>(std::ranges::count_if(
            values, [&](double other) { return other > value + equal_values; }));
    }

    std::vector<Move> moves;
    std::vector<double> values;
    double best;
    const Prospects prospects;
};

int spot_kind(Spot spot) {
    if (spot.is_sacred()) return spot == Spot::monastery() ? 3 : 4;
    return spot.is_city() ? 0 : spot.is_road() ? 1 : 2;
}

}  // namespace

class InputWriter {
  public:
    InputWriter(const State& state, int player, InputList& list)
        : state_(state), player_(player), players_(state.options_.players), list_(list) {}

    void add_position() {
        const Prospects prospects(state_);
        list_.one_of(static_cast<int>(state_.phase_), 4);
        list_.one_of(state_.is_over() ? -1 : (state_.mover_ - player_ + players_) % players_,
                     State::max_players);
        list_.interval(int{state_.left_}, tile_bounds);
        list_.one_of(state_.phase_ == Phase::place    ? state_.hand_
                     : state_.phase_ == Phase::meeple ? state_.last_tile().kind
                                                      : -1,
                     num_kinds);
        for (int kind = 0; kind < num_kinds; ++kind)
            list_.one_of(std::min(state_.remaining(kind), 4) - 1, 4);
        add_players(prospects);
        add_main(prospects);
        add_farms(prospects);
        for (std::size_t i = 0; i < state_.num_sacred_; ++i) {
            const bool mine = state_.tiles_[state_.sacred_[i].tile].player == player_;
            list_.add((mine ? 0 : 9) + state_.sacred_[i].neighbours);
        }
        list_.skip(sacred_sorts);
        list_.interval(int{state_.num_open_}, open_cell_bounds);
        assert(list_.next() == num_inputs);
    }

    void add_move(Move move) {
        const Judgement& judgement = facts_about<Judgement>(state_);
        const double value = judgement.value(move);
        list_.one_of(move.is_place() ? 0 : 1, 2);
        list_.interval(int{state_.left_}, few_tile_bounds);
        list_.interval(judgement.best - value, loss_bounds);
        list_.interval(value, value_bounds);
        list_.interval(judgement.rank(value), rank_bounds);
        if (move.is_place())
            add_place(move);
        else
            list_.skip(place_inputs);
        if (move.is_place())
            list_.skip(figure_inputs);
        else
            add_figure(move, judgement.prospects);
        assert(list_.next() == num_move_inputs);
    }

  private:
    static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
    Stake stake(std::uint32_t meeples) const { return stake_of(meeples, player_, players_); }

    // --- positions -------------------------------------------------------------------------------

    struct Standings {
        std::array<double, State::max_players> banked{}, now{}, expected{};
    };

    void add_players(const Prospects& prospects) {
        std::array<float, State::max_players * num_features> features;
        state_.features_with(prospects, features);
        Standings standings;
        standings.now = state_.scores();
        for (int seat = 0; seat < players_; ++seat) {
            const int player = (player_ + seat) % players_;
            const float* row = &features[index(player * num_features)];
            standings.banked[index(player)] = row[points_feature];
            standings.expected[index(player)] = row[points_feature] + row[cities_feature] +
                                                row[roads_feature] + row[sacred_feature] +
                                                row[farms_feature];
            add_player(player, row);
        }
        list_.skip((State::max_players - players_) * inputs_per_player);
        for (int seat = 1; seat < players_; ++seat) {
            const int other = (player_ + seat) % players_;
            for (const auto* worth : {&standings.banked, &standings.now, &standings.expected})
                list_.interval((*worth)[index(player_)] - (*worth)[index(other)], lead_bounds);
        }
        list_.skip((State::max_players - players_) * inputs_per_rival);
        int better = 0;
        for (int other = 0; other < players_; ++other)
            better += standings.expected[index(other)] > standings.expected[index(player_)] + 0.5;
        list_.one_of(better, State::max_players);
    }

    void add_player(int player, const float* features) {
        const Supply left = state_.supply(player);
        std::array<int, 4> standing{};  // figures on cities, roads, fields, monasteries and gardens
        for (const Tile& tile : state_.tiles())
            if (tile.player == player && state_.stands(tile))
                ++standing[index(std::min(spot_kind(tile.spot), 3))];
        list_.interval(static_cast<int>(features[points_feature]), point_bounds);
        list_.one_of(std::min(left.meeple, 11), 12);
        list_.flag(left.big > 0);
        list_.flag(left.abbot > 0);
        for (const int figures : standing) list_.one_of(std::min(figures, 7), 8);
        for (const int feature : {cities_feature, roads_feature, sacred_feature, farms_feature})
            list_.interval(features[feature], expected_bounds);
        list_.interval(features[returning_feature], returning_bounds);
    }

    // Cities and roads that are not complete.
    void add_main(const Prospects& prospects) {
        const auto add = [&](int first, int count, int kind) {
            for (int i = first; i < first + count; ++i) {
                const auto node = static_cast<std::uint8_t>(i);
                const Feature feature = state_.main_[node];
                if (state_.main_root(node) != node || feature.open() == 0) continue;
                const int tiles = feature.tiles();
                const int size = tiles < 3 ? 0 : tiles < 5 ? 1 : tiles < 8 ? 2 : 3;
                const int ends = std::min(feature.open(), 3) - 1;
                const float chance = prospects.completion(node);
                const int likely = chance < 0.2F ? 0 : chance < 0.6F ? 1 : 2;
                const int stake = static_cast<int>(this->stake(feature.meeples()));
                list_.add((((kind * num_stakes + stake) * 4 + size) * 3 + ends) * 3 + likely);
            }
        };
        add(0, state_.num_cities_, 0);
        add(State::first_road, state_.num_roads_, 1);
        list_.skip(main_sorts);
    }

    // Farms with farmers, by completed and by likely cities.
    void add_farms(const Prospects& prospects) {
        std::array<std::array<std::uint8_t, 2>, max_field_nodes> cities{};
        if (state_.options_.farmers)
            state_.for_each_farmed_city([](std::uint8_t) { return true; },
                                        [&](std::uint8_t farm, std::uint8_t city) {
                                            const bool complete = state_.main_[city].open() == 0;
                                            if (complete || prospects.completion(city) >= 0.3F)
                                                ++cities[farm][complete ? 0 : 1];
                                        });
        for (std::size_t farm = 0; farm < state_.num_fields_ && state_.options_.farmers; ++farm) {
            const auto node = static_cast<std::uint8_t>(farm);
            if (state_.field_root(node) != node || state_.field_[farm] == 0) continue;
            const int stake = static_cast<int>(this->stake(state_.field_[farm]));
            const int likely = (cities[farm][1] + 1) / 2;
            list_.add((stake * 4 + std::min<int>(cities[farm][0], 3)) * 3 + std::min(likely, 2));
        }
        list_.skip(farm_sorts);
    }

    // --- moves -----------------------------------------------------------------------------------

    // What a tile does, told from the map with it.
    void add_place(Move move) {
        State next = state_;
        next.play(move);
        const Tile& tile = next.last_tile();
        const Shape& shape = shapes[kind_of(tile.kind).type][tile.turns];
        const auto cell = index(state_.at(move.x(), move.y()));
        list_.one_of(tile.kind, num_kinds);
        add_joined(next, shape, cell);
        add_fields(next, shape);
        add_gains(next, shape);
        add_sacred(next);
        list_.one_of(std::popcount(state_.needs_.mask[cell] & 15U), 5);
        int around = 0;
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy)
                around += state_.is_tile(move.x() + dx, move.y() + dy) ? 1 : 0;
        list_.one_of(around, 9);
        list_.interval(next.num_open_ - state_.num_open_, opened_bounds);
    }

    // Each city and road of the tile: what it has become, and how many features it has joined.
    void add_joined(const State& next, const Shape& shape, std::size_t cell) {
        const unsigned present = state_.needs_.mask[cell] & 15U;
        constexpr int sorts = 2 * 2 * num_stakes * 5;
        for (std::size_t s = 0; s < shape.num_main; ++s) {
            const Feature feature = next.main_[next.main_root(next.last_node(s))];
            const int kind = s < shape.num_cities ? 0 : 1;
            const int stake = static_cast<int>(this->stake(feature.meeples()));
            int size = 0;
            for (const int bound : size_bounds) size += feature.tiles() >= bound ? 1 : 0;
            const int complete = feature.open() == 0 ? 1 : 0;
            list_.add(((kind * 2 + complete) * num_stakes + stake) * 5 + size);
            const int joined = std::min(std::popcount(shape.edges[s] & present), 2);
            list_.add(sorts + (kind * 3 + joined) * num_stakes + stake);
        }
        list_.skip(sorts + 2 * 3 * num_stakes);
    }

    void add_fields(const State& next, const Shape& shape) {
        for (std::size_t f = 0; f < shape.num_fields && state_.options_.farmers; ++f) {
            const std::uint8_t node = next.last_node(max_main + f);
            list_.add(static_cast<int>(stake(next.field_[next.field_root(node)])));
        }
        list_.skip(num_stakes);
    }

    // Points at once, and figures that come back, of the player and of others.
    void add_gains(const State& next, const Shape& shape) {
        int mine = 0, theirs = 0, my_figures = 0, their_figures = 0;
        std::array<std::uint8_t, max_main> seen{};
        for (std::size_t s = 0; s < shape.num_main; ++s) {
            const std::uint8_t node = next.main_root(next.last_node(s));
            const auto known = seen.begin() + static_cast<std::ptrdiff_t>(s);
            seen[s] = node;
            const Feature feature = next.main_[node];
            if (feature.open() != 0 || std::find(seen.begin(), known, node) != known) continue;
            const int points = next.main_points(node, true);
            for_each_owner(feature.meeples(),
                           [&](int player) { (player == player_ ? mine : theirs) += points; });
            for (int player = 0; player < players_; ++player)
                (player == player_ ? my_figures : their_figures) +=
                    strength(feature.meeples(), player);
        }
        list_.interval(mine, gain_bounds);
        list_.interval(theirs, gain_bounds);
        list_.one_of(std::min(my_figures, 4), 5);
        list_.one_of(std::min(their_figures, 4), 5);
    }

    // Monasteries and gardens with figures that get a neighbour, and whether one's own is complete.
    void add_sacred(const State& next) {
        int mine = 0, theirs = 0;
        bool completes = false;
        for (std::size_t i = 0; i < state_.num_sacred_; ++i) {
            const Sacred &before = state_.sacred_[i], &after = next.sacred_[i];
            const bool own = state_.tiles_[before.tile].player == player_;
            if (after.neighbours != before.neighbours) ++(own ? mine : theirs);
            completes |= own && after.neighbours == 8;
        }
        list_.one_of(std::min(mine, 3), 4);
        list_.one_of(std::min(theirs, 3), 4);
        list_.flag(completes);
    }

    void add_figure(Move move, const Prospects& prospects) {
        const bool puts = !move.is_recall() && move.figure() != Figure::none;
        const Supply left = state_.supply(player_);
        list_.one_of(move.is_recall() ? 4 : static_cast<int>(move.figure()), 5);
        list_.one_of(puts ? spot_kind(move.spot()) : -1, 5);
        const int segment = puts ? state_.segment_named(move.spot()) : -1;
        if (puts && move.spot().is_main())
            add_claimed_main(state_.main_root(state_.last_node(index(segment))), prospects);
        else
            list_.skip(1 + 5 + 6 + 7 + 7);
        if (puts && move.spot().is_field())
            add_claimed_field(state_.field_root(state_.last_node(index(segment))));
        else
            list_.skip(2 * 5);
        int around = 0;
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy)
                around += state_.is_tile(state_.last_tile().x + dx, state_.last_tile().y + dy);
        list_.one_of(puts && move.spot().is_sacred() ? around - 1 : -1, 9);
        list_.one_of(std::min(left.meeple + left.big + left.abbot - (puts ? 1 : 0), 11), 12);
    }

    void add_claimed_main(std::uint8_t node, const Prospects& prospects) {
        const Feature feature = state_.main_[node];
        list_.flag(feature.open() == 0);
        list_.interval(feature.tiles(), size_bounds);
        list_.interval(feature.open(), end_bounds);
        list_.interval(prospects.completion(node), chance_bounds);
        list_.interval(prospects.value(node), worth_bounds);
    }

    // The cities of a field, complete and not.
    void add_claimed_field(std::uint8_t farm) {
        std::array<int, 2> cities{};
        std::array<bool, max_cities> seen{};
        for (std::size_t i = 0; i < state_.num_borders_; ++i) {
            const std::uint8_t city = state_.main_root(state_.borders_[i].city);
            if (state_.field_root(state_.borders_[i].field) != farm || seen[city]) continue;
            seen[city] = true;
            ++cities[state_.main_[city].open() == 0 ? 0 : 1];
        }
        for (const int number : cities) list_.interval(number, city_bounds);
    }

    const State& state_;
    const int player_;
    const int players_;
    InputList& list_;
};

void State::inputs(int, int player, Inputs& out) const {
    InputList list;
    InputWriter(*this, player, list).add_position();
    list.give_to(out);
}

void State::move_inputs(int, Move move, Inputs& out) const {
    InputList list;
    InputWriter(*this, mover_, list).add_move(move);
    list.give_to(out);
}

}  // namespace quadrille::carcassonne
