#include <algorithm>
#include <array>

#include "quadrille/games/pillars/inputs.hpp"

namespace quadrille::pillars {

namespace {

enum Name { planes, facts, net };

constexpr int num_planes = 6 + 2 * max_gamers;
constexpr int facts_per_team = 9;
constexpr int num_facts = 2 * facts_per_team + 2 * max_gamers + 3;

// [16, size, size], rows from the bottom: height / centre height; the centre; one's own team, the
// other, who acts; cells that can grow; then each gamer by its place in its team's order.
void encode_planes(const State& state, int viewer, float* out) {
    const int size = state.size(), area = size * size;
    std::fill_n(out, num_planes * area, 0.0F);
    const auto at = [&](int plane, Cell cell) -> float& {
        return out[plane * area + cell.y * size + cell.x];
    };
    std::array<float, max_height + 1> shares;  // of the centre's height
    for (std::size_t height = 0; height < shares.size(); ++height)
        shares[height] = static_cast<float>(height) / static_cast<float>(state.height());
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            const Cell cell{x, y};
            at(0, cell) = shares[static_cast<std::size_t>(state.height_at(cell))];
            at(5, cell) = state.can_build_on(cell) ? 1.0F : 0.0F;
        }
    at(1, state.centre()) = 1;
    if (state.actor() >= 0) at(4, state.position(state.actor())) = 1;
    for (int player = 0; player < state.num_players(); ++player) {
        const bool foe = state.side(player) != state.side(viewer);
        at(foe ? 3 : 2, state.position(player)) = 1;
    }
    for (const int side : {red, blue})
        for (int i = 0; i < state.gamers(); ++i) {
            const int player = side * state.gamers() + state.team(side).order[std::size_t(i)];
            const int plane = 6 + (side != state.side(viewer) ? max_gamers : 0) + i;
            at(plane, state.position(player)) = 1;
        }
}

// Nine numbers for one's own team and nine for the other: hand, pile, discards as shares of the
// deck by kind (0 where hidden), the hand's size, whether it is hidden, whether it acts; the climbs
// of all gamers by order; then the round, the action, and whether building is free.
void encode_facts(const State& state, int viewer, float* out) {
    std::fill_n(out, num_facts, 0.0F);
    const auto climbs = state.climbs();
    const auto gamers = static_cast<float>(state.gamers());
    float* climb = out + 2 * facts_per_team;
    for (int k = 0; k < 2; ++k) {
        const int side = k == 0 ? state.side(viewer) : 1 - state.side(viewer);
        const Team& team = state.team(side);
        const bool hidden = state.is_hidden(side);
        float* fact = out + k * facts_per_team;
        for (const Card card : {move_card, build_card}) {
            const auto deck = static_cast<float>(std::max(state.options().cards(card), 1));
            fact[card] = hidden ? 0 : static_cast<float>(team.hand[card]) / deck;
            fact[2 + card] = hidden ? 0 : static_cast<float>(team.pile[card]) / deck;
            fact[4 + card] = static_cast<float>(team.discards[card]) / deck;
        }
        fact[6] = static_cast<float>(team.hand.total()) / gamers;
        fact[7] = hidden ? 1.0F : 0.0F;
        fact[8] = state.actor() >= 0 && state.side(state.actor()) == side ? 1.0F : 0.0F;
        for (int i = 0; i < state.gamers(); ++i) {
            const int player = side * state.gamers() + team.order[std::size_t(i)];
            climb[k * max_gamers + i] =
                1.0F / (1.0F + static_cast<float>(climbs[std::size_t(player)]));
        }
    }
    float* game = climb + 2 * max_gamers;
    game[0] = static_cast<float>(state.round()) / static_cast<float>(state.options().rounds);
    game[1] = static_cast<float>(state.action_number()) / (2 * gamers);
    game[2] = state.options().builds_anywhere() ? 1.0F : 0.0F;
    if (state.is_over()) game[0] = game[1] = 0;
}

}  // namespace

std::vector<Encoding> State::encodings() const {
    return {{"planes",
             {num_planes, size(), size()},
             DType::float32,
             1,
             "heights, teams, who acts, cells that can grow, gamers by initiative"},
            {"facts", {num_facts}, DType::float32, 1, "cards of both teams, climbs, the turn"},
            {"net",
             {num_inputs(size())},
             DType::float32,
             1,
             "heights and gamers by cell, what each gamer can do, cards, climbs, the turn",
             true,
             num_move_inputs(size())}};
}

void State::encode(int encoding, int player, void* buffer) const {
    if (encoding == net)
        return encode_inputs(*this, encoding, static_cast<std::size_t>(num_inputs(size())), player,
                             buffer);
    auto* out = static_cast<float*>(buffer);
    if (encoding == planes) return encode_planes(*this, player, out);  // shows no cards
    encode_facts(view(player), player, out);
}

// Steps, builds by cell, passes.
int State::action(Move move) const {
    if (move.is_step()) return move.direction();
    if (move.is_build()) return 4 + move.cell().y * size() + move.cell().x;
    return 4 + size() * size() + move.card();
}

Move State::move(int action) const {
    if (action < 4) return Move::step(action);
    const int cell = action - 4;
    if (cell < size() * size()) return Move::build({cell % size(), cell / size()});
    return Move::pass(static_cast<Card>(cell - size() * size()));
}

}  // namespace quadrille::pillars
