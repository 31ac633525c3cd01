"""The seal of the first deal: posted with the lobby, and what goes into it until *Start*."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import verify_deal
from kwbot.engine.deals.record import write
from kwbot.engine.values.cards import FULL_DECK
from kwbot.ids import TableId
from kwbot.storage.values.stored_tables import (
    DealSecret,
    NewEvent,
    NewTable,
    StoredSeat,
    TableChange,
)
from kwbot.tables.errors.refusals import NotSeated, Stale
from kwbot.tables.play import lobby
from kwbot.tables.state import dealing
from kwbot.tables.state.contributions import LobbySeal
from kwbot.variants import games
from tests.tables.sandbox import ANNA, BO, CHANNEL, CLEO, DAG, GUILD, KOMBINATIONS, House

OLD_LOGS = Path(__file__).parent / "ready_before_first_deal.json"
"""Tables of when people pressed Ready before the first deal: their log, record and proof."""
pytestmark = pytest.mark.usefixtures("drawn_dealer")
DECK = ",".join(card.text for card in FULL_DECK)


def seal(house: House, table_id: TableId) -> LobbySeal:
    return house.lobby_at(table_id).standing_seal()


def is_right(proof: str) -> bool:
    """Whether the verifier, which knows nothing of the bot, finds nothing wrong."""
    return all(good for good, _ in verify_deal.checks(verify_deal.read(proof), None))


async def option(house: House, table_id: TableId, key: str, value: str) -> None:
    await house.tables.index.at(table_id).rearrange(lobby.with_option, ANNA.id, key, value)


# --- in the lobby ------------------------------------------------------------------------------


async def test_a_seal_is_stored_with_the_lobby_and_outlives_a_crash(house: House) -> None:
    table = await house.lobby(BO, computers=2)
    await house.tables.index.at(table).stir(BO.id, seal(house, table).mark, " blue\tcats ")
    before = seal(house, table)
    hidden = await house.store.tables.secret(table, 1)
    assert hidden is not None
    assert hidden.commitment == before.commitment
    assert [user for user, _ in before.given] == [BO.id]
    assert house.lobby_at(table).stirrers == (1,)
    await house.crash()
    assert seal(house, table) == before
    await house.start(table)
    assert house.at(table).sealed == before.commitment


async def test_joining_and_starting_go_into_the_first_deal_which_comes_at_once(
    house: House,
) -> None:
    table = await house.lobby()
    joined = [await house.join(table, guest) for guest in (BO, CLEO)]
    posted = seal(house, table).commitment
    started = await house.start(table)
    game = house.at(table)
    assert game.match.deal is not None
    assert game.ready is None
    assert all(game.match.deal.layout.hands[seat] for seat in range(3)), "no Ready before them"
    await house.crash()
    assert replace(house.at(table), deadline=None) == replace(game, deadline=None)
    proof = await proof_of(house, table)
    pressed = [line for line in proof.splitlines() if line.startswith("contribution")]
    assert pressed == [f"contribution {who} {press}" for who, press in
                       ((1, joined[0]), (2, joined[1]), (0, started))]  # fmt: skip
    assert f"\ncommit {posted}\n" in proof
    assert is_right(proof)


async def test_a_new_deck_gets_a_new_seal_and_only_presses_since_then_count(house: House) -> None:
    table = await house.lobby(BO, CLEO)  # three play without the lowest cards
    first = seal(house, table)
    await house.tables.index.at(table).stir(CLEO.id, first.mark, "too early")
    await house.join(table, DAG)
    second = seal(house, table)
    assert second.commitment != first.commitment
    assert second.given == (), "the press that brought it about came before it"
    hidden = await house.store.tables.secret(table, 1)
    assert hidden is not None
    assert hidden.commitment == second.commitment
    with pytest.raises(Stale):
        await house.tables.index.at(table).start(ANNA.id, first.mark, 7)
    with pytest.raises(Stale):
        await house.tables.index.at(table).stir(BO.id, first.mark, "too late")
    await house.start(table)
    assert "too early" not in await proof_of(house, table)


@pytest.mark.parametrize(
    ("game", "key", "value", "anew"),
    [
        (KOMBINATIONS, "time_card", "30", False),
        (KOMBINATIONS, "hints", "on", False),
        (KOMBINATIONS, "winning", "limited", False),
        ("whist", "partners", "seats", True),
        ("esmakker", "attachments", "fixed", True),
    ],
)
async def test_an_option_gets_a_new_seal_where_something_else_is_drawn(
    house: House, game: str, key: str, value: str, anew: bool
) -> None:
    table = await house.lobby(BO, game=game)
    before = seal(house, table)
    await option(house, table, key, value)
    assert (seal(house, table) != before) is anew
    assert bool(seal(house, table).given) is not anew


async def test_another_game_gets_a_new_seal_and_people_who_go_take_their_press_along(
    house: House,
) -> None:
    table = await house.lobby(BO, CLEO)
    await house.tables.index.at(table).leave(BO.id)
    assert [user for user, _ in seal(house, table).given] == [CLEO.id]
    before = seal(house, table)
    await house.tables.index.at(table).set_game(ANNA.id, games()["hus"])
    assert seal(house, table).commitment != before.commitment


async def test_only_who_sits_there_stirs(house: House) -> None:
    table = await house.lobby(BO)
    live, mark = house.tables.index.at(table), seal(house, table).mark
    with pytest.raises(NotSeated):
        await live.stir(DAG.id, mark, "mine")


async def test_a_host_who_had_joined_gives_both_presses(house: House) -> None:
    table = await house.lobby(BO, computers=2, game="esmakker")
    await house.tables.index.at(table).leave(ANNA.id)
    await house.tables.index.at(table).rearrange(lobby.with_computer, BO.id, 12, "easy")
    await house.start(table, BO.id)
    await house.crash()
    proof = await proof_of(house, table)
    assert proof.count("\ncontribution 0 ") == 2
    assert is_right(proof)


# --- what is drawn before the first deal -------------------------------------------------------


async def proof_of(house: House, table_id: TableId) -> str:
    """The proof of the first deal, broken off if it is still running."""
    proof = await house.tables.archive.proof(table_id, 1)
    if proof is None:
        await house.tables.index.at(table_id).close("moderator")
        proof = await house.tables.archive.proof(table_id, 1)
    assert proof is not None
    return proof


Change = Callable[[str], str]


def without_first_press(proof: str) -> str:
    first = next(line for line in proof.splitlines() if line.startswith("contribution"))
    return proof.replace(first + "\n", "", 1)


def swapped_draws(proof: str) -> str:
    """Two people in each other's seat."""
    lines = proof.splitlines()
    one, two, *_ = (at for at, line in enumerate(lines) if line.startswith("draw "))
    lines[one], lines[two] = lines[two], lines[one]
    return "\n".join(lines)


