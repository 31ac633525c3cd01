"""What passes between the bot and the server, for the page: calls, limits, refusals, faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kwbot.playground.model import Json

if TYPE_CHECKING:
    from kwbot.playground.server import Playground

SHOWN = 30
"""Calls, refusals and faults that are told, the newest first."""


def report(playground: Playground) -> Json:
    rates, chaos, now = playground.rest.rates, playground.chaos, playground.clock()
    return {
        "connected": playground.gateway.connected,
        "limits": rates.used() if rates else [],
        "limited": rates.limited if rates else 0,
        "calls": [
            # Never the path: an interaction's token stands in it.
            {"method": call.method, "route": call.route, "status": call.status, "at": call.at}
            for call in reversed(playground.calls[-SHOWN:])
        ],
        "refusals": list(reversed(playground.refusals[-SHOWN:])),
        "chaos": chaos.rate,
        "faults": [{"at": at, "what": what} for at, what in reversed(chaos.told)],
        "now": now,
    }
