"""Husets whist, for a pot if the table has one. The rules: data/rulebook/hus/."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar

from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.phases.auction import DuelAuction
from kwbot.engine.phases.base import Dealing
from kwbot.engine.phases.choose import Choose, always
from kwbot.engine.phases.playrules import Ban, PlayState, ace_low
from kwbot.engine.phases.rulepoints import NoJokerFirst
from kwbot.engine.phases.script import Script, Steps, ask
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import Card, Suit
from kwbot.engine.values.choices import BidManner, BidPart, CutDeck
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import N_, NO_VALUES, Sentence, Term

from ._danish import bids, points
from ._danish.counsel import DanishCounsel
from ._danish.game import DanishWhist
from ._danish.pre_play import (
    DanishSetup,
    call_a_missing_card,
    declarer_names_trumps,
    exchange_all,
    exchange_all_or_none,
    first_bidder_exchanges_first,
    fix_trumps,
    partner_names_trumps,
    turned_up,
)
from ._danish.purposes import CUT
from ._danish.sheet import PotSheet

# fmt: off
_HUS_SPREAD = bids.Nolo("bordlaegger", Term("Spread", "bid"),
    Term("Don't take a single trick. Your hand lies open after trick 1.",
         "bid"),
    others=Term("{player} must not take a single trick, with open cards "
                "after trick 1.", "bid"), manner=BidManner.OPEN)
SUPER_SPREAD = bids.Nolo("super-bordlaegger", Term("Super Spread", "bid"),
    Term("Don't take a single trick. All hands lie open; the others can "
         "talk.", "bid"),
    others=Term("{player} must not take a single trick. All hands lie open; "
                "the others can talk.", "bid"), manner=BidManner.OPEN)
# fmt: on
_HUS_NOLOS = (bids.SUN, bids.PURE_SUN, _HUS_SPREAD, SUPER_SPREAD)
_HUS_ATTACHMENTS = (bids.VIP, bids.GOOD, bids.HALF)
_HUS_PARTS = bids.by_key(bids.NUMBER_BIDS, _HUS_ATTACHMENTS, _HUS_NOLOS)
LADDER = bids.ladder(7, [part.key for part in _HUS_ATTACHMENTS], [part.key for part in _HUS_NOLOS])
JOINABLE = frozenset(bid for bid in LADDER if bid.parts[0] in {part.key for part in _HUS_NOLOS})

POINT_OPTIONS = tuple(
    replace(option, only_with=("deals",)) if option.key == "sans_price" else option
    for option in points.PRICE_OPTIONS
)
"""A record may set the price of No Trump, but `only_with` no value means it never matters here."""


class Hus(DanishWhist):
    """Husets whist, for four or five players; the host keeps the account."""

    key = "hus"
    name = Term("House Whist", "game")
    summary = Term("A called ace, jokers, and a kitty to exchange with", "game")
    most_players = 5
    host_ends = True
    nolos = _HUS_NOLOS
    bans = (Ban(NoJokerFirst(), Sentence(N_("A joker can't be led to the first trick."))),)
    before: ClassVar = {
        "": (declarer_names_trumps, call_a_missing_card, exchange_all_or_none),
        "vip": (turned_up(joker_is_none=False), call_a_missing_card, exchange_all),
        "gode": (fix_trumps(Suit.CLUBS), call_a_missing_card, exchange_all_or_none),
        "halve": (call_a_missing_card, partner_names_trumps, exchange_all_or_none),
    }
    options: ClassVar = (
        Option("deals", Term("Deals", "option"),
               Term("How many deals are played; 0: until the host ends the game.", "option"),
               default="0", numbers=range(1000)),
        Option("pot", Term("Pot", "option"),
               Term("Kroner that the losers pay and the winners share at the end.", "option"),
               (("0", Term("No money", "option")),),
               default="400", numbers=range(1, 1_000_001), at_new_tables="0"),
        *POINT_OPTIONS,
    )  # fmt: skip

    def opening(self, options: Mapping[str, str], players: int) -> PotSheet:
        """§1: return the sheet of a new match; the player after the host deals first."""
        return PotSheet(dict(options), (0,) * players, dealer=1)

    def sheet_at_end(self, sheet: Sheet) -> PotSheet:
        """Return the sheet of a match that its host ends, with the pot shared out."""
        assert isinstance(sheet, PotSheet)
        return sheet.over()

    def seats(self, sheet: Sheet, dealer: Seat) -> tuple[Seat, ...]:
        """§1: return the players of a deal; with five the dealer sits out."""
        return tuple((dealer + step) % sheet.players for step in range(1, 5))

    def parts(self, options: Mapping[str, str] = NO_VALUES) -> Mapping[str, BidPart]:
        """Return the parts of bids by key."""
        return _HUS_PARTS

    def nolo_strength(self, options: Mapping[str, str]) -> Callable[[Card], int]:
        """Return the height of cards in a nolo, with the ace low."""
        return ace_low

    def nolo_exchange(self, setup: DanishSetup) -> Steps[DanishSetup]:
        """Let the soloists exchange, the first bidder first."""
        return first_bidder_exchanges_first(setup)

    def open_seats(
        self, nolo: bids.Nolo, soloists: tuple[Seat, ...], play: PlayState
    ) -> tuple[Seat, ...]:
        """§5: return the soloists of a spread after trick 1; in a super spread all players, from
        before the first lead."""
        if nolo is SUPER_SPREAD:
            return play.layout.seats
        return soloists if nolo is _HUS_SPREAD and play.tricks else ()

    def script(self, layout: Layout, sheet: Sheet) -> Script:
        """Lead a deal through cutting, dealing, auction, exchange and tricks."""
        cutter = (layout.dealer - 1) % layout.players
        cut = yield from ask(Choose(layout, cutter, always(CutDeck(len(layout.deck))), CUT))
        dealt = yield from ask(Dealing(cut.layout, each=13, kitty=3))
        auction = yield from ask(DuelAuction(dealt.layout, LADDER, JOINABLE))
        if auction.winning_bid is None:
            return points.not_played(auction.layout, None)
        return (yield from self.contract_played(auction, sheet.options))


GAME = Hus()
OVERUSE = {
    "sol": 8.0, "ren-sol": 2.0, "bordlaegger": -5.0, "super-bordlaegger": -20.0, "gode": -1.0,
    "vip": -1.0, "7": -1.0, "9+vip": -3.0, "9+gode": -3.0, "9+halve": -4.0, "10": -4.0,
    "10+vip": -18.0, "10+halve": -18.0,
}  # fmt: skip
"""Values tuned on some 800 deals and judged by `bench auctions-hus`. With them 27 % (± 4) of the
contracts among four computer players are Sun in 500 deals. By their own estimate that costs 1.7 %
(1.4 to 2.0) of the points won and lost. Only bids of 11 or more tricks are never made
(docs/tastes.md)."""
COUNSEL = DanishCounsel(GAME, OVERUSE)
