"""Games in which unseen cards change places, to see whether anybody notices."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kwbot.engine.deals.deal import Move
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Action, ChooseCard, ChooseCards, Cut, Dealt, Play, Show
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.views.view import as_json, view
from tests.engine.playing import one_move

Viewer = int | None
Swap = dict[Card, Card]
CARD = re.compile(r"\b(?:[SHDC][2-9TJQKA]|J[123])\b")


@dataclass
class Course:
    """One deal as it was played so far, and which cards each viewer has seen in it."""

    begun: Match
    match: Match
    moves: list[Move] = field(default_factory=list)
    seen: dict[Viewer, set[Card]] = field(default_factory=dict)

    def look(self) -> None:
        for viewer in (None, *range(len(self.match.names))):
            told = told_to(self.match, viewer)
            told.pop("legal", None)
            cards = {Card.parse(text) for text in CARD.findall(json.dumps(told))}
            self.seen.setdefault(viewer, set()).update(cards)

    def unseen(self, viewer: Viewer) -> CardSet:
        assert self.match.deal
        return self.match.deal.layout.deck - CardSet(self.seen[viewer])

    def with_swapped(self, swap: Swap) -> Match:
        """The same course with other cards in the unseen places; RuleViolation if it cannot be."""
        assert self.match.deal
        match = self.begun
        for seat, action in self.match.deal.log:
            if isinstance(action, Cut | Dealt):
                match = match.apply(seat, swapped(action, swap))
        for seat, action in self.moves:
            match = match.apply(seat, swapped(action, swap))
        return match


def course(played: Course, rng: Random) -> Iterator[Course]:
    """The moments of a deal from here on, played at random."""
    played.look()
    while played.match.to_act():
        yield played
        played.match, move = one_move(played.match, rng)
        played.moves.append(move)
        played.look()


def swapped(action: Action, swap: Swap) -> Action:
    match action:
        case Dealt(hands=hands, kitty=kitty, turned=turned, order=order):
            return Dealt(
                tuple(_cards(hand, swap) for hand in hands),
                tuple(swap.get(card, card) for card in kitty),
                swap.get(turned, turned) if turned else None,
                order,
            )
        case ChooseCards(cards=cards):
            return ChooseCards(_cards(cards, swap))
        case ChooseCard(card=Card() as card):
            return ChooseCard(swap.get(card, card))
        case Play(card=card):
            return Play(swap.get(card, card))
        case Show(card=card):
            return Show(swap.get(card, card))
    return action


def _cards(cards: CardSet, swap: Swap) -> CardSet:
    return CardSet(swap.get(card, card) for card in cards)


def within_suits(unseen: CardSet, rng: Random) -> Swap:
    """A shuffle that leaves every hand its suits: nearly always a course by the same rules."""
    swap: Swap = {}
    for suit in Suit:
        swap |= anyhow(unseen.of_suit(suit), rng)
    return swap


def anyhow(unseen: CardSet, rng: Random) -> Swap:
    mixed = list(unseen)
    rng.shuffle(mixed)
    return dict(zip(unseen, mixed, strict=True))


def told_to(match: Match, viewer: Viewer) -> dict[str, Any]:
    """The view as JSON values, without the cards drawn for partners, which are of no deal."""
    told = as_json(view(match, viewer))
    del told["drawn"]
    return told


def shown(match: Match, viewer: Viewer) -> bytes:
    """Every byte that a viewer gets."""
    return json.dumps(told_to(match, viewer)).encode()


def lies_open(match: Match) -> object:
    seen = as_json(view(match, None))
    return seen["open"], seen["to_act"]


def check(played: Course, rng: Random) -> int:
    """Permute what each viewer has not seen; returns how many permuted games were possible."""
    compared = 0
    for viewer in (None, *range(len(played.match.names))):
        unseen = played.unseen(viewer)
        before = shown(played.match, viewer)
        for permuted in (within_suits, anyhow):
            try:
                other = played.with_swapped(permuted(unseen, rng))
            except RuleViolation:
                continue
            if permuted is anyhow and lies_open(other) != lies_open(played.match):
                continue  # it is another game for all
            assert shown(other, viewer) == before, f"{viewer} sees other cards move"
            compared += 1
    return compared
