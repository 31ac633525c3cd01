"""What hints are worth: how often they say why, and what it costs to follow them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from benches.figures import Figure, Sample, benchmark
from kwbot.commands.simulate import first_deal
from kwbot.engine.actions import Play, Seat
from kwbot.engine.cards import Card, CardSet, Suit
from kwbot.engine.choices import PlayCard
from kwbot.engine.match import Match
from kwbot.engine.view import view
from kwbot.players import COMPUTERS, decide, weighed_actions
from kwbot.tables.thinking.reviews import WORLDS
from kwbot.text.advice import hint_text
from kwbot.text.language import Voice, language_of
from kwbot.variants import games

OFTEN = 0.3
"""How many of the moments of a deal a hint is asked at."""
SILENT = ("It hardly matters here.", "All your cards are equally good here.")
NUMBERS = "It's worth about", "It takes about"
PLAIN, HARD, EASY = "whist", "hard", "easy"


def _moments(game: str, number: int) -> Iterator[tuple[Match, Seat]]:
    """Unforced cards of a deal among normal people: mostly sensible, now and then not."""
    rng = random.Random(f"{game} {number}")
    match = first_deal(game, rng)
    while match.to_act():
        seat = match.to_act()[0]
        choice = match.choice(seat)
        if isinstance(choice, PlayCard) and len(choice) > 1 and rng.random() < OFTEN:
            yield match, seat
        level = "thumb" if rng.random() < 0.85 else EASY
        match = match.apply(seat, decide(COMPUTERS[level], match, seat, rng))


# --- what they say --------------------------------------------------------------------------------


def _told(number: int) -> list[str]:
    """The second lines of the hints in a deal of each game."""
    return [_second_line(match, seat) for game in games() for match, seat in _moments(game, number)]


def _second_line(match: Match, seat: Seat) -> str:
    seen = view(match, seat)
    weighed = weighed_actions(seen, random.Random(1), WORLDS)
    if not weighed:
        return SILENT[0]
    voice = Voice.of(seen, language_of("en"))
    return hint_text(seen, next(iter(weighed)), weighed, voice).splitlines()[1]


@benchmark("hints", "hints on unforced cards of all games: how many say that it hardly matters", 6)
def hints(sample: Sample) -> Iterator[Figure]:
    told = [line for lines in sample.take(_told) for line in lines]
    silent = sum(line in SILENT for line in told)
    numbers = sum(line.startswith(NUMBERS) for line in told)
    kinds = Counter(line for line in told if line not in SILENT and not line.startswith(NUMBERS))
    yield Figure("hints", len(told), "hints")
    yield Figure("that say it hardly matters", 100 * silent / len(told), "%", 20.0)
    yield Figure("that tell numbers alone", 100 * numbers / len(told), "%")
    yield Figure("different sentences", len(kinds), "")


# --- what following them costs --------------------------------------------------------------------


@benchmark("hints-followed", "tricks a card lost by double dummy: as hinted, hard, easy", 80)
def followed(sample: Sample) -> Iterable[Figure]:
    try:
        dds = import_module("endplay.dds")
    except ImportError:
        print("  endplay is not installed: left out")
        return
    lost = [one for deal in sample.take(lambda number: _lost(dds, number)) for one in deal]
    hinted, hard, easy = zip(*lost, strict=True)
    for what, losses in (("as hinted", hinted), ("hard", hard), ("easy", easy)):
        yield Sample(0, list(losses)).figure(what, "tricks")
    apart = [one - other for one, other in zip(hinted, hard, strict=True)]
    yield Sample(0, apart).figure("as hinted less hard", "tricks", at_most=0.0)
    gained = [other - one for one, other in zip(hinted, easy, strict=True)]
    yield Sample(0, gained).figure("easy less as hinted", "tricks", at_least=0.05)


def _lost(dds: Any, number: int) -> list[tuple[float, float, float]]:
    """Of each unforced card of a deal of whist: tricks lost as hinted, by hard and by easy."""
    return [_three(dds, match, seat) for match, seat in _moments(PLAIN, number)]


def _three(dds: Any, match: Match, seat: Seat) -> tuple[float, float, float]:
    seen = view(match, seat)
    hint = next(iter(weighed_actions(seen, random.Random(1), WORLDS)))
    others = [decide(COMPUTERS[level], match, seat, random.Random(1)) for level in (HARD, EASY)]
    tricks = _solved(dds, match)
    most = max(tricks.values())
    hinted, hard, easy = (
        most - tricks[action.card] if isinstance(action, Play) else 0 for action in (hint, *others)
    )
    return float(hinted), float(hard), float(easy)


def _solved(dds: Any, match: Match) -> dict[Card, int]:
    """The tricks that the side in turn takes from here by each legal card, all hands known."""
    types = import_module("endplay.types")
    assert match.deal is not None
    assert match.deal.play is not None
    play, seat = match.deal.play, match.to_act()[0]
    hands = list(match.deal.table.hands)
    for who, card in play.plays:
        hands[who] = hands[who].with_card(card)
    deal = types.Deal("N:" + " ".join(map(_written, hands)))
    deal.trump = types.Denom.nt if play.trumps is None else types.Denom(int(play.trumps))
    deal.first = types.Player(play.order[0])
    for _, card in play.plays:
        deal.play(card.text)
    found = {_card(str(card)): tricks for card, tricks in dds.solve_board(deal)}
    return {card: tricks for card, tricks in found.items() if Play(card) in match.choice(seat)}


def _card(name: str) -> Card:
    return Card.parse("SHDC"["♠♥♦♣".index(name[0])] + name[-1])


def _written(hand: CardSet) -> str:
    """A hand as bridge players write it."""
    return ".".join("".join(card.text[1] for card in hand.of_suit(suit)) for suit in Suit)
