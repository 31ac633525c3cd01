"""The page shows what Discord would show, and lets people do what Discord's client lets them."""

from __future__ import annotations

import base64
import io
import re
from typing import Any

import discord
import pytest
from discord import app_commands, ui
from playwright.async_api import Browser, Page, expect

from kwbot.playground import Person, Playground
from tests.browser.window import DAYLIGHT, PHONE, Window
from tests.playground.conftest import Bot, Clock, data_of

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
RENDER = """async (text) => {
  const {markdown} = await import('/page/markdown.js');
  const holder = document.createElement('div');
  holder.append(...markdown(text));
  return holder.innerHTML.replaceAll(' class="text"', '');
}"""
LATER = "(seconds) => import('/page/state.js').then(({state}) => { state.skew += seconds; })"
MARKDOWN = {
    "a **b** *c* _d_ __e__ ~~f~~": "<div>a <strong>b</strong> <em>c</em> <em>d</em> <u>e</u> "
    "<s>f</s></div>",
    "***a***": "<div><strong><em>a</em></strong></div>",
    "2 * 3 * 4 snake_case_name": "<div>2 * 3 * 4 snake_case_name</div>",
    r"\*a\* \<@1> \_": "<div>*a* &lt;@1&gt; _</div>",
    "# A\nb": '<div class="h1" role="heading" aria-level="3">A</div><div>b</div>',
    "### A": '<div class="h3" role="heading" aria-level="5">A</div>',
    "#A": "<div>#A</div>",
    "-# small": '<div class="small">small</div>',
    "> a\n> b\nc": "<blockquote><div>a\nb</div></blockquote><div>c</div>",
    ">>> a\nb": "<blockquote><div>a\nb</div></blockquote>",
    "- a\n  - b\n- c": "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
    "3. a\n4. b": '<ol start="3"><li>a</li><li>b</li></ol>',
    "`**a**` ``b`c``": "<div><code>**a**</code> <code>b`c</code></div>",
    "```py\n<b>\n```": "<pre><code>&lt;b&gt;</code></pre>",
    "<b onclick=x>a</b> <img src=x onerror=y>": "<div>&lt;b onclick=x&gt;a&lt;/b&gt; &lt;img "
    "src=x onerror=y&gt;</div>",
    "[a](javascript:b) <@7> <#7>": '<div>[a](javascript:b) <span class="mention" data-user="7">'
    '@unknown-user</span> <span class="mention">#unknown</span></div>',
    "[a](https://x.org/b)": '<div><a href="https://x.org/b" target="_blank" '
    'rel="noopener noreferrer">a</a></div>',
    "https://x.org/b.": '<div><a href="https://x.org/b" target="_blank" rel="noopener noreferrer">'
    "https://x.org/b</a>.</div>",
}


async def test_markdown(anna: Window) -> None:
    shown = {text: await anna.script(RENDER, text) for text in MARKDOWN}
    assert shown == MARKDOWN


class Cards(ui.LayoutView):
    """One of everything that a new-style message may hold."""

    def __init__(self, emoji: discord.Emoji) -> None:
        super().__init__()
        thumbnail: ui.Thumbnail[Cards] = ui.Thumbnail("attachment://a.png")
        box: ui.Container[Cards] = ui.Container(
            ui.Section("## Table", "-# Trick 3", accessory=thumbnail),
            ui.Separator(spacing=discord.SeparatorSpacing.large),
            ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png", description="The ace")),
            ui.File("attachment://game.rec"),
            accent_colour=0x2F7D6B,
        )
        self.add_item(ui.TextDisplay(f"**Open** {emoji}"))
        self.add_item(box)
        styles = (1, 2, 3, 4)
        buttons = [
            ui.Button[Cards](label=f"B{s}", style=discord.ButtonStyle(s), custom_id=f"b{s}")
            for s in styles
        ]
        buttons[1].disabled = True
        buttons.append(ui.Button(label="Rules", url="https://example.org/rules"))
        self.add_item(ui.ActionRow(*buttons))


