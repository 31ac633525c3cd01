"""Scenes of every game for tests, and faces."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from random import Random

from PIL import Image, ImageDraw

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.views.view import View, view
from kwbot.text.deal.result_scene import ResultScene, result_scene
from kwbot.text.deal.scene import TableScene, scene
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Voice, language_of
from kwbot.variants import games
from tests.engine.playing import begin, one_move, played_out, shuffled

FACTS = Facts(computers=frozenset({1}))
DEALS = 2


def table_scene(
    match: Match, seat: int | None, code: str = "en", faces: Mapping[int, bytes] | None = None
) -> TableScene:
    seen = view(match, seat)
    found = scene(seen, Voice.of(seen, language_of(code)), FACTS, {} if faces is None else faces)
    assert found is not None
    return found


def finished_scene(
    match: Match, seat: int | None, code: str = "en", faces: Mapping[int, bytes] | None = None
) -> ResultScene:
    seen = view(match, seat)
    assert match.finished is not None
    voice = Voice.of(seen, language_of(code))
    return result_scene(seen, match.finished, voice, {} if faces is None else faces)


@cache
def moments(variant: Variant, players: int) -> tuple[Match, ...]:
    """Many moments outside the tricks, and some within them, of a few random deals."""
    rng, match, found = Random(players), begin(variant, players), []
    for _ in range(DEALS):
        match = shuffled(match, rng)
        while match.to_act():
            playing = match.deal is not None and match.deal.play is not None
            if not rng.randrange(14 if playing else 2):
                found.append(match)
            match, _ = one_move(match, rng)
        match = match.with_score()
        if match.is_won:
            break
    return tuple(found)


def finished(variant: Variant, players: int, count: int = 4) -> Iterator[Match]:
    """Matches that have just scored a deal."""
    rng, match = Random(players), begin(variant, players)
    for _ in range(count):
        match = played_out(shuffled(match, rng), rng).with_score()
        yield match
        if match.is_won:
            return


@lru_cache(maxsize=16)
def first(
    key: str, players: int, seed: int, fits: Callable[[View], bool], *, scored: bool = False
) -> Match:
    """The first moment (or scored deal) of random deals whose public view `fits`."""
    rng = Random(seed)
    for _ in range(3000):
        match = shuffled(begin(games()[key], players), rng)
        while match.to_act():
            if not scored and fits(view(match, None)):
                return match
            match, _ = one_move(match, rng)
        match = match.with_score()
        if scored and fits(view(match, None)):
            return match
    raise AssertionError("no such moment")


def portrait_of(number: int) -> bytes:
    """A round head on a ground, as a picture that somebody might have."""
    rng = Random(number)

    def colour() -> tuple[int, int, int]:
        return rng.randrange(40, 230), rng.randrange(40, 230), rng.randrange(40, 230)

    image = Image.new("RGB", (128, 128), colour())
    draw = ImageDraw.Draw(image)
    for _ in range(6):
        x, y, r = rng.randrange(128), rng.randrange(128), rng.randrange(10, 45)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=colour())
    draw.ellipse((30, 25, 98, 110), fill=(225, 180, 150))
    draw.pieslice((26, 12, 102, 96), 180, 360, fill=colour())
    stored = io.BytesIO()
    image.save(stored, "PNG")
    return stored.getvalue()


def photo_of(number: int) -> bytes:
    """A picture with detail everywhere, as photographs may have."""
    noise = Random(number).randbytes(32 * 32 * 3)
    image = Image.frombytes("RGB", (32, 32), noise).resize((128, 128))
    stored = io.BytesIO()
    image.save(stored, "PNG")
    return stored.getvalue()


FACES = {seat: portrait_of(seat) for seat in range(7)}
