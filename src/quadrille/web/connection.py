"""One open page: the messages that come from it through its websocket, and those for it.

Messages are JSON objects with a ``type``. What is wrong with one is answered by ``refused`` in one
line; nothing that a page sends ends more than its own connection.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from quadrille.arena.store import BadStore
from quadrille.core.drawing.draw import ghost, parts, words
from quadrille.core.drawing.svg import named
from quadrille.core.errors import BadGame
from quadrille.core.package import MadeMove
from quadrille.core.state import State
from quadrille.web import shapes
from quadrille.web.inspecting import MAX_SECONDS, Inspector
from quadrille.web.line import Line
from quadrille.web.messages import claim_of, number_of, parse, text_of, texts_of, whole
from quadrille.web.offers import kind_of
from quadrille.web.room import Room
from quadrille.web.rooms import MAX_SPEED
from quadrille.web.seats import Viewer, clean_name, distinct
from quadrille.web.store_thread import STORE_TROUBLE
from quadrille.web.visibility import NO_HELP, Refused, at

if TYPE_CHECKING:
    from quadrille.web.server import Server

LOG = logging.getLogger("quadrille.web")
MAX_KEYS = 32
"""Keys that a browser may have for one game."""


class Connection:
    """What one page has open: a game that is played, or a line for analysis."""

    def __init__(self, server: "Server", send: Callable[[dict[str, Any]], None]) -> None:
        self._server = server
        self._send = send
        self._viewer = Viewer(send)
        self._room: Room | None = None
        self._line: Line | None = None
        self._inspector = Inspector(server.pool, send)
        self._orders: dict[str, Callable[[dict[str, Any]], Awaitable[None]]] = {
            "join": self._join,
            "open": self._open,
            "move": self._move,
            "look": self._look,
            "preview": self._preview,
            "peek": self._peek,
            "parts": self._parts,
            "ready": self._ready,
            "undo": self._undo,
            "resign": self._resign,
            "offer": self._offer,
            "answer": self._answer,
            "rematch": self._rematch,
            "now": self._now,
            "pace": self._pace,
            "hint": self._hint,
            "analyse": self._analyse,
            "review": self._review,
            "quiet": self._quiet,
            "remaining": self._remaining,
            "renew": self._renew,
            "name": self._name,
            "ping": self._ping,
        }

    async def hear(self, text: str) -> None:
        """Do what a message asks for."""
        number = None
        try:
            message = parse(text)
            number = message.get("id")
            order = self._orders.get(message["type"])
            if order is None:
                raise Refused(f"expected a known type of message, got {message['type']!r:.40}")
            await order(message)
        except BadStore as error:
            LOG.error("store error: %s", error)
            self._send({"type": "refused", "id": number, "error": STORE_TROUBLE})
        except (ValueError, BadGame) as error:
            line = " ".join(str(error).split())
            self._send({"type": "refused", "id": number, "error": line[:500]})
        except Exception:  # of ours, or of a game's own code: the page and all games go on
            LOG.exception("a message failed")
            self._send({"type": "refused", "id": number, "error": "internal error of the server"})

    async def close(self) -> None:
        """The page was closed."""
        if self._room is not None:
            self._room.leave(self._viewer)
        await self._inspector.quiet()

    # --- what is open ----------------------------------------------------------------------

    async def _join(self, message: dict[str, Any]) -> None:
        room = await self._server.rooms.open(text_of(message, "room"))
        await self.close()
        self._line, self._room = None, room
        keys = tuple(texts_of(message, "keys")) if "keys" in message else ()
        self._viewer = Viewer(self._send, keys=keys[:MAX_KEYS])
        await room.join(self._viewer, claim_of(message))

    async def _open(self, message: dict[str, Any]) -> None:
        line = await self._line_of(message)
        if "branch" in message:
            ply = whole(message, "from", 0, 10**6)
            for index, text in enumerate(texts_of(message, "branch")):
                line.play(ply + index, text)
        await self.close()
        self._room, self._line = None, line
        self._send(
            {
                "type": "room",
                "id": None,
                "game": line.game.name,
                "title": line.game.title,
                "options": dict(line.states[0].options()),
                "players": [
                    {
                        **each,
                        "role": "agent",
                        "label": each["name"],
                        "here": True,
                        "taken": True,
                        "present": True,
                    }
                    for each in shapes.players(line.states[0], line.names)
                ],
                "played": [],
                "secrets": False,
                "clock": None,
                "can": {"analyse": True},
            }
        )
        self._show_line(len(line.played), since=0)

    async def _line_of(self, message: dict[str, Any]) -> Line:
        if "stored" in message:
            number = whole(message, "stored", 0, 2**62)
            record = await self._server.stored(number)
            game = self._server.game_of(record)
            return Line.of_record(record, game, self._server.catalogue.names(record.players, game))
        if "room" in message:
            room = await self._server.rooms.open(text_of(message, "room"))
            room.visibility.check_open()
            check_help(room)
            return Line.of_record(room.record(), room.table.game, room.visibility.names)
        options = message.get("options", {})
        if not isinstance(options, dict):
            raise Refused("expected options by name")
        game = self._server.catalogue.game(text_of(message, "game"), options)
        position = message.get("position")
        if position is None:
            state = game.new(whole(message, "seed", 0, 2**32) if "seed" in message else 0)
        else:
            state = game.parse(text_of(message, "position"))
        names = distinct([""] * state.num_players())
        return Line(game.with_options(state.options()), state, names)

    def _show_line(self, ply: int, since: int | None = None, number: Any = None) -> None:
        line = self._opened()
        first = len(line.played) if since is None else since
        self._send(
            {
                "type": "scene",
                "id": number,
                "scene": line.scene(ply),
                "since": first,
                "played": line.moves_since(first),
                "total": len(line.played),
                "result": shapes.result(line.result(), line.states[-1], line.names),
                "clock": None,
                "running": None,
            }
        )

    def _opened(self) -> Line:
        if self._line is None:
            raise Refused("expected an open game")
        return self._line

    def _joined(self) -> Room:
        if self._room is None:
            raise Refused("expected a game that is played")
        return self._room

    # --- moves -----------------------------------------------------------------------------

    async def _move(self, message: dict[str, Any]) -> None:
        ply, text = whole(message, "ply", 0, 10**6), text_of(message, "text")
        if self._line is None:
            try:
                await self._joined().move(self._viewer, ply, text)
            except ValueError:
                self._joined().audience.show(self._viewer)  # whatever it showed was not up to date
                raise
            return
        await self._inspector.quiet()
        if ply >= self._line.states[0].max_plies():
            raise Refused("the line is as long as a game can be")
        self._line.play(ply, text)
        self._show_line(ply + 1, since=ply, number=message.get("id"))

    async def _look(self, message: dict[str, Any]) -> None:
        ply = whole(message, "ply", 0, 10**6)
        if self._line is not None:
            self._show_line(ply, number=message.get("id"))
            return
        scene = await self._joined().look(self._viewer, ply)
        self._send({"type": "look", "id": message.get("id"), "scene": scene})

    async def _preview(self, message: dict[str, Any]) -> None:
        ply, text = whole(message, "ply", 0, 10**6), text_of(message, "text")
        state = self._state(ply)
        if self._line is None and state.player() not in self._viewer.seats:
            raise Refused("only the player to move can preview moves")
        shown = (ghost(state, text), words(state, text)) if state.player() >= 0 else ("", "")
        answer = dict(zip(("svg", "words"), shown, strict=True))
        self._send({"type": "preview", "id": message.get("id"), "ply": ply, "text": text, **answer})

    async def _peek(self, message: dict[str, Any]) -> None:
        """Show the position that some moves lead to, without making them."""
        ply, texts = whole(message, "ply", 0, 10**6), texts_of(message, "moves")
        self._check_analysis()
        state, made = self._state(ply).copy(), list[MadeMove]()
        for text in texts:
            if state.player() >= 0:
                made.append(MadeMove(state.copy(), state.player(), state.parse_move(text)))
            state.play(text)
        scene = shapes.scene(state, ply + len(texts), made=made[-1:], moves=False, whole=True)
        self._send({"type": "peek", "id": message.get("id"), "scene": scene})

    async def _parts(self, message: dict[str, Any]) -> None:
        """What can be asked about in the picture of a position."""
        ply = whole(message, "ply", 0, 10**6)
        names = self._joined().visibility.names if self._line is None else self._line.names
        with named(names):
            fragment, notes = parts(self._state(ply))
        self._send(
            {"type": "parts", "id": message.get("id"), "ply": ply, "svg": fragment, "notes": notes}
        )

    async def _ready(self, message: dict[str, Any]) -> None:
        await self._joined().ready(self._viewer)

    async def _renew(self, message: dict[str, Any]) -> None:
        await self._joined().renew(self._viewer, whole(message, "player", 0, 100))

    async def _name(self, message: dict[str, Any]) -> None:
        player, name = whole(message, "player", 0, 100), clean_name(text_of(message, "name"))
        await self._joined().rename(self._viewer, player, name)

    async def _undo(self, message: dict[str, Any]) -> None:
        await self._joined().undo(self._viewer)

    async def _resign(self, message: dict[str, Any]) -> None:
        await self._joined().resign(self._viewer)

    async def _offer(self, message: dict[str, Any]) -> None:
        await self._joined().ask(self._viewer, kind_of(text_of(message, "what")))

    async def _answer(self, message: dict[str, Any]) -> None:
        if not isinstance(accept := message.get("accept"), bool):
            raise Refused("expected accept to be true or false")
        await self._joined().answer(self._viewer, accept=accept)

    async def _rematch(self, message: dict[str, Any]) -> None:
        room = self._joined()
        if not room.is_over:
            raise Refused("expected the game to be over")
        if room.visibility.people and not self._viewer.seats:
            raise Refused("only a player can ask for a rematch")
        await self._server.rematch(room)

    async def _now(self, message: dict[str, Any]) -> None:
        room = self._joined()
        if room.visibility.people and not self._viewer.seats:
            raise Refused("only a player can tell an agent to move")
        room.move_now()

    async def _pace(self, message: dict[str, Any]) -> None:
        paused, speed = message.get("paused"), message.get("speed")
        step = message.get("step", False)
        if not isinstance(paused, bool | None) or not isinstance(step, bool):
            raise Refused("expected paused and step to be true or false")
        if speed is not None:
            speed = number_of(message, "speed", 0.0, MAX_SPEED)
        await self._joined().set_pace(self._viewer, paused=paused, speed=speed, step=step)

    # --- analysis --------------------------------------------------------------------------

    async def _hint(self, message: dict[str, Any]) -> None:
        room = self._joined()
        if room.state.player() not in self._viewer.seats:
            raise Refused("only the player to move can ask for a hint")
        check_help(room)
        await self._inspector.hint(room.table.game, self._state(room.ply), room.ply)

    async def _analyse(self, message: dict[str, Any]) -> None:
        ply = whole(message, "ply", 0, 10**6)
        seconds = number_of(message, "seconds", 0.05, MAX_SECONDS) if "seconds" in message else 5.0
        self._check_analysis()
        state, game = self._state(ply), self._game()
        agent = None
        if message.get("spec"):
            agent = self._server.catalogue.agent(text_of(message, "spec"), game)
        if state.player() < 0 or state.is_over():
            raise Refused("there is nothing to decide in this position")
        await self._inspector.position(game, state, ply, agent, seconds)

    async def _review(self, message: dict[str, Any]) -> None:
        seconds = number_of(message, "seconds", 0.05, 5.0) if "seconds" in message else 0.3
        self._check_analysis()
        line = self._line
        states = self._joined().table.states if line is None else list(line.states)
        played = self._joined().table.played if line is None else line.played
        await self._inspector.review(self._game(), list(states), list(played), seconds)

    async def _quiet(self, message: dict[str, Any]) -> None:
        await self._inspector.quiet()

    async def _remaining(self, message: dict[str, Any]) -> None:
        ply = whole(message, "ply", 0, 10**6)
        remaining = self._game().package.remaining
        if remaining is None:
            raise Refused("this game does not count what remains")
        found = remaining(self._state(ply))
        rows = [{"label": name, "count": count} for name, count in found.items()]
        self._send({"type": "remaining", "id": message.get("id"), "ply": ply, "rows": rows})

    async def _ping(self, message: dict[str, Any]) -> None:
        self._send({"type": "pong", "id": message.get("id")})

    def _check_analysis(self) -> None:
        room = self._room
        if room is not None and room.visibility.hides:
            raise Refused("a game with secrets can be analysed when it is over")
        if room is not None:
            check_help(room)

    def _game(self) -> Any:
        return self._joined().table.game if self._line is None else self._line.game

    def _state(self, ply: int) -> State:
        """The position at a ply as this page may see it."""
        if self._line is not None:
            return at(self._line.states, ply)
        return self._joined().visibility.state(self._viewer, ply)


def check_help(room: Room) -> None:
    """Refuse hints and analysis in a game in which they are off."""
    if not room.allows_help:
        raise Refused(NO_HELP)
