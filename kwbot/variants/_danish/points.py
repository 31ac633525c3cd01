"""Points of made and lost bids, depending on the options, with their formulas.

A bid of n tricks is worth 2^(n − 7) times a factor for its attachment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kwbot.engine.phases.script import DealResult
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Bid, Seat
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import N_, Listed, Sentence, Term, Who

from .bids import attachment_of, number_of
from .pre_play import DanishSetup

SLAM_TRICKS = 13
ATTACHED = 2
"""The factor of attachments whose price is not an option."""


def _plain(*values: str) -> tuple[tuple[str, Term], ...]:
    return tuple((value, Term(value)) for value in values)


def _times(*factors: str) -> tuple[tuple[str, Term], ...]:
    return tuple((factor, Term(f"× {factor}")) for factor in factors)


# fmt: off
PRICE_OPTIONS = tuple(replace(option, topic="points") for option in (
    Option("rate", Term("Rate", "option"),
           Term("Multiplies all points.", "option"),
           default="1", numbers=range(1, 1001)),
    Option("vip_price", Term("Price of Vip", "option"),
           Term("Multiplies the points in Vip. Three numbers: after 1, 2 and 3 cards.",
                "option"),
           _times("2", "2-4-8", "2-4-6", "3-4-6")),
    Option("sans_price", Term("Price of No Trump", "option"),
           Term("Multiplies the points in No Trump.", "option"), _times("2", "3")),
    Option("gode_price", Term("Price of Good", "option"),
           Term("Multiplies the points in Good.", "option"), _times("2", "1")),
    Option("halve_price", Term("Price of Half", "option"),
           Term("Multiplies the points in Half.", "option"), _times("2", "4")),
    Option("over", Term("Overtricks", "option"),
           Term("What tricks beyond the bid add when it's made.", "option"),
           (("counted", Term("Same as the bid", "option")),
            ("none", Term("Nothing", "option")),
            ("beyond-six", Term("All tricks beyond six count", "option")))),
    Option("lost", Term("Undertricks", "option"),
           Term("What a missing trick costs, as a multiple of the bid's price.", "option"),
           _times("2", "1")),
    Option("nolo", Term("Price of Sun", "option"),
           Term("Points for Sun from each opponent; the other nolos cost 2, 4 and 8 times as much.",
                "option"),
           _plain("8", "4", "6", "10", "16")),
    Option("nolo_lost", Term("Lost nolo", "option"),
           Term("What a lost nolo costs, as a multiple of its price.", "option"), _times("1", "2")),
    Option("selvmakker", Term("Self-partner", "option"),
           Term("What a declarer without a partner wins or loses: three shares, or two.", "option"),
           _plain("3", "2")),
    Option("slam", Term("Slam", "option"),
           Term("Extra points from each opponent for all 13 tricks.", "option"),
           default="0", numbers=range(1001)),
))
# fmt: on
STANDARD_POINTS = {option.key: option.standard for option in PRICE_OPTIONS}


@dataclass(frozen=True)
class Stake:
    """Points that each opponent pays, or gets (`amount` < 0), with the formula."""

    amount: int
    formula: str

    @classmethod
    def of(cls, term: str, amount: int, options: Mapping[str, str], *, lost: bool) -> Stake:
        """Return the stake of `amount` points, multiplied by the table's rate."""
        rate = int(options["rate"])
        if rate != 1:
            term, amount = f"({term}) × {rate}", amount * rate
        return cls(-amount if lost else amount, f"{term} = {amount}")


def factor(attachment: str, turned: int, options: Mapping[str, str]) -> int:
    """Return the factor of an attachment; for vip it may depend on the kitty cards `turned`."""
    if not attachment:
        return 1
    prices = options.get(f"{attachment}_price", str(ATTACHED)).split("-")
    return int(prices[turned - 1] if len(prices) > 1 else prices[0])


