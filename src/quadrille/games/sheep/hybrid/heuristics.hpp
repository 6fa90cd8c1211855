// What the program of one contest team knew of Sheep: where to start, how to split a flock, and what
// a position is worth. The page of the game has the source and what was unclear in it.
#pragma once

#include "quadrille/games/sheep/rules.hpp"

namespace quadrille::sheep {

// How many numbers of sheep a slide is tried with: every one, one at random, the one that the split
// rule gives, or so many spread evenly.
struct Splits {
    static constexpr int all = 0, random = -1, one = -2;
};

struct HeuristicSettings {
    // Where to start.
    int start_radius = 3;
    double room_weight = 2;
    double length_weight = 1;
    double length_power = 1.5;
    int near = 2;
    int far = 6;
    double near_cost = 13;
    double far_gain = 5;
    // How to split.
    int split_radius = 2;
    double area_weight = 0.45;
    double obstacle_weight = 0.28;
    double height_weight = 0.27;
    double area_power = 1.5;
    enum Heights { by_text, by_example };
    int heights = by_text;  // whether higher obstacles at the end of a slide send fewer sheep there
    enum Rounding { nearest, down };
    int rounding = nearest;
    // What a position is worth.
    double area_exponent = 1.5;
    double area_share = 0.01;

    template <class Visit>
    void visit(Visit& f) {
        f("start_radius", start_radius);
        f("room_weight", room_weight);
        f("length_weight", length_weight);
        f("length_power", length_power);
        f("near", near);
        f("far", far);
        f("near_cost", near_cost);
        f("far_gain", far_gain);
        f("split_radius", split_radius);
        f("area_weight", area_weight);
        f("obstacle_weight", obstacle_weight);
        f("height_weight", height_weight);
        f("area_power", area_power);
        f("heights", heights, {"text", "example"});
        f("rounding", rounding, {"nearest", "down"});
        f("area_exponent", area_exponent);
        f("area_share", area_share);
    }
};

class Heuristics {
  public:
    explicit Heuristics(const HeuristicSettings& settings);

    // How good a cell is to start on for the player to move.
    double start_value(const State& state, Cell cell) const;
    // How many of the sheep on a cell slide in a direction, at least one and not all.
    int split(const State& state, Cell from, int direction) const;
    // The value of a position to a player: the rank, best 4, and a little for the area.
    double value(const State& state, int player) const;

  private:
    double share_by_area(const State& state, Cell from, Cell to) const;

    HeuristicSettings settings_;
    std::array<double, max_flock + 1> area_values_{};
    std::array<double, max_size + 1> length_values_{};
    std::array<double, max_cells + 1> room_values_{};
};

}  // namespace quadrille::sheep
