"""Moments at which somebody may claim, and what they know, for tests/independent/endings.

Where cards may lie is worked out independently, from a view alone.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.phases.base import Dealing
from kwbot.engine.phases.playrules import Ban, PlayRules
from kwbot.engine.phases.rulepoints import (
    Awarded,
    LastUnlessLeading,
    LeadAfterPlayed,
    LedFirst,
    MustFall,
    NoJokerFirst,
    TrumpsAfterOthers,
    suit_led_before,
)
from kwbot.engine.values.actions import CHANCE, Bid, Play, Seat
from kwbot.engine.values.cards import FULL_DECK, JOKERS, NO_CARDS, Card, CardSet, Suit
from kwbot.engine.values.choices import Choice, CombinationBid, LadderBid, PlayCard
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.trick import Plays
from kwbot.engine.views.view import View
from tests.engine.playing import begin, begun, fits, forms, one_move
from tests.independent.endings import ASIDE, NOTHING_LED, Bans, Ending, Moment

Habit = Callable[..., Card]
StandIn = tuple[Seat, Suit] | None
"""The seat that may hold an unseen card counting as the lowest of a suit, and that suit."""
SUITS = tuple(FULL_DECK.of_suit(suit).bits for suit in Suit)


def moments(variant: Variant, rng: Random) -> Iterator[Match]:
    """Yield the moments of a deal at which somebody may claim. Cards are dealt at random or sorted,
    so that a player has the highest, the lowest or many of a suit; half of the bids are high or
    bare."""
    match = _deal(variant, rng)
    habits: list[Habit | None] = [rng.choice((None, min, min, max)) for _ in range(4)]
    while match.deal is not None and match.deal.result is None:
        play = match.deal.play
        if play is not None and play.asking is None:
            yield match
        seat = rng.choice(match.to_act())
        choice = match.choice(seat)
        match = (
            _bid(match, seat, choice, rng)
            or _card(match, seat, choice, habits[seat % 4], rng)
            or one_move(match, rng)[0]
        )


def _deal(variant: Variant, rng: Random) -> Match:
    options = dict(rng.choice([*forms(variant)]))
    if any(option.key == "early_stop" for option in variant.options) and rng.random() < 0.5:
        options["early_stop"] = "off"
    players = rng.choice([count for count in (3, 4, 5) if fits(variant, count)])
    match = begun(begin(variant, players, options), rng)
    while match.to_act() != (CHANCE,):
        match, _ = one_move(match, rng)
    assert match.deal
    dealing = match.deal.current
    assert isinstance(dealing, Dealing)
    deck, words = list(dealing.layout.deck), list(dealing.words)
    rng.shuffle(deck)
    rng.shuffle(words)
    wide = rng.choice((0.0, 1.0, 1.0, 2.0))
    if wide:
        _stack(deck, rng, wide)
    return match.apply(CHANCE, dealing.deal_out(tuple(deck), tuple(words)))


def _stack(deck: list[Card], rng: Random, wide: float) -> None:
    """Sort the cards roughly by rank or suit, and let a random player have the first ones."""
    sign, by_suit = rng.choice((1, -1)), rng.random() < 0.3

    def place(card: Card) -> float:
        rank = (card.rank or rng.randrange(15)) * sign
        return (13.0 * (card.suit or 0) if by_suit else 0.0) + rank + rng.gauss(0, 4 * wide)

    deck.sort(key=place)
    cut = 13 * rng.randrange(4)
    deck[:] = deck[cut:] + deck[:cut]


def _card(
    match: Match, seat: Seat, choice: Choice, habit: Habit | None, rng: Random
) -> Match | None:
    """Play a card by habit, mostly; None without a habit."""
    if not isinstance(choice, PlayCard) or habit is None or rng.random() < 0.3:
        return None
    cards = [*choice.cards]
    rng.shuffle(cards)
    return match.apply(seat, Play(habit(cards, key=lambda card: card.rank or 0)))


def _bid(match: Match, seat: Seat, choice: Choice, rng: Random) -> Match | None:
    """Bid high on a ladder, or one main bid alone, half of the time."""
    if isinstance(choice, LadderBid) and choice.bids and rng.random() < 0.5:
        avoiding = [bid for bid in choice.bids if match.variant.avoids_tricks(bid)]
        return match.apply(seat, rng.choice(avoiding or choice.bids[-6:]))
    if isinstance(choice, CombinationBid) and rng.random() < 0.5:
        return _bare_bid(match, seat, choice, rng)
    return None


def _bare_bid(match: Match, seat: Seat, choice: CombinationBid, rng: Random) -> Match | None:
    """Bid a main bid alone, or with an open hand; None where that is not allowed."""
    bare = rng.choice(choice.bids.mains)
    open_ = [one for one in choice.bids.extras if one.key == "oppenhand"]
    parts = (bare.key, *(one.key for one in open_ if rng.random() < 0.6))
    try:
        return match.apply(seat, Bid(parts))
    except IllegalAction:
        return None


def ending(seen: View, seat: Seat, size: int) -> Ending | None:
    """Return what a viewer knows of the tricks to come for `seat`, in turn with `size` cards.

    None if they do not see that hand whole, or the rules are not tried here.
    """
    rules = seen.rules
    if rules is None or seen.trumps_by_lead or _may_hold_unseen(seen, seat):
        return None
    hand = seen.hand if seat == seen.seat else _known_cards(seen, seat)
    if len(hand) != size:
        return None
    courses = [*(trick.plays for trick in seen.tricks), seen.plays]
    secret = _secret_stand_in(seen, seat, courses)
    might, sizes = _whereabouts(seen, seat, hand, courses, secret)
    stand_in = rules.stand_in and (rules.stand_in[0].bit, int(rules.stand_in[1]))
    return Ending(
        seat, seen.seats, hand.bits, might, sizes, SUITS,
        {card.bit: rules.strength(card) for card in FULL_DECK},
        None if seen.trumps is None else int(seen.trumps), seen.order,
        tuple((who, card.bit) for who, card in seen.plays),
        bans=tuple(_ban(one, seat, stand_in) for one in rules.bans),
        stand_in=stand_in,
        secret=secret and (secret[0], int(secret[1])),
        lacks=_lacks(seen, secret[0], courses) if secret else 0,
        first=not seen.tricks,
        **_suits_of_others(courses, seat),
        **_special_rules(rules),
    )  # fmt: skip


def _special_rules(rules: PlayRules) -> dict[str, Any]:
    """Return who plays last, how trumps follow, and the cards named by rules."""
    awarded = next((one for one in rules.interrupts if isinstance(one, Awarded)), None)
    return {
        "last": rules.order.seat if isinstance(rules.order, LastUnlessLeading) else None,
        "trumps_follow": rules.next_trumps is suit_led_before,
        "special": _named_cards(rules.bans, awarded).bits,
        "awarded": (awarded.seat, awarded.card.bit) if awarded else None,
    }


def _named_cards(bans: Iterable[Ban], awarded: Awarded | None) -> CardSet:
    """Return the cards named by some rule."""
    named = [one.cards.card for one in bans if isinstance(one.cards, MustFall | LedFirst)]
    return CardSet(named if awarded is None else [*named, awarded.card])


def _may_hold_unseen(seen: View, seat: Seat) -> bool:
    """Whether `seat`, not the viewer's, may hold an unseen card that counts as another."""
    assert seen.rules
    secret = None if seen.rules.stand_in else seen.rules.secret_stand_in
    return secret is not None and secret[0] == seat != seen.seat


