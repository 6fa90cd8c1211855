#include "quadrille/games/quarto/solver_key.hpp"

#include <algorithm>
#include <mutex>
#include <stdexcept>

namespace quadrille::quarto {

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
    std::vector<unsigned> images(maps.size());
    std::uint16_t classes = 0;
    for (unsigned set = 0; set < occupied_.size(); ++set) {
        if (std::popcount(set) > max_key_pieces) continue;
        for (std::size_t i = 0; i < maps.size(); ++i)
            images[i] = unsigned{halves[i][0][set & 255]} | halves[i][1][set >> 8];
        const unsigned smallest = *std::min_element(images.begin(), images.end());
        Occupied& entry = occupied_[set];
        entry.smallest = static_cast<SquareSet>(smallest);
        // Sets are met in ascending order, so the smallest of a class comes first.
        entry.number = smallest == set ? classes++ : occupied_[smallest].number;
        entry.first = static_cast<std::uint32_t>(uses_.size()) & 0xffffff;
        for (std::size_t i = 0; i < maps.size(); ++i)
            if (images[i] == smallest) uses_.push_back(static_cast<std::uint8_t>(i));
        entry.count = static_cast<std::uint32_t>(uses_.size() - entry.first) & 0xff;
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
