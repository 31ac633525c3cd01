"""Whether a reason for a card is true: by the engine's rules, with all hands in sight.

Shares no code with kwbot.players. What is said to be certain is tried in every course of the trick
as the cards really lie; what is said of ten deals is counted in deals that are drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from kwbot.engine.deals.match import Match
from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.values.actions import PLAYS, Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.trick import Trick
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import View, view
from tests.engine.playing import played_out

DEALS, TRIES = 200, 4000
"""Deals that are drawn, and attempts at them."""
SLACK = 2
"""Of ten deals: both sides count in samples."""
PLAYED, SEARCHED = 3, 2000
"""Courses of a deal in which something always holds, or does so in one of them."""


class Told(NamedTuple):
    """A reason for `card`, as it was told at a moment of a match."""

    match: Match
    seen: View
    card: Card
    values: Mapping[str, Any]
    rng: Random

    @property
    def me(self) -> Seat:
        assert self.seen.seat is not None
        return self.seen.seat

    @property
    def rules(self) -> PlayRules:
        """With what only the table knows."""
        assert self.match.deal is not None
        assert self.match.deal.play is not None
        return self.match.deal.play.rules

    @property
    def hands(self) -> tuple[CardSet, ...]:
        assert self.match.deal is not None
        return self.match.deal.layout.hands

    @property
    def others(self) -> CardSet:
        """The cards that other players hold."""
        return CardSet(
            card for seat in self.seen.seats if seat != self.me for card in self.hands[seat]
        )

    @property
    def legal(self) -> CardSet:
        assert isinstance(self.seen.choice, PlayCard)
        return self.seen.choice.cards

    @property
    def led(self) -> Suit | None:
        return self.rules.suit_of(self.seen.plays[0][1]) if self.seen.plays else None

    def same(self, card: Card, cards: CardSet) -> list[Card]:
        """The cards of its suit, the lowest first."""
        suit = self.rules.suit_of(card)
        found = (one for one in cards if self.rules.suit_of(one) == suit)
        return sorted(found, key=self.rules.power)

    def above(self, card: Card, cards: CardSet) -> list[Card]:
        power = self.rules.power(card)
        return [one for one in self.same(card, cards) if self.rules.power(one) > power]

    def unseen(self) -> CardSet:
        """What the player has not seen to go and does not hold."""
        seen = self.seen
        gone = CardSet(card for trick in seen.tricks for card in trick.cards)
        gone |= CardSet(card for _, card in seen.plays) | seen.hand | seen.laid
        return seen.variant.deck(len(seen.names)) - gone - CardSet(seen.kitty)

    def trumps(self, cards: CardSet) -> CardSet:
        if self.seen.trumps is None:
            return NO_CARDS
        return self.rules.of_suit(cards, self.seen.trumps)


def tricks(match: Match, seat: Seat, card: Card) -> Iterator[tuple[Match, Trick]]:
    """Every course of the trick under way after `seat` plays `card`."""
    assert match.deal is not None
    assert match.deal.play is not None
    yield from _courses(match.apply(seat, PLAYS[card]), len(match.deal.play.tricks))


def _courses(match: Match, before: int) -> Iterator[tuple[Match, Trick]]:
    assert match.deal is not None
    assert match.deal.play is not None
    if len(match.deal.play.tricks) > before:
        yield match, match.deal.play.tricks[before]
        return
    seat = match.to_act()[0]
    for action in match.choice(seat):
        yield from _courses(match.apply(seat, action), before)


def winners(told: Told, card: Card) -> set[Seat]:
    return {trick.winner for _, trick in tricks(told.match, told.me, card)}


def takes(told: Told, card: Card) -> bool:
    """Whether `card` takes the trick, however it goes on."""
    return winners(told, card) == {told.me}


def has(told: Told, card: Card) -> bool:
    """Whether `card` would have the trick if it ended with it."""
    if not told.seen.plays:
        return True
    return all(beats(told, card, one) for _, one in told.seen.plays)


def beats(told: Told, card: Card, other: Card) -> bool:
    """Whether `card`, played after `other`, beats it in the trick under way."""
    rules, trumps = told.rules, told.seen.trumps
    mine, theirs = rules.suit_of(card), rules.suit_of(other)
    if mine == theirs and mine in (told.led, trumps):
        return rules.power(card) > rules.power(other)
    if trumps is not None and trumps in (mine, theirs):
        return mine == trumps
    return mine is not None and mine == told.led


def best(told: Told) -> tuple[Seat, Card]:
    found = told.seen.plays[0]
    for play in told.seen.plays[1:]:
        found = play if beats(told, play[1], found[1]) else found
    return found


def together(told: Told, other: Seat) -> bool:
    """Whether both gain or both lose, however the deal ends."""
    for _ in range(PLAYED):
        ended = played_out(told.match, told.rng).deal
        assert ended is not None
        assert ended.result is not None
        mine, theirs = ended.result.points[told.me], ended.result.points[other]
        if (mine > 0) != (theirs > 0) or (mine < 0) != (theirs < 0):
            return False
    return True


def made_after(told: Told, taken_by_me: bool) -> set[bool | None]:
    """What becomes of the contract, in some courses of the deal after the card."""
    found = set()
    cards = [told.card] if taken_by_me else list(told.legal)
    for card in cards:
        for match, trick in tricks(told.match, told.me, card):
            if trick.winner == told.me:
                deal = played_out(match, told.rng).deal
                assert deal is not None
                assert deal.result is not None
                found.add(deal.result.made)
    return found


# --- deals that fit -------------------------------------------------------------------------------


def deals(told: Told) -> list[dict[Seat, CardSet]]:
    """Others' hands that fit what the player has seen, drawn anew until one fits."""
    seen, rules = told.seen, told.rules
    others = [seat for seat in seen.seats if seat != told.me]
    sure = {
        seat: (seen.open_cards or {}).get(seat, NO_CARDS)
        | (seen.known or {}).get(seat, NO_CARDS)
        | (seen.given or {}).get(seat, NO_CARDS)
        for seat in others
    }
    void = {(seat, suit) for seat, suit in _voids(seen, rules)}
    lacking = {
        seat: CardSet(one for one in told.unseen() if (seat, rules.suit_of(one)) in void)
        | (seen.lacking or {}).get(seat, NO_CARDS)
        for seat in others
    }
    pile = list(told.unseen() - CardSet(card for cards in sure.values() for card in cards))
    found: list[dict[Seat, CardSet]] = []
    for _ in range(TRIES):
        told.rng.shuffle(pile)
        hands, at = {}, 0
        for seat in others:
            missing = len(told.hands[seat]) - len(sure[seat])
            hands[seat] = sure[seat] | CardSet(pile[at : at + missing])
            at += missing
        if not any((hands[seat] - sure[seat]) & lacking[seat] for seat in others):
            found.append(hands)
        if len(found) == DEALS:
            break
    return found


