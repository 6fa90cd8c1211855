"""Carcassonne for people who are new to it."""

from quadrille.core.package import GuidePicture, GuideSection

_BAG = "2A,4B,1C,3D,4E,2F,1G,3H,2I,3J,3K,3L,2M,3N,2O,3P,1Q,3R,2S,1T,8U,9V,4W,1X"
_MAP = (
    "players=3 W:-2,-2@270+2:road:n/R:0,-2@180+0:city:e/N:1,-2@180/V:-2,-1@0+1:field:nnw/"
    "B:-1,-1@0+1:monastery/E:0,-1@90+1:city:e/E:-3,0@270+1:city:w/B:-2,0@0+1:monastery/D:0,0@0/"
    "X:1,0@0+2:road:w/V:2,0@0+1:road:s/U:3,0@0/S:-4,1@90/R:-3,1@0/T:-1,1@90/P:0,1@270+0:city:s/"
    "W:1,1@0/V:2,1@90/V:3,1@270+0:road:e/K:4,1@90/C:-4,2@0/R:-3,2@270+2:city:n/G:-2,2@90+0:city:n/"
    "H:-1,2@90/J:0,2@0+0:field:ene/A:1,2@90+2:monastery/W:2,2@270/U:3,2@90+2:field:nnw/L:4,2@0/"
    "K:-1,3@180/S:0,3@90+2:city:n/U:2,3@0/M:3,3@0+1:city:n/O:4,3@270/J:-1,4@0+2:field:ene/"
    "D:1,4@270+0:city:w/A:2,4@0/E:-1,5@180 "
    "2B,2D,2E,2F,2H,2I,1J,1K,2L,1M,2N,1O,2P,1Q,5U,5V,1W "
    "8+3+0+0,0+7+0+0,0+3+0+0 0:meeple:4,1"
)

GUIDE = (
    GuideSection(
        "The aim",
        "Build a landscape of cities, roads, monasteries and fields together, and get the most "
        "points for those parts of it that you have claimed with your figures.",
        (GuidePicture(_MAP, "The middle of a game of three.", "4,1@90"),),
    ),
    GuideSection(
        "A turn",
        "- A tile is drawn. Lay it beside those that lie there: every edge must continue what it "
        "touches, city to city, road to road, field to field. Tiles can be turned.\n"
        "- Then you may put one of your seven figures on a part of the tile that you just laid.\n"
        "- Whatever the tile has completed is scored.\n\n"
        "A tile that fits nowhere leaves the game, and another is drawn.",
        (
            GuidePicture(
                f"D:0,0@0 {_BAG} 0+0+0+0,0+0+0+0 0:place:E",
                "The first turn: the tile fits on two cells, on one of them in three rotations.",
                whole=True,
            ),
        ),
    ),
    GuideSection(
        "Claiming",
        "A figure claims all of the city, road or field that the part of the tile belongs to, over "
        "all tiles. You may only claim what nobody has claimed, not even yourself. If two claimed "
        "parts grow together later, they belong to whoever has more figures there; if both have "
        "equally many, both score in full.\n\n"
        "Figures in a city are knights, on a road robbers, in a monastery monks. Farmers lie on "
        "their field, and stay there to the end of the game.",
        (
            GuidePicture(
                f"D:0,0@0/E:0,1@180 {_BAG} 0+0+0+0,0+0+0+0 0:meeple:0,1",
                "The city or the field can be claimed, or neither.",
                "0,1@180",
            ),
        ),
    ),
    GuideSection(
        "Points",
        "When something is complete it scores at once, and its figures return:\n\n"
        "- A city without a gap in its wall: 2 for each tile and 2 for each shield.\n"
        "- A road with both ends, at a village, a city, a monastery or itself: 1 for each tile.\n"
        "- A monastery with tiles on all eight cells round it: 9.\n\n"
        "When the last tile is laid, what is left scores once more:\n\n"
        "- A city that is not complete: 1 for each tile and each shield.\n"
        "- A road: 1 for each tile. A monastery: 1, and 1 for each tile round it.\n"
        "- Each field with farmers: 3 for every completed city that it borders.",
        (
            GuidePicture(
                f"D:0,0@0/E:0,1@180 {_BAG} 4+0+0+0,0+0+0+0 1:draw",
                "The city of two tiles is complete: 4 points, and the knight has returned.",
                "city:s",
            ),
        ),
    ),
    GuideSection(
        "Variants",
        "- The river: twelve tiles with a river are laid first. It may not turn the same way twice "
        "in a row. Nobody can claim it, and it parts fields.\n"
        "- Inns and cathedrals: a completed road with an inn gives 2 for each tile, a completed "
        "city with a cathedral 3 for each tile and shield; neither gives anything if it stays "
        "unfinished. Everybody has a big figure, which counts as two.\n"
        "- The abbot: gardens score like monasteries, for abbots only. Instead of putting a figure "
        "you may take your abbot back, and score what its place is worth so far.\n"
        "- Without farmers, fields cannot be claimed.",
    ),
    GuideSection(
        "For a good start",
        "Keep a figure or two: who has none left cannot claim anything. Small cities and roads "
        "that are soon complete give their figures back. A farmer who lies early beside many "
        "cities can decide the game, but never returns.",
    ),
)
