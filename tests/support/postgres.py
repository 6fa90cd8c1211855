"""A PostgreSQL server for tests: on loopback at a free port, in a temporary folder.

It ends with the tests, also if they are killed, and has nothing to do with a server of the system.
"""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from support.patience import PATIENCE

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "shared_buffers": "16MB",
    "max_connections": "20",
}


class Server:
    """A running server. The superuser is ``postgres``."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="quadrille-postgres-"))
        self.password = secrets.token_hex(16)
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._make()
            self._start()
        except BaseException:
            self.stop()
            raise

    def url(self, name: str = "postgres", password: str | None = None) -> str:
        """Of a database."""
        return f"postgresql://postgres:{password or self.password}@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """The URL of a fresh database."""
        name = f"test_{secrets.token_hex(8)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.url(name)

    def new_schema(self) -> str:
        """The URL of an empty part of one database, which is made faster than a database."""
        name = f"test_{secrets.token_hex(8)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE SCHEMA "{name}"'.encode())
        return f"{self.url()}?options=-csearch_path%3D{name}"

    def stop(self) -> None:
        """End the server and remove all it has written."""
        if self._process is not None:
            # At once, whoever is connected; setpriv has become the server itself.
            self._process.send_signal(signal.SIGQUIT)
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _make(self) -> None:
        secret = self.folder / "password"
        secret.write_text(self.password)
        if os.geteuid() == 0:  # the server refuses to run as root
            owner = pwd.getpwnam(_user())
            for path in (self.folder, secret):
                os.chown(path, owner.pw_uid, owner.pw_gid)
        data = str(self.folder / "data")
        options = ("--auth=scram-sha-256", "--username=postgres", "--encoding=UTF8", "--locale=C")
        command = [_program("initdb"), "-D", data, f"--pwfile={secret}", "--no-sync", *options]
        done = subprocess.run(
            [*_as_owner(), *command],
            cwd=self.folder,
            env=_environment(),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"

    def _start(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        settings = {**SETTINGS, "port": str(self.port)}
        command = [_program("postgres"), "-D", str(self.folder / "data")]
        command += [f"--{name}={value}" for name, value in settings.items()]
        log = self.folder / "log"
        with log.open("wb") as out:
            self._process = subprocess.Popen(
                [*_as_owner(), *command],
                cwd=self.folder,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,  # Ctrl-C is for the tests, which then end the server
            )
        end = time.monotonic() + PATIENCE
        while not self._answers():
            lives = self._process.poll() is None and time.monotonic() < end
            assert lives, f"PostgreSQL does not start:\n{log.read_text()}"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url(), connect_timeout=int(PATIENCE)).close()
        except psycopg.OperationalError:
            return False
        return True


def _program(name: str) -> str:
    """Where a program of PostgreSQL is; Debian keeps them out of the way."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    places = os.pathsep.join([*map(str, folders), os.environ.get("PATH", os.defpath)])
    found = shutil.which(name, path=places)
    assert found, f"PostgreSQL's {name} is missing: tools/setup.sh dev installs it"
    return found


def _environment() -> dict[str, str]:
    """Without settings for other servers, nor the sanitizers that the tests may run under."""
    return {
        name: value
        for name, value in os.environ.items()
        if name != "LD_PRELOAD" and not name.startswith("PG")
    }


def _as_owner() -> list[str]:
    """Run as a user who is not root, and not longer than the tests."""
    dies = ["setpriv", "--pdeathsig=INT"]
    if os.geteuid() == 0:
        user = pwd.getpwnam(_user())
        dies += [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    return [*dies, "--"]


def _user() -> str:
    users = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in users else "nobody"
