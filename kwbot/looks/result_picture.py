"""The look "picture" of a finished deal: hands as dealt, tricks in order, the standing."""

from functools import lru_cache
from itertools import zip_longest
from math import ceil
from typing import NamedTuple

from PIL import Image

from kwbot.engine.values.wording import N_
from kwbot.text.deal.result_scene import ResultScene, Score
from kwbot.text.words.lines import DOT

from .canvas import WIDTH, Canvas, label, names_of, told_of
from .card_sprites import SMALL, card_sprite, trump_badge
from .hand_panel import PANEL_WIDTH, ROW, draw_box, draw_hand, draw_underline
from .palette import FELT, GOLD, INK, LINE, LOST, PANEL, RAIL, RGB, SECOND, STRIP, TEXT, place
from .sprites import BOLD, MEDIUM, Sprite, cut, disc, drawable, round_box, shape, text, wrap_words

HEAD, NEXT_LINE, NEXT_OUTCOME = 104, 30, 44
_CONTRACT_LINES = 5
"""Enough for as many parts as can be bid together."""
GAP, MARGIN = 11, 12
LABEL, SCORED = (MEDIUM, 22), (MEDIUM, 24)
_COLUMNS = (MARGIN, MARGIN + PANEL_WIDTH + GAP, MARGIN + 2 * (PANEL_WIDTH + GAP))
_BADGE, _BESIDE_BADGE = 60, 140
"""The lower edge's height, and what Discord's badge "ALT" takes of its left."""
_IN_ROW, _APART = 4, 14
"""Scores in a row, and how far they are apart, at least."""


class ResultLayout(NamedTuple):
    """Where things are: the panels' upper left corners, the legend, the strip, the whole."""

    panel: int
    """Height of a panel."""
    head: int
    contract: tuple[str, ...]
    letters: int
    """The contract in lines, and the size of its letters."""
    panels: tuple[tuple[int, int], ...]
    legend: int
    strip: int
    standing: int
    height: int


def result_picture(scene: ResultScene) -> bytes:
    """Return the result as PNG. Equal scenes give equal bytes."""
    rows = _rows(scene.standing)
    layout = _layout(scene, len(rows))
    canvas = Canvas(_ground(layout))
    _head(canvas, scene, layout)
    for hand, (x, y) in zip(scene.hands, layout.panels, strict=True):
        draw_hand(canvas, scene, hand, x, y)
    _legend(canvas, scene, layout)
    _kitty(canvas, scene, layout)
    if scene.tricks:
        _tricks(canvas, scene, layout.strip + 38)
        canvas.image.paste(place(LINE), (20, layout.strip + 76, WIDTH - 20, layout.strip + 78))
    _standing(canvas, rows, layout.standing)
    edge = layout.height - _BADGE / 2
    tally = told_of(scene.players.values(), DOT.join(scene.tally))
    canvas.write(tally, (_BESIDE_BADGE, edge), LABEL, SECOND, STRIP)
    canvas.write(drawable(scene.deal), (WIDTH - 20, edge), LABEL, SECOND, STRIP, anchor=1)
    return canvas.png()


def _layout(scene: ResultScene, rows: int) -> ResultLayout:
    jokers = any(hand.cards.jokers() for hand in scene.hands)
    panel = 16 + ROW * (5 if jokers else 4)
    contract, letters = _contract(scene)
    head = HEAD + NEXT_LINE * max(0, len(contract) - 1) + _more_outcomes(scene)
    top = head + 68
    if len(scene.hands) == 4:
        half, whole = (panel + 64) // 2, panel + 72
        left, middle, right = _COLUMNS
        panels: tuple[tuple[int, int], ...] = (
            (middle, top + whole), (left, top + half), (middle, top), (right, top + half),
        )  # fmt: skip
        bottom = top + whole + panel
        legend = top + half + panel + 44
    else:
        panels = _rows_of_panels(len(scene.hands), top, panel)
        bottom = max((y for _, y in panels), default=head - panel) + panel
        legend = bottom + 24
        bottom += 100 if scene.kitty or _has_marks(scene) else 0
    strip = bottom + 22
    standing = strip + (78 if scene.tricks else 0)
    height = standing + 38 + 44 * rows + _BADGE
    return ResultLayout(panel, head, contract, letters, panels, legend, strip, standing, height)


