"""Stores that cannot be used are refused in one line, and nothing that was stored is lost."""

import os
import re
import resource
import shutil
import signal
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from arena.store.store_games import make_plan, make_up, play
from quadrille.arena.store import BadStore, Store, database, schema
from quadrille.arena.store.database import Database
from quadrille.core.install import install_hint
from support.places import DATA
from support.postgres import Server

STORES = DATA / "store"


@contextmanager
def refused(reason: str, *secrets: str) -> Iterator[None]:
    """BadStore, in one line that does not tell secrets."""
    with pytest.raises(BadStore, match=reason) as caught:
        yield
    message = str(caught.value)
    assert "\n" not in message and len(message) < 500
    for secret in secrets:
        assert secret not in message


# --- what is no store ----------------------------------------------------------------------


def test_files_that_are_no_stores_are_left_alone(tmp_path: Path) -> None:
    text, other, named, marked = (tmp_path / name for name in ("text", "other", "named", "marked"))
    text.write_text("dear diary\n" * 1000)
    for path, script in (
        (other, "CREATE TABLE people (name)"),
        (named, "CREATE TABLE meta (a, b); INSERT INTO meta VALUES ('program', 'quadrille')"),
        (
            marked,
            "CREATE TABLE meta (name, value); "
            "INSERT INTO meta VALUES ('program', 'other'), ('schema', '1')",
        ),
    ):
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(script)
    before = {path: path.read_bytes() for path in (text, other, named, marked)}
    for path in before:
        what = "a file that is no database" if path == text else "another database"
        with refused(f"expected a store of Quadrille, got {what}: '.*{path.name}'"):
            Store.open(path)
    assert {path: path.read_bytes() for path in before} == before
    assert sorted(tmp_path.iterdir()) == sorted(before)


def test_places_that_can_have_no_store(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "empty").touch()
    with refused("expected a file as the store, got the folder"):
        Store.open(tmp_path)
    with refused("expected a file as the store, got something else"):
        Store.open(tmp_path / "pipe")
    with refused("expected a folder for the store '.*', got none"):
        Store.open(tmp_path / "no" / "x.db")
    with refused("expected a store, got nothing at"):
        Store.open(tmp_path / "no.db", create=False)
    with refused("expected a store of Quadrille, got an empty database"):
        Store.open(tmp_path / "empty", create=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "pipe"]
    Store.open(tmp_path / "empty").close()


def test_a_damaged_store_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with Store.open(path) as store:
        series = store.add_series(make_plan(games=300))
        for number in range(300):
            store.add(series, make_up(make_plan(games=300), number))
    data = bytearray(path.read_bytes())
    data[8192:40960] = b"\xff" * (40960 - 8192)
    path.write_bytes(data)
    with refused("the store .* is damaged"), Store.open(path) as store:
        list(store.games())


@pytest.mark.parametrize(
    "url",
    [
        "mysql://me:hush@host/x",
        "sqlite://",
        "sqlite://me:hush@host/x",
        "postgresql://me:hush@host:port/x",
        "://x:hush@y",
        "postgresql+psycopg2://me:hush@host/x?password=hush",
        "http://example.org/?password=hush",
    ],
)
def test_bad_urls(url: str) -> None:
    with refused("expected a file, sqlite:///FILE or postgresql://USER@HOST/NAME, got", "hush"):
        Store.open(url)


def test_urls_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for where in ("a.db", "sqlite:///b.db", f"sqlite:///{tmp_path}/c.db", tmp_path / "d.db"):
        with Store.open(where) as store:
            assert store.place == str(tmp_path / Path(store.place).name)
    assert sorted(path.name for path in tmp_path.glob("*.db")) == ["a.db", "b.db", "c.db", "d.db"]


def test_the_default_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with refused("expected a store, got nothing at"):
        Store.open(create=False)
    with Store.open() as store:
        assert store.place == str(tmp_path / "data" / "quadrille" / "arena.db")
        store.add_series(make_plan())
    with Store.open(create=False) as store:
        assert len(store.all_series()) == 1
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with refused("cannot make the store"):
        Store.open()


# --- servers -------------------------------------------------------------------------------


