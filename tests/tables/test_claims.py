"""Claims at a table: granted where they are certain, and unseen where they are not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from benches.stand_ins import LocalComputers
from kwbot.claims.claim_grounds import ClaimGrounds
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import replay
from kwbot.engine.deals.record import write
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import CHANCE, Action, TrickClaim
from kwbot.engine.values.errors import RecordError
from kwbot.ids import TableId
from kwbot.storage.backend.failures import NotWritable
from kwbot.storage.store import Store
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.play import automatic_moves
from kwbot.tables.state import dealing
from kwbot.tables.state.table_state import RunningTable
from kwbot.tables.thinking import certain_claims
from kwbot.tables.thinking.certain_claims import is_certain
from kwbot.tables.thinking.computer_protocol import Turns
from kwbot.variants import games
from tests.claims.claim_cases import case
from tests.tables.sandbox import BO, CLEO, DAG, House, same


async def until(house: House, table_id: TableId, *, certain: bool) -> RunningTable:
    """Play on to a moment at which all the rest is certain, or is not, for whoever is in turn."""
    while True:
        state = house.at(table_id)
        if state.ready:
            await house.all_ready(table_id)
        elif state.match.deal and state.match.deal.play:
            seat = state.to_act()[0]
            left = len(state.match.deal.layout.hands[seat])
            if 1 < left < 6 and is_certain(state, TrickClaim(seat, "all")) == certain:
                return state
            await house.act(table_id)


async def test_a_certain_claim_settles_the_deal(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, game="whist")
    state = await until(house, table, certain=True)
    (seat,), number = state.to_act(), state.match.number
    assert state.match.deal is not None
    left = len(state.match.deal.layout.hands[seat])
    taken = state.match.deal.play.tricks_taken() if state.match.deal.play else ()
    assert await house.tables.index.at(table).claim(house.user(table, seat), "all")
    after = house.at(table)
    last = after.match.deals[-1]
    assert last.number == number
    assert last.result.tricks[seat] == taken[seat] + left
    assert last.claim == TrickClaim(seat, "all")
    assert last.lines.endswith(f"\nclaim {seat} all")
    await house.crash()
    assert same(house.at(table), after)
    text = write(after.match)
    assert replay(text, games()) == after.match
    claimed = f"claim {seat} all\n"
    until_then = text[: text.index(claimed)] + claimed
    assert replay(until_then, games()).deals[-1].claim == last.claim
    with pytest.raises(RecordError, match="This deal is over"):
        replay(f"{until_then}undo 1\n", games())
    for wrong in (f"claim {seat} none\n", f"{claimed}undo 1\n", "claim 7 all\n", "claim 0 some\n"):
        with pytest.raises(RecordError):
            replay(text.replace(claimed, wrong), games())


async def test_a_claim_that_is_not_certain_leaves_no_trace(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, game="whist")
    state = await until(house, table, certain=False)
    (seat,) = state.to_act()
    shown, events = len(house.listener.states), await house.store.tables.events(table)
    house.clock.advance(5)
    assert not await house.tables.index.at(table).claim(house.user(table, seat), "all")
    assert not await house.tables.index.at(table).claim(house.user(table, seat), "none")
    assert house.at(table) is state
    assert len(house.listener.states) == shown
    assert await house.store.tables.events(table) == events
    assert not await house.tables.index.at(table).claim(house.user(table, (seat + 1) % 4), "all")
    with pytest.raises(Stale):
        await house.submit(table, house.user(table, seat), next(iter(state.match.choice(seat))), 0)


@pytest.mark.parametrize("allowed", ["on", "off"])
async def test_the_bot_claims_what_everybody_sees_is_certain(
    house: House, monkeypatch: pytest.MonkeyPatch, allowed: str
) -> None:
    """With open hands, a player who leads from all trumps has claimed all after the first trick."""
    monkeypatch.setattr(dealing, "shuffle", lambda cards, *_: list(cards))
    monkeypatch.setattr(TrickPlay, "open_cards", lambda self: dict(enumerate(self.layout.hands)))
    table = await house.dealt(
        BO, CLEO, DAG, game="whist", trumps="sattrumf", partners="seats", claims=allowed
    )
    leader = house.at(table).to_act()[0]
    for _ in range(4):
        await house.act(table)
    assert (house.at(table).match.deal is None) == (allowed == "on")
    if allowed == "on":
        (dealt,) = house.at(table).match.deals
        assert dealt.claim == TrickClaim(leader, "all")
        assert dealt.result.tricks[leader] == 13


async def test_what_is_certain_is_looked_for_again_where_an_event_was_not_stored(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Match] = []

    async def public_claim(running: RunningTable, _: object) -> None:
        looked.append(running.match)

    async def full(*_: object, **__: object) -> int:
        raise NotWritable("The disk is full.")

    table = await house.dealt(BO, CLEO, DAG, game="whist")
    monkeypatch.setattr(automatic_moves, "public_claim", public_claim)
    with monkeypatch.context() as patch:
        patch.setattr(house.store, "append", full)
        with pytest.raises(NotWritable):
            await house.act(table)
    await house.act(table)
    assert len(looked) == 2


async def test_what_is_certain_is_looked_for_once_after_each_event(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not again when a computer's pause is over: a search may take a while."""
    looked: list[int] = []

    async def public_claim(game: RunningTable, _: object) -> None:
        looked.append(game.seq)

    monkeypatch.setattr(automatic_moves, "public_claim", public_claim)
    slow = House(store, pause=1.0)
    await slow.tables.resume()
    table = await slow.dealt(BO, computers=2, game="whist")
    while isinstance(game := slow.tables.index.get(table), RunningTable) and game.match.deal:
        if game.computer_in_turn() is None:
            await slow.step(table)
        slow.clock.advance(1.0)
        await slow.settled()
    await slow.tables.stop()
    assert len(looked) == len(set(looked)) > 40


