// Where a tile fits: the codes of all open cells compared at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "quadrille/core/bits.hpp"
#include "quadrille/games/carcassonne/tables.hpp"

namespace quadrille::carcassonne {

// What every open cell asks of a tile, in two rows of bytes: the edges to match (Shape::code) and
// which bits of that are known; the low half of the latter says which neighbours there are.
struct Needs {
    static constexpr std::size_t width = 32;
    static constexpr std::size_t capacity = (max_open + 2 * width - 1) / (2 * width) * (2 * width);

    std::array<std::uint8_t, capacity> need{};
    std::array<std::uint8_t, capacity> mask{};

    bool matches(std::size_t cell, std::uint8_t code) const {
        return ((need[cell] ^ code) & mask[cell]) == 0;
    }
    // Which of the cells first .. first + 31 match, as a set.
    std::uint32_t matching(std::size_t first, std::uint8_t code) const {
#ifdef __AVX2__
        const auto load = [&](const auto& row) {
            return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row.data() + first));
        };
        const __m256i differ = _mm256_and_si256(
            _mm256_xor_si256(load(need), _mm256_set1_epi8(static_cast<char>(code))), load(mask));
        return static_cast<std::uint32_t>(
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(differ, _mm256_setzero_si256())));
#else
        std::uint32_t set = 0;
        for (std::size_t i = 0; i < width; ++i)
            set |= static_cast<std::uint32_t>(matches(first + i, code)) << i;
        return set;
#endif
    }
    // Adds an amount to the cells first .. first + 31 that match any of some codes.
    void add_where_matching(std::size_t first, std::span<const std::uint8_t> codes,
                            std::uint8_t amount, std::span<std::uint8_t> sums) const {
#ifdef __AVX2__
        const auto load = [&](const std::uint8_t* row) {
            return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + first));
        };
        const __m256i wanted = load(need.data()), known = load(mask.data());
        __m256i any = _mm256_setzero_si256();
        for (const std::uint8_t code : codes) {
            const __m256i all = _mm256_set1_epi8(static_cast<char>(code));
            const __m256i differ = _mm256_and_si256(_mm256_xor_si256(wanted, all), known);
            any = _mm256_or_si256(any, _mm256_cmpeq_epi8(differ, _mm256_setzero_si256()));
        }
        const __m256i added = _mm256_and_si256(any, _mm256_set1_epi8(static_cast<char>(amount)));
        const __m256i sum = _mm256_add_epi8(load(sums.data()), added);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums.data() + first), sum);
#else
        for (std::size_t i = first; i < first + width; ++i) {
            bool any = false;
            for (const std::uint8_t code : codes) any |= matches(i, code);
            sums[i] = static_cast<std::uint8_t>(sums[i] + (any ? amount : 0));
        }
#endif
    }
};

// All places of one tile, as sets of 64 cells per rotation.
class Fits {
  public:
    Fits(const Needs& needs, std::size_t cells, int type) {
        const auto at = static_cast<std::size_t>(type);
        add_block(needs, 0, cells, at);
        for (std::size_t first = block; first < cells; first += block)
            add_block(needs, first, cells - first, at);
    }

    std::uint32_t count() const { return starts_[num_sets_]; }
    // The place of that number, below count(). Without a branch that depends on the number.
    void pick(std::uint32_t number, std::size_t& cell, int& turns) const {
        std::size_t set = 0;
        for (std::size_t i = 1; i < 4; ++i) set += number >= starts_[i];
        for (std::size_t i = 4; i < num_sets_; ++i) set += number >= starts_[i];
        turns = static_cast<int>(set % 4);
        cell =
            set / 4 * block + static_cast<std::size_t>(nth_bit(sets_[set], number - starts_[set]));
    }
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t i = 0; i < num_sets_; ++i)
            for_each_bit(sets_[i], [&](int bit) {
                visit(i / 4 * block + static_cast<std::size_t>(bit), static_cast<int>(i % 4));
            });
    }

  private:
    static constexpr std::size_t block = 64;
    static_assert(Needs::capacity % block == 0);

    // Always four rotations, those that look like another one with no place.
    void add_block(const Needs& needs, std::size_t first, std::size_t cells, std::size_t type) {
        const std::uint64_t there = (cells < block ? std::uint64_t{1} << cells : 0) - 1;
        for (std::size_t turns = 0; turns < 4; ++turns) {
            const std::uint8_t code = codes[type][turns];
            const std::uint64_t low = needs.matching(first, code);
            const std::uint64_t high = needs.matching(first + Needs::width, code);
            const std::uint64_t distinct = 0 - std::uint64_t{turns < num_turns[type]};
            const std::uint64_t set = (low | high << Needs::width) & there & distinct;
            sets_[num_sets_] = set;
            starts_[num_sets_ + 1] =
                starts_[num_sets_] + static_cast<std::uint32_t>(std::popcount(set));
            ++num_sets_;
        }
    }

    std::size_t num_sets_ = 0;
    std::array<std::uint64_t, Needs::capacity / block * 4> sets_;
    std::array<std::uint32_t, Needs::capacity / block * 4 + 1> starts_{};  // places before each set
};

}  // namespace quadrille::carcassonne
