"""Commands: syncing, and using them as Discord's client lets people do."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from playground import Channel, ClientRefusal, Playground
from playground.api.registry import MAX_EMOJI_BYTES, MAX_EMOJIS
from tests.playground.conftest import Bot


@pytest.fixture
async def rich(playground: Playground, bot: Bot) -> Playground:
    """A server on which the bot has registered commands of every kind that we use."""

    @bot.tree.command(description="Open a table")
    @app_commands.describe(game="Which whist", players="How many")
    @app_commands.choices(game=[app_commands.Choice(name="Kombinations-Whist", value="kw")])
    async def play(
        interaction: discord.Interaction,
        game: app_commands.Choice[str],
        players: app_commands.Range[int, 3, 12] = 4,
    ) -> None:
        await interaction.response.send_message(f"{game.value} {players}")

    @bot.tree.command(description="Look up a bid")
    async def rules(interaction: discord.Interaction, bid: str, language: str = "en") -> None:
        await interaction.response.send_message(f"About {bid}")

    @rules.autocomplete("bid")
    async def complete(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        language = getattr(interaction.namespace, "language", "en")
        found = [n for n in ("Nolo", "Noir", "Vip") if n.lower().startswith(typed)]
        return [app_commands.Choice(name=f"{n} ({language})", value=n) for n in found]

    @bot.tree.command(description="Statistics")
    async def stats(interaction: discord.Interaction, player: discord.Member) -> None:
        await interaction.response.send_message(player.mention)

    settings = app_commands.Group(
        name="settings",
        description="Settings",
        default_permissions=discord.Permissions(manage_guild=True),
        guild_only=True,
    )

    @settings.command(description="Language")
    async def language(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message(f"Language {name}")

    bot.tree.add_command(settings)
    await bot.tree.sync()
    return playground


async def test_sync_keeps_ids_and_lists(rich: Playground, bot: Bot) -> None:
    before = {c.name: c.id for c in await bot.tree.fetch_commands()}
    assert set(before) == {"play", "rules", "stats", "settings"}
    bot.tree.remove_command("stats")
    after = {c.name: c.id for c in await bot.tree.sync()}
    assert after == {n: i for n, i in before.items() if n != "stats"}
    assert await bot.tree.fetch_commands(guild=discord.Object(rich.guild.id)) == []


async def test_guild_commands_are_offered_in_their_guild(rich: Playground, bot: Bot) -> None:
    @bot.tree.command(description="Only here", guild=discord.Object(rich.guild.id))
    async def here(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Here")

    await bot.tree.sync(guild=discord.Object(rich.guild.id))
    alice = rich.person("Alice")
    assert (await alice.slash(rich.channel, "here")).text == "Here"
    elsewhere = rich.add_channel(rich.add_guild("Elsewhere"), "lobby")
    with pytest.raises(ClientRefusal, match="no command"):
        await alice.slash(elsewhere, "here")


async def test_choices_by_name_or_value(rich: Playground) -> None:
    alice = rich.person("Alice")
    for game in ("kw", "Kombinations-Whist"):
        outcome = await alice.slash(rich.channel, "play", game=game, players=5)
        assert outcome.text == "kw 5"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("no-such", {}),
        ("play", {}),
        ("play", {"game": "bridge"}),
        ("play", {"game": "kw", "players": 2}),
        ("play", {"game": "kw", "players": "four"}),
        ("play", {"game": "kw", "colour": "red"}),
        ("settings", {}),
        ("settings language", {"name": "da"}),  # only moderators are offered this
    ],
)
async def test_the_client_refuses(rich: Playground, name: str, options: dict[str, Any]) -> None:
    calls = len(rich.calls)
    with pytest.raises(ClientRefusal):
        await rich.person("Alice").slash(rich.channel, name, **options)
    assert len(rich.calls) == calls


async def test_subcommand_for_moderators_in_guilds(rich: Playground) -> None:
    mod = rich.person("Mod", moderator=True)
    outcome = await mod.slash(rich.channel, "settings language", name="da")
    assert outcome.text == "Language da"
    with pytest.raises(ClientRefusal):
        await mod.slash(rich.direct(mod.user), "settings language", name="da")


async def test_user_option_resolves_to_a_member(rich: Playground) -> None:
    alice, bob = rich.person("Alice"), rich.person("Bob")
    outcome = await alice.slash(rich.channel, "stats", player=bob)
    assert outcome.message.content == bob.mention


async def test_autocomplete(rich: Playground) -> None:
    alice = rich.person("Alice")
    offered = await alice.autocomplete(rich.channel, "rules", "bid", "no", language="sv")
    assert [(c["name"], c["value"]) for c in offered] == [
        ("Nolo (sv)", "Nolo"),
        ("Noir (sv)", "Noir"),
    ]
    with pytest.raises(ClientRefusal, match="completes nothing"):
        await alice.autocomplete(rich.channel, "rules", "language", "s")


async def test_names_of_the_users_language(playground: Playground, bot: Bot) -> None:
    class Swedish(app_commands.Translator):
        async def translate(
            self,
            string: app_commands.locale_str,
            locale: discord.Locale,
            context: app_commands.TranslationContextTypes,
        ) -> str | None:
            known = {"play": "spela", "seats": "platser"}
            return known.get(string.message) if locale is discord.Locale.swedish else None

    @bot.tree.command(description="Open a table")
    async def play(interaction: discord.Interaction, seats: int) -> None:
        await interaction.response.send_message(f"{seats} seats")

    await bot.tree.set_translator(Swedish())
    await bot.tree.sync()
    swede, dane = playground.person("Svea", locale="sv-SE"), playground.person("Dan", locale="da")
    assert (await swede.slash(playground.channel, "spela", platser=4)).text == "4 seats"
    assert (await swede.slash(playground.channel, "play", seats=4)).text == "4 seats"
    with pytest.raises(ClientRefusal):
        await dane.slash(playground.channel, "spela", platser=4)


async def test_application_emojis(playground: Playground, bot: Bot) -> None:
    picture = b"\x89PNG\r\n\x1a\n" + bytes(8)
    made = await bot.create_application_emoji(name="ace_of_spades", image=picture)
    assert [e.id for e in await bot.fetch_application_emojis()] == [made.id]
    assert (await made.edit(name="spade_ace")).name == "spade_ace"
    assert (await made.edit(name="ace_of_spades")).name == "ace_of_spades"
    for name in ("ace_of_spades", "a", "ace of spades"):
        with pytest.raises(discord.HTTPException) as refused:
            await bot.create_application_emoji(name=name, image=picture)
        assert refused.value.code == 50035
    view = discord.ui.View()
    view.add_item(discord.ui.Button(emoji=made, custom_id="ace"))
    sent = await bot.channel(playground.channel.id).send("Play", view=view)
    alice = playground.person("Alice")
    assert alice.read(playground.channel.messages[sent.id]) == "Play\n[:ace_of_spades:]"
    await alice.click(playground.channel.messages[sent.id], ":ace_of_spades:", wait=False)
    await made.delete()
    assert await bot.fetch_application_emojis() == []
    with pytest.raises(discord.HTTPException, match="Invalid emoji"):
        await bot.channel(playground.channel.id).send("Play", view=view)
    with pytest.raises(discord.NotFound):
        await made.edit(name="gone")


async def test_an_emoji_on_a_button_may_be_refused_though_it_is_there(
    playground: Playground, bot: Bot
) -> None:
    """discord-api-docs#7128: the next one, which is the same, may be taken."""
    picture = b"\x89PNG\r\n\x1a\n"
    made = [await bot.create_application_emoji(name=n, image=picture) for n in ("one", "two")]
    view = discord.ui.View()
    for one in made:
        view.add_item(discord.ui.Button(emoji=one, custom_id=one.name))
    lapses = iter([True, False])
    playground.lapses = lambda: next(lapses, False)
    channel = bot.channel(playground.channel.id)
    with pytest.raises(discord.HTTPException, match=r"components\.0\.components\.0\.emoji\.name"):
        await channel.send(view=view)
    sent = await channel.send(view=view)
    playground.refused_emojis.add(made[1].id)
    for _ in range(2):
        with pytest.raises(discord.HTTPException, match=r"components\.0\.components\.1\.emoji"):
            await sent.edit(view=view)
    await channel.send(f"{made[1]}")


