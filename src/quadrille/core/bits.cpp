#include "quadrille/core/bits.hpp"

namespace quadrille {

constinit const std::array<std::array<float, 8>, 256> floats_of_byte = [] {
    std::array<std::array<float, 8>, 256> table{};
    for (std::size_t byte = 0; byte < table.size(); ++byte)
        for (std::size_t i = 0; i < 8; ++i) table[byte][i] = static_cast<float>(byte >> i & 1);
    return table;
}();

}  // namespace quadrille
