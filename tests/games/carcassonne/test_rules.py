"""The rules of Carcassonne, native: cases by hand, the longest map, random play, texts, records."""

from collections import Counter
from statistics import mean, stdev, variance
from typing import Any

import pytest

import quadrille
from games.carcassonne.facts import facts
from oracles.carcassonne import Oracle
from oracles.carcassonne_cases import every_case, run
from oracles.carcassonne_line import straight_line
from quadrille import Game, Rng
from quadrille.search.native import make_search
from support.scale import LONG

EVERYTHING: dict[str, Any] = {"river": True, "inns": True, "abbot": True}


class Native:
    """A native state that speaks as the oracle does."""

    def __init__(self, state: Any = None, **options: Any) -> None:
        self.state = state or quadrille.game("carcassonne", **options).new()

    @staticmethod
    def parse(text: str) -> "Native":
        return Native(quadrille.game("carcassonne").parse(text))

    def text(self) -> str:
        text: str = self.state.text()
        return text

    def play(self, move: str) -> None:
        self.state.play(move)

    def legal_moves(self) -> list[str]:
        return sorted(map(str, self.state.legal_moves()))

    def chance_moves(self) -> dict[str, int]:
        return {str(move): weight for move, weight in self.state.chance_moves()}

    def supply(self) -> list[tuple[int, int, int]]:
        return [(each.meeple, each.big, each.abbot) for each in self.state.meeples()]

    def scores(self) -> list[float]:
        return list(self.state.scores())

    def outcome(self) -> list[float]:
        return list(self.state.outcome())

    def dead_cells(self) -> list[tuple[int, int]]:
        return list(self.state.dead_cells())

    def regions(self) -> list[dict[str, Any]]:
        return [
            {
                "cells": region.cells,
                "spots": [(x, y, spot) for (x, y), spot in region.spots],
                "open": region.open,
                "complete": region.complete,
                "pennants": region.pennants,
                "inn": region.special and region.kind == "road",
                "cathedral": region.special and region.kind == "city",
                "strength": region.strength[: self.state.num_players()],
                "owners": region.owners,
                "value": region.value,
            }
            for region in self.state.regions()
        ]


@every_case
def test_scoring(lines: list[str]) -> None:
    run(lines, Native, Native.parse)


# --- the longest map -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [{}, {"farmers": False}, {"inns": True, "players": 6}, EVERYTHING], ids=str
)
def test_straight_line_of_all_tiles(options: dict[str, Any]) -> None:
    _, moves = straight_line(options)
    game = quadrille.game("carcassonne", **options)
    rng = Rng(5)
    state, oracle = game.new(), Oracle(**options)
    for ply, move in enumerate(moves):
        # Claims are made at random: they do not change where tiles can lie.
        played = str(state.random_move(rng)) if move == "none" else move
        state.play(played)
        oracle.play(played)
        for what, native, slow in facts(state, oracle, ply):
            assert native == slow, (what, state.text())
        parsed = game.parse(state.text())
        assert parsed == state and parsed.text() == state.text()
        assert parsed.legal_moves() == state.legal_moves()
        assert parsed.scores() == state.scores()
    assert state.is_over()
    heights = [tile.y for tile in state.tiles()]
    assert len(heights) == sum(kind.copies for kind in oracle.kinds.values())
    assert max(heights) == 71 + 18 * bool(options.get("inns")) + bool(options.get("river"))


# --- random play ---------------------------------------------------------------------------


def random_game(game: Game, rng: Rng) -> Any:
    state = game.new()
    while not state.is_over():
        state.play(state.random_move(rng))
    return state


@pytest.mark.parametrize(
    ("farmers", "score", "spread", "first", "second"),
    [(False, 27.89, 7.54, 0.503, 0.460), (True, 19.41, 7.86, 0.491, 0.472)],
)
def test_random_play_has_the_known_statistics(
    farmers: bool, score: float, spread: float, first: float, second: float
) -> None:
    """Known from millions of games of another program; here within four standard errors."""
    game, rng = quadrille.game("carcassonne", farmers=farmers), Rng(12)
    games = 100_000 if LONG else 2_000
    found: list[list[float]] = []
    discarded = 0
    longest = []
    for _ in range(games):
        state = random_game(game, rng)
        found.append(state.scores())
        tiles = state.tiles()
        discarded += 72 - len(tiles)
        axes = ([tile.x for tile in tiles], [tile.y for tile in tiles])
        longest.append(max(max(axis) - min(axis) + 1 for axis in axes))
    means = [mean(scores) for scores in found]
    assert abs(mean(means) - score) < 4 * stdev(means) / games**0.5
    scores = [number for pair in found for number in pair]
    assert abs(stdev(scores) - spread) < 4 * spread / (2 * len(scores)) ** 0.5
    for share, wins in (
        (first, sum(one > two for one, two in found)),
        (second, sum(one < two for one, two in found)),
    ):
        assert abs(wins / games - share) < 4 * (share * (1 - share) / games) ** 0.5
    # They come in twos and threes at the end of a game.
    assert abs(discarded - 0.019 * games) < 6 * (0.019 * games) ** 0.5
    assert max(longest) <= 25


