// Sheep: four flocks spread over a walled field by slides; regions score their area to a power.
//
// The field lies in a square of places with a border of walls, the largest field's whatever the
// options, so that steps in the eight directions are constants. A player's cells are listed in
// ascending order. Kept up by every move: how many slides each player has, the regions with their
// areas, the scores and the hash. Sheep are counted less the one that always stays: extra sheep.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/core/bits.hpp"
#include "quadrille/core/game.hpp"
#include "quadrille/core/grid.hpp"
#include "quadrille/games/sheep/power.hpp"

namespace quadrille::sheep {

enum class Phase : std::uint8_t { start, slide, over };

// An occupied cell.
struct Flock {
    Cell cell;
    int player;
    int sheep;   // 0: hidden
    bool known;  // to everybody: one sheep, which the owner's pass has shown
};

class State : public GameDefaults<State> {
  public:
    using Move = sheep::Move;
    using Options = sheep::Options;

    static constexpr const char* name = "sheep";
    static constexpr const char* title = "Sheep";
    static constexpr const char* summary =
        "Split your flock and slide over the meadow; large connected pastures score most.";
    static constexpr int max_players = sheep::max_players;
    static constexpr bool has_secrets = true;
    static constexpr const char* penalty = "turn";

    // --- rules (rules.cpp; map.cpp for create) -------------------------------------------------

    static State create(const Options& options, Rng& rng);

    int num_players() const { return options_.players; }
    int num_sides() const { return options_.has_teams() ? 2 : options_.players; }
    int side(int player) const { return options_.has_teams() ? player & 1 : player; }
    int player() const { return mover_; }
    bool is_over() const { return mover_ == NOBODY; }
    bool hides_facts() const { return options_.hides_counts(); }
    int max_moves() const;
    int max_plies() const;

    void legal_moves(std::vector<Move>& out) const;
    // The legal moves, but of the numbers of sheep in slides from a large flock only five; whether
    // some are left out.
    bool main_moves(std::vector<Move>& out) const;
    bool is_legal(Move move) const;
    Move random_move(Rng& rng) const;
    // A random move that locks up no sheep, if that is easy to see: rollout.cpp.
    Move rollout_move(Rng& rng) const;
    void play(Move move);
    // Whether the player to move can lose the turn: not its start, and not in a view.
    bool can_lose_turn() const { return phase() == Phase::slide && !is_view(); }
    // It does, and nobody learns anything.
    void lose_turn();

    std::array<double, max_players> scores() const;
    // 5, 3, 2, 1 by rank; equals share what their places give.
    std::array<double, max_players> contest_points() const;
    // Of four sides, by contest points.
    std::array<double, max_players> outcome_of(const std::array<double, max_players>& worth) const;
    // What a search learns of a slide holds for any number of sheep.
    static constexpr std::uint64_t history_key(Move move) {
        return move.is_slide() ? move.value >> 17 : 5120 + (move.value & 1023);
    }
    std::uint64_t hash() const { return combine(hash_, static_cast<std::uint64_t>(mover_ + 2)); }

    friend bool operator==(const State& a, const State& b);

    // --- hidden numbers (hidden.cpp) -----------------------------------------------------------

    State view(int player) const;
    Move seen(Move move, int player) const {
        const bool hides = hides_facts() && move.is_slide() && player != mover_;
        return hides ? move.with_sheep(0) : move;
    }
    State redeal(int player, Rng& rng) const;
    // With hidden numbers guessed: each player's extra sheep shared out evenly.
    State evened() const;
    // With hidden numbers guessed as the contest's programs did: on each cell of a player the mean,
    // rounded, so that the sum may be wrong. Good for looking a few moves ahead only.
    State averaged() const;
    bool is_view() const { return hidden_ != 0; }

    // --- text (text.cpp, read.cpp) -------------------------------------------------------------

    static State parse(const Options& options, std::string_view text);
    std::string text() const;
    Options options() const { return options_; }
    Move parse_move(std::string_view text) const;
    std::vector<std::string> problems() const;

