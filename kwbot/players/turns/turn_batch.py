"""Turns of computer players in a row, until somebody else is in turn.

A batch is told as the deal's record tells it, so it travels between processes. Whoever takes it
plays the deal as it stands; of that each player in turn gets their view, and nothing else.
"""

from __future__ import annotations

import hmac
import random
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import is_
from time import monotonic

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import Reader
from kwbot.engine.values.actions import CHANCE, Action, Seat
from kwbot.engine.values.frozen import changed, unguarded
from kwbot.players.search.monte_carlo import MonteCarloPlayer

from .levels import COMPUTERS, Computer, decide, in_character
from .pickling import packed, unpacked

_SAMPLES = {
    level: computer.samples
    for level, computer in COMPUTERS.items()
    if isinstance(computer, MonteCarloPlayer)
}
KEPT, LATELY = 4096, 600.0
"""Deals that are kept as they stood last, and for how many seconds: most are over by then."""


class DealStart:
    """What all batches of a deal have in common: the match as it began, and `key`, where the
    chance of all decisions comes from."""

    def __init__(self, match: Match, key: bytes) -> None:
        assert match.deal is not None
        self._match, self._start, self.key = match, match.deal.start, key
        self._log: Sequence[object] = ()
        self._lines = f"{match.deal_line}\n"

    def fits(self, match: Match) -> bool:
        """Whether it is that of the deal that is running in `match`."""
        start = match.deal and match.deal.start
        return start is self._start and match.away == self._match.away

    def told(self, match: Match) -> str:
        """Return the running deal for a `Reader.going_on`, see `Deal.told`: each line with its end.

        The log grows, so what was written for the last turn is not written again. Whoever plays a
        deal for themselves may also have gone back and on by another line.
        """
        deal = match.deal
        assert deal is not None
        count = len(self._log)
        if len(deal.log) < count or not all(map(is_, self._log, deal.log)):
            count, self._lines = 0, f"{match.deal_line}\n"
        self._lines += "".join([f"{line}\n" for line in deal.told_since(count)])
        self._log = deal.log
        return self._lines + "".join([f"{line}\n" for line in deal.told_secretly()])

    @cached_property
    def parcel(self) -> bytes:
        """Without the lines of earlier deals: players see what those brought, not their course."""
        deals = tuple(replace(played, lines="") for played in self._match.deals)
        return packed(changed(self._match, deal=None, finished=None, deals=deals))


@unguarded
@dataclass(frozen=True, slots=True, repr=False)
class TurnBatch:
    """`lines`: the record of the deal up to now, see `DealStart.told`.

    `levels`: by player number, "" for whoever decides for themselves. All chance comes from `key`
    and the number of the turn, which for the first one is `moment`. About `samples` samples are
    drawn for a decision, or as many as the level draws, if that is less; none is the rule of
    thumb. After `most` turns it ends.
    """

    opening: bytes
    lines: str
    levels: tuple[str, ...]
    key: bytes
    moment: int
    samples: int
    most: int


def in_turn(match: Match, levels: Sequence[str]) -> Seat | None:
    """The first computer player whom the deal waits for, if it waits for any."""
    waiting = match.to_act()
    if CHANCE in waiting:
        return None
    for seat in waiting:
        if levels[seat]:
            return seat
    return None


def chance(key: bytes, moment: int) -> random.Random:
    """To think, not to deal: the same moment, the same decision."""
    seed = hmac.digest(key, str(moment).encode(), "sha256")
    return random.Random(int.from_bytes(seed[:7]))


def samples_of(level: str) -> int:
    """How many samples a computer player of that level looks at; 0: who needs none."""
    return _SAMPLES.get(level, 0)


def player(level: str, samples: int) -> Computer:
    """The computer player of a level who may look at so many samples, 0: at none."""
    computer = COMPUTERS.get(level, COMPUTERS["thumb"])
    if not isinstance(computer, MonteCarloPlayer) or samples >= computer.samples:
        return computer
    return MonteCarloPlayer(samples, computer.extras) if samples else COMPUTERS["thumb"]


def _taken(batch: TurnBatch, match: Match, seat: Seat, moment: int) -> Action:
    choice = match.choice(seat)
    if len(choice) == 1:
        return next(iter(choice))
    computer = in_character(player(batch.levels[seat], batch.samples), match, match.names[seat])
    return decide(computer, match, seat, chance(batch.key, moment))


class DealReplays:
    """The deals that batches were taken of lately, to go on from where they stood."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._kept: OrderedDict[tuple[bytes, bytes], tuple[str, Reader, float]] = OrderedDict()
        """By opening and key: what was told, where that led to, and when; the oldest first."""

    def take(self, batch: TurnBatch, enough: Callable[[], bool]) -> list[Action]:
        """What the players do, one after the other; at least once, and then until `enough`.

        The same batch has the same beginning, whatever was asked before. Raises RecordError or
        a RuleViolation for a batch that the rules do not allow.
        """
        match, actions = self._read(batch), list[Action]()
        while (seat := in_turn(match, batch.levels)) is not None:
            action = _taken(batch, match, seat, batch.moment + len(actions))
            match = match.apply(seat, action)
            actions.append(action)
            if len(actions) >= batch.most or enough():
                break
        return actions

    def _read(self, batch: TurnBatch) -> Match:
        """As the batch begins. A deal that has not just gone on is read from its beginning."""
        deal = batch.opening, batch.key  # two tables may begin alike
        told, reader, _ = self._kept.pop(deal, ("", None, 0.0))
        if reader is None or not batch.lines.startswith(told):
            told, reader = "", Reader.going_on(unpacked(batch.opening))
        for line in batch.lines.removeprefix(told).splitlines():
            reader.feed(line)
        now = self._now()
        self._kept[deal] = batch.lines, reader, now
        while len(self._kept) > KEPT or next(iter(self._kept.values()))[2] < now - LATELY:
            self._kept.popitem(last=False)
        return reader.match
