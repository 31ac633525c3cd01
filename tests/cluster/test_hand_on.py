"""Two processes of a bot without a gateway: whoever hears a press, the table's owner serves it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from itertools import product

import pytest

from cogs.connection.by_http import interaction_forwarder
from cogs.connection.by_http.interaction_forwarder import HANDED_ON, NOT_MINE, TO_OWNER
from cogs.connection.client import LEADER_CHECK_INTERVAL
from kwbot.config import Settings
from kwbot.ids import TableId, UserId
from kwbot.storage import cluster
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.store import Store
from kwbot.tables.serving.edition import EDITION
from kwbot.tables.serving.membership import SETTLING_TIME, Membership
from tests.cluster.conftest import LEASE, Share, break_lock_connection
from tests.e2e.club import Club
from tests.e2e.odd_payloads import PRESS
from tests.free_port import free_port


class Branch(Club):
    """A process of a bot that has several; all have the playground of the first."""

    def __init__(self, url: str, first: Branch | None = None) -> None:
        super().__init__(url, by_http=True)
        if first is not None:
            self.playground, self.clock, self.guests = first.playground, first.clock, first.guests
        self.port = free_port()

    def _settings(self) -> Settings:
        more = {"interactions_port": self.port, "cluster_url": self.own}
        return super()._settings().model_copy(update=more)

    @property
    def own(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def page(self) -> str:
        return f"{self.own}/interactions"

    @property
    def membership(self) -> Membership:
        assert self.house.tables.ownership.membership is not None
        return self.house.tables.ownership.membership

    async def _open(self) -> Store:
        return await Store.share(self.url, self.own, EDITION, lease=LEASE)

    async def drain(self) -> None:
        assert self.house.interactions is not None
        await self.house.interactions.drain()

    def hears(self, *others: Branch) -> None:
        """From now on presses come here, or to any of `others`."""
        self.playground.post_interactions.urls = [one.page for one in (self, *others)]


@pytest.fixture
async def branches(
    share: Share, server_url: str, same_cards: None
) -> AsyncIterator[tuple[Branch, Branch]]:
    await (await share(joined=False)).close()
    one = Branch(server_url)
    async with one.opened():
        other = Branch(server_url, one)
        await other.start()
        try:
            for branch in (one, other, one):
                await branch.membership.beat()
            yield one, other
        finally:
            if not other.ended:
                await other.stop()
    assert one.playground.refusals == []


async def test_the_owner_answers_what_another_process_hears(
    branches: tuple[Branch, Branch],
) -> None:
    owner, hearer = branches
    owner.hears()
    people = [owner.guest("Anna"), owner.guest("Bo")]
    table = await owner.table(people, computers=2)
    hearer.hears(owner)
    await owner.ready(table.id)
    for _ in range(4):
        await owner.turn()
    hearer.hears()
    hand = (await people[0].person.slash(owner.playground.channel, "hand")).text
    assert hand
    assert [one.id for one in owner.bot.tables.index] == [table.id]
    assert not list(hearer.bot.tables.index)
    post = owner.playground.post_interactions
    assert set(post.statuses) <= {200, 202}
    body = json.dumps(PRESS | {"data": {"custom_id": "x", "component_type": 2}}).encode()
    signed = post.sign(body)
    spelled = {**signed, "X-Signature-Ed25519": signed["X-Signature-Ed25519"].upper()}
    statuses = []
    for branch, headers in product(branches, (signed, spelled)):
        branch.hears()
        statuses.append((await post.post(body, headers))[0])
    assert statuses == [200, 401, 401, 401], "each process knows what another has carried out"


@pytest.mark.slow
async def test_one_registers_commands_and_both_share_discords_limit(
    branches: tuple[Branch, Branch],
) -> None:
    leader, other = branches
    world = leader.playground

    def registrations() -> int:
        return sum(call.method == "PUT" and "/commands" in call.route for call in world.calls)

    def registers(branch: Branch) -> bool:
        assert branch.bot._registering is not None
        return not branch.bot._registering.done()

    await world.until(lambda: not registers(leader))
    assert registrations() == 1
    assert registers(other), "it waits for its turn to lead"
    assert [one.house.display.calls.client.count_sharers() for one in branches] == [2, 2]
    await leader.stop()
    try:
        await other.membership.beat()
        other.clock.advance(LEADER_CHECK_INTERVAL.total_seconds())
        await world.until(lambda: not registers(other))
        assert registrations() == 1, "they are what they were"
        assert other.house.display.calls.client.count_sharers() == 1
    finally:
        await leader.start()


@pytest.mark.parametrize("knows", [False, True])
async def test_where_the_database_is_dead_people_get_an_apology(
    branches: tuple[Branch, Branch], monkeypatch: pytest.MonkeyPatch, *, knows: bool
) -> None:
    """Before Discord gives up; also where the process that hears a press knows the owner."""
    owner, hearer = branches
    await _alone_at(owner)
    anna, post = owner.guests[0].person, owner.playground.post_interactions
    hearer.hears()

    async def hang(*_: object) -> bool:
        await asyncio.Event().wait()
        return True

    if knows:
        assert (await anna.slash(owner.playground.channel, "hand")).text
    else:
        monkeypatch.setattr(hearer.membership, "wait_for_life", hang)
    monkeypatch.setattr(owner.membership, "wait_for_life", hang)
    monkeypatch.setattr(hearer.membership.cluster, "owners", hang)
    monkeypatch.setattr(interaction_forwarder, "DECIDING_SECONDS", 0.1)
    monkeypatch.setattr("cogs.connection.by_http.interaction_site.FORWARDING_SECONDS", 0.5)
    post.statuses.clear()
    said = (await anna.slash(owner.playground.channel, "hand")).text
    assert said.startswith("⛔ Something went wrong. Try again.")
    assert post.statuses == [200]


def test_there_is_time_for_an_apology() -> None:
    assert interaction_forwarder.DECIDING_SECONDS < interaction_forwarder.FORWARDING_SECONDS < 3


@pytest.mark.heavy
async def test_what_a_process_does_not_own_may_come_again_when_it_does(
    branches: tuple[Branch, Branch],
) -> None:
    owner, other = branches
    owner.hears()
    table = await owner.table([owner.guest("Anna")], computers=3)
    post = owner.playground.post_interactions
    hand = f"kw:table:{table.id}:0:hand"
    body = json.dumps(PRESS | {"data": {"custom_id": hand, "component_type": 2}}).encode()
    signed = post.sign(body) | {HANDED_ON: TO_OWNER}
    other.hears()
    assert [(await post.post(body, signed))[0] for _ in range(2)] == [NOT_MINE] * 2


@pytest.mark.heavy
async def test_a_process_that_stops_leaves_its_tables_and_hands_on(
    branches: tuple[Branch, Branch], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.connection.by_http.interaction_forwarder.DRAIN_SECONDS", 0)
    leaving, heir = branches
    leaving.hears()
    anna = leaving.guest("Anna")
    table = await leaving.table([anna], computers=3)
    await leaving.ready(table.id)
    await leaving.turn()
    before = leaving.game(table.id).seq
    await leaving.drain()
    assert not list(leaving.bot.tables.index)
    await leaving.turn()
    assert heir.game(table.id).seq > before


async def test_the_next_press_takes_over_from_a_dead_process(
    branches: tuple[Branch, Branch],
) -> None:
    heir, dead = branches
    dead.hears()
    anna = heir.guest("Anna")
    table = await dead.table([anna], computers=3)
    await dead.ready(table.id)
    await heir.membership.beat()
    heir.hears(dead)
    await dead._listening.aclose()
    await dead.bot.close()
    await dead.house.display.stop()
    await dead.store._database.close()  # its lock is gone; nobody has given anything back
    heir.clock.advance(SETTLING_TIME.total_seconds() / 2)
    await heir.turn()
    assert heir.game(table.id).seq >= table.seq


async def test_who_has_lost_the_database_serves_nobody_from_memory(
    branches: tuple[Branch, Branch],
) -> None:
    """PostgreSQL restarts, say, and another process is back first and takes the tables."""
    owner, heir = branches
    table = await _alone_at(owner)
    await break_lock_connection(owner, heir)
    heir.hears()
    await heir.turn()
    then, pressed = heir.game(table).seq, len(owner.playground.interactions)
    owner.hears()
    turn = asyncio.create_task(owner.turn())
    await owner.playground.until(lambda: len(owner.playground.interactions) > pressed)
    with contextlib.suppress(StorageError):
        await owner.membership.beat()
    await owner.membership.beat()
    await turn
    assert heir.game(table).seq > then


async def test_who_has_not_heard_that_a_table_was_taken_calls_no_press_out_of_date(
    branches: tuple[Branch, Branch], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, heir = branches
    table = await _alone_at(owner)
    await _take_untold(heir, table, monkeypatch)
    heir.hears()
    await heir.turn()
    then = heir.game(table).seq
    assert owner.game(table).seq < then
    owner.hears()
    await owner.turn()
    assert owner.game(table).seq > then


@pytest.mark.slow
async def test_a_lobby_that_was_taken_unheard_still_seats_whoever_joins(
    branches: tuple[Branch, Branch], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, heir = branches
    owner.hears()
    lobby = await owner.lobby(owner.guest("Anna"))
    (table,) = [one.id for one in owner.bot.tables.index]
    await owner.playground.until(lambda: owner.state(table).message == lobby.id)
    await _take_untold(heir, table, monkeypatch)
    bo = owner.guest("Bo").person
    await bo.click(lobby, "Join")
    assert owner.state(table).has(UserId(bo.id))


async def _take_untold(heir: Branch, table_id: TableId, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as untold:
        untold.setattr(cluster, "_tell", lambda *_: None)
        await heir.bot.tables.resume_table(table_id)


async def _alone_at(owner: Branch) -> TableId:
    """Have somebody play with computers. Return the table."""
    owner.hears()
    table = await owner.table([owner.guest("Anna")], computers=3)
    await owner.ready(table.id)
    await owner.turn()
    return table.id
