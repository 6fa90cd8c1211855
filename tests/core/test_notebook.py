"""What a notebook shows, and classes that are defined in one."""

import re
import subprocess
import sys
from base64 import b64decode
from xml.etree import ElementTree

import pytest

import quadrille
from quadrille import Rng
from support.patience import PATIENCE
from support.places import EXAMPLES

NIM = (EXAMPLES / "nim.py").read_text()
AGENT = """
from dataclasses import dataclass

@dataclass(frozen=True)
class First(quadrille.Agent):
    \"\"\"Plays the first move.\"\"\"

    def choose(self, state, rng):
        return quadrille.Decision(state.legal_moves()[0])
"""


def in_notebook(*lines: str) -> str:
    """What a program prints that has no file, in which a game and an agent are defined."""
    program = "\n".join(["import quadrille", NIM, AGENT, *lines])
    done = subprocess.run(
        [sys.executable, "-"],
        input=program,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_of_a_notebook_is_checked_and_played() -> None:
    out = in_notebook(
        "from quadrille.testing import check_game",
        "check_game(Nim, games=2)",
        "record = quadrille.play(Nim, [First(), 'random'])",
        "record.check()",
        "print(record)",
        "print(quadrille.match(Nim, [First(), 'random'], games=4))",
        "print(quadrille.VecEnv(Nim, 2).reset().players)",
    )
    assert "<Record of __main__:Nim: " in out and "__main__:First" in out
    assert "<MatchResult of __main__:Nim: 4 games" in out and "[0 0]" in out


@pytest.mark.parametrize(
    "game, agents, name",
    [("Nim", "['random', 'random']", "Nim"), ("'connect_four'", "['random', First()]", "First")],
)
def test_workers_say_what_to_do_with_classes_of_a_notebook(
    game: str, agents: str, name: str
) -> None:
    out = in_notebook(
        "try:",
        f"    quadrille.match({game}, {agents}, games=4, workers=2)",
        "except ValueError as error:",
        "    print(error)",
    )
    assert out == (
        f"class {name} is defined in a notebook or in the script that runs, where workers do not "
        "find it: move it to a file and import it from there, or play with workers=1\n"
    )


def test_random_numbers_show_their_state() -> None:
    rng = Rng(3)
    assert re.fullmatch(r"<Rng state( [0-9a-f]{16}){4}>", repr(rng))
    before = repr(rng)
    rng.next()
    assert repr(rng) != before and repr(Rng(3)) == before


def test_a_match_is_shown_as_a_table() -> None:
    result = quadrille.match("connect_four", ["greedy", "random"], games=10, names=["<G>", "R"])
    first = result.agents[0]
    assert f"<G> {first.wins}-{first.draws}-{first.losses} ({first.elo:+.0f} Elo" in repr(result)
    table = ElementTree.fromstring(result._repr_html_())
    assert [cell.text for cell in table.iter("th")][:3] == ["Agent", "Games", "Wins"]
    rows = [[cell.text for cell in row] for row in table.iter("tr")]
    assert rows[1][:3] == ["<G>", "10", str(first.wins)] and len(rows) == 3
    assert (table.findtext("caption") or "").startswith("connect_four: 10 games")


@pytest.mark.parametrize("game", quadrille.game_names())
def test_a_record_is_shown_by_its_last_position(game: str) -> None:
    players = quadrille.game(game).new().num_players()
    record = quadrille.play(game, ["random"] * players, seed=3)
    assert repr(record).startswith(f"<Record of {game}: {len(record.moves)} moves, finished")
    shown = ElementTree.fromstring(f"<div>{record._repr_html_()}</div>")
    [image] = shown.iter("img")
    picture = b64decode(image.attrib["src"].partition("base64,")[2]).decode()
    *_, before, last = record.replay()
    marked = before.parse_move(record.moves[-1].move)
    assert picture == last.svg(last_move=marked, legal=False)
    names = [row[0].text for row in shown.iter("tr")][1:]
    assert names == [f"{player + 1}: random" for player in range(players)]


def test_a_record_that_does_not_replay_says_why() -> None:
    record = quadrille.play("connect_four", ["random", "random"])
    broken = record.from_json(record.to_json().replace('"seed": 0', '"seed": null', 1))
    broken.moves[0].__dict__["move"] = "<9>"
    assert "&lt;9&gt;" in broken._repr_html_() and "<Record" in repr(broken)
