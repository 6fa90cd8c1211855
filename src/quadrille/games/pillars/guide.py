"""Pillars for people who are new to it."""

from quadrille.core.package import GuidePicture, GuideSection

GUIDE = (
    GuideSection(
        "The aim",
        "Two teams, RED and BLUE, want to be the first with a gamer on the centre pillar, the one "
        "with the flag. Nobody can climb it at once: the teams build pillars to get up there.",
        (
            GuidePicture(
                "21311/2C01B43a/33*3c1b/010A23/00000 213:m2b1:m0b0:m1b2 213:m0b0:m2b1:m1b2 12.1",
                "The numbers are heights; the centre is 5 high. R2 begins the twelfth round.",
                "draw move",
            ),
        ),
    ),
    GuideSection(
        "A turn",
        "Gamers of both teams act in turn, in the order that stands beside the board. Whoever acts "
        "spends one card of the hand that the team shares:\n\n"
        "- MOVE: step up, down, left or right, onto a free pillar that is level, one higher or one "
        "lower.\n"
        "- BUILD: let any pillar on which nobody stands grow by one. The centre never grows, and "
        "all others stay lower than it.\n"
        "- Either card for the initiative: it is not used, and the gamer is first in its team from "
        "the next round on.\n\n"
        "When the hand is empty, the team draws as many cards as it has gamers. Every team has as "
        "many MOVE as BUILD cards; those that were spent come back when the pile is empty.",
        (
            GuidePicture(
                "gamers=1 00000a/00000/03*00/02A000/00000 1:m1b0:m0b1:m0b0 1:m0b0:m1b1:m0b0 1.1",
                "R1, 2 high on b2, has one MOVE card. Only b3, which is 3 high, is no more than "
                "one higher or lower.",
                whole=True,
            ),
        ),
    ),
    GuideSection(
        "How it ends",
        "Who stands on the centre pillar wins for the team at once.\n\n"
        "It is a draw when nobody can step or build any more, whatever cards come, or when the "
        "rounds are over that were agreed on.",
        (
            GuidePicture(
                "gamers=1 00000a/21000/34*A00/00000/00000 1:m0b0:m0b1:m1b0 1:m0b0:m1b1:m0b0 -",
                "RED has won: over b4, a4, a3 and b3 to the centre.",
            ),
        ),
    ),
    GuideSection(
        "Variants",
        "- A larger board, a higher centre, one to five gamers in each team.\n"
        "- Build next to the gamer only, or anywhere.\n"
        "- Other numbers of MOVE and BUILD cards; hidden hands, of which the other team sees only "
        "the number of cards.",
    ),
    GuideSection(
        "For a good start",
        "You need a staircase: pillars of the heights 1, 2, 3 and so on, each beside the next. "
        "What you build the others can climb as well, so look whose gamer is nearer. A pillar that "
        "has grown by two is a wall.",
    ),
)
