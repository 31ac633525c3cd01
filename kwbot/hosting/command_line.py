"""The command line of `bot.py`."""

import argparse
import re
from contextlib import suppress

DESCRIPTION = """Run the bot. Settings come from the environment and .env; see .env.example.

Without a token it runs in local mode: a page to play on, in a browser of this machine.
"""
PORT = 8484
"""Default port of the playground's page."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments of `bot.py`."""
    made = argparse.ArgumentParser(prog="bot.py", description=DESCRIPTION)
    made.add_argument("--local", action="store_true", help="local mode, even with a token")
    local = made.add_argument_group("in local mode, which it is without a token")
    local.add_argument("--open", action="store_true", help="open the page in the browser")
    local.add_argument("--port", type=_port, default=PORT, help=f"the page's port ({PORT})")
    local.add_argument(
        "--chaos", type=_rate, default=0.0, metavar="RATE",
        help="let this part of all calls and events fail, 0 to 1: a bad day of Discord's",
    )  # fmt: skip
    local.add_argument(
        "--evening", type=_deals, nargs="?", const=0, metavar="DEALS",
        help="print a scripted evening instead, of DEALS deals at most",
    )  # fmt: skip
    return made


def _rate(text: str) -> float:
    with suppress(ValueError):
        if 0 <= float(text) <= 1:
            return float(text)
    raise argparse.ArgumentTypeError("a part of all calls is a number from 0 to 1")


def _port(text: str) -> int:
    return _whole(text, 0, 65535, "a port is a whole number from 0 to 65535")


def _deals(text: str) -> int:
    return _whole(text, 1, 10**6, "an evening has a whole number of deals, at least 1")


def _whole(text: str, least: int, most: int, refusal: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(refusal)
    return int(text)
