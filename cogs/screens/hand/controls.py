"""Buttons and menus for a decision of any shape, in any game; `picking` reads them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from discord import ButtonStyle

from cogs.screens.hand.combination import bid_controls
from cogs.screens.hand.draft import NO_DRAFT, OTHERS, UNFOLD, Draft, calls_to_suggest
from cogs.screens.hand.ladder import ladder_controls
from cogs.screens.hand.picking import (
    Answer,
    BidDraft,
    Pick,
    bits,
    menu_pages,
    numbers,
    objection_to,
)
from cogs.screens.hand.pressable_cards import MOST_BUTTONS, card_of
from cogs.screens.hand.suggested_bids import other_calls, suggested_sections
from cogs.screens.parts import components
from cogs.screens.parts.components import ACT, MAX_OPTIONS, PICK, ActionRow, Button, Press, Section
from kwbot.engine.deals.deal import Deal
from kwbot.engine.values import actions as act
from kwbot.engine.values.cards import FULL_DECK, NO_CARDS, Card, CardSet, Suit
from kwbot.engine.values.choices import (
    CombinationBid,
    CutDeck,
    LadderBid,
    PlayCard,
    SomeCards,
    SomeNumbers,
)
from kwbot.engine.values.wording import N_, Term
from kwbot.engine.views.view import View
from kwbot.ids import TableId
from kwbot.text.deal.hand import action_face, action_label, card_face
from kwbot.text.deal.seating import to_viewer
from kwbot.text.words import labels
from kwbot.text.words.card_symbols import SUIT_ORDER
from kwbot.text.words.language import Language, Voice
from kwbot.variants import explorers

_CHOSEN = Answer()
"""Stands for what is chosen in a menu."""
_NOTHING = act.ChooseCard(None)
CUT_EVERY = 7
"""Cards between two places to cut a deck at: no hand cuts finer, and two rows fit a phone."""

_MENUS: dict[type[act.Action], Term] = {
    act.ChooseCard: labels.CHOOSE_CARD,
    act.NameSuit: labels.CHOOSE_SUIT,
    act.NameNumber: labels.CHOOSE_NUMBER,
    act.NamePlayer: labels.CHOOSE_PLAYER,
    act.NameDirection: labels.CHOOSE_DIRECTION,
    act.StateSuit: labels.CHOOSE_STRENGTH,
}


@dataclass(frozen=True, slots=True)
class Question:
    """One player's choice at a table, and what they have picked so far. `confirms`: whether each
    card to play needs a second press; `areas`: of presses that answer it, and of those that only
    choose on the way; `look` makes the press that unfolds something ("" folds it)."""

    view: View
    voice: Voice
    table: TableId
    asked_at: int
    look: Callable[[str], Press]
    draft: Draft = NO_DRAFT
    confirms: bool = False
    areas: tuple[str, str] = (ACT, PICK)

    @property
    def picked(self) -> str:
        return self.draft.picked

    @property
    def back(self) -> Press | None:
        """Leads to the suggested bids, if there are any."""
        return self.look("") if self.draft.suggested else None

    @property
    def advised_action(self) -> act.Action | None:
        """The advised action, whose button is green."""
        return self.draft.hint.action if self.draft.hint else None

    def act(self, answer: Answer | act.Action = _CHOSEN) -> Press:
        return Press(self.areas[0], self.table, self.asked_at, str(answer))

    def pick(self, way: str = "", picked: str = "") -> Press:
        return Press(self.areas[1], self.table, self.asked_at, str(Pick(way, picked)))


def with_objection(draft: Draft, deal: Deal, seen: View) -> Draft:
    """Return a draft with the proof that it cannot be bid, if there is one."""
    assert seen.seat is not None
    return replace(draft, objection=objection_to(deal, seen.seat, seen.choice, draft.picked))


def decision(question: Question) -> tuple[Iterable[Sequence[Section]], list[ActionRow]]:
    """Return the bids to suggest, in longer and shorter versions, and the question's buttons."""
    seen, voice, act = question.view, question.voice, question.act()
    suggested = calls_to_suggest(question.draft)
    if not (suggested and isinstance(seen.choice, CombinationBid | LadderBid)):
        return (), controls(question)
    hinted = next(iter(suggested))
    offered = suggested_sections(seen, voice, act, suggested, hinted)
    return offered, [other_calls(seen, voice, act, question.look(OTHERS), hinted)]


def unfolding(question: Question, what: str) -> Button:
    """Return the button that unfolds a part of the panel, or folds it again."""
    press = question.look("" if what == question.draft.unfolded else what)
    return components.button(question.voice.language.term(UNFOLD[what]), press)


