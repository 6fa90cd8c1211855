// Binds the batched environment, once per game and once for Python-written games. Private:
// quadrille.core.vec.env calls it, and checks what it is given.
#pragma once

#include <memory>

#include "quadrille/core/binding/bind_convert.hpp"
#include "quadrille/core/vec/vec_env.hpp"

namespace quadrille {

template <class Scalar>
using Rows = nb::ndarray<Scalar, nb::c_contig, nb::device::cpu>;

using ActionArray = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Where the numpy arrays of a step are: a list of observations, then the others in the order of
// VecBuffers.
inline VecBuffers vec_buffers(const nb::tuple& arrays) {
    VecBuffers buffers{};
    for (const nb::handle array : nb::cast<nb::list>(arrays[0]))
        buffers.observations.push_back(static_cast<std::byte*>(nb::cast<AnyArray>(array).data()));
    const auto data = [&]<class Scalar>(std::size_t i, Scalar*& out) {
        out = static_cast<Scalar*>(nb::cast<AnyArray>(arrays[i]).data());
    };
    data(1, buffers.rewards);
    data(2, buffers.terminated);
    data(3, buffers.masks);
    data(4, buffers.players);
    data(5, buffers.movers);
    data(6, buffers.sides);
    return buffers;
}

// A VecEnv together with the numpy arrays that it keeps: those of the ends of games and, if they are
// reused, those that a step writes to.
template <GameState State>
struct BoundVecEnv {
    nb::list finals;
    Rows<std::int32_t> viewers;
    nb::object arrays;  // a tuple, or None
    VecBuffers buffers;
    std::unique_ptr<VecEnv<State>> env;

