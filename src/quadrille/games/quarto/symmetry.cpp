#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <span>

#include "quadrille/games/quarto/rules.hpp"

namespace quadrille::quarto {

namespace {

using SquareMap = std::array<std::uint8_t, num_squares>;
using PieceMap = std::array<std::uint8_t, num_pieces>;

SquareSet mapped(SquareSet set, const SquareMap& map) {
    SquareSet image = 0;
    for_each_bit(set, [&](int square) {
        image |= static_cast<SquareSet>(1U << map[static_cast<std::size_t>(square)]);
    });
    return image;
}

// Extends a partial map square by square. What is mapped of a line must stay within some line, which
// cuts the search short and in the end means that lines become lines.
void extend(const Lines& lines, SquareMap& map, int next, SquareSet used,
            std::vector<SquareMap>& found) {
    if (next == num_squares) {
        found.push_back(map);
        return;
    }
    const auto mapped_squares = static_cast<SquareSet>((2U << next) - 1);
    const std::span all(lines.masks.data(), static_cast<std::size_t>(lines.count));
    const auto stays = [&](SquareSet line) {
        const SquareSet image = mapped(static_cast<SquareSet>(line & mapped_squares), map);
        return std::ranges::any_of(all, [&](SquareSet other) { return (image & ~other) == 0; });
    };
    for (int image = 0; image < num_squares; ++image) {
        if (used >> image & 1) continue;
        map[static_cast<std::size_t>(next)] = static_cast<std::uint8_t>(image);
        const bool keeps = std::ranges::all_of(
            all, [&](SquareSet line) { return !(line >> next & 1) || stays(line); });
        if (keeps) extend(lines, map, next + 1, static_cast<SquareSet>(used | 1U << image), found);
    }
}

// Images of the low and the high eight squares under a map, so that a set maps in two look-ups.
struct FastMap {
    std::array<std::array<SquareSet, 256>, 2> images;

    explicit FastMap(const SquareMap& map) {
        for (unsigned byte = 0; byte < 256; ++byte) {
            images[0][byte] = mapped(static_cast<SquareSet>(byte), map);
            images[1][byte] = mapped(static_cast<SquareSet>(byte << 8), map);
        }
    }
    SquareSet operator()(SquareSet set) const { return images[0][set & 255] | images[1][set >> 8]; }
};

// One lazily made table for each rule set; the making is thread-safe.
template <class Table, class Make>
const Table& table_of(std::size_t rules, Make&& make) {
    static std::array<std::once_flag, 4> made;
    static std::array<Table, 4> tables;
    std::call_once(made[rules], [&] { tables[rules] = make(); });
    return tables[rules];
}

const std::vector<FastMap>& fast_maps(std::size_t rules) {
    return table_of<std::vector<FastMap>>(rules, [&] {
        const auto& maps = board_symmetries({(rules & 1) != 0, (rules & 2) != 0});
        return std::vector<FastMap>(maps.begin(), maps.end());
    });
}

}  // namespace

const std::vector<SquareMap>& board_symmetries(const Options& options) {
    const auto rules = static_cast<std::size_t>(options.squares + 2 * options.torus);
    return table_of<std::vector<SquareMap>>(rules, [&] {
        std::vector<SquareMap> found;
        SquareMap map{};
        extend(all_lines[rules], map, 0, 0, found);
        return found;
    });
}

const std::vector<PieceMap>& relabelings() {
    static const auto table = [] {
        std::vector<PieceMap> result;
        std::array<int, 4> order{0, 1, 2, 3};
        do {
            for (unsigned flips = 0; flips < 16; ++flips) {
                PieceMap map{};
                for (unsigned piece = 0; piece < num_pieces; ++piece) {
                    unsigned image = 0;
                    for (std::size_t bit = 0; bit < 4; ++bit)
                        image |= (piece >> bit & 1) << order[bit];
                    map[piece] = static_cast<std::uint8_t>(image ^ flips);
                }
                result.push_back(map);
            }
        } while (std::next_permutation(order.begin(), order.end()));
        return result;
    }();
    return table;
}

State State::transformed(const Symmetry& symmetry) const {
    State image = *this;
    image.lanes_ = LaneVector{};
    image.empty_ = mapped(empty(), symmetry.squares);
    image.available_ = 0;
    const auto relabelled = [&](int old) { return symmetry.pieces[static_cast<std::size_t>(old)]; };
    for_each_bit(occupied(), [&](int square) {
        image.lanes_ = with_piece(image.lanes_, symmetry.squares[static_cast<std::size_t>(square)],
                                  relabelled(piece(square)));
    });
    for_each_bit(available_, [&](int old) { image.available_ |= 1U << relabelled(old); });
    if (hand_ >= 0) image.hand_ = relabelled(hand_);
    return image;
}

int State::num_symmetries() const {
    return static_cast<int>(board_symmetries(options()).size() * relabelings().size());
}

State State::image(int symmetry) const {
    const auto [board, labels] = std::div(symmetry, static_cast<int>(relabelings().size()));
    return transformed({board_symmetries(options())[static_cast<std::size_t>(board)],
                        relabelings()[static_cast<std::size_t>(labels)]});
}

Move State::image_of(Move move, int symmetry) const {
    const auto [board, labels] = std::div(symmetry, static_cast<int>(relabelings().size()));
    if (move.is_give())
        return Move::give(relabelings()[static_cast<std::size_t>(labels)]
                                       [static_cast<std::size_t>(move.piece())]);
    return Move::place(board_symmetries(
        options())[static_cast<std::size_t>(board)][static_cast<std::size_t>(move.square())]);
}

// The smallest description over all board symmetries. A relabeling permutes the four traits and
// swaps the two values of some: taking the smaller set of each pair and sorting the four pairs
// undoes it. The piece in hand counts as a seventeenth square.
std::uint64_t State::canonical_key() const {
    std::array<std::uint32_t, 5> best;
    best.fill(~0U);
    const std::uint32_t hand_bit = hand_ >= 0 ? 1U << 16 : 0;
    for (const FastMap& map : fast_maps(rules_)) {
        std::array<std::uint32_t, 5> key;
        key[0] = map(occupied()) | hand_bit;
        for (std::size_t trait = 0; trait < 4; ++trait) {
            const bool hand_has = hand_ >= 0 && (hand_ >> (3 - trait) & 1);
            const std::uint32_t with = map(lanes_[2 * trait + 1]) | (hand_has ? hand_bit : 0);
            key[trait + 1] = std::min(with, key[0] & ~with);
        }
        std::sort(key.begin() + 1, key.end());
        best = std::min(best, key);
    }
    std::uint64_t digest = rules_;
    for (const std::uint32_t word : best) digest = combine(digest, word);
    return digest;
}

}  // namespace quadrille::quarto
