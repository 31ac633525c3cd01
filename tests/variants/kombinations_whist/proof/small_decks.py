"""The proof against the whole truth, on small decks: docs/impossible-bids-small-decks.md.

``python -m tests.variants.kombinations_whist.proof.small_decks`` writes the tables of that page in
about an hour; with ``quick`` behind it those of 12 cards in some minutes.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations, product

from kwbot.variants.kombinations_whist.bids import COUNTED_SPECIALS
from kwbot.variants.kombinations_whist.goal import AtLeast
from kwbot.variants.kombinations_whist.printed_bids import STANDARD_BIDS, Standard
from kwbot.variants.kombinations_whist.proof.contracts import (
    Terms,
    in_grill,
    with_blocked_trumps,
    with_trumps,
    without_trumps,
)
from kwbot.variants.kombinations_whist.proof.frame import Frame
from kwbot.variants.kombinations_whist.proof.holding import holding
from kwbot.variants.kombinations_whist.proof.judgement import kind_of
from kwbot.variants.kombinations_whist.proof.made import making_ends
from tests.variants.kombinations_whist.proof.truth import Rules, Truth, winners

Hand = tuple[int, ...]
TRUMPS = {
    "none": "none",
    "named": "fixed",
    "shorter": "fixed",
    "any": "grill",
    "blocked": "blocked",
}
"""How the truth plays what the proof calls a kind of bid."""
NO_PEST = ("skambud", "mastarskambud", "noll")
EXTRAS = ("", "lattja", "rattvisa", "pest")
TOGETHER = "lattja+rattvisa+pest"


@dataclass(frozen=True)
class Deck:
    """`lengths` of the suits; what stands for 7 early tricks and for 5, 7 and 12 tricks of 13: the
    number nearest in proportion, but 12 is always all but one."""

    players: int
    lengths: tuple[int, ...]
    early: int
    five: int
    seven: int
    twelve: int

    @cached_property
    def frame(self) -> Frame:
        return Frame(sum(self.lengths) // self.players, self.players, self.early, locked=1)

    @property
    def hands(self) -> Iterator[Hand]:
        patterns = (range(1 << length, 2 << length) for length in self.lengths)
        for hand in product(*patterns):
            if sum(pattern.bit_count() - 1 for pattern in hand) == self.frame.tricks:
                yield hand

    def standards(self) -> Iterator[Standard]:
        """All but Rangtrumf, which moves cards, and Obesudlat Bud, judged by tricks alone;
        with needs that fit the deck."""
        least = {"maxtrumf": self.seven, "obesudlat": self.twelve}
        for key, standard in STANDARD_BIDS.items():
            fewer = AtLeast(least.get(key, self.five))
            scaled = key in least or standard.need is STANDARD_BIDS["spel"].need
            if key not in ("rangtrumf", "obesudlatbud"):
                yield replace(standard, need=fewer) if scaled else standard


NINE = Deck(3, (3, 2, 2, 2), 2, 1, 2, 2)
"""Nine cards, whose whole truth is known in a second."""
FOURS = Deck(4, (3, 3, 3, 3), 2, 1, 2, 2)
THREES = Deck(3, (3, 3, 3, 3), 2, 2, 2, 3)
THREES_OF_15 = Deck(3, (4, 4, 4, 3), 3, 2, 3, 4)
FOURS_OF_16 = Deck(4, (4, 4, 4, 4), 2, 2, 2, 3)


DECKS = {
    FOURS: (*EXTRAS, TOGETHER),
    THREES: (*EXTRAS, TOGETHER),
    THREES_OF_15: EXTRAS,
    FOURS_OF_16: EXTRAS,
}
"""With what is added to the bids."""


class Findings:
    """Impossible pairs of a hand and a bid, by standard bid and extra special."""

    def __init__(self) -> None:
        self.impossible: Counter[tuple[str, str]] = Counter()
        self.for_all: Counter[tuple[str, str]] = Counter()
        """Those of them that no hand makes."""
        self.found: Counter[tuple[str, str]] = Counter()
        self.wrong: list[tuple[Hand, str, str, frozenset[str]]] = []
        """Forbidden, and can be made."""

    @property
    def share(self) -> float:
        return self.found.total() / self.impossible.total()

    def cell(self, *bids: tuple[str, str]) -> str:
        """The share found, and that of those which are impossible for some hands alone."""
        impossible, for_all, found = (
            sum(counts[bid] for bid in bids)
            for counts in (self.impossible, self.for_all, self.found)
        )
        if not impossible:
            return "–"
        own = impossible - for_all
        by_hand = f" ({(found - for_all) / own:.1%} of {own:,})" if own else ""
        return f"{found / impossible:.1%}{by_hand}"

    def table(self, keys: list[str], extras: tuple[str, ...]) -> Iterator[str]:
        """The report, in Markdown."""
        yield _row("", *(extra or "alone" for extra in extras))
        yield _row(*["---"] * (len(extras) + 1))
        for key in keys:
            yield _row(f"`{key}`", *(self.cell((key, extra)) for extra in extras))
        every = [self.cell(*((key, extra) for key in keys)) for extra in extras]
        yield _row("all", *(f"**{cell}**" for cell in every))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |".replace("%", " %")


def compare(deck: Deck, extras: tuple[str, ...] = EXTRAS, trumps: tuple[str, ...] = ()) -> Findings:
    """Every hand with every bid. `trumps`: only those ways to have them; see TRUMPS."""
    findings = Findings()
    hands = Counter(tuple(sorted(hand)) for hand in deck.hands)
    for extra in extras:
        for standard in deck.standards():
            kind = kind_of(standard)
            if trumps and kind not in trumps:
                continue
            if "pest" in extra and standard.key in NO_PEST:
                continue
            for (hand, times), leads in product(hands.items(), (False, True)):
                _compare(deck, standard, extra, hand, times, findings, leads=leads)
        _truth.cache_clear()
    return findings


def _compare(
    deck: Deck,
    standard: Standard,
    extra: str,
    hand: Hand,
    times: int,
    findings: Findings,
    *,
    leads: bool,
) -> None:
    courses = _courses(deck, hand, kind_of(standard), extra, leads=leads)
    ends = _open(deck, hand, kind_of(standard), leads=leads, freed="rattvisa" in extra)
    for size in range(4):
        for counted in map(frozenset, combinations(COUNTED_SPECIALS, size)):
            if standard.key == "noll" and counted & {"las", "sluthund"}:
                continue
            making = _making(deck, standard.key, counted)
            forbidden = not ends & making_ends(deck.frame, standard, counted)
            if courses & making:
                if forbidden:
                    findings.wrong.append((hand, standard.key, extra, counted))
                continue
            at = standard.key, extra
            findings.impossible[at] += times
            findings.found[at] += times * forbidden
            findings.for_all[at] += times * (not making)


@cache
def _open(deck: Deck, hand: Hand, kind: str, *, leads: bool, freed: bool) -> int:
    """The ends that the proof leaves open."""
    frame = deck.frame
    suits = [holding(pattern, deck.players) for pattern in hand]
    terms = Terms(leads, freed)
    if kind == "none":
        return without_trumps(frame, suits, terms)
    if kind == "any":
        return in_grill(frame, suits, terms)
    through = with_blocked_trumps if kind == "blocked" else with_trumps
    ends = 0
    for at in _trumps(hand, kind):
        ends |= through(frame, suits, at, terms)
    return ends


def _trumps(hand: Hand, kind: str) -> list[int]:
    own = [pattern.bit_count() for pattern in hand]
    return [at for at in range(len(hand)) if kind != "shorter" or own[at] < max(own)]


@cache
def _truth(rules: Rules) -> Truth:
    return Truth(rules)


@cache
def _courses(deck: Deck, hand: Hand, kind: str, extra: str, *, leads: bool) -> int:
    """The courses that the hand can lead to."""
    found = 0
    trumps = [None] if kind == "none" else _trumps(hand, kind)
    plagues = range(len(hand)) if "pest" in extra else [None]
    for suit, plague in product(trumps, plagues):
        first = [at for at in (suit, plague) if at is not None]
        order = [*dict.fromkeys(first)]
        rest = sorted(pattern for at, pattern in enumerate(hand) if at not in order)
        rules = Rules(
            deck.players,
            TRUMPS[kind],
            sloth="lattja" in extra,
            justice="rattvisa" in extra,
            plague=None if plague is None else order.index(plague),
        )
        suits = (*(hand[at] for at in order), *rest)
        found |= _truth(rules).courses(suits, 0 if leads else deck.players - 1)
    return found


@cache
def _making(deck: Deck, key: str, counted: frozenset[str]) -> int:
    """The courses that make a bid, by its printed words."""
    tricks = deck.frame.tricks
    return sum(
        1 << course
        for course in range(deck.players**tricks)
        if _makes(deck, key, counted, winners(course, deck.players, tricks))
    )


def _makes(deck: Deck, key: str, counted: frozenset[str], takers: tuple[int, ...]) -> bool:
    if ("las" in counted and takers[0] == 0) or ("sluthund" in counted and takers[-1] == 0):
        return False
    greed = "girighet" in counted
    own, early = takers.count(0), takers[: deck.early].count(0)
    others = [takers.count(other) for other in range(1, deck.players)]
    if key == "limbo":
        return early + greed < own - early
    counts = {own - 1, own + 1} if greed else {own}
    if key in ("precis", "ungefar"):
        return (
            counts <= set(range(deck.frame.tricks + 1))
            and len(counts) <= STANDARD_BIDS[key].guesses
        )
    needs = {
        "skambud": lambda tricks: tricks < max(others),
        "mastarskambud": lambda tricks: tricks <= min(others),
        "mastarspel": lambda tricks: tricks > max(others),
        "noll": lambda tricks: tricks == 0,
        "maxtrumf": lambda tricks: tricks >= deck.seven,
        "obesudlat": lambda tricks: tricks >= deck.twelve,
    }
    return all(map(needs.get(key, lambda tricks: tricks >= deck.five), counts))


def main(quick: bool) -> None:
    for deck in (FOURS, THREES) if quick else DECKS:
        findings = compare(deck, DECKS[deck])
        suits = ", ".join(map(str, deck.lengths))
        title = f"{sum(deck.lengths)} cards, {deck.players} players, suits of {suits}"
        keys = [standard.key for standard in deck.standards()]
        lines = (f"## {title}", "", *findings.table(keys, DECKS[deck]), "")
        sys.stdout.write("\n".join([*lines, f"Forbidden wrongly: {len(findings.wrong)}", "", ""]))


if __name__ == "__main__":
    main("quick" in sys.argv)
