// The bytes of each game's state, and the nanoseconds of a copy: `copies SECONDS`, a JSON object a
// line. A state is trivially copyable, so that what it holds does not matter.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "quadrille/games/carcassonne/rules.hpp"
#include "quadrille/games/connect_four/rules.hpp"
#include "quadrille/games/pillars/rules.hpp"
#include "quadrille/games/quarto/rules.hpp"
#include "quadrille/games/sheep/rules.hpp"

namespace {

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <class State>
void measure(double seconds) {
    static_assert(std::is_trivially_copyable_v<State>);
    alignas(State) static std::byte from[sizeof(State)];
    alignas(State) static std::byte to[sizeof(State)];
    std::memset(from, 1, sizeof from);
    constexpr int chunk = 1 << 16;
    long long copies = 0;
    const double start = cpu_seconds();
    double spent = 0;
    while ((spent = cpu_seconds() - start) < seconds) {
        for (int i = 0; i < chunk; ++i) {
            std::memcpy(to, from, sizeof from);  // what the copy of such a state is
            asm volatile("" : : "r"(to), "r"(from) : "memory");
        }
        copies += chunk;
    }
    std::printf("{\"game\": \"%s\", \"bytes\": %zu, \"nanoseconds\": %.4g}\n", State::name,
                sizeof(State), 1e9 * spent / static_cast<double>(copies));
}

}  // namespace

int main(int, char** given) {
    const double seconds = std::atof(given[1]);
    measure<quadrille::carcassonne::State>(seconds);
    measure<quadrille::connect_four::State>(seconds);
    measure<quadrille::pillars::State>(seconds);
    measure<quadrille::quarto::State>(seconds);
    measure<quadrille::sheep::State>(seconds);
}
