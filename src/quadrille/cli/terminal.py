"""A game in the terminal: the board after each move, and people who type theirs."""

import sys
from contextlib import suppress
from typing import Any

from rich.text import Text

from quadrille import CHANCE, AgentFailed, BadMoveText, Decision, Limits
from quadrille.arena.choices import adviser
from quadrille.arena.play.driver import MAX_MESSAGE_LENGTH
from quadrille.arena.play.table import Table
from quadrille.cli.analyse import decide
from quadrille.cli.common import console, one_line, parse_move
from quadrille.cli.decisions import brief, show_decision, so_far
from quadrille.cli.progress import LatestDecision, Live
from quadrille.cli.wording import in_columns, moved, result_text, sentence, sides_of, who
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.drawing.draw import help_text as state_help
from quadrille.core.drawing.draw import spoken_forms

with suppress(ImportError):
    import readline  # noqa: F401  # gives input() a line that can be edited


HINTS = 8
"""How many moves a hint shows."""
COMMANDS = """Commands:
  hint     what a strong agent would play here; hint AGENT asks another
  why      explain the moves of agents, or stop explaining them
  say      tells your side something together with your next move: say WORDS
  undo     back to your previous decision
  resign   give up
  quit     leave the game unfinished"""


class PersonLeft(Exception):
    """The person at the terminal has left the game."""


