"""The database under a store: where it is, how it is reached, and its errors in one line each.

Transactions are begun and ended here rather than by SQLAlchemy, so that on SQLite those that write
take their lock at once and wait for it; one that is asked for in the middle of reading fails. What
is done for every game goes to the driver directly, which takes half the time.
"""

import fcntl
import os
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import URL, Executable, create_engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from quadrille.arena.store.errors import BadStore, Locked
from quadrille.core.install import install_hint

LOCK_SECONDS = 30.0
"""How long to wait for another program that writes."""
CONNECT_SECONDS = 10
"""How long to wait for a server, unless the URL says otherwise."""
POSTGRES = "postgresql+psycopg"

# Our message for an error, by SQLite's words or PostgreSQL's code.
LOCKED = "the store {place!r} is locked: another program has been using it for {wait:g} s"
REASONS = {
    "database is locked": LOCKED,
    "55P03": LOCKED,
    "readonly database": "the store {place!r} cannot be written: it is read-only",
    "25006": "the store {place!r} cannot be written: it is read-only",
    "disk is full": "the store {place!r} cannot be written: the disk is full",
    "53100": "the store {place!r} cannot be written: the disk is full",
    "23503": "a series of the store {place!r} has been deleted",
    "not a database": "expected a store of Quadrille, got a file that is no database: {place!r}",
    "malformed": "the store {place!r} is damaged: {reason}",
}


# What SQLite says if the folder of a file is closed to it.
CLOSED = re.compile("readonly database|unable to open database file")


def default_place() -> Path:
    """The file of the store where none is named, in the user's data folder."""
    return Path(platformdirs.user_data_dir("quadrille")) / "arena.db"


