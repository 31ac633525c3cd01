"""The canvas on which all pictures are drawn."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import starmap
from struct import pack
from zlib import compressobj, crc32

from PIL import Image

from kwbot.engine.values.actions import Seat
from kwbot.text.deal.seating import Role, SeatedPlayer
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.language import language_of
from kwbot.text.words.lines import AND

from . import sprites
from .card_sprites import badge
from .palette import COLOURS, DISCS, FELT, GOLD, HALO, RGB, TEXT

WIDTH = 760
_CORNERS = ((1, 1), (-1, 1), (-1, -1))
"""The corners of a face where badges are: lower right, lower left, upper left."""
_MAX_COLOURS = 256
_LEVELS, _MEMORY = (5, 6, 8), 7
"""Compression levels and memory. The first level suffices for most pictures; the next costs one or
two milliseconds for 7 % of the size, the last ten for 15 %. More memory is slower and hardly saves
anything."""


class Canvas:
    """A picture being drawn, in places of the palette, with the colours of the faces in it."""

    def __init__(self, ground: Image.Image) -> None:
        self.image = ground.copy()
        self._colours = bytearray(bytes(part for colour in COLOURS for part in colour))
        self._faces: dict[tuple[bytes, int], int | None] = {}

    def stamp(self, sprite: sprites.Sprite, x: float, y: float) -> None:
        """Paste a sprite with its upper left corner at (x, y)."""
        sprites.stamp(self.image, sprite, x, y)

    def stamp_centred(self, sprite: sprites.Sprite, x: float, y: float) -> None:
        """Paste a sprite with its centre at (x, y)."""
        sprites.paste_centred(self.image, sprite, x, y)

    def write(
        self, words: str, at: tuple[float, float], font: tuple[str, int],
        front: RGB = TEXT, behind: RGB = FELT, anchor: float = 0,
    ) -> float:  # fmt: skip
        """Write a line with its capitals centred at the height of `at`, and return its width.
        `anchor`: 0 begins there, 0.5 is centred, 1 ends there."""
        if not words:
            return 0
        sprite = sprites.text(words, *font, front, behind)
        self.stamp(sprite, at[0] - sprite.width * anchor, at[1] - sprite.height / 2)
        return sprite.width

    def face(
        self, player: SeatedPlayer, x: float, y: float, size: int, behind: RGB = FELT,
        roles: Sequence[Role] = (), *, in_turn: bool = False,
    ) -> None:  # fmt: skip
        """Draw a player's face, or their initials, with a ring and the badges of their roles."""
        rim = 6 if in_turn else 2
        if in_turn:
            self.stamp_centred(sprites.disc(size + 2 * rim + 10, HALO, behind), x, y)
        ground = HALO if in_turn else behind
        self.stamp_centred(sprites.disc(size + 2 * rim, GOLD if in_turn else TEXT, ground), x, y)
        letters = _letters(player)
        sized = size * (15 if len(letters) == 1 else 12) // 32
        drawn = self._portrait(player, size) or _initials(letters, player.seat, size, sized)
        self.stamp_centred(drawn, x, y)
        small = 36 if size > 50 else 26
        for role, (side, down) in zip(roles, _CORNERS, strict=False):
            reach = size * 0.45
            self.stamp_centred(badge(role, small), x + side * reach, y + down * reach * 0.85)

    def initials(
        self, player: SeatedPlayer, x: float, y: float, size: int, behind: RGB, ring: RGB
    ) -> None:
        """Draw a player's initials in a ring, as large as fits into a disc of this size."""
        letters = _letters(player)
        sized = size * (22 if len(letters) == 1 else 20) // 32
        self.stamp_centred(sprites.disc(size + 6, ring, behind), x, y)
        self.stamp_centred(_initials(letters, player.seat, size, sized, ring), x, y)

    def _portrait(self, player: SeatedPlayer, size: int) -> sprites.Sprite | None:
        """Return a player's face; None if they have none, or the palette has no room for it."""
        drawn = sprites.portrait(player.face, size) if player.face else None
        first = self._places_of(player.face or b"", size, drawn.colours) if drawn else None
        if drawn is None or first is None:
            return None
        return sprites.Sprite(drawn.image.point(sprites.palette_shift(first)), drawn.mask)

    def _places_of(self, face: bytes, size: int, colours: bytes) -> int | None:
        """Return where a face's colours begin in the palette; None if there is no room."""
        if (face, size) not in self._faces:
            first = len(self._colours) // 3
            room = first + sprites.FACE_COLOURS <= _MAX_COLOURS
            self._faces[face, size] = first if room else None
            self._colours += colours if room else b""
        return self._faces[face, size]

    def png(self, most: int | None = None) -> bytes:
        """Return the finished picture, compressed more if it has more than `most` bytes."""
        width, height = self.image.size
        rows = Image.new("L", (width + 1, height))  # each row begins with its filter type, 0
        rows.paste(self.image, (1, 0))
        head, colours = pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0), bytes(self._colours)
        png, raw = b"", rows.tobytes()
        for level in _LEVELS:
            png = _png(head, colours, _compress(raw, level))
            if most is None or len(png) <= most:
                break
        return png


def _compress(rows: bytes, level: int) -> bytes:
    """Return compressed rows of pixels. Unlike Pillow's encoder, zlib releases the GIL."""
    packing = compressobj(level, memLevel=_MEMORY)
    return packing.compress(rows) + packing.flush()


def _png(head: bytes, colours: bytes, rows: bytes) -> bytes:
    chunks = ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(starmap(_chunk, chunks))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", crc32(kind + data))


def _letters(player: SeatedPlayer) -> str:
    return sprites.drawable(player.initials) or name_of(player)[0].upper()


@lru_cache(maxsize=512)
def _initials(letters: str, seat: Seat, size: int, sized: int, ring: RGB = TEXT) -> sprites.Sprite:
    """Return letters of font size `sized` in a disc of size `size`."""
    colour = DISCS[seat % len(DISCS)]
    base = sprites.disc(size, colour, ring)
    image = base.image.copy()
    sprites.paste_centred(
        image, sprites.text(letters, sprites.BOLD, sized, TEXT, colour), size / 2, size / 2
    )
    return sprites.Sprite(image, base.mask)


def name_of(player: SeatedPlayer) -> str:
    """Return a player's name if it can be drawn, otherwise its replacement."""
    return player.label or sprites.drawable(player.name, player.spare or str(player.seat + 1))


def told_of(players: Iterable[SeatedPlayer], words: str) -> str:
    """Return words about players with everything replaced that cannot be drawn, names included."""
    for player in players:
        if (shown := name_of(player)) != player.name:
            words = words.replace(player.name, shown)
    return sprites.drawable(words)


def names_of(players: Iterable[SeatedPlayer]) -> str:
    """Return the joined names of a side."""
    return AND.join(map(name_of, players))


def label(style: CardStyle, msgid: str, **values: str) -> str:
    """Return a marked text in the language of a card style."""
    return language_of(style.language).text(msgid, **values)
