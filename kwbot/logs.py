"""The log of the program, as plain lines or as JSON.

Nothing is blanked out here: cards, tokens and secrets must not reach a logger at all. `MIN_LEVELS`
keeps libraries from logging them at DEBUG.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TextIO

from kwbot.config import LogFormat, LogLevel

# The lowest level at which a library may log, whatever the program's own level.
MIN_LEVELS = {
    "discord": logging.INFO,  # DEBUG: payloads, with hands and interaction tokens
    "aiohttp": logging.INFO,
    "aiohttp.access": logging.WARNING,  # a request's path may hold an interaction token
    "aiosqlite": logging.INFO,  # DEBUG: statements with their values
    "sqlalchemy": logging.WARNING,
    "alembic": logging.WARNING,
    "asyncio": logging.INFO,  # DEBUG: arguments of callbacks
}


class JsonFormatter(logging.Formatter):
    """One JSON object a line: `at` (UTC), `level`, `logger`, `message`, and `error` if any."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def place_of(error: BaseException) -> str:
    """Return where in the code an error arose, as function and line without any value."""
    trace, found = error.__traceback__, "?"
    while trace is not None:
        found = f"{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found


def set_up(level: LogLevel, style: LogFormat, stream: TextIO | None = None) -> None:
    """Log to `stream` (standard error) and nowhere else, from `level` on."""
    handler = logging.StreamHandler(stream or sys.stderr)
    if style == "json":
        handler.setFormatter(JsonFormatter())
    else:
        handler.setFormatter(
            logging.Formatter("{asctime} {levelname:<7} {name}: {message}", style="{")
        )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, floor in MIN_LEVELS.items():
        logging.getLogger(name).setLevel(max(floor, logging.getLogger().level))
