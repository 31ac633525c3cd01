"""Who holds the called card: no message, no size and no number of messages tells it."""

from __future__ import annotations

import logging
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from kwbot.engine.deals.deal import Move
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import CHANCE, Cut, Dealt, Seat
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.views.view import view
from kwbot.tables.state import dealing
from kwbot.variants import games
from tests.e2e.arranged import PEOPLE
from tests.e2e.club import Club
from tests.e2e.copies import MEMORY, watched
from tests.e2e.test_secrecy import CARD, Screens, Viewer, played_tricks
from tests.engine import playing
from tests.engine.secrecy import Course, Swap, course, swapped

TRICKS = 2
SEEDS = 400


def secret_partner(match: Match) -> Seat | None:
    """Who alone knows that they play with declarer."""
    seen = view(match, None)
    if seen.declarer is None or seen.partner is not None or seen.soloists:
        return None
    partners = [seat for seat in seen.seats if seat == view(match, seat).partner != seen.declarer]
    return partners[0] if partners else None


def played(variant: Variant, rng: random.Random) -> Course | None:
    """A deal until its third trick, if a partner is secret then."""
    begun = playing.begun(playing.begin(variant, 4), rng)
    while begun.to_act() != (CHANCE,):
        begun = begun.apply(begun.to_act()[0], Cut(0))
    found = Course(begun, playing.deal_out(begun, rng))
    for _ in course(found, rng):
        if played_tricks(found.match) >= TRICKS:
            return found if secret_partner(found.match) is not None else None
    return None


def dealt(found: Course, swap: Swap) -> Dealt:
    """The cards as they lay at the beginning, two of them in each other's place."""
    assert found.match.deal
    cards = next(action for _, action in found.match.deal.log if isinstance(action, Dealt))
    moved = swapped(cards, swap)
    assert isinstance(moved, Dealt)
    return moved


def with_another_partner(found: Course) -> Match | None:
    """The same moves with the called card in another hand.

    It changes places with another card of its suit, so that everybody can do the same.
    """
    return next((match for swap in swaps(found) if (match := alike(found, swap))), None)


def swaps(found: Course) -> Iterator[Swap]:
    """A card that the partner has kept, and one of its suit that another opponent has kept."""
    deal, partner = found.match.deal, secret_partner(found.match)
    assert deal
    assert partner is not None
    declarer = view(found.match, None).declarer
    hands = deal.layout.hands
    for seat in set(deal.layout.seats) - {partner, declarer}:
        for mine in hands[partner]:
            for theirs in hands[seat]:
                if mine.suit is not None and mine.suit == theirs.suit:
                    yield {mine: theirs, theirs: mine}


def alike(found: Course, swap: Swap) -> Match | None:
    """The match after the same moves; None if they cannot be made, or the partner is the same."""
    match = found.begun.apply(CHANCE, dealt(found, swap))
    try:
        for seat, action in found.moves:
            match = match.apply(seat, action)
    except RuleViolation:
        return None
    return match if secret_partner(match) not in (None, secret_partner(found.match)) else None


def two_deals(variant: Variant) -> tuple[Course, Match]:
    """A deal, and what makes another one of it in which somebody else is the partner."""
    for seed in range(SEEDS):
        rng = random.Random(seed)
        found = played(variant, rng)
        other = with_another_partner(found) if found else None
        if found and other:
            return found, other
    raise AssertionError("no deal with a secret partner was found")


async def shown(
    match: Match, moves: list[Move], monkeypatch: pytest.MonkeyPatch
) -> dict[Viewer, Counter[str]]:
    """Play the course by clicks; gives what each viewer was sent."""
    deal = match.deal
    assert deal
    cards = next(action for _, action in deal.log if isinstance(action, Dealt))
    monkeypatch.setattr(dealing, "deal", lambda *_: cards)
    monkeypatch.setattr(dealing, "first_dealer", lambda *_: deal.start.dealer)
    monkeypatch.setattr(dealing, "new_secret", lambda: bytes(48))
    club = Club(MEMORY)
    async with watched(club) as watch:
        logging.getLogger("discord").setLevel(logging.INFO)
        people = [club.guest(name) for name in PEOPLE]
        table = (await club.table(people, game=match.variant.key)).id
        await watch.still()
        screens = Screens(club)
        cuts = [(seat, action) for seat, action in deal.log if isinstance(action, Cut)]
        for line in ("ready", *(f"{seat} {action}" for seat, action in [*cuts, *moves])):
            await club.play(table, line)
            await watch.still()
        club.clock.advance(3)
        await watch.still()
        assert club.playground.refusals == []
        return {viewer: screens.taken(viewer) for viewer in (None, 0, 1, 2, 3)}


def with_secret_partners() -> list[str]:
    return [key for key, game in games().items() if type(game).partner is not Variant.partner]


@pytest.mark.slow
@pytest.mark.parametrize("game", with_secret_partners())
async def test_nobody_is_told_who_holds_the_called_card(
    game: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "kwbot")
    caplog.set_level(logging.DEBUG, "cogs")
    found, other = two_deals(games()[game])
    first = await shown(found.match, found.moves, monkeypatch)
    log = Counter(record.getMessage() for record in caplog.records)
    caplog.clear()
    second = await shown(other, found.moves, monkeypatch)
    assert Counter(record.getMessage() for record in caplog.records) == log
    assert not [line for line in log if CARD.search(line)]
    for viewer in (None, view(found.match, None).declarer):
        assert second[viewer] == first[viewer], f"{viewer} sees who the partner is"
    # As many messages to each, whoever is the partner.
    assert {v: seen.total() for v, seen in first.items()} == {
        v: seen.total() for v, seen in second.items()
    }
    for match, sent in ((found.match, first), (other, second)):
        partner = secret_partner(match)
        told = {v for v, seen in sent.items() if any("& You**: " in one for one in seen)}
        assert told == {partner}
