"""The page of KWBOT_STATUS_PORT: how the bot is doing, for anybody, without names.

A request costs next to nothing, as the page is written once a minute in each language.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from aiohttp import web

from kwbot import BUILD
from kwbot.engine.values.wording import N_
from kwbot.metrics import ANSWER_BUCKETS, ANSWER_LATENCY, PRESSES
from kwbot.text.words.language import Language, language_of

_REFRESH_SECONDS = 60
_SNAPSHOTS = 61
"""Number of snapshots, one a minute, so that the first is an hour old."""
_QUANTILE = 0.95
_NOTHING = "–"
_HEADERS = {
    "Cache-Control": f"max-age={_REFRESH_SECONDS}",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Vary": "Accept-Language",
}
_PAGE = """\
<!doctype html>
<html lang="{code}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kwbot</title>
<style>
:root {{ color-scheme: light dark; font: 18px/1.4 system-ui, sans-serif }}
body {{ max-width: 26rem; margin: 2rem auto; padding: 0 1.2rem }}
h1 {{ margin: 0 0 .6rem; font-size: 1.8rem }}
dl {{ margin: 0 }}
div {{ display: flex; justify-content: space-between; gap: 1rem; padding: .7rem 0 }}
div + div {{ border-top: 1px solid #8886 }}
dd {{ margin: 0; font-weight: 600; text-align: right }}
</style>
<h1>Kwbot</h1>
<dl>
{rows}
</dl>
</html>
"""
_ROW = "<div><dt>{name}</dt><dd>{value}</dd></div>"


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of presses, and of answers by the seconds within which they were given."""

    presses: float
    answers: Counter[float]

    @classmethod
    def so_far(cls) -> Counts:
        """Return the counts of this process."""
        answers = Counter[float]()
        for family in ANSWER_LATENCY.collect():
            for sample in family.samples:
                if sample.name.endswith("_bucket"):
                    answers[float(sample.labels["le"])] += sample.value  # type: ignore[assignment]
        pressed = (sample for family in PRESSES.collect() for sample in family.samples)
        presses = sum(sample.value for sample in pressed if sample.name.endswith("_total"))
        return cls(presses, answers)

    def __sub__(self, earlier: Counts) -> Counts:
        return Counts(self.presses - earlier.presses, self.answers - earlier.answers)


def quantile(answers: Mapping[float, float], share: float) -> float | None:
    """Return the seconds within which a `share` of all answers was given, estimated as by
    Prometheus; None if there were no answers."""
    wanted = share * answers.get(math.inf, 0)
    shorter, counted = 0.0, 0.0
    for bound in ANSWER_BUCKETS:
        within = answers.get(bound, 0)
        if 0 < wanted <= within:
            return shorter + (bound - shorter) * (wanted - counted) / (within - counted)
        shorter, counted = bound, within
    return shorter if wanted else None


class StatusPage:
    """The page, with the counts of an hour ago."""

    def __init__(
        self, servers: Callable[[], int], tables: Callable[[], int], since: datetime, language: str
    ) -> None:
        """`language`: for requests that name none."""
        self._servers = servers
        self._tables = tables
        self._since = since
        self._language = language
        self._snapshots = deque([Counts.so_far()], maxlen=_SNAPSHOTS)
        self._pages = dict[str, str]()

    def refresh(self) -> None:
        """Take a snapshot of the counts, and have the page written again; called once a minute."""
        self._snapshots.append(Counts.so_far())
        self._pages.clear()

    async def _keep_fresh(self) -> None:
        while True:
            await asyncio.sleep(_REFRESH_SECONDS)
            self.refresh()

    def page(self, accepted: str) -> str:
        """Return the page in the first language of an `Accept-Language` header."""
        first = re.split("[,;]", accepted)[0].strip()  # without its weight
        language = language_of(first or self._language)
        if language.code not in self._pages:
            rows = "\n".join(
                _ROW.format(name=language.text(name), value=value)
                for name, value in self._rows(language).items()
            )
            self._pages[language.code] = _PAGE.format(code=language.code, rows=rows)
        return self._pages[language.code]

    def _rows(self, language: Language) -> dict[str, str]:
        lately = Counts.so_far() - self._snapshots[0]
        return {
            N_("Servers"): language.number(self._servers()),
            N_("Open tables"): language.number(self._tables()),
            N_("Presses in the last hour"): language.number(round(lately.presses)),
            N_("19 of 20 answers within"): _duration(quantile(lately.answers, _QUANTILE), language),
            N_("Up since"): f"{language.short_day(self._since)}, {self._since:%H:%M} UTC",
            N_("Version"): BUILD,
        }

    def application(self) -> web.Application:
        async def answer(request: web.Request) -> web.Response:
            page = self.page(request.headers.get("Accept-Language", ""))
            return web.Response(text=page, content_type="text/html", headers=_HEADERS)

        async def keep_fresh(_application: web.Application) -> AsyncIterator[None]:
            keeping = asyncio.create_task(self._keep_fresh(), name="status page")
            yield
            keeping.cancel()

        made = web.Application()
        made.router.add_get("/", answer)
        made.cleanup_ctx.append(keep_fresh)
        return made


def _duration(seconds: float | None, language: Language) -> str:
    if seconds is None:
        return _NOTHING
    return f"{language.tenths(seconds)} s" if seconds >= 1 else f"{seconds * 1000:.0f} ms"
