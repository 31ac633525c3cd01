"""Places, people and looks of the page."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from discord import ui
from playwright.async_api import Browser, Page, expect

from playground import LocalPerson, Playground
from tests.browser.conftest import put
from tests.browser.window import DAYLIGHT, PHONE, Window
from tests.playground.conftest import Bot


async def test_what_is_unread_rings_and_leads_there(
    playground: Playground, bot: Bot, anna: Window
) -> None:
    user = playground.people[0].user
    thread = await bot.channel(playground.channel.id).create_thread(
        name="Table 1", type=discord.ChannelType.public_thread
    )
    await thread.send("The game begins")
    await thread.send(f"{user.mention}, your turn")
    await (await bot.dm(user)).send("Your **cards**")
    badges = anna.page.locator("#side .badge")
    await expect(badges).to_have_text(["1", "1"])
    await expect(anna.page).to_have_title("(2) #general · Anna")
    assert await anna.page.get_attribute("body", "data-rung") == "2"
    await anna.follow("direct message")
    await anna.shows("Your cards")
    await expect(badges).to_have_text(["1"])
    await anna.go("Table 1")
    await expect(anna.page.locator(".message.rings .mention.own")).to_have_text("@Anna")
    await expect(badges).to_have_count(0)
    await expect(anna.page).to_have_title("Table 1 · Anna")


async def test_nothing_is_drawn_anew_under_a_finger(
    playground: Playground, bot: Bot, anna: Window, browser: Browser
) -> None:
    """A press that meets news is a click all the same, and the news comes after it."""
    bo = await Window.open(browser, playground.base, "Bo")
    await (await bot.dm(playground.people[0].user)).send("Your cards")
    place = anna.page.locator("#side .place.dm")
    await expect(place.locator(".badge")).to_have_text("1")
    await place.hover()
    await anna.page.mouse.down()
    await bot.channel(playground.channel.id).send("News for everybody")
    await bo.shows("News for everybody")
    await anna.page.mouse.up()
    await anna.shows("Your cards")
    await anna.go("general")
    await anna.shows("News for everybody")
    await bo.close()


async def test_what_comes_during_a_press_is_taken_in_one_by_one(
    playground: Playground, bot: Bot, anna: Window, browser: Browser
) -> None:
    """News that follows a place's messages is not lost where both come under a finger."""
    bo = await Window.open(browser, playground.base, "Bo")
    await anna.script("""() => {
      document.querySelector("#side .place").click();
      dispatchEvent(new PointerEvent("pointerdown", { button: 0 }));
    }""")
    await playground.idle()
    await bot.channel(playground.channel.id).send("News for everybody")
    await bo.shows("News for everybody")
    await anna.script("() => dispatchEvent(new PointerEvent('pointerup'))")
    await anna.shows("News for everybody")
    await bo.close()


async def test_two_people_side_by_side(
    playground: Playground, bot: Bot, anna: Window, browser: Browser
) -> None:
    bo = await Window.open(browser, playground.base, "Bo", PHONE)
    await anna.page.locator("#write").fill("Hello @Bo <b>")
    await anna.page.keyboard.press("Enter")
    await bo.shows("Hello @Bo <b>")
    await expect(bo.page.locator(".mention.own")).to_have_count(1)
    await expect(anna.page.locator(".mention")).to_have_count(1)
    await bo.page.get_by_role("button", name="Channels").click()
    await bo.page.get_by_role("button", name="Who you are").click()
    await bo.page.get_by_role("link", name="Be Anna").click()
    await expect(bo.page).to_have_url(re.compile(r"/\?as=Anna"))
    await bo.shows("Hello @Bo <b>")
    await anna.last.hover()
    await anna.last.get_by_role("button", name="Delete message").click()
    await expect(bo.page.locator(".message")).to_have_count(0)
    await bo.close()
    assert bo.errors == []