def _voids(seen: View, rules: PlayRules) -> Iterator[tuple[Seat, Suit]]:
    for plays in (*(trick.plays for trick in seen.tricks), seen.plays):
        led = rules.suit_of(plays[0][1]) if plays else None
        for seat, card in plays[1:]:
            if led is not None and card.suit is not None and rules.suit_of(card) != led:
                yield seat, led


def tenths(told: Told, holds: Callable[[Mapping[Seat, CardSet]], bool]) -> bool:
    """Whether the number told is about right."""
    drawn = deals(told)
    if len(drawn) < DEALS:
        return True  # too few fit to count
    share = 10 * sum(map(holds, drawn)) / len(drawn)
    return -SLACK <= share - int(told.values["tenths"]) <= SLACK


def later(told: Told) -> tuple[Seat, ...]:
    return told.seen.order[len(told.seen.plays) + 1 :]


def can_beat(told: Told, hand: CardSet, card: Card) -> bool:
    """Whether a card that this hand may play beats `card`."""
    led = told.led if told.seen.plays else told.rules.suit_of(card)
    follow = NO_CARDS if led is None else told.rules.of_suit(hand, led)
    first = card if not told.seen.plays else told.seen.plays[0][1]
    now = told._replace(seen=_led_by(told, first))
    return any(beats(now, one, card) for one in follow or hand)


def _led_by(told: Told, card: Card) -> View:
    return told.seen if told.seen.plays else replace(told.seen, plays=((told.me, card),))


def beatable(told: Told, hands: Mapping[Seat, CardSet]) -> bool:
    return any(can_beat(told, hands[seat], told.card) for seat in later(told))


def alone_in(told: Told, hands: Mapping[Seat, CardSet], card: Card) -> bool:
    """Whether `card` is the only one of its suit where it is."""
    return any(
        card in hand and len(told.same(card, hand)) == 1 and not told.rules.jokers(hand)
        for hand in hands.values()
    )


# --- reason by reason -----------------------------------------------------------------------------


def _friend_takes(told: Told) -> bool:
    player = told.values["player"].seat
    return winners(told, told.card) == {player} and together(told, player)


def _lowest_held(told: Told) -> bool:
    legal = told.same(told.card, told.legal)
    return legal[0] is told.card and len(legal) > 1


