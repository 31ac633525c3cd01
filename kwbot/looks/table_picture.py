"""The picture of a deal under way: a table seen from above, 760 pixels wide."""

from collections.abc import Sequence
from dataclasses import replace

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.trick import Trick
from kwbot.engine.values.wording import N_
from kwbot.text.deal.scene import Place, TableScene
from kwbot.text.deal.seating import Role, SeatedPlayer
from kwbot.text.words.lines import AND

from . import sprites
from .canvas import WIDTH, Canvas, label, name_of, names_of, told_of
from .card_sprites import MIDDLE, OPEN_HAND, SMALL, TINY, best_card_frame, card_back, card_sprite
from .palette import FELT, GOLD, LIGHT, OVAL, SECOND, STRIP, TEXT
from .pen import count_of
from .rail import contract_lines, draw_rail, is_empty
from .table_layout import (
    EDGE,
    MIDDLE_X,
    SPOTS,
    STRIP_HEIGHT,
    Spot,
    TableLayout,
    table_ground,
    table_layout,
)

COUNT, LABEL = (sprites.SEMIBOLD, 24), (sprites.MEDIUM, 22)
_PIPS_IN_ROW = 7
_BANDS, _TINY_BAND = {1: (OPEN_HAND, 50), 2: (SMALL, 46)}, (TINY, 36)
"""The size and distance of cards in open hands, by the number of such hands, and for more."""
_FEW_CARDS = 2
"""Most open hands with which the picture has room for the standing and the last trick."""
_STANDING_ROWS, _LEAST_STANDING = 4, 96
"""Most rows of the standing, and its least width."""
_BESIDE_BADGE = 122
"""Where the standing begins, right of Discord's badge "ALT" in the lower left corner."""
_KNOWN_STEP = TINY.width + 4
_MAX_KNOWN_CARDS = 4
_NEAR_ROOM = 546
"""Where the last trick begins, right of the nearest player."""
MAX_PICTURE_BYTES = 24_000
"""Most bytes of a picture, as one is sent with each change."""


def table_picture(scene: TableScene) -> bytes:
    """Return the table as a PNG. Scenes that look the same give the same bytes. If photographs make
    it too large, players who sit out get initials instead, then everybody."""
    png = _draw_table(scene)
    if len(png) > MAX_PICTURE_BYTES:
        scene = replace(scene, resting=_faceless(scene.resting))
        png = _draw_table(scene)
    if len(png) > MAX_PICTURE_BYTES:
        png = _draw_table(replace(scene, places=_faceless(scene.places)))
    return png


def _faceless(places: Sequence[Place]) -> tuple[Place, ...]:
    return tuple(replace(one, player=one.player._replace(face=None)) for one in places)


