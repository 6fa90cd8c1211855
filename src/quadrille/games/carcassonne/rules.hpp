// Carcassonne: draw a tile, place it, perhaps put a meeple on it.
//
// What makes it fast. The map itself is never looked at: an open cell, an empty one next to a tile,
// carries all that a tile put there must know: the edges it has to match, as one code that a xor and
// an and compare with a tile, 32 cells at once, and the nodes of the features that it would join.
// Every node has its root at hand, and all that is known of a city or a road is packed into one word,
// so that joining two is an addition. The borders between fields and cities are only listed, and
// looked at when farms are scored. Laying a tile hardly branches on what the tile looks like, since
// a random game gives a processor nothing to predict.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/core/game.hpp"
#include "quadrille/games/carcassonne/fit.hpp"
#include "quadrille/games/carcassonne/moves.hpp"
#include "quadrille/games/carcassonne/tables.hpp"

namespace quadrille::carcassonne {

struct Options {
    int players = 2;
    bool farmers = true;
    bool start_tile = true;
    int board = 0;
    bool small_city = false;
    bool river = false;
    bool inns = false;
    bool abbot = false;
    int meeples = 7;

    static std::vector<OptionField<Options>> fields();
    void check() const;  // BadOption where options do not go together

    bool has(TileSet set) const {
        return set == TileSet::base || (set == TileSet::river ? river : inns);
    }
    int num_tiles() const;
};

// A city or a road, packed so that two joined are the sum of both. Only the set of tiles that have
// several segments of the kind needs care: it is there to count such a tile once.
struct Feature {
    std::uint64_t word = 0;

    static constexpr int tiles_at = 8, pennants_at = 16, special_at = 21, meeples_at = 24,
                         shared_at = 48;
    static constexpr std::uint64_t shared_bits = ~std::uint64_t{0} << shared_at;

    int open() const { return static_cast<int>(word & 0xff); }
    int tiles() const { return static_cast<int>(word >> tiles_at & 0xff); }
    int pennants() const { return static_cast<int>(word >> pennants_at & 0x1f); }
    bool special() const { return (word >> special_at & 7) != 0; }
    std::uint32_t meeples() const {
        return static_cast<std::uint32_t>(word >> meeples_at) & 0xffffff;
    }
    void clear_meeples() { word &= ~(std::uint64_t{0xffffff} << meeples_at); }
    void add_meeples(int player, unsigned strength) {
        word += std::uint64_t{strength} << (meeples_at + 4 * player);
    }
    // Adds another feature; the ends where they meet are taken off by the caller.
    void join(Feature other) {
        const std::uint64_t common = word & other.word & shared_bits;
        const auto twice = static_cast<std::uint64_t>(std::popcount(common));
        word += other.word - common - (twice << tiles_at);
    }
};

static_assert(max_tiles < 256 && max_pennants < 32 && max_cathedrals < 8 && max_inns < 8);
static_assert(max_shared_cities <= 16 && max_shared_roads <= 16);

// Strengths of six players in a feature, four bits each: at most ten meeples and a big one.
constexpr int strength(std::uint32_t meeples, int player) {
    return static_cast<int>(meeples >> (4 * player) & 15);
}

// An empty cell next to a tile.
struct OpenCell {
    std::int8_t x, y;
};

// What lies beyond the edges of an open cell.
struct CellNodes {
    std::array<std::uint8_t, 4> main;   // node of the city or road at each edge
    std::array<std::uint8_t, 8> field;  // node of the field at each half-edge
};
static_assert(sizeof(CellNodes) == 12);

// Nodes of a field and a city that touch each other.
struct Border {
    std::uint8_t field, city;
};

// A tile on the board and the figure put on it, which may have been taken back since.
struct Tile {
    std::int8_t x, y;
    std::uint8_t kind, turns;
    std::uint8_t figure;  // Figure
    std::uint8_t player;
    Spot spot;
    std::uint8_t node;
};
static_assert(sizeof(Tile) == 8);

// A monastery or garden with a figure on it.
struct Sacred {
    std::uint8_t tile;
    std::uint8_t neighbours;
};

// A figure, and the segment of the tile just placed that it is put on: main segments, then fields,
// then monastery and garden.
struct Claim {
    static constexpr int first_field = max_main;
    static constexpr int monastery = first_field + max_fields;
    static constexpr int garden = monastery + 1;
    static constexpr int nowhere = garden + 1;  // no figure

