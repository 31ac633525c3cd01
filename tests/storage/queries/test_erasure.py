from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, Text, cast, or_, select

from kwbot.ids import GuildId, TableId, UserId
from kwbot.storage.backend.failures import NotWritable
from kwbot.storage.queries import erasure
from kwbot.storage.queries.game_queries import GameScope
from kwbot.storage.store import Store
from kwbot.storage.upkeep.recounting import recount
from kwbot.storage.values.columns import Base
from kwbot.storage.values.documents import GuildSettings, Learning, Preferences
from kwbot.storage.values.models import PlayerResultRow
from kwbot.storage.values.stored_people import PlayerBan, UserDataCounts
from kwbot.storage.values.stored_results import Title
from kwbot.storage.values.stored_tables import NewEvent, TableChange
from tests.storage.samples import (
    ANNA,
    BO,
    CLEO,
    GAME,
    GUILD,
    NOON,
    OTHER_GUILD,
    SECRET,
    events,
    outcome,
    result,
    table,
)

CLOSED = TableChange(state="closed")


async def count(store: Store, needle: int) -> dict[str, int]:
    """In how many rows of each table of the database `needle` stands, in whatever column."""

    def work(connection: Connection) -> dict[str, int]:
        found = {}
        for stored in Base.metadata.sorted_tables:
            holds = or_(*(cast(column, Text).contains(str(needle)) for column in stored.columns))
            rows = connection.execute(select(stored).where(holds)).all()
            if rows:
                found[stored.name] = len(rows)
        return found

    return await store.transactions.run(work)


async def evening(store: Store, guild_id: GuildId) -> TableId:
    """A finished game of Anna and Bo, with all that it leaves behind."""
    table_id = await store.create_table(table(guild_id=guild_id))
    await store.append(
        table_id,
        events(2),
        expected_seq=0,
        change=CLOSED,
        secrets=[SECRET],
        scores=[outcome(result(ANNA), result(BO, won=True), titles=(Title(ANNA, "obesudlad"),))],
    )
    await store.settings.change_guild_settings(guild_id, lambda _: GuildSettings(language="sv"))
    await store.settings.add_ban(
        PlayerBan(guild_id=guild_id, user_id=CLEO, game=GAME, by=ANNA, reason="", at=NOON)
    )
    return table_id


async def test_old_closed_tables_go_and_open_ones_stay(store: Store) -> None:
    old = await evening(store, GUILD)
    open_ = await store.create_table(table())
    new = await store.create_table(table(state="closed"))
    later = NOON + timedelta(days=2)
    await store.update_table(new, TableChange(last_human_at=later))
    assert await store.purge_closed(later) == 1
    assert [await store.tables.load(one) is None for one in (old, open_, new)] == [
        True,
        False,
        False,
    ]
    assert await store.tables.events(old) == ()
    assert await store.tables.secret(old, 1) is None


async def test_a_person_is_forgotten_and_others_keep_their_results(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure, "new_token", lambda: -7)  # another may hold Anna's number
    closed = await evening(store, GUILD)
    await store.settings.change_preferences(ANNA, lambda _: Preferences(language="da"))
    assert await store.delete_user_data(ANNA) == []
    assert await count(store, ANNA) == {}
    assert await store.tables.load(closed) is None
    standings, total = await store.results.leaderboard(GUILD, GAME)
    assert (total, standings[0].user_id, standings[0].wins) == (1, BO, 1)
    assert [ban.by for ban in await store.settings.bans(GUILD)] == [None]


