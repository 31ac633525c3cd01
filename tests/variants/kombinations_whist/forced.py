"""Any combination as the contract of a deal played at random."""

from random import Random

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.errors import IllegalAction
from kwbot.variants.kombinations_whist.bids import Bids
from kwbot.variants.kombinations_whist.printed_bids import SPECIALS, STANDARDS
from tests.engine.playing import acted, begin, shuffled
from tests.variants.kombinations_whist.table import GAME

ANY = Bids()
LIFTS = ("straff", "las", "sluthund", "pest", "oppenhand", "mastarbrev", "atelje")
"""Added in this order until a combination is worth bidding."""


def legal(parts: tuple[str, ...], players: int, bids: Bids = ANY) -> bool:
    try:
        bids.check(bids.canonical(Bid(parts)), players)
    except IllegalAction:
        return False
    return True


def worth_bidding(parts: tuple[str, ...], players: int) -> tuple[str, ...] | None:
    """The combination with as many lifts as it needs to be worth 1; None where it is no bid."""
    if not legal(parts, players):
        return None
    for lift in LIFTS:
        if Bids().value(Bid(parts)) >= 1:
            break
        if lift not in parts and legal((*parts, lift), players):
            parts = (*parts, lift)
    return parts if Bids().value(Bid(parts)) >= 1 else None


def singles(players: int) -> list[str]:
    """Every standard bid with every special bid that it can stand with."""
    found = [
        worth_bidding((standard.key, special.key), players)
        for standard in STANDARDS
        for special in SPECIALS
    ]
    return ["+".join(parts) for parts in found if parts]


def random_bids(players: int, count: int, rng: Random) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        size = rng.randrange(1, 9)
        specials = rng.sample([part.key for part in SPECIALS], size)
        parts = worth_bidding((rng.choice(STANDARDS).key, *specials), players)
        found += ["+".join(parts)] if parts else []
    return found


def forced(bid: str, players: int, rng: Random, early_stop: str = "on") -> tuple[Match, Match]:
    """A deal in which this is the contract: before its cards are dealt, and when it stands."""
    match = begin(GAME, players, {"early_stop": early_stop})
    dealt = shuffled(match, rng)
    assert dealt.deal
    begun = match.deal_begun(dealt.deal.start.dealer)
    return begun, acted(dealt, f"{dealt.to_act()[0]} bid {bid}/pass*")
