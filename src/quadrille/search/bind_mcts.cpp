#include "quadrille/search/bind_mcts.hpp"

namespace quadrille::search {

void check_answers(const FloatRows& priors, const ValueRows& values, std::size_t waiting,
                   int actions, int sides) {
    const std::size_t rows = priors.shape(0);
    if (rows > waiting || values.shape(0) != rows ||
        priors.shape(1) != static_cast<std::size_t>(actions) ||
        values.shape(1) != static_cast<std::size_t>(sides))
        throw nb::value_error(("expected priors [n, " + std::to_string(actions) +
                               "] and values [n, " + std::to_string(sides) + "] with n at most " +
                               std::to_string(waiting))
                                  .c_str());
    const auto fits = [](double number, double low, double high) {
        return number >= low && number <= high;  // nor does NaN
    };
    for (std::size_t i = 0; i < priors.size(); ++i)
        if (!fits(priors.data()[i], 0, 1e30))
            throw nb::value_error("expected priors of at least 0");
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!fits(values.data()[i], -1, 1)) throw nb::value_error("expected values from -1 to 1");
}

void check_rows(const Encoding& encoding, std::size_t rows, const AnyArray& out) {
    const auto dtype =
        encoding.dtype == DType::float32 ? nb::dtype<float>() : nb::dtype<std::uint8_t>();
    bool fits =
        out.dtype() == dtype && out.ndim() == encoding.shape.size() + 1 && out.shape(0) >= rows;
    for (std::size_t i = 0; fits && i < encoding.shape.size(); ++i)
        fits = out.shape(i + 1) == static_cast<std::size_t>(encoding.shape[i]);
    if (fits) return;
    std::string shape = std::to_string(rows);
    for (const int extent : encoding.shape) shape += ", " + std::to_string(extent);
    throw nb::value_error(("expected a buffer of " + std::string(dtype_name(encoding.dtype)) +
                           " [" + shape + "] or more rows for the waiting leaves")
                              .c_str());
}

}  // namespace quadrille::search
