"""The picture of an evening's end: the first three on a podium."""

from functools import cache

from PIL import Image

from kwbot.text.club.podium_scene import PodiumScene, PodiumStep

from .canvas import WIDTH, Canvas, name_of
from .palette import CARD, FELT, GOLD, GREY, INK, LINE, RAIL, TEXT, place
from .sprites import BOLD, MEDIUM, cut, disc, drawable, round_box, text, wrap_words

HEAD, HEIGHT = 84, 470
BLOCK, FACE, MARK = 226, 92, 44
NAME, POINTS = (MEDIUM, 27), (BOLD, 40)


_MIDDLES = 380, 136, 624
"""The middles of the steps, the winner's first."""
_TOPS = {1: 226, 2: 276, 3: 316}
"""The upper edges of the steps, by place: players who share one are at the same height."""


def podium_picture(scene: PodiumScene) -> bytes:
    """Return the podium as a PNG. Equal scenes give equal bytes."""
    canvas = Canvas(_ground())
    for line in wrap_words(drawable(scene.title), BOLD, 32, WIDTH - 48, 1):
        canvas.write(line, (WIDTH / 2, HEAD / 2), (BOLD, 32), TEXT, RAIL, anchor=0.5)
    for step, middle in zip(scene.steps, _MIDDLES, strict=False):
        _draw(canvas, step, middle)
    return canvas.png()


@cache
def _ground() -> Image.Image:
    image = Image.new("L", (WIDTH, HEIGHT), place(FELT))
    image.paste(place(RAIL), (0, 0, WIDTH, HEAD))
    image.paste(place(LINE), (0, HEIGHT - 6, WIDTH, HEIGHT))
    return image


def _draw(canvas: Canvas, step: PodiumStep, x: int) -> None:
    top = _TOPS[step.place]
    box = round_box(BLOCK, HEIGHT - top + 12, 12, CARD, FELT)
    canvas.image.paste(box.image, (x - BLOCK // 2, top), box.mask)
    canvas.face(step.player, x, top - FACE // 2 - 12, FACE, in_turn=step.place == 1)
    ground = GOLD if step.place == 1 else GREY
    ink = INK if step.place == 1 else TEXT
    canvas.stamp_centred(disc(MARK, ground, FELT), x + 46, top - 28)
    canvas.stamp_centred(text(str(step.place), BOLD, 26, ink, ground), x + 46, top - 28)
    name = cut(name_of(step.player), *NAME, BLOCK - 20)
    canvas.write(name, (x, top + 36), NAME, INK, CARD, anchor=0.5)
    canvas.write(step.points, (x, top + 86), POINTS, INK, CARD, anchor=0.5)
