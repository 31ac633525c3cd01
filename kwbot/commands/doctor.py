"""``doctor [--channel ID]``: check everything that the bot relies on; see kwbot.diagnosis."""

import argparse
import asyncio
import logging
from importlib import import_module
from typing import Any

from .whole_number import whole


def add(parsers: Any) -> None:
    """Add the parser of ``doctor``."""
    parser = parsers.add_parser("doctor", help="check everything that the bot relies on")
    parser.add_argument(
        "--channel", type=whole, metavar="ID", help="a text channel to run checks in"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Return 0 if no check fails, else 1. Only this command imports database and Discord."""
    logging.getLogger("discord").setLevel(logging.CRITICAL)  # its errors are findings
    return int(asyncio.run(import_module("kwbot.diagnosis").examine(options.channel)))
