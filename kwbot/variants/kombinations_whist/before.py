"""What bids ask before play, and in which order.

`STEPS` are generators that yield phases and return the next `Setup`, as a deal's script does.
"""

from __future__ import annotations

from collections.abc import Callable

from kwbot.engine.actions import (
    DIRECTIONS,
    ChooseCard,
    ChooseCards,
    NameDirection,
    NameNumber,
    NameNumbers,
    NameSuit,
    Seat,
    StateSuit,
)
from kwbot.engine.cards import Card, CardSet, Suit
from kwbot.engine.choices import Choice, OneOf, SomeCards, SomeNumbers, card_options, suit_options
from kwbot.engine.frozen import changed
from kwbot.engine.phases.base import Purpose
from kwbot.engine.phases.choose import (
    ANY_SUIT,
    Choose,
    ChooseTogether,
    Offer,
    always,
    name_trumps,
)
from kwbot.engine.playrules import PlayRules
from kwbot.engine.rulepoints import Awarded
from kwbot.engine.script import Steps, ask
from kwbot.engine.table import Table
from kwbot.engine.wording import N_, Sentence

from .bids import STANDARD
from .effects import SHAPES, Setup, plague_lead
from .hands import shorter_suits
from .purposes import (
    DIRECTION,
    GUESS,
    GUESS_TWO,
    JUSTICE,
    MAIL,
    MASTERS_MAIL,
    PASSED,
    PLAGUE,
    RANK_CARD,
    RANK_PICK,
    STATEMENT,
    TAKER,
)

Step = Callable[[Setup], Steps[Setup]]


def _name_trumps(setup: Setup, by: Seat, suits: Offer = ANY_SUIT) -> Steps[Setup]:
    table, trumps = yield from name_trumps(setup.table, by, suits)
    return changed(setup, table=table, rules=changed(setup.rules, trumps=trumps))


def declarer_names_trumps(setup: Setup) -> Steps[Setup]:
    return (yield from _name_trumps(setup, setup.declarer))


def not_the_longest(setup: Setup) -> Steps[Setup]:
    """Subtrumf: no suit of which declarer holds most cards; a shared most counts as most."""
    return (yield from _name_trumps(setup, setup.declarer, _shorter_suits))


def _shorter_suits(table: Table, seat: Seat) -> Choice:
    return suit_options(shorter_suits(table.hands[seat]))


STATEMENTS = OneOf(
    (*(StateSuit(suit, strength) for suit in Suit for strength in range(1, 6)), StateSuit(None, 0))
)


def left_names_trumps(setup: Setup) -> Steps[Setup]:
    """Mästartrumf: the others may state a suit and a strength, then declarer's left decides."""
    chooser, *advisers = setup.table.others(setup.declarer)
    table = setup.table
    for adviser in advisers:
        stated = yield from ask(Choose(table, adviser, always(STATEMENTS), STATEMENT))
        table = stated.table
    return (yield from _name_trumps(changed(setup, table=table), chooser))


def guess_tricks(setup: Setup) -> Steps[Setup]:
    """Ungefär and Precis: the numbers of tricks, before play."""
    count = STANDARD[setup.standard].guesses
    if count == 1:
        options: OneOf | SomeNumbers = OneOf(tuple(NameNumber(number) for number in range(14)))
        about = GUESS
    else:
        options, about = SomeNumbers(count, 0, 13), GUESS_TWO
    named = yield from ask(Choose(setup.table, setup.declarer, always(options), about))
    answer = named.answer
    if isinstance(answer, NameNumber):
        return changed(setup, table=named.table, guess=frozenset({answer.number}))
    assert isinstance(answer, NameNumbers)
    return changed(setup, table=named.table, guess=frozenset(answer.numbers))


def rank_swap(setup: Setup) -> Steps[Setup]:
    """Rangtrumf: all lay a card; declarer swaps theirs for the highest, whose suit is trumps."""
    table, declarer = setup.table, setup.declarer
    everybody = tuple(sorted(table.seats))
    laid = yield from ask(ChooseTogether(table, everybody, _card_of_hand, RANK_CARD))
    answers = laid.answers
    cards = {s: act.card for s, act in answers if isinstance(act, ChooseCard) and act.card}
    best = _highest(cards, declarer, setup.rules)
    table = laid.table.with_shown(cards)
    taken = best[0]
    if len(best) > 1:
        pick = Choose(table, declarer, always(card_options(CardSet(best))), RANK_PICK)
        picked = yield from ask(pick)
        taken, table = _card_named(picked), picked.table
    owner = next(seat for seat, card in cards.items() if card is taken)
    given = {declarer: CardSet([cards[declarer]]), owner: CardSet([taken])}
    swapped = table.with_passed(given, {declarer: owner, owner: declarer})
    swapped = swapped.with_shown({declarer: taken, owner: cards[declarer]})
    return changed(setup, table=swapped, rules=changed(setup.rules, trumps=taken.suit))


