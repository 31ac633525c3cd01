"""Reconstruction of the deal so far with hands that a viewer imagines."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from kwbot.engine.deals.deal import Deal
from kwbot.engine.phases.base import Said
from kwbot.engine.phases.choose import conceal
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import (
    CHANCE,
    Action,
    ChooseCard,
    ChooseCards,
    Concealed,
    Dealt,
    NamePlayer,
    Seat,
    Show,
)
from kwbot.engine.values.cards import NO_CARDS, CardSet, Suit
from kwbot.engine.values.choices import Choice, SomeCards
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.trick import Trick
from kwbot.engine.views.view import View

from .kernel_input import Unsupported


def retell(seen: View, hands: Sequence[CardSet], rng: Random) -> Deal:
    """Return the deal as the viewer sees it, with these hands now, by player number.

    If cards have changed hands since something was said, its player is given cards that make it
    possible; the true ones are not reconstructed. Cards laid away are drawn by `rng`. Raises
    Unsupported if something said was impossible.
    """
    assert seen.seat is not None
    aside = seen.variant.deck(len(seen.names)) - CardSet.union(hands)
    dealt = _original_cards(seen, hands, aside)
    deal = _after_chance(_begin(seen), dealt)
    standing = list(_standing(seen))
    speakers = [*(said.seat for said in standing), seen.seat][1:]
    try:
        for at, (said, following) in enumerate(zip(standing, speakers, strict=True)):
            moved = any(map(_moves_cards, standing[at:]))
            deal = _after_chance(_after(deal, said, following, moved=moved), dealt)
    except RuleViolation as error:
        raise Unsupported from error
    deal = _as_now(deal, seen, hands, aside, rng).past_unwritten()
    if seen.seat not in deal.to_act() or isinstance(deal.current, TrickPlay):
        raise Unsupported
    return deal


def after_answer(seen: View, action: Action) -> View:
    """Return the viewer's view after their answer to an interrupt: who takes the trick, or which
    cards to lay open. Raises Unsupported for anything else."""
    assert seen.seat is not None
    assert seen.rules is not None
    match action:
        case NamePlayer(taker):
            trick = Trick(seen.plays, seen.trumps, taker)
            first = seen.seats.index(taker)
            return replace(
                seen,
                tricks=(*seen.tricks, trick),
                plays=(),
                order=seen.rules.order(seen.seats[first:] + seen.seats[:first]),
                trumps=seen.rules.next_trumps(seen.trumps, trick),
            )
        case ChooseCards(cards):
            shown = seen.open_cards or {}
            mine = shown.get(seen.seat, NO_CARDS) | cards
            return replace(seen, open_cards={**shown, seen.seat: mine})
    raise Unsupported


def _original_cards(seen: View, hands: Sequence[CardSet], aside: CardSet) -> Dealt:
    """Return the cards as they may have been dealt, with all turned-up ones in the kitty."""
    turned = CardSet(seen.upturned)
    spare = list(aside - turned)
    first = [hand - turned | CardSet(spare.pop() for _ in hand & turned) for hand in hands]
    return Dealt(tuple(first), (*seen.upturned, *spare), seen.turned, seen.words)


def _begin(seen: View) -> Deal:
    assert seen.dealer is not None
    players, variant = len(seen.names), seen.variant
    layout = Layout.empty(players, seen.dealer, seen.seats, variant.deck(players))
    return Deal.begin(variant, seen.sheet, layout)


def _after_chance(deal: Deal, dealt: Dealt) -> Deal:
    while deal.to_act() == (CHANCE,):
        deal = deal.apply(CHANCE, dealt)
    return deal


def _standing(seen: View) -> Iterator[Said]:
    """Yield what was said, without secret choices made together with the viewer's pending one,
    which for the viewer are still to come."""
    assert seen.seat is not None
    assert seen.purposes is not None
    asked = seen.purposes[seen.seat].key
    chosen = len(seen.seats) - len(seen.to_act)
    for left, entry in zip(range(len(seen.said), 0, -1), seen.said, strict=True):
        if entry.action is not None or entry.purpose.key != asked or left > chosen:
            yield entry


def _moves_cards(said: Said) -> bool:
    """Whether hands may have changed through what was said."""
    return said.action is None or isinstance(said.action, ChooseCards | Concealed)


def _after(deal: Deal, said: Said, following: Seat, *, moved: bool) -> Deal:
    """Return the deal after something said or chosen in secret; if possible one in which
    `following` is next."""
    deal, found = deal.past_unwritten(), None
    action = _meant(deal.choice(said.seat), said.action)
    for able in _able(deal, said.seat, action, following, moved=moved):
        if action in able.choice(said.seat):
            after = able.apply(said.seat, action)
            if {following, CHANCE} & set(after.past_unwritten().to_act()):
                return after
            found = found or after
    return found or deal.apply(said.seat, action)


def _meant(choice: Choice, action: Action | None) -> Action:
    """Return the action, or for a concealed one any that looks the same to others. Raises
    Unsupported if there is none."""
    if action is not None and not isinstance(action, Concealed):
        return action
    if isinstance(choice, SomeCards):
        count = choice.least if action is None else action.count
        return ChooseCards(CardSet(list(choice.cards)[:count]))
    for one in choice:
        if action is None or conceal(one) == action:
            return one
    raise Unsupported


def _able(
    deal: Deal, seat: Seat, action: Action, following: Seat, *, moved: bool
) -> Iterator[Deal]:
    """Yield the deal with hands that may allow the action: as it is; with the action's cards in the
    hand of `seat`; and if cards moved, with these cards in the hand of `following` or in none, and
    with one whole suit as the hand of `seat`."""
    yield deal
    layout, cards = deal.layout, _cards(action)
    without = {who: layout.hands[who] - cards for who in layout.seats}
    hands: list[dict[Seat, CardSet]] = []
    if cards:
        kept = list(without[seat])[: max(0, len(layout.hands[seat]) - len(cards))]
        hands.append({seat: CardSet(kept) | cards})
    if cards and moved:
        hands += [without | {following: without[following] | cards}, without]
    if moved:
        hands += [{seat: layout.deck.of_suit(suit)} for suit in Suit]
    for held in hands:
        yield deal.at(layout.with_hands(held))


def _cards(action: Action) -> CardSet:
    """Return the cards that an action chooses."""
    match action:
        case ChooseCards(cards):
            return cards
        case ChooseCard(card) | Show(card) if card is not None:
            return CardSet([card])
    return NO_CARDS


def _as_now(deal: Deal, seen: View, hands: Sequence[CardSet], aside: CardSet, rng: Random) -> Deal:
    """Return the deal with the cards where they are now."""
    layout, known = deal.layout, seen.known or {}
    hidden = list(aside - CardSet(seen.kitty) - seen.laid)
    rng.shuffle(hidden)
    laid = [CardSet(hidden.pop() for _ in cards) for cards in _others_laid(layout, seen)]
    assert seen.seat is not None
    laid[seen.seat] = seen.laid
    return deal.at(
        replace(
            layout,
            hands=tuple(hands),
            kitty=(*seen.kitty, *hidden)[: len(layout.kitty)],
            laid=tuple(laid),
            known=tuple(known.get(seat, NO_CARDS) for seat in range(layout.players)),
            fouls=seen.fouls,
        )
    )


def _others_laid(layout: Layout, seen: View) -> list[CardSet]:
    return [NO_CARDS if seat == seen.seat else cards for seat, cards in enumerate(layout.laid)]
