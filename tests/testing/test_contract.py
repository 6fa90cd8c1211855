"""Every game keeps the contract, and the suite that says so notices every kind of breach."""

import ast
import contextlib
import re
from collections.abc import Iterator
from typing import Any

import pytest

import quadrille
from quadrille import BadOption, Game
from quadrille.testing import CLAUSES, ContractError, check_game, values_alone, values_to_try
from support.places import EXAMPLES
from support.scale import LONG
from testing.mutants import MUTANTS
from testing.mutants.bases import Cards, Heaps, Line, ListedCards, ListedLine, TurnedLine
from testing.mutants.rules import OutcomeIsZeroSum

EXAMPLE_GAMES = ["tic_tac_toe.py:TicTacToe", "nim.py:Nim", "high_card.py:HighCard"]
SPECS = [*quadrille.game_names(), *(f"{EXAMPLES}/{example}" for example in EXAMPLE_GAMES)]


def option_sets(spec: str) -> Iterator[dict[str, Any]]:
    """The defaults, then every other value worth trying of every option, then the last of all.

    A value that does not go with the defaults is among these, if it goes with them.
    """
    game = quadrille.game(spec)
    fields = game.option_fields
    yield {}
    for field in fields:
        yield from ({field.name: value} for value in values_alone(game, field)[1:])
    if len(fields) > 1:
        yield last_values(game)


def last_values(game: Game) -> dict[str, Any]:
    """As many options as go together at the last of their values."""
    chosen: dict[str, Any] = {}
    for field in game.option_fields * 2:  # some go only with what is chosen after them
        wider = {**chosen, field.name: values_to_try(field)[-1]}
        with contextlib.suppress(BadOption):
            Game(game.state_type, wider, game.spec)
            chosen = wider
    return chosen


@pytest.mark.parametrize("spec", SPECS)
def test_every_value_worth_trying_is_tried(spec: str) -> None:
    game = quadrille.game(spec)
    tried = [{**game.options, **options} for options in option_sets(spec)]
    for field in game.option_fields:
        assert {options[field.name] for options in tried} >= set(values_to_try(field))


def games() -> Iterator[Any]:
    for spec in SPECS:
        for options in option_sets(spec):
            text = ",".join(f"{name}={value}" for name, value in options.items())
            yield pytest.param(spec, options, id=f"{spec.rpartition('/')[2]}-{text}")


@pytest.mark.parametrize(("spec", "options"), list(games()))
def test_game_keeps_the_contract(spec: str, options: dict[str, Any]) -> None:
    games = 20 if LONG else 2 if options else 5
    check_game(quadrille.game(spec, **options), games=games)


@pytest.mark.parametrize(
    ("clause", "mutant"), [pytest.param(c, m, id=m.__name__) for c, m in MUTANTS]
)
def test_a_broken_game_is_caught(clause: str, mutant: Any) -> None:
    game = Game(mutant, mutant.tried, mutant.__name__)
    with pytest.raises(ContractError) as caught:
        check_game(game)
    error = caught.value
    assert error.clause == clause, str(error)
    assert str(error).startswith(f"{clause}: expected ")
    assert "\n" not in str(error)
    assert f"; {game!r}, seed " in str(error)


def test_an_error_says_how_to_see_it() -> None:
    """Played again, the moves of the message lead to where the game is wrong."""
    game = Game(OutcomeIsZeroSum, {}, "wrong outcome")
    with pytest.raises(ContractError) as caught:
        check_game(game, seed=100)
    found = re.search(r"seed (\d+), after moves (\[.*\])$", str(caught.value))
    assert found
    assert int(found[1]) >= 100
    state = game.new(int(found[1]))
    for move in ast.literal_eval(found[2]):
        state.play(move)
    assert sum(state.outcome()) == 2


def test_arguments() -> None:
    check_game(f"{EXAMPLES}/nim.py:Nim", games=1, seed=2**64 - 1)
    with pytest.raises(ValueError, match="expected at least one game, got 0"):
        check_game("connect_four", games=0)
    with pytest.raises(quadrille.BadSpec):
        check_game("no_such_game")


def test_every_clause_has_a_broken_game() -> None:
    names = [clause.name for clause in CLAUSES]
    assert len(set(names)) == len(names)
    assert {clause for clause, _ in MUTANTS} == set(names)


def test_every_clause_says_what_it_means() -> None:
    for clause in CLAUSES:
        assert clause.meaning.endswith("."), clause.name


def test_mutants_are_sound_but_for_their_fault() -> None:
    sound: list[Any] = [Line, Heaps, Cards, ListedLine, ListedCards, TurnedLine]
    for base in sound:
        check_game(Game(base, {}, base.__name__))
