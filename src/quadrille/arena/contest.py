"""A contest from one file, which names games, clocks and entrants.

::

    name = "Spring contest"
    games = 10                     # of each meeting
    clock = "move=2"
    seed = 7

    [entrants]
    ada = "program:./ada/bot"
    ben = "program:python3 ben.py"
    house = "mcts:sims=200"

    [[play]]
    game = "quarto"

    [[play]]
    game = "sheep"
    options = { game = 3 }
    kind = "round-robin"
    games = 4

What stands before ``[entrants]`` holds for every game that does not say otherwise. Entrants that
fail pay the penalty of the game. Paths are relative to the folder of the file.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from quadrille.agents.human import Human
from quadrille.arena.contents import contents_of
from quadrille.arena.job import Job
from quadrille.arena.plan import MAX_NAME_LENGTH, Plan, check_count
from quadrille.arena.pools import MAX_WORKERS
from quadrille.core.game import game as find_game
from quadrille.core.suggest import unknown

PLAY = {"kind": str, "games": int, "seed": int, "clock": str, "adjudicate": int}
"""What may be said for all games and for each of them."""
WHOLE = {"name": str, "entrants": dict, "play": list, "store": str, "report": str, "workers": int}
ONE = {"game": str, "options": dict}
EXAMPLES = {
    "clock": '"move=2" or "60+1"',
    "entrants": '[entrants] with ada = "mcts:sims=200"',
    "game": '"quarto"',
    "kind": '"round-robin"',
    "options": "{ game = 3 }",
    "play": '[[play]] with game = "quarto"',
}
"""What could be written instead of a value of the wrong kind."""


@dataclass(frozen=True)
class Contest:
    """The contest of a file."""

    name: str
    entrants: dict[str, str]
    """The spec of each, by the name that its owner gave it."""
    plans: tuple[Plan, ...]
    """One for each game."""
    store: str
    """Where the games are kept; beside the file unless it says otherwise."""
    report: str
    """The page that is written."""
    workers: int = 1

    @classmethod
    def read(cls, path: Path) -> "Contest":
        """The contest of a file; ValueError says what is wrong where."""
        try:
            data = tomllib.loads(path.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"{path}: expected a file in TOML: {error}") from None
        try:
            return cls._of(data, path.stem)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error

    @classmethod
    def _of(cls, data: dict[str, Any], stem: str) -> "Contest":
        _check(data, {**WHOLE, **PLAY})
        entrants = data.get("entrants", {})
        for name, spec in entrants.items():
            if not isinstance(spec, str):
                raise ValueError(f"entrants: expected the spec of {name!r} as text, got {spec!r}")
        if len(entrants) < 2:
            raise ValueError(f"expected at least two [entrants], got {len(entrants)}")
        general = {key: data[key] for key in PLAY if key in data}
        plans = []
        for number, each in enumerate(data.get("play", []), 1):
            try:
                plans.append(_plan(each, general, entrants))
            except ValueError as error:
                raise ValueError(f"[[play]] {number}: {error}") from error
        if not plans:
            raise ValueError("expected at least one [[play]] with a game")
        workers = data.get("workers", 1)
        check_count("workers", workers, MAX_WORKERS)
        name = data.get("name") or stem
        if not name.isprintable() or len(name) > MAX_NAME_LENGTH:
            expected = f"a name of at most {MAX_NAME_LENGTH} printable letters"
            raise ValueError(f"expected {expected}, got {name!r:.200}")
        places = data.get("store", f"{stem}.db"), data.get("report", f"{stem}.html")
        return cls(name, dict(entrants), tuple(plans), *places, workers)

    def label(self, index: int) -> str:
        """What the series of a game is called in the store."""
        return f"{self.name}: {self.plans[index].game} {index + 1}"


def names_files(plan: Plan) -> bool:
    """Whether a plan has programs or Python files, which are looked for in the current folder."""
    return any(each.startswith("program:") or ".py:" in each for each in (plan.game, *plan.agents))


def _plan(data: Any, general: Mapping[str, Any], entrants: Mapping[str, str]) -> Plan:
    if not isinstance(data, dict):
        raise ValueError(f"expected a table, got {data!r}")
    _check(data, {**ONE, **PLAY})
    if "game" not in data:
        raise ValueError("expected the name of a game, as in game = 'quarto'")
    rules = find_game(data["game"], **data.get("options", {}))
    own = {key: data[key] for key in PLAY if key in data}
    more = {"kind": "round-robin", **general, **own, "forfeits": True}
    plan = Plan.of(rules, list(entrants.values()), names=tuple(entrants), **more)
    job = Job.of(plan)  # refuses unknown agents, and those that cannot play the game
    if any(isinstance(each, Human) for each in job.agents):
        raise ValueError("expected entrants that play by themselves, got 'human'")
    return replace(plan, contents=contents_of(job.agents, job.game))


def _check(data: Mapping[str, Any], known: Mapping[str, type]) -> None:
    for key, value in data.items():
        if key not in known:
            raise ValueError(unknown("key", key, known))
        if not isinstance(value, known[key]) or isinstance(value, bool):
            expected = {str: "a text", int: "a whole number", dict: "a table", list: "tables"}
            example = f" such as {EXAMPLES[key]}" if key in EXAMPLES else ""
            raise ValueError(f"expected {expected[known[key]]} for {key}{example}, got {value!r}")
