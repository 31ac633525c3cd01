"""The predicates of reasons: whether a reason for a card is true, as far as the player can be sure.

Each takes the player's `Outlook`, the card, and the best other one or None. It returns the values
of its sentence, or None if it is not true. Frequencies are counted in sampled deals.
"""

from collections.abc import Mapping
from typing import Any

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import Card, CardSet, Rank
from kwbot.engine.values.wording import Listed, Who

from .outlook import OUTLOOK_SAMPLES, Outlook

Told = Mapping[str, Any] | None
_SAMPLE_TENTHS = 10
MIN_TENTHS, MAX_TENTHS = 6, 9
"""Least tenths of the deals that are worth telling, and most: certainty has its own reasons."""
_MAX_LISTED_CARDS = 3
"""Most cards named in a reason."""
LONG_SUIT = 4
"""Least cards of a long suit."""


def _if(so: object, **values: Any) -> Told:
    return values if so else None


# --- the contract ---------------------------------------------------------------------------------


def makes(outlook: Outlook, card: Card, other: Card | None) -> Told:
    mine = outlook.me == outlook.seen.declarer or outlook.seen.declarer in outlook.friends
    so = mine and outlook.stands(card) and outlook.outcome(outlook.me)[0] > 0
    return _if(so and outlook.outcome(None)[0] <= 0)


def beats_contract(outlook: Outlook, card: Card, other: Card | None) -> Told:
    against = outlook.seen.declarer not in (None, outlook.me, *outlook.friends)
    so = against and outlook.stands(card) and outlook.outcome(outlook.me)[1] < 0
    return _if(so and outlook.outcome(None)[1] >= 0)


def would_lose(outlook: Outlook, card: Card, other: Card | None) -> Told:
    mine = outlook.me == outlook.seen.declarer
    so = mine and outlook.leaves(card) and outlook.outcome(outlook.me)[1] < 0
    return _if(so and outlook.outcome(None)[1] >= 0)


# --- who has the trick ----------------------------------------------------------------------------


