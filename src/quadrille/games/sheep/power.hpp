// Area to the power of the exponent, in whole units, so that sums do not depend on their order.
#pragma once

#include <array>
#include <cstdint>

#include "quadrille/games/sheep/options.hpp"

namespace quadrille::sheep {

// By square roots for the binary digits of the exponent behind the point, so that the result is the
// same on every machine: with 1.25, the base times the root of its root.
double power(double base, double exponent);

// What regions of each area score, in units of 2^-40.
using Powers = std::array<std::int64_t, max_flock + 1>;

inline constexpr double unit = 0x1p-40;

// The table for an exponent; kept for good, and the same one whenever the exponent is the same.
const Powers& powers_of(double exponent);

}  // namespace quadrille::sheep
