"""Sprites: small parts of pictures, each drawn once, such as shapes, texts and faces.

A sprite is an image of palette places with a mask, in which pixels are either covered or not.
"""

import io
import unicodedata
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, ImageOps

from kwbot.engine.values.names import ELLIPSIS, cuts

from .palette import CARDS_FOLDER, GOLD, RGB, TEXT, ramp

FONTS = CARDS_FOLDER.parent / "fonts"
_SHAPES = ("S", "H", "D", "C", "star", "target", "plus", "moon", "robot", "check", "cross", "none")
_CELL = 160
_FINER = 4
"""Factor by which shapes are drawn larger than shown, so that their edges are smooth."""
_BREADTH, _DOT = 6, 9
"""The width of a curve, and the radius of the dot at its end, in pixels."""
FACE_COLOURS = 12
_SMALL_FACE, _FEW_COLOURS = 50, 6
"""Most pixels of a small face, and its number of colours."""
_MAX_FACE_PIXELS = 4096 * 4096
_CAPITAL = 0.727
"""Height of a capital letter of Inter, in font sizes."""

MEDIUM, SEMIBOLD, BOLD = "Medium", "SemiBold", "Bold"


class Sprite(NamedTuple):
    """A small image in places of the palette, with a mask of the pixels that it covers."""

    image: Image.Image
    mask: Image.Image

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self.image.width

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self.image.height


def stamp(canvas: Image.Image, sprite: Sprite, x: float, y: float) -> None:
    """Paste a sprite with its upper left corner at (x, y)."""
    # `Image.paste` checks whether all three are loaded, which takes longer than pasting.
    left, top = round(x), round(y)
    box = (left, top, left + sprite.width, top + sprite.height)
    canvas.im.paste(sprite.image.im, box, sprite.mask.im)


def paste_centred(canvas: Image.Image, sprite: Sprite, x: float, y: float) -> None:
    """Paste a sprite with its centre at (x, y)."""
    stamp(canvas, sprite, x - sprite.width / 2, y - sprite.height / 2)


def tint(coverage: Image.Image, front: RGB, behind: RGB) -> Sprite:
    """Return a shape in colour `front` on a ground of colour `behind`."""
    return Sprite(coverage.point(ramp(front, behind)), _threshold(coverage))


def _threshold(coverage: Image.Image) -> Image.Image:
    return coverage.point([0] * 24 + [255] * 232)


# --- shapes --------------------------------------------------------------------------------------


@cache
def shape(name: str, size: int, front: RGB, behind: RGB) -> Sprite:
    """Return a shape by its name in `_SHAPES`; suits are named by their letters."""
    at = _SHAPES.index(name) * _CELL
    with Image.open(CARDS_FOLDER / "shapes.png") as sheet:
        cell = sheet.crop((at, 0, at + _CELL, _CELL))
    return tint(cell.resize((size, size), Image.Resampling.LANCZOS), front, behind)


def _fine(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    fine = Image.new("L", (width * _FINER, height * _FINER))
    return fine, ImageDraw.Draw(fine)


def _round(size: int) -> Image.Image:
    fine, draw = _fine(size, size)
    draw.ellipse((0, 0, size * _FINER - 1, size * _FINER - 1), fill=255)
    return fine.reduce(_FINER)


@cache
def disc(size: int, front: RGB, behind: RGB) -> Sprite:
    """Return a disc of colour `front` on a ground of colour `behind`."""
    return tint(_round(size), front, behind)


@cache
def round_box(
    width: int, height: int, radius: int, front: RGB, behind: RGB, line: int = 0
) -> Sprite:
    """Return a box with round corners; with a `line` only its frame, that thick."""
    fine, draw = _fine(width, height)
    box = (0, 0, width * _FINER - 1, height * _FINER - 1)
    if line:
        draw.rounded_rectangle(box, radius * _FINER, outline=255, width=line * _FINER)
    else:
        draw.rounded_rectangle(box, radius * _FINER, fill=255)
    return tint(fine.reduce(_FINER), front, behind)


@lru_cache(maxsize=16)
def curve_line(
    corners: tuple[tuple[float, float], ...], width: int, height: int, front: RGB, behind: RGB
) -> Sprite:
    """Return a line through `corners` in a field of this size, with a margin for its width."""
    fine, draw = _fine(width + 2 * _DOT, height + 2 * _DOT)
    points = [((x + _DOT) * _FINER, (y + _DOT) * _FINER) for x, y in corners]
    draw.line(points, fill=255, width=_BREADTH * _FINER, joint="curve")
    (x, y), radius = points[-1], _DOT * _FINER
    draw.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), fill=255)
    return tint(fine.reduce(_FINER), front, behind)


@cache
def dashed_frame(width: int, height: int, radius: int, behind: RGB) -> Sprite:
    """Return the dashed golden frame of the place for a card."""
    frame = round_box(width, height, radius, GOLD, behind, line=4)
    gaps = Image.new("L", (width, height), 255)
    draw = ImageDraw.Draw(gaps)
    for side, depth in ((width, height), (height, width)):
        count = (side - 2 * radius) // 22
        for number in range(count + 1):
            at = side / 2 + (number - count / 2) * 22
            box = (at - 4, 0, at + 3, depth) if side == width else (0, at - 4, depth, at + 3)
            draw.rectangle(box, fill=0)
    draw.rectangle((8, 8, width - 9, height - 9), fill=0)
    for x in (0, width - radius):
        for y in (0, height - radius):
            draw.rectangle((x, y, x + radius - 1, y + radius - 1), fill=255)
    return Sprite(frame.image, ImageChops.multiply(frame.mask, gaps))


