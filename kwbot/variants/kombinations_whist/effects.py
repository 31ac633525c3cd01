"""What each bid does: how it changes the rules of play and what it asks before play.

`SHAPES` are functions from PlayRules to PlayRules, applied when the contract stands. `STEPS` are
what happens before play: generators that yield phases and return the next `Setup`, in the printed
order (`BEFORE_PLAY`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

from kwbot.engine.actions import (
    DIRECTIONS,
    Action,
    ChooseCard,
    ChooseCards,
    NameDirection,
    NameNumber,
    NameNumbers,
    NamePlayer,
    NameSuit,
    Seat,
    State,
)
from kwbot.engine.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.choices import OneOf, SomeCards, SomeNumbers, card_options
from kwbot.engine.phases.base import Phase, Purpose
from kwbot.engine.phases.choose import Choose, ChooseTogether
from kwbot.engine.phases.tricks import Trick, TrickPlay
from kwbot.engine.playrules import Ban, Interrupt, PlayRules, ace_low
from kwbot.engine.table import Table
from kwbot.engine.values import changed
from kwbot.engine.wording import N_, Sentence

from .bids import STANDARD

PASSED = 3
"""Cards passed by Brev and Mästarbrev."""
ATELIER = 4
"""Cards that lie in the atelier."""


@dataclass(frozen=True)
class Setup:
    """The state between the auction and the first lead."""

    table: Table
    declarer: Seat
    standard: str
    specials: frozenset[str]
    rules: PlayRules
    guess: frozenset[int] = frozenset()
    plague: Suit | None = None


Step = Callable[[Setup], Generator[Phase, Phase, Setup]]
P = TypeVar("P", bound=Phase)


def _ask(phase: P) -> Generator[Phase, Phase, P]:
    """Yield a phase and return it finished, with its own type."""
    done = yield phase
    assert isinstance(done, type(phase))
    return done


def _purpose(key: str, prompt: str, said: str, private: str = "", **values: int) -> Purpose:
    return Purpose(key, Sentence(prompt, **values), said, private)


TRUMPS = _purpose("trumps", N_("Name trumps."), N_("{player} makes {what} trumps."))
GUESS = _purpose("guess", N_("How many tricks will you take?"), N_("{player} announces {what}."))
GUESS_TWO = _purpose(
    "guess",
    N_("Name two numbers of tricks; you must take one of them exactly."),
    N_("{player} announces {what}."),
)
RANK_CARD = _purpose(
    "rank-card",
    N_("Rank Trump: lay a card face down. Declarer swaps theirs for the highest of the others'."),
    N_("{player} laid down {what}."),
)
RANK_PICK = _purpose(
    "rank-pick", N_("Which of the highest cards do you take?"), N_("{player} takes {what}.")
)
STATEMENT = _purpose(
    "statement",
    N_("Which suit would you like as trumps, and how much (1–5)?"),
    N_("{player} would like {what}."),
)
PLAGUE = _purpose("plague", N_("Name the plague suit."), N_("{player} makes {what} the plague."))
JUSTICE = _purpose(
    "justice",
    N_("Name the card of justice: any card of the deck."),
    N_("{player} names {what} as the card of justice."),
)
TAKER = _purpose(
    "taker",
    N_("Justice: who takes this trick?"),
    N_("Justice: {player} gives the trick to {what}."),
)
DIRECTION = _purpose(
    "direction",
    N_("Which way do all pass {count} cards?"),
    N_("{player} lets everybody pass 3 cards {what}."),
    count=PASSED,
)
MAIL = _purpose(
    "mail",
    N_("Mail: choose {count} cards to pass."),
    N_("{player} passed {what}."),
    private=N_("Mail: choose {count} cards for {receiver}."),
    count=PASSED,
)
MASTERS_MAIL = _purpose(
    "masters-mail",
    N_("Master's Mail: choose {count} cards for the player on your right, declarer skipped."),
    N_("{player} passed {what}."),
    private=N_("Master's Mail: choose {count} cards for {receiver}."),
    count=PASSED,
)
ATELIER_CARDS = _purpose(
    "atelier", N_("Lay cards in your atelier."), N_("{player} lays {what} in the atelier.")
)


# --- how bids change the rules of play -------------------------------------------------------


def _cards_played(play: TrickPlay) -> list[tuple[Seat, Card, bool]]:
    """All cards played so far: by whom, which, and whether it was led."""
    tricks = [*(trick.plays for trick in play.tricks), play.plays]
    return [(seat, card, at == 0) for plays in tricks for at, (seat, card) in enumerate(plays)]


def blocked_trumps(declarer: Seat) -> Ban:
    """Blocktrumf: no trumps from declarer before another player has played one."""

    def banned(play: TrickPlay, seat: Seat) -> CardSet:
        if seat != declarer or play.trumps is None:
            return NO_CARDS
        if any(s != declarer and card.suit == play.trumps for s, card, _ in _cards_played(play)):
            return NO_CARDS
        return play.table.hands[seat].of_suit(play.trumps)

    return Ban(banned, Sentence(N_("Block Trump: no trumps before another player plays one.")))


def plague_lead(declarer: Seat, plague: Suit) -> Ban:
    """Pest: declarer does not lead the plague before it was played in any other way."""

    def banned(play: TrickPlay, seat: Seat) -> CardSet:
        if seat != declarer or play.plays:
            return NO_CARDS
        if any(
            card.suit == plague and not (led and s == declarer)
            for s, card, led in _cards_played(play)
        ):
            return NO_CARDS
        return play.table.hands[seat].of_suit(plague)

    return Ban(
        banned, Sentence(N_("Plague: do not lead the plague before somebody has played it."))
    )


def suit_led_before(trumps: Suit | None, trick: Trick) -> Suit | None:
    """Grill: the suit led becomes trumps of the next trick."""
    return trick.plays[0][1].suit


def last_unless_leading(declarer: Seat) -> Callable[[tuple[Seat, ...]], tuple[Seat, ...]]:
    """Lättja: declarer plays last in tricks that they do not lead."""

    def order(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        if seats[0] == declarer:
            return seats
        return (*(seat for seat in seats if seat != declarer), declarer)

    return order


def _also_open(
    rules: PlayRules, declarer: Seat, cards: Callable[[TrickPlay], CardSet]
) -> PlayRules:
    before = rules.open_cards

    def open_cards(play: TrickPlay) -> dict[Seat, CardSet]:
        shown = before(play)
        return {**shown, declarer: shown.get(declarer, NO_CARDS) | cards(play)}

    return changed(rules, open_cards=open_cards)


def _trumps_held(declarer: Seat, play: TrickPlay) -> CardSet:
    return NO_CARDS if play.trumps is None else play.table.hands[declarer].of_suit(play.trumps)


def atelier(declarer: Seat, *, without_trumps: bool) -> Callable[[TrickPlay], Interrupt | None]:
    """Ateljé: whenever fewer than four cards lie there, declarer lays more, if any are left."""

    def lay(play: TrickPlay, action: Action) -> TrickPlay:
        assert isinstance(action, ChooseCards)
        return changed(play, laid=play.laid | action.cards)

    def interrupt(play: TrickPlay) -> Interrupt | None:
        free = play.table.hands[declarer] - play.laid
        if without_trumps:
            free -= _trumps_held(declarer, play)
        count = min(ATELIER - len(play.laid), len(free))
        if count == 0:
            return None
        return Interrupt(declarer, SomeCards(free, count, count), ATELIER_CARDS, lay)

    return interrupt


def justice(declarer: Seat, named: Card) -> Callable[[TrickPlay], Interrupt | None]:
    """Rättvisa: declarer decides who takes the trick with the named card."""

    def give(play: TrickPlay, action: Action) -> TrickPlay:
        assert isinstance(action, NamePlayer)
        return changed(play, taker=action.player)

    def interrupt(play: TrickPlay) -> Interrupt | None:
        complete = len(play.plays) == len(play.order)
        if not complete or play.taker is not None or all(c is not named for _, c in play.plays):
            return None
        options = OneOf(tuple(NamePlayer(seat) for seat in sorted(play.table.seats)))
        return Interrupt(declarer, options, TAKER, give)

    return interrupt


def _shape_atelje(setup: Setup) -> PlayRules:
    laying = atelier(setup.declarer, without_trumps="oppentrumf" in setup.specials)
    rules = changed(setup.rules, interrupts=(laying, *setup.rules.interrupts))
    return _also_open(rules, setup.declarer, lambda play: play.laid)


SHAPES: dict[str, Callable[[Setup], PlayRules]] = {
    "grill": lambda s: changed(s.rules, next_trumps=suit_led_before),
    "blocktrumf": lambda s: changed(s.rules, bans=(*s.rules.bans, blocked_trumps(s.declarer))),
    "lattja": lambda s: changed(s.rules, order=last_unless_leading(s.declarer)),
    "bradska": lambda s: changed(s.rules, leader=s.declarer),
    "jarn": lambda s: changed(s.rules, strength=ace_low),
    "atelje": _shape_atelje,
    "oppentrumf": lambda s: _also_open(
        s.rules, s.declarer, lambda play: _trumps_held(s.declarer, play)
    ),
    "oppenhand": lambda s: _also_open(
        s.rules, s.declarer, lambda play: play.table.hands[s.declarer]
    ),
}


# --- what bids ask before play ---------------------------------------------------------------


def _suits(suits: tuple[Suit, ...]) -> OneOf:
    return OneOf(
        tuple(NameSuit(suit) for suit in suits), Sentence(N_("You may not name that suit."))
    )


def _name_trumps(
    setup: Setup, by: Seat, suits: tuple[Suit, ...] = tuple(Suit)
) -> Generator[Phase, Phase, Setup]:
    named = yield from _ask(Choose(setup.table, by, _suits(suits), TRUMPS))
    assert isinstance(named.answer, NameSuit)
    return changed(setup, table=named.table, rules=changed(setup.rules, trumps=named.answer.suit))


def declarer_names_trumps(setup: Setup) -> Generator[Phase, Phase, Setup]:
    return (yield from _name_trumps(setup, setup.declarer))


def not_the_longest(setup: Setup) -> Generator[Phase, Phase, Setup]:
    """Subtrumf: no suit of which declarer holds most cards; a shared most counts as most."""
    hand = setup.table.hands[setup.declarer]
    most = max(len(hand.of_suit(suit)) for suit in Suit)
    shorter = tuple(suit for suit in Suit if len(hand.of_suit(suit)) < most)
    return (yield from _name_trumps(setup, setup.declarer, shorter))


STATEMENTS = OneOf(
    (*(State(suit, strength) for suit in Suit for strength in range(1, 6)), State(None, 0))
)


def left_names_trumps(setup: Setup) -> Generator[Phase, Phase, Setup]:
    """Mästartrumf: the others may state a suit and a strength, then declarer's left decides."""
    chooser, *advisers = setup.table.others(setup.declarer)
    table = setup.table
    for adviser in advisers:
        stated = yield from _ask(Choose(table, adviser, STATEMENTS, STATEMENT))
        table = stated.table
    return (yield from _name_trumps(changed(setup, table=table), chooser))


