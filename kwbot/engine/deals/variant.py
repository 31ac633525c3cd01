"""A variant: the rules of one game, without its counsel and explorer."""

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
"""Default seconds for a player's first bid of a deal and for every later one."""


class Stakes(NamedTuple):
    """The stakes of a contract: points if it is just `made` and if it is `lost` by one trick;
    whether overtricks bring more, and whether further undertricks cost more."""

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
    """The game's place in lists: the lowest first, equal ones by key."""
    difficulty: ClassVar[int] = 1
    """How hard the game is for beginners; a new player is offered the easiest one first."""
    rules_version: ClassVar[int] = 1
    least_players: ClassVar[int] = 4
    most_players: ClassVar[int | None] = 4
    has_auction: ClassVar[bool] = True
    has_trumps: ClassVar[bool] = True
    """Whether any deal may have trumps."""
    options: ClassVar[tuple[Option, ...]] = ()
    fouls: ClassVar[bool] = False
    titles: ClassVar[Mapping[str, Term]] = {}
    feats: ClassVar[tuple[Feat, ...]] = (SLAM,)
    unit: ClassVar[Unit] = Unit.POINTS
    """The unit of the scores."""
    host_ends: ClassVar[bool] = False
    """Whether the host (player 0) may end a match at any time."""
    between_parts: ClassVar[str] = " + "
    """The separator between the parts of a bid."""
    calls_partner: ClassVar[bool] = False
    """Whether declarer may have a partner who is not known to everyone."""
    weighs_tricks: ClassVar[bool] = True
    """Whether its counsel compares a player's tricks with the others', instead of points."""

    def option_values(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return the values of all options. Raises IllegalAction for an unknown option or value."""
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
        """Return the values of all options at a new table: the `given` ones, otherwise the usual
        ones of new tables. Raises IllegalAction for an unknown option or value."""
        usual = {one.key: one.at_new_tables for one in self.options if one.at_new_tables}
        return self.option_values({**usual, **given})

    def check_players(self, players: int) -> None:
        """Raise IllegalAction if the game is not for this number of players."""
        if players < self.least_players or players > (self.most_players or players):
            raise IllegalAction(N_("This game isn't for {count} players."), count=players)

    def warm_up(self) -> None:
        """Fill the caches that the first deal would wait for, within a second or two."""
        return

    @abstractmethod
    def opening(self, options: Mapping[str, str], players: int) -> Sheet:
        """Return the sheet before the first deal."""

    def aim(self, options: Mapping[str, str]) -> Sentence | None:
        """Return how a match is won, in a few words for a lobby; None if it takes more words."""
        return None

    def draws(self, options: Mapping[str, str]) -> bool:
        """Whether partners are drawn with cards before the first deal."""
        return False

    def sides(self, sheet: Sheet) -> tuple[tuple[Seat, ...], ...]:
        """Return the partnerships that last the whole match; none without partners."""
        return ()

    def sheet_at_end(self, sheet: Sheet) -> Sheet:
        """Return the sheet of a match that its host ends, in games with `host_ends`."""
        raise NotImplementedError

    @abstractmethod
    def deck(self, players: int) -> CardSet:
        """Return the cards of the deck for this number of players."""

    def seats(self, sheet: Sheet, dealer: Seat) -> tuple[Seat, ...]:
        """Return the players of the next deal, clockwise from the dealer's left."""
        return tuple((dealer + step) % sheet.players for step in range(1, sheet.players + 1))

    @abstractmethod
    def script(self, layout: Layout, sheet: Sheet) -> Script:
        """Lead a deal through its phases; see kwbot.engine.deals.deal."""

    @abstractmethod
    def settle(self, sheet: Sheet, dealer: Seat, result: DealResult) -> Sheet:
        """Return the sheet after a deal: scores, next dealer, winners."""

    def cancellation(self, layout: Layout, sheet: Sheet) -> DealResult:
        """Return the result of a deal that a foul cancels."""
        raise NotImplementedError

    def declarer(self, phases: tuple[Phase, ...]) -> Seat | None:
        """Return the declarer, the winner of the auction; None while there is none."""
        won = contract_of(phases)
        return won[0] if won else None

    def contract(self, phases: tuple[Phase, ...]) -> Bid | None:
        """Return the contract, the bid that won the auction; None while there is none."""
        won = contract_of(phases)
        return won[1] if won else None

    def partner(self, phases: tuple[Phase, ...], viewer: Seat | None) -> Seat | None:
        """Return declarer's partner in this deal, as far as `viewer` (None: a spectator) can know:
        declarer if there is no partner, None if the viewer cannot know.

        It may depend only on the viewer's cards and on what everyone has seen.
        """
        return None

    def soloists(self, phases: tuple[Phase, ...]) -> tuple[Seat, ...]:
        """Return the players who each play alone against all others in this deal."""
        return ()

    def parts(self, options: Mapping[str, str] = NO_VALUES) -> Mapping[str, BidPart]:
        """Return the parts of bids by key, with their names and explanations. Without options:
        those of the default options."""
        return {}

    def collection(self) -> Mapping[str, Mapping[str, BidPart]]:
        """Return the parts of bids that players collect by making them, by edition."""
        return {}

    def bid_value(self, bid: Bid, options: Mapping[str, str] = NO_VALUES) -> int | None:
        """Return the value of a bid with these options; None if bids have no value."""
        return None

    def edition(self, options: Mapping[str, str] = NO_VALUES) -> str:
        """Return the rulebook's edition for these options; "" if there is only one."""
        return ""

    def bid_seconds(self, options: Mapping[str, str] = NO_VALUES) -> tuple[int, int]:
        """Return the usual seconds for a player's first bid of a deal and for every later one."""
        return BID_SECONDS

    def avoids_tricks(self, contract: Bid | None) -> bool:
        """Whether fewer tricks are better in a contract, in a game that `weighs_tricks`."""
        return False

    def bid_points(self, bid: Bid) -> int | None:
        """Return the points of a made bid; None if not known beforehand."""
        return None

    def stakes(self, bid: Bid, options: Mapping[str, str]) -> Stakes | None:
        """Return the stakes of a bid with these options; None if not known beforehand."""
        return None

    def tricks_wanted(self, bid: Bid) -> int | None:
        """Return the least number of tricks that makes a contract; None if it asks for more."""
        return None

    def lacking(self, phases: tuple[Phase, ...], viewer: Seat) -> Mapping[Seat, CardSet]:
        """Return the cards that players cannot hold, as far as `viewer` knows from anything but the
        tricks. It may depend on the same things as `partner`."""
        return {}

    def objection(
        self, sheet: Sheet, phases: tuple[Phase, ...], seat: Seat, action: Action
    ) -> Sentence | None:
        """Return why an action is certain to fail, from what `seat` sees; None if it may succeed.

        Tables and simulations refuse such an action. A replay does not: a record must not depend on
        how strong the prover was when it was written.
        """
        return None
