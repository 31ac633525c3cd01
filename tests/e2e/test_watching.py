"""*Watch* by clicks: the table without hands for who does not sit there, then all cards."""

from __future__ import annotations

import pytest

from kwbot.ids import UserId
from tests.e2e.arranged import arranged
from tests.e2e.club import AS_PICTURE, Club
from tests.e2e.conftest import Deals


@pytest.mark.slow
async def test_who_watches_sees_the_game_go_on_and_no_hand_before_its_end(
    club: Club, deals: Deals
) -> None:
    table = await arranged(club, deals, "1 bid spel / pass*")
    eva = club.guest("Eva", locale="sv-SE").person
    club.guests.pop()
    watched = (await eva.click(club.table_message(table), "Watch")).message
    assert watched.ephemeral

    def read() -> str:
        return eva.read(watched).replace(AS_PICTURE, "").replace("\xa0", " ")

    assert "Du tittar på" in read()
    assert "♣ E K" not in read(), "Dag's hand"
    await club.play(table, "0 play S2")
    club.clock.advance(2)
    await club.playground.until(lambda: "♠2" in read())
    mine = await club.guests[0].person.click(club.table_message(table), "Watch")
    assert mine.ephemeral
    assert "Du tittar på" not in mine.text
    assert "♠ A K" in mine.text.replace("\xa0", " "), "a player gets their hand"
    await club.play_deal(table)
    club.clock.advance(2)
    await club.playground.until(lambda: "Nästa giv börjar" in read())
    assert all(f"{suit} E K D" in read() for suit in "♠♥♦♣"), "all hands as they were dealt"
    await eva.click(watched, "Titta på", wait=False)
    await club.playground.idle()
    assert "Nästa giv börjar" in read()
    await club.ready(table)
    await club.restart()
    again = await eva.click(watched, "Titta på")
    assert again.kind == "update", "the message of before the restart"
    await club.play(table, "2 bid spel / pass*")
    club.clock.advance(2)
    await club.playground.until(lambda: "Cia: Spel" in read())
    assert watched.attachments
    words = await eva.click(watched, "Som text")
    assert words.ephemeral
    assert "Cia: Spel" in words.text.replace("*", "")
    await club.bot.preferences.choose(UserId(eva.id), look="emoji")
    await eva.click(watched, "Titta på")
    assert not watched.attachments
    assert "**Cia**: Spel" in read()


async def test_who_does_not_play_finds_in_more_what_they_may_do(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass*")
    eva = club.guest("Eva").person
    club.guests.pop()
    menu = (await eva.click(club.table_message(table), "More")).message
    assert menu.ephemeral
    assert [one["label"] for one in menu.buttons()] == ["Watch", "As text", "Rules"]
    assert "Bo" in (await eva.click(menu, "As text")).text
    assert "watching" in (await eva.click(menu, "Watch")).text
