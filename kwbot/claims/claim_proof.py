"""Proofs that a claim is certain, whatever the others hold and play.

They use only a view, so what its player may know, and never the true hands. Rules of thumb prove
claims of any length. They assume that each other player holds every card that they might hold, so
all proven claims are true, but not all true claims are proven. Short claims are searched, too.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from kwbot.engine.values.cards import NO_CARDS, Card, CardSet, Suit

from .claim_grounds import ClaimGrounds
from .claim_search import forces, found_inevitable


def proves(known: ClaimGrounds, tricks: int) -> bool:
    """Whether the player in turn can be sure to take exactly this many of the tricks left, and that
    decides the deal."""
    if not _decides(known, tricks):
        return False
    if known.is_plain and tricks == len(known.hand) and takes_all(known):
        return True
    return (known.is_plain and tricks == 0 and takes_none(known)) or forces(known, tricks)


def inevitable(known: ClaimGrounds) -> int | None:
    """Return the number of the tricks left that the player in turn takes whatever anyone plays;
    None unless it is certain and decides the deal."""
    if known.is_plain and not known.plays and _all_win(known):
        return len(known.hand)
    return found_inevitable(known, partial(_decides, known))


def _decides(known: ClaimGrounds, tricks: int) -> bool:
    """Whether this number of the claimant's tricks decides the deal."""
    left, rules = len(known.hand), known.rules
    if tricks >= left or tricks < 0:
        return tricks == left
    enough = tricks == 0 or len(known.tricks) >= rules.alone_from
    return enough and rules.alone == known.seat


def _all_win(known: ClaimGrounds) -> bool:
    """Whether the claimant's hand wins every trick when led in any order."""
    rules, hand, trumps = known.rules, known.hand, known.trumps
    suits = [suit for suit in Suit if rules.of_suit(hand, suit)]
    safe = trumps is None or suits == [trumps] or not rules.of_suit(known.outstanding, trumps)
    if not safe or known.secret or rules.jokers(hand | known.outstanding):
        return False
    return all(_high(known, hand, suit) == len(rules.of_suit(hand, suit)) for suit in suits)


def takes_all(known: ClaimGrounds) -> bool:
    """Whether the player in turn can take every trick left."""
    if not known.hand:
        return False
    if not known.plays:
        return _leads_all(known, known.hand, ())
    return any(
        _wins(known, card) and _leads_all(known, known.hand.without(card), (card,))
        for card in _now(known)
    )


def _now(known: ClaimGrounds) -> CardSet:
    """Return the cards that the claimant may play now."""
    play = replace(known.play(known.hand), led=known.led, plays=known.plays, order=known.order)
    return play.legal_cards()


def _power(known: ClaimGrounds, card: Card, led: Suit | None) -> int:
    """Return the power of a card in a trick; the highest wins, a negative one never does."""
    suit = known.rules.suit_of(card)
    if suit is None:
        return -1
    if suit is known.trumps:
        return 100 + known.rules.power(card)
    return known.rules.power(card) if suit is led else -1


def _wins(known: ClaimGrounds, card: Card) -> bool:
    """Whether a card surely wins the trick under way."""
    led = known.led
    if led is None:
        return False  # a joker was led and takes the trick
    if known.secret and known.rules.suit_of(card) is not known.trumps is not None:
        return False  # a card that secretly counts as a trump may fall
    mine = _power(known, card, led)
    later = known.order[len(known.plays) + 1 :]
    others = [other for _, other in known.plays]
    others += [one for seat in later for one in known.might[seat]]
    return mine >= 0 and all(_power(known, other, led) < mine for other in others)


def _leads_all(known: ClaimGrounds, hand: CardSet, won: tuple[Card, ...]) -> bool:
    """Whether `hand` wins every trick when led trumps first, each suit from the top."""
    rules, trumps = known.rules, known.trumps
    suits = sorted(Suit, key=lambda suit: suit is not trumps)
    if not all(_suit_wins(known, hand, suit) for suit in suits):
        return False
    if trumps is not None and (known.secret or rules.of_suit(known.outstanding, trumps)):
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
    """Whether all cards of a suit win when led from the top and not trumped."""
    mine, high = known.rules.of_suit(hand, suit), _high(known, hand, suit)
    return high == len(mine) or high >= _rounds(known, suit)