def _secret_stand_in(seen: View, seat: Seat, courses: Iterable[Plays]) -> StandIn:
    """Return who else may hold a card that counts as the lowest of a suit, and which suit.

    A player who did not follow that suit cannot: they would have played it.
    """
    assert seen.rules
    secret = None if seen.rules.stand_in else seen.rules.secret_stand_in
    if secret is None or secret[0] == seat or _lacks(seen, secret[0], courses) >> secret[1] & 1:
        return None
    return secret


def _whereabouts(
    seen: View, seat: Seat, hand: CardSet, courses: Sequence[Plays], secret: StandIn
) -> tuple[dict[int, int], dict[int, int]]:
    """Return the cards that each of the others may hold and that may lie aside, as bits, and the
    number of cards in each place."""
    unseen = _unseen(seen, hand, courses)
    others = [who for who in seen.seats if who != seat]
    located = {who: _known_cards(seen, who) & unseen for who in others}
    free = unseen - CardSet(card for cards in located.values() for card in cards)
    played = {who for who, _ in seen.plays}
    sizes = {who: len(hand) - (who in played) for who in others}
    might = {ASIDE: free.bits}
    for who in others:
        cards = located[who]
        if len(cards) < sizes[who]:
            cards |= free - (seen.lacking or {}).get(who, NO_CARDS)
            if secret is None or secret[0] != who:
                cards -= _void(seen, who, courses) - located[who]
        might[who] = cards.bits
    return might, {**sizes, ASIDE: len(unseen) - sum(sizes.values())}


