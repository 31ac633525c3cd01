"""How well the computer players play: the same deals with the sides changed, counted by pairs.

"Greedy" is the rule of thumb of old. What is gained is by the same cards: a side's tricks (or
whether the contract is made) when it looks ahead against greedy players, less those when it is
greedy itself against players who look ahead.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from statistics import fmean
from time import process_time

from benches.figures import Figure, Sample, sampled
from benches.frozen_thumb import FrozenThumb
from benches.textbook import Textbook
from kwbot.commands.simulate import Plan, first_deal, play
from kwbot.engine.actions import Action, Bid, Pass, Seat
from kwbot.engine.choices import PlayCard
from kwbot.engine.match import Match
from kwbot.engine.phases.auction import RoundAuction
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
    """A player whose time over cards is taken."""

    def __init__(self, computer: Computer) -> None:
        self.computer, self.seconds, self.moves = computer, 0.0, 0

    def choose(self, seen: View, rng: random.Random) -> Action:
        begun = process_time()
        action = self.computer.choose(seen, rng)
        if isinstance(seen.choice, PlayCard):
            self.seconds += process_time() - begun
            self.moves += 1
        return action

    def figure(self) -> Figure:
        return Figure(
            "a move over a card", 1000 * self.seconds / max(1, self.moves), "ms", budget=3.0
        )


def _shuffled(game: str, number: int | str) -> Match:
    """Deal `number` of a game, before anybody has decided anything."""
    return first_deal(game, random.Random(f"{game}:{number}"))


def _played(match: Match, players: Mapping[Seat, Computer], number: int) -> Match:
    """The deal to its end."""
    rng = random.Random(number)
    while match.to_act():
        seat = match.to_act()[0]
        match = match.apply(seat, decide(players[seat], match, seat, rng))
    return match


def _seated(some: Iterable[Seat], smart: Computer, others: Computer) -> dict[Seat, Computer]:
    return {seat: smart if seat in some else others for seat in range(4)}


# --- tricks and contracts, by pairs ---------------------------------------------------------------


def _tricks_gained(number: int, smart: Computer, others: Computer) -> float:
    tricks = []
    for side in SIDES:
        match = _played(_shuffled(WHIST, number), _seated(side, smart, others), number)
        assert match.deal
        assert match.deal.result
        tricks.append(sum(match.deal.result.tricks[seat] for seat in SIDES[0]))
    return float(tricks[0] - tricks[1])


@sampled("players-whist", "whist: tricks gained by the same cards against greedy players", 600)
def whist(sample: Sample) -> Iterator[Figure]:
    smart = Timed(COMPUTERS[SMART])
    sample.take(lambda number: _tricks_gained(number, smart, COMPUTERS[GREEDY]))
    yield sample.figure("tricks gained", "tricks", at_least=1.2)
    yield smart.figure()


@sampled("players-levels", "whist: tricks gained by the same cards against the next level", 200)
def levels(sample: Sample) -> Iterator[Figure]:
    steps = ((SMART, USUAL), (USUAL, GREEDY), (GREEDY, WEAK))

    def gained(number: int) -> list[float]:
        return [_tricks_gained(number, *(COMPUTERS[level] for level in step)) for step in steps]

    for step, outcomes in zip(steps, zip(*sample.take(gained), strict=True), strict=True):
        figures = sample.of(list(outcomes))
        yield figures.figure(f"{step[0]} against {step[1]}", "tricks", clear_of=0.0)


@sampled("players-tenfold", "whist: tricks lost against a player with ten times the samples", 200)
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


def _made_gained(bid: Bid, number: int, smart: Computer, greedy: Computer) -> float:
    match, declarer = _contract(bid, number)
    made = []
    for side in ((declarer,), [seat for seat in range(4) if seat != declarer]):
        end = _played(match, _seated(side, smart, greedy), number)
        assert end.deal
        assert end.deal.result
        made.append(bool(end.deal.result.made))
    return float(made[0] - made[1])


def _contracts(key: str, name: str, least: float) -> None:
    @sampled(
        f"players-{key}",
        f"{name}: how much more often it is made by the same cards against greedy players",
        600,
    )
    def measure(sample: Sample) -> Iterator[Figure]:
        smart = Timed(COMPUTERS[SMART])
        sample.take(lambda number: _made_gained(Bid((key,)), number, smart, COMPUTERS[GREEDY]))
        yield sample.figure("made more often", "", at_least=least)
        yield smart.figure()


_contracts("noll", "nolo", 0.10)
_contracts("precis", "an exact number", 0.40)
_contracts("grill", "Grill", 0.60)


# --- whole games ----------------------------------------------------------------------------------


def _won(number: int) -> float:
    seat = number % 4
    levels = tuple(SMART if at == seat else GREEDY for at in range(4))
    match = play(Plan(COMBINED, {}, 4, levels, "won"), number // 4)
    assert match.sheet.winners
    return (seat in match.sheet.winners) / len(match.sheet.winners)


@sampled("players-games", "Kombinations-Whist, whole games: won by one against three greedy", 100)
def games_won(sample: Sample) -> Iterator[Figure]:
    sample.take(_won)
    yield sample.figure("games won (a quarter is par)", "", at_least=0.5)


def _contracts_of(number: int) -> dict[str, list[float]]:
    """By standard bid, whether its contracts were made in a whole game."""
    match = play(Plan(COMBINED, {}, 4, (SMART,), "made"), number)
    made: dict[str, list[float]] = {}
    for deal in match.deals:
        result = deal.result
        if result.contract and result.made is not None:
            made.setdefault(result.contract.parts[0], []).append(float(result.made))
    return made


@sampled("players-contracts", "Kombinations-Whist among four of them: contracts made", 40)
def contracts(sample: Sample) -> Iterator[Figure]:
    made: dict[str, list[float]] = {}
    games = sample.take(_contracts_of)
    for found in games:
        for key, results in found.items():
            made.setdefault(key, []).extend(results)
    every = [one for results in made.values() for one in results]
    yield sample.of(every).figure("contracts made", "", at_least=0.55)
    yield sample.of(every).figure("contracts made", "", at_most=0.85)
    for key, results in sorted(made.items(), key=lambda item: -len(item[1])):
        yield sample.of(results).figure(f"  {key}", "")


def _points_a_deal(number: int) -> float:
    """What two smart players get on average, where they sit both ways."""
    points = []
    for side in SIDES:
        players = _seated(side, COMPUTERS[SMART], COMPUTERS[GREEDY])
        match = _played(_shuffled(ACE, number), players, number)
        assert match.deal
        assert match.deal.result
        points.append(fmean(match.deal.result.points[seat] for seat in side))
    return fmean(points)


@sampled("players-esmakker", "ace-partner whist: points a deal for two against two greedy", 300)
def esmakker(sample: Sample) -> Iterator[Figure]:
    sample.take(_points_a_deal)
    yield sample.figure("points a deal", "points", clear_of=0.0)


# --- against whist by the book --------------------------------------------------------------------


@sampled("textbook-whist", "whist: tricks gained by the same cards against whist by the book", 600)
def textbook_whist(sample: Sample) -> Iterator[Figure]:
    sample.take(lambda number: _tricks_gained(number, COMPUTERS[SMART], Textbook()))
    yield sample.figure("tricks gained", "tricks", at_least=1.0)


def _textbook_contract(key: str, least: float) -> None:
    @sampled(
        f"textbook-{key}",
        f"{key}: how much more often it is made than against whist by the book",
        300,
    )
    def measure(sample: Sample) -> Iterator[Figure]:
        book = Textbook()
        sample.take(lambda number: _made_gained(Bid((key,)), number, COMPUTERS[SMART], book))
        yield sample.figure("made more often", "", at_least=least)


_textbook_contract("trumf", 0.5)
_textbook_contract("noll", 0.20)
