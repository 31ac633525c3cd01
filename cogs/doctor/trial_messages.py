"""The messages that the doctor sends to a channel, and the checks of what comes back."""

import struct
import zlib
from io import BytesIO
from typing import Any

import discord
from discord import ui

TRIAL_NAME = "Kwbot doctor"
GREEN, RED = (0x2E, 0x7D, 0x32), (0xC6, 0x28, 0x28)


class Unlike(Exception):
    """Discord does not behave as the bot assumes; the message is one sentence."""


def trial_screen(*items: ui.Item[Any]) -> ui.LayoutView:
    screen = ui.LayoutView(timeout=None)
    for item in items:
        screen.add_item(item)
    screen.stop()  # discord.py must not keep it
    return screen


def trial_text(text: str) -> ui.LayoutView:
    return trial_screen(ui.TextDisplay(f"{TRIAL_NAME}: {text}"))


def picture(name: str, colour: tuple[int, int, int]) -> tuple[ui.LayoutView, discord.File]:
    item = discord.MediaGalleryItem(f"attachment://{name}", description="a coloured square")
    return trial_screen(ui.MediaGallery(item)), discord.File(BytesIO(png(64, colour)), name)


def section(name: str, colour: tuple[int, int, int]) -> tuple[ui.LayoutView, discord.File]:
    beside: ui.Thumbnail[Any] = ui.Thumbnail(f"attachment://{name}", description="a square")
    screen = trial_screen(ui.Section(ui.TextDisplay(TRIAL_NAME), accessory=beside))
    return screen, discord.File(BytesIO(png(64, colour)), name)


async def check_unlisted(message: discord.Message) -> None:
    if message.attachments:
        raise Unlike("they are listed among the attachments, too.")


def texts_of(message: discord.Message) -> str:
    return "\n".join(
        one.content for one in message.components if isinstance(one, discord.TextDisplay)
    )


def check_emoji(message: discord.Message, emoji: discord.Emoji) -> None:
    """Raise Unlike unless a button of the message shows the emoji."""
    rows = [one for one in message.components if isinstance(one, discord.ActionRow)]
    inside = [item for row in rows for item in row.children if isinstance(item, discord.Button)]
    if not any(button.emoji is not None and button.emoji.id == emoji.id for button in inside):
        raise Unlike("Discord removed it from the button.")


def check_picture(message: discord.Message, name: str) -> None:
    """Raise Unlike unless the message shows the picture at a URL of Discord's."""
    for gallery in message.components:
        if isinstance(gallery, discord.MediaGalleryComponent):
            urls = [item.media.url for item in gallery.items]
            if any(url.startswith("http") and name in url for url in urls):
                return
    raise Unlike("the message does not show the picture.")


def png(size: int, colour: tuple[int, int, int]) -> bytes:
    """Return a square of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checked = kind + data
        return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))

    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes(colour) * size) * size
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)
