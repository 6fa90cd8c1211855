"""Clauses about the rules: who moves, what is legal, what is refused, how games end."""

import re
from collections.abc import Iterator
from math import isfinite
from typing import Any

from quadrille import CHANCE, NOBODY, BadMoveText, IllegalMove, Rng
from quadrille.testing.case import Case
from quadrille.testing.observe import observe, short

WRONG_TYPES = (None, 1.5, b"1", (), object())
GARBAGE = ("", " ", "\n", "\0", "no such move!", "'\"<&>", "x\ny", "\ud800")
LONG_GARBAGE = ("\N{SNOWMAN}" * 300, "7" * 300)


def games_end(case: Case) -> None:
    """Every random game starts, goes on and ends within max_plies() moves."""
    walk = case.walk
    if walk.error is not None or not walk.states:
        case.fail("a game that goes on to its end", walk.error)
    plies = len(walk.moves)
    case.expect(plies <= case.state.max_plies(), f"at most {case.state.max_plies()} plies", plies)


def describes_itself(case: Case) -> None:
    """Name, title, summary and penalty are there, and options have valid defaults."""
    game = case.game
    case.expect(re.fullmatch("[a-z][a-z0-9_]*", game.name), "a name in snake_case", game.name)
    for what, line in (("title", game.title), ("summary", game.summary)):
        case.expect(len(line.splitlines()) == 1, f"one line as {what}", line)
    penalty = case.state.penalty
    case.expect(penalty in ("game", "turn"), "the penalty 'game' or 'turn'", penalty)
    names = [field.name for field in game.option_fields]
    case.expect(len(set(names)) == len(names), "options of different names", names)
    for field in game.option_fields:
        default = field.check(field.default)
        good = default == field.default and field.parse(field.text(default)) == default
        case.expect(good and field.doc, f"a default and a doc for option {field.name!r}", field)


def lacks_is_truthful(case: Case) -> None:
    """lacks() names the optional parts that the game never uses, and no others."""
    states = [state for walk in case.walks for state in walk.states]
    state = case.state
    parts = {
        "chance": any(s.player() == CHANCE for s in states),
        "secrets": any(s.view(p).text() != s.text() for s in states for p in case.players),
        "encodings": len(state.encodings()) > 0,
        "features": len(state.feature_names()) > 0,
        "canonical_key": hasattr(state, "canonical_key"),
    }
    lacking = state.lacks()
    known = {*parts, "drawing"}
    case.expect(set(lacking) <= known, f"parts of {sorted(known)}", lacking)
    for part, is_there in parts.items():
        fits = is_there is (part not in lacking)
        case.expect(fits, f"{part} to be lacking exactly if it is not there", sorted(lacking))


def copies_are_independent(case: Case) -> None:
    """A copy equals its original; what is played on one leaves the other as it was."""
    stored = case.walk.states[case.index].text()
    case.expect(stored == case.text, f"a copy that stays {case.text!r} when play goes on", stored)
    before = observe(case.state)
    case.same("a copy", before, case.state.copy())
    for move in case.some(case.playable(), 3):
        case.state.copy().play(move)
        case.same("an original", before, case.state)


def equality_is_that_of_texts(case: Case) -> None:
    """States are equal, and hash equally in sets, exactly when their texts are equal."""
    state, twin = case.state, case.state.copy()
    case.expect(state == twin and hash(state) == hash(twin), "a copy equal to its original", twin)
    case.expect(state != case.text, "a state unequal to its text", state)
    for move in case.some(case.playable(), 3):
        after = state.copy()
        after.play(move)
        if after.text() != case.text:
            case.expect(state != after, f"{after.text()!r} to be another state", after == state)


def player_is_valid(case: Case) -> None:
    """player() is 0..n-1, CHANCE or NOBODY, and is_over() says the same."""
    player, over = case.state.player(), case.state.is_over()
    known = (*case.players, CHANCE, NOBODY)
    case.expect(type(player) is int and player in known, f"a player of {known}", player)
    case.expect(over is (player == NOBODY), f"is_over() to fit player {player}", over)


