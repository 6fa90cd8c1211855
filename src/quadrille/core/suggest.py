"""Error messages for unknown names."""

from collections.abc import Iterable
from difflib import get_close_matches


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """One line: which name is unknown, the nearest known one, and all of them."""
    names = sorted(known)
    near = get_close_matches(name, names, n=1)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    there_is = ", ".join(names) if names else "none"
    return f"unknown {kind} {name!r}{guess} (known: {there_is})"
