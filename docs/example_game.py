"""A whole game as an example. As `kwbot/variants/solo.py` it is a game of the bot."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.deals.variant import Variant
from kwbot.engine.phases.auction import RoundAuction, higher
from kwbot.engine.phases.base import Dealing, Phase
from kwbot.engine.phases.choose import name_trumps
from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.phases.script import DealResult, Script, ask
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Action, Bid, NameSuit, Pass, Seat
from kwbot.engine.values.cards import FULL_DECK, CardSet, Rank, Suit
from kwbot.engine.values.choices import BidPart, LadderBid, Randomness
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import N_, NO_VALUES, Sentence, Term, Who
from kwbot.engine.views.counsel import Counsel
from kwbot.engine.views.payoffs import Payoffs, two_sides
from kwbot.engine.views.view import View

TRICKS = 13
NO_POINTS = (0, 0, 0, 0)
_EFFECT = Term("You name trumps and must take at least this many tricks, alone.", "bid")
_OTHERS = Term("{player} names trumps and must take at least this many tricks, alone.", "bid")
PARTS = {str(n): BidPart(str(n), Term(str(n)), _EFFECT, n, _OTHERS) for n in range(5, TRICKS + 1)}
LADDER = tuple(Bid((key,)) for key in PARTS)
"""All bids, the lowest first."""


def tricks_of(bid: Bid) -> int:
    return int(bid.parts[0])


def points_for(bid: Bid, won: int) -> int:
    """Return the number of tricks bid, negative unless declarer won as many."""
    return tricks_of(bid) if won >= tricks_of(bid) else -tricks_of(bid)


class Solo(Variant):
    """Whoever bids most tricks names trumps and plays alone against the other three."""

    key = "solo"
    name = Term("Solo", "game")
    summary = Term("Bid a number of tricks, name trumps, and play alone against three.", "game")
    weighs_tricks = False
    options = (
        Option("deals", Term("Deals", "option"), Term("How many deals are played.", "option"),
               default="4", numbers=range(1, 101)),
    )  # fmt: skip

    def opening(self, options: Mapping[str, str], players: int) -> Sheet:
        return Sheet(dict(options), NO_POINTS)

    def deck(self, players: int) -> CardSet:
        return FULL_DECK

    def script(self, layout: Layout, sheet: Sheet) -> Script:
        dealt = yield from ask(Dealing(layout, each=TRICKS))
        calls = RoundAuction(dealt.layout, layout.seats, lambda _, bid: higher(LADDER, bid))
        auction = yield from ask(calls)
        if auction.winning_bid is None:  # the same dealer deals again
            return DealResult(False, NO_POINTS, NO_POINTS, notes=(Sentence(N_("All passed.")),))
        declarer, bid = auction.winning_bid
        layout, trumps = yield from name_trumps(auction.layout, declarer)
        rules = PlayRules(leader=layout.seats[0], trumps=trumps)
        play = yield from ask(TrickPlay.begin(layout, rules))
        return self._result(declarer, bid, play)

    def _result(self, declarer: Seat, bid: Bid, play: TrickPlay) -> DealResult:
        won = play.tricks_taken()[declarer]
        gained = points_for(bid, won)
        text = N_("{player} bid {bid} and took {count} tricks: {points:+d}.")
        note = Sentence(text, player=Who(declarer), bid=bid, count=won, points=gained)
        points = tuple(gained if seat == declarer else 0 for seat in range(4))
        return DealResult(
            True, points, play.tricks_taken(), declarer, bid, gained > 0, notes=(note,)
        )

    def settle(self, sheet: Sheet, dealer: Seat, result: DealResult) -> Sheet:
        after = sheet.with_deal(dealer, played=result.played).plus(result.points)
        over = after.played == int(sheet.options["deals"])
        return replace(after, winners=after.leaders if over else None)

    def soloists(self, phases: tuple[Phase, ...]) -> tuple[Seat, ...]:
        declarer = self.declarer(phases)
        return () if declarer is None else (declarer,)

    def parts(self, options: Mapping[str, str] = NO_VALUES) -> Mapping[str, BidPart]:
        return PARTS


class SoloCounsel(Counsel):
    """Optional advice for computer players: a rule of thumb before the tricks, then payoffs."""

    def advice(self, seen: View, rng: Randomness | None) -> Mapping[Action, float]:
        promised = {suit: tricks_promised(seen.hand, suit) for suit in Suit}
        if isinstance(seen.choice, LadderBid):
            best = max(promised.values())
            good = (bid for bid in seen.choice.bids if tricks_of(bid) <= best)
            return {Pass(): 0.0, **{bid: best - tricks_of(bid) for bid in good}}
        return {} if seen.playing else {NameSuit(suit): promised[suit] for suit in Suit}

    def payoffs(self, seen: View, hands: Sequence[CardSet]) -> Payoffs:
        bid, declarer = seen.contract, seen.declarer
        assert bid is not None
        assert declarer is not None
        shares = tuple(1.0 if seat == declarer else -1 / 3 for seat in range(4))
        return two_sides(bid, (declarer,), shares, lambda won: points_for(bid, won), TRICKS)


def tricks_promised(hand: CardSet, trumps: Suit) -> float:
    """Count trumps beyond the second, and aces and kings."""
    return len(hand.of_suit(trumps)) - 2 + sum(card.rank in (Rank.KING, Rank.ACE) for card in hand)


GAME, COUNSEL = Solo(), SoloCounsel()
