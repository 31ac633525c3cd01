"""A match: a series of deals until somebody has won. It is immutable, like its deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Action, Away, Back, Foul, Reseat, Seat, TrickClaim
from kwbot.engine.values.cards import Card
from kwbot.engine.values.choices import Choice
from kwbot.engine.values.errors import IllegalAction, MatchOver, NotYourTurn
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.wording import N_

from . import partner_draw
from .deal import Deal
from .record_lines import deal_line, parse_claim
from .score_sheet import Sheet
from .variant import Variant


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A scored deal: its number, dealer, players, record lines and result."""

    number: int
    dealer: Seat
    seats: tuple[Seat, ...]
    lines: str
    result: DealResult
    sheet: Sheet
    """The sheet after the deal."""
    gained: tuple[int, ...]
    """The change of each player's score."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores after the deal."""
        return self.sheet.scores

    @property
    def claim(self) -> TrickClaim | None:
        """The claim that ended the deal, if one did."""
        word, _, rest = self.lines.rpartition("\n")[2].partition(" ")
        return parse_claim(rest) if word == TrickClaim.verb else None


@dataclass(frozen=True, slots=True)
class Match:
    """A match. `deal` is the running deal; None between two deals and once the match is over."""

    variant: Variant
    names: tuple[str, ...]
    sheet: Sheet
    deals: tuple[PlayedDeal, ...] = ()
    deal: Deal | None = None
    drawn: tuple[Card, ...] = ()
    """The cards drawn for partners, by player number."""
    away: frozenset[Seat] = frozenset()
    between: tuple[Action, ...] = ()
    """Notes of players leaving, returning or sitting down since the last deal; the next deal's log
    begins with them."""
    finished: Deal | None = field(default=None, compare=False)
    """The last scored deal, with all its cards, which are no longer secret."""
    broken_off: str = ""
    """The record lines of the deal under way when the match was ended early."""
    ended_by: Seat | None = None
    """The player who ended the match early, if one did."""
    first_names: tuple[str, ...] = ()
    """The names when the match began, if any has changed since."""
    last_names: tuple[str, ...] = field(default=(), compare=False)
    """The names in the last scored deal, if a seat has changed hands since."""

    @classmethod
    def begin(cls, variant: Variant, names: tuple[str, ...], options: Mapping[str, str]) -> Match:
        """Return a match before its first deal. Raises IllegalAction if the game does not allow
        this number of players or these options.

        Names are put on one line, with single blanks between words, as a record needs them.
        """
        variant.check_players(len(names))
        names = tuple(map(_on_one_line, names))
        return cls(variant, names, variant.opening(variant.option_values(options), len(names)))

    @property
    def must_draw(self) -> bool:
        """Whether partners must be drawn before the first deal."""
        return not self.drawn and self.variant.draws(self.sheet.options)

    def with_draw(self, cards: tuple[Card, ...]) -> Match:
        """Return the match with partners drawn by these cards, in seat order. Raises IllegalAction
        if the seats do not fit the cards, or no partners are to be drawn."""
        if not self.must_draw:
            raise IllegalAction(N_("Partners aren't drawn here."))
        partner_draw.check(cards)
        return replace(
            self, drawn=cards, sheet=replace(self.sheet, dealer=partner_draw.first_dealer(cards))
        )

    @property
    def is_won(self) -> bool:
        """Whether somebody has won."""
        return self.sheet.winners is not None

    @property
    def is_over(self) -> bool:
        """Whether no deal can follow: somebody has won, or the host has ended the match."""
        return self.is_won or self.ended_by is not None

    @property
    def number(self) -> int:
        """The number of the running deal, or of the last one."""
        return len(self.deals) + (1 if self.deal else 0)

    def next_dealer(self) -> Seat | None:
        """Return the next dealer; None where chance decides."""
        return self.sheet.dealer

    def deal_begun(self, dealer: Seat) -> Match:
        """Return the match with its next deal begun, before the cards are dealt. Raises MatchOver,
        or IllegalAction if the deal cannot begin now or with this dealer."""
        if self.is_over:
            raise MatchOver
        if self.deal is not None:
            raise IllegalAction(N_("The current deal isn't over."))
        if self.must_draw:
            raise IllegalAction(N_("Partners are drawn before the first deal."))
        if not 0 <= dealer < len(self.names) or self.sheet.dealer not in (None, dealer):
            raise IllegalAction(N_("It's not that player's turn to deal."))
        deal = self.next_deal(dealer)
        for note in self.between:
            deal = deal.with_note(note)
        return replace(self, deal=deal, between=())

    def next_deal(self, dealer: Seat) -> Deal:
        """Return the next deal at its beginning with this dealer, due or not."""
        players = len(self.names)
        seats = self.variant.seats(self.sheet, dealer)
        layout = Layout.empty(players, dealer, seats, self.variant.deck(players))
        return Deal.begin(self.variant, self.sheet, layout)

    def to_act(self) -> tuple[Seat, ...]:
        """Return the players who must act now; none between two deals."""
        return () if self.deal is None else self.deal.to_act()

    def choice(self, seat: Seat) -> Choice:
        """Return the choice of a player. Raises MatchOver or NotYourTurn."""
        if self.deal is None:
            raise MatchOver if self.is_over else NotYourTurn
        return self.deal.choice(seat)

    def apply(self, seat: Seat, action: Action) -> Match:
        """Return the match after `action`, without scoring its deal. Raises NotYourTurn,
        IllegalAction or MatchOver."""
        if self.deal is None:
            raise MatchOver if self.is_over else NotYourTurn
        return replace(self, deal=self.deal.apply(seat, action))

    def with_foul(self, foul: Foul) -> Match:
        """Return the match after a foul that the table agreed on. Raises IllegalAction."""
        return replace(self, deal=self._running().with_foul(foul))

    def with_claim(self, claim: TrickClaim) -> Match:
        """Return the match after a claim. Raises IllegalAction if no play fulfils it."""
        return replace(self, deal=self._running().with_claim(claim))

    def undone(self, count: int) -> Match:
        """Return the match without the last `count` moves. Raises IllegalAction."""
        return replace(self, deal=self._running().undone(count))

    def gone_away(self, seat: Seat) -> Match:
        """Return the match with a computer player standing in at a seat. Raises IllegalAction."""
        if seat in self.away:
            raise IllegalAction(N_("That player is already away."))
        return self._with_note(Away(seat), self.away | {seat})

    def come_back(self, seat: Seat) -> Match:
        """Return the match with an absent player back. Raises IllegalAction."""
        if seat not in self.away:
            raise IllegalAction(N_("That player isn't away."))
        return self._with_note(Back(seat), self.away - {seat})

    def with_player(self, seat: Seat, name: str) -> Match:
        """Return the match with somebody else at a seat, under their name from now on."""
        name = record_name(name)
        names = (*self.names[:seat], name, *self.names[seat + 1 :])
        noted = self._with_note(Reseat(seat, name), self.away)
        return replace(
            noted, names=names, first_names=self.first_names or self.names,
            last_names=self.last_names or self.names,
        )  # fmt: skip

    def with_name(self, seat: Seat, name: str) -> Match:
        """Return the match with a player renamed; its record keeps the name they began with."""
        before, name = self.names[seat], record_name(name)
        last = self.last_names
        if last and last[seat] == before:
            last = (*last[:seat], name, *last[seat + 1 :])
        names = (*self.names[:seat], name, *self.names[seat + 1 :])
        return replace(
            self, names=names, first_names=self.first_names or self.names, last_names=last
        )

    def _with_note(self, note: Action, away: frozenset[Seat]) -> Match:
        if self.ended_by is not None:
            raise MatchOver
        if self.deal is None:
            return replace(self, away=away, between=(*self.between, note))
        return replace(self, deal=self.deal.with_note(note), away=away)

    def finished_by(self, seat: Seat) -> Match:
        """Return the match ended early by a player; a running deal does not count.

        Nobody wins, except in games with `host_ends`, which only the host (player 0) may end.
        Raises IllegalAction for anyone else there, and MatchOver if the match is over.
        """
        if self.is_over:
            raise MatchOver
        if self.variant.host_ends and seat != 0:
            raise IllegalAction(N_("Only the host can end the game."))
        broken_off = "" if self.deal is None else "\n".join(self.running_lines())
        sheet = self.variant.sheet_at_end(self.sheet) if self.variant.host_ends else self.sheet
        return replace(self, deal=None, broken_off=broken_off, ended_by=seat, sheet=sheet)

    def running_lines(self) -> list[str]:
        """Return the record lines of the running deal."""
        return [self.deal_line, *self._running().lines()]

    @property
    def deal_line(self) -> str:
        """The record line that begins the running deal."""
        return deal_line(self.number, self._running().start.dealer)

    def _running(self) -> Deal:
        if self.deal is None:
            raise IllegalAction(N_("No deal is in progress."))
        return self.deal

    def with_score(self) -> Match:
        """Return the match with its deal scored, if the deal is finished."""
        deal = self.deal
        if deal is None or deal.result is None:
            return self
        sheet = self.variant.settle(self.sheet, deal.start.dealer, deal.result)
        scores = zip(sheet.scores, self.sheet.scores, strict=True)
        gained = tuple([after - before for after, before in scores])
        lines = "\n".join(deal.lines())
        dealer, seats = deal.start.dealer, deal.start.seats
        played = PlayedDeal(self.number, dealer, seats, lines, deal.result, sheet, gained)
        return replace(
            self, sheet=sheet, deals=(*self.deals, played), deal=None, finished=deal, last_names=()
        )


def _on_one_line(name: str) -> str:
    """Return a name on one line, with single blanks; "?" for an empty one."""
    return " ".join(name.split()) or "?"


def record_name(name: str) -> str:
    """Return the name of a player who sits down during a match, as records write it."""
    return _on_one_line(name.replace("#", " "))