def controls(question: Question) -> list[ActionRow]:  # noqa: PLR0911 - a table of shapes
    """Return the rows below the text; none if the player has nothing to decide."""
    match question.view.choice:
        case None:
            return []
        case PlayCard() as choice:
            return _cards_to_play(question, choice)
        case SomeCards() as choice:
            return _some_cards(question, choice)
        case SomeNumbers() as choice:
            return _some_numbers(question, choice)
        case LadderBid() as choice:
            return ladder_controls(
                choice, question.picked, question.voice, question.pick(), question.act(),
                question.back,
            )  # fmt: skip
        case CutDeck(cards=cards):
            return _cut(question, cards)
        case CombinationBid() as choice:
            draft = BidDraft.parse(choice.bids, question.picked)
            ask, do = question.pick(), question.act()
            points = question.view.variant.bid_points
            explorer = explorers().get(question.view.variant.key)
            impossible = explorer.impossible(question.view, draft.keys) if explorer else {}
            may_succeed = question.draft.objection is None and bool(draft.keys)
            legal = may_succeed and act.Bid(draft.keys) in choice
            return bid_controls(
                draft, question.voice, ask, do, points,
                legal=legal, impossible=impossible, back=question.back,
            )  # fmt: skip
        case choice:
            own = to_viewer(question.view, question.voice)
            return _one_of(replace(question, voice=own), tuple(choice))


# --- what is shown ----------------------------------------------------------------------------


def _one_of(question: Question, actions: Sequence[act.Action]) -> list[ActionRow]:
    if actions == (_NOTHING,):  # asked only for secrecy: there is nothing to decline
        label = question.voice.language.term(labels.GO_ON)
        return [ActionRow(components.button(label, question.act(_NOTHING), ButtonStyle.primary))]
    if len(actions) <= MOST_BUTTONS:
        buttons = [_action_button(question, action) for action in _sort(question, actions)]
        return components.rows(buttons, 2 if _are_suits(actions) else 0)
    if len(actions) <= MAX_OPTIONS:
        return [_action_menu(question, actions)]
    cards = list(filter(None, map(card_of, actions)))
    if len(cards) >= len(actions) - 1:
        return _any_card(question, actions, cards)
    return _page_rows(question, actions)


def _are_suits(actions: Sequence[act.Action]) -> bool:
    """Whether these are the four suits: their names take two rows of a phone."""
    return len(actions) == len(Suit) and all(isinstance(one, act.NameSuit) for one in actions)


def _sort(question: Question, actions: Sequence[act.Action]) -> list[act.Action]:
    """Return actions with cards in the player's order, suits as in a hand, and others unchanged."""
    cards = question.voice.style.sort(filter(None, map(card_of, actions)))
    ordered: list[Card | Suit] = [*cards, *SUIT_ORDER]
    places = {of: at for at, of in enumerate(ordered)}

    def place(action: act.Action) -> int:
        of = action.suit if isinstance(action, act.NameSuit) else card_of(action)
        return len(places) if of is None else places[of]

    return sorted(actions, key=place)


def _action_button(question: Question, action: act.Action) -> Button:
    label, emoji = action_face(action, question.voice)
    style = ButtonStyle.secondary if card_of(action) else ButtonStyle.primary
    style = ButtonStyle.success if action == question.advised_action else style
    return components.button(label, question.act(action), style, emoji=emoji)


def _action_menu(
    question: Question, actions: Sequence[act.Action], title: Term | None = None
) -> ActionRow:
    title = title or _MENUS.get(type(actions[0]), labels.CHOOSE_VALUE)
    options = []
    for action in _sort(question, actions):
        label, emoji = action_face(action, question.voice)
        options.append(components.option(label, str(action), emoji=emoji))
    return components.menu(question.voice.language.term(title), question.act(), options)


def _cards_to_play(question: Question, choice: PlayCard) -> list[ActionRow]:
    """Return a button for each card; with a second press, only the picked one plays."""
    if len(choice) > MOST_BUTTONS and not question.confirms:
        return _one_of(question, tuple(choice))
    buttons = []
    for card in question.voice.style.sort(choice.cards):
        press, style = question.act(act.PLAYS[card]), ButtonStyle.secondary
        if press.argument == str(question.advised_action):
            style = ButtonStyle.success
        if question.confirms and card.text == question.picked:
            style = ButtonStyle.success
        elif question.confirms:
            press = question.pick("card", card.text)
        label, emoji = card_face(card, question.voice)
        buttons.append(components.button(label, press, style, emoji=emoji))
    return components.rows(buttons)


