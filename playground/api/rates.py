"""Discord's rate limits, off unless ``playground.rest.rates`` is set to ``Rates(clock)``.

The windows are fixed and of the injected clock. discord.py waits in real time, so the clock must
run. Discord does not publish its limits per route; these are known from its answers.
"""

import re
from collections.abc import Callable

from playground.state.api_errors import ApiError, Json
from playground.state.model import time_of

GLOBAL_RATE = (50, 1.0)
# method, path (its group is the shared bucket), number of requests, seconds
PER_ROUTE: tuple[tuple[str, re.Pattern[str], int, float], ...] = (
    ("POST", re.compile(r"^(/channels/\d+/messages)$"), 5, 5.0),
    ("PATCH", re.compile(r"^(/channels/\d+/messages)/\d+$"), 5, 5.0),
    ("DELETE", re.compile(r"^(/channels/\d+/messages)/\d+$"), 5, 1.0),
    ("POST", re.compile(r"^(/channels/\d+)/.*threads$"), 50, 300.0),
    ("PATCH", re.compile(r"^(/channels/\d+)$"), 2, 600.0),
    ("POST", re.compile(r"^(/applications/\d+/emojis)$"), 50, 3600.0),
    ("*", re.compile(r"^(/webhooks/\d+/[^/]+)"), 5, 2.0),
)


CONVERSATION_RATE = (10, 10.0)
"""Number of direct messages that may be opened in how many seconds; the next is refused without a
pause to wait for."""
_CONVERSATION = ("POST", "/users/@me/channels")
OLD_EDIT_RATE = (3, 20.0)
"""Edits of messages older than an hour in a channel, and seconds, as far as people have found."""
OLD_SECONDS = 3600.0
_EDIT = re.compile(r"^(/channels/\d+/messages)/(\d+)$")
MAX_WINDOWS = 2000
OLD_EDIT_BUCKET = "PATCH (older than an hour)"
_TOKEN = re.compile(r"(/webhooks/\d+/).*")


class Limited(ApiError):
    """Refusal of a request that came too fast: 429."""

    def __init__(self, seconds: float, *, everywhere: bool, code: int = 0) -> None:
        super().__init__(code, status=429, retry_after=round(seconds, 3))
        self.more["global"] = everywhere
        self.headers = {"Via": "1.1 google", "Retry-After": str(round(seconds, 3))}


class Rates:
    """The rate limits: windows of time, and the requests in each."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._windows: dict[str, tuple[float, int]] = {}
        self._sizes: dict[str, tuple[int, float]] = {}
        self.limited = 0

    def take(self, method: str, path: str, *, counts: bool) -> dict[str, str]:
        """Return the X-RateLimit headers of a request, if it may pass. Raises Limited or ApiError
        40003."""
        if counts:
            self._one("everywhere", *GLOBAL_RATE)
        if (method, path) == _CONVERSATION:
            try:
                self._one(" ".join(_CONVERSATION), *CONVERSATION_RATE)
            except Limited:
                raise ApiError(40003) from None
        edit = _EDIT.match(path) if method == "PATCH" else None
        if edit and self._clock() - time_of(int(edit[2])) > OLD_SECONDS:
            self._one(f"{OLD_EDIT_BUCKET} {edit[1]}", *OLD_EDIT_RATE)
        for verb, route, count, seconds in PER_ROUTE:
            found = route.match(path)
            if found and verb in (method, "*"):
                bucket = f"{verb} {found[1]}"
                left, wait = self._one(bucket, count, seconds)
                return {
                    "X-RateLimit-Limit": str(count),
                    "X-RateLimit-Remaining": str(left),
                    "X-RateLimit-Reset": str(round(self._clock() + wait, 3)),
                    "X-RateLimit-Reset-After": str(round(wait, 3)),
                    "X-RateLimit-Bucket": f"{verb}{route.pattern}".encode().hex()[:32],
                }
        return {}

    def usage(self) -> list[Json]:
        """Return the running windows: their names, used and most requests, and seconds left."""
        now, found = self._clock(), []
        for bucket, (began, count) in self._windows.items():
            most, seconds = self._sizes[bucket]
            if now < began + seconds:
                ends = round(began + seconds - now, 1)
                found.append({"what": _name(bucket), "used": count, "most": most, "ends": ends})
        return found

    def _one(self, bucket: str, count: int, seconds: float) -> tuple[int, float]:
        """Take one request of a window; return how many are left, and the seconds to its end."""
        now = self._clock()
        began, used = self._windows.get(bucket, (now, 0))
        if now >= began + seconds:
            began, used = now, 0
        if used >= count:
            self.limited += 1
            code = 30046 if bucket.startswith(OLD_EDIT_BUCKET) else 0
            wait = began + seconds - now
            raise Limited(wait, everywhere=bucket == "everywhere", code=code)
        if len(self._windows) > MAX_WINDOWS:
            self._windows = {b: w for b, w in self._windows.items() if w[0] + 600 > now}
        self._windows[bucket], self._sizes[bucket] = (began, used + 1), (count, seconds)
        return count - used - 1, began + seconds - now


def _name(bucket: str) -> str:
    """Return a bucket's name for display, without an interaction's token."""
    return _TOKEN.sub(r"\1…", bucket)
