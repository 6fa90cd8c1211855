#include "quadrille/search/bind_search.hpp"

#include <algorithm>

namespace quadrille::search {

// --- settings ------------------------------------------------------------------------------

nb::object SettingsReader::take(const char* name) {
    if (!values_.contains(name)) return {};
    ++taken_;
    return values_[name];
}

template <class Field>
void SettingsReader::set(const char* name, Field& field) {
    if (const nb::object value = take(name); value.is_valid())
        if (!nb::try_cast(value, field))
            throw BadOption("expected another kind or size of number for " + quoted(name) +
                            ", got " + python_repr(value));
}

void SettingsReader::operator()(const char* name, bool& field) { set(name, field); }
void SettingsReader::operator()(const char* name, int& field) { set(name, field); }
void SettingsReader::operator()(const char* name, std::uint32_t& field) { set(name, field); }
void SettingsReader::operator()(const char* name, std::uint64_t& field) { set(name, field); }
void SettingsReader::operator()(const char* name, double& field) { set(name, field); }
void SettingsReader::operator()(const char* name, std::vector<float>& field) { set(name, field); }

void SettingsReader::operator()(const char* name, std::shared_ptr<const Network>& field) {
    if (const nb::object value = take(name); value.is_valid() && !value.is_none())
        field = nb::cast<std::shared_ptr<Network>>(value);
}

void SettingsReader::operator()(const char* name, int& field,
                                std::initializer_list<const char*> choices) {
    const nb::object value = take(name);
    if (!value.is_valid()) return;
    const auto text = nb::cast<std::string>(value);
    const auto* found = std::find(choices.begin(), choices.end(), text);
    if (found == choices.end())
        throw BadOption("unknown " + std::string(name) + " " + quoted(text));
    field = static_cast<int>(found - choices.begin());
}

void SettingsReader::finish() const {
    if (taken_ != values_.size()) throw BadOption("unknown setting among " + python_repr(values_));
}

void throw_out_of_memory() {
    throw BadOption("not enough memory for the search; reduce its memory setting");
}

// --- answers -------------------------------------------------------------------------------

nb::object decision_of(const Result& result, const PythonMoves& moves, int sides,
                       std::optional<double> seconds) {
    const nb::object stats_type = python_type("quadrille.core.agents.decision", "MoveStats");
    const auto optional = [](const auto& number) -> nb::object {
        return number ? nb::cast(*number) : nb::none();
    };
    nb::list all;
    for (std::size_t i = 0; i < result.moves.size(); ++i) {
        const MoveStats& stats = result.moves[i];
        all.append(stats_type(moves.all[i], optional(stats.visits), optional(stats.value),
                              optional(stats.prior), stats.exact));
    }
    nb::object value = nb::none();
    if (result.valued) value = nb::tuple(first_values(result.value, sides));
    using namespace nb::literals;
    return python_type("quadrille.core.agents.decision", "Decision")(
        moves.best, "value"_a = value, "moves"_a = nb::tuple(all), "pv"_a = nb::tuple(moves.pv),
        "nodes"_a = result.nodes, "seconds"_a = optional(seconds), "depth"_a = result.depth,
        "exact"_a = result.exact);
}

// --- running -------------------------------------------------------------------------------

nb::object run_search(const Request& request, int sides,
                      const std::function<Result(Control&)>& search,
                      const std::function<PythonMoves(const Result&)>& moves_of) {
    using Clock = Control::Clock;
    const auto start = Clock::now();
    const auto decision = [&](const Result& result) {
        const double spent = std::chrono::duration<double>(Clock::now() - start).count();
        return decision_of(result, moves_of(result), sides, spent);
    };
    const auto poll = [&] {
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        return !request.stop.is_none() && nb::cast<bool>(request.stop.attr("is_set")());
    };
    Control::Report report;
    if (!request.progress.is_none())
        report = [&](const Result& so_far) {
            const nb::gil_scoped_acquire gil;
            request.progress(decision(so_far));
        };
    Control control(request.seconds.value_or(Control::forever), poll, report);
    if (poll()) control.stop();
    Result result;
    {
        const nb::gil_scoped_release release;
        try {
            result = search(control);
        } catch (const std::bad_alloc&) {
            throw_out_of_memory();
        }
    }
    return decision(result);
}

}  // namespace quadrille::search
