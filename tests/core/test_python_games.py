"""Games written in Python: the examples play by their rules, and loading says what is wrong."""

import pickle
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quadrille
from quadrille import CHANCE, BadGame, BadMoveText, BadPosition, BadSpec, IllegalMove, Rng
from quadrille.core import _core
from support.places import EXAMPLES, ROOT

TIC_TAC_TOE = f"{EXAMPLES}/tic_tac_toe.py:TicTacToe"
NIM = f"{EXAMPLES}/nim.py:Nim"
HIGH_CARD = f"{EXAMPLES}/high_card.py:HighCard"


def played(game: quadrille.Game, *moves: str) -> Any:
    state = game.new()
    for move in moves:
        state.play(move)
    return state


# --- tic-tac-toe ---------------------------------------------------------------------------


def test_tic_tac_toe_has_the_known_number_of_games() -> None:
    start = quadrille.game(TIC_TAC_TOE).new()
    known = [9, 72, 504, 3024, 15120]
    assert [start._perft(depth) for depth in range(1, 6)] == known
    # Seven wins at once, and eight wins after nine.
    late = quadrille.game(TIC_TAC_TOE).parse("xox/xoo/...")
    assert [late._perft(depth) for depth in range(1, 5)] == [3, 4, 3, 0]


def test_tic_tac_toe_is_won_by_three_in_a_line() -> None:
    state = played(quadrille.game(TIC_TAC_TOE), "1", "2", "5", "3", "9")
    assert state.text() == "xoo/.x./..x"
    assert state.is_over()
    assert state.outcome() == [1.0, -1.0]
    assert state.legal_moves() == []
    draw = quadrille.game(TIC_TAC_TOE).parse("xox/xox/oxo")
    assert draw.outcome() == [0.0, 0.0]


def test_tic_tac_toe_encoding() -> None:
    state = quadrille.game(TIC_TAC_TOE).parse("xo./.../...")
    own, other = state.encode("planes", 1)
    assert own.tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert other.tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert own.dtype == np.float32


@pytest.mark.parametrize(
    "text", ["", "...", ".../.../..", ".../.../....", "x../.../..x", "xxx/ooo/...", "xxx/oo./.o."]
)
def test_tic_tac_toe_refuses_what_cannot_arise(text: str) -> None:
    with pytest.raises(BadPosition):
        quadrille.game(TIC_TAC_TOE).parse(text)


# --- Nim -----------------------------------------------------------------------------------


def wins(state: Any) -> bool:
    """Whether the player to move can win, by trying everything."""

    @cache
    def search(text: str) -> bool:
        here = game.parse(text)
        for move in here.legal_moves():
            after = here.copy()
            after.play(move)
            if after.is_over():
                won = after.outcome()[here.player()] > 0
            else:
                won = not search(after.text())
            if won:
                return True
        return False

    game = quadrille.game(NIM, **state.options())
    return search(state.text())


@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_won_by_the_sum_of_heaps(misere: bool) -> None:
    """Bouton's theorem: the mover wins unless the exclusive or of the heaps is zero.

    When whoever takes the last bean loses, that is turned round if no heap has more than one.
    """
    game = quadrille.game(NIM, misere=misere)
    for a in range(2):
        for b in range(4):
            for c in range(6):
                if a + b + c == 0 or a + b + c == 9:
                    continue
                for mover in (0, 1):
                    try:
                        state = game.parse(f"{a},{b},{c} {mover}")
                    except BadPosition:
                        continue
                    expected = (a ^ b ^ c) != 0
                    if misere and max(a, b, c) <= 1:
                        expected = not expected
                    assert wins(state) is expected, state.text()


def test_nim_with_more_heaps() -> None:
    game = quadrille.game(NIM, heaps=4)
    assert game.new().text() == "heaps=4 1,3,5,7 0"
    state = played(game, "d7", "a1", "c5", "b3")
    assert state.outcome() == [-1.0, 1.0]
    with pytest.raises(IllegalMove):
        game.new().play(game.new().legal_moves()[-1].__class__(99, "z9"))


@pytest.mark.parametrize(
    "text",
    [
        "1,3,5",
        "1,3 0",
        "1,3,5 2",
        "1,3,5 1",
        "2,3,5 0",
        "1,3,4 0",
        "01,3,5 0",
        "1,3,-5 0",
        "1,3,5 0 ",
    ],
)
def test_nim_refuses_what_cannot_arise(text: str) -> None:
    with pytest.raises(BadPosition):
        quadrille.game(NIM).parse(text)


# --- High Card -----------------------------------------------------------------------------


def test_high_card_counts_every_draw() -> None:
    start = quadrille.game(HIGH_CARD).new()
    # Three cards dealt of six; then keep or swap; then two moves, or three cards to draw.
    assert [start._perft(depth) for depth in range(1, 6)] == [6, 30, 120, 240, 600]


