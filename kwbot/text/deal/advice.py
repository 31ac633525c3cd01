"""Hints and reviews in words: what a strong player would have done, and why.

Everything follows from the view and from the estimates of actions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log10
from typing import NamedTuple

from kwbot.engine.values.actions import Action, Bid, Pass, Seat
from kwbot.engine.values.choices import CutDeck, PlayCard
from kwbot.engine.values.estimate import Estimate, as_good
from kwbot.engine.values.wording import N_
from kwbot.engine.views.mistake import Mistake
from kwbot.engine.views.view import View
from kwbot.text.deal.hand import action_text, sentences
from kwbot.text.deal.seating import to_viewer
from kwbot.text.words.language import Language, Voice
from kwbot.text.words.lines import DOT, trick_cards, tricks

_MAX_EQUAL_ACTIONS = 3
"""Most actions shown with their worth."""
_WHOLE_POINTS = 10
"""Points from which on whole numbers are shown."""

_LOOKED_LONGER = N_("I looked longer than for what I suggested.")
_SEEKING = N_("Thinking about it …")
_ONLY = N_("You have no other choice.")
_UNWEIGHED = N_("This is a rule of thumb.")
_ALIKE = N_("All your cards are equally good here.")
_NO_MATTER = N_("It makes no difference: the cards are shuffled.")
_NO_DIFFERENCE = N_("It hardly matters here.")
_AS_GOOD = N_("About as good: {others}")
_BETTER = N_("It's worth about {points} points more than {other}.")
_BETTER_CALL = N_("It's worth about {points} points more than anything else.")
_MORE_TRICKS = N_("It's worth about {tricks} tricks more than {other}.")
_FEWER_TRICKS = N_("It takes about {tricks} tricks fewer than {other}.")
_ON_AVERAGE = N_("Average points vs the others: {worth}")
_TRICKS_TO_THE_GOOD = N_("Average tricks to the good: {worth}")
_TRICKS_ON_AVERAGE = N_("Average tricks at the end: {worth}")
_NO_BID = N_("No bid looks better than passing.")
_NO_MISTAKE = N_("Nothing you did in that deal cost you much.")
_NOT_JUDGED = N_("Your decisions in that deal can't be judged.")
_JUDGED = N_("Judged: {judged} of {made} decisions.")
_MISTAKES = N_("Your costliest decisions in deal {number}")
_TRICK = N_("Trick {number}")
_LED = N_("you lead")
_THE_LESSON = N_("You chose {done}. The lesson plays {better} here.")
_NOT_THE_LESSON = N_("You chose {done} instead of {better}.")
_AS_WELL = N_(
    "You chose {done}. That's about as good as {better}, but it isn't what this lesson shows."
)
_INSTEAD = N_("You chose {done}; {better} was about {points} points better.")
_TRICKS_INSTEAD = N_("You chose {done}; {better} was about {tricks} tricks better.")
_THEY_CHOSE = N_("{player} chose {done}; {better} was about {points} points better.")
_THEY_CHOSE_TRICKS = N_("{player} chose {done}; {better} was about {tricks} tricks better.")
_NOTHING_BETTER = N_("Nobody had anything clearly better, by what they could see.")
_AS_SEEN = N_("By what could be seen:")
_OPEN_MADE = N_("With all hands in sight, {player} makes it from here.")
_OPEN_LOST = N_("With all hands in sight, {player} goes down from here.")
_OPEN_TRICKS = N_("With all hands in sight, {players} end with {tricks} from here.")
_NO_CHOICE = N_("Nobody had a choice here.")


@dataclass(frozen=True, slots=True)
class Hint:
    """The advised `action`. `weighed`: estimates of actions, that one included if there are any;
    `has_changed`: whether another action was suggested before, from fewer deals."""

    action: Action
    weighed: Mapping[Action, Estimate]
    has_changed: bool = False

    def beside(self, suggested: Action | None) -> "Hint":
        """Return the hint for a place beside what was suggested first, if anything was."""
        return replace(self, has_changed=suggested not in (None, self.action))


def hint_line(seen: View, hint: Hint | None, voice: Voice) -> str:
    """Return a hint in a line of small print, with its main reason; for None that one is sought."""
    if hint is None:
        return f"-# 💡 {voice.language.text(_SEEKING)}"
    why, *_ = sentences(reason(seen, hint.action, hint.weighed, voice), voice)
    told = [f"**{action_text(hint.action, voice)}**", why]
    if hint.has_changed:
        told.append(voice.language.text(_LOOKED_LONGER))
    return f"-# 💡 {DOT.join(told)}"


def hint_text(seen: View, hint: Hint, voice: Voice) -> str:
    """Return a hint with all that is known. Numbers are estimated means, shown only if the actions
    clearly differ."""
    language, action, weighed = voice.language, hint.action, hint.weighed
    if isinstance(seen.choice, CutDeck):
        return f"💡 {language.text(_NO_MATTER)}"
    lines = [
        DOT.join(
            filter(None, (f"💡 **{action_text(action, voice)}**", moment_name(seen, language)))
        ),
        reason(seen, action, weighed, voice),
        f"-# {language.text(_LOOKED_LONGER)}" if hint.has_changed else "",
        _comparison(seen, action, weighed, voice),
    ]
    return "\n".join(filter(None, lines))


def _comparison(
    seen: View, action: Action, weighed: Mapping[Action, Estimate], voice: Voice
) -> str:
    """Return the actions as good as `action`; if there are none, its worth and that of the next
    ones."""
    if action not in weighed or len(weighed) < 2:
        return ""
    if equal := as_good(weighed, action)[: _MAX_EQUAL_ACTIONS - 1]:
        others = DOT.join(action_text(one, voice) for one in equal)
        return f"-# {voice.language.text(_AS_GOOD, others=others)}"
    best_first = sorted(weighed, key=lambda one: (one != action, -weighed[one].points))[
        :_MAX_EQUAL_ACTIONS
    ]
    told, number = _average(seen)
    worth = {
        one: number(_displayed_worth(seen, weighed[one].points), voice.language)
        for one in best_first
    }
    shown = DOT.join(f"{action_text(one, voice)}: {much}" for one, much in worth.items())
    return f"-# {voice.language.text(told, worth=shown)}"


def _average(seen: View) -> tuple[str, Callable[[float, Language], str]]:
    """Return the sentence for the worth of actions, and the function that writes its numbers."""
    if not seen.variant.weighs_tricks:
        return _ON_AVERAGE, format_signed
    return (_TRICKS_ON_AVERAGE, magnitude) if seen.playing else (_TRICKS_TO_THE_GOOD, format_signed)


def _displayed_worth(seen: View, points: float) -> float:
    """Return an action's worth for display: points, or the final tricks of the viewer's side.
    Before the tricks, when it is open whether these are wanted, it is the tricks to the good."""
    if not seen.variant.weighs_tricks:
        return points
    good = _in_tricks(seen, points)
    if not seen.playing:
        return good
    even = (len(seen.tricks) + len(seen.hand)) / _sides(seen)
    return max(0.0, even - good if _fewer(seen) else even + good)


def _fewer(seen: View) -> bool:
    """Whether fewer tricks are better, and shown so."""
    return seen.playing and seen.variant.avoids_tricks(seen.contract)


def _in_tricks(seen: View, points: float) -> float:
    """Return points as tricks better than an even share: a side's tricks are lost by all others."""
    return points * (_sides(seen) - 1) / _sides(seen)


