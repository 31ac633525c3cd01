"""The pictures that tests compare with: ``python -m tests.looks.references`` draws them anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kwbot.engine.views.view import View
from kwbot.looks.career_picture import career_picture
from kwbot.looks.podium_picture import podium_picture
from kwbot.looks.result_picture import result_picture
from kwbot.looks.table_picture import table_picture
from kwbot.text.club.podium_scene import PodiumScene, PodiumStep
from kwbot.text.deal.seating import SeatedPlayer
from kwbot.text.statistics.career_scene import CareerScene, Curve, sample
from tests.looks.scenes import FACES, finished_scene, first, table_scene

FOLDER = Path(__file__).parent / "pictures"


def _trick() -> bytes:
    def late(seen: View) -> bool:
        return len(seen.tricks) > 4 and len(seen.plays) > 2

    match = first("kombinations-whist", 4, 3, late)
    return table_picture(table_scene(match, match.to_act()[0], faces={0: FACES[0]}))


def _open_hands() -> bytes:
    match = first("hus", 5, 8, lambda seen: len(seen.open_cards or {}) > 1 and bool(seen.plays))
    return table_picture(table_scene(match, None, "da"))


def _auction() -> bytes:
    match = first("kombinations-whist", 7, 2, lambda seen: len(seen.said) > 2)
    return table_picture(table_scene(match, match.to_act()[0], "sv"))


def _result() -> bytes:
    def passed(seen: View) -> bool:
        contract = seen.last.result.contract if seen.last else None
        return contract is not None and "mastarbrev" in contract.parts

    match = first("kombinations-whist", 4, 3, passed, scored=True)
    return result_picture(finished_scene(match, 0))


def _podium() -> bytes:
    faces = {0: FACES[0]}
    names = ("Anna", "Bo Söderström-Lindqvist", "Cleo")
    steps = zip((1, 2, 2), names, ("+192", "48", "48"), strict=True)
    drawn = tuple(
        PodiumStep(place, SeatedPlayer(at, name, name[0], faces.get(at)), points)
        for at, (place, name, points) in enumerate(steps)
    )
    return podium_picture(PodiumScene("An evening of Ace-partner Whist", drawn))


def _career() -> bytes:
    points = [(7 * number) % 23 - number % 11 for number in range(300)]
    tiles = (("+0.42", "a deal"), ("12/30", "games won"), ("61%", "bids made"), ("7", "in a row"))
    days = ("03/11/2025", "23/11/2026")
    ratings = [1000 + (7 * number) % 90 for number in range(30)]
    curves = (
        Curve("Points", sample(points), *days),
        Curve("Rating: 1,023", sample(ratings, 1000), *days, base=1000),
    )
    return career_picture(CareerScene("Kombinations-Whist", curves, tiles, "en"))


PICTURES: dict[str, Callable[[], bytes]] = {
    "trick": _trick, "open-hands": _open_hands, "auction": _auction, "result": _result,
    "podium": _podium, "career": _career,
}  # fmt: skip

if __name__ == "__main__":
    for name, drawn in PICTURES.items():
        (FOLDER / f"{name}.png").write_bytes(drawn())
