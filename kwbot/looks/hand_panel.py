"""A hand as dealt, in the picture of a result: two lines of suits in a panel."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from kwbot.engine.values.cards import Card, Suit
from kwbot.text.deal.result_scene import DealtHand, ResultScene
from kwbot.text.words.card_symbols import CardStyle

from .canvas import Canvas
from .card_sprites import colour, pip
from .palette import BROWN, GREY, INK, PANEL, PASSED, place
from .sprites import SEMIBOLD, round_box, text

PANEL_WIDTH, PANEL_HEIGHT = 364, 96
HAND_WIDTH = PANEL_WIDTH - 24
"""Room for the longer of the two lines, in pixels."""
_LINES = (26, 69)
"""The middles of the lines, in pixels below the panel's upper edge."""
_PIP, _BESIDE_PIP, _BETWEEN_SUITS = 28, 9, 15
_SPLITS = ("SH|CD", "S|HCD", "SHC|D", "H|SCD", "C|SHD", "SC|HD", "SD|HC")
"""The possible suits of the two lines; the first split that fits is used."""
_GAPS = (6, 3)
"""Gaps between ranks in pixels, besides 1 on both sides of each; a smaller gap is preferred to
another split."""
_SIZES = range(32, 14, -2)
"""Sizes of ranks in pixels; only one hand in a thousand needs 30 or less."""
_VOID = "–"


class SuitRun(NamedTuple):
    """A suit of a hand: its cards and the words for them."""

    suit: Suit | None
    cards: tuple[Card, ...]
    words: tuple[str, ...]

    def width(self, size: int, gap: int) -> int:
        """Return the width in pixels of pip and ranks."""
        ranks = sum(_word_width(word, size) for word in self.words)
        return _PIP + _BESIDE_PIP + ranks + gap * (len(self.words) - 1)


class HandLines(NamedTuple):
    """A hand in two lines, with the size of its ranks and their gaps in pixels."""

    lines: tuple[tuple[SuitRun, ...], tuple[SuitRun, ...]]
    size: int
    gap: int

    @property
    def width(self) -> int:
        """The width in pixels of the longer line."""
        return max(_line_width(line, self.size, self.gap) for line in self.lines)


def hand_lines(cards: Sequence[Card], style: CardStyle) -> HandLines:
    """Return sorted cards in two lines as large as fits, with jokers in the shorter one."""
    runs = {suit.letter: _suit_run(suit, cards, style) for suit in Suit}
    jokers = tuple(card for card in cards if card.suit is None)
    found = HandLines(((), ()), 0, 0)
    for size in _SIZES:
        for split in _SPLITS:
            for gap in _GAPS:
                found = HandLines(_split_lines(split, runs, jokers, size, gap), size, gap)
                if found.width <= HAND_WIDTH:
                    return found
    return found


def _suit_run(suit: Suit, cards: Sequence[Card], style: CardStyle) -> SuitRun:
    held = tuple(card for card in cards if card.suit is suit)
    words = tuple(style.rank(card.rank) for card in held if card.rank is not None)
    return SuitRun(suit, held, words or (_VOID,))


def _split_lines(
    split: str, runs: dict[str, SuitRun], jokers: tuple[Card, ...], size: int, gap: int
) -> tuple[tuple[SuitRun, ...], tuple[SuitRun, ...]]:
    upper, lower = (tuple(runs[letter] for letter in half) for half in split.split("|"))
    if not jokers:
        return upper, lower
    run = SuitRun(None, jokers, tuple(card.text[1:] for card in jokers))
    if _line_width(upper, size, gap) < _line_width(lower, size, gap):
        return (*upper, run), lower
    return upper, (*lower, run)


def _line_width(line: Sequence[SuitRun], size: int, gap: int) -> int:
    return sum(run.width(size, gap) for run in line) + _BETWEEN_SUITS * (len(line) - 1)


@lru_cache(maxsize=512)
def _word_width(word: str, size: int) -> int:
    return text(word, SEMIBOLD, size, INK, PANEL).width


def draw_hand(canvas: Canvas, scene: ResultScene, hand: DealtHand, x: int, y: int) -> None:
    """Draw a hand in the panel at (x, y)."""
    shown = hand_lines(scene.style.sort(hand.cards), scene.style)
    for line, below in zip(shown.lines, _LINES, strict=True):
        left = x + (PANEL_WIDTH - HAND_WIDTH) // 2
        for run in line:
            _draw_run(canvas, scene, hand, run, shown, (left, y + below))
            left += run.width(shown.size, shown.gap) + _BETWEEN_SUITS


def _draw_run(
    canvas: Canvas,
    scene: ResultScene,
    hand: DealtHand,
    run: SuitRun,
    shown: HandLines,
    at: tuple[int, int],
) -> None:
    """Write the ranks of a suit after its pip, with marks for cards passed or never played."""
    (x, y), font = at, (SEMIBOLD, shown.size)
    canvas.stamp_centred(pip(run.suit, _PIP, scene.style, PANEL), x + _PIP / 2, y)
    x += _PIP + _BESIDE_PIP
    if not run.cards:
        canvas.write(_VOID, (x, y), font, GREY, PANEL)
    ink = colour(run.suit, scene.style)
    for card, word in zip(run.cards, run.words, strict=False):
        width, ground = _word_width(word, shown.size), PANEL
        if card in hand.passed:
            ground = PASSED
            draw_box(canvas, x - shown.gap / 2, y, width + shown.gap - 1)
        canvas.write(word, (x, y), font, ink, ground)
        if card in hand.unplayed:
            draw_underline(canvas, x, y, width)
        x += width + shown.gap


def draw_box(canvas: Canvas, x: float, y: float, width: float) -> None:
    """Draw the box around a card that was given away."""
    canvas.stamp(round_box(round(width), 38, 7, PASSED, PANEL), x, y - 19)
    canvas.stamp(round_box(round(width), 38, 7, BROWN, PASSED, line=2), x, y - 19)


def draw_underline(canvas: Canvas, x: float, y: float, width: float) -> None:
    """Draw the line under a card that was never played."""
    left, top = round(x), round(y) + 17
    canvas.image.paste(place(GREY), (left, top, left + round(width), top + 3))
