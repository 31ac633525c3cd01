"""The application's emojis are uploaded once, whatever comes between; old ones go."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from aiohttp import ClientResponse

from benches.stand_ins import HandClock
from cogs.delivery.calls.catch_up_loop import BACKOFF_SECONDS
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.calls.undelivered import EmojiRefused
from cogs.delivery.pictures.emoji_shelf import (
    UNDER_WAY,
    UPLOAD_RETRY_DELAY,
    UPLOADED_MEANWHILE,
    EmojiShelf,
)
from cogs.delivery.pictures.look_refusals import LookRefusals
from kwbot.engine.values.cards import Card, Suit
from kwbot.looks.emojis import emojis, former_emojis, in_emojis
from kwbot.text.words.card_symbols import CardStyle

FAILED, FULL = (503, 0), (400, 30008)


class FakeApplication:
    """Its emojis by name. `refuse`: the status and code of the next upload's refusal; `keeps`: of
    the next removal's."""

    application_id = 1

    def __init__(self) -> None:
        self.there: dict[str, int] = {}
        self.uploads = 0
        self.refuse: tuple[int, int] | None = None
        self.keeps: tuple[int, int] | None = None
        self.http = self
        self.renames = list[str]()
        self.most = 1000
        """Uploads that are taken; each one more waits until there is `room`."""
        self.room = asyncio.Event()

    async def fetch_application_emojis(self) -> list[Any]:
        return [SimpleNamespace(name=name, id=number) for name, number in self.there.items()]

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        if self.refuse and self.uploads == 3:
            refused, self.refuse = self.refuse, None
            raise _refusal(*refused)
        if self.uploads >= self.most:
            await self.room.wait()
        assert image == emojis()[name]
        assert name not in self.there
        self.uploads += 1
        self.there[name] = 1000 + self.uploads
        return SimpleNamespace(id=self.there[name])

    async def edit_application_emoji(
        self, application: int, emoji: int, *, payload: dict[str, str]
    ) -> None:
        (old,) = [name for name, number in self.there.items() if number == emoji]
        assert payload["name"] not in self.there
        self.there[payload["name"]] = self.there.pop(old)
        self.renames.append(old)

    async def delete_application_emoji(self, application: int, emoji: int) -> None:
        if self.keeps:
            refused, self.keeps = self.keeps, None
            raise _refusal(*refused)
        self.there = {name: number for name, number in self.there.items() if number != emoji}


def _refusal(status: int, code: int) -> discord.HTTPException:
    response = cast("ClientResponse", SimpleNamespace(status=status, reason=""))
    return discord.HTTPException(response, {"code": code, "message": ""})


class Shelf(EmojiShelf):
    def __init__(self, application: FakeApplication, *, leads: bool = True) -> None:
        self.clock = HandClock()
        super().__init__(self.clock, lambda: leads)
        self.calls = DiscordCalls(self.clock, channel_limit=1000)
        self.calls.connect(cast("discord.Client", application))

    async def stocked(self) -> None:
        self.stock(self.calls)
        await self.settled()

    async def settled(self) -> None:
        for _ in range(1000):
            await asyncio.sleep(0)


@pytest.fixture
def application() -> FakeApplication:
    return FakeApplication()


async def test_all_are_uploaded_once(application: FakeApplication) -> None:
    shelf = Shelf(application)
    await shelf.stocked()
    assert shelf.ids == application.there
    assert shelf.ids.keys() == emojis().keys()
    again = Shelf(application)
    await again.stocked()
    assert again.ids == shelf.ids
    assert application.uploads == len(emojis())


async def test_of_several_processes_one_uploads(application: FakeApplication) -> None:
    other, leader = Shelf(application, leads=False), Shelf(application)
    await other.stocked()
    assert (application.uploads, other.ids) == (0, {})
    await leader.stocked()
    other.clock.advance(UPLOADED_MEANWHILE.total_seconds())
    await other.settled()
    assert other.ids == leader.ids == application.there


async def test_only_our_own_old_ones_are_removed(application: FakeApplication) -> None:
    application.there = {"kw_sa_00000000": 1, "theirs": 2}
    shelf = Shelf(application)
    await shelf.stocked()
    assert application.there.keys() == emojis().keys() | {"theirs"}


async def test_emojis_of_version_1_0_are_drawn_at_once_and_renamed(
    application: FakeApplication,
) -> None:
    """Nothing is uploaded again, which takes hours: messages that show them know their ids."""
    ids = {old: 1 + at for at, old in enumerate(former_emojis())}
    application.there = {**ids, "kw_sa_00000000": 999, "theirs": 1000}
    shelf = Shelf(application)
    await shelf.stocked()
    assert application.uploads == 0
    assert application.renames == list(ids)
    assert application.there.keys() == emojis().keys() | {"theirs"}
    assert shelf.ids == {name: ids[old] for old, name in former_emojis().items()}


