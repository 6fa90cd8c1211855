"""What the page asks for by HTTP. Errors are 4xx with one line."""

import json
from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from quadrille.arena.report import gather, summaries
from quadrille.arena.store import Store
from quadrille.arena.store.errors import Locked
from quadrille.core.drawing.film import film
from quadrille.core.drawing.svg import named
from quadrille.core.errors import BadSpec
from quadrille.core.game import Game
from quadrille.core.records.record import Record
from quadrille.core.version import VERSION
from quadrille.web import catalogue, shapes
from quadrille.web.line import Line
from quadrille.web.mine import listed
from quadrille.web.seats import MAX_NAME_LENGTH, Viewer
from quadrille.web.server import NotFound, Server

SVG = "image/svg+xml"
MAX_GAMES = 200
"""Games in one answer."""
MAX_ROOMS = 400
"""Games of one browser."""

router = APIRouter()

Name = Annotated[str, Path(max_length=100)]
RoomId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
GameId = Annotated[int, Path(ge=0, le=2**62)]
Ply = Annotated[int | None, Query(ge=0, le=10**6)]
Keys = Annotated[str | None, Header(max_length=2000)]


class SeatRequest(BaseModel):
    """Who takes a seat."""

    model_config = ConfigDict(extra="forbid")

    role: Literal["person", "link", "agent"]
    spec: str = Field("", max_length=500)
    name: str = Field("", max_length=MAX_NAME_LENGTH)


class RoomRequest(BaseModel):
    """A game to begin."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=100)
    options: dict[str, bool | int | float | str] = Field(default={}, max_length=50)
    seats: list[SeatRequest] = Field(max_length=32)
    seed: int | None = Field(None, ge=0, le=2**64 - 1)
    position: str | None = Field(None, max_length=8000)
    clock: str = Field("", max_length=40)
    speed: float = Field(0.0, ge=0, le=60, allow_inf_nan=False)
    help: bool = False


class PositionRequest(BaseModel):
    """A position to look at."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=100)
    options: dict[str, bool | int | float | str] = Field(default={}, max_length=50)
    text: str = Field(max_length=8000)


class ErrorBody(BaseModel):
    """What is wrong, in one line."""

    error: str


def of(request: Request) -> Server:
    """The server of a request."""
    server: Server = request.app.state.server
    return server


# --- games ---------------------------------------------------------------------------------


@router.get("/api/games")
def games(request: Request) -> dict[str, Any]:
    """All games."""
    return {"games": of(request).catalogue.cards()}


@router.get("/api/games/{name}")
def game(
    request: Request, name: Name, options: Annotated[str, Query(max_length=4000)] = "{}"
) -> dict[str, Any]:
    """The forms of a game with some options, given as a JSON object."""
    try:
        given = json.loads(options)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise ValueError("expected options as a JSON object")
    found = of(request).catalogue
    return found.describe(found.game(name, given))


@router.get("/api/games/{name}/picture.svg", response_class=Response)
def card_picture(request: Request, name: Name) -> Response:
    """The picture of a game for its card."""
    made = catalogue.picture(of(request).catalogue.game(name))
    # In a picture of its own the second colours need to be asked for.
    both = made.replace("<style>", "<style>svg { color-scheme: light dark }\n", 1)
    return Response(both, media_type=SVG, headers={"Cache-Control": "max-age=3600"})


@router.post("/api/positions")
def position(request: Request, wish: PositionRequest) -> dict[str, Any]:
    """Whether a text is a position, and its picture."""
    rules = of(request).catalogue.game(wish.game, dict(wish.options))
    state = rules.parse(wish.text)
    shown = shapes.scene(state, 0, moves=not state.is_over(), whole=True)
    return {"options": dict(state.options()), "scene": shown}


@router.get("/api/games/{name}/guide")
def guide(request: Request, name: Name) -> dict[str, Any]:
    """The rules of a game in words and pictures."""
    found = of(request).catalogue
    return found.guide(found.game(name))


# --- rooms ---------------------------------------------------------------------------------


