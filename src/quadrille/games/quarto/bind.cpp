#include "quadrille/core/binding/bind.hpp"

#include <nanobind/stl/array.h>

#include "quadrille/games/quarto/random_game.hpp"
#include "quadrille/search/bind.hpp"

namespace quarto = quadrille::quarto;
using quadrille::on_state;
using quarto::State;

void bind_solver(nb::module_& m);  // bind_solver.cpp

namespace {

std::vector<int> members(std::uint16_t set) {
    std::vector<int> result;
    quadrille::for_each_bit(set, [&](int i) { result.push_back(i); });
    return result;
}

// Binds a method that answers with a set of squares or pieces.
template <class Set>
auto as_list(Set (State::*method)() const) {
    return
        [method](const quadrille::Bound<State>& self) { return members((self.state.*method)()); };
}

int checked(int number, const char* what) {
    if (number < 0 || number > 15)
        throw nb::value_error(
            (std::string("expected a ") + what + " from 0 to 15, got " + std::to_string(number))
                .c_str());
    return number;
}

// The moves of the random game that _play_out() plays, on to a full board.
std::vector<quarto::Move> random_game(const State& state, quadrille::Rng& rng) {
    std::vector<quarto::Move> moves;
    const quarto::FilledBoard board = quarto::fill_at_random(state, rng);
    const auto times = std::bit_cast<std::array<std::uint8_t, 16>>(board.times);
    for (int time = 1; time <= 16; ++time) {
        const auto found = std::find(times.begin(), times.end(), time);
        if (found == times.end()) continue;
        const auto square = static_cast<std::size_t>(found - times.begin());
        if (state.hand() < 0 || !moves.empty())
            moves.push_back(quarto::Move::give(board.pieces[square]));
        moves.push_back(quarto::Move::place(static_cast<int>(square)));
    }
    return moves;
}

using Map = std::array<std::uint8_t, 16>;

const Map& checked_map(const Map& map, const std::vector<Map>& known, const char* what) {
    if (std::find(known.begin(), known.end(), map) == known.end())
        throw nb::value_error((std::string("expected one of the ") + std::to_string(known.size()) +
                               " symmetries of the " + what)
                                  .c_str());
    return map;
}

}  // namespace

NB_MODULE(_core, m) {
    auto [state, move] = quadrille::bind_game<State>(m);
    quadrille::search::bind_searches<State>(state);
    move.def_prop_ro("is_give", &quarto::Move::is_give, "Whether it gives rather than places.")
        .def_prop_ro("square", &quarto::Move::square, "The square of a place, else -1.")
        .def_prop_ro("piece", &quarto::Move::piece, "The piece of a give, else -1.");
    state
        .def(
            "piece",
            [](const quadrille::Bound<State>& self, int square) {
                return self.state.piece(checked(square, "square"));
            },
            nb::arg("square"), "The piece on a square (4 * rank + file, a1 = 0), or -1.")
        .def("hand", on_state(&State::hand), "The piece to be placed, or -1.")
        .def("remaining", as_list(&State::remaining), "Pieces neither placed nor in hand.")
        .def("winner", on_state(&State::winner), "Who has won, or -1.")
        .def(
            "winning_lines",
            [](const quadrille::Bound<State>& self) {
                std::vector<std::vector<int>> lines;
                for (const auto line : self.state.winning_lines()) lines.push_back(members(line));
                return lines;
            },
            "The squares of every completed line.")
        .def("winning_squares", as_list(&State::winning_squares),
             "Empty squares on which the piece in hand wins.")
        .def("safe_pieces", as_list(&State::safe_pieces),
             "Remaining pieces that cannot win at once on the present board.")
        .def(
            "_judge_moves",
            [](const quadrille::Bound<State>& self) {
                std::vector<quarto::Move> moves;
                std::vector<double> values;
                self.state.legal_moves(moves);
                self.state.judge_moves(self.state.weights(), moves, values);
                return values;
            },
            "The static value of the position after each legal move, for the mover.")
        .def(
            "_play_out",
            [](quadrille::Bound<State>& self, quadrille::Rng& rng) {
                return self.state.play_out(rng);
            },
            nb::arg("rng"), "Plays random moves to the end of the game; how many.")
        .def(
            "_random_game",
            [](const quadrille::Bound<State>& self, quadrille::Rng& rng) {
                return random_game(self.state, rng);
            },
            nb::arg("rng"), "The moves that _play_out() plays, on to a full board.")
        .def(
            "transformed",
            [](const quadrille::Bound<State>& self, const Map& squares, const Map& pieces) {
                const auto& boards = quarto::board_symmetries(self.state.options());
                const quarto::Symmetry symmetry{
                    checked_map(squares, boards, "board"),
                    checked_map(pieces, quarto::relabelings(), "pieces")};
                return quadrille::Bound<State>{self.state.transformed(symmetry), self.chance};
            },
            nb::arg("squares"), nb::arg("pieces"),
            "The position with squares moved and pieces relabelled; see the module symmetry.");
    m.def(
        "piece_text", [](int piece) { return quarto::piece_text(checked(piece, "piece")); },
        nb::arg("piece"), "The four letters of a piece.");
    m.def(
        "square_text", [](int square) { return quarto::square_text(checked(square, "square")); },
        nb::arg("square"), "The name of a square.");
    m.def(
        "board_symmetries",
        [](bool squares, bool torus) { return quarto::board_symmetries({squares, torus}); },
        nb::arg("squares"), nb::arg("torus"), "All permutations of the squares that keep lines.");
    m.def("relabelings", &quarto::relabelings, "The 384 relabelings of the pieces.");
    bind_solver(m);
}
