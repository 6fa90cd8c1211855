"""Options of games: their values, their texts, and conflicts with position texts."""

import pickle
from typing import Any

import pytest

import quadrille
from quadrille import BadOption, BadPosition, BadSpec, Game, Option
from quadrille.core.options import checked, split_options, with_options
from support.places import EXAMPLES

NIM = f"{EXAMPLES}/nim.py:Nim"

FLAG = Option("flag", "bool", False, doc="A flag.")
SIZE = Option("size", "int", 3, low=1, high=6, doc="A size.")
RATE = Option("rate", "float", 0.5, low=0, high=2, doc="A rate.")
MODE = Option("mode", "choice", "near", choices=("near", "far"), doc="A mode.")
FIELDS = (FLAG, SIZE, RATE, MODE)


@pytest.mark.parametrize(
    ("option", "value", "checked_value"),
    [
        (FLAG, True, True),
        (FLAG, "true", True),
        (FLAG, "false", False),
        (SIZE, 1, 1),
        (SIZE, 6, 6),
        (SIZE, "6", 6),
        (RATE, 2, 2.0),
        (RATE, 0.25, 0.25),
        (RATE, "0.25", 0.25),
        (RATE, "2", 2.0),
        (RATE, "1e-3", 0.001),
        (MODE, "far", "far"),
    ],
)
def test_good_values(option: Option, value: Any, checked_value: Any) -> None:
    found = option.check(value)
    assert found == checked_value
    assert type(found) is type(checked_value)
    assert option.parse(option.text(found)) == found


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (FLAG, 1),
        (FLAG, 0.0),
        (FLAG, None),
        (FLAG, "True"),
        (FLAG, ""),
        (SIZE, 0),
        (SIZE, 7),
        (SIZE, 2.0),
        (SIZE, True),
        (SIZE, "2.0"),
        (SIZE, "1_0"),
        (SIZE, " 2"),
        (SIZE, "+2"),
        (SIZE, "\N{FULLWIDTH DIGIT TWO}"),
        (SIZE, "9" * 10_000),
        (SIZE, ""),
        (RATE, -0.1),
        (RATE, 2.1),
        (RATE, float("nan")),
        (RATE, float("inf")),
        (RATE, "nan"),
        (RATE, "infinity"),
        (RATE, "1.2.3"),
        (RATE, True),
        (MODE, "Near"),
        (MODE, 0),
        (MODE, None),
        (MODE, ""),
    ],
)
def test_bad_values(option: Option, value: Any) -> None:
    with pytest.raises(BadOption) as caught:
        option.check(value)
    message = str(caught.value)
    assert message.startswith(f"expected {option.expected()} for option {option.name!r}, got ")
    assert "\n" not in message


def test_expectations_in_words() -> None:
    assert FLAG.expected() == "true or false"
    assert SIZE.expected() == "a whole number from 1 to 6"
    assert RATE.expected() == "a number from 0 to 2"
    assert MODE.expected() == "one of near far"
    assert Option("n", "int", 1).expected() == "a whole number"


def test_numbers_without_bounds() -> None:
    assert Option("n", "int", 1).check(-(10**6)) == -(10**6)
    assert Option("n", "float", 1.0).check("1e9") == 1e9


@pytest.mark.parametrize("rate", [0.1, 1 / 3, 0.123456789, 1e-9, 2.0, 1.999999999])
def test_float_texts_round_trip(rate: float) -> None:
    assert RATE.parse(RATE.text(rate)) == rate


def test_checked_fills_in_defaults() -> None:
    assert checked(FIELDS, {"size": 5}) == {"flag": False, "size": 5, "rate": 0.5, "mode": "near"}
    with pytest.raises(BadOption, match=r"unknown option 'sise'; did you mean 'size'\?"):
        checked(FIELDS, {"sise": 5})


def test_position_texts_carry_what_differs() -> None:
    values = checked(FIELDS, {})
    assert with_options(FIELDS, values, "body") == "body"
    changed = checked(FIELDS, {"flag": True, "rate": 0.75, "mode": "far"})
    text = with_options(FIELDS, changed, "a=b body")
    assert text == "flag=true rate=0.75 mode=far a=b body"
    assert split_options(FIELDS, {}, with_options(FIELDS, changed, "body")) == (changed, "body")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("flag=maybe body", "expected true or false"),
        ("size=7 body", "expected a whole number from 1 to 6"),
        ("colour=red body", "unknown option 'colour'"),
        ("size=2 size=2 body", "option 'size' twice"),
        ("=", "unknown option ''"),
        ("size=4 body", "conflicts with 'size=4'"),
    ],
)
def test_bad_option_tokens(text: str, reason: str) -> None:
    with pytest.raises(BadPosition) as caught:
        split_options(FIELDS, checked(FIELDS, {"size": 2}), text)
    assert reason in str(caught.value)
    assert str(caught.value).endswith(f"in position {text!r}")


