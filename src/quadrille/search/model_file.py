"""Trained networks in files: ONNX, with the game, the inputs and the provenance inside.

Such a file runs in any program that reads ONNX. To play with it here takes only its weights, which
are read by the few lines below: the package ``onnx`` is not needed, and a runtime for large
networks only (``onnx_runtime.py``). Files come from anywhere, so nothing in them is believed or
run: whatever is wrong is one line of ``BadModel``.

The names of the weights are those of ``search/weights.py``. What the file says beside them is in
its ``metadata_props``: ``format``, ``game``, ``options`` (JSON), ``encoding``, ``version``,
``provenance`` (JSON) and ``digest``, a hash of all the others and of the graph.
"""

import hashlib
import importlib.util
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadrille.core.encoding import FEATURES, Encoding
from quadrille.core.errors import BadModel
from quadrille.core.game import Game
from quadrille.core.install import install_hint
from quadrille.core.package import Control
from quadrille.search import onnx_fields as onnx
from quadrille.search.protobuf import (
    Damaged,
    read_fields,
    read_message,
    read_numbers,
    read_text,
)

if TYPE_CHECKING:  # numpy takes long to load, and is loaded where it is used
    import numpy as np
    from numpy.typing import NDArray

    from quadrille.search.network import Network

FORMAT = "quadrille-1"
"""Changes whenever older programs could not read a file."""
SUFFIX = ".onnx"
MAX_BYTES = 64 * 2**20
"""The largest file that is read; a small network has less than one megabyte."""
MAX_ARRAYS = 256
MAX_DIMENSIONS = 4
TEXTS = ("format", "game", "options", "encoding", "version", "provenance")
"""What ``metadata_props`` holds, apart from the digest."""


@dataclass(frozen=True, eq=False)
class ModelFile:
    """What a model file says."""

    path: Path
    game: str
    """The name of the game."""
    options: Mapping[str, Any]
    """The options of the game that it was trained for."""
    encoding: str
    """The encoding that its inputs are."""
    version: int
    """Of the encoding."""
    provenance: Mapping[str, Any]
    """Where it comes from: command, code version, settings, games, CPU seconds."""
    arrays: Mapping[str, "NDArray[np.float32]"] = field(repr=False)
    """The weights by name."""
    shape: tuple[int, ...]
    """Of the inputs of one position, as the graph says; empty if it does not."""

    @property
    def is_large(self) -> bool:
        """Whether it takes onnxruntime to evaluate the network."""
        from quadrille.search.weights import is_large  # late: it loads numpy

        return is_large(self.arrays)

    @property
    def inputs(self) -> int:
        """How many numbers the network reads."""
        return prod(self.shape) if self.is_large else self.arrays["trunk.0.weight"].shape[0]

    @property
    def policy(self) -> str:
        """What the network says of moves: "chances", their "values", or "joint values" of two."""
        return str(self.provenance.get("policy", "chances"))

    def control_of(self, game: Game) -> tuple[Control, str] | None:
        """What the network was trained for if it does not choose whole moves: the control and
        its encoding."""
        return game.package.control_of(self.encoding)

    @cached_property
    def network(self) -> "Network":
        """The network, ready to be evaluated."""
        from quadrille.search.network import make_network  # late: they load numpy
        from quadrille.search.onnx_runtime import outside_network

        try:
            if self.is_large:
                return outside_network(self.arrays, self.shape, self.encoding, self.version)
            return make_network(self.arrays, self.encoding, self.version)
        except (TypeError, ValueError) as error:
            raise BadModel(f"{error} in model {str(self.path)!r}") from error

    def unfit(self, game: Game) -> str:
        """Return why the model cannot play a game, or nothing if it can."""
        if game.name != self.game:
            return f"it was trained for {self.game}"
        try:
            trained = game.with_options(self.options)
        except ValueError as error:
            return f"it was trained with options that are gone ({error})"
        if trained != game:
            return f"it was trained for {_options_text(trained, game)}"
        return self.unreadable(game)

    def unreadable(self, game: Game) -> str:
        """Return why the network cannot read positions of a game, whatever the options, or nothing
        if it can."""
        if game.name != self.game:
            return f"it was trained for {self.game}"
        try:
            found = readable(game, self.encoding)
        except ValueError:
            return f"it reads the encoding {self.encoding!r}, which the game does not have"
        if found.version != self.version:
            return (
                f"it reads version {self.version} of the encoding {self.encoding!r}, "
                f"the game has version {found.version}"
            )
        if self.is_large:
            if self.shape != tuple(found.shape):
                has = f"the encoding {self.encoding!r} is {list(found.shape)}"
                return f"it reads inputs of the shape {list(self.shape)}, {has}"
            if importlib.util.find_spec("onnxruntime") is None:
                return f"it is a large network, which needs onnxruntime: {install_hint('models')}"
            return ""
        if self.inputs != found.size:
            return f"it has {self.inputs} inputs, the encoding {self.encoding!r} {found.size}"
        return ""


def readable(game: Game, name: str) -> Encoding:
    """What a network can read of a game by name: an encoding, or the features; ValueError if there
    is no such."""
    if name != FEATURES:
        return game.encoding(name)
    state = game.new()
    return Encoding(FEATURES, (state.num_sides() * len(state.feature_names()),))


