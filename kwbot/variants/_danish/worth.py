"""Who wants which trick, as a viewer may suppose: what computer players go by."""

from __future__ import annotations

from collections.abc import Mapping

from kwbot.engine.actions import Seat
from kwbot.engine.phases.base import Phase
from kwbot.engine.phases.tricks import TrickPlay

from .sides import Contract, odds, together

SPARED = 0.6
"""What a trick that a soloist may still take is worth to the others."""
ELSEWHERE = 0.9
"""What it is worth to a soloist that nobody of the soloists takes a trick."""

Worth = Mapping[Seat, Mapping[Seat, float]]


def partner_worth(phases: tuple[Phase, ...], found: Contract, viewer: Seat) -> Worth:
    """A trick is good if one's own side takes it, by the odds of who is the partner."""
    declarer, seats = found.declarer, phases[-1].table.seats
    assert declarer is not None
    likely = odds(phases, viewer).items()
    return {
        one: {
            taker: sum(odd for mate, odd in likely if together(declarer, mate, one, taker))
            for taker in seats
        }
        for one in seats
    }


def nolo_worth(play: TrickPlay, soloists: tuple[Seat, ...], limit: int) -> Worth:
    """Everyone wants the soloists who are not finished to take it; they themselves do not."""
    taken, seats = play.taken(), play.table.seats
    hurt = {
        seat: 1.0 if taken[seat] == limit else SPARED for seat in soloists if taken[seat] <= limit
    }
    return {
        one: {
            taker: 1 - hurt[one]
            if taker == one and one in hurt
            else hurt.get(taker, 0.0)
            if one not in hurt
            else max(ELSEWHERE, hurt.get(taker, 0.0))
            for taker in seats
        }
        for one in seats
    }


def nolo_appetite(
    play: TrickPlay | None, soloists: tuple[Seat, ...], limit: int, viewer: Seat
) -> float:
    """Soloists want none; the others keep their low cards too, to lose the lead with them."""
    alive = viewer in soloists and (play is None or play.taken()[viewer] <= limit)
    return -1.0 if alive else -0.6
