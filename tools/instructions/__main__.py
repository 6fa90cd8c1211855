"""Count, show and compare: ``make bench`` does it; ``make counts`` keeps what was counted."""

import os
import sys

from instructions.count import (
    KEPT,
    ROOT,
    TOLERANCE,
    CountError,
    Counts,
    count,
    other_kind,
    read,
    regressions,
    write,
)


def show(counts: Counts, kept: Counts) -> None:
    """Print the counts, with their ratios to those that were kept."""
    print(f"{'instructions':>14} {'ratio':>6}  fixed work")
    for name, found in counts.items():
        ratio = f"{found / kept[name]:.3f}" if name in kept else "new"
        print(f"{found:14,} {ratio:>6}  {name}")


def main(keep: bool) -> int:
    """Count; the exit code is 1 for a regression, and where CI could not count at all."""
    try:
        counts = count()
    except CountError as error:
        print(f"instructions were not counted: {error}", file=sys.stderr)
        return 1 if keep or os.environ.get("CI") == "true" else 0
    if keep:
        write(counts)
        print(f"kept in {KEPT.relative_to(ROOT)}; review the difference")
        return 0
    kept = read()
    reason = other_kind(kept)
    show(counts, {} if reason else kept["counts"])
    if reason:
        print(reason, file=sys.stderr)
        return 0
    if worse := regressions(counts, kept["counts"]):
        print(f"more than {TOLERANCE:.0%} more than in {KEPT.name}:", *worse, sep="\n  ")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] == ["--keep"]))