async def test_looks(playground: Playground, bot: Bot, anna: Window, browser: Browser) -> None:
    light = await Window.open(browser, playground.base, "Bo", DAYLIGHT)
    bright, dark = await ground(light.page), await ground(anna.page)
    assert bright != dark
    await light.page.get_by_role("button", name="Who you are").click()
    await light.page.get_by_label("Look").select_option("dark")
    assert await ground(light.page) == dark
    await light.close()
    await anna.page.get_by_role("button", name="Who you are").click()
    await anna.page.get_by_label("Look").select_option("light")
    await expect(anna.page.locator("html")).to_have_attribute("data-theme", "light")
    assert await ground(anna.page) == bright
    await anna.page.get_by_label("Language").select_option("sv-SE")
    await playground.until(lambda: playground.people[0].user.locale == "sv-SE")
    await anna.shows("Välkommen till #general!")
    await expect(anna.page.locator("html")).to_have_attribute("lang", "sv-SE")
    await anna.page.get_by_label("Take direct messages").uncheck()
    await playground.until(lambda: not playground.people[0].dms_open)
    await anna.page.keyboard.press("Escape")
    await expect(anna.page.get_by_role("dialog")).to_have_count(0)


async def ground(page: Page) -> Any:
    return await page.evaluate("getComputedStyle(document.body).backgroundColor")


async def test_everything_has_a_name(playground: Playground, bot: Bot, anna: Window) -> None:
    await put(playground, bot, ui.Button(emoji="🃏", custom_id="x"))
    await playground.until(lambda: playground.channel.messages)
    nameless = await anna.script(
        """() => [...document.querySelectorAll('button, input, textarea, [role]')]
        .filter((one) => !(one.innerText || one.ariaLabel || one.placeholder || one.title)
            && !['status', 'alert', 'separator'].includes(one.role) && one.checkVisibility())
        .map((one) => one.outerHTML)"""
    )
    assert nameless == []


async def test_behind_the_scenes(playground: Playground, bot: Bot, anna: Window) -> None:
    await bot.channel(playground.channel.id).send("Hello")
    with pytest.raises(discord.HTTPException):
        await bot.channel(playground.channel.id).send("x" * 2001)
    await anna.page.locator("#open-behind").click()
    panel = anna.page.locator("#behind")
    await expect(panel).to_contain_text("POST /channels/{channel_id}/messages")
    await expect(panel).to_contain_text("Invalid Form Body")
    await panel.get_by_role("slider").fill("20")
    await playground.until(lambda: playground.chaos.rate == 0.2)
    playground.chaos.rate = 0.0


async def test_a_lost_connection_comes_back(playground: Playground, bot: Bot, anna: Window) -> None:
    for window in list(playground.windows.opened):
        await window.close()
    await expect(anna.page.locator(".lost")).to_be_visible()
    await expect(anna.page.locator(".lost")).to_have_count(0)
    await bot.channel(playground.channel.id).send("Back again")
    await anna.shows("Back again")


async def test_a_page_that_is_there_before_its_bot_waits_for_it(
    playground: Playground, bot: Bot, anna: Window
) -> None:
    await expect(anna.page.get_by_text("Waiting for the bot…")).to_be_visible()
    registered = {"type": 1, "name": "play", "description": "Open a table"}
    await bot.http.bulk_upsert_global_commands(int(bot.application_id or 0), [registered])
    await anna.page.get_by_role("button", name="Open a table").click()
    await playground.until(lambda: len(playground.interactions) == 1)


async def test_a_place_that_is_deleted_is_left(
    playground: Playground, bot: Bot, anna: Window
) -> None:
    person: LocalPerson = playground.people[0]
    thread = await bot.channel(playground.channel.id).create_thread(name="Table 1")
    await thread.send(person.mention)
    await anna.go("Table 1")
    playground.delete_channel(playground.channels[thread.id])
    await expect(anna.page.locator("#top h1")).to_have_text("general")
