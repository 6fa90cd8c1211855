"""An honest program that writes down every line it gets and every line it sends.

    spy.py LOG [--say TEXT] [MOVE ...]

Plays the given moves in turn, then at random by its seed; says the text with every move.
"""

import json
import os
import random
import sys
from io import FileIO
from typing import Any


def main() -> None:
    log_name, *planned = sys.argv[1:]
    said = {}
    if planned[:1] == ["--say"]:
        said, planned = {"say": planned[1]}, planned[2:]
    with open(log_name, "ab", buffering=0) as log:
        play(log, planned, said)


def play(log: FileIO, planned: list[str], said: dict[str, str]) -> None:
    rng = random.Random()

    def send(message: dict[str, Any]) -> None:
        line = json.dumps(message)
        log.write(f"< {line}\n".encode())
        os.write(1, f"{line}\n".encode())

    for line in sys.stdin.buffer:
        log.write(b"> " + line)
        message = json.loads(line)
        if message["type"] == "hello":
            send({"type": "ready", "name": "Spy"})
        elif message["type"] == "new":
            rng.seed(message["seed"])
        elif message["type"] == "go":
            move = planned.pop(0) if planned else rng.choice(message["moves"])
            send({"type": "move", "id": message["id"], "move": move, **said})
        elif message["type"] == "quit":
            break


if __name__ == "__main__":
    main()
