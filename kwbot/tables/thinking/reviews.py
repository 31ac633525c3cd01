"""Looking back at a deal that is over: which decisions of a player cost them most.

At each decision the player's own view is weighed, as it was then: what others held plays no part.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import CHANCE, Action, Cut, Seat
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.estimate import Estimate, lead
from kwbot.engine.values.frozen import changed
from kwbot.engine.values.table import Away, Back, Undo
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import View, view
from kwbot.tables.thinking.computer_turns import advice_seed
from kwbot.tables.thinking.services import Computers

WORLDS = 200
"""Samples in which a decision is weighed that advice is given about."""
MOST = 3


class Cost(NamedTuple):
    """What was seen and done, what was better, by how many points, and why; 0 points where the
    difference may be chance."""

    seen: View
    done: Action
    better: Action
    points: float
    why: Sentence | None = None


class Decision(NamedTuple):
    """What was seen and done, and how the deal stood."""

    seen: View
    action: Action
    deal: Deal


@dataclass(frozen=True, slots=True)
class Review:
    """What decisions cost that could be judged: `judged` of `made`."""

    costs: list[Cost]
    """The costliest ones, the worst first."""
    judged: int
    made: int


def decisions(
    match: Match, seat: Seat, late: Set[tuple[Seat, Action]] = frozenset()
) -> list[Decision]:
    """Return what `seat` decided in the last deal that was scored, where there was a choice.

    Moves that were taken back do not count, nor those of a computer player in their place while
    they were away, nor what was done for them when time was up: that is `late`.
    """
    ended = match.finished
    if ended is None or seat not in ended.start.seats:
        return []
    deal = Deal.begin(ended.variant, ended.sheet, ended.start)
    before = changed(match, deals=match.deals[:-1], sheet=ended.sheet, finished=None)
    found: list[Decision] = []
    try:
        for who, action, mine in _standing(ended, seat, away=_was_away(match, ended, seat)):
            deal = deal.past_quiet()
            if mine and (who, action) not in late and len(deal.choice(seat)) > 1:
                found.append(Decision(view(changed(before, deal=deal), seat), action, deal))
            deal = deal.apply(who, action)
    except RuleViolation:  # a foul changed the course: what came before it can be looked at
        return found
    return found


def _was_away(match: Match, ended: Deal, seat: Seat) -> bool:
    """Whether `seat` was away as the deal began: what was noted of them first since then tells."""
    running = match.deal.log if match.deal else ()
    notes = [note for _, note in (*ended.log, *running)] + [*match.between]
    lines = [*map(str, notes), *match.broken_off.splitlines()]
    back = str(Back(seat))
    told = next((line for line in lines if line in (str(Away(seat)), back)), None)
    return told == back if told else seat in match.away


def _standing(ended: Deal, seat: Seat, *, away: bool) -> Iterator[tuple[Seat, Action, bool]]:
    """The course of a deal without what was taken back; and whether `seat` itself did it, who was
    `away` to begin with."""
    chance: list[tuple[Seat, Action, bool]] = []
    moves: list[tuple[Seat, Action, bool]] = []
    for who, action in ended.log:
        match action:
            case Undo(count):
                del moves[len(moves) - count :]
            case Away(gone) if gone == seat:
                away = True
            case Back(come) if come == seat:
                away = False
            case Cut():
                chance.append((who, action, False))
            case _ if who == CHANCE:
                chance.append((who, action, False))
            case _ if who >= 0:
                moves.append((who, action, who == seat and not away))
    yield from chance
    yield from moves


async def reviewed(
    computers: Computers,
    made: Sequence[Decision],
    table: int,
    done: Callable[[int], None],
    seconds: float | None = None,
) -> Review:
    """Weigh the decisions `made` at a table, or those that so many `seconds` are enough for.
    `done` is told how many are weighed."""
    count = 0

    async def weighed(decision: Decision) -> Cost | None:
        nonlocal count
        seen, action, deal = decision
        seed = advice_seed(table, deal, seen.number)
        found = await computers.weighed(seen, seed, WORLDS, also=action, urgent=False)
        count += 1
        done(count)
        return cost(decision, found)

    tasks = [asyncio.create_task(weighed(one)) for one in made]
    try:
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
        judged = [one for task in tasks if task.done() and (one := task.result()) is not None]
    finally:
        for task in tasks:
            task.cancel()
    worst_first = sorted(judged, key=lambda one: -one.points)[:MOST]
    costs = [one for one in worst_first if one.points > 0]
    return Review(costs, len(judged), len(made))


def cost(decision: Decision, weighed: Mapping[Action, Estimate]) -> Cost | None:
    """Return what a decision cost; None where nothing could be weighed."""
    seen, action, deal = decision
    better = next(iter(unopposed(deal, seen, weighed)), None)
    if better is None or action not in weighed:
        return None
    return Cost(seen, action, better, lead(weighed, better, action), weighed[better].why)


def unopposed(
    deal: Deal, seen: View, weighed: Mapping[Action, Estimate]
) -> Mapping[Action, Estimate]:
    """Return what was weighed that there is no objection to, in that order."""
    assert seen.seat is not None
    seat = seen.seat
    return {one: brings for one, brings in weighed.items() if deal.objection(seat, one) is None}
