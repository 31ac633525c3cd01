"""Every limit, just kept and just broken."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from playground import ApiError, Playground
from playground.state.command_limits import check_commands
from playground.state.message_limits import check_message, check_modal
from tests.playground.conftest import Bot

V2 = 1 << 15
Json = dict[str, Any]


def button(number: int = 0, **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Join", "custom_id": f"id-{number}", **more}


def link(**more: Any) -> Json:
    return {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org", **more}


def option(number: int = 0, **more: Any) -> Json:
    return {"label": f"Card {number}", "value": f"C{number}", **more}


def menu(count: int = 3, **more: Any) -> Json:
    options = [option(n) for n in range(count)]
    return {"type": 3, "custom_id": "menu", "options": options, **more}


def row(*inside: Json) -> Json:
    return {"type": 1, "components": list(inside)}


def rows(*counts: int) -> list[Json]:
    return [row(*(button(10 * r + c) for c in range(n))) for r, n in enumerate(counts)]


def text(length: int = 5) -> Json:
    return {"type": 10, "content": "x" * length}


def box(*inside: Json) -> Json:
    return {"type": 17, "components": list(inside)}


def gallery(url: str) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}}]}


def content(length: int) -> Json:
    return {"content": "x" * length}


def classic(*inside: Json) -> Json:
    return {"content": "x", "components": [row(*inside)]}


def modern(*components: Json, **more: Any) -> Json:
    return {"flags": V2, "components": list(components), **more}


def embed(**more: Any) -> Json:
    return {"embeds": [more]}


def mentions(**allowed: Any) -> Json:
    return {"content": "x", "allowed_mentions": allowed}


def field(name: int = 1, value: int = 1) -> Json:
    return {"name": "x" * name, "value": "x" * value}


KEPT: dict[str, Json] = {
    "content of 2000": content(2000),
    "5 rows of 5": {"components": rows(5, 5, 5, 5, 5)},
    "only components": {"components": rows(1)},
    "25 options": classic(menu(25, min_values=0, max_values=25)),
    "long labels": classic(button(label="x" * 80, custom_id="x" * 100)),
    "emoji alone": classic(button(label=None, emoji={"name": "🃏"})),
    "suit": classic(button(label=None, emoji={"name": "♠"})),
    "link": classic(link()),
    "menu and buttons in rows": {"content": "x", "components": [row(menu()), *rows(5)]},
    "embed of 6000": embed(description="x" * 4096, footer={"text": "x" * 1904}),
    "4000 of v2": modern(text(2000), {"type": 17, "components": [text(2000)]}),
    "40 of v2": modern(*({"type": 14} for _ in range(39)), text()),
    "picture": modern(gallery("https://example.org/a.png")),
    "section": modern({"type": 9, "components": [text()], "accessory": button()}),
    "mentions listed": mentions(parse=["roles"], users=["1"]),
    "nonce": {"content": "x", "nonce": "x" * 25},
}
BROKEN: dict[str, tuple[Json, str]] = {
    "content": (content(2001), "content"),
    "six rows": ({"content": "x", "components": rows(1, 1, 1, 1, 1, 1)}, "components"),
    "six in a row": ({"content": "x", "components": rows(6)}, "components.0.components"),
    "empty row": (classic(), "components.0.components"),
    "two menus in a row": (classic(menu(), menu(custom_id="b")), "components.0.components"),
    "button beside menu": (classic(button(), menu()), "components.0.components"),
    "doubled custom_id": (classic(button(), button()), "components.0.components.1.custom_id"),
    "no custom_id": (classic(button(custom_id=None)), "components.0.components.0.custom_id"),
    "empty custom_id": (classic(button(custom_id="")), "components.0.components.0.custom_id"),
    "custom_id of 101": (classic(button(custom_id="x" * 101)), "components.0.components.0"),
    "custom_id at link": (classic(link(custom_id="x")), "components.0.components.0.custom_id"),
    "link without url": (classic(link(url=None)), "components.0.components.0.url"),
    "url at a button": (classic(button(url="https://x.org")), "components.0.components.0.url"),
    "link to a script": (classic(link(url="javascript:alert()")), "components.0.components.0.url"),
    "embed that leads to a script": (embed(title="x", url="javascript:alert()"), "embeds.0.url"),
    "embed's picture": (embed(image={"url": "data:x"}), "embeds.0.image.url"),
    "label of 81": (classic(button(label="x" * 81)), "components.0.components.0.label"),
    "neither label nor emoji": (classic(button(label="")), "components.0.components.0"),
    "style": (classic(button(style=9)), "components.0.components.0.style"),
    "card is no emoji": (classic(button(emoji={"name": "🂡"})), "components.0.components.0.emoji"),
    "unknown emoji": (classic(button(emoji={"id": "7"})), "components.0.components.0.emoji"),
    "26 options": (classic(menu(26)), "components.0.components.0.options"),
    "no options": (classic(menu(0)), "components.0.components.0.options"),
    "same value": (
        classic(menu(options=[option(1), option(1)])),
        "components.0.components.0.options.1.value",
    ),
    "option label of 101": (
        classic(menu(options=[option(label="x" * 101)])),
        "components.0.components.0.options.0.label",
    ),
    "option without value": (
        classic(menu(options=[{"label": "x"}])),
        "components.0.components.0.options.0.value",
    ),
    "option description": (
        classic(menu(options=[option(description="x" * 101)])),
        "components.0.components.0.options.0.description",
    ),
    "two defaults for one": (
        classic(menu(options=[option(n, default=True) for n in range(2)])),
        "components.0.components.0.options",
    ),
    "placeholder": (classic(menu(placeholder="x" * 151)), "components.0.components.0.placeholder"),
    "26 values": (classic(menu(25, max_values=26)), "components.0.components.0.max_values"),
    "no value": (classic(menu(max_values=0)), "components.0.components.0.max_values"),
    "more than options": (classic(menu(3, max_values=4)), "components.0.components.0.options"),
    "min over max": (
        classic(menu(min_values=3, max_values=2)),
        "components.0.components.0.min_values",
    ),
    "embed title": (embed(title="x" * 257), "embeds.0.title"),
    "embed description": (embed(description="x" * 4097), "embeds.0.description"),
    "embed footer": (embed(footer={"text": "x" * 2049}), "embeds.0.footer.text"),
    "embed author": (embed(author={"name": "x" * 257}), "embeds.0.author.name"),
    "embed fields": (embed(fields=[field()] * 26), "embeds.0.fields"),
    "embed field name": (embed(fields=[field(name=257)]), "embeds.0.fields.0.name"),
    "embed field value": (embed(fields=[field(value=1025)]), "embeds.0.fields.0.value"),
    "empty embed field": (embed(fields=[field(value=0)]), "embeds.0.fields.0.value"),
    "embeds over 6000": ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
    "11 embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds"),
    "v2 without flag": ({"content": "x", "components": [text()]}, "components.0"),
    "v2 with content": (modern(text(), content="x"), "content"),
    "v2 with embed": (modern(text(), embeds=[{"title": "x"}]), "embeds"),
    "v2 of 4001": (modern(text(4000), {"type": 17, "components": [text(1)]}), "components"),
    "v2 of 41": (modern({"type": 17, "components": [text() for _ in range(40)]}), "components"),
    "empty text": (modern(text(0)), "components.0.content"),
    "section alone": (modern({"type": 9, "components": [text()]}), "components.0.accessory"),
    "section of buttons": (
        modern({"type": 9, "components": [row(button())], "accessory": button(1)}),
        "components.0.components.0",
    ),
    "accessory is a text": (
        modern({"type": 9, "components": [text()], "accessory": text()}),
        "components.0.accessory",
    ),
    "box in a box": (modern(box(box(text()))), "components.0.components.0"),
    "colour": (modern({**box(text()), "accent_color": 1 << 24}), "components.0.accent_color"),
    "spacing": (modern({"type": 14, "spacing": 5}), "components.0.spacing"),
    "field in a message": (
        classic({"type": 4, "custom_id": "x", "style": 1, "label": "x"}),
        "components.0.components.0",
    ),
    "picture of nothing": (modern(gallery("")), "components.0.items.0.media.url"),
    "picture by ftp": (modern(gallery("ftp://x.org/a.png")), "components.0.items.0.media.url"),
    "picture not sent": (modern(gallery("attachment://a.png")), "components.0.items.0.media.url"),
    "file not sent": (
        modern({"type": 13, "file": {"url": "attachment://a.txt"}}),
        "components.0.file.url",
    ),
    "text in a row": (modern(row(text())), "components.0.components.0"),
    "nonce": ({"content": "x", "nonce": "x" * 26}, "nonce"),
    "mentions twice": (mentions(parse=["users"], users=["1"]), "allowed_mentions"),
    "mentions unknown": (mentions(parse=["me"]), "allowed_mentions.parse.0"),
    "101 mentions": (mentions(users=[str(n) for n in range(101)]), "allowed_mentions.users"),
}


def paths(error: ApiError) -> str:
    """Where the complaints are, one path a line."""

    def below(tree: Json, at: str) -> list[str]:
        found = [at] if "_errors" in tree else []
        for key, part in tree.items():
            if key != "_errors":
                found += below(part, f"{at}.{key}" if at else key)
        return found

    return "\n".join(below(error.errors or {}, ""))


@pytest.mark.parametrize("body", KEPT.values(), ids=KEPT)
def test_kept(body: Json) -> None:
    check_message(body)


@pytest.mark.parametrize(("body", "path"), BROKEN.values(), ids=BROKEN)
def test_broken(body: Json, path: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_message(body)
    assert refused.value.code == 50035
    assert paths(refused.value).startswith(path)


def test_empty_message() -> None:
    with pytest.raises(ApiError) as refused:
        check_message({"content": ""})
    assert refused.value.code == 50006


# ------------------------------------------------------------------------------------- forms


def entry(number: int = 0, **more: Any) -> Json:
    field = {"type": 4, "style": 1, "custom_id": f"f{number}", "label": "Reason", **more}
    return {"type": 1, "components": [field]}


def form(*rows: Json, **more: Any) -> Json:
    return {"custom_id": "form", "title": "Form", "components": list(rows), **more}


def test_form_kept() -> None:
    check_modal(form(*(entry(n) for n in range(5)), title="x" * 45))


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (form(*(entry(n) for n in range(6))), "components"),
        (form(), "components"),
        (form(entry(), title="x" * 46), "title"),
        (form(entry(), custom_id=None), "custom_id"),
        (form(entry(label="x" * 46)), "components.0.components.0.label"),
        (form(entry(value="x" * 4001)), "components.0.components.0.value"),
        (form(entry(), entry()), "components.1.components.0.custom_id"),
        (form({"type": 18, "label": "x" * 46, "component": menu()}), "components.0.label"),
        (form({"type": 18, "label": "x", "component": button()}), "components.0.component"),
        (form(row(*entry(1)["components"], *entry(2)["components"])), "components.0.components"),
    ],
)
def test_form_broken(body: Json, path: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_modal(body)
    assert path in paths(refused.value).split("\n")


# ---------------------------------------------------------------------------------- commands


def command(name: str = "play", **more: Any) -> Json:
    return {"name": name, "description": "Open a table", **more}


def argument(name: str = "game", **more: Any) -> Json:
    return {"type": 3, "name": name, "description": "Which", **more}


def choice(number: int = 0, **more: Any) -> Json:
    return {"name": f"Game {number}", "value": f"g{number}", **more}


def test_commands_kept() -> None:
    check_commands(
        [
            command("x" * 32, description="x" * 100),
            command("ställ-in", name_localizations={"sv-SE": "ställ-in", "da": "åbn"}),
            command(options=[argument("a", required=True), argument("b")]),
            command("many", options=[argument(choices=[choice(n) for n in range(25)])]),
            command("Show Hand", type=2, description=""),
        ]
    )
    check_commands([command(f"c{n}") for n in range(100)])
    check_commands([command(options=[argument(f"a{n}") for n in range(25)])])


BROKEN_COMMANDS: dict[str, Json] = {
    "capitals": command("Play"),
    "blank": command("play now"),
    "33 characters": command("x" * 33),
    "capitals in a language": command(name_localizations={"sv-SE": "Spela"}),
    "33 in a language": command(name_localizations={"sv-SE": "x" * 33}),
    "no such locale": command(name_localizations={"sv": "spela"}),
    "no such locale for a description": command(description_localizations={"dk": "Spil"}),
    "description of 101": command(description="x" * 101),
    "description of 101 in a language": command(description_localizations={"da": "x" * 101}),
    "no description": command(description=""),
    "26 options": command(options=[argument(f"a{n}") for n in range(26)]),
    "26 choices": command(options=[argument(choices=[choice(n) for n in range(26)])]),
    "capitals in an option": command(options=[argument("Game")]),
    "same option twice": command(options=[argument(), argument()]),
    "required after optional": command(options=[argument("a"), argument("b", required=True)]),
    "choices and autocomplete": command(options=[argument(choices=[choice()], autocomplete=True)]),
    "choice of 101": command(options=[argument(choices=[choice(name="x" * 101)])]),
    "over 8000": command(
        options=[argument(choices=[choice(n, name="x" * 99) for n in range(25)], name=f"a{k}")
                 for k in range(4)]
    ),
    "in a subcommand": command(
        options=[{"type": 1, "name": "a", "description": "x", "options": [argument("Game")]}]
    ),
}  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN_COMMANDS.values(), ids=BROKEN_COMMANDS)
def test_command_broken(broken: Json) -> None:
    with pytest.raises(ApiError) as refused:
        check_commands([broken])
    assert refused.value.code == 50035


def test_too_many_commands() -> None:
    with pytest.raises(ApiError) as refused:
        check_commands([command(f"c{n}") for n in range(101)])
    assert refused.value.code == 30032


def test_same_command_twice() -> None:
    with pytest.raises(ApiError):
        check_commands([command(), command()])


# -------------------------------------------------------------------------- through the wire


async def test_what_the_library_lets_pass(playground: Playground, bot: Bot) -> None:
    """discord.py does not notice these; the answers are nested as its users know them."""
    channel = bot.channel(playground.channel.id)
    doubled = discord.ui.View()
    for _ in range(2):
        doubled.add_item(discord.ui.Button(label="x", custom_id="same"))
    with pytest.raises(discord.HTTPException, match="Component custom id cannot be duplicated"):
        await channel.send("x", view=doubled)
    with pytest.raises(discord.HTTPException, match="empty message"):
        await channel.send("")
    long = discord.ui.LayoutView()
    long.add_item(discord.ui.Container(*(discord.ui.TextDisplay("x" * 2000) for _ in range(3))))
    with pytest.raises(discord.HTTPException, match="displayable text"):
        await channel.send(view=long)
    assert [r["code"] for r in playground.refusals] == [50035, 50006, 50035]
    assert playground.channel.messages == {}


async def test_an_edit_is_checked_as_the_whole_it_makes(playground: Playground, bot: Bot) -> None:
    channel = bot.channel(playground.channel.id)
    message = await channel.send("Words")
    modern = discord.ui.LayoutView()
    modern.add_item(discord.ui.TextDisplay("New words"))
    with pytest.raises(discord.HTTPException, match="cannot be used"):
        await message.edit(view=modern)
    await message.edit(content=None, view=modern)
    with pytest.raises(discord.HTTPException, match="cannot be used"):
        await message.edit(content="Old words")
    with pytest.raises(discord.HTTPException, match="empty message"):
        await message.edit(view=None)


async def test_refused_callback_names_its_place_and_leaves_the_press_open(
    playground: Playground, bot: Bot
) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        with pytest.raises(discord.HTTPException):
            await interaction.response.send_message("x" * 2001)
        await interaction.response.send_message("Shorter")

    bot.on["join"] = answer
    sent = await bot.channel(playground.channel.id).send("Table")
    alice = playground.person("Alice")
    outcome = await alice.forge(playground.channel.messages[sent.id], "join")
    assert outcome.text == "Shorter"
    assert "content" in outcome.refusals[0]["errors"]["data"]