def other_dealer(proof: str) -> str:
    (line,) = [line for line in proof.splitlines() if line.startswith("dealer ")]
    return proof.replace(line, f"dealer {(int(line[-1]) + 1) % 4}")


def without_draw(proof: str) -> str:
    drawn = ("draw", "players", "dealer")
    return "\n".join(line for line in proof.splitlines() if line.split()[0] not in drawn)


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("whist", without_first_press),
        ("whist", swapped_draws),
        ("whist", without_draw),
        (KOMBINATIONS, without_first_press),
        (KOMBINATIONS, other_dealer),
        (KOMBINATIONS, without_draw),
    ],
)
async def test_what_is_drawn_verifies_and_a_changed_proof_does_not(
    house: House, game: str, change: Change
) -> None:
    table = await house.lobby(BO, CLEO, DAG, game=game)
    await house.tables.index.at(table).stir(BO.id, seal(house, table).mark, "seven cats")
    places = house.lobby_at(table).seated
    await house.start(table)
    game_ = house.at(table)
    if game == "whist":
        assert [game_.seated[seat] for seat in game_.places] == list(places)
    proof = await proof_of(house, table)
    assert "seven cats" in proof
    assert is_right(proof)
    assert not is_right(change(proof))


async def test_a_press_that_the_bot_leaves_out_is_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_the_last(hidden: DealSecret) -> tuple[str, bytes, list[str]]:
        return hidden.context, hidden.secret, hidden.contributions.splitlines()[:-1]

    monkeypatch.setattr(dealing, "_sources", without_the_last)
    table = await house.lobby(BO, CLEO, DAG, game="hus", options={"deals": "1"})
    press = await house.start(table)
    await house.act(table)  # the cut
    proof = await proof_of(house, table)
    assert f"\ncontribution 0 {press}\n" in proof
    assert not is_right(proof)


