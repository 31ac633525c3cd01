"""Looking back at a deal that is over: which decisions of a player cost them most.

At each decision the player's own view is weighed, as it was then: what others held plays no part.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence

from kwbot.engine.actions import CHANCE, Action, Cut, Play, Seat
from kwbot.engine.deal import Deal
from kwbot.engine.errors import RuleViolation
from kwbot.engine.match import Match
from kwbot.engine.table import Away, Back, Undo
from kwbot.engine.values import changed
from kwbot.engine.view import View, view
from kwbot.tables.house import Computers

WORLDS = 200
"""Worlds that each decision is weighed in: nobody waits for a review."""
WORTH_MENTIONING = 0.1
"""Points; less is chance in the weighing."""
MOST = 3

Decision = tuple[View, Action]
Cost = tuple[View, Action, Action, float]
"""What was seen and done, what was better, and by how many points."""


def decisions(match: Match, seat: Seat) -> list[Decision]:
    """What `seat` decided in the last deal that was scored, where there was a choice.

    Moves that were taken back do not count, nor those of a computer player in their place.
    """
    ended = match.finished
    if ended is None or seat not in ended.start.seats:
        return []
    deal = Deal.begin(ended.variant, ended.sheet, ended.start)
    before = changed(match, deals=match.deals[:-1], sheet=ended.sheet, finished=None)
    found: list[Decision] = []
    try:
        for who, action, mine in _standing(ended, seat):
            if mine and len(deal.choice(seat)) > 1:
                found.append((view(changed(before, deal=deal), seat), action))
            deal = deal.apply(who, action)
    except RuleViolation:  # a foul changed the course: what came before it can be looked at
        return found
    return found


def _standing(ended: Deal, seat: Seat) -> Iterator[tuple[Seat, Action, bool]]:
    """The course of a deal without what was taken back; and whether `seat` itself did it."""
    chance: list[tuple[Seat, Action, bool]] = []
    moves: list[tuple[Seat, Action, bool]] = []
    away = False
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


async def costliest(
    computers: Computers, taken: Sequence[Decision], seed: int, done: Callable[[int], None]
) -> list[Cost]:
    """The decisions that cost most, the worst first. `done` is told how many are weighed."""
    count = 0

    async def weighed(at: int, decision: Decision) -> Cost | None:
        nonlocal count
        found = await computers.weighed(decision[0], seed + at, WORLDS, urgent=False)
        count += 1
        done(count)
        return cost(decision, found)

    costs = await asyncio.gather(*(weighed(at, one) for at, one in enumerate(taken)))
    found = [one for one in costs if one is not None and one[3] >= WORTH_MENTIONING]
    return sorted(found, key=lambda one: -one[3])[:MOST]


def cost(decision: Decision, weighed: Mapping[Action, float]) -> Cost | None:
    """None where what was done was not weighed."""
    seen, action = decision
    same = alike(seen, action, weighed)
    if same is None:
        return None
    better = max(weighed, key=lambda one: weighed[one])
    return seen, action, better, weighed[better] - weighed[same]


def alike(seen: View, action: Action, weighed: Mapping[Action, float]) -> Action | None:
    """What stands in `weighed` for `action`: of cards that are as good as each other the lowest."""
    if action in weighed or not isinstance(action, Play) or seen.strength is None:
        return action if action in weighed else None
    strength, card = seen.strength, action.card
    below = [
        one.card
        for one in weighed
        if isinstance(one, Play)
        and one.card.suit == card.suit
        and strength(one.card) < strength(card)
    ]
    return Play(max(below, key=strength)) if below else None
