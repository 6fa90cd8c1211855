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


class GhostsFitThePicture(Line):
    """It can be clicked."""

    def ghost(self, move: Any) -> str:
        return super().ghost(move).replace("<g", f'<g data-spot="{move}"', 1)


class GhostsFitThePicture2(Line):
    """It covers what can be clicked."""

    def ghost(self, move: Any) -> str:
        return super().ghost(move).replace(' pointer-events="none"', "")


class GhostsFitThePicture3(Line):
    """All moves have the same."""

    def ghost(self, move: Any) -> str:
        super().ghost(move)
        return super().ghost(self.legal_moves()[0])


class GhostsFitThePicture4(Line):
    """It uses what is not there."""

    def ghost(self, move: Any) -> str:
        return super().ghost(move).replace("</g>", '<use href="#nothing"/></g>', 1)


class GhostsFitThePicture5(Line):
    """It is a piece of text that never ends."""

    def ghost(self, move: Any) -> str:
        return super().ghost(move).replace("</g>", "", 1)


class OnlyLegalMovesHaveGhosts(Line):
    def ghost(self, move: Any) -> str:
        return super().ghost(move if self.is_legal(move) else self.legal_moves()[0])


class PictureShowsOnlyTheView(Cards):
    def svg(self, **wishes: Any) -> str:
        return super().svg(**{**wishes, "player": None})


class BoardIsText(Line):
    def board(self) -> str:
        return " "
