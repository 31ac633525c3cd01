"""Batches: consecutive turns of computer players, until somebody else is in turn.

A batch holds the deal as record lines, so that it can be sent to another process, which replays the
deal. Each player in turn sees only their view of it.
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
"""Most deals kept, and seconds that each is kept after a batch: most are over by then."""


def _take_turn(batch: TurnBatch, match: Match, seat: Seat, moment: int) -> Action:
    choice = match.choice(seat)
    if len(choice) == 1:
        return next(iter(choice))
    computer = in_character(player(batch.levels[seat], batch.samples), match, match.names[seat])
    return decide(computer, match, seat, chance(batch.key, moment))


class DealReplays:
    """The deals of recent batches, so that the next batch goes on from there."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._kept: OrderedDict[tuple[bytes, bytes], tuple[str, Reader, float]] = OrderedDict()
        """By opening and key: lines read, their reader, and the time; the oldest first."""

    def take(self, batch: TurnBatch, enough: Callable[[], bool]) -> list[Action]:
        """Return the players' actions in order: at least one, then more until `enough`.

        The same batch always gives the same actions, except for where it ends. Raises RecordError
        or RuleViolation for a batch that the rules do not allow.
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
        """Return the match at the beginning of a batch, after its unwritten action if there is one.
        A deal whose lines do not continue those kept is read from its beginning."""
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
