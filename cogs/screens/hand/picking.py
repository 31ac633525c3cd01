"""Turns presses on a decision's controls into an action, or into a choice on the way to one.

What a player has picked before confirming is a short text (`picked`) that travels in the
custom_ids, so a restart loses nothing. For long lists it is the letter of a suit or the number of a
page; otherwise the bits of cards or numbers in hexadecimal, a draft of a bid, or a bid of a ladder
as the record writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from kwbot.engine.deals.deal import Deal
from kwbot.engine.values import actions as act
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.choices import (
    BidTable,
    Choice,
    CombinationBid,
    LadderBid,
    PlayCard,
    SomeCards,
    SomeNumbers,
)
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.wording import N_, Sentence

T = TypeVar("T")

MAIN, DRAFT = "main", "go"
"""Ways of a `Pick`: to choose the main part of a bid, and to go on with it as it is."""
_PAGE_SIZE = 25
"""Number of items on a page, as custom_ids count them; a menu holds a page."""
_SUITS = frozenset(suit.letter for suit in Suit)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a press of the area ACT says: an action as the record writes it (empty: the choice in
    its menu), or ``=`` and what was `picked` before."""

    action: str = ""
    picked: str | None = None

    @classmethod
    def of(cls, text: str) -> Answer:
        return cls(picked=text[1:]) if text.startswith("=") else cls(text)

    def __str__(self) -> str:
        return self.action if self.picked is None else f"={self.picked}"


@dataclass(frozen=True, slots=True)
class Pick:
    """What a press of the area PICK says: ``main/3.1``. `way`: what its control chooses, `picked`:
    what was picked before."""

    way: str
    picked: str = ""

    @classmethod
    def of(cls, text: str) -> Pick:
        way, _, picked = text.partition("/")
        return cls(way, picked)

    def __str__(self) -> str:
        return f"{self.way}/{self.picked}"


def menu_pages(items: Sequence[T]) -> list[Sequence[T]]:
    """Return the items in order, as many at a time as a menu holds."""
    return [items[at : at + _PAGE_SIZE] for at in range(0, len(items), _PAGE_SIZE)]


@dataclass(frozen=True, slots=True)
class BidDraft:
    """The parts of a combination bid that are chosen so far.

    Its text is ``MAIN.EXTRAS``: the main part's index in the game's table, or nothing, and the bits
    of the extras' indices in hexadecimal.
    """

    bids: BidTable
    main: int | None = None
    extras: int = 0
    """A bit for each extra; the first is 1."""

    @classmethod
    def parse(cls, bids: BidTable, text: str) -> BidDraft:
        """Return the draft of a text. Raises ValueError if it names parts that do not exist."""
        main, _, extras = text.partition(".")
        draft = cls(bids, int(main) if main else None, int(extras or "0", 16))
        if not 0 <= (draft.main or 0) < len(bids.mains) or draft.extras >> len(bids.extras):
            raise ValueError("no such part of a bid")
        return draft

    def __str__(self) -> str:
        return f"{'' if self.main is None else self.main}.{self.extras:x}"

    @property
    def keys(self) -> tuple[str, ...]:
        """The chosen parts, the main one first."""
        main = () if self.main is None else (self.bids.mains[self.main].key,)
        if not self.extras:
            return main
        return (*main, *[part.key for at, part in enumerate(self.bids.extras) if self.has(at)])

    def has(self, extra: int) -> bool:
        return bool(self.extras >> extra & 1)

    def with_main(self, key: str) -> BidDraft:
        return replace(self, main=[part.key for part in self.bids.mains].index(key))

    def with_extras(self, page: int, keys: Sequence[str]) -> BidDraft:
        """Return the draft with exactly `keys` of a page of extras."""
        first, extras = page * _PAGE_SIZE, self.extras
        for at, part in enumerate(self.bids.extras[first : first + _PAGE_SIZE], first):
            extras = extras | 1 << at if part.key in keys else extras & ~(1 << at)
        return replace(self, extras=extras)


