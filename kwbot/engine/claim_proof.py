"""Proofs that a claim is certain: whatever the others hold and play.

They rest on a view alone, so on what its player may know, and never on the true hands. All that
others might hold counts as held by each of them; so what is proven here is true, but not all that
is true is proven. With rules of tricks that are not known here nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .actions import Seat
from .cards import NO_CARDS, Card, CardSet, Suit
from .frozen import changed
from .phases.tricks import TrickPlay
from .playrules import PlayRules, Trick, follow_suit, highest_wins, same_trumps
from .table import Table
from .view import View


@dataclass(frozen=True)
class ClaimGrounds:
    """What a claim of `seat` rests on. `might` are the cards that each of the others may hold, by
    player number; `held`: cards that they surely hold; `sizes`: how many they have."""

    seat: Seat
    hand: CardSet
    rules: PlayRules
    trumps: Suit | None
    seats: tuple[Seat, ...]
    order: tuple[Seat, ...]
    plays: tuple[tuple[Seat, Card], ...]
    tricks: tuple[Trick, ...]
    deck: CardSet
    might: Mapping[Seat, CardSet]
    sizes: Mapping[Seat, int]

    @property
    def outstanding(self) -> CardSet:
        """All cards that others may hold."""
        return _together(self.might.values())

    @property
    def all_held(self) -> bool:
        """Whether all of these are surely in hands, none of them laid aside."""
        return len(self.outstanding) == sum(self.sizes.values())

    def play(self, hand: CardSet, led: Suit | None = None, won: Iterable[Card] = ()) -> TrickPlay:
        """Return a play in which only the hand of `seat` is known, after they have led and won
        with some cards; with `led`, another player has just led that suit."""
        nothing = [NO_CARDS] * (max(self.seats) + 1)
        nothing[self.seat] = hand
        table = Table(len(nothing), self.seats[-1], self.seats, self.deck, tuple(nothing))
        more = tuple(Trick(((self.seat, card),), self.trumps, self.seat) for card in won)
        order = self.rules.order(table.clockwise_from(self.seat))
        return TrickPlay(
            table, self.rules, order, self.trumps, (self.seat,), led, (),
            (*self.tricks, *more),
        )  # fmt: skip


def _together(sets: Iterable[CardSet]) -> CardSet:
    cards = NO_CARDS
    for one in sets:
        cards |= one
    return cards


def knowledge(seen: View, seat: Seat, size: int | None = None) -> ClaimGrounds | None:
    """Return what is known of the tricks to come, as `seen` shows it; None where the rules of the
    tricks are not known here, or the hand of `seat` is not seen whole: it has `size` cards."""
    rules, hand = seen.rules, seen.hand if seen.seat == seat else _located(seen, seat)
    if rules is None or not _is_plain(rules, seen) or len(hand) != (size or len(hand)):
        return None
    if seen.stand_in is not None and seen.stand_in[0] in hand:
        return None
    sizes = {
        other: len(hand) - (other in dict(seen.plays)) + (seat in dict(seen.plays))
        for other in seen.seats
        if other != seat
    }
    return ClaimGrounds(
        seat, hand, rules, seen.trumps, seen.seats, seen.order, seen.plays, seen.tricks,
        seen.variant.deck(len(seen.names)), _might(seen, seat, hand, sizes), sizes,
    )  # fmt: skip


def _is_plain(rules: PlayRules, seen: View) -> bool:
    """Whether tricks fall by rules that are known here."""
    return (
        rules.follow is follow_suit
        and rules.winner is highest_wins
        and rules.next_trumps is same_trumps
        and not rules.interrupts
        and not seen.trumps_by_lead
    )


def _located(seen: View, seat: Seat) -> CardSet:
    """Return cards that `seat` surely holds."""
    found = NO_CARDS
    for shown in (seen.open_cards, seen.known, seen.given):
        found |= (shown or {}).get(seat, NO_CARDS)
    return found


def _might(seen: View, seat: Seat, hand: CardSet, sizes: Mapping[Seat, int]) -> dict[Seat, CardSet]:
    """Return the cards that each of the others may hold."""
    played = CardSet(card for _, card in seen.plays) | _together(one.cards for one in seen.tricks)
    deck = seen.variant.deck(len(seen.names))
    unseen = deck - hand - played - seen.laid - CardSet(seen.kitty)
    located = {other: _located(seen, other) & unseen for other in sizes}
    might = {}
    for other, size in sizes.items():
        elsewhere = _together(cards for who, cards in located.items() if who != other)
        cards = unseen - elsewhere - (seen.lacking or {}).get(other, NO_CARDS)
        cards -= _void(seen, other)
        might[other] = located[other] if len(located[other]) == size else cards | located[other]
    return might


def _void(seen: View, seat: Seat) -> CardSet:
    """Return cards of the suits that somebody has not followed."""
    rules = seen.rules
    assert rules is not None
    if rules.hides_stand_in:
        return NO_CARDS
    deck, void = seen.variant.deck(len(seen.names)), NO_CARDS
    for plays in (*(trick.plays for trick in seen.tricks), seen.plays):
        led = plays[0][1].suit if plays else None
        card = dict(plays).get(seat)
        if led is not None and card is not None and card.suit not in (None, led):
            void |= deck.of_suit(led)
    return void


# --- the proofs ----------------------------------------------------------------------------------


def proves(known: ClaimGrounds, tricks: int) -> bool:
    """Whether whoever is in turn surely takes all of the tricks that are left, or none of them."""
    if tricks == len(known.hand):
        return takes_all(known)
    return tricks == 0 and known.rules.alone == known.seat and takes_none(known)


def takes_all(known: ClaimGrounds) -> bool:
    """Whether the player in turn can take every trick that is left."""
    if not known.hand:
        return False
    if not known.plays:
        return _leads_all(known, known.hand, ())
    return any(
        _wins(known, card) and _leads_all(known, known.hand.without(card), (card,))
        for card in _now(known)
    )


def _now(known: ClaimGrounds) -> CardSet:
    """Return the cards that they may play now."""
    play = changed(known.play(known.hand), led=_led(known), plays=known.plays, order=known.order)
    return play.legal_cards()


def _led(known: ClaimGrounds) -> Suit | None:
    return known.rules.suit_of(known.plays[0][1]) if known.plays else None


def _power(known: ClaimGrounds, card: Card, led: Suit | None) -> int:
    """Return what a card is worth in a trick; the highest wins, a negative one never."""
    suit = known.rules.suit_of(card)
    if suit is None:
        return -1
    if suit is known.trumps:
        return 100 + known.rules.power(card)
    return known.rules.power(card) if suit is led else -1


def _wins(known: ClaimGrounds, card: Card) -> bool:
    """Whether a card surely wins the trick under way."""
    led = _led(known)
    if led is None:
        return False  # a joker was led, and takes it
    if known.rules.hides_stand_in and known.rules.suit_of(card) is not known.trumps is not None:
        return False  # a card that secretly counts as a trump may fall
    mine = _power(known, card, led)
    later = known.order[len(known.plays) + 1 :]
    others = [other for _, other in known.plays]
    others += [one for seat in later for one in known.might[seat]]
    return mine >= 0 and all(_power(known, other, led) < mine for other in others)


def _leads_all(known: ClaimGrounds, hand: CardSet, won: tuple[Card, ...]) -> bool:
    """Whether cards win every trick, led one after the other: trumps first, from above."""
    rules, trumps = known.rules, known.trumps
    suits = sorted(Suit, key=lambda suit: suit is not trumps)
    if not all(_suit_wins(known, hand, suit) for suit in suits):
        return False
    if trumps is not None and (rules.hides_stand_in or rules.of_suit(known.outstanding, trumps)):
        side = hand - rules.of_suit(hand, trumps) - rules.jokers(hand)
        if side and not _draws(known, hand, trumps):
            return False
    plan = [
        card
        for suit in suits
        for card in sorted(rules.of_suit(hand, suit), key=rules.power, reverse=True)
    ]
    return _may_lead(known, hand, [*plan, *rules.jokers(hand)], won)


def _suit_wins(known: ClaimGrounds, hand: CardSet, suit: Suit) -> bool:
    """Whether all cards of a suit win that are led from above, if nobody trumps them."""
    mine, high = known.rules.of_suit(hand, suit), _high(known, hand, suit)
    return high == len(mine) or high >= _rounds(known, suit)


def _draws(known: ClaimGrounds, hand: CardSet, trumps: Suit) -> bool:
    """Whether the highest trumps draw all others."""
    return _high(known, hand, trumps) >= _rounds(known, trumps)


def _high(known: ClaimGrounds, hand: CardSet, suit: Suit) -> int:
    """Return how many cards of a suit are higher than all that others may hold of it."""
    rules = known.rules
    best = max(map(rules.power, rules.of_suit(known.outstanding, suit)), default=-1)
    return sum(rules.power(card) > best for card in rules.of_suit(hand, suit))


def _rounds(known: ClaimGrounds, suit: Suit) -> int:
    """Return how often a suit must be led, at most, until nobody else has any of it.

    A joker may be played instead of it, and so may a card that secretly counts as one of it.
    """
    rules = known.rules
    return max(
        min(
            known.sizes[seat],
            len(rules.of_suit(cards, suit)) + len(rules.jokers(cards)) + rules.hides_stand_in,
        )
        if cards
        else 0
        for seat, cards in known.might.items()
    )


def _may_lead(
    known: ClaimGrounds, hand: CardSet, plan: Iterable[Card], won: tuple[Card, ...]
) -> bool:
    """Whether no rule forbids to lead these cards in this order."""
    for card in plan:
        play = known.play(hand, won=won)
        if play.order[0] != known.seat or card not in play.legal_cards():
            return False
        hand, won = hand.without(card), (*won, card)
    return True


def takes_none(known: ClaimGrounds) -> bool:
    """Whether the player in turn can lose every trick that is left.

    They play below what was led as high as they can, and throw the highest of a suit away. That
    loses as long as of each suit their lowest card is below the lowest of the others, their second
    lowest below the second lowest, and so on.
    """
    hand, rules = known.hand, known.rules
    if not hand or rules.hides_stand_in or _may_be_forced_to_trump(known):
        return False
    if any(_is_banned(known, hand, suit) for suit in Suit):
        return False
    if known.plays:
        led, lying = _led(known), CardSet(card for _, card in known.plays)
        outstanding = known.outstanding | (NO_CARDS if led is None else rules.of_suit(lying, led))
        return all(_is_below(known, hand, outstanding, suit) for suit in Suit)
    return any(_loses_lead(known, card) for card in hand - rules.jokers(hand))


def _may_be_forced_to_trump(known: ClaimGrounds) -> bool:
    if known.trumps is None:
        return False
    mine = known.rules.of_suit(known.hand, known.trumps)
    others = known.hand | known.outstanding
    plain = others == known.rules.of_suit(others, known.trumps)
    return bool(mine) and not (plain and _led(known) in (None, known.trumps))


def _is_banned(known: ClaimGrounds, hand: CardSet, suit: Suit) -> bool:
    """Whether a rule keeps them from some card when a suit is led."""
    play = known.play(hand, led=suit)
    return play.legal_cards() != known.rules.follow(play, known.seat)


def _is_below(
    known: ClaimGrounds, hand: CardSet, outstanding: CardSet, suit: Suit, *, lost: bool = False
) -> bool:
    """Whether a suit is safe; `lost`: also if the others' highest card of it has gone."""
    rules = known.rules
    mine = sorted(map(rules.power, rules.of_suit(hand, suit)))
    theirs = sorted(map(rules.power, rules.of_suit(outstanding, suit)))
    kept = theirs[:-1] if lost else theirs
    return all(low < high for low, high in zip(mine, kept, strict=False))


def _loses_lead(known: ClaimGrounds, card: Card) -> bool:
    """Whether a lead surely loses, and so does everything after it."""
    rules, suit = known.rules, known.rules.suit_of(card)
    outstanding = known.outstanding
    if suit is None or rules.jokers(outstanding) or not known.all_held:
        return False
    theirs = rules.of_suit(outstanding, suit)
    if not theirs or min(map(rules.power, theirs)) < rules.power(card):
        return False
    if not _may_lead(known, known.hand, [card], ()):
        return False
    rest = known.hand.without(card)
    return all(_is_below(known, rest, outstanding, one, lost=one is suit) for one in Suit)
