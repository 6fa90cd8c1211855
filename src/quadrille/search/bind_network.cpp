#include "quadrille/search/bind_network.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace quadrille::search {

namespace {

using Floats = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

// The arrays of a network by name, each taken once.
class Arrays {
  public:
    explicit Arrays(const nb::dict& arrays) : arrays_(arrays) {}

    bool has(const std::string& name) const { return arrays_.contains(name.c_str()); }

    std::vector<float> take(const std::string& name, std::size_t dimensions) {
        Floats array;
        if (!has(name)) throw nb::value_error(("the network has no array " + quoted(name)).c_str());
        if (!nb::try_cast(nb::object(arrays_[name.c_str()]), array, false) ||
            array.ndim() != dimensions)
            throw nb::value_error(("expected a contiguous float32 array of " +
                                   std::to_string(dimensions) + " dimensions for " + quoted(name))
                                      .c_str());
        ++taken_;
        return {array.data(), array.data() + array.size()};
    }
    DenseLayer layer(const std::string& name) {
        return {take(name + ".weight", 2), take(name + ".bias", 1)};
    }
    void finish() const {
        if (taken_ != arrays_.size())
            throw nb::value_error("expected no other arrays in a network than those of its layers");
    }

  private:
    nb::dict arrays_;
    std::size_t taken_ = 0;
};

Network::Parts parts_of(const nb::dict& given) {
    Arrays arrays(given);
    Network::Parts parts;
    for (std::size_t i = 0; i == 0 || arrays.has("trunk." + std::to_string(i) + ".weight"); ++i)
        parts.trunk.push_back(arrays.layer("trunk." + std::to_string(i)));
    if (arrays.has("trunk.steepness")) {
        const std::vector<float> steepness = arrays.take("trunk.steepness", 1);
        if (steepness.size() != 1 || !(steepness[0] > 0))
            throw nb::value_error("expected one steepness above 0 of a network's sigmoids");
        parts.steepness = steepness[0];
    }
    parts.value = arrays.layer("value");
    if (arrays.has("policy.weight")) parts.policy = arrays.layer("policy");
    if (arrays.has("moves.embed")) {
        parts.moves_embed = arrays.take("moves.embed", 2);
        parts.moves_trunk = {arrays.take("moves.trunk", 2), arrays.take("moves.bias", 1)};
        parts.moves_out = arrays.take("moves.out", 1);
        parts.moves_skip = arrays.take("moves.skip", 1);
    }
    arrays.finish();
    return parts;
}

using Rows = nb::ndarray<nb::numpy, const float, nb::ndim<2>>;

// What a function of Python answers, copied once it is checked.
void take_answer(const nb::object& answer, std::size_t rows, std::size_t columns, float bound,
                 float* out) {
    Floats array;
    if (!nb::try_cast(answer, array, false) || array.ndim() != 2 || array.shape(0) != rows ||
        array.shape(1) != columns)
        throw Error("expected answers of a network as float32 [" + std::to_string(rows) + ", " +
                    std::to_string(columns) + "]");
    for (std::size_t i = 0; i < array.size(); ++i) {
        out[i] = array.data()[i];
        if (!(out[i] >= -bound && out[i] <= bound))  // nor is NaN
            throw Error("the network has answered with what is no number in range");
    }
}

// A function of Python as one that any thread may call; it is let go with the GIL.
Network::Evaluate evaluate_in_python(nb::object function, const Network::Sizes& sizes) {
    const auto let_go = [](nb::object* kept) {
        const nb::gil_scoped_acquire gil;
        delete kept;
    };
    const std::shared_ptr<nb::object> kept(new nb::object(std::move(function)), let_go);
    return [kept, sizes](std::size_t rows, const float* inputs, float* values, float* logits) {
        const nb::gil_scoped_acquire gil;
        const Rows given(inputs, {rows, sizes.inputs}, nb::handle());
        const nb::object answer = (*kept)(nb::cast(given, nb::rv_policy::copy));
        if (nb::len(answer) != 2) throw Error("expected values and logits of a network");
        take_answer(answer[0], rows, sizes.values, 1.0F, values);
        take_answer(answer[1], rows, sizes.actions, 1e30F, logits);
    };
}

}  // namespace

void bind_network(nb::module_& m) {
    nb::class_<Network>(m, "Network", "A network that searches evaluate.")
        .def(
            "__init__",
            [](Network* self, const nb::dict& arrays, const std::string& encoding, int version) {
                new (self) Network(encoding, version, parts_of(arrays));
            },
            nb::arg("arrays"), nb::arg("encoding"), nb::arg("version"),
            nb::sig("def __init__(self, arrays: dict[str, numpy.typing.NDArray[numpy.float32]], "
                    "encoding: str, version: int) -> None"))
        .def_static(
            "outside",
            [](nb::object function, const std::string& encoding, int version, std::size_t inputs,
               std::size_t values, std::size_t actions) {
                const Network::Sizes sizes{inputs, values, actions};
                return std::make_shared<Network>(encoding, version, sizes,
                                                 evaluate_in_python(std::move(function), sizes));
            },
            nb::arg("function"), nb::kw_only(), nb::arg("encoding"), nb::arg("version"),
            nb::arg("inputs"), nb::arg("values"), nb::arg("actions"),
            nb::sig("def outside(function: typing.Callable[[numpy.typing.NDArray[numpy.float32]], "
                    "tuple[numpy.typing.NDArray[numpy.float32], "
                    "numpy.typing.NDArray[numpy.float32]]], *, encoding: str, version: int, "
                    "inputs: int, values: int, actions: int) -> Network"),
            "A network that a function evaluates: rows [n, inputs] of the encoding to values [n, "
            "values] from -1 to 1 and logits [n, actions].")
        .def_prop_ro("is_outside", &Network::is_outside, "Whether a function evaluates it.")
        .def_prop_ro("encoding", &Network::encoding, "The name of the encoding that it reads.")
        .def_prop_ro("version", &Network::version, "The version of that encoding.")
        .def_prop_ro("inputs", &Network::inputs, "How many numbers it reads.")
        .def_prop_ro("layers", &Network::layers, "The sizes of its layers.")
        .def_prop_ro("values", &Network::values, "How many values it has.")
        .def_prop_ro("actions", &Network::actions, "How many actions its policy knows, or 0.")
        .def_prop_ro("move_inputs", &Network::move_inputs,
                     "How many inputs describe a move to its policy, or 0.");
}

}  // namespace quadrille::search
