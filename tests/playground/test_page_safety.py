"""The page is for people on this machine only."""

from __future__ import annotations

import asyncio
import io
import json

import aiohttp
import discord
import pytest

from playground import Playground
from playground.gateway import DECODE_ERROR
from playground.page.site import FILES
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


ODD_FRAMES = (
    "{", "[]", "null", "1", '"x"', "", "[" * 50_000, "{}", '{"do": []}', '{"do": {}, "n": []}',
    '{"do": "say"}', '{"do": "say", "channel": []}', '{"do": "choose"}', '{"do": "submit"}',
    '{"do": "submit", "form": []}', '{"do": "command", "name": []}', '{"do": "use_on"}',
    '{"do": "complete", "options": []}', '{"do": "open", "channel": "%s"}' % ("9" * 5000),
)  # fmt: skip


async def test_an_odd_frame_of_the_page_is_refused(
    playground: Playground, bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    playground.person("Alice")
    async with window(playground, "Alice") as pane:
        for frame in ODD_FRAMES:
            await pane.socket.send_str(frame)
            reply = await pane.socket.receive_json(timeout=5)
            while "re" not in reply:
                reply = await pane.socket.receive_json(timeout=5)
            assert reply["refused"]["message"], frame
        assert "refused" not in await pane.ask("behind")
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("value", [[], ["x"], {}, None])
@pytest.mark.parametrize("option", ["game", "player", "level", "unknown"])
async def test_an_option_that_is_none_is_refused(
    playground: Playground, bot: Bot, option: str, value: object
) -> None:
    @bot.tree.command(name="play", description="Open a table")
    async def play(
        interaction: discord.Interaction,
        game: str,
        player: discord.User | None = None,
        level: int = 0,
    ) -> None:
        await interaction.response.send_message(game)

    await bot.tree.sync()
    playground.person("Alice")
    async with window(playground, "Alice") as pane:
        options = {"game": "whist", option: value}
        channel = str(playground.channel.id)
        reply = await pane.ask("command", channel=channel, name="play", options=options)
        assert reply["refused"]["message"]


@pytest.mark.parametrize(
    "frame",
    [
        "{", "[]", "null", "1", "{}", '{"op": 2}', '{"op": 2, "d": []}', "[" * 50_000,
        '{"op": 2, "d": {"token": "TOKEN"}}', '{"op": 2, "d": {"token": "TOKEN", "intents": "x"}}',
        '{"op": 2, "d": {"token": "TOKEN", "intents": 1, "shard": 3}}', '{"op": 6, "d": null}',
        '{"op": 6, "d": {"token": "TOKEN", "session_id": []}}',
    ],
)  # fmt: skip
async def test_an_odd_frame_of_a_client_ends_its_connection(
    playground: Playground, frame: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(playground.gateway_url) as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        await socket.send_str(frame.replace("TOKEN", playground.token))
        assert (await socket.receive(timeout=5)).type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == DECODE_ERROR
    assert not playground.gateway.connected
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1:1,evil.example\r\n\r\n", 403),
        (b"GET / HTTP/1.1\r\nHost: [\r\n\r\n", 403),
        (b"GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", 403),
        (b"\x16\x03\x01\r\n\r\n", 400),
        (b"POST / HTTP/9.9\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
    ],
)
async def test_a_broken_request_is_refused_and_learns_no_version(
    playground: Playground, sent: bytes, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(playground.base[-5:]))
    writer.write(sent)
    start = await reader.readuntil(b"\r\n\r\n")
    writer.close()
    assert int(start.split()[1]) == status
    assert b"aiohttp" not in start
    assert b"Python" not in start
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"{"), ("application/json", b"1"), ("application/json", b"[" * 50_000),
        ("application/json", b"\xff"), ("text/plain", b"{}"), ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n"),
    ],
)  # fmt: skip
async def test_a_call_with_a_broken_body_is_refused(
    playground: Playground, kind: str, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"{playground.api}/channels/{playground.channel.id}/messages"
    headers = {"Authorization": f"Bot {playground.token}", "Content-Type": kind}
    async with (
        aiohttp.ClientSession() as session,
        session.post(url, data=body, headers=headers) as answer,
    ):
        assert answer.status == 400
    assert caplog.text == ""
