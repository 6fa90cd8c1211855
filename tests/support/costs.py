"""A pytest plugin: with ``--costs``, the tests that cost the most CPU time.

Wall time says little on a shared machine. The CPU time of a test is that of the tests' process
and of all programs below it, while they run and after they have ended. What a server that many
tests share needs for its start and its end counts for the first and the last of these.
"""

import os
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

SHOWN = 40
"""How many tests and files are listed."""
SECOND = os.sysconf("SC_CLK_TCK")
COSTS = pytest.StashKey[dict[str, float]]()
"""CPU seconds by test."""


def spent(pid: int) -> float:
    """The CPU seconds of a process and of all that it has started."""
    total = 0
    with suppress(OSError):  # it has just ended
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += sum(map(int, stat[11:15]))
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                total += round(spent(int(child)) * SECOND)
    return total / SECOND


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", action="store_true", help="show what costs the most CPU time")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[COSTS] = {}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    if not item.config.getoption("--costs"):
        return (yield)
    before = spent(os.getpid())
    try:
        return (yield)
    finally:
        # Programs that leave the family take their time with them.
        item.config.stash[COSTS][item.nodeid] = max(0.0, spent(os.getpid()) - before)


def pytest_sessionfinish(session: pytest.Session) -> None:
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:  # this is a worker of pytest-xdist
        output["costs"] = session.config.stash[COSTS]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[COSTS].update(getattr(node, "workeroutput", {}).get("costs", {}))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    costs = config.stash[COSTS]
    if not config.getoption("--costs") or not costs:
        return
    files: dict[str, float] = {}
    for test, seconds in costs.items():
        file = test.partition("::")[0]
        files[file] = files.get(file, 0.0) + seconds
    terminalreporter.section(f"{sum(costs.values()):.0f} CPU seconds in {len(costs)} tests")
    for table in (files, costs):
        for name, seconds in sorted(table.items(), key=lambda row: -row[1])[:SHOWN]:
            terminalreporter.write_line(f"{seconds:8.2f}  {name}")
        terminalreporter.write_line("")
