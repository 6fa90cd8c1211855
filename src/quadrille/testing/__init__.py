"""The contract suite: does a game, native or in Python, keep all that its searches rely on?

    from quadrille.testing import check_game

    check_game("my_game.py:Nim")

Nothing happens if all is well; otherwise ContractError says how to see what is wrong.
"""

from quadrille.testing.case import ContractError
from quadrille.testing.contract import CLAUSES, Clause, check_game
from quadrille.testing.options import values_alone, values_to_try

__all__ = ["CLAUSES", "Clause", "ContractError", "check_game", "values_alone", "values_to_try"]
