"""Committing to a deal, and dealing it by the fair shuffle. Drawing for partners."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from kwbot.engine import partner_draw
from kwbot.engine.actions import Cut, Dealt, Seat
from kwbot.engine.cards import FULL_DECK, Card
from kwbot.engine.match import Match
from kwbot.engine.phases.base import Dealing
from kwbot.engine.wording import N_
from kwbot.storage.stored import DealSecret
from kwbot.tables.refusals import Refused
from kwbot.tables.shuffle import commitment, cut, deal_context, new_secret, order_context, shuffle
from kwbot.tables.state import Ready, RunningTable, Seated

LONGEST_LINE = 64
"""Characters that a player may type for a shuffle."""


def stirring(typed: str) -> str:
    """Return what a player typed as one line that a proof can hold; Refused if nothing is left."""
    line = " ".join("".join(one if one.isprintable() else " " for one in typed).split())
    if not line:
        raise Refused(N_("Type at least one letter or digit."))
    if len(line) > LONGEST_LINE:
        raise Refused(N_("Type at most {most} characters."), most=LONGEST_LINE)
    return line


def drawn(seated: Sequence[Seated]) -> tuple[tuple[Seated, ...], tuple[Card, ...]]:
    """Draw a card each for partners. Return who sits where then, and the cards by seat."""
    cards = secrets.SystemRandom().sample(list(FULL_DECK), len(seated))
    return tuple(seated[at] for at in partner_draw.seating(cards)), partner_draw.seated(cards)


def next_dealer(match: Match) -> Seat:
    """Return who deals next, drawn by the machine's own randomness where the game says so."""
    dealer = match.next_dealer()
    return secrets.randbelow(len(match.names)) if dealer is None else dealer


def commit(table: RunningTable) -> tuple[Ready, DealSecret]:
    """Make a new secret for the next deal, and what is posted of it."""
    match = table.match
    deck = [card.text for card in match.variant.deck(len(match.names))]
    number = len(match.deals) + 1
    context = deal_context(str(table.id), number, deck)
    secret = new_secret()
    hidden = DealSecret(
        deal=number, secret=secret, context=context, commitment=commitment(context, secret)
    )
    return Ready(number, next_dealer(match), hidden.commitment, context), hidden


def deal(match: Match, hidden: DealSecret) -> Dealt:
    """Deal by the shuffle and the players' cut in the running deal, which waits for its cards."""
    assert match.deal is not None
    phase = match.deal.current
    assert isinstance(phase, Dealing)
    texts = hidden.context.partition("cards=")[2].split(",")
    contributions = hidden.contributions.splitlines()
    deck = shuffle(texts, hidden.context, hidden.secret, contributions)
    words = sorted(phase.words)
    order = shuffle(words, order_context(hidden.context, words), hidden.secret, contributions)
    lifted = (action.count for _, action in match.deal.log if isinstance(action, Cut))
    return phase.deal_out(tuple(map(Card.parse, cut(deck, next(lifted, 0)))), tuple(order))
