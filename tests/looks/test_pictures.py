"""Pictures of tables and results: for every game and moment, small, and the same for the same."""

from __future__ import annotations

import io
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest
from PIL import Image, ImageChops

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.cards import CARDS, CardSet, Suit
from kwbot.engine.values.trick import Trick
from kwbot.engine.views.view import View
from kwbot.looks.canvas import WIDTH, Canvas, name_of, told_of
from kwbot.looks.result_picture import result_picture
from kwbot.looks.sprites import is_drawable
from kwbot.looks.table_layout import RAIL_HEIGHT, SPOTS
from kwbot.looks.table_picture import _draw_table, _side_name, table_picture
from kwbot.text.deal import calls
from kwbot.text.deal.result_scene import ResultScene
from kwbot.text.deal.scene import Place, TableScene
from kwbot.text.deal.seating import Likenesses, Role, SeatedPlayer
from kwbot.variants import games
from tests.engine.playing import Setting, one_move, settings, shuffled
from tests.looks.references import FOLDER, PICTURES
from tests.looks.scenes import (
    FACES,
    finished,
    finished_scene,
    first,
    moments,
    photo_of,
    portrait_of,
    table_scene,
)

TABLE_BYTES, RESULT_BYTES = 24_000, 24_000
TABLES = [
    pytest.param(variant, players, id=f"{key}-{players}")
    for key, variant in games().items()
    for players in range(variant.least_players, (variant.most_players or 7) + 1)
]
LANGUAGES = ("en", "sv", "da")
NAMES = ("龍王", "🎉🎉", "𝓐𝓷𝓷𝓪", "", "_" * 32, "Ærø Ångström Đặng", "\u202ex")


