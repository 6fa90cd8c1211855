// Exact keys of boards up to symmetry: equal keys if and only if some symmetry of the rule set
// turns one board into the other (pieces to be given follow from the board, none is in hand).
//
// A symmetry moves squares, permutes the four traits and swaps the values of some. The set of
// occupied squares is brought to the smallest image first, which a table knows together with the
// few symmetries that do it. Under each of them every trait is a set of squares; taking the
// complement where the first occupied square has the trait undoes the swaps, sorting the four sets
// undoes the permutation, and the smallest result counts. With k pieces on the board a trait needs
// k - 1 bits, so a key is the number of the occupied set's class (14 bits, which also tells k) and
// 4 (k - 1) bits: at most 54 bits for eleven pieces.
#pragma once

#include <memory>

#include "quadrille/games/quarto/line_board.hpp"

namespace quadrille::quarto {

inline constexpr int key_class_bits = 14;
inline constexpr int max_key_pieces = 11;
inline constexpr int key_bits = key_class_bits + 4 * (max_key_pieces - 1);

// The bits of a word that a mask selects, moved together.
inline std::uint64_t gather_bits(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
    return _pext_u64(word, mask);
#else
    std::uint64_t result = 0;
    for (int i = 0; mask != 0; mask &= mask - 1, ++i)
        result |= (word >> std::countr_zero(mask) & 1) << i;
    return result;
#endif
}

// The tables for one rule set; made once, about a megabyte.
class KeyMaker {
  public:
    static const KeyMaker& of(std::size_t rules);
    explicit KeyMaker(std::size_t rules);

    // For boards with one to eleven pieces.
    std::uint64_t operator()(Bytes16 pieces, SquareSet empty) const {
        const Occupied& entry = occupied_[static_cast<SquareSet>(~empty)];
        std::uint64_t best = ~std::uint64_t{0};
        for (std::uint32_t i = 0; i < entry.count; ++i)
            best = std::min(
                best, described(shuffled(pieces, orders_[uses_[entry.first + i]]), entry.smallest));
        // The first occupied square is in no set: it need not be kept.
        const std::uint64_t rest = entry.smallest & (entry.smallest - 1U);
        return gather_bits(best, rest * 0x0001000100010001U) << key_class_bits | entry.number;
    }

    // The same with a piece in hand, which counts as a seventeenth square; for boards with at most
    // four pieces, in 30 bits.
    std::uint64_t with_hand(Bytes16 pieces, SquareSet empty, int hand) const;

  private:
    struct Occupied {
        static constexpr std::uint16_t no_class = 0xffff;

        SquareSet smallest = 0;           // image
        std::uint16_t number = no_class;  // of the class
        std::uint32_t first = 0;   // of the symmetries that give the smallest image, in uses_
        std::uint16_t count = 0;   // of them
        std::uint16_t filled = 0;  // of them while the tables are made
    };

    static void sort(std::uint32_t& a, std::uint32_t& b) {
        const std::uint32_t smaller = std::min(a, b);
        b = std::max(a, b);
        a = smaller;
    }

    // The four traits as sets of squares, swaps and permutation undone.
    static std::uint64_t described(Bytes16 pieces, SquareSet occupied) {
        const int first = std::countr_zero(occupied);
        const auto normal = [&](std::uint32_t set) {
            return set ^ (occupied & (0U - (set >> first & 1)));
        };
        std::uint32_t a = normal(bytes_with<0>(pieces)), b = normal(bytes_with<1>(pieces));
        std::uint32_t c = normal(bytes_with<2>(pieces)), d = normal(bytes_with<3>(pieces));
        sort(a, b);
        sort(c, d);
        sort(a, c);
        sort(b, d);
        sort(b, c);
        return std::uint64_t{a} << 48 | std::uint64_t{b} << 32 | c << 16 | d;
    }

    std::vector<Occupied> occupied_;
    std::vector<std::uint8_t> uses_;
    std::vector<Bytes16> orders_;
};

}  // namespace quadrille::quarto
