"""Reading what pages send: messages and their parts, each refused in one line if it is wrong."""

import json
import re
from typing import Any

from quadrille.web.seats import Claim, clean_name
from quadrille.web.visibility import Refused

KEY = re.compile("[A-Za-z0-9_-]{16,64}")
MAX_TEXT_LENGTH = 8_000
"""Characters of a text in a message."""


def parse(text: str) -> dict[str, Any]:
    """The message of a text; Refused if it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("expected a message in JSON") from None
    if not isinstance(found, dict) or not isinstance(found.get("type"), str):
        raise Refused("expected a JSON object with a type")
    number = found.get("id")
    if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
        raise Refused("expected a whole number as id")
    return found


def text_of(message: dict[str, Any], name: str) -> str:
    """A text of a message."""
    found = message.get(name)
    if not isinstance(found, str) or len(found) > MAX_TEXT_LENGTH:
        raise Refused(f"expected a text of at most {MAX_TEXT_LENGTH} characters as {name}")
    return found


def claim_of(message: dict[str, Any]) -> Claim | None:
    """The seat that a message claims, if any."""
    found = message.get("claim")
    if found is None:
        return None
    if not isinstance(found, dict):
        raise Refused("expected a claim by invite and key")
    invite, key = text_of(found, "invite"), text_of(found, "key")
    if not KEY.fullmatch(key):
        raise Refused("expected a key of 16 to 64 letters, digits, - or _")
    name = clean_name(text_of(found, "name")) if "name" in found else ""
    return Claim(invite, key, found.get("both") is True, name)


def texts_of(message: dict[str, Any], name: str) -> list[str]:
    """Texts of a message, such as moves."""
    found = message.get(name)
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise Refused(f"expected a list of texts as {name}")
    return found


def whole(message: dict[str, Any], name: str, low: int, high: int) -> int:
    """A whole number of a message."""
    found = message.get(name)
    if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= high:
        raise Refused(f"expected a whole number from {low} to {high} as {name}, got {found!r:.40}")
    return found


def number_of(message: dict[str, Any], name: str, low: float, high: float) -> float:
    """A number of a message."""
    found = message.get(name)
    if isinstance(found, bool) or not isinstance(found, int | float) or not low <= found <= high:
        raise Refused(f"expected a number from {low:g} to {high:g} as {name}, got {found!r:.40}")
    return float(found)