def test_servers_that_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with refused(f"the store 'postgresql://me:.*@127.0.0.1:{port}/x' fails: .*refused", "hush"):
        Store.open(f"postgresql://me:hush@127.0.0.1:{port}/x?application_name=hush")
    with refused("invalid sslmode value", "hush"):
        Store.open(f"postgresql://me:hush@127.0.0.1:{port}/x?sslmode=hush")
    monkeypatch.setattr(database, "CONNECT_SECONDS", 2)  # the shortest that there is
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        port = deaf.getsockname()[1]
        with refused("the store .* fails: .*timeout", "hush"):
            Store.open(f"postgresql://me:hush@127.0.0.1:{port}/x")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with refused(re.escape(f"needs psycopg: {install_hint('postgres')}"), "hush"):
        Store.open("postgresql://me:hush@127.0.0.1/x")


@pytest.mark.xdist_group("postgres")
def test_databases_that_cannot_be_used(postgres: Server) -> None:
    with refused("database .*nothing.* does not exist", postgres.password):
        Store.open(postgres.url("nothing"))
    with refused("password authentication failed", "hush", postgres.password):
        Store.open(postgres.url("postgres", "hush"))
    url = postgres.new_database()
    with refused("expected a store of Quadrille, got an empty database", postgres.password):
        Store.open(url, create=False)
    with psycopg.connect(url) as connection:
        connection.execute("CREATE VIEW people AS SELECT 1")
    with refused("expected a store of Quadrille, got another database", postgres.password):
        Store.open(url)
    with psycopg.connect(url) as connection:
        connection.execute("CREATE SCHEMA mine")
    with Store.open(f"{url}?options=-csearch_path%3Dmine") as store:  # beside what others have
        store.add_series(make_plan())
        assert postgres.password not in store.place


