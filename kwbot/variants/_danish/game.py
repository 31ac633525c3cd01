"""The base of both Danish games."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar

from kwbot.engine.deals.score_sheet import Sheet, Unit
from kwbot.engine.deals.variant import Stakes, Variant
from kwbot.engine.phases.auction import DuelAuction
from kwbot.engine.phases.base import Phase
from kwbot.engine.phases.playrules import Ban, PlayRules, PlayState
from kwbot.engine.phases.rulepoints import LedFirst, MustFall
from kwbot.engine.phases.script import DealResult, Script, Steps, ask
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Bid, Seat
from kwbot.engine.values.cards import FULL_DECK, JOKERS, Card, CardSet
from kwbot.engine.values.choices import BidPart
from kwbot.engine.values.feats import SLAM
from kwbot.engine.values.wording import N_, NO_VALUES, Sentence

from . import points, sides
from .bids import TEN_NOLOS, Nolo, attachment_of, nolo_of, number_of
from .pre_play import DanishSetup, Step
from .sheet import DanishSheet


class DanishWhist(Variant):
    """A Danish partner-ace whist. For the rules, and § numbers, see data/rulebook/."""

    unit = Unit.BALANCE
    between_parts = " "
    calls_partner = True
    feats = (SLAM, TEN_NOLOS)
    weighs_tricks = False
    has_void_card: ClassVar[bool] = False
    """Whether declarer may secretly make a card count as the lowest of the called suit."""
    own_may_be_called: ClassVar[bool] = False
    """Whether declarer may call a card in their own hand."""
    nolos: ClassVar[tuple[Nolo, ...]]
    """The nolos, the cheapest first."""
    before: ClassVar[Mapping[str, tuple[Step, ...]]]
    """§4: the steps before play for each attachment, in order."""
    bans: ClassVar[tuple[Ban, ...]] = ()

    @abstractmethod
    def parts(self, options: Mapping[str, str] = NO_VALUES) -> Mapping[str, BidPart]:
        """Return the parts of bids by key."""

    @abstractmethod
    def nolo_strength(self, options: Mapping[str, str]) -> Callable[[Card], int]:
        """Return the function that gives a card's height in a nolo."""

    @abstractmethod
    def nolo_exchange(self, setup: DanishSetup) -> Steps[DanishSetup]:
        """Let the soloists exchange cards before a nolo."""

    @abstractmethod
    def open_seats(
        self, nolo: Nolo, soloists: tuple[Seat, ...], play: PlayState
    ) -> tuple[Seat, ...]:
        """§5: return the players whose hands lie open in a nolo."""

    def contract_played(self, auction: DuelAuction, options: Mapping[str, str]) -> Script:
        """Lead the deal from an auction with a bid to its result."""
        setup = DanishSetup.of(auction)
        nolo = self.nolo(setup.bid)
        if nolo:
            setup = yield from self.nolo_exchange(setup)
            rules = self._nolo_rules(nolo, setup, options)
            tricks = yield from ask(TrickPlay.begin(setup.layout, rules))
            return points.nolo_played(setup, tricks, nolo.limit, self.nolos.index(nolo), options)
        for step in self.before[attachment_of(setup.bid)]:
            setup = yield from step(setup)
        tricks = yield from ask(TrickPlay.begin(setup.layout, self._called_card_rules(setup)))
        return points.tricks_played(setup, tricks, options)

    def _nolo_rules(self, nolo: Nolo, setup: DanishSetup, options: Mapping[str, str]) -> PlayRules:
        """Return the rules of a nolo, which is settled when every soloist is over the limit."""
        soloists = setup.soloists

        def is_settled(play: PlayState) -> bool:
            taken = play.tricks_taken()
            return all(taken[seat] > nolo.limit for seat in soloists)

        def open_cards(play: PlayState) -> dict[Seat, CardSet]:
            return {seat: play.layout.hands[seat] for seat in self.open_seats(nolo, soloists, play)}

        return PlayRules(
            leader=setup.layout.seats[0], strength=self.nolo_strength(options), bans=self.bans,
            settled=is_settled, open_cards=open_cards,
            alone=soloists[0] if len(soloists) == 1 else None,
        )  # fmt: skip

    def _called_card_rules(self, setup: DanishSetup) -> PlayRules:
        """Return the rules with a called card, which must fall the first time its suit is led by
        anyone."""
        called, stand_in = setup.called, setup.stand_in
        assert called
        assert called.suit is not None
        falls = N_("You hold {card}, the called card: play it the first time its suit is led.")
        leads = N_("You hold {card}, the called card: lead no other card of its suit before it.")
        bans = (
            Ban(MustFall(called), Sentence(falls, card=called)),
            Ban(LedFirst(called), Sentence(leads, card=called)),
        )
        return PlayRules(
            leader=setup.layout.seats[0], trumps=setup.trumps, bans=(*self.bans, *bans),
            stand_in=(stand_in, called.suit) if stand_in else None,
            secret_stand_in=(setup.declarer, called.suit) if self.has_void_card else None,
        )  # fmt: skip

    def deck(self, players: int) -> CardSet:
        """Return 55 cards, three jokers included."""
        return FULL_DECK | JOKERS

    def settle(self, sheet: Sheet, dealer: Seat, result: DealResult) -> DanishSheet:
        """Return the sheet after a deal, with the winners after the last one."""
        assert isinstance(sheet, DanishSheet)
        return sheet.after(dealer, result)

    def declarer(self, phases: tuple[Phase, ...]) -> Seat | None:
        """Return the winner of the auction or, after a joined vip, the player who took the suit;
        None while that is open."""
        found = sides.contract(phases)
        return found.declarer if found else None

    def contract(self, phases: tuple[Phase, ...]) -> Bid | None:
        """Return the bid that won the auction; None while there is none."""
        found = sides.contract(phases)
        return found.bid if found else None

    def partner(self, phases: tuple[Phase, ...], viewer: Seat | None) -> Seat | None:
        """Return declarer's partner, as far as `viewer` can know."""
        return sides.partner(phases, viewer)

    def soloists(self, phases: tuple[Phase, ...]) -> tuple[Seat, ...]:
        """Return the soloists of a nolo; none in other bids."""
        found = sides.contract(phases)
        return found.soloists if found and self.nolo(found.bid) else ()

    def nolo(self, bid: Bid) -> Nolo | None:
        """Return the nolo of a bid; None if it is no nolo."""
        return nolo_of(bid, self.parts())

    def bid_points(self, bid: Bid) -> int | None:
        """Return the points of a just made bid from each opponent, at standard prices."""
        nolo = self.nolo(bid)
        if nolo:
            place = self.nolos.index(nolo)
            return points.nolo_stake(place, points.STANDARD_POINTS, made=True).amount
        return points.stake(bid, 1, number_of(bid), points.STANDARD_POINTS, alone=False).amount

    def stakes(self, bid: Bid, options: Mapping[str, str]) -> Stakes:
        """Return declarer's stakes in a bid, with a partner or as the only soloist."""
        nolo = self.nolo(bid)
        if nolo:
            place = self.nolos.index(nolo)
            won, lost = (points.nolo_stake(place, options, made=made) for made in (True, False))
            return Stakes(3 * won.amount, 3 * lost.amount)
        number = number_of(bid)
        made, missed = (
            points.stake(bid, 1, won, options, alone=False).amount for won in (number, number - 1)
        )
        grows = options["over"] != "none" and number < points.SLAM_TRICKS
        return Stakes(made, missed, grows, lost_grows=True)

    def tricks_wanted(self, bid: Bid) -> int | None:
        """Return the number of tricks that a bid needs; None for a nolo."""
        return number_of(bid) or None

    def lacking(self, phases: tuple[Phase, ...], viewer: Seat) -> Mapping[Seat, CardSet]:
        """Return the players who cannot hold the called card, as far as `viewer` knows."""
        return sides.lacking(phases, viewer, own_may_be_called=self.own_may_be_called)
