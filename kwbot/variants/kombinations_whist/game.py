"""The course of a deal and of a match of Kombinations-Whist."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar

from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.deals.variant import BID_SECONDS, Stakes, Variant
from kwbot.engine.phases.auction import RoundAuction, Standing, contract_of
from kwbot.engine.phases.base import Dealing, Phase
from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.phases.script import DealResult, Script, ask
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Action, Bid, Seat
from kwbot.engine.values.cards import FULL_DECK, NO_CARDS, CardSet
from kwbot.engine.values.choices import BidPart, CombinationBid
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import NO_VALUES, Sentence, Term

from . import scoring
from .bids import PLAIN_EXTRAS, Bids, goal_of
from .effects import Setup
from .feats import FEATS
from .goal import AtLeast, Progress, likelihood
from .pre_play import prepare_play
from .printed_bids import BIDS_BY_EDITION, STANDARD_BIDS
from .proof.counting import open_bids
from .proof.refusal_reasons import refusal

REMOVED_FOR_THREE = CardSet.parse("C7") | CardSet(
    card for card in FULL_DECK if card.rank in (8, 9, 10)
)
SECONDS_OF_1_5 = (90, 30)
"""Seconds to bid in edition 1.5: 30, and 60 more for the first bid."""


class KombinationsWhist(Variant):
    """Kombinations-Whist. For the rules, and § numbers, see data/rulebook/kombinations-whist/."""

    key = "kombinations-whist"
    place = 0
    difficulty = 2
    name = Term("Kombinations-Whist", "game")
    summary = Term("Build your own bid: the richest, and the hardest", "game")
    least_players = 3
    most_players = None
    fouls = True
    weighs_tricks = False
    feats: ClassVar = FEATS
    titles: ClassVar = {scoring.OBESUDLAD: Term("Taintless Master of Kombinations-Whist", "title")}
    options: ClassVar = (
        Option("edition", Term("Edition", "option"),
               Term("1.4 as printed, or 1.5 as its author plays it now.", "option"),
               (("1.4", Term("1.4", "option")), ("1.5", Term("1.5", "option")))),
        Option("bids", Term("Bids", "option"),
               Term("Plain bids have one special bid at most: a gentle start.", "option"),
               (("all", Term("All", "option")), ("plain", Term("Plain", "option"))),
               topic="first"),
        Option("winning", Term("Way to win", "option"),
               Term("Classic: first to a falling target. Limited: after a number of rounds.",
                    "option"),
               (("classic", Term("Classic", "option")), ("limited", Term("Limited", "option")))),
        Option("rounds", Term("Rounds", "option"),
               Term("How many rounds a limited game has.", "option"),
               default="3", numbers=range(1, 100), only_with=("winning", "limited")),
        Option("impossible_bids", Term("Impossible bids", "option"),
               Term("Whether bids that can never be made are refused.", "option"),
               (("forbid", Term("Forbidden", "option")), ("allow", Term("Allowed", "option"))),
               default_with=("edition", "1.5", "allow")),
        Option("early_stop", Term("Stop early", "option"),
               Term("End a deal as soon as its result is certain.", "option"),
               (("on", Term("On", "option")), ("off", Term("Off", "option")))),
    )  # fmt: skip

    def warm_up(self) -> None:
        """Fill the caches of bids and goals, so that no player waits for them."""
        for seats in (3, 4):
            for edition in BIDS_BY_EDITION:
                for most in (None, PLAIN_EXTRAS):
                    Bids(edition, most_extras=most).count(1, seats)
            for standard in STANDARD_BIDS.values():
                goal = goal_of(standard, frozenset(), frozenset({4, 5}))
                likelihood(goal, Progress.opening(seats))
            deck = self.deck(seats)
            for edition in BIDS_BY_EDITION:
                open_bids(CardSet(list(deck)[:13]), deck, seats, edition)

    def opening(self, options: Mapping[str, str], players: int) -> scoring.KombinationsSheet:
        """Return the sheet of a new match, without potentials."""
        return scoring.KombinationsSheet(dict(options), (0,) * players, potentials=(0,) * players)

    def deck(self, players: int) -> CardSet:
        """Return the 52 cards; 39 for three players."""
        return FULL_DECK - REMOVED_FOR_THREE if players == 3 else FULL_DECK

    def seats(self, sheet: Sheet, dealer: Seat) -> tuple[Seat, ...]:
        """§1: return the players of a deal; of five and more, the dealer and the three players to
        the dealer's left."""
        if sheet.players <= 4:
            return super().seats(sheet, dealer)
        return (*((dealer + step) % sheet.players for step in (1, 2, 3)), dealer)

    def script(self, layout: Layout, sheet: Sheet) -> Script:
        """Lead a deal through dealing, auction, the decisions before play and tricks."""
        assert isinstance(sheet, scoring.KombinationsSheet)
        dealt = yield from ask(Dealing(layout, each=13))
        bidders = tuple(seat for seat in layout.seats if not sheet.is_barred(seat))
        higher = partial(_higher, sheet, len(layout.seats))
        auction = yield from ask(RoundAuction(dealt.layout, bidders, higher))
        if auction.winning_bid is None:
            return scoring.passed_out(auction.layout, sheet)
        declarer, bid = auction.winning_bid
        opening = _opening_setup(auction.layout, declarer, bid)
        setup = yield from prepare_play(opening, sheet.edition)
        rules = setup.rules
        if scoring.decides_alone(setup):
            rules = replace(rules, alone=declarer, alone_from=scoring.counted_from(setup))
        if sheet.options["early_stop"] == "on":
            rules = replace(rules, settled=lambda play: scoring.is_settled(setup, play))
        play = yield from ask(TrickPlay.begin(setup.layout, rules))
        return scoring.result_of(sheet, setup, bid, play)

    def settle(self, sheet: Sheet, dealer: Seat, result: DealResult) -> scoring.KombinationsSheet:
        """Return the sheet after a deal, with new potentials and the winner (§4, §5)."""
        assert isinstance(sheet, scoring.KombinationsSheet)
        potentials = tuple(
            held + (("potential", seat) in result.marks)
            for seat, held in enumerate(sheet.potentials)
        )
        after = replace(
            sheet.with_deal(dealer, played=result.played).plus(result.points),
            potentials=potentials,
            titles=sheet.titles
            + tuple((seat, kind) for kind, seat in result.marks if kind == scoring.OBESUDLAD),
        )
        won = scoring.winner(sheet, after, result)
        return after if won is None else replace(after, winners=(won,))

    def cancellation(self, layout: Layout, sheet: Sheet) -> DealResult:
        """Return the result of a deal that a foul cancels (§6)."""
        return scoring.cancellation(layout)

    def parts(self, options: Mapping[str, str] = NO_VALUES) -> Mapping[str, BidPart]:
        """Return the parts of bids in the table's edition, by key."""
        return BIDS_BY_EDITION[self.edition(options)].parts

    def collection(self) -> Mapping[str, Mapping[str, BidPart]]:
        """Return the parts of bids that players can collect, by edition."""
        return {edition: BIDS_BY_EDITION[edition].parts for edition in BIDS_BY_EDITION}

    def bid_value(self, bid: Bid, options: Mapping[str, str] = NO_VALUES) -> int | None:
        """Return the value of a bid in the auction."""
        return Bids(self.edition(options)).value(bid)

    def bid_seconds(self, options: Mapping[str, str] = NO_VALUES) -> tuple[int, int]:
        """Return the seconds for a player's first bid of a deal and for every later one."""
        return SECONDS_OF_1_5 if self.edition(options) == "1.5" else BID_SECONDS

    def edition(self, options: Mapping[str, str] = NO_VALUES) -> str:
        """Return the edition that these options choose."""
        return options.get("edition", self.options[0].standard)

    def bid_points(self, bid: Bid) -> int:
        """Return the points of a made bid, without an honourable plague."""
        return scoring.points_of(bid) + ("girighet" in bid.parts)

    def stakes(self, bid: Bid, options: Mapping[str, str]) -> Stakes:
        """§4: return the points of a made bid and of a lost one."""
        return Stakes(
            self.bid_points(bid),
            2 * scoring.LOST_POINTS if "straff" in bid.parts else scoring.LOST_POINTS,
        )

    def tricks_wanted(self, bid: Bid) -> int | None:
        """Return the least number of tricks that makes a bid; None if it asks for more."""
        standard = STANDARD_BIDS[bid.parts[0]]
        if standard.gathers_twos or not isinstance(standard.need, AtLeast):
            return None
        return standard.need.tricks + ("girighet" in bid.parts)

    def lacking(self, phases: tuple[Phase, ...], viewer: Seat) -> Mapping[Seat, CardSet]:
        """§2: with Öppen Trumf declarer holds no other trumps than those that lie open."""
        standing, play = contract_of(phases), phases[-1]
        if not standing or not isinstance(play, TrickPlay) or "oppentrumf" not in standing[1].parts:
            return {}
        if play.trumps is None:
            return {}
        declarer = standing[0]
        opened = play.open_cards().get(declarer, NO_CARDS)
        return {declarer: play.layout.deck.of_suit(play.trumps) - opened}

    def objection(
        self, sheet: Sheet, phases: tuple[Phase, ...], seat: Seat, action: Action
    ) -> Sentence | None:
        """Return why a hand cannot make a bid, if the table forbids impossible bids (§7)."""
        auction = phases[-1]
        if not isinstance(action, Bid) or not isinstance(auction, RoundAuction):
            return None
        bids, layout = Bids.of(sheet.options), auction.layout
        return refusal(bids, action.parts, layout.hands[seat], layout.deck, len(layout.seats))


def _higher(
    sheet: scoring.KombinationsSheet, size: int, seat: Seat, standing: Standing | None
) -> CombinationBid:
    """§2: return the choice of a bid of more value, or of equal value for a player with more
    potentials than the holder of the standing bid."""
    bids = Bids.of(sheet.options)
    if standing is None:
        return CombinationBid(bids, 1, size)
    holder, bid = standing
    equal = sheet.potentials[seat] > sheet.potentials[holder]
    return CombinationBid(bids, bids.value(bid) + (not equal), size, bid)


def _opening_setup(layout: Layout, declarer: Seat, bid: Bid) -> Setup:
    """§3: return the setup after the auction; the player on declarer's right leads."""
    rules = PlayRules(leader=layout.right_of(declarer))
    return Setup(layout, declarer, bid.parts[0], frozenset(bid.parts[1:]), rules)
