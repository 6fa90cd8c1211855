#include "quadrille/games/carcassonne/rules.hpp"

#include <algorithm>

#include "quadrille/core/bits.hpp"
#include "quadrille/games/carcassonne/lay.hpp"

// For the steps of a turn that random games take: a tenth faster when they are one function.
#define PLAYOUT_INLINE [[gnu::always_inline]] inline

namespace quadrille::carcassonne {

// --- drawing -------------------------------------------------------------------------------------

bool State::is_drawn_now(int kind) const {
    if (bag_[static_cast<std::size_t>(kind)] == 0) return false;
    const TypeData& type = data_of(kind);
    if (stage_ == Stage::rest) return true;
    if (type.set != TileSet::river) return false;
    if (stage_ == Stage::river) return type.role == Role::none;
    return type.role == (stage_ == Stage::spring ? Role::spring : Role::lake);
}

void State::chance_moves(std::vector<WeightedMove<Move>>& out) const {
    out.clear();
    if (phase_ != Phase::draw) return;
    for (int kind = 0; kind < num_kinds; ++kind)
        if (is_drawn_now(kind))
            out.push_back({Move::draw(kind), bag_[static_cast<std::size_t>(kind)]});
}

void State::draw(int kind) {
    --bag_[static_cast<std::size_t>(kind)];
    --left_;
    --stage_left_;
    if (stage_left_ == 0) choose_stage();
    if (fits_somewhere(kind)) {
        hand_ = static_cast<std::uint8_t>(kind);
        phase_ = Phase::place;
    } else if (left_ == 0) {
        phase_ = Phase::over;
    }
}

// --- placing -------------------------------------------------------------------------------------

bool State::fits(std::size_t cell, int kind, int turns) const {
    const Shape& shape = shapes[kind_of(kind).type][static_cast<std::size_t>(turns)];
    return needs_.matches(cell, shape.code) && (shape.river == 0 || river_allows(cell, shape));
}

bool State::fits_somewhere(int kind) const {
    if (data_of(kind).river == 0) return Fits(needs_, num_open_, kind_of(kind).type).count() > 0;
    bool found = false;
    for_each_place(kind, [&](std::size_t, int) { found = true; });
    return found;
}

// A uniform choice among the places of a tile; false if there is none.
PLAYOUT_INLINE bool State::pick_place(int kind, Rng& rng, std::size_t& cell, int& turns) const {
    const Kind which = kind_of(kind);
    const Fits places(needs_, num_open_, which.type);
    if ((river_types >> which.type & 1) == 0) [[likely]] {
        if (places.count() == 0) return false;
        places.pick(rng.below(places.count()), cell, turns);
        return true;
    }
    std::uint32_t count = 0;
    for_each_place(kind, [&](std::size_t at, int turned) {
        if (rng.below(++count) == 0) cell = at, turns = turned;
    });
    return count > 0;
}

// --- the meeple step -------------------------------------------------------------------------------

namespace {

constexpr unsigned garden_bit = 1U << Claim::garden;
constexpr unsigned sacred_bits = garden_bit | 1U << Claim::monastery;

// What the mover may do, counted and numbered: nothing, then meeple, big meeple and abbot on each
// segment they may stand on, then taking the abbot back.
struct Choices {
    unsigned segments, sacred;
    std::uint32_t meeples, bigs, abbots, recalls;

