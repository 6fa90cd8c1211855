"""Agents: how they are found by spec, what their fields say, and how they are registered."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import pytest

import quadrille
from quadrille import Agent, BadSpec
from quadrille.agents.human import Human
from quadrille.agents.random import Random
from quadrille.core.agents import registry as agent_registry
from quadrille.core.agents.agent import agent as register
from quadrille.core.agents.fields import fields_of
from quadrille.core.agents.registry import REGISTERED
from quadrille.core.game import Game

CONNECT_FOUR = quadrille.game("connect_four")

MY_AGENTS = '''
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Optional
from quadrille import Agent

@dataclass(frozen=True)
class Cautious(Agent):
    """Looks before it leaps.

    And more that no table shows.
    """

    depth: int = 2
    """How far it looks."""
    c: float = 1.5
    """Of exploration,
    over two lines."""
    fast: bool = False
    style: Literal["calm", "wild", 3] = "calm"
    """How it feels."""
    limit: Optional[int] = None
    label: str | None = "x"
    seen: ClassVar[int] = 0

    def __post_init__(self):
        if self.depth < 0:
            raise ValueError(f"expected a depth of at least 0, got {self.depth}")

    def choose(self, state, rng):
        return state.legal_moves()[0]

@dataclass(frozen=True)
class Needy(Agent):
    path: str
    """Where to look."""

@dataclass(frozen=True)
class Odd(Agent):
    items: list[int] = None

class Forgot(Agent):
    depth: int = 2

class NoAgent:
    pass
'''


@pytest.fixture
def my_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "my_agents.py"
    path.write_text(MY_AGENTS)
    monkeypatch.chdir(tmp_path)
    return path


@pytest.fixture
def registry() -> Iterator[dict[tuple[str, str], type[Agent]]]:
    before = dict(REGISTERED)
    yield REGISTERED
    REGISTERED.clear()
    REGISTERED.update(before)


def test_agents_of_the_package_are_found_by_name() -> None:
    assert quadrille.agent("random") == Random()
    assert quadrille.agent(" human ") == Human()
    assert str(Random()) == "random"
    assert {"human", "random"} <= set(agent_registry.agent_names())


@pytest.mark.parametrize(
    ("spec", "values"),
    [
        ("", {}),
        (":depth=3", {"depth": 3}),
        (":depth=3,c=2", {"depth": 3, "c": 2.0}),
        (": depth = 3 , c = 1e-3", {"depth": 3, "c": 0.001}),
        (":fast=true,style=wild", {"fast": True, "style": "wild"}),
        (":style=3", {"style": 3}),
        (":limit=7", {"limit": 7}),
        (":limit=none,label=none", {"label": None}),
        (":label=a,b=", None),
        (":label=a, b,c:d", {"label": "a, b,c:d"}),
        (":label=", {"label": ""}),
        (":c=-inf", {"c": float("-inf")}),
    ],
)
def test_fields_of_a_spec(my_agents: Path, spec: str, values: dict[str, Any] | None) -> None:
    if values is None:  # "b=" starts a field
        with pytest.raises(BadSpec, match="unknown field"):
            quadrille.agent(f"my_agents.py:Cautious{spec}")
        return
    defaults = {"depth": 2, "c": 1.5, "fast": False, "style": "calm", "limit": None, "label": "x"}
    found = quadrille.agent(f"my_agents.py:Cautious{spec}")
    expected = {**defaults, **values}
    assert {name: getattr(found, name) for name in expected} == expected
    assert type(vars(found)["c"]) is float
    # The canonical spec names what differs, and gives the same agent again.
    again = quadrille.agent(str(found))
    assert again == found and str(again) == str(found)
    assert str(found).count("=") == sum(values[name] != defaults[name] for name in values)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("rndom", "unknown agent 'rndom'; did you mean 'random'?"),
        ("rndom:x=1", "unknown agent 'rndom'; did you mean 'random'?"),
        ("", "expected the spec of an agent"),
        ("random:", "expected field=value, got ''"),
        ("random:fast", "expected field=value, got 'fast'"),
        ("random:=3", "expected field=value, got '=3'"),
        ("random:x=1", "unknown field of random 'x' (known: none) in agent 'random:x=1'"),
        ("my_agents.py:Cautious:dpeth=3", "did you mean 'depth'?"),
        ("my_agents.py:Cautious:depth=3,depth=4", "field 'depth' twice"),
        ("my_agents.py:Cautious:depth=x", "expected a whole number for field 'depth', got 'x'"),
        ("my_agents.py:Cautious:depth=2.5", "expected a whole number for field 'depth'"),
        ("my_agents.py:Cautious:depth=1_0", "expected a whole number for field 'depth'"),
        ("my_agents.py:Cautious:depth=-1", "expected a depth of at least 0, got -1 in agent"),
        ("my_agents.py:Cautious:c=nan", "expected a number for field 'c', got 'nan'"),
        ("my_agents.py:Cautious:fast=yes", "expected true or false for field 'fast', got 'yes'"),
        ("my_agents.py:Cautious:style=mad", "expected one of calm wild 3 for field 'style'"),
        ("my_agents.py:Cautious:limit=x", "expected a whole number or none for field 'limit'"),
        ("my_agents.py:Needy", "expected a value for field 'path'"),
        ("my_agents.py:Odd:items=3", "which no text can give for field 'items'"),
        ("my_agents.py:Forgot", "expected @dataclass(frozen=True) above class Forgot"),
        ("my_agents.py:NoAgent", "expected a subclass of quadrille.Agent at"),
        ("my_agents.py:Cautios", "did you mean 'Cautious'?"),
        ("my_agents.py:", "expected my_agents.py:Class, the name of a class in the file"),
        ("nowhere.py:Cautious", "there is none at 'nowhere.py'"),
        ("json:dumps", "expected a subclass of quadrille.Agent at 'json:dumps'"),
        ("no_such_module:Thing", "unknown agent 'no_such_module'"),
    ],
)
def test_a_bad_spec_says_what_is_wrong(my_agents: Path, spec: str, message: str) -> None:
    with pytest.raises(BadSpec) as caught:
        quadrille.agent(spec)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_text_is_no_spec() -> None:
    with pytest.raises(BadSpec, match="got 7"):
        quadrille.agent(7)  # type: ignore[arg-type]


def test_an_agent_of_a_file_keeps_its_place(my_agents: Path) -> None:
    found = quadrille.agent("my_agents.py:Cautious:depth=5")
    assert str(found) == "my_agents.py:Cautious:depth=5"
    assert str(replace(found, depth=6)) == "my_agents.py:Cautious:depth=6"  # type: ignore[call-arg]
    assert pickle.loads(pickle.dumps(found)) == found


def test_an_agent_of_a_module_is_found_and_travels(my_agents: Path, tmp_path: Path) -> None:
    code = (
        "import pickle, quadrille\n"
        "found = quadrille.agent('my_agents:Cautious:depth=5')\n"
        "assert str(pickle.loads(pickle.dumps(found))) == 'my_agents:Cautious:depth=5'\n"
        "print(quadrille.play('connect_four', [found, 'random']).players)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "('my_agents:Cautious:depth=5', 'random')\n"


def test_a_module_path_gives_the_registered_agent() -> None:
    assert str(quadrille.agent("quadrille.agents.random:Random")) == "random"


def test_fields_are_described_by_the_class(my_agents: Path) -> None:
    fields = fields_of(type(quadrille.agent("my_agents.py:Cautious")))
    assert list(fields) == ["depth", "c", "fast", "style", "limit", "label"]
    assert fields["depth"].to_dict() == {
        "name": "depth",
        "type": "int",
        "default": 2,
        "doc": "How far it looks.",
    }
    assert fields["c"].doc == "Of exploration,\nover two lines."
    assert fields["fast"].doc == ""
    needy = fields_of(type(quadrille.agent("my_agents.py:Needy:path=x")))
    assert needy["path"].to_dict() == {"name": "path", "type": "str", "doc": "Where to look."}


def test_docs_are_inherited() -> None:
    @dataclass(frozen=True)
    class Base(Agent):
        depth: int = 1
        """Of the base."""

    @dataclass(frozen=True)
    class Derived(Base):
        width: int = 2
        """Of its own."""

    assert {name: f.doc for name, f in fields_of(Derived).items()} == {
        "depth": "Of the base.",
        "width": "Of its own.",
    }


def test_registering(registry: dict[tuple[str, str], type[Agent]]) -> None:
    @dataclass(frozen=True)
    class Good(Agent):
        style: Literal["a", "b"] = "a"

    assert register("good-1")(Good) is Good
    assert str(Good("b")) == "good-1:style=b"

    @dataclass(frozen=True)
    class Heir(Good):
        pass

    assert str(Heir()).endswith("Heir"), "a subclass does not inherit the name"
    with pytest.raises(ValueError, match="belongs to"):
        register("good-1")(Heir)
    for name in ("", "Good", "a b", "a:b", "9x"):
        with pytest.raises(ValueError, match="expected a name"):
            register(name)(Heir)
    with pytest.raises(TypeError, match="expected a subclass"):
        register("int")(int)  # type: ignore[type-var]

    class Forgot(Agent):
        depth: int = 2

    with pytest.raises(TypeError, match="@dataclass"):
        register("forgot")(Forgot)


@pytest.fixture
def connect_four_with_agents(
    registry: dict[tuple[str, str], type[Agent]],
) -> Iterator[ModuleType]:
    """A module with an agent for Connect Four only, which the game's package names."""
    module = ModuleType("quadrille.games.connect_four.agents")
    code = (
        "from dataclasses import dataclass\n"
        "from quadrille.core.agents.agent import Agent, agent\n"
        "@agent('dropper')\n"
        "@dataclass(frozen=True)\n"
        "class Dropper(Agent):\n"
        "    def choose(self, state, rng):\n"
        "        return state.legal_moves()[0]\n"
    )

    def load() -> object:
        if "Dropper" not in vars(module):
            exec(code, vars(module))
        return module

    package = CONNECT_FOUR.package
    replace(package, agents=load)
    yield module
    replace(package)


