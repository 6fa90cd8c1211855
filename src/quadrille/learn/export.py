"""Model files: a network as ONNX, with the game, the inputs and the provenance inside.

What searches of ours need of a file is read by ``search/model_file.py``.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quadrille.core.game import Game
from quadrille.learn.files import write_atomically
from quadrille.search.model_file import FORMAT, digest, readable
from quadrille.search.onnx_graph import graph_message, model_message
from quadrille.search.weights import Arrays, is_large


def export(
    path: Path, game: Game, encoding: str, arrays: Arrays, provenance: Mapping[str, Any]
) -> None:
    """Write a network for a game to a file, which is there whole or not at all."""
    write_atomically(path, model_bytes(game, encoding, arrays, provenance))


def model_bytes(game: Game, encoding: str, arrays: Arrays, provenance: Mapping[str, Any]) -> bytes:
    """The model file of a network."""
    found = readable(game, encoding)
    shape = tuple(found.shape) if is_large(arrays) else (found.size,)
    graph = graph_message(game.name, arrays, shape)
    texts = {
        "format": FORMAT,
        "game": game.name,
        "options": json.dumps(dict(game.options)),
        "encoding": encoding,
        "version": str(found.version),
        "provenance": json.dumps(dict(provenance), allow_nan=False),
    }
    return model_message(graph, {**texts, "digest": digest(graph, texts)})
