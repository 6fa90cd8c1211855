"""What is in the files behind a spec: the same text may name another bot tomorrow.

``bot.py:Bot`` is the file; ``program:./bot --fast`` and ``program:python3 bot.py`` are the files
that the command names by a path; ``model:my-run`` is the file of the network. A field that names a
file (weights, a book) counts as well. What those files import or read themselves does not.
"""

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress

from quadrille.agents.model import Model
from quadrille.agents.models import find_model
from quadrille.agents.program import Program
from quadrille.agents.search_agent import SearchAgent
from quadrille.core.agents.agent import Agent
from quadrille.core.agents.fields import fields_of
from quadrille.core.errors import BadModel
from quadrille.core.game import Game
from quadrille.core.load import place_of


def contents_of(agents: Sequence[Agent], game: Game | None = None) -> tuple[str, ...]:
    """A hash of the files behind each agent, empty for one without files; () if none has any."""
    found = tuple(content_of(agent, game) for agent in agents)
    return found if any(found) else ()


def content_of(agent: Agent, game: Game | None = None) -> str:
    """A hash of the files behind an agent in a game; empty if there are none."""
    files = [path for path in _paths(agent, game) if os.path.isfile(path)]
    if not files:
        return ""
    whole = hashlib.sha256()
    for path in files:
        with open(path, "rb") as file:
            whole.update(hashlib.file_digest(file, "sha256").digest())
    return whole.hexdigest()


def _paths(agent: Agent, game: Game | None) -> Iterator[str]:
    if place := place_of(type(agent)):
        yield place.rpartition(":")[0]
    if isinstance(agent, Program):
        program, *arguments = agent.words()
        if os.sep in program:  # another one is found by PATH, such as python3
            yield program
        yield from arguments
        return
    model = agent.name if isinstance(agent, Model) else getattr(agent, "model", None)
    if isinstance(agent, SearchAgent) and model is not None:
        with suppress(BadModel):  # which is told when it is to play
            yield str(find_model(model, game).path)
        return
    for name in fields_of(type(agent)):
        if isinstance(value := getattr(agent, name), str):
            yield value