async def test_what_has_both_names_loses_the_former(application: FakeApplication) -> None:
    old, name = next(iter(former_emojis().items()))
    application.there = {old: 1, name: 2}
    shelf = Shelf(application)
    await shelf.stocked()
    assert application.renames == []
    assert application.there.keys() == emojis().keys()
    assert shelf.ids[name] == 2


async def test_one_of_several_processes_renames(application: FakeApplication) -> None:
    """Another one draws with the same ids meanwhile."""
    application.there = {old: 1 + at for at, old in enumerate(former_emojis())}
    other = Shelf(application, leads=False)
    await other.stocked()
    assert application.renames == []
    assert other.ids.keys() == emojis().keys()


async def test_removing_goes_on_after_a_failure(application: FakeApplication) -> None:
    application.there, application.keeps = {"kw_sa_00000000": 1, "kw_sa_00000001": 2}, FAILED
    shelf = Shelf(application)
    await shelf.stocked()
    assert shelf.ids.keys() == emojis().keys(), "nobody waits for that"
    assert len(application.there) == len(emojis()) + 2
    shelf.clock.advance(BACKOFF_SECONDS[0])
    await shelf.settled()
    assert application.there == shelf.ids


async def test_an_upload_goes_on_after_a_failure(application: FakeApplication) -> None:
    application.refuse = FAILED
    shelf = Shelf(application)
    await shelf.stocked()
    assert application.uploads == 3
    assert shelf.ids == application.there, "what is there is drawn"
    shelf.clock.advance(BACKOFF_SECONDS[0])
    await shelf.settled()
    assert shelf.ids == application.there
    assert application.uploads == len(emojis())


async def test_a_refusal_is_not_asked_for_again_at_once(application: FakeApplication) -> None:
    application.refuse = FULL
    shelf = Shelf(application)
    await shelf.stocked()
    shelf.clock.advance(BACKOFF_SECONDS[-1])
    await shelf.settled()
    assert (application.uploads, len(shelf.ids)) == (3, 3)
    shelf.clock.advance(UPLOAD_RETRY_DELAY.total_seconds())
    await shelf.settled()
    assert shelf.ids == application.there
    assert application.uploads == len(emojis())


async def test_while_uploads_wait_what_is_there_is_drawn_and_can_be_doubted(
    application: FakeApplication,
) -> None:
    """Discord takes some fifty an hour, and discord.py waits until it takes the next one."""
    application.most = 50
    shelf = Shelf(application)
    await shelf.stocked()
    assert len(shelf.ids) == 50
    style = in_emojis(CardStyle(), shelf.ids)
    suit, card = style.sign(Suit.SPADES), style.card(Card.parse("SA"))
    assert suit.startswith("<:spades:")
    assert card == f"{suit}A", "its own emoji comes later"
    assert style.card(Card.parse("C3")).startswith("<:3_of_clubs:")
    gone = min(shelf.ids)
    number = application.there.pop(gone)
    assert shelf.doubt([number])
    await shelf.settled()
    assert len(shelf.ids) == 49
    application.most = 1000
    application.room.set()
    await shelf.settled()
    assert shelf.ids == application.there
    assert shelf.ids.keys() == emojis().keys()


async def test_an_emoji_that_is_gone_is_uploaded_again(application: FakeApplication) -> None:
    shelf = Shelf(application)
    await shelf.stocked()
    drawn_with, gone = shelf.ids, min(application.there)
    others = {name: number for name, number in shelf.ids.items() if name != gone}
    number = application.there.pop(gone)
    assert shelf.doubt([number])
    assert drawn_with == others, "whoever is drawing sees it, and all others are drawn on"
    assert shelf.doubt([number]), "what was under way is refused, too"
    await shelf.settled()
    assert drawn_with == application.there
    assert application.uploads == len(emojis()) + 1
    assert shelf.doubt([number])
    shelf.clock.advance(UNDER_WAY.total_seconds())
    assert not shelf.doubt([number])


async def test_an_emoji_that_is_none_of_ours_changes_nothing(application: FakeApplication) -> None:
    shelf = Shelf(application)
    refusals = LookRefusals(shelf.clock, shelf.doubt)
    with pytest.raises(EmojiRefused):
        refusals.note(1, EmojiRefused(50035, {7}), edit=True)
    await shelf.stocked()
    with pytest.raises(EmojiRefused):
        refusals.note(1, EmojiRefused(50035, {7}), edit=True)
    assert shelf.ids == application.there


async def test_what_is_listed_and_refused_is_not_drawn_for_a_while(
    application: FakeApplication,
) -> None:
    shelf = Shelf(application)
    await shelf.stocked()
    doubted = max(shelf.ids)
    shelf.doubt([shelf.ids[doubted]])
    await shelf.settled()
    shelf.clock.advance(UPLOAD_RETRY_DELAY.total_seconds() - 1)
    await shelf.settled()
    assert shelf.ids == {name: at for name, at in application.there.items() if name != doubted}
    shelf.clock.advance(1)
    await shelf.settled()
    assert shelf.ids == application.there
    assert application.uploads == len(emojis())
