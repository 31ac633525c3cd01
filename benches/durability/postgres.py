"""A private PostgreSQL server in a temporary folder."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

USER = "postgres"
_SAFE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
"""Options that spare the disk, for tests without power cuts."""


def missing() -> str | None:
    """Return why no server can run here, or None."""
    if _program("initdb") is None:
        return "there is no PostgreSQL (initdb): .ci/run installs it on Debian"
    if find_spec("asyncpg") is None:
        return "there is no driver for PostgreSQL: install requirements-postgres.txt"
    return None


def _program(name: str) -> str | None:
    found = sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")))
    return shutil.which(name) or (found[-1] if found else None)


class PostgresServer:
    """A server that listens on a socket in its folder only; `url` names its database."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._data = folder / "data"
        self._folder = folder
        self._options = [f"-c {option}" for option in options]
        self.url = f"postgresql+asyncpg://{USER}@/{USER}?host={folder}"
        self._run("initdb", "--auth=trust", f"--username={USER}", "--no-sync", "--no-instructions")

    def _run(self, program: str, *arguments: str) -> None:
        # A server refuses to run as root.
        user = USER if os.geteuid() == 0 else None
        found = _program(program)
        assert found is not None
        command = [found, f"--pgdata={self._data}", *arguments]
        subprocess.run(  # noqa: S603 - programs and folders are ours
            command, check=True, cwd=self._folder, user=user, stdout=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )  # fmt: skip

    def start(self) -> None:
        options = " ".join(["-c listen_addresses=", f"-k {self._folder}", *self._options])
        log = self._folder / "server.log"
        self._run("pg_ctl", "--wait", f"--log={log}", f"--options={options}", "start")

    @property
    def pid(self) -> int:
        """The id of the server's main process, parent of all its others."""
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def stop(self) -> None:
        """Stop the server at once, breaking off all connections."""
        self._run("pg_ctl", "--wait", "--mode=immediate", "stop")


@contextmanager
def postgres_server(*, safe: bool = False) -> Iterator[PostgresServer]:
    """Yield a running server; if `safe`, its stored data survives a power cut."""
    with tempfile.TemporaryDirectory(prefix="kwbot-pg-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        server = PostgresServer(folder, *([] if safe else _SAFE))
        server.start()
        try:
            yield server
        finally:
            server.stop()
