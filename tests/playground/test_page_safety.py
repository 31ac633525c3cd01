"""The page is for people on this machine only."""

from __future__ import annotations

import io
import json

import aiohttp
import discord
import pytest

from kwbot.playground import Playground
from kwbot.playground.site import FILES
from tests.playground.conftest import Bot
from tests.playground.pane import at, button, window


@pytest.mark.parametrize("path", ["/", "/page/main.js", "/page/socket", "/gateway", "/api/v10/x"])
@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}]
)
async def test_foreign_pages_are_refused(
    playground: Playground, path: str, headers: dict[str, str]
) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.get(playground.base + path, headers=headers) as answer,
    ):
        assert answer.status == 403


async def test_the_page_may_be_reached_by_name(playground: Playground) -> None:
    port = playground.base.rpartition(":")[2]
    for name in ("localhost", "127.0.0.1"):
        headers = {"Host": f"{name}:{port}", "Origin": f"http://{name}:{port}"}
        async with (
            aiohttp.ClientSession() as session,
            session.get(playground.base, headers=headers) as answer,
        ):
            assert answer.status == 200
            assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


async def test_only_the_pages_own_files_are_served(playground: Playground) -> None:
    async with aiohttp.ClientSession() as session:
        for name in ("../server.py", "%2e%2e%2fserver.py", "nothing.js", ""):
            async with session.get(f"{playground.base}/page/{name}") as answer:
                assert answer.status == 404
        for file in FILES.iterdir():
            async with session.get(f"{playground.base}/page/{file.name}") as answer:
                assert answer.status == 200


async def test_uploads_do_not_run(playground: Playground, bot: Bot) -> None:
    for name, kind in (("a.html", "text/html"), ("a.svg", "image/svg+xml")):
        file = discord.File(io.BytesIO(b"<script>"), name)
        await bot.channel(playground.channel.id).send(file=file)
        (found,) = next(reversed(playground.channel.messages.values())).attachments
        found.content_type = kind
        url = f"{playground.base}/attachments/{found.id}/{name}"
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            assert answer.headers["Content-Disposition"] == "attachment"
            assert "sandbox" in answer.headers["Content-Security-Policy"]


def test_no_script_writes_markup() -> None:
    """Messages become text nodes; and nothing is fetched from elsewhere."""
    for file in FILES.glob("*.js"):
        text = file.read_text("utf-8")
        for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert way not in text, file.name
        assert len(text.splitlines()) < 250, file.name
    for file in FILES.iterdir():
        text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "https://" not in text.replace("https?://", ""), file.name


async def test_tokens_are_not_told(playground: Playground, bot: Bot) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Yes")

    bot.on["press"] = answer
    playground.person("Anna")
    message = await button(playground, bot, "press")
    async with window(playground, "Anna") as pane:
        await pane.ask("press", channel=at(playground), message=message, custom_id="press")
        report = await pane.ask("behind")
        assert report["calls"][0]["route"].endswith("/callback")
        told = json.dumps([report, pane.events])
        assert next(iter(playground.interactions)) not in told
        assert playground.token not in told
