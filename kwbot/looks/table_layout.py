"""The layout of the picture of a table, in pixels."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from kwbot.text.deal.scene import TableScene

from .canvas import WIDTH
from .card_sprites import BIG, MIDDLE, PLAIN_FORMAT, Format
from .palette import FELT, OVAL, RAIL, STRIP, place
from .sprites import paste_centred, round_box

EDGE, RAIL_HEIGHT, TALL_RAIL, STRIP_HEIGHT = 20, 64, 106, 70
MIDDLE_X = WIDTH // 2
_DEPTHS, _TINY_DEPTH = {1: 112, 2: 78}, 54
"""The height of a band for an open hand, by their number, and for more of them."""


class Spot(NamedTuple):
    """The place of a player and their card. `card`: from the table's middle, in card sizes."""

    x: int
    y: int
    beside: bool
    """Whether the name is to the right of the face instead of below."""
    card: tuple[float, float]


_NEAR = Spot(MIDDLE_X - 60, -46, True, (0, 0.5))
_FAR = Spot(MIDDLE_X - 60, 46, True, (0, -0.5))
_LEFT, _RIGHT = Spot(98, 0, False, (-1, 0)), Spot(WIDTH - 98, 0, False, (1, 0))
_FAR_LEFT, _FAR_RIGHT = Spot(232, 46, True, (-0.5, -0.5)), Spot(452, 46, True, (0.5, -0.5))
_LOW_LEFT, _LOW_RIGHT = Spot(84, 70, False, (-1, 0.5)), Spot(WIDTH - 84, 70, False, (1, 0.5))


def _high(spot: Spot, card: float) -> Spot:
    return spot._replace(y=-100, card=(card, -0.5))


SPOTS = {
    2: (_NEAR, _FAR),
    3: (_NEAR, _LEFT, _RIGHT),
    4: (_NEAR, _LEFT, _FAR, _RIGHT),
    5: (
        _NEAR, _LEFT._replace(card=(-1, 0.5)), _FAR_LEFT, _FAR_RIGHT,
        _RIGHT._replace(card=(1, 0.5)),
    ),
    6: (_NEAR, _LOW_LEFT, _high(_LOW_LEFT, -1), _FAR, _high(_LOW_RIGHT, 1), _LOW_RIGHT),
    7: (
        _NEAR, _LOW_LEFT, _high(_LOW_LEFT, -1.5), _FAR_LEFT, _FAR_RIGHT,
        _high(_LOW_RIGHT, 1.5), _LOW_RIGHT,
    ),
}  # fmt: skip
"""The spots by number of players in the deal, clockwise. Heights count from the felt's edges, at
the sides from its middle."""


class TableLayout(NamedTuple):
    """The layout of a table's picture: vertical positions, and what depends on the room."""

    rail: int
    felt: int
    middle: int
    bottom: int
    """The lower edge of the felt."""
    height: int
    form: Format
    many: bool
    """Whether more than four play, which leaves less room for each."""
    tight: bool
    """Whether names and standing are shortened to save room, or bytes with open hands."""
    bands: tuple[tuple[int, int], ...]
    """The upper edges and heights of the bands of open hands."""

    def height_of(self, spot: Spot) -> int:
        """Return the vertical position of a face."""
        if not spot.beside:
            return self.middle - 34 + spot.y
        return (self.bottom if spot.y < 0 else self.felt) + spot.y

    def card_at(self, spot: Spot) -> tuple[float, float]:
        """Return the middle of the card played from a spot."""
        across, down = spot.card
        width, height = self.form.width + 10, self.form.height + 8
        return MIDDLE_X + across * width, self.middle + down * height


def table_layout(scene: TableScene, lines: int) -> TableLayout:
    """Return the layout of a table below a contract of `lines` lines; 0: without a rail."""
    rail = TALL_RAIL if lines > 1 else RAIL_HEIGHT if lines else 0
    depth = _DEPTHS.get(len(scene.opened), _TINY_DEPTH)
    bands = tuple((rail + at * depth, depth) for at in range(len(scene.opened)))
    felt = rail + depth * len(bands)
    many = len(scene.places) > 4
    form = PLAIN_FORMAT if scene.opened else MIDDLE if many else BIG
    tight = many or len(scene.opened) > 1 or bool(scene.opened and scene.resting)
    far = 93 if len(scene.places) != 3 else 26
    middle = felt + far + form.height + 4
    bottom = middle + form.height + 97
    strip = STRIP_HEIGHT if scene.resting else 0
    return TableLayout(rail, felt, middle, bottom, bottom + strip, form, many, tight, bands)


@lru_cache(maxsize=16)
def table_ground(layout: TableLayout) -> Image.Image:
    """Return the background of a table, to be copied."""
    image = Image.new("L", (WIDTH, layout.height), place(FELT))
    image.paste(place(RAIL), (0, 0, WIDTH, layout.rail))
    image.paste(place(STRIP), (0, layout.rail, WIDTH, layout.felt))
    image.paste(place(STRIP), (0, layout.bottom, WIDTH, layout.height))
    width, height = 480 if layout.many else 392, 2 * layout.form.height + 26
    paste_centred(image, round_box(width, height, 110, OVAL, FELT), MIDDLE_X, layout.middle)
    return image
