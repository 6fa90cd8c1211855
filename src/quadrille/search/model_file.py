"""Trained networks in files: ONNX, with the game, the inputs and the provenance inside.

Such a file runs in any program that reads ONNX. To play with it here takes only its weights, which
are read by the few lines below: neither the package ``onnx`` nor a runtime is needed. Files come
from anywhere, so nothing in them is believed: whatever is wrong is one line of ``BadModel``.

The names of the weights are those of ``search/weights.py``. What the file says beside them is in
its ``metadata_props``: ``format``, ``game``, ``options`` (JSON), ``encoding``, ``version``,
``provenance`` (JSON) and ``digest``, a hash of all the others and of the graph.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadrille.core.errors import BadModel
from quadrille.core.game import Game

if TYPE_CHECKING:  # numpy takes long to load, and is loaded where it is used
    import numpy as np
    from numpy.typing import NDArray

    from quadrille.search.network import Network

FORMAT = "quadrille-1"
"""Changes whenever older programs could not read a file."""
SUFFIX = ".onnx"
MAX_BYTES = 64 * 2**20
"""The largest file that is read; a small network has less than one megabyte."""
MAX_ARRAYS = 64
TEXTS = ("format", "game", "options", "encoding", "version", "provenance")
"""What ``metadata_props`` holds, apart from the digest."""

# Numbers of fields, from onnx.proto.
GRAPH, METADATA = 7, 14  # of ModelProto
KEY, VALUE = 1, 2  # of StringStringEntryProto
INITIALIZER = 5  # of GraphProto
DIMS, DATA_TYPE, NAME, RAW_DATA = 1, 2, 8, 9  # of TensorProto
FLOAT, INT16 = 1, 5  # DATA_TYPEs
# How the value of a field is written, from the encoding of protocol buffers.
VARINT, EIGHT_BYTES, LENGTH, FOUR_BYTES = 0, 1, 2, 5


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

    @cached_property
    def network(self) -> "Network":
        """The network, ready to be evaluated."""
        from quadrille.search.network import make_network  # late: it loads numpy

        try:
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
        known = {one.name: one for one in game.new().encodings()}
        found = known.get(self.encoding)
        if found is None:
            return f"it reads the encoding {self.encoding!r}, which the game does not have"
        if found.version != self.version:
            return (
                f"it reads version {self.version} of the encoding {self.encoding!r}, "
                f"the game has version {found.version}"
            )
        inputs = self.arrays["trunk.0.weight"].shape[0]
        if inputs != found.size:
            return f"it has {inputs} inputs, the encoding {self.encoding!r} {found.size}"
        return ""


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
    except _Damaged as error:
        raise BadModel(f"expected a model of quadrille, but {error}: {str(path)!r}") from None


def digest(graph: bytes | memoryview, texts: Mapping[str, str]) -> str:
    """The hash that a file with this graph and these texts must carry."""
    whole = hashlib.sha256(graph)
    whole.update(json.dumps([texts[name] for name in TEXTS]).encode())
    return whole.hexdigest()


# --- private -------------------------------------------------------------------------------


class _Damaged(Exception):
    """Why some bytes are no model."""


def _parsed(data: bytes, path: Path) -> ModelFile:
    graph: memoryview | None = None
    texts: dict[str, str] = {}
    for number, value in _fields(memoryview(data)):
        if number == GRAPH and isinstance(value, memoryview):
            graph = value
        elif number == METADATA and isinstance(value, memoryview):
            entry = dict(_fields(value))
            texts[_text(entry.get(KEY))] = _text(entry.get(VALUE))
    if graph is None or "format" not in texts:
        raise _Damaged("the file is something else")
    if texts["format"] != FORMAT:
        raise _Damaged(f"its format is {texts['format']!r:.40}, not {FORMAT!r}")
    if missing := [name for name in (*TEXTS, "digest") if name not in texts]:
        raise _Damaged(f"it does not say its {missing[0]}")
    if digest(graph, texts) != texts["digest"]:
        raise _Damaged("the file is damaged")
    version = texts["version"]
    if not version.isascii() or not version.isdigit() or len(version) > 9:
        raise _Damaged(f"its version is {version!r:.40}")
    return ModelFile(
        path,
        texts["game"],
        _mapping("options", texts["options"]),
        texts["encoding"],
        int(version),
        _mapping("provenance", texts["provenance"]),
        dict(_arrays(graph)),
    )


def _arrays(graph: memoryview) -> "Iterator[tuple[str, NDArray[np.float32]]]":
    """The weights of a graph."""
    names = set()
    for number, value in _fields(graph):
        if number != INITIALIZER or not isinstance(value, memoryview):
            continue
        name, array = _array(value)
        names.add(name)
        if len(names) > MAX_ARRAYS:
            raise _Damaged("it has too many arrays")
        yield name, array
    if "trunk.0.weight" not in names:
        raise _Damaged("it has no weights")


def _array(tensor: memoryview) -> "tuple[str, NDArray[np.float32]]":
    import numpy as np

    from quadrille.search.weights import from_units

    dims: list[int] = []
    name, kind, raw = "", 0, memoryview(b"")
    for number, value in _fields(tensor):
        if number == DIMS:
            dims += [value] if isinstance(value, int) else _varints(value)
        elif number == DATA_TYPE and isinstance(value, int):
            kind = value
        elif number == NAME:
            name = _text(value)
        elif number == RAW_DATA and isinstance(value, memoryview):
            raw = value
    # Python's numbers do not overflow, so a huge shape cannot pass for a small one.
    width = {FLOAT: 4, INT16: 2}.get(kind, 0)
    if width == 0 or not 1 <= len(dims) <= 2 or width * prod(dims) != len(raw):
        raise _Damaged(f"its array {name!r:.40} is damaged")
    if kind == INT16:  # as multiples of a unit
        return name, from_units(np.frombuffer(raw, "<i2").reshape(dims))
    array = np.frombuffer(raw, "<f4").reshape(dims).astype(np.float32)
    if not np.isfinite(array).all():
        raise _Damaged(f"its array {name!r:.40} has values that are no numbers")
    return name, array


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message, by their numbers: whole numbers, or the bytes of anything else."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        how = key & 7
        if how == VARINT:
            number, at = _varint(data, at)
            yield key >> 3, number
            continue
        if how == LENGTH:
            length, at = _varint(data, at)
        elif how in (EIGHT_BYTES, FOUR_BYTES):
            length = 8 if how == EIGHT_BYTES else 4
        else:
            raise _Damaged("the file is something else")
        if length > len(data) - at:
            raise _Damaged("the file is cut short or something else")
        yield key >> 3, data[at : at + length]
        at += length


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    """A whole number of variable length, and where it ends."""
    number = 0
    for index in range(10):
        if at + index >= len(data):
            raise _Damaged("the file is cut short or something else")
        byte = data[at + index]
        number |= (byte & 127) << (7 * index)
        if byte < 128:
            return number, at + index + 1
    raise _Damaged("the file is something else")


def _varints(data: memoryview) -> list[int]:
    found, at = [], 0
    while at < len(data):
        number, at = _varint(data, at)
        found.append(number)
    return found


def _text(value: int | memoryview | None) -> str:
    try:
        if isinstance(value, memoryview):
            return bytes(value).decode()
    except UnicodeDecodeError:
        pass
    raise _Damaged("the file is damaged or something else")


def _mapping(name: str, text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _Damaged(f"its {name} are not a JSON object")
    return found


def _options_text(trained: Game, game: Game) -> str:
    """The options by which two games differ, as the first has them."""
    fields = {field.name: field for field in trained.option_fields}
    return ", ".join(
        f"{name}={fields[name].text(value)}"
        for name, value in trained.options.items()
        if game.options[name] != value
    )
