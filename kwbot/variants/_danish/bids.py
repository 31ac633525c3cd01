"""The bids: numbers of tricks with attachments, and the nolos between them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kwbot.engine.values.actions import Bid
from kwbot.engine.values.choices import BidManner, BidPart
from kwbot.engine.values.feats import DealDone, Feat
from kwbot.engine.values.wording import Term

HIGHEST = 13
NOLO_AFTER = 9
"""The plain bid that the first nolo follows; the next nolos follow the next numbers."""
_ALONE = Term("No partner, no trumps.", "bid")


@dataclass(frozen=True)
class Nolo(BidPart):
    """A bid to take at most `limit` tricks, alone against the others."""

    bidding: Term | None = _ALONE
    limit: int = 0

    @property
    def leaning(self) -> int:
        """−1: its bidder wants few tricks."""
        return -1


class TrumpPart(BidPart):
    """An attachment with trumps."""

    @property
    def leaning(self) -> int:
        """1: there are trumps."""
        return 1


_EFFECT = Term("At least {bid} tricks with your partner.", "bid")
_OTHERS = Term("{player}'s side needs {bid} tricks.", "bid")
NUMBER_BIDS = tuple(
    BidPart(str(n), Term(str(n)), _EFFECT, others=_OTHERS) for n in range(7, HIGHEST + 1)
)

# fmt: off
VIP = TrumpPart("vip", Term("Vip", "bid"),
              Term("The kitty is turned card by card until a suit is accepted as trumps.", "bid"))
STRONG = TrumpPart("staerke", Term("Strong", "bid"), Term("Spades are trumps.", "bid"))
GOOD = TrumpPart("gode", Term("Good", "bid"), Term("Clubs are trumps.", "bid"))
HALF = TrumpPart("halve", Term("Half", "bid"),
               Term("Your partner names trumps and exchanges with the kitty.", "bid"),
               others=Term("Declarer's partner names trumps and exchanges with the kitty.", "bid"),
               manner=BidManner.PASSING)
NO_TRUMP = BidPart("sans", Term("No Trump", "bid"), Term(""), bidding=Term("No trumps.", "bid"))
SUN = Nolo("sol", Term("Sun", "bid"),
           Term("Take 1 trick at most.", "bid"), others=Term("{player} must take 1 trick at most.", "bid"), limit=1)
PURE_SUN = Nolo("ren-sol", Term("Pure Sun", "bid"),
                Term("Don't take a single trick.", "bid"),
                others=Term("{player} must not take a single trick.", "bid"))
# fmt: on


def by_key(*groups: Iterable[BidPart]) -> dict[str, BidPart]:
    """Return the parts of bids by key."""
    return {part.key: part for group in groups for part in group}


def ladder(lowest: int, attachments: Sequence[str], nolos: Sequence[str]) -> tuple[Bid, ...]:
    """Return all bids from the lowest: for each number the plain bid, then its nolo if any, then
    the number with each attachment."""
    bids = []
    for number in range(lowest, HIGHEST + 1):
        bids.append(Bid((str(number),)))
        place = number - NOLO_AFTER
        bids += [Bid((nolos[place],))] if place in range(len(nolos)) else []
        bids += [Bid((str(number), attachment)) for attachment in attachments]
    return tuple(bids)


def number_of(bid: Bid) -> int:
    """Return the number of tricks bid; 0 for a nolo."""
    return int(bid.parts[0]) if bid.parts[0].isdecimal() else 0


def attachment_of(bid: Bid) -> str:
    """Return the key of the attachment; "" for plain bids and nolos."""
    return bid.parts[1] if len(bid.parts) > 1 else ""


def nolo_of(bid: Bid, parts: Mapping[str, BidPart]) -> Nolo | None:
    """Return the nolo of a bid; None if it is no nolo."""
    part = parts[bid.parts[0]]
    return part if isinstance(part, Nolo) else None


def _nolo_made(deal: DealDone) -> bool | None:
    return deal.made if deal.contract is not None and not number_of(deal.contract) else None


TEN_NOLOS = Feat(
    "nolos", Term("Ten nolos", "feat"), Term("Make ten nolos in a row.", "feat"), _nolo_made, 10
)