def opened(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as image:
        image.load()
        return image


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_moment_of_every_game_is_drawn(variant: Variant, players: int) -> None:
    for number, match in enumerate(moments(variant, players)):
        code = LANGUAGES[number % 3]
        for seat, faces in ((None, FACES), (number % players, None)):
            png = table_picture(table_scene(match, seat, code, faces))
            image = opened(png)
            assert (image.mode, image.width) == ("P", 760)
            assert 490 <= image.height <= 1000
            assert len(png) <= TABLE_BYTES


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_result_is_drawn(variant: Variant, players: int) -> None:
    for number, match in enumerate(finished(variant, players)):
        png = result_picture(finished_scene(match, number % players, LANGUAGES[number % 3]))
        image = opened(png)
        assert image.width == 760
        assert image.height <= 1000
        assert len(png) <= RESULT_BYTES


@pytest.mark.parametrize("players", [4, 7])
def test_the_last_part_of_the_longest_contract_is_in_the_picture(players: int) -> None:
    (match,) = finished(games()["kombinations-whist"], players, 1)
    parts = (
        "Mestertrumf + Retfærdighed + Dovenskab + Potentiale + Hastværk + Brev + Grådighed + "
        "Atelier + Mesterbrev + Sluthund + Åben trumf + Straf + "
    )
    scene = replace(finished_scene(match, 0, "da", FACES), gained="−16")
    drawn = [result_picture(replace(scene, contract=parts + last)) for last in ("Pest", "Lås")]
    assert drawn[0] != drawn[1]
    assert opened(drawn[0]).height <= 1000
    assert len(drawn[0]) <= RESULT_BYTES


@pytest.mark.parametrize("setting", [one for one in settings() if one.options], ids=str)
def test_every_form_of_a_game_is_drawn(setting: Setting) -> None:
    rng = Random(5)
    match = shuffled(setting.begin(), rng)
    while match.to_act():
        if not rng.randrange(9):
            assert len(table_picture(table_scene(match, rng.choice((None, 0))))) <= TABLE_BYTES
        match, _ = one_move(match, rng)
    assert len(result_picture(finished_scene(match.with_score(), None))) <= RESULT_BYTES


FOREIGN = ("王小明", "محمد", "สมชาย", "🎉🎉")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("known", [True, False])
def test_a_picture_names_whoever_it_cannot_write(code: str, known: bool) -> None:
    labels = {seat: f"user_{seat}" for seat in range(4)} if known else {}
    match = replace(first("hus", 4, 3, lambda _: True, scored=True), names=FOREIGN)
    of_result = finished_scene(match, None, code, Likenesses(labels=labels))
    of_table = table_scene(
        replace(first("hus", 4, 3, lambda seen: seen.playing), names=FOREIGN), None, code,
        Likenesses(labels=labels),
    )  # fmt: skip
    for scene in (of_result, of_table):
        drawn = [name_of(scene.players[seat]) for seat in range(4)]
        assert len(set(drawn)) == 4
        assert all(map(is_drawable, drawn))
        assert not any("#" in name for name in drawn)
        assert known == (drawn == [*labels.values()])
        assert scene.players[0].name == FOREIGN[0], "words have the name"
    said = told_of(of_result.players.values(), f"{FOREIGN[1]} & {FOREIGN[2]}: 王")
    assert said == f"{name_of(of_result.players[1])} & {name_of(of_result.players[2])}: …"
    assert result_picture(of_result)
    assert table_picture(of_table)


LONG_NAMES = (
    "Wilhelmina-Christina Öst", "Maximilian Söderström-L", "Nebuchadnezzar Åkerhielm",
    "Gwendolyn Mikkelsen-Ås", "Bartholomäus Königsmark", "Quetzalcoatl Vestergaard",
    "Xanthippe Brændstrup",
)  # fmt: skip


@pytest.mark.parametrize(
    ("key", "players", "hands"),
    [
        ("kombinations-whist", 4, 0),
        ("kombinations-whist", 7, 1),
        ("hus", 5, 0),
        ("hus", 5, 2),
        ("hus", 5, 4),
    ],
)
def test_a_table_with_faces_and_much_else_is_small(key: str, players: int, hands: int) -> None:
    """With all points, and as many court cards in the trick as there can be."""

    def fits(seen: View) -> bool:
        lying = sum(map(bool, (seen.open_cards or {}).values()))
        return lying == hands and len(seen.plays) == 3 and len(seen.tricks) == 1

    plain = first(key, players, 1, fits)
    scene = table_scene(replace(plain, names=LONG_NAMES[:players]), None, "sv", FACES)
    courts = [card for card in CARDS if card.rank in {11, 12, 13}]
    plays = tuple((seat, card) for (seat, _), card in zip(scene.plays, courts[::4], strict=False))
    standing = tuple(((seat,), "17") for seat in range(players))
    png = table_picture(replace(scene, plays=plays, standing=standing))
    assert opened(png).width == 760
    assert len(png) <= TABLE_BYTES


def test_photographs_make_no_table_too_large() -> None:
    """Seven at a table, each with a picture of nothing but detail, and a long contract."""
    match = first("kombinations-whist", 7, 1, lambda seen: len(seen.tricks) == 1 == len(seen.plays))
    plain = table_scene(replace(match, names=LONG_NAMES), None, "sv")
    courts = [card for card in CARDS if card.rank in {11, 12, 13}]
    seats = [one.player.seat for one in plain.places]
    scene = replace(
        plain, plays=tuple(zip(seats, courts[::4], strict=False)),
        contract="Subtrumf + Brådska + Girighet + Mästarbrev + Slut-Hund + Öppen Trumf + Pest",
    )  # fmt: skip
    with_photos = replace(
        scene, places=_photographed(scene.places), resting=_photographed(scene.resting)
    )
    assert len(_draw_table(with_photos)) > TABLE_BYTES
    assert len(table_picture(with_photos)) <= TABLE_BYTES
    assert table_picture(scene) == _draw_table(scene)


def _photographed(places: Sequence[Place]) -> tuple[Place, ...]:
    return tuple(
        replace(one, player=one.player._replace(face=photo_of(one.player.seat))) for one in places
    )


def test_pictures_can_be_drawn_in_several_threads() -> None:
    scenes = [
        table_scene(match, seat, faces=FACES)
        for match in moments(games()["hus"], 5)[::3]
        for seat in (None, 2)
    ]
    with ThreadPoolExecutor(4) as threads:
        drawn = list(threads.map(table_picture, scenes))
    assert list(map(table_picture, scenes)) == drawn


def test_scenes_that_show_the_same_give_the_same_bytes() -> None:
    match = moments(games()["kombinations-whist"], 4)[-1]
    scene = table_scene(match, 0, faces=FACES)
    once = table_picture(scene)
    assert table_picture(table_scene(match, 0, faces=dict(FACES))) == once
    asked = replace(scene, question="?", hand=CardSet(CARDS[:3]), turn="Somebody")
    assert table_picture(asked) == once


@pytest.mark.parametrize("known", range(1, 6))
@pytest.mark.parametrize("name", ["Du", "Wilhelmina-Christina Öst"])
@pytest.mark.parametrize("opened", [False, True], ids=["closed", "open hand"])
@pytest.mark.parametrize("lying", [False, True], ids=["first trick", "later"])
def test_known_cards_and_the_standing_hide_nothing_of_each_other(
    name: str, known: int, *, opened: bool, lying: bool
) -> None:
    match = first("esmakker", 4, 3, lambda seen: len(seen.tricks) > 2 and len(seen.plays) == 1)
    scene = table_scene(match, 0, "sv")
    places = tuple(
        replace(
            one, player=one.player._replace(name=name), taken=2, wanted=5,
            known=CardSet(CARDS[at * 7 + one.player.seat] for at in range(known)),
        )
        for one in scene.places
    )  # fmt: skip
    scene = replace(
        scene, places=places, opened=((1, CardSet(CARDS[:9])),) if opened else (),
        tricks=scene.tricks if lying else (),
        standing=tuple(((seat,), points) for seat, points in enumerate(("103", "−17", "0", "0"))),
    )  # fmt: skip
    bare = tuple(replace(one, known=CardSet()) for one in places)
    cards = _differences(replace(scene, standing=()), replace(scene, standing=(), places=bare))
    standing = _differences(scene, replace(scene, standing=()))
    assert ImageChops.logical_and(cards, standing).getbbox() is None
    assert (standing.getbbox() or (WIDTH,))[0] >= 120, "where Discord's badge ends on a phone"


def test_partners_in_the_standing_are_both_named() -> None:
    anna, bo = SeatedPlayer(0, "Annabella", "An", None), SeatedPlayer(1, "Bo", "Bo", None)
    assert _side_name([anna, bo], 500) == "Annabella & Bo"
    assert _side_name([anna, bo], 110) == "An & Bo"
    assert _side_name([anna], 60).endswith("…")


def _differences(one: TableScene, other: TableScene) -> Image.Image:
    drawn = (opened(table_picture(scene)).convert("RGB") for scene in (one, other))
    return ImageChops.difference(*drawn).convert("L").point([0] + [255] * 255).convert("1")


def test_a_result_of_four_fits_a_desktop_at_its_full_width() -> None:
    """Discord shows a picture at most 550 × 350 large."""
    for match in finished(games()["whist"], 4, 2):
        width, height = opened(result_picture(finished_scene(match, 0))).size
        assert height / width <= 350 / 550


def _changed_box(one: ResultScene, other: ResultScene) -> tuple[int, int, int, int]:
    """Return where two results differ: left, top, right, bottom."""
    drawn = (opened(result_picture(scene)).convert("RGB") for scene in (one, other))
    return ImageChops.difference(*drawn).getbbox() or (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("players", "key", "height"),
    [(3, "kombinations-whist", 50), (4, "whist", 50), (4, "hus", 100), (5, "hus", 90)],
)
def test_the_lower_left_corner_of_a_result_is_free_for_the_badge_of_discord(
    players: int, key: str, height: int
) -> None:
    """And the line above it, if there is one: phones show a picture small, and the badge not."""
    (match,) = finished(games()[key], players, 1)
    scene = finished_scene(match, 0)
    drawn = opened(result_picture(scene)).convert("RGB")
    corner = drawn.crop((0, drawn.height - height, 112, drawn.height))
    assert len(corner.getcolors() or ()) == 1
    left, top, *_ = _changed_box(scene, replace(scene, tricks=scene.tricks[1:]))
    assert left > 112
    assert top > drawn.height - 62


def test_panels_sit_clockwise_from_the_lower_left_one() -> None:
    (match,) = finished(games()["whist"], 4, 1)
    scene, corners = finished_scene(match, 0), []
    for at, hand in enumerate(scene.hands):
        named = hand._replace(player=hand.player._replace(name="Xx"))
        hands = (*scene.hands[:at], named, *scene.hands[at + 1 :])
        left, top, *_ = _changed_box(scene, replace(scene, hands=hands))
        corners.append((left > 380, top > 240))
    assert corners == [(False, True), (False, False), (True, False), (True, True)]


@pytest.mark.parametrize(("points", "gained"), [("4", "+3"), ("+120,50 kr", "+40,00 kr")])
def test_points_stand_in_the_row_of_each_name(points: str, gained: str) -> None:
    """Those of two who count together in both; with what was won where there is room beside the
    name."""
    played = (finished_scene(match, 0) for match in finished(games()["whist"], 4, 9))
    scene = next(one for one in played if one.standing)
    bare = replace(scene, standing=tuple(one._replace(gained="") for one in scene.standing))
    first, second = (replace(
        bare, standing=(bare.standing[0]._replace(points=shown), *bare.standing[1:])
    ) for shown in ("8", points))  # fmt: skip
    assert len(bare.standing[0].players) == 2
    left, top, right, bottom = _changed_box(first, second)
    assert (left < 380 < right, top < 240 < bottom) == (True, True)
    won = replace(bare, standing=(bare.standing[0]._replace(gained=gained), *bare.standing[1:]))
    assert (result_picture(won) != result_picture(bare)) == (len(gained) < 5)


def test_who_sat_out_has_a_line_of_the_strip() -> None:
    (match,) = finished(games()["kombinations-whist"], 7, 1)
    scene = finished_scene(match, 0, faces=FACES)
    without = replace(scene, standing=tuple(
        one for one in scene.standing if {p.seat for p in one.players} & {*scene.players}
    ))  # fmt: skip
    assert len(scene.standing) - len(without.standing) == 3
    heights = [opened(result_picture(one)).height for one in (without, scene)]
    assert heights[1] - heights[0] == 40


@pytest.mark.parametrize(("key", "players", "more"), [("kombinations-whist", 3, 0), ("hus", 4, 40)])
def test_the_kitty_lies_in_the_cell_that_is_left_or_in_the_strip(
    key: str, players: int, more: int
) -> None:
    (match,) = finished(games()["hus"], 4, 1)
    kitty = finished_scene(match, 0).kitty
    (match,) = finished(games()[key], players, 1)
    scene = finished_scene(match, 0)
    drawn = [opened(result_picture(replace(scene, kitty=of))) for of in ((), kitty)]
    assert drawn[1].height - drawn[0].height == more
    assert drawn[0].tobytes() != drawn[1].tobytes()
    untaken = tuple((card, None) for card, _ in kitty)
    taken = ((kitty[0][0], 0), *untaken[1:])
    changed = _changed_box(replace(scene, kitty=untaken), replace(scene, kitty=taken))
    assert (changed[0] > 380) == (not more), "in the strip the kitty begins at the left"


def test_a_result_without_a_contract_shows_its_trumps() -> None:
    (match,) = finished(games()["whist"], 4, 1)
    scene = finished_scene(match, 0)
    shown = {result_picture(replace(scene, trumps=suit)) for suit in (*Suit, None)}
    assert len(shown) == 5


def test_a_face_changes_the_picture_and_a_broken_one_gives_initials() -> None:
    match = moments(games()["kombinations-whist"], 4)[-1]
    plain = table_picture(table_scene(match, None))
    assert table_picture(table_scene(match, None, faces={0: FACES[0]})) != plain
    assert table_picture(table_scene(match, None, faces={0: b"no picture"})) == plain
    assert table_picture(table_scene(match, None, faces={0: FACES[0][:200]})) == plain


def test_more_faces_than_colours_leave_initials() -> None:
    canvas = Canvas(Image.new("L", (760, 1400)))
    for number in range(20):
        player = SeatedPlayer(number, "Anna", "A", portrait_of(number))
        canvas.face(player, 100, 50 + 66 * number, 64)
    image = opened(canvas.png())
    assert len(image.getcolors() or ()) <= 256
    assert len(image.palette.colors if image.palette else ()) <= 256


def crowd(scene: TableScene, count: int) -> TableScene:
    """A table of so many in the deal, each with a card on the table but the last."""
    places = tuple(
        replace(
            scene.places[seat % len(scene.places)],
            player=SeatedPlayer(seat, f"Player {seat}", f"P{seat}", FACES[seat]),
            in_turn=seat == count - 1,
        )
        for seat in range(count)
    )
    plays = tuple((seat, CARDS[seat * 7]) for seat in range(count - 1))
    last = Trick(tuple((seat, CARDS[seat * 7 + 1]) for seat in range(count)), None, 1)
    return replace(
        scene, places=places, plays=plays, tricks=(last,), opened=(), resting=(), holders=(0,),
        standing=(((0,), "7"), ((1,), "4")),
    )  # fmt: skip


@pytest.mark.parametrize("count", SPOTS)
def test_two_to_seven_can_be_in_a_deal(count: int) -> None:
    match = first("kombinations-whist", 4, 1, lambda seen: bool(seen.tricks))
    assert opened(table_picture(crowd(table_scene(match, None), count))).width == 760


@pytest.mark.parametrize("name", NAMES)
def test_no_name_stops_a_picture(name: str) -> None:
    match = first("kombinations-whist", 7, 1, lambda seen: bool(seen.tricks))
    scene = table_scene(match, None)
    named = [
        replace(one, player=one.player._replace(name=name, initials=name[:2]), roles=tuple(Role))
        for one in (*scene.places, *scene.resting)
    ]
    count = len(scene.places)
    shown = replace(scene, places=tuple(named[:count]), resting=tuple(named[count:]))
    assert opened(table_picture(shown)).width == 760


def test_who_deals_is_seen_though_they_sit_out_and_are_a_computer() -> None:
    scene = table_scene(first("hus", 5, 1, lambda seen: seen.playing), None)
    (dealer,) = scene.resting

    def drawn(*roles: Role) -> bytes:
        return table_picture(replace(scene, resting=(replace(dealer, roles=roles),)))

    assert Role.DEALER in dealer.roles
    assert drawn(Role.DEALER, Role.COMPUTER) != drawn(Role.COMPUTER) != drawn()


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_look_as_they_did(name: str) -> None:
    """If this is meant to change, look at it: ``python -m tests.looks.references``."""
    drawn = opened(PICTURES[name]()).convert("RGB")
    stored = opened((FOLDER / f"{name}.png").read_bytes()).convert("RGB")
    assert drawn.size == stored.size
    differs = ImageChops.difference(drawn, stored).convert("L").point([0] * 24 + [255] * 232)
    assert sum(differs.histogram()[1:]) < drawn.width * drawn.height / 200


def test_a_picture_has_no_rail_where_it_would_say_nothing() -> None:
    """All that is to be said of an auction stands above its picture in a channel."""
    auction = table_scene(first("hus", 4, 1, lambda seen: calls.standing(seen) is not None), None)
    play = table_scene(first("hus", 4, 1, lambda seen: seen.playing), None)
    heights = [
        [opened(table_picture(one)).height for one in (scene, scene.below_words())]
        for scene in (auction, play)
    ]
    assert heights[0][0] - heights[0][1] == RAIL_HEIGHT
    assert heights[1][0] == heights[1][1]


def test_a_full_trick_lies_in_the_middle_until_somebody_leads() -> None:
    match = first("whist", 4, 3, lambda seen: len(seen.tricks) == 3 and not seen.plays)
    full = table_scene(match, None)
    swept = replace(full, plays=full.tricks[-1].plays[:1], tricks=full.tricks[:-1])
    lies = replace(full, plays=full.tricks[-1].plays, tricks=())
    drawn, whole = (opened(table_picture(one)).convert("RGB") for one in (full, lies))
    differs = ImageChops.difference(drawn, whole).getbbox()
    assert differs is not None, "the winner's card has a frame"
    left, top, right, bottom = differs
    assert (right - left) * (bottom - top) < drawn.width * drawn.height / 4
    assert table_picture(full) != table_picture(swept)
