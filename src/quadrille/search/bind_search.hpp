// How a search looks from Python: made from a dict of settings, search(...) gives a Decision.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <initializer_list>

#include "quadrille/core/binding/bind_tools.hpp"
#include "quadrille/search/bind_conversion.hpp"
#include "quadrille/search/network.hpp"
#include "quadrille/search/search.hpp"

namespace quadrille::search {

// --- settings ------------------------------------------------------------------------------

// Sets the fields of a settings struct from a Python mapping, by their names.
class SettingsReader {
  public:
    explicit SettingsReader(const nb::dict& values) : values_(values) {}

    void operator()(const char* name, bool& field);
    void operator()(const char* name, int& field);
    void operator()(const char* name, std::uint32_t& field);
    void operator()(const char* name, std::uint64_t& field);
    void operator()(const char* name, double& field);
    void operator()(const char* name, std::vector<float>& field);
    void operator()(const char* name, std::shared_ptr<const Network>& field);
    void operator()(const char* name, int& field, std::initializer_list<const char*> choices);
    void finish() const;

  private:
    template <class Field>
    void set(const char* name, Field& field);
    nb::object take(const char* name);

    nb::dict values_;
    std::size_t taken_ = 0;
};

template <class Settings>
Settings settings_from_python(const nb::dict& values) {
    Settings settings;
    SettingsReader reader(values);
    settings.visit(reader);
    reader.finish();
    return settings;
}

// --- answers -------------------------------------------------------------------------------

// The moves of a result as Python has them.
struct PythonMoves {
    nb::object best;
    nb::list all;
    nb::list pv;
};

template <SearchState State>
PythonMoves python_moves(const State& root, const Result& result) {
    using Move = typename State::Move;
    PythonMoves moves{Conversion<State>::move(root, Move{result.move.value}), {}, {}};
    for (const MoveStats& stats : result.moves)
        moves.all.append(Conversion<State>::move(root, Move{stats.move.value}));
    State state = root;
    for (const AnyMove each : result.pv) {
        const Move move{each.value};
        moves.pv.append(Conversion<State>::move(state, move));
        // Beyond a hidden fact the line cannot be followed on a view.
        if (root.hides_facts()) break;
        state.play(move);
    }
    return moves;
}

nb::object decision_of(const Result& result, const PythonMoves& moves, int sides,
                       std::optional<double> seconds);

// --- running -------------------------------------------------------------------------------

// The limits of a search: `stop` is a threading.Event or None, `progress` is called now and then with
// the Decision so far, or None.
struct Request {
    std::optional<double> seconds;
    nb::object stop;
    nb::object progress;
};

// Runs a search without the GIL and gives its Decision. `moves_of` turns a result's moves.
nb::object run_search(const Request& request, int sides,
                      const std::function<Result(Control&)>& search,
                      const std::function<PythonMoves(const Result&)>& moves_of);

// Reports settings that ask for more memory than there is.
[[noreturn]] void throw_out_of_memory();

// Binds a search class of a kind of states: Name(settings), .search(...), and .saw(move) where it
// keeps something from move to move.
template <SearchState State, class Search>
nb::class_<Search> bind_search(nb::handle scope, const char* name, const char* doc) {
    nb::class_<Search> cls(scope, name, doc);
    cls.def(
           "__init__",
           [](Search* self, const nb::dict& settings) {
               try {
                   new (self) Search(settings_from_python<typename Search::Settings>(settings));
               } catch (const std::bad_alloc&) {
                   throw_out_of_memory();
               }
           },
           nb::arg("settings"),
           nb::sig("def __init__(self, settings: dict[str, typing.Any]) -> None"))
        .def(
            "search",
            [](Search& self, typename Conversion<State>::Argument state, Rng& rng,
               std::optional<double> seconds, const nb::object& stop, const nb::object& progress) {
                const State root = Conversion<State>::root(state);
                return run_search(
                    {seconds, stop, progress}, root.num_sides(),
                    [&](Control& control) { return self.search(root, rng, control); },
                    [&](const Result& result) { return python_moves(root, result); });
            },
            nb::arg("state"), nb::arg("rng"), nb::arg("seconds").none() = nb::none(),
            nb::arg("stop").none() = nb::none(), nb::arg("progress").none() = nb::none(),
            nb::sig("def search(self, state: typing.Any, rng: quadrille.core._core.Rng, "
                    "seconds: float | None = None, stop: typing.Any = None, "
                    "progress: typing.Any = None) -> quadrille.core.agents.decision.Decision"));
    return cls;
}

}  // namespace quadrille::search
