// What a game's own solver remembers: a table of fixed size from exact keys to some bits of answers.
//
// An entry is one word: the key, the answers, and the effort, the logarithm of the nodes that the
// answers cost, in the rest. Four entries make a bucket; a new key takes the place of the
// cheapest one. Keys are exact, so a stored answer is never another position's.
//
// A big table comes zeroed from the operating system and is touched only where entries go. Even so,
// a small question does well to ask for a small one: it stays in the cache.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "quadrille/core/bits.hpp"

namespace quadrille::search {

// The memory of a table, zeroed.
class TableMemory {
  public:
    explicit TableMemory(std::size_t bytes);
    ~TableMemory();
    TableMemory(const TableMemory&) = delete;
    TableMemory& operator=(const TableMemory&) = delete;

    std::uint64_t* words() const { return words_; }
    std::size_t bytes() const { return bytes_; }

  private:
    std::size_t bytes_;
    void* mapping_ = nullptr;  // if it came from the operating system
    std::uint64_t* words_ = nullptr;
};

template <int KeyBits, int AnswerBits>
class SolverTable {
  public:
    explicit SolverTable(std::size_t bytes)
        : memory_(bytes), buckets_(memory_.bytes() / (bucket_size * sizeof(std::uint64_t))) {}

    std::size_t bytes() const { return memory_.bytes(); }

    // Fetches what find() and put() will look at.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(bucket(key)); }

    // The answers about a key, 0 if nothing is known.
    unsigned find(std::uint64_t key) const {
        const std::uint64_t* bucket = this->bucket(key);
        for (std::size_t i = 0; i < bucket_size; ++i)
            if ((bucket[i] & key_mask) == key)
                return static_cast<unsigned>(bucket[i] >> KeyBits) & ((1U << AnswerBits) - 1);
        return 0;
    }

    // Keeps answers about a key instead of earlier ones; nodes is what they cost.
    void put(std::uint64_t key, unsigned answers, std::uint64_t nodes) {
        std::uint64_t* bucket = this->bucket(key);
        std::size_t place = 0;
        for (std::size_t i = 0; i < bucket_size; ++i) {
            if ((bucket[i] & key_mask) == key) {
                place = i;
                break;
            }
            if (bucket[i] >> effort_shift < bucket[place] >> effort_shift) place = i;
        }
        const auto effort = static_cast<std::uint64_t>(std::bit_width(nodes)) / effort_unit;
        bucket[place] =
            key | std::uint64_t{answers} << KeyBits | std::min(effort, max_effort) << effort_shift;
    }

  private:
    static constexpr std::size_t bucket_size = 4;
    static constexpr std::uint64_t key_mask = (std::uint64_t{1} << KeyBits) - 1;
    static constexpr int effort_shift = KeyBits + AnswerBits;
    static constexpr std::uint64_t max_effort = (std::uint64_t{1} << (64 - effort_shift)) - 1;
    static constexpr std::uint64_t effort_unit = max_effort >= 63 ? 1 : 6;
    static_assert(effort_shift < 64);

    // High half of a product: uniform over the buckets, whatever their number.
    std::uint64_t* bucket(std::uint64_t key) const {
        const std::uint64_t hash = key * 0x9e3779b97f4a7c15U ^ key * 0xc2b2ae3d27d4eb4fU >> 29;
        return memory_.words() + multiply_high(hash, buckets_) * bucket_size;
    }

    TableMemory memory_;
    std::uint64_t buckets_;
};

}  // namespace quadrille::search
