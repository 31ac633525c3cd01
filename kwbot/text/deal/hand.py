"""A player's own panel in words: their hand, their question, and the bid they compose."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values import actions as act
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.wording import N_, Sentence
from kwbot.engine.views.view import View
from kwbot.text.deal import calls, scene
from kwbot.text.words import labels, lines
from kwbot.text.words.card_symbols import letters
from kwbot.text.words.detail import Detail
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import SUIT_TERMS, Language, Voice
from kwbot.text.words.markdown import cut

LABEL_LIMIT = 80
"""Most characters of a button's label."""
LONGEST_GAME = 12
"""Most characters of a game's name in short form; longer ones become initials like ``KW``."""
_COMPOUND = re.compile(r"(?<=\w)whist$")
_HEADING, _ASKED = 31, 33
"""Letters of a question that fit on one line of a phone, as a heading and in bold."""
_SENTENCES = re.compile(r"(?<=[.?!]) ")

_ARROWS = {"left": "⬅️", "right": "➡️", "across": "⬆️"}


def head(view: View, voice: Voice, facts: Facts) -> str:
    """Return the game with a link to the table, and whose turn it is: until when for the player's
    own, since when for others'. A notification shows this line."""
    game = _initials(voice.language.term(view.variant.name))
    linked = f"[{game} →]({facts.link})" if facts.link else game
    turn = () if facts.copy.is_spare else _turn(view, voice, facts)
    told = (f"**{linked}**", *turn, *_copies(voice.language, facts))
    return f"-# {lines.DOT.join(filter(None, told))}"


def _copies(language: Language, facts: Facts) -> Sequence[str]:
    """Return where else the hand is; for a spare copy, which may be out of date, also how to update
    it, in place of whose turn it was."""
    if not facts.copy.other:
        return ()
    catch_up = [_age(language, facts), language.text(N_("press to catch up"))]
    return (language.text(facts.copy.other), *(catch_up if facts.copy.is_spare else ()))


def _age(language: Language, facts: Facts) -> str:
    """Return the age of what is shown, as a relative time of Discord."""
    if facts.copy.drawn is None:
        return ""
    return language.text(N_("as of {time}"), time=f"<t:{facts.copy.drawn}:R>")


def short_name(variant: Variant, language: Language) -> str:
    """Return a game's name, or its initials if it is long."""
    return _short_name(language.term(variant.name))


@lru_cache(maxsize=256)
def _short_name(name: str) -> str:
    words = name.replace("-", " ").split()
    return name if len(name) <= LONGEST_GAME or len(words) == 1 else _initials(name)


@lru_cache(maxsize=256)
def _initials(name: str) -> str:
    """Return initials like ``FW`` for Fyrmanswhist; a single word that is no compound stays."""
    first, *rest = _COMPOUND.sub(" whist", name.replace("-", " ")).split()
    return f"{first[0]}{rest[-1][0]}".upper() if rest else name


def _turn(view: View, voice: Voice, facts: Facts) -> Sequence[str]:
    text = voice.language.text
    if view.my_turn:
        return (f"**{text(N_('your turn'))}** {facts.countdown}".rstrip(),)
    rests = view.seat in view.sitting_out
    told = [text(N_("you sit out"))] if rests else []
    if view.to_act and facts.copy.names_turn:
        names = replace(facts, mentions={})  # nobody should be pinged, and mentions may be long
        told.append(f"**{lines.turn(view.to_act, voice, names)}**")
        told.append(lines.asked_since(voice, facts, beside_turn=True))
    elif view.to_act and not rests:
        told += [_age(voice.language, facts), text(N_("not your turn"))]
    return told


def question_line(view: View, voice: Voice) -> str:
    """Return the question in one line, as a heading if a phone has room for it, with the rest in
    small print below: if not all cards can be played, the rule behind that."""
    whole = scene.question(view, voice)
    if not whole:
        return ""
    first, *more = sentences(whole, voice)
    if letters(first) > _ASKED and view.playing:
        first, more = scene.prompt(view, voice), [whole]
    line = f"### {first}" if letters(first) <= _HEADING else f"**{first}**"
    return "\n".join([line, *([f"-# {' '.join(more)}"] if more else [])])


def sentences(whole: str, voice: Voice) -> list[str]:
    """Return the sentences of a text."""
    for name in map(voice.name, range(len(voice.names))):  # it may contain the end of a sentence
        whole = whole.replace(name, name.replace(" ", "\u00a0"))
    return _SENTENCES.split(whole)


def asides(view: View, voice: Voice, facts: Facts) -> Sequence[str]:
    """Return what matters in play besides contract and tricks; a partner is named with these."""
    return (
        lines.without_partner(view, voice),
        lines.trumps(view, voice) if view.trumps_by_lead else "",
        lines.stand_in(view, voice),
        *lines.fouls(view, voice),
        lines.late(voice, facts) if view.playing else "",
    )