@router.post("/api/rooms", status_code=201)
async def begin(request: Request, wish: RoomRequest) -> dict[str, Any]:
    """Begin a game; the answer has the key of its host and the links of seats."""
    server = of(request)
    rules = server.catalogue.game(wish.game, dict(wish.options))
    try:
        room = await server.rooms.begin(
            rules,
            [seat.model_dump() for seat in wish.seats],
            seed=wish.seed,
            position=wish.position,
            clock=wish.clock,
            speed=wish.speed,
            help=wish.help,
        )
    except BadSpec as error:  # of an agent: the address is right, a field is not
        raise ValueError(str(error)) from None
    host = room.setup.host
    return {"id": room.id, "key": host or None, "links": room.seats.invitations([host])}


class KeyedRoom(BaseModel):
    """A game with the keys that a browser has for it."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")
    keys: list[Annotated[str, Field(max_length=100)]] = Field(default=[], max_length=32)


class RoomsRequest(BaseModel):
    """The games that a browser remembers."""

    model_config = ConfigDict(extra="forbid")

    rooms: list[KeyedRoom] = Field(max_length=MAX_ROOMS)


@router.post("/api/rooms/list")
async def rooms(request: Request, wish: RoomsRequest) -> dict[str, Any]:
    """How the games of a browser stand, the latest first; those that are gone are left out."""
    keys = {each.id: each.keys for each in wish.rooms}
    found = await ask(
        request,
        lambda store: {
            "rooms": [
                listed(room, keys[room.id], title_of(of(request), room.facts["game"]))
                for room in store.rooms(keys)
            ]
        },
    )
    return found


@router.get("/api/rooms/{id}/record.jsonl", response_class=PlainTextResponse)
async def room_record(request: Request, id: RoomId) -> Response:
    """The record of a game of the page."""
    room = await of(request).rooms.open(id)
    room.visibility.check_open()
    return download(room.record().to_json() + "\n", "application/jsonl", f"{id}.jsonl")


@router.get("/api/rooms/{id}/picture.svg", response_class=Response)
async def room_picture(
    request: Request, id: RoomId, ply: Ply = None, x_key: Keys = None
) -> Response:
    """A position of a game of the page, as the seats of some keys, with commas between, see it."""
    room = await of(request).rooms.open(id)
    held = room.seats.held((x_key or "").split(","))
    viewer = Viewer(lambda message: None, held)
    wanted = room.ply if ply is None else within(ply, room.ply + 1)
    with named(room.visibility.names):
        picture = room.visibility.state(viewer, wanted).svg(legal=False)
    return download(picture, SVG, f"{room.setup.game.name}-{id}.svg")


@router.get("/api/rooms/{id}/film.svg", response_class=Response)
async def room_film(request: Request, id: RoomId) -> Response:
    """All positions of a game of the page, moving."""
    room = await of(request).rooms.open(id)
    room.visibility.check_open()
    record, rules, names = room.record(), room.table.game, room.visibility.names
    made = await of(request).pool.run(lambda: named_film(record, rules, names), is_move=False)
    return download(made, SVG, f"{room.setup.game.name}-{id}-film.svg")


# --- the arena -----------------------------------------------------------------------------


@router.get("/api/arena/standings")
async def standings(
    request: Request,
    game: Annotated[str | None, Query(max_length=100)] = None,
    series: Annotated[list[int] | None, Query(max_length=100)] = None,
) -> dict[str, Any]:
    """Ratings of the stored games, and who beats whom."""

    def work(store: Store) -> dict[str, Any]:
        if not any(each.played for each in store.all_series()):
            return {"sections": []}
        if game is None and series is None:
            return {"sections": [each.to_dict() for each in summaries(store)]}
        return gather(store, series, game, games=0).to_dict()

    return await ask(request, work)


@router.get("/api/arena/games")
async def stored_games(
    request: Request,
    game: Annotated[str | None, Query(max_length=100)] = None,
    agent: Annotated[str | None, Query(max_length=500)] = None,
    series: Annotated[int | None, Query(ge=0, le=2**31)] = None,
    ended: Annotated[str | None, Query(max_length=20)] = None,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_GAMES)] = 50,
) -> dict[str, Any]:
    """Stored games, newest first."""

    def work(store: Store) -> dict[str, Any]:
        kinds = {each.number: each for each in store.all_series()}
        rows = list(
            store.games(
                game=game, agent=agent, series=series, ended=ended, limit=limit + 1, offset=offset
            )
        )
        return {
            "games": [
                {
                    **{name: getattr(row, name) for name in ROW},
                    "game": kinds[row.series].game,
                    "title": title_of(of(request), kinds[row.series].game),
                    "options": kinds[row.series].options,
                    "sides": list(kinds[row.series].sides),
                }
                for row in rows[:limit]
            ],
            "more": len(rows) > limit,
        }

    return await ask(request, work)


async def ask(request: Request, work: Callable[[Store], dict[str, Any]]) -> dict[str, Any]:
    """What the store answers; NotFound if it has no such games."""
    try:
        return await of(request).reader.run(work)
    except Locked:
        raise
    except ValueError:  # whose words name the file of the store
        raise NotFound("there are no such games in the store") from None


ROW = ("id", "series", "number", "players", "outcome", "scores", "ended", "plies", "played")


def title_of(server: Server, spec: str) -> str:
    """The name of a game for people, if it is known here."""
    found = server.catalogue.games.get(spec)
    return spec if found is None else found.title


async def stored(request: Request, id: int) -> Record:
    """The record of a stored game."""
    return await of(request).stored(id)


@router.get("/api/arena/games/{id}/record.jsonl", response_class=PlainTextResponse)
async def stored_record(request: Request, id: GameId) -> Response:
    """The record of a stored game."""
    return download(
        (await stored(request, id)).to_json() + "\n", "application/jsonl", f"{id}.jsonl"
    )


@router.get("/api/arena/games/{id}/picture.svg", response_class=Response)
async def stored_picture(request: Request, id: GameId, ply: Ply = None) -> Response:
    """A position of a stored game."""
    record = await stored(request, id)
    rules = of(request).game_of(record)
    line = Line.of_record(record, rules, of(request).catalogue.names(record.players, rules))
    state = line.states[-1 if ply is None else within(ply, len(line.states))]
    with named(line.names):
        return download(state.svg(legal=False), SVG, f"{rules.name}-{id}.svg")


@router.get("/api/arena/games/{id}/film.svg", response_class=Response)
async def stored_film(request: Request, id: GameId) -> Response:
    """All positions of a stored game, moving."""
    record = await stored(request, id)
    rules = of(request).game_of(record)
    names = of(request).catalogue.names(record.players, rules)
    made = await of(request).pool.run(lambda: named_film(record, rules, names), is_move=False)
    return download(made, SVG, f"{rules.name}-{id}-film.svg")


@router.get("/health")
def health(request: Request) -> dict[str, Any]:
    """Whether the server is well."""
    server = of(request)
    thinking = {"thinking": server.pool.thinking, "waiting": server.pool.waiting}
    facts = {"ok": True, "version": VERSION, "rooms": len(server.rooms), **thinking}
    facts["megabytes"] = round(server.rooms.memory / 1e6, 3)
    return {**facts, "moves": server.times.to_dict()}


# --- answers -------------------------------------------------------------------------------


def within(ply: int, count: int) -> int:
    """A ply that there is."""
    if ply >= count:
        raise ValueError(f"expected a ply from 0 to {count - 1}, got {ply}")
    return ply


def named_film(record: Record, rules: Game, names: list[str]) -> str:
    """The film of a game between players of these names."""
    with named(names):
        return film(record, game=rules)


def download(text: str, kind: str, name: str) -> Response:
    """A file."""
    safe = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
    # Opened by itself, a picture may use its own styles, and nothing else.
    headers = {
        "Content-Disposition": f'inline; filename="{safe}"',
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }
    return Response(text, media_type=kind, headers=headers)


def refused(status: int) -> Callable[[Request, Exception], JSONResponse]:
    """An answer of one line to an error of the caller."""

    def answer(request: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"error": " ".join(str(error).split())[:500]}, status)

    return answer
