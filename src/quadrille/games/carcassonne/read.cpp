// Reading a position text: the tiles are laid again, in some order, and the figures put on them.
#include <algorithm>
#include <bit>

#include "quadrille/games/carcassonne/lay.hpp"
#include "quadrille/games/carcassonne/notation.hpp"
#include "quadrille/games/carcassonne/survey.hpp"

namespace quadrille::carcassonne {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

}  // namespace

class Reader {
  public:
    Reader(const Options& given, std::string_view text) : text_(text), state_(empty(given)) {}

    State read() {
        const auto parts = split(body_, ' ');
        if (parts.size() != 4) refuse("expected board, bag, points and turn, separated by spaces");
        read_board(parts[0]);
        read_bag(parts[1]);
        read_points(parts[2]);
        read_turn(parts[3]);
        return sound(state_, text_);
    }

  private:
    struct Entry {
        int kind;
        Move place;
        int player;  // -1 if no figure stands there
        Move figure;
    };

    [[noreturn]] void refuse(const std::string& why) const { refuse_position(why, text_); }

    // The state before any tile.
    State empty(const Options& given) {
        const auto [options, body] = split_options(given, text_);
        body_ = body;
        Options without = options;
        without.start_tile = false;
        State state(without);
        state.options_ = options;
        return state;
    }

    int read_kind(std::string_view text) const {
        const int kind = parse_kind(text);
        if (kind < 0 || !state_.options_.has(data_of(kind).set) ||
            copies(kind, state_.options_.abbot) == 0)
            refuse("expected a tile of this game, got " + quoted(text));
        return kind;
    }

    Entry read_tile(std::string_view text) const {
        const auto plus = text.find('+');
        const std::string_view tile = text.substr(0, plus);
        const auto colon = tile.find(':');
        const auto place =
            colon == std::string_view::npos ? std::nullopt : parse_place(tile.substr(colon + 1));
        if (!place) refuse("expected a tile like 'V:1,0@270', got " + quoted(text));
        Entry entry{read_kind(tile.substr(0, colon)), *place, -1, Move::none()};
        if (place->turns() >= num_turns[kind_of(entry.kind).type])
            refuse("expected the smallest rotation that looks the same, got " + quoted(text));
        if (plus == std::string_view::npos) return entry;
        const std::string_view figure = text.substr(plus + 1);
        const auto player =
            parse_number(figure.substr(0, figure.find(':')), 0, state_.options_.players - 1);
        const auto put = figure.find(':') == std::string_view::npos
                             ? std::nullopt
                             : parse_put(figure.substr(figure.find(':') + 1));
        if (!player || !put)
            refuse("expected a player and a spot like '+1:road:s', got " + quoted(text));
        entry.player = *player;
        entry.figure = *put;
        return entry;
    }

    void read_board(std::string_view text) {
        if (text == "-") return;
        for (const std::string_view tile : split(text, '/')) entries_.push_back(read_tile(tile));
        const auto key = [](const Entry& entry) { return entry.place.value >> 2; };
        for (std::size_t i = 1; i < entries_.size(); ++i)
            if (key(entries_[i - 1]) >= key(entries_[i]))
                refuse("expected tiles by y, then by x, and one on a cell");
    }

    void read_bag(std::string_view text) {
        state_.bag_.fill(0);
        state_.left_ = 0;
        int last = -1;
        if (text == "-") return;
        for (const std::string_view entry : split(text, ',')) {
            const auto digits = std::min(entry.find_first_not_of("0123456789"), entry.size());
            const auto count = parse_number(entry.substr(0, digits), 1, max_tiles);
            if (!count) refuse("expected undrawn tiles like '2A,4B', got " + quoted(entry));
            const int kind = read_kind(entry.substr(digits));
            if (kind <= last) refuse("expected undrawn tiles in order");
            last = kind;
            if (*count > copies(kind, state_.options_.abbot))
                refuse("more tiles of a kind than there are");
            state_.bag_[static_cast<std::size_t>(kind)] = static_cast<std::uint8_t>(*count);
            state_.left_ = static_cast<std::uint8_t>(state_.left_ + *count);
        }
    }

