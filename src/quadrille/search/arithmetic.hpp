// Logarithm and exponential from IEEE additions, products, quotients and square roots only, so that
// a selection formula gives the same bits on every machine. Library functions do not promise that.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace quadrille::search {

inline constexpr double ln_2 = 0.693147180559945309417232121458;

// ln x for a normal x > 0, to about 15 digits: x = 2^e m with m near 1, and
// ln m = 2 artanh((m - 1) / (m + 1)) by its series.
constexpr double natural_log(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    int exponent = static_cast<int>(bits >> 52) - 1023;
    double m = std::bit_cast<double>((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        ++exponent;
    }
    const double s = (m - 1) / (m + 1);
    const double square = s * s;
    double series = 0;
    for (int odd = 19; odd >= 1; odd -= 2) series = series * square + 1.0 / odd;
    return exponent * ln_2 + 2 * s * series;
}

// 1 / i! for each index.
inline constexpr auto inverse_factorials = [] {
    std::array<double, 14> found{1.0};
    double factorial = 1;
    for (std::size_t i = 1; i < found.size(); ++i)
        found[i] = 1 / (factorial *= static_cast<double>(i));
    return found;
}();

// e^x for -700 < x < 700: 2^k e^r with r in [-ln 2 / 2, ln 2 / 2], and the series of e^r, its even
// and its odd powers apart, so that neither sum waits for the other.
constexpr double exponential(double x) {
    const double scaled = x * (1 / ln_2);
    const auto k = static_cast<std::int64_t>(scaled + (scaled < 0 ? -0.5 : 0.5));
    const double r = x - static_cast<double>(k) * ln_2;
    const double square = r * r;
    double even = 0, odd = 0;
    for (std::size_t i = inverse_factorials.size(); i > 0; i -= 2) {
        even = even * square + inverse_factorials[i - 2];
        odd = odd * square + inverse_factorials[i - 1];
    }
    return (even + r * odd) * std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

extern const std::array<double, 4096> logarithms;            // of each index but 0
extern const std::array<double, 1024> inverse_square_roots;  // likewise

// sqrt(ln n) for n >= 1, which UCT asks at every node it passes; of n, the first twelve binary
// digits count.
inline double sqrt_log(std::uint32_t n) {
    const int excess = n < logarithms.size() ? 0 : static_cast<int>(std::bit_width(n)) - 12;
    return std::sqrt(logarithms[n >> excess] + excess * ln_2);
}

// 1 / sqrt(n) for n >= 1.
inline double inverse_sqrt(std::uint32_t n) {
    return n < inverse_square_roots.size() ? inverse_square_roots[n]
                                           : 1 / std::sqrt(static_cast<double>(n));
}

}  // namespace quadrille::search
