// Notation of moves and positions; README.md describes both.
#include <algorithm>
#include <charconv>
#include <optional>

#include "quadrille/games/carcassonne/notation.hpp"

namespace quadrille::carcassonne {

namespace {

constexpr std::array<std::string_view, 4> edge_names = {"n", "e", "s", "w"};
constexpr std::array<std::string_view, 9> half_names = {"nnw", "nne", "ene", "ese", "sse",
                                                        "ssw", "wsw", "wnw", "mid"};
constexpr std::array<std::string_view, 4> figure_names = {"none", "meeple", "big", "abbot"};

std::optional<Spot> parse_spot(std::string_view text) {
    for (int i = 0; i < Spot::num_values; ++i)
        if (const Spot spot{static_cast<std::uint8_t>(i)}; spot.text() == text) return spot;
    return {};
}

}  // namespace

std::string_view figure_name(Figure figure) {
    return figure_names[static_cast<std::size_t>(figure)];
}

std::string kind_text(int kind) {
    return std::string(data_of(kind).id) + (kind_of(kind).garden ? "g" : "");
}

int parse_kind(std::string_view text) {
    const bool garden = text.ends_with('g');
    return find_kind(garden ? text.substr(0, text.size() - 1) : text, garden);
}

std::string cell_text(int x, int y) { return std::to_string(x) + "," + std::to_string(y); }

std::optional<int> parse_number(std::string_view text, int low, int high) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    if (number < low || number > high || std::to_string(number) != text) return {};
    return number;
}

std::optional<std::array<int, 2>> parse_cell(std::string_view text) {
    const auto comma = text.find(',');
    if (comma == std::string_view::npos) return {};
    const auto x = parse_number(text.substr(0, comma), -127, 127);
    const auto y = parse_number(text.substr(comma + 1), -127, 127);
    if (!x || !y) return {};
    return std::array<int, 2>{*x, *y};
}

std::optional<Move> parse_place(std::string_view text) {
    const auto at = text.find('@');
    if (at == std::string_view::npos) return {};
    const auto cell = parse_cell(text.substr(0, at));
    const auto degrees = parse_number(text.substr(at + 1), 0, 270);
    if (!cell || !degrees || *degrees % 90 != 0) return {};
    return Move::place((*cell)[0], (*cell)[1], *degrees / 90);
}

// A figure on a spot, without the moves that put none.
std::optional<Move> parse_put(std::string_view text) {
    Figure figure = Figure::meeple;
    for (const Figure special : {Figure::big, Figure::abbot}) {
        const std::string prefix = std::string(figure_name(special)) + ":";
        if (!text.starts_with(prefix)) continue;
        figure = special;
        text.remove_prefix(prefix.size());
        break;
    }
    const auto spot = parse_spot(text);
    if (!spot || (figure == Figure::abbot && !spot->is_sacred()) ||
        (figure != Figure::abbot && *spot == Spot::garden()))
        return {};
    return Move::put(figure, *spot);
}

std::string Spot::text() const {
    const std::size_t at = value;
    if (is_city()) return "city:" + std::string(edge_names[at]);
    if (is_road()) return "road:" + std::string(edge_names[at - 4]);
    if (is_field()) return "field:" + std::string(half_names[at - 8]);
    return *this == monastery() ? "monastery" : "garden";
}

std::string Move::text() const {
    if (is_draw()) return kind() < num_kinds ? kind_text(kind()) : "?";
    if (is_place()) return cell_text(x(), y()) + "@" + std::to_string(90 * turns());
    if (is_recall()) return "recall";
    if (figure() == Figure::none) return "none";
    if (figure() == Figure::meeple) return spot().text();
    return std::string(figure_name(figure())) + ":" + spot().text();
}