async def test_the_verifier_says_when_each_press_was_made() -> None:
    assert verify_deal.made_at(1174012345678905678) == "2023-11-14 15:45:55 UTC"


# --- tables of before ---------------------------------------------------------------------------


def old_tables() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(OLD_LOGS.read_text())
    return found


async def stored(house: House, old: dict[str, Any], events: int) -> TableId:
    """A table of then as the database has it after so many events."""
    now = house.clock.now()
    seats = tuple(
        StoredSeat(seat=seat, name=name, user_id=user, level=level)
        for seat, (name, user, level) in enumerate(old["seats"])
    )
    table = await house.store.create_table(
        NewTable(guild_id=GUILD, channel_id=CHANNEL, host_id=ANNA.id, game=old["game"],
                 language="en", created_at=now, seats=seats, options=old["options"])
    )  # fmt: skip
    log = [NewEvent(kind, body, now) for kind, body in old["events"][:events]]
    secrets = [
        DealSecret(
            deal=deal, secret=bytes(48), context=f"table=1 deal=1 cards={DECK}", commitment=""
        )
        for deal in (1, 2)
    ]
    change = TableChange(state="running")
    await house.store.append(table, log, expected_seq=0, change=change, secrets=secrets)
    return table


@pytest.mark.parametrize("old", old_tables(), ids=lambda old: old["game"])
async def test_a_table_of_before_goes_on_from_every_event(
    house: House, old: dict[str, Any]
) -> None:
    assert is_right(old["proof"])
    committed = next(at for at, (kind, _) in enumerate(old["events"], 1) if kind == "commit")
    for events in (committed, len(old["events"])):
        table = await stored(house, old, events)
        await house.crash()
        waiting = house.at(table)
        assert waiting.ready is not None
        for seat in set(waiting.present) - waiting.ready.seats:
            await house.ready(table, house.user(table, seat), seat)
        game = house.at(table)
        assert game.match.deal is not None
        assert game.match.deal.start.dealer == waiting.ready.dealer
        await house.tables.index.at(table).close("moderator")


async def test_the_log_of_before_replays_to_the_same_record(house: House) -> None:
    for old in old_tables():
        table = await stored(house, old, len(old["events"]))
        await house.crash()
        assert write(house.at(table).match) == old["record"]
        await house.tables.index.at(table).close("moderator")


async def test_a_lobby_of_before_is_sealed_at_once(house: House) -> None:
    seats = tuple(StoredSeat(seat=p.id - 1, name=p.name, user_id=p.id) for p in (ANNA, BO, CLEO))
    table = await house.store.create_table(
        NewTable(guild_id=GUILD, channel_id=CHANNEL, host_id=ANNA.id, game="hus", language="en",
                 created_at=house.clock.now(), seats=seats, options={"deals": "1"})
    )  # fmt: skip
    await house.crash()
    assert house.lobby_at(table).wants_seal
    with pytest.raises(Stale):  # the button of then, beside no seal
        await house.tables.index.at(table).start(ANNA.id, 0, 1)
    await house.settled()
    assert not house.lobby_at(table).wants_seal
    await house.join(table, DAG)
    await house.start(table)
    assert house.at(table).match.deal


# --- later deals -------------------------------------------------------------------------------


async def test_alone_with_computers_one_press_brings_the_next_cards(house: House) -> None:
    table = await house.between_deals(computers=3)
    await house.ready(table, ANNA.id, 5)
    deal = house.at(table).match.deal
    assert deal is not None
    assert any(deal.layout.hands)
