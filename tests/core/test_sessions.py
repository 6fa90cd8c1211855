"""Sessions and tables: what players are shown, how games run, and how agents fail."""

import json
from dataclasses import dataclass, field
from typing import Any

import pytest

import quadrille
from quadrille import CHANCE, NOBODY, Agent, AgentFailed, Decision, Limits, Move, MoveStats
from quadrille.agents.random import Random
from quadrille.agents.search_agent import SearchSession
from quadrille.arena.play.table import Table
from quadrille.core.agents.agent import Session
from quadrille.core.game import Game
from quadrille.core.records.record import Result

# --- a game with chance, secrets and partners -------------------------------------------------

HIDDEN = Move(9, "deal:?")


class Whisper(quadrille.State):
    """A card is dealt, which only player 0 sees; then four players say yes or no."""

    name, title, summary = "whisper", "Whisper", "Guess whether the card is high."

    def __init__(self) -> None:
        self.card = ""
        self.said: list[str] = []

    @staticmethod
    def create(options: dict[str, Any], rng: quadrille.Rng) -> "Whisper":
        return Whisper()

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> "Whisper":
        state = Whisper()
        state.card, said = text.split("|")
        state.said = said.split()
        return state

    def text(self) -> str:
        return f"{self.card}|{' '.join(self.said)}"

    def num_players(self) -> int:
        return 4

    def num_sides(self) -> int:
        return 2

    def side(self, player: int) -> int:
        return player % 2

    def player(self) -> int:
        if not self.card:
            return CHANCE
        return len(self.said) if len(self.said) < 4 else NOBODY

    def legal_moves(self) -> list[Move]:
        return [Move(0, "no"), Move(1, "yes")] if self.player() >= 0 else []

    def chance_moves(self) -> list[tuple[Move, int]]:
        return [] if self.card else [(Move(10 + i, f"deal:{i}"), 1) for i in range(8)]

    def _play(self, move: int) -> None:
        if move >= 9:
            self.card = "?" if move == 9 else str(move - 10)
        else:
            self.said.append("yes" if move else "no")

    def view(self, player: int) -> "Whisper":
        twin = self.copy()
        twin.__dict__.pop("_chance", None)
        twin.card = "?" if self.card and player != 0 else self.card
        return twin

    def seen(self, move: Any, player: int) -> Any:
        return HIDDEN if move >= 9 and player != 0 else move

    def scores(self) -> list[float]:
        return [float(said == "yes") for said in self.said] + [0.0] * (4 - len(self.said))

    def outcome(self) -> list[float]:
        points = self.scores()
        lead = points[0] + points[2] - points[1] - points[3]
        return [float(lead > 0) - float(lead < 0), float(lead < 0) - float(lead > 0)]

    def num_actions(self) -> int:
        return 2

    def max_plies(self) -> int:
        return 5


WHISPER = Game(Whisper, {}, f"{__file__}:Whisper")
CONNECT_FOUR = quadrille.game("connect_four")


# --- sessions --------------------------------------------------------------------------------


class Spy(Session):
    """Notes everything that reaches it."""

    def __init__(self, agent: "Watcher", seat: int, rng: quadrille.Rng) -> None:
        self.agent, self.seat, self.rng = agent, seat, rng

    def choose(self, view: quadrille.State, limits: Limits) -> Any:
        self.agent.log.append((self.seat, "choose", view.text()))
        assert limits.seconds is None and not limits.stop.is_set()
        with pytest.raises((AttributeError, KeyError, ValueError)):
            view.play_chance()
        view.play("yes")  # must not reach the game
        return Decision(Move(self.seat % 2, ""), say=f"from {self.seat}")

    def saw(self, move: Any) -> None:
        self.agent.log.append((self.seat, "saw", str(move)))

    def heard(self, player: int, text: str) -> None:
        self.agent.log.append((self.seat, f"heard {player}", text))

    def close(self) -> None:
        self.agent.log.append((self.seat, "close", ""))


@dataclass(frozen=True)
class Watcher(Agent):
    """Opens spies that share a log."""

    log: list[tuple[int, str, str]] = field(default_factory=list, compare=False)

    def open(self, game: Game, seat: int, rng: quadrille.Rng) -> Session:
        return Spy(self, seat, rng)


def entries(watcher: Watcher, seat: int, what: str) -> list[str]:
    return [text for who, kind, text in watcher.log if who == seat and kind == what]


