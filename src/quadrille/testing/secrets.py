"""Clauses about hidden facts: views, moves as they are seen, and redeals."""

from typing import Any

from quadrille import BadMoveText, IllegalMove, Rng
from quadrille.testing.case import Case
from quadrille.testing.observe import observe


def views_are_stable(case: Case) -> None:
    """A view of a view is the same view, and taking it leaves the state alone."""
    before = observe(case.state)
    for player in case.players:
        view = case.state.view(player)
        case.same(f"the view of player {player} of itself", observe(view), view.view(player))
    case.same("a state that was viewed", before, case.state)


def views_round_trip(case: Case) -> None:
    """A view's text parses to the view; a view has no problems()."""
    for player in case.players:
        view = case.state.view(player)
        case.expect(list(view.problems()) == [], "a view without problems()", view.problems())
        parsed = case.game.parse(view.text())
        case.expect(parsed == view, f"parse({view.text()!r}) to equal the view", parsed)
        case.same("the parsed view", observe(view), parsed)


def views_show_whose_turn_it_is(case: Case) -> None:
    """Everybody sees whose turn it is, and the player to move sees what is legal."""
    mover, legal = case.state.player(), list(case.state.legal_moves())
    for player in case.players:
        view = case.state.view(player)
        case.expect(view.player() == mover, f"player {mover} to move in all views", view.player())
        if player == mover:
            seen = list(view.legal_moves())
            case.expect(seen == legal, f"the legal moves {legal} in the mover's view", seen)


def views_have_no_stream(case: Case) -> None:
    """Nobody can learn coming draws from a view or from a redealt state."""
    if case.is_chance:
        for player in case.players:
            view = case.state.view(player)
            dealt = case.state.redeal(player, Rng(0))
            case.refuses(ValueError, "play_chance() on a view", view.play_chance)
            case.refuses(ValueError, "play_chance() on a redealt state", dealt.play_chance)


def nothing_is_hidden_without_secrets(case: Case) -> None:
    """A game that lacks secrets has views, seen moves and redeals like the state itself."""
    if case.lacks("secrets"):
        whole = observe(case.state)
        for player in case.players:
            case.same(f"the view of player {player}", whole, case.state.view(player))
            case.same(f"a redeal for player {player}", whole, case.state.redeal(player, Rng(0)))
            for move in case.some(case.playable(), 5):
                seen = case.state.seen(move, player)
                case.expect(seen == move, f"player {player} to see the move {move}", seen)


def players_are_checked(case: Case) -> None:
    """A player who does not exist is a ValueError, wherever a player is given."""
    state = case.state
    for player in (-1, len(case.players)):
        what = f"player {player}"
        case.refuses(ValueError, f"the view of {what}", state.view, player)
        case.refuses(ValueError, f"a redeal for {what}", state.redeal, player, Rng(0))
        for move in case.playable()[:1]:
            case.refuses(ValueError, f"a move seen by {what}", state.seen, move, player)
        for encoding in state.encodings():
            what_else = f"encoding {encoding.name!r} for {what}"
            case.refuses(ValueError, what_else, state.encode, encoding.name, player)


def movers_see_their_moves(case: Case) -> None:
    """Whoever moves sees the move as it is."""
    mover = case.state.player()
    for move in case.some(case.state.legal_moves(), 20):
        seen = case.state.seen(move, mover)
        case.expect(seen == move, f"player {mover} to see the own move {move}", seen)


def seen_moves_lead_to_views(case: Case) -> None:
    """A seen move played on the view gives the view of the next state.

    A game with secrets may refuse to play on views.
    """
    for move in case.some(case.playable(), 10):
        after = case.state.copy()
        after.play(move)
        for player in case.players:
            view = case.state.view(player)
            try:
                view.play(case.state.seen(move, player))
            except (IllegalMove, BadMoveText) as error:
                case.expect(not case.lacks("secrets"), f"{move} to be playable on a view", error)
                continue
            wanted = after.view(player).text()
            case.expect(
                view.text() == wanted,
                f"{wanted!r} for player {player} after {str(move)!r} is seen",
                view.text(),
            )


def seen_moves_tell_no_more_than_views(case: Case) -> None:
    """Draws after which a player's view is the same look the same to that player."""
    if not case.is_chance or case.lacks("secrets"):
        return
    for player in case.players:
        by_view: dict[str, Any] = {}
        for move in case.some(case.playable(), 50):
            after = case.state.copy()
            after.play(move)
            seen = case.state.seen(move, player)
            first = by_view.setdefault(after.view(player).text(), seen)
            case.expect(seen == first, f"player {player} to see {first} for {move} too", seen)


def redeals_fit_the_view(case: Case) -> None:
    """A redealt state has no problems() and gives the player the same view."""
    for player in case.players:
        dealt = case.state.redeal(player, case.rng)
        case.expect(list(dealt.problems()) == [], "a redeal without problems()", dealt.problems())
        wanted, seen = case.state.view(player), dealt.view(player)
        case.same(f"the view of player {player} of a redealt state", observe(wanted), seen)


def redeals_know_only_the_view(case: Case) -> None:
    """The same generator redeals the same from the state, from its view and from its text."""
    for player in case.players:
        view = case.state.view(player)
        seed = case.rng.next()
        dealt = case.state.redeal(player, Rng(seed)).text()
        for name, origin in (
            ("the state again", case.state),
            ("the view", view),
            ("the view's text", case.game.parse(view.text())),
        ):
            other = origin.redeal(player, Rng(seed)).text()
            case.expect(other == dealt, f"{dealt!r} for player {player} from {name}", other)


def redeals_are_full_states(case: Case) -> None:
    """A redealt state is no view, if the view hides anything, and plays on to the end."""
    for player in case.players:
        view, state = case.state.view(player), case.state.redeal(player, case.rng)
        if view.text() != case.text:
            full = state.text() != view.text()
            case.expect(full, f"a full state redealt for player {player}", state.text())
        plies = case.index
        while not state.is_over() and plies <= state.max_plies():
            state.play(state.random_move(case.rng))
            plies += 1
        case.expect(state.is_over(), "a redealt game to end in max_plies()", state.text())
