"""Attempts at a witness: a deal, and a play of it, in which a hand makes a bid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

from kwbot.engine.phases.playrules import ace_high, ace_low
from kwbot.engine.values.actions import (
    Action,
    ChooseCard,
    ChooseCards,
    NameDirection,
    NameNumber,
    NameNumbers,
    NameSuit,
    Seat,
    StateSuit,
)
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.variants.kombinations_whist.bids import COUNTED_SPECIALS
from kwbot.variants.kombinations_whist.printed_bids import Standard
from kwbot.variants.kombinations_whist.proof.frame import End, Frame
from kwbot.variants.kombinations_whist.proof.judgement import frame_of, kind_of
from kwbot.variants.kombinations_whist.proof.made import making_ends

from .arranged import PASSED_CARDS, SUIT_MASKS, Arrangement, singles, strength_of, suit_of
from .imagined import Attempt, ImaginedTrick, Wins

COURSES = 20
"""So many are drawn for an attempt."""
LIKELY, FARTHER = 4, 0.7
"""Courses are tried the less the farther declarer's tricks are from this number,"""
_CHANGE_PENALTY = 0.5
"""and the less the more often declarer begins or ceases to win."""
LED_BY_OTHERS = 4.0
"""Who does not lead to the last trick loses it more easily."""


@cache
def courses(frame: Frame) -> Mapping[End, tuple[list[Wins], list[float]]]:
    """All courses to each end, and how much they are worth a try."""
    found: dict[End, tuple[list[Wins], list[float]]] = {}
    for wins in product((False, True), repeat=frame.tricks):
        early = wins[: frame.early]
        end = End(sum(wins), sum(early), any(early[: frame.locked]), wins[-1])
        weight = _CHANGE_PENALTY ** sum(map(bool.__ne__, wins, wins[1:]))
        some, weights = found.setdefault(end, ([], []))
        some.append(wins)
        weights.append(weight if any(wins[-2:]) else weight * LED_BY_OTHERS)
    return found


@dataclass(frozen=True)
class Witness:
    """A deal and all that happens in it. Players are counted clockwise from declarer."""

    hands: tuple[CardSet, ...]
    answers: Mapping[str, Sequence[Action]]
    """By purpose, what each player does who is asked before the tricks."""
    tricks: tuple[tuple[Mapping[Seat, Card], Seat], ...]
    """Who plays what, and who takes it."""


