#include "quadrille/games/pillars/rules.hpp"

namespace quadrille::pillars {

State::State(const Options& options)
    : options_(options), shift_(options.size < 1 << small_shift ? small_shift : large_shift) {
    const auto stride = static_cast<std::int16_t>(1 << shift_);
    steps_ = {stride, static_cast<std::int16_t>(-stride), -1, 1};
    places_.fill(wall);
    for (int y = 0; y < size(); ++y)
        for (int x = 0; x < size(); ++x) places_[place({x, y})] = 0;
    centre_ = place(centre());
    places_[centre_] = static_cast<std::uint8_t>(height());
    for (Team& team : teams_) {
        for (const Card card : {move_card, build_card})
            team.pile[card] = static_cast<std::uint8_t>(options.cards(card));
        for (std::uint8_t i = 0; i < max_gamers; ++i) team.order[i] = team.next[i] = i;
    }
}

State State::create(const Options& options, Rng& rng) {
    State state(options);
    for (int i = 0; i < options.gamers; ++i)
        for (const int side : {red, blue}) {
            const auto side_length = static_cast<std::uint32_t>(options.size);
            Place found;
            do {
                const std::uint32_t cell = rng.below(side_length * side_length);
                found = state.place(
                    {static_cast<int>(cell % side_length), static_cast<int>(cell / side_length)});
            } while (state.who_on(found) != 0 || found == state.centre_);
            state.put(side * options.gamers + i, found);
        }
    state.count_open();
    state.hash_ = state.board_hash();
    if (state.is_frozen()) state.end_ = End::draw;
    return state;
}

void State::put(int player, Place place) {
    at_[index(player)] = place;
    places_[place] = static_cast<std::uint8_t>(places_[place] | (player + 1) << 4);
}

void State::count_open() {
    open_.fill(0);
    num_open_ = 0;
    for (Place place = 0; place < end_of_places(); ++place)
        if (can_grow(place)) set_open(place, true);
}

std::uint64_t State::board_hash() const {
    std::uint64_t hash = 0;
    for (Place place = 0; place < end_of_places(); ++place)
        if (const int height = height_on(place); height != wall && height > 0)
            hash ^= pillar_key(place, height);
    for (int player = 0; player < num_players(); ++player)
        hash ^= gamer_key(at_[index(player)], player);
    return hash;
}

std::uint64_t State::hash() const {
    std::uint64_t digest = hash_;
    for (const Team& team : teams_) {
        std::uint64_t cards = 0, orders = 0;
        for (const Cards& some : {team.hand, team.pile, team.discards, team.known})
            cards = cards << 16 | static_cast<std::uint64_t>(some.count[0] << 8 | some.count[1]);
        for (std::size_t i = 0; i < max_gamers; ++i)
            orders = orders << 6 | static_cast<std::uint64_t>(team.order[i] << 3 | team.next[i]);
        digest = combine(combine(digest, cards), orders);
    }
    const auto end = static_cast<std::uint64_t>(end_);
    const std::uint64_t turn = is_over() ? 0 : std::uint64_t{round_} << 8 | action_;
    return combine(digest, turn << 8 | end << 4 | hidden_);
}

bool operator==(const State& a, const State& b) {
    const bool same_turn = a.is_over() || (a.round_ == b.round_ && a.action_ == b.action_);
    return a.hash_ == b.hash_ && same_turn && a.end_ == b.end_ && a.hidden_ == b.hidden_ &&
           a.options_ == b.options_ && a.teams_ == b.teams_ && a.places_ == b.places_;
}

int State::max_moves() const {
    const int cells = options_.builds_anywhere() ? size() * size() - 1 - num_players() : 4;
    return 4 + cells + 2;
}

unsigned State::open_steps(int player) const {
    const Place here = at_[index(player)];
    unsigned open = 0;
    for (int i = 0; i < 4; ++i)
        if (can_enter(beside(here, i), height_on(here))) open |= 1U << i;
    return open;
}

unsigned State::open_builds_beside(int player) const {
    unsigned open = 0;
    for (int i = 0; i < 4; ++i)
        if (can_grow(beside(at_[index(player)], i))) open |= 1U << i;
    return open;
}

bool State::can_step(int player, int direction) const {
    return (open_steps(player) >> direction & 1) != 0;
}

void State::legal_moves(std::vector<Move>& out) const {
    out.clear();
    const int player = this->player();
    if (player < 0 || is_hidden(side(player))) return;
    const Cards hand = team(side(player)).hand;
    if (hand[move_card] > 0)
        for_each_bit(open_steps(player), [&](int i) { out.push_back(Move::step(i)); });
    if (hand[build_card] > 0) {
        if (options_.builds_anywhere()) {
            const std::size_t words = (end_of_places() + 63U) / 64;
            for (std::size_t word = 0; word < words; ++word)
                for_each_bit(open_[word], [&](int bit) {
                    const auto at = static_cast<Place>(64 * word + index(bit));
                    out.push_back(Move::build(cell_of(at)));
                });
        } else {
            const unsigned open = open_builds_beside(player);
            for (const int i : {1, 2, 3, 0})  // by cells: below, left, right, above
                if ((open >> i & 1) != 0)
                    out.push_back(Move::build(cell_of(beside(at_[index(player)], i))));
        }
    }
    for (const Card card : {move_card, build_card})
        if (hand[card] > 0) out.push_back(Move::pass(card));
}

void State::chance_moves(std::vector<WeightedMove<Move>>& out) const {
    out.clear();
    if (player() != CHANCE || is_hidden(action_)) return;
    const Cards& pile = team(action_).pile;
    for (const Card card : {move_card, build_card})
        if (pile[card] > 0)
            out.push_back({Move::draw(card), static_cast<std::uint32_t>(pile[card])});
}

bool State::is_legal(Move move) const {
    const int player = this->player();
    if (player < 0 || move.is_draw() || is_hidden(side(player))) return false;
    if (move.value >> 16 > 3 || team(side(player)).hand[move.card()] == 0) return false;
    if (move.is_step()) return move.value < 4 && can_step(player, move.direction());
    if (move.is_pass()) return move == Move::pass(move.card());
    const Cell cell = move.cell();
    if (move != Move::build(cell) || !on_grid(cell) || !can_grow(place(cell))) return false;
    const int dx = cell.x - position(player).x, dy = cell.y - position(player).y;
    return options_.builds_anywhere() || dx * dx + dy * dy == 1;
}

Move State::random_move(Rng& rng) const {
    if (is_drawing()) {
        const Cards& pile = team(action_).pile;
        const std::uint32_t ticket = rng.below(static_cast<std::uint32_t>(pile.total()));
        return Move::draw(ticket < pile.count[move_card] ? move_card : build_card);
    }
    const int player = actor();
    const Cards hand = team(action_ & 1).hand;
    const bool moves = hand[move_card] > 0, builds = hand[build_card] > 0;
    const unsigned open = moves ? open_steps(player) : 0;
    const auto num_steps = static_cast<std::uint32_t>(std::popcount(open));
    const unsigned around = builds && !options_.builds_anywhere() ? open_builds_beside(player) : 0;
    std::uint32_t num_builds = 0;
    if (builds)
        num_builds = options_.builds_anywhere() ? num_open_
                                                : static_cast<std::uint32_t>(std::popcount(around));
    std::uint32_t ticket = rng.below(num_steps + num_builds + moves + builds);
    if (ticket < num_steps) return Move::step(nth_bit(open, ticket));
    ticket -= num_steps;
    if (ticket < num_builds) {
        if (!options_.builds_anywhere())
            return Move::build(cell_of(beside(at_[index(player)], nth_bit(around, ticket))));
        std::size_t word = 0;
        for (;; ++word) {
            const auto here = static_cast<std::uint32_t>(std::popcount(open_[word]));
            if (ticket < here) break;
            ticket -= here;
        }
        return Move::build(
            cell_of(static_cast<Place>(64 * word + index(nth_bit(open_[word], ticket)))));
    }
    ticket -= num_builds;
    return Move::pass(moves && ticket == 0 ? move_card : build_card);
}

void State::play(Move move) {
    if (is_view()) [[unlikely]]
        throw IllegalMove("expected a full state to play on, got a view with hidden cards");
    if (move.is_draw()) return draw(move.card());
    const int player = actor();
    spend(move.card());
    if (move.is_pass()) {
        become_first(player);
        return next_action();
    }
    if (move.is_step())
        step(player, move.direction());
    else
        build(place(move.cell()));
    if (at_[index(player)] == centre_)
        end_ = side(player) == red ? End::red : End::blue;
    else if (is_frozen())
        end_ = End::draw;
    next_action();
}

void State::step(int player, int direction) {
    const Place from = at_[index(player)], to = beside(from, direction);
    hash_ ^= gamer_key(from, player) ^ gamer_key(to, player);
    places_[from] &= 15;
    put(player, to);
    set_open(from, can_grow(from));
    set_open(to, false);
}

void State::build(Place place) {
    std::uint8_t& height = places_[place];  // nobody stands there
    if (height > 0) hash_ ^= pillar_key(place, height);
    ++height;
    hash_ ^= pillar_key(place, height);
    if (!can_grow(place)) set_open(place, false);
}

void State::become_first(int player) {
    Team& mine = teams_[index(side(player))];
    const auto gamer = static_cast<std::uint8_t>(player - side(player) * gamers());
    std::uint8_t* const found = std::find(mine.next.begin(), mine.next.end(), gamer);
    std::rotate(mine.next.begin(), found, found + 1);
}

void State::spend(Card card) {
    Team& mine = teams_[action_ & 1U];
    --mine.hand[card];
    ++mine.discards[card];
    if (mine.known[card] > 0) --mine.known[card];
}

void State::draw(Card card) {
    Team& mine = teams_[action_];
    --mine.pile[card];
    ++mine.hand[card];
    if (mine.hand.total() < gamers()) refill_if_empty(mine);
}

// What is in hand already is then known to everybody, who knew what the pile held.
void State::refill_if_empty(Team& team) {
    if (team.pile.total() > 0) return;
    std::swap(team.pile, team.discards);
    if (hides_facts()) team.known = team.hand;
}

void State::next_action() {
    if (is_over()) return;
    if (action_ + 1 == num_players()) {
        if (round_ == options_.rounds) {
            end_ = End::draw;
            return;
        }
        action_ = 0;
        ++round_;
        for (Team& team : teams_) team.order = team.next;
    } else {
        ++action_;
    }
    if (action_ < 2) refill_if_empty(teams_[action_]);
}

bool State::is_frozen() const {
    const bool builds = options_.cards(build_card) > 0, moves = options_.cards(move_card) > 0;
    if (builds && options_.builds_anywhere() && num_open_ > 0) return false;
    for (int player = 0; player < num_players(); ++player) {
        if (moves && open_steps(player) != 0) return false;
        if (builds && open_builds_beside(player) != 0) return false;
    }
    return true;
}

std::array<double, State::max_players> State::scores() const {
    std::array<double, max_players> points{};
    if (winner() >= 0)
        for (int player = 0; player < num_players(); ++player)
            points[index(player)] = side(player) == winner() ? 1 : 0;
    return points;
}

}  // namespace quadrille::pillars
