"""The rail above a table: trumps, the contract, and the progress of the deal."""

from kwbot.engine.values.cards import Card
from kwbot.text.deal.scene import Named, TableScene
from kwbot.text.words.lines import DOT

from .canvas import WIDTH, Canvas, names_of
from .card_sprites import TINY, card_sprite, pip, trump_badge
from .palette import CARD, GOLD, RAIL, SECOND, TEXT
from .sprites import MEDIUM, SEMIBOLD, round_box, text, wrap_words
from .table_layout import EDGE

_NAMED = (SEMIBOLD, 28)
_WHY = (MEDIUM, 22)
"""The font for why something is named beside the contract."""
_WHY_GAP = 6


def contract_lines(scene: TableScene) -> tuple[int, tuple[str, ...]]:
    """Return the letter size and the lines of the contract: at most two, or three small ones."""
    left = 80 if scene.playing else EDGE
    right = text(_corner(scene), MEDIUM, 26, SECOND, RAIL).width + 2 * EDGE
    room = WIDTH - left - right - sum(_chip_width(one) + 10 for one in scene.named)
    said = _contract_words(scene)
    for size in (28, 25, 22):
        lines = wrap_words(said, SEMIBOLD, size, room, 4)
        if len(lines) <= 2:
            return size, _balance(said, size, room, len(lines))
    return 22, wrap_words(said, SEMIBOLD, 22, room, 3)


def is_empty(scene: TableScene) -> bool:
    """Whether the rail is empty, as in an auction described by a text beside the picture."""
    return not (scene.playing or scene.named or _contract_words(scene) or _corner(scene))


def _balance(words: str, size: int, room: int, count: int) -> tuple[str, ...]:
    """Return words in `count` lines of about the same length."""
    while len(wrap_words(words, SEMIBOLD, size, room - 40, count + 1)) == count > 1:
        room -= 40
    return wrap_words(words, SEMIBOLD, size, room, count)


def _contract_words(scene: TableScene) -> str:
    """Return the contract in words, or the tricks of both sides if there is none."""
    players = scene.players
    if scene.sides and not scene.contract:
        return " – ".join(
            f"{names_of(players[seat] for seat in side)} {count}" for side, count in scene.sides
        )
    names = names_of(players[seat] for seat in scene.holders)
    return f"{names}: {scene.contract}" if names else scene.contract


def _corner(scene: TableScene) -> str:
    taken = "–".join(str(count) for _, count in scene.sides) if scene.contract else ""
    return DOT.join(filter(None, (scene.progress or taken, scene.trick or scene.deal)))


def draw_rail(canvas: Canvas, scene: TableScene, size: int, contract: tuple[str, ...]) -> None:
    """Draw the rail, with the contract in lines of letter size `size`."""
    left: float = EDGE
    if scene.playing:
        unknown = scene.trumps_by_lead
        badge = trump_badge(scene.trumps, scene.style, 46, RAIL, unknown=unknown)
        canvas.stamp_centred(badge, 42, 32)
        left = 80
    end = left
    for number, line in enumerate(contract):
        y = 33 + number * 41 if len(contract) < 3 else 24 + number * 29
        width = canvas.write(line, (left, y), (SEMIBOLD, size), TEXT, RAIL)
        end = max(end, left + width)
    for one in scene.named:
        _chip(canvas, one, end + 10, 32, scene)
        end += _chip_width(one) + 10
    canvas.write(_corner(scene), (WIDTH - EDGE, 33), (MEDIUM, 26), SECOND, RAIL, anchor=1)


def _chip_width(named: Named) -> int:
    what = named.what
    width = text(what, *_NAMED, GOLD, RAIL).width if isinstance(what, str) else TINY.width
    return width + (text(named.why, *_WHY, SECOND, RAIL).width + _WHY_GAP if named.why else 0)


def _chip(canvas: Canvas, named: Named, x: float, y: float, scene: TableScene) -> None:
    """Draw what was named along with the contract, after the word for why."""
    if named.why:
        x += canvas.write(named.why, (x, y), _WHY, SECOND, RAIL) + _WHY_GAP
    what = named.what
    if isinstance(what, str):
        canvas.write(what, (x, y), _NAMED, GOLD, RAIL)
    elif isinstance(what, Card):
        canvas.stamp(card_sprite(what, scene.style, TINY), x, y - TINY.height / 2)
    else:
        canvas.stamp(round_box(TINY.width, 40, 6, CARD, RAIL), x, y - 20)
        canvas.stamp_centred(pip(what, 26, scene.style, CARD), x + TINY.width / 2, y)