    // Instead of a segment, with no figure: one's abbot comes back.
    static constexpr int taken_back = -1;

    Figure figure;
    int segment;
};

enum class Phase : std::uint8_t { draw, place, meeple, over };
// What the next draw is from.
enum class Stage : std::uint8_t { spring, river, lake, rest };

enum PointKind { city_points, road_points, monastery_points, garden_points, num_point_kinds };

// The figures that a player has in hand.
struct Supply {
    int meeple, big, abbot;
    friend bool operator==(const Supply&, const Supply&) = default;
};

// The root of each node of a forest, at hand without a search: joining two trees replaces one root by
// the other everywhere, 32 nodes at once.
template <int nodes>
class Roots {
  public:
    std::uint8_t operator[](std::size_t node) const { return roots_[node]; }
    void add(std::uint8_t node) { roots_[node] = node; }
    void join(std::uint8_t from, std::uint8_t to) {
        for (std::uint8_t& root : roots_) root = root == from ? to : root;
    }

  private:
    std::array<std::uint8_t, (nodes + 31) / 32 * 32> roots_{};
};

class Outlook;      // outlook.hpp
class TileOutlook;  // outlook.cpp
class Prospects;    // prospects.hpp
class InputWriter;  // inputs.cpp

class State : public GameDefaults<State> {
  public:
    using Move = carcassonne::Move;
    using Options = carcassonne::Options;

    static constexpr const char* name = "carcassonne";
    static constexpr const char* title = "Carcassonne";
    static constexpr const char* summary =
        "Draw a tile, place it, claim a city, road, monastery or field on it.";
    static constexpr int max_players = 6;
    static constexpr bool has_chance = true;
    static constexpr bool random_moves_follow_history = true;  // by the order of open cells

    // --- rules (rules.cpp) -------------------------------------------------------------------

    static State create(const Options& options, Rng&) { return State(options); }
    explicit State(const Options& options);

    int num_players() const { return options_.players; }
    int player() const {
        if (phase_ == Phase::draw) return CHANCE;
        return phase_ == Phase::over ? NOBODY : mover_;
    }
    bool is_over() const { return phase_ == Phase::over; }
    void legal_moves(std::vector<Move>& out) const;
    bool is_legal(Move move) const;
    void chance_moves(std::vector<WeightedMove<Move>>& out) const;
    void play(Move move);
    Move random_move(Rng& rng) const;
    std::uint64_t play_out(Rng& rng);
    int max_moves() const { return 4 * (2 * options_.num_tiles() + 2); }
    int max_plies() const { return 3 * options_.num_tiles(); }

    // --- scoring (score.cpp) -------------------------------------------------------------------

    std::array<double, max_players> scores() const;
    // Points of a player so far, by kind; the final scoring is not among them.
    int points(int player, int kind) const {
        return points_[static_cast<std::size_t>(player)][static_cast<std::size_t>(kind)];
    }

    // --- text (text.cpp) -----------------------------------------------------------------------

    static State parse(const Options& options, std::string_view text);
    std::string text() const;
    Options options() const { return options_; }
    Move parse_move(std::string_view text) const;
    std::uint64_t hash() const;
    std::vector<std::string> problems() const;
    friend bool operator==(const State& a, const State& b) {
        return a.hash() == b.hash() && a.text() == b.text();
    }

    // --- networks, evaluation (encode.cpp, inputs.cpp, evaluate.cpp) -----------------------------

    int num_actions() const;
    int action(Move move) const;
    Move move(int action) const;
    std::vector<Encoding> encodings() const;
    void encode(int encoding, int player, void* out) const;
    void inputs(int encoding, int player, Inputs& out) const;
    void move_inputs(int encoding, Move move, Inputs& out) const;
    // The columns of the encoding `candidates`.
    std::vector<std::string> candidate_names() const;
    std::vector<std::string> feature_names() const;
    void features(std::span<float> out) const;
    std::vector<float> weights() const;
    // In the meeple step the mover is credited with the best figure to put.
    void evaluate(std::span<const float> weights, std::span<double> out) const;
    // About what evaluate() says after each move, for the mover, much quicker (outlook.cpp).
    void judge_moves(std::span<const float> weights, const std::vector<Move>& moves,
                     std::vector<double>& out) const;

