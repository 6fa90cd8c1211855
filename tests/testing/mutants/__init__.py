"""Games that are broken in one way each, to prove that the contract suite can fail.

A class is named after the clause that it breaks: ``GamesEnd`` breaks ``games_end``. Where one
clause has several, a number follows the name.
"""

import re

from quadrille import State

from . import networks, numbers, pictures, rules, secrets, texts


def _clause(name: str) -> str:
    words = re.findall("[A-Z][a-z]*|[0-9]{2,}", name)
    return "_".join(words).lower()


def _mutants() -> list[tuple[str, type[State]]]:
    found = []
    for module in (rules, texts, secrets, numbers, networks, pictures):
        for name, thing in vars(module).items():
            if isinstance(thing, type) and thing.__module__ == module.__name__:
                found.append((_clause(name), thing))
    return found


MUTANTS = _mutants()
"""Every broken game with the name of the clause it breaks."""