def open_friend(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if not (outlook.friend_has and outlook.wants > 0 and outlook.leaves(card)):
        return None
    player = outlook.best[0]
    lies_open = bool((outlook.seen.open_cards or {}).get(player))
    return _if(lies_open, player=Who(player))


def friend_has(outlook: Outlook, card: Card, other: Card | None) -> Told:
    so = outlook.friend_has and not outlook.later and outlook.wants > 0 and outlook.leaves(card)
    return {"player": Who(outlook.best[0])} if so else None


def friend_stands(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if not (outlook.friend_has and outlook.later and outlook.wants > 0 and outlook.leaves(card)):
        return None
    return {"player": Who(outlook.best[0]), "card": outlook.best[1]}


def _last(outlook: Outlook) -> bool:
    return outlook.certain and not outlook.leading and not outlook.later


def _takers(outlook: Outlook) -> list[Card]:
    return [card for card in outlook.legal if outlook.takes(card)]


def only_winner(outlook: Outlook, card: Card, other: Card | None) -> Told:
    return _if(_last(outlook) and outlook.wants >= 0 and _takers(outlook) == [card])


def cheapest_winner(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if not _last(outlook) or outlook.wants < 0:
        return None
    same = [one for one in outlook.options(card) if outlook.takes(one)]
    return _if(len(same) > 1 and same[0] is card)


def takes_last(outlook: Outlook, card: Card, other: Card | None) -> Told:
    return _if(_last(outlook) and outlook.takes(card))


def ducks(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if not _last(outlook) or outlook.takes(card) or not _takers(outlook):
        return None
    return {"player": Who(outlook.best[0])}


def overtrump_proof(outlook: Outlook, card: Card, other: Card | None) -> Told:
    so = not outlook.leading and outlook.is_trump(card) and outlook.led != outlook.seen.trumps
    return _if(so and bool(outlook.later) and outlook.stands(card), suit=outlook.led)


def trumps_it(outlook: Outlook, card: Card, other: Card | None) -> Told:
    so = not outlook.leading and outlook.is_trump(card) and outlook.led != outlook.seen.trumps
    return _if(so and outlook.certain and outlook.takes(card), suit=outlook.led)


def cheapest_stand(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if outlook.leading or not outlook.later or outlook.wants < 0 or not outlook.stands(card):
        return None
    standing = [one for one in outlook.options(card) if outlook.stands(one)]
    return _if(len(standing) > 1 and standing[0] is card)


def stands(outlook: Outlook, card: Card, other: Card | None) -> Told:
    return _if(not outlook.leading and bool(outlook.later) and outlook.stands(card))


def joker(outlook: Outlook, card: Card, other: Card | None) -> Told:
    so = not outlook.leading and outlook.suit(card) is None and outlook.leaves(card)
    return _if(so)


def last_foe(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if outlook.leading or outlook.wants <= 0 or not outlook.certain or not outlook.takes(card):
        return None
    foes = [seat for seat in outlook.later if seat not in outlook.friends]
    return {"player": Who(foes[0])} if len(foes) == len(outlook.later) == 1 else None


def only_beaters(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if outlook.leading or outlook.wants < 0 or not outlook.certain or not outlook.takes(card):
        return None
    beaters = outlook.beaters(card)
    return _if(0 < len(beaters) <= _MAX_LISTED_CARDS, cards=Listed(tuple(beaters)))


def cannot_beat(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if outlook.leading or not outlook.certain or outlook.wants < 0 or _takers(outlook):
        return None
    same = outlook.options(card)
    so = outlook.suit(card) == outlook.led is not None and len(same) > 1 and same[0] is card
    return _if(so, card=outlook.best[1], suit=outlook.led)


def second_low(outlook: Outlook, card: Card, other: Card | None) -> Told:
    friends = [seat for seat in outlook.later if seat in outlook.friends]
    if len(outlook.seen.plays) != 1 or not friends or outlook.wants <= 0 or not outlook.certain:
        return None
    same = outlook.options(card)
    so = outlook.suit(card) == outlook.led and len(same) > 1 and same[0] is card
    return _if(so, player=Who(friends[-1]))


# --- no tricks wanted -----------------------------------------------------------------------------


def unloads(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if outlook.wants >= 0 or not outlook.leaves(card) or outlook.suit(card) != outlook.led:
        return None
    below = [one for one in outlook.options(card) if not outlook.takes(one)]
    return _if(len(below) > 1 and below[-1] is card, card=outlook.best[1])


def stays_below(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if outlook.wants >= 0 or not outlook.leaves(card) or outlook.suit(card) != outlook.led:
        return None
    return _if(bool(_takers(outlook)), card=outlook.best[1])


def sheds(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if outlook.wants >= 0 or not outlook.leaves(card) or outlook.suit(card) in (None, outlook.led):
        return None
    same = outlook.options(card)
    return _if(same[-1] is card and len(same) > 1, suit=outlook.suit(card))


def sheds_only(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if outlook.wants >= 0 or not outlook.leaves(card) or outlook.suit(card) in (None, outlook.led):
        return None
    so = outlook.mine(outlook.suit(card)) == [card] and bool(outlook.out_of(outlook.suit(card)))
    return _if(so, suit=outlook.suit(card))


def must_take(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if outlook.wants >= 0 or not _last(outlook) or len(_takers(outlook)) < len(outlook.legal):
        return None
    same = outlook.options(card)
    return _if(len(same) > 1 and same[-1] is card)


def low_lead(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if not outlook.leading or outlook.wants >= 0 or outlook.suit(card) is None:
        return None
    higher, same = outlook.higher(card), outlook.out_of(outlook.suit(card))
    return _if(len(higher) > 1 and len(higher) == len(same), suit=outlook.suit(card))


def few_lower(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if outlook.wants >= 0 or outlook.suit(card) is None or not outlook.takes(card):
        return None
    higher = outlook.higher(card)
    so = outlook.options(card)[0] is card and len(outlook.options(card)) > 1 and len(higher) > 1
    return _if(so, suit=outlook.suit(card), count=len(higher))


# --- leading --------------------------------------------------------------------------------------


def last_trump(outlook: Outlook, card: Card, other: Card | None) -> Told:
    trumps = outlook.out_of(outlook.seen.trumps)
    so = outlook.leading and outlook.is_trump(card) and outlook.all_held and len(trumps) == 1
    return {"card": trumps[0]} if so else None


def all_trumps(outlook: Outlook, card: Card, other: Card | None) -> Told:
    trumps = outlook.out_of(outlook.seen.trumps)
    if not (outlook.leading and outlook.is_trump(card) and outlook.wants > 0 and len(trumps) > 1):
        return None
    return _often(sum(_all_fall(outlook, deal) for deal in outlook.deals))


def _all_fall(outlook: Outlook, deal: Mapping[Seat, CardSet]) -> bool:
    """Whether leading a trump draws all trumps of the others."""
    held = [(sum(map(outlook.is_trump, hand)), hand) for hand in deal.values()]
    return any(count for count, _ in held) and all(
        count == 0 or (count == 1 and not outlook.rules.jokers(hand)) for count, hand in held
    )


def draws_trumps(outlook: Outlook, card: Card, other: Card | None) -> Told:
    trumps = outlook.out_of(outlook.seen.trumps)
    so = outlook.leading and outlook.is_trump(card) and outlook.wants > 0 and outlook.all_held
    return _if(so and len(trumps) > 1, count=len(trumps))


def sure_trick(outlook: Outlook, card: Card, other: Card | None) -> Told:
    return _if(outlook.leading and outlook.wants >= 0 and outlook.stands(card))


def falls(outlook: Outlook, card: Card, other: Card | None) -> Told:
    out = outlook.out_of(outlook.suit(card))
    if not outlook.leading or not outlook.plain or not outlook.all_held or len(out) != 1:
        return None
    return _if(bool(outlook.higher(card)) is False, card=out[0], suit=outlook.suit(card))


def may_fall(outlook: Outlook, card: Card, other: Card | None) -> Told:
    suit = outlook.suit(card)
    out = outlook.out_of(suit)
    if not outlook.leading or not outlook.plain or not out or outlook.higher(card):
        return None
    top = out[-1]
    if (top.rank or 0) < Rank.JACK:
        return None
    falls = sum(_must_play(outlook, deal, top) for deal in outlook.deals)
    return _often(falls, least=3, card=top)


def _must_play(outlook: Outlook, deal: Mapping[Seat, CardSet], card: Card) -> bool:
    """Whether the holder of `card` has no other card to follow suit with."""
    hand = next((hand for hand in deal.values() if card in hand), None)
    if hand is None or outlook.rules.jokers(hand):
        return False
    return sum(outlook.suit(one) == outlook.suit(card) for one in hand) == 1


def nobody_follows(outlook: Outlook, card: Card, other: Card | None) -> Told:
    so = outlook.leading and outlook.certain and not outlook.out_of(outlook.suit(card))
    so = so and outlook.suit(card) is not None and not outlook.is_trump(card)
    return _if(so and outlook.wants > 0, suit=outlook.suit(card))


def master(outlook: Outlook, card: Card, other: Card | None) -> Told:
    so = outlook.leading and outlook.suit(card) is not None and not outlook.higher(card)
    return _if(so and outlook.wants >= 0, suit=outlook.suit(card))


def friend_trumps(outlook: Outlook, card: Card, other: Card | None) -> Told:
    suit, trumps = outlook.suit(card), outlook.seen.trumps
    if not outlook.leading or suit is None or trumps is None or suit == trumps:
        return None
    for seat in outlook.friends:
        held = outlook.may_hold(seat)
        if outlook.is_out_of(seat, suit) and outlook.rules.of_suit(held, trumps):
            return {"player": Who(seat), "suit": suit}
    return None


def returns(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if not outlook.leading or outlook.wants <= 0:
        return None
    for trick in outlook.seen.tricks:
        who, led = trick.plays[0]
        if who in outlook.friends and outlook.suit(led) == outlook.suit(card) is not None:
            return {"player": Who(who), "suit": outlook.suit(card)}
    return None


def voids(outlook: Outlook, card: Card, other: Card | None) -> Told:
    suit, trumps = outlook.suit(card), outlook.seen.trumps
    if suit is None or suit == trumps or outlook.wants <= 0 or not outlook.lasting_trumps:
        return None
    if outlook.mine(suit) != [card] or not outlook.mine(trumps) or not outlook.out_of(suit):
        return None
    taken = outlook.stands(card) if outlook.leading else outlook.takes(card)
    return _if(not taken, suit=suit)


def long_suit(outlook: Outlook, card: Card, other: Card | None) -> Told:
    lengths = {
        suit: len(outlook.mine(suit)) for suit in {outlook.suit(one) for one in outlook.legal}
    }
    longest = max(lengths.values())
    so = outlook.leading and outlook.wants > 0 and longest >= LONG_SUIT
    so = so and lengths[outlook.suit(card)] == longest and outlook.suit(card) is not None
    return _if(so and not outlook.is_trump(card), suit=outlook.suit(card), count=longest)


# --- what is kept ---------------------------------------------------------------------------------


def keeps_master(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if other is None or outlook.wants <= 0 or outlook.suit(other) is None:
        return None
    so = outlook.leading or not outlook.takes(other)
    return _if(so and not outlook.higher(other) and outlook.higher(card), other=other)


def keeps_guard(outlook: Outlook, card: Card, other: Card | None) -> Told:
    """Whether `other` guards a card: below it are just as many as higher ones are out."""
    suit = None if other is None else outlook.suit(other)
    if suit is None or outlook.wants <= 0 or suit in (outlook.suit(card), outlook.seen.trumps):
        return None
    held = outlook.mine(suit)
    for below, guarded in enumerate(held):
        high = outlook.higher(guarded)
        if other in held[:below] and 0 < len(high) == below and (guarded.rank or 0) >= Rank.TEN:
            return {"other": other, "card": guarded}
    return None


def keeps_trump(outlook: Outlook, card: Card, other: Card | None) -> Told:
    so = other is not None and outlook.wants > 0 and outlook.is_trump(other)
    return _if(so and not outlook.is_trump(card), other=other)


def keeps_chance(outlook: Outlook, card: Card, other: Card | None) -> Told:
    """Whether `other` may win a trick later: at least as many cards of its suit are kept below it
    as are out above it, and enough tricks are left for those to fall."""
    if other is None or outlook.wants <= 0 or outlook.suit(other) != outlook.suit(card):
        return None
    if len(outlook.seen.hand) <= LONG_SUIT:
        return None
    rules, higher = outlook.rules, len(outlook.higher(other))
    kept = [one for one in outlook.mine(outlook.suit(other)) if one is not card]
    if rules.power(other) < rules.power(card) or len(outlook.higher(card)) <= higher:
        return None
    return _if(0 < higher <= kept.index(other) and higher < _MAX_LISTED_CARDS, other=other)


def keeps_low(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if other is None or outlook.wants >= 0 or outlook.suit(other) is None:
        return None
    so = outlook.mine(outlook.suit(other))[0] is other and len(outlook.higher(other)) > 1
    lower = len(outlook.higher(card)) < len(outlook.higher(other))
    return _if(so and lower, other=other, count=len(outlook.higher(other)))


def cannot_win_by_rank(outlook: Outlook, card: Card, other: Card | None) -> Told:
    suit, count = outlook.suit(card), len(outlook.higher(card))
    so = not outlook.leading and suit not in (None, outlook.led, outlook.seen.trumps)
    return _if(so and outlook.wants > 0 and count > 1, suit=suit, count=count)


# --- how often ------------------------------------------------------------------------------------


def _often(count: int, least: int = MIN_TENTHS, **values: Any) -> Told:
    tenths = round(_SAMPLE_TENTHS * count / OUTLOOK_SAMPLES)
    return {"tenths": tenths, **values} if least <= tenths <= MAX_TENTHS else None


def mostly_stands(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if not outlook.certain or outlook.wants < 0 or not outlook.later or not outlook.takes(card):
        return None
    return _often(sum(not _beatable(outlook, deal, card) for deal in outlook.deals))


def _beatable(outlook: Outlook, deal: Mapping[Seat, CardSet], card: Card) -> bool:
    return any(outlook.can_beat(deal[seat], card) for seat in outlook.later)


def friend_can(outlook: Outlook, card: Card, other: Card | None) -> Told:
    friends = [seat for seat in outlook.later if seat in outlook.friends]
    if not friends or not outlook.certain or outlook.wants <= 0 or outlook.suit(card) is None:
        return None
    best = card if outlook.takes(card) else outlook.best[1]
    can = sum(outlook.can_beat(deal[friends[0]], best) for deal in outlook.deals)
    return _often(can, player=Who(friends[0]))


def mostly_beaten(outlook: Outlook, card: Card, other: Card | None) -> Told:
    if not outlook.certain or outlook.wants >= 0 or not outlook.later or not outlook.takes(card):
        return None
    return _often(sum(_beatable(outlook, deal, card) for deal in outlook.deals))