    // --- what drawings, encodings and agents ask -------------------------------------------------

    Phase phase() const { return phase_; }
    int mover() const { return mover_; }
    int hand() const { return phase_ == Phase::place ? hand_ : -1; }  // a kind, or -1
    int remaining(int kind) const { return bag_[static_cast<std::size_t>(kind)]; }
    int num_remaining() const { return left_; }
    std::span<const Tile> tiles() const { return {tiles_.data(), num_tiles_}; }
    std::span<const OpenCell> open_cells() const { return {open_.data(), num_open_}; }
    // Whether the figure once put on a tile still stands there.
    bool stands(const Tile& tile) const;
    Supply supply(int player) const;
    // Whether a kind fits a cell in a rotation, the river's course included.
    bool fits(std::size_t cell, int kind, int turns) const;
    bool fits_somewhere(int kind) const;
    // The number of the open cell there, or -1.
    int open_cell(int x, int y) const;

  private:
    static constexpr int first_road = max_cities;
    static constexpr int max_nodes = max_cities + max_roads;
    // What has no place of its own is written there and never read.
    static constexpr std::uint8_t no_main = max_nodes, no_field = max_field_nodes;
    static constexpr int grid_side = 32;
    static constexpr std::uint8_t tile_there = max_open, nothing_there = 0xff;
    static constexpr std::uint8_t nowhere = 0xff;

    // Laying a tile (lay.cpp).
    void lay(std::size_t cell, int kind, int turns);
    template <bool farmers>
    void lay_tile(std::size_t cell, int kind, int turns);
    std::uint32_t join_main(std::size_t cell, std::size_t type, const Shape& shape);
    std::uint32_t join_many_main(std::size_t cell, std::size_t type, const Shape& shape);
    std::uint32_t join_fields(std::size_t cell, const Shape& shape);
    std::uint32_t join_many_fields(std::size_t cell, const Shape& shape);
    template <bool everywhere>
    void open_sides(int x, int y, const Shape& shape);
    void remove_open(std::size_t cell);
    int river_turn(std::size_t cell, const Shape& shape) const;
    bool river_allows(std::size_t cell, const Shape& shape) const;
    static std::size_t grid_index(int x, int y) {
        return static_cast<unsigned>(y * grid_side + x) % (grid_side * grid_side);
    }
    std::uint8_t at(int x, int y) const;
    bool is_tile(int x, int y) const { return at(x, y) == tile_there; }
    std::uint8_t search_cell(int x, int y) const;
    void set_cell(int x, int y, std::uint8_t what);
    bool inside(int x, int y) const { return x >= low_ && x <= high_ && y >= low_ && y <= high_; }

    // Steps of a turn (rules.cpp).
    void draw(int kind);
    void choose_stage();
    bool is_drawn_now(int kind) const;
    template <class Visit>
    void for_each_place(int kind, Visit&& visit) const;
    Claim claim_of(Move move) const;
    void claim(Claim claim);
    void put(Figure figure, int segment);
    void recall();
    void end_turn();
    Spot spot_of(int segment) const;
    int segment_named(Spot spot) const;
    bool pick_place(int kind, Rng& rng, std::size_t& cell, int& turns) const;
    template <class Source>
    Claim pick_claim(Source& source) const;
    template <bool farmers, bool expansions>
    std::uint64_t play_rest(Rng& rng);
    template <class Source>
    void put_at_random(Source& source);
    void put_on_sacred();

    // Static evaluation (evaluate.cpp).
    void features_with(const Prospects& prospects, std::span<float> out) const;
    template <class Visit>
    void after_figures(std::span<const float> weights, const std::vector<Move>& moves,
                       Visit&& visit) const;
    void judge_figures(std::span<const float> weights, const std::vector<Move>& moves,
                       std::vector<double>& out) const;

    // Encodings (encode.cpp, candidates.cpp).
    void encode_planes(int player, float* out) const;
    void encode_facts(int player, float* out) const;
    int facts_size() const;
    void describe_moves(int player, float* out) const;
    void describe_move(Move move, const State& next, int player, float* out) const;

