// Pillars: two teams build pillars and climb them; whoever stands on the centre pillar wins.
//
// The grid lies in rows of 16 places, or of 32 if it is large, with walls beyond its edges: the last
// column of a row is the wall left of the next one, and places after the last row are not used. Walls
// are as high as can never be climbed or built on, so that a step and a build are told by heights
// alone. Kept up by every move: who stands where, the free cells that can still grow, and the hash.
#pragma once

#include <algorithm>
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
#include "quadrille/games/pillars/options.hpp"

namespace quadrille::pillars {

inline constexpr int red = 0;
inline constexpr int blue = 1;

// Numbers of MOVE and BUILD cards.
struct Cards {
    std::array<std::uint8_t, 2> count{};

    int total() const { return count[0] + count[1]; }
    std::uint8_t& operator[](Card card) { return count[card]; }
    int operator[](Card card) const { return count[card]; }
    friend bool operator==(const Cards&, const Cards&) = default;
};

struct Team {
    Cards hand;
    Cards pile;
    Cards discards;
    Cards known;                                   // of the hand, to the other team
    std::array<std::uint8_t, max_gamers> order{};  // gamers of the team, by who acts first
    std::array<std::uint8_t, max_gamers> next{};   // the same from the next round on
    friend bool operator==(const Team&, const Team&) = default;
};

class State : public GameDefaults<State> {
  public:
    using Move = pillars::Move;
    using Options = pillars::Options;

    static constexpr const char* name = "pillars";
    static constexpr const char* title = "Pillars";
    static constexpr const char* summary =
        "Two teams build pillars and climb; whoever reaches the centre pillar wins.";
    static constexpr int max_players = 2 * max_gamers;
    static constexpr bool has_chance = true;
    static constexpr bool has_secrets = true;

    // --- rules (rules.cpp) ---------------------------------------------------------------------

    static State create(const Options& options, Rng& rng);

    int num_players() const { return 2 * options_.gamers; }
    int num_sides() const { return 2; }
    int side(int player) const { return player < options_.gamers ? red : blue; }
    int player() const {
        if (is_over()) return NOBODY;
        return is_drawing() ? CHANCE : actor();
    }
    bool is_over() const { return end_ != End::not_yet; }
    bool hides_facts() const { return !options_.open_hands; }
    int max_moves() const;
    int max_plies() const { return 4 * options_.gamers * options_.rounds; }

    void legal_moves(std::vector<Move>& out) const;
    void chance_moves(std::vector<WeightedMove<Move>>& out) const;
    bool is_legal(Move move) const;
    Move random_move(Rng& rng) const;
    void play(Move move);

    std::array<double, max_players> scores() const;
    std::uint64_t hash() const;
    friend bool operator==(const State& a, const State& b);

    // --- hidden hands (hidden.cpp) ---------------------------------------------------------------

    State view(int player) const;
    Move seen(Move move, int player) const;
    State redeal(int player, Rng& rng) const;
    bool is_view() const { return hidden_ != 0; }
    bool is_hidden(int side) const { return (hidden_ >> side & 1) != 0; }

    // --- text (text.cpp, read.cpp) ---------------------------------------------------------------

    static State parse(const Options& options, std::string_view text);
    std::string text() const;
    Options options() const { return options_; }
    Move parse_move(std::string_view text) const;
    std::vector<std::string> problems() const;

    // --- networks and evaluation (encode.cpp, inputs.cpp, evaluate.cpp, symmetry.cpp) ------------

    int num_actions() const { return 4 + options_.size * options_.size + 2; }
    int action(Move move) const;
    Move move(int action) const;
    std::vector<Encoding> encodings() const;
    void encode(int encoding, int player, void* out) const;
    void inputs(int encoding, int player, Inputs& out) const;
    void move_inputs(int encoding, Move move, Inputs& out) const;
    // The grid turned and mirrored.
    int num_symmetries() const { return num_grid_symmetries; }
    State image(int symmetry) const;
    Move image_of(Move move, int symmetry) const;
    std::vector<std::string> feature_names() const;
    void features(std::span<float> out) const;
    std::vector<float> weights() const;
    // The board after a step or a build next to the gamer to act, whatever cards are in hand; for
    // features only, since the turn and the cards stay. The same board if it is not possible.
    State imagined(Move move) const;
    // About how many actions each gamer needs to reach the centre by itself.
    std::array<int, max_players> climbs() const;

    // --- what drawings and agents ask ------------------------------------------------------------

