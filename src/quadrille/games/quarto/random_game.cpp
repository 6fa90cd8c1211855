#include "quadrille/games/quarto/random_game.hpp"

#include "quadrille/games/quarto/line_squares.hpp"
#include "quadrille/games/quarto/relations.hpp"

namespace quadrille::quarto {

namespace {

// --- permutations ---------------------------------------------------------------------------

// Every way to move four of the places from First on to the front of those, in ascending order
// like the ones that stay behind.
template <std::size_t First, std::size_t Count>
constexpr std::array<Order, Count> choices_of_four() {
    std::array<Order, Count> table{};
    std::size_t entry = 0;
    for (unsigned set = 0; set < 1U << (16 - First); ++set) {
        if (std::popcount(set) != 4) continue;
        Order& order = table[entry++];
        std::size_t chosen = First, other = First + 4;
        for (std::size_t i = 0; i < First; ++i) order[i] = static_cast<std::uint8_t>(i);
        for (std::size_t i = First; i < 16; ++i)
            order[set >> (i - First) & 1 ? chosen++ : other++] = static_cast<std::uint8_t>(i);
    }
    return table;
}

constexpr auto first_four = choices_of_four<0, 1820>();
constexpr auto second_four = choices_of_four<4, 495>();
constexpr auto third_four = choices_of_four<8, 70>();

// Every order of four, as four bytes.
constexpr std::array<std::uint32_t, 24> orders_of_four = [] {
    std::array<std::uint32_t, 24> table{};
    std::array<std::uint8_t, 4> order{0, 1, 2, 3};
    for (std::uint32_t& word : table) {
        for (std::size_t i = 0; i < 4; ++i) word |= std::uint32_t{order[i]} << (8 * i);
        std::next_permutation(order.begin(), order.end());
    }
    return table;
}();

// Every pair of them, for eight places in a row.
constexpr std::array<std::uint64_t, 576> orders_of_eight = [] {
    std::array<std::uint64_t, 576> table{};
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = orders_of_four[i / 24] | (std::uint64_t{orders_of_four[i % 24]} + 0x04040404U)
                                                << 32;
    return table;
}();

constexpr std::uint64_t factorial_16 = 20'922'789'888'000;
static_assert(first_four.size() * second_four.size() * third_four.size() * orders_of_eight.size() *
                  orders_of_eight.size() ==
              factorial_16);

// A uniform permutation of 0..15, exactly, from one random word: which four come first, second,
// third and last, and in which order. Several bounded draws from one word with one rejection:
// Brackett-Rozinsky and Lemire (2024), Batched ranged random integer generation.
Bytes16 random_permutation(Rng& rng) {
    std::uint64_t word;
    const auto below = [&](std::uint64_t bound) {
        const std::uint64_t drawn = multiply_high(word, bound);
        word *= bound;
        return static_cast<std::size_t>(drawn);
    };
    std::array<std::size_t, 5> drawn;
    do {
        word = rng.next();
        drawn = {below(first_four.size()), below(second_four.size()), below(third_four.size()),
                 below(orders_of_eight.size()), below(orders_of_eight.size())};
    } while (word < factorial_16 && word < -factorial_16 % factorial_16);
    const Bytes16 within =
        joined(orders_of_eight[drawn[3]], orders_of_eight[drawn[4]] + 0x0808080808080808U);
    const Bytes16 early = shuffled(std::bit_cast<Bytes16>(first_four[drawn[0]]),
                                   std::bit_cast<Bytes16>(second_four[drawn[1]]));
    return shuffled(early, shuffled(std::bit_cast<Bytes16>(third_four[drawn[2]]), within));
}

// --- sets -----------------------------------------------------------------------------------

// By set of eight: its members in ascending order, and how many of them are below each number.
struct ByteSet {
    std::array<std::uint8_t, 8> members;
    std::array<std::uint8_t, 8> below;
};
constexpr std::array<ByteSet, 256> byte_sets = [] {
    std::array<ByteSet, 256> table{};
    for (unsigned set = 0; set < 256; ++set) {
        std::uint8_t count = 0;
        for (std::uint8_t i = 0; i < 8; ++i) {
            table[set].below[i] = count;
            if (set >> i & 1) table[set].members[count++] = i;
        }
    }
    return table;
}();

// The bytes at the members of a set moved to the front.
Bytes16 members_first(Bytes16 bytes, std::uint32_t set) {
    const auto low = std::bit_cast<std::uint64_t>(byte_sets[set & 255].members);
    const auto high =
        std::bit_cast<std::uint64_t>(byte_sets[set >> 8].members) + 0x0808080808080808U;
    // Those of the high half follow those of the low half.
    const int bits = 8 * std::popcount(set & 255);
    return shuffled(
        bytes, joined(low | (bits < 64 ? high << bits : 0), bits > 0 ? high >> (64 - bits) : 0));
}

// How many members of a set are below each number.
Bytes16 ranks(std::uint32_t set) {
    const auto low = std::bit_cast<std::uint64_t>(byte_sets[set & 255].below);
    const auto high = std::bit_cast<std::uint64_t>(byte_sets[set >> 8].below);
    const auto before = static_cast<std::uint64_t>(std::popcount(set & 255));
    return joined(low, high + before * 0x0101010101010101U);
}

// --- lines ----------------------------------------------------------------------------------

// When each of sixteen lines is complete and shares a trait; 255 for never.
Bytes16 completed(const LineSquares& lines, Bytes16 lanes, Bytes16 times) {
    const auto at = [&](Bytes16 bytes, std::size_t i) {
        return shuffled(bytes, std::bit_cast<Bytes16>(lines[i]));
    };
    const Bytes16 common = at(lanes, 0) & at(lanes, 1) & at(lanes, 2) & at(lanes, 3);
    const Bytes16 last =
        greater(greater(at(times, 0), at(times, 1)), greater(at(times, 2), at(times, 3)));
    return last | std::bit_cast<Bytes16>(common == 0);
}

// The pieces on some squares, as a set.
PieceSet pieces_on(Bytes16 pieces, Bytes16 squares) {
    constexpr Bytes16 low{1, 2, 4, 8, 16, 32, 64, 128};
    constexpr Bytes16 high{0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128};
    const unsigned first = any_bits(shuffled(low, pieces) & squares);
    const unsigned second = any_bits(shuffled(high, pieces) & squares);
    return static_cast<PieceSet>(first | second << 8);
}

}  // namespace

FilledBoard fill_at_random(const State& state, Rng& rng) {
    const Bytes16 times = random_permutation(rng) + std::uint8_t{1};
    const Bytes16 pieces = random_permutation(rng);
    if (state.remaining() == 0xffff) return {pieces, times};
    const Bytes16 open = bytes_of_set(state.empty());
    const Bytes16 later = times & open;
    std::uint32_t squares = state.empty();
    if (state.hand() >= 0) {
        const Bytes16 first = std::bit_cast<Bytes16>(later == smallest(times | ~open));
        squares &= ~bytes_with<0>(first);
    }
    // The remaining pieces in the order of the permutation, given to the squares in turn.
    const Bytes16 left = shuffled(bytes_of_set(state.remaining()), pieces);
    const Bytes16 given = shuffled(members_first(pieces, bytes_with<0>(left)), ranks(squares));
    const Bytes16 others = bytes_of_set(squares);
    const auto hand = static_cast<std::uint8_t>(state.hand());
    return {(given & others) | (~others & hand & std::uint8_t{15}), later};
}

std::uint64_t State::play_out(Rng& rng) {
    if (is_over()) return 0;
    const auto lanes_of_all = std::bit_cast<Bytes16>(lanes_of_piece);
    const auto [pieces, times] = fill_at_random(*this, rng);
    const Bytes16 open = bytes_of_set(empty_);
    Bytes16 lanes = shuffled(lanes_of_all, pieces);
    if (placed() > 0) lanes = (lanes & open) | lanes_by_square(lanes_);
    const auto& lines = all_line_squares[rules_];
    Bytes16 ends = completed(lines[0], lanes, times);
    if (all_lines[rules_].count > 16) {
        const Bytes16 more = completed(lines[1], lanes, times);
        ends = ends < more ? ends : more;
    }
    const std::uint8_t end = smallest(ends);
    const Bytes16 filled = std::bit_cast<Bytes16>(times <= end);
    const std::uint32_t before = empty_;
    const std::uint64_t given_before = hand_ >= 0 ? 1 : 0;
    lanes_ = squares_by_lane(lanes & filled);
    empty_ &= ~bytes_with<0>(filled);
    available_ &= ~std::uint32_t{pieces_on(pieces, filled & open)};
    hand_ = -1;
    end_ = end == 255 ? End::drawn : End::won;
    return 2 * static_cast<std::uint64_t>(std::popcount(before & ~empty_)) - given_before;
}

}  // namespace quadrille::quarto
