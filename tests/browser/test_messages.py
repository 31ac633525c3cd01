"""Messages look as in Discord."""

from __future__ import annotations

import asyncio
import io

import discord
import pytest
from discord import ui
from playwright.async_api import Browser, Route, expect

from cogs.doctor.trial_messages import png
from playground import Playground
from playground.state.model import EditedGalleries
from tests.browser.window import PHONE, Window
from tests.playground.conftest import Bot, Clock
from tests.playground.test_outside import hosting, post

PICTURE = png(76, (0, 128, 0))

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
    '&lt;@7&gt;</span> <span class="mention">#unknown</span></div>',
    "[a](https://x.org/b)": '<div><a href="https://x.org/b" target="_blank" '
    'rel="noopener noreferrer">a</a></div>',
    "a 🎯": '<div>a <span class="emoji">🎯</span></div>',
    "♠ A": "<div>♠ A</div>",
    "🎯": '<div class="text jumbo"><span class="emoji">🎯</span></div>',
    "https://x.org/b.": '<div><a href="https://x.org/b" target="_blank" rel="noopener noreferrer">'
    "https://x.org/b</a>.</div>",
}


async def test_markdown(anna: Window) -> None:
    shown = {text: await anna.script(RENDER, text) for text in MARKDOWN}
    assert shown == MARKDOWN


SIZES = """() => {
  const size = (which) => {
    const {width, height} = document.querySelector(which).getBoundingClientRect();
    return [Math.round(width), Math.round(height)];
  };
  const tops = [...document.querySelectorAll('[data-key^="card"]')].map((one) => one.offsetTop);
  return {
    box: size(".box")[0], gallery: size(".box .gallery")[0], wide: size(".body > .gallery")[0],
    thumbnail: size(".section img")[0],
    button: size(".row .button")[1], beside: size(".words img.emoji")[0],
    within: size(".button img.emoji")[0], alone: size(".jumbo img.emoji")[0],
    lines: new Set(tops).size,
  };
}"""
ANYWHERE = {"thumbnail": 85, "button": 32, "beside": 22, "within": 20, "alone": 48}
WIDTHS = {
    360: {"box": 280, "gallery": 251, "wide": 280, "lines": 2},
    390: {"box": 310, "gallery": 281, "wide": 310, "lines": 1},
    1180: {"box": 600, "gallery": 550, "wide": 550, "lines": 1},
}


