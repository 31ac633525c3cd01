"""What the characters of computer players bid, and what their tastes cost them."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable

from benches.figures import Figure, Sample, benchmark
from kwbot.commands.simulate import first_deal
from kwbot.engine.actions import Action, Bid
from kwbot.engine.choices import CombinationBid
from kwbot.engine.match import Match
from kwbot.engine.view import view
from kwbot.players import COMPUTERS, MonteCarloPlayer, bid_search, decide
from kwbot.players.bid_taste import plainer
from kwbot.players.characters import CHARACTERS

COMBINED, LEVEL = "kombinations-whist", "normal"

Choice = tuple[str, float]
"""What leaning a call has, and how many points less it promises than that of somebody without a
character."""


def _called(number: int) -> dict[str, list[Choice]]:
    """What each character would call at each moment of an auction."""
    rng = random.Random(f"character {number}")
    match, found = first_deal(COMBINED, rng), defaultdict(list)
    while match.to_act() and isinstance(match.choice(match.to_act()[0]), CombinationBid):
        seat = match.to_act()[0]
        for name, choice in _choices(match, rng.getrandbits(40)).items():
            found[name].append(choice)
        match = match.apply(seat, decide(COMPUTERS[LEVEL], match, seat, rng))
    return dict(found)


def _choices(match: Match, seed: int) -> dict[str, Choice]:
    level, seen = COMPUTERS[LEVEL], view(match, match.to_act()[0])
    assert isinstance(level, MonteCarloPlayer)
    seen = plainer(seen, level.extras)
    thought = bid_search.tried(seen, random.Random(seed), level.samples)
    bids = [action for action in thought.found if isinstance(action, Bid)]
    parts = match.variant.parts(match.sheet.options)

    def leaning(action: Action) -> str:
        if not isinstance(action, Bid):
            return "pass"
        return {1: "trumps", -1: "few tricks"}.get(parts[action.parts[0]].leaning, "others")

    tastes = {name: one.taste(parts) for name, one in CHARACTERS.items()}
    called = {
        name: bid_search.chosen(
            thought._replace(appeals=taste.appeals(bids, random.Random(seed))), taste
        )
        for name, taste in tastes.items()
    }
    most = max((brings.points for brings in thought.found.values()), default=0.0)
    return {name: (leaning(one), most - thought.found[one].points) for name, one in called.items()}


@benchmark("characters", "Kombinations-Whist: points a deal that a taste costs, as estimated", 200)
def characters(sample: Sample) -> Iterable[Figure]:
    dealt = sample.take(_called)
    for name in CHARACTERS:
        calls = [choice for deal in dealt for choice in deal.get(name, [])]
        seats = 4 * len(dealt)
        count = Counter(leaning for leaning, _ in calls)
        shares = ", ".join(
            f"{what} {100 * count[what] / len(calls):.0f}"
            for what in ("pass", "trumps", "few tricks", "others")
        )
        cost = sum(lost for _, lost in calls) / seats
        yield Figure(f"{name}: {shares} % of calls", cost, f"points, N = {seats}", 0.1)
