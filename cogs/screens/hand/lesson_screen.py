"""The list of a game's lessons, and a lesson as its learner sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from discord import ButtonStyle

from cogs.screens.hand.controls import Question, with_objection
from cogs.screens.hand.draft import NO_DRAFT, Draft
from cogs.screens.hand.solo_screen import deal_scene, solo_box
from cogs.screens.parts import components
from cogs.screens.parts.arguments import Argument
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import ActionRow, Button, Picture, Press, Screen
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Action, Bid
from kwbot.engine.values.cards import Suit
from kwbot.engine.values.choices import CombinationBid, LadderBid
from kwbot.engine.values.wording import N_, Term
from kwbot.engine.views.view import View, view
from kwbot.ids import NO_TABLE
from kwbot.lessons.lesson import Lesson, Remark, signs
from kwbot.lessons.lesson_game import LessonGame, LessonStage
from kwbot.text.deal.advice import went_wrong_text
from kwbot.text.deal.hand import short_name
from kwbot.text.deal.result import deal_result_text
from kwbot.text.deal.scene import TableScene
from kwbot.text.words import labels, lines
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Language

LEARN, LEARN_ACT, LEARN_PICK = "learn", "lact", "lpick"
"""The areas of presses in lessons; the last two answer a question, or choose on the way."""
OPEN, COURSE, GO_ON, BACK, FREE, AGAIN, LOOK = (
    "open", "course", "on", "back", "free", "again", "look",
)  # fmt: skip
"""What a press of the area LEARN asks for."""
_PLAY_ON = Term("Play on", "button")
_TO_LESSON = Term("Back to the lesson", "button")
_LESSONS = Term("Lessons", "button")
_NEXT = Term("Next lesson", "button")
_AGAIN = Term("Once more", "button")
_START = Term("Learn by playing", "button")
_OFFER = N_("First time? A lesson takes three minutes, and only you see it.")
_ABOUT = N_("Short deals, just for you. Stop when you like and go on later.")
_ALL_DONE = N_("You've played them all. Now for a real table: /play.")


@dataclass(frozen=True, slots=True)
class LearnPress(Argument):
    """What a press of the area LEARN asks for; `about`: a lesson, a game, or what to unfold."""

    what: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of a game and a learner's progress: those `done`, and the last change (`seq`)."""

    variant: Variant
    lessons: Sequence[Lesson]
    done: frozenset[str] = frozenset()
    seq: int = 0

    @property
    def following(self) -> Lesson | None:
        """The first lesson that is not done."""
        return next((one for one in self.lessons if one.key not in self.done), None)


def offer_screen(lesson: Lesson, language: Language) -> Screen:
    """Offer a first lesson in one line."""
    press = Press(LEARN, argument=str(LearnPress(OPEN, lesson.key)))
    start = components.button(language.term(_START), press, ButtonStyle.success, emoji="▶️")
    return components.text_screen(f"🎓 {language.text(_OFFER)}", ActionRow(start))


def course_screen(course: Course, games: Sequence[Variant], language: Language) -> Screen:
    """Draw the lessons of a game, and a menu of all `games` that have some."""
    about = language.text(_ABOUT if course.following else _ALL_DONE)
    buttons = [
        ActionRow(_lesson_button(course, number, language))
        for number in range(1, len(course.lessons) + 1)
    ]
    options = [
        components.option(language.term(one.name), one.key, default=one is course.variant)
        for one in games
    ]
    title = f"### 🎓 {language.term(course.variant.name)}\n{about}"
    menu = components.menu(
        language.term(labels.CHOOSE_GAME), Press(LEARN, argument=COURSE), options
    )
    return components.box([components.words(title), *buttons, menu], components.WAITING_COLOUR)


def _lesson_button(course: Course, number: int, language: Language) -> Button:
    lesson = course.lessons[number - 1]
    is_next = lesson is course.following
    press = Press(LEARN, argument=str(LearnPress(OPEN, lesson.key)))
    style = ButtonStyle.success if is_next else ButtonStyle.secondary
    emoji = "✅" if lesson.key in course.done else "▶️" if is_next else ""
    label = f"{number} · {lesson.title.text_in(language.code)}"
    return components.button(label, press, style, emoji=emoji)