def stake(bid: Bid, turned: int, won: int, options: Mapping[str, str], *, alone: bool) -> Stake:
    """Return the stake for each opponent of a bid on a number of tricks, after `won` tricks."""
    number, times = number_of(bid), factor(attachment_of(bid), turned, options)
    worth, term = 2 ** (number - 7) * times, f"{2 ** (number - 7)} × {times}"
    lost = won < number
    if lost:
        rate, under = int(options["lost"]), number - won
        term, amount = f"{rate} × {term} × {under}", rate * worth * under
    else:
        term, amount = _made_price(term, worth, number, won, options)
    if alone and options["selvmakker"] == "2":
        term, amount = f"⌈⅔ × ({term})⌉", -(-2 * amount // 3)
    return Stake.of(term, amount, options, lost=lost)


def _made_price(
    term: str, worth: int, number: int, won: int, options: Mapping[str, str]
) -> tuple[str, int]:
    match options["over"]:
        case "counted" if won > number:
            term, amount = f"{term} × (1 + {won - number})", worth * (1 + won - number)
        case "beyond-six":
            term, amount = f"{term} × ({won} − 6)", worth * (won - 6)
        case _:
            amount = worth
    slam = int(options["slam"])
    return (f"{term} + {slam}", amount + slam) if slam and won == SLAM_TRICKS else (term, amount)


def nolo_stake(place: int, options: Mapping[str, str], *, made: bool) -> Stake:
    """Return the stake for each other player of the nolo at `place` (0: the cheapest)."""
    price, steps, lost = int(options["nolo"]), 2**place, int(options["nolo_lost"])
    if made:
        return Stake.of(f"{price} × {steps}", price * steps, options, lost=False)
    return Stake.of(f"{lost} × {price} × {steps}", lost * price * steps, options, lost=True)


# --- the result of a deal ------------------------------------------------------------------------


def tricks_played(setup: DanishSetup, play: TrickPlay, options: Mapping[str, str]) -> DealResult:
    """Return the result of a deal with a called card, whose holder at the first lead was the
    partner."""
    declarer, called = setup.declarer, setup.called
    assert called
    holder = setup.layout.holder(called)
    partner = declarer if holder is None else holder
    side, taken = {declarer, partner}, play.tricks_taken()
    won = sum(taken[seat] for seat in side)
    alone = len(side) == 1
    found = stake(setup.bid, setup.turned, won, options, alone=alone)
    defenders = [seat for seat in setup.layout.seats if seat not in side]
    points = [0] * setup.layout.players
    for seat in defenders:
        points[seat] = -found.amount
    for seat in side:
        points[seat] = found.amount * len(defenders) // len(side)
    return DealResult(
        played=True,
        points=tuple(points),
        tricks=taken,
        declarer=declarer,
        partner=partner,
        contract=setup.bid,
        made=won >= number_of(setup.bid),
        notes=(_partnership(declarer, partner, setup), _settlement(setup.bid, won, found)),
    )


def _partnership(declarer: Seat, partner: Seat, setup: DanishSetup) -> Sentence:
    if declarer == partner:
        return Sentence(
            N_("{card} was called: {side} had no partner and played alone against three."),
            side=Who(declarer), card=setup.called,
        )  # fmt: skip
    return Sentence(
        N_("{partner} held {card} and played with {other}."),
        partner=Who(partner), card=setup.called, other=Who(declarer),
    )  # fmt: skip


def _settlement(bid: Bid, won: int, found: Stake) -> Sentence:
    text = N_("{bid}, {won} of 13 tricks: {formula} from each opponent.")
    if won < number_of(bid):
        text = N_("{bid}, {won} of 13 tricks: {formula} to each opponent.")
    return Sentence(text, bid=bid, won=won, formula=found.formula)


def nolo_played(
    setup: DanishSetup, play: TrickPlay, limit: int, place: int, options: Mapping[str, str]
) -> DealResult:
    """Return the result of a nolo, in which each soloist settles with all three others."""
    taken, points, notes = play.tricks_taken(), [0] * setup.layout.players, []
    soloists = tuple((seat, taken[seat] <= limit) for seat in setup.soloists)
    for made, text in (
        (True, N_("{side} made {bid}: {formula} from each of the others.")),
        (False, N_("{side} went down in {bid}: {formula} to each of the others.")),
    ):
        found = nolo_stake(place, options, made=made)
        alike = [seat for seat, one in soloists if one is made]
        for seat in alike:
            for other in setup.layout.others(seat):
                points[other] -= found.amount
                points[seat] += found.amount
        if alike:
            side = Listed(tuple(map(Who, alike)))
            notes.append(Sentence(text, side=side, bid=setup.bid, formula=found.formula))
    return DealResult(
        played=True,
        points=tuple(points),
        tricks=taken,
        declarer=setup.bidder,
        contract=setup.bid,
        made=soloists[0][1],
        soloists=soloists,
        notes=tuple(notes),
    )


def not_played(layout: Layout, claimed: Seat | None) -> DealResult:
    """Return the result when all passed or a new deal was `claimed`: the same dealer deals."""
    nothing = (0,) * layout.players
    note = Sentence(N_("All passed: redeal."))
    if claimed is not None:
        note = Sentence(N_("{player} has an iron hand: redeal."), player=Who(claimed))
    return DealResult(False, nothing, nothing, notes=(note,))
