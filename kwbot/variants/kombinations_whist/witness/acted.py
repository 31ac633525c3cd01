"""A witness acted out by the engine itself, which says whether the bid is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from kwbot.engine.actions import (
    CHANCE,
    Action,
    Bid,
    ChooseCard,
    ChooseCards,
    Dealt,
    NameDirection,
    NameNumber,
    NameNumbers,
    NamePlayer,
    NameSuit,
    Pass,
    Play,
    Seat,
    State,
)
from kwbot.engine.cards import CardSet
from kwbot.engine.deal import Deal
from kwbot.engine.match import Match
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.variant import Variant
from kwbot.variants.kombinations_whist.bids import STANDARD

from .search import Search, Witness

NAMES = ("1", "2", "3", "4")
OPTIONS = {"early_stop": "off", "impossible_bids": "allow"}


@dataclass
class _Actors:
    """Everybody does what the witness says. Declarer is player 0, the dealer the last one."""

    bid: Bid
    witness: Witness
    played: dict[Seat, int] = field(default_factory=dict)

    def action(self, deal: Deal, seat: Seat) -> Action:
        """What a player who is asked does."""
        phase = deal.current
        assert phase is not None
        if isinstance(phase, TrickPlay) and phase.asking is None:
            return Play(dict(self.witness.tricks[len(phase.tricks)][0])[seat])
        key = phase.purpose(seat).key
        if key in _ANSWERS:
            return _ANSWERS[key](self.witness, seat)
        if key == "taker":
            assert isinstance(phase, TrickPlay)
            return NamePlayer(self.witness.tricks[len(phase.tricks)][1])
        if key == "atelier":
            return next(iter(deal.choice(seat)))
        return self.bid if seat == 0 else Pass()


def _numbers(witness: Witness, seat: Seat) -> Action:
    guess = witness.guess
    return NameNumber(guess[0]) if len(guess) == 1 else NameNumbers(guess)


def _suit(witness: Witness, seat: Seat) -> Action:
    assert witness.trumps is not None
    return NameSuit(witness.trumps)


def _plague(witness: Witness, seat: Seat) -> Action:
    assert witness.plague is not None
    return NameSuit(witness.plague)


def _direction(witness: Witness, seat: Seat) -> Action:
    across = witness.step == 2 and len(witness.hands) == 4
    return NameDirection("across" if across else "left" if witness.step == 1 else "right")


_ANSWERS: dict[str, Callable[[Witness, Seat], Action]] = {
    "guess": _numbers,
    "trumps": _suit,
    "plague": _plague,
    "direction": _direction,
    "justice": lambda witness, seat: ChooseCard(witness.justice),
    "statement": lambda witness, seat: State(None, 0),
    "rank-card": lambda witness, seat: ChooseCard(witness.shown[seat]),
    "rank-pick": lambda witness, seat: ChooseCard(witness.shown[witness.owner]),
    "mail": lambda witness, seat: ChooseCards(witness.passes["brev"][seat]),
    "masters-mail": lambda witness, seat: ChooseCards(witness.passes["mastarbrev"][seat]),
}


def acted(game: Variant, bid: Bid, witness: Witness) -> Match:
    """The match after the deal; a RuleViolation if the witness breaks a rule."""
    players = len(witness.hands)
    match = Match.begin(game, NAMES[:players], OPTIONS).deal_begun(players - 1)
    match = match.apply(CHANCE, Dealt(witness.hands))
    actors = _Actors(bid, witness)
    while match.to_act():
        assert match.deal is not None
        seat = match.to_act()[0]
        match = match.apply(seat, actors.action(match.deal, seat))
    return match


def example(
    game: Variant, hand: CardSet, players: int, bid: Bid, seconds: float, rng: Random
) -> Match | None:
    """A deal in which `hand`, player 0's, makes `bid`: found within the time, and acted out."""
    until = perf_counter() + seconds
    standard, *specials = bid.parts
    search = Search(hand, game.deck(players), players, STANDARD[standard], frozenset(specials), rng)
    witness = search.found(lambda: perf_counter() < until)
    if witness is None:
        return None
    match = acted(game, bid, witness)
    assert match.deal is not None
    assert match.deal.result is not None
    assert match.deal.result.made
    return match