class Terminal:
    """Runs the game at a table. Nobody is shown what they must not know."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.specs = [str(each) for each in table.agents]
        self.out = console()
        self.shown = False  # whether the board as it is now has been printed
        self.explains = False  # whether agents' moves are explained
        self.reason = ""  # of the last move of an agent
        self.words: dict[int, str] = {}  # what people will say with their next moves

    def run(self) -> None:
        """Play until the game is over; PersonLeft if a person leaves before."""
        self._introduce()
        self.shown = False
        while not self.table.is_over():
            mover = self.table.state.player()
            if mover in self.table.people:
                self._show_board()
                self._ask(mover)
            else:
                if not self.table.people:
                    self._show_board()
                self._advance()
        self._show_board()
        result = self.table.record().result
        self._say(result_text(result, self.specs, sides_of(self.table.state)), "bold green")

    # --- telling ---------------------------------------------------------------------------

    def _introduce(self) -> None:
        self._say(f"{self.table.game.title}, seed {self.table.seed}", "bold")
        for player in range(len(self.specs)):
            self._say(f"  {who(player, self.specs)}")
        if self.table.people:
            self._say("Type a move, or ? for the moves and commands there are.", "dim")

    def _show_board(self) -> None:
        """The position, once, as the people who look at the terminal may see it."""
        if self.shown:
            return
        self.shown = True
        state = self.table.state
        viewer = self._viewer()
        if viewer is not None:
            state = state.view(viewer)
        elif self._has_secrets() and self.table.people and not self.table.is_over():
            return  # several people look, and none of them is to move
        print(f"\n{state.board()}\n", flush=True)

    def _viewer(self) -> int | None:
        """The player whose view is shown; None for the whole state."""
        people = self.table.people
        if self.table.is_over() or not self._has_secrets():
            return None
        mover = self.table.state.player()
        return mover if mover in people else next(iter(people)) if len(people) == 1 else None

    def _has_secrets(self) -> bool:
        return "secrets" not in self.table.state.lacks()

    def _say(self, text: str, style: str = "") -> None:
        self.out.print(Text(sentence(text), style), soft_wrap=True)

    # --- moving ----------------------------------------------------------------------------

    def _advance(self) -> None:
        """One move of an agent or of chance."""
        before = self.table.state.copy()
        mover = before.player()
        decision = self._step(mover)
        move = decision.move
        texts = {before.move_text(before.seen(move, person)) for person in self.table.people}
        if not texts or self.table.is_over():
            texts = {before.move_text(move)}
        # Several people who saw different things look at one terminal.
        shown = texts.pop() if len(texts) == 1 else "something"
        self._say(moved(mover, self.specs, shown), "dim" if mover == CHANCE else "")
        self.shown = False
        if mover != CHANCE:
            self._explain(mover, decision, before)

    def _step(self, mover: int) -> Decision:
        """One move, with a line that moves while an agent thinks long."""
        if mover == CHANCE:
            return self.table.step()
        latest = LatestDecision()
        view = self.table.state.view(mover)

        def thinking() -> str:
            known = None if self._hides_thoughts() else latest.decision
            return f"{who(mover, self.specs)} thinks, {so_far(known, view, line.elapsed())}"

        with Live(thinking) as line:
            return self.table.step(Limits(progress=latest))

    def _explain(self, mover: int, decision: Decision, before: Any) -> None:
        """What the agent tells its partners, unless an opponent watches, and why it moved so."""
        people = self.table.people
        if decision.say and all(before.side(each) == before.side(mover) for each in people):
            self._say(f'{who(mover, self.specs)} says "{one_line(decision.say)}"', "italic")
        self.reason = brief(decision, before)
        if self.explains and not self._hides_thoughts():
            self.out.print(Text(f"  {self.reason}", "dim"))

    def _hides_thoughts(self) -> bool:
        """Whether what an agent thinks would tell people what they must not know."""
        return self._has_secrets() and bool(self.table.people)

    def _ask(self, player: int) -> None:
        """Ask a person for a move or a command."""
        alone = len(self.table.people) == 1
        self._obey(
            player, self._read("your move: " if alone else f"player {player + 1}, your move: ")
        )

    def _obey(self, player: int, text: str) -> None:
        """Do what a person typed."""
        if text in ("?", "help", ""):
            self._help(player)
        elif text == "undo":
            self._undo(player)
        elif text == "why":
            self._why()
        elif text.split()[0] == "hint":
            self._hint(player, text.removeprefix("hint").strip())
        elif text.split()[0] == "say":
            self._promise(player, text.removeprefix("say").strip())
        elif text == "resign":
            self.table.resigned(player)
        elif text in ("quit", "exit", "q"):
            raise PersonLeft
        else:
            self._move(player, text)

    def _move(self, player: int, text: str) -> None:
        """Play the move that a person means, asking for the rest of it if it has been begun."""
        view = self.table.state.view(player)
        try:
            while len(rests := ways_on(view, text)) > 1:
                rest = self._read(f"{text} what? {' or '.join(rests)}: ")
                if not rest:
                    return
                if rest.lower() not in rests and not ways_on(view, f"{text} {rest}"):
                    self._obey(player, rest)  # a command, or another move
                    return
                text = f"{text} {rest}"
            move = find_move(view, text)
        except ValueError as error:
            self._say(f"{error} (? lists the moves)", "yellow")
            return
        self.table.play(move, self.words.pop(player, ""))
        self.shown = False

    def _promise(self, player: int, words: str) -> None:
        """Keep what a person says until the next move."""
        state = self.table.state
        partners = [other for other in range(state.num_players()) if other != player]
        if not any(state.side(other) == state.side(player) for other in partners):
            self._say("you have no partner to talk to", "yellow")
        elif not words:
            self._say("expected what to say, as in: say hello", "yellow")
        else:
            before = self.words.get(player, "")
            self.words[player] = words[:MAX_MESSAGE_LENGTH]
            instead = f' instead of "{one_line(before)}"' if before else ""
            self._say(f"your partners will read that after your move{instead}", "dim")

    def _why(self) -> None:
        """Begin to explain the agents' moves, or stop it."""
        if self._hides_thoughts():
            self._say("explanations would reveal the secrets of others", "yellow")
            return
        self.explains = not self.explains
        self._say(f"moves of agents are {'now' if self.explains else 'no longer'} explained")
        if self.explains and self.reason:
            self.out.print(Text(f"  the last one: {self.reason}", "dim"))

    def _hint(self, player: int, spec: str) -> None:
        """What an agent would do here, knowing what the person knows."""
        game, view = self.table.game, self.table.state.view(player)
        try:
            agent = find_agent(spec, game) if spec else adviser(game)
            decision, _ = decide(game, view, agent, self.table.seed or 0)
        except Exception as error:  # no agent's mistake may end the person's game
            reason = error.reason if isinstance(error, AgentFailed) else str(error)
            self._say(f"no hint: {' '.join(reason.splitlines())}", "yellow")
            return
        if decision is None:
            self._say("no hint: stopped too early", "yellow")
            return
        self._say(f"hint by {agent}", "dim")
        show_decision(self.out, decision, view, HINTS)

    def _undo(self, player: int) -> None:
        side = self.table.state.side
        team = [each for each in self.table.people if side(each) == side(player)]
        if self.table.undo(*team):
            self._say("back to your previous decision")
            self.shown = False
            self.reason = ""
        else:
            self._say("there is nothing to undo yet", "yellow")

    def _help(self, player: int) -> None:
        view = self.table.state.view(player)
        self._say(notation(view))
        if hint := state_help(view):
            self._say(hint)
        texts = [view.move_text(move) for move in view.legal_moves()]
        self._say("Legal here:" if len(texts) < 10 else f"Legal here, {len(texts)} moves:")
        self._say(in_columns(texts, self.out.width), "cyan")
        tails = [tail for text in texts if (tail := text.partition(":")[2])]
        if tails and len(set(tails)) == len(tails):
            self._say("You can leave out what stands before the colon.", "dim")
        self._say(COMMANDS, "dim")

    def _read(self, prompt: str) -> str:
        """One line from the person; PersonLeft at the end of input."""
        try:
            if sys.stdin.isatty():
                return input(prompt).strip()
            print(prompt, end="", flush=True)
            line = sys.stdin.readline()
        except (EOFError, KeyboardInterrupt) as error:
            print()  # what follows does not belong to the prompt
            if isinstance(error, EOFError):
                raise PersonLeft from None
            raise
        if not line:
            print()
            raise PersonLeft
        print(line.rstrip("\n"))  # what is piped in reads like a session
        return line.strip()


