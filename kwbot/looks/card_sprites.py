"""Sprites of cards in all sizes, and of badges."""

from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image

from kwbot.engine.values.cards import Card, Rank, Suit
from kwbot.text.deal.seating import Role
from kwbot.text.words.card_symbols import CardStyle

from .palette import (
    BACK,
    CARD,
    EDGE,
    FELT,
    FOUR,
    GOLD,
    GREY,
    INK,
    PURPLE,
    RGB,
    TEXT,
    TWO,
    courts,
    place,
)
from .sprites import BOLD, Sprite, disc, paste_centred, round_box, shape, stamp, text


class Format(NamedTuple):
    """A size of cards in pixels, with the centres and sizes of rank and pip."""

    width: int
    height: int
    radius: int
    x: int
    rank: int
    rank_y: int
    pip: int
    pip_y: int
    pictured: bool = False
    """Whether there is room for a picture, such as a large pip."""
    figure: int | None = None
    """The index of its court figures' size in `_FIGURES`; None: it has none."""


BIG = Format(116, 162, 11, 24, 46, 29, 32, 68, pictured=True, figure=0)
MIDDLE = Format(104, 145, 10, 22, 42, 26, 28, 61, pictured=True, figure=1)
PLAIN_FORMAT = MIDDLE._replace(figure=None)
"""A size without court figures, which cost 2 kB each, for tables with open hands."""
OPEN_HAND = Format(68, 104, 9, 25, 44, 30, 32, 75)
SMALL = Format(50, 70, 7, 25, 30, 21, 24, 50)
TINY = Format(34, 46, 5, 17, 22, 14, 17, 33)
_FIGURES = ((68, 124), (61, 111))
_COURT = (Rank.KING, Rank.QUEEN, Rank.JACK)
_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


def colour(suit: Suit | None, style: CardStyle) -> RGB:
    """Return the colour of a suit; None: of jokers."""
    if suit is None:
        return PURPLE
    return (FOUR if style.four_colour else TWO)[suit]


def pip(suit: Suit | None, size: int, style: CardStyle, behind: RGB) -> Sprite:
    """Return a suit's shape; None: a joker's star."""
    name = "star" if suit is None else suit.letter
    return shape(name, size, colour(suit, style), behind)


@lru_cache(maxsize=1024)
def card_sprite(card: Card, style: CardStyle, form: Format) -> Sprite:
    """Return a card with index and pip at the upper left, and a picture if it is large."""
    front, mask = _blank(form)
    image = front.copy()
    ink = colour(card.suit, style)
    if card.rank is None:
        paste_centred(image, shape("star", form.pip + 6, ink, CARD), form.x, form.rank_y + 2)
        for dot in range(int(card.text[1:])):
            y = form.rank_y + form.pip // 2 + 10 + dot * form.pip // 3
            paste_centred(image, disc(max(5, form.pip // 4), ink, CARD), form.x, y)
    else:
        index = style.rank(card.rank)
        size = form.rank if len(index) == 1 else round(form.rank * 0.8)
        x = form.x if len(index) == 1 or not form.pictured else form.x + 3
        paste_centred(image, text(index, BOLD, size, ink, CARD), x, form.rank_y)
        paste_centred(image, pip(card.suit, form.pip, style, CARD), form.x, form.pip_y)
    if form.pictured:
        _draw_face(image, card, style, form)
    return Sprite(image, mask)


def _blank(form: Format) -> tuple[Image.Image, Image.Image]:
    edge = round_box(form.width, form.height, form.radius, EDGE, FELT)
    image = edge.image.copy()
    stamp(image, round_box(form.width - 4, form.height - 4, form.radius - 2, CARD, EDGE), 2, 2)
    return image, edge.mask


def _draw_face(image: Image.Image, card: Card, style: CardStyle, form: Format) -> None:
    """Draw a large pip, or the upper half of a court figure."""
    if form.figure is not None and card.rank in _COURT and card.suit is not None:
        width, height = _FIGURES[form.figure]
        figure = _figure(card, form.figure)
        at = (form.width - width - 4, form.height - height - 4)
        inside = round_box(form.width - 8, form.height - 8, form.radius - 3, CARD, EDGE).mask
        corner = Image.new("L", image.size)
        corner.paste(inside, (4, 4))
        image.paste(figure, at, corner.crop((*at, at[0] + width, at[1] + height)))
    else:
        large = card.rank in (Rank.ACE, None)
        size = form.height // 2 if large else form.height * 2 // 5
        x, y = form.width - size / 2 - 9, form.height - size / 2 - 12
        paste_centred(image, pip(card.suit, size, style, CARD), x, y)


@cache
def _figure(card: Card, row: int) -> Image.Image:
    assert card.rank is not None
    assert card.suit is not None
    width, height = _FIGURES[row]
    left = width * (3 * _SUITS.index(card.suit) + _COURT.index(card.rank))
    top = row and _FIGURES[0][1]
    sheet, colours = courts()
    cell = sheet.crop((left, top, left + width, top + height))
    plain = Image.frombytes("L", cell.size, cell.tobytes())
    return plain.point([*map(place, colours), *([0] * 256)][:256])


@cache
def card_back(form: Format) -> Sprite:
    """Return the back of a card of this size."""
    front, mask = _blank(form)
    image = front.copy()
    inner = round_box(form.width - 14, form.height - 14, form.radius - 4, BACK, CARD)
    stamp(image, inner, 7, 7)
    paste_centred(image, shape("D", form.width // 2, CARD, BACK), form.width / 2, form.height / 2)
    paste_centred(image, shape("D", form.width // 4, BACK, CARD), form.width / 2, form.height / 2)
    return Sprite(image, mask)


@cache
def best_card_frame(form: Format) -> Sprite:
    """Return the golden frame of a trick's best card."""
    return round_box(form.width + 4, form.height + 4, form.radius + 2, GOLD, FELT, line=4)


@cache
def trump_badge(
    suit: Suit | None, style: CardStyle, size: int, behind: RGB, *, unknown: bool = False
) -> Sprite:
    """Return a white disc with the suit of trumps, or a sign for none or for `unknown` ones."""
    base = disc(size, CARD, behind)
    image, inner, middle = base.image.copy(), size * 2 // 3, size / 2
    if unknown:
        paste_centred(image, text("?", BOLD, inner, GREY, CARD), middle, middle)
    elif suit is None:
        paste_centred(image, shape("none", inner, GREY, CARD), middle, middle)
    else:
        paste_centred(image, pip(suit, inner, style, CARD), middle, middle)
    return Sprite(image, base.mask)


_BADGES = {
    Role.DEALER: (CARD, "D", INK),
    Role.DECLARER: (GOLD, "target", INK),
    Role.PARTNER: (GOLD, "plus", INK),
    Role.AWAY: (GREY, "moon", TEXT),
    Role.COMPUTER: (GREY, "robot", TEXT),
}


@cache
def badge(role: Role, size: int) -> Sprite:
    """Return the badge of a role; each has its own shape."""
    ground, sign, ink = _BADGES[role]
    edge = disc(size, EDGE, FELT)
    image = edge.image.copy()
    stamp(image, disc(size - 6, ground, EDGE), 3, 3)
    if role is Role.DEALER:
        paste_centred(image, text(sign, BOLD, size * 2 // 3, ink, ground), size / 2, size / 2)
    else:
        paste_centred(image, shape(sign, size * 3 // 5, ink, ground), size / 2, size / 2)
    return Sprite(image, edge.mask)