class Database:
    """An open connection, for one thread."""

    def __init__(self, where: str | Path | None, *, create: bool) -> None:
        url = store_url(where)
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.place = _shown(url)
        """For messages; without the password."""
        self._secret = url.password
        if self.is_sqlite:
            _check_file(Path(url.database or ""), self.place, create, default=where is None)
            settings: dict[str, Any] = {"connect_args": {"timeout": LOCK_SECONDS}}
        else:
            waits = {} if "connect_timeout" in url.query else {"connect_timeout": CONNECT_SECONDS}
            settings = {"connect_args": waits, "paramstyle": "format"}
        with self._told():
            self._engine = create_engine(
                url, isolation_level="AUTOCOMMIT", poolclass=NullPool, **settings
            )
            self.connection = self._engine.connect()
        self.dialect = self._engine.dialect
        self._reserved: list[int] = []  # files whose locks end when they are closed
        self._driver: Any = self.connection.connection.driver_connection
        try:
            wait = int(1000 * LOCK_SECONDS)
            self.run("PRAGMA synchronous=NORMAL" if self.is_sqlite else f"SET lock_timeout={wait}")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection; what was reserved is free again."""
        with suppress(SQLAlchemyError):
            self.connection.close()
        self._engine.dispose()
        while self._reserved:
            os.close(self._reserved.pop())

    def reserve(self, what: str) -> bool:
        """Reserve a part of the store for this connection; False if another one has it.

        It ends with the connection, so with the process too, however that ends.
        """
        if not self.is_sqlite:
            lock = "SELECT pg_try_advisory_lock(%s, hashtext(current_schema()::text))"
            number = zlib.crc32(f"quadrille {what}".encode()) >> 1  # 31 bits
            [[given]] = self.run(lock, (number,)).fetchall()
            return bool(given)
        try:
            handle = os.open(f"{self.place}.{what}-lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise BadStore(
                f"cannot write beside the store {self.place!r}: {error.strerror}"
            ) from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            return False
        self._reserved.append(handle)
        return True

    def rows(self, query: Executable) -> Sequence[Any]:
        """All rows of a query."""
        with self._told():
            return self.connection.execute(query).all()

    def change(self, statement: Executable) -> None:
        """Run a statement that gives no rows."""
        with self._told():
            self.connection.execute(statement)

    def run(self, statement: str, values: tuple[Any, ...] | list[tuple[Any, ...]] = ()) -> Any:
        """Run a statement in the driver's own form, with a tuple of values or a list of such.

        The driver's cursor, from which rows are fetched.
        """
        try:
            cursor = self._driver.cursor()
            if isinstance(values, list):
                cursor.executemany(statement, values)
            else:
                cursor.execute(statement, values)
            return cursor
        except self.dialect.loaded_dbapi.Error as error:
            raise self._explained(error) from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A transaction: everything written inside is kept, or nothing."""
        self.run("BEGIN IMMEDIATE" if self.is_sqlite else "BEGIN")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            with suppress(BadStore):
                self.run("ROLLBACK")
            raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn errors of the database into BadStore of one line."""
        try:
            yield
        except DBAPIError as error:
            raise self._explained(error.orig) from error
        except ModuleNotFoundError as error:
            raise BadStore(
                f"the store {self.place!r} needs {error.name}: {install_hint('postgres')}"
            ) from error
        except (SQLAlchemyError, OSError, UnicodeError) as error:
            raise BadStore(f"cannot open the store {self.place!r}: {self._line(error)}") from error

    def _explained(self, error: BaseException | None) -> BadStore:
        reason = self._line(error)
        if self.is_sqlite and CLOSED.search(reason) and not _may_write(Path(self.place).parent):
            what = "use" if os.path.exists(self.place) else "make"
            return BadStore(
                f"cannot {what} the store {self.place!r}: SQLite writes beside it, "
                "and its folder is read-only"
            )
        code = getattr(error, "sqlstate", None)
        for sign, told in REASONS.items():
            if sign == code or (self.is_sqlite and sign in reason):
                text = told.format(place=self.place, reason=reason, wait=LOCK_SECONDS)
                return (Locked if " is locked" in text else BadStore)(text)
        return BadStore(f"the store {self.place!r} fails: {reason}")

    def _line(self, error: BaseException | None) -> str:
        """The first lines of an error as one, without the password."""
        line = " ".join(str(error).split())
        if self._secret:
            line = line.replace(str(self._secret), "***")
        return line if len(line) <= 300 else f"{line[:297]}..."


def _may_write(folder: Path) -> bool:
    return os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def store_url(where: str | Path | None) -> URL:
    """The URL of a store that is given as a file, as a URL, or by nothing for the default one."""
    if where is None:
        return URL.create("sqlite", database=str(default_place()))
    text = os.fspath(where)
    if "://" not in text or isinstance(where, Path):
        return URL.create("sqlite", database=str(Path(text).absolute()))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise _bad_url(text) from None
    if url.drivername in ("sqlite", "sqlite+pysqlite") and url.database and not url.host:
        return URL.create("sqlite", database=str(Path(url.database).absolute()))
    if url.drivername in ("postgresql", POSTGRES):
        return url.set(drivername=POSTGRES)
    raise _bad_url(text)


def _bad_url(text: str) -> BadStore:
    shown = re.sub(r"(?<=:)[^:/@]*(?=@)|(?<=password=)[^&]*", "***", text)
    return BadStore(
        f"expected a file, sqlite:///FILE or postgresql://USER@HOST/NAME, got {shown!r:.200}"
    )


def _shown(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def _check_file(path: Path, place: str, create: bool, *, default: bool) -> None:
    """Refuse what SQLite would accept, or refuse with a message that does not help."""
    if path.is_dir():
        raise BadStore(f"expected a file as the store, got the folder {place!r}")
    if path.exists() and not path.is_file():
        raise BadStore(f"expected a file as the store, got something else: {place!r}")
    if not path.exists() and not create:
        raise BadStore(f"expected a store, got nothing at {place!r}")
    try:
        if default and create:
            path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadStore(f"cannot make the store {place!r}: {error.strerror}") from error
    if not path.parent.is_dir():
        raise BadStore(f"expected a folder for the store {place!r}, got none")