def notation(state: Any) -> str:
    """How moves are written, as the game says it when it is given something else."""
    try:
        state.parse_move("?")
    except BadMoveText as error:
        expected, _, _ = str(error).partition(", got ")
        if expected.startswith("expected "):
            return f"A move is {expected.removeprefix('expected ')}."
    return "A move is one of these."


def ways_on(state: Any, text: str) -> list[str]:
    """How a move that has been begun can go on: the rests of the legal moves."""
    begun = f"{meant(state, text)} "
    texts = [state.move_text(move) for move in state.legal_moves()]
    return [known.removeprefix(begun) for known in texts if known.startswith(begun)]


def meant(state: Any, text: str) -> str:
    """What a person means by the words of the game's own that may stand for the notation."""
    for words, notation in spoken_forms(state).items():
        if f"{text.lower()} ".startswith(f"{words} "):
            return notation + text[len(words) :]
    return text


def find_move(state: Any, text: str) -> Any:
    """The legal move that a person means; ValueError says why there is none.

    What comes after a colon is enough if only one legal move ends so, and so is the beginning if
    there is only one way to go on; capital letters matter only where moves differ by them.
    """
    text = meant(state, text)
    try:
        move = parse_move(state, text)
        if state.is_legal(move):
            return move
        reason: ValueError = ValueError(f"{text!r} is not legal here")
    except BadMoveText as error:
        reason = error
    texts = {move: state.move_text(move) for move in state.legal_moves()}
    for close in (
        [move for move, known in texts.items() if known.partition(":")[2] == text],
        [move for move, known in texts.items() if known.startswith(f"{text} ")],
        [move for move, known in texts.items() if known.casefold() == text.casefold()],
    ):
        if text and len(close) == 1:
            return close[0]
    with suppress(BadMoveText):
        parse_move(state, text.lower())  # so that it is no matter of the notation
        raise ValueError(f"{text!r} is not legal here")
    raise reason