    Choices(unsigned free, const Supply& supply, bool abbot_out)
        : segments(free & ~garden_bit), sacred(free & sacred_bits), recalls(abbot_out) {
        const auto usual = static_cast<std::uint32_t>(std::popcount(segments));
        meeples = supply.meeple > 0 ? usual : 0;
        bigs = supply.big > 0 ? usual : 0;
        abbots = supply.abbot > 0 ? static_cast<std::uint32_t>(std::popcount(sacred)) : 0;
    }
    std::uint32_t count() const { return 1 + meeples + bigs + abbots + recalls; }
};

}  // namespace

Spot State::spot_of(int segment) const {
    const Tile& tile = last_tile();
    return shapes[kind_of(tile.kind).type][tile.turns].spots[static_cast<std::size_t>(segment)];
}

Supply State::supply(int player) const {
    return {meeples_[static_cast<std::size_t>(player)], bigs_ >> player & 1, abbots_ >> player & 1};
}

template <class Source>
PLAYOUT_INLINE Claim State::pick_claim(Source& source) const {
    const Supply mine = supply(mover_);
    const Choices choices(free_, mine, options_.abbot && mine.abbot == 0);
    std::uint32_t ticket = source.below(choices.count());
    if (ticket == 0) return {Figure::none, 0};
    if (--ticket < choices.meeples) return {Figure::meeple, nth_bit(choices.segments, ticket)};
    if ((ticket -= choices.meeples) < choices.bigs)
        return {Figure::big, nth_bit(choices.segments, ticket)};
    if ((ticket -= choices.bigs) < choices.abbots)
        return {Figure::abbot, nth_bit(choices.sacred, ticket)};
    return {Figure::none, Claim::taken_back};
}

// The claim that a move of the meeple step stands for.
Claim State::claim_of(Move move) const {
    if (move.is_recall()) return {Figure::none, Claim::taken_back};
    if (move.figure() == Figure::none) return {Figure::none, 0};
    return {move.figure(), segment_named(move.spot())};
}

// The segment of the tile just placed that a spot names, or -1.
int State::segment_named(Spot spot) const {
    const Kind which = kind_of(last_tile().kind);
    const Shape& shape = shapes[which.type][last_tile().turns];
    const std::size_t fields = options_.farmers ? shape.num_fields : 0;
    for (std::size_t s = 0; s < shape.num_main; ++s)
        if (shape.spots[s] == spot) return static_cast<int>(s);
    for (std::size_t s = Claim::first_field; s < Claim::first_field + fields; ++s)
        if (shape.spots[s] == spot) return static_cast<int>(s);
    if (shape.monastery && spot == Spot::monastery()) return Claim::monastery;
    return which.garden && spot == Spot::garden() ? Claim::garden : -1;
}

PLAYOUT_INLINE void State::claim(Claim claim) {
    if (claim.figure != Figure::none)
        put(claim.figure, claim.segment);
    else if (claim.segment == Claim::taken_back)
        recall();
    end_turn();
}

void State::put(Figure figure, int segment) {
    Tile& tile = tiles_[num_tiles_ - 1U];
    const auto player = static_cast<std::size_t>(mover_);
    const auto bit = static_cast<std::uint8_t>(1U << mover_);
    tile.figure = static_cast<std::uint8_t>(figure);
    tile.player = static_cast<std::uint8_t>(mover_);
    tile.spot = spot_of(segment);
    if (figure == Figure::meeple) {
        --meeples_[player];
    } else if (figure == Figure::big) {
        bigs_ = static_cast<std::uint8_t>(bigs_ & ~bit);
        big_node_[player] = nowhere;
    } else {
        abbots_ = static_cast<std::uint8_t>(abbots_ & ~bit);
    }
    const unsigned strength = figure == Figure::big ? 2 : 1;
    if (segment < Claim::first_field) {
        tile.node = last_node(static_cast<std::size_t>(segment));
        main_[tile.node].add_meeples(mover_, strength);
        if (figure == Figure::big) big_node_[player] = tile.node;
    } else if (segment < Claim::monastery) {
        tile.node = last_node(static_cast<std::size_t>(segment));
        field_[tile.node] += strength << (4 * mover_);
    } else {
        put_on_sacred();
    }
}

void State::put_on_sacred() {
    const Tile& tile = last_tile();
    unsigned neighbours = 0;
    for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy) neighbours += is_tile(tile.x + dx, tile.y + dy);
    sacred_[num_sacred_++] = {static_cast<std::uint8_t>(num_tiles_ - 1),
                              static_cast<std::uint8_t>(neighbours - 1)};
}

