"""Whether four computer players of level hard bid all that there is, and what that costs them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from benches.figures import Figure, Sample, benchmark
from kwbot.commands.simulate import first_deal
from kwbot.engine.actions import Action, Bid, Seat
from kwbot.engine.choices import CombinationBid
from kwbot.engine.match import Match
from kwbot.engine.view import view
from kwbot.players import COMPUTERS, BidTaste, MonteCarloPlayer, bid_search, decide
from kwbot.players.bid_taste import NO_TASTE, REMEMBERED
from kwbot.variants import games

COMBINED, LEVEL = "kombinations-whist", "hard"
EVENING = 10
"""Deals in a row, in which what was bid before is less to a player's taste."""
OFTEN, DEAR = 35.0, 0.1
"""Per cent of the contracts that may have the same part; and points a deal that all this may cost.
"""

Auctioned = tuple[Sequence[str], float, float]
"""The parts of a contract, none if all passed; what the players' calls promised less than the best
that each of them tried, in points a player; and how much of that is the contract's, as what is
outbid costs nothing."""


def auctions(number: int, edition: str = "1.4") -> list[Auctioned]:
    """Return the auctions of an evening, each from the score at a game's beginning."""
    rng, contracts, found = random.Random(f"variety {number}"), list[Bid](), list[Auctioned]()
    for _ in range(EVENING):
        taste = replace(NO_TASTE, lately=tuple(contracts[-REMEMBERED:]))
        match, lost, by_contract = first_deal(COMBINED, rng, {"edition": edition}), 0.0, 0.0
        contract: Sequence[str] = ()
        while match.to_act() and isinstance(match.choice(match.to_act()[0]), CombinationBid):
            seat = match.to_act()[0]
            action, less = _called(match, seat, rng, taste)
            if isinstance(action, Bid):
                contract, by_contract = action.parts, less
            match, lost = match.apply(seat, action), lost + less
        contracts += [Bid(tuple(contract))] * bool(contract)
        found.append((contract, lost / len(match.names), by_contract / len(match.names)))
    return found


def _called(
    match: Match, seat: Seat, rng: random.Random, taste: BidTaste | None
) -> tuple[Action, float]:
    """What somebody calls, by taste or for points alone, and what that promises less."""
    computer, seen = COMPUTERS[LEVEL], view(match, seat)
    assert isinstance(computer, MonteCarloPlayer)
    if len(match.choice(seat)) == 1:
        return next(iter(match.choice(seat))), 0.0
    thought = bid_search.tried(seen, rng, computer.samples, taste=taste)
    best = max(thought.found, key=lambda action: thought.found[action].points)
    action = bid_search.chosen(thought, taste) if taste else best
    return action, thought.found[best].points - thought.found[action].points


def had(auctioned: Iterable[Auctioned], edition: str = "1.4") -> Counter[str]:
    """Return how many of the contracts had each part that there is."""
    count = Counter(dict.fromkeys(games()[COMBINED].parts({"edition": edition}), 0))
    count.update(part for contract, *_ in auctioned for part in contract)
    return count


def _enter(name: str, edition: str) -> None:
    @benchmark(name, f"Kombinations-Whist {edition}: contracts of four of level {LEVEL}", 50)
    def measure(sample: Sample) -> Iterator[Figure]:
        evenings = sample.take(lambda number: auctions(number, edition))
        yield from _told([one for evening in evenings for one in evening], edition)


def _told(auctioned: Sequence[Auctioned], edition: str) -> Iterator[Figure]:
    contracts = sum(bool(contract) for contract, *_ in auctioned)
    count = had(auctioned, edition)
    yield Figure("contracts", contracts, f"of {len(auctioned):,} deals")
    for part, number in count.most_common():
        yield Figure(part, 100 * number / contracts, "% of contracts", OFTEN)
    never = [part for part, number in count.items() if not number]
    yield Figure(f"never: {', '.join(never) or 'none'}", len(never), "parts", 0)
    for what, lost in (
        ("calls promise less", [by_calls for _, by_calls, _ in auctioned]),
        ("contracts promise less", [by_contract for *_, by_contract in auctioned]),
    ):
        yield Sample(0, lost).figure(what, "points", at_most=DEAR)


_enter("variety", "1.4")
_enter("variety-edition", "1.5")


# --- what it costs --------------------------------------------------------------------------------


Calls = tuple[tuple[Seat, Action], ...]


def _ahead(number: int) -> list[float]:
    """By how many points each is further ahead of the others who goes by taste where these bid for
    points alone, with the same cards, than where all do; 0 where that changes no call."""
    known: dict[Calls, Action] = {}
    alone = _called_for(number, None, known)
    points = _points(number, alone)
    found = []
    for seat in range(len(points)):
        calls = _called_for(number, seat, known)
        differs = calls != alone
        found.append(_lead(_points(number, calls), seat) - _lead(points, seat) if differs else 0.0)
    return found


def _lead(points: Sequence[int], seat: Seat) -> float:
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def _dealt(number: int) -> Match:
    return first_deal(COMBINED, random.Random(f"variety cost {number}"))


def _called_for(number: int, free: Seat | None, known: dict[Calls, Action]) -> Calls:
    """The calls of a deal in which one goes by taste: by the same chance as in the other ways to
    bid it, until somebody acts otherwise; `known` is what is called next for points alone."""
    match = _dealt(number)
    calls: Calls = ()
    while match.to_act() and isinstance(match.choice(match.to_act()[0]), CombinationBid):
        seat = match.to_act()[0]
        action = known.get(calls) if seat != free else None
        if action is None:
            taste = NO_TASTE if seat == free else None
            action, _ = _called(match, seat, _chance(number, seat, len(calls)), taste)
            if seat != free:
                known[calls] = action
        match, calls = match.apply(seat, action), (*calls, (seat, action))
    return calls


def _points(number: int, calls: Calls) -> Sequence[int]:
    """What a deal brings everybody after these calls."""
    match, step = _dealt(number), len(calls)
    for seat, action in calls:
        match = match.apply(seat, action)
    while match.to_act():
        seat, step = match.to_act()[0], step + 1
        match = match.apply(
            seat, decide(COMPUTERS[LEVEL], match, seat, _chance(number, seat, step))
        )
    assert match.deal
    assert match.deal.result
    return match.deal.result.points


def _chance(number: int, seat: Seat, step: int) -> random.Random:
    return random.Random(f"{number} {seat} {step}")


@benchmark("variety-cost", "Kombinations-Whist: points a deal that bids by taste bring", 100)
def cost(sample: Sample) -> Iterator[Figure]:
    ahead = [one for deal in sample.take(_ahead) for one in deal]
    yield Sample(0, ahead).figure("ahead of who bids for points", "points", at_least=-DEAR)
