"""What a strong player would have done, and why: hints and reviews in words.

Everything said follows from the view and from what the actions were found to be worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kwbot.engine.actions import Action, Play, Seat
from kwbot.engine.cards import Card
from kwbot.engine.choices import CutDeck, PlayCard
from kwbot.engine.playrules import highest_wins
from kwbot.engine.view import View
from kwbot.engine.wording import N_

from .hand import action_label
from .language import Language, Voice
from .lines import DOT, trick_cards

SHOWN = 3
"""So many actions are shown with their worth."""

_ONLY = N_("There is nothing else to do.")
_UNWEIGHED = N_("This goes by a rule of thumb.")
_ALIKE = N_("Your cards are equally good here.")
_NO_MATTER = N_("It makes no difference: the cards are shuffled.")
_EQUAL = N_("It hardly matters: {other} is about as good.")
_ONLY_WINNER = N_("Only this card takes the trick, and nobody plays after you.")
_CHEAP_WINNER = N_("It is your lowest card that takes the trick, and nobody plays after you.")
_TAKES = N_("It takes the trick: nobody plays after you.")
_LEAVES = N_("It leaves the trick to {player}, though you could take it.")
_BETTER = N_("It brings about {points} points more than {other}.")
_MORE_TRICKS = N_("It is worth about {tricks} tricks more than {other}.")
_ON_AVERAGE = N_("On average, in points against the others: {worth}")
_TRICKS_ON_AVERAGE = N_("On average, in tricks to the good: {worth}")
_NO_MISTAKE = N_("No decision of yours in that deal cost you anything worth mentioning.")
_NOT_JUDGED = N_("Your decisions in that deal cannot be judged.")
_JUDGED = N_("Judged: {judged} of {made} decisions.")
_MISTAKES = N_("Your costliest decisions in deal {number}")
_TRICK = N_("Trick {number}")
_HAND = N_("Your hand: {cards}")
_INSTEAD = N_("{done}; better: {better}, by about {points} points.")
_TRICKS_INSTEAD = N_("{done}; better: {better}, by about {tricks} tricks.")


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost about `points`: what was seen, done, and better."""

    seen: View
    done: Action
    better: Action
    points: float


def hint_text(seen: View, action: Action, weighed: Mapping[Action, float], voice: Voice) -> str:
    """`weighed`: what actions are worth to the viewer in points; `action` is the best of them."""
    language = voice.language
    # Rounded, so that what is shown adds up.
    weighed = {one: round(reckoned(seen, points), 1) for one, points in weighed.items()}
    best_first = sorted(weighed, key=lambda one: (-weighed[one], one != action))[:SHOWN]
    shown = " · ".join(
        f"{action_label(one, voice)} {signed(weighed[one], language)}" for one in best_first
    )
    lines = [
        DOT.join(filter(None, (f"💡 **{action_label(action, voice)}**", _trick(seen, language)))),
        reason(seen, action, weighed, voice),
    ]
    if len(best_first) > 1:
        told = _TRICKS_ON_AVERAGE if seen.variant.weighs_tricks else _ON_AVERAGE
        lines.append(f"-# {language.text(told, worth=shown)}")
    return "\n".join(lines)


def reckoned(seen: View, points: float) -> float:
    """What actions are worth as it is told: tricks above an even share, or points.

    What one side takes in tricks all others together lose.
    """
    if not seen.variant.weighs_tricks:
        return points
    sides = len(seen.sides or seen.seats)
    return points * (sides - 1) / sides


def reason(seen: View, action: Action, weighed: Mapping[Action, float], voice: Voice) -> str:
    """Why `action`, in one sentence; `weighed` as it is told."""
    others = sorted((one for one in weighed if one != action), key=lambda one: -weighed[one])
    if action not in weighed or not others:
        return voice.language.text(_unweighed(seen, alone=action in weighed))
    lead, other = weighed[action] - weighed[others[0]], action_label(others[0], voice)
    if lead <= 0:
        return voice.language.text(_EQUAL, other=other)
    much = magnitude(lead, voice.language)
    return _of_the_trick(seen, action, voice) or (
        voice.language.text(_MORE_TRICKS, tricks=much, other=other)
        if seen.variant.weighs_tricks
        else voice.language.text(_BETTER, points=much, other=other)
    )


