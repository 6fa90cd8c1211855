// Values as whole numbers, so that searches compare them exactly and a null window is one wide.
//
// A score is a value in [-1, 1] in steps of 2^-40, times 4096, less the plies until it is reached:
// every ply that it is handed towards the root brings it one closer to zero (age). Of two wins the
// faster is therefore the better, of two losses the slower, and a table of positions needs no
// correction by the distance from the root. Rounding gives the clean value back.
#pragma once

#include <algorithm>
#include <cstdint>

namespace quadrille::search {

using Score = std::int64_t;

inline constexpr Score ply_range = 4096;  // distances stay below half of it
inline constexpr double score_steps = 0x1.0p40;
inline constexpr Score win_score = (Score{1} << 40) * ply_range;
inline constexpr Score infinite_score = 2 * win_score;
inline constexpr double max_estimate = 1 - 0x1.0p-20;  // what an estimate may reach at most
inline constexpr int max_search_depth = 1000;

constexpr Score score_of(double value) {
    const double steps = value * score_steps;
    return static_cast<Score>(steps < 0 ? steps - 0.5 : steps + 0.5) * ply_range;
}
constexpr double value_of(Score score) {
    return static_cast<double>((score + ply_range / 2) >> 12) / score_steps;
}
constexpr Score age(Score score) { return score - (score > 0) + (score < 0); }
constexpr Score unage(Score score) { return score + (score > 0) - (score < 0); }

// How many plies away a certain win or loss is; a large number for any other score.
constexpr Score plies_to_end(Score score) {
    const Score distance = win_score - (score < 0 ? -score : score);
    return distance < ply_range / 2 ? distance : infinite_score;
}

// An estimate, kept apart from what is certain.
constexpr double clamp_estimate(double value) {
    return std::clamp(value, -max_estimate, max_estimate);
}

static_assert(value_of(score_of(1)) == 1 && value_of(score_of(-1)) == -1 && score_of(0) == 0);
static_assert(value_of(age(age(score_of(-1)))) == -1 && plies_to_end(age(score_of(1))) == 1);
static_assert(age(score_of(0.5)) < score_of(0.5) && value_of(age(score_of(0.5))) == 0.5);

}  // namespace quadrille::search
