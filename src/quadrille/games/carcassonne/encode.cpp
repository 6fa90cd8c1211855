// The dense action index, and the encodings.
#include <algorithm>

#include "quadrille/games/carcassonne/inputs.hpp"
#include "quadrille/games/carcassonne/lay.hpp"

namespace quadrille::carcassonne {

namespace {

// The meeple step: none, a meeple on each spot but the garden, the big meeple likewise, the abbot
// on monastery or garden, and taking it back.
constexpr int usual_spots = Spot::num_values - 1;
constexpr int first_meeple = 1, first_big = first_meeple + usual_spots,
              first_abbot = first_big + usual_spots, recall_action = first_abbot + 2,
              first_place = recall_action + 1;

}  // namespace

// Places are counted from the south-west corner of the played box with a border of one cell, row by
// row, four rotations each. A box of n tiles has sides w and h with w + h <= n + 1.
int State::num_actions() const {
    const int tiles = options_.num_tiles();
    const int side = options_.board > 0 ? std::min(options_.board, tiles) : tiles;
    const int width = std::min((tiles + 1) / 2, side), height = std::min(tiles + 1 - width, side);
    return first_place + 4 * (width + 2) * (height + 2);
}

int State::action(Move move) const {
    const bool far = move.x() < min_x_ - 1 || move.x() > max_x_ + 1 || move.y() < min_y_ - 1 ||
                     move.y() > max_y_ + 1;
    if (move.is_draw() || (move.is_place() && far))
        throw IllegalMove("no action for " + quoted(move.text()) +
                          ": it is no place in or next to " + "the played box");
    if (move.is_place()) {
        const int row = max_x_ - min_x_ + 3;
        const int cell = (move.y() - min_y_ + 1) * row + move.x() - min_x_ + 1;
        return first_place + 4 * cell + move.turns();
    }
    if (move.is_recall()) return recall_action;
    if (move.figure() == Figure::none) return 0;
    const int spot = move.spot().value;
    if (move.figure() == Figure::meeple) return first_meeple + spot;
    if (move.figure() == Figure::big) return first_big + spot;
    return first_abbot + spot - Spot::monastery().value;
}

Move State::move(int action) const {
    const auto spot = [&](int first) { return Spot{static_cast<std::uint8_t>(action - first)}; };
    if (action >= first_place) {
        const int row = max_x_ - min_x_ + 3, cell = (action - first_place) / 4;
        const int x = cell % row + min_x_ - 1, y = cell / row + min_y_ - 1;
        if (y > max_y_ + 1) return Move::place(127, 127, 0);  // beyond the box: never legal
        return Move::place(x, y, (action - first_place) % 4);
    }
    if (action == recall_action) return Move::recall();
    if (action >= first_abbot)
        return Move::put(Figure::abbot, {static_cast<std::uint8_t>(Spot::monastery().value +
                                                                   action - first_abbot)});
    if (action >= first_big) return Move::put(Figure::big, spot(first_big));
    return action == 0 ? Move::none() : Move::put(Figure::meeple, spot(first_meeple));
}

// --- encodings -------------------------------------------------------------------------------------

namespace {

constexpr int window = 31;
constexpr int cells_in_window = window * window;

enum Plane {
    tile_plane,
    open_plane,
    last_plane,
    outside_plane,
    edge_planes,                          // city, road, water at N, E, S, W
    link_planes = edge_planes + 12,       // which two edges are joined: NE, NS, NW, ES, EW, SW
    sign_planes = link_planes + 6,        // monastery, garden, pennant, inn, cathedral
    figure_planes = sign_planes + 5,      // mine on city, road, field, monastery; then the others'
    strength_planes = figure_planes + 8,  // open cells: mine at N, E, S, W; then the others'
    place_planes = strength_planes + 8,   // where the drawn tile fits, by rotation
    num_planes = place_planes + 4
};

enum Name { planes, facts, candidates, net };

// The planes, and where on them a cell is.
class Canvas {
  public:
    // Without planes it only tells what is in the window.
    explicit Canvas(const State& state, float* out = nullptr) : out_(out) {
        if (out != nullptr) std::fill_n(out, num_planes * cells_in_window, 0.0F);
        int low_x = 0, high_x = 0, low_y = 0, high_y = 0;
        for (const Tile& tile : state.tiles()) {
            low_x = std::min<int>(low_x, tile.x);
            high_x = std::max<int>(high_x, tile.x);
            low_y = std::min<int>(low_y, tile.y);
            high_y = std::max<int>(high_y, tile.y);
        }
        left_ = floor_half(low_x + high_x) - window / 2;
        top_ = floor_half(low_y + high_y) + window / 2;
    }

