"""Games that break the clauses about views, seen moves and redeals."""

from typing import Any, Self

from quadrille import CHANCE, BadPosition, Move, Rng

from .bases import Cards, Line


class ViewsAreStable(Cards):
    def view(self, player: int) -> Self:
        twin = super().view(player)
        if self.viewer is not None:
            twin.viewer = (player + 1) % self.num_players()
        return twin


class ViewsRoundTrip(Cards):
    @classmethod
    def parse(cls, options: dict[str, Any], text: str) -> Self:
        if "@" in text:
            raise BadPosition("expected a full state")
        return super().parse(options, text)


class ViewsShowWhoseTurnItIs(Cards):
    def legal_moves(self) -> list[Move]:
        return super().legal_moves()[: 2 if self.viewer is None else 1]


class ViewsHaveNoStream(Cards):
    def view(self, player: int) -> Self:
        twin = super().view(player)
        if "_chance" in self.__dict__:
            twin.__dict__["_chance"] = self.__dict__["_chance"]
        return twin


class NothingIsHiddenWithoutSecrets(Line):
    def seen(self, move: Any, player: int) -> Any:
        seen = super().seen(move, player)
        return seen if player == self.player() else self.legal_moves()[0]


class NothingIsHiddenWithoutSecrets2(Line):
    def redeal(self, player: int, rng: Rng) -> Self:
        twin = super().redeal(player, rng)
        twin.squares = "." * 9
        return twin


class PlayersAreChecked(Line):
    def seen(self, move: Any, player: int) -> Any:
        return move


class MoversSeeTheirMoves(Cards):
    def seen(self, move: Any, player: int) -> Any:
        seen = super().seen(move, player)
        return self.legal_moves()[0] if player == self.player() else seen


class SeenMovesLeadToViews(Cards):
    """Shows the wrong card to whoever draws it."""

    def seen(self, move: Any, player: int) -> Any:
        seen = super().seen(move, player)
        if self.player() == CHANCE and player == self.turn:
            return self.chance_moves()[0][0]
        return seen


class SeenMovesTellNoMoreThanViews(Cards):
    """Shows every card to everybody."""

    def seen(self, move: Any, player: int) -> Any:
        super().seen(move, player)
        return move


class RedealsFitTheView(Cards):
    """Changes what the player has in hand."""

    def redeal(self, player: int, rng: Rng) -> Self:
        twin = super().redeal(player, rng)
        twin.hands[player] = "".join(twin.unseen()[: len(twin.hands[player])])
        return twin


class RedealsKnowOnlyTheView(Cards):
    """Deals what is true."""

    def redeal(self, player: int, rng: Rng) -> Self:
        if self.viewer is not None:
            return super().redeal(player, rng)
        twin = self.copy()
        twin.__dict__.pop("_chance", None)
        super().view(player)
        return twin


class RedealsAreFullStates(Cards):
    def redeal(self, player: int, rng: Rng) -> Self:
        return self.view(player)
