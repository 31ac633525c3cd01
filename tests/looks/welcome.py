"""Draw the picture of the welcome: ``python -m tests.looks.welcome`` writes data/welcome.png.

Four aces in a fan on green felt, in four colours, to be seen at the size of a thumb.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from kwbot.engine.values.cards import Card
from kwbot.looks.card_sprites import OPEN_HAND, card_sprite
from kwbot.looks.palette import COLOURS
from kwbot.text.words.card_symbols import CardStyle

FILE = Path(__file__).parents[2] / "data" / "welcome.png"
SIDE, FINER, FELT = 160, 2, "#16523c"
FAN = (("SA", 20.0, -78, 6), ("HA", 7.0, -27, -6), ("CA", -7.0, 26, -6), ("DA", -20.0, 77, 6))
"""Each card with its angle, and how far from the middle it lies."""


def welcome() -> Image.Image:
    """Return the picture."""
    whole = Image.new("RGB", (SIDE * FINER, SIDE * FINER), FELT)
    for name, angle, x, y in FAN:
        sprite = card_sprite(Card.parse(name), CardStyle(four_colour=True), OPEN_HAND)
        card = sprite.image.copy()
        card.putpalette([part for one in COLOURS for part in one])
        card = card.convert("RGBA")
        card.putalpha(sprite.mask)
        card = card.resize((102, 156), Image.Resampling.LANCZOS)
        card = card.rotate(angle, Image.Resampling.BICUBIC, expand=True)
        middle = SIDE * FINER // 2
        whole.paste(card, (middle + x - card.width // 2, middle + y - card.height // 2), card)
    return whole.resize((SIDE, SIDE), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    welcome().quantize(64).save(FILE, optimize=True)
