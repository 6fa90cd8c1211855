"""The commands by name: where each is, and its line in the help.

Both are known without loading the command. A test holds the lines to the commands' docstrings.
"""

from typing import NamedTuple


class Entry(NamedTuple):
    """One command."""

    place: str
    """``module:name`` of a function, or of a Typer with further commands."""
    help: str
    """The first paragraph of its docstring."""


COMMANDS = {
    "games": Entry(
        "quadrille.cli.games:games", "List the games that are installed, with their options."
    ),
    "agents": Entry(
        "quadrille.cli.agents:agents",
        "List the agents and their fields, for every game or for one.",
    ),
    "play": Entry(
        "quadrille.cli.play:play", "Play in the terminal, by default against a strong agent."
    ),
    "serve": Entry(
        "quadrille.cli.serve:serve",
        "Open the page on which all games are played, watched, analysed and replayed.",
    ),
    "match": Entry(
        "quadrille.cli.match:match",
        "Play games between agents and say who is better, and how sure that is.",
    ),
    "resume": Entry("quadrille.cli.match:resume", "Play what is missing of a series in the store."),
    "contest": Entry(
        "quadrille.cli.contest:contest",
        "Play a contest, or what is missing of it, and write its report.",
    ),
    "standings": Entry(
        "quadrille.cli.standings:standings",
        "Print the ratings of the agents in a store, and how sure they are.",
    ),
    "ladder": Entry(
        "quadrille.cli.ladder:ladder",
        "Print the ladder of the agents in a store: ratings that every game moves.",
    ),
    "report": Entry(
        "quadrille.cli.report:report",
        "Write a report on the games in a store: ratings, tables, plots, games to step through.",
    ),
    "analyse": Entry(
        "quadrille.cli.analyse:analyse",
        "Ask an agent what it would play in a position, and why.",
    ),
    "solve": Entry(
        "quadrille.cli.solve:solve",
        "Find the exact value of a position: win, draw or loss for the player to move.",
    ),
    "diagnose": Entry(
        "quadrille.cli.diagnose:diagnose",
        "Count what kinds of mistakes an agent makes, by exact values.",
    ),
    "calibrate": Entry(
        "quadrille.cli.calibrate:calibrate",
        "Learn from the finished games of a store how likely positions are won.",
    ),
    "prove": Entry(
        "quadrille.cli.prove:prove",
        "Prove the value of a whole game: win, draw or loss for the player who begins.",
    ),
    "replay": Entry(
        "quadrille.cli.replay:replay",
        "Replay recorded games: check each, and show one move by move or as a film.",
    ),
    "draw": Entry("quadrille.cli.draw:draw", "Draw a position as SVG."),
    "check": Entry(
        "quadrille.cli.check:check",
        "Check that a game keeps the contract that searches, agents and the page rely on.",
    ),
    "perft": Entry(
        "quadrille.cli.perft:perft",
        "Count the sequences of exactly N moves; every outcome of chance is one.",
    ),
    "size": Entry(
        "quadrille.cli.size:size",
        "Tell how large a game is: positions, choices, lengths, and the number of all games.",
    ),
    "train": Entry(
        "quadrille.cli.train:train",
        "Train a network by self-play, from nothing or from where a run stopped.",
    ),
    "tune": Entry(
        "quadrille.cli.tune:tune",
        "Find good values for the fields of an agent, and confirm that it is better.",
    ),
    "models": Entry(
        "quadrille.cli.models:app", "List trained networks, and show or make their cards."
    ),
    "bench": Entry("quadrille.cli.bench:app", "Measure speed on this machine."),
    "store": Entry("quadrille.cli.store:app", "Manage stored series and games."),
    "sheep-server": Entry(
        "quadrille.cli.sheep:server",
        "Serve a contest of Sheep: programs connect, our agents take the other seats.",
    ),
    "sheep-client": Entry(
        "quadrille.cli.sheep:client",
        "Let an agent play on a contest server, ours or another, by its protocol.",
    ),
}
