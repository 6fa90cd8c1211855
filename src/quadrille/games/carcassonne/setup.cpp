// The options, the first state, and what is drawn when.
#include <algorithm>

#include "quadrille/games/carcassonne/lay.hpp"

namespace quadrille::carcassonne {

std::vector<OptionField<Options>> Options::fields() {
    return {
        {"players", &Options::players, 1, State::max_players,
         "How many play; a single player only collects points, six need inns."},
        {"farmers", &Options::farmers, "Meeples may be put on fields."},
        {"start_tile", &Options::start_tile,
         "The first tile lies there from the start; else the first player draws and places it."},
        {"board", &Options::board, 0, 200,
         "Side of the board, with the first tile in the middle; 0 is without bounds."},
        {"small_city", &Options::small_city,
         "The old rule: a completed city of two tiles gives 2 points in all."},
        {"river", &Options::river, "The River: twelve tiles that are laid first."},
        {"inns", &Options::inns,
         "Inns & Cathedrals: eighteen tiles, and a big meeple for every player."},
        {"abbot", &Options::abbot, "Gardens, and an abbot for every player."},
        {"meeples", &Options::meeples, 1, 10, "Ordinary meeples of each player."}};
}

void Options::check() const {
    if (players > 5 && !inns)
        throw BadOption("expected at most 5 players without inns=true, got 'players=" +
                        std::to_string(players) + "'");
}

int Options::num_tiles() const {
    int sum = 0;
    for (const TypeData& type : types)
        if (has(type.set)) sum += type.count;
    return sum;
}

State::State(const Options& options) : options_(options) {
    options.check();
    grid_.fill(nothing_there);
    for (int kind = 0; kind < num_kinds; ++kind)
        if (options.has(data_of(kind).set))
            bag_[static_cast<std::size_t>(kind)] =
                static_cast<std::uint8_t>(copies(kind, options.abbot));
    left_ = static_cast<std::uint8_t>(options.num_tiles());
    for (std::size_t player = 0; player < static_cast<std::size_t>(options.players); ++player)
        meeples_[player] = static_cast<std::uint8_t>(options.meeples);
    const auto all = static_cast<std::uint8_t>((1U << options.players) - 1);
    if (options.inns) bigs_ = all;
    if (options.abbot) abbots_ = all;
    if (options.board > 0) {
        low_ = static_cast<std::int8_t>(std::max(-127, -(options.board / 2)));
        high_ = static_cast<std::int8_t>(std::min(127, options.board - 1 - options.board / 2));
    }
    main_root_.add(no_main);
    field_root_.add(no_field);
    field_root_.add(no_field + 1);
    open_[0] = {0, 0};
    num_open_ = 1;
    set_cell(0, 0, 0);
    choose_stage();
    if (options.start_tile) {
        constexpr int spring = find_kind("RV1"), start = find_kind("D");
        const int first = options.river ? spring : start;
        --bag_[static_cast<std::size_t>(first)];
        --left_;
        lay(0, first, 0);
        choose_stage();
    }
}

void State::choose_stage() {
    stage_ = Stage::rest;
    stage_left_ = left_;
    if (!options_.river) return;
    std::array<unsigned, 4> left{};
    for (int kind = 0; kind < num_kinds; ++kind) {
        const TypeData& type = data_of(kind);
        Stage stage = Stage::rest;
        if (type.set == TileSet::river)
            stage = type.role == Role::spring ? Stage::spring
                    : type.role == Role::lake ? Stage::lake
                                              : Stage::river;
        left[static_cast<std::size_t>(stage)] += bag_[static_cast<std::size_t>(kind)];
    }
    for (const Stage stage : {Stage::lake, Stage::river, Stage::spring})
        if (left[static_cast<std::size_t>(stage)] > 0) {
            stage_ = stage;
            stage_left_ = static_cast<std::uint8_t>(left[static_cast<std::size_t>(stage)]);
        }
}

}  // namespace quadrille::carcassonne
