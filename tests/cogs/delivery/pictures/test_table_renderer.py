"""What stands in for a picture: emojis, and words and symbols while those are not there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import discord
import pytest

from benches.stand_ins import HandClock
from cogs.delivery.calls.undelivered import PictureRefused
from cogs.delivery.pictures.table_renderer import TableRenderer
from cogs.screens.parts.components import TextDisplay
from kwbot.ids import UserId
from kwbot.looks.emojis import emojis
from kwbot.standings.climbs import Climb
from kwbot.tables.state.table_state import RunningTable
from kwbot.variants import games
from tests.cogs.screens.table.test_table_screen import table, words_of
from tests.looks.scenes import finished, first, table_scene

CHANNEL, OTHER = 1, 2
NO_ATTACH_FILES, NO_EDITED_GALLERY = 50013, 50035


async def nobody(user_id: UserId) -> discord.User:
    raise AssertionError(user_id)


class Wall:
    """A renderer, and the emojis that are there."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.ids: dict[str, int] = {}
        self.renderer = TableRenderer(self.clock, nobody, lambda: self.ids)
        match = first("whist", 4, 1, lambda seen: len(seen.plays) == 2)
        self.scene = table_scene(match, None)

    async def look(self, look: str = "picture", channel_id: int = CHANNEL, *, edit: bool) -> str:
        shown = await self.renderer.render(look, self.scene, channel_id, edit=edit)
        drawn = shown.table(self.scene)
        if not isinstance(drawn, TextDisplay):
            return "picture"
        return "emoji" if "<:" in drawn.content else "text"


@pytest.fixture
async def wall() -> AsyncIterator[Wall]:
    made = Wall()
    yield made
    await made.renderer.stop()


async def test_emojis_stand_in_for_pictures_and_words_for_emojis(wall: Wall) -> None:
    """Without *Attach Files*, where an edit brings no renderer, and when time is short."""

    async def looks() -> list[str]:
        places = ((CHANNEL, False), (CHANNEL, True), (OTHER, False), (OTHER, True))
        return [await wall.look(channel_id=channel, edit=edit) for channel, edit in places]

    for there, instead in ((False, "text"), (True, "emoji")):
        wall.ids = {name: 10**18 + at for at, name in enumerate(emojis())} if there else {}
        assert await looks() == ["picture"] * 4
        wall.renderer.refusals.note(CHANNEL, PictureRefused(NO_ATTACH_FILES), edit=False)
        assert await looks() == [instead, instead, "picture", "picture"]
        wall.renderer.refusals.note(OTHER, PictureRefused(NO_EDITED_GALLERY), edit=True)
        assert await looks() == [instead, instead, "picture", instead]
        wall.renderer.pictures._rest()
        wall.scene = replace(wall.scene, deal=f"{wall.scene.deal}, later")  # not drawn yet
        assert await looks() == [instead] * 4
        wall.clock.advance(timedelta(days=2).total_seconds())
    assert await wall.look("emoji", edit=False) == "emoji"
    assert await wall.look("text", edit=False) == "text"


async def test_a_result_is_drawn_with_the_place_that_it_brought() -> None:
    async def climb(running: RunningTable) -> Climb:
        assert running.match.deal is None
        return Climb(2, (0,))

    (match,) = finished(games()["whist"], 4, 1)
    state = table(match, ("Anna", "Bo", "Cleo", "Dag"))
    renderer = TableRenderer(HandClock(), nobody, climb_of=climb)
    try:
        for screen in (await renderer.table(state, CHANNEL), await renderer.result(state, CHANNEL)):
            assert "🥈 **Anna** is now 2nd on this server." in words_of(screen)
    finally:
        await renderer.stop()
