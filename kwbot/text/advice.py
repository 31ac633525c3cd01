"""What a strong player would have done, and why: hints and reviews in words.

Everything said follows from the view and from what the actions were found to be worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kwbot.engine.actions import Action, Play, Seat
from kwbot.engine.cards import Card
from kwbot.engine.choices import PlayCard
from kwbot.engine.playrules import highest_wins
from kwbot.engine.view import View
from kwbot.engine.wording import N_

from .hand import action_label
from .language import Language, Voice

SHOWN = 3
"""So many actions are shown with their worth."""

_ONLY = N_("There is nothing else to do.")
_UNWEIGHED = N_("This goes by a rule of thumb.")
_CLEAR = N_("Nothing else is worth a thought.")
_EQUAL = N_("It hardly matters: {other} is about as good.")
_ONLY_WINNER = N_("Only this card takes the trick, and nobody plays after you.")
_CHEAP_WINNER = N_("It is your lowest card that takes the trick, and nobody plays after you.")
_TAKES = N_("It takes the trick: nobody plays after you.")
_LEAVES = N_("It leaves the trick to {player}, though you could take it.")
_BETTER = N_("It brings about {points} points more than {other}.")
_ON_AVERAGE = N_("On average, in points against the others: {worth}")
_NO_MISTAKE = N_("No decision of yours in that deal cost you anything worth mentioning.")
_NOT_JUDGED = N_("Your decisions in that deal cannot be judged.")
_JUDGED = N_("Judged: {judged} of {made} decisions.")
_MISTAKES = N_("Your costliest decisions in deal {number}")
_TRICK = N_("Trick {number}")
_BEFORE_PLAY = N_("Before the tricks")
_INSTEAD = N_("{done}; better: {better}, by about {points} points.")


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
    weighed = {one: round(points, 1) for one, points in weighed.items()}  # what is shown adds up
    best_first = sorted(weighed, key=lambda one: -weighed[one])[:SHOWN]
    shown = " · ".join(
        f"{action_label(one, voice)} {signed(weighed[one], language)}" for one in best_first
    )
    lines = [
        f"💡 **{action_label(action, voice)}**",
        reason(seen, action, weighed, voice),
    ]
    if len(best_first) > 1:
        lines.append(f"-# {language.text(_ON_AVERAGE, worth=shown)}")
    return "\n".join(lines)


def reason(seen: View, action: Action, weighed: Mapping[Action, float], voice: Voice) -> str:
    """Why `action`, in one sentence."""
    text = voice.language.text
    assert seen.choice is not None
    if len(seen.choice) == 1:
        return text(_ONLY)
    if action not in weighed:
        return text(_UNWEIGHED)
    others = sorted((one for one in weighed if one != action), key=lambda one: -weighed[one])
    if not others:
        return text(_CLEAR)
    lead = weighed[action] - weighed[others[0]]
    other = action_label(others[0], voice)
    if lead <= 0:
        return text(_EQUAL, other=other)
    points = magnitude(lead, voice.language)
    return _of_the_trick(seen, action, voice) or text(_BETTER, points=points, other=other)


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
        told = language.text(
            _INSTEAD,
            done=action_label(mistake.done, voice),
            better=f"**{action_label(mistake.better, voice)}**",
            points=magnitude(mistake.points, language),
        )
        lines.append(f"{at}\\. {_when(mistake.seen, language)}: {told}")
    if some < made:
        lines.append(f"-# {language.text(_JUDGED, judged=some, made=made)}")
    return "\n".join(lines)


def _when(seen: View, language: Language) -> str:
    if not seen.playing:
        return language.text(_BEFORE_PLAY)
    return language.text(_TRICK, number=len(seen.tricks) + 1)


def magnitude(points: float, language: Language) -> str:
    """With one decimal, as the language writes it."""
    text = f"{abs(points):.1f}"
    return text if language.code == "en" else text.replace(".", ",")


def signed(points: float, language: Language) -> str:
    points = round(points, 1)
    sign = "+" if points > 0 else "−" if points < 0 else "±"
    return f"{sign}{magnitude(points, language)}"
