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

}  // namespace

void bind_network(nb::module_& m) {
    nb::class_<Network>(m, "Network", "A small network that searches evaluate.")
        .def(
            "__init__",
            [](Network* self, const nb::dict& arrays, const std::string& encoding, int version) {
                new (self) Network(encoding, version, parts_of(arrays));
            },
            nb::arg("arrays"), nb::arg("encoding"), nb::arg("version"),
            nb::sig("def __init__(self, arrays: dict[str, numpy.typing.NDArray[numpy.float32]], "
                    "encoding: str, version: int) -> None"))
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