def _sides(seen: View) -> int:
    return len(seen.sides or seen.seats)


def reason(seen: View, action: Action, weighed: Mapping[Action, Estimate], voice: Voice) -> str:
    """Return the reason for `action` in one sentence."""
    brings = weighed.get(action)
    if brings is not None and brings.why is not None:
        return voice.say(brings.why)
    others = {one: found.points for one, found in weighed.items() if one != action}
    if brings is None or not others:
        return voice.language.text(_why_not_weighed(seen, action, alone=brings is not None))
    if as_good(weighed, action):
        return voice.language.text(_NO_DIFFERENCE)
    return _lead(seen, action, weighed, voice)


def _lead(seen: View, action: Action, weighed: Mapping[Action, Estimate], voice: Voice) -> str:
    """Return how far `action` is ahead, computed from the rounded numbers shown."""
    best = max((one for one in weighed if one != action), key=lambda one: weighed[one].points)
    worth = [round_worth(_displayed_worth(seen, weighed[one].points)) for one in (action, best)]
    lead, other = abs(worth[0] - worth[1]), action_text(best, voice)
    whole = lead >= 1 and max(map(abs, worth)) >= _WHOLE_POINTS
    much = f"{lead:.0f}" if whole else magnitude(lead, voice.language)
    if isinstance(best, Bid):  # not named, as nobody has chosen it
        return voice.language.text(_BETTER_CALL, points=much)
    if not seen.variant.weighs_tricks:
        return voice.language.text(_BETTER, points=much, other=other)
    compared = _FEWER_TRICKS if _fewer(seen) else _MORE_TRICKS
    return voice.language.text(compared, tricks=much, other=other)