class Cards(ui.LayoutView):
    """One of everything that a new-style message may hold."""

    def __init__(self, emoji: discord.Emoji) -> None:
        super().__init__()
        thumbnail: ui.Thumbnail[Cards] = ui.Thumbnail("attachment://a.png")
        box: ui.Container[Cards] = ui.Container(
            ui.Section("## Table", "-# Trick 3", accessory=thumbnail),
            ui.Separator(spacing=discord.SeparatorSpacing.large),
            ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png", description="The ace")),
            ui.Section("Bo leads", accessory=ui.Button(label="Last", custom_id="last")),
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
        cards = [
            ui.Button[Cards](label=rank, emoji=emoji, custom_id=f"card {rank}")
            for rank in ("A", "J", "10", "8", "4")
        ]
        self.add_item(ui.Container(ui.ActionRow(*cards)))
        self.add_item(
            ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png", description="The ace"))
        )
        self.add_item(ui.TextDisplay(f"{emoji} {emoji}"))
        self.add_item(ui.TextDisplay("No emoji: <:gone:7>"))


@pytest.mark.slow
async def test_a_picture_from_elsewhere_is_a_blank_until_it_was_fetched(
    playground: Playground, anna: Window
) -> None:
    async with hosting() as host:
        post(playground, f"{host.base}/a")
        await expect(anna.last.locator(".gallery .broken")).to_be_visible()
        host.go.set()
        await anna.page.wait_for_function(
            "() => document.querySelector('.gallery img')?.naturalWidth > 0"
        )
        await expect(anna.last.locator(".gallery .broken")).to_have_count(0)


async def test_everything_a_message_may_hold(
    playground: Playground, bot: Bot, anna: Window
) -> None:
    emoji = await bot.create_application_emoji(name="ace", image=PICTURE)
    # No picture, and no error in the console either.
    await anna.page.route("**/emojis/7", lambda route: route.fulfill(content_type="image/png"))
    files = [discord.File(io.BytesIO(data), name) for name, data in
             (("a.png", PICTURE), ("game.rec", b"kombinations-whist"))]  # fmt: skip
    sent = await bot.channel(playground.channel.id).send(view=Cards(emoji), files=files)
    last = anna.last
    await expect(last.locator(".box.accented .section [role=heading]")).to_have_text("Table")
    for picture in (".gallery img", ".section img", "img.emoji", ".message .avatar"):
        await anna.page.wait_for_function(
            "(which) => document.querySelector(which)?.naturalWidth > 0", arg=picture
        )
    for width, sizes in WIDTHS.items():
        await anna.page.set_viewport_size({"width": width, "height": 844})
        assert await anna.script(SIZES) == {**ANYWHERE, **sizes}
    await expect(last.locator(".words").last).to_have_text("No emoji: :gone:")
    await expect(last.locator(".section").last.get_by_role("button")).to_have_text("Last")
    await expect(last.locator(".box .gallery img")).to_have_attribute("alt", "The ace")
    await expect(last.get_by_role("link", name="game.rec")).to_have_attribute(
        "download", "game.rec"
    )
    await expect(last.get_by_role("button", name="B2")).to_be_disabled()
    await expect(last.get_by_role("button", name="B4")).to_have_class("button danger")
    await expect(last.get_by_role("link", name="Rules")).to_be_visible()
    await expect(last.locator(".file")).to_have_count(1)
    await last.locator(".box .gallery").get_by_text("ALT").click()
    await expect(last.locator(".box .alt p")).to_be_visible()
    await last.get_by_title("Enlarge").last.click()
    await expect(anna.page.get_by_role("dialog", name="The ace")).to_be_visible()
    await anna.page.keyboard.press("Escape")
    await expect(anna.page.get_by_role("dialog")).to_have_count(0)
    playground.edited_galleries = EditedGalleries.HIDDEN
    again = [discord.File(io.BytesIO(PICTURE), name) for name in ("a.png", "game.rec")]
    await sent.edit(view=Cards(emoji), attachments=again)
    await expect(last.locator(".box .gallery .broken")).to_have_count(1)


GALLERIES = """async () => {
  const {gallery} = await import("/page/media.js");
  const log = document.querySelector("#log");
  return Array.from({length: 10}, (_, at) => {
    const items = Array.from({length: at + 1}, () => ({media: {url: "/page/icon.svg"}}));
    const node = gallery({items});
    log.append(node);
    const rows = Map.groupBy(node.children, (one) => one.offsetTop);
    node.remove();
    return [...rows.values()].map((row) => row.length);
  });
}"""


async def test_galleries_are_laid_out_by_number(anna: Window) -> None:
    assert await anna.script(GALLERIES) == [
        [1], [2], [2, 1], [2, 2], [2, 3], [3, 3], [1, 3, 3], [2, 3, 3], [3, 3, 3], [1, 3, 3, 3],
    ]  # fmt: skip


async def test_what_a_message_answers_is_cut_where_it_is_seen(
    playground: Playground, bot: Bot, browser: Browser
) -> None:
    playground.person("Anna")
    table = "https://discord.com/channels/" + "/".join(["1" * 19] * 3)
    line = f"[{'House Whist ' * 5}]({table}) · **your turn**"
    first = await bot.channel(playground.channel.id).send(f"-# {line}\nAnd more")
    await first.reply("Here")
    phone = await Window.open(browser, playground.base, "Anna", PHONE)
    cause = phone.last.locator(".cause")
    await expect(cause.locator("strong")).to_have_text("your turn")
    await expect(cause).not_to_contain_text("**")
    assert await cause.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    await phone.close()


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


GAP = """() => {
  const log = document.querySelector('#log');
  return Math.round(log.scrollHeight - log.scrollTop - log.clientHeight);
}"""


async def test_the_end_stays_in_sight_when_a_picture_comes(
    bot: Bot, playground: Playground, anna: Window
) -> None:
    go = asyncio.Event()

    async def later(route: Route) -> None:
        await go.wait()
        await route.continue_()

    channel = bot.channel(playground.channel.id)
    for number in range(20):
        await channel.send(f"Line {number}")
    await anna.page.route("**/attachments/**", later)
    await channel.send("A picture", file=discord.File(io.BytesIO(png(400, (0, 128, 0))), "a.png"))
    await expect(anna.last.locator(".picture img")).to_have_count(1)
    go.set()
    await anna.page.wait_for_function(
        "() => [...document.querySelectorAll('.picture img')].at(-1).naturalHeight === 400"
    )
    await anna.page.wait_for_function(f"() => ({GAP})() <= 1", timeout=5000)
