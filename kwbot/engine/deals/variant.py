"""A game's rules: what every game says of itself. Counsel and explorer are apart."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar, NamedTuple, Self

from kwbot.engine.phases.auction import contract_of
from kwbot.engine.phases.base import Phase
from kwbot.engine.phases.script import DealResult, Script
from kwbot.engine.values.actions import Action, Bid, Seat
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.choices import BidPart
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.feats import SLAM, Feat
from kwbot.engine.values.option import Option
from kwbot.engine.values.table import Layout
from kwbot.engine.values.wording import N_, NO_VALUES, Sentence, Term

BID_SECONDS = (60, 20)
"""For a player's first bid of a deal and for every other, where the game says nothing else."""


class Unit(Enum):
    """What numbers of a sheet are: points, or gains and losses that sum to 0."""

    POINTS = "points"
    BALANCE = "balance"


class Stakes(NamedTuple):
    """Points that a contract brings its player if it is `made` by no trick too many, and if it is
    `lost` by one trick; whether more tricks too many or too few bring more and cost more."""

    made: int
    lost: int
    made_grows: bool = False
    lost_grows: bool = False


@dataclass(frozen=True)
class Sheet:
    """The score sheet: what a game carries from deal to deal. Games add fields of their own.

    `dealer` deals next (None: chance decides); `played` counts the deals that count; `winners` is
    None while the game goes on; `titles` are (player, title key).
    """

    options: Mapping[str, str]
    scores: tuple[int, ...]
    dealer: Seat | None = None
    played: int = 0
    winners: tuple[Seat, ...] | None = None
    titles: tuple[tuple[Seat, str], ...] = ()
    counted_in: ClassVar[Term | None] = None
    """What the scores are, where deals give other points as well."""
    settlement: tuple[int, ...] | None = None
    """Who pays (minus) and gets how much, in hundredths, once a game about money is over."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.scores)

    @property
    def is_for_money(self) -> bool:
        """Whether who pays and gets how much is of account, once the game is over."""
        return self.settlement is not None

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """Who has most points, several if they are equal."""
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    def plus(self, points: Sequence[int]) -> Self:
        """Return the sheet with points added to the scores, one number a player."""
        return replace(self, scores=tuple(a + b for a, b in zip(self.scores, points, strict=True)))

    def with_deal(self, dealer: Seat, *, played: bool = True) -> Self:
        """Count a deal of that dealer; one that does not count is dealt again by the same."""
        return replace(self, played=self.played + played, dealer=(dealer + played) % self.players)

    def public(self) -> dict[str, Any]:
        """Return what a game's sheet shows besides the scores, as plain JSON values."""
        return {}

    def remarks(self) -> tuple[Sentence, ...]:
        """Return the same in words, for the table message."""
        return ()

    def tally(self) -> tuple[Sentence, ...]:
        """Return in a few short lines what sides that stand beside it have, in their order, where
        they play for more than scores."""
        return ()

    @property
    def begins_anew(self) -> bool:
        """Whether the next deal opens what `remarks` tells: until then that is all nothing."""
        return False

    def entry(self) -> dict[str, Any]:
        """Return what the result of a record adds to each deal, as plain JSON values."""
        return {}


