#include "quadrille/core/binding/bind_convert.hpp"

namespace quadrille {

nb::object python_type(const char* module, const char* name) {
    return nb::module_::import_(module).attr(name);
}

std::string python_repr(nb::handle object) { return nb::cast<std::string>(nb::repr(object)); }

std::string utf8(const nb::str& text) {
    Py_ssize_t size = 0;
    if (const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size))
        return {bytes, static_cast<std::size_t>(size)};
    PyErr_Clear();
    const auto replaced = nb::cast<nb::bytes>(text.attr("encode")("utf-8", "replace"));
    return {replaced.c_str(), replaced.size()};
}

void register_errors() {
    // What a script still holds at its end is not a mistake of anybody's.
    nb::set_leak_warnings(false);
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        const auto raise = [](const char* name, const std::exception& cause) {
            const std::string_view what = cause.what();  // may quote half a character
            const auto message = nb::steal(
                PyUnicode_DecodeUTF8(what.data(), static_cast<Py_ssize_t>(what.size()), "replace"));
            PyErr_SetObject(python_type("quadrille.core.errors", name).ptr(), message.ptr());
        };
        try {
            std::rethrow_exception(error);
        } catch (const BadMoveText& cause) {
            raise("BadMoveText", cause);
        } catch (const IllegalMove& cause) {
            raise("IllegalMove", cause);
        } catch (const BadPosition& cause) {
            raise("BadPosition", cause);
        } catch (const BadOption& cause) {
            raise("BadOption", cause);
        } catch (const Error& cause) {
            raise("BadGame", cause);
        }
    });
}

namespace {

nb::object python_number(const std::string& kind, const std::string& text) {
    if (kind == "bool") return nb::bool_(text == "true");
    if (kind == "int") return nb::int_(std::stol(text));
    if (kind == "float") return nb::float_(std::stod(text));
    return nb::str(text.c_str());
}

}  // namespace

void set_options(const OptionFields& fields, void* options, const nb::dict& values) {
    for (const auto [key, value] : values) {
        const auto name = nb::cast<std::string>(key);
        std::string text = nb::cast<std::string>(nb::str(value));
        if (nb::isinstance<nb::bool_>(value)) text = nb::cast<bool>(value) ? "true" : "false";
        bool known = false;
        for (const auto& field : fields)
            if (field.name == name) {
                field.set(options, text);
                known = true;
            }
        if (!known) throw BadOption("unknown option " + quoted(name));
    }
}

nb::dict options_to_python(const OptionFields& fields, const void* options) {
    nb::dict values;
    for (const auto& field : fields)
        values[field.name.c_str()] = python_number(field.kind(), field.value(options));
    return values;
}

nb::list option_list(const OptionFields& fields, const void* defaults) {
    const nb::object option = python_type("quadrille.core.options", "Option");
    nb::list result;
    for (const auto& field : fields) {
        nb::list choices;
        for (const auto& choice : field.choices) choices.append(choice);
        const bool bounded = field.low != field.high;
        const std::string kind = field.kind();
        const auto bound = [&](double value) -> nb::object {
            if (!bounded) return nb::none();
            if (kind == "int") return nb::int_(static_cast<long>(value));
            return nb::float_(value);
        };
        result.append(option(field.name, kind, python_number(kind, field.value(defaults)),
                             bound(field.low), bound(field.high), nb::tuple(choices), field.doc));
    }
    return result;
}

nb::object encoding_to_python(const Encoding& encoding) {
    nb::list shape;
    for (const int extent : encoding.shape) shape.append(extent);
    return python_type("quadrille.core.encoding", "Encoding")(
        encoding.name, nb::tuple(shape), dtype_name(encoding.dtype), encoding.version, encoding.doc,
        encoding.sparse, encoding.move_inputs);
}

int encoding_index(const std::vector<Encoding>& encodings, const std::string& name) {
    std::string known;
    for (std::size_t i = 0; i < encodings.size(); ++i) {
        if (encodings[i].name == name) return static_cast<int>(i);
        known += (i == 0 ? "" : ", ") + encodings[i].name;
    }
    throw nb::value_error(("expected an encoding of: " + known + "; got " + quoted(name)).c_str());
}

int sparse_index(const std::vector<Encoding>& encodings, const std::string& name, bool of_moves) {
    const int index = encoding_index(encodings, name);
    const Encoding& encoding = encodings[static_cast<std::size_t>(index)];
    if (!encoding.sparse && !of_moves)
        throw nb::value_error(("expected a sparse encoding, got " + quoted(name)).c_str());
    if (of_moves && encoding.move_inputs == 0)
        throw nb::value_error(
            ("expected an encoding that describes moves, got " + quoted(name)).c_str());
    return index;
}

nb::object input_array(const Inputs& inputs) {
    nb::object array = nb::module_::import_("numpy").attr("empty")(inputs.size(), "uint16");
    if (!inputs.empty()) {
        const auto target =
            nb::cast<nb::ndarray<std::uint16_t, nb::c_contig, nb::device::cpu>>(array);
        std::copy(inputs.begin(), inputs.end(), target.data());
    }
    return array;
}

nb::object tensor_buffer(const Encoding& encoding, nb::handle given) {
    if (given.is_none()) {
        nb::list shape;
        for (const int extent : encoding.shape) shape.append(extent);
        return nb::module_::import_("numpy").attr("empty")(nb::tuple(shape),
                                                           dtype_name(encoding.dtype));
    }
    AnyArray array;
    const auto wanted =
        encoding.dtype == DType::float32 ? nb::dtype<float>() : nb::dtype<std::uint8_t>();
    if (!nb::try_cast(given, array, false) || array.dtype() != wanted ||
        array.size() != encoding.size())
        throw nb::value_error(("expected a contiguous " + std::string(dtype_name(encoding.dtype)) +
                               " array of " + std::to_string(encoding.size()) +
                               " numbers for encoding " + quoted(encoding.name))
                                  .c_str());
    return nb::borrow(given);
}

nb::object float_array(const std::vector<float>& values, nb::tuple shape) {
    const nb::module_ numpy = nb::module_::import_("numpy");
    nb::object array = numpy.attr("empty")(shape, "float32");
    if (!values.empty()) {
        const auto target = nb::cast<nb::ndarray<float, nb::c_contig, nb::device::cpu>>(array);
        std::copy(values.begin(), values.end(), target.data());
    }
    return array;
}

}  // namespace quadrille
