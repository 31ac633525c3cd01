"""The search for a witness: attempt after attempt until one is good or the time is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from kwbot.engine.cards import Card, CardSet, Suit
from kwbot.engine.playrules import ace_high, ace_low
from kwbot.variants.kombinations_whist.bids import COUNTED, Standard, goal_of
from kwbot.variants.kombinations_whist.goal import progress_of
from kwbot.variants.kombinations_whist.proof.contracts import (
    Terms,
    anything,
    with_blocked_trumps,
    with_trumps,
    without_trumps,
)
from kwbot.variants.kombinations_whist.proof.frame import End, Frame
from kwbot.variants.kombinations_whist.proof.holding import holding, patterns
from kwbot.variants.kombinations_whist.proof.judgement import frame_of, kind_of
from kwbot.variants.kombinations_whist.proof.made import made

from .arranged import PASSED, Arrangement
from .imagined import SUITS, Attempt, Course, Trick, Way, singles, suit_of

SHARES = {"skambud": "uneven", "mastarskambud": "even", "mastarspel": "even"}
LED_BY_OTHERS = 0.8
LIKELY = 4
"""Courses are tried the less the farther declarer's tricks are from this number."""


@dataclass(frozen=True)
class Witness:
    """A deal and all that happens in it. Players are counted clockwise from declarer.

    `hands` are dealt, `passes` by special, `guess` the numbers of tricks named beforehand.
    """

    hands: tuple[CardSet, ...]
    trumps: Suit | None
    plague: Suit | None
    guess: tuple[int, ...]
    step: int
    passes: dict[str, dict[int, CardSet]]
    shown: dict[int, Card]
    """Rangtrumf: the card that each lays; declarer takes that of `owner`."""
    owner: int
    justice: Card | None
    tricks: tuple[tuple[tuple[tuple[int, Card], ...], int], ...]
    """Who played what, and who takes it."""


