"""A bot in plain Python: plays any game, at random. It needs no Quadrille, only Python 3.

quadrille play quarto --seat human --seat "program:python3 examples/programs/random_bot.py"
"""

import json
import random
import sys
from typing import Any


def send(**message: Any) -> None:
    print(json.dumps(message), flush=True)


rng = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        send(type="ready", name="Random bot")
    elif message["type"] == "new":
        rng.seed(message["seed"])
    elif message["type"] == "go":
        send(type="move", id=message["id"], move=rng.choice(message["moves"]))
    elif message["type"] == "quit":
        break