    // False for a cell that is not in the window.
    bool go_to(int x, int y) {
        const int column = x - left_, row = top_ - y;
        if (column < 0 || column >= window || row < 0 || row >= window) return false;
        if (out_ != nullptr) at_ = out_ + row * window + column;
        return true;
    }
    void set(int plane, float value = 1) { at_[plane * cells_in_window] = value; }

  private:
    static int floor_half(int number) { return number >= 0 ? number / 2 : -((1 - number) / 2); }

    float* out_;
    float* at_ = nullptr;
    int left_ = 0, top_ = 0;
};

void draw_shape(Canvas& canvas, int kind, int turns) {
    const Kind which = kind_of(kind);
    const TypeData& type = types[which.type];
    const Shape& shape = shapes[which.type][static_cast<std::size_t>(turns)];
    for (int e = 0; e < 4; ++e) {
        const Edge edge = shape.edge(e);
        if (edge != Edge::field)
            canvas.set(edge_planes + e + (edge == Edge::city ? 0 : edge == Edge::road ? 4 : 8));
    }
    int pair = 0;
    for (int a = 0; a < 3; ++a)
        for (int b = a + 1; b < 4; ++b, ++pair)
            for (std::size_t s = 0; s < shape.num_main; ++s)
                if ((shape.edges[s] >> a & 1) && (shape.edges[s] >> b & 1))
                    canvas.set(link_planes + pair);
    if (type.monastery) canvas.set(sign_planes);
    if (which.garden) canvas.set(sign_planes + 1);
    for (std::size_t s = 0; s < shape.num_main; ++s) {
        const bool city = s < shape.num_cities;
        if (type.main[s].pennants > 0) canvas.set(sign_planes + 2);
        if (type.main[s].special != 0) canvas.set(sign_planes + (city ? 4 : 3));
    }
}

}  // namespace

void State::encode_planes(int player, float* out) const {
    Canvas canvas(*this, out);
    for (int i = 0; i < cells_in_window; ++i) out[outside_plane * cells_in_window + i] = 1;
    for (const Tile& tile : tiles()) {
        if (!canvas.go_to(tile.x, tile.y)) continue;
        canvas.set(tile_plane);
        canvas.set(outside_plane, 0);
        draw_shape(canvas, tile.kind, tile.turns);
        if (!stands(tile)) continue;
        const int where = tile.spot.is_city()    ? 0
                          : tile.spot.is_road()  ? 1
                          : tile.spot.is_field() ? 2
                                                 : 3;
        canvas.set(figure_planes + where + (tile.player == player ? 0 : 4),
                   tile.figure == static_cast<int>(Figure::big) ? 2.0F : 1.0F);
    }
    if (phase_ == Phase::meeple && canvas.go_to(last_tile().x, last_tile().y))
        canvas.set(last_plane);
    for (std::size_t cell = 0; cell < num_open_; ++cell) {
        if (!canvas.go_to(open_[cell].x, open_[cell].y)) continue;
        canvas.set(open_plane);
        canvas.set(outside_plane, 0);
        for (int e = 0; e < 4; ++e) {
            const unsigned edge = needs_.need[cell] >> e & 0x11U;
            if (edge != 0x01 && edge != 0x10) continue;  // neither road nor city
            const std::uint32_t meeples =
                main_[main_beyond(cell, static_cast<unsigned>(e))].meeples();
            int others = 0;
            for (int other = 0; other < options_.players; ++other)
                if (other != player) others = std::max(others, strength(meeples, other));
            canvas.set(strength_planes + e, static_cast<float>(strength(meeples, player)));
            canvas.set(strength_planes + 4 + e, static_cast<float>(others));
        }
    }
    if (phase_ == Phase::place)
        for_each_place(hand_, [&](std::size_t cell, int turns) {
            if (canvas.go_to(open_[cell].x, open_[cell].y)) canvas.set(place_planes + turns);
        });
}

// Which turn, the tile in hand or placed last, what is left, and each player from `player` on.
void State::encode_facts(int player, float* out) const {
    std::fill_n(out, facts_size(), 0.0F);
    const auto share = [](int part, int whole) {
        return static_cast<float>(part) / static_cast<float>(whole);
    };
    *out++ = phase_ == Phase::place;
    *out++ = phase_ == Phase::meeple;
    *out++ = player == mover_;
    *out++ = share(left_, options_.num_tiles());
    int outside = 0;
    Canvas canvas(*this);
    for (const Tile& tile : tiles()) outside += !canvas.go_to(tile.x, tile.y);
    *out++ = share(outside, options_.num_tiles());
    if (phase_ == Phase::place) out[hand_] = 1;
    if (phase_ == Phase::meeple) out[last_tile().kind] = 1;
    out += num_kinds;
    for (int kind = 0; kind < num_kinds; ++kind)
        out[kind] = share(remaining(kind), std::max(copies(kind, options_.abbot), 1));
    out += num_kinds;
    const auto totals = scores();
    for (int i = 0; i < options_.players; ++i) {
        const int other = (player + i) % options_.players;
        const Supply left = supply(other);
        int banked = 0;
        for (int kind = 0; kind < num_point_kinds; ++kind) banked += points(other, kind);
        *out++ = share(banked, 100);
        *out++ = static_cast<float>(totals[static_cast<std::size_t>(other)] / 100);
        *out++ = share(left.meeple, options_.meeples);
        *out++ = static_cast<float>(left.big);
        *out++ = static_cast<float>(left.abbot);
        *out++ = other == mover_;
    }
}

int State::facts_size() const { return 5 + 2 * num_kinds + 6 * options_.players; }

std::vector<Encoding> State::encodings() const {
    return {{"planes",
             {num_planes, window, window},
             DType::float32,
             1,
             "The map around the middle of the played box, north up; what is beyond the window is "
             "left out."},
            {"facts",
             {facts_size()},
             DType::float32,
             1,
             "What the map does not show: step, tile, tiles left, points and figures of each "
             "player, from the viewer on."},
            {"candidates",
             {max_moves(), static_cast<int>(candidate_names().size())},
             DType::float32,
             1,
             "A row of numbers for each legal move, in order; zeros below."},
            {"net",
             {num_inputs},
             DType::float32,
             1,
             "Points, figures, tiles, and how many features there are of each sort; no map.",
             true,
             num_move_inputs}};
}

void State::encode(int encoding, int player, void* out) const {
    auto* numbers = static_cast<float*>(out);
    if (encoding == net) return encode_inputs(*this, encoding, num_inputs, player, out);
    if (encoding == planes) encode_planes(player, numbers);
    if (encoding == facts) encode_facts(player, numbers);
    if (encoding == candidates) {
        const auto rows = static_cast<std::size_t>(max_moves()) * candidate_names().size();
        std::fill_n(numbers, rows, 0.0F);
        describe_moves(player, numbers);
    }
}

}  // namespace quadrille::carcassonne
