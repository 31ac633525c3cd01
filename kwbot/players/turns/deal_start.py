"""The data common to all turns of a deal: its beginning, and the source of randomness."""

import hmac
import random
from collections.abc import Sequence
from dataclasses import replace
from operator import is_

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import CHANCE, Seat


class DealStart:
    """The data common to all batches of a deal: the match when it began, and the `key` from which
    all random numbers derive."""

    def __init__(self, match: Match, key: bytes) -> None:
        assert match.deal is not None
        self._match, self._start, self.key = match, match.deal.start, key
        self._log: Sequence[object] = ()
        self._lines = f"{match.deal_line}\n"

    def fits(self, match: Match) -> bool:
        """Whether this is the start of the deal running in `match`."""
        start = match.deal and match.deal.start
        return start is self._start and match.away == self._match.away

    def log_of(self, match: Match) -> str:
        """Return the lines of the running deal, for a `Reader.going_on`.

        As the log grows, earlier lines are not written again, unless a player of a solo deal has
        gone back and taken another line.
        """
        deal = match.deal
        assert deal is not None
        count = len(self._log)
        if len(deal.log) < count or not all(map(is_, self._log, deal.log)):
            count, self._lines = 0, f"{match.deal_line}\n"
        self._lines += "".join([f"{line}\n" for line in deal.lines_since(count)])
        self._log = deal.log
        return self._lines + "".join([f"{line}\n" for line in deal.secret_lines()])

    @property
    def opening(self) -> Match:
        """The match before the deal, without the lines of earlier deals, of which players see only
        the results."""
        deals = tuple(replace(played, lines="") for played in self._match.deals)
        return replace(self._match, deal=None, finished=None, deals=deals)


def in_turn(match: Match, levels: Sequence[str]) -> Seat | None:
    """Return the first computer player who must act; None if none must."""
    waiting = match.to_act()
    if CHANCE in waiting:
        return None
    for seat in waiting:
        if levels[seat]:
            return seat
    return None


def chance(key: bytes, moment: int) -> random.Random:
    """Return the random numbers for the decision at `moment`, always the same for it. They must not
    be used to deal."""
    seed = hmac.digest(key, str(moment).encode(), "sha256")
    return random.Random(int.from_bytes(seed[:7]))