async def test_a_deletion_that_broke_off_goes_on_with_what_stood_for_the_person(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the ratings of others would be as if two had played in the place of one."""
    tokens = iter((-7, -8, -9))  # others may hold Anna's number
    monkeypatch.setattr(erasure, "new_token", lambda: next(tokens))
    monkeypatch.setattr(erasure, "TABLES_A_BATCH", 1)
    for _ in range(3):
        await evening(store, GUILD)
    make_anonymous, bites = erasure.make_anonymous, iter((True, True, False))

    def full(connection: Connection, user_id: UserId, token: int) -> bool:
        if not next(bites):
            raise NotWritable("The disk is full.")
        return make_anonymous(connection, user_id, token)

    with monkeypatch.context() as patch:
        patch.setattr(erasure, "make_anonymous", full)
        with pytest.raises(NotWritable):
            await store.delete_user_data(ANNA)
    assert await store.delete_user_data(ANNA) == []
    assert await count(store, ANNA) == {}
    users = select(PlayerResultRow.user_id).where(PlayerResultRow.user_id < 0)
    found = await store.transactions.run(lambda connection: list(connection.scalars(users)))
    assert found == [-7, -7, -7]


async def test_what_ends_during_a_deletion_is_nameless_too(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening(store, GUILD)
    write_batch = store.transactions.write_batch

    async def after_one_more_game(work: Callable[..., object], *more: object) -> object:
        if work is erasure.delete_own:
            await evening(store, GUILD)
        return await write_batch(work, *more)

    with monkeypatch.context() as patch:
        patch.setattr(store.transactions, "write_batch", after_one_more_game)
        await store.delete_user_data(ANNA)
    assert not {"player_results", "deal_shares", "standings"} & (await count(store, ANNA)).keys()
    assert (await recount(store))[1] == 0


async def test_a_person_is_told_which_open_tables_hold_them(store: Store) -> None:
    host = await store.create_table(table(host_id=ANNA, seats=()))
    seated = await store.create_table(table(host_id=BO))
    acted = await store.create_table(table(host_id=BO, seats=()))
    await store.append(acted, [NewEvent("play", "0 play S2", NOON, ANNA)], expected_seq=0)
    await store.create_table(table(host_id=BO, seats=()))
    assert await store.delete_user_data(ANNA) == [host, seated, acted]
    assert await store.tables.load(seated) is not None


async def test_a_person_is_told_how_much_is_kept(store: Store) -> None:
    assert await store.count_user_data(ANNA) == UserDataCounts(
        preferences=0, results=0, titles=0, tables=0, bans=0, lessons=0
    )
    await evening(store, GUILD)
    await evening(store, OTHER_GUILD)
    await store.create_table(table(host_id=BO, seats=()))
    await store.settings.change_preferences(ANNA, lambda _: Preferences(language="da"))
    await store.settings.set_learning(ANNA, 0, Learning(done=("whist/01-tricks",)))
    await store.settings.add_ban(
        PlayerBan(guild_id=GUILD, user_id=ANNA, game=GAME, by=BO, reason="fouls", at=NOON)
    )
    assert await store.count_user_data(ANNA) == UserDataCounts(
        preferences=1, results=2, titles=2, tables=2, bans=1, lessons=1, names=2
    )
    assert (await store.settings.preferences(ANNA)).language == "da"
    await store.delete_user_data(ANNA)
    assert await store.settings.preferences(ANNA) == Preferences()
    assert await store.count_user_data(ANNA) == UserDataCounts(
        preferences=0, results=0, titles=0, tables=0, bans=1, lessons=0
    )


async def test_somebody_is_invited_once_and_no_more_than_so_many_are(store: Store) -> None:
    first, second = [await store.create_table(table(host_id=BO, seats=())) for _ in range(2)]
    assert await store.tables.invite(first, ANNA, most=2)
    assert not await store.tables.invite(first, ANNA, most=2)
    assert await store.tables.is_invited(first, ANNA)
    assert not await store.tables.is_invited(second, ANNA)
    assert await store.tables.invite(first, CLEO, most=2)
    assert not await store.tables.invite(first, BO, most=2)
    assert (await store.count_user_data(ANNA)).invitations == 1
    await store.delete_user_data(ANNA)
    assert not await store.tables.is_invited(first, ANNA)
    assert await store.tables.is_invited(first, CLEO)


async def test_a_forgotten_person_stays_banned(store: Store) -> None:
    ban = PlayerBan(guild_id=GUILD, user_id=ANNA, game=GAME, by=BO, reason="fouls", at=NOON)
    await store.settings.add_ban(ban)
    await store.delete_user_data(ANNA)
    await store.delete_user_data(BO)
    assert await store.settings.bans(GUILD) == [replace(ban, by=None)]


async def test_a_forgotten_person_is_not_among_the_players_of_a_game(store: Store) -> None:
    await evening(store, GUILD)
    await store.delete_user_data(ANNA)
    (game,), _ = await store.results.games(GameScope(GUILD, BO), limit=10)
    assert [(one.user, one.won) for one in game.players] == [(BO, True)]


@pytest.mark.parametrize("copied", [False, True])
async def test_nothing_of_a_person_is_left_in_the_files(file_store: Store, *, copied: bool) -> None:
    """Neither where it stood, nor in the log beside it, nor after a copy that was being made."""
    assert file_store.path is not None
    folder, words = file_store.path.parent, (b"Annabel of Elsewhere", b"a word of Annabel's own")

    def lies_there() -> set[bytes]:
        found = [file.read_bytes() for file in folder.iterdir() if file.is_file()]
        return {word for word in words if any(word in one for one in found)}

    name, said = (word.decode() for word in words)
    seats = [replace(seat, name=name) if seat.user_id == ANNA else seat for seat in table().seats]
    table_id = await file_store.create_table(replace(table(), seats=tuple(seats)))
    event = NewEvent(kind="propose", body=said, actor=ANNA, at=NOON)
    await file_store.append(table_id, [event] * 50, expected_seq=0, change=CLOSED)
    assert lies_there() == set(words)
    if copied:
        async with file_store.hold_file():
            assert await file_store.delete_user_data(ANNA) == []
    else:
        assert await file_store.delete_user_data(ANNA) == []
    assert lies_there() == set()
    assert await file_store.tables.load(table_id) is None