def _rows_of_panels(hands: int, top: int, panel: int) -> tuple[tuple[int, int], ...]:
    """Return where panels lie in rows of three: of three hands the first in the middle."""
    cells = [(_COLUMNS[at % 3], top + at // 3 * (panel + 72)) for at in range(hands)]
    return (cells[1], cells[0], cells[2]) if hands == 3 else tuple(cells)


def _more_outcomes(scene: ResultScene) -> int:
    """Return what the lines of all outcomes but the first take of the head."""
    return NEXT_OUTCOME * max(0, len(scene.outcomes) - 1)


def _has_marks(scene: ResultScene) -> bool:
    return bool(scene.passed) or any(hand.unplayed for hand in scene.hands)


@lru_cache(maxsize=16)
def _ground(layout: ResultLayout) -> Image.Image:
    image = Image.new("L", (WIDTH, layout.height), place(FELT))
    image.paste(place(RAIL), (0, 0, WIDTH, layout.head))
    image.paste(place(STRIP), (0, layout.strip, WIDTH, layout.height))
    panel = round_box(PANEL_WIDTH, layout.panel, 10, PANEL, FELT)
    for x, y in layout.panels:
        image.paste(panel.image, (x, y), panel.mask)
    return image


def _contract(scene: ResultScene) -> tuple[tuple[str, ...], int]:
    """Return the contract in a line, or in small ones, and the size of its letters."""
    right = text(scene.gained, BOLD, 54, TEXT, RAIL).width + 40
    room = WIDTH - right - (64 if scene.made is None and len(scene.outcomes) < 2 else 147)
    for size in (26, 24):
        line = wrap_words(scene.contract, MEDIUM, size, room, 2)
        if len(line) < 2:
            return line, size
    return wrap_words(scene.contract, MEDIUM, 22, room, _CONTRACT_LINES), 22


def _head(canvas: Canvas, scene: ResultScene, layout: ResultLayout) -> None:
    left, right, below = 20, WIDTH - 24, _more_outcomes(scene)
    if below:
        left = 103
        for number, outcome in enumerate(scene.outcomes):
            y = 34 + NEXT_OUTCOME * number
            _mark(canvas, y, 38, made=outcome.made)
            _lines(canvas, told_of(scene.players.values(), outcome.text), left, (y,), right - left)
    elif scene.made is not None:
        _mark(canvas, 52, 62, made=scene.made)
        left = 103
    elif scene.tricks:
        canvas.stamp_centred(trump_badge(scene.trumps, scene.style, 62, RAIL), 52, 52)
        left = 103
    right -= _draw_gain(canvas, scene, right)
    if not below:
        heights = (36,) if scene.contract else (32, 72)
        _lines(canvas, told_of(scene.players.values(), scene.headline), left, heights, right - left)
    if not scene.contract:
        return
    x = left
    if scene.tricks:
        canvas.stamp_centred(trump_badge(scene.trumps, scene.style, 34, RAIL), x + 17, 77 + below)
        x += 44
    for number, line in enumerate(layout.contract):
        y = 78 + below + NEXT_LINE * number
        canvas.write(line, (x, y), (MEDIUM, layout.letters), SECOND, RAIL)


def _mark(canvas: Canvas, y: int, size: int, *, made: bool | None) -> None:
    """Draw the sign of a contract that was made or not."""
    ground, sign, ink = (GOLD, "check", INK) if made else (LOST, "cross", TEXT)
    canvas.stamp_centred(disc(size, ground, RAIL), 52, y)
    canvas.stamp_centred(shape(sign, size * 5 // 7, ink, ground), 52, y)


def _draw_gain(canvas: Canvas, scene: ResultScene, right: int) -> int:
    """Write what was won, and what that is if need be; returns the room that it takes."""
    if not scene.gained:
        return 0
    ink, unit = GOLD if scene.made else TEXT, drawable(scene.counted_in)
    at = right, 42 if unit else 54
    width = canvas.write(scene.gained, at, (BOLD, 54), ink, RAIL, anchor=1)
    return 16 + round(max(width, canvas.write(unit, (right, 84), LABEL, SECOND, RAIL, anchor=1)))


def _lines(canvas: Canvas, words: str, x: float, heights: tuple[int, ...], room: int) -> None:
    """Write a headline, smaller where it is long."""
    size = 32
    while size > 22 and len(wrap_words(words, BOLD, size, room, 9)) > len(heights):
        size -= 2
    shown = wrap_words(words, BOLD, size, room, len(heights))
    for line, y in zip(shown, heights if len(shown) == len(heights) else (52,), strict=False):
        canvas.write(line, (x, y), (BOLD, size), TEXT, RAIL)


def _legend(canvas: Canvas, scene: ResultScene, layout: ResultLayout) -> None:
    """Explain the marks: left of the middle what was passed, right what was never played."""
    if scene.passed:
        x, y = _COLUMNS[0], layout.legend
        draw_box(canvas, x + 2, y + 28, 30, FELT)
        said = wrap_words(scene.passed, *LABEL, 190, 2)
        for number, line in enumerate(said):
            at = y + 28 + 28 * (number - (len(said) - 1) / 2)
            canvas.write(line, (x + 44, at), LABEL, SECOND)
    if any(hand.unplayed for hand in scene.hands):
        x, y = _COLUMNS[2], layout.legend + 28
        canvas.stamp(round_box(30, 34, 7, PANEL, FELT), x + 4, y - 17)
        draw_underline(canvas, x + 8, y - 6, 22)
        canvas.write(label(scene.style, N_("never played")), (x + 46, y), LABEL, SECOND)


def _kitty(canvas: Canvas, scene: ResultScene, layout: ResultLayout) -> None:
    """Draw the kitty as it was dealt, at the upper left or below the hands."""
    if not scene.kitty:
        return
    compass = len(scene.hands) == 4
    x, y = (_COLUMNS[0], layout.head + 16) if compass else (_COLUMNS[1], layout.legend - 8)
    for number, (card, taker) in enumerate(scene.kitty):
        canvas.stamp(card_sprite(card, scene.style, SMALL), x + number * 54, y)
        if taker is not None:
            canvas.face(scene.players[taker], x + number * 54 + 25, y + 80, 26)
    canvas.write(
        label(scene.style, N_("Kitty")), (x + len(scene.kitty) * 54 + 8, y + 35), LABEL, SECOND
    )


# --- the strip -----------------------------------------------------------------------------------


def _tricks(canvas: Canvas, scene: ResultScene, y: int) -> None:
    """Draw who took each trick, in order; dots are tricks that were not played."""
    x = 20 + canvas.write(label(scene.style, N_("Tricks")), (20, y), LABEL, SECOND, STRIP) + 14
    step = (WIDTH - 12 - x) / max(scene.length, 1)
    size = min(38, int(step) - 6)
    players = scene.players
    for number in range(scene.length):
        at = x + step * (number + 0.5)
        if number < len(scene.tricks):
            canvas.face(players[scene.tricks[number].winner], at, y, size, STRIP)
        else:
            canvas.stamp_centred(disc(10, SECOND, STRIP), at, y)


class Cell(NamedTuple):
    """A line of the standing, ready to be drawn."""

    name: str
    points: Sprite
    gained: str
    ink: RGB

    @property
    def width(self) -> int:
        """The width in pixels of name, points and what was gained."""
        gained = text(self.gained, *LABEL, self.ink, STRIP).width + 6 if self.gained else 0
        return text(self.name, *SCORED, self.ink, STRIP).width + 8 + self.points.width + gained


def _cell(score: Score) -> Cell:
    ink, strong = (GOLD, GOLD) if score.declarer else (SECOND, TEXT)
    size = 32 if len(score.points) < 4 else 26
    name = cut(names_of(score.players), *SCORED, 330)
    gained = f"({score.gained})" if score.gained else ""
    return Cell(name, text(score.points, BOLD, size, strong, STRIP), gained, ink)


def _rows(scores: tuple[Score, ...]) -> list[list[Cell]]:
    """Return the standing in as few rows as there is room for, all about as long."""
    cells = list(map(_cell, scores))
    for count in range(1, len(cells) + 1):
        columns = ceil(len(cells) / count)
        rows = [cells[at : at + columns] for at in range(0, len(cells), columns)]
        if columns == 1 or (columns <= _IN_ROW and _spare(rows) >= _APART):
            return rows
    return []


def _widths(rows: list[list[Cell]]) -> list[int]:
    return [max(cell.width for cell in column if cell) for column in zip_longest(*rows)]


def _spare(rows: list[list[Cell]]) -> float:
    """Return how much room there is behind the widest cell of each column."""
    widths = _widths(rows)
    return (WIDTH - 20 - sum(widths)) / len(widths)


def _standing(canvas: Canvas, rows: list[list[Cell]], top: int) -> None:
    widths, spare = _widths(rows), _spare(rows) if rows else 0
    for number, row in enumerate(rows):
        y = top + 40 + 44 * number
        for column, cell in enumerate(row):
            x = 20 + sum(widths[:column]) + spare * column
            x += canvas.write(cell.name, (x, y), SCORED, cell.ink, STRIP) + 8
            canvas.stamp(cell.points, x, y - cell.points.height / 2)
            canvas.write(cell.gained, (x + cell.points.width + 6, y), LABEL, cell.ink, STRIP)
