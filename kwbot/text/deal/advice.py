"""What a strong player would have done, and why: hints and reviews in words.

Everything said follows from the view and from what the actions were found to be worth.
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
"""So many actions are shown with their worth."""
_WHOLE_POINTS = 10
"""From here on points are told as whole numbers."""

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
    """The advised `action`. `weighed`: what actions bring the viewer, that one among them if any
    is; `has_changed`: whether something else was suggested before, in fewer deals."""

    action: Action
    weighed: Mapping[Action, Estimate]
    has_changed: bool = False

    def beside(self, suggested: Action | None) -> "Hint":
        """Return the hint as it stands beside what was suggested first, if anything was."""
        return replace(self, has_changed=suggested not in (None, self.action))


def hint_line(seen: View, hint: Hint | None, voice: Voice) -> str:
    """Return a hint in a line of small print, with its main reason; None: it is being found."""
    if hint is None:
        return f"-# 💡 {voice.language.text(_SEEKING)}"
    why, *_ = sentences(reason(seen, hint.action, hint.weighed, voice), voice)
    told = [f"**{action_text(hint.action, voice)}**", why]
    if hint.has_changed:
        told.append(voice.language.text(_LOOKED_LONGER))
    return f"-# 💡 {DOT.join(told)}"


def hint_text(seen: View, hint: Hint, voice: Voice) -> str:
    """Return a hint with all that is known. Numbers are the estimated means; there are none where
    the actions may be equal."""
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
    """Return what is as good as `action`; or else what it and the next ones bring."""
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
    """Return how the worth of actions is told: the sentence, and how it writes numbers."""
    if not seen.variant.weighs_tricks:
        return _ON_AVERAGE, format_signed
    return (_TRICKS_ON_AVERAGE, magnitude) if seen.playing else (_TRICKS_TO_THE_GOOD, format_signed)


def _displayed_worth(seen: View, points: float) -> float:
    """Return what an action is worth as it is told: points, or the tricks of one's side in the end;
    before the tricks, when it is open whether they are wanted, how many to the good."""
    if not seen.variant.weighs_tricks:
        return points
    good = _in_tricks(seen, points)
    if not seen.playing:
        return good
    even = (len(seen.tricks) + len(seen.hand)) / _sides(seen)
    return max(0.0, even - good if _fewer(seen) else even + good)


def _fewer(seen: View) -> bool:
    """Whether it is the fewer tricks the better, and this is told."""
    return seen.playing and seen.variant.avoids_tricks(seen.contract)


def _in_tricks(seen: View, points: float) -> float:
    """So many tricks better than an even share: what one side takes all others together lose."""
    return points * (_sides(seen) - 1) / _sides(seen)


def _sides(seen: View) -> int:
    return len(seen.sides or seen.seats)


def reason(seen: View, action: Action, weighed: Mapping[Action, Estimate], voice: Voice) -> str:
    """Return why `action`, in one sentence."""
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
    """Say how far `action` is ahead, so that what is shown adds up."""
    best = max((one for one in weighed if one != action), key=lambda one: weighed[one].points)
    worth = [round_worth(_displayed_worth(seen, weighed[one].points)) for one in (action, best)]
    lead, other = abs(worth[0] - worth[1]), action_text(best, voice)
    whole = lead >= 1 and max(map(abs, worth)) >= _WHOLE_POINTS
    much = f"{lead:.0f}" if whole else magnitude(lead, voice.language)
    if isinstance(best, Bid):  # nobody has chosen that
        return voice.language.text(_BETTER_CALL, points=much)
    if not seen.variant.weighs_tricks:
        return voice.language.text(_BETTER, points=much, other=other)
    compared = _FEWER_TRICKS if _fewer(seen) else _MORE_TRICKS
    return voice.language.text(compared, tricks=much, other=other)


def _why_not_weighed(seen: View, action: Action, *, alone: bool) -> str:
    """Return why there is nothing to compare `action` with: it was `alone` or not weighed."""
    assert seen.choice is not None
    if len(seen.choice) == 1:
        return _ONLY
    if isinstance(action, Pass):
        return _NO_BID
    return _ALIKE if alone and isinstance(seen.choice, PlayCard) else _UNWEIGHED


class MistakeText(NamedTuple):
    """A costly decision in words, and the hand it was made with; `in_picture`: whether a picture of
    the moment shows that hand."""

    words: str
    hand: str
    in_picture: bool

    def __str__(self) -> str:
        return f"{self.words}\n{self.hand}"

    def above(self, picture: object) -> str:
        """Return it as it stands above a picture, or where there is none (None)."""
        return self.words if self.in_picture and picture is not None else str(self)


class ReviewText(NamedTuple):
    """A review in words: a text for each decision, the costliest first, a picture below each."""

    head: str
    mistakes: tuple[MistakeText, ...] = ()
    tail: str = ""

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.head, *map(str, self.mistakes), self.tail)))


def review_text(
    mistakes: Sequence[Mistake], number: int, judged: tuple[int, int], voice: Voice
) -> ReviewText:
    """Return a review of decisions, the costliest first; `judged`: how many were, of how many."""
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
    """Return what comes of doing something else than a lesson does; `cost`: in points, 0 where that
    may be chance; None: nobody knows."""
    if cost:
        return _instead(Mistake(seen, done, better, cost), voice)
    told = _THE_LESSON if cost is None else _AS_WELL
    return voice.language.text(
        told, done=action_text(done, voice), better=action_text(better, voice)
    )


def went_wrong_text(done: Action, better: Action, remark: str, voice: Voice) -> str:
    """Return what was done otherwise than in a lesson, with what the lesson says of it."""
    told = voice.language.text(
        _NOT_THE_LESSON, done=action_text(done, voice), better=action_text(better, voice)
    )
    return f"{told}\n{remark}"


def possible_text(
    mistakes: Sequence[Mistake], judged: tuple[int, int], own: Seat | None, voice: Voice
) -> str:
    """Return in a line what players could have known to do better at some moments: what cost most.
    `judged`: how many of their decisions were, of how many; `own`: the seat of whoever reads it,
    whom alone reasons speak to."""
    language, (some, made) = voice.language, judged
    if made and not some:
        return f"🔍 {language.text(_NOT_JUDGED)}"
    if not mistakes:
        return f"👍 {language.text(_NOTHING_BETTER if made else _NO_CHOICE)}"
    told = f"{language.text(_AS_SEEN)} {_said_to(own, mistakes[0], voice)}"
    share = f" {language.text(_JUDGED, judged=some, made=made)}" if some < made else ""
    return f"🔍 {told}{share}"


def open_text(seen: View, points: float | None, voice: Voice, *, with_declarer: bool) -> str:
    """Say in a line what the cards would bear if everybody saw them all: `points` for the side of
    the viewer, who is in turn; nothing where nobody can look through so many cards (None)."""
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
    """Return what somebody chose, and what was better, told to others."""
    assert mistake.seen.seat is not None
    return _mistake_text(
        mistake, _THEY_CHOSE, _THEY_CHOSE_TRICKS, voice, voice.name(mistake.seen.seat)
    )


def _instead(mistake: Mistake, voice: Voice) -> str:
    return _mistake_text(mistake, _INSTEAD, _TRICKS_INSTEAD, voice)


def _mistake_text(
    mistake: Mistake, points: str, tricks: str, voice: Voice, player: str = ""
) -> str:
    """Fill in the text about `points`, or in games that count tricks the one about `tricks`."""
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
    """Say how many decisions could be judged, unless it is all of them."""
    return f"-# {language.text(_JUDGED, judged=some, made=made)}" if some < made else ""


def _contract(seen: View, voice: Voice) -> str:
    """Say who plays what; empty before that is known, and where nothing is bid."""
    if seen.contract is None:
        return ""
    who = "" if seen.declarer is None else f"{voice.name(seen.declarer)}: "
    return f"🎯 {who}{voice.bid(seen.contract)}"


def _moment(seen: View, voice: Voice) -> str:
    """Return which trick it was and what lay there; or else what was asked, and the last bid."""
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
    """Return what is to be beaten; empty once a contract stands."""
    if seen.contract is not None:
        return ""
    bids = ((one.seat, one.action) for one in reversed(seen.said))
    return next(
        (f"{voice.name(who)}: {voice.bid(bid)}" for who, bid in bids if isinstance(bid, Bid)), ""
    )


def moment_name(seen: View, language: Language) -> str:
    """Return which trick it was; empty before the tricks."""
    return language.text(_TRICK, number=len(seen.tricks) + 1) if seen.playing else ""


def round_worth(number: float) -> float:
    """Round to one decimal, or to two digits if it is ten or more: no more is known of it."""
    size = abs(number)
    return round(number, 1 if size < _WHOLE_POINTS else 1 - int(log10(size)))


def magnitude(number: float, language: Language) -> str:
    """Return a number rounded, as the language writes it."""
    size = abs(round_worth(number))
    text = f"{size:.1f}" if size < _WHOLE_POINTS else f"{size:.0f}"
    return text if language.code == "en" else text.replace(".", ",")


def format_signed(number: float, language: Language) -> str:
    number = round_worth(number)
    sign = "+" if number > 0 else "−" if number < 0 else "±"
    return f"{sign}{magnitude(number, language)}"