    // --- networks and evaluation (encode.cpp, inputs.cpp, evaluate.cpp, symmetry.cpp) ----------

    int num_actions() const;
    int action(Move move) const;
    Move move(int action) const;
    std::vector<Encoding> encodings() const;
    void encode(int encoding, int player, void* out) const;
    void inputs(int encoding, int player, Inputs& out) const;
    void move_inputs(int encoding, Move move, Inputs& out) const;
    // The field turned and mirrored.
    int num_symmetries() const { return num_grid_symmetries; }
    State image(int symmetry) const;
    Move image_of(Move move, int symmetry) const;
    std::vector<std::string> feature_names() const;
    void features(std::span<float> out) const;
    std::vector<float> weights() const;

    // --- what drawings, agents and the contest's wire ask ----------------------------------------

    Phase phase() const {
        if (is_over()) return Phase::over;
        return started_ < options_.players ? Phase::start : Phase::slide;
    }
    int size() const { return size_; }
    int flock() const { return flock_; }
    bool on_field(Cell cell) const { return cell.x() < size_ && cell.y() < size_; }
    bool is_wall(Cell cell) const { return ground(place(cell)) == wall; }
    bool is_free(Cell cell) const { return ground(place(cell)) == free; }
    // Whose cell it is, or -1.
    int owner(Cell cell) const { return std::max<int>(ground(place(cell)), 1) - first_owner; }
    // How many sheep are there; 0 also if that is hidden.
    int sheep(Cell cell) const;
    bool is_known(Cell cell) const { return is_known_at(place(cell)); }
    bool is_hidden(Cell cell) const {
        return owner(cell) >= 0 && (hidden_ >> owner(cell) & 1) != 0 && !is_known(cell);
    }
    std::vector<Flock> flocks() const;
    std::vector<Cell> start_cells() const;
    // Where a slide from a cell ends; the cell itself if there is no room.
    Cell landing(Cell from, int direction) const {
        return cell_of(landing_from(place(from), direction));
    }
    // Free cells of a row: bit x + 1 for column x.
    std::uint32_t free_row(int y) const { return free_rows_[index(y + 1)]; }
    // Directions, as bits, in which the next cell is free.
    unsigned open_directions(Cell cell) const { return open_at(place(cell)); }
    std::vector<std::vector<Cell>> regions(int player) const;
    // Calls visit(area) for every region of a player.
    template <class Visit>
    void for_each_area(int player, Visit&& visit) const {
        std::uint64_t seen = 0;
        for (const Place place : places(player)) {
            const std::uint64_t bit = std::uint64_t{1} << region_[place];
            if ((seen & bit) == 0) visit(int{area_[index(player)][region_[place]]});
            seen |= bit;
        }
    }
    // Calls visit(cell) for every cell of a player, by rows from the top.
    template <class Visit>
    void for_each_cell(int player, Visit&& visit) const {
        for (const Place place : places(player)) visit(cell_of(place));
    }
    // How many slides the player could choose from, counted with all numbers of sheep.
    int mobility(int player) const { return mobility_[index(player + first_owner)]; }
    // Whether nobody can slide.
    bool is_stuck() const {
        return (mobility_[2] | mobility_[3] | mobility_[4] | mobility_[5]) == 0;
    }
    int num_cells(int player) const { return num_cells_[index(player)]; }

  private:
    friend class Reader;           // read.cpp
    friend class Meadow;           // meadow.hpp
    friend class MoveDescription;  // inputs.cpp

    using Place = std::uint16_t;
    enum Ground : std::uint8_t { free, wall, first_owner };

    static constexpr int stride = max_size + 2;
    static constexpr std::size_t num_places = stride * stride;
    static constexpr std::array<int, num_directions> steps = [] {
        std::array<int, num_directions> found{};
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = directions[i].dy * stride + directions[i].dx;
        return found;
    }();

