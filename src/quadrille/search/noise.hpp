// Random proportions, from our own arithmetic, so that they are the same on every machine.
#pragma once

#include <span>

#include "quadrille/core/rng.hpp"

namespace quadrille::search {

// A draw from the symmetric Dirichlet distribution: proportions that sum to one, the more uneven the
// smaller alpha is.
void dirichlet(double alpha, Rng& rng, std::span<double> out);

}  // namespace quadrille::search