def _last(told: Told) -> bool:
    return not later(told)


def _only_these(told: Told) -> bool:
    named = set(told.values["cards"].items)
    beaten = {
        next(card for seat, card in trick.plays if seat == trick.winner)
        for _, trick in tricks(told.match, told.me, told.card)
        if trick.winner != told.me
    }
    return has(told, told.card) and beaten <= named <= set(told.unseen())


def _no_trump_left(told: Told) -> bool:
    last = told.values["card"]
    for match, _ in tricks(told.match, told.me, told.card):
        assert match.deal is not None
        hands = match.deal.layout.hands
        if any(told.trumps(hands[seat]) for seat in told.seen.seats if seat != told.me):
            return False
    return list(told.trumps(told.others)) == [last]


def _must_fall(told: Told) -> bool:
    card = told.values["card"]
    falls = all(card in trick.cards for _, trick in tricks(told.match, told.me, told.card))
    return falls and told.same(card, told.others) == [card] and not told.seen.plays


def _costs_a_trump(told: Told) -> bool:
    if told.same(told.card, told.others):
        return False
    return all(
        trick.winner == told.me or told.trumps(trick.cards)
        for _, trick in tricks(told.match, told.me, told.card)
    )


def _trumps_drawn(told: Told) -> bool:
    def all_fall(hands: Mapping[Seat, CardSet]) -> bool:
        held = [(len(told.trumps(hand)), bool(told.rules.jokers(hand))) for hand in hands.values()]
        return max(held) == (1, False)

    return told.card in told.trumps(told.legal) and tenths(told, all_fall)


def _friend_void(told: Told) -> bool:
    player, suit = told.values["player"].seat, told.values["suit"]
    return not told.rules.of_suit(told.hands[player], suit) and together(told, player)


def _wins_somewhere(told: Told) -> bool:
    """Whether `other` takes a trick in some course of some deal that fits, once the card is
    played."""
    drawn = deals(told)
    return not drawn or any(
        _takes_one(told, drawn[number % len(drawn)], told.values["other"])
        for number in range(SEARCHED)
    )


def _takes_one(told: Told, hands: Mapping[Seat, CardSet], wanted: Card) -> bool:
    """Whether `wanted` takes a trick where all who follow suit play anything."""
    rules, trumps = told.rules, told.seen.trumps
    left = {**hands, told.me: told.seen.hand}
    order, plays = told.seen.order, list(told.seen.plays)
    while True:
        for seat in order[len(plays) :]:
            led = rules.suit_of(plays[0][1]) if plays else None
            follow = NO_CARDS if led is None else rules.of_suit(left[seat], led)
            may = told.rng.choice(list(follow or left[seat]))
            card = told.card if told.card in left[seat] else may
            left[seat] = left[seat].without(card)
            plays.append((seat, card))
        led = rules.suit_of(plays[0][1])
        table: Any = SimpleNamespace(rules=rules, trumps=trumps, plays=tuple(plays), led=led)
        winner = rules.winner(table)
        if (told.me, wanted) in plays:
            return winner == told.me
        trumps = rules.next_trumps(trumps, Trick(tuple(plays), trumps, winner))
        at = told.seen.seats.index(winner)
        order, plays = rules.order(told.seen.seats[at:] + told.seen.seats[:at]), []


def _guards(told: Told) -> bool:
    other, card = told.values["other"], told.values["card"]
    held = told.same(card, told.seen.hand)
    return 0 < len(told.above(card, told.unseen())) == held.index(card) > held.index(other)


def _led_before(told: Told) -> bool:
    player, suit = told.values["player"].seat, told.values["suit"]
    leads = [trick.plays[0] for trick in told.seen.tricks]
    led = any(who == player and told.rules.suit_of(card) == suit for who, card in leads)
    return led and together(told, player)


def _friend_can(told: Told) -> bool:
    player = told.values["player"].seat
    mine = has(told, told.card)
    top = told.card if mine else best(told)[1]
    return together(told, player) and tenths(told, lambda hands: can_beat(told, hands[player], top))


def _suit_is_over(told: Told) -> bool:
    """Whether the card is the last of its suit, with trumps left to play."""
    only = told.same(told.card, told.seen.hand) == [told.card]
    return only and bool(told.trumps(told.seen.hand)) and told.card not in told.trumps(told.legal)


def _highest_of_suit(told: Told) -> bool:
    return told.same(told.card, told.legal)[-1] is told.card


def _void_now(told: Told) -> bool:
    return told.led is not None and not told.rules.of_suit(told.seen.hand, told.led)


