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
    static constexpr std::size_t capacity = (max_open + width - 1) / width * width;

    std::array<std::uint8_t, capacity> need;
    std::array<std::uint8_t, capacity> mask;

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
    Fits(const Needs& needs, std::size_t cells, int type)
        : shift_(std::countr_zero(num_turns[static_cast<std::size_t>(type)])) {
        const auto& turned = codes[static_cast<std::size_t>(type)];
        for (std::size_t first = 0; first < cells; first += 64) {
            const std::size_t here = cells - first;
            const std::uint64_t there =
                here >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
            for (std::size_t turns = 0; turns >> shift_ == 0; ++turns) {
                std::uint64_t set = needs.matching(first, turned[turns]);
                if (here > Needs::width)
                    set |= std::uint64_t{needs.matching(first + Needs::width, turned[turns])} << 32;
                sets_[num_sets_++] = set & there;
                count_ += static_cast<std::uint32_t>(std::popcount(set & there));
            }
        }
    }

    std::uint32_t count() const { return count_; }
    // The place of that number, below count().
    void pick(std::uint32_t number, std::size_t& cell, int& turns) const {
        for (std::size_t i = 0;; ++i) {
            const auto here = static_cast<std::uint32_t>(std::popcount(sets_[i]));
            if (number < here) {
                turns = turns_of(i);
                cell = (i >> shift_) * 64 + static_cast<std::size_t>(nth_bit(sets_[i], number));
                return;
            }
            number -= here;
        }
    }
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t i = 0; i < num_sets_; ++i)
            for_each_bit(sets_[i], [&](int bit) {
                visit((i >> shift_) * 64 + static_cast<std::size_t>(bit), turns_of(i));
            });
    }

  private:
    int turns_of(std::size_t set) const {
        return static_cast<int>(set & ((std::size_t{1} << shift_) - 1));
    }

    int shift_;  // rotations are a power of two
    std::size_t num_sets_ = 0;
    std::uint32_t count_ = 0;
    std::array<std::uint64_t, (max_open + 63) / 64 * 4> sets_;
};

}  // namespace quadrille::carcassonne
