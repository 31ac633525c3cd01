"""A variant: the rules of one game. Its counsel and explorer are apart."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from kwbot.engine.phases.auction import contract_of
from kwbot.engine.phases.base import Phase
from kwbot.engine.phases.script import DealResult, Script
from kwbot.engine.values.actions import Action, Bid, Seat
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.choices import BidPart
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.feats import SLAM, Feat
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import N_, NO_VALUES, Sentence, Term

from .score_sheet import Sheet, Unit

BID_SECONDS = (60, 20)
"""Seconds for a player's first bid of a deal and for every other, unless the game says
otherwise."""


class Stakes(NamedTuple):
    """The stakes of a contract: points if it is just `made`, and if it is `lost` by one trick;
    whether more tricks bring more, and whether more missing tricks cost more."""

    made: int
    lost: int
    made_grows: bool = False
    lost_grows: bool = False


class Variant(ABC):
    """The rules of one game: a stateless singleton."""

    key: ClassVar[str]
    name: ClassVar[Term]
    summary: ClassVar[Term]
    place: ClassVar[int] = 1
    """The place of the game among others: the lowest first, equal ones by their keys."""
    difficulty: ClassVar[int] = 1
    """How hard it is to begin with; a new player is offered the easiest game first."""
    rules_version: ClassVar[int] = 1
    least_players: ClassVar[int] = 4
    most_players: ClassVar[int | None] = 4
    has_auction: ClassVar[bool] = True
    has_trumps: ClassVar[bool] = True
    """Whether any of its deals may have trumps."""
    options: ClassVar[tuple[Option, ...]] = ()
    fouls: ClassVar[bool] = False
    titles: ClassVar[Mapping[str, Term]] = {}
    feats: ClassVar[tuple[Feat, ...]] = (SLAM,)
    unit: ClassVar[Unit] = Unit.POINTS
    """The unit of the scores."""
    host_ends: ClassVar[bool] = False
    """Whether the host (player 0) may end a match at any time."""
    between_parts: ClassVar[str] = " + "
    """What stands between the parts of a bid."""
    calls_partner: ClassVar[bool] = False
    """Whether declarer may have a partner whom not everyone knows."""
    weighs_tricks: ClassVar[bool] = True
    """Whether its counsel counts tricks, one's own against those of others, and not points."""

    def option_values(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return the values of all options; raise IllegalAction for an unknown option or value."""
        known = {option.key for option in self.options}
        for key in given:
            if key not in known:
                raise IllegalAction(N_("This game has no option called {option}."), option=key)
        values: dict[str, str] = {}
        for option in self.options:
            value = given.get(option.key, option.standard_with(values))
            values[option.key] = option.accept(value)
        return values

    def values_at_new_tables(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return the values of all options of a new table; those not `given` are the usual ones of
        new tables. Raise IllegalAction for an unknown option or value."""
        usual = {one.key: one.at_new_tables for one in self.options if one.at_new_tables}
        return self.option_values({**usual, **given})

    def check_players(self, players: int) -> None:
        """Raise IllegalAction if so many cannot play."""
        if players < self.least_players or players > (self.most_players or players):
            raise IllegalAction(N_("This game isn't for {count} players."), count=players)

    def warm_up(self) -> None:
        """Fill caches that the first deal would wait for. Takes at most a second or two."""
        return

    @abstractmethod
    def opening(self, options: Mapping[str, str], players: int) -> Sheet:
        """Return the sheet before the first deal."""

    def aim(self, options: Mapping[str, str]) -> Sentence | None:
        """Return how a match is won, in a few words for a lobby; None if that takes more."""
        return None

    def draws(self, options: Mapping[str, str]) -> bool:
        """Whether partners are drawn by cards before the first deal."""
        return False

    def sides(self, sheet: Sheet) -> tuple[tuple[Seat, ...], ...]:
        """Return the sides that play together throughout a match; none without partners."""
        return ()

    def sheet_at_end(self, sheet: Sheet) -> Sheet:
        """Return the sheet of a match that its host ends, in games with `host_ends`."""
        raise NotImplementedError

    @abstractmethod
    def deck(self, players: int) -> CardSet:
        """Return the cards with which so many players play."""

    def seats(self, sheet: Sheet, dealer: Seat) -> tuple[Seat, ...]:
        """Return the players of the deal that a sheet begins, clockwise from the dealer's left."""
        return tuple((dealer + step) % sheet.players for step in range(1, sheet.players + 1))

    @abstractmethod
    def script(self, layout: Layout, sheet: Sheet) -> Script:
        """Lead a deal through its phases; see kwbot.engine.deals.deal."""

    @abstractmethod
    def settle(self, sheet: Sheet, dealer: Seat, result: DealResult) -> Sheet:
        """Return the sheet after a deal: scores, who deals next, who has won."""

    def cancellation(self, layout: Layout, sheet: Sheet) -> DealResult:
        """Return the result of a deal that a foul cancels."""
        raise NotImplementedError

    def declarer(self, phases: tuple[Phase, ...]) -> Seat | None:
        """Return the declarer, who won the auction; None while there is none."""
        won = contract_of(phases)
        return won[0] if won else None

    def contract(self, phases: tuple[Phase, ...]) -> Bid | None:
        """Return the contract, the bid that won the auction; None while there is none."""
        won = contract_of(phases)
        return won[1] if won else None

    def partner(self, phases: tuple[Phase, ...], viewer: Seat | None) -> Seat | None:
        """Return declarer's partner in this deal, as far as `viewer` (None: everybody) can know.

        Declarer if there is no partner, None if the viewer cannot know. It may depend on what the
        viewer holds and what all have seen.
        """
        return None

    def soloists(self, phases: tuple[Phase, ...]) -> tuple[Seat, ...]:
        """Return the players who each play alone against all others in this deal."""
        return ()

    def parts(self, options: Mapping[str, str] = NO_VALUES) -> Mapping[str, BidPart]:
        """Return the parts of bids by key, to name and explain them; without options by default."""
        return {}

    def collection(self) -> Mapping[str, Mapping[str, BidPart]]:
        """Return the parts of bids that players collect by making them, by edition."""
        return {}

    def bid_value(self, bid: Bid, options: Mapping[str, str] = NO_VALUES) -> int | None:
        """Return the value of a bid in an auction with these options; None if bids have none."""
        return None

    def edition(self, options: Mapping[str, str] = NO_VALUES) -> str:
        """Return the edition of the rulebook by which these options play; "" if there is one."""
        return ""

    def bid_seconds(self, options: Mapping[str, str] = NO_VALUES) -> tuple[int, int]:
        """Return the usual seconds for a player's first bid of a deal and for every other one."""
        return BID_SECONDS

    def avoids_tricks(self, contract: Bid | None) -> bool:
        """Whether fewer tricks are better in a contract, in a game that `weighs_tricks`."""
        return False

    def bid_points(self, bid: Bid) -> int | None:
        """Return the points of a made bid; None where they are not known beforehand."""
        return None

    def stakes(self, bid: Bid, options: Mapping[str, str]) -> Stakes | None:
        """Return the stakes of a bid with these options; None where not known beforehand."""
        return None

    def tricks_wanted(self, bid: Bid) -> int | None:
        """Return how many tricks make a contract; None where it is not just a least number."""
        return None

    def lacking(self, phases: tuple[Phase, ...], viewer: Seat) -> Mapping[Seat, CardSet]:
        """Return the cards that players cannot hold, as far as `viewer` knows by other things than
        the tricks. It may depend on what `partner` may."""
        return {}

    def objection(
        self, sheet: Sheet, phases: tuple[Phase, ...], seat: Seat, action: Action
    ) -> Sentence | None:
        """Return why an action certainly cannot succeed, by what `seat` sees; None if it may.

        Tables and simulations refuse such an action. A replay does not: a record must not depend on
        the strength of the prover at that time.
        """
        return None