def _below(told: Told) -> bool:
    now = best(told)[1]
    return (
        now is told.values["card"]
        and not has(told, told.card)
        and told.me not in winners(told, told.card)
    )


def _higher_count(told: Told, card: Card) -> bool:
    return len(told.above(card, told.unseen())) == int(told.values["count"])


REFEREE: dict[str, Callable[[Told], bool]] = {
    "This trick makes the contract.": lambda t: takes(t, t.card) and made_after(t, True) == {True},
    "This trick beats the contract.": lambda t: takes(t, t.card) and made_after(t, True) == {False},
    "Taking this trick would lose the contract.": lambda t: (
        t.me not in winners(t, t.card) and made_after(t, False) <= {False}
    ),
    "{player}'s open hand keeps the lead for your side.": lambda t: (
        _friend_takes(t) and bool((t.seen.open_cards or {}).get(t.values["player"].seat))
    ),
    "Your side already has this trick: {player} takes it.": _friend_takes,
    "Nobody can beat {player}'s {card}: your side has this trick.": lambda t: (
        _friend_takes(t) and best(t) == (t.values["player"].seat, t.values["card"])
    ),
    "You're last to play: only this card takes the trick.": lambda t: (
        _last(t) and [card for card in t.legal if takes(t, card)] == [t.card]
    ),
    "You're last to play: this is your cheapest winner.": lambda t: (
        _last(t) and next(card for card in t.same(t.card, t.legal) if takes(t, card)) is t.card
    ),
    "You must take this trick: do it with your highest card.": lambda t: (
        _highest_of_suit(t) and all(takes(t, card) for card in t.legal)
    ),
    "It's your highest card that stays below {card}: get rid of it.": lambda t: (
        _below(t) and all(has(t, one) for one in t.above(t.card, t.legal))
    ),
    "You can't follow suit: get rid of your highest card in {suit}.": lambda t: (
        _void_now(t) and _highest_of_suit(t) and t.rules.suit_of(t.card) == t.values["suit"]
    ),
    "You can't follow suit: get rid of your last card in {suit}.": lambda t: (
        _void_now(t) and t.same(t.card, t.seen.hand) == [t.card]
    ),
    "It stays below {card}.": _below,
    "You're out of {suit}: trump it. Nobody can overtrump.": lambda t: (
        _void_now(t) and t.card in t.trumps(t.legal) and takes(t, t.card)
    ),
    "You're out of {suit}: trump it.": lambda t: (
        _void_now(t) and t.card in t.trumps(t.legal) and has(t, t.card)
    ),
    "It's your cheapest card that nobody can beat now.": lambda t: takes(t, t.card),
    "You can't beat {card}: play your lowest card in {suit}.": lambda t: (
        _lowest_held(t)
        and best(t)[1] is t.values["card"]
        and not any(t.me in winners(t, card) for card in t.legal)
    ),
    "It draws the last trump, {card}.": _no_trump_left,
    "{card} must fall: nobody holds any other {suit}.": _must_fall,
    "It's a sure trick: nobody can beat it.": lambda t: takes(t, t.card),
    "Nobody after you can beat it.": lambda t: takes(t, t.card),
    "Nobody else has {suit}: it takes the trick or costs a trump.": _costs_a_trump,
    "In {tenths} of 10 deals like this, it draws all their trumps.": _trumps_drawn,
    "In {tenths} of 10 deals like this, {card} falls under it.": lambda t: (
        not t.above(t.card, t.unseen())
        and tenths(t, lambda hands: alone_in(t, hands, t.values["card"]))
    ),
    "{player}, on your side, is out of {suit} and may trump it.": _friend_void,
    "All {suit} still out are higher.": lambda t: (
        t.above(t.card, t.unseen()) == t.same(t.card, t.unseen())
    ),
    "It's your lowest card in {suit}, and {count} higher ones are still out.": lambda t: (
        _lowest_held(t) and _higher_count(t, t.card)
    ),
    "In {tenths} of 10 deals like this, nobody after you can beat it.": lambda t: (
        has(t, t.card) and tenths(t, lambda hands: not beatable(t, hands))
    ),
    "In {tenths} of 10 deals like this, someone can beat it.": lambda t: (
        has(t, t.card) and tenths(t, lambda hands: beatable(t, hands))
    ),
    "Only {cards} can still beat it.": _only_these,
    "It takes the trick unless {player} can beat it.": lambda t: (
        has(t, t.card) and winners(t, t.card) <= {t.me, t.values["player"].seat}
    ),
    "It's a joker: it only takes a trick if it's led.": lambda t: (
        t.card.suit is None and t.me not in winners(t, t.card)
    ),
    "It draws trumps: {count} are still out.": lambda t: (
        t.card in t.trumps(t.legal) and len(t.trumps(t.others)) == t.values["count"]
    ),
    "It's the highest card left in {suit}.": lambda t: not t.above(t.card, t.others),
    "In {tenths} of 10 deals like this, {player}, on your side, can take it.": _friend_can,
    "Second hand plays low: {player}, on your side, plays after you.": lambda t: (
        _lowest_held(t)
        and len(t.seen.plays) == 1
        and t.values["player"].seat in later(t)
        and together(t, t.values["player"].seat)
    ),
    "{player}, on your side, led {suit} before.": _led_before,
    "It's your last card in {suit}: from now on you can trump that suit.": _suit_is_over,
    "Keep {other}: it's high.": lambda t: not t.above(t.values["other"], t.others),
    "Keep {other}: it guards your {card}.": _guards,
    "Keep {other}: it may still win a trick.": _wins_somewhere,
    "Keep {other}: it's a trump.": lambda t: t.values["other"] in t.trumps(t.seen.hand),
    "Keep {other}: {count} higher cards in its suit are still out.": lambda t: _higher_count(
        t, t.values["other"]
    ),
    "Lead from length: you have {count} cards in {suit}.": lambda t: (
        len(t.same(t.card, t.seen.hand)) == t.values["count"]
    ),
    "Discard it: {count} higher {suit} are still out.": lambda t: _higher_count(t, t.card),
    "Duck: leave the trick to {player}, though you could take it.": lambda t: (
        _last(t)
        and winners(t, t.card) == {t.values["player"].seat}
        and any(takes(t, card) for card in t.legal)
    ),
    "You're last to play: it takes the trick.": lambda t: _last(t) and takes(t, t.card),
}
"""Each reason by its sentence."""


