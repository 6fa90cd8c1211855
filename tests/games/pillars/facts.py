"""What Pillars and its oracle say of a position, in forms that compare."""

from typing import Any

from games.lockstep import Pairs
from oracles.pillars import Oracle
from oracles.pillars_team import Cards

FULL_EVERY = 47
"""Queries and views are compared at every so many plies: no multiple of any round's length."""


def chance_of(state: Any) -> dict[str, int]:
    """Chance moves of the native rules with their weights."""
    return {str(move): weight for move, weight in state.chance_moves()}


def plain(cards: Any) -> tuple[int, int] | None:
    """Native cards; None if they are hidden."""
    return None if cards is None else (cards.moves, cards.builds)


def move_facts(oracle: Oracle, text: str) -> tuple[Any, ...]:
    """The kind, card, direction and cell of a move."""
    kind, _, what = text.partition(" ")
    if kind == "move":
        return kind, "move", what, None
    if kind == "build":
        cell = oracle.board.names.index(what)
        return kind, "build", "", (cell % oracle.board.size, cell // oracle.board.size)
    return kind, None if what == "?" else what, "", None


def native_move_facts(move: Any) -> tuple[Any, ...]:
    return move.kind, move.card, move.direction, move.cell


def board_facts(state: Any, oracle: Oracle) -> Pairs:
    """What stands where."""
    board, gamers = oracle.board, oracle.gamers
    numbers = (board.size, board.top, gamers, 2 * gamers, 2)
    found = (state.size(), state.height(), state.gamers(), state.num_players(), state.num_sides())
    yield "numbers", found, numbers
    places = [(cell % board.size, cell // board.size) for cell in range(board.size**2)]
    yield "centre", state.centre(), places[board.centre]
    yield "heights", [state.height_at(x, y) for x, y in places], board.heights
    who = [board.who.get(cell, -1) for cell in range(board.size**2)]
    yield "who stands where", [state.gamer_at(x, y) for x, y in places], who
    players = range(2 * gamers)
    yield "positions", [state.position(p) for p in players], [places[c] for c in board.where]
    names = [f"{letter}{number + 1}" for letter in "RB" for number in range(gamers)]
    yield "names", [state.name_of(player) for player in players], names
    teams = ["RED"] * gamers + ["BLUE"] * gamers
    yield "teams", [state.team(player) for player in players], teams
    yield "sides", [state.side(player) for player in players], [0] * gamers + [1] * gamers


def card_facts(state: Any, oracle: Oracle) -> Pairs:
    """Orders and cards, as far as they are shown."""
    for side, team in enumerate(oracle.teams):
        first = side * oracle.gamers
        yield f"order {side}", list(state.order(side)), [first + gamer for gamer in team.order]
        after = [first + gamer for gamer in team.next_order]
        yield f"next order {side}", list(state.next_order(side)), after
        yield f"hand {side}", plain(state.hand(side)), team.hand
        yield f"draw pile {side}", plain(state.draw_pile(side)), team.draw
        yield f"discards {side}", plain(state.discards(side)), team.discard
        if not oracle.open_hands:
            yield f"known cards {side}", plain(state.known_cards(side)), team.known


def turn_facts(state: Any, oracle: Oracle) -> Pairs:
    """Whose turn it is and what can be played."""
    yield "actor", state.actor(), oracle.actor()
    if not oracle.is_over():
        yield (
            "round and action",
            (state.round(), state.action_number()),
            (oracle.round, oracle.action),
        )
    moves = [native_move_facts(move) for move in state.legal_moves()]
    yield "moves", moves, [move_facts(oracle, move) for move in oracle.legal_moves()]
    draws = [native_move_facts(move) for move, _ in state.chance_moves()]
    yield "draws", draws, [move_facts(oracle, move) for move in oracle.chance_moves()]


def view_facts(state: Any, oracle: Oracle) -> Pairs:
    """What the players see."""
    moves = [*oracle.legal_moves(), *oracle.chance_moves()]
    gamers = oracle.gamers
    for player in sorted({0, gamers - 1, gamers, 2 * gamers - 1}):  # team mates see the same
        native, view = state.view(player), oracle.view(player)
        yield f"view of {player}", native.text(), view.text()
        yield f"player in the view of {player}", native.player(), view.player()
        shown = list(map(str, native.legal_moves()))
        yield f"moves in the view of {player}", shown, view.legal_moves()
        if not view.chance_moves():
            yield f"chance in the view of {player}", chance_of(native), {}
        for what, found, expected in card_facts(native, view):
            yield f"{what} in the view of {player}", found, expected
        yield f"problems of the view of {player}", native.problems(), []
        seen = [str(state.seen(move, player)) for move in moves]
        yield f"moves seen by {player}", seen, [oracle.seen(move, player) for move in moves]


def facts(state: Any, oracle: Oracle, ply: int) -> Pairs:
    """What the two say of a position."""
    yield "text", state.text(), oracle.text()
    yield "player", state.player(), oracle.player()
    yield "legal moves", [str(move) for move in state.legal_moves()], oracle.legal_moves()
    yield "chance moves", chance_of(state), oracle.chance_moves()
    over = oracle.is_over()
    yield "is over", state.is_over(), over
    yield "scores", state.scores(), oracle.scores()
    yield "winner", state.winner(), oracle.winner()
    yield "is frozen", state.is_frozen(), oracle.is_frozen()
    if over:
        yield "outcome", state.outcome(), oracle.outcome()
    if over or ply % FULL_EVERY == 0:
        yield "problems", state.problems(), []
        yield from board_facts(state, oracle)
        yield from card_facts(state, oracle)
        yield from turn_facts(state, oracle)
        yield from view_facts(state, oracle)


def dealt(state: Any, side: int) -> tuple[Cards, Cards]:
    """Hand and draw pile of a team of which nothing is hidden."""
    hand, pile = state.hand(side), state.draw_pile(side)
    return Cards(hand.moves, hand.builds), Cards(pile.moves, pile.builds)
