"""Turns of computer players in a row, until somebody else is in turn.

A batch is told as the deal's record tells it, so it travels between processes. Whoever takes it
plays the deal as it stands; of that each player in turn gets their view, and nothing else.
"""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import Reader
from kwbot.engine.values.actions import Action, Seat, parse_action

from .deal_start import chance, in_turn
from .jobs import TurnBatch
from .levels import decide, in_character, player
from .pickling import unpack

MAX_KEPT_DEALS, KEPT_SECONDS = 4096, 600.0
"""Deals that are kept as they stood last, and for how many seconds: most are over by then."""


def _take_turn(batch: TurnBatch, match: Match, seat: Seat, moment: int) -> Action:
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
        """Return what the players do, one after the other; at least once, and then until `enough`.

        The same batch has the same beginning, whatever was asked before. Raises RecordError or
        a RuleViolation for a batch that the rules do not allow.
        """
        match = self._read(batch)
        actions = [parse_action(batch.unwritten_action)] if batch.unwritten_action else []
        while not actions or (len(actions) < batch.most and not enough()):
            if (seat := in_turn(match, batch.levels)) is None:
                break
            action = _take_turn(batch, match, seat, batch.moment + len(actions))
            match = match.apply(seat, action)
            actions.append(action)
        return actions

    def _read(self, batch: TurnBatch) -> Match:
        """Return the match as a batch begins, after its unwritten action if there is one. A deal
        that has not just gone on is read from its beginning.
        """
        deal = batch.opening, batch.key  # two tables may begin alike
        told, reader, _ = self._kept.pop(deal, ("", None, 0.0))
        if reader is None or not batch.lines.startswith(told):
            told, reader = "", Reader.going_on(unpack(batch.opening))
        for line in batch.lines.removeprefix(told).splitlines():
            reader.feed(line)
        now = self._now()
        self._kept[deal] = batch.lines, reader, now
        while (
            len(self._kept) > MAX_KEPT_DEALS
            or next(iter(self._kept.values()))[2] < now - KEPT_SECONDS
        ):
            self._kept.popitem(last=False)
        return reader.match
