"""A consistent copy of the database, even while the bot runs, for `python -m kwbot backup FILE`.

The file of an SQLite database is whole only while nothing moves into it from the log beside it. So
the command asks the running bot to hold the file still, copies it, and asks whether it was still
all the time. The bot listens on a Unix socket beside the file. If that is impossible (Windows, a
very long path), it listens on a TCP port of this machine, with the port and a secret in a file
beside the database. Both are for the owner of the database alone. One line of JSON asks, and one
answers.
"""

import asyncio
import hmac
import json
import os
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO

from kwbot.storage.backend.failures import StorageError, StoreLocked
from kwbot.storage.store import Store
from kwbot.storage.upkeep.copying import (
    check_copy,
    copy_closed,
    copy_held_file,
    database_file,
    part_of,
    remove_parts,
)

_MAX_SOCKET_PATH = 100  # bytes; systems allow 104 or 108
_VERSION = 2  # of the protocol
_SECONDS_TO_ASK = 10
_SECONDS_TO_COPY = 15 * 60

_Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class BackupRefused(StorageError):
    """No copy was made. The message is one sentence."""


def _beside(database: Path) -> tuple[Path, Path]:
    """Return the files of the socket, and of the port and its secret."""
    return database.with_name(f"{database.name}.sock"), database.with_name(f"{database.name}.port")


# ---------------------------------------------------------------------------- in the running bot


@asynccontextmanager
async def serve_backups(store: Store) -> AsyncIterator[None]:
    """Hold the file still within the block at the request of those who may read the database."""
    if store.path is None:
        yield
        return
    socket_file, port_file = _beside(store.path)
    _remove(socket_file, port_file)  # left by a killed bot: the database is ours now
    with suppress(OSError):
        remove_parts(store.path)
    server = await _listen_on_socket(partial(_answer, store, ""), socket_file)
    if server is None:
        secret = secrets.token_hex(32)
        server = await _listen_on_port(partial(_answer, store, secret), port_file, secret)
    try:
        yield
    finally:
        server.close()
        _remove(socket_file, port_file)


def _remove(*files: Path) -> None:
    for file in files:
        file.unlink(missing_ok=True)


async def _listen_on_socket(answer: _Answer, file: Path) -> asyncio.Server | None:
    """Return None if this system or folder has no Unix sockets, or the path is too long."""
    if not hasattr(socket, "AF_UNIX") or len(os.fsencode(file)) > _MAX_SOCKET_PATH:
        return None
    listener = socket.socket(socket.AF_UNIX)
    mask = os.umask(0o177)  # its owner alone, from the start
    try:
        listener.bind(str(file))
    except OSError:
        listener.close()
        return None
    finally:
        os.umask(mask)
    return await asyncio.start_unix_server(answer, sock=listener)


async def _listen_on_port(answer: _Answer, file: Path, secret: str) -> asyncio.Server:
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "w") as written:
        json.dump({"port": port, "secret": secret}, written)
    return server


async def _answer(
    store: Store, secret: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    try:
        async with asyncio.timeout(_SECONDS_TO_ASK):
            question = await reader.readline()
        try:
            _check(question, secret)
            async with store.hold_file(), asyncio.timeout(_SECONDS_TO_COPY):
                await _tell(writer, None)
                await reader.readline()  # the copy is made, or its maker is gone
        except StorageError as error:
            await _tell(writer, str(error))
        else:
            await _tell(writer, None)
    except (OSError, TimeoutError, ValueError):
        pass  # gone, silent or endless: nobody waits
    finally:
        writer.close()


async def _tell(writer: asyncio.StreamWriter, error: str | None) -> None:
    writer.write(json.dumps({"error": error}).encode() + b"\n")
    await writer.drain()


def _check(question: bytes, secret: str) -> None:
    """Raise BackupRefused unless our command asked `question`."""
    try:
        asked = json.loads(question)
        known = hmac.compare_digest(str(asked["secret"]).encode(), secret.encode())
        fits = asked["copy"] == _VERSION
    except (ValueError, KeyError, TypeError):
        known = fits = False
    if not fits:
        raise BackupRefused(
            "The bot does not understand this backup command: is it of another version?"
        )
    if not known:
        raise BackupRefused("The bot makes no copies for strangers.")


# -------------------------------------------------------------------------------- in the command


def back_up(url: str, target: Path, *, force: bool = False, wait: float = 2.0) -> str:
    """Copy the database at `url` to `target` and check the copy. Return a sentence on what was
    done.

    `wait`: seconds that a stopping bot gets to let go of the database.

    Raises BackupRefused or StorageError; then there is no new file, and an old one stays whole.
    """
    database = _existing(url)
    _check_target(target, database, force=force)
    try:
        with part_of(target) as part:
            if not _copy_beside_bot(database, part):
                _copy_without_bot(database, part, wait)
            check_copy(part)
            size = part.stat().st_size
            part.replace(target)
    except OSError as error:
        raise BackupRefused(f"{target} cannot be written: {error.strerror}.") from None
    return f"Copied {database} to {target} ({size / 1e6:.1f} MB), and checked the copy."


def _existing(url: str) -> Path:
    database = database_file(url, otherwise="make the backup with pg_dump")
    if not database.is_file():
        raise BackupRefused(f"There is no database {database} to back up.")
    return database


def _check_target(target: Path, database: Path, *, force: bool) -> None:
    if target.is_dir():
        raise BackupRefused(f"{target} is a folder: name a file.")
    if not target.parent.is_dir():
        raise BackupRefused(f"{target} cannot be made: there is no folder {target.parent}.")
    if target.exists() and target.samefile(database):
        raise BackupRefused(f"{target} is the database itself: name another file.")
    if target.exists() and not force:
        raise BackupRefused(f"{target} exists: name another file, or replace it with --force.")


def _copy_without_bot(database: Path, part: Path, wait: float) -> None:
    try:
        copy_closed(database, part, wait=wait)
    except StoreLocked:
        raise BackupRefused(
            f"A bot uses {database} and does not answer: "
            "run this as the user that the bot runs as, or stop the bot first."
        ) from None


def _copy_beside_bot(database: Path, part: Path) -> bool:
    """Copy while the running bot holds the file still; return False if none is listening."""
    found = _connect(database)
    if found is None:
        return False
    connection, secret = found
    with connection, connection.makefile("rb") as answers:
        _ask(connection, answers, {"copy": _VERSION, "secret": secret})
        copy_held_file(database, part)
        _ask(connection, answers, {"copied": True})
    return True


def _ask(connection: socket.socket, answers: IO[bytes], question: dict[str, object]) -> None:
    try:
        connection.sendall(json.dumps(question).encode() + b"\n")
        error = json.loads(answers.readline())["error"]
    except (OSError, ValueError, KeyError, TypeError):
        raise BackupRefused("The bot stopped before the copy was done.") from None
    if error is not None:
        raise BackupRefused(str(error))


def _connect(database: Path) -> tuple[socket.socket, str] | None:
    """Return a connection to the bot that uses `database`, and its secret; None without a bot."""
    socket_file, port_file = _beside(database)
    try:
        if socket_file.exists():
            return _connect_to_socket(socket_file), ""
        told = json.loads(port_file.read_text("utf-8"))
        address = ("127.0.0.1", told["port"])
        return socket.create_connection(address, timeout=_SECONDS_TO_COPY), told["secret"]
    except (OSError, ValueError, KeyError):
        return None  # no bot, or a killed one's file


def _connect_to_socket(file: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(_SECONDS_TO_COPY)
    try:
        connection.connect(str(file))
    except OSError:
        connection.close()
        raise
    return connection
