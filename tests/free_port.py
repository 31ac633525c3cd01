"""A port for a server that is told on which to listen."""

from __future__ import annotations

import socket
from contextlib import suppress
from random import SystemRandom

PORTS = range(20_000, 32_000)
"""Systems give out higher ones to whoever asks for any: between finding one of those and listening
there, somebody else may have got it."""
_TRIES = 100


def free_port() -> int:
    """Return a port at which nobody listens."""
    for port in SystemRandom().sample(PORTS, _TRIES):
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
    raise OSError("No port is free.")