Move State::parse_move(std::string_view text) const {
    if (text == "none") return Move::none();
    if (text == "recall") return Move::recall();
    if (const int kind = parse_kind(text); kind >= 0) return Move::draw(kind);
    if (const auto move = parse_place(text)) return *move;
    if (const auto move = parse_put(text)) return *move;
    throw BadMoveText(
        "expected a tile like 'D', a place like '1,-2@90', a spot like 'road:e', "
        "'none' or 'recall', got " +
        quoted(text));
}

// --- positions -------------------------------------------------------------------------------------

std::vector<Tile> sorted_tiles(const State& state) {
    std::vector<Tile> tiles(state.tiles().begin(), state.tiles().end());
    std::sort(tiles.begin(), tiles.end(), [](const Tile& a, const Tile& b) {
        return std::pair(a.y, a.x) < std::pair(b.y, b.x);
    });
    return tiles;
}

static std::string board_text(const State& state) {
    std::string text;
    for (const Tile& tile : sorted_tiles(state)) {
        if (!text.empty()) text += '/';
        text += kind_text(tile.kind) + ":" + Move::place(tile.x, tile.y, tile.turns).text();
        if (!state.stands(tile)) continue;
        text += '+';
        text += std::to_string(tile.player) + ":";
        text += Move::put(static_cast<Figure>(tile.figure), tile.spot).text();
    }
    return text.empty() ? "-" : text;
}

static std::string bag_text(const State& state) {
    std::string text;
    for (int kind = 0; kind < num_kinds; ++kind) {
        if (state.remaining(kind) == 0) continue;
        if (!text.empty()) text += ',';
        text += std::to_string(state.remaining(kind)) + kind_text(kind);
    }
    return text.empty() ? "-" : text;
}

static std::string points_text(const State& state) {
    std::string text;
    for (int player = 0; player < state.num_players(); ++player)
        for (int kind = 0; kind < num_point_kinds; ++kind) {
            if (kind > 0 || player > 0) text += kind > 0 ? '+' : ',';
            text += std::to_string(state.points(player, kind));
        }
    return text;
}

static std::string turn_text(const State& state) {
    const std::string mover = std::to_string(state.mover());
    switch (state.phase()) {
        case Phase::draw:
            return mover + ":draw";
        case Phase::place:
            return mover + ":place:" + kind_text(state.hand());
        case Phase::meeple: {
            const Tile& tile = state.tiles().back();
            return mover + ":meeple:" + cell_text(tile.x, tile.y);
        }
        case Phase::over:
            break;
    }
    return "over";
}

std::string State::text() const {
    return with_options(options_, board_text(*this) + " " + bag_text(*this) + " " +
                                      points_text(*this) + " " + turn_text(*this));
}

// Computed when asked for: random games would pay for keeping it, and only tables of positions ask.
std::uint64_t State::hash() const {
    std::uint64_t sum = 0;
    for (const Tile& tile : tiles()) {
        std::uint64_t word = Move::place(tile.x, tile.y, tile.turns).value;
        word |= std::uint64_t{tile.kind} << 32;
        if (stands(tile))
            word |= std::uint64_t{tile.figure} << 40 | std::uint64_t{tile.player} << 44 |
                    std::uint64_t{tile.spot.value} << 48;
        sum += mix64(word + golden_gamma);  // in any order
    }
    for (std::size_t kind = 0; kind < num_kinds; kind += 8) {
        std::uint64_t word = 0;
        for (std::size_t i = kind; i < std::min<std::size_t>(kind + 8, num_kinds); ++i)
            word = word << 8 | bag_[i];
        sum = combine(sum, word);
    }
    for (const auto& points : points_)
        for (const auto number : points) sum = combine(sum, number);
    std::uint64_t turn = static_cast<std::uint64_t>(phase_);
    if (phase_ != Phase::over) turn |= static_cast<std::uint64_t>(mover_) << 8;
    if (phase_ == Phase::place) turn |= std::uint64_t{hand_} << 16;
    if (phase_ == Phase::meeple)
        turn |= std::uint64_t{Move::place(last_tile().x, last_tile().y, 0).value} << 32;
    return combine(sum, turn);
}

}  // namespace quadrille::carcassonne
