"""Draw the pictures of docs/images from the positions below: ``python tools/pictures.py``."""

from pathlib import Path

import quadrille

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"

# File: game, position, last move.
PICTURES = {
    "quarto.svg": (
        "quarto",
        "..tlShTlsh/.tlSHtLsH./TLsH..tLSH/TLSHTLsh.. TlSh",
        "give:TlSh",
    ),
    "quarto-won.svg": (
        "quarto",
        "TlsH.tLshTLsH/tLsHtLShTLSH./.tlSHTLsh./tLSHtlsh.. -",
        "b2",
    ),
    "connect_four.svg": (
        "connect_four",
        ".o...../.xox.../.oxo.../oxxx.../xoox.../ooxxox.",
        "4",
    ),
}


def main() -> None:
    """Draw them all."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for file, (name, position, last_move) in PICTURES.items():
        state = quadrille.game(name).parse(position)
        (IMAGES / file).write_text(state.svg(last_move=last_move) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