    // Those of one call, or the reused ones.
    VecBuffers buffers_of(nb::handle given) const {
        return given.is_none() ? buffers : vec_buffers(nb::cast<nb::tuple>(given));
    }
    void require_size(const char* what, std::size_t size) const {
        if (size != env->size())
            throw nb::value_error(("expected " + std::to_string(env->size()) + " " + what +
                                   ", got " + std::to_string(size))
                                      .c_str());
    }
};

template <GameState State>
void make_bound_vec_env(BoundVecEnv<State>* self, const typename State::Options& options,
                        std::size_t count, const std::vector<int>& encodings, int threads,
                        nb::list finals, Rows<std::int32_t> viewers, nb::object arrays) {
    std::vector<std::byte*> ends;
    for (const nb::handle array : finals)
        ends.push_back(static_cast<std::byte*>(nb::cast<AnyArray>(array).data()));
    VecBuffers buffers{};
    if (!arrays.is_none()) buffers = vec_buffers(nb::cast<nb::tuple>(arrays));
    std::unique_ptr<VecEnv<State>> env;
    {
        const nb::gil_scoped_release release;
        env = std::make_unique<VecEnv<State>>(options, count, encodings, threads, ends,
                                              viewers.data());
    }
    new (self) BoundVecEnv<State>{std::move(finals), std::move(viewers), std::move(arrays),
                                  std::move(buffers), std::move(env)};
}

// A numpy array that owns the numbers.
inline nb::object int_array(std::vector<std::int64_t> values) {
    auto* kept = new std::vector<std::int64_t>(std::move(values));
    const nb::capsule owner(
        kept, [](void* p) noexcept { delete static_cast<std::vector<std::int64_t>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, std::int64_t>(kept->data(), {kept->size()}, owner));
}

// Starting, stepping and looking.
template <GameState State>
void bind_vec_steps(nb::class_<BoundVecEnv<State>>& cls) {
    using Bound = BoundVecEnv<State>;
    cls.def(
           "reset",
           [](Bound& self, std::uint64_t seed, nb::handle arrays) {
               const VecBuffers out = self.buffers_of(arrays);
               const nb::gil_scoped_release release;
               self.env->reset(seed, out);
           },
           nb::arg("seed"), nb::arg("arrays").none())
        .def(
            "observe",
            [](Bound& self, nb::handle arrays) {
                const VecBuffers out = self.buffers_of(arrays);
                const nb::gil_scoped_release release;
                self.env->observe(out);
            },
            nb::arg("arrays").none())
        .def(
            "step",
            [](Bound& self, ActionArray actions, nb::handle arrays) {
                self.require_size("actions", actions.size());
                const VecBuffers out = self.buffers_of(arrays);
                const std::span<const std::int64_t> view(actions.data(), actions.size());
                const nb::gil_scoped_release release;
                self.env->step(view, out);
            },
            nb::arg("actions"), nb::arg("arrays").none(),
            nb::sig("def step(self, actions: numpy.typing.NDArray[numpy.int64], "
                    "arrays: object | None) -> None"))
        .def(
            "are_legal",
            [](const Bound& self, ActionArray actions, Rows<bool> out) {
                self.require_size("actions", actions.size());
                self.require_size("answers", out.size());
                const std::span<const std::int64_t> view(actions.data(), actions.size());
                const std::span<std::uint8_t> answers(reinterpret_cast<std::uint8_t*>(out.data()),
                                                      out.size());
                const nb::gil_scoped_release release;
                self.env->are_legal(view, answers);
            },
            nb::arg("actions"), nb::arg("out"),
            nb::sig("def are_legal(self, actions: numpy.typing.NDArray[numpy.int64], "
                    "out: numpy.typing.NDArray[numpy.bool]) -> None"))
        .def(
            "sample_actions",
            [](Bound& self, Rows<std::int64_t> out) {
                self.require_size("actions", out.size());
                const nb::gil_scoped_release release;
                self.env->sample_actions({out.data(), out.size()});
            },
            nb::arg("out"),
            nb::sig("def sample_actions(self, out: numpy.typing.NDArray[numpy.int64]) -> None"))
        .def(
            "legal_actions",
            [](Bound& self) {
                ActionLists lists;
                {
                    const nb::gil_scoped_release release;
                    lists = self.env->legal_actions();
                }
                return nb::make_tuple(int_array(std::move(lists.offsets)),
                                      int_array(std::move(lists.actions)));
            },
            nb::sig("def legal_actions(self) -> tuple[numpy.typing.NDArray[numpy.int64], "
                    "numpy.typing.NDArray[numpy.int64]]"));
}

// Positions and what else makes the games go on as they do.
template <GameState State>
void bind_vec_positions(nb::class_<BoundVecEnv<State>>& cls) {
    using Bound = BoundVecEnv<State>;
    using Numbers = typename VecEnv<State>::SlotNumbers;
    cls.def(
           "set_positions",
           [](Bound& self, const std::vector<std::size_t>& slots,
              const std::vector<std::string>& texts, nb::handle arrays) {
               const VecBuffers out = self.buffers_of(arrays);
               const nb::gil_scoped_release release;
               self.env->set_positions(slots, texts, out);
           },
           nb::arg("slots"), nb::arg("texts"), nb::arg("arrays").none())
        .def(
            "copy_to",
            [](const Bound& self, Bound& other) {
                self.require_size("games", other.env->size());
                const nb::gil_scoped_release release;
                other.env->copy_from(*self.env);
            },
            nb::arg("other"))
        .def(
            "save",
            [](const Bound& self, Rows<std::uint64_t> numbers) {
                self.require_size("rows", numbers.size() / std::tuple_size_v<Numbers>);
                const std::span<Numbers> out(reinterpret_cast<Numbers*>(numbers.data()),
                                             self.env->size());
                const nb::gil_scoped_release release;
                return self.env->save(out);
            },
            nb::arg("numbers"),
            nb::sig("def save(self, numbers: numpy.typing.NDArray[numpy.uint64]) -> list[str]"))
        .def(
            "restore",
            [](Bound& self, std::uint64_t seed, const std::vector<std::string>& texts,
               Rows<std::uint64_t> numbers) {
                self.require_size("positions", texts.size());
                self.require_size("rows", numbers.size() / std::tuple_size_v<Numbers>);
                const std::span<const Numbers> in(reinterpret_cast<const Numbers*>(numbers.data()),
                                                  self.env->size());
                const nb::gil_scoped_release release;
                self.env->restore(seed, texts, in);
            },
            nb::arg("seed"), nb::arg("texts"), nb::arg("numbers"),
            nb::sig("def restore(self, seed: int, texts: list[str], "
                    "numbers: numpy.typing.NDArray[numpy.uint64]) -> None"))
        .def(
            "sampler",
            [](const Bound& self, std::size_t i) {
                const nb::gil_scoped_release release;
                return self.env->sampler(i);
            },
            nb::arg("index"), nb::sig("def sampler(self, index: int) -> quadrille.core._core.Rng"))
        .def(
            "set_sampler",
            [](Bound& self, std::size_t i, const Rng& rng) {
                const nb::gil_scoped_release release;
                self.env->set_sampler(i, rng);
            },
            nb::arg("index"), nb::arg("rng"),
            nb::sig("def set_sampler(self, index: int, rng: quadrille.core._core.Rng) -> None"))
        .def(
            "text",
            [](const Bound& self, std::size_t i) {
                const nb::gil_scoped_release release;
                return self.env->text(i);
            },
            nb::arg("index"));
}

// `to_options` turns the Python arguments that name a game into its option struct.
template <GameState State, class ToOptions>
void bind_vec_env(nb::handle scope, ToOptions to_options) {
    using Bound = BoundVecEnv<State>;
    nb::class_<Bound> cls(scope, "_VecEnv", "The native half of quadrille.VecEnv.");
    cls.def(
        "__init__",
        [to_options](Bound* self, nb::object game, std::size_t count,
                     const std::vector<int>& encodings, int threads, nb::list finals,
                     Rows<std::int32_t> viewers, nb::object arrays) {
            make_bound_vec_env<State>(self, to_options(game), count, encodings, threads,
                                      std::move(finals), std::move(viewers), std::move(arrays));
        },
        nb::arg("game"), nb::arg("count"), nb::arg("encodings"), nb::arg("threads"),
        nb::arg("finals"), nb::arg("viewers"), nb::arg("arrays").none(),
        nb::sig("def __init__(self, game: object, count: int, encodings: list[int], threads: int, "
                "finals: list[typing.Any], viewers: numpy.typing.NDArray[numpy.int32], "
                "arrays: object | None) -> None"));
    cls.attr("NUMBERS_PER_SLOT") = VecEnv<State>::numbers_per_slot;
    bind_vec_steps<State>(cls);
    bind_vec_positions<State>(cls);
}

}  // namespace quadrille