def guess_tricks(setup: Setup) -> Generator[Phase, Phase, Setup]:
    """Ungefär and Precis: the numbers of tricks, before play."""
    count = STANDARD[setup.standard].guesses
    if count == 1:
        options: OneOf | SomeNumbers = OneOf(tuple(NameNumber(number) for number in range(14)))
        about = GUESS
    else:
        options, about = SomeNumbers(count, 0, 13), GUESS_TWO
    named = yield from _ask(Choose(setup.table, setup.declarer, options, about))
    answer = named.answer
    if isinstance(answer, NameNumber):
        return changed(setup, table=named.table, guess=frozenset({answer.number}))
    assert isinstance(answer, NameNumbers)
    return changed(setup, table=named.table, guess=frozenset(answer.numbers))


def rank_swap(setup: Setup) -> Generator[Phase, Phase, Setup]:
    """Rangtrumf: all lay a card; declarer swaps theirs for the highest, whose suit is trumps."""
    table, declarer = setup.table, setup.declarer
    options = tuple((seat, card_options(table.hands[seat])) for seat in sorted(table.seats))
    laid = yield from _ask(ChooseTogether(table, options, RANK_CARD))
    answers = laid.answers
    cards = {s: act.card for s, act in answers if isinstance(act, ChooseCard) and act.card}
    best = _highest(cards, declarer, setup.rules)
    table = laid.table
    taken = best[0]
    if len(best) > 1:
        pick = Choose(table, declarer, card_options(CardSet(best)), RANK_PICK)
        picked = yield from _ask(pick)
        assert isinstance(picked.answer, ChooseCard)
        assert picked.answer.card
        taken, table = picked.answer.card, picked.table
    owner = next(seat for seat, card in cards.items() if card is taken)
    given = {declarer: CardSet([cards[declarer]]), owner: CardSet([taken])}
    swapped = table.with_passed(given, {declarer: owner, owner: declarer})
    return changed(setup, table=swapped, rules=changed(setup.rules, trumps=taken.suit))