def test_high_card_hides_the_others_cards() -> None:
    state = played(quadrille.game(HIGH_CARD), "deal:4", "deal:2", "deal:6", "swap", "deal:5")
    assert state.text() == "45,2,6 turn 1"
    assert [state.view(player).text() for player in range(3)] == [
        "45,?,? turn 1 @0",
        "??,2,? turn 1 @1",
        "??,?,6 turn 1 @2",
    ]
    assert state.encode("cards", 0).tolist() == [0, 0, 0, 0, 1, 0, 0, 0]


def test_high_card_draws_are_seen_by_who_draws() -> None:
    state = quadrille.game(HIGH_CARD).new()
    draw = state.parse_move("deal:4")
    assert [str(state.seen(draw, player)) for player in range(3)] == ["deal:4", "deal:?", "deal:?"]


def test_high_card_is_won_by_the_highest_card() -> None:
    moves = ["deal:4", "deal:2", "deal:6", "keep", "keep", "keep"]
    assert played(quadrille.game(HIGH_CARD), *moves).outcome() == [0.0, -1.0, 1.0]


def test_high_card_partners_add_up() -> None:
    game = quadrille.game(HIGH_CARD, players=4, partners=True)
    deals = ["deal:4", "deal:8", "deal:6", "deal:1"]
    state = played(game, *deals, "keep", "keep", "keep", "keep")
    assert [state.side(player) for player in range(4)] == [0, 1, 0, 1]
    assert state.scores() == [4.0, 8.0, 6.0, 1.0]
    assert state.outcome() == [1.0, -1.0]


def test_high_card_redeals_evenly() -> None:
    state = played(quadrille.game(HIGH_CARD), "deal:4", "deal:2", "deal:6")
    rng = Rng(1)
    counts: dict[str, int] = {}
    for _ in range(4000):
        text = state.redeal(0, rng).text()
        counts[text] = counts.get(text, 0) + 1
    assert len(counts) == 5 * 4
    assert all(130 < count < 270 for count in counts.values())  # 200 are expected


def test_chance_comes_from_the_seed() -> None:
    def draws(seed: int, choice: int) -> list[str]:
        state = quadrille.game(HIGH_CARD).new(seed)
        found = []
        while not state.is_over():
            if state.player() == CHANCE:
                found.append(str(state.play_chance()))
            else:
                state.play(state.legal_moves()[choice])
        return found

    assert draws(3, 0) == draws(3, 0)
    # Whatever the players do: who all keep see the first draws of those who all swap.
    assert draws(3, 0) == draws(3, 1)[:3]
    assert len({tuple(draws(seed, 0)) for seed in range(40)}) > 20


# --- what a Python game gets for nothing ---------------------------------------------------


def test_play_takes_moves_texts_and_refuses_the_rest() -> None:
    state = quadrille.game(NIM).new()
    with pytest.raises(BadMoveText, match="expected a move such as a1, b1, b2, b3, c1, got 'z1'"):
        state.play("z1")
    with pytest.raises(TypeError, match="expected a Move of this game or its text, got None"):
        state.play(None)
    over = quadrille.game(NIM).parse("0,0,0 1")
    with pytest.raises(IllegalMove, match="for nobody"):
        over.play(state.legal_moves()[0])
    assert state.text() == "1,3,5 0"


def test_states_and_moves_can_be_pickled() -> None:
    state = quadrille.game(HIGH_CARD).new(5)
    state.play_chance()
    twin = pickle.loads(pickle.dumps(state))
    assert twin == state
    assert twin.play_chance() == state.play_chance()
    move = quadrille.game(NIM).new().legal_moves()[0]
    assert str(pickle.loads(pickle.dumps(move))) == str(move)


def test_native_loops_run_on_python_games() -> None:
    game = quadrille.game(TIC_TAC_TOE)
    moves = _core.rollouts(game, 1, 50)
    assert 50 * 5 <= moves <= 50 * 9
    assert moves == _core.rollouts(game, 1, 50)


def test_an_error_in_a_game_arrives_as_it_is() -> None:
    class Faulty(quadrille.game(TIC_TAC_TOE).state_type):  # type: ignore[misc]
        def copy(self) -> Any:
            raise KeyError("a fault of the game")

    with pytest.raises(KeyError, match="a fault of the game"):
        _core.perft(Faulty(), 3)


