"""Markup from values: whatever is not markup already is escaped, so nothing can be forgotten."""

import re
from html import escape
from typing import Any

VOID = frozenset({"br", "img", "input", "link", "meta", "wbr"})
"""Elements of HTML without an end."""
_STRANGE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, /, *children: Any, **attributes: Any) -> Markup:
    """An element of HTML or SVG; ``stroke_width=2`` becomes ``stroke-width="2"``.

    A trailing underscore is dropped (``class_``). None and False are left out, True is a name only.
    """
    written = "".join(
        _attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items()
    )
    if name in VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{join(*children)}</{name}>")


def join(*parts: Any, between: str = "") -> Markup:
    """Parts one after the other; None is nothing."""
    return Markup(between.join(_inside(part) for part in parts if part is not None))


def _inside(part: Any) -> str:
    return part if isinstance(part, Markup) else escape(visible(str(part)), quote=False)


def _attribute(name: str, value: Any) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return f' {name}=""'  # which SVG can read as well
    text = f"{round(value, 2):g}" if isinstance(value, float) else visible(str(value))
    return f' {name}="{escape(text)}"'


def visible(text: str) -> str:
    """A text without control characters, lone surrogates and marks that turn the reading round."""
    return _STRANGE.sub("\N{REPLACEMENT CHARACTER}", text)


def size(markup: str) -> int:
    """Bytes in a file."""
    return len(markup.encode())


# --- numbers -------------------------------------------------------------------------------


def signed(value: float) -> str:
    """A whole number with its sign."""
    rounded = round(value)
    return "0" if rounded == 0 else f"{rounded:+,}".replace("-", "\N{MINUS SIGN}")


def whole(value: float) -> str:
    """A whole number, thousands set off."""
    return f"{round(value):,}".replace("-", "\N{MINUS SIGN}")


def percent(share: float, digits: int = 0) -> str:
    """A part of one in percent; never 0 or 100 unless it is."""
    text = f"{100 * share:.{digits}f}"
    if 0 < share < 1 and float(text) in (0, 100):
        least = 10**-digits
        text = f"<{least:.{digits}f}" if share < 0.5 else f">{100 - least:.{digits}f}"
    return f"{text}\N{NO-BREAK SPACE}%"


def sentence(text: str) -> str:
    """A text whose numbers stay with what follows them in the same line, with signs as printed."""
    text = re.sub(r"(?<=%: )-(?=\d)|(?<= to )-(?=\d)", "\N{MINUS SIGN}", text)
    return re.sub(r"(?<=\d) (?=%|Elo\b|games?\b)", "\N{NO-BREAK SPACE}", text)


def short_number(value: float) -> str:
    """A number with about three digits."""
    if value == 0 or 0.01 <= abs(value) < 1000:
        text = f"{value:.3g}"
    elif abs(value) < 1:
        text = f"{value:.2g}"
    else:
        text = f"{value:,.0f}"
    return text.replace("-", "\N{MINUS SIGN}")


def seconds(value: float) -> str:
    """A time, in the unit that fits."""
    if value == 0:
        return "0"
    if value < 0.9995e-3:
        return f"{value * 1e6:.3g} µs"
    if value < 0.9995:
        return f"{value * 1e3:.3g} ms"
    return f"{value:,.1f} s" if value >= 100 else f"{value:.3g} s"
