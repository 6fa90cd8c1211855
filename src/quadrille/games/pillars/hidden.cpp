// What a team does not know of the other: its cards in hand, and so what is left in its pile.
#include "quadrille/games/pillars/rules.hpp"

namespace quadrille::pillars {

// Whether there is only one way in which unseen cards can lie in hand and pile.
bool State::can_be_worked_out(int side) const {
    const Team& other = team(side);
    const int size = other.hand.total();
    Cards unseen = other.pile;  // where it is hidden, with the hand
    if (!is_hidden(side))
        for (const Card card : {move_card, build_card})
            unseen[card] = static_cast<std::uint8_t>(unseen[card] + other.hand[card]);
    if (unseen.total() == size || other.known.total() == size) return true;
    for (const Card card : {move_card, build_card})
        if (unseen[card] == other.known[card]) return true;
    return false;
}

State State::view(int player) const {
    if (!hides_facts()) return *this;
    State seen = *this;
    const int other = 1 - side(player);
    if (is_hidden(other) || can_be_worked_out(other)) return seen;
    // All unseen cards lie together, and the hand's number in a place of its own.
    Team& blank = seen.teams_[index(other)];
    const int size = blank.hand.total();
    for (const Card card : {move_card, build_card})
        blank.pile[card] = static_cast<std::uint8_t>(blank.pile[card] + blank.hand[card]);
    blank.hand = {{static_cast<std::uint8_t>(size), 0}};
    seen.hidden_ |= static_cast<std::uint8_t>(1U << other);
    return seen;
}

Move State::seen(Move move, int player) const {
    const bool hides = hides_facts() && move.is_draw() && side(player) != (action_ & 1);
    return hides ? Move::unseen_draw() : move;
}

// The hand holds what is known of it; the rest is drawn from the unseen cards.
State State::redeal(int player, Rng& rng) const {
    if (!hides_facts()) return *this;
    const int other = 1 - side(player);
    State dealt = view(player);
    for (const int side : {red, blue}) {
        if (!dealt.is_hidden(side)) continue;
        if (side != other && !is_hidden(side)) continue;
        Team& team = dealt.teams_[index(side)];
        int wanted = team.hand.total();
        team.hand = team.known;
        for (const Card card : {move_card, build_card})
            team.pile[card] = static_cast<std::uint8_t>(team.pile[card] - team.known[card]);
        for (wanted -= team.known.total(); wanted > 0; --wanted) {
            const std::uint32_t ticket = rng.below(static_cast<std::uint32_t>(team.pile.total()));
            const Card card = ticket < team.pile.count[move_card] ? move_card : build_card;
            --team.pile[card];
            ++team.hand[card];
        }
    }
    dealt.hidden_ = 0;
    return dealt;
}

}  // namespace quadrille::pillars
