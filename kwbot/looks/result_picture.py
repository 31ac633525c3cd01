"""The picture of a finished deal: hands as dealt with points, tricks in order."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from kwbot.engine.values.wording import N_
from kwbot.text.deal.result_scene import DealtHand, ResultScene, Score
from kwbot.text.deal.seating import Role
from kwbot.text.words.lines import DOT

from .canvas import WIDTH, Canvas, label, name_of, names_of, told_of
from .card_sprites import colour, pip, trump_badge
from .hand_panel import PANEL_HEIGHT, PANEL_WIDTH, draw_hand
from .palette import FELT, GOLD, INK, LOST, PANEL, RAIL, RGB, SECOND, STRIP, TEXT, place
from .pen import count_of
from .sprites import (
    BOLD,
    MEDIUM,
    SEMIBOLD,
    cut,
    disc,
    drawable,
    fit_words,
    round_box,
    shape,
    text,
    wrap_words,
)

HEAD, NEXT_LINE, NEXT_OUTCOME = 92, 34, 44
_CONTRACT_LINES, _LONG_CONTRACT = 6, 3
"""Most lines of a contract, enough for all parts that can be combined; and from how many on the
letters are smaller."""
MARGIN, NAME_ROW = 12, 56
_ROW = NAME_ROW + PANEL_HEIGHT
_COLUMNS = (MARGIN, WIDTH - MARGIN - PANEL_WIDTH)
_STRIP, _NEXT_STRIP_LINE = 62, 40
_BESIDE_BADGE, _TRICK_STEP = 112, 46.5
"""Room at the left for Discord's badge "ALT", and largest distance between tricks."""
_MARK, _LEFT = 48, 96
"""The middle of the head's mark, and the left edge of the words beside it."""
MIN_LETTER_SIZE = 26
"""Smallest letter size, 11 pixels when the picture is shown 330 wide."""
UNIT, RESTING, COUNTED = (MEDIUM, MIN_LETTER_SIZE), (MEDIUM, MIN_LETTER_SIZE), (SEMIBOLD, 28)
NAMED, GAINED = (SEMIBOLD, 30), (SEMIBOLD, 28)
_LONG_POINTS = 5
"""Letters of points from which on these are small, as after a long evening."""
_DECLARERS = {Role.DECLARER, Role.PARTNER}


class ResultLayout(NamedTuple):
    """The layout of a result. Positions are upper left corners or upper edges, in pixels."""

    head: int
    contract: tuple[str, ...]
    letters: int
    """The size of the contract's letters."""
    panels: tuple[tuple[int, int], ...]
    free: tuple[int, int] | None
    """The cell beside an odd number of hands."""
    strip: int
    height: int


def result_picture(scene: ResultScene) -> bytes:
    """Return the result as a PNG. Equal scenes give equal bytes."""
    layout = _layout(scene)
    canvas = Canvas(_ground(layout))
    _head(canvas, scene, layout)
    scores = {player.seat: score for score in scene.standing for player in score.players}
    for hand, (x, y) in zip(scene.hands, layout.panels, strict=True):
        _draw_name_row(canvas, scene, hand, scores.get(hand.player.seat), x, y - 24)
        draw_hand(canvas, scene, hand, x, y)
    if scene.kitty and layout.free:
        _kitty(canvas, scene, layout.free, FELT)
    _strip(canvas, scene, layout)
    return canvas.png()


def _layout(scene: ResultScene) -> ResultLayout:
    contract, letters = _contract(scene)
    head = HEAD + NEXT_LINE * max(0, len(contract) - 1) + _more_outcomes(scene)
    count = len(scene.hands)
    rows = (count + 1) // 2
    cells = _clockwise(rows, head + NAME_ROW)
    free = cells[count] if count % 2 else None
    strip = head + rows * _ROW + MARGIN
    beside = bool(_sitting_out(scene) or (scene.kitty and not free))
    height = strip + _STRIP + (_NEXT_STRIP_LINE if beside else 0)
    return ResultLayout(head, contract, letters, cells[:count], free, strip, height)


def _clockwise(rows: int, top: int) -> tuple[tuple[int, int], ...]:
    """Return the cells of two columns clockwise from the lower left one."""
    left, right = _COLUMNS
    heights = [top + _ROW * row for row in range(rows)]
    return (*((left, y) for y in reversed(heights)), *((right, y) for y in heights))


def _sitting_out(scene: ResultScene) -> list[Score]:
    """Return the scores of players who sat out."""
    return [one for one in scene.standing if not {p.seat for p in one.players} & {*scene.players}]


def _more_outcomes(scene: ResultScene) -> int:
    """Return the height of all outcomes' lines but the first."""
    return NEXT_OUTCOME * max(0, len(scene.outcomes) - 1)


