"""Interactions as Discord posts them, and what is none though it is signed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from itertools import count, product
from typing import Any

USER: dict[str, Any] = {
    "id": "80351110224678912", "username": "anna", "discriminator": "0", "avatar": None,
    "global_name": "Anna", "public_flags": 64,
}  # fmt: skip
MEMBER: dict[str, Any] = {
    "user": USER, "nick": None, "roles": ["41771983423143936"], "deaf": False, "mute": False,
    "joined_at": "2015-04-26T06:26:56.936000+00:00", "permissions": "2147483647", "flags": 0,
    "avatar": None, "premium_since": None, "pending": False, "communication_disabled_until": None,
}  # fmt: skip
ON_SERVER: dict[str, Any] = {
    "id": "846462639134605312", "application_id": "775799577604522054", "version": 1,
    "token": "a token", "channel_id": "772908445358620702", "guild_id": "772904309264089089",
    "channel": {
        "id": "772908445358620702", "type": 0, "last_message_id": None, "flags": 0, "position": 0,
        "name": "whist", "nsfw": False, "parent_id": None, "topic": None, "permissions": "442368",
        "guild_id": "772904309264089089", "rate_limit_per_user": 0,
    },
    "guild": {"id": "772904309264089089", "locale": "en-US", "features": []},
    "guild_locale": "en-US", "locale": "sv-SE", "member": MEMBER, "app_permissions": "442368",
    "entitlements": [], "attachment_size_limit": 10485760, "context": 0,
    "authorizing_integration_owners": {"0": "772904309264089089"},
}  # fmt: skip
PRESSED = {"id": "846462639134605000", "type": 0, "content": "", "flags": 32768}
PRESS = ON_SERVER | {
    "type": 3,
    "message": PRESSED,
    "data": {"custom_id": "kw:act:1:1:play SA", "component_type": 2, "id": 3},
}
CHOICE = PRESS | {"data": {"custom_id": "kw:act:1:1:menu", "component_type": 3, "values": ["SA"]}}
FORM = ON_SERVER | {
    "type": 5,
    "data": {
        "custom_id": "kw:stir:1:1:line",
        "components": [
            {"type": 10, "id": 1},
            {"type": 18, "id": 2, "component": {"type": 4, "custom_id": "line", "value": "x"}},
            {"type": 18, "id": 3, "component": {"type": 3, "custom_id": "a", "values": ["1"]}},
        ],
    },
}
COMMAND = ON_SERVER | {
    "type": 2,
    "data": {
        "id": "771825006014889984", "name": "stats", "type": 1,
        "options": [{"name": "player", "type": 6, "value": USER["id"]}],
        "resolved": {
            "users": {USER["id"]: USER},
            "members": {USER["id"]: {key: MEMBER[key] for key in ("roles", "joined_at", "nick")}},
            "roles": {"41771983423143936": {}},
        },
    },
}  # fmt: skip
TYPED = ON_SERVER | {
    "type": 4,
    "data": {
        "id": "771825006014889984", "name": "play", "type": 1,
        "options": [{"name": "target", "type": 4, "value": "1", "focused": True}],
    },
}  # fmt: skip
PRIVATE = {
    key: value for key, value in PRESS.items() if key not in ("guild_id", "guild", "member")
} | {"user": USER, "context": 1}
GOOD: dict[str, dict[str, Any]] = {
    "ping": {"id": "1", "type": 1, "token": "x", "version": 1}, "press": PRESS, "choice": CHOICE,
    "form": FORM, "command": COMMAND, "typed": TYPED, "private": PRIVATE,
}  # fmt: skip

DIGITS = "9" * 50_000
"""As many as a body has room for."""
_GONE = object()
_IDS = count(2**59)
"""No two of them are one interaction, or the second would be refused for that."""


def _with(payload: dict[str, Any], path: str, value: object) -> bytes:
    """A payload in which one thing is another."""
    made = deepcopy(payload) | {"id": str(next(_IDS))}
    *way, last = path.split(".")
    inside: Any = made
    for key in way:
        inside = inside[int(key) if isinstance(inside, list) else key]
    if value is _GONE:
        del inside[last]
    else:
        inside[int(last) if isinstance(inside, list) else last] = value
    return json.dumps(made).encode()


_NUMBERS: tuple[object, ...] = (
    1,
    "",
    "x",
    "-1",
    "٣",
    "1_0",
    " 1",
    DIGITS,
    str(2**63),
    None,
    [],
    {},
)
_OTHERS: tuple[object, ...] = (None, 1, "x", [], {}, [[]], True)


def _bodies() -> Iterator[tuple[str, bytes]]:
    """What is no interaction at all."""
    yield from {
        "empty": b"", "blank": b" ", "no JSON": b"{", "no text": b"\xff\xfe",
        "a BOM": b"\xef\xbb\xbf{}", "a list": b"[]", "null": b"null", "a number": b"1",
        "a text": b'"x"', "no type": b"{}", "digits": DIGITS.encode(),
        "digits within": b'{"type": 3, "id": ' + DIGITS.encode() + b"}",
        "deep": b"[" * 60_000,
        "deep within": b'{"type": 3, "data": ' + b"[" * 30_000 + b"]" * 30_000,
        "NaN": b'{"type": NaN}',
        "half a pair": json.dumps(PRESS).encode().replace(b"SA", b"\\ud800"),
    }.items()  # fmt: skip
    kinds: tuple[object, ...] = (0, 1.0, 6, "3", True, None, -1, 10**30, [], {})
    yield from ((f"type {kind!r}", _with(PRESS, "type", kind)) for kind in kinds)


def _of_any_kind() -> Iterator[tuple[str, bytes]]:
    """What is odd whatever is done."""
    for name, payload in GOOD.items():
        if name == "ping":
            continue
        who = "user" if name == "private" else "member"
        for key in ("id", "application_id", "token", "version", "data", who):
            yield f"{name} without {key}", _with(payload, key, _GONE)
        for value, path in product(_NUMBERS, ("id", "guild_id", "channel.id")):
            if path != "guild_id" or value is not None:
                yield f"{name} {path} {value!r:.20}", _with(payload, path, value)
        for value, path in product(_OTHERS, ("data", who, "data.resolved")):
            if path != "data.resolved" or value not in (None, {}):
                yield f"{name} {path} {value!r}", _with(payload, path, value)


def _parts() -> Iterator[tuple[str, bytes]]:
    """What is odd in a part."""
    for path in (
        "data.custom_id", "data.component_type", "member.user", "member.roles", "member.joined_at",
        "member.user.id", "member.user.username", "message.id", "channel.type",
    ):  # fmt: skip
        yield f"press without {path}", _with(PRESS, path, _GONE)
    yield "form without components", _with(FORM, "data.components", _GONE)
    for path, values in _VALUES.items():
        name, _, where = path.partition(" ")
        for value in values:
            yield f"{path} {value!r:.40}", _with(GOOD[name], where, value)
    for kind, value in ((3, 1), (4, "x"), (4, True), (5, 1), (6, "x"), (6, 1), (10, "x"), (11, "")):
        option = {"name": "x", "type": kind, "value": value}
        yield f"option of type {kind} {value!r}", _with(COMMAND, "data.options.0", option)


_VALUES: dict[str, tuple[object, ...]] = {
    "form data.custom_id": (1, [], None),
    "form data.components": (1, "x", [1], {}, None),
    "form data.components.1.component.value": (1, [], {}),
    "choice data.values": ("x", [1], [None], [[]], {}, None),
    "command data.options.0": (
        [], None, 1, {}, {"name": "x"}, {"name": "x", "type": 3}, {"name": 1, "type": 3},
    ),
    f"command data.resolved.users.{USER['id']}": (
        {}, [], None, {"id": "1"}, USER | {"id": 1}, USER | {"username": None},
    ),
    "press member.joined_at": ("yesterday", 1),
    "press member.premium_since": ("yesterday",),
    "press member.communication_disabled_until": ("yesterday",),
    "press context": ([], {}),
    "press entitlements": (1, [1]),
    "press locale": ([], 1),
    "press authorizing_integration_owners": ([], {"x": "y"}),
    "press app_permissions": ("x", None, 1),
    "press message": ([], "x", {}),
    "press channel": ([], "x", {}),
    "press guild": ("x", [1]),
    "press version": ("1", None),
    "press attachment_size_limit": ("much", None),
}  # fmt: skip

_NAMES = {body: name for name, body in [*_bodies(), *_of_any_kind(), *_parts()]}
ODD = {name: body for body, name in _NAMES.items()}
"""By what is odd about it; no two are the same."""
