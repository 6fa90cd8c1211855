"""Names of agents in narrow columns."""

import pytest

from quadrille.arena.names import short_names
from quadrille.arena.report.tables import spec


@pytest.mark.parametrize(
    ("names", "width", "expected"),
    [
        (["mcts:sims=100,c=1.25", "random"], 20, ["mcts:sims=100,c=1.25", "random"]),
        (
            ["sheep-hybrid:preset=1", "sheep-hybrid:preset=2", "sheep-hybrid"],
            16,
            ["sheep-h…preset=1", "sheep-h…preset=2", "sheep-hybrid"],
        ),
        (
            ["mcts:sims=100,c=1.25,time=3", "mcts:sims=400,c=1.25,time=3", "mcts"],
            20,
            ["mcts:sims=100,…", "mcts:sims=400,…", "mcts"],
        ),
        (
            ["mcts:c=1.25,sims=100", "mcts:c=1.25,sims=400,time=3"],
            22,
            ["mcts:sims=100,…", "mcts:sims=400,time=3,…"],
        ),
        (["mcts:sims=100,c=1.25,time=3", "random"], 16, ["mcts:sims=100,c…", "random"]),
        (
            ["my.py:Cautious:depth=3,width=2", "my.py:Cautious:depth=4,width=2"],
            26,
            ["my.py:Cautious:depth=3,…", "my.py:Cautious:depth=4,…"],
        ),
        (
            ["program[move=5]:./bot --fast --quiet", "program[move=6]:./bot --fast --quiet"],
            20,
            ["program:move=5,…", "program:move=6,…"],
        ),
        (["program:/bots/alpha.py", "program:/bots/beta.py"], 10, ["…alpha.py", "…beta.py"]),
        (["a" * 30 + x + "b" * 30 for x in "xy"], 10, ["…xbbbbbbb…", "…ybbbbbbb…"]),
        (["a" * 30 + "b" * 30, "a" * 30 + "c" * 30], 10, ["aaaaa…bbbb", "aaaaa…cccc"]),
    ],
)
def test_what_differs_stays(names: list[str], width: int, expected: list[str]) -> None:
    assert short_names(names, width) == expected


@pytest.mark.parametrize("width", [0, 8, 9, 13, 21, 40])
def test_names_fit_and_stay_different(width: int) -> None:
    names = [
        *(f"mcts:sims={sims},c={c},time=10" for sims in (10, 1000, 100000) for c in (0.5, 1.25)),
        *(f"program[move={move}]:games/my_bots/{name} -x" for move in (1, 10) for name in "ab"),
        *(f"long_folder/my_agents.py:Cautious:depth={depth}" for depth in range(12)),
        *("x" * 50 + letter + "y" * 50 for letter in "abc"),
        "mcts",
        "random",
        "random",
    ]
    short = short_names(names, width)
    assert max(map(len, short)) <= max(width, 8)
    assert len(set(short)) == len(set(names)) == len(names) - 1
    assert short[-2:] == ["random", "random"] and short[-3] == "mcts"


def test_a_report_shows_the_full_name_under_the_mouse() -> None:
    assert str(spec("mcts:sims=3", "mc…3")) == '<code title="mcts:sims=3">mc…3</code>'
    assert str(spec("mcts:sims=3", "mcts:sims=3")) == "<code>mcts:sims=3</code>"
    assert str(spec("a + b")) == "<code>a</code> + <code>b</code>"
