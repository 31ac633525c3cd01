"""Checks of everything that the bot does in a channel; they remove what they create."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial
from secrets import token_hex
from typing import Any, TypeVar

import aiohttp
import discord
from discord import ui

from cogs.delivery.calls.undelivered import EMOJI_TRIES
from cogs.doctor.trial_messages import (
    GREEN,
    RED,
    TRIAL_NAME,
    Unlike,
    check_emoji,
    check_picture,
    check_unlisted,
    picture,
    png,
    section,
    texts_of,
    trial_screen,
    trial_text,
)
from kwbot.hosting.finding import Finding, Tell
from kwbot.ids import UserId

_T = TypeVar("_T")

NEEDED_PERMISSIONS: Mapping[str, str] = {
    "view_channel": "the bot cannot use the channel.",
    "send_messages": "`/play` is refused; open games are paused, and their hosts get a DM.",
    "create_public_threads": "games stay in the channel.",
    "create_private_threads": "duplicates are refused; deals of the day have no thread to talk in.",
    "send_messages_in_threads": "games stay in the channel.",
    "attach_files": "pictures and the files of `/verify` cannot be sent.",
    "read_message_history": "what follows a press is posted twice if Discord's answer is lost.",
    "create_events": "planned tables and evenings are not among the server's events.",
}
"""The permissions that the install link requests, and what happens without each."""
PERMISSIONS = discord.Permissions(**dict.fromkeys(NEEDED_PERMISSIONS, True))
TRIAL_SECONDS = 40.0
"""Timeout of a check in seconds; discord.py alone retries for 25 s."""
NO_PICTURE = "tables are shown in emojis or text; pictures are tried again after an hour."
ARCHIVED, UNKNOWN_MESSAGE, THREAD_EXISTS = 50083, 10008, 160004


def reason(error: BaseException) -> str:
    """Return why something failed, without anything that we sent."""
    if isinstance(error, Unlike):
        return str(error)
    if isinstance(error, discord.HTTPException):
        said = error.text.partition("\n")[0][:100] or "no reason given"
        return f"Discord refuses: {said} (HTTP {error.status}, code {error.code})."
    if isinstance(error, TimeoutError):
        return "no answer within the timeout."
    if isinstance(error, (aiohttp.ClientError, OSError)):
        return f"Discord cannot be reached ({type(error).__name__})."
    return f"{type(error).__name__}."


class ChannelTrial:
    """Tries everything that the bot does in a channel: reports a finding for each, and removes
    everything at the end."""

    def __init__(self, client: discord.Client, tell: Tell) -> None:
        self._client = client
        self._tell = tell
        self._left: list[tuple[str, Callable[[], Awaitable[object]]]] = []

    async def run(self, channel_id: int) -> None:
        place = await self._attempt("channel", self._find(channel_id), "nothing is tried there.")
        if place is None:
            return
        try:
            granted = await self._permissions(place)
            first = await self._messages(place)
            await self._emojis(place, posts=first is not None)
            if first is not None:
                await self._thread(first)
            await self._private_thread(place)
            if granted.create_events:
                await self._events(place)
            await self._owner()
        finally:
            while self._left:
                await self._remove(*self._left.pop())

    async def _attempt(
        self, what: str, doing: Awaitable[_T], instead: str, message: str | Callable[[_T], str] = ""
    ) -> _T | None:
        """Report whether `doing` works, or what the bot does `instead`. `message`: what to say
        about the result if it works. Return the result, or None if it fails."""
        try:
            async with asyncio.timeout(TRIAL_SECONDS):
                found = await doing
        except Exception as error:  # noqa: BLE001 - every failure is a finding
            self._tell(Finding(what, works=False, message=reason(error), instead=instead))
            return None
        said = message if isinstance(message, str) else message(found)
        self._tell(Finding(what, works=True, message=said))
        return found

    async def _remove(self, what: str, remove: Callable[[], Awaitable[object]]) -> None:
        try:
            async with asyncio.timeout(TRIAL_SECONDS):
                await remove()
        except Exception as error:  # noqa: BLE001 - whatever fails, the rest is removed, too
            message = f"the {what} cannot be removed: {reason(error)}"
            known = None if isinstance(error, Unlike) else False
            self._tell(Finding("tidying up", known, message, "it stays until you delete it."))

    # --- the channel ----------------------------------------------------------------------------

    async def _find(self, number: int) -> discord.TextChannel:
        try:
            found = await self._client.fetch_channel(number)
        except discord.Forbidden:
            raise Unlike("the bot does not see it: give it View Channel there.") from None
        if not isinstance(found, discord.TextChannel):
            raise Unlike("this is not a text channel of a server.")
        # Fetched again through its server, which knows the roles.
        guild = await self._client.fetch_guild(found.guild.id)
        for channel in await guild.fetch_channels():
            if channel.id == number and isinstance(channel, discord.TextChannel):
                return channel
        raise Unlike("the server does not list it.")

    async def _permissions(self, channel: discord.TextChannel) -> discord.Permissions:
        """Check the bot's permissions. Return them, or none if they are unknown."""
        assert self._client.user is not None
        unknown = "the permissions are not checked here; the bot goes by those in each press."
        me = await self._attempt(
            "membership", channel.guild.fetch_member(self._client.user.id), unknown
        )
        if me is None:
            return discord.Permissions.none()
        granted = channel.permissions_for(me)
        for name, instead in NEEDED_PERMISSIONS.items():
            what = f"permission {name.replace('_', ' ').title()}"
            well = getattr(granted, name)
            message = "granted." if well else "missing in this channel."
            self._tell(Finding(what, works=well, message=message, instead="" if well else instead))
        return granted

    # --- messages -------------------------------------------------------------------------------

    async def _messages(self, channel: discord.TextChannel) -> discord.Message | None:
        """Check messages. Return the first one if it can be posted."""
        instead = NEEDED_PERMISSIONS["send_messages"]
        first = await self._attempt(
            "posting", self._post(channel, trial_text("checking …")), instead
        )
        if first is None:
            return None
        stale = "messages are not updated; `/table` posts a new one."
        await self._attempt("editing", _edit(first), stale)
        shown = await self._attempt("gallery by post", self._gallery(channel), NO_PICTURE)
        if shown is not None:
            nothing = "nothing changes: the bot keeps no file of an earlier message."
            await self._attempt("files that components show", check_unlisted(shown), nothing)
        fewer = "in that channel edits bring emojis or text for an hour; new posts have pictures."
        await self._attempt(
            "gallery by edit", _new_picture(shown or first), fewer if shown else NO_PICTURE
        )
        await self._attempt(
            "picture beside a text", self._section(channel), "no server is greeted; `/help` fails."
        )
        twice = "a message is posted twice if the answer to the first post is lost."
        await self._attempt("posting again with the same nonce", self._again(channel), twice)
        unseen = "the table is not shown until someone uses `/table`."
        await self._attempt("edit of a deleted message", self._edited_late(channel), unseen)
        anyway = "nothing changes: the bot tries another nonce only if that one is refused."
        await self._attempt("nonce of a deleted message", self._in_its_place(channel), anyway)
        return first

    async def _post(
        self, place: discord.abc.Messageable, view: ui.LayoutView, **more: Any
    ) -> discord.Message:
        sent = await place.send(view=view, **more)
        self._left.append(("message", partial(_delete, sent.delete)))
        return sent

    async def _gallery(self, channel: discord.TextChannel) -> discord.Message:
        screen, file = picture("by-post.png", GREEN)
        sent = await self._post(channel, screen, file=file)
        check_picture(sent, "by-post.png")
        return sent

    async def _section(self, channel: discord.TextChannel) -> None:
        screen, file = section("beside.png", GREEN)
        await self._post(channel, screen, file=file)

    async def _again(self, channel: discord.TextChannel) -> None:
        screen, nonce = trial_text("posted twice."), token_hex(8)
        sent = [await self._post(channel, screen, nonce=nonce) for _ in range(2)]
        if sent[0].id != sent[1].id:
            raise Unlike("the message is there twice.")

    async def _in_its_place(self, channel: discord.TextChannel) -> None:
        screen, nonce = trial_text("deleted."), token_hex(8)
        await (await self._post(channel, screen, nonce=nonce)).delete()
        if not await _is_refused(self._post(channel, screen, nonce=nonce), UNKNOWN_MESSAGE):
            raise Unlike("Discord posts it again.")

    async def _edited_late(self, channel: discord.TextChannel) -> None:
        sent = await self._post(channel, trial_text("deleted."))
        await sent.delete()
        if not await _is_refused(sent.edit(view=trial_text("edited.")), UNKNOWN_MESSAGE):
            raise Unlike("Discord accepts the edit.")

    # --- emojis ---------------------------------------------------------------------------------

    async def _emojis(self, channel: discord.TextChannel, *, posts: bool) -> None:
        """Check emojis; in messages only if the bot can post there."""
        instead = "cards are shown with suit symbols."
        emoji = await self._attempt("emoji of the application", self._emoji(), instead)
        if emoji is not None and posts:
            await self._attempt("emoji in text", self._emoji_in_text(channel, emoji), instead)
            fewer = "that emoji is a symbol for an hour, all others stay."
            button = self._emoji_on_button(channel, emoji)
            await self._attempt("emoji on a button", button, fewer, _told_tries)

    async def _emoji(self) -> discord.Emoji:
        name = f"kwbot_doctor_{token_hex(4)}"
        emoji = await self._client.create_application_emoji(name=name, image=png(128, GREEN))
        self._left.append(("emoji", emoji.delete))
        return emoji

    async def _emoji_in_text(self, channel: discord.TextChannel, emoji: discord.Emoji) -> None:
        sent = await self._post(channel, trial_text(str(emoji)))
        if str(emoji) not in texts_of(sent):
            raise Unlike("Discord removed it from the text.")

    async def _emoji_on_button(self, channel: discord.TextChannel, emoji: discord.Emoji) -> int:
        """Return the attempt that succeeds: Discord may refuse an emoji that it knows."""
        button: ui.Button[Any] = ui.Button(emoji=emoji, custom_id="doctor", disabled=True)
        screen = trial_screen(ui.ActionRow(button))
        for tries in range(1, EMOJI_TRIES):
            with suppress(discord.HTTPException):
                check_emoji(await self._post(channel, screen), emoji)
                return tries
        check_emoji(await self._post(channel, screen), emoji)
        return EMOJI_TRIES

    # --- threads --------------------------------------------------------------------------------

    async def _thread(self, message: discord.Message) -> None:
        instead = NEEDED_PERMISSIONS["create_public_threads"]
        making = message.create_thread(name=TRIAL_NAME, auto_archive_duration=60)
        thread = await self._attempt("thread", self._make(making), instead)
        if thread is None:
            return
        lost = "a game stays in the channel, or has two threads, if the first answer is lost."
        await self._attempt("second thread of a message", self._second(message), lost)
        inside = await self._attempt(
            "posting in a thread", self._post(thread, trial_text("in a thread.")), instead
        )
        asleep = await self._attempt(
            "archiving a thread",
            thread.edit(archived=True),
            "threads of ended tables stay open until Discord closes them after a quiet day.",
        )
        if asleep is None:
            return
        if inside is not None:
            await self._attempt(
                "edit in an archived thread",
                _is_refused(inside.edit(view=trial_text("edited while archived.")), ARCHIVED),
                "tables in archived threads are paused, and their hosts get a DM.",
                message="refused (50083), as expected.",
            )
        waits = "games in archived threads wait until someone opens the thread."
        await self._attempt("waking a thread by posting", self._wake(thread), waits)

    async def _make(self, making: Awaitable[discord.Thread]) -> discord.Thread:
        thread = await making

        async def remove() -> None:
            try:
                await thread.delete()
            except discord.Forbidden:
                with suppress(discord.HTTPException):  # archived already
                    await thread.edit(archived=True)
                raise Unlike(
                    f"this requires Manage Threads. It is archived and called {TRIAL_NAME}."
                ) from None

        self._left.append(("private thread" if thread.is_private() else "thread", remove))
        return thread

    async def _second(self, message: discord.Message) -> None:
        making = message.create_thread(name=TRIAL_NAME, auto_archive_duration=60)
        if not await _is_refused(self._make(making), THREAD_EXISTS):
            raise Unlike("a message can have two.")

    async def _wake(self, thread: discord.Thread) -> None:
        await self._post(thread, trial_text("unarchived."))
        found = await self._client.fetch_channel(thread.id)
        if isinstance(found, discord.Thread) and found.archived:
            raise Unlike("the message was posted, but the thread stays archived.")

    async def _private_thread(self, channel: discord.TextChannel) -> None:
        private = discord.ChannelType.private_thread
        making = channel.create_thread(
            name=TRIAL_NAME, type=private, auto_archive_duration=60, invitable=False
        )
        alone = "duplicates and deals of the day have no private threads."
        thread = await self._attempt("private thread", self._make(making), alone)
        if thread is not None:
            outside = "nobody gets into the threads of duplicates and of deals of the day."
            await self._attempt("letting someone into a thread", self._let_in(thread), outside)

    async def _let_in(self, thread: discord.Thread) -> None:
        """Add the owner, or the bot itself if the owner is not on the server."""
        owner = discord.Object(self._owners_id())
        try:
            await thread.guild.fetch_member(owner.id)
        except discord.NotFound:
            assert self._client.user is not None
            await thread.add_user(self._client.user)
            return
        await thread.add_user(owner)
        self._left.append(
            ("owner in a thread", partial(_delete, partial(thread.remove_user, owner)))
        )

    # --- events of the server -------------------------------------------------------------------

    async def _events(self, channel: discord.TextChannel) -> None:
        event = await self._attempt(
            "adding an event", self._add_event(channel), NEEDED_PERMISSIONS["create_events"]
        )
        if event is None:
            return
        second = "a kill just after a planned table's event was added leaves a second one."
        await self._attempt("list of events", self._find_event(event, channel), second)
        old = "events of planned tables keep the time and the name that they were added with."
        await self._attempt("changing an event", _postpone(event), old)
        stays = "events of planned tables that are called off stay until they end."
        await self._attempt("removing an event", event.delete(), stays)

    async def _add_event(self, channel: discord.TextChannel) -> discord.ScheduledEvent:
        starts = discord.utils.utcnow().replace(microsecond=0) + timedelta(days=1)
        event = await channel.guild.create_scheduled_event(
            name=TRIAL_NAME,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=channel.jump_url,
            start_time=starts,
            end_time=starts + timedelta(hours=1),
        )
        self._left.append(("event", partial(_delete, event.delete)))
        return event

    async def _find_event(
        self, event: discord.ScheduledEvent, channel: discord.TextChannel
    ) -> None:
        assert self._client.user is not None
        listed = await channel.guild.fetch_scheduled_events(with_counts=False)
        found = [(one.creator_id, one.location) for one in listed if one.id == event.id]
        if found != [(self._client.user.id, channel.jump_url)]:
            raise Unlike("the event is not there with its creator and its place.")

    # --- direct messages ------------------------------------------------------------------------

    async def _owner(self) -> None:
        instead = "players without DMs press *My hand* on the table and play in private answers."
        await self._attempt("direct message to the owner", self._direct(self._owners_id()), instead)

    def _owners_id(self) -> UserId:
        application = self._client.application
        assert application is not None
        team = application.team
        return UserId((team.owner_id if team else None) or application.owner.id)

    async def _direct(self, user_id: UserId) -> None:
        channel = await self._client.create_dm(discord.Object(user_id))
        await self._post(channel, trial_text("hands arrive like this."))


