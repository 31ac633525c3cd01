"""How well the computer players play: the same deals with the sides changed, counted by pairs.

"Greedy" is the rule of thumb of old. What is gained is by the same cards: a side's tricks (or
whether the contract is made) when it looks ahead against greedy players, less those when it is
greedy itself against players who look ahead.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import chain, count
from statistics import fmean
from time import process_time

from benches.figures import Figure, Sample, benchmark
from benches.frozen_thumb import FrozenThumb
from benches.textbook import Textbook
from kwbot.commands.simulate import Plan, first_deal, play
from kwbot.engine.actions import Action, Bid, Pass, Seat
from kwbot.engine.choices import Choice, CombinationBid, PlayCard
from kwbot.engine.match import Match
from kwbot.engine.phases.auction import RoundAuction
from kwbot.engine.script import DealResult
from kwbot.engine.view import View, view
from kwbot.players import COMPUTERS, Computer, MonteCarloPlayer, decide
from kwbot.players.bid_search import Scene, Trial

SMART, USUAL, GREEDY, WEAK = "hard", "normal", "frozen-thumb", "easy"
COMPUTERS[GREEDY] = FrozenThumb()
WHIST, COMBINED, ACE = "whist", "kombinations-whist", "esmakker"
SIDES: tuple[tuple[Seat, ...], ...] = ((0, 2), (1, 3))
TENFOLD = 10
WEIGHED_BY = 40
"""Determinizations by which the player is found whose hand suits a contract."""


class Timed:
    """A player whose time over decisions of one kind is taken."""

    def __init__(self, computer: Computer, kind: type[Choice] = PlayCard) -> None:
        self.computer, self.kind, self.seconds, self.moves = computer, kind, 0.0, 0

    def choose(self, seen: View, rng: random.Random) -> Action:
        begun = process_time()
        action = self.computer.choose(seen, rng)
        if isinstance(seen.choice, self.kind):
            self.seconds += process_time() - begun
            self.moves += 1
        return action

    def figure(self, what: str = "a move over a card", budget: float = 3.0) -> Figure:
        return Figure(what, 1000 * self.seconds / max(1, self.moves), "ms", budget)


def _shuffled(game: str, number: int | str) -> Match:
    """Deal `number` of a game, before anybody has decided anything."""
    return first_deal(game, random.Random(f"{game}:{number}"))


def _outcome(
    match: Match, some: Iterable[Seat], smart: Computer, others: Computer, number: int
) -> DealResult:
    """Play the deal to its end with `smart` in some seats."""
    rng = random.Random(number)
    while match.to_act():
        seat = match.to_act()[0]
        match = match.apply(seat, decide(smart if seat in some else others, match, seat, rng))
    assert match.deal
    assert match.deal.result
    return match.deal.result


# --- tricks and contracts, by pairs ---------------------------------------------------------------


def _tricks_gained(number: int, smart: Computer, others: Computer) -> float:
    match = _shuffled(WHIST, number)
    results = (_outcome(match, side, smart, others, number) for side in SIDES)
    first, second = (sum(result.tricks[seat] for seat in SIDES[0]) for result in results)
    return float(first - second)


def _tricks_against(name: str, whom: str, others: Computer, least: float) -> None:
    @benchmark(name, f"whist: tricks gained by the same cards against {whom}", 600)
    def measure(sample: Sample) -> Iterator[Figure]:
        smart = Timed(COMPUTERS[SMART])
        sample.take(lambda number: _tricks_gained(number, smart, others))
        yield sample.figure("tricks gained", "tricks", at_least=least)
        yield smart.figure()


_tricks_against("players-whist", "greedy players", COMPUTERS[GREEDY], 1.2)
_tricks_against("textbook-whist", "whist by the book", Textbook(), 1.0)


@benchmark("players-levels", "whist: tricks gained by the same cards against the next level", 200)
def levels(sample: Sample) -> Iterator[Figure]:
    steps = ((SMART, USUAL), (USUAL, GREEDY), (GREEDY, WEAK))

    def gained(number: int) -> list[float]:
        return [_tricks_gained(number, *(COMPUTERS[level] for level in step)) for step in steps]

    for step, outcomes in zip(steps, zip(*sample.take(gained), strict=True), strict=True):
        figures = Sample(0, list(outcomes))
        yield figures.figure(f"{step[0]} against {step[1]}", "tricks", clear_of=0.0)


@benchmark("textbook-levels", "whist: tricks gained by normal and easy against the book", 200)
def textbook_levels(sample: Sample) -> Iterator[Figure]:
    def gained(number: int) -> list[float]:
        return [_tricks_gained(number, COMPUTERS[level], Textbook()) for level in (USUAL, WEAK)]

    usual, weak = (Sample(0, list(one)) for one in zip(*sample.take(gained), strict=True))
    yield usual.figure(USUAL, "tricks", at_least=0.5)
    yield weak.figure(WEAK, "tricks", at_most=-0.7)


@benchmark("players-tenfold", "whist: tricks lost against a player with ten times the samples", 200)
def tenfold(sample: Sample) -> Iterator[Figure]:
    usual = COMPUTERS[SMART]
    assert isinstance(usual, MonteCarloPlayer)
    more = MonteCarloPlayer(samples=TENFOLD * usual.samples)
    sample.take(lambda number: _tricks_gained(number, more, usual))
    yield sample.figure("tricks lost", "tricks", at_most=0.30)


def _contract(bid: Bid, number: int) -> tuple[Match, Seat]:
    """A deal in which somebody would bid `bid`, and has, with nobody against it."""
    for attempt in count():
        match = _shuffled(COMBINED, f"{number} {attempt}")
        promises = _promises(match, bid, number)
        best = max(promises, key=lambda seat: promises[seat])
        if promises[best] > 0:
            return _bidding(match, best, bid), best
    raise AssertionError("there is always another deal")


def _promises(match: Match, bid: Bid, number: int) -> dict[Seat, float]:
    """What the bid would bring to each player, in points."""
    promises = {}
    while match.to_act():
        seat = match.to_act()[0]
        scene = Scene(view(match, seat), number)
        promises[seat] = Trial(scene, bid).outlook(WEIGHED_BY).points
        match = match.apply(seat, Pass())
    return promises


def _bidding(match: Match, declarer: Seat, bid: Bid) -> Match:
    while match.deal and isinstance(match.deal.current, RoundAuction):
        seat = match.to_act()[0]
        match = match.apply(seat, bid if seat == declarer else Pass())
    return match


def _made_gained(bid: Bid, number: int, smart: Computer, others: Computer) -> float:
    match, declarer = _contract(bid, number)
    against = [seat for seat in range(4) if seat != declarer]
    results = (_outcome(match, side, smart, others, number) for side in ((declarer,), against))
    first, second = (bool(result.made) for result in results)
    return float(first - second)


def _contract_against(
    family: str, key: str, shows: str, others: Computer, size: int, least: float
) -> None:
    @benchmark(f"{family}-{key}", shows, size)
    def measure(sample: Sample) -> Iterator[Figure]:
        smart = Timed(COMPUTERS[SMART])
        sample.take(lambda number: _made_gained(Bid((key,)), number, smart, others))
        yield sample.figure("made more often", "", at_least=least)
        yield smart.figure()


for _key, _name, _least in (
    ("noll", "nolo", 0.10), ("precis", "an exact number", 0.40), ("grill", "Grill", 0.45)
):  # fmt: skip
    _shows = f"{_name}: how much more often it is made by the same cards against greedy players"
    _contract_against("players", _key, _shows, COMPUTERS[GREEDY], 600, _least)
for _key, _least in (("trumf", 0.5), ("noll", 0.20)):
    _shows = f"{_key}: how much more often it is made than against whist by the book"
    _contract_against("textbook", _key, _shows, Textbook(), 300, _least)


@benchmark("players-bids", "Kombinations-Whist: how long a worker thinks about a bid", 10)
def bids(sample: Sample) -> Iterator[Figure]:
    smart = Timed(COMPUTERS[SMART], CombinationBid)
    sample.take(lambda number: _bid_out(_shuffled(COMBINED, number), smart, number))
    yield smart.figure("a bid", 200.0)


def _bid_out(match: Match, computer: Computer, number: int) -> None:
    """Hold the auction of a deal."""
    rng = random.Random(number)
    while match.deal and isinstance(match.deal.current, RoundAuction):
        seat = match.to_act()[0]
        match = match.apply(seat, decide(computer, match, seat, rng))


# --- whole games ----------------------------------------------------------------------------------


def _won(number: int) -> float:
    seat = number % 4
    levels = tuple(SMART if at == seat else GREEDY for at in range(4))
    match = play(Plan(COMBINED, {}, 4, levels, "won"), number // 4)
    assert match.sheet.winners
    return (seat in match.sheet.winners) / len(match.sheet.winners)


@benchmark("players-games", "Kombinations-Whist, whole games: won by one against three greedy", 100)
def games_won(sample: Sample) -> Iterator[Figure]:
    sample.take(_won)
    yield sample.figure("games won (a quarter is par)", "", at_least=0.5)


def _contracts_of(number: int) -> list[tuple[str, float]]:
    """The standard bids of the contracts of a whole game, and whether each was made."""
    match = play(Plan(COMBINED, {}, 4, (SMART,), "made"), number)
    return [
        (deal.result.contract.parts[0], float(deal.result.made))
        for deal in match.deals
        if deal.result.contract and deal.result.made is not None
    ]


@benchmark("players-contracts", "Kombinations-Whist among four of them: contracts made", 40)
def contracts(sample: Sample) -> Iterator[Figure]:
    made: dict[str, list[float]] = {}
    for key, result in chain.from_iterable(sample.take(_contracts_of)):
        made.setdefault(key, []).append(result)
    every = Sample(0, list(chain.from_iterable(made.values())))
    yield every.figure("contracts made", "", at_least=0.55)
    yield every.figure("contracts made", "", at_most=0.85)
    for key, results in sorted(made.items(), key=lambda item: -len(item[1])):
        yield Sample(0, results).figure(f"  {key}", "")


def _points_a_deal(number: int) -> float:
    """What two smart players get on average, where they sit both ways."""
    match, smart, others = _shuffled(ACE, number), COMPUTERS[SMART], COMPUTERS[GREEDY]
    return fmean(
        _outcome(match, side, smart, others, number).points[seat] for side in SIDES for seat in side
    )


@benchmark("players-esmakker", "ace-partner whist: points a deal for two against two greedy", 300)
def esmakker(sample: Sample) -> Iterator[Figure]:
    sample.take(_points_a_deal)
    yield sample.figure("points a deal", "points", clear_of=0.0)
