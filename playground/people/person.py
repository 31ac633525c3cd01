"""A person at the keyboard: what Discord's own client lets people do, and what it refuses.

Every action tells the bot and waits for its answer, a ``Response``. Actions that the client would
refuse (a disabled button, an unknown choice) raise ``ClientRefusal``; ``forge`` skips these checks
and sends anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.people import screen
from playground.people.command_options import command_data, data_on
from playground.people.form_filling import fill_in
from playground.people.menus import chosen_data
from playground.state.api_errors import ClientRefusal
from playground.state.model import (
    Callback,
    Channel,
    ChannelType,
    Component,
    Interaction,
    InteractionType,
    Json,
    Message,
    User,
)
from playground.state.world import World

__all__ = ["ClientRefusal", "LocalPerson", "Response"]

_KINDS: dict[Callback | None, str] = {
    None: "pending",
    Callback.MESSAGE: "message",
    Callback.DEFERRED_MESSAGE: "deferred",
    Callback.DEFERRED_UPDATE: "deferred update",
    Callback.UPDATE: "update",
    Callback.CHOICES: "choices",
    Callback.MODAL: "modal",
}


class Response:
    """The bot's answer to an action; it stays current while the bot goes on answering."""

    def __init__(self, world: World, event: Interaction) -> None:
        self._world = world
        self.interaction = event

    @property
    def kind(self) -> str:
        """Pending, message, deferred, deferred update, update, choices or modal."""
        return _KINDS[self.interaction.callback]

    @property
    def message(self) -> Message:
        """The answering or updated message. Raises LookupError if there is none."""
        if self.interaction.original is None:
            raise LookupError(f"the answer was no message but: {self.kind}")
        return self.interaction.original

    @property
    def followups(self) -> list[Message]:
        return self.interaction.followups

    @property
    def modal(self) -> Json:
        """The form that opened. Raises LookupError if there is none."""
        if self.interaction.modal is None:
            raise LookupError(f"the answer was no form but: {self.kind}")
        return self.interaction.modal

    @property
    def choices(self) -> list[Json]:
        return self.interaction.choices or []

    @property
    def refusals(self) -> list[Json]:
        """Discord's bodies for the answers it refused, such as 50035 or 40060."""
        return self.interaction.refusals

    @property
    def ephemeral(self) -> bool:
        return self.interaction.original is not None and self.interaction.original.ephemeral

    @property
    def text(self) -> str:
        """The answer as its reader sees it, with followups below; empty if it was no message."""
        event = self.interaction
        shown = [m for m in [event.original, *event.followups] if m is not None and not m.deleted]
        return "\n\n".join(screen.render(self._world, m, event.user) for m in shown)

    async def answered(self, *, seconds: float | None = None) -> Response:
        """Wait for the first answer. Raises TimeoutError, with the refusals."""
        return await self._wait("answer", lambda: self.interaction.callback is not None, seconds)

    async def settled(self, *, seconds: float | None = None) -> Response:
        """Wait for the final answer, after any deferral."""
        return await self._wait("final answer", lambda: self.interaction.settled, seconds)

    async def _wait(self, what: str, predicate: Any, seconds: float | None) -> Response:
        try:
            await self._world.until(predicate, seconds=seconds)
        except TimeoutError:
            raise TimeoutError(
                f"no {what} to {self.interaction.data}; refused: {self.refusals}"
            ) from None
        return self


