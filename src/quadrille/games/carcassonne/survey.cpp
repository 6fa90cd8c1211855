#include "quadrille/games/carcassonne/survey.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "quadrille/games/carcassonne/notation.hpp"

namespace quadrille::carcassonne {

const char* region_name(RegionKind kind) {
    static constexpr std::array names = {"city", "road", "field", "monastery", "garden"};
    return names[static_cast<std::size_t>(kind)];
}

std::vector<int> Region::owners() const {
    const int most = *std::max_element(strength.begin(), strength.end());
    std::vector<int> result;
    for (int player = 0; player < State::max_players; ++player)
        if (most > 0 && strength[static_cast<std::size_t>(player)] == most)
            result.push_back(player);
    return result;
}

Survey::Survey(const State& state) : state_(state), tiles_(sorted_tiles(state)) {
    for (std::size_t tile = 0; tile < tiles_.size(); ++tile) {
        at_[{tiles_[tile].x, tiles_[tile].y}] = tile;
        add_segments(tile);
    }
    parent_.resize(segments_.size());
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (std::size_t tile = 0; tile < tiles_.size(); ++tile) join_across(tile);
    collect();
    count_farms();
    for (Region& region : regions_) value(region);
}

const Shape& Survey::shape(std::size_t tile) const {
    return shapes[kind_of(tiles_[tile].kind).type][tiles_[tile].turns];
}

std::size_t Survey::root(std::size_t segment) const {
    while (parent_[segment] != segment) segment = parent_[segment];
    return segment;
}

void Survey::join(std::size_t a, std::size_t b) { parent_[root(b)] = root(a); }

void Survey::add_segments(std::size_t tile) {
    const Kind kind = kind_of(tiles_[tile].kind);
    const TypeData& type = types[kind.type];
    const Shape& turned = shape(tile);
    first_.push_back(segments_.size());
    for (std::size_t s = 0; s < turned.num_main; ++s) {
        const bool city = s < turned.num_cities;
        const int edge = std::countr_zero(turned.edges[s]);
        segments_.push_back({city ? RegionKind::city : RegionKind::road,
                             tile,
                             city ? Spot::city(edge) : Spot::road(edge),
                             std::popcount(turned.edges[s]),
                             type.main[s].pennants,
                             type.main[s].special != 0,
                             {}});
    }
    for (std::size_t f = 0; f < turned.num_fields && state_.options().farmers; ++f) {
        std::vector<std::size_t> cities;
        for (std::size_t c = 0; c < type.num_cities; ++c)
            if (type.fields[f].cities >> c & 1) cities.push_back(first_[tile] + c);
        segments_.push_back({RegionKind::field, tile,
                             Spot::field(std::countr_zero(turned.halves[f])),
                             std::popcount(turned.halves[f]), 0, false, cities});
    }
    if (type.monastery)
        segments_.push_back({RegionKind::monastery, tile, Spot::monastery(), 8, 0, false, {}});
    if (kind.garden)
        segments_.push_back({RegionKind::garden, tile, Spot::garden(), 8, 0, false, {}});
}

// Joins a tile with its northern and eastern neighbours.
void Survey::join_across(std::size_t tile) {
    for (const std::size_t edge : {0U, 1U}) {
        const auto neighbour =
            at_.find({tiles_[tile].x + (edge == 1), tiles_[tile].y + (edge == 0)});
        if (neighbour == at_.end()) continue;
        const std::size_t other = neighbour->second, back = edge + 2;
        const Shape &here = shape(tile), &there = shape(other);
        const Edge kind = here.edge(static_cast<int>(edge));
        if (kind == Edge::city || kind == Edge::road) {
            const std::size_t mine = first_[tile] + here.main_at[edge];
            const std::size_t theirs = first_[other] + there.main_at[back];
            --segments_[mine].open;
            --segments_[theirs].open;
            join(mine, theirs);
        }
        if (kind == Edge::city || !state_.options().farmers) continue;
        for (const std::size_t half : {0U, 1U}) {
            const std::size_t mine = first_[tile] + here.num_main + here.field_at[2 * edge + half];
            const std::size_t theirs =
                first_[other] + there.num_main + there.field_at[2 * back + 1 - half];
            --segments_[mine].open;
            --segments_[theirs].open;
            join(mine, theirs);
        }
    }
}

// One region for each root, and what its segments add up to.
void Survey::collect() {
    region_of_.resize(segments_.size());
    std::map<std::size_t, std::size_t> number;
    std::vector<std::set<std::size_t>> tiles;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
        const Segment& segment = segments_[i];
        const auto [at, is_new] = number.try_emplace(root(i), regions_.size());
        if (is_new) {
            regions_.push_back({.kind = segment.kind, .cells = {}, .spots = {}});
            tiles.emplace_back();
        }
        region_of_[i] = at->second;
        Region& region = regions_[at->second];
        const Tile& tile = tiles_[segment.tile];
        tiles[at->second].insert(segment.tile);
        region.spots.push_back({{tile.x, tile.y}, segment.spot});
        region.open += segment.open;
        region.pennants += segment.pennants;
        region.special |= segment.special;
        if (state_.stands(tile) && tile.spot == segment.spot)
            region.strength[tile.player] += tile.figure == static_cast<int>(Figure::big) ? 2 : 1;
    }
    for (std::size_t i = 0; i < regions_.size(); ++i) {
        for (const std::size_t tile : tiles[i])
            regions_[i].cells.emplace_back(tiles_[tile].x, tiles_[tile].y);
        if (regions_[i].kind >= RegionKind::monastery) count_neighbours(regions_[i]);
    }
}

