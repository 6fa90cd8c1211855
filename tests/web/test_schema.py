"""Requests made up from the description of the interface: the answers are as it says, never 5xx."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from support.scale import LONG

from .pages import ADDRESS, PERSON, RANDOM, Site, site

EXAMPLES = 300 if LONG else 6


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quadrille.web.guard.RATE", 1e9)
        patch.setattr("quadrille.web.guard.BURST", 1e9)
        folder: Path = tmp_path_factory.mktemp("schema")
        with site(folder, rooms=50) as found:
            found.begin("quarto", PERSON, RANDOM)
            yield found


@pytest.fixture(scope="module")
def described(running: Site) -> object:
    return schemathesis.openapi.from_dict(running.get("/openapi.json"))


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_requests(case: Any, running: Site) -> None:
    wanted = case.as_transport_kwargs(base_url=ADDRESS)
    wanted.pop("cookies", None)
    if isinstance(wanted.get("data"), bytes):
        wanted["content"] = wanted.pop("data")
    answer = running.client.request(**wanted)
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400 and answer.status_code != 405:
        assert set(answer.json()) == {"error"} and "\n" not in answer.json()["error"]
    assert "Traceback" not in answer.text
