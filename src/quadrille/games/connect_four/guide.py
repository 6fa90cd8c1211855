"""Connect Four for people who are new to it."""

from quadrille.core.package import GuidePicture, GuideSection

GUIDE = (
    GuideSection(
        "The aim",
        "Get four of your discs in a line: side by side, one above the other, or diagonally.",
        (
            GuidePicture(
                ".o...../.xox.../.oxo.../oxxx.../xoox.../ooxxox.",
                "Four discs in a diagonal: the last one, in the fourth column, completed it.",
                "4",
            ),
        ),
    ),
    GuideSection(
        "A turn",
        "Choose a column. Your disc falls to the lowest free square of it. A full column cannot be "
        "chosen. Players take turns; red begins.",
        (
            GuidePicture(
                "......./......./......./......./...o.../..xx...", "Seven columns are free."
            ),
        ),
    ),
    GuideSection(
        "How it ends",
        "Whoever completes a line of four wins at once. If all 42 squares are taken and there is "
        "no such line, the game is a draw.",
    ),
    GuideSection(
        "For a good start",
        "The middle column takes part in most lines. Look for two threats at once, of which the "
        "other can meet only one, and take care not to fill the square below one that the other "
        "needs.",
    ),
)