def _in_suit(told: Told, equal: Card) -> bool:
    return told.rules.suit_of(equal) == told.rules.suit_of(told.card)


def _takes_now(told: Told, equal: Card) -> bool:
    return equal.suit is not None and has(told, equal)


SPEAKS_AGAINST: dict[str, Callable[[Told, Card], bool]] = {
    "This trick makes the contract.": lambda t, equal: not _takes_now(t, equal),
    "This trick beats the contract.": lambda t, equal: not _takes_now(t, equal),
    "Taking this trick would lose the contract.": _takes_now,
    "{player}'s open hand keeps the lead for your side.": _takes_now,
    "Your side already has this trick: {player} takes it.": _takes_now,
    "Nobody can beat {player}'s {card}: your side has this trick.": _takes_now,
    "You're last to play: only this card takes the trick.": lambda t, equal: True,
    "You're last to play: this is your cheapest winner.": lambda t, equal: True,
    "You must take this trick: do it with your highest card.": _in_suit,
    "It's your highest card that stays below {card}: get rid of it.": _in_suit,
    "You can't follow suit: get rid of your highest card in {suit}.": _in_suit,
    "It stays below {card}.": _takes_now,
    "You're out of {suit}: trump it. Nobody can overtrump.": lambda t, equal: (
        equal not in t.trumps(t.legal)
    ),
    "You're out of {suit}: trump it.": lambda t, equal: equal not in t.trumps(t.legal),
    "It's your cheapest card that nobody can beat now.": _in_suit,
    "You can't beat {card}: play your lowest card in {suit}.": _in_suit,
    "It's your lowest card in {suit}, and {count} higher ones are still out.": _in_suit,
    "Second hand plays low: {player}, on your side, plays after you.": _in_suit,
    "Duck: leave the trick to {player}, though you could take it.": _takes_now,
    "Lead from length: you have {count} cards in {suit}.": lambda t, equal: not _in_suit(t, equal),
}
"""Reasons that say that one should not do something else, and of which cards they do."""


def contradicts(match: Match, seat: Seat, card: Card, reason: Sentence, equal: Card) -> bool:
    """Whether a reason for a card says that one should not play `equal`, which is about as good."""
    told = Told(match, view(match, seat), card, dict(reason.values), Random(1))
    if reason.text.startswith("Keep "):
        return bool(reason.values["other"] == equal)
    against = SPEAKS_AGAINST.get(reason.text)
    return against is not None and against(told, equal)


def is_true(match: Match, seat: Seat, card: Card, reason: Sentence, rng: Random) -> bool:
    """Whether a reason for a card holds, told to `seat`, who is in turn."""
    kept = dict(reason.values)
    told = Told(match, view(match, seat), card, kept, rng)
    others = kept.get("other")
    held = others is None or others in told.seen.hand
    return held and REFEREE[reason.text](told)
