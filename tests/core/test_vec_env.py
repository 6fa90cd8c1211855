"""VecEnv does in one go what playing every game by hand does, whatever the number of threads."""

import threading
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import quadrille
from core.rng_reference import ENV, Reference, combine, keyed
from core.vec_games import GAMES, MakeGame, history
from quadrille import CHANCE, Game, IllegalMove, Rng, Step, Stream, VecEnv
from support.patience import PATIENCE
from support.places import EXAMPLES


class ByHand:
    """The same games as a VecEnv's, one at a time and with public calls only."""

    def __init__(self, game: Game, n: int, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.episodes = [0] * n
        self.states = [self.fresh(slot) for slot in range(n)]
        self.samplers = [Rng.keyed(seed, Stream.sample, slot) for slot in range(n)]

    def fresh(self, slot: int) -> Any:
        """The next game of a slot: its seed comes from seed, slot and number."""
        key = keyed(combine(self.seed, slot), ENV, self.episodes[slot])
        self.episodes[slot] += 1
        return self.settled(self.game.new(Reference.seeded(key).next()))

    def settled(self, state: Any) -> Any:
        while state.player() == CHANCE:
            state.play_chance()
        return state

    def sample_actions(self) -> list[int]:
        pairs = zip(self.states, self.samplers, strict=True)
        return [state.action(state.random_move(rng)) for state, rng in pairs]


def compare(env: VecEnv, step: Step, states: list[Any]) -> None:
    """What a step says of the games that now stand."""
    name = env.encoding.name
    for i, state in enumerate(states):
        assert env.text(i) == state.text()
        assert step.players[i] == state.player()
        assert step.sides[i] == state.side(state.player())
        legal = {state.action(move) for move in state.legal_moves()}
        assert set(np.flatnonzero(step.masks[i])) == legal
        if env.encoding.size:
            assert np.array_equal(step.observations[i], state.encode(name))
            parsed = env.game.parse(env.text(i))
            assert np.array_equal(step.observations[i], parsed.encode(name))


@pytest.mark.parametrize("make", GAMES)
def test_steps_are_those_of_single_games(make: MakeGame) -> None:
    game, n, seed = make(), 5, 11
    env, hand = VecEnv(game, n, seed=seed), ByHand(game, n, seed)
    first = env.reset()
    compare(env, first, hand.states)
    assert first.movers.tolist() == [-1] * n
    ended = 0
    for _ in range(40):
        actions = env.sample_actions()
        assert actions.tolist() == hand.sample_actions()
        step = env.step(actions)
        for i, state in enumerate(hand.states):
            mover = state.player()
            assert step.movers[i] == mover
            state.play(state.move(actions[i]))
            hand.settled(state)
            assert step.terminated[i] == state.is_over()
            if state.is_over():
                ended += 1
                assert step.rewards[i].tolist() == pytest.approx(state.outcome())
                if env.encoding.size:
                    final = state.encode(env.encoding.name, mover)
                    assert np.array_equal(env.final_observations[i], final)
                hand.states[i] = hand.fresh(i)
            else:
                assert not step.rewards[i].any()
        compare(env, step, hand.states)
        assert not step.truncated.any()
    assert ended >= n


@pytest.mark.parametrize("make", GAMES)
def test_threads_change_nothing(make: MakeGame) -> None:
    game = make()
    n, steps = (37, 60) if game.name in quadrille.game_names() else (5, 12)
    one, two, four = (history(VecEnv(game, n, 3, threads=t), steps) for t in (1, 2, 4))
    assert one == two
    assert one == four


@pytest.mark.parametrize("make", GAMES)
def test_reset_starts_anew(make: MakeGame) -> None:
    env = VecEnv(make(), 4, seed=1)
    first, again = history(env, 12), history(env, 12)
    assert first == again
    env.reset(seed=2)
    assert history(env, 12) == history(VecEnv(make(), 4, seed=2), 12)
    texts = [env.text(i) for i in range(4)]
    env.reset()
    assert env.reset().terminated.tolist() == [False] * 4
    assert len(texts) == 4


def test_seeds_differ() -> None:
    game = quadrille.game("connect_four")
    runs = {tuple(history(VecEnv(game, 4, seed), 10)) for seed in range(10)}
    assert len(runs) == 10
    env = VecEnv(game, 50, seed=1)
    for _ in range(6):
        env.step(env.sample_actions())
    assert len({env.text(i) for i in range(50)}) > 40


@pytest.mark.parametrize("make", GAMES)
def test_illegal_actions_change_nothing(make: MakeGame) -> None:
    env = VecEnv(make(), 3, seed=5)
    for _ in range(4):
        step = env.step(env.sample_actions())
    masks = step.masks.copy()
    before = [array.tobytes() for array in step] + [env.text(i).encode() for i in range(3)]
    good = [int(np.flatnonzero(mask)[0]) for mask in masks]
    illegal = np.flatnonzero(~masks[2])[:1].tolist()
    for bad in (*illegal, -1, env.num_actions, 2**40, -(2**40)):
        with pytest.raises(IllegalMove, match=f"illegal action {bad} for game 2 in ") as caught:
            env.step(np.array([good[0], good[1], bad]))
        assert "\n" not in str(caught.value)
        after = [array.tobytes() for array in step] + [env.text(i).encode() for i in range(3)]
        assert after == before
    env.step(np.array(good))


@pytest.mark.parametrize(
    "actions",
    [
        [],
        [0],
        [0, 0, 0],
        [[0, 0]],
        [[0], [0]],
        0,
        [0.0, 1.0],
        ["a", "b"],
        [True, False],
        [None, 0],
        None,
        [2**70, 0],
    ],
)
def test_wrong_actions_are_refused_in_one_line(actions: Any) -> None:
    env = VecEnv(quadrille.game("connect_four"), 2)
    with pytest.raises(ValueError, match="expected ") as caught:
        env.step(actions)
    assert "\n" not in str(caught.value)
    assert env.text(0) == quadrille.game("connect_four").new().text()


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64, np.uint8, np.uint64])
def test_any_whole_numbers_are_actions(dtype: type[Any]) -> None:
    env = VecEnv(quadrille.game("connect_four"), 3)
    env.step(np.array([0, 3, 6], dtype))
    assert [env.text(i)[-7:] for i in range(3)] == ["x......", "...x...", "......x"]
    env.step(np.arange(6, dtype=dtype)[::2])
    env.step([1, 2, 3])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"n": 0}, "expected a number of games from 1 to"),
        ({"n": 1.5}, "expected a number of games from 1 to"),
        ({"n": True}, "expected a number of games from 1 to"),
        ({"n": 2, "threads": 0}, "expected a number of threads from 1 to"),
        ({"n": 2, "seed": -1}, "expected a seed from 0 to"),
        ({"n": 2, "encoding": "plains"}, "unknown encoding 'plains'; did you mean 'planes'"),
        ({"n": 2, "encoding": ("planes", "plains")}, "unknown encoding 'plains'"),
        ({"n": 2, "encoding": ("planes", "planes")}, "expected each encoding once"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as caught:
        VecEnv(quadrille.game("connect_four"), **arguments)
    assert "\n" not in str(caught.value)


def test_every_encoding_can_be_chosen() -> None:
    for name in quadrille.game_names():
        game = quadrille.game(name)
        for encoding in game.new().encodings():
            env = VecEnv(game, 3, encoding=encoding.name)
            step = env.step(env.sample_actions())
            assert step.observations.shape == (3, *encoding.shape)
            assert step.observations.dtype == encoding.dtype
            compare(env, step, [game.parse(env.text(i)) for i in range(3)])


def test_arrays_are_reused_on_demand() -> None:
    env = VecEnv(quadrille.game("connect_four"), 2, reuse=True)
    first = env.reset()
    second = env.step(env.sample_actions())
    for old, new in zip(first, second, strict=True):
        assert old is new
    assert env.sample_actions() is env.sample_actions()
    assert env.final_observations is env.final_observations


@pytest.mark.parametrize("make", GAMES)
def test_reused_arrays_say_the_same(make: MakeGame) -> None:
    assert history(VecEnv(make(), 3, reuse=True), 15) == history(VecEnv(make(), 3), 15)


@pytest.mark.parametrize("make", GAMES)
def test_arrays_are_fresh(make: MakeGame) -> None:
    env = VecEnv(make(), 3)
    kept: list[Any] = []
    for _ in range(30):
        step = env.observe() if not kept else env.step(env.sample_actions())
        kept += [(array, array.copy()) for array in (*step, env.final_observations)]
        actions = env.sample_actions()
        kept.append((actions, actions.copy()))
    env.reset()
    for array, copy in kept:
        assert np.array_equal(array, copy)
    arrays = [array for array, _ in kept]
    assert not any(np.shares_memory(a, b) for a, b in pairwise(arrays) if a.size)


def test_what_steps_return_is_said_first() -> None:
    first = (VecEnv.__doc__ or "").splitlines()[0]
    assert "fresh arrays unless ``reuse=True``" in first


def test_sides_are_those_of_the_rewards() -> None:
    env = VecEnv("pillars", 8, seed=3)
    step = env.reset()
    seen = set()
    for _ in range(2000):
        movers = step.players
        step = env.step(env.sample_actions())
        assert step.movers.tolist() == movers.tolist()
        assert step.sides.tolist() == (step.players // 3).tolist()
        seen |= set(step.players.tolist())
        # Who reaches the top wins for the team of three.
        for game in np.flatnonzero(step.rewards.any(axis=1)):
            assert step.rewards[game, step.movers[game] // 3] == 1
            seen.add("won")
    assert seen == {0, 1, 2, 3, 4, 5, "won"}


@pytest.mark.parametrize("make", GAMES)
@pytest.mark.parametrize("threads", [1, 3])
def test_legal_actions_are_those_of_the_masks(make: MakeGame, threads: int) -> None:
    env = VecEnv(make(), 7, threads=threads)
    for _ in range(12):
        masks = env.step(env.sample_actions()).masks
        offsets, actions = env.legal_actions()
        assert offsets.dtype == actions.dtype == np.int64
        assert offsets.tolist() == [0, *np.cumsum(masks.sum(axis=1)).tolist()]
        assert actions.tolist() == np.nonzero(masks)[1].tolist()


@pytest.mark.parametrize("reuse", [False, True])
def test_several_encodings(reuse: bool) -> None:
    game = quadrille.game("pillars", rounds=2)
    names = ("facts", "planes")
    env = VecEnv(game, 3, encoding=names, reuse=reuse)
    single = {name: VecEnv(game, 3, encoding=name) for name in names}
    assert tuple(each.name for each in env.encodings) == names
    for _ in range(30):
        actions = env.sample_actions()
        step = env.step(actions)
        assert tuple(step.observations) == tuple(env.final_observations) == names
        for name in names:
            alone = single[name].step(actions).observations
            assert np.array_equal(step.observations[name], alone)
            assert step.observations[name].dtype == alone.dtype
            finals = env.final_observations[name]
            assert np.array_equal(finals, single[name].final_observations)
    assert finals.any()


def test_one_encoding_or_none_in_a_tuple() -> None:
    step = VecEnv("connect_four", 2, encoding=["planes"]).reset()
    assert step.observations["planes"].shape == (2, 3, 6, 7)
    env = VecEnv("connect_four", 2, encoding=())
    assert env.step(env.sample_actions()).observations == env.final_observations == {}


def test_sampled_actions_are_uniform() -> None:
    env = VecEnv(quadrille.game("connect_four"), 7000, seed=1)
    counts = np.bincount(env.sample_actions(), minlength=7)
    assert abs(counts - 1000).max() < 150


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_in_a_python_game_arrives(threads: int) -> None:
    base: Any = quadrille.game(f"{EXAMPLES}/tic_tac_toe.py:TicTacToe").state_type

    class Faulty(base):  # type: ignore[misc]
        @staticmethod
        def create(options: dict[str, Any], rng: Rng) -> Any:
            return Faulty()

        def legal_moves(self) -> Any:
            if "o" in self.squares:
                raise KeyError("a fault of the game")
            return super().legal_moves()

    env = VecEnv(Game(Faulty, {}, "faulty"), 4, threads=threads)
    env.step(np.array([0, 1, 2, 3]))
    with pytest.raises(KeyError, match="a fault of the game"):
        env.step(np.array([8, 7, 6, 5]))


@pytest.mark.parametrize("index", [-1, 2])
def test_texts_of_games_that_are_not_there(index: int) -> None:
    with pytest.raises(IndexError, match="expected a game from 0 to 1"):
        VecEnv(quadrille.game("connect_four"), 2).text(index)


def test_callers_on_several_threads_take_turns() -> None:
    env = VecEnv(quadrille.game("quarto"), 256, threads=2)
    refused = []

    def work() -> None:
        for _ in range(50):
            try:
                env.step(env.sample_actions())
            except IllegalMove as error:  # another thread stepped in between
                refused.append(error)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    assert not any(thread.is_alive() for thread in threads)
    for index in range(env.num_envs):
        assert quadrille.game("quarto").parse(env.text(index)).problems() == []


def test_what_is_legal_does_not_depend_on_the_callers_masks() -> None:
    env = VecEnv(quadrille.game("quarto"), 2)
    step = env.reset()
    step.masks[:] = True
    with pytest.raises(IllegalMove, match="illegal action 0 for game 0"):
        env.step(np.zeros(2, np.int64))
    step.masks[:] = False
    env.step(np.full(2, 16))


def test_a_game_may_be_named() -> None:
    assert VecEnv("connect_four", 2).game == quadrille.game("connect_four")
