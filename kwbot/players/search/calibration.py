"""Calibration: by how much bids bring less than foreseen, measured among computer players.

`benches/players/promises.py` lets four of them play, compares part by part the points that bids
promised with those they brought, and writes ``data/calibration/GAME.json``. Without such a file
`UNMEASURED_LOSS` applies.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

CALIBRATION_FOLDER = Path(__file__).parents[3] / "data" / "calibration"
_CALIBRATION_VERSION = 1
UNMEASURED_LOSS = 0.4
"""Standard deviations that an unmeasured bid brings less than foreseen: real players defend better
than rules of thumb do."""
PRIOR_CONTRACTS = 15.0
"""Weight, in contracts, of the assumption that a part is like the others. (Tables made with 3 to 15
predict other evenings about equally well, with 30 worse.)"""
FIT_SWEEPS = 60
"""Number of sweeps after which a fit no longer changes."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The shortfall of bids in standard deviations of their points: `base`, and more for each of
    their parts. `contracts`: number of contracts measured."""

    base: float = UNMEASURED_LOSS
    parts: Mapping[str, float] = field(default_factory=dict)
    contracts: int = 0

    def less(self, parts: Iterable[str]) -> float:
        return self.base + sum(self.parts.get(part, 0.0) for part in parts)


Observed = tuple[tuple[str, ...], float, float]
"""The parts of a contract, its shortfall in standard deviations, and the standard deviation in
points."""


def fit(observed: Sequence[Observed]) -> Calibration:
    """Return the calibration that explains these contracts: a part's shortfall matches that of the
    contracts with it. Parts in few contracts hardly differ from the others."""
    if not observed:
        return Calibration()
    parts = dict.fromkeys((part for bid, *_ in observed for part in bid), 0.0)
    base = 0.0
    bids, number = _rows_by_bid(observed), Counter(part for bid, *_ in observed for part in bid)
    having = {part: [row for row in bids if part in row[0]] for part in parts}
    for _ in range(FIT_SWEEPS):
        base += _shortfall(bids, base, parts)
        for part, rows in having.items():
            fitting = parts[part] + _shortfall(rows, base, parts)
            parts[part] = fitting * number[part] / (number[part] + PRIOR_CONTRACTS)
    rounded = {part: round(parts[part], 3) for part in sorted(parts)}
    return Calibration(round(base, 3), rounded, len(observed))


def _rows_by_bid(observed: Iterable[Observed]) -> list[Observed]:
    """Return one row for each bid: by it all contracts of that bid miss as many points."""
    missed, spreads = dict[tuple[str, ...], float](), dict[tuple[str, ...], float]()
    for bid, less, spread in observed:
        missed[bid] = missed.get(bid, 0.0) + less * spread
        spreads[bid] = spreads.get(bid, 0.0) + spread
    return [(bid, missed[bid] / spread, spread) for bid, spread in spreads.items()]


def _shortfall(rows: Sequence[Observed], base: float, parts: Mapping[str, float]) -> float:
    """Return the remaining shortfall of these contracts in standard deviations, weighted by
    points."""
    points = sum((less - _sum(bid, base, parts)) * spread for bid, less, spread in rows)
    return points / sum(spread for *_, spread in rows)


def _sum(bid: tuple[str, ...], base: float, parts: Mapping[str, float]) -> float:
    return base + sum(parts[part] for part in bid)


@cache
def calibration(game: str, *, leisurely: bool) -> Calibration:
    """Return the calibration of a game, for players with many samples (`leisurely`) or few. Raises
    ValueError for a table that was changed by hand."""
    file = CALIBRATION_FOLDER / f"{game}.json"
    if not file.exists():
        return Calibration()
    table = json.loads(file.read_text(encoding="utf-8"))
    found = table["players"]
    if table["version"] != _CALIBRATION_VERSION or table["sha256"] != _checksum(found):
        raise ValueError(f"{file.name} is not as it was measured")
    one = found.get(_KINDS[leisurely])
    return Calibration(**one) if one else Calibration()


_KINDS = {True: "leisurely", False: "hasty"}


def write(game: str, found: Calibration, *, leisurely: bool) -> None:
    """Write the table of a game, keeping the entry of the other kind of players."""
    file = CALIBRATION_FOLDER / f"{game}.json"
    players = json.loads(file.read_text(encoding="utf-8"))["players"] if file.exists() else {}
    players[_KINDS[leisurely]] = asdict(found)
    table = {"version": _CALIBRATION_VERSION, "players": players, "sha256": _checksum(players)}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _checksum(players: Any) -> str:
    return hashlib.sha256(json.dumps(players, sort_keys=True).encode()).hexdigest()
