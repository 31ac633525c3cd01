"""Traffic between the bot and the server, for the page: calls, limits, refusals, faults."""

from dataclasses import dataclass

from playground.api.rest import Rest
from playground.chaos import Chaos
from playground.gateway import Gateway
from playground.state.model import Json
from playground.state.world import World

REPORT_LENGTH = 30
"""Most calls, and most refusals, in a report."""


@dataclass(frozen=True)
class Traffic:
    """The traffic between bot and server."""

    world: World
    rest: Rest
    gateway: Gateway
    chaos: Chaos

    def report(self) -> Json:
        """Return calls, limits, refusals and faults, the newest first."""
        rates = self.rest.rates
        return {
            "connected": self.gateway.connected,
            "limits": rates.usage() if rates else [],
            "limited": rates.limited if rates else 0,
            "calls": [
                # Never the path, which has an interaction's token.
                {"method": call.method, "route": call.route, "status": call.status, "at": call.at}
                for call in reversed(self.rest.calls[-REPORT_LENGTH:])
            ],
            "refusals": list(reversed(self.world.refusals[-REPORT_LENGTH:])),
            "chaos": self.chaos.rate,
            "faults": [{"at": at, "what": what} for at, what in reversed(self.chaos.told)],
            "now": self.world.clock(),
        }
