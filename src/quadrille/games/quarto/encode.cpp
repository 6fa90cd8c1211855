#include <algorithm>
#include <cstring>

#include "quadrille/games/quarto/inputs.hpp"
#include "quadrille/games/quarto/relations.hpp"

namespace quadrille::quarto {

namespace {

constexpr int planes_per_group = 4;

// Groups that the rules have lines of: only blocks, the last four, may be missing.
int groups_of(const State& state) { return state.options().squares ? num_groups : block_sw; }

int relational_planes(const State& state) { return groups_of(state) * planes_per_group + 8; }

// Presence and the four traits of a piece: five numbers.
float* write_piece(float* out, int piece) {
    *out++ = piece >= 0 ? 1.0F : 0.0F;
    for (int trait = 3; trait >= 0; --trait)
        *out++ = piece >= 0 ? static_cast<float>(piece >> trait & 1) : 0.0F;
    return out;
}

float* write_onehot(float* out, int piece) {
    std::fill_n(out, num_pieces, 0.0F);
    if (piece >= 0) out[piece] = 1;
    return out + num_pieces;
}

float* write_normalized(float* out, int piece) {
    *out++ = static_cast<float>(piece + 1) / 16.0F;
    return out;
}

template <float* (*write)(float*, int)>
void encode_pieces(const State& state, float* out) {
    for (int square = 0; square < num_squares; ++square) out = write(out, state.piece(square));
    write_bits<16>(write(out, state.hand()), state.remaining());
}

// `flat` without whether there is a piece in hand.
void encode_flat100(const State& state, float* out) {
    constexpr int hand = 5 * num_squares, size = 101;
    std::array<float, size> flat;
    encode_pieces<write_piece>(state, flat.data());
    std::copy(flat.begin() + hand + 1, flat.end(), std::copy_n(flat.begin(), hand, out));
}

// Four numbers of a line: how full it is, how many traits it still shares, how many of those the
// piece in hand has, how many remaining pieces have at least one of them.
std::array<float, planes_per_group> describe_line(const State& state, SquareSet line,
                                                  LaneSet shared) {
    const int pieces = std::popcount(static_cast<SquareSet>(state.occupied() & line));
    const LaneSet in_hand =
        state.hand() < 0 ? LaneSet{0} : lanes_of_piece[static_cast<std::size_t>(state.hand())];
    const int fitting =
        std::popcount(static_cast<PieceSet>(pieces_with_any[shared] & state.remaining()));
    return {static_cast<float>(pieces) / 4.0F,
            static_cast<float>(pieces == 0 ? 4 : std::popcount(shared)) / 4.0F,
            static_cast<float>(std::popcount(static_cast<LaneSet>(shared & in_hand))) / 4.0F,
            static_cast<float>(fitting) / 16.0F};
}

// Planes [24 or 40, 4, 4]; a square's plane index is its number, a piece plane's index the piece.
[[gnu::noinline]] void encode_relational(const State& state, float* out) {
    // By plane and line, and 0 where there is none, so that planes are filled without a branch.
    std::array<std::array<float, max_lines + 1>, planes_per_group> numbers;
    for (auto& plane : numbers) plane[Lines::none] = 0;
    std::array<PieceSet, 16> winners{};  // per empty square
    PieceSet unsafe = 0;
    const Lines& lines = state.lines();
    for (std::size_t i = 0; i < static_cast<std::size_t>(lines.count); ++i) {
        const SquareSet line = lines.masks[i];
        const LaneSet shared = shared_lanes(state, line);
        const auto described = describe_line(state, line, shared);
        for (std::size_t k = 0; k < planes_per_group; ++k) numbers[k][i] = described[k];
        if (const SquareSet gap = last_gap(state, line); gap != 0) {
            winners[static_cast<std::size_t>(std::countr_zero(gap))] |= pieces_with_any[shared];
            unsafe |= pieces_with_any[shared];
        }
    }
    float* plane = out;
    for (std::size_t group = 0; group < static_cast<std::size_t>(groups_of(state)); ++group) {
        const auto& line_of = lines.of_group[group];
        for (std::size_t k = 0; k < planes_per_group; ++k, plane += 16)
            for (std::size_t square = 0; square < 16; ++square)
                plane[square] = numbers[k][static_cast<std::size_t>(line_of[square])];
    }
    const PieceSet remaining = state.remaining();
    const auto hand = state.hand() < 0 ? PieceSet{0} : static_cast<PieceSet>(1U << state.hand());
    float* planes = write_bits<16>(plane, state.occupied());
    float ways[16] = {};  // per piece: squares on which it wins
    for (std::size_t square = 0; square < 16; ++square) {
        planes[square] = (winners[square] & hand) != 0 ? 1.0F : 0.0F;
        planes[16 + square] =
            static_cast<float>(std::popcount(static_cast<PieceSet>(winners[square] & remaining))) /
            16.0F;
        for_each_bit(winners[square] & remaining, [&](int piece) { ways[piece] += 1.0F / 16.0F; });
    }
    planes = write_bits<16>(planes + 32, remaining);
    planes = write_bits<16>(planes, static_cast<PieceSet>(remaining & ~unsafe));
    std::memcpy(planes, ways, sizeof ways);
    planes = write_bits<16>(planes + 16, hand);
    std::fill_n(planes, 16, hand != 0 ? 1.0F : 0.0F);
}

// Not inlined, as are the other larger ones: what they keep on the stack would slow down the small.
[[gnu::noinline]] void encode_sparse(const State& state, int encoding, int player, float* out) {
    const int size = lines_input::size(state.lines());
    const int more = encoding == look_encoding ? look_input::size : 0;
    encode_inputs(state, encoding, static_cast<std::size_t>(size + more), player, out);
}

}  // namespace

std::vector<Encoding> State::encodings() const {
    const int size = lines_input::size(lines());
    return {{"flat", {101}, DType::float32, 1, "per square presence and traits, hand, remaining"},
            {"onehot", {288}, DType::float32, 1, "per square one of 16 pieces, hand, remaining"},
            {"normalized", {33}, DType::float32, 1, "(piece + 1) / 16 per square, hand, remaining"},
            {"relational",
             {relational_planes(*this), 4, 4},
             DType::float32,
             2,
             "lines, threats and safe pieces, apart from piece planes free of trait names"},
            {"flat100", {100}, DType::float32, 1, "`flat` without the presence of the hand"},
            {"lines",
             {size},
             DType::float32,
             1,
             "`onehot`, the phase, and per line the trait values it shares and how full it is",
             true},
            {"look",
             {size + look_input::size},
             DType::float32,
             1,
             "`lines`, and what each square or piece leads to: wins, and safe pieces left",
             true,
             move_input::size}};
}

// Both players see the same board, so the player makes no difference.
void State::encode(int encoding, int player, void* buffer) const {
    auto* out = static_cast<float*>(buffer);
    switch (encoding) {
        case flat_encoding:
            return encode_pieces<write_piece>(*this, out);
        case onehot_encoding:
            return encode_pieces<write_onehot>(*this, out);
        case normalized_encoding:
            return encode_pieces<write_normalized>(*this, out);
        case relational_encoding:
            return encode_relational(*this, out);
        case flat100_encoding:
            return encode_flat100(*this, out);
        default:
            return encode_sparse(*this, encoding, player, out);
    }
}

}  // namespace quadrille::quarto
