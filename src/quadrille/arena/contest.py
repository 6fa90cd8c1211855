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

``programs = "programs/*"`` at the head enters the programs of a folder as well.
What stands before ``[entrants]`` holds for every game that does not say otherwise. Entrants that
fail pay the penalty of the game. Paths are relative to the folder of the file.
"""

import glob
import os
import shlex
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

PLAY = {"kind": str, "games": int, "seed": int, "clock": str, "adjudicate": int, "opening": int}
"""What may be said for all games and for each of them."""
WHOLE = {"name": str, "entrants": dict, "play": list, "store": str, "report": str, "workers": int}
FOLDER = {"programs": str, "limits": str}
ONE = {"game": str, "options": dict}
EXAMPLES = {
    "clock": '"move=2" or "60+1"',
    "entrants": '[entrants] with ada = "mcts:sims=200"',
    "game": '"quarto"',
    "kind": '"round-robin"',
    "options": "{ game = 3 }",
    "limits": '"start=5,memory=500"',
    "play": '[[play]] with game = "quarto"',
    "programs": '"programs/*"',
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
        _check(data, {**WHOLE, **FOLDER, **PLAY})
        entrants = dict(data.get("entrants", {}))
        for name, spec in entrants.items():
            if not isinstance(spec, str):
                raise ValueError(f"entrants: expected the spec of {name!r} as text, got {spec!r}")
        for name, spec in programs(data.get("programs", ""), data.get("limits", "")).items():
            if name in entrants:
                raise ValueError(f"two entrants are called {name!r}")
            entrants[name] = spec
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
        return cls(name, entrants, tuple(plans), *places, workers)

    def label(self, index: int) -> str:
        """What the series of a game is called in the store."""
        return f"{self.name}: {self.plans[index].game} {index + 1}"


def programs(pattern: str, limits: str = "") -> dict[str, str]:
    """The spec of every program that a pattern with one ``*`` finds, by what the ``*`` stands for.

    A file that may be executed is run as it is, other ``.py`` by python3; ValueError for the rest.
    """
    if not pattern:
        return {}
    if pattern.count("*") != 1:
        raise ValueError(f"expected programs with one *, such as 'programs/*', got {pattern!r}")
    before, _, after = pattern.partition("*")
    found: dict[str, str] = {}
    for path in sorted(glob.glob(f"{glob.escape(before)}*{glob.escape(after)}")):
        if not os.path.isfile(path):
            continue
        name = path[len(before) : len(path) - len(after)] if after else Path(path).stem
        if name in found:
            raise ValueError(f"two programs of {pattern!r} are called {name!r}")
        found[name] = f"program{f'[{limits}]' if limits else ''}:{shlex.join(_command(path))}"
    if not found:
        raise ValueError(f"there is no file {pattern!r}")
    return found


def _command(path: str) -> list[str]:
    if os.access(path, os.X_OK):
        return [path if os.sep in path else os.path.join(".", path)]
    if path.endswith(".py"):
        return ["python3", path]
    raise ValueError(f"expected programs that end in .py or may be executed, got {path!r}")


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
