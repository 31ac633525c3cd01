"""Tables as pictures in the channel: through the real client, to a server that may refuse them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kwbot.playground import Permission
from kwbot.playground.model import Component, Message, walk
from tests.e2e.arranged import arranged
from tests.e2e.club import AS_PICTURE, Club
from tests.e2e.conftest import Deals


@pytest.fixture
async def gallery(tmp_path: Path, same_cards: None) -> AsyncIterator[Club]:
    """A club whose channel shows pictures."""
    made = Club(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}", look="picture")
    async with made.opened():
        yield made


def picture(message: Message) -> str:
    """The alternative text of a message's picture; empty without one."""
    found = [one for one in walk(message.components) if one["type"] == Component.MEDIA_GALLERY]
    assert len(found) == len(message.attachments) <= 1
    return str(found[0]["items"][0]["description"]).replace(AS_PICTURE, "") if found else ""


async def test_a_deal_is_one_picture_after_the_other(gallery: Club, deals: Deals) -> None:
    table = await arranged(gallery, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    message = gallery.table_message(table)
    await gallery.playground.until(lambda: "Bo ♥2" in picture(message))
    assert message.attachments[0].data.startswith(b"\x89PNG")
    anna = gallery.guests[0].person
    anna.say(message.channel, "What a hand!")
    assert (await anna.click(message, "More")).ephemeral  # which tells what was written
    await gallery.play(table, "2 play D2 / 3 play C2")
    await gallery.playground.until(lambda: message.deleted)
    assert "Trick 2" in picture(gallery.table_message(table))
    assert gallery.refused() == []


async def test_without_the_right_to_attach_files_words_are_shown(
    gallery: Club, deals: Deals
) -> None:
    gallery.playground.deny(gallery.playground.channel, Permission.ATTACH_FILES)
    table = await arranged(gallery, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    await gallery.shown(table, "Bo ♥2")
    assert not picture(gallery.table_message(table))
    assert set(gallery.refused()) == {50013}
    assert not gallery.game(table).paused
