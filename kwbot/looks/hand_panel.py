"""A hand as it was dealt, in the picture of a result."""

from collections.abc import Sequence

from kwbot.engine.values.cards import Card, Suit
from kwbot.text.deal.result_scene import DealtHand, ResultScene
from kwbot.text.deal.seating import Role

from .canvas import Canvas, name_of
from .card_sprites import colour, pip
from .palette import BROWN, FELT, GOLD, GREY, INK, PANEL, PASSED, RGB, SECOND, TEXT, place
from .pen import count_of
from .sprites import SEMIBOLD, fit_words, round_box, text

PANEL_WIDTH, ROW = 238, 37
_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
RANKS_WIDTH = PANEL_WIDTH - 56
_FITS = ((28, 13), (28, 9), (26, 6), (22, 5), (22, 3), (18, 3), (15, 1))
"""Sizes of ranks and gaps between them, in pixels: the first one that fits is taken."""


def draw_hand(canvas: Canvas, scene: ResultScene, hand: DealtHand, x: int, y: int) -> None:
    """Draw a hand by suit in the panel at (x, y), and above it whose it is."""
    canvas.face(hand.player, x + 24, y - 28, 44, FELT, hand.roles)
    declares = Role.DECLARER in hand.roles or Role.PARTNER in hand.roles
    ink = GOLD if declares else SECOND
    label = text(count_of(hand), SEMIBOLD, 26, ink, FELT)
    room = PANEL_WIDTH - 98 - label.width
    name, font = fit_words(name_of(hand.player), SEMIBOLD, 28, room)
    end = x + 59 + canvas.write(name, (x + 59, y - 27), font) + 12
    if scene.tricks:
        canvas.stamp(round_box(16, 22, 4, GOLD if declares else TEXT, FELT), end, y - 38)
        canvas.stamp(label, end + 24, y - 27 - label.height / 2)
    for number, suit in enumerate(_SUITS):
        _suit(canvas, scene, hand, suit, x + 12, y + 26 + ROW * number)
    jokers = scene.style.sort(hand.cards.jokers())
    for number, card in enumerate(jokers):
        _joker(canvas, scene, hand, card, x + 24 + 62 * number, y + 26 + ROW * 4)


def _suit(canvas: Canvas, scene: ResultScene, hand: DealtHand, suit: Suit, x: int, y: int) -> None:
    """Write the ranks of a suit in a row, closer and smaller where they are many."""
    canvas.stamp_centred(pip(suit, 26, scene.style, PANEL), x + 12, y)
    cards = scene.style.sort(hand.cards.of_suit(suit))
    ranks = [scene.style.rank(card.rank) for card in cards if card.rank is not None]
    ink, (size, gap) = colour(suit, scene.style), fitting_size(ranks)
    widths = [text(rank, SEMIBOLD, size, ink, PANEL).width for rank in ranks]
    left: float = x + 38
    for card, rank, width in zip(cards, ranks, widths, strict=True):
        ground = PANEL
        if card in hand.passed:
            ground = PASSED
            draw_box(canvas, left - gap / 2, y, width + gap - 1)
        canvas.write(rank, (left, y), (SEMIBOLD, size), ink, ground)
        if card in hand.unplayed:
            draw_underline(canvas, left, y, width)
        left += width + gap


def fitting_size(ranks: Sequence[str]) -> tuple[int, int]:
    """Return the size of ranks and the gap between them with which a suit fits."""
    return next((fit for fit in _FITS if ranks_length(ranks, *fit) <= RANKS_WIDTH), _FITS[-1])


def ranks_length(ranks: Sequence[str], size: int, gap: int) -> int:
    """Return the width in pixels of ranks written in a row."""
    return sum(text(rank, SEMIBOLD, size, INK, PANEL).width + gap for rank in ranks)


def _joker(canvas: Canvas, scene: ResultScene, hand: DealtHand, card: Card, x: int, y: int) -> None:
    ground = PASSED if card in hand.passed else PANEL
    if card in hand.passed:
        draw_box(canvas, x - 16, y, 52)
    canvas.stamp_centred(pip(None, 26, scene.style, ground), x, y)
    ink = colour(None, scene.style)
    canvas.write(card.text[1:], (x + 16, y), (SEMIBOLD, 24), ink, ground)
    if card in hand.unplayed:
        draw_underline(canvas, x - 12, y, 44)


def draw_box(canvas: Canvas, x: float, y: float, width: float, ground: RGB = PANEL) -> None:
    """Draw the box of a card that was given away."""
    canvas.stamp(round_box(round(width), 34, 7, PASSED, ground), x, y - 17)
    canvas.stamp(round_box(round(width), 34, 7, BROWN, PASSED, line=2), x, y - 17)


def draw_underline(canvas: Canvas, x: float, y: float, width: float) -> None:
    """Draw the line under a card that was never played."""
    left, top = round(x), round(y) + 14
    canvas.image.paste(place(GREY), (left, top, left + round(width), top + 3))
