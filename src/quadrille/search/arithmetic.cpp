#include "quadrille/search/arithmetic.hpp"

namespace quadrille::search {

namespace {

// A table of a function's values at 1, 2, ...
template <std::size_t Size, class Function>
std::array<double, Size> tabulated(Function&& function) {
    std::array<double, Size> values{};
    for (std::size_t i = 1; i < Size; ++i) values[i] = function(static_cast<double>(i));
    return values;
}

}  // namespace

const std::array<double, 4096> logarithms = tabulated<4096>(natural_log);
const std::array<double, 1024> inverse_square_roots =
    tabulated<1024>([](double n) { return 1 / std::sqrt(n); });

}  // namespace quadrille::search
