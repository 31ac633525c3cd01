"""The bot's commands, translated once for all its starts: much of what a start costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from discord import app_commands

from cogs.connection.localised import Translator


@contextmanager
def translating_once() -> Iterator[None]:
    """For all bots that start within."""
    translated = app_commands.Command.get_translated_payload
    payloads: dict[tuple[str, str], dict[str, Any]] = {}

    async def kept(
        command: app_commands.Command[Any, ..., Any],
        tree: app_commands.CommandTree[Any],
        translator: app_commands.Translator,
    ) -> dict[str, Any]:
        module, key = command.module or "", (command.module or "", command.qualified_name)
        if not isinstance(translator, Translator) or not module.startswith("cogs."):
            return await translated(command, tree, translator)
        if key not in payloads:
            payloads[key] = await translated(command, tree, translator)
        return payloads[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_commands.Command, "get_translated_payload", kept)
        yield


@pytest.fixture(scope="session", autouse=True)
def translated_once() -> Iterator[None]:
    """Imported by the `conftest.py` of every folder whose tests start the bot often."""
    with translating_once():
        yield