    void read_points(std::string_view text) {
        const auto players = split(text, ',');
        if (players.size() != static_cast<std::size_t>(state_.options_.players))
            refuse("expected points of every player");
        for (std::size_t player = 0; player < players.size(); ++player) {
            const auto numbers = split(players[player], '+');
            if (numbers.size() != num_point_kinds)
                refuse("expected four numbers like '12+4+9+0', got " + quoted(players[player]));
            for (std::size_t kind = 0; kind < numbers.size(); ++kind) {
                const auto points = parse_number(numbers[kind], 0, 9999);
                if (!points) refuse("expected points, got " + quoted(numbers[kind]));
                if (*points > 0 && kind == garden_points && !state_.options_.abbot)
                    refuse("points for gardens without the abbot");
                state_.points_[player][kind] = static_cast<std::uint16_t>(*points);
            }
        }
    }

    void read_turn(std::string_view text) {
        const auto parts = split(text, ':');
        int hand = -1, last = -1;
        if (text == "over") {
            state_.phase_ = Phase::over;
        } else if (parts.size() == 2 && parts[1] == "draw") {
            state_.phase_ = Phase::draw;
        } else if (parts.size() == 3 && parts[1] == "place") {
            state_.phase_ = Phase::place;
            hand = read_kind(parts[2]);
        } else if (parts.size() == 3 && parts[1] == "meeple") {
            state_.phase_ = Phase::meeple;
            last = entry_at(parts[2]);
        } else {
            refuse("expected a turn like '0:draw', '0:place:V', '0:meeple:1,0' or 'over'");
        }
        if (state_.phase_ == Phase::over ? state_.left_ > 0
                                         : state_.phase_ == Phase::draw && state_.left_ == 0)
            refuse("the game is over just when no tile is left");
        check_copies(hand);
        lay_all(last);
        check_first(hand, last);
        set_mover(text == "over" ? "" : parts[0]);
        follow_river();
        set_hand(hand);
    }

    int entry_at(std::string_view text) const {
        const auto cell = parse_cell(text);
        for (std::size_t i = 0; cell && i < entries_.size(); ++i)
            if (entries_[i].place.x() == (*cell)[0] && entries_[i].place.y() == (*cell)[1])
                return static_cast<int>(i);
        refuse("expected the cell of the last tile, got " + quoted(text));
    }

    void check_copies(int hand) const {
        std::array<int, num_kinds> used{};
        for (const Entry& entry : entries_) ++used[static_cast<std::size_t>(entry.kind)];
        if (hand >= 0) ++used[static_cast<std::size_t>(hand)];
        for (int kind = 0; kind < num_kinds; ++kind)
            if (used[static_cast<std::size_t>(kind)] + state_.remaining(kind) >
                copies(kind, state_.options_.abbot))
                refuse("more tiles of a kind than there are");
    }

    // Lays every tile next to another one, the last tile of the game last.
    void lay_all(int last) {
        std::vector<Entry> waiting;
        for (std::size_t i = 0; i < entries_.size(); ++i)
            if (static_cast<int>(i) != last) waiting.push_back(entries_[i]);
        const auto can_lie = [&](const Entry& entry) {
            return state_.open_cell(entry.place.x(), entry.place.y()) >= 0;
        };
        while (!waiting.empty()) {
            const auto next = std::find_if(waiting.begin(), waiting.end(), can_lie);
            if (next == waiting.end()) refuse("a tile that touches no other, or off the board");
            lay(*next);
            waiting.erase(next);
        }
        if (last < 0) return;
        const Entry& entry = entries_[static_cast<std::size_t>(last)];
        const bool on_river = data_of(entry.kind).river != 0;
        if (on_river && std::ranges::any_of(entries_, [](const Entry& other) {
                return data_of(other.kind).river == 0;
            }))
            refuse("a river tile placed after another tile");
        if (!can_lie(entry)) refuse("a tile that touches no other, or off the board");
        if (entry.player >= 0) refuse("a figure on the last tile before the meeple step");
        lay(entry);
    }

    void lay(const Entry& entry) {
        const auto cell =
            static_cast<std::size_t>(state_.open_cell(entry.place.x(), entry.place.y()));
        const Shape& shape =
            shapes[kind_of(entry.kind).type][static_cast<std::size_t>(entry.place.turns())];
        if (!state_.needs_.matches(cell, shape.code))
            refuse("edges that do not match at " + cell_text(entry.place.x(), entry.place.y()));
        state_.lay(cell, entry.kind, entry.place.turns());
        if (entry.player >= 0) put(entry);
    }