def _highest(cards: dict[Seat, Card], declarer: Seat, rules: PlayRules) -> list[Card]:
    theirs = [card for seat, card in cards.items() if seat != declarer]
    top = max(rules.strength(card) for card in theirs)
    return [card for card in theirs if rules.strength(card) == top]


def name_plague(setup: Setup) -> Generator[Phase, Phase, Setup]:
    """Pest: declarer names the suit, and may not lead it at first."""
    named = yield from _ask(Choose(setup.table, setup.declarer, _suits(tuple(Suit)), PLAGUE))
    assert isinstance(named.answer, NameSuit)
    plague = named.answer.suit
    bans = (plague_lead(setup.declarer, plague), *setup.rules.bans)
    return changed(setup, table=named.table, plague=plague, rules=changed(setup.rules, bans=bans))


def name_justice(setup: Setup) -> Generator[Phase, Phase, Setup]:
    """Rättvisa: any card of the deck."""
    phase = Choose(setup.table, setup.declarer, card_options(setup.table.deck), JUSTICE)
    named = yield from _ask(phase)
    assert isinstance(named.answer, ChooseCard)
    assert named.answer.card
    deciding = justice(setup.declarer, named.answer.card)
    rules = changed(setup.rules, interrupts=(*setup.rules.interrupts, deciding))
    return changed(setup, table=named.table, rules=rules)


