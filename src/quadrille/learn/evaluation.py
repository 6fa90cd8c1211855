"""Judging a run by games: against fixed opponents, and against the network before.

The games go into the arena's store, where standings and reports show every evaluated network of a
run as ``model:RUN@ROUND``.
"""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadrille.arena.series import Series
from quadrille.arena.tally import AgentResult, MatchResult
from quadrille.core.drawing.film import film
from quadrille.core.game import Game
from quadrille.core.records.record import Record
from quadrille.learn.export import export
from quadrille.learn.files import write_atomically
from quadrille.learn.networks import Arrays
from quadrille.learn.runs import Run

if TYPE_CHECKING:
    from quadrille.arena.store import Store  # which loads SQLAlchemy

GATE = "elo0=0,elo1=35"
"""The sequential test of a network against the one before."""
MAX_GATE_GAMES = 400


class Evaluator:
    """Exports the networks of a run and plays its evaluation games."""

    def __init__(self, run: Run, store: "Store | None" = None) -> None:
        self._run = run
        self._store = store
        self._game = run.plan.rules
        self.results: dict[str, AgentResult] = {}
        """The newest results, by opponent."""

    @property
    def run_name(self) -> str:
        """What agents call the run."""
        return self._run.name

    def export(self, arrays: Arrays, facts: Mapping[str, Any], rounds: int | None = None) -> None:
        """Write the model file of the run, and one that stays if a round is given.

        ``facts`` are added to its provenance.
        """
        self._write(self._run.model, arrays, facts)
        if rounds is not None:
            self._write(self._run.folder / "models" / f"{rounds}.onnx", arrays, facts)

    def export_as(self, name: str, arrays: Arrays, facts: Mapping[str, Any]) -> None:
        """Write a further model file beside that of the run."""
        self._write(self._run.folder / f"{name}.onnx", arrays, facts)

    def write_file(self, name: str, data: bytes) -> None:
        """Write a file of another kind into the folder of the run."""
        write_atomically(self._run.folder / name, data)

    def evaluate(self, rounds: int, agent: str, opponents: Sequence[str], games: int) -> Any:
        """Play an agent, made in a round, against opponents; the results as plain values."""
        film_of: Record | None = None
        for opponent in opponents:
            result, record = play_series(
                self._game,
                [agent, opponent],
                games,
                seed=rounds,
                store=self._store,
                name=f"train {self._run.folder.name}",
            )
            self.results[opponent] = result.agents[0]
            film_of = record or film_of
        if film_of is not None:  # against the last opponent, the strongest
            path = self._run.folder / "games" / f"{rounds}.svg"
            write_atomically(path, film(film_of, game=self._game).encode())
        matches = {name: result_facts(result) for name, result in self.results.items()}
        return {"agent": agent, "matches": matches}

    # --- gating ----------------------------------------------------------------------------

    def challenge(self, rounds: int, sims: int, player: Arrays) -> str:
        """Whether the exported network of a round is ``better`` than the one that has played."""
        self._write(self._run.folder / "player.onnx", player, {})
        champion = self._run.folder / "player.onnx"
        agents = [f"model:{self._run.name}@{rounds},sims={sims}", f"model:{champion},sims={sims}"]
        result, _ = play_series(self._game, agents, MAX_GATE_GAMES, seed=rounds, sprt=GATE)
        return (result.sprt or {}).get("verdict") or "undecided"

    def _write(self, path: Path, arrays: Arrays, facts: Mapping[str, Any]) -> None:
        plan = self._run.plan
        known = {name: getattr(plan, name) for name in ("preset", "command", "code")}
        run = {"run": self._run.folder.resolve().name, "settings": dict(plan.settings)}
        export(path, self._game, plan.encoding, arrays, {**known, **run, **facts})


def play_series(
    game: Game,
    agents: Sequence[str],
    games: int,
    *,
    seed: int,
    sprt: str = "",
    store: "Store | None" = None,
    name: str = "",
) -> tuple[MatchResult, Record | None]:
    """The result of games between two agents, and one of them; what the store has is not repeated.

    Where a game has more sides, the second agent takes all but one of them; in a game for one,
    each plays alone.
    """
    sides = game.new().num_sides()
    if sides == 1:
        return _compare_alone(game, agents, games, seed)
    specs = [agents[0], *[agents[1]] * max(1, sides - 1)]
    series = Series(game, specs, games, seed, sprt=sprt)
    if store is not None:
        same = [each for each in store.alike(series.plan) if each.plan == series.plan]
        if same:
            series = Series.resume(store, same[0].number)
        else:
            series.keep_in(store, name)
    record = None
    with closing(series.play()) as finished:
        for each in finished:
            record = record or each.record
    return series.result(), record


def _compare_alone(
    game: Game, agents: Sequence[str], games: int, seed: int
) -> tuple[MatchResult, Record | None]:
    """Two agents in a game for one, with the same chance: who scores more has won."""
    played = []
    for spec in agents:
        with closing(Series(game, [spec], games, seed).play()) as finished:
            played.append([each.record for each in finished])
    mine, theirs = ([record.result.scores[0] for record in each] for each in played)
    pairs = list(zip(mine, theirs, strict=True))
    wins, draws = sum(a > b for a, b in pairs), sum(a == b for a, b in pairs)
    losses = len(pairs) - wins - draws
    own = AgentResult(
        agents[0],
        len(pairs),
        wins,
        draws,
        losses,
        (wins + draws, losses),
        sum(mine) / len(mine),
        wins + draws / 2,
    )
    different = len({tuple(each.move for each in record.moves) for record in played[0]})
    result = MatchResult(game.spec, len(pairs), different, seed, (own,))
    return result, played[0][0]


def result_facts(result: AgentResult) -> dict[str, Any]:
    """A result as plain values."""
    names = ("games", "wins", "draws", "losses", "points", "mean_score")
    facts = {name: getattr(result, name) for name in (*names, "elo", "elo_low", "elo_high")}
    return {**facts, "ranks": list(result.ranks)}
