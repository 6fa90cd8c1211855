"""``quadrille size``: how large a game is."""

from dataclasses import asdict
from typing import Annotated

from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Seed,
    console,
    count_option,
    dim,
    find_game,
    plain_table,
    print_json,
)
from quadrille.core.sizes import PARTS, PlySize, Sample, count_plies, sample_games

MAX_POSITIONS = 10_000_000
MAX_GAMES = 1_000_000


def size(
    game: GameName,
    most: Annotated[
        int, count_option("--most", help="Count while there are no more positions than this.")
    ] = 20_000,
    games: Annotated[int, count_option("--games", "-n", help="Random games to look at.")] = 1000,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Tell how large a game is: positions, choices, lengths, and the number of all games.

    The first plies are counted, all else is estimated from random games. In the column of classes,
    positions that a symmetry of the game turns into each other are counted once.
    """
    if not 1 <= most <= MAX_POSITIONS:
        raise ValueError(f"expected --most from 1 to {MAX_POSITIONS}, got {most}")
    if not PARTS <= games <= MAX_GAMES:
        raise ValueError(f"expected --games from {PARTS} to {MAX_GAMES}, got {games}")
    rules = find_game(game, option)
    plies = list(count_plies(rules, most, seed))
    sample = sample_games(rules, games, seed)
    if json:
        answer = {"game": rules.spec, "seed": seed, "most": most}
        counted = [asdict(each) for each in plies]
        print_json({**answer, "plies": counted, "sample": sample.to_dict()})
    else:
        show(plies, sample)


def show(plies: list[PlySize], sample: Sample) -> None:
    """Print both as tables."""
    table = plain_table("ply", "sequences", "positions", "classes", "ended")
    for each in plies:
        numbers = (each.ply, each.sequences, each.positions, each.classes, each.over)
        table.add_row(*("" if number is None else f"{number:,}" for number in numbers))
    out = console()
    out.print(table)
    out.print(dim(f"\n{sample.games:,} random games:"))
    table = plain_table("what", "how much")
    for name, value in words(sample).items():
        table.add_row(name, value)
    out.print(table)


def words(sample: Sample) -> dict[str, str]:
    """A sample in words."""
    lengths = f"{sample.length:.1f} ({sample.length_low:.0f} to {sample.length_high:.0f} in 8 of 10"
    found = {
        "moves of a game": f"{lengths}; {sample.shortest} to {sample.longest})",
        "choices of a player": f"{sample.choices:.1f}, at most {sample.most_choices}",
    }
    if sample.outcomes is not None:
        found["outcomes of chance"] = f"{sample.outcomes:.1f}"
    ends = f"{sample.log10_low:.0f} to {sample.log10_high:.0f} by tenths of the sample"
    return {**found, "all games": f"about 10^{sample.log10_games:.0f} ({ends})"}
