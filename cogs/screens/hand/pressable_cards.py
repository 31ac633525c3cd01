"""Which cards have a button each, and those of a hand that have none."""

from kwbot.engine.values import actions as act
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet
from kwbot.engine.values.choices import Choice, OneOf, PlayCard
from kwbot.engine.views.view import View
from kwbot.text.words.language import Voice

MOST_BUTTONS = 20
_OF_A_CARD = (act.ChooseCard, act.Show, act.Play)


def rest_of_hand(seen: View, voice: Voice) -> str:
    """Return the cards without a button: a line of small print beside others that have one,
    otherwise the hand in a line or two."""
    pressable = _pressable(seen.choice)
    rest = seen.hand - pressable
    if rest and seen.hand & pressable:
        return f"-# {voice.style.small(rest)}"
    return voice.style.fold(rest)


def _pressable(choice: Choice | None) -> CardSet:
    """Return the cards that have a button each."""
    if not isinstance(choice, OneOf | PlayCard) or len(choice) > MOST_BUTTONS:
        return NO_CARDS
    if isinstance(choice, PlayCard):
        return choice.cards
    return CardSet(filter(None, map(card_of, choice)))


def card_of(action: act.Action) -> Card | None:
    """Return the card that an action is about, if any."""
    return action.card if isinstance(action, _OF_A_CARD) else None
