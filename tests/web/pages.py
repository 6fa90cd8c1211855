"""A server without a network, and pages that talk with it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from quadrille.web.app import create_app
from quadrille.web.settings import Settings

ADDRESS = "http://127.0.0.1:8765"
PERSON, LINK = {"role": "person"}, {"role": "link"}


def seat(spec: str) -> dict[str, str]:
    """The seat of an agent."""
    return {"role": "agent", "spec": spec}


RANDOM = seat("random")


class Page:
    """An open page, by its websocket."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        """Everything that was received."""

    def send(self, kind: str, **rest: Any) -> None:
        """Send a message."""
        self.socket.send_text(json.dumps({"type": kind, **rest}))

    def receive(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.receive_text())
        self.heard.append(message)
        return message

    def wait(self, *kinds: str) -> dict[str, Any]:
        """The next message of some kinds; others are passed over, but not a refusal."""
        while True:
            message = self.receive()
            if message["type"] in kinds:
                return message
            assert message["type"] not in ("refused", "trouble"), message

    def turn(self) -> dict[str, Any]:
        """The next scene in which this page may move, or the last of the game."""
        while True:
            message = self.wait("scene")
            if message["result"] is not None or message["scene"]["moves"]:
                return message

    def join(self, room: str, *keys: str | None, **claim: Any) -> dict[str, Any]:
        """Look at a game with some keys, or claim a seat by ``invite`` and ``key``."""
        more = {"claim": claim} if claim else {}
        self.send("join", room=room, keys=[key for key in keys if key], **more)
        return self.wait("room")

    def play(self, scene: dict[str, Any], index: int = 0) -> None:
        """Make one of the moves of a scene."""
        moves = scene["scene"]["moves"]
        text = moves[index % len(moves)]["text"]
        self.send("move", ply=scene["scene"]["ply"], text=text)

    def finish(self, step: int = 3) -> dict[str, Any]:
        """Play a game to its end, from a page that has just joined; the last scene."""
        scene = self.turn()
        while scene["result"] is None:
            self.play(scene, step * scene["scene"]["ply"])
            scene = self.turn()
        return scene


class Site:
    """A server and its visitors."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def begin(self, game: str, *seats: dict[str, str], **more: Any) -> dict[str, Any]:
        """Begin a game: its id, its key, its links."""
        answer = self.client.post("/api/rooms", json={"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @contextmanager
    def page(self) -> Iterator[Page]:
        """Open a page."""
        with self.client.websocket_connect(f"ws{ADDRESS[4:]}/ws") as socket:
            yield Page(socket)

    def get(self, path: str, **more: Any) -> Any:
        """What a GET answers, as JSON."""
        answer = self.client.get(path, **more)
        assert answer.status_code == 200, answer.text
        return answer.json()


@contextmanager
def site(folder: Path, **settings: Any) -> Iterator[Site]:
    """Run a server with its store in a folder."""
    chosen = Settings(store=str(folder / "web.db"), **settings)
    with TestClient(create_app(chosen), base_url=ADDRESS) as client:
        yield Site(client)