def _unweighed(seen: View, *, alone: bool) -> str:
    """Why there is nothing to compare an action with, which was `alone` or not weighed at all."""
    assert seen.choice is not None
    if len(seen.choice) == 1:
        return _ONLY
    if isinstance(seen.choice, CutDeck):
        return _NO_MATTER
    return _ALIKE if alone and isinstance(seen.choice, PlayCard) else _UNWEIGHED


def _of_the_trick(seen: View, action: Action, voice: Voice) -> str:
    """What is certain of a card that is the last of its trick; nothing otherwise."""
    rules, choice, text = seen.rules, seen.choice, voice.language.text
    if not isinstance(action, Play) or not isinstance(choice, PlayCard) or rules is None:
        return ""
    last = len(seen.plays) == len(seen.order) - 1
    if not last or rules.winner is not highest_wins or rules.interrupts:
        return ""
    takers = [card for card in choice.cards if taker(seen, card) == seen.seat]
    if action.card not in takers:
        left_to = voice.name(taker(seen, action.card))
        return text(_LEAVES, player=left_to) if takers else ""
    if len(takers) == 1:
        return text(_ONLY_WINNER)
    of_suit = [card for card in takers if card.suit == action.card.suit]
    lowest = min(of_suit, key=rules.power)
    return text(_CHEAP_WINNER if lowest is action.card and len(of_suit) > 1 else _TAKES)


def taker(seen: View, card: Card) -> Seat:
    """Who would take the trick under way if the viewer's `card` ended it, the highest winning."""
    rules = seen.rules
    assert rules is not None
    assert seen.seat is not None
    plays = (*seen.plays, (seen.seat, card))
    led = rules.suit_of(plays[0][1])
    if led is None:
        return plays[0][0]

    def power(play: tuple[Seat, Card]) -> int:
        suit = rules.suit_of(play[1])
        if suit is not None and suit == seen.trumps:
            return 100 + rules.power(play[1])
        return rules.power(play[1]) if suit == led else -1

    return max(plays, key=power)[0]


def review_text(
    mistakes: Sequence[Mistake], number: int, judged: tuple[int, int], voice: Voice
) -> str:
    """The costliest first; `judged`: how many decisions were, of how many."""
    language, (some, made) = voice.language, judged
    if made and not some:
        return f"🔍 {language.text(_NOT_JUDGED)}"
    lines = [f"### 🔍 {language.text(_MISTAKES, number=number)}"]
    if not mistakes:
        lines = [f"👍 {language.text(_NO_MISTAKE)}"]
    for at, mistake in enumerate(mistakes, start=1):
        lines += [
            f"**{at}. {_moment(mistake.seen, voice)}**",
            _instead(mistake, voice),
            f"-# {language.text(_HAND, cards=DOT.join(voice.style.lines(mistake.seen.hand)))}",
        ]
    if some < made:
        lines.append(f"-# {language.text(_JUDGED, judged=some, made=made)}")
    return "\n".join(lines)


def _instead(mistake: Mistake, voice: Voice) -> str:
    language, seen = voice.language, mistake.seen
    done = action_label(mistake.done, voice)
    better = f"**{action_label(mistake.better, voice)}**"
    much = magnitude(reckoned(seen, mistake.points), language)
    if seen.variant.weighs_tricks:
        return language.text(_TRICKS_INSTEAD, done=done, better=better, tricks=much)
    return language.text(_INSTEAD, done=done, better=better, points=much)


def _moment(seen: View, voice: Voice) -> str:
    """Which trick it was and what lay there already, or else what was asked."""
    assert seen.seat is not None
    asked = voice.say((seen.purposes or {})[seen.seat].prompt).removesuffix(".")
    on_table = trick_cards(seen.plays, voice) if isinstance(seen.choice, PlayCard) else asked
    return DOT.join(filter(None, (_trick(seen, voice.language), on_table)))


def _trick(seen: View, language: Language) -> str:
    return language.text(_TRICK, number=len(seen.tricks) + 1) if seen.playing else ""


def magnitude(points: float, language: Language) -> str:
    """With one decimal, as the language writes it."""
    text = f"{abs(points):.1f}"
    return text if language.code == "en" else text.replace(".", ",")


def signed(points: float, language: Language) -> str:
    points = round(points, 1)
    sign = "+" if points > 0 else "−" if points < 0 else "±"
    return f"{sign}{magnitude(points, language)}"
