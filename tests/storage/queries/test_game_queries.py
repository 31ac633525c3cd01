"""Lists of games to look back at, page by page; on PostgreSQL, too, where one is named."""

from __future__ import annotations

from datetime import timedelta

from kwbot.ids import TableId, UserId
from kwbot.storage.queries.game_queries import GameScope
from kwbot.storage.store import Store
from kwbot.storage.values.stored_tables import NewEvent, StoredSeat, TableChange
from tests.storage.samples import (
    ANNA,
    BO,
    CLEO,
    GUILD,
    NOON,
    OTHER_GUILD,
    SECRET,
    events,
    outcome,
    result,
    table,
)


async def played(
    store: Store, user_id: UserId = ANNA, channel_id: int = 11, *, parent: int | None = None,
    over: bool = True, finished: bool = False,
) -> TableId:  # fmt: skip
    """A table at which a user sits; whether a deal is over there, and the game."""
    seats = (StoredSeat(seat=0, name="A", user_id=user_id), StoredSeat(seat=1, name="Ada"))
    one = await store.create_table(
        table(channel_id=channel_id, parent_channel_id=parent, seats=seats, state="running")
    )
    await store.append(
        one,
        events(2),
        expected_seq=0,
        change=TableChange(state="closed" if finished else "running"),
        secrets=[SECRET],
        reveal=[1] if over else [],
        scores=[outcome(result(user_id, won=True, points=7))] if finished else [],
    )
    return one


async def listed(store: Store, scope: GameScope, limit: int = 5, offset: int = 0) -> list[TableId]:
    games, _ = await store.results.games(scope, limit=limit, offset=offset)
    return [one.id for one in games]


async def test_games_in_which_a_deal_is_over_are_listed_page_by_page(store: Store) -> None:
    mine = [await played(store, finished=number % 2 == 0) for number in range(4)]
    await played(store, over=False)
    await played(store, BO)
    games, total = await store.results.games(GameScope(GUILD, ANNA), limit=3)
    assert ([one.id for one in games], total) == (mine[:0:-1], 4)
    assert await listed(store, GameScope(GUILD, ANNA), 3, 3) == mine[:1]
    assert await listed(store, GameScope(OTHER_GUILD, ANNA)) == []
    assert await listed(store, GameScope(None, ANNA), 1) == mine[-1:]
    newest, finished = games[0], games[1]
    assert (newest.is_running, newest.is_finished, finished.is_finished) == (True, False, True)
    assert [(one.user, one.name, one.won, one.points) for one in finished.players] == [
        (ANNA, "A", True, 7), (None, "Ada", False, None),
    ]  # fmt: skip


async def test_of_others_one_sees_what_was_here_or_together(store: Store) -> None:
    here, thread = await played(store, BO), await played(store, BO, 12, parent=11)
    await played(store, BO, 13)
    together = await played(store, BO, 14)
    seats = (StoredSeat(seat=0, name="A", user_id=ANNA), StoredSeat(seat=1, name="B", user_id=BO))
    await store.update_table(together, TableChange(seats=seats))
    assert await listed(store, GameScope(GUILD, channel=11)) == [thread, here]
    assert await listed(store, GameScope(GUILD, BO, 11, ANNA)) == [together, thread, here]
    assert await listed(store, GameScope(GUILD, BO, 99, CLEO)) == []


async def test_results_are_listed_when_their_tables_are_gone(store: Store) -> None:
    one = await played(store, finished=True)
    await store.purge_closed(NOON + timedelta(days=9))
    (game,) = (await store.results.games(GameScope(GUILD, ANNA), limit=5))[0]
    assert (game.id, game.is_kept, game.is_finished) == (one, False, True)
    assert [(player.user, player.name) for player in game.players] == [(ANNA, "A")]
    await store.delete_user_data(ANNA)
    assert await listed(store, GameScope(GUILD, ANNA)) == []


async def test_who_has_acted_is_known_whoever_sits_there(store: Store) -> None:
    one = await played(store, BO)
    assert not await store.tables.has_acted(one, ANNA), "a vote, say, is no move"
    await store.append(one, [NewEvent("action", "0 pass", NOON, ANNA)], expected_seq=2)
    assert await store.tables.has_acted(one, ANNA)
    assert not await store.tables.has_acted(one, CLEO)