def _pass_cards(
    setup: Setup, receivers: dict[Seat, Seat], about: Purpose
) -> Generator[Phase, Phase, Setup]:
    table = setup.table
    options = tuple(
        (seat, SomeCards(table.hands[seat], PASSED, PASSED)) for seat in sorted(receivers)
    )
    phase = ChooseTogether(table, options, about, tuple(sorted(receivers.items())))
    chosen = yield from _ask(phase)
    given = {seat: act.cards for seat, act in chosen.answers if isinstance(act, ChooseCards)}
    return changed(setup, table=chosen.table.with_passed(given, receivers))


def mail(setup: Setup) -> Generator[Phase, Phase, Setup]:
    """Brev: all pass three cards in the direction that declarer names."""
    table = setup.table
    steps = {"left": 1, "right": -1, "across": 2}
    ways = DIRECTIONS if len(table.seats) == 4 else DIRECTIONS[:2]
    options = OneOf(
        tuple(NameDirection(way) for way in ways), Sentence(N_("Nobody sits that way."))
    )
    named = yield from _ask(Choose(table, setup.declarer, options, DIRECTION))
    assert isinstance(named.answer, NameDirection)
    step = steps[named.answer.direction]
    receivers = {seat: table.left_of(seat, step) for seat in table.seats}
    return (yield from _pass_cards(changed(setup, table=named.table), receivers, MAIL))


def masters_mail(setup: Setup) -> Generator[Phase, Phase, Setup]:
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


def prepared(setup: Setup) -> Generator[Phase, Phase, Setup]:
    """Shape the rules by every part of the bid, then ask in the printed order."""
    for key in (setup.standard, *sorted(setup.specials)):
        if key in SHAPES:
            setup = changed(setup, rules=SHAPES[key](setup))
    for key in (setup.standard, *(key for key in BEFORE_PLAY if key in setup.specials)):
        if key in STEPS:
            setup = yield from STEPS[key](setup)
    return setup
