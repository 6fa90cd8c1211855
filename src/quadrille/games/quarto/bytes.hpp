// Sixteen bytes at once, one for each square, piece or line: what the vector extensions of the
// compilers lack, by instructions where the processor has them and by plain loops elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace quadrille::quarto {

using Bytes16 [[gnu::vector_size(16)]] = std::uint8_t;
using Words2 [[gnu::vector_size(16)]] = std::uint64_t;

// The first and the last eight bytes. Not by an array, which would take a detour through memory.
inline Bytes16 joined(std::uint64_t low, std::uint64_t high) {
    return std::bit_cast<Bytes16>(Words2{low, high});
}

// Bytes of a vector in a new order: result[i] = bytes[order[i]].
inline Bytes16 shuffled(Bytes16 bytes, Bytes16 order) {
#ifdef __SSSE3__
    return std::bit_cast<Bytes16>(
        _mm_shuffle_epi8(std::bit_cast<__m128i>(bytes), std::bit_cast<__m128i>(order)));
#else
    const auto from = std::bit_cast<std::array<std::uint8_t, 16>>(bytes);
    auto result = std::bit_cast<std::array<std::uint8_t, 16>>(order);
    for (std::uint8_t& byte : result) byte = from[byte & 15];
    return std::bit_cast<Bytes16>(result);
#endif
}

// The bytes that have a given bit set, as a set.
template <int Bit>
std::uint32_t bytes_with(Bytes16 bytes) {
#ifdef __SSE2__
    const __m128i shifted = _mm_slli_epi16(std::bit_cast<__m128i>(bytes), 7 - Bit);
    return static_cast<std::uint32_t>(_mm_movemask_epi8(shifted));
#else
    // Multiplying moves the lowest bit of byte i to bit 56 + i.
    const auto words = std::bit_cast<std::array<std::uint64_t, 2>>(bytes);
    const auto low = [](std::uint64_t word) {
        return ((word >> Bit & 0x0101010101010101U) * 0x0102040810204080U) >> 56;
    };
    return static_cast<std::uint32_t>(low(words[0]) | low(words[1]) << 8);
#endif
}

// All ones at the members of a set, else 0.
inline Bytes16 bytes_of_set(std::uint32_t set) {
    const auto low = static_cast<std::uint8_t>(set), high = static_cast<std::uint8_t>(set >> 8);
    const Bytes16 halves = joined(0x0101010101010101U * low, 0x0101010101010101U * high);
    constexpr Bytes16 bits{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    return std::bit_cast<Bytes16>((halves & bits) != 0);
}

inline Bytes16 greater(Bytes16 a, Bytes16 b) {
#ifdef __SSE2__
    return std::bit_cast<Bytes16>(
        _mm_max_epu8(std::bit_cast<__m128i>(a), std::bit_cast<__m128i>(b)));
#else
    return a > b ? a : b;
#endif
}

// The smallest byte.
inline std::uint8_t smallest(Bytes16 bytes) {
#ifdef __SSE2__
    auto rest = std::bit_cast<__m128i>(bytes);
    rest = _mm_min_epu8(rest, _mm_srli_si128(rest, 8));
    rest = _mm_min_epu8(rest, _mm_srli_si128(rest, 4));
    rest = _mm_min_epu8(rest, _mm_srli_si128(rest, 2));
    rest = _mm_min_epu8(rest, _mm_srli_si128(rest, 1));
    return static_cast<std::uint8_t>(_mm_cvtsi128_si32(rest));
#else
    const auto all = std::bit_cast<std::array<std::uint8_t, 16>>(bytes);
    return *std::min_element(all.begin(), all.end());
#endif
}

// All bytes joined by or.
inline std::uint8_t any_bits(Bytes16 bytes) {
    const auto words = std::bit_cast<Words2>(bytes);
    std::uint64_t any = words[0] | words[1];
    any |= any >> 32;
    any |= any >> 16;
    any |= any >> 8;
    return static_cast<std::uint8_t>(any);
}

// Both halves as matrices of 8 x 8 bits, turned over: bit j of byte i becomes bit i of byte j.
inline Bytes16 transposed_halves(Bytes16 bytes) {
    auto rows = std::bit_cast<Words2>(bytes);
    const auto swap = [&](int distance, std::uint64_t mask) {
        const Words2 moved = (rows ^ rows >> distance) & mask;
        rows ^= moved ^ moved << distance;
    };
    swap(7, 0x00aa00aa00aa00aaU);
    swap(14, 0x0000cccc0000ccccU);
    swap(28, 0x00000000f0f0f0f0U);
    return std::bit_cast<Bytes16>(rows);
}

}  // namespace quadrille::quarto
