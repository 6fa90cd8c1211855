"""What is said about pastures and pillars."""

import quadrille
from quadrille.core.drawing.draw import parts


def said(game: str, text: str) -> dict[str, list[str]]:
    """What is said about the parts of a position, by their titles."""
    return {each["title"]: each["lines"] for each in parts(quadrille.game(game).parse(text))[1]}


def test_pastures() -> None:
    text = "players=2 size=6 cells=12 sheep=4 ##A1.##/#..A3.#/#...B4#/##..##/######/###### 2"
    found = said("sheep", text)
    assert len(parts(quadrille.game("sheep").parse(text))[1]) == 3
    assert found["Player 2: pasture of 1 cell"] == ["1.0 points", "Can move: e3 (4 sheep)."]
    assert "No flock here can move." not in str(found["Player 2: pasture of 1 cell"])


def test_why_a_cell_cannot_be_entered() -> None:
    text = "10010A/100a0b0/22*00/001c00/210B0C1 213:m1b2:m2b1:m0b0 231:m0b0:m0b0:m3b3 5.1"
    state = quadrille.game("pillars").parse(text)
    found = said("pillars", text)
    assert len(found) == 25
    x, y = state.position(state.actor())
    actor = state.name_of(state.actor())
    letters = "abcde"
    reasons = {}
    for title, lines in found.items():
        reasons[title.partition(":")[0]] = " ".join(lines)
    assert "whose turn it is, stands here" in reasons[f"{letters[x]}{y + 1}"]
    legal = {str(move) for move in state.legal_moves()}
    ways = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
    steps = {
        f"{letters[x + dx]}{y + dy + 1}" for way, (dx, dy) in ways.items() if f"move {way}" in legal
    }
    builds = {move.removeprefix("build ") for move in legal if move.startswith("build ")}
    for cell, words in reasons.items():
        assert (f"{actor} can step here" in words) == (cell in steps), cell
        assert (f"{actor} can build here" in words) == (cell in builds), cell
    assert "the summit has its full height" in reasons["c3"]
    assert "stands there" in reasons["e5"]
    assert "not next to the gamer's cell" in reasons["a1"]
