"""The page's line to the server: what a window is told, and what a person can do in it."""

from __future__ import annotations

import asyncio
import re

import discord
from discord import app_commands

from playground import Playground
from playground.page.site import FILES
from tests.playground.conftest import Bot, Clock, data_of
from tests.playground.pane import at, button, window


async def test_a_window_begins_with_who_and_where(playground: Playground, bot: Bot) -> None:
    playground.person("Anna")
    playground.person("Bo", locale="da")
    async with window(playground, "Bo") as bo, window(playground, "Nobody") as first:
        assert first.hello["me"]["name"] == "Anna"
        assert bo.hello["me"] == {
            "id": str(playground.people[1].id),
            "name": "Bo",
            "bot": False,
            "avatar": f"/embed/avatars/{(playground.people[1].id >> 22) % 6}.png",
            "locale": "da",
            "dms_open": True,
        }
        assert bo.hello["locals"] == ["Anna", "Bo"]
        assert [place["name"] for place in bo.hello["places"]] == ["general"]
        assert {"Bot", "Anna", "Bo"} <= {one["name"] for one in bo.hello["people"]}


async def test_messages_come_as_they_are_posted_edited_and_deleted(
    playground: Playground, bot: Bot
) -> None:
    anna = playground.person("Anna")
    async with window(playground, "Anna") as pane:
        sent = await bot.channel(playground.channel.id).send(f"{anna.mention}, **your** turn")
        posted = await pane.event("message")
        assert posted["new"]
        assert posted["message"]["content"] == f"{anna.mention}, **your** turn"
        assert posted["message"]["rings"]
        await sent.edit(content="Done")
        changed = await pane.event("message")
        assert (changed["new"], changed["message"]["edited"]) == (False, True)
        await sent.delete()
        assert (await pane.event("gone"))["message"] == str(sent.id)
        assert (await pane.ask("open", channel=at(playground)))["messages"] == []


