#include "quadrille/games/quarto/solver/key.hpp"

#include <algorithm>
#include <mutex>
#include <stdexcept>

namespace quadrille::quarto {

namespace {

using SquareMaps = std::vector<std::array<std::uint8_t, num_squares>>;

// By symmetry: which one undoes it.
std::vector<std::uint8_t> inverses_of(const SquareMaps& maps) {
    std::vector<std::uint8_t> inverses;
    for (const auto& map : maps) {
        SquareMaps::value_type back{};
        for (std::size_t square = 0; square < num_squares; ++square)
            back[map[square]] = static_cast<std::uint8_t>(square);
        const auto found = std::lower_bound(maps.begin(), maps.end(), back);
        inverses.push_back(static_cast<std::uint8_t>(found - maps.begin()));
    }
    return inverses;
}

}  // namespace

KeyMaker::KeyMaker(std::size_t rules) : occupied_(1U << num_squares) {
    const auto& maps = board_symmetries({(rules & 1) != 0, (rules & 2) != 0});
    for (const auto& map : maps) {
        Bytes16 order{};
        for (std::size_t square = 0; square < num_squares; ++square)
            order[map[square]] = static_cast<std::uint8_t>(square);
        orders_.push_back(order);
    }
    // Images of the low and the high eight squares, so that a set maps in two look-ups.
    std::vector<std::array<std::array<std::uint16_t, 256>, 2>> halves(maps.size());
    for (std::size_t i = 0; i < maps.size(); ++i)
        for (unsigned byte = 1; byte < 256; ++byte)
            for (std::size_t half = 0; half < 2; ++half) {
                auto& images = halves[i][half];
                const auto square = static_cast<std::size_t>(std::countr_zero(byte)) + 8 * half;
                images[byte] =
                    static_cast<std::uint16_t>(images[byte & (byte - 1)] | 1U << maps[i][square]);
            }
    const std::vector<std::uint8_t> inverses = inverses_of(maps);
    // A class at a time: a symmetry that turns its smallest set into another is the inverse of one
    // that turns the other into the smallest.
    std::vector<unsigned> images(maps.size());
    std::uint16_t classes = 0;
    for (unsigned set = 0; set < occupied_.size(); ++set) {
        // Sets are met in ascending order, so the smallest of a class comes first.
        if (std::popcount(set) > max_key_pieces || occupied_[set].count > 0) continue;
        for (std::size_t i = 0; i < maps.size(); ++i)
            images[i] = unsigned{halves[i][0][set & 255]} | halves[i][1][set >> 8];
        for (const unsigned image : images) ++occupied_[image].count;
        for (std::size_t i = 0; i < maps.size(); ++i) {
            Occupied& entry = occupied_[images[i]];
            if (entry.number == Occupied::no_class) {
                entry = {static_cast<SquareSet>(set), classes,
                         static_cast<std::uint32_t>(uses_.size()), entry.count, 0};
                uses_.resize(uses_.size() + entry.count);
            }
            uses_[entry.first + entry.filled++] = inverses[i];
        }
        ++classes;
    }
    if (classes >= 1U << key_class_bits) throw std::logic_error("too many classes of sets");
}

std::uint64_t KeyMaker::with_hand(Bytes16 pieces, SquareSet empty, int hand) const {
    const Occupied& entry = occupied_[static_cast<SquareSet>(~empty)];
    const std::uint32_t squares = entry.smallest | 1U << 16;
    const int first = std::countr_zero(squares);
    std::uint64_t best = ~std::uint64_t{0};
    for (std::uint32_t i = 0; i < entry.count; ++i) {
        const Bytes16 moved = shuffled(pieces, orders_[uses_[entry.first + i]]);
        std::array<std::uint64_t, 4> sets{bytes_with<0>(moved), bytes_with<1>(moved),
                                          bytes_with<2>(moved), bytes_with<3>(moved)};
        for (std::size_t trait = 0; trait < 4; ++trait) {
            sets[trait] |= std::uint64_t{static_cast<unsigned>(hand) >> trait & 1} << 16;
            if (sets[trait] >> first & 1) sets[trait] ^= squares;
            sets[trait] = gather_bits(sets[trait], squares & (squares - 1));
        }
        std::sort(sets.begin(), sets.end());
        best = std::min(best, sets[0] << 12 | sets[1] << 8 | sets[2] << 4 | sets[3]);
    }
    return best << key_class_bits | entry.number;
}

const KeyMaker& KeyMaker::of(std::size_t rules) {
    static std::array<std::once_flag, 4> made;
    static std::array<std::unique_ptr<const KeyMaker>, 4> makers;
    std::call_once(made[rules], [&] { makers[rules] = std::make_unique<const KeyMaker>(rules); });
    return *makers[rules];
}

}  // namespace quadrille::quarto
