"""Payoffs of the tricks in points, for players who look ahead."""

from collections.abc import Mapping, Sequence
from functools import cache

from kwbot.engine.values.actions import ChooseCard, Seat
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.views.payoffs import Payoffs, TrickCourse, mean_payoff, two_sides
from kwbot.engine.views.view import View

from .bids import Nolo
from .points import SLAM_TRICKS, nolo_stake, stake
from .purposes import CALL_PARTNER

TAKEN_ANYWAY = 0.07
"""Probability that a soloist takes a given trick of a nolo."""


def of_tricks(seen: View, hands: Sequence[CardSet]) -> Payoffs:
    """Return the payoffs of declarer and the holder of the called card against the others."""
    assert seen.declarer is not None
    assert seen.contract
    bid, options = seen.contract, seen.sheet.options
    partner = _partner(seen, seen.declarer, hands)
    side = tuple({seen.declarer: None, partner: None})
    others = [seat for seat in seen.seats if seat not in side]
    shares = tuple(
        0.0 if seat not in seen.seats else len(others) / len(side) if seat in side else -1.0
        for seat in range(len(seen.names))
    )

    @cache  # many courses end in as many tricks
    def final(won: int) -> float:
        return stake(bid, 1, won, options, alone=len(side) == 1).amount

    return two_sides(("called", bid, tuple(options.items())), side, shares, final, SLAM_TRICKS)


def _partner(seen: View, declarer: Seat, hands: Sequence[CardSet]) -> Seat:
    """Return the holder of the called card in these hands; declarer if it was laid away."""
    if seen.partner is not None:
        return seen.partner
    called = called_card(seen)
    return next((seat for seat in seen.seats if called in hands[seat]), declarer)


def called_card(seen: View) -> Card | None:
    """Return the card that declarer called."""
    return next(
        (
            entry.action.card
            for entry in seen.said
            if entry.purpose == CALL_PARTNER and isinstance(entry.action, ChooseCard)
        ),
        None,
    )


def of_nolo(seen: View, nolo: Nolo, place: int) -> Payoffs:
    """Return the payoffs of a nolo: each soloist settles with everyone. How far a soloist is over
    the limit does not matter."""
    soloists, seats, options = seen.soloists, seen.seats, seen.sheet.options
    won = nolo_stake(place, options, made=True).amount
    lost = nolo_stake(place, options, made=False).amount

    def final(tricks: int) -> float:
        return won if tricks <= nolo.limit else lost

    def after(state: tuple[int, ...], soloist: int) -> tuple[int, ...]:
        done, *taken = state
        if soloist:
            taken[soloist - 1] = min(nolo.limit + 1, taken[soloist - 1] + 1)
        return done + 1, *taken

    def worth(state: tuple[int, ...]) -> tuple[float, ...]:
        done, *taken = state
        prices = {
            seat: mean_payoff(final, tricks, SLAM_TRICKS - done, TAKEN_ANYWAY)
            for seat, tricks in zip(soloists, taken, strict=True)
        }
        return tuple(_net_price(seat, seats, prices) for seat in range(len(seen.names)))

    key = ("nolo", place, nolo.limit, soloists, seats, len(seen.names), won, lost)
    course = TrickCourse(("nolo", nolo.limit), 1 + len(soloists), (0,) * (1 + len(soloists)), after)
    roles = (soloists.index(seat) + 1 if seat in soloists else 0 for seat in range(len(seen.names)))
    return Payoffs(key, course, tuple(roles), worth)


def _net_price(seat: Seat, seats: tuple[Seat, ...], prices: Mapping[Seat, float]) -> float:
    """Return the net gain of `seat`, when every soloist gets their price from each other player."""
    if seat not in seats:
        return 0.0
    paid = sum(price for soloist, price in prices.items() if soloist != seat)
    return prices.get(seat, 0.0) * (len(seats) - 1) - paid