class Search:
    """For one hand and bid."""

    def __init__(
        self,
        hand: CardSet,
        deck: CardSet,
        players: int,
        standard: Standard,
        specials: frozenset[str],
        rng: Random,
        edition: str = "1.4",
    ) -> None:
        self.players, self.standard, self.specials, self.rng = players, standard, specials, rng
        self.revised = edition == "1.5"
        self.deck, self.kind = deck, kind_of(standard)
        self.frame = frame_of(players)
        self.strength = ace_low if "jarn" in specials else ace_high
        self.bits = {card: 1 << 16 * (card.suit or 0) + self.strength(card) for card in deck}
        self.cards = {bit: card for card, bit in self.bits.items()}
        self.twos = sum(bit for card, bit in self.bits.items() if card.rank == 2)
        self.own = sum(self.bits[card] for card in hand)
        self.unseen = sum(self.bits.values()) ^ self.own
        ends = making_ends(self.frame, standard, specials & frozenset(COUNTED_SPECIALS))
        self.wanted = [end for end in courses(self.frame) if ends & self.frame.bit(end)]
        self.weights = [FARTHER ** abs(end.mine - LIKELY) for end in self.wanted]

    def attempt(self) -> Witness | None:
        """A witness of one of the wanted ends, if this attempt comes to one.

        How the others share their tricks, and what becomes of the plague, is left to chance.
        """
        arrangement = self._arranged()
        attempt = Attempt(arrangement, self.rng)
        return self.witness(arrangement, attempt.tricks) if attempt.play(self._courses()) else None

    # --- what declarer decides beforehand -------------------------------------------------------

    def _arranged(self) -> Arrangement:
        rng, players, specials = self.rng, self.players, self.specials
        arranged = Arrangement(
            self.own, self.unseen, players,
            leader=0 if "bradska" in specials else players - 1,
            trumps=self._trumps(),
            plague=rng.randrange(4) if "pest" in specials else None,
            grill=self.kind == "any",
            blocked=self.kind == "blocked",
            justice="rattvisa" in specials,
            masters="mastarbrev" in specials,
            to_the_left=self.revised,
            twos=self.twos if self.standard.gathers_twos else 0,
        )  # fmt: skip
        if self.kind == "swapped":
            best = max(map(strength_of, singles(self.unseen)))
            theirs = rng.choice([one for one in singles(self.unseen) if strength_of(one) == best])
            mine = rng.choice(list(singles(self.own & ~SUIT_MASKS[suit_of(theirs)] or self.own)))
            arranged.swap(mine, theirs, rng.randrange(1, players))
            arranged.trumps = suit_of(theirs)
        if "brev" in specials:
            wants = rng.random() < 0.5
            given = self._some(arranged.own, high=not wants)
            received = self._some(arranged.unseen & ~sum(arranged.bound), high=wants)
            step = players - 1 if self.revised else rng.randrange(1, players)
            arranged.mail(step, given, received)
        return arranged

    def _some(self, cards: int, *, high: bool) -> int:
        """Three cards, mostly the highest or the lowest."""
        ranked = sorted(singles(cards), key=strength_of, reverse=high)
        return sum(self.rng.sample(ranked[: self.rng.choice((3, 5, len(ranked)))], PASSED_CARDS))

    def _trumps(self) -> int | None:
        """Named before cards are passed: the longest suit or any."""
        if self.kind in ("none", "swapped"):
            return None
        own = [(self.own & suit).bit_count() for suit in SUIT_MASKS]
        suits = [suit for suit in range(4) if self.kind != "shorter" or own[suit] < max(own)]
        if self.rng.random() < 0.5:
            return max(suits, key=lambda suit: own[suit])
        return self.rng.choice(suits)

    def _courses(self) -> list[Wins]:
        """Some courses to the wanted ends."""
        drawn = self.rng.choices(self.wanted, self.weights, k=COURSES)
        return [self.rng.choices(*courses(self.frame)[end])[0] for end in drawn]

    # --- what came of it ------------------------------------------------------------------------

    def witness(self, arrangement: Arrangement, tricks: Sequence[ImaginedTrick]) -> Witness | None:
        """The deal of these tricks; None if somebody would have had to show a better card."""
        seats = range(self.players)
        hands = [sum(trick.cards[seat] for trick in tricks) for seat in seats]
        hands = arrangement.dealt(hands, self.rng)
        answers: dict[str, Sequence[Action]] = {
            key: [decided] * self.players
            for key, decided in self._decided(arrangement, tricks).items()
        }
        for key, passed in arrangement.passed.items():
            answers[key] = [ChooseCards(self._set(passed.get(seat, 0))) for seat in seats]
        if arrangement.swapped:
            mine, theirs, owner = arrangement.swapped
            shown = [min(singles(cards), key=strength_of) for cards in hands]
            shown[0], shown[owner] = mine, theirs
            if max(map(strength_of, shown[1:])) > strength_of(theirs):
                return None
            answers["rank-card"] = [ChooseCard(self.cards[card]) for card in shown]
            answers["rank-given"] = [ChooseCard(self.cards[mine])] * self.players
            answers["rank-pick"] = [ChooseCard(self.cards[theirs])] * self.players
        return Witness(
            tuple(self._set(cards) for cards in hands),
            answers,
            tuple(
                ({seat: self.cards[card] for seat, card in trick.cards.items()}, trick.taker)
                for trick in tricks
            ),
        )

    def _decided(
        self, arrangement: Arrangement, tricks: Sequence[ImaginedTrick]
    ) -> dict[str, Action]:
        """By purpose, what declarer decides."""
        decided: dict[str, Action] = {"statement": StateSuit(None, 0)}
        for key, suit in (("trumps", arrangement.trumps), ("plague", arrangement.plague)):
            if suit is not None:
                decided[key] = NameSuit(Suit(suit))
        guess = self._guess(sum(trick.taker == 0 for trick in tricks))
        if guess:
            decided["guess"] = NameNumber(*guess) if len(guess) == 1 else NameNumbers(guess)
        if arrangement.step and not self.revised:
            sides = ("left", "across", "right") if self.players == 4 else ("left", "right")
            decided["direction"] = NameDirection(sides[arrangement.step - 1])
        if arrangement.justice:
            freed = next((trick for trick in tricks if trick.given), None)
            decided["justice"] = ChooseCard(self.cards[(freed or self.rng.choice(tricks)).led])
        return decided

    def _guess(self, mine: int) -> tuple[int, ...]:
        counts = {mine - 1, mine + 1} if "girighet" in self.specials else {mine}
        spare = (number for number in range(self.frame.tricks + 1) if number not in counts)
        while len(counts) < self.standard.guesses:
            counts.add(next(spare))
        return tuple(sorted(counts)) if self.standard.guesses else ()

    def _set(self, cards: int) -> CardSet:
        return CardSet(self.cards[bit] for bit in singles(cards))