def test_a_game_has_agents_of_its_own(
    connect_four_with_agents: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = connect_four_with_agents
    assert str(quadrille.agent("dropper", CONNECT_FOUR)) == "dropper"
    assert quadrille.agent("dropper") == module.__dict__["Dropper"]()
    assert quadrille.play(CONNECT_FOUR, ["dropper", "random"]).players[0] == "dropper"
    other = Game(CONNECT_FOUR.state_type, {}, "other")
    monkeypatch.setattr(Game, "name", "other")
    with pytest.raises(BadSpec, match="unknown agent 'dropper'"):
        quadrille.agent("dropper", other)
    with pytest.raises(ValueError, match="'dropper' cannot play other: it plays connect_four"):
        quadrille.play(other, [module.__dict__["Dropper"](), "random"])


def test_installed_packages_offer_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Guest(Agent):
        depth: int = 1

    class Point:
        def __init__(self, found: Any) -> None:
            self.found = found

        def load(self) -> Any:
            if isinstance(self.found, Exception):
                raise self.found
            return self.found

    points = {"guest": Point(Guest), "broken": Point(ImportError("no such thing"))}
    monkeypatch.setattr(agent_registry, "entry_points", lambda group: points)
    assert str(quadrille.agent("guest:depth=3")) == "guest:depth=3"
    assert "guest" in agent_registry.agent_names()
    with pytest.raises(BadSpec, match="agent 'broken' does not load: ImportError: no such thing"):
        quadrille.agent("broken")
