// What matters on a Quarto board: for each line, how full it is and which traits it still shares.
// None of it changes when traits are relabelled, apart from the names of lanes and pieces.
#pragma once

#include "quadrille/games/quarto/rules.hpp"

namespace quadrille::quarto {

// Sets of trait values, one bit a lane, and the pieces that have any of them.
using LaneSet = std::uint8_t;

inline constexpr std::array<PieceSet, 256> pieces_with_any = [] {
    std::array<PieceSet, 256> table{};
    for (std::size_t lanes = 0; lanes < 256; ++lanes)
        for (std::size_t piece = 0; piece < num_pieces; ++piece)
            for (std::size_t lane = 0; lane < 8; ++lane)
                if (lanes >> lane & 1 && piece_lanes[piece][lane] != 0)
                    table[lanes] |= static_cast<PieceSet>(1U << piece);
    return table;
}();

inline constexpr std::array<LaneSet, num_pieces> lanes_of_piece = [] {
    std::array<LaneSet, num_pieces> table{};
    for (std::size_t piece = 0; piece < num_pieces; ++piece)
        for (std::size_t lane = 0; lane < 8; ++lane)
            if (piece_lanes[piece][lane] != 0) table[piece] |= static_cast<LaneSet>(1U << lane);
    return table;
}();

// The trait values that all pieces on a line share; all eight if it is empty.
inline LaneSet shared_lanes(const State& state, SquareSet line) {
    const auto pieces = static_cast<std::uint16_t>(state.occupied() & line);
    const Lanes lanes = state.lanes();
    unsigned shared = 0;
    for (unsigned lane = 0; lane < 8; ++lane)
        shared |= static_cast<unsigned>((lanes[lane] & line) == pieces) << lane;
    return static_cast<LaneSet>(shared);
}

// The only empty square of a line, as a set; nothing if there are more or none.
inline SquareSet last_gap(const State& state, SquareSet line) {
    const auto gap = static_cast<SquareSet>(line & state.empty());
    return std::has_single_bit(gap) ? gap : SquareSet{0};
}

// Calls visit(empty square's mask, pieces that win there) for every line one short of four.
template <class Visit>
void for_each_threat(const State& state, Visit&& visit) {
    const Lines& lines = state.lines();
    for (int i = 0; i < lines.count; ++i) {
        const SquareSet line = lines.masks[static_cast<std::size_t>(i)];
        const SquareSet gap = last_gap(state, line);
        if (gap == 0) continue;
        const LaneSet shared = shared_lanes(state, line);
        if (shared != 0) visit(gap, pieces_with_any[shared]);
    }
}

}  // namespace quadrille::quarto
