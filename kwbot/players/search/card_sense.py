"""Common sense about cards: which ones differ, and which ones custom rules out."""

from collections.abc import Mapping

from kwbot.engine.phases.rulepoints import Awarded, LedFirst, MustFall
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.views.view import View
from kwbot.players.samples.determinization import lacking_cards, sure_cards
from kwbot.variants import counsels


def distinct_cards(seen: View, legal: CardSet) -> list[Card]:
    """Return the cards of `legal` that differ: the lowest of each run of neighbours."""
    strength = seen.strength
    assert strength is not None
    special = _special(seen)
    others = _unseen_cards(seen) | CardSet(card for _, card in seen.plays)
    kept: list[Card] = []
    by_rank = sorted(legal | others, key=lambda card: (card.suit or 0, strength(card)))
    below: Card | None = None
    for card in by_rank:
        if card not in legal:
            below = None
            continue
        alike = below and card.suit is not None and below.suit == card.suit
        if not alike or not special.isdisjoint((below, card)):
            kept.append(card)
        below = card
    return kept


def thrifty(seen: View, cards: list[Card]) -> list[Card]:
    """Return the thriftiest cards: of those of a suit that leave the trick to the same player, the
    lowest if tricks are wanted, otherwise the highest. Common sense knows this better than a few
    samples."""
    led, leaning = _suit_led(seen), counsels()[seen.variant.key].leaning(seen)
    if led is None or leaning == 0:
        return cards
    most = max(_power(card, led, seen) for _, card in seen.plays)
    last, special = len(seen.plays) + 1 == len(seen.order), _special(seen)
    assert seen.strength
    kept: dict[object, Card] = {}
    for card in sorted(cards, key=seen.strength, reverse=leaning < 0):
        takes = _power(card, led, seen) > most
        single = card.suit is None or card in special or (takes and not last)
        kept.setdefault(card if single else (card.suit, takes), card)
    return [card for card in cards if card in kept.values()]


def _suit_led(seen: View) -> Suit | None:
    """Return the suit led to the trick under way; None before the lead and after a joker's."""
    assert seen.rules
    return seen.rules.suit_of(seen.plays[0][1]) if seen.plays else None


def customary(seen: View, cards: list[Card]) -> list[Card]:
    """Return `cards` without those that nobody who wants tricks plays, if others are left: cards
    with which the last player leaves the trick to the wrong side, and masters discarded in place
    of other losing cards."""
    led, kept = _suit_led(seen), taking(seen, cards)
    if led is None or counsels()[seen.variant.key].leaning(seen) <= 0:
        return cards
    away = [card for card in kept if _power(card, led, seen) < 0]
    masters = [card for card in away if _is_master(seen, card)]
    return kept if masters == away else [card for card in kept if card not in masters]


def taking(seen: View, cards: list[Card]) -> list[Card]:
    """Return those of `cards` with which the last player takes a trick from the wrong side;
    otherwise all."""
    takers = _takers(seen, cards)
    return takers if takers and _last_gain(seen) > 0 else cards


def leaving(seen: View, cards: list[Card]) -> list[Card]:
    """Return those of `cards`, no jokers, that leave the trick to a player who should have it, if
    no later player would take it from them; otherwise all."""
    takers = _takers(seen, cards)
    kept = [card for card in cards if card.suit is not None and card not in takers]
    return kept if kept and _is_shared(seen) else cards


def _takers(seen: View, cards: list[Card]) -> list[Card]:
    """Return those of `cards` that beat the best card of the trick."""
    led = _suit_led(seen)
    if led is None:
        return []
    most = max(_power(card, led, seen) for _, card in seen.plays)
    return [card for card in cards if _power(card, led, seen) > most]


def _last_gain(seen: View) -> float:
    """Return the last player's gain from taking the trick; 0 for players who are not last or want
    no tricks."""
    is_last = len(seen.plays) + 1 == len(seen.order)
    return _gains(seen).get(seen.seat or 0, 0.0) if is_last else 0.0


def _is_shared(seen: View) -> bool:
    """Whether tricks are wanted, and no later player who may hold a better card could take this one
    with a gain or loss for the viewer."""
    gains = _gains(seen)
    later = (seat for seat in gains if seat in seen.order[len(seen.plays) :])
    return bool(gains) and not any(gains[seat] and _may_take(seen, seat) for seat in later)


def _may_take(seen: View, seat: Seat) -> bool:
    """Whether a player may hold a card that beats the best one of the trick."""
    sure = {who: sure_cards(seen, who) for who in seen.seats} | {seen.seat: seen.hand}
    held = sure[seat]
    if len(held) < len(seen.hand):  # those who have yet to play hold as many as the viewer
        hidden = _unseen_cards(seen) - CardSet.union(sure.values())
        held |= hidden - lacking_cards(seen).get(seat, NO_CARDS)
    return bool(_takers(seen, [*held]))


def _gains(seen: View) -> Mapping[Seat, float]:
    """Return the viewer's gain if a player takes the trick from the one who has it, by player;
    empty before the lead, after a joker's, and if no tricks are wanted."""
    counsel, led = counsels()[seen.variant.key], _suit_led(seen)
    if led is None or counsel.leaning(seen) <= 0:
        return {}
    holder, _ = max(seen.plays, key=lambda play: _power(play[1], led, seen))
    brings = counsel.brings(seen)
    return {seat: brings[seat] - brings[holder] for seat in seen.seats}


def _is_master(seen: View, card: Card) -> bool:
    """Whether others may hold cards of its suit, but none that beats it."""
    assert seen.strength
    suit = None if card.suit is None else _unseen_cards(seen).of_suit(card.suit)
    return bool(suit) and all(seen.strength(one) < seen.strength(card) for one in suit or ())


def _unseen_cards(seen: View) -> CardSet:
    """Return the cards that others may hold."""
    return seen.variant.deck(len(seen.names)) - seen.played_cards - seen.hand - seen.laid


def _power(card: Card, led: Suit, seen: View) -> int:
    """Return the power of a card in the trick; −1 if it never wins."""
    assert seen.strength
    assert seen.rules
    suit = seen.rules.suit_of(card)
    if suit is None or suit not in (led, seen.trumps):
        return -1
    return seen.strength(card) + 100 * (suit == seen.trumps)


def _special(seen: View) -> set[Card]:
    """Return the cards that rules name, which no neighbour can replace."""
    rules = seen.rules
    assert rules is not None
    found = {rules.stand_in[0]} if rules.stand_in else set()
    found |= {one.card for one in rules.interrupts if isinstance(one, Awarded)}
    bans = [ban.cards for ban in rules.bans]
    return found | {ban.card for ban in bans if isinstance(ban, MustFall | LedFirst)}