class Variant(ABC):
    """The rules of one game: a stateless singleton."""

    key: ClassVar[str]
    name: ClassVar[Term]
    summary: ClassVar[Term]
    place: ClassVar[int] = 1
    """Where it stands among the games: the lowest first, equal ones by their keys."""
    difficulty: ClassVar[int] = 1
    """How hard it is to begin with; who has played none is offered the lowest first."""
    rules_version: ClassVar[int] = 1
    least_players: ClassVar[int] = 4
    most_players: ClassVar[int | None] = 4
    has_auction: ClassVar[bool] = True
    options: ClassVar[tuple[Option, ...]] = ()
    fouls: ClassVar[bool] = False
    titles: ClassVar[Mapping[str, Term]] = {}
    feats: ClassVar[tuple[Feat, ...]] = (SLAM,)
    unit: ClassVar[Unit] = Unit.POINTS
    """Of the scores."""
    host_ends: ClassVar[bool] = False
    """Whether the host (player 0) may end a match at any time."""
    between_parts: ClassVar[str] = " + "
    """What stands between the parts of a bid."""
    calls_partner: ClassVar[bool] = False
    """Whether declarer may have a partner whom not everyone knows."""
    weighs_tricks: ClassVar[bool] = True
    """Whether its counsel counts tricks, those of others against one's own, and no points."""

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
        """Return the values of all options of a table; what is not `given` is as usual there. Raise
        IllegalAction for an unknown option or value."""
        usual = {one.key: one.at_new_tables for one in self.options if one.at_new_tables}
        return self.option_values({**usual, **given})

    def check_players(self, players: int) -> None:
        """Raise IllegalAction if this many cannot play."""
        if players < self.least_players or players > (self.most_players or players):
            raise IllegalAction(N_("This game isn't for {count} players."), count=players)

    def warm_up(self) -> None:
        """Fill caches that the first deal would wait for. Takes at most a second or two."""
        return

    @abstractmethod
    def opening(self, options: Mapping[str, str], players: int) -> Sheet:
        """Return the sheet before the first deal."""

    def aim(self, options: Mapping[str, str]) -> Sentence | None:
        """Return which points win, in a few words for a lobby; None where that takes more."""
        return None

    def draws(self, options: Mapping[str, str]) -> bool:
        """Whether partners are drawn by cards before the first deal."""
        return False

    def sides(self, sheet: Sheet) -> tuple[tuple[Seat, ...], ...]:
        """Return who plays together throughout a match; empty where nobody does."""
        return ()

    def sheet_at_end(self, sheet: Sheet) -> Sheet:
        """Return the sheet of a match that its host ends, for games that have `host_ends`."""
        raise NotImplementedError

    @abstractmethod
    def deck(self, players: int) -> CardSet:
        """Return the cards with which so many players play."""

    def seats(self, sheet: Sheet, dealer: Seat) -> tuple[Seat, ...]:
        """Return who is in the deal that begins with this sheet, clockwise, from the dealer's
        left."""
        return tuple((dealer + step) % sheet.players for step in range(1, sheet.players + 1))

    @abstractmethod
    def script(self, layout: Layout, sheet: Sheet) -> Script:
        """Lead a deal through its phases; see engine.deal."""

    @abstractmethod
    def settle(self, sheet: Sheet, dealer: Seat, result: DealResult) -> Sheet:
        """Return the sheet after a deal: scores, who deals next, who has won."""

    def cancellation(self, layout: Layout, sheet: Sheet) -> DealResult:
        """Return the result of a deal that a foul cancels."""
        raise NotImplementedError

    def declarer(self, phases: tuple[Phase, ...]) -> Seat | None:
        """Return who plays the contract, once that stands: whoever won the auction."""
        won = contract_of(phases)
        return won[0] if won else None

    def contract(self, phases: tuple[Phase, ...]) -> Bid | None:
        """Return what they play: the bid that won the auction."""
        won = contract_of(phases)
        return won[1] if won else None

    def partner(self, phases: tuple[Phase, ...], viewer: Seat | None) -> Seat | None:
        """Return who plays with declarer in this deal alone, as `viewer` (None: everyone) knows.

        Declarer where nobody does, None where the viewer cannot know.
        May use what `viewer` holds and what all have seen.
        """
        return None

    def soloists(self, phases: tuple[Phase, ...]) -> tuple[Seat, ...]:
        """Return who plays alone against all others in this deal, each for themselves."""
        return ()

    def parts(self, options: Mapping[str, str] = NO_VALUES) -> Mapping[str, BidPart]:
        """Return the parts of bids under these options (default ones where they are left out) by
        key, for names and explanations."""
        return {}

    def collection(self) -> Mapping[str, Mapping[str, BidPart]]:
        """Return the parts of bids that players collect by making them, by edition."""
        return {}

    def bid_value(self, bid: Bid, options: Mapping[str, str] = NO_VALUES) -> int | None:
        """Return what a bid is worth in the auction under these options, where that counts."""
        return None

    def edition(self, options: Mapping[str, str] = NO_VALUES) -> str:
        """Return which edition of the rulebook these options play by; "" if there is only one."""
        return ""

    def bid_seconds(self, options: Mapping[str, str] = NO_VALUES) -> tuple[int, int]:
        """Return how long a player has for their first bid of a deal and for every other one,
        unless the table wants it otherwise."""
        return BID_SECONDS

    def avoids_tricks(self, contract: Bid | None) -> bool:
        """Whether fewer tricks are better, in a game that `weighs_tricks`."""
        return False

    def bid_points(self, bid: Bid) -> int | None:
        """Return what a made bid scores, where that is known beforehand."""
        return None

    def stakes(self, bid: Bid, options: Mapping[str, str]) -> Stakes | None:
        """Return what a bid brings and costs under these options, where that is known
        beforehand."""
        return None

    def tricks_wanted(self, bid: Bid) -> int | None:
        """Return how many tricks make this contract, where at least that many always do."""
        return None

    def lacking(self, phases: tuple[Phase, ...], viewer: Seat) -> Mapping[Seat, CardSet]:
        """Return cards that players cannot hold, as `viewer` can tell otherwise than by the tricks.

        May use what `partner` may.
        """
        return {}

    def objection(
        self, sheet: Sheet, phases: tuple[Phase, ...], seat: Seat, action: Action
    ) -> Sentence | None:
        """Return why `action` cannot succeed, proven from what `seat` sees; None if it may.

        Tables and simulations refuse such an action; a replay does not, so that a record never
        depends on how strong a prover wrote it.
        """
        return None
