"""Serve a playground until it is stopped: ``python -m playground``."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from playground.home import furnish
from playground.server import Playground

PORT = 8484
ADDRESSES = """
    Page     {0.base}
    API      {0.api}
    Gateway  {0.gateway_url}
    Token    {0.token}
    Key      {0.verify_key}  (of interactions by HTTP)

It answers this machine alone. Ctrl+C ends it."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(prog="python -m playground", description=__doc__)
    made.add_argument("--bot", metavar="NAME", default="Bot", help="what the bot is called")
    made.add_argument("--port", type=_port, default=PORT, help=f"({PORT}; 0: any that is free)")
    made.add_argument(
        "--interactions", metavar="URL", help="post interactions there, not by the gateway"
    )
    made.add_argument(
        "--chaos", type=_rate, default=0.0, metavar="RATE",
        help="let this part of all calls and events fail, 0 to 1: a bad day of Discord's",
    )  # fmt: skip
    return made


def _port(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError("a port is a whole number from 0 to 65535")


def _rate(text: str) -> float:
    with suppress(ValueError):
        if 0 <= float(text) <= 1:
            return float(text)
    raise argparse.ArgumentTypeError("a part of all calls is a number from 0 to 1")


async def serve(options: argparse.Namespace) -> None:
    """Print the addresses and serve until SIGINT or SIGTERM. Raises OSError if the port is in
    use."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl+C raises KeyboardInterrupt instead
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    playground = furnish(Playground(bot=options.bot, compress=True))
    playground.chaos.rate = options.chaos
    if options.interactions:
        playground.post_interactions.url = options.interactions
    await playground.start(port=options.port)
    try:
        print(ADDRESSES.format(playground), flush=True)
        await stop.wait()
    finally:
        await playground.stop()


def main(arguments: Sequence[str] | None = None) -> int:
    """Return exit status 0, or 2 with one sentence on standard error."""
    options = parser().parse_args(arguments)
    try:
        asyncio.run(serve(options))
    except OSError:
        sys.stderr.write(f"Port {options.port} is in use: choose another with --port.\n")
        return 2
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
