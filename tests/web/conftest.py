"""Fixtures for the tests of the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .pages import Site, site


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Site]:
    with site(tmp_path) as found:
        yield found