def test_sessions_are_shown_views_and_what_they_may_see() -> None:
    watcher = Watcher()
    record = quadrille.play(WHISPER, [watcher] * 4, seed=5)
    card = record.moves[0].move
    assert card.startswith("deal:") and record.moves[0].player == CHANCE
    assert [played.move for played in record.moves[1:]] == ["no", "yes", "no", "yes"]
    assert entries(watcher, 0, "choose") == [f"{card[-1]}|"]
    assert entries(watcher, 2, "choose") == ["?|no yes"]
    assert entries(watcher, 0, "saw") == [card, "no", "yes", "no", "yes"]
    assert entries(watcher, 3, "saw") == ["deal:?", "no", "yes", "no", "yes"]
    # What is said reaches the partners, not oneself nor the other side.
    assert entries(watcher, 2, "heard 0") == ["from 0"]
    assert entries(watcher, 0, "heard 2") == ["from 2"]
    assert not any(entries(watcher, 0, f"heard {player}") for player in (0, 1, 3))
    assert [played.say for played in record.moves] == ["", *(f"from {i}" for i in range(4))]
    assert [entries(watcher, seat, "close") for seat in range(4)] == [[""]] * 4
    record.check(WHISPER)


def test_the_random_numbers_of_a_seat() -> None:
    seen = {}

    class Listening(Watcher):
        def open(self, game: Game, seat: int, rng: quadrille.Rng) -> Session:
            seen[seat] = rng.copy()
            return Spy(self, seat, rng)

    quadrille.play(WHISPER, [Listening()] * 4, seed=11)
    keyed = quadrille.Rng.keyed
    assert seen == {seat: keyed(11, quadrille.Stream.agent, seat) for seat in range(4)}


def test_one_agent_per_side() -> None:
    first, second = Watcher(), Watcher()
    quadrille.play(WHISPER, [first, second])
    assert {who for who, _, _ in first.log} == {0, 2}
    assert {who for who, _, _ in second.log} == {1, 3}


@pytest.mark.parametrize("count", [0, 1, 3, 5])
def test_a_wrong_number_of_agents(count: int) -> None:
    expected = rf"expected 4 agents \(one per player\) or 2 \(one per side\), got {count}"
    with pytest.raises(ValueError, match=expected):
        quadrille.play(WHISPER, ["random"] * count)


@pytest.mark.parametrize("agents", ["random", Random(), [1, 2], [None, "random"]])
def test_what_is_no_list_of_agents(agents: Any) -> None:
    with pytest.raises(ValueError, match=r"expected (a list of agents|an agent or its spec), got"):
        quadrille.play(CONNECT_FOUR, agents)


def test_a_human_needs_somebody_who_asks() -> None:
    with pytest.raises(ValueError, match="quadrille play connect_four"):
        quadrille.play("connect_four", ["random", "human"])


def test_equal_seeds_give_equal_games() -> None:
    records = [quadrille.play("connect_four", ["random", "random"], seed) for seed in (1, 1, 2)]
    assert records[0] == records[1]
    assert records[0].moves != records[2].moves


def test_random_plays_every_legal_move() -> None:
    state = CONNECT_FOUR.new()
    rng = quadrille.Rng(3)
    assert {str(Random().choose(state, rng)) for _ in range(200)} == set("1234567")


@dataclass(frozen=True)
class Faulty(Agent):
    """Fails in a chosen way at its second move."""

    how: str = ""

    def choose(self, state: quadrille.State, rng: quadrille.Rng) -> Any:
        if state.text().count("x") == 0:
            return "1"
        if self.how == "raise":
            raise ZeroDivisionError("division by zero")
        return {"illegal": "9", "none": None, "number": 3}[self.how]


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("raise", "ZeroDivisionError: division by zero"),
        ("illegal", "BadMoveText"),
        ("none", "TypeError: expected a Move of this game or its text, got None"),
        ("number", "TypeError: expected a Move of this game or its text, got 3"),
    ],
)
def test_a_failing_agent_is_named_and_sessions_are_closed(how: str, reason: str) -> None:
    class Quiet(Spy):
        def choose(self, view: quadrille.State, limits: Limits) -> Any:
            return "1"

    @dataclass(frozen=True)
    class Other(Watcher):
        def open(self, game: Game, seat: int, rng: quadrille.Rng) -> Session:
            return Quiet(self, seat, rng)

    other = Other()
    with pytest.raises(AgentFailed) as caught:
        quadrille.play(CONNECT_FOUR, [Faulty(how), other])
    assert reason in caught.value.reason
    assert (caught.value.player, caught.value.move) == (0, 3)
    assert "of player 0 failed at move 3" in str(caught.value)
    assert entries(other, 1, "close") == [""]


def test_a_session_sees_what_somebody_moved() -> None:
    class Seer(Spy):
        def choose(self, view: quadrille.State, limits: Limits) -> Any:
            return None

    watcher = Watcher()
    session = Seer(watcher, 2, quadrille.Rng(0))
    session.moved(1, Move(0, "no"))
    session.started(WHISPER.new())
    session.ended(Result("unfinished", None, ()))
    assert watcher.log == [(2, "saw", "no")]


def test_sessions_are_closed_when_another_does_not_open() -> None:
    watcher = Watcher()
    with pytest.raises(ValueError, match="human"):
        quadrille.play(WHISPER, [watcher, watcher, watcher, "human"])
    assert [who for who, kind, _ in watcher.log if kind == "close"] == [2, 1, 0]


