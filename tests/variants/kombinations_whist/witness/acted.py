"""Witnesses acted out by the engine itself, which says whether the bid is made."""

from __future__ import annotations

from random import Random
from time import perf_counter

from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import CHANCE, Action, Bid, Dealt, NamePlayer, Pass, Play, Seat
from kwbot.engine.values.cards import CardSet
from kwbot.variants.kombinations_whist.bids import Bids
from kwbot.variants.kombinations_whist.printed_bids import STANDARD_BIDS
from tests.variants.kombinations_whist.table import GAME

from .search import Search, Witness

NAMES = ("1", "2", "3", "4")
_WITNESS_OPTIONS = {"early_stop": "off", "impossible_bids": "allow"}


def acted(game: Variant, bid: Bid, witness: Witness, edition: str = "1.4") -> Match:
    """The match after the deal; a RuleViolation if the witness breaks a rule.

    Declarer is player 0, the dealer the last one.
    """
    players = len(witness.hands)
    options = {"edition": edition, **_WITNESS_OPTIONS}
    match = Match.begin(game, NAMES[:players], options).deal_begun(players - 1)
    match = match.apply(CHANCE, Dealt(witness.hands))
    while match.to_act():
        assert match.deal is not None
        seat = match.to_act()[0]
        match = match.apply(seat, _action(match.deal, seat, bid, witness))
    return match


def _action(deal: Deal, seat: Seat, bid: Bid, witness: Witness) -> Action:
    """What a player who is asked does."""
    phase = deal.current
    assert phase is not None
    if isinstance(phase, TrickPlay) and phase.asking is None:
        return Play(witness.tricks[len(phase.tricks)][0][seat])
    key = phase.purpose(seat).key
    if key in witness.answers:
        return witness.answers[key][seat]
    if key == "taker":
        assert isinstance(phase, TrickPlay)
        return NamePlayer(witness.tricks[len(phase.tricks)][1])
    if key == "atelier":
        return next(iter(deal.choice(seat)))
    return bid if seat == 0 else Pass()


def example(
    bid: Bid, hand: CardSet, players: int, seconds: float, seed: int, edition: str = "1.4"
) -> Match | None:
    """A deal in which `hand`, player 0's, makes `bid`: found within the time, and acted out."""
    until, rng, bid = perf_counter() + seconds, Random(seed), Bids(edition).canonical(bid)
    standard, *specials = bid.parts
    deck, wanted = GAME.deck(players), frozenset(specials)
    search = Search(hand, deck, players, STANDARD_BIDS[standard], wanted, rng, edition)
    while perf_counter() < until:
        witness = search.attempt()
        if witness is not None:
            match = acted(GAME, bid, witness, edition)
            if match.deal and match.deal.result and match.deal.result.made:
                return match
    return None