async def test_everything_a_message_may_hold(
    playground: Playground, bot: Bot, anna: Window
) -> None:
    emoji = await bot.create_application_emoji(name="ace", image=PICTURE)
    files = [discord.File(io.BytesIO(data), name) for name, data in
             (("a.png", PICTURE), ("game.rec", b"kombinations-whist"))]  # fmt: skip
    await bot.channel(playground.channel.id).send(view=Cards(emoji), files=files)
    last = anna.last
    await expect(last.locator(".box.accented .section [role=heading]")).to_have_text("Table")
    for picture in (".gallery img", ".section img", "img.emoji"):
        await anna.page.wait_for_function(
            "(which) => document.querySelector(which)?.naturalWidth > 0", arg=picture
        )
    await expect(last.locator(".gallery img")).to_have_attribute("alt", "The ace")
    await expect(last.get_by_role("link", name="game.rec")).to_have_attribute(
        "download", "game.rec"
    )
    await expect(last.get_by_role("button", name="B2")).to_be_disabled()
    await expect(last.get_by_role("button", name="B4")).to_have_class("button danger")
    await expect(last.get_by_role("link", name="Rules")).to_be_visible()
    await expect(last.locator(".file")).to_have_count(1)


async def test_old_messages_and_embeds(playground: Playground, bot: Bot, anna: Window) -> None:
    embed = discord.Embed(title="Trick 3", description="**Bo** leads", colour=0xFF0000)
    embed.add_field(name="Tricks", value="2 : 1", inline=True).set_footer(text="Vip")
    embed.set_image(url="https://example.org/elsewhere.png")
    first = await bot.channel(playground.channel.id).send("Hello", embed=embed)
    await first.reply("And more")
    shown = anna.page.locator(".embed")
    await expect(shown).to_contain_text("Bo leads")
    await expect(shown.locator(".outside")).to_have_text("🖼 https://example.org/elsewhere.png")
    await expect(anna.last.locator(".cause")).to_contain_text("Hello")
    await first.edit(content="Goodbye")
    await expect(anna.page.locator(".message").first).to_contain_text("Goodbye")
    await expect(anna.page.locator(".edited")).to_have_count(1)


async def test_times_count_down(
    playground: Playground, bot: Bot, clock: Clock, anna: Window
) -> None:
    until = int(clock.now) + 3000
    await bot.channel(playground.channel.id).send(f"Card <t:{until}:R>")
    stamp = anna.page.locator("time.stamp")
    await expect(stamp).to_have_text("in 50 minutes")
    await anna.script(LATER, 600)
    await expect(stamp).to_have_text("in 40 minutes")
    await anna.script(LATER, 2400 + 7200)
    await expect(stamp).to_have_text("2 hours ago")


# --- interactions -----------------------------------------------------------------------------


async def put(playground: Playground, bot: Bot, *items: ui.Item[Any]) -> None:
    view = ui.View()
    for item in items:
        view.add_item(item)
    await bot.channel(playground.channel.id).send("Here", view=view)


async def test_thinking_ephemeral_and_dismissed(
    playground: Playground, bot: Bot, anna: Window
) -> None:
    waiting: list[discord.Interaction] = []

    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        waiting.append(interaction)

    bot.on["slow"] = slow
    await put(playground, bot, ui.Button(label="Slow", custom_id="slow"))
    await anna.press("Slow")
    await anna.shows("Kwbot is thinking…")
    await waiting[0].followup.send("Your cards")
    await anna.shows("Your cards")
    await anna.shows("Only you can see this")
    await anna.press("Dismiss message")
    await expect(anna.page.locator(".message")).to_have_count(1)


async def test_an_unanswered_press_fails(
    playground: Playground, bot: Bot, clock: Clock, anna: Window
) -> None:
    await put(playground, bot, ui.Button(label="Silence", custom_id="silence"))
    button = anna.page.get_by_role("button", name="Silence")
    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    await playground.until(lambda: bot.seen)
    clock.now += 3.1
    await anna.shows("This interaction failed")
    await expect(button).not_to_have_attribute("aria-busy", "true")


