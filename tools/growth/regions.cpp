// What it would cost to find the regions of Sheep anew after every move: `regions SECONDS`, a JSON
// object a line. Random games are played with the score read after every move: as it is kept, and
// by filling the mover's regions, or everybody's, cell by cell. The numbers must agree.

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "quadrille/games/sheep/rules.hpp"

namespace {

using quadrille::Rng;
using quadrille::sheep::Cell;
using quadrille::sheep::Options;
using quadrille::sheep::State;

constexpr int side = quadrille::sheep::max_size + 2;  // with a border, so that nothing is checked

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Regions found anew: the sum of the squares of their areas.
class Filling {
  public:
    long long squares(const State& state, int player) {
        std::array<std::uint16_t, side * side> cells;
        int count = 0;
        state.for_each_cell(player, [&](Cell cell) {
            const int place = (cell.y() + 1) * side + cell.x() + 1;
            mine_[static_cast<std::size_t>(place)] = true;
            cells[static_cast<std::size_t>(count++)] = static_cast<std::uint16_t>(place);
        });
        long long sum = 0;
        for (int i = 0; i < count; ++i) {
            const long long area = fill(cells[static_cast<std::size_t>(i)]);
            sum += area * area;
        }
        return sum;
    }

  private:
    // The area of the region of a cell; 0 if it was counted already.
    int fill(int first) {
        if (!mine_[static_cast<std::size_t>(first)]) return 0;
        int area = 0, open = 0;
        stack_[static_cast<std::size_t>(open++)] = static_cast<std::uint16_t>(first);
        mine_[static_cast<std::size_t>(first)] = false;
        while (open > 0) {
            const int at = stack_[static_cast<std::size_t>(--open)];
            ++area;
            for (const int step : {-side, -1, 1, side}) {
                const auto beside = static_cast<std::size_t>(at + step);
                if (!mine_[beside]) continue;
                mine_[beside] = false;
                stack_[static_cast<std::size_t>(open++)] = static_cast<std::uint16_t>(beside);
            }
        }
        return area;
    }

    std::array<bool, side * side> mine_{};
    std::array<std::uint16_t, side * side> stack_{};
};

long long kept_squares(const State& state, int player) {
    long long sum = 0;
    state.for_each_area(player, [&](int area) { sum += static_cast<long long>(area) * area; });
    return sum;
}

enum class How { kept, mover, everybody };

void measure(const char* name, How how, int game, double seconds) {
    Options options;
    options.game = game;
    Filling filling;
    Rng rng(1);
    const State first = State::create(options, rng);
    long long plies = 0;
    double sink = 0;
    const double start = cpu_seconds();
    double spent = 0;
    while ((spent = cpu_seconds() - start) < seconds) {
        State state = first;
        while (!state.is_over()) {
            const int mover = state.player();
            state.play(state.random_move(rng));
            ++plies;
            if (how == How::kept) sink += state.scores()[static_cast<std::size_t>(mover)];
            if (how == How::mover) sink += static_cast<double>(filling.squares(state, mover));
            if (how == How::everybody)
                for (int player = 0; player < state.num_players(); ++player)
                    sink += static_cast<double>(filling.squares(state, player));
        }
    }
    std::printf("{\"game\": %d, \"how\": \"%s\", \"nanoseconds\": %.4g, \"sum\": %.4g}\n", game,
                name, 1e9 * spent / static_cast<double>(plies), sink);
}

// Whether both ways find the same regions, in whole games.
bool agrees(int game) {
    Options options;
    options.game = game;
    Filling filling;
    Rng rng(7);
    for (int number = 0; number < 20; ++number) {
        State state = State::create(options, rng);
        while (!state.is_over()) {
            state.play(state.random_move(rng));
            for (int player = 0; player < state.num_players(); ++player)
                if (filling.squares(state, player) != kept_squares(state, player)) return false;
        }
    }
    return true;
}

}  // namespace

int main(int, char** given) {
    const double seconds = std::atof(given[1]);
    for (const int game : {1, 2}) {
        if (!agrees(game)) return 1;
        measure("kept", How::kept, game, seconds);
        measure("mover", How::mover, game, seconds);
        measure("everybody", How::everybody, game, seconds);
    }
}
