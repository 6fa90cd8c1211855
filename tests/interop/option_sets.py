"""The games that the suites of other frameworks are run on: defaults and further options."""

from typing import Any

import pytest

Settings = tuple[str, dict[str, Any]]

OPTION_SETS: list[Settings] = [
    ("connect_four", {}),
    ("quarto", {}),
    ("quarto", {"squares": True}),
    ("quarto", {"squares": True, "torus": True}),
    ("carcassonne", {}),
    ("carcassonne", {"players": 3, "river": True, "inns": True, "abbot": True}),
    ("carcassonne", {"farmers": False, "start_tile": False, "board": 9}),
    ("pillars", {}),
    ("pillars", {"size": 7, "gamers": 2, "build": "adjacent", "open_hands": False, "rounds": 30}),
    ("pillars", {"gamers": 1, "rounds": 6}),
    ("sheep", {}),
    ("sheep", {"game": 3}),
    ("sheep", {"game": 4, "size": 8, "cells": 40, "sheep": 8}),
]


def name(settings: Any) -> str:
    game, options = settings
    return "-".join([game, *(f"{key}={value}" for key, value in options.items())])


ALL_SETS = pytest.mark.parametrize("settings", OPTION_SETS, ids=name)
"""Runs a test on each of them."""