def _any_card(
    question: Question, actions: Sequence[act.Action], cards: Sequence[Card]
) -> list[ActionRow]:
    """Return buttons for the suit, and, once it is picked, a menu for the card."""
    suits = [suit for suit in SUIT_ORDER if any(card.suit is suit for card in cards)]
    buttons = [_suit_button(question, suit) for suit in suits]
    others = [
        action for action in actions if (card := card_of(action)) is None or card.suit is None
    ]
    buttons += [_action_button(question, action) for action in others]
    shown = [
        action
        for action in actions
        if (card := card_of(action))
        and card.suit is not None
        and card.suit.letter == question.picked
    ]
    title = labels.CHOOSE_ANY_CARD if CardSet(cards) >= FULL_DECK else labels.CHOOSE_CARD
    menu = [_action_menu(question, shown, title)] if shown else []
    return [*components.rows(buttons), *menu]


def _suit_button(question: Question, suit: Suit) -> Button:
    label, emoji = action_face(act.NameSuit(suit), question.voice)
    style = ButtonStyle.success if question.picked == suit.letter else ButtonStyle.primary
    return components.button(label, question.pick("go", suit.letter), style, emoji=emoji)


def _page_rows(question: Question, actions: Sequence[act.Action]) -> list[ActionRow]:
    parts = menu_pages(actions)
    page = max(0, min(int(question.picked or "0"), len(parts) - 1))
    term = question.voice.language.term
    turns = [
        components.button(
            term(label), question.pick("go", str(max(to, 0))), disabled=not 0 <= to < len(parts)
        )
        for label, to in ((labels.PREVIOUS, page - 1), (labels.NEXT, page + 1))
    ]
    return [_action_menu(question, parts[page]), *components.rows(turns)]


def _cut(question: Question, cards: int) -> list[ActionRow]:
    """Return the buttons to knock, and to cut at several places."""
    spots = [act.Cut(count) for count in range(0, cards, CUT_EVERY)]
    return components.rows([_action_button(question, spot) for spot in spots], wide=4)


def _some_cards(question: Question, choice: SomeCards) -> list[ActionRow]:
    chosen = CardSet.of_bits(bits(question.picked)) & choice.cards
    title = _cards_wanted(choice, question.voice.language)
    menus = []
    for page, cards in enumerate(menu_pages(list(choice.cards))):
        options = []
        for card in question.voice.style.sort(cards):
            label, emoji = card_face(card, question.voice)
            options.append(components.option(label, card.text, default=card in chosen, emoji=emoji))
        alone = len(choice.cards) <= MAX_OPTIONS
        press = question.pick(f"cards{page}", f"{chosen.bits:x}")
        least = choice.least if alone else 0
        menus.append(components.menu(title, press, options, least, choice.most))
    confirm = _confirm(question, act.ChooseCards(chosen), f"{chosen.bits:x}")
    if choice.least:
        return [*menus, ActionRow(confirm)]
    none = _action_button(question, act.ChooseCards(NO_CARDS))
    return [*menus, ActionRow(confirm, none) if chosen else ActionRow(none)]


def _cards_wanted(choice: SomeCards, language: Language) -> str:
    """``Choose 3 cards``, ``Choose cards (0–3)``, ``Choose cards (0 or 3)``"""
    least, most = choice.least, choice.most
    if least == most:
        return language.plural("Choose {count} card", "Choose {count} cards", most)
    several = language.text(N_("{least} or {most}"), least=least, most=most)
    span = several if len(choice.sizes) == 2 else f"{least}–{most}"
    return f"{language.term(labels.CHOOSE_CARDS)} ({span})"


def _some_numbers(question: Question, choice: SomeNumbers) -> list[ActionRow]:
    chosen = numbers(question.picked)
    title = question.voice.language.plural(
        "Choose {count} number", "Choose {count} numbers", choice.count
    )
    options = [
        components.option(str(number), str(number), default=number in chosen)
        for number in range(choice.low, choice.high + 1)
    ]
    press = question.pick("numbers")
    return [
        components.menu(title, press, options, choice.count, choice.count),
        ActionRow(_confirm(question, act.NameNumbers(tuple(chosen)), question.picked)),
    ]


def _confirm(question: Question, action: act.Action, picked: str) -> Button:
    """Return a button that shows what is chosen and confirms it."""
    choice = question.view.choice
    assert choice is not None
    label = question.voice.language.term(labels.CONFIRM)
    if bits(picked):
        label = f"{label}: {action_label(action, question.voice)}"
    press = question.act(Answer(picked=picked or "0"))
    return components.button(label, press, ButtonStyle.success, disabled=action not in choice)