async def test_an_answer_that_discord_refuses_fails_with_its_code(
    playground: Playground, bot: Bot, clock: Clock, anna: Window
) -> None:
    async def long(interaction: discord.Interaction) -> None:
        with pytest.raises(discord.HTTPException):
            await interaction.response.send_message("x" * 2001)
        clock.now += 3.1

    bot.on["long"] = long
    await put(playground, bot, ui.Button(label="Long", custom_id="long"))
    await anna.page.get_by_role("button", name="Long").click()
    await anna.shows("This interaction failed (50035)")


async def test_menus_by_mouse_and_keys(playground: Playground, bot: Bot, anna: Window) -> None:
    chosen: list[list[str]] = []

    async def picked(interaction: discord.Interaction) -> None:
        chosen.append(list(data_of(interaction)["values"]))
        await interaction.response.defer()

    options = [discord.SelectOption(label=f"Card {n}", value=f"C{n}") for n in range(2, 8)]
    bot.on |= {"one": picked, "some": picked}
    await put(
        playground, bot,
        ui.Select(custom_id="one", placeholder="One card", options=options),
        ui.Select(custom_id="some", placeholder="Two", options=options, min_values=2, max_values=2),
    )  # fmt: skip
    keys = anna.page.keyboard
    await anna.page.get_by_role("combobox", name="One card").click()
    await anna.page.get_by_role("option", name="Card 4").click()
    await anna.quiet()
    some = anna.page.get_by_role("combobox", name="Two")
    await some.focus()
    for key in ("Enter", "Enter", "ArrowDown", "End", " "):
        await keys.press(key)
    await expect(anna.page.locator(".sheet-foot")).to_contain_text("2/2 chosen")
    await keys.press("Escape")
    await anna.quiet()
    await playground.until(lambda: len(chosen) == 2)
    assert chosen == [["C4"], ["C2", "C7"]]
    await expect(some).to_be_focused()
    await keys.press("ArrowDown")
    await keys.type("Card 5"[:1])
    await anna.page.mouse.click(600, 90)  # beside it: too few are not sent
    assert len(chosen) == 2


async def test_a_form(playground: Playground, bot: Bot, anna: Window) -> None:
    class Ban(ui.Modal, title="Ban a player"):
        why: ui.TextInput[Ban] = ui.TextInput(label="Why", custom_id="why", min_length=3)
        who: ui.Label[Ban] = ui.Label(text="Who", component=ui.UserSelect(custom_id="who"))

        async def on_submit(self, interaction: discord.Interaction) -> None:
            menu = self.who.component
            assert isinstance(menu, ui.UserSelect)
            await interaction.response.send_message(f"{menu.values[0]}: {self.why.value}")

    async def ban(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Ban())

    bot.on["ban"] = ban
    await put(playground, bot, ui.Button(label="Ban", custom_id="ban"))
    await anna.page.get_by_role("button", name="Ban").click()
    form = anna.page.get_by_role("dialog", name="Ban a player")
    await form.get_by_role("textbox").fill("no")
    await form.get_by_role("combobox").click()
    await anna.page.get_by_role("option", name="@Bo", exact=True).click()
    await anna.page.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_contain_text("at least 3")
    await form.get_by_role("textbox").fill("rude")
    await anna.page.keyboard.press("Enter")
    await anna.shows("bo: rude")
    await expect(form).to_have_count(0)


