"""Write the generated parts of the pages: option, encoding and feature tables of every game, and
what the cards of shipped models say.

A page marks them by `<!-- generated: options -->` ... `<!-- end -->`. `make docs` fills them in;
a test compares.
"""

import json
import re
from collections.abc import Callable, Iterator
from math import log
from pathlib import Path
from typing import Any

import growth.tables as growth_tables
import peers.tables as peer_tables

import quadrille
from quadrille.agents.models import shipped_models
from quadrille.arena.calibration import read_chances
from quadrille.arena.fixed_ladder import read_ladder
from quadrille.core.sizes import log_mean

ROOT = Path(__file__).parent.parent
PAGES = (
    "README.md",
    *(f"docs/{name}.md" for name in ("learning", "sizes", "peers", "growth", "web")),
)
"""Beside those of the games."""
FEW = 100
"""Predictions; a tenth with fewer says too little."""
BLOCK = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(header: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def options(game: quadrille.Game) -> str:
    """The options of a game."""
    rows = [
        [f"`{field.name}`", f"`{field.text(field.default)}`", field.expected(), field.doc]
        for field in game.option_fields
    ]
    return table(["option", "default", "values", "meaning"], rows) if rows else "None.\n"


def encodings(game: quadrille.Game) -> str:
    """The encodings of a game."""
    rows = [
        [
            f"`{one.name}`",
            " x ".join(map(str, one.shape)),
            one.dtype,
            str(one.version),
            one.doc,
        ]
        for one in game.new().encodings()
    ]
    return table(["encoding", "shape", "type", "version", "content"], rows)


def features(game: quadrille.Game) -> str:
    """The features of the static evaluation with their weights."""
    state = game.new()
    pairs = zip(state.feature_names(), state.weights(), strict=True)
    return table(["feature", "weight"], [[f"`{name}`", f"{weight:g}"] for name, weight in pairs])


def games(_: quadrille.Game) -> str:
    """All games that ship."""
    known = [quadrille.game(name) for name in quadrille.game_names()]
    rows = [
        [
            f'<img src="docs/images/{game.name}.svg" width="220" alt="A game of {game.title}">',
            f"[{game.title}](src/quadrille/games/{game.name}/README.md)<br>`{game.name}`",
            game.summary,
        ]
        for game in known
    ]
    return table(["", "game", "in a line"], rows)


def models(_: quadrille.Game) -> str:
    """The matches on the cards of all models that ship."""
    rows = []
    for model in shipped_models():
        card = model.read_card()
        for number, match in enumerate(card["strength"]):
            first = [f"`{model.name}`", f"`{card['recipe']['command']}`", cost(card["cpu_hours"])]
            fields = match["agent"].partition(",")[2]
            counts = f"{match['wins']}-{match['draws']}-{match['losses']}"
            share = f"{match['share']:.1%} ({match['low']:.1%} to {match['high']:.1%})"
            name = first if number == 0 else ["", "", ""]
            rows.append([*name, f"`{fields}`", f"`{match['opponent']}`", counts, share])
    header = ["model", "made by", "CPU time", "as", "against", "won-drawn-lost", "points"]
    return table(header, rows)


def ladder(game: quadrille.Game) -> str:
    """A game's fixed set of agents, rated against each other."""
    facts = read_ladder(game)
    if facts is None:
        return f"Not played yet: `quadrille ladder --play {game.name} --ship`, then `make docs`.\n"
    rows = [
        [
            f"`{row['agent']}`",
            f"{row['points']:.1%}",
            f"{row['elo']:+.0f}",
            f"{row['low']:+.0f} to {row['high']:+.0f}",
        ]
        for row in facts["agents"]
    ]
    made = f"{facts['games']:,} games on {facts['date']}, version {facts['version']}"
    return f"`{facts['command']}`: {made}.\n\n" + table(["agent", "points", "Elo", "95 %"], rows)


def cost(hours: float) -> str:
    """CPU time as people say it."""
    return f"{60 * hours:.0f} min" if hours < 2 else f"{hours:.1f} h"


def sizes(_: quadrille.Game) -> str:
    """How large all games are."""
    rows = []
    for name, size in measured_sizes()["games"].items():
        sample = size["sample"]
        chance = f", {sample['outcomes']:.1f} outcomes" if sample["outcomes"] else ""
        lengths = f"{sample['length']:.0f} ({sample['length_low']:.0f} to"
        ends = f"({sample['log10_low']:.0f} to {sample['log10_high']:.0f})"
        rows.append(
            [
                quadrille.game(name).title,
                f"{lengths} {sample['length_high']:.0f})",
                f"{sample['choices']:.1f}{chance}",
                str(sample["most_choices"]),
                f"10^{sample['log10_games']:.0f} {ends}",
                f"`{size['command']}`",
            ]
        )
    header = ["game", "moves (8 games of 10)", "choices on average", "at most", "all games"]
    return table([*header, "command"], rows)


def plies(name: str) -> str:
    """Positions of a game ply by ply."""
    columns = ("ply", "sequences", "positions", "classes", "over")
    rows = [
        ["too many" if ply[column] is None else f"{ply[column]:,}" for column in columns]
        for ply in measured_sizes()["games"][name]["plies"]
    ]
    return table(["ply", "sequences", "positions", "classes", "ended"], rows)


def maps(_: quadrille.Game) -> str:
    """The maps of Carcassonne by their number of tiles."""
    rows = [
        [tiles, f"10^{log_mean([log(10) * each for each in logs]) / log(10):.1f}", spread(logs)]
        for tiles, logs in measured_sizes()["maps"]["log10"].items()
    ]
    return table(["tiles", "maps", "by samples of 200 games"], rows)


def spread(logs: list[float]) -> str:
    """The least and the most of several estimates."""
    return f"10^{min(logs):.1f} to 10^{max(logs):.1f}"


def peers(_: quadrille.Game) -> str:
    """Speeds of the neighbours beside ours."""
    header = ["what", "Quadrille", "neighbour", "times as fast, or as small (range)"]
    return table(header, peer_tables.rows(peer_tables.read()))


def peers_machine(_: quadrille.Game) -> str:
    """Where they were measured."""
    return peer_tables.where(peer_tables.read())


def peers_unfair(_: quadrille.Game) -> str:
    """What stays unfair."""
    return table(["what", "what stays unfair"], peer_tables.unfair())


def calibration(_: quadrille.Game) -> str:
    """How well the chances on the page agree with games that they were not fitted to."""
    rows = []
    for game in map(quadrille.game, quadrille.game_names()):
        if (found := read_chances(game)) is None:
            continue
        checked = found.origin["checked"]
        tenths = [each for each in checked["chances"] if each["count"] >= FEW]
        worst = max(tenths, key=lambda each: abs(each["real"] - each["predicted"]))
        off = 100 * abs(worst["real"] - worst["predicted"])
        rows.append(
            [
                game.title,
                ", ".join(map(str, found.sides)),
                f"{checked['positions']:,} of {checked['games']:,} games",
                f"{off:.1f} points (95 %: ±{100 * worst['margin']:.1f})",
                f"{len(tenths)} of 10",
                f"`{found.origin['command']}`",
            ]
        )
    head = ["game", "sides", "held against", "largest difference of a tenth"]
    return table([*head, f"tenths with {FEW} predictions or more", "command"], rows)


def measured_sizes() -> dict[str, Any]:
    """What tools/sizes.py has written."""
    found: dict[str, Any] = json.loads((ROOT / "docs" / "sizes.json").read_text())
    return found


TABLES: dict[str, Callable[[quadrille.Game], str]] = {
    "options": options,
    "encodings": encodings,
    "features": features,
    "games": games,
    "models": models,
    "ladder": ladder,
    "sizes": sizes,
    "quarto_plies": lambda _: plies("quarto"),
    "connect_four_plies": lambda _: plies("connect_four"),
    "maps": maps,
    "peers": peers,
    "peers_machine": peers_machine,
    "peers_unfair": peers_unfair,
    "calibration": calibration,
    "growth_machine": lambda _: growth_tables.where(),
    **{
        name: lambda _, rows=rows: table(*rows())  # type: ignore[misc]
        for name, rows in growth_tables.TABLES.items()
    },
}


def pages() -> Iterator[tuple[Path, str]]:
    """Every page with generated parts, and what it should say."""
    first = quadrille.game(quadrille.game_names()[0])
    found = {ROOT / name: first for name in PAGES}
    for name in quadrille.game_names():
        found[ROOT / "src/quadrille/games" / name / "README.md"] = quadrille.game(name)
    for path, game in found.items():
        yield (
            path,
            BLOCK.sub(lambda m, g=game: m[1] + TABLES[m[2]](g) + m[3], path.read_text()),  # type: ignore[misc]
        )


if __name__ == "__main__":
    for path, text in pages():
        path.write_text(text)
        print(path.relative_to(ROOT))
