"""The whole tree of slash commands as it is registered with Discord."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kwbot.text import catalogue
from playground.state.command_limits import characters
from tests.cogs.server import Server

NAME = re.compile(r"[-_'\w]{1,32}")
LANGUAGES = {"sv-SE": "sv", "da": "da", "no": "da"}
GLOSSARY = Path(__file__).parents[3] / "data" / "glossary.md"


@pytest.fixture
def registered(server: Server) -> list[dict[str, Any]]:
    return server.playground.commands[0]


def parts(thing: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A command, its subcommands, options and choices."""
    yield thing
    for part in (*(thing.get("options") or ()), *(thing.get("choices") or ())):
        yield from parts(part)


async def test_the_tree_is_registered_as_discord_wants_it(
    server: Server, registered: list[dict[str, Any]]
) -> None:
    assert server.playground.refusals == []
    assert {command["name"] for command in registered} >= {
        "rules", "leaderboard", "stats", "settings", "preferences", "verify", "admin", "privacy",
    }  # fmt: skip
    for command in registered:
        assert characters(command) <= 8000
        for part in parts(command):
            names = [part["name"], *(part.get("name_localizations") or {}).values()]
            assert all(1 <= len(name) <= 100 for name in names)
            if part.get("description"):  # a choice has none, and may be called anything
                said = [
                    part["description"],
                    *(part.get("description_localizations") or {}).values(),
                ]
                assert all(NAME.fullmatch(name) and name == name.lower() for name in names)
                assert all(1 <= len(text) <= 100 for text in said)
    assert sum(map(characters, registered)) <= 8000


async def test_names_are_unique_in_every_language(registered: list[dict[str, Any]]) -> None:
    for locale in LANGUAGES:
        for things in (
            registered,
            *(p["options"] for c in registered for p in parts(c) if p.get("options")),
        ):
            names = [(t.get("name_localizations") or {}).get(locale, t["name"]) for t in things]
            assert len(set(names)) == len(names)


async def test_every_name_and_description_has_its_translation(
    registered: list[dict[str, Any]],
) -> None:
    for locale, code in LANGUAGES.items():
        known = {message.id: message.string for message in catalogue.read(code) if message.id}
        for command in registered:
            for part in parts(command):
                for key in ("name", "description"):
                    if not part.get(key):
                        continue
                    assert known.get(part[key]), f"{code}: {part[key]!r} is not translated"
                    said = (part.get(f"{key}_localizations") or {}).get(locale, part[key])
                    assert said in known.values() or said == part[key]
                    assert set(part.get(f"{key}_localizations") or {}) <= set(LANGUAGES)


async def test_commands_are_called_as_the_glossary_says(registered: list[dict[str, Any]]) -> None:
    table = GLOSSARY.read_text(encoding="utf-8").partition("## Commands")[2].partition("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.split("|")[1:4]]
        for line in table.splitlines()
        if "|" in line
    ]
    names = {english: (swedish, danish) for english, swedish, danish in rows[2:]}
    for command in registered:
        if command["name"] not in names:
            assert command["name"] in {"admin", "privacy"}
            continue
        local = command["name_localizations"] or {}
        swedish, danish, norwegian = (local.get(one, command["name"]) for one in LANGUAGES)
        assert (swedish, danish) == names[command["name"]]
        assert norwegian == danish
