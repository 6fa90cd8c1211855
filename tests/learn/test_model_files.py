"""Model files: what is written is read, and nothing else is believed."""

import json
import random
from pathlib import Path

import numpy as np
import onnx
import pytest

import quadrille
from quadrille import BadModel
from quadrille.learn.export import model_bytes
from quadrille.search.model_file import MAX_BYTES, ModelFile, parse_model, read_model

from .networks import PROVENANCE, random_model, random_network

GAME = quadrille.game("connect_four")


@pytest.fixture(scope="module")
def model() -> bytes:
    return random_model(GAME, "discs")


def refusal(data: bytes) -> str:
    with pytest.raises(BadModel) as caught:
        parse_model(data)
    text = str(caught.value)
    assert "\n" not in text and len(text) < 300
    return text


def test_a_file_says_what_was_written(tmp_path: Path, model: bytes) -> None:
    (tmp_path / "a.onnx").write_bytes(model)
    found = read_model(tmp_path / "a.onnx")
    assert (found.game, found.options, found.encoding, found.version) == (
        "connect_four",
        {},
        "discs",
        1,
    )
    assert found.provenance == PROVENANCE
    arrays = random_network(GAME, "discs").arrays()
    assert list(found.arrays) == list(arrays)
    for name, array in arrays.items():
        assert found.arrays[name].dtype == np.float32
        assert np.array_equal(found.arrays[name], array)
    assert found.unfit(GAME) == ""


def test_a_file_is_read_again_when_it_has_changed(tmp_path: Path, model: bytes) -> None:
    path = tmp_path / "a.onnx"
    path.write_bytes(model)
    first = read_model(path)
    assert read_model(path) is first
    path.write_bytes(random_model(GAME, "discs", seed=2))
    second = read_model(path)
    assert not np.array_equal(first.arrays["value.weight"], second.arrays["value.weight"])


def test_every_truncation_is_refused(model: bytes) -> None:
    for length in range(0, len(model), 7):
        refusal(model[:length])
    for length in range(len(model) - 900, len(model)):  # through all the texts, byte by byte
        refusal(model[:length])


def test_flipped_bytes_are_refused_or_change_nothing(model: bytes) -> None:
    sound, rng, refused = parse_model(model), random.Random(5), 0
    for _ in range(1500):
        data = bytearray(model)
        for _ in range(rng.choice((1, 1, 2, 20))):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        try:
            found = parse_model(bytes(data))
        except BadModel:
            refused += 1
            continue
        assert told(found) == told(sound)
    assert refused > 1300


def told(model: ModelFile) -> tuple[object, ...]:
    """All that a file says, to compare."""
    arrays = {name: array.tobytes() for name, array in model.arrays.items()}
    return model.game, model.options, model.encoding, model.version, model.provenance, arrays


def test_noise_is_refused() -> None:
    rng = random.Random(3)
    for length in range(300):
        refusal(rng.randbytes(length))


def test_a_huge_length_costs_nothing(model: bytes) -> None:
    huge = b"\xff\xff\xff\xff\xff\xff\xff\xff\x7f"
    assert "cut short" in refusal(b"\x3a" + huge + model)
    assert "something else" in refusal(b"\xff" * 40)


def test_foreign_files(tmp_path: Path) -> None:
    foreign = onnx.helper.make_model(onnx.helper.make_graph([], "g", [], []))
    assert "something else" in refusal(foreign.SerializeToString())
    assert "something else" in refusal(b"# Quadrille\n\nA laboratory for board-game AI.\n" * 50)
    with pytest.raises(BadModel, match="No such file"):
        read_model(tmp_path / "nothing.onnx")
    with pytest.raises(BadModel, match="Is a directory"):
        read_model(tmp_path)
    huge = tmp_path / "huge.onnx"
    with huge.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(BadModel, match="at most 67,108,864 bytes"):
        read_model(huge)


@pytest.mark.parametrize(
    "key, value, reason",
    [
        ("format", "quadrille-2", "its format is 'quadrille-2'"),
        ("game", "quarto", "damaged"),
        ("version", "-1", "damaged"),
    ],
)
def test_changed_texts(model: bytes, key: str, value: str, reason: str) -> None:
    changed = onnx.load_from_string(model)
    for entry in changed.metadata_props:
        if entry.key == key:
            entry.value = value
    assert reason in refusal(changed.SerializeToString())


def test_what_is_wrong_behind_a_right_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    network = random_network(GAME, "discs").arrays()
    network["value.bias"] = np.array([np.nan], np.float32)
    assert "no numbers" in refusal(model_bytes(GAME, "discs", network, PROVENANCE))
    good = random_network(GAME, "discs").arrays()
    monkeypatch.setattr(json, "dumps", lambda *_, **__: "[]")
    monkeypatch.setattr("quadrille.search.model_file.json.dumps", lambda *_, **__: "[]")
    assert "options are not a JSON object" in refusal(model_bytes(GAME, "discs", good, {}))


def test_a_model_for_something_else(model: bytes) -> None:
    found = parse_model(model)
    assert found.unfit(quadrille.game("quarto")) == "it was trained for connect_four"
    changed = ModelFile(**{**vars(found), "version": 7})
    assert changed.unfit(GAME) == (
        "it reads version 7 of the encoding 'discs', the game has version 1"
    )
    changed = ModelFile(**{**vars(found), "encoding": "rows"})
    assert changed.unfit(GAME) == "it reads the encoding 'rows', which the game does not have"
    changed = ModelFile(**{**vars(found), "encoding": "planes"})
    assert changed.unfit(GAME) == "it has 84 inputs, the encoding 'planes' 126"
    quarto = quadrille.game("quarto", squares=True)
    [first, *_] = quarto.new().encodings()
    squares = parse_model(random_model(quarto, first.name))
    assert squares.unfit(quarto) == ""
    assert squares.unfit(quadrille.game("quarto")) == "it was trained for squares=true"
