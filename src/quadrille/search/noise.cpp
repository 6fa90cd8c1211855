#include "quadrille/search/noise.hpp"

#include <algorithm>
#include <cmath>

#include "quadrille/search/arithmetic.hpp"

namespace quadrille::search {

namespace {

double positive_uniform(Rng& rng) { return std::max(rng.uniform(), 1e-300); }

// Marsaglia's polar method.
double normal(Rng& rng) {
    for (;;) {
        const double x = 2 * rng.uniform() - 1, y = 2 * rng.uniform() - 1, r = x * x + y * y;
        if (r > 0 && r < 1) return x * std::sqrt(-2 * natural_log(r) / r);
    }
}

// Marsaglia and Tsang (2000), A simple method for generating gamma variables; for alpha >= 1.
double gamma(double alpha, Rng& rng) {
    const double d = alpha - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double x = normal(rng), root = 1 + c * x, v = root * root * root;
        if (v <= 0) continue;
        if (natural_log(positive_uniform(rng)) < x * x / 2 + d - d * v + d * natural_log(v))
            return d * v;
    }
}

}  // namespace

void dirichlet(double alpha, Rng& rng, std::span<double> out) {
    double total = 0;
    for (double& share : out) {
        // Below 1, the method is used for alpha + 1 and the draw scaled down.
        const double scale =
            alpha >= 1 ? 1
                       : exponential(std::max(natural_log(positive_uniform(rng)) / alpha, -600.0));
        share = std::max(gamma(alpha >= 1 ? alpha : alpha + 1, rng) * scale, 1e-290);
        total += share;
    }
    for (double& share : out) share /= total;
}

double gumbel(Rng& rng) {
    const double exponential_draw = std::max(-natural_log(positive_uniform(rng)), 1e-300);
    return -natural_log(exponential_draw);
}

}  // namespace quadrille::search
