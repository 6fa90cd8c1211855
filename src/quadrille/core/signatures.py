"""The signatures of native functions, made of what nanobind writes down about them."""

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # loaded where somebody asks for a signature
    from inspect import Signature


def native_signature(function: Any) -> "Signature":
    """The signature of a native function of one form, with its real types and defaults."""
    from inspect import signature

    [(text, _, defaults)] = function.__nb_signature__
    names = dict(vars(import_module(function.__module__)))
    for module in re.findall(r"\b((?:[a-z_]\w*\.)+)(?=\w)", text):
        import_module(module.rstrip("."))
        top = module.partition(".")[0]
        names[top] = import_module(top)
    # A default is written as a backslash and its place among the defaults.
    code = re.sub(r"\\(\d+)", r"_defaults[\1]", text)
    made: dict[str, Any] = {}
    exec(f"{code}: ...", names | {"_defaults": defaults}, made)
    return signature(made.popitem()[1])


class ClassSignature:
    """The attribute ``__signature__`` of a native class that is called to make an object."""

    def __init__(self, cls: type, init: Any) -> None:
        self._cls = cls
        self._init = init

    def __get__(self, instance: object, cls: type) -> "Signature":
        from inspect import Signature

        if instance is not None or cls is not self._cls:  # a subclass has an __init__ of its own
            raise AttributeError("__signature__")
        whole = native_signature(self._init)
        return whole.replace(
            parameters=list(whole.parameters.values())[1:], return_annotation=Signature.empty
        )
