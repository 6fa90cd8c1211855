// What players do not know, and how it is guessed.
#include <algorithm>

#include "quadrille/games/sheep/rules.hpp"

namespace quadrille::sheep {

State State::view(int player) const {
    if (!hides_facts()) return *this;
    State seen = *this;
    for (int other = 0; other < options_.players; ++other) {
        if (other == player || !has_secrets_of(other)) continue;
        for (const Place place : places(other)) seen.extra_[place] = 0;
        seen.hidden_ |= static_cast<std::uint8_t>(1U << other);
    }
    seen.count_slides();
    seen.hash_ = seen.fresh_hash();
    return seen;
}

// The player's cells of which not everybody knows how many sheep they hold.
std::vector<State::Place> State::hidden_places(int player) const {
    std::vector<Place> found;
    for (const Place place : places(player))
        if (!is_known_at(place)) found.push_back(place);
    return found;
}

// Sheep in excess of one a cell can only be where nobody knows better.
bool State::has_secrets_of(int player) const {
    return num_cells(player) < flock_ && hidden_places(player).size() > 1;
}

void State::settle() {
    hidden_ = 0;
    count_slides();
    hash_ = fresh_hash();
}

// Extra sheep fall on the cells like stars between bars, each arrangement as likely as the others.
// Arrangements in which nobody could move are drawn again if the game goes on.
State State::redeal(int player, Rng& rng) const {
    if (!hides_facts()) return *this;
    State dealt = *this;
    const auto deal = [&](int other) {
        const std::vector<Place> cells = hidden_places(other);
        if (cells.empty()) return;
        auto stars = static_cast<std::uint32_t>(flock_ - num_cells(other));
        auto bars = static_cast<std::uint32_t>(cells.size()) - 1;
        for (const Place place : cells) {
            std::uint8_t here = 0;
            while (stars > 0 && rng.below(stars + bars) < stars) {
                ++here;
                --stars;
            }
            if (bars > 0) --bars;
            dealt.extra_[place] = here;
        }
    };
    do {
        for (int other = 0; other < options_.players; ++other)
            if (other != player || (hidden_ >> other & 1) != 0) deal(other);
        dealt.count_slides();
    } while (phase() == Phase::slide && dealt.is_stuck());
    dealt.settle();
    return dealt;
}

State State::evened() const {
    if (!is_view()) return *this;
    State guess = *this;
    for (int player = 0; player < options_.players; ++player) {
        if ((hidden_ >> player & 1) == 0) continue;
        const std::vector<Place> cells = hidden_places(player);
        const std::size_t extra = index(flock_ - num_cells(player));
        for (std::size_t i = 0; i < cells.size(); ++i)
            guess.extra_[cells[i]] = static_cast<std::uint8_t>(extra / cells.size() +
                                                               (i < extra % cells.size() ? 1 : 0));
    }
    guess.settle();
    return guess;
}

State State::averaged() const {
    if (!is_view()) return *this;
    State guess = *this;
    for (int player = 0; player < options_.players; ++player) {
        const int cells = num_cells(player);
        if ((hidden_ >> player & 1) == 0) continue;
        const int mean = (2 * flock_ + cells) / (2 * cells);
        // Never more sheep than there is room for in the lists.
        const int most = (max_flock - cells) / cells;
        for (const Place place : places(player))
            guess.extra_[place] = static_cast<std::uint8_t>(std::clamp(mean - 1, 0, most));
    }
    guess.settle();
    return guess;
}

}  // namespace quadrille::sheep