# --- texts ---------------------------------------------------------------------------------------


@cache
def font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font by weight and size in pixels."""
    path = str(FONTS / f"Inter-{weight}.otf")
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=256)
def text(words: str, weight: str, size: int, front: RGB, behind: RGB) -> Sprite:
    """Return a line of text, `size` + 8 pixels high, with capitals centred vertically."""
    face = font(weight, size)
    width = max(1, round(face.getlength(words)) + 2)
    coverage = Image.new("L", (width, size + 8))
    base = round((size + 8 + size * _CAPITAL) / 2)
    ImageDraw.Draw(coverage).text((1, base), words, fill=255, font=face, anchor="ls")
    return tint(coverage, front, behind)


@lru_cache(maxsize=512)
def drawable(words: str, spare: str = "") -> str:
    """Return words in letters that the font has, with an ellipsis for others; `spare` if no letter
    is left. Decorated letters become plain ones (𝓐 is A), and emoji are dropped."""
    runs = groupby(unicodedata.normalize("NFKC", words), key=_has)
    shown = ["".join(run) if known else "…" * any(map(str.isalnum, run)) for known, run in runs]
    found = " ".join("".join(shown).split())
    return found if any(map(str.isalnum, found)) else spare


def is_drawable(words: str) -> bool:
    """Whether every letter of words can be drawn, not counting emoji."""
    return drawable(words).count(ELLIPSIS) == words.count(ELLIPSIS) and bool(drawable(words))


@cache
def _missing() -> bytes:
    return _pixels("\U000fffff")


def _pixels(letter: str) -> bytes:
    sheet = Image.new("L", (48, 48))
    ImageDraw.Draw(sheet).text((8, 36), letter, fill=255, font=font(MEDIUM, 24), anchor="ls")
    return sheet.tobytes()


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    return letter.isspace() or (letter.isprintable() and _pixels(letter) != _missing())


@lru_cache(maxsize=512)
def cut(words: str, weight: str, size: int, width: int) -> str:
    """Return `words` cut with an ellipsis to `width` pixels. A number at the end is kept, as it may
    distinguish equal names."""
    face = font(weight, size)
    return next((one for one in cuts(words) if face.getlength(one) <= width), ELLIPSIS)


@lru_cache(maxsize=512)
def fit_words(
    words: str, weight: str, size: int, width: int, least: int = 22
) -> tuple[str, tuple[str, int]]:
    """Return `words` and a font that fits them into `width` pixels, smaller down to `least`; then
    the words are cut."""
    for smaller in range(size, least - 1, -2):
        if font(weight, smaller).getlength(words) <= width:
            return words, (weight, smaller)
    return cut(words, weight, max(24, least), width), (weight, max(24, least))


@lru_cache(maxsize=512)
def wrap_words(words: str, weight: str, size: int, width: int, most: int) -> tuple[str, ...]:
    """Return `words` in at most `most` lines of `width` pixels, if possible broken before a plus.
    The last line is cut."""
    face, lines = font(weight, size), [""]
    first, *others = words.split(" + ")
    pieces = [first, *(f"+ {part}" for part in others)]
    if not others or any(face.getlength(piece) > width for piece in pieces):
        pieces = words.split(" ")
    for piece in pieces:
        longer = f"{lines[-1]} {piece}".strip()
        if face.getlength(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(piece)
    kept = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return tuple(cut(line, weight, size, width) for line in kept if line)


# --- faces ---------------------------------------------------------------------------------------


class FaceSprite(NamedTuple):
    """A face with its own colours. `image` has places from 0, `colours` are bytes of RGB."""

    image: Image.Image
    mask: Image.Image
    colours: bytes


@lru_cache(maxsize=512)
def portrait(picture: bytes, size: int) -> FaceSprite | None:
    """Return a face as a round sprite, `size` pixels wide; None if it cannot be read."""
    try:
        with Image.open(io.BytesIO(picture)) as opened:
            if opened.width * opened.height > _MAX_FACE_PIXELS:
                return None
            square = ImageOps.fit(opened.convert("RGBA"), (size, size))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    round_ = _round(size)
    ground = Image.new("RGB", (size, size), TEXT)
    ground.paste(square, (0, 0), ImageChops.multiply(round_, square.getchannel("A")))
    count, around = (FACE_COLOURS, 3) if size > _SMALL_FACE else (_FEW_COLOURS, 5)
    few = ground.quantize(count, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    colours = bytes(few.getpalette() or ()).ljust(3 * FACE_COLOURS, b"\0")[: 3 * FACE_COLOURS]
    places = Image.frombytes("L", few.size, few.tobytes())
    # Isolated pixels would look like noise at this size, and cost bytes.
    return FaceSprite(places.filter(ImageFilter.ModeFilter(around)), _threshold(round_), colours)


@cache
def palette_shift(first: int) -> list[int]:
    """Return the table that shifts a face's places to `first` and above."""
    return [min(255, first + at) for at in range(256)]
