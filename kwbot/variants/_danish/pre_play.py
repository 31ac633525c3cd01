"""The steps between auction and first lead: trumps, the called card, exchanges.

A step is part of a deal's script: it yields phases and returns the next `DanishSetup`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kwbot.engine.phases.auction import DuelAuction
from kwbot.engine.phases.choose import ANY_SUIT, Choose, Exchange, Offer, always, name_trumps
from kwbot.engine.phases.script import Steps, ask
from kwbot.engine.values.actions import Action, Bid, ChooseCard, ChooseCards, Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet, Rank, Suit
from kwbot.engine.values.choices import Choice, OneOf, SomeCards, card_options, suit_options
from kwbot.engine.values.layout import Layout

from .purposes import CALL_PARTNER, EXCHANGE, VOID_CARD
from .vip import TurnKitty


@dataclass(frozen=True)
class DanishSetup:
    """The state of a deal between auction and first lead."""

    layout: Layout
    bid: Bid
    bidder: Seat
    joiners: tuple[Seat, ...]
    declarer: Seat
    acting: Seat
    """The player who exchanges first."""
    trumps: Suit | None = None
    called: Card | None = None
    turned: int = 0
    """Number of kitty cards turned up."""
    stand_in: Card | None = None
    """Declarer's card that counts as one of the called suit."""

    @classmethod
    def of(cls, auction: DuelAuction) -> DanishSetup:
        """Return the setup after an auction with a bid."""
        assert auction.winning_bid
        bidder, bid = auction.winning_bid
        return cls(auction.layout, bid, bidder, auction.joiners, bidder, bidder)

    @property
    def soloists(self) -> tuple[Seat, ...]:
        """The bidder and the joiners, in that order."""
        return (self.bidder, *self.joiners)


Step = Callable[[DanishSetup], Steps[DanishSetup]]


# --- trumps --------------------------------------------------------------------------------------


def _name_trumps(setup: DanishSetup, seat: Seat, suits: Offer = ANY_SUIT) -> Steps[DanishSetup]:
    layout, trumps = yield from name_trumps(setup.layout, seat, suits)
    return replace(setup, layout=layout, acting=seat, trumps=trumps)


def declarer_names_trumps(setup: DanishSetup) -> Steps[DanishSetup]:
    """Let declarer name trumps."""
    return (yield from _name_trumps(setup, setup.declarer))


def partner_names_trumps(setup: DanishSetup) -> Steps[DanishSetup]:
    """Let the partner name trumps, not the called suit; declarer if the called card lies in the
    kitty."""
    called = setup.called
    assert called
    partner = setup.layout.holder(called)
    seat = setup.declarer if partner is None else partner
    suits = always(suit_options(suit for suit in Suit if suit != called.suit))
    setup = yield from _name_trumps(setup, seat, suits)
    if partner is None or partner == setup.declarer:
        return setup  # the card may be with declarer or in the kitty: nobody knows which
    return replace(setup, layout=setup.layout.with_known(seat, CardSet([called])))


def fix_trumps(trumps: Suit | None) -> Step:
    """Return a step that sets the trumps fixed by the bid."""

    def step(setup: DanishSetup) -> Steps[DanishSetup]:
        yield from ()
        return replace(setup, trumps=trumps)

    return step


def turned_up(*, joker_is_none: bool) -> Step:
    """Return a step in which the bidder and joiners turn the kitty up; the one who accepts a suit
    becomes declarer."""

    def step(setup: DanishSetup) -> Steps[DanishSetup]:
        turning = TurnKitty.begin(setup.layout, setup.soloists, joker_is_none=joker_is_none)
        done = yield from ask(turning)
        assert done.taker is not None
        return replace(
            setup, layout=done.layout, declarer=done.taker, acting=done.taker,
            trumps=done.trumps, turned=done.face_up_count,
        )  # fmt: skip

    return step


# --- the called card -----------------------------------------------------------------------------

_ANY_ACE = card_options(CardSet(Card.parse(f"{suit}A") for suit in Suit))


def call_any_ace(setup: DanishSetup) -> Steps[DanishSetup]:
    """Let declarer call any ace, also that of trumps, their own or one in the kitty."""
    return (yield from _call_partner(setup, always(_ANY_ACE)))


def call_a_missing_card(setup: DanishSetup) -> Steps[DanishSetup]:
    """Let declarer call an ace that they do not hold, except that of trumps; without one a king,
    and so on."""
    suits = [suit for suit in Suit if suit != setup.trumps]

    def offer(layout: Layout, seat: Seat) -> Choice:
        return card_options(_highest_missing(layout.hands[seat], suits))

    return (yield from _call_partner(setup, offer))


