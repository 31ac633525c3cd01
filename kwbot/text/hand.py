"""What one player sees for themselves: their hand, what they are asked, and the bid they build."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kwbot.engine import actions as act
from kwbot.engine.cards import Card, CardSet
from kwbot.engine.choices import Choice, CombinationBid, PlayCard
from kwbot.engine.errors import NotYourTurn, RuleViolation
from kwbot.engine.view import View
from kwbot.engine.wording import N_, Sentence

from . import calls, labels, lines
from .detail import Detail, fitted
from .facts import Facts
from .language import Voice
from .markdown import cut

HAND_LIMIT = 2000
"""Characters of a player's own message."""
LABEL_LIMIT = 80
"""Characters of a button's label."""

_ARROWS = {"left": "⬅️", "right": "➡️", "across": "⬆️"}


def hand_text(view: View, voice: Voice, facts: Facts, considered: act.Bid | None = None) -> str:
    """A player's own view: what is asked, what is played, and their cards by suit.

    `considered`: the bid that they have picked, and may still confirm. At most `HAND_LIMIT`
    characters.
    """
    if view.dealer is None:
        return voice.language.text(N_("No deal is in progress."))

    def blocks(brief: Voice, detail: Detail) -> Iterator[Sequence[str]]:
        yield (_prompt(view, brief, facts),)
        yield (*_course(view, brief, facts, detail), *_trick(view, brief, facts))
        yield _considered(considered, brief)
        yield lines.open_cards(view, brief, besides=view.seat if _all_open(view) else None)
        yield _cards(view, brief)

    return fitted(HAND_LIMIT, voice, blocks)


def _prompt(view: View, voice: Voice, facts: Facts) -> str:
    """What the player is asked. The turns of others go on without this message being drawn anew,
    so it neither names them nor counts down for them.
    """
    if not view.to_act:
        return ""
    if view.seat is None or not view.my_turn:
        return _elsewhere(voice, facts)
    asked = voice.say((view.purposes or {})[view.seat].prompt).removesuffix(".")
    text = voice.language.text(N_("Your turn: {prompt}"), prompt=asked)
    return f"### {lines.DOT.join(filter(None, (text, facts.countdown)))}"


def _elsewhere(voice: Voice, facts: Facts) -> str:
    text = voice.language.text
    if not facts.channel:
        return text(NotYourTurn().sentence.text)
    return text(N_("Not your turn. Follow the game in {channel}."), channel=facts.channel)


def _course(view: View, voice: Voice, facts: Facts, detail: Detail) -> Sequence[str]:
    """The auction or what came of it, and everything that was decided beside it."""
    return (
        *calls.bidding(view, voice, facts, detail),
        _needed(view, voice),
        lines.partnership(view, voice),
        *(f"• {said}" for said in lines.announcements(view, voice)[-detail.announcements :]),
        *lines.lying(view, voice),
        lines.trumps(view, voice),
        lines.taken(view, voice),
        *lines.fouls(view, voice),
    )


def _trick(view: View, voice: Voice, facts: Facts) -> Sequence[str]:
    if not view.playing:
        return ()
    last = lines.last_trick(view, voice)
    return (
        f"-# {last}" if last else "",
        lines.running_trick(view, voice),
        lines.late(voice, facts),
    )


def _considered(bid: act.Bid | None, voice: Voice) -> Sequence[str]:
    """A bid that was picked from a menu: what it means, before it is confirmed."""
    if bid is None:
        return ()
    picked = voice.language.text(N_("Picked: {bid}"), bid=f"**{voice.bid(bid)}**")
    return (picked, *lines.effects(bid, voice))


def _needed(view: View, voice: Voice) -> str:
    if not isinstance(view.choice, CombinationBid):
        return ""
    least = view.choice.least
    return voice.language.text(N_("Bid a value of {least} or more."), least=least)


def _cards(view: View, voice: Voice) -> Sequence[str]:
    """The hand; cards that may be played now are bold where not all may be."""
    if not view.hand:
        return ()
    language = voice.language
    playable = view.choice.cards if isinstance(view.choice, PlayCard) else None
    limited = playable is not None and playable != view.hand
    received, laid = voice.style.row(view.received - _told(view)), voice.style.row(view.laid)
    title = language.text(N_("Your hand"))
    return (
        f"**{title}**",
        *voice.style.lines(view.hand, strong=playable if limited and playable else ()),
        *(_limits(view.choice, view.hand, voice) if limited else ()),
        language.text(N_("Received: {cards}"), cards=received) if received else "",
        language.text(N_("Laid away: {cards}"), cards=laid) if laid else "",
    )