    int size() const { return options_.size; }
    int height() const { return options_.height; }
    int gamers() const { return options_.gamers; }
    bool on_grid(Cell cell) const {
        return cell.x >= 0 && cell.y >= 0 && cell.x < size() && cell.y < size();
    }
    int height_at(Cell cell) const { return height_on(place(cell)); }
    int gamer_at(Cell cell) const { return who_on(place(cell)) - 1; }
    Cell position(int player) const { return cell_of(at_[index(player)]); }
    Cell centre() const { return {size() / 2, size() / 2}; }
    const Team& team(int side) const { return teams_[index(side)]; }
    int round() const { return round_; }
    int action_number() const { return action_ + 1; }
    // Whose turn it is, also while the team draws; -1 at the end.
    int actor() const {
        if (is_over()) return -1;
        const int side = action_ & 1;
        return side * options_.gamers + team(side).order[index(action_ / 2)];
    }
    int winner() const { return end_ == End::red ? red : end_ == End::blue ? blue : -1; }
    bool is_frozen() const;
    bool can_step(int player, int direction) const;
    bool can_build_on(Cell cell) const { return can_grow(place(cell)); }

  private:
    friend class Reader;  // read.cpp
    friend class Climb;   // climb.hpp

    enum class End : std::uint8_t { not_yet, red, blue, draw };
    using Place = std::uint16_t;

    static constexpr std::uint8_t small_shift = 4,
                                  large_shift = 5;  // of rows of 16 and of 32 places
    static constexpr std::size_t num_places = (max_size + 2) << large_shift;
    static_assert(max_size < 1 << large_shift);
    static constexpr std::uint8_t wall = 15;  // as a height
    static constexpr std::size_t num_words = (num_places + 63) / 64;

    static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
    int height_on(Place place) const { return places_[place] & 15; }
    int who_on(Place place) const { return places_[place] >> 4; }  // the player and 1, or 0
    Place end_of_places() const { return static_cast<Place>((options_.size + 2) << shift_); }
    Place place(Cell cell) const { return static_cast<Place>(((cell.y + 1) << shift_) + cell.x); }
    Cell cell_of(Place place) const { return {place & ((1 << shift_) - 1), (place >> shift_) - 1}; }
    Place beside(Place place, int direction) const {
        return static_cast<Place>(place + steps_[index(direction)]);
    }

    explicit State(const Options& options);
    void put(int player, Place place);
    void count_open();  // free cells that can grow, from nothing

    bool is_drawing() const {
        return action_ < 2 && team(action_).hand.total() < options_.gamers && !is_over();
    }
    // Heights differ by one at most, and nobody is there.
    bool can_enter(Place to, int from_height) const {
        return static_cast<unsigned>(places_[to] - from_height + 1) <= 2;
    }
    bool can_grow(Place place) const { return places_[place] < options_.height - 1; }
    unsigned open_steps(int player) const;
    unsigned open_builds_beside(int player) const;
    void set_open(Place place, bool open) {
        const std::uint64_t bit = std::uint64_t{1} << (place % 64);
        std::uint64_t& word = open_[place / 64];
        num_open_ = static_cast<std::uint16_t>(num_open_ - ((word & bit) != 0) + (open ? 1 : 0));
        word = open ? word | bit : word & ~bit;
    }

    void step(int player, int direction);
    void build(Place place);
    void become_first(int player);
    void spend(Card card);
    void refill_if_empty(Team& team);
    void draw(Card card);
    void next_action();
    std::uint64_t board_hash() const;
    bool can_be_worked_out(int side) const;

    static std::uint64_t pillar_key(Place place, int height) {
        return mix64(static_cast<std::uint64_t>(place) << 8 | static_cast<unsigned>(height));
    }
    static std::uint64_t gamer_key(Place place, int player) {
        return mix64(1U << 20 | static_cast<std::uint64_t>(place) << 8 |
                     static_cast<unsigned>(player));
    }

    // The height, and 16 times the player who stands there and 1: numbers above all heights.
    std::array<std::uint8_t, num_places> places_;
    std::array<std::uint64_t, num_words> open_{};
    std::array<Place, max_players> at_{};
    std::array<Team, 2> teams_{};
    std::uint64_t hash_ = 0;  // of pillars and gamers
    Options options_;
    std::array<std::int16_t, 4> steps_;  // to the places beside one, by direction
    Place centre_;
    std::uint16_t num_open_ = 0;
    std::uint16_t round_ = 1;
    std::uint8_t action_ = 0;  // of the round, from 0
    std::uint8_t hidden_ = 0;  // teams, as bits, whose cards are not known here
    std::uint8_t shift_;       // a row has 2 to this power places
    End end_ = End::not_yet;
};

static_assert(NativeState<State>);  // the contract, checked by the compiler

}  // namespace quadrille::pillars
