"""Self-play and the positions that it leaves to learn from."""

from pathlib import Path

import numpy as np
import pytest

import quadrille
from quadrille import Rng
from quadrille.search.samples import Samples, SelfPlay
from search.test_network import connect_four_network

SETTINGS = SelfPlay(sims=16)


def played(games: int = 20, **more: int) -> Samples:
    samples = Samples(quadrille.game("connect_four"), more.pop("capacity", 10_000))
    samples.selfplay(connect_four_network(), SETTINGS, games, seed=3, **more)
    return samples


def test_the_same_seed_gives_the_same_games_for_any_number_of_threads(tmp_path: Path) -> None:
    files = []
    for threads in (1, 3):
        files.append(tmp_path / str(threads))
        played(threads=threads).save(files[-1])
    assert files[0].read_bytes() == files[1].read_bytes()
    half = played(10)
    half.selfplay(connect_four_network(), SETTINGS, 10, seed=3, first=10)
    half.save(tmp_path / "halves")
    assert (tmp_path / "halves").read_bytes() == files[0].read_bytes()


def test_samples_are_positions_of_games_with_their_policies_and_outcomes() -> None:
    samples = played()
    assert len(samples) == samples.total > 100
    for index in range(len(samples)):
        state, policy, values = samples[index]
        assert list(policy) == state.legal_moves()
        assert sum(policy.values()) == pytest.approx(1, abs=1e-6)
        assert values in ([1, -1], [0, 0], [-1, 1])


def test_rollouts_can_judge_leaves_beside_the_network() -> None:
    game = quadrille.game("connect_four")
    policies = []
    for weight in (0.0, 0.5, 1.0):
        samples = Samples(game, 1000)
        settings = SelfPlay(sims=32, rollouts=weight, noise=0, temperature_plies=0)
        samples.selfplay(connect_four_network(), settings, 1, seed=3)
        policies.append(samples[0][1])
    assert policies[0] != policies[1] != policies[2] != policies[0]


def test_a_proven_win_is_the_whole_policy() -> None:
    won = 0
    samples = played()
    for index in range(len(samples)):
        state, policy, values = samples[index]
        winning = []
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            if after.is_over() and after.outcome()[state.player()] == 1:
                winning.append(move)
        if winning:
            assert max(policy.values()) == 1
            assert values[state.player()] == 1
            won += 1
    assert won >= 10


def test_the_oldest_samples_go_first() -> None:
    few, many = played(capacity=50), played()
    assert len(few) == 50
    assert few.total == many.total
    assert few[0][0] == many[len(many) - 50][0]


def test_batches_show_positions_and_their_mirror_images() -> None:
    game = quadrille.game("connect_four")
    samples = Samples(game, 10)
    state = game.new()
    for move in "1121":
        state.play(move)
    samples.add(state, {move: float(str(move) == "2") for move in state.legal_moves()}, [0.5, -0.5])
    batch = samples.batch(64, Rng(1), "discs", over_moves=False)
    rows = np.split(batch["indices"], batch["offsets"][1:-1])
    shown = {
        (tuple(row), int(policy.argmax()))
        for row, policy in zip(rows, batch["policy"], strict=True)
    }
    mirror = state.image(1)
    assert shown == {(tuple(state.inputs("discs")), 1), (tuple(mirror.inputs("discs")), 5)}
    assert set(batch["values"].ravel()) == {0.5}
    assert batch["legal"].sum() == 64 * len(state.legal_moves())
    plain = samples.all("planes", over_moves=False)
    assert (plain["dense"][0] == state.encode("planes").ravel()).all()


def test_values_are_those_of_the_mover() -> None:
    game = quadrille.game("connect_four")
    samples = Samples(game, 10)
    state = game.new()
    for _ in range(2):
        samples.add(state, dict.fromkeys(state.legal_moves(), 1 / 7), [1.0, -1.0])
        state.play("4")
    assert samples.all("discs", over_moves=False)["values"].ravel().tolist() == [1, -1]


def test_samples_are_restored_bit_for_bit(tmp_path: Path) -> None:
    samples, other = played(capacity=100), played(1, capacity=100)
    samples.save(tmp_path / "a")
    other.load(tmp_path / "a")
    other.save(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert other.total == samples.total
    one, two = (
        each.batch(32, Rng(4), "discs", over_moves=False)["indices"] for each in (samples, other)
    )
    assert (one == two).all()


def test_damaged_samples_are_refused_and_change_nothing(tmp_path: Path) -> None:
    samples = played(2)
    samples.save(tmp_path / "whole")
    whole = (tmp_path / "whole").read_bytes()
    for length in (0, 5, 9, 60, len(whole) - 1):
        (tmp_path / "cut").write_bytes(whole[:length])
        with pytest.raises(ValueError, match=r"damaged|expected"):
            samples.load(tmp_path / "cut")
    samples.save(tmp_path / "after")
    assert (tmp_path / "after").read_bytes() == whole


def test_bad_samples_are_refused() -> None:
    game = quadrille.game("connect_four")
    samples = Samples(game, 10)
    state = game.new()
    with pytest.raises(ValueError, match="a value for each side"):
        samples.add(state, {}, [1.0])
    with pytest.raises(ValueError, match="at least one sample"):
        samples.batch(1, Rng(1), "discs", over_moves=False)
    with pytest.raises(ValueError, match="describes moves"):
        samples.batch(1, Rng(1), "discs", over_moves=True)


def test_openings_and_temperature_make_games_differ() -> None:
    def starts(**settings: float) -> int:
        samples = Samples(quadrille.game("connect_four"), 10_000)
        chosen = SelfPlay(sims=8, noise=0, **settings)  # type: ignore[arg-type]
        samples.selfplay(connect_four_network(), chosen, 30, seed=1)
        return len({samples[index][0].text() for index in range(len(samples))})

    plain = starts(temperature_plies=0)
    assert plain < 50 < starts(temperature_plies=6)
    assert starts(temperature_plies=0, opening_plies=6) > 50
