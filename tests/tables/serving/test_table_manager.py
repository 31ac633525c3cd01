"""Running tables: games to their end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from benches.stand_ins import LocalComputers
from kwbot.engine.deals.reader import replay
from kwbot.engine.values.actions import Action
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.play import lobby
from kwbot.tables.play.lobby import NewLobby
from kwbot.variants import games
from tests.tables.sandbox import (
    ANNA,
    BO,
    CLEO,
    DAG,
    GUILD,
    KOMBINATIONS,
    LIMITED,
    House,
    assert_verified,
)


async def test_four_people_play_a_game_that_enters_the_leaderboard(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, **LIMITED)
    last = await house.play_out(table)
    rows, total = await house.store.results.leaderboard(GUILD, KOMBINATIONS)
    assert total == 4
    assert sum(row.wins for row in rows) == 1
    by_user = {row.user_id: row for row in rows}
    for seat, seated in enumerate(last.seated):
        assert seated.user is not None
        row = by_user[seated.user]
        assert row.points == last.match.sheet.scores[seat]
        declared = [d for d in last.match.deals if d.result.declarer == seat]
        assert row.bids_tried == len(declared)
        assert row.bids_made == sum(bool(d.result.made) for d in declared)


async def test_one_person_and_three_computers_play_to_the_end(house: House) -> None:
    table = await house.dealt(computers=3, **LIMITED)
    await house.play_out(table)
    assert await house.store.results.has_played(ANNA.id)


async def test_games_fill_their_caches_once_when_there_is_a_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled: list[str] = []
    for kind in {type(game) for game in games().values()}:
        monkeypatch.setattr(kind, "warm_up", lambda game: filled.append(game.key))
    await house.crash()
    assert not filled
    await house.lobby()
    other = NewLobby(
        guild=GUILD, channel=99, seated=(BO.seated(),), game=KOMBINATIONS, language="en"
    )
    await house.tables.open(other, GuildSettings())
    await house.tables.stop()
    assert filled == [*games()]
    house.tables = house.begin()
    await house.tables.resume()
    assert filled == [*games(), *games()], "before people are served, where there are tables"


@pytest.mark.slow
async def test_a_deal_in_which_only_computers_sit_plays_itself(house: House) -> None:
    table = await house.dealt(computers=6, **LIMITED)
    match = (await house.play_out(table)).match
    assert any("hand 0" not in deal.lines for deal in match.deals)
    for deal in match.deals:
        assert await house.tables.archive.proof(table, deal.number) is not None


async def test_the_stored_record_is_the_game(house: House) -> None:
    table = await house.dealt(BO, computers=2, **LIMITED)
    running = await house.tables.archive.record(table)
    assert running is None, "a running game's record would show the hands"
    last = await house.play_out(table)
    text = await house.tables.archive.record(table)
    assert text is not None
    assert replay(text, games()) == last.match


@pytest.mark.slow
@pytest.mark.usefixtures("drawn_dealer")
async def test_the_verifier_confirms_every_deal(house: House, tmp_path: Path) -> None:
    table = await house.dealt(BO, computers=1, **LIMITED)
    assert await house.tables.archive.proof(table, 1) is None, "a running deal keeps its secret"
    match = (await house.play_out(table)).match
    for deal in match.deals[:2]:
        proof = await house.tables.archive.proof(table, deal.number)
        assert proof is not None
        await assert_verified(proof, tmp_path)
        posted = [
            ready.commitment
            for s in house.listener.states
            if s.running and (ready := s.running.ready) and ready.deal == deal.number
        ]
        assert posted[0] in proof


async def test_a_computer_that_fails_stops_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.dealt(computers=3, **LIMITED)

    async def broken(*args: object) -> Sequence[Action]:
        raise RuntimeError("SA HK")

    monkeypatch.setattr(LocalComputers, "take_turns", broken)
    await house.play_out(table)
    assert "SA HK" not in caplog.text


@pytest.mark.slow
async def test_who_leaves_is_played_by_the_computer_to_the_end(house: House) -> None:
    table = await house.dealt(BO, CLEO, **LIMITED)
    await house.tables.index.at(table).leave(BO.id)
    with pytest.raises(Refused, match="is playing for you"):
        await house.tables.index.at(table).leave(BO.id)
    await house.play_out(table)
    _, total = await house.store.results.leaderboard(GUILD, KOMBINATIONS)
    assert total == 3


async def test_while_nobody_is_there_a_table_stands_still(house: House) -> None:
    table = await house.dealt(BO, computers=2, game="whist")
    await house.act(table)
    await house.tables.index.at(table).leave(BO.id)
    await house.settled()
    house.clock.advance(30)
    before = house.at(table).match.deal
    await house.tables.index.at(table).leave(ANNA.id)
    left = house.at(table)
    assert before is not None
    assert left.match.deal is not None
    assert left.match.deal.moves() == before.moves()
    assert left.deadline is None
    for _ in range(2):
        house.clock.advance(3600)
        await house.settled()
        assert house.at(table).match == left.match
        await house.crash()
    since = [house.at(table).attendance.away_since[seat] for seat in house.at(table).humans]
    assert abs(since[0] - since[1]).total_seconds() == 30
    await house.tables.index.at(table).back(BO.id)
    assert house.at(table).computer_in_turn() is None
    assert set(house.at(table).attendance.away_since) == {house.at(table).seat_of(ANNA.id)}


async def test_when_all_have_left_no_new_deal_begins(house: House) -> None:
    table = await house.between_deals(BO, CLEO)
    for person in (ANNA, BO, CLEO):
        await house.tables.index.at(table).leave(person.id)
    state = house.at(table)
    assert state.ready
    assert state.deadline is None
    await house.ready(table, BO.id, 77)
    assert house.at(table).present == (1,)


@pytest.mark.slow
async def test_many_tables_play_at_the_same_time(store: Store) -> None:
    house = House(store)
    await house.tables.resume()
    await house.tables.all_resumed()
    tables = []
    for number in range(6):
        new = NewLobby(
            guild=GUILD, channel=100 + number, seated=(ANNA.seated(),), game=KOMBINATIONS,
            language="en", options=LIMITED,
        )  # fmt: skip
        table = await house.tables.open(new, GuildSettings())
        for _ in range(3):
            await house.tables.index.at(table.id).rearrange(
                lobby.with_computer, ANNA.id, 12, "random"
            )
        await house.start(table.id)
        tables.append(table.id)
    await asyncio.gather(*(house.play_out(table) for table in tables))
    await house.tables.stop()
    assert (await store.count_user_data(ANNA.id)).results == 6


async def test_a_line_that_was_typed_goes_into_the_shuffle_and_its_proof(
    house: House, tmp_path: Path
) -> None:
    table = await house.between_deals(BO, computers=2)
    live = house.tables.index.at(table)
    assert await live.stir(BO.id, 2, "  blåa\tkatter\n7 ") == "blåa katter 7"
    assert house.at(table).match.deal is None, "a line is no readiness"
    await house.crash()
    await house.all_ready(table)
    with pytest.raises(Stale):
        await house.tables.index.at(table).stir(ANNA.id, 2, "too late")
    while not house.at(table).ready:
        await house.act(table)
    proof = await house.tables.archive.proof(table, 2)
    assert proof is not None
    assert "\ncontribution 1 stir blåa katter 7\nhand " in proof, "and no press beside it"
    await assert_verified(proof, tmp_path)
    with pytest.raises(AssertionError):
        await assert_verified(proof.replace("katter 7", "katter 8"), tmp_path)


@pytest.mark.parametrize("typed", ["", " \n\t", "\u200b\x00", "x" * 65])
async def test_a_line_of_nothing_or_too_much_is_refused(house: House, typed: str) -> None:
    table = await house.between_deals(BO, computers=2)
    before = house.at(table)
    with pytest.raises(Refused):
        await house.tables.index.at(table).stir(ANNA.id, 2, typed)
    assert house.at(table) == before