def picked_bid(choice: LadderBid, picked: str) -> act.Bid | None:
    """Return the bid that was picked from a menu, if it is allowed."""
    return next((bid for bid in choice.bids if bid.arguments() == picked), None)


def action_of(choice: Choice, answer: Answer, values: Sequence[str]) -> act.Action:
    """Return the action of a press of the area ACT. Raises IllegalAction if no control sends it."""
    try:
        if answer.picked is not None:
            return picked_action(choice, answer.picked)
        return act.parse_action(answer.action or values[0])
    except (ValueError, IndexError):
        raise _unknown_choice() from None


def picked_on(choice: Choice, pick: Pick, values: Sequence[str]) -> str:
    """Return what is picked after a press of the area PICK. Raises IllegalAction likewise."""
    way, picked = pick.way, pick.picked
    try:
        match choice:
            case CombinationBid(bids=table):
                return str(_draft(BidDraft.parse(table, picked), way, values))
            case SomeCards(cards=cards):
                page = menu_pages(list(cards))[int(way.removeprefix("cards"))]
                others = CardSet.of_bits(bits(picked)) - page
                return f"{(others | CardSet.parse(' '.join(values))).bits:x}"
            case LadderBid():
                return _ladder_bid(choice, values[0] if values else picked).arguments()
            case SomeNumbers(low=low, high=high):
                offered = {str(number): 1 << number for number in range(low, high + 1)}
                return f"{sum(offered[value] for value in values):x}"
            case PlayCard(cards=cards) if way == "card" and Card.parse(picked) in cards:
                return picked
            case PlayCard() if picked not in _SUITS:
                raise _unknown_choice()
        return picked if picked in _SUITS else str(int(picked or "0"))
    except (ValueError, LookupError):
        raise _unknown_choice() from None


def _draft(draft: BidDraft, way: str, values: Sequence[str]) -> BidDraft:
    if way == DRAFT:
        return draft
    if way == MAIN:
        return draft.with_main(values[0])
    return draft.with_extras(int(way.removeprefix("extra")), values)


def _ladder_bid(choice: LadderBid, picked: str) -> act.Bid:
    bid = picked_bid(choice, picked)
    if bid is None:
        raise _unknown_choice()
    return bid


def _unknown_choice() -> IllegalAction:
    return IllegalAction(N_("That can't be chosen here."))


def picked_parts(choice: CombinationBid, picked: str) -> tuple[str, ...]:
    """Return the keys of the picked parts of a bid."""
    return BidDraft.parse(choice.bids, picked).keys if picked else ()


def bits(picked: str) -> int:
    """Return the bits of chosen cards or numbers. Raises ValueError for anything else."""
    return int(picked or "0", 16)


def picked_action(choice: Choice, picked: str) -> act.Action:
    """Return what a player has put together as an action, which may be illegal."""
    match choice:
        case CombinationBid(bids=bids):
            return act.Bid(BidDraft.parse(bids, picked).keys)
        case LadderBid():
            return _ladder_bid(choice, picked)
        case SomeCards(cards=cards):
            return act.ChooseCards(CardSet.of_bits(bits(picked)) & cards)
        case SomeNumbers():
            return act.NameNumbers(tuple(numbers(picked)))
    raise _unknown_choice()


def numbers(picked: str) -> list[int]:
    """Return the chosen numbers, ascending."""
    chosen = bits(picked)
    return [number for number in range(chosen.bit_length()) if chosen >> number & 1]


def objection_to(deal: Deal, seat: Seat, choice: Choice | None, picked: str) -> Sentence | None:
    """Return the proof that the drafted bid cannot be made, if there is one."""
    if not isinstance(choice, CombinationBid) or not picked_parts(choice, picked):
        return None
    return deal.objection(seat, picked_action(choice, picked))
