"""Deals for one person, dealt by a seeded source."""

from __future__ import annotations

from random import Random

from kwbot.engine.deals.match import Match
from kwbot.engine.values.cards import Card
from kwbot.solo.solo_deal import before_deal
from kwbot.variants import games
from tests.engine.playing import DRAWN, deal_out

KEY = b"key"
NAMES = ("Anna", "Brage", "Cleo", "Disa")


def opening(game: str, seed: int, names: tuple[str, ...] = NAMES) -> Match:
    """A first deal, with the same cards for the same seed."""
    match = Match.begin(games()[game], names, {})
    if match.must_draw:
        match = match.with_draw(tuple(map(Card.parse, DRAWN)))
    dealer = match.next_dealer()
    return deal_out(before_deal(match, 3 if dealer is None else dealer), Random(seed))
