"""Clauses about chance: an explicit player with a stream of its own."""

from quadrille import IllegalMove, Rng, Stream
from quadrille.testing.case import Case


def chance_moves_are_weighted(case: Case) -> None:
    """At chance nodes: moves ascending by value, each with a positive whole weight."""
    outcomes = list(case.state.chance_moves())
    if not case.is_chance:
        case.expect(outcomes == [], "no chance moves when a player is to move", outcomes)
        return
    values = [move.value for move, _ in outcomes]
    case.expect(values and values == sorted(set(values)), "ascending, different moves", outcomes)
    whole = all(type(weight) is int and 0 < weight < 2**32 for _, weight in outcomes)
    case.expect(whole, "positive whole numbers as weights", outcomes)


def chance_moves_can_be_played(case: Case) -> None:
    """Every chance move can be played and changes the state."""
    for move, _ in case.some(case.state.chance_moves(), 100):
        after, again = case.state.copy(), case.state.copy()
        after.play(move)
        again.play(str(move))
        case.expect(after.text() != case.text, f"a change by {str(move)!r}", after.text())
        case.expect(after == again, f"the same by the text {str(move)!r}", again.text())


def chance_has_its_own_stream(case: Case) -> None:
    """A draw depends on the position, the game's seed and the number of draws before it."""
    if not case.is_chance:
        case.refuses(IllegalMove, "play_chance() out of turn", case.state.play_chance)
        return
    seed, before = case.walk.seed, case.walk.states[: case.index]
    ply = sum(1 for state in before if state.player() == case.state.player())
    wanted = case.state.random_move(Rng.keyed(seed, Stream.chance, ply))
    for _ in range(2):
        drawn = case.state.copy().play_chance()
        case.expect(drawn == wanted, f"draw {ply} of seed {seed} to be {wanted}", drawn)
    drawn = case.game.parse(case.text, seed=7).play_chance()
    wanted = case.state.random_move(Rng.keyed(7, Stream.chance, 0))
    case.expect(drawn == wanted, f"the first draw of seed 7 to be {wanted}", drawn)
