"""The rules of the tricks: the called card, jokers, nolos."""

from __future__ import annotations

from collections.abc import Callable

from kwbot.engine.actions import Seat
from kwbot.engine.cards import Card, CardSet
from kwbot.engine.playrules import Ban, PlayRules, PlayState
from kwbot.engine.rulepoints import LedFirst, MustFall, NoJokerFirst
from kwbot.engine.wording import N_, Sentence

from .before import DanishSetup

NO_JOKER_TO_TRICK_1 = Ban(NoJokerFirst(), Sentence(N_("No joker may be led to the first trick.")))


def called_card_falls(called: Card) -> tuple[Ban, ...]:
    """The called card falls the first time its suit is led, by whomever.

    While someone holds it, its suit has not been led yet.
    """
    falls = N_("You hold {card}, the called card: it falls the first time its suit is led.")
    leads = N_("You hold {card}, the called card: lead no other card of its suit before it.")
    return (
        Ban(MustFall(called), Sentence(falls, card=called)),
        Ban(LedFirst(called), Sentence(leads, card=called)),
    )


def called_card_rules(setup: DanishSetup, forehand: Seat, bans: tuple[Ban, ...]) -> PlayRules:
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


def nolo_rules(
    soloists: tuple[Seat, ...],
    limit: int,
    forehand: Seat,
    strength: Callable[[Card], int],
    bans: tuple[Ban, ...],
    shown: Callable[[PlayState], tuple[Seat, ...]],
) -> PlayRules:
    """Everyone against the soloists, who are finished with more than `limit` tricks.

    `shown` says whose hands lie open.
    """

    def settled(play: PlayState) -> bool:
        taken = play.taken()
        return all(taken[seat] > limit for seat in soloists)

    def open_cards(play: PlayState) -> dict[Seat, CardSet]:
        return {seat: play.table.hands[seat] for seat in shown(play)}

    return PlayRules(
        leader=forehand, strength=strength, bans=bans, settled=settled, open_cards=open_cards
    )
