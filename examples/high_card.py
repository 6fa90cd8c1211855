"""High Card: chance, hidden cards, several players and partners in one tiny game.

Everybody is dealt a card that nobody else sees, and in turn keeps it or swaps it, face down, for
another from the deck. Then the highest card wins; partners add up theirs.

Play it in the terminal:

    quadrille play examples/high_card.py:HighCard -o players=4 -o partners=true
"""

import re
from typing import Any, Self

from numpy.typing import ArrayLike

from quadrille import CHANCE, NOBODY, BadPosition, Encoding, Move, Option, Rng, State
from quadrille.core.options import split_options, with_options

FIELDS = (
    Option("players", "int", 3, low=2, high=4, doc="How many play."),
    Option("partners", "bool", False, doc="Every second player is on the same side."),
)
HIDDEN = "?"
"""A card that the viewer does not see."""
KEEP, SWAP = Move(0, "keep"), Move(1, "swap")


def deal(card: str) -> Move:
    """The chance move that deals a card."""
    return Move(2 if card == HIDDEN else 2 + int(card), f"deal:{card}")


class HighCard(State):
    """A position: the hands, and who gets a card or decides now."""

    name = "high_card"
    title = "High Card"
    summary = "Keep your card or swap it once; the highest card wins."

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options
        self.hands = [""] * int(options["players"])
        """The cards of each player, one digit each; the last one counts, the other was swapped."""
        self.stage = "deal"
        """``deal`` or ``draw``: the player gets a card; ``turn``: the player decides; ``over``."""
        self.turn = 0
        """The player that the stage is about."""
        self.viewer: int | None = None
        """The player who sees nobody else's cards; None in a full state."""

    @staticmethod
    def option_fields() -> tuple[Option, ...]:
        return FIELDS

    def options(self) -> dict[str, Any]:
        return dict(self._options)

    @staticmethod
    def create(options: dict[str, Any], rng: Rng) -> "HighCard":
        return HighCard(options)

    # --- players ---------------------------------------------------------------------------

    def num_players(self) -> int:
        return len(self.hands)

    def num_sides(self) -> int:
        return 2 if self._options["partners"] else self.num_players()

    def side(self, player: int) -> int:
        return player % self.num_sides()

    # --- rules -----------------------------------------------------------------------------

    def cards(self) -> str:
        """The whole deck: two cards a player."""
        return "12345678"[: 2 * len(self.hands)]

    def unseen(self) -> list[str]:
        """The cards that the viewer has not seen; in a full state, the deck that is left."""
        return [card for card in self.cards() if card not in "".join(self.hands)]

    def player(self) -> int:
        return {"turn": self.turn, "over": NOBODY}.get(self.stage, CHANCE)

    def legal_moves(self) -> list[Move]:
        return [KEEP, SWAP] if self.stage == "turn" else []

    def chance_moves(self) -> list[tuple[Move, int]]:
        if self.player() != CHANCE:
            return []
        hidden = self.viewer not in (None, self.turn)
        return [(deal(card), 1) for card in ([HIDDEN] if hidden else self.unseen())]

    def _play(self, move: int) -> None:
        if move == SWAP:
            self.stage = "draw"
            return
        if move != KEEP:
            self.hands[self.turn] += HIDDEN if move == deal(HIDDEN) else str(move - 2)
        self.turn = (self.turn + 1) % self.num_players()
        if self.stage == "deal":
            self.stage = "deal" if self.turn else "turn"
        else:
            self.stage = "turn" if self.turn else "over"

    def scores(self) -> list[float]:
        return [float(hand[-1]) if hand[-1:].isdigit() else 0.0 for hand in self.hands]

    def num_actions(self) -> int:
        return 2

    def max_plies(self) -> int:
        return 3 * self.num_players()

    # --- what a player may know ------------------------------------------------------------

    def view(self, player: int) -> Self:
        twin = super().view(player)
        twin.viewer = player
        for other, hand in enumerate(twin.hands):
            if other != player:
                twin.hands[other] = HIDDEN * len(hand)
        return twin

    def seen(self, move: Any, player: int) -> Any:
        visible = super().seen(move, player)
        return visible if player == self.turn or self.player() != CHANCE else deal(HIDDEN)

    def redeal(self, player: int, rng: Rng) -> Self:
        twin = self.view(player)
        twin.viewer = None
        deck = twin.unseen()
        for other, hand in enumerate(twin.hands):
            drawn = [deck.pop(rng.below(len(deck))) for card in hand if card == HIDDEN]
            twin.hands[other] = "".join(drawn) or hand
        return twin

    # --- text ------------------------------------------------------------------------------

    def text(self) -> str:
        return with_options(FIELDS, self._options, self.body())

    def body(self) -> str:
        """The text without options: hands, stage, turn and viewer, as in ``35,?,? turn 1 @0``."""
        viewer = "" if self.viewer is None else f" @{self.viewer}"
        return f"{','.join(hand or '.' for hand in self.hands)} {self.stage} {self.turn}{viewer}"

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> "HighCard":
        values, body = split_options(FIELDS, options, text)
        found = re.fullmatch(r"([1-8?.,]+) (deal|turn|draw|over) ([0-3])(?: @([0-3]))?", body)
        if not found:
            raise BadPosition(f"expected a position such as '35,2,6 turn 1', got {text!r}")
        state = HighCard(values)
        state.hands = [hand.replace(".", "") for hand in found[1].split(",")]
        state.stage, state.turn = found[2], int(found[3])
        state.viewer = None if found[4] is None else int(found[4])
        for problem in state.problems():
            raise BadPosition(f"{problem} in position {text!r}")
        if state.body() != body:
            raise BadPosition(f"expected {state.body()!r}, got {text!r}")
        return state

    def problems(self) -> list[str]:
        count = self._options["players"]
        if len(self.hands) != count or max(self.turn, self.viewer or 0) >= count:
            return [f"expected {count} players"]
        if self.stage == "over" and self.turn != 0:
            return ["expected 'over 0'"]
        visible = [card for card in "".join(self.hands) if card != HIDDEN]
        if not set(visible) <= set(self.cards()) or len(set(visible)) < len(visible):
            return ["a card that does not exist, or twice the same"]
        for player, hand in enumerate(self.hands):
            if len(hand) not in self.hand_sizes(player):
                return [f"the wrong number of cards for player {player}"]
            if hand and (HIDDEN in hand) != (self.viewer not in (None, player)):
                return [f"wrongly hidden or visible cards for player {player}"]
        return []

    def hand_sizes(self, player: int) -> tuple[int, ...]:
        """How many cards the player can have by now."""
        if self.stage == "deal":
            return (1,) if player < self.turn else (0,)
        return (1, 2) if self.stage == "over" or player < self.turn else (1,)

    # --- for networks ----------------------------------------------------------------------

    def encodings(self) -> list[Encoding]:
        return [Encoding("cards", (8,), "uint8", doc="one-hot: the card in the player's hand")]

    def _encode(self, name: str, player: int) -> ArrayLike:
        return [self.hands[player][-1:] == card for card in "12345678"]
