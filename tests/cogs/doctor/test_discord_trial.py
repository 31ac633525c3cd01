"""The doctor and Discord: the token, the application, the gateway, the clock."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from cogs.connection.endpoint import connect_to
from cogs.doctor import discord_trial
from cogs.doctor.channel_trial import PERMISSIONS
from kwbot.hosting.finding import Finding
from playground import Playground
from playground.api import routes
from playground.api.rest import Answer, Call
from playground.state import wire
from playground.state.world import World
from tests.cogs.server import oracle

NOWHERE = "http://127.0.0.1:1/api/v10", "ws://127.0.0.1:1/gateway"


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground(validate=oracle()) as made:
        with connect_to(made.api, made.gateway_url):
            yield made


async def asked(token: str, ahead: float = 0.0) -> dict[str, Finding]:
    """By what was looked at; `ahead`: so many seconds this machine's clock is off."""
    found: list[Finding] = []

    def now() -> datetime:
        return datetime.now(UTC) + timedelta(seconds=ahead)

    await discord_trial.examine(token, None, found.append, now)
    assert token not in "\n".join(map(str, found))
    return {finding.what: finding for finding in found}


async def test_an_application_as_it_should_be(playground: Playground) -> None:
    found = await asked(playground.token)
    assert [one.what for one in found.values() if one.works is False] == []
    assert found["token"].message == "the bot is bot."
    assert found["clock"].works
    assert found["installation"] == Finding("installation", works=True, message="on servers.")
    assert str(playground.application_id) in found["install link"].message
    assert not playground.gateway.connected
    assert "999 of 1000" in found["gateway"].message


def test_the_install_link_asks_for_what_the_readme_says() -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
    assert {str(PERMISSIONS.value)} == set(re.findall(r"permissions=(\d+)", readme))


@pytest.mark.parametrize("token", ["a.wrong.token", "with a\nline", "ключ", "{token}"])
async def test_a_token_that_is_none_is_told_and_never_shown(
    playground: Playground, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    found = await asked(token)
    (only,) = found.values()
    assert only.works is False
    assert only.instead
    assert token not in caplog.text


async def test_a_host_that_cannot_be_reached() -> None:
    with connect_to(*NOWHERE):
        (only,) = (await asked("some.token")).values()
    assert (only.what, only.works) == ("Discord", False)
    assert only.message == "Discord cannot be reached (ClientConnectorError)."


async def test_a_gateway_that_discord_does_not_give(playground: Playground) -> None:
    playground.faults.add("GET", "/gateway/bot", code=50001)
    found = await asked(playground.token)
    assert found["gateway"].works is False
    assert "offline" in found["gateway"].instead


async def test_starts_that_are_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(world: World, call: Call) -> Answer:
        limit = {"total": 1000, "remaining": 0, "reset_after": 0, "max_concurrency": 1}
        url = world.base.replace("http", "ws", 1) + "/gateway"
        return {"url": url, "shards": 16, "session_start_limit": limit}

    monkeypatch.setitem(routes.ROUTES, ("GET", "/gateway/bot"), start)
    async with Playground() as playground:
        with connect_to(playground.api, playground.gateway_url):
            found = await asked(playground.token)
    assert [one.what for one in found.values() if one.works is False] == ["gateway"]
    assert found["shards"].message.startswith("Discord recommends 16;")


async def test_a_gateway_behind_a_wall(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playground, "base", "http://127.0.0.1:1")
    found = await asked(playground.token)
    assert found["gateway"].works is False
    assert "cannot be reached" in found["gateway"].message


@pytest.mark.parametrize(("ahead", "side"), [(90, "90 s ahead of"), (-90, "90 s behind")])
async def test_a_clock_that_is_wrong(playground: Playground, ahead: float, side: str) -> None:
    found = (await asked(playground.token, ahead))["clock"]
    assert found.works is False
    assert side in found.message.replace("89", "90").replace("91", "90")
    assert "countdowns" in found.instead


@pytest.mark.parametrize(
    ("installed", "said"),
    [
        ({"0": {}, "1": {}}, "User Install is on"),
        ({"1": {}}, "Guild Install is off and User Install is on"),
    ],
)
async def test_settings_of_the_application_that_break_a_bot(
    playground: Playground, monkeypatch: pytest.MonkeyPatch, installed: dict[str, Any], said: str
) -> None:
    usual = wire.application

    def strange(*given: Any) -> dict[str, Any]:
        return {
            **usual(*given),
            "interactions_endpoint_url": "https://example.org/interactions",
            "bot_require_code_grant": True,
            "bot_public": False,
            "flags": 1 << 19 | 1 << 14,  # message content, limited; members
            "approximate_guild_count": 99,
            "integration_types_config": installed,
        }

    monkeypatch.setattr(wire, "application", strange)
    found = await asked(playground.token)
    assert [one.what for one in found.values() if one.works is False] == [
        "interactions endpoint",
        "code grant",
        "installation",
        "documents",
    ]
    assert found["installation"].message.startswith(said)
    assert found["privileged intents"].message.startswith("guild_members, message_content: on")
    assert "you and your team only" in found["install link"].message
    assert "docs/hosting.md" in found["servers"].message


async def test_presses_by_http_want_an_address(playground: Playground) -> None:
    found: list[Finding] = []
    await discord_trial.examine(playground.token, None, found.append, by_http=True)
    (said,) = [one for one in found if one.what == "interactions endpoint"]
    assert said.works is False
    assert "enter the address" in said.message


async def test_the_documentation_names_what_is_tried(playground: Playground) -> None:
    """Each line named in docs/discord.md is one that the doctor prints, or would, and each line of
    the doctor is named there, but for those that look at settings."""
    text = (Path(__file__).parents[3] / "docs" / "discord.md").read_text("utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")]
    named = {name for *_, last in rows for name in re.findall(r"`([^`]+)`", last)}
    found: list[Finding] = []
    await discord_trial.examine(playground.token, playground.channel.id, found.append)
    lines = {one.what for one in found if not one.what.startswith("permission ")}
    assert named <= lines
    assert lines - named == {"code grant", "install link", "servers", "channel", "membership"}
    assert all(len(row) == 4 for row in rows)
