"""A lesson: a record with remarks at its moves, and the reader of its file.

A lesson is one Markdown file, ``data/lessons/GAME/NN-NAME.md``::

    ---
    seat: 0
    en: Following suit
    sv: Följa färg
    da: At bekende
    ---

        whist-record 1
        game whist
        …
        deal 1 dealer=3
        hand 0 …

    - en: {HK} is highest: play it.
    - sv: {HK} är högst: spela det.
    - da: {HK} er højest: spil den.

        0 play HK

`seat` is the learner's; the title follows. Indented lines are the record of one deal, which may
stop anywhere. A remark, in every language, comes before the move that it is about or after the last
one, and waits for the learner. ``Otherwise play H2, play H3:`` begins a remark on these actions
instead of the move that follows, and ``Otherwise:`` on anything else. ``{HK}`` is a card, ``{H}`` a
suit.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from types import MappingProxyType

from kwbot.engine.deals.deal import Move
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import Reader, past_forced
from kwbot.engine.deals.record_lines import Group, group_of, parse_move, split_line, without_comment
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Action, Seat, parse_action
from kwbot.engine.values.cards import Card, Suit
from kwbot.engine.values.errors import RecordError, RuleViolation

LESSON_LANGUAGES = ("en", "sv", "da")
REMARK_LINES, REMARK_WIDTH = 2, 36
"""Most lines of a remark, and characters of a line on a phone."""
SIGN_STAND_IN = "###"
"""Has the width of a card or a suit."""
_MARK = re.compile(r"\{(\w+)\}")
_TEXT = re.compile(r"(?:- )?([a-z]{2}): (\S.*)")
_NAME = re.compile(r"[0-9]{2}-[a-z0-9-]+")
_FENCE = "---"
_INDENT = "    "
_OTHERWISE = "Otherwise"


class LessonError(Exception):
    """A file is not a lesson: ``FILE:LINE: what is wrong``."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A text in every language, by language code, with cards and suits in braces."""

    texts: Mapping[str, str]

    def text_in(self, code: str, cards: Mapping[str, str] = MappingProxyType({})) -> str:
        """Return the text in a language. `cards`: the replacement of each card and suit in it."""
        return _MARK.sub(lambda mark: cards.get(mark[1], mark[1]), self.texts[code])

    @property
    def marks(self) -> frozenset[str]:
        """The cards and suits in the remark, as written in a record."""
        return frozenset(mark for text in self.texts.values() for mark in _MARK.findall(text))


@dataclass(frozen=True, slots=True)
class Variation:
    """A remark on doing something else: one of `actions`, or anything without any."""

    actions: tuple[Action, ...]
    remark: Remark


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the record, the remark before it, and remarks on the learner's alternatives."""

    seat: Seat
    action: Action
    remark: Remark | None = None
    variations: tuple[Variation, ...] = ()

    @property
    def move(self) -> Move:
        """The seat and the action, for a match to apply."""
        return self.seat, self.action


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson. `key`: ``GAME/NN-NAME``; `opening`: the match with the cards dealt."""

    key: str
    title: Remark
    seat: Seat
    opening: Match
    steps: tuple[Step, ...]
    closing: Remark

    @property
    def game(self) -> str:
        """The key of the lesson's game."""
        return self.opening.variant.key


def played_on(match: Match, move: Move) -> Match:
    """Return a match after a move of a record, and after any before it that have no line there."""
    return past_forced(match, *move).apply(*move)


def lessons_of(folder: Path, games: Mapping[str, Variant]) -> Mapping[str, tuple[Lesson, ...]]:
    """Return the lessons of each game that has any, in their order. Raises LessonError."""
    return {
        game: tuple(read_lesson(path, games) for path in files)
        for game in games
        if (files := sorted((folder / game).glob("*.md")))
    }


def read_lesson(path: Path, games: Mapping[str, Variant]) -> Lesson:
    """Read the file of a lesson. Raises LessonError at the first line that is wrong."""
    reading = _Reading(games)
    if not _NAME.fullmatch(path.stem):
        raise LessonError(f"{path}:1: a lesson's file is named NN-NAME.md")
    try:
        for line in path.read_text("utf-8").splitlines():
            reading.feed(line)
        lesson = reading.lesson(f"{path.parent.name}/{path.stem}")
    except (ValueError, RuleViolation, RecordError) as error:
        text = error.reason if isinstance(error, RecordError) else str(error)
        raise LessonError(f"{path}:{max(1, reading.number)}: {text}") from error
    return lesson


