"""The decisions before play that parts of a bid bring, in order.

A step is part of a deal's script: it yields phases and returns the next `Setup`.
"""

from collections.abc import Callable
from dataclasses import replace

from kwbot.engine.phases.choose import ANY_SUIT, Choose, ChooseTogether, Offer, always, name_trumps
from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.phases.rulepoints import Awarded
from kwbot.engine.phases.script import Steps, ask
from kwbot.engine.values.actions import (
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
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.choices import (
    Choice,
    OneOf,
    SomeCards,
    SomeNumbers,
    card_options,
    suit_options,
)
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.wording import N_, Sentence

from . import purposes
from .effects import SHAPES, Setup, plague_lead
from .hand_estimate import shorter_suits
from .printed_bids import STANDARD_BIDS

Step = Callable[[Setup], Steps[Setup]]


def _name_trumps(setup: Setup, by: Seat, suits: Offer = ANY_SUIT) -> Steps[Setup]:
    layout, trumps = yield from name_trumps(setup.layout, by, suits)
    return replace(setup, layout=layout, rules=replace(setup.rules, trumps=trumps))


def declarer_names_trumps(setup: Setup) -> Steps[Setup]:
    """Let declarer name trumps."""
    return (yield from _name_trumps(setup, setup.declarer))


def not_the_longest(setup: Setup) -> Steps[Setup]:
    """Subtrumf: let declarer name trumps, but none of their longest suits."""
    return (yield from _name_trumps(setup, setup.declarer, _shorter_suits))


def _shorter_suits(layout: Layout, seat: Seat) -> Choice:
    return suit_options(shorter_suits(layout.hands[seat]))


STATEMENTS = OneOf(
    (*(StateSuit(suit, strength) for suit in Suit for strength in range(1, 6)), StateSuit(None, 0))
)


def left_names_trumps(setup: Setup) -> Steps[Setup]:
    """Mästartrumf: let the player on declarer's left name trumps, after the others' statements."""
    return (yield from _other_names_trumps(setup, setup.layout.left_of(setup.declarer)))


def right_names_trumps(setup: Setup) -> Steps[Setup]:
    """Mästartrumf in edition 1.5: let the player on declarer's right name trumps."""
    return (yield from _other_names_trumps(setup, setup.layout.right_of(setup.declarer)))


def _other_names_trumps(setup: Setup, chooser: Seat) -> Steps[Setup]:
    layout = setup.layout
    for adviser in layout.others(setup.declarer):
        if adviser == chooser:
            continue
        stated = yield from ask(Choose(layout, adviser, always(STATEMENTS), purposes.STATEMENT))
        layout = stated.layout
    return (yield from _name_trumps(replace(setup, layout=layout), chooser))


def guess_tricks(setup: Setup) -> Steps[Setup]:
    """Ungefär and Precis: let declarer name the numbers of tricks."""
    count = STANDARD_BIDS[setup.standard].guesses
    if count == 1:
        options: OneOf | SomeNumbers = OneOf(tuple(NameNumber(number) for number in range(14)))
        about = purposes.GUESS
    else:
        options, about = SomeNumbers(count, 0, 13), purposes.GUESS_TWO
    named = yield from ask(Choose(setup.layout, setup.declarer, always(options), about))
    answer = named.answer
    if isinstance(answer, NameNumber):
        return replace(setup, layout=named.layout, guess=frozenset({answer.number}))
    assert isinstance(answer, NameNumbers)
    return replace(setup, layout=named.layout, guess=frozenset(answer.numbers))


def rank_swap(setup: Setup) -> Steps[Setup]:
    """Rangtrumf: let everyone lay down a card; declarer swaps theirs for the highest of the
    others', whose suit becomes trumps."""
    layout, declarer = setup.layout, setup.declarer
    everybody = tuple(sorted(layout.seats))
    laid = yield from ask(ChooseTogether(layout, everybody, _card_of_hand, purposes.RANK_CARD))
    cards = _cards_laid(laid)
    layout, taken = yield from _highest_taken(laid.layout.with_shown(cards), setup, cards)
    return _swap_cards(replace(setup, layout=layout), cards, taken, cards[declarer])


def rank_swap_seen(setup: Setup) -> Steps[Setup]:
    """Rangtrumf in edition 1.5: declarer chooses their card after seeing the others'."""
    layout, declarer = setup.layout, setup.declarer
    others = tuple(sorted(layout.others(declarer)))
    laid = yield from ask(ChooseTogether(layout, others, _card_of_hand, purposes.RANK_CARD))
    cards = _cards_laid(laid)
    layout, taken = yield from _highest_taken(laid.layout.with_shown(cards), setup, cards)
    given = yield from ask(Choose(layout, declarer, _card_of_hand, purposes.rank_given(taken)))
    return _swap_cards(replace(setup, layout=given.layout), cards, taken, _card_named(given))


def _cards_laid(laid: ChooseTogether) -> dict[Seat, Card]:
    return {s: act.card for s, act in laid.answers if isinstance(act, ChooseCard) and act.card}


def _highest_taken(
    layout: Layout, setup: Setup, cards: dict[Seat, Card]
) -> Steps[tuple[Layout, Card]]:
    """Return the highest card of the others; if there are several, declarer picks one."""
    best = _highest(cards, setup.declarer, setup.rules)
    if len(best) == 1:
        return layout, best[0]
    pick = Choose(layout, setup.declarer, always(card_options(CardSet(best))), purposes.RANK_PICK)
    picked = yield from ask(pick)
    return picked.layout, _card_named(picked)


def _swap_cards(setup: Setup, cards: dict[Seat, Card], taken: Card, given: Card) -> Setup:
    """Return the setup after declarer's open swap of cards; the taken card's suit is trumps."""
    declarer = setup.declarer
    owner = next(seat for seat, card in cards.items() if card is taken)
    swap = {declarer: CardSet([given]), owner: CardSet([taken])}
    layout = setup.layout.with_passed(swap, {declarer: owner, owner: declarer})
    layout = layout.with_shown({declarer: taken, owner: given})
    return replace(setup, layout=layout, rules=replace(setup.rules, trumps=taken.suit))


def _card_named(named: Choose) -> Card:
    card = named.answer_as(ChooseCard).card
    assert card
    return card


def _card_of_hand(layout: Layout, seat: Seat) -> Choice:
    return card_options(layout.hands[seat])


def _highest(cards: dict[Seat, Card], declarer: Seat, rules: PlayRules) -> list[Card]:
    theirs = [card for seat, card in cards.items() if seat != declarer]
    top = max(rules.strength(card) for card in theirs)
    return [card for card in theirs if rules.strength(card) == top]


def name_plague(setup: Setup) -> Steps[Setup]:
    """Pest: let declarer name the plague suit, and ban leading it at first."""
    named = yield from ask(Choose(setup.layout, setup.declarer, ANY_SUIT, purposes.PLAGUE))
    plague = named.answer_as(NameSuit).suit
    bans = (plague_lead(setup.declarer, plague), *setup.rules.bans)
    return replace(setup, layout=named.layout, plague=plague, rules=replace(setup.rules, bans=bans))


def name_justice(setup: Setup) -> Steps[Setup]:
    """Rättvisa: let declarer name any card of the deck; they will decide who takes its trick."""
    any_card = always(card_options(setup.layout.deck))
    named = yield from ask(Choose(setup.layout, setup.declarer, any_card, purposes.JUSTICE))
    deciding = Awarded(setup.declarer, _card_named(named), purposes.TAKER)
    rules = replace(setup.rules, interrupts=(*setup.rules.interrupts, deciding))
    return replace(setup, layout=named.layout, rules=rules)


def _pass_cards(setup: Setup, receivers: dict[Seat, Seat], about: Purpose) -> Steps[Setup]:
    layout = setup.layout
    givers = tuple(sorted(receivers))
    phase = ChooseTogether(layout, givers, _passed_cards, about, tuple(sorted(receivers.items())))
    chosen = yield from ask(phase)
    given = {seat: act.cards for seat, act in chosen.answers if isinstance(act, ChooseCards)}
    return replace(setup, layout=chosen.layout.with_passed(given, receivers))


def _passed_cards(layout: Layout, seat: Seat) -> Choice:
    return SomeCards(layout.hands[seat], purposes.PASSED_CARDS, purposes.PASSED_CARDS)


def mail(setup: Setup) -> Steps[Setup]:
    """Brev: let everyone pass three cards in the direction that declarer names."""
    layout = setup.layout
    ways = DIRECTIONS if len(layout.seats) == 4 else DIRECTIONS[:2]
    options = OneOf(
        tuple(NameDirection(way) for way in ways), Sentence(N_("Nobody sits on that side."))
    )
    named = yield from ask(Choose(layout, setup.declarer, always(options), purposes.DIRECTION))
    step = _DIRECTION_STEPS[named.answer_as(NameDirection).direction]
    return (yield from _all_pass(replace(setup, layout=named.layout), step))


def mail_to_the_right(setup: Setup) -> Steps[Setup]:
    """Brev in edition 1.5: let everyone pass three cards to the right."""
    return (yield from _all_pass(setup, _DIRECTION_STEPS["right"]))


def _all_pass(setup: Setup, step: int) -> Steps[Setup]:
    receivers = {seat: setup.layout.left_of(seat, step) for seat in setup.layout.seats}
    return (yield from _pass_cards(setup, receivers, purposes.MAIL))


def masters_mail(setup: Setup) -> Steps[Setup]:
    """Mästarbrev: let all but declarer pass three cards to the right, skipping declarer."""
    return (yield from _others_pass(setup, _DIRECTION_STEPS["right"], purposes.MASTERS_MAIL))


def masters_mail_to_the_left(setup: Setup) -> Steps[Setup]:
    """Mästarbrev in edition 1.5: the same to the left."""
    return (yield from _others_pass(setup, _DIRECTION_STEPS["left"], purposes.MASTER_MAIL))


def _others_pass(setup: Setup, step: int, about: Purpose) -> Steps[Setup]:
    others = setup.layout.others(setup.declarer)
    receivers = {seat: others[(at + step) % len(others)] for at, seat in enumerate(others)}
    return (yield from _pass_cards(setup, receivers, about))


_DIRECTION_STEPS = {"left": 1, "right": -1, "across": 2}
"""Places to the left that cards are passed, by direction."""
_STEPS_1_4: dict[str, Step] = {
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

STEPS_OF_PARTS = {
    "1.4": _STEPS_1_4,
    "1.5": {
        **_STEPS_1_4,
        "rangtrumf": rank_swap_seen,
        "mastartrumf": right_names_trumps,
        "brev": mail_to_the_right,
        "mastarbrev": masters_mail_to_the_left,
    },
}
"""The steps of the parts of a bid, by edition."""

BEFORE_PLAY = ("pest", "rattvisa", "brev", "mastarbrev")
"""The specials with a step, in printed order (1, 1, 2, 3); all come after the standard bid's."""


def prepare_play(setup: Setup, edition: str) -> Steps[Setup]:
    """Apply every part of the bid to the rules, then take the steps in printed order."""
    steps = STEPS_OF_PARTS[edition]
    for key in (setup.standard, *sorted(setup.specials)):
        if key in SHAPES:
            setup = replace(setup, rules=SHAPES[key](setup))
    for key in (setup.standard, *(key for key in BEFORE_PLAY if key in setup.specials)):
        if key in steps:
            setup = yield from steps[key](setup)
    return setup