async def commands(playground: Playground, bot: Bot) -> list[str]:
    used: list[str] = []

    @app_commands.command(description="Look up a rule")
    @app_commands.describe(bid="Which one")
    async def rules(interaction: discord.Interaction, bid: str, player: discord.Member | None,
                    times: int | None) -> None:  # fmt: skip
        used.append(f"{bid} {player} {times}")
        await interaction.response.send_message("Looked up", ephemeral=True)

    @rules.autocomplete("bid")
    async def bids(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        names = ("Vip", "Nolo", "Mord")
        return [app_commands.Choice(name=n, value=n) for n in names if typed.lower() in n.lower()]

    @app_commands.command(description="Open a table")
    async def play(interaction: discord.Interaction) -> None:
        used.append("play")
        await interaction.response.send_message("A table")

    admin = app_commands.Group(name="admin", description="For moderators")

    @admin.command(description="Who is barred")
    async def bans(interaction: discord.Interaction) -> None:
        used.append("bans")
        await interaction.response.send_message("Nobody")

    bot.tree.add_command(rules)
    bot.tree.add_command(play)
    bot.tree.add_command(admin)
    await bot.tree.sync()
    return used


async def test_slash_commands_by_keys(playground: Playground, bot: Bot, anna: Window) -> None:
    used = await commands(playground, bot)
    await anna.go("whist")
    keys, write = anna.page.keyboard, anna.page.locator("#write")
    await expect(write).to_be_focused()
    await keys.type("/")
    await expect(anna.page.locator(".picked strong")).to_have_text(
        ["/admin bans", "/play", "/rules"]
    )
    await keys.type("ru")
    await keys.press("Enter")
    bid = anna.page.get_by_role("textbox", name="bid: Which one")
    await expect(bid).to_be_focused()
    await expect(anna.page.locator(".picked")).to_have_text(["Vip", "Nolo", "Mord"])
    await keys.type("o")
    await expect(anna.page.locator(".picked")).to_have_text(["Nolo", "Mord"])
    for key in ("ArrowDown", "Enter"):
        await keys.press(key)
    await expect(bid).to_have_value("Mord")
    await keys.press("Tab")
    await keys.type("B")
    await expect(anna.page.locator(".picked")).to_have_text(["@Kwbot", "@Bo"])
    await anna.page.locator(".picked").last.click()
    await keys.press("Tab")
    await keys.type("many")
    await keys.press("Enter")
    await expect(anna.page.locator("#below .complaint")).to_have_text("times is a number.")
    await anna.page.get_by_role("textbox", name="times").fill("3")
    await keys.press("Enter")
    await anna.shows("Looked up")
    await keys.type("/play")
    await keys.press("Enter")
    await anna.shows("Anna used /play")
    await keys.type("/ban")
    for key in ("Enter", "Enter"):
        await keys.press(key)
    await anna.shows("Anna used /admin bans")
    assert used == ["Mord bo 3", "play", "bans"]


async def test_a_command_that_is_not_answered(
    playground: Playground, bot: Bot, clock: Clock, anna: Window
) -> None:
    await commands(playground, bot)
    bot.tree.clear_commands(guild=None)
    await anna.go("whist")
    await anna.page.keyboard.type("/play")
    await anna.page.keyboard.press("Enter")
    await playground.until(lambda: bot.seen)
    clock.now += 3.1
    await anna.shows("The application did not respond")
    await anna.press("Dismiss message")
    await expect(anna.page.locator(".message")).to_have_count(0)


# --- places, people, looks --------------------------------------------------------------------


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
    await expect(anna.page).to_have_title("(2) #whist · Anna")
    assert await anna.page.get_attribute("body", "data-rung") == "2"
    await anna.follow("direct message")
    await anna.shows("Your cards")
    await expect(badges).to_have_text(["1"])
    await anna.go("Table 1")
    await expect(anna.page.locator(".message.rings .mention.own")).to_have_text("@Anna")
    await expect(badges).to_have_count(0)
    await expect(anna.page).to_have_title("Table 1 · Anna")


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
    await anna.shows("Välkommen till #whist!")
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
    for window in list(playground.site.windows):
        await window.close()
    await expect(anna.page.locator(".lost")).to_be_visible()
    await expect(anna.page.locator(".lost")).to_have_count(0)
    await bot.channel(playground.channel.id).send("Back again")
    await anna.shows("Back again")


async def test_a_place_that_is_deleted_is_left(
    playground: Playground, bot: Bot, anna: Window
) -> None:
    person: Person = playground.people[0]
    thread = await bot.channel(playground.channel.id).create_thread(name="Table 1")
    await thread.send(person.mention)
    await anna.go("Table 1")
    playground.delete_channel(playground.channels[thread.id])
    await expect(anna.page.locator("#top h1")).to_have_text("whist")
