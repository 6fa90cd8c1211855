"""Values of options that are worth trying."""

from quadrille import Option
from quadrille.core.options import Value


def values_to_try(option: Option) -> list[Value]:
    """The default first, then its bounds, or all that there are."""
    if option.kind == "bool":
        return [option.default, not option.default]
    if option.kind == "choice":
        return [option.default, *(c for c in option.choices if c != option.default)]
    kind = int if option.kind == "int" else float
    bounds = [kind(bound) for bound in (option.low, option.high) if bound is not None]
    return list(dict.fromkeys([option.default, *bounds]))
