"""CPU and size of pictures of tables and results."""

import io
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from time import thread_time

from PIL import Image, ImageDraw

from benches.figures import Figure, benchmark
from kwbot.engine.deals.match import Match
from kwbot.engine.phases.base import Dealing
from kwbot.engine.values.actions import CHANCE, Seat
from kwbot.engine.views.view import View, view
from kwbot.looks.result_picture import result_picture
from kwbot.looks.table_picture import table_picture
from kwbot.text.deal.result_scene import result_scene
from kwbot.text.deal.scene import TableScene, scene
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Voice, language_of
from kwbot.variants import games

PICTURE_ROUNDS, PICTURES_A_ROUND = 10, 4
"""Rounds, and pictures in each. The quickest round counts, as a machine's other work only adds
time."""
PLAYER_NAMES = ("West", "North", "East", "South", "Ada", "Bo", "Cleo")
TABLE_MS, TABLE_KB, RESULT_MS, RESULT_KB = 6.0, 24.0, 8.0, 24.0
Fits = Callable[[View], bool]


def _moments(key: str, players: int, rng: random.Random) -> Iterator[Match]:
    """Yield all moments of first deals played at random."""
    while True:
        match = Match.begin(games()[key], PLAYER_NAMES[:players], {})
        dealer = match.next_dealer()
        match = match.deal_begun(rng.randrange(players) if dealer is None else dealer)
        while match.to_act():
            seat = rng.choice(match.to_act())
            dealing = match.deal.current if match.deal else None
            if seat == CHANCE and isinstance(dealing, Dealing):
                deck = list(dealing.layout.deck)
                rng.shuffle(deck)
                match = match.apply(seat, dealing.deal_out(tuple(deck), dealing.words))
            else:
                match = match.apply(seat, match.choice(seat).sample(rng))
            yield match
        yield match.with_score()


def _first(key: str, players: int, fits: Fits) -> tuple[Match, View]:
    rng = random.Random(7)
    moments = ((one, view(one, None)) for one in _moments(key, players, rng))
    return next((match, seen) for match, seen in moments if fits(seen))


def _portrait(number: int) -> bytes:
    """Return a portrait as detailed as a small drawing."""
    rng = random.Random(number)
    image = Image.new("RGB", (128, 128), f"#{rng.randbytes(3).hex()}")
    draw = ImageDraw.Draw(image)
    for _ in range(12):
        x, y, r = rng.randrange(128), rng.randrange(128), rng.randrange(8, 45)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=f"#{rng.randbytes(3).hex()}")
    stored = io.BytesIO()
    image.save(stored, "PNG")
    return stored.getvalue()


def _faces(players: int) -> dict[Seat, bytes]:
    return {seat: _portrait(seat) for seat in range(players)}


def _measure(draw: Callable[[int], bytes]) -> tuple[float, float]:
    """Return the CPU milliseconds and kilobytes of a picture whose sprites are already drawn."""
    size, numbers, seconds = len(draw(0)) / 1000, count(1), []
    for _ in range(PICTURE_ROUNDS):
        begun = thread_time()
        for _ in range(PICTURES_A_ROUND):
            draw(next(numbers))
        seconds.append(thread_time() - begun)
    return min(seconds) / PICTURES_A_ROUND * 1000, size


def _late(seen: View) -> bool:
    return len(seen.tricks) == 5 and len(seen.plays) == 3


def _open(seen: View) -> int:
    return sum(map(bool, (seen.open_cards or {}).values()))


TABLE_MOMENTS: dict[str, tuple[str, int, Fits]] = {
    "four, mid-trick": ("kombinations-whist", 4, lambda seen: _late(seen) and not _open(seen)),
    "an open hand": ("kombinations-whist", 4, lambda seen: _late(seen) and _open(seen) == 1),
    "seven at the table": ("kombinations-whist", 7, lambda seen: _late(seen) and not _open(seen)),
    "seven, an open hand": ("kombinations-whist", 7, lambda seen: _late(seen) and _open(seen) == 1),
    "two open hands": ("hus", 5, lambda seen: len(seen.plays) == 3 and _open(seen) == 2),
}


def _pictures() -> Iterator[tuple[str, Callable[[int], bytes], float, float]]:
    """Yield each picture's name, how it is drawn, and its most milliseconds and kilobytes.

    An invisible number in each keeps it from being found in the cache.
    """
    for what, (key, players, fits) in TABLE_MOMENTS.items():
        _, seen = _first(key, players, fits)
        voice = Voice.of(seen, language_of("en"))
        for faces in ({}, _faces(players)):
            shown = scene(seen, voice, Facts(), faces)
            assert shown is not None
            named = f"{what}{', with faces' if faces else ''}"
            yield named, partial(_table, shown), TABLE_MS, TABLE_KB
    match, seen = _first(
        "kombinations-whist", 7, lambda seen: bool(seen.last and seen.last.result.made)
    )
    assert match.finished is not None
    voice = Voice.of(seen, language_of("en"))
    result = result_scene(seen, match.finished, voice, _faces(7))
    named = "result of 52 cards, with faces"
    yield named, lambda at: result_picture(replace(result, deal=str(at))), RESULT_MS, RESULT_KB


def _table(shown: TableScene, number: int) -> bytes:
    return table_picture(replace(shown, deal=str(number)))


@benchmark("pictures", "drawing tables and results: CPU with warm sprites, and size")
def pictures() -> Iterator[Figure]:
    for what, draw, most_ms, most_kb in _pictures():
        spent, size = _measure(draw)
        yield Figure(f"{what}: CPU", spent, "ms", most_ms)
        yield Figure(f"{what}: size", size, "kB", most_kb)