// As put(pick_claim(source)) without expansions. A meeple that is not put, or not there, is put where
// nobody looks, as nobody could foresee the branch.
template <class Source>
PLAYOUT_INLINE void State::put_at_random(Source& source) {
    const auto player = static_cast<std::size_t>(mover_);
    const unsigned can_put = meeples_[player] > 0;
    const unsigned choices = (free_ & (0 - can_put)) | 1U << Claim::nowhere;
    const auto ticket = source.below(static_cast<std::uint32_t>(std::popcount(choices)));
    const auto segment = static_cast<unsigned>(nth_bit(choices, ticket));
    const unsigned puts = segment != Claim::nowhere;
    const unsigned node = last_node(segment % 8);
    Tile& tile = tiles_[num_tiles_ - 1U];
    tile.figure = static_cast<std::uint8_t>(puts);
    tile.player = static_cast<std::uint8_t>(mover_);
    tile.spot = spot_of(static_cast<int>(segment));
    tile.node = static_cast<std::uint8_t>(node);
    meeples_[player] = static_cast<std::uint8_t>(meeples_[player] - puts);
    const unsigned on_main = segment < Claim::first_field;
    const unsigned on_field = segment - Claim::first_field < unsigned{max_fields};
    main_[choose(on_main, node, no_main)].add_meeples(mover_, 1);
    field_[choose(on_field, node, no_field)] += 1U << (4 * mover_);
    if (segment == Claim::monastery) [[unlikely]]
        put_on_sacred();
}

void State::recall() {
    for (std::size_t i = 0; i < num_sacred_; ++i) {
        const Tile& tile = tiles_[sacred_[i].tile];
        if (tile.player != mover_ || tile.figure != static_cast<int>(Figure::abbot)) continue;
        take_back(sacred_[i]);
        sacred_[i] = sacred_[--num_sacred_];
        return;
    }
}

PLAYOUT_INLINE void State::end_turn() {
    for (unsigned rest = closed_; rest != 0; rest &= rest - 1) {
        const std::uint8_t node = last_node(static_cast<std::size_t>(std::countr_zero(rest)));
        if (main_[node].meeples() != 0) score_main(node);
    }
    if (num_sacred_ > 0) score_sacred();
    mover_ = static_cast<std::int8_t>(mover_ + 1 == options_.players ? 0 : mover_ + 1);
    phase_ = left_ == 0 ? Phase::over : Phase::draw;
}

// --- moves ---------------------------------------------------------------------------------------

void State::legal_moves(std::vector<Move>& out) const {
    out.clear();
    if (phase_ == Phase::place) {
        for_each_place(hand_, [&](std::size_t cell, int turns) {
            out.push_back(Move::place(open_[cell].x, open_[cell].y, turns));
        });
        std::sort(out.begin(), out.end());
    } else if (phase_ == Phase::meeple) {
        const Supply mine = supply(mover_);
        const Choices choices(free_, mine, options_.abbot && mine.abbot == 0);
        const auto add = [&](Figure figure, unsigned segments) {
            for_each_bit(segments, [&](int s) { out.push_back(Move::put(figure, spot_of(s))); });
        };
        out.push_back(Move::none());
        if (choices.meeples > 0) add(Figure::meeple, choices.segments);
        if (choices.bigs > 0) add(Figure::big, choices.segments);
        if (choices.abbots > 0) add(Figure::abbot, choices.sacred);
        if (choices.recalls > 0) out.push_back(Move::recall());
        std::sort(out.begin(), out.end());
    }
}

bool State::is_legal(Move move) const {
    if (phase_ == Phase::place && move.is_place()) {
        const int cell = open_cell(move.x(), move.y());
        return cell >= 0 && move == Move::place(move.x(), move.y(), move.turns()) &&
               move.turns() < num_turns[kind_of(hand_).type] &&
               fits(static_cast<std::size_t>(cell), hand_, move.turns());
    }
    return phase_ == Phase::meeple && GameDefaults::is_legal(move);
}

