#include <algorithm>

#include "quadrille/games/sheep/inputs.hpp"

namespace quadrille::sheep {

namespace {

constexpr int num_planes = 2 + 3 * max_players + 2 + max_players;
constexpr int facts_per_player = 6;
constexpr int num_facts = max_players * facts_per_player + 2;

// [20, size, size], rows from the top: free, wall; for each player from the viewer's seat on its
// cells, its sheep as a share of the flock, its cells with a hidden number; cells to start on;
// whether partners play; who moves.
void encode_planes(const State& state, int viewer, float* out) {
    const int size = state.size(), area = size * size;
    std::fill_n(out, num_planes * area, 0.0F);
    const auto at = [&](int plane, Cell cell) -> float& {
        return out[plane * area + cell.y() * size + cell.x()];
    };
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            at(0, {x, y}) = state.is_free({x, y}) ? 1.0F : 0.0F;
            at(1, {x, y}) = state.is_wall({x, y}) ? 1.0F : 0.0F;
        }
    for (const Flock& flock : state.flocks()) {
        const int plane = 2 + 3 * relative(state, flock.player, viewer);
        at(plane, flock.cell) = 1;
        at(plane + 1, flock.cell) =
            static_cast<float>(flock.sheep) / static_cast<float>(state.flock());
        at(plane + 2, flock.cell) = flock.sheep == 0 ? 1.0F : 0.0F;
    }
    constexpr int rest = 2 + 3 * max_players;
    if (state.phase() == Phase::start)
        for (const Cell cell : state.start_cells()) at(rest, cell) = 1;
    if (state.options().has_teams()) std::fill_n(out + (rest + 1) * area, area, 1.0F);
    if (!state.is_over())
        std::fill_n(out + (rest + 2 + relative(state, state.player(), viewer)) * area, area, 1.0F);
}

// The map as the contest's wire has it, x before y, then the numbers of sheep, 0 where hidden. Players
// are counted from `first` on.
void encode_vector(const State& state, int first, float* out) {
    const int size = state.size(), area = size * size;
    std::fill_n(out, 2 * area, 0.0F);
    for (int x = 0; x < size; ++x)
        for (int y = 0; y < size; ++y)
            if (state.is_wall({x, y})) out[x * size + y] = -1;
    for (const Flock& flock : state.flocks()) {
        const int at = flock.cell.x() * size + flock.cell.y();
        out[at] = static_cast<float>(relative(state, flock.player, first) + 1);
        out[area + at] = static_cast<float>(flock.sheep);
    }
}

// Six numbers for each player from the viewer's seat on, then two of the game.
void encode_facts(const State& state, int viewer, float* out) {
    std::fill_n(out, num_facts, 0.0F);
    const auto scores = state.scores();
    const auto points = state.contest_points();
    const auto flock = static_cast<float>(state.flock());
    for (int player = 0; player < state.num_players(); ++player) {
        float* fact = out + facts_per_player * relative(state, player, viewer);
        *fact++ = player == state.player() ? 1.0F : 0.0F;
        *fact++ = state.side(player) == state.side(viewer) ? 1.0F : 0.0F;
        *fact++ = static_cast<float>(state.num_cells(player)) / flock;
        *fact++ = static_cast<float>(scores[static_cast<std::size_t>(player)]) / flock;
        *fact++ = static_cast<float>(points[static_cast<std::size_t>(player)]) / 5;
        *fact++ = static_cast<float>(state.mobility(player)) / (8 * flock);
    }
    float* game = out + max_players * facts_per_player;
    game[0] = state.phase() == Phase::start ? 1.0F : 0.0F;
    game[1] = static_cast<float>(state.options().exponent) - 1;
}

}  // namespace

std::vector<Encoding> State::encodings() const {
    const int side = size(), parts = num_move_parts(*this);
    return {{"planes",
             {num_planes, side, side},
             DType::float32,
             1,
             "ground, cells and sheep by player from the viewer's seat on, start cells, mover"},
            {"vector",
             {2 * side * side},
             DType::float32,
             1,
             "the contest's map and numbers of sheep, column by column",
             false,
             parts},
            {"average",
             {2 * side * side},
             DType::float32,
             1,
             "the same from the viewer's seat on, hidden numbers as their owner's average",
             false,
             parts},
            {"facts", {num_facts}, DType::float32, 1, "cells, scores, points, slides by player"},
            {"net",
             {num_inputs},
             DType::float32,
             2,
             "each player's cells and flocks, free cells that it comes to first, the score",
             true,
             num_move_inputs}};
}

void State::encode(int encoding, int player, void* buffer) const {
    if (encoding == net)
        return encode_inputs(*this, encoding, std::size_t{num_inputs}, player, buffer);
    auto* out = static_cast<float*>(buffer);
    const State seen = view(player);
    switch (encoding) {
        case planes:
            return encode_planes(seen, player, out);
        case vector:
            return encode_vector(seen, 0, out);
        case average:
            return encode_vector(seen.averaged(), player, out);
        default:
            return encode_facts(seen, player, out);
    }
}

// Starts by cell; slides by origin, direction and number; then the pass.
int State::num_actions() const { return size_ * size_ * (1 + num_directions * (flock_ - 1)) + 1; }

int State::action(Move move) const {
    const auto number = [&](Cell cell) { return cell.y() * size_ + cell.x(); };
    if (move.is_pass()) return num_actions() - 1;
    if (move.is_start()) return number(move.to());
    const int slide = number(move.from()) * num_directions + move.direction();
    return size_ * size_ + slide * (flock_ - 1) + move.sheep() - 1;
}

Move State::move(int action) const {
    const auto cell = [&](int number) { return Cell(number % size_, number / size_); };
    if (action == num_actions() - 1) return Move::pass();
    if (action < size_ * size_) return Move::start(cell(action));
    const int sheep = (action - size_ * size_) % (flock_ - 1) + 1;
    const int slide = (action - size_ * size_) / (flock_ - 1);
    const Cell from = cell(slide / num_directions);
    const int direction = slide % num_directions;
    return Move::slide(from, direction, sheep, landing(from, direction));
}

}  // namespace quadrille::sheep
