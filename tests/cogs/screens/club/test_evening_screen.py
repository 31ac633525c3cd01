"""What an evening's message shows."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from cogs.screens.club.evening_screen import evening_screen
from cogs.screens.parts.components import MAX_TEXT, TextDisplay, walk
from kwbot.evenings.evening import Evening, EveningStage
from kwbot.evenings.sitting import Share, Sitting
from kwbot.ids import GuildId, UserId

STARTS = datetime(2026, 1, 1, 19, tzinfo=UTC)


def test_the_title_of_an_evening_stands_in_its_picture_or_above_the_points() -> None:
    shares = (Share(UserId(0), 5, 4), Share(UserId(1), 9, 4))
    came = Evening(
        guild=GuildId(1), channel=1, host=None, game="whist", deals=4, seats=4,
        starts=STARTS, ends=STARTS + timedelta(hours=3),
        rounds=((Sitting((UserId(0), UserId(1)), 4, shares=shares),),),
    ).with_arrival(UserId(0), "Anna").with_arrival(UserId(1), "Bo")  # fmt: skip
    over = replace(came, stage=EveningStage.OVER)
    for podium in (None, b"PNG"):
        shown = walk(evening_screen(over, podium).parts)
        (told,) = [one.content for one in shown if isinstance(one, TextDisplay)]
        assert ("An evening of Whist" in told) is (podium is None)
        assert told.count("🏆") == 1
        assert "**9 points**" in told


def test_before_an_evening_nobody_is_told_that_nobody_is_here() -> None:
    signed = Evening(
        guild=GuildId(1), channel=1, host=None, game="whist", deals=4, seats=4,
        starts=STARTS, ends=STARTS + timedelta(hours=3), stage=EveningStage.CHECK_IN,
    ).with_arrival(UserId(0), "Anna")  # fmt: skip
    for evening in (replace(signed, entrants=()), signed):
        shown = walk(evening_screen(evening).parts)
        told = "\n".join(one.content for one in shown if isinstance(one, TextDisplay))
        assert "0 here" not in told
        assert ("1 here" in told) is bool(evening.here)


def test_the_lists_of_a_large_evening_give_way_to_what_to_do() -> None:
    """100 people with long names; each stage ends with what to do, or with notes."""
    evening = Evening(
        guild=GuildId(1), channel=1, host=None, game="whist", deals=4, seats=4,
        starts=STARTS, ends=STARTS + timedelta(hours=3), rooms=tuple(range(10**18, 10**18 + 25)),
    )  # fmt: skip
    for at in range(100):
        evening = evening.with_arrival(UserId(10**18 + at), "*" * 32)
    tables = [tuple(range(at, at + 4)) for at in range(0, 100, 4)]
    played = tuple(
        Sitting(table, 4, shares=tuple(Share(at, 5, 1 + at % 2) for at in table))
        for table in tables
    )
    playing = replace(evening, stage=EveningStage.PLAYING, rounds=(played,), refused=True)
    over = replace(evening, stage=EveningStage.OVER, rounds=(played,))
    late, refused = "Late? **Join in** gives you", "announce it in another channel."
    for shown, told in (
        (evening, "check in then."),
        (replace(evening, stage=EveningStage.CHECK_IN), "Tables are drawn at"),
        (playing, late),
        (playing, refused),
        (over, "+"),
    ):
        screen = evening_screen(shown, roomless=True)
        (text,) = [one.content for one in walk(screen.parts) if isinstance(one, TextDisplay)]
        assert told in text
        assert len(text) <= MAX_TEXT