    static constexpr Place place(Cell cell) {
        return static_cast<Place>((cell.y() + 1) * stride + cell.x() + 1);
    }
    static constexpr Cell cell_of(Place place) { return {place % stride - 1, place / stride - 1}; }
    static Place next(Place place, int direction) {
        return static_cast<Place>(place + steps[index(direction)]);
    }

    // All walls; nobody has started.
    explicit State(const Options& options);
    // Takes away the walls of a field given by rows: bit x + 1 of row y + 1 is cell x, y.
    void open_field(const std::array<std::uint32_t, stride>& rows);

    std::uint8_t ground(Place place) const { return ground_[place]; }
    bool is_known_at(Place place) const { return (known_[place / 64] >> (place % 64) & 1) != 0; }
    std::span<const Place> places(int player) const {
        return {places_[index(player)].data(), num_cells_[index(player)]};
    }
    unsigned open_at(Place place) const {
        const auto row = index(place / stride), left = index(place % stride - 1);
        const unsigned above = free_rows_[row - 1] >> left, here = free_rows_[row] >> left,
                       below = free_rows_[row + 1] >> left;
        return (above & 7) | (here & 1) << 3 | (here & 4) << 2 | (below & 7) << 5;
    }
    int slides_at(Place place) const { return extra_[place] * std::popcount(open_at(place)); }
    Place landing_from(Place from, int direction) const {
        const int step = steps[index(direction)];
        Place at = from;
        while (ground_[index(at + step)] == free) at = static_cast<Place>(at + step);
        return at;
    }
    // Cells of a row that touch neither a wall nor the edge.
    std::uint32_t inner(std::size_t row) const {
        const std::uint32_t field = field_rows_[row];
        return (field << 1) & (field >> 1) & field_rows_[row - 1] & field_rows_[row + 1];
    }
    std::uint32_t border(std::size_t row) const { return free_rows_[row] & ~inner(row); }

    static std::uint64_t key(Place place, int ground, int extra) {
        return mix64(static_cast<std::uint64_t>(place) << 32 |
                     static_cast<std::uint64_t>(ground) << 16 | static_cast<unsigned>(extra));
    }
    static constexpr int known_key = 255, hidden_key = 254;  // in place of the extra sheep
    std::uint64_t fresh_hash() const;

    void occupy(Place place, int player, int extra);
    void join_regions(Place place, int player);
    void count_slides();  // mobility from nothing
    std::vector<Place> hidden_places(int player) const;
    // Whether the player's numbers cannot be worked out by the others.
    bool has_secrets_of(int player) const;
    void settle();  // after numbers were filled in
    void take_turn(int next_player);
    void reveal(int player);  // that what could slide holds one sheep
    void end();
    Place random_start(Rng& rng) const;

    std::array<std::uint8_t, num_places> ground_;
    std::array<std::uint8_t, num_places> extra_{};
    std::array<std::uint8_t, num_places> region_{};  // of the owner, by number
    std::array<std::uint32_t, stride> field_rows_{};
    std::array<std::uint32_t, stride> free_rows_{};
    std::array<std::uint64_t, (num_places + 63) / 64> known_{};
    std::array<std::array<Place, max_flock>, max_players> places_{};
    std::array<std::array<std::uint8_t, max_flock>, max_players> area_{};  // by region
    std::array<std::int32_t, max_players + first_owner> mobility_{};       // by ground
    std::array<std::int64_t, max_players> score_{};                        // in units
    std::array<std::uint8_t, max_players> num_cells_{};
    const Powers* powers_;
    std::uint64_t hash_ = 0;
    Options options_;
    std::int8_t mover_ = 0;
    std::uint8_t started_ = 0;  // players who have started
    std::uint8_t hidden_ = 0;   // players, as bits, some of whose numbers are not known here
    std::uint8_t size_;
    std::uint8_t flock_;
};

static_assert(NativeState<State>);  // the contract, checked by the compiler
static_assert(State::history_key(Move::slide({max_size - 1, max_size - 1}, 7, 1, {})) <
              State::history_key(Move::start({})));
static_assert(State::history_key(Move::start({max_size - 1, max_size - 1})) < 8192);

}  // namespace quadrille::sheep
