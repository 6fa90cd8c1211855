"""What happens to games of a series on a node of a Ray cluster; no cluster is needed for it."""

import pickle
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import quadrille
from arena.ray_tools import MY_AGENTS, needs_ray
from quadrille.arena import on_ray
from quadrille.arena.played import FinishedGame
from quadrille.arena.series import Series


def order(match: Series, version: str = quadrille.__version__, **files: Any) -> bytes:
    return pickle.dumps((version, files, pickle.dumps(match.job)))


def on_a_node(what: bytes, match: Series) -> Any:
    game = pickle.dumps(match.plan.pairing(0))
    return pickle.loads(on_ray._task(sys.path)(what, game))


def test_an_order_is_played() -> None:
    match = Series("connect_four", ["random", "oneply"], games=1)
    found = on_a_node(order(match), match)
    assert isinstance(found, FinishedGame)
    assert found.record.to_json() == next(match.play()).record.to_json()


def test_another_version_on_a_node() -> None:
    match = Series("connect_four", ["random"] * 2, games=1)
    found = on_a_node(order(match, "9.9"), match)
    assert isinstance(found, ValueError)
    assert str(found).startswith("expected quadrille 9.9 on the Ray node '")


@needs_ray
def test_a_node_without_quadrille() -> None:
    """What it runs must not need quadrille to be unpickled."""
    code = (
        "import pickle, sys\n"
        "from ray import cloudpickle\n"
        "from quadrille.arena.on_ray import _task\n"
        "task = cloudpickle.dumps(_task([]))\n"
        "for name in [*sys.modules]:\n"
        "    if name.startswith('quadrille'):\n"
        "        del sys.modules[name]\n"
        "sys.modules['quadrille'] = None\n"
        "print(repr(pickle.loads(pickle.loads(task)(b'', b''))))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.startswith(f'ValueError("expected quadrille {quadrille.__version__} on the')


def test_users_files_travel(tmp_path: Path) -> None:
    """In a process that does not find them."""
    folder = tmp_path / "there"
    folder.mkdir()
    (folder / "my.py").write_text(MY_AGENTS)
    code = (
        "import pickle, sys\n"
        "import quadrille\n"
        "from quadrille.core.load import use_remote_files, users_files\n"
        "if sys.argv[1:]:\n"
        "    files, made = pickle.loads(sys.stdin.buffer.read())\n"
        "    use_remote_files(files)\n"
        "    twin = pickle.loads(made)\n"
        "    print(twin)\n"
        "    absolute = [given for given in files if given.endswith('/my.py')]\n"
        "    assert type(quadrille.agent(f'{absolute[0]}:Waits')) is type(twin)\n"
        "else:\n"
        "    agent = quadrille.agent('my.py:Waits:folder=x')\n"
        "    made = pickle.dumps(agent)\n"
        "    sys.stdout.buffer.write(pickle.dumps((users_files(), made)))\n"
    )
    run = [sys.executable, "-c", code]
    made = subprocess.run(run, cwd=folder, capture_output=True, check=True).stdout
    (folder / "my.py").unlink()
    done = subprocess.run([*run, "-"], cwd=tmp_path, capture_output=True, check=False, input=made)
    assert (done.stdout.decode(), done.stderr.decode()) == ("my.py:Waits:folder=x\n", "")


def test_what_a_node_does_not_find() -> None:
    match = Series("connect_four", ["random", Unfindable()], games=1)
    found = on_a_node(order(match), match)
    assert isinstance(found, ValueError)
    assert str(found).startswith(
        "expected a Python file, but there is none at 'nowhere.py' (on the Ray node '"
    )


@dataclass(frozen=True)
class Unfindable(quadrille.Agent):
    """Cannot be found by name in another process."""

    def __reduce__(self) -> tuple[Any, ...]:
        return quadrille.agent, ("nowhere.py:Column",)
