"""What an installed package must be able to do; run by its own interpreter, not by pytest.

In every game every agent that fits decides once, with little to do, and a random game is played;
then the page is opened. Prints a line a game: equal builds print equal lines.
"""

import re
import subprocess
import sys
import urllib.request

import quadrille
from quadrille.core.agents.fields import fields_of
from quadrille.core.agents.registry import agent_names
from quadrille.core.agents.spec import agent_type

SMALL = {"sims": 50, "nodes": 200, "depth": 2, "memory": 1}
NOT_ASKED = {"human", "program"}
PLIES = 17
"""Random moves before the agents are asked: far enough for solvers to be quick."""


def small_agents(game: quadrille.Game) -> list[str]:
    """The specs of all agents that can play a game, with little to do."""
    specs = []
    for name in sorted(set(agent_names(game.name)) - NOT_ASKED):
        fields = fields_of(agent_type(name, game.name))
        values = ",".join(f"{key}={SMALL[key]}" for key in SMALL if key in fields)
        spec = f"{name}:{values}" if values else name
        if not quadrille.agent(spec, game).unfit(game):
            specs.append(spec)
    return specs


def position(game: quadrille.Game) -> quadrille.State:
    """A position of a random game in which somebody is to move."""
    state: quadrille.State = game.new(1)
    rng = quadrille.Rng(1)
    for _ in range(PLIES):
        before = state.copy()
        state.play(state.random_move(rng))
        if state.is_over():
            return before
    while state.player() == quadrille.CHANCE:
        state.play_chance()
    return state


def decisions(game: quadrille.Game) -> list[str]:
    """What each agent plays there."""
    state = position(game)
    found = []
    for spec in small_agents(game):
        rng = quadrille.Rng(2)
        session = quadrille.agent(spec, game).open(game, state.player(), rng)
        answer = session.choose(state.view(state.player()), quadrille.Limits())
        move = answer.move if isinstance(answer, quadrille.Decision) else answer
        found.append(f"{spec.partition(':')[0]} {state.move_text(move)}")
        session.close()
    return found


def open_page() -> None:
    """Start the server, ask for the front page and one of its scripts, and end it."""
    command = [sys.executable, "-m", "quadrille", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
        try:
            assert server.stdout is not None
            shown = ""
            while not (address := re.search(r"http://\S+?:\d+", shown)):
                line = server.stdout.readline()
                assert line, f"the server ended: {shown}"
                shown += line.decode()
            page = urllib.request.urlopen(f"{address[0]}/", timeout=60).read().decode()
            script = re.search(r'src="(/[^"]+\.js)"', page)
            assert script, page
            assert urllib.request.urlopen(address[0] + script[1], timeout=60).status == 200
        finally:
            server.terminate()


if __name__ == "__main__":
    for name in quadrille.game_names():
        game = quadrille.game(name)
        outcome = quadrille.play(name, ["random"] * game.new().num_players(), seed=3).result.outcome
        sys.stdout.write(f"{name}: {outcome} {'; '.join(decisions(game))}\n")
    open_page()
    sys.stdout.write("page\n")
