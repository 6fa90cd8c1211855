"""The parameters of an agent: what a field may be, what it means, and its value from a text.

The fields of the dataclass are the only description: annotations give the types, the string
literal under a field says what it means.
"""

import ast
import dataclasses
import inspect
import re
import textwrap
import types
import typing
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Literal

from quadrille.core.errors import BadSpec

REQUIRED = dataclasses.MISSING
"""The default of a field that has none."""

FIELD_NAME = r"[A-Za-z_]\w*(?:\.[\w-]+)?"
"""How the name of a field looks in a spec, such as ``c`` or ``weights.height``."""

_WORDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    types.NoneType: "none",
}


@dataclass(frozen=True)
class Range:
    """Where to look for a good value of a number, as ``Annotated[float, Range(0.1, 3)]``."""

    low: float
    high: float
    log: bool = False
    """Whether ratios count rather than differences."""


@dataclass(frozen=True)
class Field:
    """One parameter of an agent."""

    name: str
    annotation: Any
    default: Any
    """``REQUIRED`` if there is none."""
    doc: str
    range: Range | None = None
    """Where a tuner looks, unless it is told otherwise."""

    @property
    def kind(self) -> str:
        """The type as it is written in Python."""
        kind = self.annotation
        return kind.__name__ if isinstance(kind, type) else str(kind).replace("typing.", "")

    def expected(self) -> str:
        """What a value must be, in words."""
        return _expected(self.annotation)

    def parse(self, text: str) -> Any:
        """The value of a text such as ``true`` or ``12``, or BadSpec."""
        try:
            return _parse(self.annotation, text)
        except ValueError:
            raise BadSpec(
                f"expected {self.expected()} for field {self.name!r}, got {text!r}"
            ) from None

    def to_dict(self) -> dict[str, Any]:
        """As plain values; a required field has no default."""
        described = {"name": self.name, "type": self.kind, "doc": self.doc}
        return described if self.default is REQUIRED else {**described, "default": self.default}


def fields_of(cls: type) -> dict[str, Field]:
    """The parameters of an agent class by name, in their order; not to be changed."""
    return _fields(cls)


@cache
def _fields(cls: type) -> dict[str, Field]:
    if not dataclasses.is_dataclass(cls):
        return {}
    try:
        hints = typing.get_type_hints(cls)
        extras = typing.get_type_hints(cls, include_extras=True)
    except Exception as error:
        raise BadSpec(f"the fields of {cls.__qualname__} have a wrong type: {error}") from error
    docs = field_docs(cls)
    found = [field for field in dataclasses.fields(cls) if field.init]
    found.sort(
        key=lambda field: field.kw_only is True
    )  # those after the others, wherever they stand
    return {
        field.name: Field(
            field.name,
            hints[field.name],
            _default(field),
            docs.get(field.name, ""),
            _range(extras[field.name]),
        )
        for field in found
    }


@cache
def field_docs(cls: type) -> dict[str, str]:
    """The string literals under the fields of a class and of those it inherits from."""
    docs: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if dataclasses.is_dataclass(base):
            docs |= _docs_of_one(base)
    return docs


def begins_with_field(text: str) -> bool:
    """Whether a part of a spec begins with a name and ``=``."""
    return re.match(rf"\s*{FIELD_NAME}\s*=", text) is not None


def value_text(value: Any) -> str:
    """A value as it is typed in a spec."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def _default(field: "dataclasses.Field[Any]") -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _range(annotation: Any) -> Range | None:
    """The range of an ``Annotated`` type, if it has one."""
    found = (extra for extra in getattr(annotation, "__metadata__", ()) if isinstance(extra, Range))
    return next(found, None)


def _docs_of_one(cls: type) -> dict[str, str]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError, SyntaxError):
        return {}  # typed at a prompt, or its file is gone
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    docs = {}
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=doc)):
                if isinstance(doc, str):
                    docs[name] = inspect.cleandoc(doc)
    return docs


def _expected(annotation: Any) -> str:
    if typing.get_origin(annotation) is Literal:
        return f"one of {' '.join(value_text(c) for c in typing.get_args(annotation))}"
    if members := _members(annotation):
        return " or ".join(_expected(member) for member in members)
    return _WORDS.get(annotation, f"a {annotation}, which no text can give")


def _parse(annotation: Any, text: str) -> Any:
    """The value of a text, or ValueError."""
    if typing.get_origin(annotation) is Literal:
        for choice in typing.get_args(annotation):
            if value_text(choice) == text:
                return choice
    for member in sorted(_members(annotation), key=lambda kind: kind is str):
        try:
            return _parse(member, text)
        except ValueError:
            continue
    if annotation is types.NoneType and text == "none":
        return None
    if annotation is bool and text in ("true", "false"):
        return text == "true"
    if annotation is int and re.fullmatch(r"[+-]?[0-9]+", text):
        return int(text)
    if annotation is float and (value := float(text)) == value:  # not a NaN
        return value
    if annotation is str:
        return text
    raise ValueError(text)


def _members(annotation: Any) -> tuple[Any, ...]:
    """The alternatives of ``a | b``, else none."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return typing.get_args(annotation)
    return ()
