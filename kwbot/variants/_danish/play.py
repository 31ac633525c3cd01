"""The rules of the tricks: the called card, jokers, nolos."""

from __future__ import annotations

from collections.abc import Callable

from kwbot.engine.actions import Seat
from kwbot.engine.cards import JOKERS, NO_CARDS, Card, CardSet
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.playrules import Ban, PlayRules
from kwbot.engine.wording import N_, Sentence

from .before import Setup


def _joker_to_trick_1(play: TrickPlay, seat: Seat) -> CardSet:
    return NO_CARDS if play.tricks or play.plays else play.table.hands[seat] & JOKERS


NO_JOKER_TO_TRICK_1 = Ban(
    _joker_to_trick_1, Sentence(N_("No joker may be led to the first trick."))
)


def called_card_falls(called: Card) -> tuple[Ban, ...]:
    """The called card falls the first time its suit is led, by whomever.

    While somebody holds it, its suit has not been led yet.
    """

    def instead_of_it(play: TrickPlay, seat: Seat) -> CardSet:
        hand, rules = play.table.hands[seat], play.rules
        if play.led != called.suit or called.suit is None or called not in hand:
            return NO_CARDS
        return rules.of_suit(hand, called.suit).without(called) | rules.jokers(hand)

    def leads_before_it(play: TrickPlay, seat: Seat) -> CardSet:
        hand = play.table.hands[seat]
        if play.plays or called.suit is None or called not in hand:
            return NO_CARDS
        return play.rules.of_suit(hand, called.suit).without(called)

    falls = N_("You hold {card}, the called card: it falls the first time its suit is led.")
    leads = N_("You hold {card}, the called card: lead no other card of its suit before it.")
    return (
        Ban(instead_of_it, Sentence(falls, card=called)),
        Ban(leads_before_it, Sentence(leads, card=called)),
    )


def with_partner(setup: Setup, forehand: Seat, *bans: Ban) -> PlayRules:
    """Rules of a contract with a called card."""
    called, stand_in = setup.called, setup.stand_in
    assert called
    assert called.suit is not None
    return PlayRules(
        leader=forehand,
        trumps=setup.trumps,
        bans=(*bans, *called_card_falls(called)),
        stand_in=(stand_in, called.suit) if stand_in else None,
    )


def nolo(
    soloists: tuple[Seat, ...],
    limit: int,
    forehand: Seat,
    strength: Callable[[Card], int],
    *bans: Ban,
    shown: Callable[[TrickPlay], tuple[Seat, ...]],
) -> PlayRules:
    """Everybody against the soloists, who are finished with more than `limit` tricks.

    `shown` says whose hands lie open.
    """

    def settled(play: TrickPlay) -> bool:
        taken = play.taken()
        return all(taken[seat] > limit for seat in soloists)

    def open_cards(play: TrickPlay) -> dict[Seat, CardSet]:
        return {seat: play.table.hands[seat] for seat in shown(play)}

    return PlayRules(
        leader=forehand, strength=strength, bans=bans, settled=settled, open_cards=open_cards
    )