def sides_are_valid(case: Case) -> None:
    """Sides are 0..num_sides()-1, and every side has a player."""
    sides = [case.state.side(player) for player in case.players]
    wanted = set(range(case.state.num_sides()))
    case.expect(sides and set(sides) == wanted, f"players on every side of {wanted}", sides)


def bounds_are_constant(case: Case) -> None:
    """Numbers of players, sides and actions, bounds, encodings and features never change."""

    def bounds(state: Any) -> list[object]:
        numbers = [state.num_players(), state.num_sides(), state.num_actions()]
        limits = [state.max_moves(), state.max_plies()]
        return [numbers, limits, list(state.encodings()), list(state.feature_names())]

    first, now = bounds(case.walk.states[0]), bounds(case.state)
    case.expect(first == now, f"bounds as at the start, {first}", now)


def legal_moves_are_sorted(case: Case) -> None:
    """Legal moves ascend by value, without duplicates, and are 32-bit numbers."""
    values = [move.value for move in case.state.legal_moves()]
    case.expect(values == sorted(set(values)), "ascending and different moves", values)
    case.expect(all(0 <= v < 2**32 for v in values), "moves of 32 bits", values)


def legal_moves_fit(case: Case) -> None:
    """A player to move has 1 to max_moves() moves; chance, and nobody at the end, has none."""
    count = len(case.state.legal_moves())
    most = 0 if case.is_chance or case.is_end else case.state.max_moves()
    case.expect(min(1, most) <= count <= most, f"{min(1, most)} to {most} legal moves", count)


def legal_moves_can_be_played(case: Case) -> None:
    """Every legal move can be played, by itself and by its text, and changes the state."""
    for move in case.some(case.state.legal_moves(), 100):
        after, again = case.state.copy(), case.state.copy()
        after.play(move)
        again.play(str(move))
        case.expect(after.text() != case.text, f"a change by {str(move)!r}", after.text())
        case.expect(after == again, f"the same by the text {str(move)!r}", again.text())


def legal_moves_depend_on_the_position(case: Case) -> None:
    """The same position has the same moves however it was reached."""
    here = [move.value for move in case.state.legal_moves()]
    there = [move.value for move in case.game.parse(case.text).legal_moves()]
    case.expect(here == there, f"moves {there} as for the parsed text", here)


def is_legal_is_membership(case: Case) -> None:
    """is_legal says yes to the legal moves and to their texts, and to no other."""
    legal = list(case.state.legal_moves())
    for move in case.some(legal, 100):
        for form in (move, str(move)):
            answer = case.state.is_legal(form)
            case.expect(answer is True, f"is_legal({form!r}) to be true", answer)
    for move in _moves_elsewhere(case):
        if move not in legal:
            answer = case.state.is_legal(move)
            case.expect(answer is False, f"is_legal({str(move)!r}) to be false", answer)


def other_moves_are_refused(case: Case) -> None:
    """What is not listed cannot be played and changes nothing: moves of other positions."""
    playable = case.playable()
    texts = {str(move) for move in playable}
    for move in _moves_elsewhere(case):
        what = f"the move {str(move)!r} of another position"
        if move not in playable:
            case.refuses(IllegalMove, what, case.state.play, move)
        if case.is_end or (case.is_chance and str(move) not in texts):
            case.refuses((IllegalMove, BadMoveText), what, case.state.play, str(move))


def other_actions_are_refused(case: Case) -> None:
    """An action index that no legal move has is refused by move(), or its move by play()."""
    state, playable = case.state, case.playable()
    count = state.num_actions()
    legal = {state.action(move) for move in state.legal_moves()}
    for action in case.some([a for a in range(count) if a not in legal], 200):
        try:
            move = state.move(action)
        except IllegalMove:
            continue
        if not case.is_chance or move not in playable:
            case.refuses(IllegalMove, f"action {action}", state.play, move)
    for action in (-1, count):
        case.refuses(IllegalMove, f"action {action}", state.move, action)


