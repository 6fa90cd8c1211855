// How a search looks from Python: made from a dict of settings, search(...) gives a Decision.
#pragma once

#include <nanobind/stl/optional.h>

#include <algorithm>
#include <initializer_list>

#include "quadrille/core/bind_tools.hpp"
#include "quadrille/search/bind_face.hpp"
#include "quadrille/search/search.hpp"

namespace quadrille::search {

// --- settings ------------------------------------------------------------------------------

// Sets the fields of a settings struct from a Python mapping, by their names.
class SettingsReader {
  public:
    explicit SettingsReader(const nb::dict& values) : values_(values) {}

    template <class Field>
    void operator()(const char* name, Field& field) {
        if (const nb::object value = take(name); value.is_valid())
            if (!nb::try_cast(value, field))
                throw BadOption("expected another kind or size of number for " + quoted(name) +
                                ", got " + python_repr(value));
    }
    void operator()(const char* name, int& field, std::initializer_list<const char*> choices) {
        const nb::object value = take(name);
        if (!value.is_valid()) return;
        const auto text = nb::cast<std::string>(value);
        const auto* found = std::find(choices.begin(), choices.end(), text);
        if (found == choices.end())
            throw BadOption("unknown " + std::string(name) + " " + quoted(text));
        field = static_cast<int>(found - choices.begin());
    }
    void finish() const {
        if (taken_ != values_.size())
            throw BadOption("unknown setting among " + python_repr(values_));
    }

  private:
    nb::object take(const char* name) {
        if (!values_.contains(name)) return {};
        ++taken_;
        return values_[name];
    }

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

template <SearchState State>
nb::object decision_of(const State& root, const Result<State>& result,
                       std::optional<double> seconds) {
    nb::object stats_type = python_type("quadrille.core.decision", "MoveStats");
    const auto optional = [](const auto& number) -> nb::object {
        return number ? nb::cast(*number) : nb::none();
    };
    nb::list moves;
    for (const auto& stats : result.moves)
        moves.append(stats_type(Face<State>::move(root, stats.move), optional(stats.visits),
                                optional(stats.value), optional(stats.prior), stats.exact));
    nb::list pv;
    State state = root;
    for (const auto move : result.pv) {
        pv.append(Face<State>::move(state, move));
        // Beyond a hidden fact the line cannot be followed on a view.
        if (root.hides_facts()) break;
        state.play(move);
    }
    nb::object value = nb::none();
    if (result.valued) value = nb::tuple(first_values<State>(result.value, root.num_sides()));
    using namespace nb::literals;
    return python_type("quadrille.core.decision", "Decision")(
        Face<State>::move(root, result.move), "value"_a = value, "moves"_a = nb::tuple(moves),
        "pv"_a = nb::tuple(pv), "nodes"_a = result.nodes, "seconds"_a = optional(seconds),
        "depth"_a = result.depth, "exact"_a = result.exact);
}

// --- running -------------------------------------------------------------------------------

// Runs search(root, rng, control) without the GIL. `stop` is a threading.Event or None, `progress`
// is called now and then with the Decision so far, or None.
template <SearchState State, class Search>
nb::object run_search(Search& search, typename Face<State>::Argument state, Rng& rng,
                      std::optional<double> seconds, const nb::object& stop,
                      const nb::object& progress) {
    using Clock = typename Control<State>::Clock;
    const auto start = Clock::now();
    const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    const State root = Face<State>::root(state);
    const auto poll = [&] {
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        return !stop.is_none() && nb::cast<bool>(stop.attr("is_set")());
    };
    typename Control<State>::Report report;
    if (!progress.is_none())
        report = [&](const Result<State>& so_far) {
            const nb::gil_scoped_acquire gil;
            progress(decision_of(root, so_far, spent()));
        };
    Control<State> control(seconds.value_or(Control<State>::forever), poll, report);
    if (poll()) control.stop();
    Result<State> result;
    {
        const nb::gil_scoped_release release;
        try {
            result = search.search(root, rng, control);
        } catch (const std::bad_alloc&) {
            throw BadOption("there is not as much memory as the search was told to use");
        }
    }
    return decision_of(root, result, spent());
}

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
                   throw BadOption("there is not as much memory as the search was told to use");
               }
           },
           nb::arg("settings"),
           nb::sig("def __init__(self, settings: dict[str, typing.Any]) -> None"))
        .def(
            "search",
            [](Search& self, typename Face<State>::Argument state, Rng& rng,
               std::optional<double> seconds, const nb::object& stop, const nb::object& progress) {
                return run_search<State>(self, state, rng, seconds, stop, progress);
            },
            nb::arg("state"), nb::arg("rng"), nb::arg("seconds").none() = nb::none(),
            nb::arg("stop").none() = nb::none(), nb::arg("progress").none() = nb::none(),
            nb::sig("def search(self, state: typing.Any, rng: quadrille.core._core.Rng, "
                    "seconds: float | None = None, stop: typing.Any = None, "
                    "progress: typing.Any = None) -> quadrille.core.decision.Decision"));
    return cls;
}

}  // namespace quadrille::search