@pytest.mark.xdist_group("postgres")
def test_a_server_that_goes_away(postgres: Server) -> None:
    url = postgres.new_database()
    plan = make_plan()
    with Store.open(url) as store:
        series = store.add_series(plan)
        assert store.add(series, make_up(plan, 0))
        with psycopg.connect(postgres.url(), autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
        with refused("the store .* fails", postgres.password):
            store.add(series, make_up(plan, 1))
    with Store.open(url) as store:
        assert list(store.missing(series))[:2] == [1, 2]


# --- versions ------------------------------------------------------------------------------


def tell(where: str, *statements: str) -> None:
    """Change a store behind its back."""
    found = Database(where, create=False)
    for statement in statements:
        found.run(statement)
    found.close()


def test_a_newer_store_is_left_alone(where: str) -> None:
    Store.open(where).close()
    tell(where, "UPDATE meta SET value = '9' WHERE name = 'schema'")
    for create in (True, False):
        with refused("expected a store of schema 3 or older, got schema 9: .* newer Quadrille"):
            Store.open(where, create=create)
    tell(where, "UPDATE meta SET value = 'x' WHERE name = 'schema'")
    with refused("got another database"):
        Store.open(where)


def test_an_older_store_is_brought_up_to_date(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan()
    with Store.open(where) as store:
        series = store.add_series(plan)
        store.add(series, make_up(plan, 0))

    def widen(found: Database) -> None:
        found.run("ALTER TABLE game ADD COLUMN extra INTEGER")

    def fail(found: Database) -> None:
        found.run("UPDATE game SET nonsense = 1")

    steps = list(schema.STEPS)
    monkeypatch.setattr(schema, "STEPS", [*steps, widen, fail])
    with refused("nonsense"):
        Store.open(where)
    monkeypatch.setattr(schema, "STEPS", [*steps, widen])
    with pytest.raises(BadStore, match="extra"):
        tell(where, "UPDATE game SET extra = 1")  # the first step was undone with the second
    with Store.open(where, create=False) as store:
        assert store.has(series, 0)
    tell(where, "UPDATE game SET extra = 1")
    Store.open(where).close()  # not once more
    monkeypatch.setattr(schema, "STEPS", steps)
    with refused("expected a store of schema 3 or older, got schema 4"):
        Store.open(where)


def test_stores_of_every_version_can_be_read(tmp_path: Path) -> None:
    """Made by ``sqlite3 arena.db .dump`` when a version was new."""
    scripts = sorted(STORES.glob("schema-*.sql"))
    assert len(scripts) == schema.newest(), "keep a store of the new version"
    for script in scripts:
        path = tmp_path / f"{script.stem}.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(script.read_text())
        with Store.open(path, create=False) as store:
            plan = make_plan(games=4)
            [series] = store.all_series()
            assert series.plan == plan and list(store.missing(series.number)) == [2, 3]
            for row in store.games():
                assert store.record(row.id) == play(plan, row.number).record
            assert store.add(series.number, play(plan, 2))
            contents = ["5f" * 32], ["6a" * 32]  # of files: unknown to older stores
            labels = [store.label_entrants(["bot.py:Bot"], each) for each in contents]
            assert labels == [("bot.py:Bot",), ("bot.py:Bot (sha6a6a6a6a)",)]


# --- locks, full disks ---------------------------------------------------------------------


@contextmanager
def locked(where: str) -> Iterator[None]:
    """Keep everybody else from writing."""
    if where.startswith("postgresql"):
        with psycopg.connect(where) as holder:
            holder.execute("LOCK TABLE game, series, meta IN ACCESS EXCLUSIVE MODE")
            yield
    else:
        with closing(sqlite3.connect(where, isolation_level=None)) as keeper:
            keeper.execute("BEGIN IMMEDIATE")
            yield


def test_a_locked_store(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan()
    with Store.open(where) as store:
        series = store.add_series(plan)
    monkeypatch.setattr(database, "LOCK_SECONDS", 0.2)
    with Store.open(where) as store:
        assert store.add(series, make_up(plan, 0))
        with locked(where), refused("is locked: another program has been using it for 0.2 s"):
            store.add(series, make_up(plan, 1))
        assert store.add(series, make_up(plan, 1))  # none the worse for it
        assert list(store.missing(series)) == list(range(2, 10))


def test_a_store_that_is_locked_before_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "LOCK_SECONDS", 0.2)
    path = tmp_path / "x.db"
    with locked(str(path)), refused("is locked: another program has been using it"):
        Store.open(path)
    Store.open(path).close()


def test_a_store_that_is_read_only() -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        path = folder / "x.db"
        with Store.open(path) as store:
            store.add_series(make_plan())
        path.chmod(0o444)
        folder.chmod(0o555)
        closed = "SQLite writes beside it, and its folder is read-only"
        with nobody(), refused(f"cannot use the store '.*': {closed}"), Store.open(path) as store:
            store.all_series()
        with nobody(), refused(f"cannot make the store '.*new.db': {closed}"):
            Store.open(folder / "new.db")
        assert len(list(folder.iterdir())) == 1
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


@contextmanager
def nobody() -> Iterator[None]:
    """Root may write everywhere; be somebody else for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.xdist_group("postgres")
def test_a_database_that_is_read_only(postgres: Server) -> None:
    url = postgres.new_database()
    Store.open(url).close()
    with psycopg.connect(url, autocommit=True) as connection:
        name = url.rpartition("/")[2]
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
    with Store.open(url) as store:
        assert store.all_series() == []
        with refused("cannot be written: it is read-only"):
            store.add_series(make_plan())


def test_a_full_store_loses_nothing(tmp_path: Path) -> None:
    plan = make_plan(games=2000)
    with Store.open(tmp_path / "x.db") as store:
        series = store.add_series(plan)
        pages = store._database.run("PRAGMA page_count").fetchone()[0]
        store._database.run(f"PRAGMA max_page_count = {pages + 8}")
        check_that_it_fills(store, series, "cannot be written: the disk is full")
        store._database.run("PRAGMA max_page_count = 1000000")
        assert store.add(series, make_up(plan, next(store.missing(series))))


def check_that_it_fills(store: Store, series: int, reason: str) -> None:
    plan = make_plan(games=2000)
    stored = 0
    with refused(reason):
        for number in range(2000):
            assert store.add(series, make_up(plan, number))
            stored += 1
    assert stored > 5 and next(store.missing(series)) == stored
    assert len(list(store.games())) == len(list(store.game_results(series))) == stored


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with Store.open(tmp_path / "x.db") as store:
        series = store.add_series(make_plan(games=2000))
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, limits[1]))
        try:
            check_that_it_fills(store, series, "the store .* (fails|cannot be written): .*disk")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, before)
