"""Programs that misbehave in one way each: when they start, or when they are asked the second time.

    bad.py NAME MARK

Otherwise they are honest and play the last legal move. By the mark one finds what is left of them.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

Message = dict[str, Any]
AT_START: dict[str, Callable[[], None]] = {}
WHEN_ASKED: dict[str, Callable[[Message], None]] = {}


def raw(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def send(**message: Any) -> None:
    raw(json.dumps(message).encode() + b"\n")


def receive() -> Message:
    """The next message; ends the program where there is none."""
    line = sys.stdin.buffer.readline()
    if not line:
        sys.exit()
    message: Message = json.loads(line)
    return message


def answer(message: Message, **more: Any) -> None:
    send(**{"type": "move", "id": message["id"], "move": message["moves"][-1], **more})


def at_start(behaviour: Callable[[], None]) -> None:
    AT_START[behaviour.__name__] = behaviour


def when_asked(behaviour: Callable[[Message], None]) -> None:
    WHEN_ASKED[behaviour.__name__] = behaviour


def says(name: str, line: bytes) -> None:
    """A program that answers with a line; ID stands for the number of the question."""
    number = b"ID"
    WHEN_ASKED[name] = lambda go: raw(line.replace(number, str(go["id"]).encode()) + b"\n")


# --- at the start ------------------------------------------------------------------------------


@at_start
def start_crash() -> None:
    raise KeyError("no idea")


@at_start
def start_leave() -> None:
    sys.exit()


@at_start
def start_hang() -> None:
    time.sleep(600)


@at_start
def start_garbage() -> None:
    raw(b"Welcome to my bot!\n")


@at_start
def start_answer() -> None:
    send(type="move", id=1, move="a1")


@at_start
def start_protocol() -> None:
    send(type="ready", protocol=2)


@at_start
def start_flood() -> None:
    while True:
        raw(b"x" * 65536)


# --- when asked: lines -------------------------------------------------------------------------

says("garbage", b"I think I play")
says("empty", b"")
says("binary", b"\xff\xfe{}")
says("deep", b"[" * 50_000)
says("nan", b'{"type": "move", "id": ID, "move": "give:tlsh", "value": NaN}')
says("infinite", b'{"type": "move", "id": ID, "move": "give:tlsh", "value": 1e999}')
says("digits", b'{"type": "move", "id": ' + b"9" * 5000 + b"}")
says("list", b"[1, 2]")
says("no_type", b'{"id": ID, "move": "give:tlsh"}')
says("odd_type", b'{"type": "mvoe", "id": ID, "move": "give:tlsh"}')
says("no_id", b'{"type": "move", "move": "give:tlsh"}')
says("odd_id", b'{"type": "move", "id": "ID", "move": "give:tlsh"}')
says("true_id", b'{"type": "move", "id": true, "move": "give:tlsh"}')
says("later_id", b'{"type": "move", "id": 9, "move": "give:tlsh"}')
says("no_move", b'{"type": "move", "id": ID}')
says("odd_move", b'{"type": "move", "id": ID, "move": 3}')
says("no_such_move", b'{"type": "move", "id": ID, "move": "resign"}')
says("illegal_move", b'{"type": "move", "id": ID, "move": "a1"}')
says("surrogate", b'{"type": "move", "id": ID, "move": "give:tlsh", "say": "\\ud800"}')
says("talker", b'{"type": "move", "id": ID, "move": "give:tlsh", "say": "' + b"x" * 1001 + b'"}')
says("big_value", b'{"type": "move", "id": ID, "move": "give:tlsh", "value": 1.5}')
says("values", b'{"type": "move", "id": ID, "move": "give:tlsh", "value": [0, 0, 0]}')
says("odd_nodes", b'{"type": "move", "id": ID, "move": "give:tlsh", "nodes": -1}')
says("odd_pv", b'{"type": "move", "id": ID, "move": "give:tlsh", "pv": "a1"}')


@when_asked
def flood(go: Message) -> None:
    while True:
        send(type="info", id=go["id"])


@when_asked
def huge_line(go: Message) -> None:
    raw(b'{"type": "' + b"x" * 3_000_000)


# --- when asked: time --------------------------------------------------------------------------


@when_asked
def hang(go: Message) -> None:
    time.sleep(600)


@when_asked
def late(go: Message) -> None:
    """Answers when it is too late, before it is asked again."""
    assert receive() == {"type": "stop", "id": go["id"]}
    answer(go, move=go["moves"][0])


@when_asked
def later(go: Message) -> None:
    """Answers when it is asked again, both."""
    while (message := receive())["type"] != "go":
        pass
    answer(go, move=go["moves"][0])
    answer(message)


@when_asked
def half(go: Message) -> None:
    """Ends the line when it is asked again."""
    raw(b'{"type": "mo')
    while (message := receive())["type"] != "go":
        pass
    raw(b"ve\n")
    answer(message)


# --- when asked: ends --------------------------------------------------------------------------


@when_asked
def crash(go: Message) -> None:
    raise KeyError("no idea")


@when_asked
def wordy_crash(go: Message) -> None:
    sys.stderr.write("\x1b[31mverbose\x1b[0m \n" * 20_000)
    sys.exit("the last words")


@when_asked
def leave(go: Message) -> None:
    sys.exit(0)


@when_asked
def last_words(go: Message) -> None:
    """Answers, then leaves."""
    answer(go)
    sys.exit(0)


@when_asked
def killed(go: Message) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@when_asked
def close_output(go: Message) -> None:
    os.close(1)
    time.sleep(600)


@when_asked
def close_input(go: Message) -> None:
    os.close(0)
    time.sleep(600)


@when_asked
def allocate(go: Message) -> None:
    bytearray(2**30)
    answer(go)


@when_asked
def burn(go: Message) -> None:
    while True:
        pass


# --- when asked: children ----------------------------------------------------------------------


def start_child() -> None:
    """Somebody in a session of its own, whose parent is gone, with our streams and deaf."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN)
            time.sleep(600)
        os._exit(0)
    os.wait()