@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=str)
def test_random_moves_are_uniform(options: dict[str, Any]) -> None:
    """Each placement and each claim as likely as any other, each copy of a tile as well."""
    game, rng = quadrille.game("carcassonne", **options), Rng(4)
    state = game.new()
    for ply in range(150):
        weights = {str(move): weight for move, weight in state.chance_moves()}
        weights = weights or {str(move): 1 for move in state.legal_moves()}
        if ply % 7 == 0 and len(weights) > 1:
            samples = 100 * sum(weights.values())
            counts = Counter(str(state.random_move(rng)) for _ in range(samples))
            assert set(counts) == set(weights)
            chi = sum(
                (counts[m] - 100 * weight) ** 2 / (100 * weight) for m, weight in weights.items()
            )
            freedom = len(weights) - 1
            assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 5, (state.text(), counts)
        state.play(state.random_move(rng))


def with_one_move(game: Game, seed: int) -> Any:
    """A late position, with scores close together, in which the player to move has no choice."""
    for number in range(seed, seed + 1000):
        rng = Rng(number)
        state = game.new()
        while not state.is_over():
            left = sum(state.remaining().values())
            if 3 <= left <= 20 and len(state.legal_moves()) == 1:
                scores = state.scores()
                if max(scores) - min(scores) <= 3:
                    return state
            state.play(state.random_move(rng))
    raise AssertionError(f"no such position in games with {game.options!r}")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"farmers": False, "meeples": 2},
        {"players": 3, "small_city": True},
        {"board": 8},
        EVERYTHING,
    ],
    ids=str,
)
def test_playouts_of_a_search_are_random_games(options: dict[str, Any]) -> None:
    """They are played by code of their own: on average they must end as other random games."""
    game = quadrille.game("carcassonne", **options)
    games = 4_000 if LONG else 600
    undecided = 0
    for seed in (1, 2, 3):
        state = with_one_move(game, seed * 1000)
        search: list[float] = []
        played: list[float] = []
        for number in range(games):
            answer = make_search("Mcts", type(state), {"sims": 1}).search(state, Rng(number))
            assert answer.value is not None
            search.append(answer.value[0])
            twin, rng = state.copy(), Rng(10**6 + number)
            while not twin.is_over():
                twin.play(twin.random_move(rng))
            played.append(twin.outcome()[0])
        error = (variance(search) / games + variance(played) / games) ** 0.5
        assert abs(mean(search) - mean(played)) <= 4.5 * error, state.text()
        undecided += abs(mean(played)) < 0.9
    assert undecided > 0


@pytest.mark.parametrize(
    "options",
    [{}, {"board": 1}, {"board": 4}, {"board": 5, "river": True, "start_tile": False}],
    ids=str,
)
def test_playouts_are_as_long_as_other_random_games(options: dict[str, Any]) -> None:
    game, rng = quadrille.game("carcassonne", **options), Rng(2)
    lengths = []
    for _ in range(400):
        state = game.new()
        plies = 0
        while not state.is_over():
            state.play(state.random_move(rng))
            plies += 1
        lengths.append(plies)
    games = 2_000
    moves = type(game.new())._rollouts(game.options, 3, games)
    assert abs(moves / games - mean(lengths)) <= 5 * stdev(lengths) * (1 / 400 + 1 / games) ** 0.5


# --- the same position, the same future ------------------------------------------------------

FUTURES: list[dict[str, Any]] = [
    {},
    {"farmers": False, "small_city": True},
    {"board": 6, "players": 3},
    {"start_tile": False, "river": True},
    {**EVERYTHING, "players": 4, "meeples": 2},
]


@pytest.mark.parametrize("options", FUTURES, ids=str)
def test_a_position_read_again_has_the_same_future(options: dict[str, Any]) -> None:
    game, rng = quadrille.game("carcassonne", **options), Rng(8)
    for seed in range(10 if LONG else 2):
        state = game.new(seed)
        while not state.is_over():
            one, two = state.copy(), game.parse(state.text(), seed=99)
            for _ in range(8):
                assert one == two and one.hash() == two.hash()
                assert one.legal_moves() == two.legal_moves()
                assert one.chance_moves() == two.chance_moves()
                assert one.scores() == two.scores()
                assert one.evaluate() == two.evaluate()
                if one.is_over():
                    break
                move = one.random_move(rng)
                one.play(move)
                two.play(move)
            state.play(state.random_move(rng))


