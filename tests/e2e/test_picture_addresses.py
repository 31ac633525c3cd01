"""Pictures that Discord fetches: of tables and hands, where the host has turned addresses on."""

from __future__ import annotations

import io
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from prometheus_client import generate_latest

from cogs.delivery.messages.rhythm import GATHERED
from cogs.delivery.pictures.picture_addresses import GRACE, STANDS
from kwbot import health, logs
from kwbot.config import Settings
from kwbot.local.guest import ACT, buttons
from playground.state.media import LOADED, gallery_items
from playground.state.model import Json, Message
from tests.e2e.arranged import PEOPLE, arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals
from tests.e2e.test_pictures import labels, show_panel
from tests.e2e.test_smoke import STRONG
from tests.free_port import free_port

PORTRAYED = "1 bid spel / pass* / 0 play S2"


class Fetching(Club):
    """A bot whose pictures are fetched; it notes for whom each address stood in a message."""

    def __init__(self, url: str) -> None:
        super().__init__(url, by_http=True, look="picture")
        self.port = free_port()
        self.told: dict[str, set[str]] = {}
        """By address, who has seen it; "" is everybody in a channel."""
        load = self.playground.outside.load

        def note(message: Message) -> None:
            person = message.viewer or message.channel.recipient
            for item in gallery_items(message.components):
                address = str(item["media"]["url"])
                self.told.setdefault(address, set()).add(person.name if person else "")
            load(message)

        self.playground.outside.load = note  # type: ignore[method-assign]

    def _settings(self) -> Settings:
        base = f"http://127.0.0.1:{self.port}"
        more = {"interactions_port": self.port, "picture_address": base}
        return super()._settings().model_copy(update=more)

    @property
    def addresses(self) -> list[str]:
        return [one for one in self.told if "/pictures/" in one]

    async def settled(self, message: Message, *, fetched: bool) -> Json:
        """What the message's picture is, once it is fetched, or sent."""

        def found() -> Json | None:
            shown = [one["media"] for one in gallery_items(message.components)]
            sent = {"attachment_id" not in one for one in shown} == {fetched}
            return shown[0] if sent and shown[0]["loading_state"] == LOADED else None

        told = await self.playground.until(found)
        assert told is not None
        assert len(message.attachments) == (0 if fetched else 1)
        return told


@pytest.fixture
async def fetching(tmp_path: Path, same_cards: None) -> AsyncIterator[Fetching]:
    async with Fetching(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}").opened() as opened:
        assert isinstance(opened, Fetching)
        yield opened
    assert opened.playground.refusals == []


def url(message: Message) -> str:
    """Where a message's picture is."""
    (item,) = gallery_items(message.components)
    return str(item["media"]["url"])


async def status(address: str) -> int:
    async with aiohttp.ClientSession() as anybody, anybody.get(address) as response:
        return response.status


async def begun(club: Fetching, deals: Deals) -> int:
    """A deal in which somebody has a picture for a hand."""
    table = await arranged(club, deals, PORTRAYED)
    bo = club.guest_at(table, 1)
    await club.playground.until(lambda: bo.hand and buttons(bo.hand, ACT))
    await show_panel(bo, "picture")
    await club.playground.idle()  # what is drawn later would have a later address
    return table


def messages(club: Fetching, table: int) -> tuple[Message, Message]:
    """The table's, and that with the hand that is a picture."""
    hand = club.guest_at(table, 1).hand
    assert hand is not None
    return club.table_message(table), hand


@pytest.mark.slow
async def test_tables_and_hands_are_fetched_and_results_are_sent(
    fetching: Fetching, deals: Deals
) -> None:
    table = await begun(fetching, deals)
    message, panel = messages(fetching, table)
    public = await fetching.settled(message, fetched=True)
    hand = await fetching.settled(panel, fetched=True)
    assert public["content_type"] == hand["content_type"] == "image/png"
    async with aiohttp.ClientSession() as anybody, anybody.get(hand["url"]) as response:
        assert (await response.read()).startswith(b"\x89PNG")
        assert response.headers["Cache-Control"].startswith("private, max-age=")
        assert response.headers["X-Content-Type-Options"] == "nosniff"
    async with aiohttp.ClientSession() as anybody:
        stem = hand["url"].removesuffix(".png")
        guessed = f"{stem[:-1]}{'-' if stem.endswith('_') else '_'}.png"
        async with anybody.get(guessed) as response:
            assert response.status == 404
            assert response.headers["Cache-Control"] == "no-store"
    post = fetching.playground.post_interactions
    before = post.statuses.count(202)
    await fetching.play(table, "1 play H2 / 2 play D2 / 3 play C2")
    assert post.statuses.count(202) == before, "pictures go in the response, too"
    await fetching.play_deal(table)
    await fetching.settled(message, fetched=False)


