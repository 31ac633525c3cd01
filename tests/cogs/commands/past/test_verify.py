from __future__ import annotations

import asyncio
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kwbot.engine.deals.reader import replay
from kwbot.ids import TableId
from kwbot.storage.values.stored_tables import DealSecret
from kwbot.tables.log.archive import Archive
from playground import LocalPerson
from tests.cogs.server import Server

HOME = Path(__file__).parents[4]


async def begun(server: Server, anna: LocalPerson) -> TableId:
    table = await server.table(anna)
    await server.start(table, anna)
    return table


@pytest.mark.usefixtures("drawn_dealer")
async def test_what_verify_gives_out_passes_the_verifier(
    server: Server, anna: LocalPerson, tmp_path: Path
) -> None:
    table = await begun(server, anna)
    await server.play_deal(table)
    await server.play_deal(table)
    holds = "Nobody stirred this deal, so people's presses went in"
    for deal, asked in ((2, None), (1, 1)):
        options: dict[str, Any] = {} if asked is None else {"deal": asked}
        shown = await anna.slash(server.channel, "verify", **options)
        assert shown.ephemeral
        assert f"Deal {deal} at table {table}." in shown.text
        assert holds in shown.text
        (file,) = shown.message.attachments
        (tmp_path / file.filename).write_bytes(file.data)
        command = re.search(r"python (verify_deal\.py \S+ --commit [0-9a-f]{64})", shown.text)
        assert command is not None
        script, *arguments = command[1].split()
        done = await asyncio.create_subprocess_exec(
            sys.executable, HOME / script, *arguments, cwd=tmp_path, stdout=asyncio.subprocess.PIPE
        )
        output, _ = await done.communicate()
        assert done.returncode == 0, output
    assert server.playground.refusals == []


@pytest.mark.parametrize(
    ("contributions", "holds"),
    [
        ("0 stir red\n1 stir *blue*", "last of all ***blue***. Whoever typed that knows"),
        ("0 11\n1 stir blue", "Presses went into this shuffle beside typed lines"),
        ("", "Nothing went into this shuffle but the secret."),
    ],
)
async def test_it_says_what_holds_by_what_went_in(
    server: Server,
    anna: LocalPerson,
    monkeypatch: pytest.MonkeyPatch,
    contributions: str,
    holds: str,
) -> None:
    table = await begun(server, anna)
    await server.play_deal(table)
    hidden = await server.store.tables.secret(table, 1)
    assert hidden is not None

    async def stirred(_: int, deal: int) -> DealSecret | None:
        return replace(hidden, contributions=contributions) if deal == 1 else None

    monkeypatch.setattr(server.store.tables, "secret", stirred)
    shown = await anna.slash(server.channel, "verify", deal=1)
    assert holds in shown.text


async def test_partners_of_a_void_deal_have_a_proof_of_their_own(
    server: Server, anna: LocalPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(server, anna)
    await server.play_deal(table)
    hidden = await server.store.tables.secret(table, 1)

    async def drawn(_: Archive, table_id: TableId) -> tuple[DealSecret | None, str]:
        return hidden, f"partners of {table_id}"

    monkeypatch.setattr(Archive, "partners_proof", drawn)
    shown = await anna.slash(server.channel, "verify", deal=1)
    _, proof = shown.message.attachments
    assert (proof.filename, proof.data.decode()) == (
        f"table-{table}-partners.txt", f"partners of {table}"
    )  # fmt: skip
    assert f"verify_deal.py table-{table}-partners.txt --commit" in shown.text
    assert server.playground.refusals == []


async def test_a_running_deal_keeps_its_secret(server: Server, anna: LocalPerson) -> None:
    table = await begun(server, anna)
    refused = await anna.slash(server.channel, "verify")
    assert f"No deal at table {table} is over yet." in refused.text
    refused = await anna.slash(server.channel, "verify", deal=1)
    assert refused.ephemeral
    assert "Deal 1 isn't over" in refused.text
    assert refused.message.attachments == []
    hidden = await server.store.tables.secret(table, 1)
    assert hidden is not None
    assert hidden.secret.hex() not in str(server.playground.calls)


@pytest.mark.parametrize("deal", [0, -1, 9, 2**40])
async def test_a_deal_that_never_was_is_told(server: Server, anna: LocalPerson, deal: int) -> None:
    await begun(server, anna)
    refused = await anna.slash(server.channel, "verify", deal=deal)
    assert "hasn't had a deal" in refused.text


async def test_the_table_of_the_channel_comes_before_ones_own(
    server: Server, anna: LocalPerson
) -> None:
    bo = server.playground.person("Bo")
    own = server.playground.add_channel(server.playground.guild, "whist-2")
    quiet = server.playground.add_channel(server.playground.guild, "talk")
    here = await begun(server, bo)
    await server.play_deal(here)
    mine = await server.table(anna, channel=own)
    await server.start(mine, anna)
    await server.play_deal(mine)
    await server.tables.index.at(mine).close("moderator")
    assert f"at table {here}." in (await anna.slash(server.channel, "verify")).text
    assert f"at table {mine}." in (await anna.slash(quiet, "verify")).text
    chosen = await anna.slash(quiet, "verify", table=here)
    assert f"at table {here}." in chosen.text
    stranger = server.playground.person("Cleo")
    refused = await stranger.slash(quiet, "verify")
    assert "There's no table" in refused.text


async def test_a_table_of_another_server_is_not_shown(server: Server, anna: LocalPerson) -> None:
    table = await begun(server, anna)
    await server.play_deal(table)
    other = server.playground.add_guild("Elsewhere", channel="whist")
    eve = server.playground.person("Eve", guild=other)
    (channel,) = other.channels.values()
    for wanted in (table, 0, -3, 2**50):
        refused = await eve.slash(channel, "verify", table=wanted)
        assert "There's no table" in refused.text


async def test_the_record_of_a_closed_table(server: Server, anna: LocalPerson) -> None:
    table = await begun(server, anna)
    await server.play_deal(table)
    refused = await anna.slash(server.channel, "verify", what="record")
    assert "still going on" in refused.text
    assert refused.message.attachments == []
    await server.tables.index.at(table).close("moderator")
    shown = await anna.slash(server.channel, "verify", what="record")
    (file,) = shown.message.attachments
    assert file.filename == f"table-{table}.txt"
    match = replay(file.data.decode(), server.bot.games)
    assert len(match.deals) == 1
    assert server.playground.refusals == []
