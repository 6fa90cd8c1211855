"""A whole contest from one file, with programs of every kind."""

import shutil
from pathlib import Path

import pytest

import quadrille
from agents.program_tools import EXAMPLE_PROGRAMS, PLAIN, bad, left
from quadrille.arena.contest import programs

from .shell import Shell

BADLY = ("start_crash", "crash", "hang", "flood", "garbage", "no_such_move")
BOT = f"program:{PLAIN} {EXAMPLE_PROGRAMS / 'random_bot.py'}"
SMALL = """
games = 2
[entrants]
a = "random"
b = "oneply"
[[play]]
game = "quarto"
[[play]]
game = "connect_four"
"""


def test_bad_programs_among_good_ones(shell: Shell, tmp_path: Path) -> None:
    entrants = {"good": BOT, "house": "oneply"}
    entrants |= {name: bad(name, tmp_path, move=1) for name in BADLY}
    lines = ["games = 1", "[entrants]", *(f"{k} = '''{v}'''" for k, v in entrants.items())]
    Path("c.toml").write_text("\n".join([*lines, "[[play]]", 'game = "quarto"', ""]))
    run = shell("contest", "c.toml", "--workers", "2", "--json")
    assert run.code == 0, run.err
    [series] = run.data["series"]
    assert series["games"] == 28
    good, house, *others = series["agents"]
    assert [each["games"] for each in series["agents"]] == [7] * 8
    for each in (good, house):  # only the other of the two can beat one of them
        assert each["losses"] <= 1 and each["wins"] >= 6
    # Each of the bad ones loses to both, and who fails first loses to the other bad ones.
    assert all(each["losses"] >= 2 for each in others)
    assert others[0]["losses"] == 7, "it never makes a move"
    assert left(tmp_path) == []
    page = Path("c.html").read_text()
    assert "expected a JSON object" in page
    reasons = shell("store", "show", "1", "--store", "c.db", "--json").data
    assert reasons["series"]["played"] == 28


def test_a_contest_goes_on(shell: Shell) -> None:
    Path("c.toml").write_text(SMALL)
    first = shell("contest", "c.toml")
    assert first.code == 0 and "report: " in first.err and Path("c.html").exists()
    again = shell("contest", "c.toml")
    assert again.out == first.out
    rows = shell("store", "list", "--store", "c.db", "--json").data["series"]
    assert [row["name"] for row in rows] == ["c: quarto 1", "c: connect_four 2"]
    assert [row["played"] for row in rows] == [2, 2]
    Path("c.toml").write_text(f"clock = 'move=9'{SMALL}")
    changed = shell("contest", "c.toml")
    assert changed.code == 2 and changed.err.count("\n") == 1
    assert "clock was '', is 'move=9'; only entrants and games can be added" in changed.err


def test_a_contest_grows(shell: Shell) -> None:
    Path("c.toml").write_text(SMALL)
    assert shell("contest", "c.toml").code == 0
    first = shell("store", "games", "--store", "c.db", "--json").data["games"]
    larger = SMALL.replace("games = 2", "games = 3")
    larger = larger.replace("[entrants]", "[entrants]\nc = 'greedy'")
    Path("c.toml").write_text(larger + '[[play]]\ngame = "pillars"\n')
    run = shell("contest", "c.toml", "--json")
    assert run.code == 0 and "c: quarto 1: grown from 2 to 9 games" in run.err
    for series in run.data["series"]:
        assert sorted(each["name"] for each in series["agents"]) == ["a", "b", "c"]
        assert [each["games"] for each in series["agents"]] == [6, 6, 6]
    games = shell("store", "games", "--store", "c.db", "--limit", "99", "--json").data["games"]
    assert len(games) == 27
    kept = {each["id"]: (each["players"], each["played"]) for each in games}
    assert all(kept[each["id"]] == (each["players"], each["played"]) for each in first)
    again = shell("contest", "c.toml")
    assert again.code == 0 and "grown" not in again.err


def test_a_contest_with_programs_is_resumed_by_its_file(shell: Shell) -> None:
    Path("c.toml").write_text(SMALL.replace('"random"', f"'{BOT}'"))
    assert shell("contest", "c.toml").code == 0
    run = shell("resume", "1", "--store", "c.db")
    assert run.code == 2 and run.err.count("\n") == 1
    assert "to go on, use quadrille contest FILE.toml" in run.err
    Path("d.toml").write_text(SMALL)
    assert shell("contest", "d.toml").code == 0
    assert shell("resume", "1", "--store", "d.db").code == 0


@pytest.mark.parametrize("text", ["", "games = 3", SMALL.replace("quarto", "quatro")])
def test_wrong_files_are_one_line(shell: Shell, text: str) -> None:
    Path("c.toml").write_text(text)
    run = shell("contest", "c.toml")
    assert run.code == 2 and run.out == "" and run.err.count("\n") == 1
    assert run.err.startswith("quadrille: c.toml: ")
    assert not Path("c.db").exists()


def test_there_is_no_such_file(shell: Shell) -> None:
    run = shell("contest", "none.toml")
    assert run.code == 2 and run.err.count("\n") == 1 and "No such file" in run.err


def test_every_game_of_a_contest_replays(shell: Shell) -> None:
    Path("c.toml").write_text(SMALL)
    shell("contest", "c.toml")
    shell("store", "export", "all.jsonl", "--store", "c.db")
    for record in quadrille.read_records("all.jsonl"):
        record.check()