@pytest.mark.slow
async def test_a_result_that_stays_in_direct_messages_is_sent(
    fetching: Fetching, deals: Deals
) -> None:
    deals.add(STRONG)
    anna = fetching.guest("Anna")
    table = (await fetching.table([anna], 3)).id
    await fetching.ready(table)
    await fetching.play_deal(table)
    hand = next(anna.person.mail())
    await fetching.playground.until(lambda: "Next deal" in labels(hand))
    shown = await fetching.settled(hand, fetched=False)
    fetching.clock.advance(GATHERED.total_seconds())
    await fetching.playground.until(lambda: "Next deal" in labels(fetching.table_message(table)))
    await anna.person.click(fetching.table_message(table), "Next deal")
    await fetching.playground.until(lambda: next(anna.person.mail()) is not hand)
    assert await fetching.settled(hand, fetched=False) == shown


async def test_a_phone_that_opens_the_channel_an_hour_later_sees_the_table(
    fetching: Fetching, deals: Deals
) -> None:
    table = await begun(fetching, deals)
    both = messages(fetching, table)
    shown = [await fetching.settled(one, fetched=True) for one in both]
    fetching.clock.advance(STANDS.total_seconds())
    for one in both:
        await fetching.settled(one, fetched=False)
    assert [await status(one["url"]) for one in shown] == [200, 200]
    fetching.clock.advance(GRACE.total_seconds())
    assert [await status(one["url"]) for one in shown] == [404, 404]
    fetching.clock.advance(3600)
    await fetching.playground.idle()
    for one in both:
        await fetching.settled(one, fetched=False)


async def test_where_discord_takes_no_address_words_are_shown(
    fetching: Fetching, deals: Deals
) -> None:
    table = await begun(fetching, deals)
    message = fetching.table_message(table)
    await fetching.settled(message, fetched=True)
    fetching.without_tokens()
    refused = fetching.playground.faults.add(
        "PATCH", f"/channels/{message.channel.id}/", code=50035
    )
    await fetching.play(table, "1 play H2")
    await fetching.shown(table, "Bo ♥2")
    await fetching.play(table, "2 play D2")
    await fetching.shown(table, "Cia ♦2")
    assert refused.hits == 1
    assert fetching.table_message(table) is message
    assert not list(gallery_items(message.components))
    assert not fetching.game(table).paused


@pytest.mark.slow
async def test_after_a_restart_what_lost_its_picture_is_drawn_again(
    fetching: Fetching, deals: Deals
) -> None:
    table = await begun(fetching, deals)
    anna = fetching.guest_at(table, 0)
    assert anna.hand is not None
    await show_panel(anna, "picture")
    for_all, hand = fetching.table_message(table), anna.hand
    old = [(await fetching.settled(one, fetched=True))["url"] for one in (for_all, hand)]
    await fetching.restart()
    await fetching.playground.until(lambda: not {url(for_all), url(hand)} & set(old))
    assert [await status(one) for one in old] == [404, 404]
    for one in (for_all, hand):
        await fetching.settled(one, fetched=True)


@pytest.mark.slow
async def test_the_address_of_a_hand_is_seen_by_its_player_alone(
    fetching: Fetching, deals: Deals
) -> None:
    table = await begun(fetching, deals)
    for seat in (0, 2, 3):
        guest = fetching.guest_at(table, seat)
        await guest.person.click(fetching.table_message(table), "My hand")
        assert guest.hand is not None
        await show_panel(guest, "picture")
    await fetching.play(table, "1 play H2 / 2 play D2 / 3 play C2 / 0 play S3 / 1 play H3")
    for seat in range(4):
        guest = fetching.guest_at(table, seat)
        await guest.person.click(fetching.table_message(table), "My hand")
    await fetching.playground.idle()
    for name in ("", *PEOPLE):
        assert [one for one in fetching.addresses if name in fetching.told[one]], name
    assert all(len(fetching.told[one]) == 1 for one in fetching.addresses)


@pytest.mark.slow
async def test_no_address_is_logged_at_any_level_or_counted(
    fetching: Fetching, deals: Deals
) -> None:
    root, written = logging.getLogger(), io.StringIO()
    level, handlers = root.level, root.handlers[:]
    try:
        logs.set_up("DEBUG", "plain", written)
        table = await begun(fetching, deals)
        await fetching.settled(fetching.table_message(table), fetched=True)
        assert await status(fetching.addresses[0]) == 200
        assert await status(fetching.addresses[0][:-5] + "_.png") == 404
        await fetching.play(table, "1 play H2 / 2 play D2")
        await fetching.restart()
    finally:
        root.handlers, root.level = handlers, level
        for name in logs.FLOORS:
            logging.getLogger(name).setLevel(logging.NOTSET)
    told = written.getvalue()
    assert "DEBUG" in told
    assert "discord.client" in told
    told += generate_latest(health.new_registry()).decode()
    assert "kwbot_calls_total" in told
    tokens = [one.rsplit("/", 1)[1].removesuffix(".png") for one in fetching.addresses]
    assert len(tokens) > 3
    assert not [one for one in tokens if one in told]
