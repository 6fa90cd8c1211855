"""Values of options that are worth trying."""

from quadrille import BadOption, Game, Option
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


def values_alone(game: Game, option: Option) -> list[Value]:
    """Those of them that are valid with the defaults of all other options."""

    def fits(value: Value) -> bool:
        try:
            Game(game.state_type, {option.name: value}, game.spec)
        except BadOption:
            return False
        return True

    return [value for value in values_to_try(option) if fits(value)]
