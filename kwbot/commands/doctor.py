"""``doctor [--channel ID] [--report FILE]``: check everything that the bot relies on."""

import argparse
import asyncio
import logging
from importlib import import_module
from pathlib import Path
from typing import Any

from .complaint import Complaint
from .whole_number import whole


def add(parsers: Any) -> None:
    """Add the parser of ``doctor``."""
    parser = parsers.add_parser("doctor", help="check everything that the bot relies on")
    parser.add_argument(
        "--channel", type=whole, metavar="ID", help="a text channel to run checks in"
    )
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="write what was found, without ids and names"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Return 0 if no check fails, otherwise 1. Only this command imports database and Discord."""
    logging.getLogger("discord").setLevel(logging.CRITICAL)  # its errors are findings
    diagnosis = import_module("kwbot.hosting.diagnosis")
    report = diagnosis.Report()
    status = int(asyncio.run(diagnosis.examine(options.channel, report)))
    if options.report is not None:
        try:
            report.write(options.report)
        except OSError as error:
            raise Complaint(options.report, 0, f"cannot be written: {error.strerror}") from None
    return status
