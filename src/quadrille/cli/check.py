"""``quadrille check``: the contract suite for anybody's game."""

import time
from typing import Annotated

from quadrille.cli.common import GameName, Json, Options, Seed, count_option, find_game, print_json
from quadrille.cli.progress import Live
from quadrille.testing import CLAUSES, ContractError, check_game

MAX_GAMES = 100_000


def check(
    game: GameName,
    games: Annotated[int, count_option("--games", "-n", help="Number of random games.")] = 20,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Check that a game keeps the contract that searches, agents and the page rely on.

    Plays random games and holds every position to all clauses of the contract. At
    the first clause that does not hold, one line says which, where and what was
    expected, with exit code 2.
    """
    if not 1 <= games <= MAX_GAMES:
        raise ValueError(f"expected --games from 1 to {MAX_GAMES}, got {games}")
    rules = find_game(game, option)
    done = [0]

    def note(number: int) -> None:
        done[0] = number

    start = time.perf_counter()
    try:
        with Live(lambda: f"checking {rules.title}: {done[0]} of {games} games"):
            check_game(rules, games=games, seed=seed, progress=note)
    except ContractError as error:
        raise ValueError(str(error)) from error
    seconds = time.perf_counter() - start
    if json:
        print_json({"game": game, "games": games, "clauses": len(CLAUSES), "seconds": seconds})
    else:
        print(f"passed: {rules.title}, {len(CLAUSES)} clauses over {games} games")
