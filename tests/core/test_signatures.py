"""help() and inspect.signature() tell the truth about native functions."""

import importlib
import inspect
import pickle
import pydoc
from collections.abc import Iterator
from typing import Any

import pytest

import quadrille
from quadrille.core._core import Rng


def native_types() -> list[type]:
    states = [quadrille.game(name).state_type for name in quadrille.game_names()]
    moves = [importlib.import_module(state.__module__).Move for state in states]
    return [Rng, *states, *moves]


def public_methods(cls: type) -> Iterator[tuple[str, Any]]:
    for name in vars(cls):
        found = getattr(cls, name)
        if not name.startswith("_") and callable(found):
            yield name, found


@pytest.mark.parametrize("cls", native_types(), ids=lambda cls: f"{cls.__module__}.{cls.__name__}")
def test_native_methods_have_signatures(cls: type) -> None:
    for name, method in public_methods(cls):
        signature = inspect.signature(method)
        is_static = isinstance(inspect.getattr_static(cls, name), staticmethod)
        assert (next(iter(signature.parameters), "") == "self") is not is_static, name
        rest = list(signature.parameters.values())[not is_static :]
        for part in (signature.return_annotation, *(each.annotation for each in rest)):
            assert part is not inspect.Signature.empty and not isinstance(part, str), name
        shown, doc = pydoc.plain(pydoc.render_doc(method)), inspect.getdoc(method)
        assert doc and doc in shown and not doc.startswith(f"{name}("), name
        assert f"{name}{signature}" in shown


@pytest.mark.parametrize("game", quadrille.game_names())
def test_native_states_take_what_the_contract_says(game: str) -> None:
    def parameters(cls: type, name: str) -> list[tuple[str, Any, Any]]:
        found = inspect.signature(getattr(cls, name)).parameters.values()
        return [(each.name, each.kind, each.default) for each in found]

    native, compared = quadrille.game(game).state_type, 0
    for name, method in inspect.getmembers(quadrille.State, inspect.isfunction):
        if not name.startswith("_") and method.__qualname__.startswith(("State.", "StateNumbers.")):
            assert parameters(native, name) == parameters(quadrille.State, name)
            compared += 1
    assert compared > 40


def test_a_bound_method_has_no_self() -> None:
    state = quadrille.game("connect_four").new()
    assert list(inspect.signature(state.play).parameters) == ["move"]
    shown = pydoc.plain(pydoc.render_doc(state.play))
    assert "play(move: quadrille.games.connect_four._core.Move | str) -> None" in shown
    assert "IllegalMove" in shown
    pickle.loads(pickle.dumps(state.play))("4")  # a copy's
    state.play("1")
    assert repr(state.play).startswith("<bound method State.play of game(")
    with pytest.raises(TypeError):
        state.play()
    with pytest.raises(TypeError):
        type(state).play("1")


def test_defaults_and_constructors() -> None:
    assert str(inspect.signature(Rng)) == "(seed: int = 0)"
    keyed = inspect.signature(Rng.keyed).parameters
    assert (keyed["index"].default, keyed["stream"].annotation) == (0, quadrille.Stream)
    assert list(inspect.signature(quadrille.VecEnv).parameters)[:2] == ["game", "n"]
