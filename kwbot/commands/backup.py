"""``backup FILE``: a consistent copy of the database; see kwbot.backup."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any


def add(parsers: Any) -> None:
    parser = parsers.add_parser(
        "backup", help="copy the database, also while the bot runs", add_help=False
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Hand the words on as they are. The database is not loaded for the other commands."""
    return int(import_module("kwbot.backup").main(options.words))
