"""A contest program for Sheep, written from the wire protocol alone: it imports nothing of ours.

It slides at random. As a program: ``python sheep_wire_client.py PORT SIZE [TEAM] [GAMES] [SEED]``;
when a game ends it prints its player id and how often it was asked.
"""

import random
import socket
import struct
import sys
from collections.abc import Sequence

STEPS = {
    1: (-1, -1),
    2: (0, -1),
    3: (1, -1),
    4: (-1, 0),
    6: (1, 0),
    7: (-1, 1),
    8: (0, 1),
    9: (1, 1),
}
SIDES = (2, 4, 6, 8)


def border_cells(cells: Sequence[list[int]]) -> list[tuple[int, int]]:
    """Free cells that touch the edge or a wall with one of their four sides; cells[x][y]."""
    size = len(cells)
    found = []
    for x in range(size):
        for y in range(size):
            around = [(x + STEPS[side][0], y + STEPS[side][1]) for side in SIDES]
            if cells[x][y] == 0 and any(
                not (0 <= a < size and 0 <= b < size) or cells[a][b] == -1 for a, b in around
            ):
                found.append((x, y))
    return found


def slides(
    cells: Sequence[list[int]], sheep: Sequence[list[int]], player: int
) -> list[tuple[int, int, int, int]]:
    """All x, y, number of sheep and direction that a player may answer; players from 1."""
    size = len(cells)
    found = []
    for x in range(size):
        for y in range(size):
            if cells[x][y] != player:
                continue
            for direction, (dx, dy) in STEPS.items():
                a, b = x + dx, y + dy
                if 0 <= a < size and 0 <= b < size and cells[a][b] == 0:
                    found += [(x, y, count, direction) for count in range(1, sheep[x][y])]
    return found


def grid(values: tuple[int, ...], size: int) -> list[list[int]]:
    return [list(values[x * size : (x + 1) * size]) for x in range(size)]


def receive(connection: socket.socket, count: int) -> tuple[int, ...]:
    data = b""
    while len(data) < 4 * count:
        part = connection.recv(4 * count - len(data))
        if not part:
            sys.exit("the server has left")
        data += part
    return struct.unpack(f"<{count}i", data)


def send(connection: socket.socket, *values: int) -> None:
    for value in values:  # number by number, as many programs do
        connection.sendall(struct.pack("<i", value))


def play(port: int, size: int, team: int, rng: random.Random) -> None:
    area = size * size
    asked = player = 0
    with socket.create_connection(("127.0.0.1", port)) as connection:
        send(connection, team)
        while True:
            goes_on, number = receive(connection, 2)
            if not goes_on:
                break
            asked += 1
            if not player:
                player, *values = receive(connection, 1 + area)
                x, y = rng.choice(border_cells(grid(tuple(values), size)))
                send(connection, 1, number, x, y)
            else:
                cells = grid(receive(connection, area), size)
                sheep = grid(receive(connection, area), size)
                send(connection, 1, number, *rng.choice(slides(cells, sheep, player)))
    sys.stdout.write(f"{player} {asked}\n")


def main() -> None:
    port, size, team, games, seed = (*map(int, sys.argv[1:]), *(1, 1, 0)[len(sys.argv) - 3 :])
    rng = random.Random(seed)
    for _ in range(games):
        play(port, size, team, rng)


if __name__ == "__main__":
    main()
