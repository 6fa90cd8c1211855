"""Series on Ray: the same games as here, whatever becomes of workers, nodes and callers."""

import json
import os
import pickle
import re
import secrets
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing.connection import Pipe
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest

import quadrille
from arena.ray_tools import MY_AGENTS, needs_ray
from quadrille import AgentFailed
from quadrille.agents.models import shipped_models
from quadrille.arena import on_ray
from quadrille.arena.played import FinishedGame
from quadrille.arena.series import Series
from quadrille.arena.workers import WorkerFailed
from quadrille.core.install import install_hint
from quadrille.learn.selfplay import SelfPlayers, SelfPlayJob
from quadrille.search.samples import Samples, SelfPlay
from quadrille.tune.plan import TuningPlan
from quadrille.tune.trials import Trials, study_url
from quadrille.tune.tuner import Limit, Tuner
from support.patience import PATIENCE, wait_until
from support.places import EXAMPLES

# Whatever starts with Ray takes a second of a core: few tests do, and they share one cluster.
pytestmark = pytest.mark.xdist_group("ray")
PROGRAM = Path(__file__).parent / "ray_cluster.py"
HIGH_CARD = str(EXAMPLES / "high_card.py:HighCard")
PATIENT = {
    "GRPC_ENABLE_FORK_SUPPORT": "0",  # see docs/cluster.md
    "RAY_CLIENT_INITIAL_CONNECTION_TIMEOUT_S": "60",
    "RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S": "60",
    "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": "120",
}


@dataclass
class RayCluster:
    """What ``ray_cluster.py`` started."""

    program: "subprocess.Popen[str]"
    folder: Path
    address: str
    client: str

    def tell(self, command: str) -> Any:
        """Its answer to a command."""
        assert self.program.stdin is not None
        self.program.stdin.write(f"{command}\n")
        self.program.stdin.flush()
        return heard(self.program.stdout)


def heard(stream: IO[str] | None) -> Any:
    assert stream is not None
    line = stream.readline()
    assert line, "the cluster has ended"
    return json.loads(line)


def without_ray() -> dict[str, str]:
    """The environment, knowing nothing of a Ray that the user has."""
    return {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}


@dataclass
class OwnRay:
    """A command that starts a Ray of its own, and the folders it was given."""

    program: "subprocess.Popen[str]"
    folder: Path
    temporary: Path
    home: Path


