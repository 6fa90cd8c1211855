// A transposition table of fixed size.
//
// Two entries share a cache line; the one that is older, or else shallower, gives way. Memory is
// taken as zero pages, which cost nothing until they are written to.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "quadrille/core/bits.hpp"
#include "quadrille/search/score.hpp"

namespace quadrille::search {

enum class BoundKind : std::uint8_t { none, upper, lower, exact };

inline constexpr std::int16_t proven_depth = 0x7fff;  // deeper than any search

struct TableEntry {
    std::uint64_t key = 0;
    Score score = 0;  // for the player to move
    std::uint32_t move = 0;
    std::int16_t depth = 0;
    BoundKind bound = BoundKind::none;
    std::uint8_t generation = 0;

    // Whether the score settles a search with this window.
    bool settles(Score alpha, Score beta) const {
        return bound == BoundKind::exact || (bound == BoundKind::lower && score >= beta) ||
               (bound == BoundKind::upper && score <= alpha);
    }
};

class Table {
  public:
    explicit Table(int megabytes)
        : size_((static_cast<std::uint64_t>(megabytes) << 20) / sizeof(Line)),
          lines_(static_cast<Line*>(std::calloc(size_ + 1, sizeof(Line)))) {
        if (!lines_) throw std::bad_alloc();
    }

    void new_search() { ++generation_; }

    // The entry of a position, or nothing.
    const TableEntry* find(std::uint64_t key) const {
        for (const TableEntry& entry : line(key).entries)
            if (entry.key == key && entry.bound != BoundKind::none) return &entry;
        return nullptr;
    }

    void store(TableEntry entry) {
        entry.generation = generation_;
        Line& line = this->line(entry.key);
        TableEntry* victim = &line.entries[0];
        for (TableEntry& old : line.entries) {
            if (old.key == entry.key && old.bound != BoundKind::none) {
                // An estimate does not replace a proven value.
                if (old.depth == proven_depth && entry.depth != proven_depth &&
                    old.bound == BoundKind::exact)
                    return;
                victim = &old;
                break;
            }
            if (worth(old) < worth(*victim)) victim = &old;
        }
        *victim = entry;
    }

  private:
    struct Line {
        std::array<TableEntry, 2> entries;
        std::array<std::uint64_t, 2> unused;  // fills the cache line
    };
    static_assert(sizeof(Line) == 64);

    struct Free {
        void operator()(Line* lines) const { std::free(lines); }
    };

    int worth(const TableEntry& entry) const {
        if (entry.bound == BoundKind::none) return -1;
        const auto age = static_cast<std::uint8_t>(generation_ - entry.generation);
        return age == 0 ? 0x10000 + entry.depth : entry.depth;
    }
    Line& line(std::uint64_t key) const {
        // The high half of the product spreads keys evenly over any size.
        return lines_.get()[multiply_high(key, size_)];
    }

    std::uint64_t size_;
    std::unique_ptr<Line, Free> lines_;
    std::uint8_t generation_ = 0;
};

}  // namespace quadrille::search