def other_texts_are_refused(case: Case) -> None:
    """A text near a move's is refused, or it is another way to write a playable move."""
    playable = case.playable()
    for move in case.some(playable, 2):
        for text in _near(str(move)):
            try:
                meant = case.state.parse_move(text)
            except BadMoveText:
                case.refuses(BadMoveText, f"the text {text!r}", case.state.play, text)
                continue
            if meant not in playable:
                case.refuses(IllegalMove, f"the text {text!r}", case.state.play, text)
                continue
            after, again = case.state.copy(), case.state.copy()
            after.play(meant)
            again.play(text)
            case.expect(after == again, f"{text!r} to be played as {meant}", again.text())


def garbage_is_no_move(case: Case) -> None:
    """A text that is no notation at all is BadMoveText, wherever moves are given."""
    for text in GARBAGE + LONG_GARBAGE:
        for call in (case.state.parse_move, case.state.play, case.state.is_legal):
            case.refuses(BadMoveText, f"the text {short(text)}", call, text)


def wrong_types_are_type_errors(case: Case) -> None:
    """What is neither a move nor a text is a TypeError."""
    for thing in WRONG_TYPES:
        for call in (case.state.play, case.state.is_legal):
            case.refuses(TypeError, f"{type(thing).__name__} as a move", call, thing)


def random_moves_are_playable(case: Case) -> None:
    """random_move() is playable and a function of position and generator; ends have none."""
    if case.is_end:
        case.refuses(ValueError, "random_move() at the end", case.state.random_move, Rng(1))
        return
    playable = case.playable()
    for seed in range(5):
        move = case.state.random_move(Rng(seed))
        case.expect(move in playable, f"one of {playable}", move)
        again = case.state.copy().random_move(Rng(seed))
        case.expect(move == again, f"{move} again by the same generator", again)


def scores_are_points(case: Case) -> None:
    """scores() is one finite number per player."""
    scores = case.state.scores()
    finite = all(isinstance(score, float) and isfinite(score) for score in scores)
    case.expect(finite and len(scores) == len(case.players), "a number per player", scores)


def outcome_is_zero_sum(case: Case) -> None:
    """outcome() is a value per side in [-1, 1], summing to zero, and only at the end."""
    if not case.is_end:
        case.refuses(ValueError, "outcome() before the end", case.state.outcome)
        return
    values = case.state.outcome()
    case.expect(len(values) == case.state.num_sides(), "a value per side", values)
    case.expect(all(-1 <= value <= 1 for value in values), "values from -1 to 1", values)
    case.expect(abs(sum(values)) < 1e-9, "values that sum to zero", values)


def play_brings_no_problems(case: Case) -> None:
    """problems() is empty along play."""
    problems = case.state.problems()
    case.expect(list(problems) == [], "no problems()", problems)


def equal_seeds_give_equal_games(case: Case) -> None:
    """The same seed and the same choices give the same game, draws included."""
    walk = case.walk
    state = case.game.new(walk.seed)
    for ply, move in enumerate(walk.moves):
        seen = state.text()
        case.expect(seen == walk.texts[ply], f"{walk.texts[ply]!r} again at ply {ply}", seen)
        if state.player() == CHANCE:
            drawn = state.play_chance()
            case.expect(drawn == move, f"the draw {move} again at ply {ply}", drawn)
        else:
            state.play(move)
    case.expect(state.text() == case.text, f"the end {case.text!r} again", state.text())


def _moves_elsewhere(case: Case) -> list[Any]:
    """Some moves that were played, or could be, in other positions of the game."""
    moves = case.some(case.walk.moves, 10)
    for state in case.some(case.walk.states, 3):
        moves += case.some(state.legal_moves(), 10)
    return moves


def _near(text: str) -> Iterator[str]:
    """Texts that differ a little from one."""
    yield from (f" {text}", f"{text} ", f"{text}\n", text + text, text[1:], text[:-1])
    yield from (text.swapcase(), text[::-1], f"{text}?", f"{text}\0", f"{text[:-1]}~")
    last = text[-1:]
    if last.isdigit():
        yield from (f"{text[:-1]}{(int(last) + step) % 10}" for step in (1, 5))
