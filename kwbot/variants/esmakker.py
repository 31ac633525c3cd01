"""Esmakkerwhist, by the rules of a whist club. The rules: data/rulebook/esmakker/."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import ClassVar

from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.phases.auction import DuelAuction
from kwbot.engine.phases.base import Dealing
from kwbot.engine.phases.playrules import PlayState, ace_high, ace_low
from kwbot.engine.phases.script import Script, Steps, ask
from kwbot.engine.values.actions import Bid, Seat
from kwbot.engine.values.cards import Card, CardSet, Rank, Suit
from kwbot.engine.values.choices import BidManner, BidPart
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import NO_VALUES, Term

from ._danish import bids, points
from ._danish.counsel import DanishCounsel
from ._danish.game import DanishWhist
from ._danish.pre_play import (
    DanishSetup,
    call_any_ace,
    declarer_names_trumps,
    exchange_round,
    fix_trumps,
    last_joiner_exchanges_first,
    partner_names_trumps,
    turned_up,
    void_card,
)
from ._danish.sheet import DanishSheet

# fmt: off
_ESMAKKER_SPREAD = bids.Nolo("bordlaegger", Term("Spread", "bid"),
    Term("Take 1 trick at most. Your hand lies open after the first lead.",
         "bid"),
    others=Term("{player} must take 1 trick at most, with open cards "
                "after the first lead.", "bid"), limit=1, manner=BidManner.OPEN)
PURE_SPREAD = bids.Nolo("ren-bordlaegger", Term("Pure Spread", "bid"),
    Term("Don't take a single trick. Your hand lies open after the first "
         "lead.", "bid"),
    others=Term("{player} must not take a single trick, with open cards "
                "after the first lead.", "bid"), manner=BidManner.OPEN)
# fmt: on
_ESMAKKER_NOLOS = (bids.SUN, bids.PURE_SUN, _ESMAKKER_SPREAD, PURE_SPREAD)
_ESMAKKER_ATTACHMENTS = (bids.VIP, bids.STRONG, bids.GOOD, bids.HALF, bids.NO_TRUMP)
_ESMAKKER_PARTS = bids.by_key(bids.NUMBER_BIDS, _ESMAKKER_ATTACHMENTS, _ESMAKKER_NOLOS)
DRAWN_ATTACHMENTS = ("vip", "halve", "sans")
"""The attachments whose order is drawn, in their fixed order."""


@cache
def ladder(lowest: int, drawn: tuple[str, ...]) -> tuple[Bid, ...]:
    """§2: return all bids; the drawn attachments stand first, fourth and fifth."""
    attachments = (drawn[0], "staerke", "gode", *drawn[1:])
    return bids.ladder(lowest, attachments, [part.key for part in _ESMAKKER_NOLOS])


@cache
def joinable(lowest: int, drawn: tuple[str, ...]) -> frozenset[Bid]:
    """§3: return the bids that may be joined: nolos and vip."""
    return frozenset(
        bid
        for bid in ladder(lowest, drawn)
        if bids.number_of(bid) == 0 or bids.attachment_of(bid) == "vip"
    )


def iron_hand(hand: CardSet) -> bool:
    """§1: whether a hand has no ace, king, queen, jack or joker."""
    return all(card.rank is not None and card.rank < Rank.JACK for card in hand)


class Esmakker(DanishWhist):
    """Esmakkerwhist, for four players and a set number of deals."""

    key = "esmakker"
    own_may_be_called = True
    has_void_card = True
    name = Term("Ace-partner Whist", "game")
    summary = Term("Call an ace: whoever holds it is your partner", "game")
    nolos = _ESMAKKER_NOLOS
    before: ClassVar = {
        "": (declarer_names_trumps, call_any_ace, exchange_round, void_card),
        "vip": (call_any_ace, turned_up(joker_is_none=True), exchange_round, void_card),
        "staerke": (fix_trumps(Suit.SPADES), call_any_ace, exchange_round, void_card),
        "gode": (fix_trumps(Suit.CLUBS), call_any_ace, exchange_round, void_card),
        "halve": (call_any_ace, partner_names_trumps, exchange_round, void_card),
        "sans": (fix_trumps(None), call_any_ace, exchange_round, void_card),
    }
    options: ClassVar = (
        Option("deals", Term("Deals", "option"), Term("How many deals are played.", "option"),
               default="16", numbers=range(1, 1000)),
        Option("lowest", Term("Lowest bid", "option"),
               Term("The lowest number of tricks that can be bid.", "option"),
               (("8", Term("8")), ("7", Term("7")))),
        Option("nolo_ace", Term("Ace in nolo", "option"),
               Term("Whether the ace is the highest or the lowest card in a nolo.", "option"),
               (("high", Term("High", "option")), ("low", Term("Low", "option")))),
        Option("attachments", Term("Order of attachments", "option"),
               Term("Whether Vip, Half and No Trump change places with every deal.", "option"),
               (("drawn", Term("Drawn each deal", "option")), ("fixed", Term("Fixed", "option")))),
        *points.PRICE_OPTIONS,
    )  # fmt: skip

    def opening(self, options: Mapping[str, str], players: int) -> DanishSheet:
        """§1: return the sheet of a new match, whose first dealer is drawn."""
        return DanishSheet(dict(options), (0,) * players)

    def parts(self, options: Mapping[str, str] = NO_VALUES) -> Mapping[str, BidPart]:
        """Return the parts of bids by key."""
        return _ESMAKKER_PARTS

    def nolo_strength(self, options: Mapping[str, str]) -> Callable[[Card], int]:
        """Return the height of cards in a nolo, with the ace high or low."""
        return ace_high if options["nolo_ace"] == "high" else ace_low

    def nolo_exchange(self, setup: DanishSetup) -> Steps[DanishSetup]:
        """Let the soloists exchange, the last joiner first."""
        return last_joiner_exchanges_first(setup)

    def open_seats(
        self, nolo: bids.Nolo, soloists: tuple[Seat, ...], play: PlayState
    ) -> tuple[Seat, ...]:
        """§5: return the soloists of a spread after the first lead, all at the same moment."""
        led = bool(play.plays or play.tricks)
        return soloists if led and nolo in (_ESMAKKER_SPREAD, PURE_SPREAD) else ()

    def script(self, layout: Layout, sheet: Sheet) -> Script:
        """Lead a deal through dealing, auction, exchange and tricks (§2–5)."""
        options = sheet.options
        words = DRAWN_ATTACHMENTS if options["attachments"] == "drawn" else ()
        dealt = yield from ask(Dealing(layout, each=13, kitty=3, words=words))
        rungs = int(options["lowest"]), dealt.layout.order or DRAWN_ATTACHMENTS
        calls = DuelAuction(dealt.layout, ladder(*rungs), joinable(*rungs), iron_hand)
        auction = yield from ask(calls)
        if auction.winning_bid is None:
            return points.not_played(auction.layout, auction.thrown_in_by)
        return (yield from self.contract_played(auction, options))


GAME = Esmakker()
OVERUSE = {
    "sol": 6.0, "bordlaegger": 2.0, "ren-sol": -3.0, "ren-bordlaegger": -2.0, "sans": -1.0,
    "staerke": -1.0, "vip": -1.0, "9": -2.0, "10": -3.0, "10+vip": -10.0, "10+halve": -15.0,
    "11": -14.0, "11+gode": -10.0,
}  # fmt: skip
"""Values judged by `bench auctions-esmakker`. With them 26 % (± 4) of 378 contracts among four
computer players are Sun. By their own estimate that costs 1.1 % (0.8 to 1.4) of the points won and
lost. Bids of 11 or more tricks are never made (docs/tastes.md)."""
COUNSEL = DanishCounsel(GAME, OVERUSE)
