"""Series that grow: more entrants or games, and what was played stays."""

import json
import uuid

from sqlalchemy import bindparam, select, update

from quadrille.arena.plan import Plan
from quadrille.arena.store import schema
from quadrille.arena.store.database import Database
from quadrille.arena.store.errors import BadStore
from quadrille.arena.store.rows import plain


def grow_series(database: Database, series: int, plan: Plan) -> None:
    """Give a series another plan and its games their numbers in it, in a transaction of the caller.

    The series gets another key, since files and programs that know the old one number otherwise.
    """
    table, game = schema.series, schema.game
    mine = table.c.id == series
    rows = database.rows(select(table.c.plan).where(mine).with_for_update())
    if not rows or rows[0].plan is None:
        raise BadStore(f"expected a series with a plan in {database.place!r}, got {series!r}")
    old = Plan.from_dict(json.loads(rows[0].plan))
    if old.grown(plan) != plan:
        raise ValueError(f"expected the agents of series {series} in their order before others")
    facts = {"key": uuid.uuid4().hex, "plan": plain(plan.to_dict()), "total": plan.total}
    database.rows(update(table).where(mine).values(facts).returning(table.c.id))
    moved = []
    for row in database.rows(select(game.c.id, game.c.number).where(game.c.series_id == series)):
        if row.number >= old.total:
            raise BadStore(f"expected games below {old.total} in series {series}, got {row.number}")
        number = plan.index(old.slot(row.number))
        if number != row.number:
            moved.append((-1 - number, row.id))
    if moved:  # through negative numbers, so that no number occurs twice in between
        one = update(game).where(game.c.id == bindparam("one"))
        one = one.values(number=bindparam("place"))
        database.run(str(one.compile(dialect=database.dialect)), moved)
        back = update(game).where(game.c.series_id == series, game.c.number < 0)
        back = back.values(number=-1 - game.c.number)
        whole = back.compile(dialect=database.dialect, compile_kwargs={"literal_binds": True})
        database.run(str(whole))
