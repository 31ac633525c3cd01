"""The deal up to now, told again with hands that a viewer imagines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kwbot.engine.actions import (
    CHANCE,
    Action,
    ChooseCard,
    ChooseCards,
    Concealed,
    Dealt,
    Seat,
    Show,
)
from kwbot.engine.cards import NO_CARDS, CardSet, Suit
from kwbot.engine.choices import Choice, SomeCards
from kwbot.engine.deal import Deal
from kwbot.engine.errors import RuleViolation
from kwbot.engine.phases.base import Said
from kwbot.engine.phases.choose import concealed
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.table import Table
from kwbot.engine.values import changed
from kwbot.engine.view import View

from .setting import Unsupported


def retold(seen: View, hands: Sequence[CardSet]) -> Deal:
    """The deal as the viewer sees it, where these are the hands now, by player number.

    Where cards have changed hands since something was said, whoever said it held what it took.
    Raises Unsupported where it would have been impossible all the same.
    """
    aside = seen.variant.deck(len(seen.names)) - CardSet(card for hand in hands for card in hand)
    kitty = (*seen.kitty, *(aside - CardSet(seen.kitty)))
    dealt = Dealt(tuple(hands), kitty, seen.turned, seen.words)
    deal = _after_chance(_begun(seen), dealt)
    try:
        standing = list(_standing(seen))
        for at, said in enumerate(standing):
            moved = any(_moves_cards(later) for later in standing[at:])
            deal = _after_chance(_after(deal, said, moved=moved), dealt)
    except RuleViolation as error:
        raise Unsupported from error
    deal = _as_now(deal, seen, hands, aside).past_quiet()
    if seen.seat not in deal.to_act() or isinstance(deal.current, TrickPlay):
        raise Unsupported
    return deal


def _begun(seen: View) -> Deal:
    assert seen.dealer is not None
    players, variant = len(seen.names), seen.variant
    table = Table.empty(players, seen.dealer, seen.seats, variant.deck(players))
    return Deal.begin(variant, seen.sheet, table)


def _after_chance(deal: Deal, dealt: Dealt) -> Deal:
    while deal.to_act() == (CHANCE,):
        deal = deal.apply(CHANCE, dealt)
    return deal


def _standing(seen: View) -> Iterator[Said]:
    """What was said, without what others choose in secret together with the viewer: that is still
    to come, as far as the viewer can tell."""
    assert seen.seat is not None
    assert seen.purposes is not None
    asked = seen.purposes[seen.seat].key
    chosen = len(seen.seats) - len(seen.to_act)
    for left, entry in zip(range(len(seen.said), 0, -1), seen.said, strict=True):
        if entry.action is not None or entry.purpose.key != asked or left > chosen:
            yield entry


def _moves_cards(said: Said) -> bool:
    """Whether the hand that somebody held then may be another one now."""
    return said.action is None or isinstance(said.action, ChooseCards | Concealed)


def _after(deal: Deal, said: Said, *, moved: bool) -> Deal:
    """The deal after what somebody said, or chose without showing it."""
    deal = deal.past_quiet()
    action = _meant(deal.choice(said.seat), said.action)
    for able in _able(deal, said.seat, action, moved=moved):
        if action in able.choice(said.seat):
            return able.apply(said.seat, action)
    return deal.apply(said.seat, action)


def _meant(choice: Choice, action: Action | None) -> Action:
    """The action, or one that looks the same to others. Raises Unsupported if there is none."""
    if action is not None and not isinstance(action, Concealed):
        return action
    if isinstance(choice, SomeCards):
        count = choice.least if action is None else action.count
        return ChooseCards(CardSet(list(choice.cards)[:count]))
    for one in choice:
        if action is None or concealed(one) == action:
            return one
    raise Unsupported


def _able(deal: Deal, seat: Seat, action: Action, *, moved: bool) -> Iterator[Deal]:
    """The deal as it is; then with the cards of an action in the hand of `seat`, from where they
    went; then, if others did too, without them, and with nothing but one suit."""
    yield deal
    table, cards = deal.table, _cards(action)
    rest = table.hands[seat] - cards
    hands = [CardSet(list(rest)[: max(0, len(table.hands[seat]) - len(cards))]) | cards]
    if moved:
        hands += [rest, *map(table.deck.of_suit, Suit)]
    for hand in hands:
        yield deal.at(table.with_hands({seat: hand}))


def _cards(action: Action) -> CardSet:
    """Those that an action chooses."""
    match action:
        case ChooseCards(cards):
            return cards
        case ChooseCard(card) | Show(card) if card is not None:
            return CardSet([card])
    return NO_CARDS


def _as_now(deal: Deal, seen: View, hands: Sequence[CardSet], aside: CardSet) -> Deal:
    """With the hands as they are now, whatever it took to come here."""
    table, known = deal.table, seen.known or {}
    hidden = aside - CardSet(seen.kitty) - seen.laid
    return deal.at(
        changed(
            table,
            hands=tuple(hands),
            kitty=(*seen.kitty, *hidden)[: len(table.kitty)],
            known=tuple(known.get(seat, NO_CARDS) for seat in range(table.players)),
        )
    )