def test_entrants_are_shown_by_their_names(shell: Shell) -> None:
    twins = (
        SMALL.replace('"oneply"', '"random"').replace("a =", '"Ann <3"=').replace("b =", "bob =")
    )
    Path("c.toml").write_text(f'name = "Twins"\n{twins}')
    run = shell("contest", "c.toml")
    assert run.code == 0, run.err
    assert run.out.count("Ann <3") == run.out.count("bob") == 2 and "random" not in run.out
    table = shell("standings", "--store", "c.db").out
    assert "Ann <3" in table and "bob" in table and "random" not in table
    listed = shell("store", "list", "--store", "c.db").out
    assert "Ann <3," in listed and "bob" in listed and "random" not in listed
    shown = shell("store", "show", "1", "--store", "c.db").out
    assert "Ann <3: random" in shown and "bob: random" in shown
    replayed = shell("store", "replay", "1", "--store", "c.db").out
    assert "bob" in replayed and "random" not in replayed
    page = Path("c.html").read_text()
    assert "<h1>Twins</h1>" in page and "<code>Ann &lt;3</code>" in page
    agents = shell("contest", "c.toml", "--json").data["series"][0]["agents"]
    assert [(each["name"], each["spec"]) for each in agents] == [
        ("Ann <3", "random"),
        ("bob", "random"),
    ]
    games = shell("store", "games", "--agent", "bob", "--store", "c.db", "--json").data["games"]
    assert len(games) == 4 and set(games[0]["players"]) == {"Ann <3", "bob"}


@pytest.mark.parametrize("place", ["none/c.html", "."])
def test_the_page_can_be_written(shell: Shell, place: str) -> None:
    Path("c.toml").write_text(f'report = "{place}"\n{SMALL}')
    run = shell("contest", "c.toml")
    assert run.code == 2 and run.out == "" and run.err.count("\n") == 1
    assert place in run.err and not Path("c.db").exists()


# --- the programs of a folder --------------------------------------------------------------

FOLDER = """
programs = "programs/*"
limits = "start=60"
[entrants]
house = "oneply"
[[play]]
game = "connect_four"
"""


def put(*files: str) -> None:
    """Copies of the template in the folder of the contest."""
    Path("programs", "notes").mkdir(parents=True, exist_ok=True)
    for name in files:
        shutil.copyfile(EXAMPLE_PROGRAMS / "random_bot.py", f"programs/{name}")


def test_every_program_of_a_folder_plays(shell: Shell) -> None:
    put("eve.py", "ada.py", "o'hara.py")
    Path("programs/bob").write_text(f"#!/bin/sh\nexec {BOT.removeprefix('program:')}\n")
    Path("programs/bob").chmod(0o755)
    Path("c.toml").write_text(f"games = 1\n{FOLDER}")
    run = shell("contest", "c.toml", "--json")
    assert run.code == 0, run.err
    [series] = run.data["series"]
    specs = {each["name"]: each["spec"] for each in series["agents"]}
    assert specs == {
        "house": "oneply",
        "ada": "program[start=60]:python3 programs/ada.py",
        "bob": "program[start=60]:programs/bob",
        "eve": "program[start=60]:python3 programs/eve.py",
        "o'hara": """program[start=60]:python3 'programs/o'"'"'hara.py'""",
    }
    assert series["games"] == 10 and not any("failures" in each for each in series["agents"])
    put("carl.py")  # came late
    assert shell("contest", "c.toml", "--json").data["series"][0]["games"] == 15


def test_the_star_is_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ada", "bob"):
        Path("all", name).mkdir(parents=True)
        Path("all", name, "bot.py").touch()
    assert programs("all/*/bot.py") == {
        "ada": "program:python3 all/ada/bot.py",
        "bob": "program:python3 all/bob/bot.py",
    }
    assert programs("./all/a*a/bot.py") == {"d": "program:python3 ./all/ada/bot.py"}
    Path("go").touch(mode=0o755)
    assert programs("g*") == {"go": "program:./go"}


@pytest.mark.parametrize(
    "line, expected",
    [
        ("programs = 'programs/ada.py'", "expected programs with one *, such as 'programs/*'"),
        ("programs = 'nowhere/*'", "there is no file 'nowhere/*'"),
        ("programs = 3", 'expected a text for programs such as "programs/*", got 3'),
        (
            "programs = 'programs/*'\nlimits = 'sart=3'\nentrants = { b = 'random' }",
            "did you mean 'start'",
        ),
        ("programs = 'programs/*'\nentrants = { ada = 'random' }", "two entrants are called 'ada'"),
        ("programs = 'other/*'", "end in .py or may be executed, got 'other/ada.cpp'"),
        ("programs = 'twins/*'", "two programs of 'twins/*' are called 'ada'"),
    ],
)
def test_wrong_folders(shell: Shell, line: str, expected: str) -> None:
    put("ada.py")
    for name in ("other/ada.cpp", "twins/ada", "twins/ada.py"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).touch(mode=0o755 if "twins" in name else 0o644)
    Path("c.toml").write_text(f"{line}\n[[play]]\ngame = 'quarto'\n")
    run = shell("contest", "c.toml")
    assert run.code == 2 and run.err.count("\n") == 1 and expected in run.err, run.err


def test_the_best_comes_first(shell: Shell) -> None:
    Path("c.toml").write_text(SMALL.replace("games = 2", "games = 20"))
    lines = shell("contest", "c.toml").out.splitlines()
    order = [line.split()[0] for line in lines if line.split()[:1] in (["a"], ["b"])]
    assert order == ["b", "a", "b", "a"]  # oneply and random, in each game