void State::play(Move move) {
    switch (phase_) {
        case Phase::draw:
            draw(move.kind());
            break;
        case Phase::place:
            lay(at(move.x(), move.y()), hand_, move.turns());
            phase_ = Phase::meeple;
            break;
        case Phase::meeple:
            claim(claim_of(move));
            break;
        case Phase::over:
            break;
    }
}

Move State::random_move(Rng& rng) const {
    if (phase_ == Phase::meeple) {
        const Claim claim = pick_claim(rng);
        if (claim.figure != Figure::none) return Move::put(claim.figure, spot_of(claim.segment));
        return claim.segment == Claim::taken_back ? Move::recall() : Move::none();
    }
    if (phase_ == Phase::place) {
        std::size_t cell = 0;
        int turns = 0;
        pick_place(hand_, rng, cell, turns);
        return Move::place(open_[cell].x, open_[cell].y, turns);
    }
    std::uint32_t ticket = rng.below(stage_left_);
    for (int kind = 0;; ++kind) {
        if (!is_drawn_now(kind)) continue;
        const std::uint32_t count = bag_[static_cast<std::size_t>(kind)];
        if (ticket < count) return Move::draw(kind);
        ticket -= count;
    }
}

// --- random games ----------------------------------------------------------------------------------

std::uint64_t State::play_out(Rng& rng) {
    std::uint64_t moves = 0;
    Rng source = rng;
    for (; phase_ != Phase::over && !(phase_ == Phase::draw && stage_ == Stage::rest); ++moves)
        play(random_move(source));
    const bool expansions = options_.inns || options_.abbot;
    if (options_.farmers)
        moves += expansions ? play_rest<true, true>(source) : play_rest<true, false>(source);
    else
        moves += expansions ? play_rest<false, true>(source) : play_rest<false, false>(source);
    rng = source;
    return moves;
}

namespace {

// Uniform random numbers, three from each word of a generator, for the three steps of a turn.
class TurnNumbers {
  public:
    explicit TurnNumbers(Rng& rng) : rng_(rng), word_(rng.next()) {}

    // Uniform in [0, n), exactly: as Rng::below, with 21 bits.
    PLAYOUT_INLINE std::uint32_t below(std::uint32_t n) {
        const auto product = static_cast<std::uint32_t>(word_ & max_number) * std::uint64_t{n};
        word_ >>= bits;
        const auto rest = static_cast<std::uint32_t>(product) & max_number;
        if (rest < n && rest < (max_number + 1) % n) [[unlikely]]
            return rng_.below(n);
        return static_cast<std::uint32_t>(product >> bits);
    }

  private:
    static constexpr int bits = 21;
    static constexpr std::uint32_t max_number = (1U << bits) - 1;

    Rng& rng_;
    std::uint64_t word_;
};

}  // namespace

// As play(random_move(rng)) to the end, with the bag as a list and the steps of a turn in one go.
template <bool farmers, bool expansions>
std::uint64_t State::play_rest(Rng& rng) {
    std::array<std::uint8_t, max_tiles + max_copies> bag;
    std::uint32_t left = 0;
    for (std::size_t kind = 0; kind < num_kinds; ++kind) {
        std::fill_n(bag.begin() + left, max_copies, static_cast<std::uint8_t>(kind));
        left += bag_[kind];
    }
    std::uint64_t moves = 0;
    while (left > 0) {
        TurnNumbers numbers(rng);
        const std::uint32_t ticket = numbers.below(left);
        const int kind = bag[ticket];
        bag[ticket] = bag[--left];
        ++moves;
        std::size_t cell = 0;
        int turns = 0;
        const Fits places(needs_, num_open_, kind_of(kind).type);
        if (places.count() == 0) continue;
        places.pick(numbers.below(places.count()), cell, turns);
        lay_tile<farmers>(cell, kind, turns);
        if constexpr (expansions) {
            claim(pick_claim(numbers));
        } else {
            put_at_random(numbers);
            end_turn();
        }
        moves += 2;
    }
    bag_.fill(0);
    left_ = stage_left_ = 0;
    phase_ = Phase::over;
    return moves;
}

}  // namespace quadrille::carcassonne