def _why_not_weighed(seen: View, action: Action, *, alone: bool) -> str:
    """Return why there is no comparison for `action`: it was the only one or not weighed."""
    assert seen.choice is not None
    if len(seen.choice) == 1:
        return _ONLY
    if isinstance(action, Pass):
        return _NO_BID
    return _ALIKE if alone and isinstance(seen.choice, PlayCard) else _UNWEIGHED


class MistakeText(NamedTuple):
    """A costly decision in words, and the hand at that time. `in_picture`: whether a picture of the
    moment would show that hand."""

    words: str
    hand: str
    in_picture: bool

    def __str__(self) -> str:
        return f"{self.words}\n{self.hand}"

    def above(self, picture: object) -> str:
        """Return the text for a place above `picture`; None: there is no picture."""
        return self.words if self.in_picture and picture is not None else str(self)


class ReviewText(NamedTuple):
    """A review in words: a text for each decision, the costliest first. Pictures go below each."""

    head: str
    mistakes: tuple[MistakeText, ...] = ()
    tail: str = ""

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.head, *map(str, self.mistakes), self.tail)))


def review_text(
    mistakes: Sequence[Mistake], number: int, judged: tuple[int, int], voice: Voice
) -> ReviewText:
    """Return a review of decisions, the costliest first. `judged`: the numbers judged and made."""
    language, (some, made) = voice.language, judged
    if made and not some:
        return ReviewText(f"🔍 {language.text(_NOT_JUDGED)}")
    tail = _judged_share(some, made, language)
    if not mistakes:
        return ReviewText(f"👍 {language.text(_NO_MISTAKE)}", tail=tail)
    own = to_viewer(mistakes[0].seen, voice)
    contracts = filter(None, (_contract(one.seen, own) for one in mistakes))
    head = [f"### 🔍 {language.text(_MISTAKES, number=number)}", *list(contracts)[:1]]
    told = (_mistake(at, one, voice) for at, one in enumerate(mistakes, start=1))
    return ReviewText("\n".join(head), tuple(told), tail)


def _mistake(at: int, mistake: Mistake, voice: Voice) -> MistakeText:
    seen = mistake.seen
    lines = [
        f"**{at}.** {_moment(seen, to_viewer(seen, voice))}",
        _instead(mistake, voice),
        f"💡 {voice.say(mistake.why)}" if mistake.why else "",
    ]
    hand = f"-# {voice.style.small(seen.hand)}"
    return MistakeText("\n".join(filter(None, lines)), hand, in_picture=not seen.playing)


def deviation_text(
    seen: View, done: Action, better: Action, cost: float | None, voice: Voice
) -> str:
    """Return the remark on an action other than the lesson's. `cost`: in points, 0 if it may be
    chance; None: unknown."""
    if cost:
        return _instead(Mistake(seen, done, better, cost), voice)
    told = _THE_LESSON if cost is None else _AS_WELL
    return voice.language.text(
        told, done=action_text(done, voice), better=action_text(better, voice)
    )


def went_wrong_text(done: Action, better: Action, remark: str, voice: Voice) -> str:
    """Return an action other than the lesson's, with the lesson's remark on it."""
    told = voice.language.text(
        _NOT_THE_LESSON, done=action_text(done, voice), better=action_text(better, voice)
    )
    return f"{told}\n{remark}"


def possible_text(
    mistakes: Sequence[Mistake], judged: tuple[int, int], own: Seat | None, voice: Voice
) -> str:
    """Return in a line the costliest decision, given what players could know. `judged`: the numbers
    of decisions judged and made; `own`: the reader's seat, whose decisions alone get a reason."""
    language, (some, made) = voice.language, judged
    if made and not some:
        return f"🔍 {language.text(_NOT_JUDGED)}"
    if not mistakes:
        return f"👍 {language.text(_NOTHING_BETTER if made else _NO_CHOICE)}"
    told = f"{language.text(_AS_SEEN)} {_said_to(own, mistakes[0], voice)}"
    share = f" {language.text(_JUDGED, judged=some, made=made)}" if some < made else ""
    return f"🔍 {told}{share}"


