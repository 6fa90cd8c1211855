// Legal moves described one by one, for networks that score moves rather than index them.
#include <algorithm>

#include "quadrille/games/carcassonne/rules.hpp"

namespace quadrille::carcassonne {

namespace {

constexpr int num_move_facts = 14;

}  // namespace

std::vector<std::string> State::candidate_names() const {
    std::vector<std::string> names = {"place",     "none",    "meeple",  "big",      "abbot",
                                      "recall",    "on_city", "on_road", "on_field", "on_monastery",
                                      "on_garden", "edges",   "around",  "points"};
    for (const auto& name : feature_names()) names.push_back("my_" + name);
    for (const auto& name : feature_names()) names.push_back("their_" + name);
    return names;
}

// What kind of move it is; for a place how many neighbours the tile has, of 4 and of 8; the points
// that the viewer gets at once; and by how much the static features change, those of the viewer and
// the sum of the others'.
void State::describe_moves(int player, float* out) const {
    std::vector<Move> moves;
    legal_moves(moves);
    const std::size_t count = feature_names().size();
    std::vector<float> before(count * static_cast<std::size_t>(options_.players));
    std::vector<float> after(before.size());
    features(before);
    for (const Move move : moves) {
        State next = *this;
        next.play(move);
        next.features(after);
        describe_move(move, next, player, out);
        float* mine = out + num_move_facts;
        float* theirs = mine + count;
        std::fill_n(mine, 2 * count, 0.0F);
        for (int other = 0; other < options_.players; ++other)
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t at = static_cast<std::size_t>(other) * count + i;
                (other == player ? mine : theirs)[i] += after[at] - before[at];
            }
        out = theirs + count;
    }
}

void State::describe_move(Move move, const State& next, int player, float* out) const {
    std::fill_n(out, num_move_facts, 0.0F);
    if (move.is_place()) {
        out[0] = 1;
        const int cell = open_cell(move.x(), move.y());
        out[11] =
            static_cast<float>(std::popcount(needs_.mask[static_cast<std::size_t>(cell)] & 15U)) /
            4;
        int around = 0;
        for (const Tile& tile : tiles())
            around += std::abs(tile.x - move.x()) <= 1 && std::abs(tile.y - move.y()) <= 1;
        out[12] = static_cast<float>(around) / 8;
    } else if (move.is_recall()) {
        out[5] = 1;
    } else if (move.figure() == Figure::none) {
        out[1] = 1;
    } else {
        out[1 + static_cast<int>(move.figure())] = 1;
        const Spot spot = move.spot();
        out[6 + (spot.is_city()              ? 0
                 : spot.is_road()            ? 1
                 : spot.is_field()           ? 2
                 : spot == Spot::monastery() ? 3
                                             : 4)] = 1;
    }
    int points_now = 0;
    for (int kind = 0; kind < num_point_kinds; ++kind)
        points_now += next.points(player, kind) - points(player, kind);
    out[13] = static_cast<float>(points_now);
}

}  // namespace quadrille::carcassonne