def test_an_agent_without_anything_says_so() -> None:
    with pytest.raises(AgentFailed, match=r"neither choose\(\) nor open\(\)"):
        quadrille.play(CONNECT_FOUR, [Agent(), Agent()])


# --- tables ----------------------------------------------------------------------------------


def test_a_step_tells_the_move_of_the_game() -> None:
    @dataclass(frozen=True)
    class Texter(Agent):
        """Gives the text of a move, which is as good as the move."""

        def choose(self, state: quadrille.State, rng: quadrille.Rng) -> Any:
            return Decision("4", nodes=7)

    with Table(CONNECT_FOUR, [Texter(), Texter()]) as table:
        [move] = [move for move in table.state.legal_moves() if str(move) == "4"]
        decision = table.step()
    assert decision == Decision(move, nodes=7)


def test_undo_goes_back_to_the_decision_of_a_person() -> None:
    watcher = Watcher()
    with Table(WHISPER, ["human", watcher, watcher, watcher], seed=5, people=True) as table:
        assert table.people == {0} and not table.undo(0)
        table.step()
        dealt = table.state.text()
        table.play("yes")
        table.step()
        assert table.undo(0) and table.state.text() == dealt
        with pytest.raises(ValueError, match="player 0 has no session"):
            table.step()
        # Sessions start anew and have seen what still holds.
        restart = watcher.log.index((1, "close", ""))
        assert [entry[1:] for entry in watcher.log[restart + 1 :] if entry[0] == 1] == [
            ("saw", "deal:?")
        ]
        table.play("no")
        for _ in range(3):
            table.step()
        record = table.record()
    assert [played.move for played in record.moves[1:]] == ["no", "yes", "no", "yes"]
    record.check(WHISPER)


def test_undo_repeats_chance() -> None:
    class Late(Whisper):
        """The card comes after the first word."""

        @staticmethod
        def create(options: dict[str, Any], rng: quadrille.Rng) -> "Late":
            return Late()

        def chance_moves(self) -> list[tuple[Move, int]]:
            return super().chance_moves() if self.said else []

        def player(self) -> int:
            return 0 if not self.said else super().player()

    rules = Game(Late, {}, "late")
    with Table(rules, ["human"] * 4, seed=2, people=True) as table:
        cards = []
        for _ in range(2):
            table.play("yes")
            cards.append(str(table.step().move))
            assert table.undo(0) and not table.played
    assert cards[0] == cards[1]


# --- decisions -------------------------------------------------------------------------------


def test_a_decision_as_json() -> None:
    first, second = CONNECT_FOUR.new().legal_moves()[:2]
    decision = Decision(
        first,
        value=(0.5, -0.5),
        moves=(MoveStats(first, visits=3, value=0.5, prior=0.25, exact=True), MoveStats(second)),
        pv=(first, second),
        nodes=10,
        seconds=0.5,
        depth=4,
        say="hm",
    )
    assert json.loads(decision.to_json()) == {
        "move": "1",
        "value": [0.5, -0.5],
        "moves": [
            {"move": "1", "visits": 3, "value": 0.5, "prior": 0.25, "exact": True},
            {"move": "2", "visits": None, "value": None, "prior": None, "exact": False},
        ],
        "pv": ["1", "2"],
        "nodes": 10,
        "seconds": 0.5,
        "depth": 4,
        "exact": False,
        "say": "hm",
    }
    assert json.loads(Decision(first).to_json())["value"] is None
    with pytest.raises(ValueError, match="JSON"):
        Decision(first, value=(float("nan"), 0.0)).to_json()


# --- clocks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "limits", "expected"),
    [
        (None, Limits(), None),
        (2.0, Limits(), 2.0),
        (None, Limits(seconds=60), 3.0),
        (2.0, Limits(seconds=60), 2.0),
        (2.0, Limits(seconds=20), 1.0),
        (2.0, Limits(seconds=1.5, moves=1), 1.5),
        (None, Limits(seconds=60, moves=10), 6.0),
    ],
)
def test_how_long_a_search_thinks(
    own: float | None, limits: Limits, expected: float | None
) -> None:
    class Native:
        def search(self, view: Any, rng: Any, seconds: float | None, *_: Any) -> Any:
            return seconds

    session = SearchSession(Native(), own, quadrille.Rng(0))
    found: Any = session.choose(quadrille.game("connect_four").new(), limits)
    assert found == expected


@pytest.mark.parametrize("words", [7, None, "x" * 1001])
def test_what_is_said_is_a_text(words: Any) -> None:
    @dataclass(frozen=True)
    class Talks(Agent):
        def choose(self, state: Any, rng: Any) -> Any:
            return quadrille.Decision(state.random_move(rng), say=words)

    with pytest.raises(AgentFailed, match="expected a message of at most 1000 characters"):
        quadrille.play("connect_four", [Talks(), "random"])
