// Random numbers of several distributions, from our own arithmetic, so that they are the same on every machine.
#pragma once

#include <span>

#include "quadrille/core/rng.hpp"

namespace quadrille::search {

// A draw from the symmetric Dirichlet distribution: proportions that sum to one, the more uneven the
// smaller alpha is.
void dirichlet(double alpha, Rng& rng, std::span<double> out);

// A draw from the standard Gumbel distribution: a choice by logits is the highest sum of a logit and
// such a draw.
double gumbel(Rng& rng);

}  // namespace quadrille::search
