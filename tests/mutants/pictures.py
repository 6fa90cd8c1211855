"""Games that break the clauses about pictures."""

from typing import Any

from .bases import Cards, Line


class PictureIsSvg(Line):
    def svg(self, **wishes: Any) -> str:
        return super().svg(**wishes).replace("</svg>", "")


class SpotsLeadToEveryMove(Line):
    def svg(self, **wishes: Any) -> str:
        return super().svg(**{**wishes, "legal": False})


class ClickPathsAreDistinct(Line):
    def click_path(self, move: Any) -> tuple[str, ...]:
        return (str(self.legal_moves()[0]),)


class ClickPathsAreDistinct2(Line):
    """One path begins with another."""

    def click_path(self, move: Any) -> tuple[str, ...]:
        first = str(self.legal_moves()[0])
        return (first,) if str(move) == first else (first, str(move))


class PictureShowsOnlyTheView(Cards):
    def svg(self, **wishes: Any) -> str:
        return super().svg(**{**wishes, "player": None})


class BoardIsText(Line):
    def board(self) -> str:
        return " "
