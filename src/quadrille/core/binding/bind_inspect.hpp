// Lets help() and inspect.signature() read native functions, which nanobind's own function types
// do not: make_inspectable() puts a NativeMethod in the place of every public one. It is called
// like what it wraps, by vector calls and without binding, so that a call costs next to nothing.
#pragma once

#include <Python.h>
#include <structmember.h>  // needs the former

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "quadrille/core/binding/bind_convert.hpp"

namespace quadrille {

struct NativeMethod {
    PyObject_HEAD void* vectorcall;  // read by the interpreter, at the offset that the type names
    PyObject* function;
    PyObject* doc;  // without the signature, which nanobind puts before it
};

namespace native_method {

// Hidden from the limited API before Python 3.12, but frozen by PEP 590.
inline constexpr unsigned long HAVE_VECTORCALL = 1UL << 11;

inline PyObject* bound_type = nullptr;  // types.MethodType, which outlives the module

inline NativeMethod* method(PyObject* self) { return reinterpret_cast<NativeMethod*>(self); }

inline PyObject* call(PyObject* self, PyObject* const* args, std::size_t nargsf,
                      PyObject* kwnames) {
    return NB_CALL(vectorcall)(method(self)->function, args, nargsf, kwnames);
}

inline PyObject* call_with_tuple(PyObject* self, PyObject* args, PyObject* kwargs) {
    return PyObject_Call(method(self)->function, args, kwargs);
}

// state.play, as an object of Python's own type of bound methods.
inline PyObject* bind(PyObject* self, PyObject* instance, PyObject*) {
    if (instance == nullptr || instance == Py_None) {
        Py_INCREF(self);
        return self;
    }
    PyObject* const args[] = {self, instance};
    return NB_CALL(vectorcall)(bound_type, args, 2, nullptr);
}

inline PyObject* get_attribute(PyObject* self, PyObject* name) {
    static constexpr std::array of_function = {"__module__", "__name__", "__qualname__"};
    const char* text = PyUnicode_AsUTF8AndSize(name, nullptr);
    if (text == nullptr) return nullptr;
    for (const char* each : of_function)
        if (std::strcmp(text, each) == 0) return PyObject_GetAttr(method(self)->function, name);
    return PyObject_GenericGetAttr(self, name);
}

inline PyObject* signature(PyObject* self, void*) {
    PyObject* module = PyImport_ImportModule("quadrille.core.signatures");
    if (module == nullptr) return nullptr;
    PyObject* found = PyObject_CallMethod(module, "native_signature", "O", method(self)->function);
    Py_DECREF(module);
    return found;
}

inline PyObject* repr(PyObject* self) {
    PyObject* name = PyObject_GetAttrString(self, "__qualname__");
    if (name == nullptr) return nullptr;
    PyObject* text = PyUnicode_FromFormat("<native method %U>", name);
    Py_DECREF(name);
    return text;
}

inline int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(method(self)->function);
    return 0;
}

inline int clear(PyObject* self) {
    Py_CLEAR(method(self)->function);
    Py_CLEAR(method(self)->doc);
    return 0;
}

inline void dealloc(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    clear(self);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

inline PyObject* make_type() {
    bound_type = nb::object(nb::module_::import_("types").attr("MethodType")).release().ptr();
    static PyMemberDef members[] = {
        {"__vectorcalloffset__", T_PYSSIZET, offsetof(NativeMethod, vectorcall), READONLY, nullptr},
        {"__doc__", T_OBJECT, offsetof(NativeMethod, doc), READONLY, nullptr},
        {"__wrapped__", T_OBJECT, offsetof(NativeMethod, function), READONLY, nullptr},
        {nullptr, 0, 0, 0, nullptr}};
    static PyGetSetDef properties[] = {{"__signature__", signature, nullptr, nullptr, nullptr},
                                       {nullptr, nullptr, nullptr, nullptr, nullptr}};
    static PyType_Slot slots[] = {{Py_tp_members, members},
                                  {Py_tp_getset, properties},
                                  {Py_tp_call, reinterpret_cast<void*>(call_with_tuple)},
                                  {Py_tp_descr_get, reinterpret_cast<void*>(bind)},
                                  {Py_tp_getattro, reinterpret_cast<void*>(get_attribute)},
                                  {Py_tp_repr, reinterpret_cast<void*>(repr)},
                                  {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
                                  {Py_tp_clear, reinterpret_cast<void*>(clear)},
                                  {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
                                  {0, nullptr}};
    static PyType_Spec spec = {
        "quadrille.core._core.NativeMethod", sizeof(NativeMethod), 0,
        static_cast<unsigned>(Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | HAVE_VECTORCALL |
                              Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_DISALLOW_INSTANTIATION),
        slots};
    PyObject* type = PyType_FromSpec(&spec);
    if (type == nullptr) nb::raise_python_error();
    return type;
}

inline nb::object wrap(nb::handle type, nb::handle function) {
    auto* made = PyObject_GC_New(NativeMethod, reinterpret_cast<PyTypeObject*>(type.ptr()));
    if (made == nullptr) nb::raise_python_error();
    made->vectorcall = reinterpret_cast<void*>(call);
    made->function = function.inc_ref().ptr();
    made->doc = nb::object(function.attr("__nb_signature__")[0][1]).release().ptr();
    PyObject_GC_Track(made);
    return nb::steal(reinterpret_cast<PyObject*>(made));
}

}  // namespace native_method

// Wraps the public functions of a native module, and the public methods of its public classes.
inline void make_inspectable(nb::handle type, nb::handle scope) {
    if (std::getenv("NB_STUBGEN") != nullptr) return;  // nanobind reads its own types there
    const nb::object names = nb::module_::import_("builtins").attr("dict")(scope.attr("__dict__"));
    const bool in_class = PyType_Check(scope.ptr());
    for (auto [key, value] : nb::cast<nb::dict>(names)) {
        const auto name = nb::cast<std::string>(key);
        const auto kind = nb::cast<std::string>(nb::handle(value.type()).attr("__name__"));
        if (in_class && name == "__init__" && kind == "nb_method")
            scope.attr("__signature__") =
                python_type("quadrille.core.signatures", "ClassSignature")(scope, value);
        if (name.starts_with('_')) continue;
        if (kind == "nb_method") {
            scope.attr(name.c_str()) = native_method::wrap(type, value);
        } else if (kind == "nb_func") {
            nb::object wrapped = native_method::wrap(type, value);
            if (in_class) wrapped = nb::module_::import_("builtins").attr("staticmethod")(wrapped);
            scope.attr(name.c_str()) = wrapped;
        } else if (kind == "nb_type") {
            make_inspectable(type, value);
        }
    }
}

}  // namespace quadrille
