"""The contract suite: checks that a game does what searches, agents and the page rely on.

    from quadrille.testing import check_game

    check_game("my_game.py:Nim")

It returns if all is well; otherwise ContractError says what is wrong and how to see it.
"""

from quadrille.testing.case import ContractError
from quadrille.testing.contract import CLAUSES, Clause, check_game
from quadrille.testing.options import values_alone, values_to_try

__all__ = ["CLAUSES", "Clause", "ContractError", "check_game", "values_alone", "values_to_try"]