def contract(view: View, voice: Voice, detail: Detail) -> Sequence[str]:
    """Return the effects of the contract or standing bid, and what was announced besides."""
    got = view.received - _cards_told(view) if view.playing and view.received else NO_CARDS
    received, laid, text = voice.style.row(got), voice.style.row(view.laid), voice.language.text
    said = lines.announcements(view, voice) if detail.announcements else []
    return (
        *(_parts(calls.explanations(view, voice)) if detail.effects else ()),
        *(f"-# • {one}" for one in said[: detail.announcements]),
        _small(lines.drawn_order(view, voice)),
        "" if view.playing else _small(lines.turned_up(view, voice)),
        _small(text(N_("Received: {cards}"), cards=received) if received else ""),
        _small(text(N_("Laid away: {cards}"), cards=laid) if laid else ""),
    )


def _parts(explained: Iterable[tuple[str, str]]) -> list[str]:
    """Return a line for each part of a bid with its effect."""
    return [_small(f"**{name}** {effect}") for name, effect in explained]


def _small(line: str) -> str:
    return f"-# {line}" if line else ""


def bid_preview(bid: act.Bid, voice: Voice, detail: Detail) -> Sequence[str]:
    """Return a bid picked from a menu with its effects, before it is confirmed."""
    if not detail.parts:
        return ()
    picked = voice.language.text(N_("Picked: {bid}"), bid=f"**{voice.bid(bid)}**")
    return (picked, *(_parts(voice.explain(bid)) if detail.effects else ()))


def _cards_told(view: View) -> CardSet:
    """Return the cards given to the player that the announcements mention."""
    given = [
        entry.action.cards
        for entry in view.said
        if isinstance(entry.action, act.ChooseCards) and entry.seat != view.seat
    ]
    return CardSet.union(given)


def draft_lines(
    view: View, chosen: Sequence[str], voice: Voice, detail: Detail, objection: Sentence | None
) -> Sequence[str]:
    """Return the bid being composed from the parts `chosen` (keys), and whether it may be bid.
    `objection`: why it cannot be made, if that is proven."""
    choice = view.choice
    assert isinstance(choice, CombinationBid)
    bid, error = _check(choice, chosen)
    is_whole = bid.parts[0] in {part.key for part in choice.bids.mains}
    made = view.variant.bid_points(bid) if is_whole else None
    worth = lines.worth(_value(choice, bid), made, voice.language)
    named = f"**{voice.bid(bid)}**{worth}"
    if worth and not detail.parts:
        named = f"**{lines.capitalise(worth.strip(' ()'))}**"
    return (
        named,
        *(_parts(voice.explain(bid)) if detail.effects else ()),
        lines.verdict(error or objection, N_("You can bid this."), voice),
    )


def needed_worth(view: View, voice: Voice) -> str:
    """Return the value that a bid needs; "" if any bid has it."""
    if not isinstance(view.choice, CombinationBid) or view.choice.least <= 1:
        return ""
    least = view.choice.least
    return _small(voice.language.text(N_("Bid a value of {least} or more."), least=least))


def _check(choice: CombinationBid, chosen: Sequence[str]) -> tuple[act.Bid, Sentence | None]:
    """Return the parts as a bid, the main one first, and why it is refused, if it is."""
    mains = {part.key for part in choice.bids.mains}
    bid = act.Bid(tuple(sorted(chosen, key=lambda key: key not in mains)))
    try:
        choice.accept(bid)
        return choice.bids.canonical(bid), None
    except RuleViolation as violation:
        return bid, violation.sentence


def _value(choice: CombinationBid, bid: act.Bid) -> int:
    """Return the value of a bid; of an incomplete one the value of its extra parts."""
    try:
        return choice.bids.value(choice.bids.canonical(bid))
    except RuleViolation:
        return sum(part.value for part in choice.bids.extras if part.key in bid.parts)


def action_label(action: act.Action, voice: Voice) -> str:
    """Return an action as the label of a button or menu option."""
    return cut(action_text(action, voice.without_markdown()), LABEL_LIMIT)


def action_text(action: act.Action, voice: Voice) -> str:
    """Return an action in words for the player who may take it, alone or within a sentence."""
    if type(action) in labels.CALL_LABELS:
        return voice.language.term(labels.CALL_LABELS[type(action)])
    if isinstance(action, act.ChooseCards) and not action.cards:
        return voice.language.term(labels.KEEP_ALL)
    if isinstance(action, act.ChooseCard) and action.card is None:
        return voice.language.term(labels.DECLINE)
    if isinstance(action, act.Cut):
        return f"✂️ {action.count}" if action.count else voice.language.term(labels.KNOCK)
    text = lines.capitalise(voice.action(action))
    arrow = isinstance(action, act.NameDirection) and _ARROWS[action.direction]
    return f"{arrow} {text}" if arrow else text


class Face(NamedTuple):
    """The label of a button or menu option, and the emoji before it, if any."""

    label: str
    emoji: str = ""


def card_face(card: Card, voice: Voice) -> Face:
    """Return the face of a card: its suit as emoji and its index, or both as text."""
    sign = voice.style.sign(card)
    if not sign:
        return Face(voice.style.plain().card(card))
    return Face(card.text[1:] if card.rank is None else voice.style.rank(card.rank), sign)


def action_face(action: act.Action, voice: Voice) -> Face:
    """Return the face of an action."""
    match action:
        case act.Play(card) | act.Show(card) | act.ChooseCard(Card() as card):
            return card_face(card, voice)
        case act.NameSuit(suit) if sign := voice.style.sign(suit):
            return Face(voice.language.term(SUIT_TERMS[suit]).capitalize(), sign)
    return Face(action_label(action, voice))
