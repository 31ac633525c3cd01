"""The table's message fits into one of Discord's, whatever the names and the bids."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from cogs.delivery.pictures.table_renderer import drawn_in_channel
from cogs.screens.hand.hand_screen import hand_screen, panel_scene
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import (
    MAX_TEXT,
    TURN_COLOUR,
    ActionRow,
    Button,
    Container,
    MediaGallery,
    Picture,
    Screen,
    TextDisplay,
    box,
    walk,
)
from cogs.screens.parts.rendering import IN_WORDS, Rendering
from cogs.screens.table import table_screen as table_screens
from cogs.screens.table.past_deal import past_scene
from cogs.screens.table.table_screen import Public, result_screen, table_scene, table_screen
from cogs.screens.table.watch_screen import watch_scene, watch_screen
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Pass
from kwbot.engine.values.cards import NO_CARDS
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import view
from kwbot.ids import GuildId, TableId, UserId
from kwbot.looks.canvas import Canvas
from kwbot.looks.emojis import emojis
from kwbot.looks.result_picture import result_picture
from kwbot.looks.table_picture import table_picture
from kwbot.standings.climbs import Climb
from kwbot.tables.past import remarks
from kwbot.tables.past.streaks import Streak
from kwbot.tables.state.contributions import Ready
from kwbot.tables.state.round_limits import ROUND_OVER, round_options
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import RunningTable, TableState
from kwbot.text.deal import calls
from kwbot.text.deal.result_scene import ResultScene
from kwbot.text.table.vote_texts import ready_label
from kwbot.text.words import labels
from kwbot.text.words.language import LANGUAGES, language_of
from kwbot.variants import games
from playground.state.message_limits import check_message
from tests.engine.playing import shuffled
from tests.looks.scenes import finished, first, moments
from tests.looks.test_pictures import TABLES
from tests.row_names import is_told_apart
from tests.tables.sandbox import ANNA, BO, CLEO, DAG, House
from tests.text.positions import NASTY

NAMES = tuple(name * 2 for name in NASTY[:7])
PICTURE = Picture(b"PNG", "A table.")
PLAIN = ("Anna", "Bo", "Cleo", "Dag", "Eva")
IDS = {name: 10**18 + at for at, name in enumerate(emojis())}
LOOKS = (IN_WORDS, Rendering(ids=IDS), Rendering(png=b"PNG", ids=IDS))


def table(match: Match, names: tuple[str, ...]) -> RunningTable:
    """A table at which a match is played, by people of these names."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return RunningTable(
        id=TableId(1), guild=GuildId(1), channel=2, parent_channel=None, host=UserId(0),
        variant=match.variant, options={}, language="en", created_at=now, last_human_at=now,
        match=replace(match, names=names),
        seated=tuple(Seated(name, UserId(seat)) for seat, name in enumerate(names)),
    )  # fmt: skip


def drawn(state: TableState, rendering: Rendering = IN_WORDS, climb: Climb | None = None) -> Screen:
    """A table's message in the channel."""
    assert state.running is not None
    public = Public.of(state.running, climb)
    return table_screen(state, public, table_scene(state, public), rendering)