def _limits(choice: Choice | None, hand: CardSet, voice: Voice) -> list[str]:
    """Why some cards may not be played now, in the words of the rule that keeps them."""
    assert isinstance(choice, PlayCard)
    kept = voice.style.sorted(hand - choice.cards)
    reasons = dict.fromkeys(voice.say(choice.why(card)) for card in kept)
    return [*reasons, voice.language.text(N_("Play a card in bold."))]


def _told(view: View) -> CardSet:
    """Cards that others gave the player, as the announcements tell."""
    given = [
        entry.action.cards
        for entry in view.said
        if isinstance(entry.action, act.ChooseCards) and entry.seat != view.seat
    ]
    return CardSet(card for cards in given for card in cards)


def _all_open(view: View) -> bool:
    """Whether everybody sees the player's whole hand: it need not stand here twice."""
    return view.seat is not None and (view.open_cards or {}).get(view.seat) == view.hand


def bid_text(
    view: View, chosen: Sequence[str], voice: Voice, facts: Facts, objection: Sentence | None = None
) -> str:
    """The bid that is being put together from the parts `chosen` (keys), and whether it may be bid.

    `objection` is a proof that it cannot be made, where there is one.
    """
    choice = view.choice
    assert isinstance(choice, CombinationBid)
    bid, error = _checked(choice, chosen) if chosen else (act.Bid(()), None)

    def blocks(brief: Voice, detail: Detail) -> Iterator[Sequence[str]]:
        yield (_prompt(view, brief, facts),)
        yield (*calls.auction(view, brief, facts, detail.auction // 2), _needed(view, brief))
        if chosen:
            yield _built(view, choice, bid, detail, brief)
            yield (lines.verdict(error or objection, N_("You can bid this."), brief),)
        else:
            hint = N_("Pick one standard bid, then any special bids. Values add up.")
            yield (brief.language.text(hint),)
        yield _cards(view, brief)

    return fitted(HAND_LIMIT, voice, blocks)


def _checked(choice: CombinationBid, chosen: Sequence[str]) -> tuple[act.Bid, Sentence | None]:
    """The parts with the main one first, and why they cannot be bid."""
    mains = {part.key for part in choice.bids.mains}
    bid = act.Bid(tuple(sorted(chosen, key=lambda key: key not in mains)))
    try:
        choice.accept(bid)
        return choice.bids.canonical(bid), None
    except RuleViolation as violation:
        return bid, violation.sentence


def _built(
    view: View, choice: CombinationBid, bid: act.Bid, detail: Detail, voice: Voice
) -> Sequence[str]:
    is_whole = bid.parts[0] in {part.key for part in choice.bids.mains}
    made = view.variant.bid_points(bid) if is_whole else None
    worth = lines.worth(_value(choice, bid), made, voice.language)
    return (f"**{voice.bid(bid)}**{worth}", *(lines.effects(bid, voice) if detail.effects else ()))


def _value(choice: CombinationBid, bid: act.Bid) -> int:
    """Of a bid without its main part: what its parts add."""
    try:
        return choice.bids.value(choice.bids.canonical(bid))
    except RuleViolation:
        return sum(part.value for part in choice.bids.extras if part.key in bid.parts)


def action_label(action: act.Action, voice: Voice) -> str:
    """An action as the label of a button or of a menu's option."""
    return cut(action_text(action, voice.unformatted()), LABEL_LIMIT)


def action_text(action: act.Action, voice: Voice) -> str:
    """An action for who may do it, by itself or within a sentence."""
    if type(action) in labels.CALLS:
        return voice.language.term(labels.CALLS[type(action)])
    if isinstance(action, act.ChooseCards) and not action.cards:
        return voice.language.term(labels.KEEP_ALL)
    if isinstance(action, act.ChooseCard) and action.card is None:
        return voice.language.term(labels.DECLINE)
    if isinstance(action, act.Cut):
        return f"✂️ {action.count}" if action.count else voice.language.term(labels.KNOCK)
    text = voice.action(action)
    if isinstance(action, act.NameDirection):
        text = f"{_ARROWS[action.direction]} {text}"
    return text[:1].upper() + text[1:]


def card_labels(cards: CardSet, voice: Voice) -> list[tuple[Card, str]]:
    """Cards in the order in which the player wants them, with their labels."""
    return [(card, voice.style.card(card)) for card in voice.style.sorted(cards)]
