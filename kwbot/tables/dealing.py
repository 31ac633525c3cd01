"""Committing to a deal, and dealing it by the fair shuffle."""

from __future__ import annotations

import secrets

from kwbot.engine.actions import Dealt, Seat
from kwbot.engine.cards import Card
from kwbot.engine.match import Match
from kwbot.engine.phases.base import Dealing
from kwbot.storage.values import DealSecret
from kwbot.tables.shuffle import commitment, deal_context, new_secret, shuffle
from kwbot.tables.state import Ready, TableState


def next_dealer(match: Match) -> Seat:
    """Who deals next; a draw by the machine's own randomness where the game says so."""
    dealer = match.next_dealer()
    return secrets.randbelow(len(match.names)) if dealer is None else dealer


def commit(table: TableState) -> tuple[Ready, DealSecret]:
    """A new secret for the next deal and what is posted of it."""
    assert table.match is not None
    match = table.match
    deck = [card.text for card in match.variant.deck(len(match.names))]
    number = len(match.deals) + 1
    context = deal_context(str(table.id), number, deck)
    secret = new_secret()
    hidden = DealSecret(
        deal=number, secret=secret, context=context, commitment=commitment(context, secret)
    )
    return Ready(number, next_dealer(match), hidden.commitment, context), hidden


def deal(match: Match, ready: Ready, secret: bytes) -> tuple[Match, Dealt]:
    """The match with the deal begun, and the cards that the shuffle gives."""
    begun = match.deal_begun(ready.dealer)
    assert begun.deal is not None
    phase = begun.deal.current
    assert isinstance(phase, Dealing)
    texts = ready.context.partition("cards=")[2].split(",")
    order = shuffle(texts, ready.context, secret, ready.contributions)
    return begun, phase.deal_out(tuple(map(Card.parse, order)))