def open_text(seen: View, points: float | None, voice: Voice, *, with_declarer: bool) -> str:
    """Return in a line the outcome if everybody saw all cards: `points` for the side of the viewer,
    who is in turn; "" if there were too many cards to solve (None)."""
    if points is None:
        return ""
    language = voice.language
    if seen.contract is not None and seen.declarer is not None and not seen.variant.weighs_tricks:
        makes = (points > 0) == with_declarer
        text = _OPEN_MADE if makes else _OPEN_LOST
        return f"🃏 {language.text(text, player=voice.name(seen.declarer))}"
    side = next((side for side in seen.sides if seen.seat in side), (seen.seat,))
    names = language.enumeration(voice.name(seat) for seat in side if seat is not None)
    good = (len(seen.tricks) + len(seen.hand)) / _sides(seen) + _in_tricks(seen, points)
    count = tricks(round(good), language)
    return f"🃏 {language.text(_OPEN_TRICKS, players=names, tricks=count)}"


def _said_to(own: Seat | None, mistake: Mistake, voice: Voice) -> str:
    if own is None or mistake.seen.seat != own:
        return chosen_text(mistake, voice)
    why = voice.say(mistake.why) if mistake.why else ""
    return " ".join(filter(None, (_instead(mistake, voice), why)))


def chosen_text(mistake: Mistake, voice: Voice) -> str:
    """Return what a player chose and what was better, for others to read."""
    assert mistake.seen.seat is not None
    return _mistake_text(
        mistake, _THEY_CHOSE, _THEY_CHOSE_TRICKS, voice, voice.name(mistake.seen.seat)
    )


def _instead(mistake: Mistake, voice: Voice) -> str:
    return _mistake_text(mistake, _INSTEAD, _TRICKS_INSTEAD, voice)


def _mistake_text(
    mistake: Mistake, points: str, tricks: str, voice: Voice, player: str = ""
) -> str:
    """Return the text `points` filled in, or in games that count tricks the text `tricks`."""
    language, seen = voice.language, mistake.seen
    named = {
        "player": player,
        "done": action_text(mistake.done, voice),
        "better": f"**{action_text(mistake.better, voice)}**",
    }
    if seen.variant.weighs_tricks:
        much = magnitude(_in_tricks(seen, mistake.points), language)
        return language.text(tricks, **named, tricks=much)
    return language.text(points, **named, points=magnitude(mistake.points, language))


def _judged_share(some: int, made: int, language: Language) -> str:
    """Return how many decisions could be judged, unless all could."""
    return f"-# {language.text(_JUDGED, judged=some, made=made)}" if some < made else ""


def _contract(seen: View, voice: Voice) -> str:
    """Return who plays what; "" while that is unknown, and in games without bids."""
    if seen.contract is None:
        return ""
    who = "" if seen.declarer is None else f"{voice.name(seen.declarer)}: "
    return f"🎯 {who}{voice.bid(seen.contract)}"


def _moment(seen: View, voice: Voice) -> str:
    """Return the trick and its cards; before the tricks the question and the last bid."""
    if isinstance(seen.choice, PlayCard):
        trumps = voice.suit(seen.trumps) if seen.trumps is not None else ""
        trumps = voice.language.text(N_("Trumps: {suit}"), suit=trumps) if trumps else ""
        lies = trick_cards(seen.plays, voice) or voice.language.text(_LED)
        return DOT.join(filter(None, (moment_name(seen, voice.language), trumps, lies)))
    assert seen.seat is not None
    asked = voice.say((seen.purposes or {})[seen.seat].prompt).removesuffix(".")
    return DOT.join(
        filter(None, (moment_name(seen, voice.language), asked, _last_bid(seen, voice)))
    )


def _last_bid(seen: View, voice: Voice) -> str:
    """Return the bid to beat; "" once there is a contract."""
    if seen.contract is not None:
        return ""
    bids = ((one.seat, one.action) for one in reversed(seen.said))
    return next(
        (f"{voice.name(who)}: {voice.bid(bid)}" for who, bid in bids if isinstance(bid, Bid)), ""
    )


def moment_name(seen: View, language: Language) -> str:
    """Return the number of the trick in words; "" before the tricks."""
    return language.text(_TRICK, number=len(seen.tricks) + 1) if seen.playing else ""


def round_worth(number: float) -> float:
    """Return a number rounded to one decimal, or from ten on to two digits, its real precision."""
    size = abs(number)
    return round(number, 1 if size < _WHOLE_POINTS else 1 - int(log10(size)))


def magnitude(number: float, language: Language) -> str:
    """Return the rounded absolute value of a number, as the language writes it."""
    size = abs(round_worth(number))
    text = f"{size:.1f}" if size < _WHOLE_POINTS else f"{size:.0f}"
    return text if language.code == "en" else text.replace(".", ",")


def format_signed(number: float, language: Language) -> str:
    number = round_worth(number)
    sign = "+" if number > 0 else "−" if number < 0 else "±"
    return f"{sign}{magnitude(number, language)}"
