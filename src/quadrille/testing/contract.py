"""The table of clauses, and check_game, which holds a game to all of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from quadrille import Game, Rng, State, Stream
from quadrille import game as find_game
from quadrille.testing import chance, pictures, rules, secrets, tensors, texts
from quadrille.testing.case import Case, ContractError, Walk, take_walk


class Often(Enum):
    """At which positions of a random game a clause is checked."""

    ONCE = "at the start of the first game"
    AT_ENDS = "at the end of every game"
    FEW = "at one position of every game, and at the start of the first, as it costs much"
    SOME = "at eight positions of every game, the first and the last among them"
    ALWAYS = "at every position; of a very long game, at five hundred of them"


LONG_GAME = 500
"""Positions of a longer game are not all looked at."""


@dataclass(frozen=True)
class Clause:
    """One sentence of the contract."""

    check: Callable[[Case], None]
    often: Often

    @property
    def name(self) -> str:
        """What an error calls it."""
        return self.check.__name__

    @property
    def meaning(self) -> str:
        """The sentence."""
        return (self.check.__doc__ or "").splitlines()[0]


CLAUSES = (
    Clause(rules.games_end, Often.AT_ENDS),
    Clause(rules.describes_itself, Often.ONCE),
    Clause(rules.copies_are_independent, Often.SOME),
    Clause(rules.equality_is_that_of_texts, Often.SOME),
    Clause(rules.player_is_valid, Often.ALWAYS),
    Clause(rules.sides_are_valid, Often.SOME),
    Clause(rules.bounds_are_constant, Often.SOME),
    Clause(rules.legal_moves_are_sorted, Often.ALWAYS),
    Clause(rules.legal_moves_fit, Often.ALWAYS),
    Clause(rules.legal_moves_can_be_played, Often.SOME),
    Clause(rules.legal_moves_depend_on_the_position, Often.ALWAYS),
    Clause(rules.is_legal_is_membership, Often.SOME),
    Clause(rules.other_moves_are_refused, Often.SOME),
    Clause(rules.other_actions_are_refused, Often.SOME),
    Clause(rules.other_texts_are_refused, Often.SOME),
    Clause(rules.garbage_is_no_move, Often.SOME),
    Clause(rules.wrong_types_are_type_errors, Often.SOME),
    Clause(rules.random_moves_are_playable, Often.SOME),
    Clause(rules.scores_are_points, Often.ALWAYS),
    Clause(rules.outcome_is_zero_sum, Often.ALWAYS),
    Clause(rules.play_brings_no_problems, Often.ALWAYS),
    Clause(rules.equal_seeds_give_equal_games, Often.AT_ENDS),
    Clause(chance.chance_moves_are_weighted, Often.ALWAYS),
    Clause(chance.chance_moves_can_be_played, Often.SOME),
    Clause(chance.chance_has_its_own_stream, Often.SOME),
    Clause(texts.text_is_one_line, Often.ALWAYS),
    Clause(texts.text_round_trips, Often.ALWAYS),
    Clause(texts.text_carries_the_options, Often.SOME),
    Clause(texts.option_conflicts_are_refused, Often.FEW),
    Clause(texts.broken_texts_are_refused, Often.SOME),
    Clause(texts.move_texts_round_trip, Often.SOME),
    Clause(texts.hash_is_64_bits, Often.ALWAYS),
    Clause(texts.hashes_differ, Often.ONCE),
    Clause(texts.canonical_key_is_of_the_position, Often.SOME),
    Clause(texts.pickles_round_trip, Often.SOME),
    Clause(secrets.views_are_stable, Often.SOME),
    Clause(secrets.views_round_trip, Often.SOME),
    Clause(secrets.views_show_whose_turn_it_is, Often.SOME),
    Clause(secrets.views_have_no_stream, Often.SOME),
    Clause(secrets.nothing_is_hidden_without_secrets, Often.SOME),
    Clause(secrets.players_are_checked, Often.FEW),
    Clause(secrets.movers_see_their_moves, Often.SOME),
    Clause(secrets.seen_moves_lead_to_views, Often.SOME),
    Clause(secrets.seen_moves_tell_no_more_than_views, Often.SOME),
    Clause(secrets.redeals_fit_the_view, Often.SOME),
    Clause(secrets.redeals_know_only_the_view, Often.SOME),
    Clause(secrets.redeals_are_full_states, Often.SOME),
    Clause(tensors.actions_round_trip, Often.SOME),
    Clause(tensors.encodings_are_declared, Often.ONCE),
    Clause(tensors.encodings_keep_their_shape, Often.SOME),
    Clause(tensors.encodings_fill_the_buffer, Often.SOME),
    Clause(tensors.wrong_buffers_are_refused, Often.FEW),
    Clause(tensors.unknown_encodings_are_refused, Often.FEW),
    Clause(tensors.encodings_know_only_the_view, Often.SOME),
    Clause(tensors.features_are_declared, Often.SOME),
    Clause(tensors.evaluate_is_zero_sum, Often.SOME),
    Clause(tensors.evaluate_counts_its_weights, Often.FEW),
    Clause(pictures.picture_is_svg, Often.FEW),
    Clause(pictures.spots_lead_to_every_move, Often.FEW),
    Clause(pictures.click_paths_are_distinct, Often.FEW),
    Clause(pictures.ghosts_fit_the_picture, Often.FEW),
    Clause(pictures.only_legal_moves_have_ghosts, Often.FEW),
    Clause(pictures.picture_shows_only_the_view, Often.FEW),
    Clause(pictures.board_is_text, Often.FEW),
    Clause(rules.lacks_is_truthful, Often.ONCE),
)
"""The contract, in the order in which it is checked."""


def check_game(
    game: Game | str | type[State],
    *,
    games: int = 20,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> None:
    """Hold a game to the contract over so many random games.

    Raises ContractError at the first clause that does not hold. A game declares by ``lacks()``
    what it does without; there are no other exceptions. ``progress`` hears how many of the games
    have been checked.
    """
    if games < 1:
        raise ValueError(f"expected at least one game, got {games!r}")
    checked = game if isinstance(game, Game) else find_game(game)
    walks = [take_walk(checked, (seed + i) % 2**64) for i in range(games)]
    for number, walk in enumerate(walks):
        progress(number)
        positions = _sample(walk, number)
        for clause in CLAUSES:
            for index in positions[clause.often]:
                _check(clause, Case(clause.name, walks, walk, index))


def _check(clause: Clause, case: Case) -> None:
    try:
        clause.check(case)
    except ContractError:
        raise
    except Exception as error:
        try:
            case.fail("no error", error)
        except ContractError as broken:
            raise broken from error


def _sample(walk: Walk, number: int) -> dict[Often, Iterable[int]]:
    """The plies at which clauses are checked, in the game of this number."""
    last = max(len(walk.states) - 1, 0)
    rng = Rng.keyed(walk.seed, Stream.plain, 2**32)
    some = {0, last, *(rng.below(last + 1) for _ in range(6))}
    start = [0] if number == 0 else []
    every: Iterable[int] = range(last + 1)
    if last >= LONG_GAME:
        every = sorted(some | {rng.below(last + 1) for _ in range(LONG_GAME)})
    return {
        Often.ONCE: start,
        Often.AT_ENDS: [last],
        Often.FEW: [*start, last if number % 4 == 0 else rng.below(last + 1)],
        Often.SOME: sorted(some),
        Often.ALWAYS: every,
    }
