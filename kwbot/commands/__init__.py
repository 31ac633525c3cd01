"""The commands of ``python -m kwbot``. Each module here with `add` and `run` is one."""

import argparse
import os
import sys
from collections.abc import Sequence

from kwbot import BUILD

from . import (
    accelerate,
    backup,
    bench,
    doctor,
    move_database,
    rate,
    replay,
    restore,
    simulate,
    view,
)
from .complaint import Complaint

WRONG = 2
"""The exit status of a command that could not do what it was asked."""
_MODULES = (replay, view, simulate, bench, backup, restore, move_database, rate, accelerate, doctor)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; errors go to stderr as one line."""
    parser = argparse.ArgumentParser(prog="python -m kwbot")
    parser.add_argument("--version", action="version", version=f"Kwbot {BUILD}")
    parsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in _MODULES:
        command.add(parsers)
    _write_everything()
    options = parser.parse_args(argv)
    try:
        status = options.run(options)
        sys.stdout.flush()
    except Complaint as complaint:
        print(complaint, file=sys.stderr)
        return WRONG
    except BrokenPipeError:  # the reader of our output has stopped
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - keeps the last flush quiet
        return WRONG
    except KeyboardInterrupt:
        return 130
    return int(status)


def _write_everything() -> None:
    """Keep names that the terminal cannot show from ending a command."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
