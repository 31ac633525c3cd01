"""Judging the bids of a hand: all that it can never make, and whether it may make a given one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

from kwbot.engine.values.cards import CardSet, Suit
from kwbot.variants.kombinations_whist.bids import COUNTED_SPECIALS, subsets
from kwbot.variants.kombinations_whist.printed_bids import STANDARD_BIDS, Standard

from . import contracts
from .frame import Frame
from .holding import Holding, holding, patterns
from .made import making_ends

WEIGHTY = ("bradska", "jarn", "brev", "rattvisa")
"""The specials besides the counted ones that affect the proof; docs/impossible-bids.md says why."""
_COUNTED, _WEIGHTY = frozenset(COUNTED_SPECIALS), frozenset(WEIGHTY)
RELEVANT = _COUNTED | _WEIGHTY
Specials = frozenset[str]
_TRUMP_KINDS = {
    "grill": "any",
    "blocktrumf": "blocked",
    "subtrumf": "shorter",
    "rangtrumf": "swapped",
}
"""How trumps are chosen, for bids in which declarer does not simply name them."""


ALL_COUNTED, ALL_WEIGHTY = (
    tuple(map(frozenset, subsets(keys))) for keys in (COUNTED_SPECIALS, WEIGHTY)
)


def kind_of(standard: Standard) -> str:
    """Return how a standard bid's trumps are chosen: "none", "named" or a special kind."""
    return _TRUMP_KINDS.get(standard.key, "named") if standard.trump else "none"


@cache
def frame_of(players: int) -> Frame:
    """Return the one frame of a deal among `players` players."""
    return Frame(players=players)


@lru_cache(maxsize=4096)
def _failing(frame: Frame, kind: str, ends: int) -> tuple[tuple[str, Specials], ...]:
    """Return the standard bids of a kind, with counted specials, that none of these ends makes."""
    return tuple(
        (standard.key, counted)
        for standard in STANDARD_BIDS.values()
        if kind_of(standard) == kind
        for counted in ALL_COUNTED
        if not ends & making_ends(frame, standard, counted)
    )


@dataclass(frozen=True)
class Judgement:
    """The judgement of a hand: its suits with aces high, and with aces low."""

    frame: Frame
    suits: tuple[tuple[Holding, ...], tuple[Holding, ...]]
    _known: dict[tuple[str, Specials], int] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """A cache of ends: a whole menu needs the same few again and again."""

    @classmethod
    def of(cls, hand: CardSet, deck: CardSet, players: int) -> Judgement:
        """Return the judgement of a hand."""
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
        """Yield every impossible bid of any edition as its standard part, counted specials and
        weighty specials. Other specials do not matter."""
        for weighty in ALL_WEIGHTY:
            for kind in ("none", "named", "blocked", "shorter", "swapped", "any"):
                for key, counted in _failing(self.frame, kind, self.ends(kind, weighty)):
                    yield key, counted, weighty

    def possible(self, standard: Standard, specials: Specials) -> bool:
        """Whether the proof leaves the bid open."""
        ends = self.ends(kind_of(standard), specials & _WEIGHTY)
        return bool(ends & making_ends(self.frame, standard, specials & _COUNTED))
