// Small helpers for sets kept as bit masks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace quadrille {

// Index of the k-th set bit (k from 0); the mask must have more than k bits.
inline int nth_bit(std::uint64_t mask, std::uint32_t k) {
#if defined(__BMI2__) && defined(__x86_64__)
    // _pdep_u64, whose header takes a compiler longer than all of ours together.
    return std::countr_zero(__builtin_ia32_pdep_di(std::uint64_t{1} << k, mask));
#else
    while (k-- > 0) mask &= mask - 1;
    return std::countr_zero(mask);
#endif
}

// The high half of a product of 64-bit numbers.
inline std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
    __extension__ using Product = unsigned __int128;
    return static_cast<std::uint64_t>((Product{a} * b) >> 64);
#else
    const std::uint64_t a_low = a & 0xffffffff, a_high = a >> 32;
    const std::uint64_t b_low = b & 0xffffffff, b_high = b >> 32;
    const std::uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
    const std::uint64_t other = a_low * b_high + (middle & 0xffffffff);
    return a_high * b_high + (middle >> 32) + (other >> 32);
#endif
}

// Calls visit(index) for every set bit, ascending.
template <class Visit>
void for_each_bit(std::uint64_t mask, Visit&& visit) {
    for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

// The bits of a byte as floats, the lowest first. Reading a table is fast with any instruction set;
// taking the bits apart is so only with masked stores.
inline constexpr auto floats_of_byte = [] {
    std::array<std::array<float, 8>, 256> table{};
    for (std::size_t byte = 0; byte < table.size(); ++byte)
        for (std::size_t i = 0; i < 8; ++i) table[byte][i] = static_cast<float>(byte >> i & 1);
    return table;
}();

// Writes the lowest `Count` bits of a set as floats and returns where they end.
template <int Count>
float* write_bits(float* out, std::uint64_t set) {
    for (int i = 0; i < Count; i += 8, set >>= 8) {
        const auto floats = static_cast<std::size_t>(Count - i < 8 ? Count - i : 8);
        std::memcpy(out + i, floats_of_byte[set & 0xff].data(), floats * sizeof(float));
    }
    return out + Count;
}

}  // namespace quadrille
