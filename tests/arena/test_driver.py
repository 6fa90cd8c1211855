"""The rules of a game being played, on the driver alone: no agent, no network, no real clock."""

from typing import Any

import pytest

import quadrille
from quadrille import CHANCE, BadGame, BadMoveText, Decision, IllegalMove
from quadrille.arena.play.clock import TimeControl
from quadrille.arena.play.driver import MAX_MESSAGE_LENGTH, Ask, Draw, Driver, Over

QUARTO = quadrille.game("quarto")
SHEEP = quadrille.game("sheep", game=1, size=6, cells=24, sheep=4)
CARCASSONNE = quadrille.game("carcassonne")


def driver(game: Any = QUARTO, clock: str = "", **more: Any) -> Driver:
    players = [f"player {each}" for each in range(game.new().num_players())]
    return Driver(game, players, time_control=TimeControl.parse(clock), **more)


def first_move(game: Driver) -> Any:
    return game.state.legal_moves()[0]


def play_on(game: Driver, turns: int = 10_000) -> None:
    """First moves for everybody."""
    for _ in range(turns):
        need = game.next()
        if isinstance(need, Over):
            return
        if isinstance(need, Draw):
            game.drawn()
        else:
            game.decided(Decision(first_move(game)))


# --- the course of a game ------------------------------------------------------------------


@pytest.mark.parametrize("name", quadrille.game_names())
def test_a_whole_game_is_the_record_of_what_was_reported(name: str) -> None:
    game = driver(quadrille.game(name), seed=3)
    play_on(game)
    need = game.next()
    assert isinstance(need, Over) and need.result == game.result() == game.record().result
    assert need.result.ended == "finished"
    game.record().check()
    assert [state.text() for state in game.record().replay()] == [
        state.text() for state in game.states
    ]
    assert len(game.seconds) == len(game.turns) == len(game.record().moves)


def test_it_says_what_it_needs() -> None:
    game = driver(CARCASSONNE)
    assert game.next() == Draw()
    turn = game.drawn()
    assert (turn.played.player, game.turns) == (CHANCE, [turn])
    need = game.next()
    assert isinstance(need, Ask) and need.player == 0 and need.limits.seconds is None


def test_a_move_may_be_a_text_and_is_told_as_the_games_own() -> None:
    game = driver()
    text = str(first_move(game))
    turn = game.decided(Decision(text, say="take that"))
    assert turn is not None and turn.move == turn.before.parse_move(text)
    assert (turn.played.move, turn.played.say) == (text, "take that")
    assert turn.before.text() == game.first.text() != game.state.text()


@pytest.mark.parametrize(
    ("decision", "error", "text"),
    [
        (Decision("nonsense"), BadMoveText, "nonsense"),
        (Decision("a1"), IllegalMove, "a1"),
        (Decision(None), TypeError, "got None"),
        (Decision(3.5), TypeError, "3.5"),
        (Decision("0", say=7), TypeError, "message of at most 1000 characters, got 7"),  # type: ignore[arg-type]
        (Decision("0", say="x" * (MAX_MESSAGE_LENGTH + 1)), TypeError, "at most 1000"),
    ],
)
def test_what_is_not_legal_changes_nothing(decision: Decision, error: Any, text: str) -> None:
    game = driver(clock="10")
    before = game.state.text()
    with pytest.raises(error, match=text):
        game.decided(decision, 3.0)
    assert (game.state.text(), game.turns, game.clocks[0].left) == (before, [], 10)
    assert isinstance(game.next(), Ask)


def test_resigning_and_stopping() -> None:
    game = driver()
    game.resigned(1)
    assert game.result().outcome == (1.0, -1.0) and game.result().by == 1
    game.stop("adjudicated", note="too late")
    assert game.result().ended == "resigned", "what has ended stays as it is"


def test_a_game_that_breaks_its_bound_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Driver):
        pass

    game = Endless(quadrille.game("connect_four"), ["a", "b"])
    monkeypatch.setattr(type(game.state), "max_plies", lambda state: 3)
    play_on(game, 2)
    with pytest.raises(BadGame, match=r"goes on after max_plies\(\) = 3 moves"):
        play_on(game, 1)


# --- clocks --------------------------------------------------------------------------------


def test_a_clock_for_each_move() -> None:
    game = driver(clock="move=2")
    need = game.next()
    assert isinstance(need, Ask) and (need.limits.seconds, need.limits.moves) == (2, 1)
    assert game.decided(Decision(first_move(game)), 2.04), "a little too late is in time"
    assert game.decided(Decision(first_move(game)), 2.5) is None
    result = game.result()
    assert (result.ended, result.by) == ("forfeited", game.state.player())
    assert result.note == "took 2.50 s of 2 s for a move"
    assert game.seconds == [2.04]


