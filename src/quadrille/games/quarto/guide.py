"""Quarto for people who are new to it."""

from quadrille.core.package import GuidePicture, GuideSection

GUIDE = (
    GuideSection(
        "The aim",
        "Complete a row of four pieces that have something in common.\n\n"
        "There are 16 pieces, and no two are alike: each is tall or short, light or dark, square "
        "or round, hollow or solid. Nobody owns a colour: both players use all of them.",
        (
            GuidePicture(
                "TLSHTlshTlSHTLSh/..../..../tlsh... -",
                "All four pieces of the upper row are tall. Whoever placed the last of them has "
                "won.d4",
            ),
        ),
    ),
    GuideSection(
        "A turn",
        "Your opponent chooses the piece that you place.\n\n"
        "- Place the piece that you were given on any free square.\n"
        "- Then choose one of the pieces that are left, and give it to your opponent.\n\n"
        "The first player begins by giving a piece.",
        (
            GuidePicture(
                "..../.TlSh../..../...tlsh TLSH",
                "A tall, light, square, hollow piece is to be placed on one of 14 free squares.",
                whole=True,
            ),
        ),
    ),
    GuideSection(
        "How it ends",
        "Four pieces that share a trait in a row, a column or a long diagonal win at once, for the "
        "player who placed the last of them, whoever placed the others. Nobody has to call it.\n\n"
        "If all 16 pieces are placed and there is no such line, the game is a draw.",
    ),
    GuideSection(
        "Variants",
        "- With squares, four pieces in a block of 2 by 2 that share a trait win as well.\n"
        "- On a board that wraps round, broken diagonals count too, and so do blocks across the "
        "edge if there are squares.",
        (
            GuidePicture(
                "squares=true ..../..../TlSHTlsh../TLSHTLSh.. -",
                "With squares: four tall pieces in a block.",
                "b2",
            ),
        ),
    ),
    GuideSection(
        "For a good start",
        "Count the pieces that you can still give without losing. A piece is dangerous if a line "
        "of three shares one of its traits: give it, and your opponent completes the line. Who "
        "runs out of safe pieces loses.",
    ),
)
