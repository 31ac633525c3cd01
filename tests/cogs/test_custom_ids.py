"""Buttons and menus of before this version, in messages that still stand: what each says is read as
it was then. `custom_ids.json` has what its handlers read from each custom_id at that time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cogs.commands.learning.rules import RulesPress
from cogs.commands.past.leaderboard_screens import LeaderboardChoice
from cogs.commands.past.stats import StatsChoice
from cogs.screens.club.daily_screen import panel_press
from cogs.screens.hand.lesson_screen import LearnPress
from cogs.screens.hand.picking import Answer, Pick
from cogs.screens.parts.arguments import NumberedPress
from cogs.screens.parts.components import Press
from cogs.screens.parts.paging import Turn, page_in
from cogs.screens.past.replay_screen import POSSIBLE
from cogs.screens.past.rerun_buttons import ANEW, MomentPress
from cogs.screens.table.menu_press import MenuPress
from cogs.screens.table.table_buttons import TablePress
from kwbot.tables.errors.refusals import Stale

GOLDEN = json.loads((Path(__file__).parent / "custom_ids.json").read_text("utf-8"))
"""By custom_id: area, table, the moment asked at, the argument, and the values in the argument."""


def word(text: str) -> list[Any]:
    return [text]


def board(text: str) -> list[Any]:
    turn = Turn.of(text)
    return [str(LeaderboardChoice.of(turn.listed)), turn.to, turn.page]


def stats(text: str) -> list[Any]:
    turn = Turn.of(text)
    return [str(StatsChoice.of(turn.listed)), turn.to]


def games(text: str) -> list[Any]:
    turn = Turn.of(text)
    return [turn.listed, turn.page]


def replay(text: str) -> list[Any]:
    asked = MomentPress.of(text)
    return [asked.at, asked.seat, asked.sign == POSSIBLE]


def rerun(text: str) -> list[Any]:
    asked = MomentPress.of(text)
    return [asked.at, asked.seat, asked.sign == ANEW]


def numbered(text: str) -> list[Any]:
    asked = NumberedPress.of(text)
    return [asked.what, asked.number]


def learn(text: str) -> list[Any]:
    asked = LearnPress.of(text)
    return [asked.what, asked.about]


def pick(text: str) -> list[Any]:
    asked = Pick.of(text)
    return [asked.way, asked.picked]


def answer(text: str) -> list[Any]:
    asked = Answer.of(text)
    return ["", asked.action] if asked.picked is None else ["=", asked.picked]


def menu(text: str) -> list[Any]:
    asked = MenuPress.of(text)
    return [asked.what, *asked.more]


def table(text: str) -> list[Any]:
    asked = TablePress.of(text)
    return [one for one in (asked.what, asked.back, asked.place) if one]


def rules(text: str) -> list[Any]:
    asked = RulesPress.of(text)
    place = page_in(asked.place) if asked.what == "page" else asked.place
    return [one for one in (asked.what, asked.book, place) if one] or [""]


READ: dict[str, Callable[[str], list[Any]]] = {
    "leaderboard": board, "stats": stats, "games": games, "bans": lambda text: [Turn.of(text).page],
    "replay": replay, "share": replay, "rerun": rerun, "daily": numbered, "evening": numbered,
    "learn": learn, "more": menu, "table": table, "rules": rules,
    **dict.fromkeys(("lab", "pick", "lpick", "rpick"), pick),
    **dict.fromkeys(("act", "lact", "ract"), answer),
}  # fmt: skip
"""By area, what its handler reads now. All other areas know a few words."""


def test_a_custom_id_of_before_is_the_same_press() -> None:
    for custom_id, (area, number, asked_at, argument, values) in GOLDEN.items():
        press = Press.parse(custom_id)
        assert press == Press(area, number, asked_at, argument)
        assert str(press) == custom_id
        if area in ("dact", "dpick", "dlook"):
            assert [*panel_press(asked_at), argument] == values
        else:
            assert READ.get(area, word)(argument) == values, custom_id
    assert {area for area, *_ in GOLDEN.values()} >= READ.keys()


@pytest.mark.parametrize(
    "made",
    [
        Turn("whist/points/", "2", "›"), Turn("me", "1"), MomentPress(3, "all", POSSIBLE),
        MomentPress(0, "own"), MomentPress(17, "2", ANEW), NumberedPress("play", 12),
        NumberedPress("set"), LearnPress("on"), LearnPress("open", "whist/01-tricks"),
        TablePress("take", "back", 5), TablePress("ready"), RulesPress("page", "hus/1.5", "2"),
        MenuPress("foul", (2, 0)), MenuPress("claim", ("all",)), Answer("play SA"),
        Answer(picked="1.3"), Answer(), Pick("main", "3.1"), Pick("go"),
    ],
)  # fmt: skip
def test_what_is_written_is_read_again(made: Any) -> None:
    kind: Any = type(made)
    assert kind.of(str(made)) == made


@pytest.mark.parametrize("number", ["x", "-1", "½", "9" * 40, str(2**63)])
def test_a_number_that_is_none_is_out_of_date(number: str) -> None:
    with pytest.raises(Stale):
        NumberedPress.of(f"play {number}")
