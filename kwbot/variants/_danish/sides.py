"""The sides of a deal: who plays with whom, as far as a player can know.

All answers for a viewer follow from the viewer's own cards and from what everyone has seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kwbot.engine.phases.auction import DuelAuction
from kwbot.engine.phases.base import Phase
from kwbot.engine.phases.choose import TRUMPS, Choose, Exchange
from kwbot.engine.phases.rulepoints import cards_played
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Bid, ChooseCard, Seat
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.purpose import Purpose

from .bids import HALF, VIP, attachment_of
from .purposes import CALL_PARTNER
from .vip import TurnKitty


@dataclass(frozen=True)
class Contract:
    """The contract as everyone knows it. `declarer` is None while bidder and joiners turn the
    kitty."""

    bid: Bid
    bidder: Seat
    joiners: tuple[Seat, ...]
    declarer: Seat | None
    called: Card | None = None
    namer: Seat | None = None
    """The player who named trumps."""

    @property
    def soloists(self) -> tuple[Seat, ...]:
        """The bidder and the joiners."""
        return (self.bidder, *self.joiners)


def contract(phases: tuple[Phase, ...]) -> Contract | None:
    """Return the contract as everyone knows it; None if there is none."""
    auction = next((phase for phase in phases if isinstance(phase, DuelAuction)), None)
    if not auction or not auction.winning_bid:
        return None
    bidder, bid = auction.winning_bid
    several = attachment_of(bid) == VIP.key and bool(auction.joiners)
    turning = next((phase for phase in phases if isinstance(phase, TurnKitty)), None)
    declarer = turning.taker if turning else None if several else bidder
    called, named = _last_answered(phases, CALL_PARTNER), _last_answered(phases, TRUMPS)
    card = called.answer_as(ChooseCard).card if called else None
    return Contract(bid, bidder, auction.joiners, declarer, card, named.seat if named else None)


def _last_answered(phases: tuple[Phase, ...], about: Purpose) -> Choose | None:
    """Return the last answered question with this purpose."""
    asked = (one for one in phases if isinstance(one, Choose) and one.answer)
    return next((one for one in [*asked][::-1] if one.about == about), None)


def partner(phases: tuple[Phase, ...], viewer: Seat | None) -> Seat | None:
    """Return declarer's partner; declarer if they play alone, None if `viewer` cannot know."""
    found = contract(phases)
    if found is None or found.called is None or found.declarer is None:
        return None
    return next(_certain(found, found.called, found.declarer, phases, viewer), None)


def _certain(
    found: Contract, called: Card, declarer: Seat, phases: tuple[Phase, ...], viewer: Seat | None
) -> Iterator[Seat]:
    """Yield the partner once for each piece of evidence, the strongest first."""
    last = phases[-1]
    layout, play = last.layout, last if isinstance(last, TrickPlay) else None
    if play:
        yield from (seat for seat, card, _ in cards_played(play) if card is called)
    if viewer is not None and called in layout.hands[viewer]:
        yield viewer
    if viewer is not None and called in layout.laid[viewer]:
        yield declarer
    yield from (seat for seat in layout.seats if called in layout.known[seat])
    if play and _lies_away(called, play):
        yield declarer
    yield from _certain_by_halves(found, declarer, phases)


def _lies_away(called: Card, play: TrickPlay) -> bool:
    """Whether everyone can tell that nobody holds the called card, which was not played."""
    led = (play.rules.suit_of(trick.plays[0][1]) for trick in play.tricks)
    shown = called in play.layout.kitty[: play.layout.face_up]
    return shown or called.suit in led  # it would have fallen when its suit was led


def _certain_by_halves(
    found: Contract, declarer: Seat, phases: tuple[Phase, ...]
) -> Iterator[Seat]:
    """Yield the partner in Half, if the player who named trumps gives it away."""
    if attachment_of(found.bid) != HALF.key or found.namer is None:
        return
    playing, kitty = isinstance(phases[-1], TrickPlay), phases[-1].layout.kitty
    if found.namer != declarer:
        yield found.namer
    elif (playing or not kitty) and not _exchangers(phases) - {declarer}:
        yield declarer


def lacking(
    phases: tuple[Phase, ...], viewer: Seat, *, own_may_be_called: bool
) -> dict[Seat, CardSet]:
    """Return the called card for each player who cannot hold it, as far as `viewer` can know."""
    found = contract(phases)
    if found is None or found.called is None or found.declarer is None:
        return {}
    card, seats = CardSet([found.called]), phases[-1].layout.seats
    holder = partner(phases, viewer)
    if holder is None and _declarer_names_trumps(found, phases):
        holder = found.declarer
    if holder is not None:
        return dict.fromkeys({*seats} - {holder}, card)
    if own_may_be_called or found.declarer in _exchangers(_since_the_call(phases)):
        return {}
    return {found.declarer: card}


def _declarer_names_trumps(found: Contract, phases: tuple[Phase, ...]) -> bool:
    """Whether declarer names trumps in Half and nobody else has exchanged, so that nobody else can
    hold the called card."""
    last = phases[-1]
    asked = isinstance(last, Choose) and last.about == TRUMPS and last.seat == found.declarer
    names = asked or found.namer == found.declarer
    alone = not _exchangers(phases) - {found.declarer}
    return names and alone and attachment_of(found.bid) == HALF.key


def _since_the_call(phases: tuple[Phase, ...]) -> tuple[Phase, ...]:
    called = next(
        at for at, one in enumerate(phases) if isinstance(one, Choose) and one.about == CALL_PARTNER
    )
    return phases[called:]


def _exchangers(phases: tuple[Phase, ...]) -> set[Seat]:
    """Return the players who took cards in an exchange."""
    return {one.seat for one in phases if isinstance(one, Exchange) and one.taken}
