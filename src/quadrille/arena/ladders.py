"""The ladders of a store, one for each game with its options, which follow its games."""

from collections.abc import Iterable

from quadrille.arena.ladder import Ladder
from quadrille.arena.store import SeriesRow, Store
from quadrille.arena.store.rows import plain

LATE = 1_000
"""Among this many of the last games, some may become visible after others with higher numbers."""


class Ladders:
    """What the games of a store say so far; ``update`` reads those that have come since."""

    def __init__(
        self,
        store: Store,
        series: Iterable[int] | None = None,
        game: str | None = None,
        *,
        drift: float = 0.0,
    ) -> None:
        """Those of some series, or of one game, or of all. ``drift`` is that of each ladder."""
        self._store = store
        self._series = None if series is None else list(series)
        self._game = game
        self._drift = drift
        self._kinds: dict[int, SeriesRow] = {}
        self._seen: set[int] = set()
        self._last = 0
        self._found: dict[tuple[str, str], tuple[SeriesRow, Ladder]] = {}
        Ladder(drift=drift)  # ValueError, also where nothing has been played

    @property
    def ladders(self) -> tuple[tuple[SeriesRow, Ladder], ...]:
        """Each with the first series of its game."""
        return tuple(self._found.values())

    def update(self) -> int:
        """Read the new games; how many there were."""
        count = 0
        for each in self._store.results(max(0, self._last - LATE), self._series, self._game):
            if each.game in self._seen or len(each.lineup) < 2:
                continue
            self._seen.add(each.game)
            self._last = max(self._last, each.game)
            self._ladder(each.series).add(each.lineup, each.outcome)
            count += 1
        self._seen = {each for each in self._seen if each > self._last - LATE}
        return count

    def _ladder(self, number: int) -> Ladder:
        if number not in self._kinds:
            self._kinds = {each.number: each for each in self._store.all_series()}
        series = self._kinds[number]
        key = series.game, plain(series.options)
        _, found = self._found.setdefault(key, (series, Ladder(drift=self._drift)))
        return found
