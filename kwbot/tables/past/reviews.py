"""Reviews of a finished deal: which of a player's decisions cost them most.

Each decision is weighed by what the player saw at the time: the others' real cards play no part.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kwbot.engine.deals.deal import Deal
from kwbot.engine.values.actions import Action
from kwbot.engine.values.estimate import Estimate, lead
from kwbot.engine.views.mistake import Mistake
from kwbot.engine.views.view import View
from kwbot.ids import TableId
from kwbot.tables.past.past_decisions import Decision
from kwbot.tables.thinking.computer_protocol import Computers
from kwbot.tables.thinking.computer_turns import advice_seed

REVIEW_SAMPLES = 200
"""Number of samples by which a review weighs a decision."""
_MAX_MISTAKES = 3


@dataclass(frozen=True, slots=True)
class Review:
    """The cost of a player's decisions, of which `judged` of `made` could be judged."""

    mistakes: list[Mistake]
    """The costliest decisions, the worst first."""
    judged: int
    made: int


async def review_all(
    computers: Computers,
    made: Sequence[Decision],
    table_id: TableId,
    done: Callable[[int], None],
    seconds: float | None = None,
) -> Review:
    """Return a review of the decisions `made` at a table, or of as many as `seconds` suffice for.
    `done` is called with the number weighed so far."""
    count = 0

    async def weigh(decision: Decision) -> Mistake | None:
        nonlocal count
        seen, action, deal = decision
        seed = advice_seed(table_id, deal, seen.number)
        found = await computers.weigh(seen, seed, REVIEW_SAMPLES, also=action, urgent=False)
        count += 1
        done(count)
        return cost(decision, found)

    tasks = [asyncio.create_task(weigh(one)) for one in made]
    try:
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
        judged = [one for task in tasks if task.done() and (one := task.result()) is not None]
    finally:
        for task in tasks:
            task.cancel()
    worst_first = sorted(judged, key=lambda one: -one.points)[:_MAX_MISTAKES]
    costs = [one for one in worst_first if one.points > 0]
    return Review(costs, len(judged), len(made))


def cost(decision: Decision, weighed: Mapping[Action, Estimate]) -> Mistake | None:
    """Return a decision's cost; None if it could not be weighed."""
    seen, action, deal = decision
    better = next(iter(without_objection(deal, seen, weighed)), None)
    if better is None or action not in weighed:
        return None
    return Mistake(seen, action, better, lead(weighed, better, action), weighed[better].why)


def without_objection(
    deal: Deal, seen: View, weighed: Mapping[Action, Estimate]
) -> Mapping[Action, Estimate]:
    """Return the weighed actions without an objection, in their order."""
    assert seen.seat is not None
    seat = seen.seat
    return {one: brings for one, brings in weighed.items() if deal.objection(seat, one) is None}