async def test_emojis_have_bounds(playground: Playground, bot: Bot) -> None:
    picture = b"\x89PNG\r\n\x1a\n"
    with pytest.raises(discord.HTTPException, match=r"256\.0 kb"):
        await bot.create_application_emoji(name="big", image=picture + bytes(MAX_EMOJI_BYTES))
    first, second = [
        await bot.create_application_emoji(name=name, image=picture) for name in ("one", "two")
    ]
    with pytest.raises(discord.HTTPException, match="already exists"):
        await second.edit(name=first.name)
    playground.emojis |= {at: {"name": f"e{at}"} for at in range(MAX_EMOJIS - 2)}
    with pytest.raises(discord.HTTPException) as refused:
        await bot.create_application_emoji(name="more", image=picture)
    assert refused.value.code == 30008


async def test_a_channel_can_be_an_option(playground: Playground, bot: Bot) -> None:
    @app_commands.command(description="Move the table")
    async def move(interaction: discord.Interaction, to: discord.TextChannel) -> None:
        await interaction.response.send_message(f"To {to.name}")

    bot.tree.add_command(move)
    await bot.tree.sync()
    other = playground.add_channel(playground.guild, "tea-room")
    await playground.until(lambda: bot.get_channel(other.id))
    outcome = await playground.person("Alice").slash(playground.channel, "move", to=other)
    assert outcome.text == "To tea-room"


