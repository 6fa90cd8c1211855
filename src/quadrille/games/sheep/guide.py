"""Sheep for people who are new to it."""

from quadrille.core.package import GuidePicture, GuideSection

GUIDE = (
    GuideSection(
        "The aim",
        "Spread your sheep over as much of the meadow as you can. Cells that are connected count "
        "more than the same number of cells apart.",
        (
            GuidePicture(
                "######C3..#../######...#.#/######C1.C5C4C1C2/#####.#.##../#####.##...#/"
                "#####.A5..###/#.B1#A1..#####/..B2.A2...####/D4B4B2D2A1A1A5A1####/"
                "B1.#.D1D2D4#####/B3B3..#.######/..#D3..###### 3",
                "The numbers are those of the sheep on each cell. Yellow is to move.",
                "a10-b9:4",
            ),
        ),
    ),
    GuideSection(
        "The start",
        "One after the other, everybody puts all sheep on one free cell beside a hedge or a tree. "
        "The meadow is another one in every game.",
        (GuidePicture("", "Cells with a ring are free to start on."),),
    ),
    GuideSection(
        "A turn",
        "Choose one of your flocks with at least two sheep. Part of it slides in one of eight "
        "directions, as far as the cells are free: to the next hedge, tree or flock. You choose "
        "how many go; at least one goes, and at least one stays. Cells never change hands.\n\n"
        "Who cannot slide passes. Who can may not pass.",
    ),
    GuideSection(
        "How it ends",
        "The game ends when nobody can slide. Every region of your cells, connected by their "
        "sides, scores its number of cells to the power of 1.25: one cell 1 point, four cells 5.7, "
        "ten cells 17.8. The highest sum wins.",
        (
            GuidePicture(
                "game=4 ####D1D1D1###.#/####D1D1.D1...#/###.##D1#A1.##/###D1D1D1D1#A1A1A1#/"
                "###D1D1D1#A1A1A1D1A1/####D1#A2A1.A1B1#/######A1A1A1#B1#/#######A1##B5C1/"
                "######C1#B3B1C1C1/####C1C1C1C2B1B1B1#/#####C2C1C1B1C1C1#/#########B1C1. -",
                "The end of a game of partners: red and yellow against blue and black.",
                "f4-e4:1",
            ),
        ),
    ),
    GuideSection(
        "Variants",
        "- Larger meadows with more sheep; two or three players.\n"
        "- Hidden numbers: you see how many sheep are on your own cells only.\n"
        "- Partners: players 1 and 3 against 2 and 4; both get the mean of their scores.",
    ),
    GuideSection(
        "For a good start",
        "Sheep that are locked in are lost. Send half of a flock or more to where there is room, "
        "and come back to connect your land before others cut it.",
    ),
)
