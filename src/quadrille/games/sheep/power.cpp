#include "quadrille/games/sheep/power.hpp"

#include <cmath>
#include <map>
#include <mutex>

namespace quadrille::sheep {

double power(double base, double exponent) {
    double result = 1;
    for (; exponent >= 1; exponent -= 1) result *= base;
    double root = base;
    for (int digit = 0; digit < 52 && exponent > 0; ++digit) {
        root = std::sqrt(root);
        exponent *= 2;
        if (exponent >= 1) {
            result *= root;
            exponent -= 1;
        }
    }
    return result;
}

namespace {

Powers table(double exponent) {
    Powers powers{};
    for (std::size_t area = 1; area < powers.size(); ++area)
        powers[area] = std::llround(power(static_cast<double>(area), exponent) / unit);
    return powers;
}

}  // namespace

const Powers& powers_of(double exponent) {
    static const Powers usual = table(Options{}.exponent);
    if (exponent == Options{}.exponent) return usual;
    static std::mutex mutex;
    static std::map<double, Powers> others;
    const std::lock_guard lock(mutex);
    const auto found = others.find(exponent);
    return found != others.end() ? found->second
                                 : others.emplace(exponent, table(exponent)).first->second;
}

}  // namespace quadrille::sheep
