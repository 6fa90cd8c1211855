"""Clauses about texts and identity: positions and moves as text, hashes, pickles, options."""

import pickle
from collections.abc import Iterator

from quadrille import BadPosition, Game, Rng
from quadrille.testing.case import Case
from quadrille.testing.observe import observe, short
from quadrille.testing.options import values_alone


def text_is_one_line(case: Case) -> None:
    """A position text is one line of printable characters, without spaces at its ends."""
    text = case.state.text()
    good = isinstance(text, str) and text.isprintable() and text.strip() == text != ""
    case.expect(good, "one line of printable text", text)


def text_round_trips(case: Case) -> None:
    """The parsed text is the same state in all that can be observed, hash included."""
    parsed = case.game.parse(case.text)
    case.expect(parsed == case.state, f"parse({case.text!r}) to equal its origin", parsed)
    case.same("the parsed text", observe(case.state), parsed)


def text_carries_the_options(case: Case) -> None:
    """A state's options are its game's, and its text alone brings them back."""
    options = dict(case.state.options())
    case.expect(options == case.game.options, f"options {case.game.options}", options)
    plain = Game(case.game.state_type, {}, case.game.spec)
    parsed = dict(plain.parse(case.text).options())
    case.expect(parsed == options, f"options {options} from {case.text!r} alone", parsed)


def option_conflicts_are_refused(case: Case) -> None:
    """A text that names another value of an option than the game's is BadPosition."""
    for field in case.game.option_fields:
        named = case.state.options()[field.name]
        for value in values_alone(case.game, field) if named != field.default else ():
            if value != named:
                other = Game(case.game.state_type, {field.name: value}, case.game.spec)
                what = f"{case.text!r} in {other!r}"
                case.refuses(BadPosition, what, other.parse, case.text)


def broken_texts_are_refused(case: Case) -> None:
    """A mutilated text is BadPosition, or it is a sound position; nothing else happens."""
    for text in mutilated(case.text, case.rng):
        try:
            found = case.game.parse(text)
        except BadPosition as error:
            one_line = len(str(error).splitlines()) == 1
            case.expect(one_line, f"a message of one line for {short(text)}", str(error))
            continue
        except Exception as error:
            case.fail(f"BadPosition or a sound state for {short(text)}", error)
        problems = list(found.problems())
        case.expect(problems == [], f"no problems() in what parse({short(text)}) accepts", problems)
        again = case.game.parse(found.text())
        case.expect(
            again == found and again.hash() == found.hash(),
            f"the text {found.text()!r} of what parse({short(text)}) accepts to round-trip",
            again,
        )
        for move in case.some(found.legal_moves(), 3):
            found.copy().play(move)


def move_texts_round_trip(case: Case) -> None:
    """Every move's text is one line, its own, the same as str(), and parses to the move."""
    moves = case.playable()
    texts = [case.state.move_text(move) for move in moves]
    case.expect(len(set(texts)) == len(texts), "different texts for different moves", texts)
    for move, text in zip(moves, texts, strict=True):
        case.expect(text == str(move), f"the text {str(move)!r}", text)
        good = text.isprintable() and text.strip() == text != ""
        case.expect(good, "one line of printable text", text)
        parsed = case.state.parse_move(text)
        case.expect(parsed == move, f"parse_move({text!r}) to give the move", parsed)


def hash_is_64_bits(case: Case) -> None:
    """hash() is a whole number of 64 bits."""
    value = case.state.hash()
    case.expect(type(value) is int and 0 <= value < 2**64, "64 bits", value)


def hashes_differ(case: Case) -> None:
    """Different positions have different hashes, as far as these games go."""
    texts: dict[int, str] = {}
    for walk in case.walks:
        for state, text in zip(walk.states, walk.texts, strict=True):
            known = texts.setdefault(state.hash(), text)
            case.expect(known == text, f"another hash for {text!r}", f"that of {known!r}")


def canonical_key_is_of_the_position(case: Case) -> None:
    """canonical_key(), if the game has one, is 64 bits and the same for the parsed text."""
    if not case.lacks("canonical_key"):
        key, parsed = case.state.canonical_key(), case.game.parse(case.text).canonical_key()
        case.expect(type(key) is int and 0 <= key < 2**64, "64 bits", key)
        case.expect(parsed == key, f"the key {key} for the parsed text", parsed)


def pickles_round_trip(case: Case) -> None:
    """A pickled state comes back as it was, and draws go on as they would have."""
    restored = pickle.loads(pickle.dumps(case.state))
    case.expect(restored == case.state, "a pickled state equal to itself", restored)
    case.same("a pickled state", observe(case.state), restored)
    for move in case.playable():
        there = pickle.loads(pickle.dumps(move))
        case.expect((there, str(there)) == (move, str(move)), f"the move {move} again", there)
    if case.is_chance:
        case.expect(case.state.play_chance() == restored.play_chance(), "the same draw", restored)


def mutilated(text: str, rng: Rng) -> Iterator[str]:
    """Texts that someone who errs, or means harm, could send instead of this one."""
    yield from ("", " ", text + " ", " " + text, text + "\n", text + text, text + " " + text)
    yield from (text[::-1], text.swapcase(), text.replace(" ", ""), "nonsense=1 " + text)
    yield from ("\N{SNOWMAN}" * 300, "\ud800", "\0" + text, text[:1] * 100_000, "=")
    alphabet = "".join(dict.fromkeys(text)) + "?0x-"
    for _ in range(4):
        at = rng.below(len(text))
        other = alphabet[rng.below(len(alphabet))]
        yield text[:at]
        yield text[:at] + text[at + 1 :]
        yield text[:at] + other + text[at + 1 :]
        yield text[:at] + text[at] + text[at:]
        yield text[:at] + other + text[at:]
        swapped = rng.below(len(text))
        low, high = sorted((at, swapped))
        if low != high:
            middle = text[low + 1 : high]
            yield text[:low] + text[high] + middle + text[low] + text[high + 1 :]
