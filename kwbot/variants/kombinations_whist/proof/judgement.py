"""Which bids a hand can never make: a table for the whole menu, and the reason for one bid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

from kwbot.engine.values.cards import CardSet, Suit
from kwbot.variants.kombinations_whist.bids import COUNTED, subsets
from kwbot.variants.kombinations_whist.printed_bids import STANDARD_BIDS, Standard

from . import contracts
from .frame import Frame
from .holding import Holding, holding, patterns
from .made import making_ends

WEIGHTY = ("bradska", "jarn", "brev", "rattvisa")
"""Specials besides the counted ones that bear on the proof. No other one does: see the docs."""
_COUNTED, _WEIGHTY = frozenset(COUNTED), frozenset(WEIGHTY)
RELEVANT = _COUNTED | _WEIGHTY
Specials = frozenset[str]
_TRUMP_KINDS = {
    "grill": "any",
    "blocktrumf": "blocked",
    "subtrumf": "shorter",
    "rangtrumf": "swapped",
}
"""How trumps come about where it is not simply any suit."""


ALL_COUNTED, ALL_WEIGHTY = (tuple(map(frozenset, subsets(keys))) for keys in (COUNTED, WEIGHTY))


def kind_of(standard: Standard) -> str:
    """Return which trumps a standard bid plays with: none, named by declarer, or by a rule."""
    return _TRUMP_KINDS.get(standard.key, "named") if standard.trump else "none"


@cache
def frame_of(players: int) -> Frame:
    """Return the measures of a deal among so many players."""
    return Frame(players=players)


@lru_cache(maxsize=4096)
def _failing(frame: Frame, kind: str, ends: int) -> tuple[tuple[str, Specials], ...]:
    """Return standard bids of a kind with counted specials that none of these ends makes."""
    return tuple(
        (standard.key, counted)
        for standard in STANDARD_BIDS.values()
        if kind_of(standard) == kind
        for counted in ALL_COUNTED
        if not ends & making_ends(frame, standard, counted)
    )


@dataclass(frozen=True)
class Judgement:
    """A hand, ready to be judged: its suits as they are, and with aces low."""

    frame: Frame
    suits: tuple[tuple[Holding, ...], tuple[Holding, ...]]
    _known: dict[tuple[str, Specials], int] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The ends that were asked for: a whole menu asks for the same few again and again."""

    @classmethod
    def of(cls, hand: CardSet, deck: CardSet, players: int) -> Judgement:
        """Return the judgement of a hand: its suits as holdings, with the ace high and low."""
        frame = frame_of(players)
        plain, low = (
            tuple(holding(one, players) for one in patterns(hand, deck, ace_low=ace_low))
            for ace_low in (False, True)
        )
        return cls(frame, (plain, low))

    def ends(self, kind: str, weighty: Specials) -> int:
        """Return the ends that the hand leaves open to a bid of this kind with these specials."""
        if (kind, weighty) not in self._known:
            self._known[kind, weighty] = self._ends(kind, weighty)
        return self._known[kind, weighty]

    def _ends(self, kind: str, weighty: Specials) -> int:
        suits = self.suits["jarn" in weighty]
        moved = contracts.MOVED if "brev" in weighty else 0
        terms = contracts.Terms("bradska" in weighty, "rattvisa" in weighty, moved)
        match kind:
            case "none":
                return contracts.without_trumps(self.frame, suits, terms)
            case "any":
                return contracts.in_grill(self.frame, suits, terms)
            case "swapped":
                terms = contracts.Terms(terms.leads, terms.freed, moved + contracts.SWAPPED)
        through = contracts.with_blocked_trumps if kind == "blocked" else contracts.with_trumps
        ends = 0
        for trumps in self.trumps(kind):
            ends |= through(self.frame, suits, trumps, terms)
        return ends

    def trumps(self, kind: str) -> list[int]:
        """Return the suits that may become trumps."""
        if kind != "shorter":
            return list(Suit)
        own = [suit.own for suit in self.suits[0]]
        return [at for at in Suit if own[at] < max(own)]

    def menu(self) -> Iterator[tuple[str, Specials, Specials]]:
        """Return every impossible bid of any edition: its standard part, its counted specials, its
        weighty ones. What other specials stand in it does not matter."""
        for weighty in ALL_WEIGHTY:
            for kind in ("none", "named", "blocked", "shorter", "swapped", "any"):
                for key, counted in _failing(self.frame, kind, self.ends(kind, weighty)):
                    yield key, counted, weighty

    def possible(self, standard: Standard, specials: Specials) -> bool:
        """Whether nothing proves that the bid cannot be made."""
        ends = self.ends(kind_of(standard), specials & _WEIGHTY)
        return bool(ends & making_ends(self.frame, standard, specials & _COUNTED))
