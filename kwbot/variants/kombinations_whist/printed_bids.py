"""The printed tables of bids: 16 standard bids, 15 special bids, and the editions' differences.

`effects` has the changes that bids make to the rules of play, `pre_play` their steps before it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from kwbot.engine.values.choices import BidManner, BidPart
from kwbot.engine.values.wording import Term

from .goal import AtLeast, Exactly, Need, alone_most, as_guessed, fewest, later_more, not_most

_P = TypeVar("_P", bound=BidPart)


@dataclass(frozen=True, kw_only=True)
class Standard(BidPart):
    """A standard bid. `guesses`: trick counts that declarer names before play. `gathers_twos`:
    declarer must also take all twos. Without `points` it scores the value of the whole bid."""

    points: int | None
    need: Need
    trump: bool = False
    guesses: int = 0
    gathers_twos: bool = False

    @property
    def leaning(self) -> int:
        """1 if its bidder has trumps, −1 if they want few tricks, 0 for neither."""
        few = self.need in (not_most, fewest, Exactly(0))
        return int(self.trump) - int(few)

    def __hash__(self) -> int:
        return hash(self.key)  # fast, since many caches have it in their keys


@dataclass(frozen=True)
class Special(BidPart):
    """A special bid. `not_with`: keys of parts that it cannot be combined with."""

    not_with: tuple[str, ...] = ()


MIN_5 = AtLeast(5)
_NO_TRUMPS = Term("No trumps.", "bid")
_MAIL_VALUE = Term("Worth 3 with trumps (not Grill).", "bid")

# fmt: off
STANDARDS = (
    Standard("skambud", Term("Bid of Shame", "bid"), value=0, points=1, need=not_most,
             effect=Term("Don't take the most tricks, or tie for the most.", "bid"),
             others=Term("{player} must not take the most tricks, or tie for the most.", "bid")),
    Standard("ungefar", Term("Approximate", "bid"), value=1, points=1, need=as_guessed, guesses=2,
             effect=Term("Name two numbers before play; take exactly as many tricks as one of them.", "bid"),
             others=Term("{player} names two numbers before play and must take exactly as many tricks as one of them.", "bid")),
    Standard("trumf", Term("Trump", "bid"), value=1, points=1, trump=True, need=MIN_5,
             effect=Term("You name trumps. At least 5 tricks.", "bid"),
             others=Term("{player} names trumps and needs 5 tricks.", "bid")),
    Standard("grill", Term("Grill", "bid"), value=1, points=2, trump=True, need=MIN_5, manner=BidManner.ODD,
             effect=Term("You name trumps for trick 1; then it's the suit led the trick before. At least 5 tricks.", "bid"),
             others=Term("{player} needs 5 tricks and names trumps for trick 1; then it's the suit led the trick before.", "bid")),
    Standard("blocktrumf", Term("Block Trump", "bid"), value=2, points=1, trump=True, need=MIN_5,
             effect=Term("You name trumps, but can't play one until someone else has. At least 5 tricks.", "bid"),
             others=Term("{player} names trumps and needs 5 tricks, but can't play a trump until someone else has.", "bid")),
    Standard("limbo", Term("Limbo", "bid"), value=2, points=1, need=later_more, manner=BidManner.ODD,
             effect=Term("Take fewer of tricks 1–7 than of tricks 8–13.", "bid"), bidding=_NO_TRUMPS,
             others=Term("{player} must take fewer of tricks 1–7 than of tricks 8–13.", "bid")),
    Standard("spel", Term("Game", "bid"), value=2, points=2, need=MIN_5,
             effect=Term("At least 5 tricks.", "bid"), bidding=_NO_TRUMPS,
             others=Term("{player} needs 5 tricks.", "bid")),
    Standard("mastarskambud", Term("Master's Bid of Shame", "bid"), value=3, points=2, need=fewest,
             effect=Term("Nobody may take fewer tricks than you.", "bid"), bidding=_NO_TRUMPS,
             others=Term("Nobody may take fewer tricks than {player}.", "bid")),
    Standard("precis", Term("Precise", "bid"), value=3, points=2, need=as_guessed, guesses=1,
             effect=Term("Name a number before play; take exactly that many tricks.", "bid"), bidding=_NO_TRUMPS,
             others=Term("{player} names a number before play and must take exactly that many tricks.", "bid")),
    Standard("maxtrumf", Term("Max Trump", "bid"), value=3, points=3, trump=True, need=AtLeast(7),
             effect=Term("You name trumps. At least 7 tricks.", "bid"),
             others=Term("{player} names trumps and needs 7 tricks.", "bid")),
    Standard("subtrumf", Term("Sub Trump", "bid"), value=3, points=3, trump=True, need=MIN_5,
             effect=Term("You name trumps, but not your longest suit. At least 5 tricks.", "bid"),
             others=Term("{player} names trumps, but not their longest suit, and needs 5 tricks.", "bid")),
    Standard("rangtrumf", Term("Rank Trump", "bid"), value=3, points=4, trump=True, need=MIN_5, manner=BidManner.PASSING,
             effect=Term("Swap a card for the highest one shown; its suit is trumps. At least 5 tricks.", "bid"),
             others=Term("{player} needs 5 tricks and swaps a card for the highest one shown; its suit is trumps.", "bid")),
    Standard("mastarspel", Term("Master's Game", "bid"), value=4, points=3, need=alone_most,
             effect=Term("Take more tricks than anyone else.", "bid"), bidding=_NO_TRUMPS,
             others=Term("{player} must take more tricks than anyone else.", "bid")),
    Standard("noll", Term("Zero", "bid"), value=4, points=4, need=Exactly(0),
             effect=Term("Don't take a single trick.", "bid"), bidding=_NO_TRUMPS,
             others=Term("{player} must not take a single trick.", "bid")),
    Standard("mastartrumf", Term("Master's Trump", "bid"), value=6, points=6, trump=True, need=MIN_5,
             effect=Term("The player on your left names trumps. At least 5 tricks.", "bid"),
             others=Term("{player} needs 5 tricks; the player on their left names trumps.", "bid")),
    Standard("obesudlat", Term("Taintless Master's Game", "bid"), value=8, points=None, need=AtLeast(12), manner=BidManner.RISK,
             effect=Term("At least 12 tricks. Scores its value; at 13 or more it wins the game.", "bid"), bidding=_NO_TRUMPS,
             others=Term("{player} needs 12 tricks. Scores its value; at 13 or more it wins the game.", "bid")),
)

SPECIALS = (
    Special("rattvisa", Term("Justice", "bid"), value=-4, manner=BidManner.ODD,
            effect=Term("Name a card; you decide who takes the trick with it.", "bid"),
            others=Term("{player} names a card and decides who takes the trick with it.", "bid")),
    Special("lattja", Term("Sloth", "bid"), value=-3, manner=BidManner.ODD,
            effect=Term("You play last to every trick you don't lead.", "bid"),
            others=Term("{player} plays last to every trick that others lead.", "bid")),
    Special("potential", Term("Potential", "bid"), value=-2,
            effect=Term("If made, you gain a potential: you can then overbid with an equal value.", "bid"),
            others=Term("If made, {player} gains a potential: the right to overbid with an equal value.", "bid")),
    Special("bradska", Term("Hurry", "bid"), value=-2, manner=BidManner.ODD,
            effect=Term("You lead to the first trick.", "bid"),
            others=Term("{player} leads to the first trick.", "bid")),
    Special("jarn", Term("Iron", "bid"), value=-1, manner=BidManner.ODD,
            effect=Term("Aces are the lowest cards.", "bid")),
    Special("brev", Term("Mail", "bid"), value=-1, manner=BidManner.PASSING,
            effect=Term("Everyone passes 3 cards in a direction you name.", "bid"),
            others=Term("Everyone passes 3 cards in a direction that {player} names.", "bid")),
    Special("girighet", Term("Greed", "bid"), value=0, not_with=("obesudlatbud",), manner=BidManner.RISK,
            effect=Term("You must make it with one trick more and one fewer. If made, 1 extra point.", "bid"),
            others=Term("{player} must make it with one trick more and one fewer. If made, 1 extra point.", "bid")),
    Special("atelje", Term("Atelier", "bid"), value=1, not_with=("oppenhand",), manner=BidManner.OPEN,
            effect=Term("Four cards of your choice always lie open.", "bid"),
            others=Term("Four cards of {player}'s choice always lie open.", "bid")),
    Special("mastarbrev", Term("Master's Mail", "bid"), value=1, manner=BidManner.PASSING,
            effect=Term("Everyone but you passes 3 cards to the right.", "bid"), value_note=_MAIL_VALUE,
            others=Term("Everyone but {player} passes 3 cards to the right.", "bid")),
    Special("sluthund", Term("Ending Dog", "bid"), value=1, not_with=("noll",), manner=BidManner.RISK,
            effect=Term("You must not take the last trick.", "bid"),
            others=Term("{player} must not take the last trick.", "bid")),
    Special("oppentrumf", Term("Open Trump", "bid"), value=1, not_with=("grill", "oppenhand"), manner=BidManner.OPEN,
            effect=Term("Your trumps lie open.", "bid"),
            others=Term("{player}'s trumps lie open.", "bid")),
    Special("las", Term("Lock", "bid"), value=2, not_with=("noll",), manner=BidManner.RISK,
            effect=Term("You must not take any of the first 3 tricks.", "bid"),
            others=Term("{player} must not take any of the first 3 tricks.", "bid")),
    Special("straff", Term("Penalty", "bid"), value=2, manner=BidManner.RISK,
            effect=Term("If you go down, you lose 2 points more.", "bid"),
            others=Term("If {player} goes down, it costs 2 points more.", "bid")),
    Special("pest", Term("Plague", "bid"), value=2, not_with=("mastarskambud", "noll", "skambud"), manner=BidManner.RISK,
            effect=Term("Name a suit; you must not take the most cards of it (all of them is fine).", "bid"),
            others=Term("{player} names a suit and must not take the most cards of it (all of them is fine).", "bid")),
    Special("oppenhand", Term("Open Hand", "bid"), value=3, not_with=("atelje", "oppentrumf"), manner=BidManner.OPEN,
            effect=Term("Your whole hand lies open.", "bid"),
            others=Term("{player}'s whole hand lies open.", "bid")),
)

# Edition 1.5 (2024): its changes to the rows above, by key, and the row that it adds.
CHANGED: Mapping[str, Mapping[str, Any]] = {
    "skambud": {"name": Term("Misery", "bid")},
    "ungefar": {"name": Term("Uncertainty", "bid")},
    "spel": {"name": Term("Abundance", "bid")},
    "mastarskambud": {"name": Term("Master Misery", "bid")},
    "precis": {"name": Term("Certainty", "bid")},
    "mastarspel": {"name": Term("Master Abundance", "bid")},
    "rangtrumf": {
        "value": 4,
        "effect": Term("Swap any card for the highest one the others show; its suit is trumps. At least 5 tricks.", "bid"),
        "others": Term("{player} needs 5 tricks and swaps any card for the highest one shown; its suit is trumps.", "bid"),
    },
    "mastartrumf": {
        "name": Term("Master Trump", "bid"),
        "effect": Term("The player on your right names trumps. At least 5 tricks.", "bid"),
        "others": Term("{player} needs 5 tricks; the player on their right names trumps.", "bid"),
    },
    "brev": {
        "effect": Term("Everyone passes 3 cards to the right.", "bid"),
        "others": None,
    },
    "mastarbrev": {
        "name": Term("Master Mail", "bid"),
        "effect": Term("Everyone but you passes 3 cards to the left.", "bid"),
        "value_note": _MAIL_VALUE,
        "others": Term("Everyone but {player} passes 3 cards to the left.", "bid"),
    },
}
REMOVED_BID = "obesudlat"
ADDED = Standard("obesudlatbud", Term("Taintless Bid", "bid"), value=8, points=None, need=AtLeast(1), gathers_twos=True, manner=BidManner.RISK,
                 effect=Term("Take all four twos, which lie open. Scores its value; at 13 or more it wins the game.", "bid"),
                 others=Term("{player} must take all four twos, which lie open. Scores its value; at 13 or more it wins the game.", "bid"))
# fmt: on


@dataclass(frozen=True)
class Edition:
    """The bids of one edition, in the order of its tables."""

    standards: tuple[Standard, ...]
    specials: tuple[Special, ...]

    @cached_property
    def parts(self) -> dict[str, BidPart]:
        """All parts of bids by key."""
        return {part.key: part for part in (*self.standards, *self.specials)}

    @cached_property
    def standard(self) -> dict[str, Standard]:
        """The standard bids by key."""
        return {part.key: part for part in self.standards}


def _revise(rows: Iterable[_P]) -> tuple[_P, ...]:
    return tuple(replace(row, **CHANGED.get(row.key, {})) for row in rows if row.key != REMOVED_BID)


BIDS_BY_EDITION = {
    "1.4": Edition(STANDARDS, SPECIALS),
    "1.5": Edition((*_revise(STANDARDS), ADDED), _revise(SPECIALS)),
}
"""The bids by the table option `edition`."""
STANDARD_BIDS = {ADDED.key: ADDED, **BIDS_BY_EDITION["1.4"].standard}
"""Every standard bid of any edition; its need is the same in all editions that have it."""
SPECIAL = {part.key: part for part in SPECIALS}
TABLE_ORDER = {part.key: place for place, part in enumerate(SPECIALS)}
