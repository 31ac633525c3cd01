"""What the characters of computer players bid with the same hands, and what their tastes cost."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean

from benches.figures import Figure, Sample, benchmark
from kwbot.commands.simulate import first_deal
from kwbot.engine.actions import Action, Bid
from kwbot.engine.choices import BidManner, BidPart, CombinationBid
from kwbot.engine.match import Match
from kwbot.engine.view import view
from kwbot.players import COMPUTERS, MonteCarloPlayer, bid_search
from kwbot.players.bid_taste import NO_TASTE, plainer
from kwbot.players.characters import CHARACTERS

COMBINED, LEVEL = "kombinations-whist", "normal"
NOBODY = ""
"""The name of a player without a character."""
KINDS = ("pass", "trumps", "few tricks", *(manner.name.lower() for manner in BidManner))

Call = tuple[Sequence[float], float]
"""Which of `KINDS` a call is, 1 or 0 each, and what it promises, in points."""


def calls(number: int) -> dict[str, list[Call]]:
    """Return what each character would call at each moment of an auction, by their names."""
    rng = random.Random(f"character {number}")
    match, found = first_deal(COMBINED, rng), defaultdict[str, list[Call]](list)
    parts = match.variant.parts(match.sheet.options)
    while match.to_act() and isinstance(match.choice(match.to_act()[0]), CombinationBid):
        seat, usual = match.to_act()[0], None
        if len(match.choice(seat)) > 1:
            thought = _thoughts(match, parts, rng.getrandbits(40))
            for name, (action, worth) in thought.items():
                found[name].append((_kinds(action, parts), worth))
            usual = thought[NOBODY][0]
        match = match.apply(seat, usual or next(iter(match.choice(seat))))
    return dict(found)


def _thoughts(
    match: Match, parts: Mapping[str, BidPart], seed: int
) -> dict[str, tuple[Action, float]]:
    """What everybody calls if they are in turn, and what that promises."""
    level, seen = COMPUTERS[LEVEL], view(match, match.to_act()[0])
    assert isinstance(level, MonteCarloPlayer)
    seen, found = plainer(seen, level.extras), {}
    tastes = {name: character.taste(parts) for name, character in CHARACTERS.items()}
    for name, taste in {NOBODY: NO_TASTE, **tastes}.items():
        thought = bid_search.tried(seen, random.Random(seed), level.samples, taste=taste)
        action = bid_search.chosen(thought, taste)
        found[name] = action, thought.found[action].points
    return found


def _kinds(action: Action, parts: Mapping[str, BidPart]) -> list[float]:
    having = [parts[key] for key in action.parts] if isinstance(action, Bid) else []
    leaning = having[0].leaning if having else 0
    manners = {part.manner for part in having}
    kinds = [not having, leaning > 0, leaning < 0, *(manner in manners for manner in BidManner)]
    return [float(kind) for kind in kinds]


def shares(dealt: Sequence[Mapping[str, list[Call]]], name: str) -> list[float]:
    """Return how large a share of somebody's calls is of each kind."""
    kinds = [kinds for deal in dealt for kinds, _ in deal.get(name, ())]
    return [fmean(column) for column in zip(*kinds, strict=True)]


def recognized(dealt: Sequence[Mapping[str, list[Call]]]) -> list[str]:
    """Return who bids in one half of the deals most like they themselves do in the other half.

    The hands of a half make all bid more or less; how they differ from each other counts.
    """
    one, other = _ways(dealt[::2]), _ways(dealt[1::2])

    def apart(name: str, somebody: str) -> float:
        return sum(abs(a - b) for a, b in zip(one[name], other[somebody], strict=True))

    return [name for name in one if name == min(other, key=lambda somebody: apart(name, somebody))]


def _ways(dealt: Sequence[Mapping[str, list[Call]]]) -> dict[str, list[float]]:
    """By how much everybody's shares are larger than the average."""
    found = {name: shares(dealt, name) for name in CHARACTERS}
    average = [fmean(column) for column in zip(*found.values(), strict=True)]
    return {
        name: [share - usual for share, usual in zip(mine, average, strict=True)]
        for name, mine in found.items()
    }


@benchmark("characters", "Kombinations-Whist: what characters bid, and the price of it", 80)
def characters(sample: Sample) -> Iterable[Figure]:
    dealt = sample.take(calls)
    for name in CHARACTERS:
        told = zip(KINDS, shares(dealt, name), strict=True)
        what = ", ".join(f"{kind} {100 * share:.0f}" for kind, share in told)
        lost = Sample(0, [_lost(deal, name) for deal in dealt])
        yield lost.figure(f"{name}: {what} % of calls; it costs", "points a deal", at_most=0.1)
    yield Figure("recognized by their bids", len(recognized(dealt)), "", 8, at_least=True)


def _lost(deal: Mapping[str, list[Call]], name: str) -> float:
    """What a character's calls promise less than those of nobody's, by player of the table."""
    return sum(_promised(deal, NOBODY)) / 4 - sum(_promised(deal, name)) / 4


def _promised(deal: Mapping[str, list[Call]], name: str) -> Iterator[float]:
    return (worth for _, worth in deal.get(name, ()))