async def test_what_is_ephemeral_is_seen_by_one_until_dismissed(
    playground: Playground, bot: Bot
) -> None:
    async def hand(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Your cards", ephemeral=True)

    bot.on["hand"] = hand
    playground.person("Anna")
    playground.person("Bo")
    message = await button(playground, bot, "hand")
    async with window(playground, "Anna") as anna, window(playground, "Bo") as bo:
        await anna.ask("press", channel=at(playground), message=message, custom_id="hand")
        shown = (await anna.event("message"))["message"]
        assert shown["ephemeral"]
        assert shown["reply"]["text"] == "Press"
        assert len((await bo.ask("open", channel=at(playground)))["messages"]) == 1
        hidden = await bo.refused("dismiss", channel=at(playground), message=shown["id"])
        assert hidden["code"] == 10008
        assert (await anna.refused("dismiss", channel=at(playground), message=message))["code"]
        await anna.ask("dismiss", channel=at(playground), message=shown["id"])
        assert (await anna.event("gone"))["message"] == shown["id"]
        await anna.ask("press", channel=at(playground), message=message, custom_id="hand")
        assert len((await anna.ask("open", channel=at(playground)))["messages"]) == 2
    async with window(playground, "Anna") as anew:  # a client that starts anew has lost it
        assert len((await anew.ask("open", channel=at(playground)))["messages"]) == 1


async def test_a_press_that_is_not_answered_fails_after_three_seconds(
    playground: Playground, bot: Bot, clock: Clock
) -> None:
    playground.person("Anna")
    message = await button(playground, bot, "silence")
    async with window(playground, "Anna") as pane:
        asked = {"channel": at(playground), "message": message, "custom_id": "silence"}
        pressing = asyncio.create_task(pane.ask("press", **asked))
        await playground.until(lambda: bot.seen)
        assert not pressing.done()
        clock.now += 3.1
        assert (await pressing)["kind"] == "failed"


async def test_what_cannot_be_pressed_is_refused(playground: Playground, bot: Bot) -> None:
    playground.person("Anna")
    message = await button(playground, bot, "grey", disabled=True)
    async with window(playground, "Anna") as pane:
        asked = {"channel": at(playground), "message": message}
        refused = await pane.refused("press", **asked, custom_id="grey")
        assert "disabled" in refused["message"]
        assert await pane.refused("press", **asked, custom_id="other")
        assert (await pane.refused("press", channel="1", message="1"))["code"] == 10003
        assert await pane.refused("fly")
        assert bot.seen == []


async def test_menus_of_people_and_channels_list_them(playground: Playground, bot: Bot) -> None:
    playground.person("Anna")
    bo = playground.person("Bo")
    view = discord.ui.View()
    view.add_item(discord.ui.UserSelect(custom_id="who", default_values=[discord.Object(bo.id, type=discord.User)]))  # fmt: skip  # noqa: E501
    view.add_item(discord.ui.ChannelSelect(custom_id="where"))
    view.add_item(discord.ui.RoleSelect(custom_id="role"))
    sent = await bot.channel(playground.channel.id).send("Choose", view=view)
    async with window(playground, "Anna") as pane:
        (shown,) = (await pane.ask("open", channel=at(playground)))["messages"]
        who, where, role = (row["components"][0]["options"] for row in shown["components"])
        assert ("@Bo", True) in [(one["label"], one["default"]) for one in who]
        assert [one["label"] for one in where] == ["#general"]
        assert "Moderators" in [one["label"] for one in role]
        for menu, value, kind in (
            ("where", at(playground), "channels"),
            ("role", role[1]["value"], "roles"),
        ):
            asked = {"channel": at(playground), "message": str(sent.id), "values": [value]}
            number = len(bot.seen)
            await pane.socket.send_json({"n": -1, "do": "choose", "custom_id": menu, **asked})
            await playground.until(lambda n=number: len(bot.seen) > n)  # type: ignore[misc]
            assert value in data_of(bot.seen[-1])["resolved"][kind]


async def test_forms_open_and_are_sent_by_whoever_opened_them(
    playground: Playground, bot: Bot
) -> None:
    class Ban(discord.ui.Modal, title="Ban"):
        why: discord.ui.TextInput[Ban] = discord.ui.TextInput(label="Why", custom_id="why")

        async def on_submit(self, interaction: discord.Interaction) -> None:
            await interaction.response.send_message(f"Banned: {self.why.value}")

    async def ban(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Ban())

    bot.on["ban"] = ban
    playground.person("Anna")
    playground.person("Bo")
    message = await button(playground, bot, "ban")
    async with window(playground, "Anna") as anna, window(playground, "Bo") as bo:
        asked = {"channel": at(playground), "message": message, "custom_id": "ban"}
        opened = await anna.ask("press", **asked)
        assert (opened["kind"], opened["modal"]["title"]) == ("modal", "Ban")
        form = {"form": opened["form"]}
        assert (await bo.refused("submit", **form, fields={"why": "x"}))["code"] == 10062
        assert "at least" in (await anna.refused("submit", **form, fields={"why": ""}))["message"]
        assert (await anna.ask("submit", **form, fields={"why": "rude"}))["kind"] == "message"
        assert (await anna.event("message"))["message"]["content"] == "Banned: rude"


async def test_commands_are_told_in_ones_language_and_used(
    playground: Playground, bot: Bot
) -> None:
    @app_commands.command(description="The rules")
    async def rules(interaction: discord.Interaction, bid: str, who: discord.Member | None) -> None:
        await interaction.response.send_message(f"{bid} {who}")

    @rules.autocomplete("bid")
    async def complete(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=typed + "!", value="vip")]

    bot.tree.add_command(rules)
    await bot.tree.sync()
    playground.commands[0][0]["name_localizations"] = {"sv-SE": "regler"}
    playground.person("Anna", locale="sv-SE")
    bo = playground.person("Bo")
    async with window(playground, "Anna") as pane:
        (command,) = (await pane.ask("open", channel=at(playground)))["commands"]
        assert (command["name"], command["key"]) == ("regler", "rules")
        asked = {"channel": at(playground), "name": "rules"}
        offered = await pane.ask("complete", **asked, option="bid", options={"bid": "v"})
        assert offered["choices"] == [{"name": "v!", "value": "vip"}]
        options = {"bid": "vip", "who": str(bo.id)}
        assert (await pane.ask("command", **asked, options=options))["kind"] == "message"
        message = (await pane.event("message"))["message"]
        assert message["content"] == "vip bo"
        assert message["command"]["name"] == "rules"
        assert "required" in (await pane.refused("command", **asked))["message"]
        assert await pane.refused("command", **asked, options={"bid": "x", "who": "me"})


async def test_thinking_is_told(playground: Playground, bot: Bot) -> None:
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("Thought")

    bot.on["slow"] = slow
    playground.person("Anna")
    message = await button(playground, bot, "slow")
    async with window(playground, "Anna") as pane:
        asked = {"channel": at(playground), "message": message, "custom_id": "slow"}
        assert (await pane.ask("press", **asked))["kind"] == "deferred"
        assert (await pane.event("message"))["message"]["flags"] & 128
        thought = (await pane.event("message"))["message"]
        assert (thought["content"], thought["edited"]) == ("Thought", False)