def read_model(path: str | Path) -> ModelFile:
    """The model in a file; BadModel if there is none."""
    place = Path(path)
    try:
        facts = os.stat(place)
        return _read(place, facts.st_mtime_ns, facts.st_size)
    except OSError as error:
        raise BadModel(f"cannot read model {str(path)!r}: {error.strerror}") from error


@lru_cache(maxsize=16)
def _read(path: Path, changed: int, size: int) -> ModelFile:
    """The model in a file, which is read again once the file has changed."""
    if size > MAX_BYTES:
        raise BadModel(
            f"expected a model of at most {MAX_BYTES:,} bytes, got {size:,} in {str(path)!r}"
        )
    return parse_model(path.read_bytes(), path)


def parse_model(data: bytes, path: str | Path = "model.onnx") -> ModelFile:
    """The model in some bytes; ``path`` is what messages call it."""
    try:
        return _parsed(data, Path(path))
    except Damaged as error:
        raise BadModel(f"expected a model of quadrille, but {error}: {str(path)!r}") from None


def digest(graph: bytes | memoryview, texts: Mapping[str, str]) -> str:
    """The hash that a file with this graph and these texts must carry."""
    whole = hashlib.sha256(graph)
    whole.update(json.dumps([texts[name] for name in TEXTS]).encode())
    return whole.hexdigest()


# --- private -------------------------------------------------------------------------------


def _parsed(data: bytes, path: Path) -> ModelFile:
    graph: memoryview | None = None
    texts: dict[str, str] = {}
    for number, value in read_fields(memoryview(data)):
        if number == onnx.GRAPH and isinstance(value, memoryview):
            graph = value
        elif number == onnx.METADATA and isinstance(value, memoryview):
            entry = dict(read_fields(value))
            texts[read_text(entry.get(onnx.KEY))] = read_text(entry.get(onnx.VALUE))
    if graph is None or "format" not in texts:
        raise Damaged("the file is something else")
    if texts["format"] != FORMAT:
        raise Damaged(f"its format is {texts['format']!r:.40}, not {FORMAT!r}")
    if missing := [name for name in (*TEXTS, "digest") if name not in texts]:
        raise Damaged(f"it does not say its {missing[0]}")
    if digest(graph, texts) != texts["digest"]:
        raise Damaged("the file is damaged")
    version = texts["version"]
    if not version.isascii() or not version.isdigit() or len(version) > 9:
        raise Damaged(f"its version is {version!r:.40}")
    return ModelFile(
        path,
        texts["game"],
        _mapping("options", texts["options"]),
        texts["encoding"],
        int(version),
        _mapping("provenance", texts["provenance"]),
        dict(_arrays(graph)),
        _shape(graph),
    )


def _shape(graph: memoryview) -> tuple[int, ...]:
    """The shape of the inputs of one position, without the number of positions."""
    for number, value in read_fields(graph):
        if number != onnx.INPUT:
            continue
        info = read_message(value)
        if read_text(info.get(onnx.INFO_NAME)) == "inputs":
            tensor = read_message(read_message(info.get(onnx.INFO_TYPE)).get(onnx.TENSOR_TYPE))
            shape = tensor.get(onnx.SHAPE)
            if not isinstance(shape, memoryview):
                break
            dims = [read_message(dim).get(onnx.DIM_VALUE) for _, dim in read_fields(shape)]
            return tuple(dim for dim in dims[1:] if isinstance(dim, int))
    return ()


def _arrays(graph: memoryview) -> "Iterator[tuple[str, NDArray[np.float32]]]":
    """The weights of a graph."""
    names = set()
    for number, value in read_fields(graph):
        if number != onnx.INITIALIZER or not isinstance(value, memoryview):
            continue
        name, array = _array(value)
        names.add(name)
        if len(names) > MAX_ARRAYS:
            raise Damaged("it has too many arrays")
        yield name, array
    if "trunk.0.weight" not in names:
        raise Damaged("it has no weights")


def _array(tensor: memoryview) -> "tuple[str, NDArray[np.float32]]":
    import numpy as np

    from quadrille.search.weights import from_units

    dims: list[int] = []
    name, kind, raw = "", 0, memoryview(b"")
    for number, value in read_fields(tensor):
        if number == onnx.DIMS:
            dims += read_numbers(value)
        elif number == onnx.DATA_TYPE and isinstance(value, int):
            kind = value
        elif number == onnx.NAME:
            name = read_text(value)
        elif number == onnx.RAW_DATA and isinstance(value, memoryview):
            raw = value
    # Python's numbers do not overflow, so a huge shape cannot pass for a small one.
    width = {onnx.FLOAT: 4, onnx.INT16: 2}.get(kind, 0)
    if width == 0 or not 1 <= len(dims) <= MAX_DIMENSIONS or width * prod(dims) != len(raw):
        raise Damaged(f"its array {name!r:.40} is damaged")
    if kind == onnx.INT16:  # as multiples of a unit
        return name, from_units(np.frombuffer(raw, "<i2").reshape(dims))
    array = np.frombuffer(raw, "<f4").reshape(dims).astype(np.float32)
    if not np.isfinite(array).all():
        raise Damaged(f"its array {name!r:.40} has values that are no numbers")
    return name, array


def _mapping(name: str, text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Damaged(f"its {name} are not a JSON object")
    return found


def _options_text(trained: Game, game: Game) -> str:
    """The options by which two games differ, as the first has them."""
    fields = {field.name: field for field in trained.option_fields}
    return ", ".join(
        f"{name}={fields[name].text(value)}"
        for name, value in trained.options.items()
        if game.options[name] != value
    )
