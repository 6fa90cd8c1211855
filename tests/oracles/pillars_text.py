"""Options of Pillars, and how its position texts are read."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .pillars_board import Board
from .pillars_team import Cards, Team

Value = bool | int | str

# "Options and defaults", in the order of a position text.
DEFAULTS: dict[str, Value] = {
    "size": 5,
    "height": 5,
    "gamers": 3,
    "build": "anywhere",
    "moves": 0,  # 0 of both kinds: "default n of each, n = gamers"
    "builds": 0,
    "open_hands": True,
    "rounds": 1000,
}
RANGES = {
    "size": (5, 31),
    "height": (4, 10),
    "gamers": (1, 5),
    "moves": (0, 20),
    "builds": (0, 20),
    "rounds": (1, 10000),
}
CHOICES = {"build": ("anywhere", "adjacent")}

NUMBER = "(0|[1-9][0-9]*)"
CARDS = f"m{NUMBER}b{NUMBER}"
CELL_TEXT = re.compile(r"([0-9*])([A-Ea-e]?)")
HAND_TEXT = re.compile(f"{CARDS}(?:!{CARDS})?")
HIDDEN_HAND_TEXT = re.compile(rf"\?{NUMBER}(?:{CARDS})?")
CARDS_TEXT = re.compile(CARDS)
HIDDEN_TEXT = re.compile(rf"\?{NUMBER}")
TURN_TEXT = re.compile(r"([1-9][0-9]*)\.([1-9][0-9]*)")
OVER = "-"


def all_options(given: Mapping[str, Value]) -> dict[str, Value]:
    """The given options, checked, and the others at their defaults."""
    for name, value in given.items():
        if name not in DEFAULTS:
            raise ValueError(f"unknown option {name!r}")
        kind = type(DEFAULTS[name])
        if type(value) is not kind:
            raise ValueError(f"expected a {kind.__name__} for option {name!r}, got {value!r}")
        if name in CHOICES and value not in CHOICES[name]:
            raise ValueError(f"expected one of {CHOICES[name]} for {name!r}, got {value!r}")
        if name in RANGES and isinstance(value, int):
            low, high = RANGES[name]
            if not low <= value <= high:
                raise ValueError(f"expected {low} to {high} for option {name!r}, got {value!r}")
    options = {name: given.get(name, default) for name, default in DEFAULTS.items()}
    # "an odd square grid"
    if int(options["size"]) % 2 == 0:
        raise ValueError(f"expected an odd size, got {options['size']}")
    # "`moves` and `builds` ... together at least n"
    if deck_of(options).total() < int(options["gamers"]):
        raise ValueError(f"expected at least {options['gamers']} cards")
    return options


def deck_of(options: Mapping[str, Value]) -> Cards:
    """The cards of each team."""
    # "0 and 0: as many of each as gamers, i.e. the default; if one of them is given, the other one
    # is taken as it stands"
    moves, builds, gamers = (int(options[name]) for name in ("moves", "builds", "gamers"))
    return Cards(gamers, gamers) if moves == builds == 0 else Cards(moves, builds)


def options_text(options: Mapping[str, Value]) -> list[str]:
    """Options that are not default, in their order."""
    return [
        f"{name}={str(options[name]).lower()}"
        for name, default in DEFAULTS.items()
        if options[name] != default
    ]


def read_options(tokens: list[str], given: Mapping[str, Value]) -> dict[str, Value]:
    """The options that a text names and those given beside it, which it must not contradict."""
    named: dict[str, Value] = {}
    for token in tokens:
        name, equals, text = token.partition("=")
        if name not in DEFAULTS or not equals:
            raise ValueError(f"expected an option such as 'size=7', got {token!r}")
        if name in named:
            raise ValueError(f"option {name!r} given twice")
        named[name] = _read_value(name, text)
    for name, value in given.items():
        if named.setdefault(name, value) != value and value != DEFAULTS.get(name):
            raise ValueError(f"option {name!r} is {value!r} and {named[name]!r}")
    return all_options(named)


def _read_value(name: str, text: str) -> Value:
    kind = type(DEFAULTS[name])
    if kind is bool and text in ("true", "false"):
        return text == "true"
    if kind is int and re.fullmatch(NUMBER, text):
        return int(text)
    if kind is str:
        return text
    raise ValueError(f"expected a {kind.__name__} for option {name!r}, got {text!r}")


def read_rows(text: str, board: Board) -> None:
    """ROWS: "rows from the TOP (highest y) joined by `/`"."""
    rows = text.split("/")
    if len(rows) != board.size:
        raise ValueError(f"expected {board.size} rows joined by '/', got {len(rows)}")
    for y, row in enumerate(reversed(rows)):
        cells = CELL_TEXT.findall(row)
        if "".join(height + gamer for height, gamer in cells) != row:
            raise ValueError(f"expected heights and gamers such as '01A2', got {row!r}")
        if len(cells) != board.size:
            raise ValueError(f"expected {board.size} cells a row, got {len(cells)} in {row!r}")
        for x, (height, gamer) in enumerate(cells):
            cell = y * board.size + x
            if (height == "*") != (cell == board.centre):
                raise ValueError(f"expected '*' at the centre and only there, got {row!r}")
            if height != "*" and int(height) > board.top - 1:
                raise ValueError(f"a pillar higher than {board.top - 1} in {row!r}")
            if height != "*":
                board.heights[cell] = int(height)
            if gamer:
                if gamer not in board.letters:
                    raise ValueError(f"no gamer {gamer!r} among {board.letters!r}")
                if board.letters.index(gamer) in board.who.values():
                    raise ValueError(f"gamer {gamer!r} stands on two cells")
                board.put(board.letters.index(gamer), cell)
    if len(board.who) != len(board.letters):
        raise ValueError(f"expected the gamers {board.letters!r} on the board")


def read_team(text: str, gamers: int, deck: Cards, hides: bool) -> Team:
    """ORDER:HAND:DRAW:DISCARD."""
    parts = text.split(":")
    if len(parts) != 4:
        raise ValueError(f"expected ORDER:HAND:DRAW:DISCARD, got {text!r}")
    order_text, hand_text, draw_text, discard_text = parts
    before, arrow, after = order_text.partition(">")
    order = _read_order(before, gamers)
    next_order = _read_order(after, gamers) if arrow else order
    # "if the next order differs `123>312`"
    if arrow and next_order == order:
        raise ValueError(f"the same order twice in {order_text!r}")
    known = Cards(0, 0)
    hand: Cards | None = None
    draw: Cards | None = None
    if match := HAND_TEXT.fullmatch(hand_text):
        hand = Cards(int(match[1]), int(match[2]))
        in_hand = hand.total()
        if match[3]:
            known = Cards(int(match[3]), int(match[4]))
        draw = _read_cards(draw_text)
        pile = draw.total()
    elif hides and (match := HIDDEN_HAND_TEXT.fullmatch(hand_text)):
        in_hand = int(match[1])
        if match[2]:
            known = Cards(int(match[2]), int(match[3]))
        if not (hidden := HIDDEN_TEXT.fullmatch(draw_text)):
            raise ValueError(f"expected a hidden draw pile such as '?5', got {draw_text!r}")
        pile = int(hidden[1])
    else:
        raise ValueError(f"expected a hand such as 'm2b1', got {hand_text!r}")
    if ("!" in hand_text or "m" in hand_text[1:]) and known == Cards(0, 0):
        raise ValueError(f"no card is known in {hand_text!r}")
    if known != Cards(0, 0) and not hides:
        raise ValueError(f"known cards with open hands in {hand_text!r}")
    team = Team(order, next_order, in_hand, hand, draw, _read_cards(discard_text), known, deck)
    if in_hand + pile + team.discard.total() != deck.total():
        raise ValueError(f"expected {deck.total()} cards in {text!r}")
    return team


def _read_order(text: str, gamers: int) -> tuple[int, ...]:
    if sorted(text) != [str(number + 1) for number in range(gamers)]:
        raise ValueError(f"expected the gamers 1 to {gamers} in some order, got {text!r}")
    return tuple(int(number) - 1 for number in text)


def _read_cards(text: str) -> Cards:
    match = CARDS_TEXT.fullmatch(text)
    if match is None:
        raise ValueError(f"expected cards such as 'm2b1', got {text!r}")
    return Cards(int(match[1]), int(match[2]))


def read_turn(text: str) -> tuple[int, int]:
    """Round and action, from 1."""
    match = TURN_TEXT.fullmatch(text)
    if match is None:
        raise ValueError(f"expected ROUND.ACTION or '-', got {text!r}")
    return int(match[1]), int(match[2])