class Search:
    """For one hand and bid."""

    courses = 200
    """So many are kept to try."""

    def __init__(
        self,
        hand: CardSet,
        deck: CardSet,
        players: int,
        standard: Standard,
        specials: frozenset[str],
        rng: Random,
    ) -> None:
        self.players, self.standard, self.specials, self.rng = players, standard, specials, rng
        self.deck = deck
        self.frame = frame_of(players)
        self.strength = ace_low if "jarn" in specials else ace_high
        self.bits = {card: 1 << 16 * (card.suit or 0) + self.strength(card) for card in deck}
        self.cards = {bit: card for card, bit in self.bits.items()}
        self.own = sum(self.bits[card] for card in hand)
        self.unseen = sum(self.bits.values()) ^ self.own
        self._kept: dict[int, list[Course]] = {}
        self.wanted = made(self.frame, standard, specials & frozenset(COUNTED))

    def found(self, more: Callable[[], bool]) -> Witness | None:
        """A witness, if one is met while there is `more` time."""
        while more():
            witness = self._attempt()
            if witness:
                return witness
        return None

    def _attempt(self) -> Witness | None:
        arrangement = self._arranged()
        way = self._way(arrangement)
        courses = self._courses(self._open(arrangement, way) & self.wanted)
        if not courses:
            return None
        attempt = Attempt(
            way, self.rng, arrangement.own, arrangement.unseen, list(arrangement.bound)
        )
        course = attempt.play(courses)
        if course is None or not self._made(attempt.tricks, way.plague):
            return None
        return self._witness(arrangement, way, attempt.tricks, sum(course))

    # --- what declarer decides beforehand -------------------------------------------------------

    def _arranged(self) -> Arrangement:
        rng, players = self.rng, self.players
        made_up = Arrangement(players, self.own, self.unseen, [0] * players)
        wants = rng.random() < 0.5
        if self.standard.key == "rangtrumf":
            best = max(strength_of(card) for card in singles(self.unseen))
            theirs = rng.choice([one for one in singles(self.unseen) if strength_of(one) == best])
            mine = rng.choice(list(singles(self.own & ~SUITS[suit_of(theirs)] or self.own)))
            made_up.swap(mine, theirs, rng.randrange(1, players))
        if "brev" in self.specials:
            step = rng.choice((1, players - 1, 2) if players == 4 else (1, players - 1))
            given = self._some(made_up.own, high=not wants)
            received = self._some(made_up.unseen & ~sum(made_up.bound), high=wants)
            made_up.mail(step, given, received)
        made_up.masters = "mastarbrev" in self.specials
        return made_up

    def _some(self, cards: int, *, high: bool) -> int:
        """Three cards, mostly the highest or the lowest."""
        ranked = sorted(singles(cards), key=strength_of, reverse=high)
        return sum(self.rng.sample(ranked[: self.rng.choice((3, 5, len(ranked)))], PASSED))

    def _way(self, arrangement: Arrangement) -> Way:
        specials, rng = self.specials, self.rng
        kind = kind_of(self.standard)
        # Where cards are passed, trumps are named before.
        trumps = self._trumps(kind, arrangement)
        return Way(
            self.players,
            0 if "bradska" in specials else self.players - 1,
            trumps,
            grill=kind == "any",
            blocked=kind == "blocked",
            sloth="lattja" in specials,
            justice="rattvisa" in specials,
            plague=rng.randrange(4) if "pest" in specials else None,
            share=SHARES.get(self.standard.key, "any"),
        )

    def _trumps(self, kind: str, arrangement: Arrangement) -> int | None:
        if kind == "none":
            return None
        if arrangement.swapped:
            return suit_of(arrangement.swapped[1])
        own = [(self.own & suit).bit_count() for suit in SUITS]
        suits = [suit for suit in range(4) if kind != "shorter" or own[suit] < max(own)]
        if self.rng.random() < 0.5:
            return max(suits, key=lambda suit: own[suit])
        return self.rng.choice(suits)

    # --- which course to try --------------------------------------------------------------------

    def _courses(self, ends: int) -> list[Course]:
        """Some courses that lead to such ends, the likely ones more often; the same each time."""
        if ends not in self._kept:
            able = [end for end in self.frame.ends if ends & self.frame.bit(end)]
            weights = [0.7 ** abs(end.mine - LIKELY) for end in able]
            drawn = self.rng.choices(able, weights, k=self.courses) if able else []
            self._kept[ends] = [self._wins(end) for end in drawn]
        return self._kept[ends]

    def _open(self, arrangement: Arrangement, way: Way) -> int:
        """What the proof leaves open to the hand that is played."""
        frame = self.frame
        if way.grill:
            return anything(frame)
        hand = CardSet(self.cards[bit] for bit in singles(arrangement.own))
        low = self.strength is ace_low
        suits = [holding(one, self.players) for one in patterns(hand, self.deck, ace_low=low)]
        terms = Terms(way.leader == 0, way.justice)
        if way.trumps is None:
            return without_trumps(frame, suits, terms)
        through = with_blocked_trumps if way.blocked else with_trumps
        return through(frame, suits, way.trumps, terms)

    def _wins(self, end: End) -> Course:
        """Tricks of declarer's that come to this end, of some the ones in the fewest rows."""
        options = [self._some_wins(self.frame, end) for _ in range(4)]
        return min(options, key=lambda wins: sum(map(bool.__ne__, wins, wins[1:])))

    def _some_wins(self, frame: Frame, end: End) -> Course:
        rng = self.rng
        late = [False] * (frame.tricks - frame.early)
        late[-1] = end.took_last
        places, count = len(late) - 1, end.mine - end.early - end.took_last
        # Whoever does not lead to the last trick loses it more easily.
        places -= not end.took_last and count < places and rng.random() < LED_BY_OTHERS
        for at in self._block(places, count):
            late[at] = True
        early = [False] * frame.early
        if not end.opened:
            for at in self._block(frame.early - frame.locked, end.early):
                early[frame.locked + at] = True
        elif end.early:
            first = rng.randrange(min(frame.locked, frame.early - end.early + 1))
            early[first] = True
            for at in self._block(frame.early - first - 1, end.early - 1):
                early[first + 1 + at] = True
        return (*early, *late)

    def _block(self, places: int, count: int) -> list[int]:
        if self.rng.random() < 0.5:
            first = self.rng.randrange(places - count + 1)
            return list(range(first, first + count))
        return self.rng.sample(range(places), count)

    # --- what came of it ------------------------------------------------------------------------

    def _made(self, tricks: list[Trick], plague: int | None) -> bool:
        """Whether the others' tricks, and the plague, are as they should be too."""
        takers = [trick.taker for trick in tricks]
        goal = goal_of(self.standard, self.specials, frozenset(self._guess(takers.count(0))))
        if not goal.met(progress_of(takers, 0, range(self.players))):
            return False
        taken = [0] * self.players
        for trick in tricks:
            taken[trick.taker] += sum(suit_of(card) == plague for _, card in trick.plays)
        return not max(taken[1:]) < taken[0] < sum(taken)

    def _witness(
        self, arrangement: Arrangement, way: Way, tricks: list[Trick], mine: int
    ) -> Witness | None:
        played = [0] * self.players
        for trick in tricks:
            for seat, card in trick.plays:
                played[seat] |= card
        hands = arrangement.dealt(played, self.rng)
        shown = self._shown(arrangement, hands)
        if shown is None:
            return None
        freed = next((trick for trick in tricks if trick.given), None)
        justice = freed or self.rng.choice(tricks) if way.justice else None
        return Witness(
            tuple(self._set(cards) for cards in hands),
            None if way.trumps is None else Suit(way.trumps),
            None if way.plague is None else Suit(way.plague),
            self._guess(mine),
            arrangement.step,
            {
                key: {seat: self._set(cards) for seat, cards in passed.items()}
                for key, passed in arrangement.passes.items()
            },
            shown,
            arrangement.owner,
            self.cards[justice.plays[0][1]] if justice else None,
            tuple(
                (tuple((seat, self.cards[card]) for seat, card in trick.plays), trick.taker)
                for trick in tricks
            ),
        )

    def _shown(self, arrangement: Arrangement, hands: list[int]) -> dict[int, Card] | None:
        """Rangtrumf: nobody shows a card above the one that declarer takes."""
        if not arrangement.swapped:
            return {}
        mine, theirs = arrangement.swapped
        shown = {seat: min(singles(cards), key=strength_of) for seat, cards in enumerate(hands)}
        shown |= {0: mine, arrangement.owner: theirs}
        if any(strength_of(shown[seat]) > strength_of(theirs) for seat in range(1, self.players)):
            return None
        return {seat: self.cards[card] for seat, card in shown.items()}

    def _guess(self, mine: int) -> tuple[int, ...]:
        counts = {mine - 1, mine + 1} if "girighet" in self.specials else {mine}
        spare = (number for number in range(self.frame.tricks + 1) if number not in counts)
        while len(counts) < self.standard.guesses:
            counts.add(next(spare))
        return tuple(sorted(counts)) if self.standard.guesses else ()

    def _set(self, cards: int) -> CardSet:
        return CardSet(self.cards[bit] for bit in singles(cards))


def strength_of(card: int) -> int:
    return (card.bit_length() - 1) & 15
