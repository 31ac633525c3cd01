"""A message as plain text for a reader, with buttons as [Label] and menus as (…)."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial

from playground.state import media
from playground.state.model import SELECTS, Channel, Component, Json, Message, MessageFlag, User
from playground.state.world import World

_MARKS = re.compile(r"<(@!?|#|a?:\w+:|t:|/[^:>]+:)(-?\d+)(?::([tTdDfFRsS]))?>")
_ESCAPED = re.compile(r"\\([*_~`|>#\-\[\]()\\@.])")
_UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
_SELECT_TEXT = {
    Component.USER_SELECT: "any user",
    Component.ROLE_SELECT: "any role",
    Component.MENTIONABLE_SELECT: "any user or role",
    Component.CHANNEL_SELECT: "any channel",
}
LINK = 5
Words = Callable[[str], str]
"""Returns a text with its mentions replaced by names."""


GLUE = re.compile(
    r"\u00a0(?=·)|(?<=[\d.])\u00a0(?=[^\W\d])|(?<=[\w*])\u00a0(?=<:|[♠♥♣♦🤖])|(?<=:)\u00a0"
    r"|\u00a0(?=\(\d)|(?<=[a-zåäöæø])\u00a0(?=−?\d)"
)
"""A non-breaking space beside a dot, a colon, a mark or a number."""


def render(world: World, message: Message, viewer: User | None = None) -> str:
    """Return content, embeds, components and attachments of a message, line by line."""
    if MessageFlag.LOADING in message.flags:
        return f"{message.author.name} is thinking…"
    words = partial(_words, world, message.channel)
    lines = [words(message.content)] if message.content else []
    for embed in message.embeds:
        lines += _embed(words, embed)
    lines += _components(words, message.components)
    if MessageFlag.COMPONENTS_V2 not in message.flags:  # otherwise only components are shown
        shown = media.shown_file_ids(message.embeds)
        files = (file for file in message.attachments if str(file.id) not in shown)
        lines += [f"📎 {file.filename}" for file in files]
    if message.ephemeral:
        lines.append("(only you can see this)")
    text = GLUE.sub(" ", "\n".join(lines))
    # The viewer's own name stands out, as on the screen.
    return text if viewer is None else text.replace(f"@{viewer.name}", f"@{viewer.name}*")


def transcript(world: World, messages: list[Message], viewer: User | None = None) -> str:
    """Return messages one below the other, each under its author's name."""
    return "\n\n".join(f"{m.author.name}:\n{render(world, m, viewer)}" for m in messages)


def _words(world: World, place: Channel, text: str) -> str:
    def replace(mark: re.Match[str]) -> str:
        kind, number, style = mark[1], int(mark[2]), mark[3]
        if kind.startswith("@"):
            user = world.known_user(place, number)
            return f"@{user.name}" if user else mark[0]
        if kind == "#":
            channel = world.channels.get(number)
            return f"#{channel.name}" if channel else "#unknown"
        if kind == "t:":
            return _time(number, style, world.clock())
        return kind if kind.startswith("/") else kind.removeprefix("a")

    return _ESCAPED.sub(r"\1", _MARKS.sub(replace, text).replace("</", "/"))


def _time(at: int, style: str | None, now: float) -> str:
    if style != "R":
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    distance = round(at - now)
    unit, size = next((u for u in _UNITS if abs(distance) >= u[1]), _UNITS[-1])
    count = round(abs(distance) / size)
    amount = f"{count} {unit}{'' if count == 1 else 's'}"
    return f"in {amount}" if distance >= 0 else f"{amount} ago"


def _embed(words: Words, embed: Json) -> Iterator[str]:
    parts = [
        (embed.get("author") or {}).get("name"),
        embed.get("title"),
        embed.get("description"),
        *(f"{f['name']}: {f['value']}" for f in embed.get("fields") or []),
        (embed.get("footer") or {}).get("text"),
    ]
    for part in filter(None, parts):
        yield from (f"│ {line}" for line in words(part).split("\n"))
    for key in ("image", "thumbnail"):
        if picture := embed.get(key):
            yield f"│ 🖼 {picture['url'].rsplit('/', 1)[-1]}"


def _components(words: Words, components: list[Json]) -> Iterator[str]:
    for component in components:
        if (lines := _LINES.get(component["type"])) is not None:
            yield from lines(words, component)


def _row(_: Words, row: Json) -> Iterator[str]:
    yield " ".join(_control(control) for control in row["components"])


def _text(words: Words, text: Json) -> Iterator[str]:
    yield words(text["content"])


def _separator(_: Words, separator: Json) -> Iterator[str]:
    yield "────" if separator.get("divider", True) else ""


def _container(words: Words, container: Json) -> Iterator[str]:
    inside = "\n".join(_components(words, container["components"]))
    yield from (f"┃ {line}" for line in inside.split("\n"))


def _section(words: Words, section: Json) -> Iterator[str]:
    yield from _components(words, section["components"])
    yield _control(section["accessory"])


def _gallery(_: Words, gallery: Json) -> Iterator[str]:
    for item in gallery["items"]:
        yield _picture(item["media"], item.get("description"))


def _file(_: Words, component: Json) -> Iterator[str]:
    yield f"📎 {component['file']['url'].rsplit('/', 1)[-1]}"


_LINES: dict[int, Callable[[Words, Json], Iterator[str]]] = {
    Component.ACTION_ROW: _row,
    Component.TEXT_DISPLAY: _text,
    Component.SEPARATOR: _separator,
    Component.CONTAINER: _container,
    Component.SECTION: _section,
    Component.MEDIA_GALLERY: _gallery,
    Component.FILE: _file,
}
"""Functions that yield a component's lines, by its type."""


def _control(component: Json) -> str:
    kind = component["type"]
    if kind == Component.BUTTON:
        text = button_text(component)
        if component.get("style") == LINK:
            text = f"{text} ↗"
        return f"[{text} ✗]" if component.get("disabled") else f"[{text}]"
    if kind in SELECTS:
        return _menu(component)
    return _picture(component.get("media") or {}, component.get("description"))


def _menu(select: Json) -> str:
    options = [
        f"{_with_emoji(o['label'], o.get('emoji'))}{'*' if o.get('default') else ''}"
        for o in select.get("options") or []
    ] or [_SELECT_TEXT.get(select["type"], "")]
    placeholder = select.get("placeholder") or "Make a selection"
    shut = " ✗" if select.get("disabled") else ""
    return f"({placeholder} ▾ {'|'.join(options)}{shut})"


def _picture(media: Json, description: str | None) -> str:
    return f"🖼 {description or str(media.get('url', '')).rsplit('/', 1)[-1]}"


def button_text(button: Json) -> str:
    """Return a button's text, the emoji first."""
    return _with_emoji(button.get("label") or "", button.get("emoji"))


def _with_emoji(label: str, emoji: Json | None) -> str:
    if emoji is None:
        return label
    name = emoji.get("name") or ""
    return f"{f':{name}:' if emoji.get('id') else name} {label}".strip()
