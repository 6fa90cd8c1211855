"""Positions as other frameworks render them: ``svg``, ``ansi`` and ``rgb_array``."""

import io
from typing import Any

import numpy as np

from quadrille.core.install import install_hint

MODES = ("svg", "ansi", "rgb_array")
"""The picture as text, the position as a terminal shows it, the picture as pixels."""
PIXELS = 640
"""The width of a picture in pixels."""


def check_mode(mode: str | None) -> None:
    """Raise ValueError unless the mode is one of ours, or None."""
    if mode not in (None, *MODES):
        raise ValueError(f"expected a render_mode of {', '.join(MODES)} or None, got {mode!r}")


def render(state: Any, mode: str | None, player: int | None, last_move: Any = None) -> Any:
    """What a player may know of a position, or all of it for None; None without a mode."""
    shown = state if player is None else state.view(player)
    if mode == "ansi":
        return shown.board()
    if mode is None:
        return None
    picture = shown.svg(last_move=last_move)
    return picture if mode == "svg" else pixels(picture)


def pixels(svg: str) -> Any:
    """A picture as an array [height, width, 3] of bytes."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise ImportError(
            f"expected resvg-py and Pillow for rgb_array ({error}): {install_hint('gymnasium')}"
        ) from None
    png = resvg_py.svg_to_bytes(svg_string=svg, width=PIXELS, background="white")
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
