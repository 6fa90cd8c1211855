"""What all tests share: a data folder that is not the user's, and databases for stores."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quadrille.arena.store import Store
from support.postgres import Server

pytest_plugins = ("support.limits", "support.costs")


@pytest.fixture(autouse=True, scope="session")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the default store of the tests, and of programs that they start, to themselves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A server, started when the first test asks for it."""
    server = Server()
    yield server
    server.stop()


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgres"))]
)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store can be made: a file, and an empty schema of a database."""
    if request.param == "sqlite":
        return str(tmp_path / "arena.db")
    url: str = request.getfixturevalue("postgres").new_schema()
    return url


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """An open store, of each kind."""
    with Store.open(where) as opened:
        yield opened
