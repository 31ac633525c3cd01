"""Faults on demand: refused, failed, lost and held-back REST requests.

>>> playground.faults.add("POST", r"/channels/\\d+/messages", code=50013)
>>> playground.faults.add("PATCH", "/messages/", status=502, times=2)
>>> playground.faults.add("POST", "/callback", reset=True, done=True)  # done, but the answer lost
>>> gate = playground.faults.hold("POST", "/callback")                 # until gate.release()

discord.py waits 1, 3, 5 … real seconds before it repeats a 500, 502, 504 or 524 (webhooks: any
5xx) and ``retry_after`` before it repeats a 429, and repeats a 429 only with a ``Via`` header.
"""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playground.state.api_errors import ApiError


@dataclass(eq=False, slots=True)
class Fault:
    """A fault of the next ``times`` requests that match.

    ``done``: the request is carried out first, and only its answer is replaced.
    """

    method: str
    route: re.Pattern[str]
    refusal: ApiError | None = None
    reset: bool = False
    done: bool = False
    times: int = 1
    headers: dict[str, str] = field(default_factory=dict)
    gate: asyncio.Event | None = None
    hits: int = 0

    def release(self) -> None:
        """Let through the requests held back, and all later ones."""
        self.times = 0
        assert self.gate is not None
        self.gate.set()


def failing(
    method: str = "*",
    route: str = "",
    *,
    status: int | None = None,
    code: int = 0,
    reset: bool = False,
    done: bool = False,
    times: int = 1,
    retry_after: float | None = 0.01,
) -> Fault:
    """Return a fault; for the options see ``Faults.add``."""
    if reset:
        return Fault(method, re.compile(route), None, reset, done, times)
    refusal = ApiError(code, status=status)
    headers: dict[str, str] = {}
    if refusal.status == 429 and retry_after is not None:
        refusal.more = {"retry_after": retry_after, "global": False}
        headers = {"Via": "1.1 google", "Retry-After": str(retry_after)}
    return Fault(method, re.compile(route), refusal, reset, done, times, headers)


class Faults:
    """The faults waiting for requests."""

    def __init__(self) -> None:
        self.chance: Callable[[str, str], Fault | None] | None = None
        """Returns the fault, if any, of each request for which none was added."""
        self._waiting: list[Fault] = []

    def add(
        self,
        method: str,
        route: str,
        *,
        status: int | None = None,
        code: int = 0,
        reset: bool = False,
        done: bool = False,
        times: int = 1,
        retry_after: float | None = 0.01,
    ) -> Fault:
        """Make the next ``times`` requests fail whose path (after /api/v10) matches ``route``.

        ``method`` may be "*". ``status`` 429 carries ``retry_after`` (seconds) and ``Via``, or
        neither if ``retry_after`` is None, like a ban.
        """
        fault = failing(method, route, status=status, code=code, reset=reset, done=done,
                        times=times, retry_after=retry_after)  # fmt: skip
        self._waiting.append(fault)
        return fault

    def hold(self, method: str, route: str, *, times: int = 1) -> Fault:
        """Keep the next ``times`` matching requests waiting until ``release()``."""
        fault = Fault(method, re.compile(route), times=times, gate=asyncio.Event())
        self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Forget all faults, and let through the requests held back."""
        for fault in self._waiting:
            if fault.gate is not None:
                fault.gate.set()
        self._waiting.clear()

    def match(self, method: str, path: str) -> Fault | None:
        """Return and use up the fault of a request; None if there is none."""
        for fault in self._waiting:
            if fault.method in (method, "*") and fault.route.search(path):
                fault.times -= 1
                fault.hits += 1
                if fault.times <= 0:
                    self._waiting.remove(fault)
                return fault
        return self.chance(method, path) if self.chance is not None else None
