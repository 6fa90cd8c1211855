"""The clauses of the contract, and check_game, which checks all of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from quadrille import Game, Rng, State, Stream
from quadrille.core.game import as_game
from quadrille.testing import chance, images, inputs, pictures, rules, secrets, tensors, texts
from quadrille.testing.case import Case, ContractError, Walk, take_walk


class Frequency(Enum):
    """At which positions of a random game a clause is checked."""

    ONCE = "at the start of the first game"
    AT_ENDS = "at the end of every game"
    FEW = "at one position of every game, and at the start of the first, because it is slow"
    SOME = "at eight positions of every game, the first and the last among them"
    ALWAYS = "at every position; of a very long game, at five hundred of them"


LONG_GAME = 500
"""Longer games are checked at this many positions."""


@dataclass(frozen=True)
class Clause:
    """One sentence of the contract."""

    check: Callable[[Case], None]
    frequency: Frequency

    @property
    def name(self) -> str:
        """What an error calls it."""
        return self.check.__name__

    @property
    def meaning(self) -> str:
        """The sentence."""
        return (self.check.__doc__ or "").splitlines()[0]


CLAUSES = (
    Clause(rules.games_end, Frequency.AT_ENDS),
    Clause(rules.describes_itself, Frequency.ONCE),
    Clause(rules.copies_are_independent, Frequency.SOME),
    Clause(rules.equality_is_that_of_texts, Frequency.SOME),
    Clause(rules.player_is_valid, Frequency.ALWAYS),
    Clause(rules.sides_are_valid, Frequency.SOME),
    Clause(rules.bounds_are_constant, Frequency.SOME),
    Clause(rules.legal_moves_are_sorted, Frequency.ALWAYS),
    Clause(rules.legal_moves_fit, Frequency.ALWAYS),
    Clause(rules.legal_moves_can_be_played, Frequency.SOME),
    Clause(rules.legal_moves_depend_on_the_position, Frequency.ALWAYS),
    Clause(rules.is_legal_is_membership, Frequency.SOME),
    Clause(rules.other_moves_are_refused, Frequency.SOME),
    Clause(rules.other_actions_are_refused, Frequency.SOME),
    Clause(rules.other_texts_are_refused, Frequency.SOME),
    Clause(rules.garbage_is_no_move, Frequency.SOME),
    Clause(rules.wrong_types_are_type_errors, Frequency.SOME),
    Clause(rules.random_moves_are_playable, Frequency.SOME),
    Clause(rules.scores_are_points, Frequency.ALWAYS),
    Clause(rules.outcome_is_zero_sum, Frequency.ALWAYS),
    Clause(rules.play_brings_no_problems, Frequency.ALWAYS),
    Clause(rules.equal_seeds_give_equal_games, Frequency.AT_ENDS),
    Clause(chance.chance_moves_are_weighted, Frequency.ALWAYS),
    Clause(chance.chance_moves_can_be_played, Frequency.SOME),
    Clause(chance.chance_has_its_own_stream, Frequency.SOME),
    Clause(texts.text_is_one_line, Frequency.ALWAYS),
    Clause(texts.text_round_trips, Frequency.ALWAYS),
    Clause(texts.text_carries_the_options, Frequency.SOME),
    Clause(texts.option_conflicts_are_refused, Frequency.FEW),
    Clause(texts.broken_texts_are_refused, Frequency.SOME),
    Clause(texts.move_texts_round_trip, Frequency.SOME),
    Clause(texts.hash_is_64_bits, Frequency.ALWAYS),
    Clause(texts.hashes_differ, Frequency.ONCE),
    Clause(texts.canonical_key_is_of_the_position, Frequency.SOME),
    Clause(texts.pickles_round_trip, Frequency.SOME),
    Clause(secrets.views_are_stable, Frequency.SOME),
    Clause(secrets.views_round_trip, Frequency.SOME),
    Clause(secrets.views_show_whose_turn_it_is, Frequency.SOME),
    Clause(secrets.views_have_no_stream, Frequency.SOME),
    Clause(secrets.nothing_is_hidden_without_secrets, Frequency.SOME),
    Clause(secrets.players_are_checked, Frequency.FEW),
    Clause(secrets.movers_see_their_moves, Frequency.SOME),
    Clause(secrets.seen_moves_lead_to_views, Frequency.SOME),
    Clause(secrets.seen_moves_tell_no_more_than_views, Frequency.SOME),
    Clause(secrets.redeals_fit_the_view, Frequency.SOME),
    Clause(secrets.redeals_know_only_the_view, Frequency.SOME),
    Clause(secrets.redeals_are_full_states, Frequency.SOME),
    Clause(tensors.actions_round_trip, Frequency.SOME),
    Clause(tensors.encodings_are_declared, Frequency.ONCE),
    Clause(tensors.encodings_keep_their_shape, Frequency.SOME),
    Clause(tensors.encodings_fill_the_buffer, Frequency.SOME),
    Clause(tensors.wrong_buffers_are_refused, Frequency.FEW),
    Clause(tensors.unknown_encodings_are_refused, Frequency.FEW),
    Clause(tensors.encodings_know_only_the_view, Frequency.SOME),
    Clause(inputs.inputs_are_the_encoding, Frequency.SOME),
    Clause(inputs.inputs_know_only_the_view, Frequency.SOME),
    Clause(inputs.move_inputs_fit, Frequency.SOME),
    Clause(inputs.move_inputs_know_only_the_view, Frequency.SOME),
    Clause(inputs.only_legal_moves_have_inputs, Frequency.FEW),
    Clause(inputs.dense_encodings_have_no_inputs, Frequency.FEW),
    Clause(images.identity_is_the_first_image, Frequency.SOME),
    Clause(images.images_are_sound, Frequency.SOME),
    Clause(images.moves_have_images, Frequency.SOME),
    Clause(images.images_commute_with_play, Frequency.SOME),
    Clause(images.images_can_be_undone, Frequency.FEW),
    Clause(images.views_have_images, Frequency.SOME),
    Clause(images.other_symmetries_are_refused, Frequency.FEW),
    Clause(tensors.features_are_declared, Frequency.SOME),
    Clause(tensors.evaluate_is_zero_sum, Frequency.SOME),
    Clause(tensors.evaluate_counts_its_weights, Frequency.FEW),
    Clause(pictures.picture_is_svg, Frequency.FEW),
    Clause(pictures.spots_lead_to_every_move, Frequency.FEW),
    Clause(pictures.click_paths_are_distinct, Frequency.FEW),
    Clause(pictures.ghosts_fit_the_picture, Frequency.FEW),
    Clause(pictures.only_legal_moves_have_ghosts, Frequency.FEW),
    Clause(pictures.picture_shows_only_the_view, Frequency.FEW),
    Clause(pictures.board_is_text, Frequency.FEW),
    Clause(rules.lacks_is_truthful, Frequency.ONCE),
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
    checked = as_game(game)
    walks = [take_walk(checked, (seed + i) % 2**64) for i in range(games)]
    for number, walk in enumerate(walks):
        progress(number)
        positions = _sample(walk, number)
        for clause in CLAUSES:
            for index in positions[clause.frequency]:
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


def _sample(walk: Walk, number: int) -> dict[Frequency, Iterable[int]]:
    """The plies at which clauses are checked, in the game of this number."""
    last = max(len(walk.states) - 1, 0)
    rng = Rng.keyed(walk.seed, Stream.plain, 2**32)
    some = {0, last, *(rng.below(last + 1) for _ in range(6))}
    start = [0] if number == 0 else []
    every: Iterable[int] = range(last + 1)
    if last >= LONG_GAME:
        every = sorted(some | {rng.below(last + 1) for _ in range(LONG_GAME)})
    return {
        Frequency.ONCE: start,
        Frequency.AT_ENDS: [last],
        Frequency.FEW: [*start, last if number % 4 == 0 else rng.below(last + 1)],
        Frequency.SOME: sorted(some),
        Frequency.ALWAYS: every,
    }
