"""Series from the command line: kinds, clocks, stores, tests, resuming."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

import quadrille
from quadrille.arena.job import Job
from quadrille.arena.plan import Pairing
from quadrille.arena.played import FinishedGame

from .shell import Shell


def test_a_round_robin(shell: Shell) -> None:
    run = shell("match", "quarto", "oneply", "random", "greedy", "--kind", "round-robin", "-n", "2")
    assert run.code == 0 and run.err == "kept as series 1 of the store\n"
    assert [line.split()[0] for line in run.out.splitlines()[1:4]] == ["oneply", "random", "greedy"]
    assert "quarto, 6 games, seed 0" in run.out
    data = shell("store", "show", "1", "--json").data
    assert data["series"]["played"] == 6 and data["series"]["kind"] == "round-robin"


def test_equal_seeds_give_equal_lines(shell: Shell) -> None:
    args = ("match", "quarto", "mcts:sims=20", "random", "-n", "20", "--seed", "1")
    first, second = shell(*args, "--workers", "2"), shell(*args)
    assert first.out == second.out and first.err == "kept as series 1 of the store\n"
    assert second.err.splitlines() == [
        "series 1 has the same agents and seed: --seed 2 is new evidence",
        "kept as series 2 of the store",
    ]
    assert shell(*args, "--no-store").out == first.out


def test_an_unfinished_series_is_offered(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("match", "quarto", "random", "random", "-n", "4", "--store", "my games.db")
    with monkeypatch.context() as patch:
        patch.setattr(Job, "play", stopping_at(2))
        assert shell(*args).code == 130
    command = "quadrille resume 1 --store 'my games.db'"
    offer = "series 1 plays the same games and is not finished (2 of 4): to continue it instead: "
    offer += command
    assert shell(*args).err.splitlines()[0] == offer
    assert offer not in shell(*args, "--seed", "5").err
    assert shell(*shlex.split(command)[1:]).code == 0
    assert shell(*args).err.startswith("series 1 has the same agents and seed: --seed 1")


def stopping_at(game: int) -> Callable[[Job, Pairing], FinishedGame]:
    play = Job.play

    def play_until(job: Job, pairing: Pairing) -> FinishedGame:
        if pairing.index == game:
            raise KeyboardInterrupt
        return play(job, pairing)

    return play_until


def test_other_files_behind_a_spec_are_told(shell: Shell, tmp_path: Path) -> None:
    args = ("match", "quarto", "program:python3 bot.py", "random", "-n", "1")
    for version in (1, 2):
        (tmp_path / "bot.py").write_text(f"# version {version}\n")  # says nothing, and forfeits
        run = shell(*args)
    assert "program:python3 bot.py has other files than when it first played in this store: " in (
        run.err
    )
    data = shell("standings", "--json").data
    names = sorted(each["agent"] for each in data["sections"][0]["standings"])
    assert names[0] == "program:python3 bot.py" and names[2] == "random"
    assert names[1].startswith("program:python3 bot.py (sha") and f"{names[1]!r}" in run.err


def test_a_decided_match(shell: Shell) -> None:
    sprt = ("--sprt", "elo0=0,elo1=100")
    run = shell("match", "quarto", "oneply", "random", "-n", "400", *sprt)
    assert "decided: better by more than 0 Elo (LLR " in run.out
    assert " of 400 games, seed 0" in run.out
    data = shell("match", "quarto", "oneply", "random", "-n", "400", *sprt, "--json").data
    assert data["sprt"]["verdict"] == "better" and data["games"] < 400
    again = shell("resume", "1")
    assert again.code == 0 and again.out == run.out
    first, second = shell("store", "list", "--json").data["series"]
    assert first["sprt"] == second["sprt"] == data["sprt"]
    decided = f"decided after {data['games']} of at most 400"
    shown = shell("store", "show", "1")
    assert decided in shown.out and "elo0=0,elo1=100: decided: better by more" in shown.out
    rows = shell("store", "list").out
    assert rows.count(f"decided after {data['games']} ") == 2 and rows.count("at most 400") == 2
    more = ("--sprt", "elo0=0,elo1=1", "--store", "x.db")
    shell("match", "quarto", "random", "random", "-n", "4", *more)
    assert "4, 4 of them different" in shell("store", "show", "1", "--store", "x.db").out


def test_json_says_where_the_games_are(shell: Shell, tmp_path: Path) -> None:
    args = ("match", "quarto", "random", "random", "-n", "2", "--json")
    data = shell(*args, "--store", "x.db").data
    assert (data["series"], data["store"]) == (1, str(tmp_path / "x.db"))
    assert (data["planned"], data["games"], data["stopped"]) == (2, 2, False)
    data = shell(*args, "--no-store").data
    assert (data["series"], data["store"]) == (None, None)


def test_resuming_what_is_complete(shell: Shell) -> None:
    first = shell("match", "quarto", "random", "random", "-n", "4", "--store", "x.db", "--json")
    second = shell("resume", "1", "--store", "x.db", "--json")
    assert first.data == second.data
    assert not Path("data").exists()


def test_clocks_and_judgements(shell: Shell) -> None:
    more = ("-n", "2", "--save", "a.jsonl")
    assert shell("match", "quarto", "random", "random", "--clock", "60+1", *more).code == 0
    assert shell("match", "carcassonne", "random", "random", "--adjudicate", "9", *more).code == 0
    records = quadrille.read_records("a.jsonl")
    assert [each.result.ended for each in records] == ["finished"] * 2 + ["adjudicated"] * 2


def test_failures_that_cost_the_game(shell: Shell) -> None:
    args = ("match", "quarto", "random", "my.py:Broken", "-n", "2")
    assert shell(*args).code == 2
    data = shell(*args, "--forfeits", "--json").data
    assert data["agents"][0]["wins"] == 2
    [row] = [each for each in shell("store", "list", "--json").data["series"] if each["played"]]
    assert row["played"] == 2


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("match quarto random random --kind cup", "expected one of match round-robin gauntlet"),
        ("match quarto random random --clock soon", "expected a clock such as"),
        ("match quarto random random --sprt elo1", "expected a test such as"),
        ("match quarto random random random --kind round-robin --sprt elo0=0", "expected two"),
        ("match quarto random random --adjudicate 0", "expected moves before a game is judged"),
        ("match quarto random random --store .", "expected a file"),
        ("match quarto random random --store my.py", "my.py"),
        ("match quarto random program:./nowhere", "there is no executable file './nowhere'"),
        ("resume 7 --store none.db", "none.db"),
        ("match quarto random random --store x.db --no-store", "expected --store or --no-store"),
        (
            "match quarto random random --clock move=1e400",
            "at most 1000000 seconds, got 'move=1e400",
        ),
        ("resume x", "expected a whole number, got 'x'"),
    ],
)
def test_mistakes(shell: Shell, command: str, expected: str) -> None:
    before = Path("my.py").read_bytes()
    run = shell(*command.split())
    assert run.code == 2 and run.out == ""
    assert run.err.startswith("quadrille: ") and run.err.count("\n") == 1, run.err
    assert expected in run.err
    assert Path("my.py").read_bytes() == before


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("--workers 0", "expected workers from 1 to 256, got 0"),
        ("--workers -1", "expected workers from 1 to 256, got -1"),
        ("--on mars", "expected a place among here, ray and ray://HOST:PORT, got 'mars'"),
        ("--on ray://nowhere", "Ray"),
        ("--save no/such/x.jsonl", "cannot open 'no/such/x.jsonl'"),
    ],
)
def test_what_is_refused_leaves_nothing(shell: Shell, more: str, expected: str) -> None:
    shell("match", "quarto", "random", "random", "-n", "1", "--store", "x.db")
    run = shell("match", "quarto", "oneply", "random", "--store", "x.db", *more.split())
    assert run.code == 2 and run.out == "" and run.err.count("\n") == 1
    run = shell("match", "quarto", "oneply", "random", *more.split())
    assert run.code == 2 and not Path("data").exists()
    assert len(shell("store", "list", "--store", "x.db", "--json").data["series"]) == 1
    Path("c.toml").write_text('[entrants]\na = "random"\nb = "oneply"\n[[play]]\ngame = "quarto"\n')
    if "--save" not in more:
        run = shell("contest", "c.toml", *more.split())
        assert run.code == 2 and run.err.count("\n") == 1 and not Path("c.db").exists()


def test_a_series_whose_first_game_fails_is_not_kept(shell: Shell) -> None:
    assert shell("match", "quarto", "random", "human").code == 2
    assert not Path("data").exists()
    assert shell("match", "quarto", "random", "my.py:Broken").code == 2
    assert shell("store", "list", "--json").data["series"] == []


def test_results_are_json(shell: Shell) -> None:
    run = shell("match", "sheep", *["random"] * 4, "-n", "4", "-o", "size=8", "--json")
    assert [sum(each["ranks"]) for each in json.loads(run.out)["agents"]] == [4] * 4
