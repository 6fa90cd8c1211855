// The native module of quadrille.core: random numbers, and the tools for Python-written games.
#include <array>
#include <cstdio>

#include "quadrille/core/binding/bind_inspect.hpp"
#include "quadrille/core/binding/bind_tools.hpp"
#include "quadrille/core/py_state.hpp"
#include "quadrille/core/vec/bind_vec_env.hpp"

using namespace quadrille;

namespace {

PyOptions to_options(nb::handle game) {
    return {PyHandle(game.attr("state_type")), PyHandle(game.attr("options"))};
}

void bind_rng(nb::module_& m) {
    nb::enum_<Stream>(m, "Stream", "What a keyed generator is for, so that streams never meet.")
        .value("plain", Stream::plain)
        .value("create", Stream::create)
        .value("chance", Stream::chance)
        .value("agent", Stream::agent)
        .value("env", Stream::env)
        .value("sample", Stream::sample);
    nb::class_<Rng>(m, "Rng", "xoshiro256++ seeded through SplitMix64; equal on every machine.")
        .def(nb::init<std::uint64_t>(), nb::arg("seed") = 0)
        .def_static("keyed", &Rng::keyed, nb::arg("seed"), nb::arg("stream"), nb::arg("index") = 0,
                    "An independent generator for each purpose and index under one seed.")
        .def("next", &Rng::next, "The next 64 random bits.")
        .def(
            "below",
            [](Rng& self, std::uint32_t n) {
                if (n == 0) throw nb::value_error("expected a positive bound, got 0");
                return self.below(n);
            },
            nb::arg("n"), "A uniform whole number from 0 to n - 1, exactly.")
        .def("uniform", &Rng::uniform, "A uniform number in [0, 1).")
        .def(
            "copy", [](const Rng& self) { return self; }, "An independent copy.")
        .def(
            "__eq__", [](const Rng& a, const Rng& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__repr__", [](const Rng& self) {
            std::array<char, 80> text{};
            const auto [a, b, c, d] = self.words();
            std::snprintf(text.data(), text.size(), "<Rng state %016llx %016llx %016llx %016llx>",
                          static_cast<unsigned long long>(a), static_cast<unsigned long long>(b),
                          static_cast<unsigned long long>(c), static_cast<unsigned long long>(d));
            return std::string(text.data());
        });
}

// After everything else is bound, here and in every module of a native game.
void bind_inspection(nb::module_& m) {
    const nb::object type = nb::steal(native_method::make_type());
    make_inspectable(type, m);
    m.def(
        "_make_inspectable", [type](const nb::module_& module) { make_inspectable(type, module); },
        nb::arg("module"), nb::sig("def _make_inspectable(module: object) -> None"),
        "Let help() and inspect.signature() read the public functions of a native module.");
}

std::string compiler() {
#if defined(__clang__)
    return "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) +
           "." + std::to_string(__clang_patchlevel__);
#else
    return "gcc " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) + "." +
           std::to_string(__GNUC_PATCHLEVEL__);
#endif
}

std::string instructions() {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__)
    return "x86-64-v4";
#elif defined(__AVX2__) && defined(__BMI2__) && defined(__FMA__)
    return "x86-64-v3";
#elif defined(__x86_64__)
    return "x86-64";
#elif defined(__aarch64__)
    return "aarch64";
#else
    return "other";
#endif
}

}  // namespace

NB_MODULE(_core, m) {
    register_errors();
    bind_rng(m);
    m.def("compiler", &compiler, "What compiled the native modules, with its version.");
    m.def("instructions", &instructions, "The instruction set that they were compiled for.");
    m.def(
        "digest",
        [](std::string_view text) {
            std::uint64_t digest = text.size();
            for (const char c : text) digest = combine(digest, static_cast<unsigned char>(c));
            return digest;
        },
        nb::arg("text"), "64 bits of a text, equal on every machine.");
    m.def(
        "perft",
        [](nb::object state, int depth) {
            return interruptible_perft(PyState(std::move(state)), depth);
        },
        nb::arg("state"), nb::arg("depth"), "perft of a Python-written game's state.");
    m.def(
        "rollouts",
        [](nb::object game, std::uint64_t seed, std::uint64_t games) {
            return interruptible_rollouts<PyState>(to_options(game), seed, games);
        },
        nb::arg("game"), nb::arg("seed"), nb::arg("games"),
        "Moves of so many random games of a Python-written game.");
    bind_vec_env<PyState>(m, to_options);
    bind_inspection(m);
}