class LocalPerson:
    """A person at the keyboard, who sees, writes and presses."""

    def __init__(self, world: World, user: User) -> None:
        self._world = world
        self.user = user
        self.modal: Response | None = None

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def mention(self) -> str:
        return self.user.mention

    @property
    def dms_open(self) -> bool:
        return self.user.dms_open

    @dms_open.setter
    def dms_open(self, is_open: bool) -> None:
        self.user.dms_open = is_open

    # ------------------------------------------------------------------ seeing

    def sees(self, message: Message) -> bool:
        """Whether the person can see a message."""
        channel = message.channel
        if message.viewer not in (None, self.user):
            return False
        if channel.recipient is not None:
            return channel.recipient is self.user
        if channel.type is ChannelType.PRIVATE_THREAD:
            return self.user.id in channel.members
        return channel.guild is not None and self.user.id in channel.guild.members

    def messages(self, channel: Channel) -> list[Message]:
        """Return the messages this person sees there, the oldest first, with ephemeral ones."""
        return [m for m in channel.messages.values() if self.sees(m)]

    def dms(self) -> list[Message]:
        return self.messages(self._world.direct(self.user))

    def mail(self) -> Iterator[Message]:
        """Return the direct messages that are not ephemeral, the newest first."""
        direct = self._world.direct(self.user)
        stay = (m for m in reversed(direct.messages.values()) if not m.ephemeral)
        return filter(self.sees, stay)

    def last(self, channel: Channel | None = None) -> Message:
        """Return the newest message in a channel, or in the DMs. Raises LookupError if there is
        none."""
        found = self.dms() if channel is None else self.messages(channel)
        if not found:
            raise LookupError(f"{self.name} sees no message")
        return found[-1]

    def pings(self) -> list[Message]:
        """Return the messages that made this person's phone buzz, the oldest first."""
        channels = self._world.channels.values()
        found = [m for c in channels for m in c.messages.values() if self.id in m.pinged]
        return sorted(found, key=lambda m: m.id)

    def read(self, message: Message) -> str:
        """Return a message as plain text, as this person sees it."""
        return screen.render(self._world, message, self.user)

    # ------------------------------------------------------------------ acting

    async def slash(
        self, channel: Channel, name: str, /, *, wait: bool = True, **options: Any
    ) -> Response:
        """Use a slash command by its name (subcommands after a space) in any language.

        Pass options that are no Python names as ``**{"new-name": value}``.
        """
        data = command_data(self._world, self.user, channel, name, options)
        return await self._do(InteractionType.COMMAND, channel, data, wait=wait)

    async def use_on(
        self, channel: Channel, name: str, target: LocalPerson | User, *, wait: bool = True
    ) -> Response:
        """Use a command on a person by its name in any language."""
        user = target.user if isinstance(target, LocalPerson) else target
        data = data_on(self._world, self.user, channel, name, user)
        return await self._do(InteractionType.COMMAND, channel, data, wait=wait)

    async def autocomplete(
        self, channel: Channel, name: str, option: str, typed: str, /, **others: Any
    ) -> list[Json]:
        """Return the offers while typing into an option, as ``{"name": ..., "value": ...}``."""
        outcome = await self.complete(channel, name, option, typed, **others)
        return (await outcome.answered()).choices

    async def complete(
        self, channel: Channel, name: str, option: str, typed: str, /, **others: Any
    ) -> Response:
        """Type into an option like ``autocomplete``, without waiting for the answer."""
        options = {**others, option: typed}
        data = command_data(self._world, self.user, channel, name, options, focused=option)
        return await self._do(InteractionType.AUTOCOMPLETE, channel, data, wait=False)

    async def click(
        self,
        message: Message,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        wait: bool = True,
    ) -> Response:
        """Press a button by its label (the whole or its beginning) or by its custom_id."""
        button = self._button(message, label, custom_id)
        data = {"custom_id": button["custom_id"], "component_type": 2, "id": button.get("id", 0)}
        return await self._do(
            InteractionType.COMPONENT, message.channel, data, message=message, wait=wait
        )

    def _button(self, message: Message, label: str | None, custom_id: str | None) -> Json:
        self._require_seen(message)
        buttons = [b for b in message.buttons() if "custom_id" in b]
        if custom_id is None:
            found = _buttons_by_label(buttons, label or "")
        else:
            found = [b for b in buttons if b["custom_id"] == custom_id]
        return self._only(found, label or custom_id, [screen.button_text(b) for b in buttons])

    async def select(
        self,
        message: Message,
        menu: str | None,
        chosen: Sequence[str | LocalPerson],
        *,
        wait: bool = True,
    ) -> Response:
        """Choose from a menu by value, label, or in a menu of users by person. ``menu`` is its
        custom_id or placeholder, or None if there is only one."""
        self._require_seen(message)
        selects = list(message.selects())
        found = [s for s in selects if menu in (None, s["custom_id"], s.get("placeholder"))]
        names = [s.get("placeholder") or s["custom_id"] for s in selects]
        select = self._only(found, menu, names)
        data = {
            "custom_id": select["custom_id"],
            "component_type": select["type"],
            "id": select.get("id", 0),
            **chosen_data(self._world, select, _values(chosen), message.channel, self.user),
        }
        return await self._do(
            InteractionType.COMPONENT, message.channel, data, message=message, wait=wait
        )

    async def submit(
        self,
        fields: Mapping[str, str | Sequence[str]],
        *,
        form: Response | None = None,
        wait: bool = True,
    ) -> Response:
        """Fill in and send a form by custom_ids or labels; by default the last one opened."""
        opened = form or self.modal
        if opened is None:
            raise ClientRefusal("no form is open")
        self.modal = None
        event = opened.interaction
        left: dict[str, Any] = dict(fields)
        resolved: Json = {}

        def choose(select: Json, values: Sequence[str]) -> list[str]:
            found = chosen_data(self._world, select, values, event.channel, self.user)
            for kind, things in found.get("resolved", {}).items():
                resolved.setdefault(kind, {}).update(things)
            return list(found["values"])

        components = [fill_in(c, left, choose) for c in opened.modal["components"]]
        if left:
            raise ClientRefusal(f"the form has no field {', '.join(left)}")
        data = {"custom_id": opened.modal["custom_id"], "components": components}
        if resolved:
            data["resolved"] = resolved
        return await self._do(
            InteractionType.MODAL_SUBMIT, event.channel, data, message=event.message, wait=wait
        )

    async def forge(
        self,
        message: Message,
        custom_id: str,
        *,
        values: Sequence[str] | None = None,
        fields: Mapping[str, str] | None = None,
        wait: bool = True,
    ) -> Response:
        """Send any press on any message, whether it is seen, has that button, or exists at all.

        ``values`` make it a choice from a menu, ``fields`` a filled-in form.
        """
        if fields is not None:
            return await self._forge_form(message, custom_id, fields, wait=wait)
        kind = Component.BUTTON if values is None else Component.STRING_SELECT
        data: Json = {"custom_id": custom_id, "component_type": int(kind), "id": 1}
        if values is not None:
            data["values"] = list(values)
        return await self._do(
            InteractionType.COMPONENT, message.channel, data, message=message, wait=wait
        )

    async def _forge_form(
        self, message: Message, custom_id: str, fields: Mapping[str, str], *, wait: bool
    ) -> Response:
        filled = [
            {"type": int(Component.TEXT_INPUT), "custom_id": key, "value": value, "id": 2}
            for key, value in fields.items()
        ]
        labels = [{"type": int(Component.LABEL), "id": 1, "component": one} for one in filled]
        return await self._do(
            InteractionType.MODAL_SUBMIT, message.channel,
            {"custom_id": custom_id, "components": labels}, message=message, wait=wait,
        )  # fmt: skip

    def say(self, channel: Channel, text: str) -> Message:
        """Write a message as this person."""
        return self._world.post(channel, self.user, {"content": text})

    def delete(self, message: Message) -> None:
        """Delete this person's own message, or any as a moderator."""
        guild = message.channel.guild
        if message.author is not self.user and (guild is None or self.id not in guild.moderators):
            raise ClientRefusal("only moderators delete the messages of others")
        self._world.delete(message)

    def _require_seen(self, message: Message) -> None:
        if message.deleted or not self.sees(message):
            raise ClientRefusal(f"{self.name} does not see this message")

    def _only(self, found: list[Json], wanted: str | None, there: list[str]) -> Json:
        if len(found) != 1:
            raise ClientRefusal(f"{wanted!r} fits {len(found)} of {there}")
        if found[0].get("disabled"):
            raise ClientRefusal(f"{wanted!r} is disabled")
        return found[0]

    async def _do(
        self,
        kind: InteractionType,
        channel: Channel,
        data: Json,
        *,
        message: Message | None = None,
        wait: bool,
    ) -> Response:
        event = self._world.interact(kind, self.user, channel, data, message)
        outcome = Response(self._world, event)
        if wait:
            await outcome.answered()
            if event.modal is not None:
                self.modal = outcome
        return outcome


def _buttons_by_label(buttons: list[Json], wanted: str) -> list[Json]:
    """Return the buttons with this label, otherwise those whose text begins with it."""
    found = [b for b in buttons if wanted in (b.get("label"), screen.button_text(b))]
    return found or [b for b in buttons if screen.button_text(b).startswith(wanted)]


def _values(chosen: Sequence[str | LocalPerson]) -> list[str]:
    return [str(one.id) if isinstance(one, LocalPerson) else str(one) for one in chosen]