@pytest.fixture
def told(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match as a record tells it; the next table gets the same cards."""
    match = case(request.param)
    deal = match.deal
    assert deal is not None
    (cards,) = (action for seat, action in deal.log if seat == CHANCE)
    monkeypatch.setattr(dealing, "deal", lambda *_: cards)
    monkeypatch.setattr(dealing, "first_dealer", lambda *_: deal.start.dealer)
    return match


BY_ITSELF = pytest.mark.parametrize("told", ["auto-0", "auto-1", "auto-2"], indirect=True)


@BY_ITSELF
async def test_nothing_is_claimed_by_itself_that_the_others_can_change(
    house: House, told: Match
) -> None:
    table = await house.dealt(*(BO, CLEO, DAG)[: len(told.names) - 1])
    assert told.deal is not None
    moves = told.deal.moves()
    for seat, action in moves:
        assert house.at(table).to_act() == (seat,)
        await house.act(table, action)
    deal = house.at(table).match.deal
    assert deal is not None
    assert deal.moves() == moves
    assert not deal.is_claimed
    await house.act(table)


@BY_ITSELF
async def test_a_table_with_computers_goes_on_where_nothing_is_certain(
    house: House, told: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but Anna are computers, which play as the record tells, and go on as they like."""
    assert told.deal is not None
    moves, think = told.deal.moves(), LocalComputers.take_turns

    async def taken(self: LocalComputers, turns: Turns) -> Sequence[Action]:
        done = len(turns.match.deal.moves()) if turns.match.deal else len(moves)
        return [moves[done][1]] if done < len(moves) else await think(self, turns)

    monkeypatch.setattr(LocalComputers, "take_turns", taken)
    table = await house.dealt(computers=len(told.names) - 1)
    while house.at(table).match.deal is not None:
        deal = house.at(table).match.deal
        done = len(deal.moves()) if deal else 0
        await house.act(table, moves[done][1] if done < len(moves) else None)
    (dealt,) = house.at(table).match.deals
    before = "\n".join(told.deal.lines())
    assert dealt.lines.startswith(before)
    assert dealt.lines[len(before) :].split()[1] == "play"


@pytest.mark.parametrize("told", ["auto-1"], indirect=True)
async def test_a_card_is_never_refused_for_a_claim_that_does_not_come_true(
    house: House, told: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is proposed is judged; where it ends no deal, it is not certain, proven or not."""
    proposed: list[int] = []

    async def inevitable(self: LocalComputers, known: ClaimGrounds) -> int:
        proposed.append(known.seat)
        return 1

    monkeypatch.setattr(LocalComputers, "inevitable", inevitable)
    monkeypatch.setattr(certain_claims, "proves", lambda *_: True)
    table = await house.dealt(BO, CLEO)
    assert told.deal is not None
    for _, action in told.deal.moves():
        await house.act(table, action)
    assert proposed[-1:] == [2]
    assert house.at(table).to_act() == (2,)
    assert not await house.tables.index.at(table).claim(CLEO.id, "1")
    await house.act(table)


@pytest.mark.parametrize("told", ["unsound-0", "unsound-1"], indirect=True)
async def test_no_claim_is_granted_that_the_others_can_beat(house: House, told: Match) -> None:
    table = await house.dealt(BO, CLEO)
    assert told.deal is not None
    for _, action in told.deal.moves():
        await house.act(table, action)
    (seat,) = house.at(table).to_act()
    assert not await house.tables.index.at(table).claim(house.user(table, seat), "none")
    deal = house.at(table).match.deal
    assert deal is not None
    assert deal.moves() == told.deal.moves()