def _draw_table(scene: TableScene) -> bytes:
    size, contract = contract_lines(scene)
    layout = table_layout(scene, 0 if is_empty(scene) else max(1, len(contract)))
    canvas = Canvas(table_ground(layout))
    if layout.rail:
        draw_rail(canvas, scene, size, contract)
    for (top, height), (seat, cards) in zip(layout.bands, scene.opened, strict=True):
        _band(canvas, scene, seat, cards, top + height // 2)
    spots = SPOTS[len(scene.places)]
    full = scene.full_trick
    played = dict(full.plays if full else scene.plays)
    begins = []
    for one, spot in zip(scene.places, spots, strict=True):
        seat, at = one.player.seat, layout.card_at(spot)
        _lying(canvas, scene, one, played.get(seat), at, layout)
        if full and seat == full.winner:
            canvas.stamp_centred(best_card_frame(layout.form), *at)
        begins.append(_seat(canvas, scene, one, spot, layout))
    _kitty(canvas, scene, layout)
    if len(scene.opened) <= _FEW_CARDS:
        _standing(canvas, scene, layout, begins[0] - 8 - _BESIDE_BADGE)
        _last_trick(canvas, scene, layout)
    _resting(canvas, scene, layout)
    return canvas.png(MAX_PICTURE_BYTES)


# --- seats ---------------------------------------------------------------------------------------


def _seat(canvas: Canvas, scene: TableScene, one: Place, spot: Spot, layout: TableLayout) -> float:
    """Draw a player with tricks and known cards, and return their left edge."""
    x, y = spot.x, layout.height_of(spot)
    canvas.face(one.player, x, y, 64, FELT, one.roles, in_turn=one.in_turn)
    weight = sprites.BOLD if one.in_turn else sprites.SEMIBOLD
    name, font = sprites.fit_words(name_of(one.player), weight, 28, 124 if layout.tight else 172)
    ink = GOLD if one.in_turn else TEXT
    if spot.beside:
        up = 0 if one.taken is None else 15
        end = x + 54 + canvas.write(name, (x + 54, y - up), font, ink)
        end = max(end, _tricks(canvas, one, x + 54, y + 18, layout, anchor=0))
        most = WIDTH - EDGE if spot.y > 0 or not _last(scene) else _NEAR_ROOM
        if end + 14 + len(_shown_known(one, scene)) * _KNOWN_STEP < most:
            _draw_known(canvas, scene, one, end + 14, y, anchor=0)
            return x - 46
        return _draw_known(canvas, scene, one, x - 46, y, anchor=1)
    canvas.write(name, (x, y + 60), font, ink, anchor=0.5)
    _tricks(canvas, one, x, y + 91, layout, anchor=0.5)
    return x if layout.many else _draw_known(canvas, scene, one, x, y + 128, anchor=0.5)


def _tricks(
    canvas: Canvas, one: Place, x: float, y: float, layout: TableLayout, anchor: float
) -> float:
    """Draw the tricks taken as small cards and those still wanted as outlines, and return the right
    edge."""
    if one.taken is None:
        return x
    leads = not {Role.DECLARER, Role.PARTNER}.isdisjoint(one.roles)
    ink = GOLD if leads else TEXT
    pips = min(one.wanted or min(one.taken, 1), 1 if layout.many else _PIPS_IN_ROW)
    label = sprites.text(count_of(one), *COUNT, GOLD if leads else SECOND, FELT)
    left = x - anchor * (18 * pips + (9 if pips else 0) + label.width)
    for number in range(pips):
        taken = number < one.taken
        box = sprites.round_box(16, 22, 4, ink, FELT, line=0 if taken else 2)
        canvas.stamp(box, left + 18 * number, y - 11)
    left += 18 * pips + (9 if pips else 0)
    canvas.stamp(label, left, y - label.height / 2)
    return left + label.width


def _draw_known(
    canvas: Canvas, scene: TableScene, one: Place, x: float, y: float, anchor: float
) -> float:
    """Draw the cards of a hand that everybody has seen, and return their left edge."""
    cards = _shown_known(one, scene)
    left = x - anchor * len(cards) * _KNOWN_STEP
    for number, card in enumerate(cards):
        sprite = card_sprite(card, scene.style, TINY)
        canvas.stamp(sprite, left + number * _KNOWN_STEP, y - TINY.height / 2)
    return left


def _shown_known(one: Place, scene: TableScene) -> list[Card]:
    return scene.style.sort(one.known)[:_MAX_KNOWN_CARDS]


# --- what lies on the table ----------------------------------------------------------------------


def _lying(
    canvas: Canvas, scene: TableScene, one: Place, card: Card | None,
    at: tuple[float, float], layout: TableLayout,
) -> None:  # fmt: skip
    """Draw a player's card in the trick, the place for it, or their last call."""
    if card is not None:
        canvas.stamp_centred(card_sprite(card, scene.style, layout.form), *at)
    elif one.chosen:
        canvas.stamp_centred(card_back(layout.form), *at)
    elif one.in_turn and scene.playing:
        size = (layout.form.width, layout.form.height, 11)
        canvas.stamp_centred(sprites.round_box(*size, LIGHT, OVAL), *at)
        canvas.stamp_centred(sprites.dashed_frame(*size, LIGHT), *at)
    elif one.call:
        _write_call(canvas, one, *at)


def _write_call(canvas: Canvas, one: Place, x: float, y: float) -> None:
    """Write a player's last call, in gold if it is the standing bid."""
    width = 170 if x != MIDDLE_X else 300
    x += 0 if x == MIDDLE_X else 30 if x < MIDDLE_X else -30
    ink, font = (GOLD, (sprites.BOLD, 24)) if one.holds else (TEXT, COUNT)
    lines = sprites.wrap_words(one.call, *font, width, 2)
    for number, line in enumerate(lines):
        line_y = y + 30 * (number - (len(lines) - 1) / 2)
        canvas.write(line, (x, line_y), font, ink, OVAL, anchor=0.5)


def _band(canvas: Canvas, scene: TableScene, seat: Seat, cards: CardSet, y: int) -> None:
    """Draw an open hand with its player's face."""
    player = next(one.player for one in scene.places if one.player.seat == seat)
    canvas.face(player, 40, y, 42, STRIP)
    form, step = _BANDS.get(len(scene.opened), _TINY_BAND)
    step = min(step, (WIDTH - 76 - EDGE - form.width) // max(1, len(cards) - 1))
    top = y + 56 - form.height if form is OPEN_HAND else y - form.height // 2
    for number, card in enumerate(scene.style.sort(cards)):
        canvas.stamp(card_sprite(card, scene.style, form), 76 + number * step, top)


def _kitty(canvas: Canvas, scene: TableScene, layout: TableLayout) -> None:
    """Draw the kitty's cards that lie face up: in the middle, during play at the upper left."""
    form, step = (SMALL, 54) if scene.playing else (MIDDLE, 112)
    if not scene.playing:
        left, top = MIDDLE_X - (step * len(scene.kitty) - 8) / 2, layout.middle - form.height / 2
    elif layout.many or not scene.kitty:
        return
    else:
        left, top = EDGE, layout.felt + 44
        canvas.write(label(scene.style, N_("Kitty")), (EDGE, top - 18), LABEL, SECOND)
    for number, card in enumerate(scene.kitty):
        canvas.stamp(card_sprite(card, scene.style, form), left + number * step, top)


def _standing(canvas: Canvas, scene: TableScene, layout: TableLayout, width: float) -> None:
    """Draw the standing at the lower left, the best first, or the sheet's tally if there is one,
    unless the nearest player's known cards leave no room."""
    if width < _LEAST_STANDING:
        return
    if scene.tally:
        for number, line in enumerate(reversed(scene.tally)):
            at = _BESIDE_BADGE, layout.bottom - 22 - 27 * number
            shown = sprites.cut(told_of(scene.players.values(), line), *LABEL, round(width))
            canvas.write(shown, at, LABEL, SECOND)
        return
    lower = bool(scene.opened) and any(len(one.known) > 1 for one in scene.places)
    rows = scene.standing[: 2 if layout.tight else _STANDING_ROWS - lower]
    if not rows:
        return
    top = layout.bottom - 22 - 27 * len(rows)
    canvas.write(label(scene.style, N_("Score")), (_BESIDE_BADGE, top), LABEL, SECOND)
    for number, (side, points) in enumerate(rows, 1):
        y, players = top + 27 * number, [scene.players[seat] for seat in side]
        amount = sprites.text(points, sprites.SEMIBOLD, 22, TEXT, FELT)
        room = round(width) - 12 - amount.width
        canvas.write(_side_name(players, room), (_BESIDE_BADGE, y), LABEL, SECOND)
        canvas.stamp(amount, _BESIDE_BADGE + width - amount.width, y - amount.height / 2)


def _side_name(players: Sequence[SeatedPlayer], room: int) -> str:
    """Return the names of a side, or initials if a partner's name would be cut."""
    shown = sprites.cut(names_of(players), *LABEL, room)
    if len(players) > 1 and shown != names_of(players) and all(one.initials for one in players):
        return sprites.cut(AND.join(one.initials for one in players), *LABEL, room)
    return shown


def _last(scene: TableScene) -> Trick | None:
    """Return the last trick, unless it still lies in the middle."""
    return scene.tricks[-1] if scene.tricks and not scene.full_trick else None


def _last_trick(canvas: Canvas, scene: TableScene, layout: TableLayout) -> None:
    last, form = _last(scene), TINY if layout.tight else SMALL
    if last is None:
        return
    step = form.width + (2 if layout.tight else -4)
    left, top = WIDTH - EDGE - step * len(last.plays), layout.bottom - form.height - 14
    for number, (_, card) in enumerate(last.plays):
        canvas.stamp(card_sprite(card, scene.style, form), left + number * step, top)
    for number, (seat, _) in enumerate(last.plays):
        if seat == last.winner:
            canvas.stamp(best_card_frame(form), left + number * step - 2, top - 2)
    said = label(scene.style, N_("Last: {player}"), player=name_of(scene.players[last.winner]))
    middle = left + step * len(last.plays) / 2
    shown = sprites.cut(said, *LABEL, 2 * round(WIDTH - EDGE // 2 - middle))
    canvas.write(shown, (middle, top - 22), LABEL, SECOND, anchor=0.5)


def _resting(canvas: Canvas, scene: TableScene, layout: TableLayout) -> None:
    """Draw the players who sit this deal out, as far as there is room."""
    if not scene.resting:
        return
    y = layout.bottom + STRIP_HEIGHT / 2
    said = label(scene.style, N_("Sitting out"))
    x = EDGE + canvas.write(said, (EDGE, y), LABEL, SECOND, STRIP) + 28
    font, left = (sprites.MEDIUM, 24), len(scene.resting)
    room = (WIDTH - EDGE - x) / left - 62 if left <= 3 else 100
    for one in scene.resting:
        name = sprites.cut(name_of(one.player), *font, max(60, round(room)))
        width = 54 + sprites.text(name, *font, TEXT, STRIP).width
        if x + width + (44 if left > 1 else 0) > WIDTH - EDGE / 2:
            canvas.write(f"+{left}", (x, y), font, SECOND, STRIP)
            return
        canvas.face(one.player, x + 22, y, 42, STRIP, one.roles[:2])
        canvas.write(name, (x + 54, y), font, TEXT, STRIP)
        x, left = x + width + 22, left - 1
