// Small helpers for sets kept as bit masks.
#pragma once

#include <bit>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace quadrille {

// Index of the k-th set bit (k from 0); the mask must have more than k bits.
inline int nth_bit(std::uint64_t mask, std::uint32_t k) {
#ifdef __BMI2__
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << k, mask));
#else
    while (k-- > 0) mask &= mask - 1;
    return std::countr_zero(mask);
#endif
}

// Calls visit(index) for every set bit, ascending.
template <class Visit>
void for_each_bit(std::uint64_t mask, Visit&& visit) {
    for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

}  // namespace quadrille
