"""Judging a run by games: against fixed opponents, and against the network before.

The games go into the arena's store, where standings and reports show every evaluated network of a
run as ``model:RUN@ROUND``.
"""

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from quadrille.arena.series import Series
from quadrille.arena.tally import AgentResult, MatchResult
from quadrille.core.drawing.film import film
from quadrille.core.game import Game
from quadrille.core.records.record import Record
from quadrille.learn.alphazero import AlphaZero
from quadrille.learn.export import export
from quadrille.learn.files import write_atomically
from quadrille.learn.runs import Run

if TYPE_CHECKING:
    from quadrille.arena.store import Store  # which loads SQLAlchemy

GATE = "elo0=0,elo1=35"
"""The sequential test of a network against the one before."""
MAX_GATE_GAMES = 400


class Evaluator:
    """Plays the evaluation games of a run."""

    def __init__(self, run: Run, store: "Store | None" = None) -> None:
        self._run = run
        self._store = store
        self.results: dict[str, AgentResult] = {}
        """The newest results, by opponent."""

    def evaluate(self, learner: AlphaZero) -> Mapping[str, Any]:
        """Export the network, measure it, and let it play on if it must and does win."""
        start, settings = time.process_time(), learner.settings
        rounds = learner.progress.rounds
        self.export(learner, rounds)
        agent = f"model:{self._run.name}@{rounds},sims={settings.evaluation_sims}"
        film_wanted = True
        for opponent in settings.opponents.split():
            result, record = play_series(
                learner.game,
                [agent, opponent],
                settings.evaluation_games,
                seed=rounds,
                store=self._store,
                name=f"train {self._run.folder.name}",
            )
            self.results[opponent] = result.agents[0]
            if record is not None and film_wanted:
                path = self._run.folder / "games" / f"{rounds}.svg"
                write_atomically(path, film(record, game=learner.game).encode())
                film_wanted = False
        gate = self._gate(learner, agent) if settings.gate else {}
        learner.progress.evaluation_seconds += time.process_time() - start
        matches = {name: result_facts(result) for name, result in self.results.items()}
        return {"agent": agent, "matches": matches, **gate}

    def export(self, learner: AlphaZero, rounds: int | None = None) -> None:
        """Write the model file of the run, and one that stays if a round is given."""
        facts = provenance(self._run, learner)
        paths = [self._run.model]
        if rounds is not None:
            paths.append(self._run.folder / "models" / f"{rounds}.onnx")
        for path in paths:
            export(path, learner.game, learner.encoding, learner.network.arrays(), facts)

    def _gate(self, learner: AlphaZero, agent: str) -> dict[str, Any]:
        """Let the new weights play on if they are better than those that have played."""
        if learner.player is None:
            learner.player = learner.network.arrays()
            self._export_player(learner)
            return {"gate": "first"}
        champion = self._run.folder / "player.onnx"
        sims = learner.settings.evaluation_sims
        agents = [agent, f"model:{champion},sims={sims}"]
        seed = learner.progress.rounds
        result, _ = play_series(learner.game, agents, MAX_GATE_GAMES, seed=seed, sprt=GATE)
        verdict = (result.sprt or {}).get("verdict")
        if verdict == "better":
            learner.player = learner.network.arrays()
            self._export_player(learner)
        return {"gate": verdict or "undecided"}

    def _export_player(self, learner: AlphaZero) -> None:
        assert learner.player is not None
        path = self._run.folder / "player.onnx"
        facts = provenance(self._run, learner)
        export(path, learner.game, learner.encoding, learner.player, facts)


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

    Where a game has more sides, the second agent takes all but one of them.
    """
    sides = game.new().num_sides()
    specs = [agents[0], *[agents[1]] * max(1, sides - 1)]
    series = Series(game, specs, games, seed, sprt=sprt)
    if store is not None:
        same = store.alike(series.plan)
        if same and not series.changed:
            series = Series.resume(store, same[0].number)
        else:
            series.keep_in(store, name)
    record = None
    with closing(series.play()) as finished:
        for each in finished:
            record = record or each.record
    return series.result(), record


def result_facts(result: AgentResult) -> dict[str, Any]:
    """A result as plain values."""
    names = ("games", "wins", "draws", "losses", "points", "mean_score")
    facts = {name: getattr(result, name) for name in (*names, "elo", "elo_low", "elo_high")}
    return {**facts, "ranks": list(result.ranks)}


def provenance(run: Run, learner: AlphaZero) -> dict[str, Any]:
    """Where a network comes from."""
    plan, progress = run.plan.to_dict(), learner.progress
    return {
        **{name: plan[name] for name in ("preset", "command", "code", "settings")},
        "run": run.folder.resolve().name,
        "rounds": progress.rounds,
        "games": progress.games,
        "positions": progress.positions,
        "steps": progress.steps,
        "cpu_seconds": round(progress.seconds, 1),
        "evaluation_seconds": round(progress.evaluation_seconds, 1),
    }
