// Conversions between Python and the game contract that every binding shares.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "quadrille/core/game.hpp"

namespace nb = nanobind;

namespace quadrille {

// A class of the package's Python side, for instance python_type("quadrille.core.options", "Option").
nb::object python_type(const char* module, const char* name);

std::string python_repr(nb::handle object);

// The UTF-8 of a Python text. Half surrogates, which have none, become '?', so that parsers refuse
// them like any other wrong character.
std::string utf8(const nb::str& text);

// Our C++ errors become the Python exceptions of the same name.
void register_errors();

// Sets an option struct from a mapping of values, checked before by quadrille.core.options.
void set_options(const OptionFields& fields, void* options, const nb::dict& values);
nb::dict options_to_python(const OptionFields& fields, const void* options);
// A quadrille.core.options.Option for each field.
nb::list option_list(const OptionFields& fields, const void* defaults);

template <class Options>
Options options_from_python(const nb::dict& values) {
    Options options;
    set_options(fields_of<Options>(), &options, values);
    if constexpr (requires { options.check(); }) options.check();
    return options;
}

template <class Options>
nb::dict options_to_python(const Options& options) {
    return options_to_python(fields_of<Options>(), &options);
}

template <class Options>
nb::list option_fields() {
    const Options defaults;
    return option_list(fields_of<Options>(), &defaults);
}

inline const char* dtype_name(DType dtype) { return dtype == DType::float32 ? "float32" : "uint8"; }

nb::object encoding_to_python(const Encoding& encoding);

// The index of a named encoding, or a one-line ValueError that lists what there is.
int encoding_index(const std::vector<Encoding>& encodings, const std::string& name);
// The same for encodings that list their inputs, or those of moves.
int sparse_index(const std::vector<Encoding>& encodings, const std::string& name, bool of_moves);
nb::object input_array(const Inputs& inputs);

using AnyArray = nb::ndarray<nb::c_contig, nb::device::cpu>;

// A C-contiguous array of the declared type and size, new (numpy.empty) or the caller's.
nb::object tensor_buffer(const Encoding& encoding, nb::handle given);

// A numpy array [sides, features] or [features] of a copied vector.
nb::object float_array(const std::vector<float>& values, nb::tuple shape);

}  // namespace quadrille