    void put(const Entry& entry) {
        state_.mover_ = static_cast<std::int8_t>(entry.player);
        const Supply supply = state_.supply(entry.player);
        const Figure figure = entry.figure.figure();
        const int left = figure == Figure::meeple ? supply.meeple
                         : figure == Figure::big  ? supply.big
                                                  : supply.abbot;
        if (left == 0) refuse("more figures than a player has");
        const int segment = state_.segment_named(entry.figure.spot());
        if (segment < 0)
            refuse("no spot " + quoted(entry.figure.spot().text()) + " at " +
                   cell_text(entry.place.x(), entry.place.y()));
        state_.put(figure, segment);
    }

    void check_first(int hand, int last) const {
        if (entries_.empty()) {
            if (state_.options_.start_tile) refuse("expected the start tile on the board");
            if (state_.left_ + (hand >= 0 ? 1 : 0) != state_.options_.num_tiles())
                refuse("tiles that are missing before the first is placed");
            return;
        }
        const auto first = std::find_if(entries_.begin(), entries_.end(), [](const Entry& entry) {
            return entry.place.x() == 0 && entry.place.y() == 0;
        });
        const int wanted = state_.options_.river ? find_kind("RV1") : find_kind("D");
        if (state_.options_.start_tile) {
            if (first->kind != wanted || first->place.turns() != 0)
                refuse("expected " + kind_text(wanted) + ":0,0@0 on the board");
            if (first->player >= 0 || first - entries_.begin() == last)
                refuse("the start tile is nobody's");
        }
        if (state_.options_.river && first->kind != wanted) refuse("expected the spring at 0,0");
    }

    // Whose turn it is follows from the number of tiles.
    void set_mover(std::string_view named) {
        int turns = state_.num_tiles_ - (state_.options_.start_tile ? 1 : 0);
        if (state_.phase_ == Phase::meeple) --turns;
        state_.mover_ = static_cast<std::int8_t>(turns % state_.options_.players);
        for (const auto& points : state_.points_)
            for (const auto number : points)
                if (number > 0 && turns == 0) refuse("points before the first turn is over");
        if (state_.phase_ != Phase::over && named != std::to_string(state_.mover_))
            refuse("expected player " + std::to_string(state_.mover_) + " to move");
    }

    // Walks down the river: every river tile lies on it, and no two bends in a row turn the same.
    void follow_river() {
        state_.river_turn_ = 0;
        state_.choose_stage();
        if (!state_.options_.river || entries_.empty()) return;
        const auto at = [&](int x, int y) -> const Tile* {
            for (const Tile& tile : state_.tiles())
                if (tile.x == x && tile.y == y) return &tile;
            return nullptr;
        };
        int found = 0, x = 0, y = 0, from = -1;
        while (const Tile* tile = at(x, y)) {
            unsigned water = shapes[kind_of(tile->kind).type][tile->turns].river;
            if (water == 0) break;
            ++found;
            if (from >= 0) water &= ~(1U << from);
            if (water == 0) break;
            const int out = std::countr_zero(water);
            const int turn = from < 0 ? 2 : (out - from + 4) % 4;
            if (turn != 2 && turn == state_.river_turn_)
                refuse("a river that turns the same way twice");
            if (turn != 2) state_.river_turn_ = static_cast<std::int8_t>(turn);
            x += out == 1 ? 1 : out == 3 ? -1 : 0;
            y += out == 0 ? 1 : out == 2 ? -1 : 0;
            from = (out + 2) % 4;
        }
        int river_tiles = 0;
        for (const Entry& entry : entries_) river_tiles += data_of(entry.kind).river != 0;
        if (found != river_tiles) refuse("a river tile that does not go on with the river");
        const bool has_lake = std::ranges::any_of(
            entries_, [](const Entry& entry) { return data_of(entry.kind).role == Role::lake; });
        if (state_.stage_ == Stage::river && has_lake) refuse("the lake before another river tile");
        if (state_.stage_ != Stage::rest && river_tiles != static_cast<int>(entries_.size()))
            refuse("another tile before the river is done");
    }

    void set_hand(int kind) {
        if (kind < 0) return;
        ++state_.bag_[static_cast<std::size_t>(kind)];
        ++state_.left_;
        state_.choose_stage();
        if (!state_.is_drawn_now(kind)) refuse("a tile drawn out of turn");
        state_.draw(kind);
        if (state_.phase_ != Phase::place || !state_.fits_somewhere(kind))
            refuse("a drawn tile that fits nowhere");
    }

    std::string_view text_, body_;
    State state_;
    std::vector<Entry> entries_;
};

State State::parse(const Options& options, std::string_view text) {
    return Reader(options, text).read();
}

}  // namespace quadrille::carcassonne
