"""Measure how large the games are: ``python tools/sizes.py`` writes docs/sizes.json.

``make docs`` makes the tables of docs/sizes.md of it. It takes some minutes. Equal seeds give equal
numbers on every machine; a test counts the first plies again.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import quadrille
from quadrille.core.sizes import count_plies, sample_games
from quadrille.games.carcassonne.maps import estimate_maps

OUT = Path(__file__).resolve().parent.parent / "docs" / "sizes.json"
MOST = {"quarto": 100_000}
"""How far positions are counted; 20,000 in all other games."""
GAMES, SEED = 2000, 1
MAP_GAMES, MAP_SEEDS = 200, range(1, 11)


def measured(name: str) -> dict[str, Any]:
    """What ``quadrille size`` says of a game."""
    game = quadrille.game(name)
    most = MOST.get(name, 20_000)
    return {
        "command": f"quadrille size {name} --most {most} --games {GAMES} --seed {SEED}",
        "plies": [asdict(ply) for ply in count_plies(game, most, SEED)],
        "sample": sample_games(game, GAMES, SEED).to_dict(),
    }


def maps() -> dict[str, Any]:
    """The numbers of maps of Carcassonne by tiles, for several samples."""
    found = [estimate_maps(MAP_GAMES, seed) for seed in MAP_SEEDS]
    tiles = [count for count in found[0] if count in (2, 3) or count % 12 == 0]
    return {
        "command": f"estimate_maps({MAP_GAMES}, seed) for each seed of {MAP_SEEDS}",
        "log10": {count: [each[count] for each in found] for count in tiles},
    }


if __name__ == "__main__":
    sizes = {name: measured(name) for name in quadrille.game_names()}
    OUT.write_text(json.dumps({"games": sizes, "maps": maps()}, indent=1) + "\n")
    print(OUT.name)
