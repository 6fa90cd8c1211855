#include "quadrille/core/binding/bind_bound.hpp"

namespace quadrille {

void check_cell(int x, int y, int side) {
    if (x < 0 || y < 0 || x >= side || y >= side)
        throw nb::value_error(("expected x and y from 0 to " + std::to_string(side - 1) + ", got " +
                               std::to_string(x) + " and " + std::to_string(y))
                                  .c_str());
}

void check_player(int player, int players) {
    if (player < 0 || player >= players)
        throw nb::value_error(("expected a player from 0 to " + std::to_string(players - 1) +
                               ", got " + std::to_string(player))
                                  .c_str());
}

void refuse_kind_of_move(nb::handle move) {
    throw nb::type_error(
        ("expected a Move of this game or its text, got " + python_repr(move)).c_str());
}

void refuse_move(const std::string& move, int player, const std::string& where) {
    const std::string who = player == NOBODY   ? "nobody (the game is over)"
                            : player == CHANCE ? "chance"
                                               : "player " + std::to_string(player);
    throw IllegalMove("illegal move " + quoted(move) + " for " + who + where);
}

nb::list first_values(std::span<const double> values, int count) {
    nb::list result;
    for (int i = 0; i < count; ++i) result.append(values[static_cast<std::size_t>(i)]);
    return result;
}

}  // namespace quadrille
