"""The ladder of a game: a fixed set of its agents, rated against each other.

Everybody meets everybody, in all seats. The result is a file beside the game, from which its page
takes its table.
"""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadrille.arena.contents import contents_of
from quadrille.arena.plan import Plan
from quadrille.arena.series import Series, find_agents
from quadrille.core.game import Game
from quadrille.core.version import VERSION

if TYPE_CHECKING:
    from quadrille.arena.store import Store  # which loads SQLAlchemy

FILE = "ladder.json"


def ladder_series(game: Game, store: "Store", games: int, seed: int) -> Series:
    """The series of a game's ladder in a store; what has been played of it counts."""
    return _series(game, store, (), games, seed)


def entrant_series(game: Game, store: "Store", entrant: str, games: int, seed: int) -> Series:
    """The series of one more agent against each of a game's ladder."""
    return _series(game, store, (entrant,), games, seed)


def _series(game: Game, store: "Store", entrant: tuple[str, ...], games: int, seed: int) -> Series:
    if not game.package.ladder:
        raise ValueError(f"{game.name} names no agents for a ladder: GamePackage(ladder=...)")
    agents = find_agents(game, [*entrant, *game.package.ladder])
    specs = [str(each) for each in agents]
    kind = "gauntlet" if entrant else "round-robin"
    contents = contents_of(agents, game)
    plan = Plan.of(game, specs, kind=kind, games=games, seed=seed, contents=contents)
    whose = f"{specs[0]} on the " if entrant else ""
    return Series.continued(store, plan, f"{whose}ladder of {game.name}")


def ladder_facts(series: Series, command: str) -> dict[str, Any]:
    """A ladder as plain values, the strongest first."""
    result = series.result()
    specs = series.game.package.ladder
    rows: list[dict[str, Any]] = [
        {
            "agent": spec,
            "games": each.games,
            "points": each.points / each.games if each.games else 0.5,
            "elo": each.elo,
            "low": each.elo_low,
            "high": each.elo_high,
        }
        for spec, each in zip(specs, result.agents, strict=True)
    ]
    rows.sort(key=lambda row: -row["elo"])
    return {
        "game": series.game.name,
        "command": command,
        "date": datetime.now(UTC).date().isoformat(),
        "version": VERSION,
        "games": result.games,
        "seed": result.seed,
        "agents": rows,
    }


def ladder_file(game: Game) -> Path:
    """Where the ladder of a game is kept."""
    home = game.state_type.__module__.removesuffix("._core")
    place = getattr(sys.modules.get(home), "__file__", None)
    if place is None:
        raise ValueError(f"{game.name} has no folder of its own for a ladder")
    return Path(place).parent / FILE


def read_ladder(game: Game) -> dict[str, Any] | None:
    """The ladder of a game; None if it was never played."""
    path = ladder_file(game)
    if not path.exists():
        return None
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found