def _draws(known: ClaimGrounds, hand: CardSet, trumps: Suit) -> bool:
    """Whether the claimant's highest trumps draw all others."""
    return _high(known, hand, trumps) >= _rounds(known, trumps)


def _high(known: ClaimGrounds, hand: CardSet, suit: Suit) -> int:
    """Return the number of cards of a suit that are higher than all that others may hold."""
    rules = known.rules
    best = max(map(rules.power, rules.of_suit(known.outstanding, suit)), default=-1)
    return sum(rules.power(card) > best for card in rules.of_suit(hand, suit))


def _rounds(known: ClaimGrounds, suit: Suit) -> int:
    """Return the most leads of a suit until nobody else has any of it. A joker, or a card that
    secretly counts as one of the suit, may be played in its place."""
    rules = known.rules
    return max(
        min(
            known.sizes[seat],
            len(rules.of_suit(cards, suit)) + len(rules.jokers(cards)) + bool(known.secret),
        )
        if cards
        else 0
        for seat, cards in known.might.items()
    )


def _may_lead(
    known: ClaimGrounds, hand: CardSet, plan: Iterable[Card], won: tuple[Card, ...]
) -> bool:
    """Whether the rules allow leading these cards in this order."""
    for card in plan:
        play = known.play(hand, won=won)
        if play.order[0] != known.seat or card not in play.legal_cards():
            return False
        hand, won = hand.without(card), (*won, card)
    return True


def takes_none(known: ClaimGrounds) -> bool:
    """Whether the player in turn can lose every trick left.

    They always play the highest card that loses and discard the highest of a suit. That works as
    long as in each suit their lowest card is below the others' lowest, their second lowest below
    the others' second lowest, and so on.
    """
    hand, rules = known.hand, known.rules
    if not hand or known.secret or _may_be_forced_to_trump(known):
        return False
    if any(_is_banned(known, hand, suit) for suit in Suit):
        return False
    if known.plays:
        outstanding = known.outstanding | _followed_suit(known)
        return all(_is_below(known, hand, outstanding, suit) for suit in Suit)
    return any(_loses_lead(known, card) for card in hand - rules.jokers(hand))


def _may_be_forced_to_trump(known: ClaimGrounds) -> bool:
    if known.trumps is None:
        return False
    mine = known.rules.of_suit(known.hand, known.trumps)
    others = known.hand | known.outstanding
    plain = others == known.rules.of_suit(others, known.trumps)
    return bool(mine) and not (plain and known.led in (None, known.trumps))


def _is_banned(known: ClaimGrounds, hand: CardSet, suit: Suit) -> bool:
    """Whether a rule forbids the claimant some card when `suit` is led."""
    play = known.play(hand, led=suit)
    return play.legal_cards() != known.rules.follow(play, known.seat)


def _followed_suit(known: ClaimGrounds) -> CardSet:
    """Return the cards of the trick under way that follow suit."""
    if known.led is None:
        return NO_CARDS
    return known.rules.of_suit(CardSet(card for _, card in known.plays), known.led)


def _is_below(
    known: ClaimGrounds, hand: CardSet, outstanding: CardSet, suit: Suit, *, lost: bool = False
) -> bool:
    """Whether a suit is safe to lose every trick; `lost`: without the others' highest card."""
    rules = known.rules
    mine = sorted(map(rules.power, rules.of_suit(hand, suit)))
    theirs = sorted(map(rules.power, rules.of_suit(outstanding, suit)))
    kept = theirs[:-1] if lost else theirs
    return all(low < high for low, high in zip(mine, kept, strict=False))


def _loses_lead(known: ClaimGrounds, card: Card) -> bool:
    """Whether leading `card` surely loses this trick and can lose all later ones."""
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