@when_asked
def daemon(go: Message) -> None:
    start_child()
    answer(go)


@when_asked
def daemon_and_leave(go: Message) -> None:
    start_child()
    sys.exit(3)


# --- when asked: odd, but no mistake -----------------------------------------------------------


@when_asked
def chatty(go: Message) -> None:
    sys.stderr.write("so many thoughts\n" * 100_000)
    answer(go)


@when_asked
def surroundings(go: Message) -> None:
    """Says what it finds around itself."""
    files = [int(name) for name in os.listdir("/proc/self/fd")]
    lone = os.getsid(0) == os.getpgid(0) == os.getpid()
    answer(go, say=json.dumps([sorted(os.environ), max(files), lone, os.getcwd()])[:1000])


@when_asked
def piecemeal(go: Message) -> None:
    line = json.dumps({"type": "move", "id": go["id"], "move": go["moves"][-1], "new": [{}]})
    for byte in f"\t {line} \r\n".encode():
        raw(bytes([byte]))


@when_asked
def thinker(go: Message) -> None:
    """Thinks until it is told to stop."""
    send(type="info", id=go["id"], nodes=1)
    send(type="info", id=go["id"], move=go["moves"][0], value=0.25, nodes=2, depth=1, pv=["a", "b"])
    assert receive() == {"type": "stop", "id": go["id"]}
    answer(go, value=[0.5, -0.5], nodes=3, say="hm")


@when_asked
def to_the_end(go: Message) -> None:
    """Knows no quit, only the end of its input."""
    answer(go)
    while sys.stdin.buffer.readline():
        pass
    with open(f"{sys.argv[2]}/ended", "w"):
        sys.exit()


@when_asked
def stays(go: Message) -> None:
    """Does not end when it is told to."""
    answer(go)
    while True:
        time.sleep(600)


def main() -> None:
    name = sys.argv[1]
    while (message := receive())["type"] != "quit":
        if message["type"] == "hello":
            AT_START.get(name, lambda: send(type="ready"))()
        elif message["type"] == "go":
            second = WHEN_ASKED.get(name, answer) if message["id"] == 2 else answer
            second(message)


if __name__ == "__main__":
    main()