# --- single steps ---------------------------------------------------------------------------------


async def _edit(message: discord.Message) -> None:
    text = "checking; this message will be deleted."
    edited = await message.edit(view=trial_text(text))
    if text not in texts_of(edited):
        raise Unlike("the message did not change.")


async def _new_picture(message: discord.Message) -> None:
    screen, file = picture("by-edit.png", RED)
    check_picture(await message.edit(view=screen, attachments=[file]), "by-edit.png")


async def _postpone(event: discord.ScheduledEvent) -> None:
    assert event.end_time is not None
    later = event.start_time + timedelta(days=1)
    changed = await event.edit(start_time=later, end_time=event.end_time + timedelta(days=1))
    if changed.start_time != later:
        raise Unlike("the event did not change.")


def _told_tries(tries: int) -> str:
    return "" if tries == 1 else f"taken when it was sent for the {tries}. time."


async def _is_refused(doing: Awaitable[object], code: int) -> bool:
    """Return whether Discord refuses a call with `code`. Raises a refusal with another code."""
    try:
        await doing
    except discord.HTTPException as error:
        if error.code != code:
            raise
        return True
    return False


async def _delete(delete: Callable[[], Awaitable[object]]) -> None:
    """Delete something that may be gone already."""
    with suppress(discord.NotFound):
        await delete()