@lru_cache(maxsize=16)
def _ground(layout: ResultLayout) -> Image.Image:
    image = Image.new("L", (WIDTH, layout.height), place(FELT))
    image.paste(place(RAIL), (0, 0, WIDTH, layout.head))
    image.paste(place(STRIP), (0, layout.strip, WIDTH, layout.height))
    panel = round_box(PANEL_WIDTH, PANEL_HEIGHT, 10, PANEL, FELT)
    for x, y in layout.panels:
        image.paste(panel.image, (x, y), panel.mask)
    return image


# --- the head ------------------------------------------------------------------------------------


def _contract(scene: ResultScene) -> tuple[tuple[str, ...], int]:
    """Return the contract in lines, and the size of its letters, smaller if it is very long."""
    right = text(scene.gained, BOLD, 58, TEXT, RAIL).width + 40
    room = WIDTH - right - (_LEFT if _beside_mark(scene) else 20) - 44
    lines = wrap_words(scene.contract, MEDIUM, 28, room, _CONTRACT_LINES)
    if len(lines) < _LONG_CONTRACT:
        return lines, 28
    return wrap_words(
        scene.contract, MEDIUM, MIN_LETTER_SIZE, room, _CONTRACT_LINES
    ), MIN_LETTER_SIZE


def _beside_mark(scene: ResultScene) -> bool:
    """Whether the head has a mark at the left."""
    return len(scene.outcomes) > 1 or scene.made is not None or bool(scene.tricks)


def _head(canvas: Canvas, scene: ResultScene, layout: ResultLayout) -> None:
    below, players = _more_outcomes(scene), scene.players.values()
    left = _LEFT if _beside_mark(scene) else 20
    right = WIDTH - 22 - _draw_gain(canvas, scene, WIDTH - 22)
    if below:
        for number, outcome in enumerate(scene.outcomes):
            y = 30 + NEXT_OUTCOME * number
            _mark(canvas, y, 38, made=outcome.made)
            _lines(canvas, told_of(players, outcome.text), left, (y,), right - left)
    else:
        if scene.made is not None:
            _mark(canvas, 46, 62, made=scene.made)
        elif scene.tricks:
            canvas.stamp_centred(trump_badge(scene.trumps, scene.style, 62, RAIL), _MARK, 46)
        heights = (30,) if scene.contract else (28, 64)
        told = told_of(players, scene.headline).replace(": ", ":\u00a0")  # keep the gain with it
        _lines(canvas, told, left, heights, right - left)
    if not scene.contract:
        return
    if scene.tricks:
        badge = trump_badge(scene.trumps, scene.style, 34, RAIL)
        canvas.stamp_centred(badge, left + 17, 67 + below)
        left += 44
    for number, line in enumerate(layout.contract):
        at = left, 67 + below + NEXT_LINE * number
        canvas.write(line, at, (MEDIUM, layout.letters), SECOND, RAIL)


