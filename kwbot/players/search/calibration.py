"""By how much bids bring less than is foreseen: measured among computer players.

`benches/players/promises.py` lets four of them play, compares part by part what a bid promised
with what it brought, and writes ``data/calibration/GAME.json``.
Without such a file `UNMEASURED_LOSS` holds.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

CALIBRATION_FOLDER = Path(__file__).parents[3] / "data" / "calibration"
_CALIBRATION_VERSION = 1
UNMEASURED_LOSS = 0.4
"""Standard deviations that come less of a bid of which nothing was measured: others defend better
than rules of thumb do."""
PRIOR_CONTRACTS = 15.0
"""So many contracts speak for a part of a bid being like the others. (Tables made with 3 to 15 of
them promise about as well what other evenings bring, with 30 worse.)"""
FIT_SWEEPS = 60
"""After so many a fit no longer changes."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """By how many standard deviations of what it brings a bid brings less than is foreseen: `base`,
    and more for each of its parts. `contracts` is how many were played to find that."""

    base: float = UNMEASURED_LOSS
    parts: Mapping[str, float] = field(default_factory=dict)
    contracts: int = 0

    def less(self, parts: Iterable[str]) -> float:
        return self.base + sum(self.parts.get(part, 0.0) for part in parts)


Observed = tuple[tuple[str, ...], float, float]
"""The parts of a contract, by how many standard deviations it brought less, and how many points one
of these is."""


def fit(observed: Sequence[Observed]) -> Calibration:
    """Return what explains the points of the contracts: those that were missed for want of a part
    are about as many as it takes off. Parts that few had hardly differ from the others."""
    if not observed:
        return Calibration()
    parts = dict.fromkeys((part for bid, *_ in observed for part in bid), 0.0)
    base = 0.0
    having = {part: [row for row in observed if part in row[0]] for part in parts}
    for _ in range(FIT_SWEEPS):
        base += _shortfall(observed, base, parts)
        for part, rows in having.items():
            fitting = parts[part] + _shortfall(rows, base, parts)
            parts[part] = fitting * len(rows) / (len(rows) + PRIOR_CONTRACTS)
    rounded = {part: round(parts[part], 3) for part in sorted(parts)}
    return Calibration(round(base, 3), rounded, len(observed))


def _shortfall(rows: Sequence[Observed], base: float, parts: Mapping[str, float]) -> float:
    """Return the standard deviations by which these brought less still, each by its points."""
    points = sum((less - _sum(bid, base, parts)) * spread for bid, less, spread in rows)
    return points / sum(spread for *_, spread in rows)


def _sum(bid: tuple[str, ...], base: float, parts: Mapping[str, float]) -> float:
    return base + sum(parts[part] for part in bid)


@cache
def calibration(game: str, *, leisurely: bool) -> Calibration:
    """Return what is known of a game's bids, for players in leisure or in haste. Raises ValueError
    for a table that was changed by hand."""
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
    """Write the table of a game; what it says of other players stays."""
    file = CALIBRATION_FOLDER / f"{game}.json"
    players = json.loads(file.read_text(encoding="utf-8"))["players"] if file.exists() else {}
    players[_KINDS[leisurely]] = asdict(found)
    table = {"version": _CALIBRATION_VERSION, "players": players, "sha256": _checksum(players)}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _checksum(players: Any) -> str:
    return hashlib.sha256(json.dumps(players, sort_keys=True).encode()).hexdigest()