async def test_what_is_unread_is_counted_until_read(playground: Playground, bot: Bot) -> None:
    anna = playground.person("Anna")
    await (await bot.dm(anna.user)).send("Your cards")
    await bot.channel(playground.channel.id).send("Hello")
    last = await bot.channel(playground.channel.id).send(anna.mention)
    anna.say(playground.channel, "I come")
    async with window(playground, "Anna") as pane, window(playground, "Anna", "") as other:
        dm = next(place["id"] for place in pane.hello["places"] if place["kind"] == "dm")
        assert pane.hello["unread"][dm]["rings"] == 1
        found = pane.hello["unread"][at(playground)]
        assert (found["count"], found["rings"]) == (2, 1)
        assert int(found["first"]) < last.id
        await pane.ask("read", channel=at(playground))
        assert (await other.event("read"))["channel"] == at(playground)
    async with window(playground, "Anna") as again:
        assert list(again.hello["unread"]) == [dm]


async def test_people_write_and_delete_what_they_may(playground: Playground, bot: Bot) -> None:
    playground.person("Anna", moderator=True)
    playground.person("Bo")
    here = {"channel": at(playground)}
    async with window(playground, "Anna") as anna, window(playground, "Bo") as bo:
        await bo.ask("say", **here, content=" Hello ")
        said = (await anna.event("message"))["message"]
        assert said["content"] == "Hello"
        assert (await bo.refused("say", **here, content="  "))["code"] == 50006
        assert (await bo.refused("say", **here, content="x" * 2001))["code"] == 50035
        await anna.ask("say", **here, content="Hi")
        mine = next(reversed(playground.channel.messages))
        assert await bo.refused("delete", **here, message=str(mine))
        await anna.ask("delete", **here, message=said["id"])
        assert (await bo.event("gone"))["message"] == said["id"]


async def test_threads_and_conversations_appear(playground: Playground, bot: Bot) -> None:
    anna = playground.person("Anna")
    async with window(playground, "Anna") as pane:
        thread = await bot.channel(playground.channel.id).create_thread(name="Table 1")
        # It is private: nobody who is not in it learns of it.
        assert (await pane.refused("open", channel=str(thread.id)))["code"] == 50001
        await thread.send(anna.mention)
        while not (places := (await pane.event("places"))["places"])[-1]["joined"]:
            continue
        assert places[-1]["parent"] == at(playground)
        await (await bot.dm(anna.user)).send("Welcome")
        places = (await pane.event("places"))["places"]
        assert [place["kind"] for place in places] == ["channel", "thread", "dm"]


async def test_settings_of_a_person_are_those_of_all_their_windows(
    playground: Playground, bot: Bot
) -> None:
    anna = playground.person("Anna")
    async with window(playground, "Anna") as pane, window(playground, "Anna", "") as other:
        await pane.ask("set", locale="da", dms_open=False)
        assert (await other.event("me"))["me"]["locale"] == "da"
        assert (anna.user.locale, anna.dms_open) == ("da", False)
        await pane.ask("set", locale="tlh")
        assert anna.user.locale == "da"


async def test_older_messages_come_page_by_page(playground: Playground, bot: Bot) -> None:
    anna = playground.person("Anna")
    for number in range(60):
        anna.say(playground.channel, str(number))
    async with window(playground, "Anna") as pane:
        newest = await pane.ask("open", channel=at(playground))
        assert [m["content"] for m in newest["messages"]] == [str(n) for n in range(10, 60)]
        first = newest["messages"][0]["id"]
        oldest = await pane.ask("open", channel=at(playground), before=first)
        assert (len(oldest["messages"]), newest["more"], oldest["more"]) == (10, True, False)


def test_the_pages_words_are_in_every_language() -> None:
    scripts = {file.name: file.read_text("utf-8") for file in FILES.glob("*.js")}
    languages = re.split(r"^  [\w\"-]+: \{$", scripts.pop("words.js"), flags=re.MULTILINE)[1:]
    told = [set(re.findall(r'^    "?(.+?)"?:\s', part, re.MULTILINE)) for part in languages]
    used = {words for text in scripts.values() for words in re.findall(r'\bt\(\s*"(.+?)"', text)}
    assert len(told) == 2
    assert told == [used, used]