def _unseen(seen: View, hand: CardSet, courses: Iterable[Plays]) -> CardSet:
    """Return the cards neither played, nor openly laid away, nor in the claimant's hand."""
    played = CardSet(card for plays in courses for _, card in plays)
    deck: CardSet = seen.variant.deck(len(seen.names))
    return deck - hand - seen.laid - CardSet(seen.kitty) - played


def _suits_of_others(courses: Iterable[Plays], seat: Seat) -> dict[str, Any]:
    """Return the suits played by others, and those played in any way but led by `seat`."""
    cards = [
        (who == seat, not at, card) for plays in courses for at, (who, card) in enumerate(plays)
    ]
    return {
        "others": _suits(card for is_own, _, card in cards if not is_own),
        "freed": _suits(card for is_own, leads, card in cards if not (is_own and leads)),
    }


def _known_cards(seen: View, who: Seat) -> CardSet:
    """Return the cards that the viewer knows to be in a hand."""
    cards = NO_CARDS
    for found in (seen.open_cards, seen.known, seen.given):
        cards |= (found or {}).get(who, NO_CARDS)
    return cards


def _suits(cards: Iterable[Card]) -> int:
    return sum({1 << card.suit for card in cards if card.suit is not None})


def _void(seen: View, who: Seat, courses: Iterable[Plays]) -> CardSet:
    """Return all cards of the suits that a player did not follow."""
    assert seen.rules
    void, lacked = NO_CARDS, _lacks(seen, who, courses)
    for suit in Suit:
        if lacked >> suit & 1:
            void |= seen.rules.of_suit(FULL_DECK, suit)
    return void


def _lacks(seen: View, who: Seat, courses: Iterable[Plays]) -> int:
    """Return the suits that a player did not follow, as bits."""
    assert seen.rules
    lacked = 0
    for plays in courses:
        if plays and who in dict(plays):
            led, suit = (seen.rules.suit_of(card) for card in (plays[0][1], dict(plays)[who]))
            if led is not None and suit is not None and suit != led:
                lacked |= 1 << led
    return lacked


def _ban(ban: Ban, seat: Seat, stand_in: tuple[int, int] | None) -> Bans:
    """Return a ban as a function of a moment of `seat`, for cards as bits."""
    match ban.cards:
        case TrumpsAfterOthers(who):
            return _late_trumps if who == seat else _nothing
        case LeadAfterPlayed(who, suit):
            return partial(_late_lead, int(suit)) if who == seat else _nothing
        case MustFall(card):
            return partial(_falls, card, stand_in)
        case LedFirst(card):
            return partial(_leads, card, stand_in)
        case NoJokerFirst():
            return lambda at: at.hand & JOKERS.bits if at.led == NOTHING_LED and at.first else 0
    raise NotImplementedError(ban)


def _nothing(at: Moment) -> int:
    return 0


def _late_trumps(at: Moment) -> int:
    played = at.trumps is None or at.others >> at.trumps & 1
    return 0 if at.trumps is None or played else at.hand & SUITS[at.trumps]


def _late_lead(suit: int, at: Moment) -> int:
    return at.hand & SUITS[suit] if at.led == NOTHING_LED and not at.freed >> suit & 1 else 0


def _falls(card: Card, stand_in: tuple[int, int] | None, at: Moment) -> int:
    if at.led != card.suit or not at.hand & card.bit:
        return 0
    jokers = at.hand & JOKERS.bits & ~(stand_in[0] if stand_in else 0)
    return _of_suit(at.hand, at.led, stand_in) & ~card.bit | jokers


def _leads(card: Card, stand_in: tuple[int, int] | None, at: Moment) -> int:
    if at.led != NOTHING_LED or card.suit is None or not at.hand & card.bit:
        return 0
    return _of_suit(at.hand, int(card.suit), stand_in) & ~card.bit


def _of_suit(cards: int, suit: int, stand_in: tuple[int, int] | None) -> int:
    found = cards & SUITS[suit]
    if stand_in is None or not stand_in[0] & cards:
        return found
    return found | stand_in[0] if stand_in[1] == suit else found & ~stand_in[0]
