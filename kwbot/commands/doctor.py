"""``doctor [--channel ID]``: try everything that the bot relies on; see kwbot.diagnosis."""

from __future__ import annotations

import argparse
import asyncio
import logging
from importlib import import_module
from typing import Any


def add(parsers: Any) -> None:
    parser = parsers.add_parser("doctor", help="try everything that the bot relies on")
    parser.add_argument(
        "--channel", type=int, metavar="ID", help="a text channel to try things out in"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if everything works, else 1. Database and Discord are loaded for this alone."""
    logging.getLogger("discord").setLevel(logging.CRITICAL)  # what it would say is said here
    return int(asyncio.run(import_module("kwbot.diagnosis").examine(options.channel)))