def _mark(canvas: Canvas, y: int, size: int, *, made: bool | None) -> None:
    """Draw the mark of a contract that was made or not."""
    ground, sign, ink = (GOLD, "check", INK) if made else (LOST, "cross", TEXT)
    canvas.stamp_centred(disc(size, ground, RAIL), _MARK, y)
    canvas.stamp_centred(shape(sign, size * 5 // 7, ink, ground), _MARK, y)


def _draw_gain(canvas: Canvas, scene: ResultScene, right: int) -> int:
    """Write the gain, with its unit if needed, and return the room that it takes."""
    if not scene.gained:
        return 0
    ink, unit = GOLD if scene.made else TEXT, drawable(scene.counted_in)
    at = right, 36 if unit else 46
    width = canvas.write(scene.gained, at, (BOLD, 58), ink, RAIL, anchor=1)
    return 16 + round(max(width, canvas.write(unit, (right, 76), UNIT, SECOND, RAIL, anchor=1)))


def _lines(canvas: Canvas, words: str, x: float, heights: tuple[int, ...], room: int) -> None:
    """Write a headline, smaller if it is long."""
    size = 34
    while size > MIN_LETTER_SIZE and len(wrap_words(words, BOLD, size, room, 9)) > len(heights):
        size -= 2
    shown = wrap_words(words, BOLD, size, room, len(heights))
    for line, y in zip(shown, heights if len(shown) == len(heights) else (46,), strict=False):
        canvas.write(line, (x, y), (BOLD, size), TEXT, RAIL)


# --- the hands -----------------------------------------------------------------------------------


def _draw_name_row(
    canvas: Canvas, scene: ResultScene, hand: DealtHand, score: Score | None, x: int, y: int
) -> None:
    """Draw a hand's player with their name, tricks and points."""
    roles = [role for role in hand.roles if role in _DECLARERS]
    ink = GOLD if roles else SECOND
    canvas.face(hand.player, x + 24, y, 44, FELT, roles)
    count = text(count_of(hand), *COUNTED, ink, FELT)
    left, right = x + 60, float(x + PANEL_WIDTH - 8)
    room = right - left - (34 + count.width if scene.tricks else 0)
    if score:
        room -= _draw_points(canvas, name_of(hand.player), score, (right, y), room)
    name, font = fit_words(name_of(hand.player), *NAMED, int(room), MIN_LETTER_SIZE)
    end = left + canvas.write(name, (left, y), font, GOLD if roles else TEXT) + 10
    if scene.tricks:
        canvas.stamp(round_box(16, 22, 4, GOLD if roles else TEXT, FELT), end, y - 11)
        canvas.stamp(count, end + 24, y - count.height / 2)


def _draw_points(
    canvas: Canvas, name: str, score: Score, at: tuple[float, float], room: float
) -> float:
    """Write points that end at `at`, before them the gain if that leaves room for the name, if
    need be with smaller points, and return the room that they take."""
    (right, y), ink = at, GOLD if score.declarer else TEXT
    gained = text(f"({score.gained})", *GAINED, ink if score.declarer else SECOND, FELT)
    least = text(name, NAMED[0], MIN_LETTER_SIZE, ink, FELT).width
    sizes = (36, MIN_LETTER_SIZE) if len(score.points) < _LONG_POINTS else (MIN_LETTER_SIZE,)
    left = {one: room - text(score.points, BOLD, one, ink, FELT).width - 12 for one in sizes}
    fits = [one for one in sizes if score.gained and gained.width + 10 + least <= left[one]]
    size = (fits or sizes)[0]
    taken = canvas.write(score.points, at, (BOLD, size), ink, FELT, anchor=1) + 12
    if fits:
        canvas.stamp(gained, right - taken - gained.width, y - gained.height / 2)
        taken += gained.width + 10
    return taken


# --- the strip -----------------------------------------------------------------------------------


def _strip(canvas: Canvas, scene: ResultScene, layout: ResultLayout) -> None:
    """Draw who took each trick, above that the kitty and the points of those who sat out."""
    y, left = layout.strip + 27, float(_BESIDE_BADGE)
    if scene.kitty and not layout.free:
        left += _kitty(canvas, scene, (left, y), STRIP)
    told = DOT.join(map(_score_text, _sitting_out(scene)))
    canvas.write(cut(told, *RESTING, int(WIDTH - 20 - left)), (left, y), RESTING, SECOND, STRIP)
    if scene.tricks:
        _tricks(canvas, scene, layout.height - _STRIP // 2)


def _kitty(canvas: Canvas, scene: ResultScene, at: tuple[float, float], behind: RGB) -> float:
    """Draw the kitty as dealt, with the taker of each card, and return the room that it takes."""
    x, y = at
    x += canvas.write(label(scene.style, N_("Kitty")), at, RESTING, SECOND, behind) + 12
    for card, taker in scene.kitty:
        word = scene.style.rank(card.rank) if card.rank else card.text[1:]
        rank = text(word, *COUNTED, colour(card.suit, scene.style), PANEL)
        canvas.stamp(round_box(rank.width + 44, 34, 7, PANEL, behind), x, y - 17)
        canvas.stamp_centred(pip(card.suit, 26, scene.style, PANEL), x + 19, y)
        canvas.stamp(rank, x + 37, y - rank.height / 2)
        x += rank.width + 44
        if taker is not None:
            canvas.initials(scene.players[taker], x + 18, y, 28, behind, TEXT)
            x += 36
        x += 14
    return x + 6 - at[0]


def _score_text(score: Score) -> str:
    gained = f" ({score.gained})" if score.gained else ""
    return f"{names_of(score.players)} {score.points}{gained}"


def _tricks(canvas: Canvas, scene: ResultScene, y: int) -> None:
    """Draw who took each trick, in order, with a golden ring for declarer's side. Dots are tricks
    that were not played."""
    canvas.stamp(round_box(16, 22, 4, TEXT, STRIP), _BESIDE_BADGE + 6, y - 11)
    left = _BESIDE_BADGE + 34
    step = min(_TRICK_STEP, (WIDTH - 10 - left) / max(scene.length, 1))
    players, size = scene.players, int(step) - 8
    gold = {hand.player.seat for hand in scene.hands if _DECLARERS & {*hand.roles}}
    for number in range(scene.length):
        at = left + step * (number + 0.5)
        if number < len(scene.tricks):
            winner = scene.tricks[number].winner
            ring = GOLD if winner in gold else TEXT
            canvas.initials(players[winner], at, y, size, STRIP, ring)
        else:
            canvas.stamp_centred(disc(10, SECOND, STRIP), at, y)
