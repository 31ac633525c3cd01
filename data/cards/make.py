"""Draw the deck's sprites: ``python data/cards/make.py ART FONTS`` rewrites what lies beside it.

For maintainers. ART is the folder ``src/images/4color`` of the npm package
``@heruka_urgyen/react-playing-cards``, FONTS holds ``Inter-*.otf`` of Debian's ``fonts-inter``.
Needs ``pip install pillow resvg-py fonttools``; the bot itself needs neither of the last two.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import resvg_py
from fontTools import subset
from PIL import Image

HERE = Path(__file__).parent
FONTS = HERE.parent / "fonts"

CELL = 160
"""Pixels of a shape's mask, from which the bot scales all sizes down."""
SHAPES = {
    "S": "M50 2C62 22 95 40 95 65C95 78 85 87 74 87C66 87 59 83 54 76C55 87 60 94 68 98"
    "L32 98C40 94 45 87 46 76C41 83 34 87 26 87C15 87 5 78 5 65C5 40 38 22 50 2Z",
    "H": "M50 95C20 68 3 51 3 30C3 15 14 5 27 5C37 5 46 11 50 21C54 11 63 5 73 5"
    "C86 5 97 15 97 30C97 51 80 68 50 95Z",
    "D": "M50 2C59 20 72 37 89 50C72 63 59 80 50 98C41 80 28 63 11 50C28 37 41 20 50 2Z",
    "C": "M50 3A22 22 0 0 1 66 40A23 23 0 1 1 54 72C55 86 60 94 68 98L32 98"
    "C40 94 45 86 46 72A23 23 0 1 1 34 40A22 22 0 0 1 50 3Z",
    "star": "M50 2L64.5 34 99 38 73 61 80.500 95.500 50 78 19.500 95.500 27 61 1 38 35.500 34Z",
    "target": "M50 4A46 46 0 1 1 49.9 4ZM50 17A33 33 0 1 0 50.1 17Z"
    "M50 30A20 20 0 1 1 49.9 30ZM50 41A9 9 0 1 0 50.1 41Z",
    "plus": "M40 8H60V40H92V60H60V92H40V60H8V40H40Z",
    "moon": "M70 78A40 40 0 1 1 52 8A33 33 0 1 0 92 54A40 40 0 0 1 70 78Z",
    "robot": "M46 4H54V20H78A8 8 0 0 1 86 28V42H96V66H86V84A8 8 0 0 1 78 92H22A8 8 0 0 1 14 84"
    "V66H4V42H14V28A8 8 0 0 1 22 20H46ZM33 40A9 9 0 1 0 33.1 40ZM67 40A9 9 0 1 0 67.1 40Z"
    "M30 70V78H70V70Z",
    "check": "M14 54L26 42 42 58 76 20 88 31 43 82Z",
    "cross": "M22 10L50 38 78 10 90 22 62 50 90 78 78 90 50 62 22 90 10 78 38 50 10 22Z",
    "none": "M50 4A46 46 0 1 1 49.9 4ZM50 16A34 34 0 1 0 50.1 16ZM20 72L72 20 80 28 28 80Z",
}
FIGURES = ((68, 124), (61, 111))
"""Court figures of the big and of the small table card."""
COURT_COLOURS = 9
HALF = 130.4
"""Height of the upper half of a figure, in units of its SVG."""
HEADS = {
    "KS": 12, "QS": 21, "JS": 19, "KH": 8, "QH": 2, "JH": -3,
    "KD": 5, "QD": 12, "JD": -8, "KC": 2, "QC": 8, "JC": 8,
}  # fmt: skip
"""Where the heads are, from the middle."""
WHITE = re.compile(r'<rect width="239".*?</rect>')
PIPS = re.compile(r'<use xlink:href="#[SVX][CDHS][JQK]"[^>]*>(</use>)?')

INK = {
    "S": "#15181f",
    "H": "#c8202e",
    "C": "#11703a",
    "D": "#1b5fc4",
    "B": "#15181f",
    "R": "#c8202e",
}
FORM = {"B": "C", "R": "D"}
"""In two colours clubs are black (B) and diamonds red (R)."""
RANKS = ("A", "K", "Q", "J", "E", "D", "Kn", "B", *map(str, range(2, 11)))
SIZES = {"10": 62, "Kn": 56}
LATIN = "U+20-24F,U+370-52F,U+1E00-1EFF,U+2010-2027,U+2030-203A,U+20AC,U+2190-2193,U+2212,U+FFFD"


def svg(body: str, size: str = "0 0 100 100") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}">{body}</svg>'