def _card_named(named: Choose) -> Card:
    card = named.chosen(ChooseCard).card
    assert card
    return card


def _card_of_hand(table: Table, seat: Seat) -> Choice:
    return card_options(table.hands[seat])


def _highest(cards: dict[Seat, Card], declarer: Seat, rules: PlayRules) -> list[Card]:
    theirs = [card for seat, card in cards.items() if seat != declarer]
    top = max(rules.strength(card) for card in theirs)
    return [card for card in theirs if rules.strength(card) == top]


def name_plague(setup: Setup) -> Steps[Setup]:
    """Pest: declarer names the suit, and may not lead it at first."""
    named = yield from ask(Choose(setup.table, setup.declarer, ANY_SUIT, PLAGUE))
    plague = named.chosen(NameSuit).suit
    bans = (plague_lead(setup.declarer, plague), *setup.rules.bans)
    return changed(setup, table=named.table, plague=plague, rules=changed(setup.rules, bans=bans))


def name_justice(setup: Setup) -> Steps[Setup]:
    """Rättvisa: declarer names any card of the deck, and decides who takes the trick with it."""
    any_card = always(card_options(setup.table.deck))
    named = yield from ask(Choose(setup.table, setup.declarer, any_card, JUSTICE))
    deciding = Awarded(setup.declarer, _card_named(named), TAKER)
    rules = changed(setup.rules, interrupts=(*setup.rules.interrupts, deciding))
    return changed(setup, table=named.table, rules=rules)


def _pass_cards(setup: Setup, receivers: dict[Seat, Seat], about: Purpose) -> Steps[Setup]:
    table = setup.table
    givers = tuple(sorted(receivers))
    phase = ChooseTogether(table, givers, _passed_cards, about, tuple(sorted(receivers.items())))
    chosen = yield from ask(phase)
    given = {seat: act.cards for seat, act in chosen.answers if isinstance(act, ChooseCards)}
    return changed(setup, table=chosen.table.with_passed(given, receivers))


def _passed_cards(table: Table, seat: Seat) -> Choice:
    return SomeCards(table.hands[seat], PASSED, PASSED)


def mail(setup: Setup) -> Steps[Setup]:
    """Brev: all pass three cards in the direction that declarer names."""
    table = setup.table
    steps = {"left": 1, "right": -1, "across": 2}
    ways = DIRECTIONS if len(table.seats) == 4 else DIRECTIONS[:2]
    options = OneOf(
        tuple(NameDirection(way) for way in ways), Sentence(N_("Nobody sits on that side."))
    )
    named = yield from ask(Choose(table, setup.declarer, always(options), DIRECTION))
    step = steps[named.chosen(NameDirection).direction]
    receivers = {seat: table.left_of(seat, step) for seat in table.seats}
    return (yield from _pass_cards(changed(setup, table=named.table), receivers, MAIL))


def masters_mail(setup: Setup) -> Steps[Setup]:
    """Mästarbrev: all but declarer pass three cards to their right, skipping declarer."""
    others = setup.table.others(setup.declarer)
    receivers = {seat: others[at - 1] for at, seat in enumerate(others)}
    return (yield from _pass_cards(setup, receivers, MASTERS_MAIL))


STEPS: dict[str, Step] = {
    "ungefar": guess_tricks,
    "precis": guess_tricks,
    "trumf": declarer_names_trumps,
    "grill": declarer_names_trumps,
    "blocktrumf": declarer_names_trumps,
    "maxtrumf": declarer_names_trumps,
    "subtrumf": not_the_longest,
    "rangtrumf": rank_swap,
    "mastartrumf": left_names_trumps,
    "pest": name_plague,
    "rattvisa": name_justice,
    "brev": mail,
    "mastarbrev": masters_mail,
}

BEFORE_PLAY = ("pest", "rattvisa", "brev", "mastarbrev")
"""The specials that ask before play, in printed order (1, 1, 2, 3), after the standard bid."""


def prepared(setup: Setup) -> Steps[Setup]:
    """Shape the rules by every part of the bid, then ask in the printed order."""
    for key in (setup.standard, *sorted(setup.specials)):
        if key in SHAPES:
            setup = changed(setup, rules=SHAPES[key](setup))
    for key in (setup.standard, *(key for key in BEFORE_PLAY if key in setup.specials)):
        if key in STEPS:
            setup = yield from STEPS[key](setup)
    return setup
