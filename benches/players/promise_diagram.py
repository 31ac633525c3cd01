"""SVG diagram of what bids promise and what they bring, with a row for each part."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import count
from math import ceil, floor, sqrt
from statistics import fmean, stdev
from typing import NamedTuple, Protocol


class Compared(Protocol):
    """A contract with the points it promised and the points it brought."""

    @property
    def parts(self) -> Sequence[str]: ...

    @property
    def promised(self) -> float: ...

    @property
    def brought(self) -> float: ...


class Row(NamedTuple):
    """A part of a bid: the number of contracts with it, their average points promised and brought,
    and half the width of the latter's 95 % interval."""

    name: str
    contracts: int
    promised: float
    brought: float
    doubt: float


MIN_CONTRACTS = 5
"""A part in fewer contracts has no row, as it would mean nothing."""
EVERY_CONTRACT = "every contract"
WIDTH, HEAD, STEP, FOOT = 760, 48, 22, 28
LEFT, RIGHT = 190, 550
"""Left and right end of the scale."""
MAX_LINES = 12
"""Most lines of the scale, roughly."""
PROMISED, BROUGHT = 630, 750
"""Right ends of the columns of numbers."""
STYLE = (
    "text{font:13px sans-serif;fill:#222}.end{text-anchor:end}.mid{text-anchor:middle}"
    ".grid{stroke:#ddd}.zero{stroke:#888}.doubt{stroke:#1d6b45;stroke-width:3}"
    ".brought{fill:#1d6b45}.promised{fill:#d9822b}"
)


def rows(contracts: Sequence[Compared], names: Mapping[str, str]) -> list[Row]:
    """Return a row for all contracts, then one for each part of `names` that enough have."""
    found = [_row(EVERY_CONTRACT, contracts)]
    for part, name in names.items():
        having = [one for one in contracts if part in one.parts]
        if len(having) >= MIN_CONTRACTS:
            found.append(_row(name, having))
    return found


def _row(name: str, contracts: Sequence[Compared]) -> Row:
    brought = [one.brought for one in contracts]
    doubt = 1.96 * stdev(brought) / sqrt(len(brought))
    return Row(name, len(brought), fmean(one.promised for one in contracts), fmean(brought), doubt)


def diagram(found: Sequence[Row]) -> str:
    """Return the diagram of these rows."""
    scale = _Scale(
        floor(min(min(row.promised, row.brought - row.doubt) for row in found)),
        ceil(max(max(row.promised, row.brought + row.doubt) for row in found)),
    )
    height = HEAD + STEP * len(found) + FOOT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}">',
        f'<style>{STYLE}</style><rect width="100%" height="100%" fill="#fff"/>',
        *_legend(),
        *scale.lines(height - FOOT),
    ]
    for number, row in enumerate(found):
        lines += _draw(row, scale, HEAD + STEP * number + STEP // 2)
    return "\n".join([*lines, "</svg>", ""])


class _Scale(NamedTuple):
    low: int
    high: int

    def at(self, points: float) -> float:
        place = LEFT + (RIGHT - LEFT) * (points - self.low) / (self.high - self.low)
        return round(place, 1)

    @property
    def step(self) -> int:
        """Points from one line to the next: 1, 2 or 5, times a power of ten."""
        steps = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
        found: int = next(step for step in steps if (self.high - self.low) / step <= MAX_LINES)
        return found

    def lines(self, bottom: int) -> Iterator[str]:
        first = ceil(self.low / self.step) * self.step
        for points in range(first, self.high + 1, self.step):
            x, kind = self.at(points), "grid" if points else "zero"
            yield f'<line class="{kind}" x1="{x}" x2="{x}" y1="{HEAD}" y2="{bottom}"/>'
            yield _text(x, bottom + 16, _number(points, 0), "mid")


def _draw(row: Row, scale: _Scale, y: int) -> Iterator[str]:
    yield _text(8, y + 4, row.name)
    yield _text(LEFT - 16, y + 4, str(row.contracts), "end")
    first, last = scale.at(row.brought - row.doubt), scale.at(row.brought + row.doubt)
    yield f'<line class="doubt" x1="{first}" x2="{last}" y1="{y}" y2="{y}"/>'
    yield f'<circle class="brought" cx="{scale.at(row.brought)}" cy="{y}" r="5"/>'
    yield _bar("promised", scale.at(row.promised) - 2, y - 9, 4, 18)
    yield _text(PROMISED, y + 4, _number(row.promised), "end")
    yield _text(BROUGHT, y + 4, f"{_number(row.brought)} ± {row.doubt:.2f}", "end")


def _legend() -> Iterator[str]:
    y = HEAD - 14
    yield _text(8, y, "part of the bid")
    yield _text(LEFT - 16, y, "N", "end")
    yield _text((LEFT + RIGHT) / 2, y, "points a contract", "mid")
    for x, kind in ((PROMISED, "promised"), (BROUGHT, "brought")):
        yield _text(x, y, kind, "end")
        yield _bar(kind, x - 50, y - 24, 50, 6)


def _text(x: float, y: int, text: str, kind: str = "start") -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(text)}</text>'


def _bar(kind: str, x: float, y: int, width: int, height: int) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y}" width="{width}" height="{height}"/>'


def _number(points: float, digits: int = 2) -> str:
    return f"{points:.{digits}f}".replace("-", "−")
