// Pieces of the notation that several files write or read.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quadrille/games/carcassonne/rules.hpp"

namespace quadrille::carcassonne {

std::string_view figure_name(Figure figure);
std::string kind_text(int kind);  // "D", "Eg"
std::string cell_text(int x, int y);
std::vector<Tile> sorted_tiles(const State& state);  // by y, then x

// A figure on the board, which is kept with its tile.
struct StandingFigure {
    Tile tile;

    std::string_view figure() const { return figure_name(static_cast<Figure>(tile.figure)); }
};

// Nothing, or -1, for a text that is not what it should be.
int parse_kind(std::string_view text);
std::optional<int> parse_number(std::string_view text, int low, int high);
std::optional<std::array<int, 2>> parse_cell(std::string_view text);
std::optional<Move> parse_place(std::string_view text);
std::optional<Move> parse_put(std::string_view text);

}  // namespace quadrille::carcassonne