def lesson_screen(
    game: LessonGame,
    course: Course,
    preferences: CardPreferences,
    draft: Draft = NO_DRAFT,
    comment: str = "",
    picture: Picture | None = None,
) -> Screen:
    """Draw a lesson. `draft`, `picture`: as for a hand; `comment`: what follows from the learner's
    move where the lesson itself says nothing about it."""
    seen = lesson_view(game)
    voice = preferences.voice(seen)
    said = game.remark
    told = remark_text(said, voice.style, preferences.language) if said else comment
    rows = _stage_rows(game, course, preferences.language)
    if said and game.has_gone_wrong:
        told = went_wrong_text(*game.deviation, told, voice)
    if game.deal is None:
        head = _head(course, game, preferences.language)
        result = deal_result_text(seen, voice, _facts(game), titled=False, has_scores=False)
        text = lines.together([(head,), (told,), (result,)])
        return components.box([components.words(text), *rows], components.WAITING_COLOUR)

    def look(what: str) -> Press:
        return Press(LEARN, NO_TABLE, course.seq, str(LearnPress(LOOK, what)))

    head = _head(course, game, preferences.language)
    draft = replace(draft, suggested=_bids_of_step(game, seen), head=head)
    question = Question(
        seen, voice, NO_TABLE, course.seq, look, with_objection(draft, game.deal, seen),
        preferences.confirms, (LEARN_ACT, LEARN_PICK),
    )  # fmt: skip
    ways = _ways(game, course, preferences.language)
    return solo_box(question, _facts(game), picture, told, rows, ways)


def lesson_view(game: LessonGame) -> View:
    """Return what the learner sees; they are asked only where the lesson wants a move from them."""
    seen = view(game.match, game.seat)
    if game.stage in (LessonStage.ASKED, LessonStage.FREE):
        return seen
    return replace(seen, to_act=(), choice=None)


def lesson_scene(game: LessonGame, preferences: CardPreferences) -> TableScene | None:
    """Return the scene that a lesson's picture shows; None without one, see `panel_scene`."""
    seen = lesson_view(game)
    return deal_scene(seen, preferences, _facts(game))


def remark_text(remark: Remark, style: CardStyle, language: Language) -> str:
    """Return a remark with its cards as the learner sees them."""
    cards = {
        mark: style.suit(one) if isinstance(one, Suit) else style.card(one)
        for mark, one in signs(remark)
    }
    return remark.text_in(language.code, cards)


def _head(course: Course, game: LessonGame, language: Language) -> str:
    """``🎓 Whist · 2/3 · Drawing trumps``"""
    keys = [one.key for one in course.lessons]
    place = f"{keys.index(game.lesson.key) + 1}/{len(keys)}"
    title = game.lesson.title.text_in(language.code)
    name = f"**{short_name(course.variant, language)}**"
    return f"-# 🎓 {lines.DOT.join((name, place, title))}"


def _facts(game: LessonGame) -> Facts:
    return Facts(computers=frozenset(range(len(game.match.names))) - {game.seat})


def _bids_of_step(game: LessonGame, seen: View) -> Mapping[Action, float | None]:
    """Return the bids that the lesson is about, the advised one first."""
    step = game.step
    if step is None or not isinstance(seen.choice, CombinationBid | LadderBid):
        return {}
    named = [step.action, *(one for told in step.variations for one in told.actions)]
    return dict.fromkeys(one for one in named if isinstance(one, Bid))


def _stage_rows(game: LessonGame, course: Course, language: Language) -> list[ActionRow]:
    """Return the buttons that lead on where a move does not."""
    green, deal_goes_on = ButtonStyle.success, game.deal is not None
    buttons: list[Button] = []
    match game.stage:
        case LessonStage.TOLD:
            buttons = [_button(labels.GO_ON, GO_ON, course, language, green)]
        case LessonStage.LEFT:
            buttons = [_button(labels.TAKE_BACK, BACK, course, language, green)]
            buttons += [_button(_PLAY_ON, FREE, course, language)] if deal_goes_on else []
            buttons += [] if deal_goes_on else [_button(_AGAIN, AGAIN, course, language)]
        case LessonStage.OVER if game.has_gone_wrong:
            buttons = [_button(_AGAIN, AGAIN, course, language, green)]
            buttons += _ways(game, course, language)
        case LessonStage.OVER:
            if course.following is not None:
                press = str(LearnPress(OPEN, course.following.key))
                buttons = [_button(_NEXT, press, course, language, green)]
            buttons += [_button(_PLAY_ON, FREE, course, language)] if deal_goes_on else []
            buttons += [_button(_AGAIN, AGAIN, course, language)]
            buttons += [] if deal_goes_on else _ways(game, course, language)
    return components.rows(buttons)


def _ways(game: LessonGame, course: Course, language: Language) -> list[Button]:
    """Return the buttons back to the lesson that was left, and to all lessons."""
    back = game.free and game.left is not None
    buttons = [_button(_TO_LESSON, BACK, course, language)] if back else []
    press = Press(LEARN, argument=str(LearnPress(COURSE, course.variant.key)))
    return [*buttons, components.button(language.term(_LESSONS), press)]


def _button(
    label: Term,
    argument: str,
    course: Course,
    language: Language,
    style: ButtonStyle = ButtonStyle.secondary,
) -> Button:
    return components.button(
        language.term(label), Press(LEARN, NO_TABLE, course.seq, argument), style
    )