def test_specs_by_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    game = quadrille.game("examples/nim.py:Nim", heaps=3)
    assert game.new().text() == "1,3,5 0"
    assert game.state_type is quadrille.game(NIM).state_type
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize(
    ("code", "name", "reason"),
    [
        ("class Game: pass", "Game", "expected a subclass of quadrille.State"),
        ("x = 3", "x", "expected a subclass of quadrille.State"),
        ("class Game: pass", "Gane", "did you mean 'Game'"),
        ("import nonsense_that_is_not_there", "Game", "does not load: ModuleNotFoundError"),
        ("def broken(:", "Game", "does not load: SyntaxError"),
        (
            "import quadrille\nclass Game(quadrille.State):\n    name = 'g'",
            "Game",
            "lacks the methods _play, create, legal_moves, max_plies",
        ),
    ],
)
def test_bad_files(tmp_path: Path, code: str, name: str, reason: str) -> None:
    file = tmp_path / "game.py"
    file.write_text(code)
    with pytest.raises(BadSpec) as caught:
        quadrille.game(f"{file}:{name}")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_examples_say_how_to_play_them() -> None:
    examples = sorted((EXAMPLES).glob("*.py"))
    assert len(examples) >= 3
    for example in examples:
        text = example.read_text()
        command = "--seat" if "(Agent)" in text else "quadrille play"
        assert f"{command} examples/{example.name}:" in text


def test_the_example_agent_beats_a_random_one() -> None:
    agents = [f"{EXAMPLES}/cautious.py:Cautious", "random"]
    wins = 0
    for seed in range(20):
        record = quadrille.play("connect_four", agents, seed=seed)
        assert record.result.outcome is not None
        wins += record.result.outcome[0] > 0
    assert wins >= 15


# --- games that break their own word -------------------------------------------------------


def broken(name: str, **members: Any) -> quadrille.Game:
    """Tic-tac-toe with some methods replaced."""
    parent: Any = quadrille.game(TIC_TAC_TOE).state_type

    def create(options: dict[str, Any], rng: Rng) -> Any:
        state = parent.create(options, rng)
        state.__class__ = kind
        return state

    kind: Any = type(name, (parent,), {"create": staticmethod(create), **members})
    return quadrille.game(kind)


def test_an_action_beyond_num_actions_is_named() -> None:
    game = broken("Small", num_actions=lambda self: 3)
    with pytest.raises(BadGame, match=r"from 0 to num_actions\(\) - 1 = 2 for move '4', got 3"):
        quadrille.VecEnv(game, 64)


def test_an_encoding_that_changes_its_shape_is_refused() -> None:
    def encodings(self: Any) -> list[quadrille.Encoding]:
        return [quadrille.Encoding("planes", (2, 3, 3 + self.text().count("x")))]

    def encode(self: Any, name: str, player: int) -> Any:
        return np.zeros(self.encodings()[0].shape)

    env = quadrille.VecEnv(broken("Shifty", encodings=encodings, _encode=encode), 8)
    with pytest.raises(BadGame, match="differ from those of the first state"):
        env.step(env.sample_actions())


def test_a_game_that_does_not_end_is_stopped() -> None:
    game = broken("Endless", max_plies=lambda self: 3)
    with pytest.raises(BadGame, match=r"goes on after max_plies\(\) = 3 moves"):
        _core.rollouts(game, 0, 1)
    with pytest.raises(BadGame, match=r"goes on after max_plies\(\) = 3 moves"):
        quadrille.play(game, ["random", "random"])


def test_moves_that_are_no_numbers_are_named() -> None:
    game = broken("Wordy", legal_moves=lambda self: ["a1"])
    with pytest.raises(BadGame, match=r"expected moves that are whole numbers .* got 'a1'"):
        game.new()._perft(1)


def test_create_must_return_its_own_class() -> None:
    parent: Any = quadrille.game(NIM).state_type
    with pytest.raises(BadGame, match=r"create\(\) of Child must return a Child, got Nim"):
        quadrille.game(type("Child", (parent,), {})).new()


def test_a_class_is_a_game() -> None:
    kind: Any = quadrille.game(TIC_TAC_TOE).state_type
    assert quadrille.game(kind) == quadrille.game(TIC_TAC_TOE)
    assert pickle.loads(pickle.dumps(quadrille.game(kind))) == quadrille.game(kind)


# --- chance and processes ------------------------------------------------------------------


def test_a_given_draw_takes_the_place_of_one_of_the_stream() -> None:
    game = quadrille.game(HIGH_CARD)
    drawn = game.new(seed=1)
    first = [str(drawn.play_chance()) for _ in range(2)]
    followed = game.new(seed=1)
    followed.play(first[0])
    assert str(followed.play_chance()) == first[1]
    assert followed == drawn


def test_another_process_gets_games_and_states_of_a_file(tmp_path: Path) -> None:
    """Also one that was loaded by a relative path, and in another working folder."""
    code = "import pickle, sys; game, state = pickle.load(sys.stdin.buffer); "
    code += "state.play_chance(); print(state.text() == game.new(seed=3).copy().text(), state)"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        game = quadrille.game("examples/high_card.py:HighCard")
        data = pickle.dumps((game, game.new(seed=3)))
    done = subprocess.run(
        [sys.executable, "-c", code], input=data, cwd=tmp_path, capture_output=True, check=False
    )
    state = game.new(seed=3)
    state.play_chance()
    assert done.stderr == b""
    assert done.stdout.decode() == f"False {state}\n"
