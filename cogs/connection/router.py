"""The router, which hands every press of a button or a menu to the handler of its area.

A control's custom_id says everything; nothing is kept in discord.py's own store of views.
"""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

import discord

from cogs.connection.context import resume_tables
from cogs.connection.installation import check_member
from cogs.connection.press_data import custom_id_of
from cogs.connection.replies import apologize, refuse, tell_locked
from cogs.delivery.calls.undelivered import (
    ALREADY_ANSWERED,
    LOCKED,
    MESSAGE_GONE,
    UNSENT,
    TokenDead,
    Undelivered,
    refuses_token,
)
from cogs.screens.parts.components import Press
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.wording import N_, Sentence
from kwbot.logs import place_of
from kwbot.metrics import PRESSES, count_error
from kwbot.tables.errors.refusals import OwnedElsewhere

_log = logging.getLogger(__name__)

_UNKNOWN = Sentence(N_("This button no longer works. Get a new one with /table."))
Handler = Callable[[discord.Interaction, Press], Awaitable[None]]


class Router:
    """Hands each press to the handler of its area, and answers if that fails."""

    def __init__(self) -> None:
        self._areas: dict[str, Handler] = {}
        self._forms: dict[str, Handler] = {}
        self._of_servers = set[str]()
        """Areas that serve on a server only where the bot is a member."""

    def on(self, area: str, handler: Handler, *, of_server: bool = False) -> None:
        """Register `handler`, which may raise a RuleViolation, for the presses of `area`.
        `of_server`: whether it opens or shows something of the server on which it is pressed."""
        self._areas[area] = handler
        if of_server:
            self._of_servers.add(area)

    def on_form(self, area: str, handler: Handler) -> None:
        """Register `handler` for the sent forms of `area`, which allow other answers."""
        self._forms[area] = handler

    async def pass_on(self, interaction: discord.Interaction, press: Press) -> None:
        """Answer a press as if it were one of another area."""
        await self._areas[press.area](interaction, press)

    async def route(self, interaction: discord.Interaction) -> None:
        """Handle a press. Never raises."""
        press = Press.parse(custom_id_of(interaction)) or Press("unknown")
        try:
            outcome = await self._answer(interaction, press)
        except Exception as error:  # noqa: BLE001 - every error ends here, without a label
            where = f"a press of {press.area}, table {press.table}"
            outcome = await fail(interaction, error, where)
        known = press.area in self._areas or press.area in self._forms
        PRESSES.labels(press.area if known else "unknown", outcome).inc()

    async def _answer(self, interaction: discord.Interaction, press: Press) -> str:
        """Answer a press. Return its outcome, for the metrics."""
        is_form = interaction.type is discord.InteractionType.modal_submit
        handler = (self._forms if is_form else self._areas).get(press.area)
        if handler is None:
            await refuse(interaction, _UNKNOWN)
            return "unknown"
        try:
            if press.area in self._of_servers:
                await check_member(interaction)
            try:
                await _handle(handler, interaction, press)
            except OwnedElsewhere:  # taken over during a silence: the log shows what happened
                await _handle(handler, interaction, press)
        except RuleViolation as violation:
            await refuse(interaction, violation.sentence, press.table)
            return "refused"
        return "answered"


async def _handle(handler: Handler, interaction: discord.Interaction, press: Press) -> None:
    await resume_tables(interaction, press.table)
    await handler(interaction, press)


def is_late(error: BaseException) -> bool:
    """Whether an answer came too late or twice: no error, since events come 0, 1 or many times."""
    if isinstance(error, (discord.InteractionResponded, TokenDead)):
        return True
    if not isinstance(error, discord.HTTPException):
        return False
    return error.code == ALREADY_ANSWERED or refuses_token(error)


def _code_of(error: BaseException) -> int:
    """Return the code with which Discord refused a call, understood or not; 0 without one."""
    return error.code if isinstance(error, (discord.HTTPException, Undelivered)) else 0


def is_locked_out(interaction: discord.Interaction, error: BaseException) -> bool:
    """Whether there was no answer because the thread is archived and locked. That is foreseen:
    anybody there may still type a command, and press what a phone shows."""
    return _code_of(error) in LOCKED and isinstance(interaction.channel, discord.Thread)


async def fail(interaction: discord.Interaction, error: BaseException, where: str) -> str:
    """Log an error by its type alone, and apologise if the interaction still takes an answer.
    Return the outcome: "late", "locked" or "failed". Never raises."""
    if is_late(error) or interaction.client.is_closed():
        _log.info("too late to answer %s", where)
        return "late"
    if _code_of(error) == MESSAGE_GONE and interaction.message:
        # The press took effect; its message was deleted, so nobody looks at it.
        _log.info("the message of %s is gone", where)
        if not interaction.response.is_done():
            with suppress(*UNSENT):
                await interaction.response.defer()
        return "late"
    outcome, tell = "failed", apologize
    if is_locked_out(interaction, error):
        _log.info("no answer to %s: its thread is closed and locked", where)
        outcome, tell = "locked", tell_locked
    else:
        code = f" {number}" if (number := _code_of(error)) else ""
        _log.error("%s failed: %s%s at %s", where, count_error(error), code, place_of(error))
    try:
        await tell(interaction)
    except Exception as second:  # noqa: BLE001 - whoever calls has nothing left to try
        _log.info("could not say so: %s", type(second).__name__)
    return outcome