    // Scoring (score.cpp).
    void score_main(std::uint8_t node);
    void score_sacred();
    void take_back(const Sacred& place);
    // What a city or road gives, or would if it were like this.
    int feature_points(Feature feature, std::uint8_t node, bool complete) const;
    int main_points(std::uint8_t node, bool complete) const {
        return feature_points(main_[node], node, complete);
    }
    void add_farms(std::array<double, max_players>& scores) const;
    template <class Wanted, class Visit>
    void for_each_farmed_city(Wanted&& wanted, Visit&& visit) const;

    std::uint8_t main_root(std::uint8_t node) const { return main_root_[node]; }
    std::uint8_t field_root(std::uint8_t node) const { return field_root_[node]; }
    const Tile& last_tile() const { return tiles_[num_tiles_ - 1U]; }
    // The node of a main segment or field (Claim) of the tile placed last.
    std::uint8_t last_node(std::size_t segment) const {
        return static_cast<std::uint8_t>(last_nodes_ >> 8 * segment);
    }
    std::uint8_t main_beyond(std::size_t cell, unsigned edge) const {
        return main_root_[nodes_[cell].main[edge]];
    }
    std::uint8_t field_beyond(std::size_t cell, unsigned half) const {
        return field_root_[nodes_[cell].field[half]];
    }

    friend class Outlook;
    friend class TileOutlook;
    friend class Reader;
    friend class Prospects;
    friend class InputWriter;

    std::array<Feature, max_nodes + 2> main_;               // of roots; cities first, then roads
    std::array<std::uint32_t, max_field_nodes + 2> field_;  // the meeples in it, of roots
    Needs needs_;                                           // of the open cells
    std::array<OpenCell, max_open + 1> open_;
    std::array<CellNodes, max_open + 1> nodes_{};           // of the open cells
    std::array<std::uint8_t, grid_side * grid_side> grid_;  // by cell, modulo its side; see at()
    std::array<Tile, max_tiles> tiles_;
    Roots<max_nodes + 2> main_root_;  // the root of each node
    Roots<max_field_nodes + 2> field_root_;
    std::array<Border, max_borders + max_tile_borders> borders_;  // nodes
    std::array<Sacred, max_sacred> sacred_;
    std::array<std::array<std::uint16_t, num_point_kinds>, max_players> points_{};
    std::array<std::uint8_t, num_kinds> bag_{};
    std::array<std::uint8_t, max_players> meeples_{};   // in hand
    std::array<std::uint8_t, max_players> big_node_{};  // the city or road of the big meeple
    std::uint64_t last_nodes_ = 0;  // of the tile placed last: a byte per segment, main ones first
    std::uint16_t free_ = 0;        // its segments (Claim) that hold no meeple of anyone, as a set
    std::uint8_t closed_ = 0;       // its main segments without open ends
    Options options_;
    std::uint8_t bigs_ = 0, abbots_ = 0;  // the players who have them in hand, as sets
    std::uint8_t num_cities_ = 0, num_roads_ = 0, num_fields_ = 0, num_borders_ = 0;
    std::uint8_t num_shared_cities_ = 0, num_shared_roads_ = 0;
    std::uint8_t num_open_ = 0, num_tiles_ = 0, num_sacred_ = 0;
    bool wide_ = false;                       // the box is too large for the grid
    std::uint8_t left_ = 0, stage_left_ = 0;  // undrawn tiles, and those that can come next
    std::int8_t low_ = -127, high_ = 127;     // the board's limits
    std::int8_t min_x_ = 0, max_x_ = -1, min_y_ = 0, max_y_ = -1;  // the played box
    std::int8_t river_turn_ = 0;                                   // of the last bend: 1, 3 or 0
    std::int8_t mover_ = 0;
    std::uint8_t hand_ = 0;
    Phase phase_ = Phase::draw;
    Stage stage_ = Stage::rest;
};

static_assert(max_open < 0xfe, "numbers of open cells must fit the grid");
static_assert(sizeof(State) <= 8192);  // beyond that the library copies another, slower way
static_assert(NativeState<State>);     // the contract, checked by the compiler

}  // namespace quadrille::carcassonne
