"""Typed lines in the shuffle: once anybody has stirred, nothing that a bot could vary goes in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import verify_deal
from kwbot.ids import TableId
from kwbot.storage.upkeep.live_copy import back_up
from kwbot.storage.upkeep.restoring import restore
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.play import lobby
from kwbot.tables.play.lobby import NewLobby
from kwbot.tables.state import contributions, shuffle
from kwbot.tables.state.contributions import (
    MAX_STIR_LINES,
    Given,
    LobbySeal,
    Ready,
    decisive,
    went_in,
)
from kwbot.tables.state.table_state import LobbyTable
from tests.tables.sandbox import (
    ANNA,
    BO,
    CHANNEL,
    CLEO,
    DAG,
    GUILD,
    KOMBINATIONS,
    House,
    Person,
    assert_verified,
)
from tests.tables.test_restore import NOW, running

pytestmark = pytest.mark.usefixtures("drawn_dealer")
TRIES = 301
"""So many made a hand of four aces by the rule of before, with the typed line intact."""


def seal(house: House, table_id: TableId) -> LobbySeal:
    return house.lobby_at(table_id).standing_seal()


async def stir(house: House, table_id: TableId, person: Person, line: str) -> None:
    state = house.tables.index.at(table_id).state
    seen = 2 if state.running else seal(house, table_id).mark
    await house.tables.index.at(table_id).stir(person.id, seen, line)


async def contributed(house: House, table_id: TableId, deal: int) -> list[str]:
    hidden = await house.store.tables.secret(table_id, deal)
    assert hidden is not None
    return hidden.contributions.splitlines()


async def proof_of(house: House, table_id: TableId, deal: int) -> str:
    if await house.tables.archive.proof(table_id, deal) is None:
        await house.tables.index.at(table_id).close("moderator")
    proof = await house.tables.archive.proof(table_id, deal)
    assert proof is not None
    return proof


# --- the rule ---------------------------------------------------------------------------------


def test_a_bot_that_varies_presses_gets_one_deck_once_somebody_has_stirred() -> None:
    context = shuffle.deal_context("7", 2, [f"X{number}" for number in range(52)])
    secret = bytes(48)

    def decks(*lines: tuple[int, str]) -> int:
        """How many decks a bot can have that answers for the press of seat 1."""
        givens: list[Given[int]] = [
            (*lines, (1, str(2**60 + tried)), (0, "77")) for tried in range(TRIES)
        ]
        pack = range(52)
        return len({tuple(shuffle.shuffle(pack, context, secret, decisive(one))) for one in givens})

    assert decks() == TRIES
    assert decks((0, "stir blue cats")) == 1


@pytest.mark.parametrize(
    ("given", "goes_in"),
    [
        ((), []),
        (((0, "11"), (1, "12")), ["0 11", "1 12"]),
        (((0, "11"), (1, "stir a"), (1, "12"), (0, "stir b")), ["1 stir a", "0 stir b"]),
        (((1, "stir a"), (1, "stir a"), (0, "11")), ["1 stir a", "1 stir a"]),
        (((0, "stir 1097"),), ["0 stir 1097"]),
    ],
)
def test_typed_lines_alone_go_in_once_there_is_one(given: Given[int], goes_in: list[str]) -> None:
    assert decisive(given) == goes_in
    assert Ready(2, 0, "", "", given).contributions == goes_in


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ([], ([], False)),
        (["0 11"], ([], True)),
        (["0 stir a b", "1 stir c"], (["a b", "c"], False)),
        (["0 stir a", "1 12"], (["a"], True)),
    ],
)
def test_what_went_into_a_deal_is_told(texts: list[str], told: tuple[list[str], bool]) -> None:
    assert went_in(texts) == told


# --- the first deal ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [KOMBINATIONS, "whist"])
async def test_lines_of_a_lobby_keep_join_and_start_out(
    house: House, tmp_path: Path, game: str
) -> None:
    table = await house.lobby(game=game)
    for guest in (BO, CLEO, DAG):
        await house.join(table, guest)
    for person, line in ((CLEO, "one"), (ANNA, "two"), (CLEO, "three")):
        await stir(house, table, person, line)
        await house.crash()
    assert house.lobby_at(table).stirrers == (2, 0, 2)
    posted = seal(house, table).commitment
    await house.start(table)
    lines = ["2 stir one", "0 stir two", "2 stir three"]
    assert await contributed(house, table, 1) == lines
    after = house.at(table)
    cleo, anna = (after.seat_of(person.id) for person in (CLEO, ANNA))
    assert after.stirrers == (cleo, anna, cleo)
    await house.crash()
    assert house.at(table).stirrers == after.stirrers
    proof = await proof_of(house, table, 1)
    assert proof.count("\ncontribution ") == len(lines)
    await assert_verified(proof, tmp_path)
    deal = verify_deal.read(proof)
    assert all(good for good, _ in verify_deal.checks(deal, posted))
    assert f"player {cleo}" in verify_deal.certainty(deal)
    assert "stirred last" in verify_deal.certainty(deal)


async def test_seats_that_change_after_a_stir_bring_a_new_seal(house: House) -> None:
    table = await house.lobby(BO)
    live = house.tables.index.at(table)
    changes: list[Callable[[], Awaitable[object]]] = [
        lambda: live.leave(BO.id),
        lambda: house.join(table, BO),
        lambda: live.rearrange(lobby.with_computer, ANNA.id, 12, "easy"),
        lambda: live.rearrange(lobby.without_computer, ANNA.id),
    ]
    for change in changes:
        before = seal(house, table)
        await change()
        assert seal(house, table).commitment == before.commitment, "nobody has stirred"
    for change in changes:
        await stir(house, table, ANNA, "mine")
        before = seal(house, table)
        await change()
        after = seal(house, table)
        assert after.commitment != before.commitment
        assert after.given == ()
        hidden = await house.store.tables.secret(table, 1)
        assert hidden is not None
        assert hidden.commitment == after.commitment


async def test_what_changes_no_seat_keeps_lines_and_seal(house: House) -> None:
    table = await house.lobby(BO, computers=1)
    await stir(house, table, ANNA, "mine")
    before, live = seal(house, table), house.tables.index.at(table)
    for key, value in (("level 2", "hard"), ("time_card", "30"), ("hints", "on")):
        await live.rearrange(lobby.with_option, ANNA.id, key, value)
    assert seal(house, table) == before


async def test_computers_that_fill_the_table_at_the_start_change_nothing(house: House) -> None:
    table = await house.lobby(BO)
    await stir(house, table, BO, "mine")
    posted = seal(house, table)
    await house.tables.index.at(table).start(ANNA.id, posted.mark, 7, fill=True)
    assert house.at(table).sealed == posted.commitment
    assert await contributed(house, table, 1) == ["1 stir mine"]


# --- later deals -------------------------------------------------------------------------------


async def test_lines_between_deals_keep_presses_out(house: House, tmp_path: Path) -> None:
    table = await house.between_deals(BO, computers=1)
    await house.ready(table, BO.id, 5)
    for person, line in ((BO, "one"), (ANNA, "two"), (BO, "one")):
        await stir(house, table, person, line)
        await house.crash()
    assert house.at(table).stirrers == (1, 0, 1)
    await house.ready(table, ANNA.id, 6)
    assert house.at(table).match.deal is not None
    assert await contributed(house, table, 2) == ["1 stir one", "0 stir two", "1 stir one"]
    assert house.at(table).stirrers == (1, 0, 1), "the deal's message goes on telling"
    await house.crash()
    assert house.at(table).stirrers == (1, 0, 1)
    await assert_verified(await proof_of(house, table, 2), tmp_path)


async def test_a_deal_that_nobody_stirs_has_the_presses_as_before(house: House) -> None:
    table = await house.between_deals(BO, computers=1)
    await house.ready(table, BO.id, 5)
    await house.ready(table, ANNA.id, 6)
    assert await contributed(house, table, 2) == ["1 5", "0 6"]
    assert house.at(table).stirrers == ()


async def test_lines_of_who_leaves_a_running_game_stay(house: House) -> None:
    table = await house.between_deals(BO, CLEO)
    await stir(house, table, BO, "mine")
    await house.tables.index.at(table).leave(BO.id)
    await house.ready(table, CLEO.id, 5)
    await house.ready(table, ANNA.id, 6)
    assert await contributed(house, table, 2) == ["1 stir mine"]


async def test_a_stir_counts_for_one_deal_alone(house: House) -> None:
    table = await house.between_deals(BO, computers=1)
    await stir(house, table, BO, "mine")
    await house.all_ready(table)
    while not house.at(table).ready:
        await house.act(table)
    assert house.at(table).stirrers == ()


# --- three a person -----------------------------------------------------------------------------


@pytest.mark.parametrize("running", [False, True])
async def test_a_fourth_line_is_refused_and_the_others_have_theirs(
    house: House, running: bool
) -> None:
    table = (
        await house.between_deals(BO, computers=1) if running
        else await house.lobby(BO, computers=1)
    )  # fmt: skip
    for number in range(MAX_STIR_LINES):
        await stir(house, table, BO, f"line {number}")
    await house.crash()
    with pytest.raises(Refused, match="already stirred this deal"):
        await stir(house, table, BO, "one more")
    await stir(house, table, ANNA, "mine")
    assert house.tables.index.at(table).open.stirrers == (1, 1, 1, 0)


# --- deals of before, and backups ---------------------------------------------------------------


async def test_a_deal_that_was_dealt_by_the_rule_of_before_verifies(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def of_before(given: Given[int]) -> list[str]:
        return [f"{who} {text}" for who, text in given]

    table = await house.between_deals(BO, computers=1)
    with monkeypatch.context() as before:
        before.setattr(contributions, "decisive", of_before)
        await house.ready(table, BO.id, 5)
        await stir(house, table, ANNA, "mine")
        await house.ready(table, ANNA.id, 6)
    assert await contributed(house, table, 2) == ["1 5", "0 stir mine", "0 6"]
    await house.crash()
    assert house.at(table).match.deal is not None
    proof = await proof_of(house, table, 2)
    await assert_verified(proof, tmp_path)
    assert "BESIDE the typed lines" in verify_deal.certainty(verify_deal.read(proof))


@pytest.mark.slow
async def test_after_a_restored_backup_lines_are_void_with_their_deal(tmp_path: Path) -> None:
    url, copy = f"sqlite:///{tmp_path / 'kwbot.sqlite3'}", tmp_path / "copy.sqlite3"
    async with running(url) as house:
        table = await house.between_deals(BO, computers=1)
        await stir(house, table, BO, "soon void")
        new = NewLobby(guild=GUILD, channel=CHANNEL + 1, seated=(DAG.seated(), CLEO.seated()),
                       game=KOMBINATIONS, language="en")  # fmt: skip
        lobby_of_two = (await house.tables.open(new, GuildSettings())).id
        await stir(house, lobby_of_two, DAG, "void as well")
        await asyncio.to_thread(back_up, url, copy, wait=0)
    restore(url, copy, NOW, wait=0)
    async with running(url) as house:
        running_, waiting = sorted(house.tables.index, key=lambda one: isinstance(one, LobbyTable))
        assert house.at(running_.id).stirrers == ()
        await house.settled()
        assert house.lobby_at(waiting.id).stirrers == ()
        await stir(house, running_.id, BO, "again")
        await house.all_ready(running_.id)
        assert await contributed(house, running_.id, 2) == ["1 stir again"]
        await assert_verified(await proof_of(house, running_.id, 2), tmp_path)