def test_a_clock_for_the_whole_game() -> None:
    game = driver(clock="10+1")
    mover = game.state.player()
    game.decided(Decision(first_move(game)), 4.0)
    assert game.clocks[mover].left == 7
    while game.state.player() != mover:
        game.decided(Decision(first_move(game)), 0.0)
    need = game.next()
    assert isinstance(need, Ask) and need.limits.seconds == 7
    assert game.timed_out() is None
    assert game.result().note == "used up its 10 s" and game.result().by == mover


def test_a_late_failure_is_late_first() -> None:
    game = driver(clock="move=2")
    game.failed("crashed", 5.0)
    assert game.result().note == "took 5.00 s of 2 s for a move"


# --- penalties -----------------------------------------------------------------------------


def test_a_failure_costs_the_game() -> None:
    game = driver()
    assert game.failed("crashed") is None
    result = game.result()
    assert (result.ended, result.by, result.note) == ("forfeited", 0, "crashed")
    assert not game.turns and isinstance(game.next(), Over)


def started_sheep(**more: Any) -> Driver:
    game = driver(SHEEP, seed=2, **more)
    play_on(game, 4)
    return game


def test_a_failure_costs_the_turn_where_the_game_says_so() -> None:
    game = started_sheep(clock="move=2")
    turn = game.timed_out()
    assert turn is not None and turn.move is None
    assert turn.played.lost == "no answer within 2 s" and game.state.player() == 1
    game.record().check()


def test_where_no_turn_can_be_lost_a_move_is_drawn() -> None:
    game, again = driver(SHEEP, seed=2), driver(SHEEP, seed=2)
    turn = game.failed("crashed")
    assert turn is not None and turn.move is not None and turn.played.lost == "crashed"
    assert again.failed("crashed") == turn, "the same seed draws the same"
    game.record().check()


# --- games that would not end --------------------------------------------------------------


def test_a_game_in_which_nobody_moves_is_stopped() -> None:
    game = started_sheep()
    while not game.is_over():
        game.failed("crashed")
    result = game.result()
    assert (result.ended, result.note) == ("adjudicated", "nobody moved in 3 rounds")
    assert len(game.turns) == 4 + 3 * 4 and result.outcome is not None


def test_one_move_begins_the_count_anew() -> None:
    game = started_sheep()
    for _ in range(11):
        game.failed("crashed")
    game.decided(Decision(first_move(game)))
    for _ in range(11):
        game.failed("crashed")
    assert not game.is_over()
    game.failed("crashed")
    assert game.is_over()


def test_lost_turns_count_towards_the_bound_of_plies() -> None:
    game = started_sheep()
    bound = game.state.max_plies()
    while not game.is_over():
        if len(game.turns) % 4:
            game.failed("crashed")
        else:
            game.decided(Decision(first_move(game)))
        assert len(game.turns) <= bound
    assert game.result().ended in ("finished", "adjudicated")


def test_adjudication_after_some_moves() -> None:
    game = driver(CARCASSONNE, adjudicate=40)
    play_on(game)
    result = game.result()
    assert (result.ended, len(game.turns)) == ("adjudicated", 40)
    assert result.note == "judged after 40 moves"


# --- going back, and going on where a record stops -------------------------------------------


def test_undo_lets_chance_draw_as_it_did() -> None:
    game = driver(CARCASSONNE, seed=5)
    assert not game.undo(0)
    play_on(game, 9)
    whole = game.record()
    assert game.undo(0) and len(game.turns) < 9 and len(game.seconds) == len(game.turns)
    assert game.state.player() == 0
    play_on(game, 9 - len(game.turns))
    assert game.record() == whole


def test_undo_takes_back_the_end_of_a_game() -> None:
    game = driver()
    play_on(game, 3)
    mover = game.state.player()
    game.resigned(mover)
    assert game.undo(game.turns[-1].played.player) and not game.is_over()


def test_a_record_is_gone_on_with() -> None:
    game = started_sheep(clock="10")
    game.failed("crashed", 4.0)
    record, clocks = game.record(), [clock.left or 0.0 for clock in game.clocks]
    again = driver(SHEEP, seed=2, clock="10")
    again.restore(record, clocks)
    assert again.record() == record and again.state.text() == game.state.text()
    assert [clock.left for clock in again.clocks] == [6, 10, 10, 10]
    game.resigned(2)
    over = driver(SHEEP, seed=2, clock="10")
    over.restore(game.record())
    assert over.is_over() and over.record() == game.record()


def test_a_position_to_play_from() -> None:
    state = QUARTO.new()
    state.play(state.legal_moves()[0])
    game = driver(position=state.text())
    assert game.seed is None and game.record().start == state.text()
    with pytest.raises(ValueError, match="got the end of a game"):
        ended = driver()
        play_on(ended)
        driver(position=ended.state.text())