void Survey::count_neighbours(Region& region) const {
    const auto [x, y] = region.cells.front();
    region.open = 9;
    for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy) region.open -= at_.contains({x + dx, y + dy});
}

void Survey::count_farms() {
    std::vector<std::set<std::size_t>> cities(regions_.size());
    for (std::size_t i = 0; i < segments_.size(); ++i)
        for (const std::size_t city : segments_[i].cities)
            if (regions_[region_of_[city]].complete())
                cities[region_of_[i]].insert(region_of_[city]);
    for (std::size_t i = 0; i < regions_.size(); ++i)
        regions_[i].completed_cities = static_cast<int>(cities[i].size());
}

void Survey::value(Region& region) const {
    const auto tiles = static_cast<int>(region.cells.size());
    const bool complete = region.complete();
    switch (region.kind) {
        case RegionKind::city:
            if (complete && tiles == 2 && state_.options().small_city)
                region.value = 2;
            else if (complete)
                region.value = (region.special ? 3 : 2) * (tiles + region.pennants);
            else
                region.value = region.special ? 0 : tiles + region.pennants;
            break;
        case RegionKind::road:
            region.value = region.special ? (complete ? 2 * tiles : 0) : tiles;
            break;
        case RegionKind::field:
            region.value = 3 * region.completed_cities;
            break;
        case RegionKind::monastery:
        case RegionKind::garden:
            region.value = 9 - region.open;
            break;
    }
}

std::array<double, State::max_players> Survey::scores() const {
    std::array<double, State::max_players> scores{};
    for (int player = 0; player < state_.num_players(); ++player)
        for (int kind = 0; kind < num_point_kinds; ++kind)
            scores[static_cast<std::size_t>(player)] += state_.points(player, kind);
    for (const Region& region : regions_)
        for (const int player : region.owners())
            scores[static_cast<std::size_t>(player)] += region.value;
    return scores;
}

// --- what could be wrong with a state ----------------------------------------------------------------

// Whether a completed feature may still hold meeples: only between placing the tile that completed
// it and the end of that turn.
static bool is_being_scored(const State& state, const Region& region) {
    if (state.phase() != Phase::meeple) return false;
    const Tile& last = state.tiles().back();
    const bool sacred = region.kind >= RegionKind::monastery;
    return std::ranges::any_of(region.cells, [&](const Cell& cell) {
        const int far = std::max(std::abs(cell.first - last.x), std::abs(cell.second - last.y));
        return far <= (sacred ? 1 : 0);
    });
}

std::vector<std::string> State::problems() const {
    Problems problems;
    const Survey survey(*this);
    bool scored = true;
    for (const Region& region : survey.regions())
        if (region.complete() && !region.owners().empty() && !is_being_scored(*this, region))
            scored = false;
    problems.require(scored, "a figure on a completed feature");
    problems.require(survey.scores() == scores(), "scores that the map does not bear out");
    std::array<int, max_players> meeples{}, bigs{}, abbots{};
    for (const Tile& tile : tiles()) {
        if (!stands(tile)) continue;
        const auto figure = static_cast<Figure>(tile.figure);
        auto& count = figure == Figure::meeple ? meeples : figure == Figure::big ? bigs : abbots;
        ++count[tile.player];
    }
    bool all = true;
    for (int player = 0; player < options_.players; ++player) {
        const Supply left = supply(player);
        const auto at = static_cast<std::size_t>(player);
        all &= meeples[at] + left.meeple == options_.meeples &&
               bigs[at] + left.big == int{options_.inns} &&
               abbots[at] + left.abbot == int{options_.abbot};
    }
    problems.require(all, "figures missing or too many");
    int undrawn = 0;
    for (const auto count : bag_) undrawn += count;
    problems.require(undrawn == left_, "a wrong count of undrawn tiles");
    problems.require(phase_ != Phase::place || fits_somewhere(hand_),
                     "a drawn tile that fits nowhere");
    for (const OpenCell& cell : open_cells())
        problems.require(inside(cell.x, cell.y), "an open cell off the board");
    return std::move(problems).found();
}

}  // namespace quadrille::carcassonne
