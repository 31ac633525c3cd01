"""Draw the faces of the computer players: ``python -m tests.looks.faces`` writes data/faces/.

A face is a few flat shapes in few colours, to be told apart at the size of a thumb.
"""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from kwbot.text.catalogue import PROJECT_FOLDER

FOLDER = PROJECT_FOLDER / "data" / "faces"
SIZE, FINER = 128, 4
INK, WHITE = "#2b2b33", "#ffffff"

Box = tuple[float, float, float, float]


class Face(NamedTuple):
    """The colours of a face, and what is particular about it."""

    ground: str
    clothes: str
    skin: str
    hair: str
    cut: str
    mouth: str = "smile"
    extra: tuple[str, ...] = ()


FACES = {
    "Ada": Face("#f2b84b", "#7a3b69", "#f3c9a5", "#5b2a1d", "bob", "smile", ("glasses",)),
    "Brage": Face("#3f7cac", "#23395b", "#eab891", "#c8742b", "short", "grin", ("beard",)),
    "Cleo": Face("#7d5ba6", "#2f2a4a", "#a9714b", "#1d1a1f", "fringe", "flat", ("earrings",)),
    "Disa": Face("#e4572e", "#fbe3b4", "#f7d3b5", "#f0c24b", "braids", "grin"),
    "Einar": Face("#5f7f6e", "#33413a", "#eec3a2", "#d9d9d6", "bald", "flat", ("moustache",)),
    "Freja": Face("#2fa39a", "#f4f1de", "#f1c7a4", "#b23a2e", "bun", "smile", ("freckles",)),
    "Gorm": Face("#8a8f98", "#4a3428", "#d99f76", "#3a2a20", "cap", "flat", ("beard",)),
    "Hilma": Face("#d97ba0", "#4c6085", "#f5d5bd", "#e8e4dc", "curls", "smile", ("glasses",)),
}


class Drawing:
    """A face under way, in units of the finished size."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self.image = Image.new("RGB", (SIZE * FINER, SIZE * FINER), face.ground)
        self._draw = ImageDraw.Draw(self.image)

    def oval(self, box: Box, colour: str) -> None:
        self._draw.ellipse([FINER * at for at in box], fill=colour)

    def round_box(self, box: Box, radius: float, colour: str) -> None:
        self._draw.rounded_rectangle([FINER * at for at in box], FINER * radius, fill=colour)

    def arc(self, box: Box, begin: int, end: int, colour: str, width: float) -> None:
        self._draw.arc([FINER * at for at in box], begin, end, colour, round(FINER * width))

    def line(self, points: tuple[float, ...], colour: str, width: float) -> None:
        self._draw.line([FINER * at for at in points], colour, round(FINER * width))

    def half(self, box: Box, begin: int, end: int, colour: str) -> None:
        self._draw.pieslice([FINER * at for at in box], begin, end, fill=colour)

    def finished(self) -> Image.Image:
        small = self.image.resize((SIZE, SIZE), Image.Resampling.LANCZOS)
        return small.quantize(32, dither=Image.Dither.NONE)


def drawn(face: Face) -> Image.Image:
    drawing = Drawing(face)
    _behind(drawing)
    drawing.oval((14, 96, 114, 176), face.clothes)
    drawing.round_box((52, 84, 76, 110), 10, face.skin)
    drawing.oval((24, 54, 38, 74), face.skin)
    drawing.oval((90, 54, 104, 74), face.skin)
    drawing.oval((30, 22, 98, 102), face.skin)
    _features(drawing)
    _hair(drawing)
    _extras(drawing)
    return drawing.finished()


def _behind(drawing: Drawing) -> None:
    """Hair that hangs behind the head."""
    hair = drawing.face.hair
    match drawing.face.cut:
        case "bob":
            drawing.round_box((20, 22, 108, 100), 36, hair)
        case "fringe":
            drawing.round_box((20, 20, 108, 122), 34, hair)
        case "braids":
            for left in (12, 96):
                for down in (58, 74, 90):
                    drawing.oval((left, down, left + 20, down + 22), hair)
        case "bun":
            drawing.oval((46, 2, 82, 36), hair)
        case "curls":
            for x, y in ((14, 40), (16, 60), (88, 40), (86, 60), (24, 20), (78, 20)):
                drawing.oval((x, y, x + 28, y + 28), hair)


def _features(drawing: Drawing) -> None:
    for x in (50, 78):
        drawing.oval((x - 5, 56, x + 5, 68), WHITE)
        drawing.oval((x - 3, 58, x + 3, 67), INK)
        drawing.arc((x - 9, 44, x + 9, 60), 210, 330, INK, 3)
    drawing.arc((58, 62, 70, 78), 20, 160, INK, 2)
    if "beard" in drawing.face.extra:
        drawing.half((30, 34, 98, 108), 15, 165, drawing.face.hair)
        drawing.oval((48, 74, 80, 96), drawing.face.skin)
    match drawing.face.mouth:
        case "smile":
            drawing.arc((50, 68, 78, 92), 25, 155, INK, 5)
        case "grin":
            drawing.half((50, 66, 78, 94), 10, 170, WHITE)
            drawing.arc((50, 66, 78, 94), 10, 170, INK, 4)
        case "flat":
            drawing.line((53, 86, 75, 85), INK, 5)


def _hair(drawing: Drawing) -> None:
    hair = drawing.face.hair
    match drawing.face.cut:
        case "bob":
            drawing.half((26, 16, 102, 90), 180, 325, hair)
        case "short":
            drawing.half((27, 14, 101, 80), 180, 360, hair)
        case "fringe":
            drawing.half((26, 14, 102, 94), 180, 360, hair)
        case "braids":
            drawing.half((27, 14, 101, 84), 180, 360, hair)
            drawing.half((52, 40, 76, 56), 180, 360, drawing.face.skin)
        case "bun":
            drawing.half((27, 16, 101, 78), 180, 360, hair)
        case "curls":
            for x in (28, 46, 64, 80):
                drawing.oval((x - 6, 14, x + 20, 42), hair)
        case "bald":
            drawing.half((24, 36, 44, 76), 90, 270, hair)
            drawing.half((84, 36, 104, 76), 270, 90, hair)
        case "cap":
            drawing.half((25, 10, 103, 84), 180, 360, "#9c2f2f")
            drawing.round_box((22, 42, 112, 51), 4, "#7d2424")


def _extras(drawing: Drawing) -> None:
    face = drawing.face
    if "glasses" in face.extra:
        for x in (50, 78):
            drawing.arc((x - 13, 48, x + 13, 75), 0, 360, INK, 5)
        drawing.line((60, 61, 68, 61), INK, 5)
    if "earrings" in face.extra:
        for x in (29, 99):
            drawing.oval((x - 5, 74, x + 5, 86), "#f2c14e")
    if "moustache" in face.extra:
        drawing.half((44, 72, 66, 90), 180, 360, face.hair)
        drawing.half((62, 72, 84, 90), 180, 360, face.hair)
    if "freckles" in face.extra:
        for x, y in ((42, 74), (48, 78), (80, 78), (86, 74)):
            drawing.oval((x - 1.6, y - 1.6, x + 1.6, y + 1.6), "#c07f55")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, face in FACES.items():
        drawn(face).save(FOLDER / f"{name.lower()}.png", optimize=True)


if __name__ == "__main__":
    main()
