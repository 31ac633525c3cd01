"""A deal of the day: sealing, dealing, playing and proving it.

All chance comes from a secret that is sealed the day before. No player's press goes into it,
because everybody must get the same cards.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from kwbot.engine.deals import partner_draw
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import CHANCE, Dealt, Seat
from kwbot.engine.values.cards import Card
from kwbot.engine.values.names import told_apart
from kwbot.players.tastes.characters import CHARACTERS
from kwbot.solo.solo_deal import SoloDeal, before_deal, key_of
from kwbot.storage.values.stored_dailies import DailyPlan, StoredDaily, StoredPlay
from kwbot.storage.values.stored_tables import DealSecret
from kwbot.tables.state import dealing
from kwbot.tables.state.shuffle import (
    FirstDraw,
    commitment,
    draws_of,
    first_dealer,
    new_secret,
    partners_drawn,
    transcript,
)
from kwbot.tables.state.table_options import USUAL_SEATS

DAILY_SEAT: Seat = 0
"""Everybody's seat."""
STRONG_NAME = "Kwbot"
"""The name of the strong player in that seat."""
_NOBODY = "?"


@dataclass(frozen=True, slots=True)
class DailyHand:
    """A person's play of a deal of the day, as stored and as a deal."""

    daily: StoredDaily
    play: StoredPlay
    solo: SoloDeal


def game_of_day(plan: DailyPlan, day: date) -> str:
    """Return the game of a day, by rotation."""
    return plan.games[day.toordinal() % len(plan.games)]


def seal(
    plan: DailyPlan,
    day: date,
    variant: Variant,
    options: Mapping[str, str],
    before: StoredDaily | None = None,
) -> StoredDaily:
    """Return the sealed deal of a day. `before`: the deal that an earlier plan sealed for it, whose
    seal stays if its context is the same."""
    match = _match(variant, options, _NOBODY, b"")
    context = dealing.context_of(f"daily{plan.guild_id}d{day:%Y%m%d}", match)
    secret = before.secret if before and before.context == context else new_secret()
    return StoredDaily(
        id=before.id if before else 0,
        guild_id=plan.guild_id,
        day=day,
        channel_id=plan.channel_id,
        game=variant.key,
        options=dict(options),
        language=plan.language,
        secret=secret,
        context=context,
        commitment=commitment(context, secret),
    )


def begin(daily: StoredDaily, games: Mapping[str, Variant], name: str) -> SoloDeal:
    """Return a deal of the day at its beginning, for a person of a name."""
    return SoloDeal.begin(_opening(daily, games, name), DAILY_SEAT, key_of(daily.secret))


def after_moves(
    daily: StoredDaily, games: Mapping[str, Variant], name: str, moves: Sequence[str]
) -> SoloDeal:
    """Return a deal of the day after stored moves. Wrong ones raise RuleViolation or ValueError."""
    return SoloDeal.read(_opening(daily, games, name), DAILY_SEAT, key_of(daily.secret), moves)


def points_of(solo: SoloDeal) -> int:
    """Return the player's points in a finished deal, or their lead over the other side."""
    result, match = solo.result, solo.match
    assert result is not None
    sides = match.variant.sides(match.sheet)
    others = [side for side in sides if solo.seat not in side]
    return result.points[solo.seat] - (result.points[others[0][0]] if others else 0)


def proof(daily: StoredDaily, games: Mapping[str, Variant]) -> str:
    """Return the proof of a deal for `verify_deal.py`, which reveals the secret and all cards."""
    match = _opening(daily, games, _NOBODY)
    assert match.deal is not None
    cards = next(
        action for seat, action in match.deal.log if seat == CHANCE and isinstance(action, Dealt)
    )
    draws, players = draws_of(daily.context), len(match.names)
    dealer = match.deal.start.dealer if "dealer" in draws else None
    return transcript(
        daily.context,
        daily.secret,
        (),
        {seat: str(hand).split() for seat, hand in enumerate(cards.hands)},
        kitty=[card.text for card in cards.kitty],
        order=cards.order,
        first=FirstDraw(_partners(daily) if "partners" in draws else (), players, dealer),
    )


def _opening(daily: StoredDaily, games: Mapping[str, Variant], name: str) -> Match:
    """Return the match with the cards dealt."""
    match = _match(games[daily.game], daily.options, name, daily.secret)
    if match.must_draw:
        cards = tuple(Card.parse(card) for _, card in _partners(daily))
        match = match.with_draw(partner_draw.by_seat(cards))
    dealer = match.next_dealer()
    if dealer is None:
        dealer = first_dealer(daily.context, daily.secret, (), len(match.names))
    match = before_deal(match, dealer)
    hidden = DealSecret(
        deal=1, secret=daily.secret, context=daily.context, commitment=daily.commitment
    )
    return match.apply(CHANCE, dealing.deal(match, hidden))


def _match(variant: Variant, options: Mapping[str, str], name: str, secret: bytes) -> Match:
    """Return the match before its deal, with a person of a name and computers drawn by the secret.

    A person with a computer's name gets a number, because a computer's name is its character and
    all who play the deal meet the same ones.
    """
    seats = max(variant.least_players, min(USUAL_SEATS, variant.most_players or USUAL_SEATS))
    drawn = random.Random(key_of(secret))  # noqa: S311 - names, no cards
    others = drawn.sample(sorted(CHARACTERS), seats - 1)
    *_, called = told_apart((*others, name))
    return Match.begin(variant, (called, *others), options)


def _partners(daily: StoredDaily) -> tuple[tuple[int, str], ...]:
    """Return the seat and the drawn card by place in an imagined lobby."""
    drawn = partners_drawn(daily.context, daily.secret, (), USUAL_SEATS)
    seating = partner_draw.seating([Card.parse(card) for card in drawn])
    return tuple((seating.index(place), card) for place, card in enumerate(drawn))


def as_opened(daily: StoredDaily, plan: DailyPlan, ends: datetime) -> StoredDaily:
    """Return a sealed deal as open in the plan's channel, for a day that ends at `ends`."""
    return replace(
        daily, channel_id=plan.channel_id, language=plan.language, state="open", ends_at=ends
    )