def shape(key: str, colour: str, at: tuple[float, float, float]) -> str:
    """A shape `at` (left, top, size)."""
    x, y, size = at
    move = f"translate({x} {y}) scale({size / 100})"
    return f'<path transform="{move}" fill="{colour}" fill-rule="evenodd" d="{SHAPES[key]}"/>'


def drawn(source: str, width: int, height: int, **options: object) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=source, width=width, height=height, **options)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def shapes() -> Image.Image:
    """All masks side by side, in the order of `SHAPES`."""
    sheet = Image.new("L", (CELL * len(SHAPES), CELL))
    for at, key in enumerate(SHAPES):
        mask = drawn(svg(shape(key, "#fff", (0, 0, 100))), CELL, CELL).getchannel("A")
        sheet.paste(mask, (at * CELL, 0))
    return sheet


def courts(art: Path) -> Image.Image:
    """The figures' upper halves, a row each size, S H D C by K Q J, in a few colours."""
    widths, heights = zip(*FIGURES, strict=True)
    sheet = Image.new("RGB", (12 * max(widths), sum(heights)), "#fdfcf8")
    top = 0
    for width, height in FIGURES:
        for at, name in enumerate(f"{rank}{suit}" for suit in "SHDC" for rank in "KQJ"):
            source = (art / f"{name}.svg").read_text(encoding="utf-8")
            source = PIPS.sub("", WHITE.sub("", source))
            across = HALF * width / height
            box = f"{HEADS[name] - across / 2} {-HALF} {across} {HALF}"
            source = source.replace('viewBox="-120 -168 240 336"', f'viewBox="{box}"', 1)
            source = re.sub(r' (height|width)="[0-9.]+in"', "", source)
            figure = drawn(source, width, height)
            sheet.paste(figure, (at * width, top), figure)
        top += height
    return sheet.quantize(
        COURT_COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE
    )


def tile(body: str, fill: str = "#ffffff") -> str:
    frame = '<rect x="10" y="2" width="108" height="124" rx="20" stroke="#80868f" stroke-width="4"'
    return svg(f'{frame} fill="{fill}"/>{body}', "0 0 128 128")


def emojis() -> Iterator[tuple[str, str]]:
    """(name, SVG) of every emoji."""
    text = 'text-anchor="middle" font-family="Inter" font-weight="800"'
    for suit, ink in INK.items():
        pip = FORM.get(suit, suit)
        for rank in RANKS:
            size = SIZES.get(rank, 70)
            index = f'<text x="64" y="61" font-size="{size}" fill="{ink}" {text}>{rank}</text>'
            yield f"{suit}{rank}", tile(index + shape(pip, ink, (37, 68, 54)))
        yield suit, tile(shape(pip, ink, (24, 24, 80)))
    for number in (1, 2, 3):
        dots = "".join(
            f'<circle cx="{64 + 26 * (at - (number - 1) / 2)}" cy="109" r="10" fill="#6b2fa0"/>'
            for at in range(number)
        )
        yield f"J{number}", tile(shape("star", "#6b2fa0", (20, 10, 88)) + dots)
    back = (
        '<rect x="20" y="12" width="88" height="104" rx="12" fill="#1b4f8f"/>'
        '<path d="M64 26L94 64 64 102 34 64Z" fill="none" stroke="#fff" stroke-width="7"/>'
        '<circle cx="64" cy="64" r="11" fill="#fff"/>'
    )
    yield "back", tile(back)
    disc = '<circle cx="64" cy="64" r="60" fill="#ffd166" stroke="#8a5a00" stroke-width="4"/>'
    for name, key in (("declarer", "target"), ("partner", "plus")):
        yield name, svg(disc + shape(key, "#15181f", (26, 26, 76)), "0 0 128 128")


def fonts(source: Path) -> None:
    """The weights that the bot draws names with, cut down to European letters."""
    for weight in ("Medium", "SemiBold", "Bold"):
        name = f"Inter-{weight}.otf"
        subset.main([
            str(source / name), f"--unicodes={LATIN}", f"--output-file={FONTS / name}",
            "--layout-features=", "--no-hinting", "--desubroutinize", "--notdef-outline",
        ])  # fmt: skip


def sprites(art: Path, source: Path) -> Iterator[tuple[str, Image.Image]]:
    """(name of the file, picture) of all that the bot takes cards and emojis from."""
    yield "shapes.png", shapes()
    yield "courts.png", courts(art)
    font = [str(source / "Inter-ExtraBold.otf")]
    for name, picture in emojis():
        image = drawn(picture, 128, 128, font_files=font, skip_system_fonts=True)
        few = image.quantize(32, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        yield f"emojis/{name}.png", few


def main(art: Path, source: Path) -> None:
    fonts(source)
    (HERE / "emojis").mkdir(exist_ok=True)
    for name, picture in sprites(art, source):
        picture.save(HERE / name, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