def in_another_order(turns: list[list[str]], game: Game, rng: Rng) -> Any:
    """The state after the same turns in another order; None if no order was found."""
    waiting = list(turns)
    state = game.new()
    while waiting:
        start = rng.below(len(waiting))
        for turn in [*waiting[start:], *waiting[:start]]:
            after = state.copy()
            try:
                for move in turn:
                    after.play(move)
            except ValueError:
                continue
            state = after
            waiting.remove(turn)
            break
        else:
            return None
    return state


@pytest.mark.parametrize(
    "options", [{"players": 1}, {"players": 1, "inns": True, "abbot": True}], ids=str
)
def test_the_order_of_turns_does_not_matter(options: dict[str, Any]) -> None:
    game, rng = quadrille.game("carcassonne", **options), Rng(6)
    found = figures = 0
    for seed in range(60):
        state = game.new(seed)
        turns: list[list[str]] = []
        for _ in range(9):
            before = state.copy()
            turn = []
            for _ in range(3):
                turn.append(str(state.random_move(rng)))
                state.play(turn[-1])
            if any(sum(points.values()) for points in state.points()):
                state = before  # what scores, and when, depends on the order
            else:
                turns.append(turn)
        other = in_another_order(turns, game, rng)
        if other is None or other.text() != state.text():
            continue  # another claim came first, or an abbot was taken back
        found += 1
        figures += len(state.figures())
        assert other == state and other.hash() == state.hash() and len({other, state}) == 1
        assert other.scores() == state.scores()
        assert other.features().tolist() == state.features().tolist()
        assert other.evaluate() == state.evaluate()
        for kind, _ in state.chance_moves():
            one, two = state.copy(), other.copy()
            one.play(kind)
            two.play(kind)
            assert one == two and one.legal_moves() == two.legal_moves()
    assert found >= 20 and figures >= 20


def test_different_positions_are_different() -> None:
    """Whoever owns a figure, who scored, what is left and what is drawn: all of it counts."""
    game = quadrille.game("carcassonne")
    texts = [
        "B:0,-1@0/D:0,0@0/V:1,0@0 1A,1E 0+0+0+0,0+0+0+0 0:draw",
        "B:0,-1@0+0:monastery/D:0,0@0/V:1,0@0 1A,1E 0+0+0+0,0+0+0+0 0:draw",
        "B:0,-1@0+1:monastery/D:0,0@0/V:1,0@0 1A,1E 0+0+0+0,0+0+0+0 0:draw",
        "B:0,-1@0+1:field:nnw/D:0,0@0/V:1,0@0 1A,1E 0+0+0+0,0+0+0+0 0:draw",
        "B:0,-1@0/D:0,0@0/V:1,0@0 2A,1E 0+0+0+0,0+0+0+0 0:draw",
        "B:0,-1@0/D:0,0@0/V:1,0@0 1A,1E 1+0+0+0,0+0+0+0 0:draw",
        "B:0,-1@0/D:0,0@0/V:1,0@0 1A,1E 0+1+0+0,0+0+0+0 0:draw",
        "B:0,-1@0/D:0,0@0/V:1,0@0 1A,1E 0+0+0+0,1+0+0+0 0:draw",
        "B:0,-1@0/D:0,0@0/V:1,0@0 1A,1E 0+0+0+0,0+0+0+0 0:place:E",
        "B:0,-1@0/D:0,0@0/V:1,0@0 1A,1E 0+0+0+0,0+0+0+0 0:place:A",
        "B:0,-1@0/D:0,0@0/V:1,0@0 1A,1E 0+0+0+0,0+0+0+0 1:meeple:1,0",
        "B:0,-1@0/D:0,0@0/V:1,0@0 1A,1E 0+0+0+0,0+0+0+0 1:meeple:0,-1",
    ]
    states = [game.parse(text) for text in texts]
    assert len(set(states)) == len({state.hash() for state in states}) == len(texts)


# --- records -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [{}, {"players": 1}, {"board": 5}, {**EVERYTHING, "players": 6, "start_tile": False}],
    ids=str,
)
def test_records_replay(options: dict[str, Any]) -> None:
    game = quadrille.game("carcassonne", **options)
    agents = ["random"] * game.new().num_players()
    for seed in range(3):
        record = quadrille.play(game, agents, seed)
        again = quadrille.Record.from_json(record.to_json())
        assert again == record == quadrille.play(game, agents, seed)
        again.check()
        states = list(again.replay())
        assert len(states) == len(record.moves) + 1
        assert states[-1].is_over() and tuple(states[-1].scores()) == record.result.scores
        oracle = Oracle(**options)
        for played in record.moves:
            assert played.player == oracle.player()
            oracle.play(played.move)
        assert oracle.text() == states[-1].text()
    assert quadrille.play(game, agents, 1).moves != quadrille.play(game, agents, 2).moves
