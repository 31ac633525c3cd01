"""Messages as plain text, and the oracle."""

from __future__ import annotations

import discord
import pytest

from playground import ApiError, Playground, transcript
from playground.api.oracle import CALLBACK_ROUTE, Oracle
from playground.api.rest import Call
from tests.playground.conftest import Bot, Clock


async def test_marks_and_embeds(playground: Playground, bot: Bot, clock: Clock) -> None:
    alice, bob = playground.person("Alice"), playground.person("Bob")
    deadline = int(clock.now) + 20
    embed = discord.Embed(title="Trick 3", description=f"{bob.mention} leads")
    embed.add_field(name="Tricks", value="2 : 1").set_footer(text="Vip")
    embed.set_image(url="https://example.org/table.png")
    words = f"{alice.mention} in {playground.channel.mention} <t:{deadline}:R> a\\_b <:ace:12> <@1>"
    await bot.channel(playground.channel.id).send(words, embed=embed)
    assert alice.read(alice.last(playground.channel)).split("\n") == [
        "@Alice* in #general in 20 seconds a_b :ace: <@1>",
        "│ Trick 3",
        "│ @Bob leads",
        "│ Tricks: 2 : 1",
        "│ Vip",
        "│ 🖼 table.png",
    ]
    assert "@Alice in" in bob.read(bob.last(playground.channel))


@pytest.mark.parametrize(
    ("seconds", "style", "shown"),
    [
        (60, "R", "in 1 minute"),
        (-7200, "R", "2 hours ago"),
        (0, "R", "in 0 seconds"),
        (172800, "R", "in 2 days"),
        (0, "f", "2027-01-15 08:00 UTC"),
    ],
)
def test_times(clock: Clock, seconds: int, style: str, shown: str) -> None:
    playground = Playground(clock=clock)
    text = f"<t:{int(clock.now) + seconds}:{style}>"
    message = playground.post(playground.channel, playground.bot, {"content": text})
    assert playground.person("Alice").read(message) == shown


async def test_components(playground: Playground, bot: Bot) -> None:
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Pass", emoji="🚫", custom_id="a"))
    view.add_item(discord.ui.Button(label="Bid", custom_id="b", disabled=True))
    view.add_item(discord.ui.Button(label="Rules", url="https://example.org"))
    options = [discord.SelectOption(label=n, default=n == "Vip") for n in ("Vip", "Nolo")]
    view.add_item(discord.ui.Select(placeholder="Special", options=options))
    await bot.channel(playground.channel.id).send("Bid", view=view)
    alice = playground.person("Alice")
    assert alice.read(alice.last(playground.channel)).split("\n") == [
        "Bid",
        "[🚫 Pass] [Bid ✗] [Rules ↗]",
        "(Special ▾ Vip*|Nolo)",
    ]


async def test_layouts(playground: Playground, bot: Bot) -> None:
    ui = discord.ui
    section: ui.Section[ui.LayoutView] = ui.Section(
        "Score", accessory=ui.Button(label="More", custom_id="more")
    )
    view = ui.LayoutView()
    view.add_item(
        ui.Container(
            ui.TextDisplay("# Table"),
            ui.Separator(),
            section,
            ui.ActionRow(ui.Button(label="Join", custom_id="join")),
            ui.MediaGallery(
                discord.MediaGalleryItem("https://example.org/a.png", description="The table")
            ),
        )
    )
    await bot.channel(playground.channel.id).send(view=view)
    alice = playground.person("Alice")
    table = alice.last(playground.channel)
    assert alice.read(table).split("\n") == [
        "┃ # Table",
        "┃ ────",
        "┃ Score",
        "┃ [More]",
        "┃ [Join]",
        "┃ 🖼 The table",
    ]
    await alice.click(table, "More", wait=False)
    await playground.until(lambda: bot.seen)


def test_transcript(clock: Clock) -> None:
    playground = Playground(clock=clock)
    alice = playground.person("Alice")
    alice.say(playground.channel, "Hello")
    hidden = playground.post(
        playground.channel, playground.bot, {"content": "Hi"}, viewer=alice.user
    )
    assert hidden.ephemeral
    assert transcript(playground, alice.messages(playground.channel), alice.user) == (
        "Alice:\nHello\n\nBot:\nHi\n(only you can see this)"
    )


def callback(body: object) -> Call:
    return Call("POST", CALLBACK_ROUTE, "", 0.0, raw=b"{}", body=body)


def test_the_oracle_names_what_is_wrong(oracle: Oracle | None) -> None:
    if oracle is None:
        pytest.skip("Discord's openapi.json is not beside this checkout")
    button = {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "a"}
    good = {**button, "label": "Join"}
    oracle(callback({"type": 7, "data": {"components": [{"type": 1, "components": [good]}]}}))
    with pytest.raises(ApiError) as refused:
        oracle(callback({"type": 7, "data": {"components": [{"type": 1, "components": [button]}]}}))
    assert refused.value.errors is not None
    row = refused.value.errors["data"]["components"]["0"]
    assert "longer than 80" in row["components"]["0"]["label"]["_errors"][0]["message"]
    with pytest.raises(ApiError, match="Invalid Form Body"):
        oracle(callback({"type": 4, "data": {"contents": "a typing error"}}))
    with pytest.raises(ApiError):
        oracle(Call("POST", "/users/@me/channels", "", 0.0, raw=b"{}", body={"recipient_id": {}}))
    oracle(Call("POST", "/users/@me/channels", "", 0.0, raw=b"{}", body={"recipient_id": 5}))
