"""The documents say what is so: links, names, commands, examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from benches.stand_ins import HandClock
from cogs.connection.by_http.interaction_site import InteractionSite
from cogs.delivery.calls.interaction_tokens import InteractionTokens
from cogs.delivery.pictures.faces import FACE_CACHE_SIZE
from kwbot import __version__
from kwbot.config import NO_SETTINGS, PREFIX, REMOVED, Settings
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import replay
from kwbot.engine.views.view import as_json, view
from kwbot.storage.queries.erasure import OWN_ROWS
from kwbot.storage.queries.restore_queries import MIN_ID_LEAP
from kwbot.storage.upkeep.renewal import GIVEN_OUT
from kwbot.storage.values.columns import Base
from kwbot.storage.values.documents import Preferences
from kwbot.storage.values.models import DealShareRow, PlayerResultRow
from kwbot.tables.serving.table_manager import LOG_RETENTION
from kwbot.variants import games
from tests.cogs.server import running

ROOT = Path(__file__).parents[1]
HOUSES = ("kwbot", "cogs", "playground", "benches", "tests")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
EVERY_DOCUMENT = [*DOCUMENTS, *(ROOT / "playground").glob("*.md")]
ROOMS = sorted((ROOT / "docs" / "architecture").glob("*.md"))
README, RECORD, HOSTING, CONTRIBUTING, COMMANDS, LOCAL = (
    (ROOT / name).read_text(encoding="utf-8")
    for name in (
        "README.md", "docs/record-format.md", "docs/hosting.md", "CONTRIBUTING.md",
        "docs/commands.md", "docs/local.md",
    )
)  # fmt: skip
NOT_IN_THE_TREE = ("compose.override.yaml", "data/*.sqlite3*", "data/backups/*", ".venv/*")
PATHS = ("livez", "readyz", "healthz", "metrics", "data")
"""Begin with a slash and are no commands."""
FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def blocks(text: str, language: str = "") -> list[str]:
    """The fenced blocks of a document."""
    return [body for marked, body in FENCED.findall(text) if marked == language]


def anchors(file: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", file.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", EVERY_DOCUMENT, ids=lambda file: file.name)
def test_links_lead_somewhere(document: Path) -> None:
    text = FENCED.sub("", document.read_text("utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        file = (document.parent / name).resolve() if name else document
        assert file.exists(), target
        assert file.is_relative_to(ROOT), target
        if anchor:
            assert anchor in anchors(file), target


def named_files(text: str) -> Iterator[str]:
    """What stands in backticks and looks like a file or folder of ours."""
    for name in re.findall(r"`([\w.-]+(?:/[\w.-]+)*/?)`", FENCED.sub("", text)):
        if name.endswith(("/", ".py", ".md", ".toml", ".yaml", ".txt", ".in", ".po", ".example")):
            yield name


@pytest.mark.parametrize("document", EVERY_DOCUMENT, ids=lambda file: file.name)
def test_named_files_exist(document: Path) -> None:
    for name in named_files(document.read_text("utf-8")):
        if any(part.isupper() and "." not in part for part in name.split("/")):
            continue  # KEY stands for something
        if name.startswith("game-") or any(fnmatch(name, made) for made in NOT_IN_THE_TREE):
            continue
        here = [document.parent / name, ROOT / name]
        inside = (path for house in HOUSES for path in (ROOT / house).rglob(name.rstrip("/")))
        found = any(path.exists() for path in here) or any(inside)
        assert found or name in ("en.md", "sv.md", "da.md"), name


def words(document: Path) -> int:
    return len(document.read_text("utf-8").split())


def test_the_architecture_is_one_page_and_one_for_each_room() -> None:
    page = ROOT / "docs" / "architecture.md"
    assert words(page) <= 1000
    assert len(ROOMS) >= 10
    for room in ROOMS:
        assert words(room) <= 600, room.name
        assert f"](architecture/{room.name})" in page.read_text("utf-8")


def test_every_room_has_a_page() -> None:
    pages = [ROOT / "docs" / "architecture.md", *ROOMS]
    told = "".join(page.read_text("utf-8") for page in pages)
    for house in ("kwbot", "cogs"):
        for room in (ROOT / house).iterdir():
            if (room / "__init__.py").exists() and room.name != "commands":
                assert f"{house}/{room.name}/" in told, room


def test_the_readme_is_read_in_minutes() -> None:
    assert words(ROOT / "README.md") <= 900
    assert len(re.findall(r"^\d\. ", README, re.MULTILINE)) == 6
    assert len(re.findall(r"https://discord.com/oauth2/\S+", README)) == 1


# --- commands ---------------------------------------------------------------------------------


def test_the_two_commands_are_those_of_ci() -> None:
    run, test = (
        next(line for line in README.splitlines() if line.startswith("python3 ") and end in line)
        for end in ("bot.py", "-m pytest")
    )
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    make, install, tests = test.split(" && ")
    assert make.replace("python3", '"$python"') in ci
    assert f"step {install}\n" in ci
    assert f"step {tests}\n" in ci
    assert f"step {tests} -m 'slow and not heavy'\n" in ci
    assert run.split(" && ") == [
        make,
        install.replace("requirements-dev.txt", "requirements.txt"),
        ".venv/bin/python bot.py",
    ]
    windows = [line for line in LOCAL.splitlines() if line.startswith("py -m venv")]
    unix = [run, test]
    assert [
        line.replace("py -m", "python3 -m", 1).replace("; ", " && ").replace("\\", "/")
        for line in windows
    ] == [line.replace(".venv/bin/", ".venv/Scripts/") for line in unix]


def test_every_command_line_is_known() -> None:
    known = {path.stem.replace("_", "-") for path in (ROOT / "kwbot" / "commands").glob("*.py")}
    for document in DOCUMENTS:
        for name in re.findall(r"python -m kwbot ([a-z][a-z-]*)", document.read_text("utf-8")):
            assert name in known
    for heading in re.findall(r"^### ([a-z-]+)", RECORD, re.MULTILINE):
        assert heading in known


async def test_every_slash_command_is_described() -> None:
    async with running() as server:
        known: list[dict[str, Any]] = server.playground.commands[0]
    registered = [command for command in known if command["type"] == 1]
    for command in known:
        assert command in registered or f"*{command['name']}*" in COMMANDS
    rows = {}
    for line in COMMANDS.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].startswith("`/"):
            name = cells[0].partition("`/")[2].partition("`")[0].split()[0]
            rows[name] = (cells[2].strip("`/"), cells[3].strip("`/"))
    told = {
        command["name"]: tuple(
            (command.get("name_localizations") or {}).get(locale, command["name"])
            for locale in ("sv-SE", "da")
        )
        for command in registered
    }
    assert rows == told
    names = {*told, *(name for names in told.values() for name in names)}
    options = {option["name"] for command in registered for option in command.get("options") or ()}
    for document in DOCUMENTS:
        for words in re.findall(r"`/([a-zåäæøö][a-zåäæøö -]*)`", document.read_text("utf-8")):
            name, *rest = words.split()
            if name in PATHS:
                continue
            assert name in names, words
            assert set(rest) <= options, words


# --- Discord ----------------------------------------------------------------------------------


def test_the_permissions_are_those_that_are_named() -> None:
    (number,) = set(re.findall(r"permissions=(\d+)", README))
    section = HOSTING.partition("### The permissions")[2].partition("\n### ")[0]
    named = re.findall(r"^- \*(.+?)\*: ", section, re.MULTILINE)
    flags = {name.lower().replace(" ", "_").replace("channels", "channel"): True for name in named}
    assert discord.Permissions(int(number)) == discord.Permissions(**flags)


def test_settings_that_documents_name_exist() -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    for document in (*DOCUMENTS, *ROOT.glob("compose*.yaml")):
        gone = set(REMOVED) if document.name == "CHANGELOG.md" else set()
        for name in re.findall(r"KWBOT_\w+", document.read_text("utf-8")):
            assert name in known | gone | NO_SETTINGS, name


# --- many servers -----------------------------------------------------------------------------

SCALE = (ROOT / "compose.scale.yaml").read_text("utf-8")


def services() -> dict[str, str]:
    """The services of the example for many servers, each as it is written."""
    (part,) = re.findall(r"^services:\n(.*?)^\w", SCALE, re.MULTILINE | re.DOTALL)
    names = re.findall(r"^  ([\w-]+):\n", part, re.MULTILINE)
    return dict(zip(names, re.split(r"^  [\w-]+:\n", part, flags=re.MULTILINE)[1:], strict=True))


def setting(name: str, text: str) -> str:
    (found,) = re.findall(rf"^ +KWBOT_{name}: \"?([^\"\n]+)", text, re.MULTILINE)
    return str(found)


def test_the_example_for_many_servers_has_all_that_it_takes() -> None:
    bots = {name: text for name, text in services().items() if name.startswith("bot-")}
    assert len(bots) == 2
    assert services().keys() - bots.keys() == {"postgres", "backup", "caddy", "proxy", "disk"}
    optional = {name for name, text in services().items() if "profiles:" in text}
    assert optional == {"proxy", "disk"}
    port, figures = setting("INTERACTIONS_PORT", SCALE), setting("METRICS_PORT", SCALE)
    assert "@postgres/" in setting("DATABASE_URL", SCALE)
    for name, text in bots.items():
        assert setting("CLUSTER_URL", text) == f"http://{name}:{port}"
    (behind,) = re.findall(r"reverse_proxy (.+) \{", SCALE)
    assert behind.split() == [f"{name}:{port}" for name in bots]
    watched = re.findall(r'"([\w:-]+)"', "".join(re.findall(r"targets: (\[.+\])", SCALE)))
    assert watched == [*(f"{name}:{figures}" for name in bots), "disk:9100"]


async def test_its_load_balancer_passes_on_whatever_the_bots_answer() -> None:
    clock = HandClock()
    site = InteractionSite(clock, InteractionTokens(clock), AsyncMock())
    (passed,) = re.findall(r"handle (/.+) \{", SCALE)
    answered = [one.canonical for one in site.application().router.resources()]
    assert len(answered) == len(passed.split())
    for path in answered:
        assert [rule for rule in passed.split() if fnmatch(path, rule)], path


def test_what_is_given_out_gets_later_numbers_in_a_restored_postgresql() -> None:
    (restoring,) = (block for block in blocks(HOSTING) if "pg_restore" in block)
    renewed = re.findall(r"'(\w+)_id_seq'", restoring)
    assert renewed == [row.__tablename__ for row in GIVEN_OUT]
    assert f" + {MIN_ID_LEAP})" in restoring


# --- what an owner publishes ------------------------------------------------------------------

PRIVACY, TERMS = (
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("privacy.md", "terms.md")
)
TO_FILL_IN = {
    "BOT", "OWNER", "COUNTRY", "DATE", "LOG DAYS", "BACKUP DAYS", "HOSTING PROVIDER", "CONTACT",
    "WHERE", "PRIVACY URL",
}  # fmt: skip


def kept() -> dict[str, tuple[set[str], str]]:
    """What the privacy policy says of each table of the database: its columns, and how long."""
    found = {}
    for line in PRIVACY.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            found[cells[0].strip("`")] = (set(re.findall(r"`(\w+)`", cells[1])), cells[3])
    return found


def test_the_privacy_policy_names_everything_that_is_stored() -> None:
    stored = {
        name: {column.name for column in table.columns}
        for name, table in Base.metadata.tables.items()
    }
    assert {name: columns for name, (columns, _) in kept().items()} == stored


def test_the_privacy_policy_says_how_long_as_it_is() -> None:
    tables = Base.metadata.tables
    forgotten = {
        name
        for name, table in tables.items()
        if name == "tables" or any(key.column.table.name == "tables" for key in table.foreign_keys)
    }
    for name, (_, how_long) in kept().items():
        if name in forgotten:
            assert how_long in (
                "as its table",
                f"until {LOG_RETENTION.days} days after anyone last played there",
            )
        else:
            assert how_long.startswith("until "), name
    assert {name for name, (_, long) in kept().items() if "you delete" in long} == {
        model.__tablename__ for model in (*OWN_ROWS, PlayerResultRow, DealShareRow)
    }


def test_every_column_that_names_a_person_is_owned_up_to() -> None:
    ids = {"user_id", "left_by", "host_id", "actor", "by", "contributions"}
    personal = {
        name for name, table in Base.metadata.tables.items() if ids & {*table.columns.keys()}
    }
    rows = [line for line in PRIVACY.splitlines() if line.startswith("| `")]
    about = {row.split("`")[1]: row.split("|")[3].strip() for row in rows}
    assert {name for name, said in about.items() if said != "no"} == personal


def test_the_privacy_policy_says_that_profile_pictures_are_fetched() -> None:
    sent = PRIVACY.partition("## What Discord sends")[2].partition("\n## ")[0]
    assert "where your profile picture is found" in sent
    assert (
        f"profile pictures of the last {FACE_CACHE_SIZE:,} people at most, in memory alone" in sent
    )
    seen = PRIVACY.partition("## Who can see it")[2].partition("\n## ")[0]
    assert "display names and profile pictures" in seen


def test_all_that_is_to_be_filled_in_is_in_brackets() -> None:
    blanks = set(re.findall(r"\[([A-Z][A-Z ]+)\](?!\()", PRIVACY + TERMS))
    assert blanks == TO_FILL_IN


def test_the_preferences_are_those_that_the_policy_names() -> None:
    assert set(Preferences.model_fields) == {
        "forgotten_as",
        "language",
        "sorting",
        "four_colour",
        "look",
        "hand",
        "confirm_cards",
        "play_single",
        "invitations",
        "quiet_from",
        "quiet_until",
        "time_zone",
    }, "say in docs/privacy.md what else a player can set"


# --- examples ---------------------------------------------------------------------------------


def example(last: str = "") -> Match:
    """The record in docs/record-format.md, or as far as its line `last`."""
    lines = blocks(RECORD)[0].splitlines()
    end = lines.index(last) + 1 if last else len(lines)
    return replay("\n".join(lines[:end]), games())


def test_the_example_of_a_record_is_one() -> None:
    shown = as_json(view(example(), 2))
    assert shown["legal"] == ["play H5", "play HT"]


def test_the_tables_of_the_record_format_are_complete() -> None:
    for game in games().values():
        for option in game.options:
            rows = re.findall(rf"^\| `{option.key}` \| (.+) \|$", RECORD, re.MULTILINE)
            words = [re.findall(r"`([\w.-]+)`", row) for row in rows]
            assert [key for key, _ in option.values] in words or [option.standard] in words
    told = set(re.findall(r"`(\w+)`", RECORD.partition("### view")[2].partition("###")[0]))
    match = example()
    assert {*as_json(view(match, 0)), *as_json(view(match, 2))} <= told


def test_sections_of_the_changelog_are_those_of_the_format() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= kinds
    parts = dict(re.findall(r"^## \[(.+?)\]$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    assert len(parts["1.0.0"].split()) <= 600
    assert __version__ in parts
    versions = list(parts)
    assert versions[0] == "Unreleased"
    numbers = [tuple(map(int, version.split("."))) for version in versions[1:]]
    assert all(newer > older for newer, older in pairwise(numbers))