def _highest_missing(hand: CardSet, suits: Iterable[Suit]) -> CardSet:
    """Return the cards of `suits` missing in `hand`, of the highest rank with any missing."""
    for rank in reversed(Rank):
        cards = CardSet(Card.parse(f"{suit}{rank.letter}") for suit in suits)
        if cards - hand:
            return cards - hand
    raise AssertionError("nobody holds three whole suits")


def _call_partner(setup: DanishSetup, offer: Offer) -> Steps[DanishSetup]:
    done = yield from ask(Choose(setup.layout, setup.declarer, offer, CALL_PARTNER))
    return replace(setup, layout=done.layout, called=done.answer_as(ChooseCard).card)


def void_card(setup: DanishSetup) -> Steps[DanishSetup]:
    """Let a declarer who is void in the called suit make another card count as one. Declarer is
    asked in any case: otherwise everyone would know whether they are void, and so do not hold the
    called ace."""
    assert setup.called
    suit = setup.called.suit
    assert suit is not None

    def offer(layout: Layout, seat: Seat) -> Choice:
        hand = layout.hands[seat]
        cards = NO_CARDS if hand.of_suit(suit) else hand
        return OneOf((*map(ChooseCard, cards), ChooseCard(None)))

    asked = Choose(setup.layout, setup.declarer, offer, VOID_CARD, discreet=True, quiet=True)
    done = yield from ask(asked)
    return replace(setup, layout=done.layout, stand_in=done.answer_as(ChooseCard).card)


# --- exchanges -----------------------------------------------------------------------------------


def _up_to_three(layout: Layout, seat: Seat) -> Choice:
    return SomeCards(layout.hands[seat], 0, len(layout.kitty))


def _all_or_none(layout: Layout, seat: Seat) -> Choice:
    return SomeCards(layout.hands[seat], 0, KITTY, step=KITTY)


def _all(layout: Layout, seat: Seat) -> Choice:
    return SomeCards(layout.hands[seat], KITTY, KITTY)


KITTY = 3


def _offer_kitty(setup: DanishSetup, seats: Iterable[Seat]) -> Steps[DanishSetup]:
    """Let each of `seats` exchange any number of cards with the kitty, while any are left."""
    layout = setup.layout
    for seat in seats:
        if layout.kitty:
            layout = (yield from ask(Exchange(layout, seat, _up_to_three, EXCHANGE))).layout
    return replace(setup, layout=layout)


def exchange_round(setup: DanishSetup) -> Steps[DanishSetup]:
    """Let everyone exchange once round the table, from the acting player to the left."""
    return (yield from _offer_kitty(setup, setup.layout.clockwise_from(setup.acting)))


def last_joiner_exchanges_first(setup: DanishSetup) -> Steps[DanishSetup]:
    """Let the soloists exchange, the last joiner first and the bidder last."""
    return (yield from _offer_kitty(setup, reversed(setup.soloists)))


def exchange_all_or_none(setup: DanishSetup) -> Steps[DanishSetup]:
    """Let the acting player exchange with the whole kitty or not at all."""
    done = yield from ask(Exchange(setup.layout, setup.acting, _all_or_none, EXCHANGE))
    return replace(setup, layout=done.layout)


def exchange_all(setup: DanishSetup) -> Steps[DanishSetup]:
    """Make the acting player exchange with the whole kitty."""
    done = yield from ask(Exchange(setup.layout, setup.acting, _all, EXCHANGE))
    return replace(setup, layout=done.layout)


@dataclass(frozen=True)
class ExchangeWith(Exchange):
    """An exchange with the cards that `giver` laid away; None: with the kitty."""

    giver: Seat | None = None

    def apply(self, seat: Seat, action: Action) -> Exchange:
        """Return the phase after the exchange, with the giver's cards in place of the kitty."""
        assert isinstance(action, ChooseCards)
        if self.giver is None or not action.cards:
            return super().apply(seat, action)
        taken, laid = self.layout.laid[self.giver], list(self.layout.laid)
        laid[self.giver], laid[seat] = NO_CARDS, action.cards
        hand = self.layout.hands[seat] - action.cards | taken
        layout = replace(self.layout.with_hands({seat: hand}), laid=tuple(laid))
        return replace(self, layout=layout, answer=action, taken=taken)

    def given_by(self, seat: Seat) -> dict[Seat, CardSet]:
        """Return the cards that the giver gave to the player who exchanges."""
        return {self.seat: self.taken} if seat == self.giver and self.taken else {}


def first_bidder_exchanges_first(setup: DanishSetup) -> Steps[DanishSetup]:
    """Let the soloists exchange, the first bidder first, each all or none, with the three cards
    lying there at their turn."""
    layout, giver = setup.layout, None
    for seat in setup.soloists:
        done = yield from ask(ExchangeWith(layout, seat, _all_or_none, EXCHANGE, giver=giver))
        layout, giver = done.layout, seat if done.taken else giver
    return replace(setup, layout=layout)