@dataclass
class _Reading:
    """A lesson's file as far as it was read."""

    games: Mapping[str, Variant]
    number: int = 0
    fences: int = 0
    seat: int | None = None
    title: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    remark: Remark | None = None
    otherwise: tuple[Action, ...] | None = None
    """The actions that the next remark is about, if not the move that follows."""
    variations: list[Variation] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    opening: Match | None = None

    def __post_init__(self) -> None:
        self.reader = Reader(self.games)

    def feed(self, line: str) -> None:
        self.number += 1
        if not line.strip():
            return
        if line.strip() == _FENCE and self.fences < 2:
            self._fence()
        elif self.fences < 2:
            self._front(line)
        elif line.startswith(_INDENT):
            self._record(line)
        elif line.startswith(_OTHERWISE):
            self._begin_variation(line)
        else:
            self._text(line)

    def lesson(self, key: str) -> Lesson:
        """Return the whole lesson."""
        self._check_whole()
        if self.opening is None or not self.steps:
            raise ValueError("the record has no deal that is played")
        if self.variations or self.remark is None:
            raise ValueError("a lesson ends with a remark after its last move")
        if self.opening.variant.key != key.partition("/")[0]:
            raise ValueError("the record is of another game than the folder")
        deal = self.opening.deal
        assert deal is not None
        if self.seat is None or self.seat not in deal.start.seats:
            raise ValueError("the learner does not play in this deal")
        return Lesson(
            key, Remark(self.title), self.seat, self.opening, tuple(self.steps), self.remark
        )

    def _fence(self) -> None:
        self.fences += 1
        if self.fences == 2 and (self.seat is None or tuple(self.title) != LESSON_LANGUAGES):
            raise ValueError(f"before the record stand 'seat' and the title: {_language_list()}")

    def _front(self, line: str) -> None:
        if not self.fences:
            raise ValueError(f"a lesson begins with '{_FENCE}'")
        key, _, value = line.partition(": ")
        if key == "seat" and value.isdigit() and self.seat is None:
            self.seat = int(value)
        else:
            self._language(line, self.title)

    def _language(self, line: str, texts: dict[str, str]) -> None:
        """Read a text in the next language."""
        found = _TEXT.fullmatch(line)
        wanted = LESSON_LANGUAGES[len(texts) : len(texts) + 1]
        if found is None or (found[1],) != wanted:
            raise ValueError(f"a text stands once in every language: {_language_list()}")
        texts[found[1]] = found[2]

    def _text(self, line: str) -> None:
        if not line.startswith("- "):
            raise ValueError("this is neither a line of the record (indented) nor of a remark")
        if not self.texts and self.otherwise is None and (self.remark or self.variations):
            raise ValueError("two remarks at one move")
        self._language(line, self.texts)
        text = self.texts[line[2:4]]
        _check_marks(text)
        if len(wrap(_MARK.sub(SIGN_STAND_IN, text).replace("*", ""), REMARK_WIDTH)) > REMARK_LINES:
            raise ValueError(
                f"a remark has {REMARK_LINES} lines of {REMARK_WIDTH} characters at most"
            )
        if len(self.texts) == len(LESSON_LANGUAGES):
            self._finish_remark(Remark(self.texts))

    def _finish_remark(self, remark: Remark) -> None:
        self.texts = {}
        if self.otherwise is None:
            self.remark = remark
        else:
            self.variations.append(Variation(self.otherwise, remark))
            self.otherwise = None

    def _begin_variation(self, line: str) -> None:
        self._check_whole()
        if not line.endswith(":"):
            raise ValueError("a line that begins with 'Otherwise' ends with a colon")
        if any(not variation.actions for variation in self.variations):
            raise ValueError("'Otherwise:' for anything else stands last")
        named = line.removeprefix(_OTHERWISE).removesuffix(":").strip()
        self.otherwise = tuple(parse_action(one.strip()) for one in named.split(",") if one)

    def _check_whole(self) -> None:
        if self.texts or self.otherwise is not None:
            raise ValueError(f"a remark stands in every language: {_language_list()}")

    def _record(self, line: str) -> None:
        self._check_whole()
        content = without_comment(line)
        group = group_of(split_line(content)[0]) if content else Group.UNKNOWN
        if group is Group.MOVE and (deal := self.reader.match.deal) and deal.is_dealt:
            self._move(content)
        elif self.remark or self.variations or self.steps:
            raise ValueError("a remark stands at a move, and nothing but moves follow the cards")
        self.reader.feed(line)

    def _move(self, line: str) -> None:
        match = self.reader.match
        self.opening = self.opening or match
        seat, action = parse_move(line)
        if self.variations and seat != self.seat:
            raise ValueError("only the learner may do otherwise")
        past = past_forced(match, seat, action)
        for variation in self.variations:
            for other in variation.actions:
                if other == action or other not in past.choice(seat):
                    raise ValueError(f"'{other}' is no other choice here")
        self.steps.append(Step(seat, action, self.remark, tuple(self.variations)))
        self.remark, self.variations = None, []


def _language_list() -> str:
    return ", ".join(LESSON_LANGUAGES)


def _check_marks(text: str) -> None:
    for mark in _MARK.findall(text):
        if mark not in {suit.letter for suit in Suit}:
            Card.parse(mark)
    if "{" in _MARK.sub("", text):
        raise ValueError("a card or a suit stands in braces, as a record writes it")


def signs(remark: Remark) -> Iterator[tuple[str, Card | Suit]]:
    """Yield the cards and suits in a remark, each with its mark."""
    by_letter = {suit.letter: suit for suit in Suit}
    for mark in remark.marks:
        yield mark, by_letter[mark] if mark in by_letter else Card.parse(mark)