@pytest.mark.parametrize(
    "declared",
    [
        {"contexts": [3]},
        {"contexts": []},
        {"contexts": [0, 0]},
        {"integration_types": [2]},
        {"integration_types": []},
    ],
    ids=str,
)
async def test_where_a_command_serves_is_checked(
    playground: Playground, bot: Bot, declared: dict[str, Any]
) -> None:
    assert bot.application_id is not None
    command = {"name": "play", "description": "Open a table", "type": 1, **declared}
    for validate in (playground.rest.validate, None):
        playground.rest.validate = validate
        with pytest.raises(discord.HTTPException) as refused:
            await bot.http.bulk_upsert_global_commands(bot.application_id, [command])
        assert refused.value.code == 50035
    assert 0 not in playground.commands


@pytest.fixture
def abroad(playground: Playground) -> Channel:
    """A guild without the bot."""
    guild = playground.add_guild("Abroad")
    playground.kick(guild)
    return next(iter(guild.channels.values()))


async def test_commands_come_with_the_application_as_it_is_installed(
    playground: Playground, bot: Bot, abroad: Channel
) -> None:
    both = app_commands.AppInstallationType(guild=True, user=True)
    for name, installs in (("here", None), ("everywhere", both)):
        command: app_commands.Command[Any, [], None] = app_commands.Command(
            name=name, description=name, callback=told, allowed_installs=installs
        )
        bot.tree.add_command(command)
    await bot.tree.sync()
    vera = playground.person("Vera", guild=abroad.guild)
    for name in ("here", "everywhere"):
        with pytest.raises(ClientRefusal, match="no command"):
            await vera.slash(abroad, name)
    vera.user.has_app = True
    with pytest.raises(ClientRefusal, match="no command"):
        await vera.slash(abroad, "here")
    assert (await vera.slash(abroad, "everywhere")).text == "of the person"
    alice = playground.person("Alice")
    assert (await alice.slash(playground.channel, "here")).text == "of the guild"


async def told(interaction: discord.Interaction) -> None:
    by_guild = interaction.is_guild_integration()
    assert by_guild != interaction.is_user_integration()
    await interaction.response.send_message("of the guild" if by_guild else "of the person")


async def test_who_is_no_member_has_its_answers_and_five_more(
    playground: Playground, bot: Bot, abroad: Channel
) -> None:
    vera = playground.person("Vera", guild=abroad.guild)
    vera.user.has_app = True

    async def at_length(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Yes")
        for number in range(5):
            await interaction.followup.send(f"And {number}")
        with pytest.raises(discord.HTTPException) as refused:
            await interaction.followup.send("And on")
        assert refused.value.code == 40094
        with pytest.raises(discord.Forbidden) as denied:
            await bot.get_partial_messageable(abroad.id).send("And on")
        assert denied.value.code == 50001

    bot.on["talk"] = at_length
    left = playground.post(abroad, playground.bot, {"content": "Hello"})
    outcome = await vera.forge(left, "talk")
    await playground.idle()
    assert [message.content for message in outcome.followups] == [f"And {n}" for n in range(5)]