# --- the same for a game in C++ and one in Python ------------------------------------------

CASES = [
    pytest.param("quarto", "squares", "..../..../..../.... -", id="native"),
    pytest.param(NIM, "misere", "1,3,5 0", id="python"),
]


@pytest.mark.parametrize(("spec", "name", "body"), CASES)
def test_text_brings_its_options(spec: str, name: str, body: str) -> None:
    game = quadrille.game(spec)
    assert game.options[name] is False
    state = game.parse(f"{name}=true {body}")
    assert state.options()[name] is True
    assert state.text() == f"{name}=true {body}"


@pytest.mark.parametrize(("spec", "name", "body"), CASES)
def test_game_gives_what_the_text_does_not_name(spec: str, name: str, body: str) -> None:
    state = quadrille.game(spec, **{name: True}).parse(body)
    assert state.options()[name] is True
    assert state.text() == f"{name}=true {body}"


@pytest.mark.parametrize(("spec", "name", "body"), CASES)
def test_named_defaults_are_dropped(spec: str, name: str, body: str) -> None:
    assert quadrille.game(spec).parse(f"{name}=false {body}").text() == body


@pytest.mark.parametrize("given", [True, False])
@pytest.mark.parametrize(("spec", "name", "body"), CASES)
def test_conflicts(spec: str, name: str, body: str, given: bool) -> None:
    game = quadrille.game(spec, **{name: given})
    other = "false" if given else "true"
    with pytest.raises(BadPosition) as caught:
        game.parse(f"{name}={other} {body}")
    message = str(caught.value)
    assert "conflicts with" in message
    assert "\n" not in message
    agreed = "true" if given else "false"
    assert game.parse(f"{name}={agreed} {body}").options()[name] is given


@pytest.mark.parametrize(("spec", "name", "body"), CASES)
@pytest.mark.parametrize("token", ["{}=1", "{}=True", "{}=", "{}=true {}=true", "nonsense=true"])
def test_bad_tokens(spec: str, name: str, body: str, token: str) -> None:
    text = f"{token.format(name, name)} {body}"
    with pytest.raises(BadPosition) as caught:
        quadrille.game(spec).parse(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("spec", "name", "body"), CASES)
def test_options_of_a_game(spec: str, name: str, body: str) -> None:
    game = quadrille.game(spec, **{name: "true"})
    assert game.options[name] is True
    assert game.new().options() == game.options
    assert game == quadrille.game(spec, **{name: True})
    assert hash(game) == hash(quadrille.game(spec, **{name: True}))
    assert game != quadrille.game(spec)
    assert repr(game) == f"game({spec!r}, {name}=True)"
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(BadOption, match="expected true or false"):
        quadrille.game(spec, **{name: 1})
    with pytest.raises(BadOption, match="unknown option"):
        quadrille.game(spec, nonsense=1)


@pytest.mark.parametrize("spec", quadrille.game_names())
def test_native_fields_are_sound(spec: str) -> None:
    for field in quadrille.game(spec).option_fields:
        assert field.doc
        assert field.check(field.default) == field.default
        assert isinstance(quadrille.game(spec, **{field.name: field.default}), Game)


@pytest.mark.parametrize("text", [None, 3, b"1,3,5 0", "\ud800"])
def test_what_is_no_text(text: Any) -> None:
    for spec in ("quarto", NIM):
        with pytest.raises(BadPosition, match="expected a position text, got "):
            quadrille.game(spec).parse(text)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, True, "1", None])
def test_bad_seeds(seed: Any) -> None:
    for spec in ("quarto", NIM):
        with pytest.raises(ValueError, match="expected a seed from 0 to 2"):
            quadrille.game(spec).new(seed)


@pytest.mark.parametrize("spec", ["", "quatro", "no_file.py:Nim", "quarto:", ":", None, 3])
def test_bad_specs(spec: Any) -> None:
    with pytest.raises(BadSpec) as caught:
        quadrille.game(spec)
    assert "\n" not in str(caught.value)
