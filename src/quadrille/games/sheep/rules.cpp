#include "quadrille/games/sheep/rules.hpp"

#include <algorithm>

namespace quadrille::sheep {

void Options::check() const {
    const auto demand = [](bool holds, const std::string& expected, int got) {
        if (!holds) throw BadOption("expected " + expected + ", got " + std::to_string(got));
    };
    demand(size == 0 || size >= 6, "a size of 6 or more, or 0", size);
    demand(cells == 0 || cells >= 8, "8 cells or more, or 0", cells);
    demand(sheep == 0 || sheep >= 2, "2 sheep or more, or 0", sheep);
    const int side = field_size();
    demand(field_cells() <= side * side,
           "at most " + std::to_string(side * side) + " cells on a field of size " +
               std::to_string(side) + (cells == 0 ? " (see the option cells)" : ""),
           field_cells());
    demand(!has_teams() || players == 4, "4 players with teams", players);
}

State::State(const Options& options)
    : powers_(&powers_of(options.exponent)),
      options_(options),
      size_(static_cast<std::uint8_t>(options.field_size())),
      flock_(static_cast<std::uint8_t>(options.flock())) {
    ground_.fill(wall);
}

void State::open_field(const std::array<std::uint32_t, stride>& rows) {
    field_rows_ = free_rows_ = rows;
    for (std::size_t row = 0; row < rows.size(); ++row)
        for_each_bit(rows[row], [&](int x) { ground_[row * stride + index(x)] = free; });
    hash_ = fresh_hash();
}

std::uint64_t State::fresh_hash() const {
    std::uint64_t hash = 0;
    for (std::size_t row = 1; row <= size_; ++row) hash = combine(hash, field_rows_[row]);
    for (int player = 0; player < options_.players; ++player)
        for (const Place place : places(player)) {
            const bool hidden = is_hidden(cell_of(place));
            hash ^= key(place, player + first_owner, hidden ? hidden_key : extra_[place]);
            if (is_known_at(place)) hash ^= key(place, player, known_key);
        }
    return hash;
}

int State::max_moves() const {
    return std::max(num_directions * (flock_ - 1), options_.field_cells());
}

// In every round somebody slides onto a free cell.
int State::max_plies() const {
    const int players = options_.players;
    const int slides = std::min(players * (flock_ - 1), options_.field_cells() - players);
    return players * (1 + slides);
}

void State::legal_moves(std::vector<Move>& out) const {
    out.clear();
    if (is_over()) return;
    if (phase() == Phase::start) {
        for (std::size_t row = 1; row <= size_; ++row)
            for_each_bit(border(row), [&](int x) {
                out.push_back(Move::start({x - 1, static_cast<int>(row) - 1}));
            });
        return;
    }
    if ((hidden_ >> mover_ & 1) != 0) return;  // not for the viewer to know
    for (const Place from : places(mover_)) {
        if (extra_[from] == 0) continue;
        for_each_bit(open_at(from), [&](int direction) {
            const Move first =
                Move::slide(cell_of(from), direction, 0, cell_of(landing_from(from, direction)));
            for (int sheep = 1; sheep <= extra_[from]; ++sheep)
                out.push_back(first.with_sheep(sheep));
        });
    }
    if (out.empty()) out.push_back(Move::pass());
}

namespace {

// Of a large flock: one sheep, a quarter, half, three quarters or all of those that may go.
bool is_main_split(int sheep, int extra) {
    return extra <= 4 || sheep == 1 || sheep == extra || sheep == (extra + 2) / 4 ||
           sheep == (extra + 1) / 2 || sheep == (3 * extra + 2) / 4;
}

}  // namespace

bool State::main_moves(std::vector<Move>& out) const {
    legal_moves(out);
    const auto removed = std::erase_if(out, [&](Move move) {
        return move.is_slide() && !is_main_split(move.sheep(), extra_[place(move.from())]);
    });
    return removed > 0;
}

bool State::is_legal(Move move) const {
    if (is_over()) return false;
    if (phase() == Phase::start) {
        if (!move.is_start() || move != Move::start(move.to()) || !on_field(move.to()))
            return false;
        const Cell cell = move.to();
        return (border(index(cell.y() + 1)) >> (cell.x() + 1) & 1) != 0;
    }
    if ((hidden_ >> mover_ & 1) != 0) return false;
    if (!move.is_slide()) return move == Move::pass() && mobility(mover_) == 0;
    const Cell from = move.from();
    return on_field(from) && owner(from) == mover_ && move.sheep() >= 1 &&
           move.sheep() <= extra_[place(from)] &&
           (open_at(place(from)) >> move.direction() & 1) != 0 &&
           move.to() == landing(from, move.direction());
}

State::Place State::random_start(Rng& rng) const {
    std::array<std::uint32_t, stride> rows{};
    std::uint32_t total = 0;
    for (std::size_t row = 1; row <= size_; ++row) {
        rows[row] = border(row);
        total += static_cast<std::uint32_t>(std::popcount(rows[row]));
    }
    std::uint32_t ticket = rng.below(total);
    std::size_t row = 1;
    for (;; ++row) {
        const auto here = static_cast<std::uint32_t>(std::popcount(rows[row]));
        if (ticket < here) break;
        ticket -= here;
    }
    return static_cast<Place>(row * stride + index(nth_bit(rows[row], ticket)));
}

Move State::random_move(Rng& rng) const {
    if (started_ < options_.players) return Move::start(cell_of(random_start(rng)));
    const int slides = mobility(mover_);
    if (slides == 0) return Move::pass();
    auto ticket = static_cast<int>(rng.below(static_cast<std::uint32_t>(slides)));
    const Place* from = places_[index(mover_)].data();
    for (int here; ticket >= (here = slides_at(*from)); ++from) ticket -= here;
    const int extra = extra_[*from];
    const int direction = nth_bit(open_at(*from), static_cast<std::uint32_t>(ticket / extra));
    return Move::slide(cell_of(*from), direction, 1 + ticket % extra,
                       cell_of(landing_from(*from, direction)));
}

void State::play(Move move) {
    if (is_view()) [[unlikely]]
        throw IllegalMove("expected a full state to play on, got a view with hidden numbers");
    if (move.is_slide()) {
        const Place from = place(move.from());
        const int sheep = move.sheep(), owned = mover_ + first_owner;
        occupy(place(move.to()), mover_, sheep - 1);
        hash_ ^= key(from, owned, extra_[from]);
        mobility_[index(owned)] -= sheep * std::popcount(open_at(from));
        extra_[from] = static_cast<std::uint8_t>(extra_[from] - sheep);
        hash_ ^= key(from, owned, extra_[from]);
    } else if (move.is_start()) {
        occupy(place(move.to()), mover_, flock_ - 1);
        ++started_;
    } else {
        reveal(mover_);
    }
    take_turn(mover_ + 1);
}

void State::lose_turn() { take_turn(mover_ + 1); }

void State::take_turn(int next_player) {
    mover_ = static_cast<std::int8_t>(next_player == options_.players ? 0 : next_player);
    if (started_ == options_.players && is_stuck()) end();
}

void State::end() {
    mover_ = NOBODY;
    for (int player = 0; player < options_.players; ++player) reveal(player);
}

void State::reveal(int player) {
    if (!hides_facts()) return;
    for (const Place place : places(player)) {
        if (open_at(place) == 0 || is_known_at(place)) continue;
        known_[place / 64] |= std::uint64_t{1} << (place % 64);
        hash_ ^= key(place, player, known_key);
    }
}

void State::occupy(Place place, int player, int extra) {
    free_rows_[place / stride] &= ~(1U << (place % stride));
    const auto owned = static_cast<std::uint8_t>(player + first_owner);
    ground_[place] = owned;
    // One direction less for whoever is beside it; what is not owned has no extra sheep.
    for (const int step : steps) {
        const std::size_t beside = index(place + step);
        mobility_[ground_[beside]] -= extra_[beside];
    }
    extra_[place] = static_cast<std::uint8_t>(extra);
    mobility_[owned] += slides_at(place);
    hash_ ^= key(place, owned, extra);
    Place* const first = places_[index(player)].data();
    Place* at = first + num_cells_[index(player)];
    for (; at != first && at[-1] > place; --at) *at = at[-1];
    *at = place;
    ++num_cells_[index(player)];
    join_regions(place, player);
}

// The new cell and the regions that it touches become one.
void State::join_regions(Place place, int player) {
    auto& areas = area_[index(player)];
    auto& score = score_[index(player)];
    const Powers& powers = *powers_;
    int joined = -1;
    std::uint8_t area = 1;
    for (const int step : {-stride, -1, 1, stride}) {
        const std::size_t beside = index(place + step);
        if (ground_[beside] != player + first_owner) continue;
        const int other = region_[beside];
        if (other == joined) continue;
        score -= powers[areas[index(other)]];
        area = static_cast<std::uint8_t>(area + areas[index(other)]);
        if (joined >= 0)
            for (const Place mine : places(player))
                if (region_[mine] == other) region_[mine] = static_cast<std::uint8_t>(joined);
        if (joined < 0) joined = other;
    }
    if (joined < 0) joined = num_cells_[index(player)] - 1;  // a number that no region has had
    region_[place] = static_cast<std::uint8_t>(joined);
    areas[index(joined)] = area;
    score += powers[area];
}

void State::count_slides() {
    mobility_.fill(0);
    for (int player = 0; player < options_.players; ++player)
        for (const Place place : places(player))
            mobility_[index(player + first_owner)] += slides_at(place);
}

std::array<double, max_players> State::scores() const {
    std::array<double, max_players> points{};
    for (std::size_t player = 0; player < index(options_.players); ++player) {
        const std::int64_t doubled =
            options_.has_teams() ? score_[player] + score_[player ^ 2] : 2 * score_[player];
        points[player] = static_cast<double>(doubled) * (unit / 2);
    }
    return points;
}

namespace {

std::array<double, max_players> points_by_place(const std::array<double, max_players>& scores,
                                                int players) {
    static constexpr std::array<double, max_players> by_place = {5, 3, 2, 1};
    std::array<double, max_players> points{};
    const std::span mine(scores.data(), static_cast<std::size_t>(players));
    for (std::size_t player = 0; player < mine.size(); ++player) {
        const auto better = std::ranges::count_if(mine, [&](double s) { return s > mine[player]; });
        const auto equal = std::ranges::count(mine, mine[player]);
        for (auto place = better; place < better + equal; ++place)
            points[player] += by_place[static_cast<std::size_t>(place)];
        points[player] /= static_cast<double>(equal);
    }
    return points;
}

}  // namespace

std::array<double, max_players> State::contest_points() const {
    return points_by_place(scores(), options_.players);
}

std::array<double, max_players> State::outcome_of(
    const std::array<double, max_players>& worth) const {
    if (num_sides() != 4) return GameDefaults::outcome_of(worth);
    auto values = points_by_place(worth, 4);
    for (double& value : values) value = (value - 2.75) / 2.25;
    return values;
}

bool operator==(const State& a, const State& b) {
    return a.hash_ == b.hash_ && a.mover_ == b.mover_ && a.hidden_ == b.hidden_ &&
           a.options_ == b.options_ && a.ground_ == b.ground_ && a.extra_ == b.extra_ &&
           a.known_ == b.known_;
}

int State::sheep(Cell cell) const {
    return owner(cell) < 0 || is_hidden(cell) ? 0 : extra_[place(cell)] + 1;
}

std::vector<Flock> State::flocks() const {
    std::vector<Flock> found;
    for (int player = 0; player < options_.players; ++player)
        for (const Place place : places(player)) {
            const Cell cell = cell_of(place);
            found.push_back({cell, player, sheep(cell), is_known_at(place)});
        }
    std::ranges::sort(found, {}, &Flock::cell);
    return found;
}

std::vector<Cell> State::start_cells() const {
    std::vector<Cell> found;
    for (std::size_t row = 1; row <= size_; ++row)
        for_each_bit(border(row),
                     [&](int x) { found.emplace_back(x - 1, static_cast<int>(row) - 1); });
    return found;
}

std::vector<std::vector<Cell>> State::regions(int player) const {
    std::vector<std::vector<Cell>> found;
    std::array<int, max_flock> which;
    which.fill(-1);
    for (const Place place : places(player)) {
        int& number = which[region_[place]];
        if (number < 0) {
            number = static_cast<int>(found.size());
            found.emplace_back();
        }
        found[index(number)].push_back(cell_of(place));
    }
    return found;
}

}  // namespace quadrille::sheep