@pytest.fixture(scope="module")
def own_ray(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnRay]:
    """Started first and looked at last, because it takes long."""
    folder, home = tmp_path_factory.mktemp("folder"), tmp_path_factory.mktemp("home")
    command = "match connect_four random oneply --games 5 --workers 2 --json --on ray"
    with tempfile.TemporaryDirectory(prefix="q-") as temporary:
        env = {**without_ray(), "TMPDIR": temporary, "HOME": str(home)}
        run = [sys.executable, "-m", "quadrille", *command.split()]
        with subprocess.Popen(
            run, env=env, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as program:
            yield OwnRay(program, folder, Path(temporary), home)


@pytest.fixture(scope="module")
def cluster(own_ray: OwnRay) -> Iterator[RayCluster]:
    """A cluster of one node, with a token, apart from any that the user has."""
    with tempfile.TemporaryDirectory(prefix="q-") as name:
        folder = Path(name).resolve()
        here = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32), **PATIENT}
        rest = {"RAY_TMPDIR": name, "RAY_USAGE_STATS_ENABLED": "0"}
        program = subprocess.Popen(
            [sys.executable, PROGRAM],
            env={**without_ray(), **here, **rest},
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        with pytest.MonkeyPatch.context() as patch, program:
            for variable, value in here.items():
                patch.setenv(variable, value)
            found = heard(program.stdout)
            client = f"ray://127.0.0.2:{found['client']}"
            yield RayCluster(program, folder, found["address"], client)
        wait_until(lambda: not living_in(folder), "the end of the cluster")


@pytest.fixture
def joined(cluster: RayCluster, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> RayCluster:
    """The cluster, for ``on="ray"``, and a folder that its nodes do not know."""
    monkeypatch.setenv("RAY_ADDRESS", cluster.address)
    monkeypatch.chdir(tmp_path)
    Path("my.py").write_text(MY_AGENTS)
    return cluster


def living_in(folder: Path, name: bytes = b"") -> list[int]:
    """The processes whose working folder it is; Ray's all keep that of whoever started it."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            if (place / "cwd").readlink() == folder and name in (place / "cmdline").read_bytes():
                found.append(int(place.name))
    return found


def texts(games: Iterable[FinishedGame]) -> list[tuple[int, str]]:
    """The games in their order."""
    return sorted((each.pairing.index, each.record.to_json()) for each in games)


# --- with Ray ------------------------------------------------------------------------------


@needs_ray
def test_the_same_games_although_a_node_is_lost(joined: RayCluster, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    begun.mkdir()
    node = joined.tell("add")
    agents = ["random", f"my.py:Waits:folder={begun}", "oneply"]
    match = Series(HIGH_CARD, agents, games=9, seed=6)

    def disturb() -> None:
        wait_until(lambda: list(begun.glob(f"{node}-*")), "a game on the second node")
        joined.tell("remove")
        (begun / "go").touch()

    thread = threading.Thread(target=disturb)
    thread.start()
    found = list(match.play(on="ray"))
    thread.join(PATIENCE)
    assert len(list(begun.glob("*-*"))) > 9, "no game was begun again"
    assert [index for index, _ in texts(found)] == list(range(9))
    for workers in (1, 4):
        assert texts(found) == texts(Series.of(match.plan).play(workers))
    assert match.result().games == 9


@needs_ray
def test_an_agent_that_fails_ends_the_match(joined: RayCluster) -> None:
    match = Series("connect_four", ["random", "my.py:Fails"], games=50)
    with pytest.raises(AgentFailed, match=r"KeyError: 'no idea' \(my.py, line") as caught:
        list(match.play(on=joined.client))
    assert caught.value.spec == "my.py:Fails" and match.result().games == 0


@needs_ray
def test_leaving_early_leaves_nothing_that_plays(joined: RayCluster, tmp_path: Path) -> None:
    match = Series("connect_four", ["random", f"my.py:Waits:folder={tmp_path},free=2"], games=1000)
    games = match.play(on="ray")
    next(games)
    wait_until(lambda: len(list(tmp_path.glob("*-*"))) == 3, "the game that waits")
    wait_until(lambda: living_in(joined.folder, b"play_game"), "its process")
    players = {*living_in(joined.folder, b"play_game")}
    assert len(living_in(tmp_path)) == 2, "this one and that which speaks to Ray"
    games.close()
    assert living_in(tmp_path) == [os.getpid()]
    wait_until(lambda: not players & {*living_in(joined.folder)}, "the end of all games")
    assert 1 <= match.result().games < 1000
    assert len(list(tmp_path.glob("*-*"))) == 3, "another was begun"
    assert joined.program.poll() is None


@needs_ray
def test_on_ray_without_a_cluster(own_ray: OwnRay) -> None:
    out, err = own_ray.program.communicate(timeout=PATIENCE)
    assert (own_ray.program.returncode, err, out.count("\n")) == (0, "", 1)
    here = quadrille.match("connect_four", ["random", "oneply"], games=5)
    assert here.to_dict().items() <= json.loads(out).items()
    wait_until(lambda: not living_in(own_ray.folder), "the end of its Ray")
    assert not list(own_ray.temporary.iterdir()) and not list(own_ray.home.iterdir())


@needs_ray
def test_tuning_on_the_cluster(joined: RayCluster, tmp_path: Path) -> None:
    """Trials have the same points as here."""
    plan = TuningPlan.of(
        quadrille.game("connect_four"), "greedy", ["weights.threes=-3..3"], ["random"], games=8
    )

    def points(name: str, on: str) -> list[Any]:
        trials = Trials(plan, study_url(tmp_path / "arena.db"), name)
        tuner = Tuner(trials, Limit(trials=3))
        for _ in tuner.run(on=on):
            pass
        return [each.points for each in tuner.state().trials]

    assert points("ray", "ray") == points("here", "here")


@needs_ray
def test_self_play_on_the_cluster(joined: RayCluster) -> None:
    """Round after round, with one connection, the games are those that are played here."""
    game = quadrille.game("connect_four")
    [model, *_] = shipped_models(game)
    job = SelfPlayJob(game, SelfPlay(sims=4), 3, threads=1)
    found = []
    for on in ("here", "ray"):
        samples = Samples(game, 10_000)
        with closing(SelfPlayers(job, on=on)) as players:
            for first in (0, 40):
                players.play(model.path.read_bytes(), first, 40, samples)
        found.append(samples.to_bytes())
    assert found[0] == found[1]


# --- games that are lost -------------------------------------------------------------------


class Lost(Exception):
    """Of a Ray that loses games."""


@dataclass(eq=False)
class Ref:
    """A game in flight."""

    index: int


class LosingRay:
    """Stands for Ray: the game with the index n is lost n times, and that with 9 has an error."""

    exceptions = SimpleNamespace(
        RayError=Exception,
        WorkerCrashedError=Lost,
        NodeDiedError=Lost,
        LocalRayletDiedError=Lost,
        OutOfMemoryError=Lost,
        ObjectLostError=Lost,
    )

    def __init__(self) -> None:
        self.cpus = 3
        self.begun: Counter[int] = Counter()

    def remote(self, **_: Any) -> Any:
        return lambda task: SimpleNamespace(remote=self._begin)

    def _begin(self, order: bytes, pairing: bytes) -> Ref:
        index = pickle.loads(pairing).index
        self.begun[index] += 1
        return Ref(index)

    def put(self, order: bytes) -> bytes:
        return order

    def wait(self, refs: list[Ref], **_: Any) -> tuple[list[Ref], list[Ref]]:
        return refs[:1], refs[1:]

    def get(self, ref: Ref) -> bytes:
        if ref.index == 9:
            raise OSError("no\nidea")
        if self.begun[ref.index] <= ref.index:
            raise Lost
        return b"a game"

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": self.cpus}


def test_lost_games_are_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_ray, "CPU_COUNT_SECONDS", 0.0)
    ray = LosingRay()
    ours, theirs = Pipe()
    crew = on_ray._RayGames(ray, theirs, b"", [])

    def play() -> None:
        with suppress(EOFError):
            crew.play()

    thread = threading.Thread(target=play)
    thread.start()
    assert ours.recv() == 6
    match = Series("connect_four", ["random"] * 2, games=10)
    for index in range(3):
        ours.send(match.plan.pairing(index))
        assert ours.recv() == (index, b"a game") and ray.begun[index] == index + 1
    for index, message in [
        (3, "played game 4 was lost (Lost), 3 times"),
        (9, "10 failed: no idea"),
    ]:
        ours.send(match.plan.pairing(index))
        found = ours.recv()
        assert isinstance(found, WorkerFailed) and str(found).endswith(message)
    assert ray.begun[3] == 3 and ray.begun[9] == 1
    ray.cpus = 5
    assert ours.recv() == 10, "a node has come"
    ours.close()
    thread.join(PATIENCE)


# --- mistakes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "error", "message"),
    [
        ("ray://127.0.0.2:1", ConnectionError, r"at ray://127\.0\.0\.2:1: Connection refused"),
        ("ray://nobody.invalid:1", ConnectionError, "cannot join the Ray cluster at ray://nobody"),
        ("ray://127.0.0.2", ValueError, r"expected ray://HOST:PORT .*, got 'ray://127\.0\.0\.2'"),
        ("ray://127.0.0.2:x", ValueError, "expected ray://HOST:PORT"),
        ("ray://", ValueError, "expected ray://HOST:PORT"),
        ("ray:auto", ValueError, "expected a place among here, ray and ray://HOST:PORT, got 'ray:"),
        ("moon", ValueError, "got 'moon'"),
    ],
)
def test_bad_places(on: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        quadrille.match("connect_four", ["random"] * 2, games=2, on=on)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("address", ["127.0.0.2:1", "http://127.0.0.2:1", "127.0.0.2"])
def test_bad_addresses_of_the_environment(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises((ValueError, ConnectionError), match=address):
        quadrille.match("connect_four", ["random"] * 2, games=2, on="ray")


@pytest.mark.parametrize("failures", [0, 2, 3])
def test_a_server_that_fails_is_asked_again(monkeypatch: pytest.MonkeyPatch, failures: int) -> None:
    places = []

    def init(place: str, **_: Any) -> None:
        places.append(place)
        if len(places) <= failures:
            raise ConnectionAbortedError("Initialization failure from server")

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init))
    with pytest.raises(ConnectionAbortedError) if failures == 3 else nullcontext():
        on_ray._join("ray://somewhere:1", 1, "")
    assert places == ["ray://somewhere:1"] * min(failures + 1, 3)


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    expected = re.escape(f"Ray is not installed here: {install_hint('cluster')}")
    with pytest.raises(ValueError, match=expected):
        quadrille.match("connect_four", ["random"] * 2, games=2, on="ray")


def test_no_games_need_no_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert list(Series("connect_four", ["random"] * 2, games=2).play_some([], on="ray")) == []
