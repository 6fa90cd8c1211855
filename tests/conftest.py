"""What many tests share: a PostgreSQL server, started when the first test asks for it."""

from collections.abc import Iterator

import pytest

from postgres import Server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()
