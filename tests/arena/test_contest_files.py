"""The files of contests: what they say, and what is wrong with them."""

from pathlib import Path

import pytest

from quadrille.arena.contest import Contest

GOOD = """
name = "Spring"
games = 4
clock = "move=2"
seed = 7

[entrants]
one = "random"
two = "greedy"
three = "oneply"

[[play]]
game = "quarto"
options = { squares = true }

[[play]]
game = "connect_four"
kind = "gauntlet"
games = 2
"""


def read(folder: Path, text: str) -> Contest:
    path = folder / "spring.toml"
    path.write_text(text)
    return Contest.read(path)


def test_a_contest(tmp_path: Path) -> None:
    contest = read(tmp_path, GOOD)
    assert contest.entrants == {"one": "random", "two": "greedy", "three": "oneply"}
    first, second = contest.plans
    assert (first.game, first.options["squares"], first.kind, first.total) == (
        *("quarto", True, "round-robin"),
        12,
    )
    assert (second.kind, second.total, second.clock, second.seed) == ("gauntlet", 4, "move=2", 7)
    assert first.forfeits and second.forfeits
    assert (contest.store, contest.report, contest.workers) == ("spring.db", "spring.html", 1)
    assert contest.label(1) == "Spring: connect_four 2"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[entrants]", "[entrants", "expected a file in TOML"),
        ('"random"', "3", "entrants: expected the spec of 'one' as text, got 3"),
        ('"random"', '"rndom"', r"\[\[play\]\] 1: unknown agent 'rndom'; did you mean 'random'"),
        ('"quarto"', '"quatro"', r"\[\[play\]\] 1: .*did you mean 'quarto'"),
        ("squares = true", "squars = true", r"\[\[play\]\] 1: .*squars"),
        ("games = 2", "games = 0", r"\[\[play\]\] 2: expected games from 1"),
        ("games = 4", "games = true", "expected a whole number for games, got True"),
        ("games = 4", "game = 4", "toml: unknown key 'game'; did you mean 'games'"),
        ("games = 2", "game_ = 2", r"toml: \[\[play\]\] 2: unknown key 'game_'; did you mean"),
        ('clock = "move=2"', "clock = 2", r'expected a text for clock such as "move=2".*, got 2'),
        ("games = 4", "workers = 0", "expected workers from 1 to 256, got 0"),
        ('"random"', '"human"', r"\[\[play\]\] 1: expected entrants that play by themselves, got"),
        ("one =", '"" =', r"\[\[play\]\] 1: expected a name of 1 to 80 printable letters"),
        ('kind = "gauntlet"', 'kind = "cup"', r"\[\[play\]\] 2: expected one of match"),
        ('clock = "move=2"', 'clock = "soon"', r"\[\[play\]\] 1: expected a clock"),
        ('game = "quarto"', "", r"\[\[play\]\] 1: expected the name of a game"),
        ('one = "random"', 'one = "program:./nowhere"', "there is no executable file"),
    ],
)
def test_wrong_files(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(ValueError, match=message) as caught:
        read(tmp_path, GOOD.replace(old, new, 1))
    assert str(caught.value).startswith(f"{tmp_path}/spring.toml: ")
    assert "\n" not in str(caught.value)


def test_files_that_lack_something(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"expected at least two \[entrants\], got 0"):
        read(tmp_path, "")
    with pytest.raises(ValueError, match=r"expected at least one \[\[play\]\]"):
        read(tmp_path, GOOD.partition("[[play]]")[0])
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="expected a file in TOML"):
        Contest.read(tmp_path / "bytes.toml")
    with pytest.raises(OSError, match="No such file"):
        Contest.read(tmp_path / "none.toml")
