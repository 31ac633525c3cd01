"""What only some games do at a table: drawing partners, cutting, ending by the host."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kwbot.engine.deals.reader import replay
from kwbot.engine.values.actions import Cut, Seat, Undo
from kwbot.ids import TableId
from kwbot.storage.values.stored_people import PlayerBan
from kwbot.tables.errors.refusals import HostOnly, Refused
from kwbot.tables.state.proposals import Motion
from kwbot.tables.state.table_state import running_of
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
    Person,
    assert_verified,
    same,
)

SHORT: dict[str, dict[str, Any]] = {
    KOMBINATIONS: LIMITED,
    "whist": {},
    "fyrmanswhist": {"target": "3"},
    "hus": {"deals": "3"},
    "esmakker": {"deals": "3"},
}
"""Options that make a game short; a game that is not here is played as it is."""


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
async def test_every_game_is_played_to_its_end_through_restarts(house: House, game: str) -> None:
    table = await house.dealt(BO, CLEO, computers=1, game=game, **SHORT.get(game, {}))
    for _ in range(20):
        before = house.tables.index.get(table)
        if before is None:
            break
        await house.crash()
        assert same(house.at(table), running_of(before))
        await house.step(table)
    last = await house.play_out(table)
    text = await house.tables.archive.record(table)
    assert text is not None
    assert replay(text, games()) == last.match


@pytest.mark.slow
@pytest.mark.usefixtures("drawn_dealer")
@pytest.mark.parametrize("game", games())
async def test_the_verifier_confirms_the_deals_of_every_game(
    house: House, game: str, tmp_path: Path
) -> None:
    table = await house.dealt(BO, computers=2, game=game, **SHORT.get(game, {}))
    last = await house.play_out(table)
    assert last.match is not None
    proof = await house.tables.archive.proof(table, 1)
    assert proof is not None
    lines = last.match.deals[0].lines.splitlines()
    for word in ("kitty", "order"):
        told = [line for line in lines if line.startswith(f"{word} ")]
        assert [line for line in proof.splitlines() if line.startswith(f"{word} ")] == told
    await assert_verified(proof, tmp_path)


# --- partners ----------------------------------------------------------------------------------


async def test_partners_are_drawn_and_people_sit_down_after_it(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, game="whist")
    state = house.at(table)
    assert len(set(state.match.drawn)) == 4
    assert {seated.user for seated in state.seated} == {1, 2, 3, 4}
    assert state.names == state.match.names
    await house.crash()
    again = house.at(table)
    assert again.match == state.match
    assert again.seated == state.seated


async def test_the_draw_seats_people_in_more_than_one_way(house: House) -> None:
    orders = set()
    for _ in range(12):
        table = await house.lobby(BO, CLEO, DAG, game="fyrmanswhist")
        await house.start(table)
        orders.add(house.at(table).names)
        await house.tables.index.at(table).close("moderator")
    assert len(orders) > 1, "nobody's seat is fixed"


# --- the cut -----------------------------------------------------------------------------------


async def cutting(house: House) -> tuple[TableId, Seat]:
    """A table that waits for the cut, and who cuts."""
    table = await house.dealt(BO, CLEO, DAG, game="hus")
    state = house.at(table)
    assert state.match.deal is not None
    assert not any(state.match.deal.layout.hands), "no card is dealt before the cut"
    return table, state.to_act()[0]


async def test_the_player_behind_the_dealer_cuts(house: House) -> None:
    table, cutter = await cutting(house)
    assert cutter == 0, "player 1, after the host, deals first"
    await house.submit(table, house.user(table, cutter), Cut(17), house.at(table).asked_at[cutter])
    match = house.at(table).match
    assert match is not None
    assert match.deal is not None
    assert all(len(match.deal.layout.hands[seat]) == 13 for seat in range(4))
    assert match.deal.lines()[0] == "0 cut 17"


async def test_everybodys_press_counts_beside_the_cut(house: House) -> None:
    table, cutter = await cutting(house)
    await house.submit(table, house.user(table, cutter), Cut(5), house.at(table).asked_at[cutter])
    state = house.at(table)
    hidden = await house.store.tables.secret(table, 1)
    assert state.match.deal is not None
    assert hidden is not None
    assert hidden.contributions.count("\n") == 3


async def test_who_does_not_cut_is_cut_for(house: House) -> None:
    table, _ = await cutting(house)
    await house.run_out(table)
    match = house.at(table).match
    assert match is not None
    assert match.deal is not None
    assert any(match.deal.layout.hands)


async def test_a_computer_player_knocks(house: House) -> None:
    """Who knows the secret of the deal may not choose among its cuts."""
    table = await house.dealt(computers=3, game="hus")
    cuts = []
    for _ in range(40):
        await house.step(table)
        match = house.at(table).match
        assert match is not None
        deals = [deal.lines for deal in match.deals] + [
            "\n".join(match.deal.lines()) if match.deal else ""
        ]
        cuts = [line for lines in deals for line in lines.splitlines() if " cut " in line]
        if len(cuts) > 1:
            break
    assert [line for line in cuts if not line.startswith("0 ")]
    assert all(line.endswith(" 0") for line in cuts if not line.startswith("0 "))


async def test_the_cut_is_not_taken_back(house: House) -> None:
    table, cutter = await cutting(house)
    await house.submit(table, house.user(table, cutter), Cut(9), house.at(table).asked_at[cutter])
    state = house.at(table)
    assert state.match.deal is not None
    assert state.match.deal.moves() == ()
    seat = await house.act(table)
    match = house.at(table).match
    assert match is not None
    taken_back = match.undone(1)
    assert taken_back.deal is not None
    assert taken_back.to_act() == (seat,)
    assert taken_back.deal.lines()[-1] == str(Undo(1))


# --- the host ends the game ----------------------------------------------------------------------


async def test_the_host_ends_a_game_and_the_pot_is_settled(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, game="hus", pot="400")
    while len(house.at(table).match.deals) < 2:
        await house.step(table)
    while not house.at(table).ready:
        await house.step(table)
    await house.all_ready(table)
    await house.step(table)
    with pytest.raises(HostOnly):
        await house.tables.index.at(table).decisions.finish(BO.id)
    await house.tables.index.at(table).decisions.finish(ANNA.id)
    reason, last = house.closed(table)
    assert reason == "over"
    assert last.match is not None
    settled = last.match.sheet.settlement
    assert settled is not None
    assert sum(settled) == 0
    assert any(settled)
    scores = last.match.sheet.scores
    rows, _ = await house.store.results.leaderboard(GUILD, "hus")
    assert {row.user_id: row.points for row in rows} == {
        seated.user: scores[seat] for seat, seated in enumerate(last.seated)
    }
    text = await house.tables.archive.record(table)
    assert text is not None
    assert "\nfinish 0\nsettle " in text
    assert replay(text, games()) == last.match
    broken_off = await house.tables.archive.proof(table, last.match.number + 1)
    assert broken_off is not None, "the deal that did not count can be verified too"


async def test_a_game_without_a_deal_enters_no_leaderboard(house: House) -> None:
    table = await house.lobby(BO, CLEO, DAG, game="hus")
    await house.start(table)
    await house.tables.index.at(table).decisions.finish(ANNA.id)
    assert house.closed(table)[1].match.is_won
    rows, _ = await house.store.results.leaderboard(GUILD, "hus")
    assert rows == []


async def test_a_deal_that_was_never_dealt_is_not_revealed(house: House) -> None:
    table, _ = await cutting(house)
    await house.tables.index.at(table).decisions.finish(ANNA.id)
    assert await house.tables.archive.proof(table, 1) is None


@pytest.mark.parametrize("reason", ["idle", "moderator"])
async def test_a_game_that_nobody_ends_is_settled_unless_a_moderator_closes_it(
    house: House, reason: str
) -> None:
    table = await house.dealt(BO, CLEO, DAG, game="hus")
    while not house.at(table).match.sheet.played:
        await house.step(table)
    await house.tables.index.at(table).close(reason)
    found, last = house.closed(table)
    assert found == reason
    assert last.match.is_won == (reason == "idle")
    rows, total = await house.store.results.leaderboard(GUILD, "hus")
    assert total == (4 if reason == "idle" else 0)
    assert sum(row.points for row in rows) == 0


async def test_a_deal_broken_off_by_closing_can_be_verified(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, game="whist")
    assert await house.tables.archive.proof(table, 1) is None
    await house.tables.index.at(table).close("moderator")
    assert await house.tables.archive.proof(table, 1) is not None


async def test_while_the_host_is_away_all_others_together_may_end_the_game(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, game="hus")
    await house.tables.index.at(table).leave(ANNA.id)
    await house.tables.index.at(table).decisions.finish(BO.id)
    await house.crash()
    vote = house.at(table).vote
    assert vote is not None
    assert vote.motion == Motion()
    await house.vote(table, CLEO.id, agree=True)
    await house.vote(table, DAG.id, agree=True)
    assert house.closed(table)[1].match.is_won


async def test_another_game_that_its_host_ends_is_unfinished(house: House) -> None:
    table = await house.between_deals(BO, CLEO, DAG, game="esmakker")
    with pytest.raises(HostOnly):
        await house.tables.index.at(table).decisions.finish(BO.id)
    await house.tables.index.at(table).decisions.finish(ANNA.id)
    reason, last = house.closed(table)
    assert (reason, last.match.is_won) == ("ended", False)
    assert await house.store.results.leaderboard(GUILD, "esmakker") == ([], 0)
    text = await house.tables.archive.record(table)
    assert text is not None
    assert text.endswith("\nfinish 0\n")
    assert replay(text, games()) == last.match


# --- the lobby -----------------------------------------------------------------------------------


async def test_the_host_chooses_another_game(house: House) -> None:
    table = await house.lobby(BO, computers=4, options={"time_bid": "45", "winning": "limited"})
    await house.tables.index.at(table).set_game(ANNA.id, games()["esmakker"])
    state = house.lobby_at(table)
    assert state.variant.key == "esmakker"
    assert len(state.seated) == 4, "computer players without a seat go"
    assert state.options["time_bid"] == "45"
    assert "winning" not in state.options
    assert state.options["deals"] == "16"
    await house.crash()
    assert house.lobby_at(table).variant.key == "esmakker"
    with pytest.raises(HostOnly):
        await house.tables.index.at(table).set_game(BO.id, games()["whist"])


async def test_a_game_is_not_chosen_for_the_barred(house: House) -> None:
    table = await house.lobby(BO)
    now = house.clock.now()
    ban = PlayerBan(guild_id=GUILD, user_id=BO.id, game="whist", by=None, reason="", at=now)
    await house.store.settings.add_ban(ban)
    with pytest.raises(Refused, match="Someone at this table"):
        await house.tables.index.at(table).set_game(ANNA.id, games()["whist"])


async def test_the_next_host_gets_the_first_seat(house: House) -> None:
    table = await house.lobby(computers=1)
    await house.join(table, BO)
    await house.tables.index.at(table).leave(ANNA.id)
    state = house.lobby_at(table)
    assert state.host == BO.id
    assert state.seated[0].user == BO.id


@pytest.mark.parametrize(
    "name", ["Bo\u2028draw 0 SA", "Bo\x85x", "Bo\x0bEk", "\u2029", "draw 0 SA"]
)
async def test_no_name_keeps_a_table_from_coming_back(house: House, name: str) -> None:
    table = await house.dealt(Person(2, name), CLEO, DAG, game="whist")
    match = house.at(table).match
    await house.crash()
    assert house.at(table).match == match