def words_of(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(one.content for one in walk(screen.parts) if isinstance(one, TextDisplay))


def checked(state: RunningTable, rendering: Rendering) -> str:
    """The texts of a table's message, which Discord takes."""
    screen = drawn(state, rendering)
    components: Any = screen.to_components()
    files = [type("File", (), {"filename": name}) for name in screen.pictures]
    check_message({"flags": 1 << 15, "components": components, "attachments": files})
    return words_of(screen)


@pytest.mark.parametrize("rendering", LOOKS, ids=["text", "emoji", "picture"])
def test_below_a_result_stands_what_it_has_changed(
    rendering: Rendering, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Streak(
        (1,), Sentence("Your {nth}.", nth=3), Sentence("{player}: {nth}.", nth=3, player="B")
    )
    monkeypatch.setattr(table_screens, "streak_of", lambda table: row)
    (match,) = finished(games()["whist"], 4, 1)
    state = table(match, PLAIN[:4])
    shows = past_scene(state)
    assert shows is not None
    later = result_screen(state, shows, rendering, Climb(1, (1,)))
    now = table_screen(state, Public.of(state, Climb(1, (1,))), shows, rendering)
    news = ["🥇 **Bo** is now 1st on this server.", "🔥 B: 3."]
    for screen in (later, now):
        told = words_of(screen).splitlines()
        at = told.index(news[0])
        assert told[at : at + 2] == news
    assert "🥇" not in words_of(result_screen(state, shows, rendering))


@pytest.mark.parametrize("rendering", LOOKS, ids=["text", "emoji", "picture"])
def test_a_late_trick_and_a_result_of_the_longest_names_fit(rendering: Rendering) -> None:
    late = first("kombinations-whist", 7, 1, lambda seen: len(seen.tricks) > 9)
    text = checked(table(late, NAMES), rendering)
    assert "-# 9 " in text
    (result,) = finished(games()["kombinations-whist"], 7, 1)
    assert checked(table(result, NAMES), rendering)


@pytest.mark.parametrize("rendering", LOOKS, ids=["text", "emoji", "picture"])
def test_a_picture_of_a_result_can_be_read_as_text(rendering: Rendering) -> None:
    """That of a deal under way or of the present message by More."""
    late = table(first("kombinations-whist", 4, 1, lambda seen: len(seen.tricks) > 9), NAMES[:4])
    (ended,) = finished(games()["kombinations-whist"], 4, 1)
    past = table(ended, NAMES[:4])
    shows = past_scene(past)
    assert shows is not None
    round_over = replace(past, options=round_options(1, 1, past.created_at)).as_closed(ROUND_OVER)
    screens = [
        drawn(late, rendering), drawn(past, rendering), result_screen(past, shows, rendering),
        drawn(round_over, rendering),
    ]  # fmt: skip
    for one in screens:
        labels = [button.label for button in walk(one.parts) if isinstance(button, Button)]
        is_past = one in screens[2:]
        assert ("More" in labels) == (not is_past)
        assert ("As text" in labels) == (bool(rendering.pictures) and is_past)


def test_a_results_picture_stands_above_the_frame_as_wide_as_the_message() -> None:
    (ended,) = finished(games()["kombinations-whist"], 4, 1)
    at, png = table(ended, PLAIN[:4]), Rendering(png=b"PNG")
    shows = past_scene(at)
    assert shows is not None
    later = result_screen(at, shows, png)
    for screen in (later, drawn(at, png)):
        assert [type(one) for one in screen.parts] == [MediaGallery, Container]
    stopped = drawn(at.as_closed("idle"), png)
    assert [type(one) for one in stopped.parts] == [TextDisplay, MediaGallery, Container]
    assert [type(one) for one in result_screen(at, shows).parts] == [Container]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_result_has_three_buttons_in_one_row(code: str) -> None:
    """A fourth would begin a row of its own on a phone: the leaderboard, where somebody rose."""
    (ended,) = finished(games()["kombinations-whist"], 4, 1)
    at = table(ended, PLAIN[:4])
    seated = (*at.seated[:3], Seated("Ada"))
    ready = Ready(2, None, "0" * 64, "")
    state, term = replace(at, ready=ready, seated=seated, language=code), language_of(code).term
    over, deal = replace(state, ready=None).as_closed("finished"), ready_label(ready.deal)
    climbed = drawn(state, climb=Climb(1, (0,)))
    for shown, labelled in (
        (drawn(state, Rendering(png=b"PNG")), (deal, labels.REPLAY, labels.MORE)),
        (climbed, (deal, labels.REPLAY, labels.LEADERBOARD, labels.MORE)),
        (drawn(over), (labels.REMATCH, labels.LEADERBOARD, labels.MORE)),
    ):
        (row,) = (one for one in walk(shown.parts) if isinstance(one, ActionRow))
        told = [one.label for one in row.children if isinstance(one, Button)]
        assert told == [term(label) for label in labelled]


def test_before_the_first_deal_three_buttons_at_most_stand_in_a_row() -> None:
    (ended,) = finished(games()["kombinations-whist"], 4, 1)
    at = table(replace(ended, finished=None, deals=()), PLAIN[:4])
    waiting = replace(
        at, ready=Ready(1, None, "0" * 64, ""), seated=(*at.seated[:3], Seated("Ada"))
    )
    rows = [one for one in walk(drawn(waiting).parts) if isinstance(one, ActionRow)]
    assert [len(row.children) for row in rows] == [3, 2]


def test_below_a_picture_stand_the_deal_the_meaning_of_its_marks_and_the_sheet() -> None:
    (ended,) = finished(games()["whist"], 4, 1)
    at = table(ended, PLAIN[:4])
    shows = past_scene(at)
    assert shows is not None
    assert shows.remarks
    unplayed = (shows.hands[0]._replace(unplayed=shows.hands[0].cards), *shows.hands[1:])
    shows = replace(shows, hands=unplayed, passed="passed to the right")
    told = words_of(result_screen(at, shows, Rendering(png=b"PNG")))
    legend = "-# Underlined: never played · boxed: passed to the right"
    assert told.splitlines() == ["-# Deal 1", f"-# • {shows.remarks[0]}", legend]
    bare = tuple(hand._replace(unplayed=NO_CARDS) for hand in shows.hands)
    plain = replace(shows, hands=bare, passed="")
    told = words_of(result_screen(at, plain, Rendering(png=b"PNG")))
    assert told.splitlines() == ["-# Deal 1", f"-# • {shows.remarks[0]}"]
    noted = replace(plain, notes=("A note.",))
    told = words_of(result_screen(at, noted, Rendering(png=b"PNG")))
    assert told.splitlines() == ["-# Deal 1", "-# • A note.", f"-# • {shows.remarks[0]}"]


@pytest.mark.parametrize("rendering", LOOKS, ids=["text", "emoji", "picture"])
def test_a_computers_remark_is_one_line_of_the_result_and_of_no_running_deal(
    monkeypatch: pytest.MonkeyPatch, rendering: Rendering
) -> None:
    monkeypatch.setattr(remarks, "DEALS_A_REMARK", 1)
    names = ("Anna", "Ada", "Brage", "Cleo")
    seated = (Seated("Anna", UserId(1)), *(Seated(name) for name in names[1:]))
    (ended,) = finished(games()["kombinations-whist"], 4, 1)
    state = replace(table(ended, names), seated=seated)
    said = remarks.remark_of(state)
    assert said is not None
    for code in ("en", "sv", "da"):
        told = replace(state, language=code)
        words = language_of(code).say(said.sentence, names)
        line = f"-# {names[said.seat]} 🤖: *{words}*"
        assert checked(told, rendering).splitlines().count(line) == 1
        running = replace(told, match=shuffled(told.match, Random(1)))
        assert "🤖: *" not in checked(running, rendering)


def test_texts_that_are_too_long_together_are_cut() -> None:
    screen = box([TextDisplay("a" * 3000), TextDisplay("b" * 2000)], TURN_COLOUR)
    texts = [one.content for one in walk(screen.parts) if isinstance(one, TextDisplay)]
    assert [len(text) for text in texts] == [2000, 2000]
    assert sum(map(len, texts)) <= MAX_TEXT


@pytest.mark.parametrize("rendering", LOOKS[:2], ids=["text", "emoji"])
def test_an_auction_is_told_once_in_words(rendering: Rendering) -> None:
    names = ("Anna", "Bo", "Cleo", "Dag")
    match = first("kombinations-whist", 4, 1, lambda seen: len(calls.calls(seen)) == 3)
    bid = calls.standing(view(match, None))
    assert bid is not None
    state = table(match, names)
    text = checked(state, rendering)
    assert text.count(Public.of(state).voice.bid(bid[1])) == 1
    assert "Pass" in text
    assert ": Pass" not in text
    before = first("kombinations-whist", 4, 1, lambda seen: not calls.calls(seen))
    told = checked(table(before, names), rendering)
    assert "Auction" not in told
    assert all(name in told.rpartition("Press")[2] for name in names), "who sits there"


def test_in_words_the_trick_under_way_stands_below_those_that_fell() -> None:
    """Once, and with nothing between: a number alone a few lines above its cards is no trick."""
    match = first(
        "kombinations-whist", 4, 1, lambda seen: (len(seen.tricks), len(seen.plays)) == (2, 3)
    )
    names = ("Anna", "Bo", "Cleo", "Dag")
    state = table(match, names)
    channel = words_of(drawn(state)).splitlines()
    mine = CardPreferences(language_of("en"), look="text")
    watched = words_of(watch_screen(state, mine, watch_scene(state, mine), IN_WORDS)).splitlines()
    for told in (channel, watched):
        (at,) = [index for index, line in enumerate(told) if "Trick 3" in line]
        assert told[at - 1].startswith("-# 2 ")
        assert told[at].count(" · ") == 2
        assert " →\u00a0**" in told[at]
    full = first("kombinations-whist", 4, 1, lambda seen: len(seen.tricks) == 2 and not seen.plays)
    assert "Trick" not in words_of(drawn(table(full, names)))


@pytest.mark.parametrize("rendering", LOOKS, ids=["text", "emoji", "picture"])
def test_a_club_is_a_club_in_words_beside_a_drawing(rendering: Rendering) -> None:
    """In four colours a symbol of a club is a clover."""
    told = [
        [text for one in walk(screen.parts) if (text := getattr(one, "content", ""))]
        for match in finished(games()["hus"], 5, 12)
        for screen in [drawn(table(match, PLAIN), rendering)]
    ]
    words = "\n".join(text for texts in told for text in texts)
    assert "held ♣A" in words
    assert "🍀" not in words


@pytest.mark.parametrize("ids", [IDS, {}], ids=["emoji", "text"])
@pytest.mark.parametrize("look", ["picture", "emoji", "text"])
def test_a_hand_has_the_colours_of_its_channel(ids: Mapping[str, int], look: str) -> None:
    """Unless its player wants two."""
    match = first("hus", 5, 1, lambda seen: len(seen.plays) == 3)
    state = table(match, PLAIN)
    channel = table_scene(state, Public.of(state))
    assert channel is not None
    for two in (False, True):
        preferences = CardPreferences(language_of("en"), look=look, emojis=ids)
        preferences = replace(preferences, four_colour=False) if two else preferences
        hand = panel_scene(state, 0, preferences, {})
        assert hand is not None
        assert (hand.style == channel.style) is not two


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_picture_has_no_words_of_the_text_beside_it(
    variant: Variant, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names apart, and numbers that count."""
    drawn_words = list[str]()
    write = Canvas.write

    def recorded(canvas: Canvas, words: str, *rest: Any, **options: Any) -> float:
        drawn_words.append(words)
        return write(canvas, words, *rest, **options)

    monkeypatch.setattr(Canvas, "write", recorded)
    for match in (*moments(variant, players), *finished(variant, players)):
        state = replace(table(match, NAMES[:players]), match=match)
        shows = table_scene(state, Public.of(state))
        look = CardPreferences(language_of("en"), look="picture", emojis=IDS)
        pairs = [(drawn_in_channel(shows), drawn(state, LOOKS[2]))]
        pairs += [
            (panel_scene(state, seat, look, {}), hand_screen(state, seat, look, picture=PICTURE))
            for seat in match.to_act()[:1]
            if seat >= 0
        ]
        for scene, screen in pairs:
            if scene is None:
                continue
            drawn_words.clear()
            if isinstance(scene, ResultScene):
                result_picture(scene)
            else:
                table_picture(scene)
            shared = set(drawn_words) & _pieces(screen) - {*match.names, "You"}
            assert not [one for one in shared if re.search(r"[^\W\d]", one)]


def _pieces(screen: Screen) -> set[str]:
    """What is said in a screen, line by line, and between dots and colons."""
    texts = (str(getattr(one, "content", "")) for one in walk(screen.parts))
    bare = re.sub(r"-# |[*_`>#\\•]", "", "\n".join(texts))
    return {piece.strip() for piece in re.split("[\n·:]", bare)} | set(bare.split("\n"))


@pytest.mark.parametrize("ids", [IDS, {}], ids=["emoji", "text"])
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_buttons_in_a_row_have_names_that_differ(
    variant: Variant, players: int, ids: Mapping[str, int]
) -> None:
    look = CardPreferences(language_of("en"), look="emoji" if ids else "text", emojis=ids)
    for match in (*moments(variant, players), *finished(variant, players)):
        state = replace(table(match, NAMES[:players]), match=match)
        seats = [seat for seat in match.to_act() if seat >= 0] or [0]
        screens = [drawn(state, Rendering(ids=ids)), hand_screen(state, seats[0], look)]
        rows = [one for screen in screens for one in walk(screen.parts)]
        assert all(is_told_apart(row) for row in rows if isinstance(row, ActionRow))


async def test_nobody_who_is_ready_is_said_to_be_away_while_a_vote_goes_on(house: House) -> None:
    table = await house.between_deals(BO, CLEO, DAG)
    live = house.tables.index.at(table)
    for person in (ANNA, BO, CLEO, DAG):
        await live.leave(person.id)
    assert "Everyone is away" in words_of(drawn(house.at(table)))
    for person in (ANNA, BO, CLEO):
        await live.back(person.id)
    await live.ask_in(Seated("Eva", UserId(5)))
    await house.all_ready(table)
    waiting = house.at(table)
    assert waiting.match.deal is None
    assert not waiting.missing_seats
    assert "Everyone is away" not in words_of(drawn(waiting))


async def test_a_deal_in_which_nobody_played_a_card_has_no_replay_below_it(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    for _ in range(4):
        await house.act(table, Pass())
    buttons = [one.label for one in walk(drawn(house.at(table)).parts) if isinstance(one, Button)]
    assert buttons == ["Next deal", "More"]
