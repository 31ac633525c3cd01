"""Seats that change hands, and who decides that."""

from __future__ import annotations

import pytest

from cogs.screens.parts.components import Button, walk
from cogs.screens.table.menu_screen import onlookers_screen
from kwbot.engine.deals.reader import replay
from kwbot.storage.queries import table_queries
from kwbot.tables.errors.refusals import HostOnly, NotSeated, Refused, Stale
from kwbot.tables.play import reseating
from kwbot.tables.state.proposals import Motion
from kwbot.text.words.language import language_of
from kwbot.variants import games
from tests.tables.sandbox import ANNA, BO, CLEO, DAG, GUILD, House, Person, same

EVA, ADA, DISA = Person(5, "Eva # 5"), Person(6, "ADA #"), Person(7, "Disa")


async def test_the_host_gives_an_absent_persons_seat_to_a_computer(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    live = house.tables.index.at(table)
    with pytest.raises(Stale):
        await live.decisions.give_to_computer(ANNA.id, 1)
    await live.leave(BO.id)
    with pytest.raises(HostOnly):
        await live.decisions.give_to_computer(CLEO.id, 1)
    await live.decisions.give_to_computer(ANNA.id, 1)
    state = house.at(table)
    assert state.seated[1].user is None
    assert state.match.names == ("Anna", state.seated[1].name, "Cleo", "Dag")
    assert not state.away
    with pytest.raises(NotSeated):
        await live.back(BO.id)
    await house.crash()
    assert same(house.at(table), state)


async def test_a_newcomer_asks_for_the_seat_and_the_host_lets_them_in(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    live = house.tables.index.at(table)
    with pytest.raises(Refused, match="Nobody is away"):
        await live.ask_in(EVA.seated())
    await live.leave(BO.id)
    with pytest.raises(Refused, match="already at this table"):
        await live.ask_in(CLEO.seated())
    await live.ask_in(EVA.seated())
    vote = house.at(table).vote
    assert vote is not None
    assert vote.voters == {0}
    await house.crash()
    await house.vote(table, ANNA.id, agree=True)
    state = house.at(table)
    assert state.seat_of(EVA.id) == 1
    assert state.match.names[1] == "Eva 5"
    assert state.decided is not None
    assert state.decided.stands
    assert state.decided.vote.motion == Motion(1, EVA.seated())
    assert not state.away
    await house.crash()
    assert same(house.at(table), state)
    await house.tables.index.at(table).decisions.finish(ANNA.id)
    text = await house.tables.archive.record(table)
    assert text is not None
    assert "\nplayer 1 Bo\n" in text
    assert "\naway 1\n" in text
    assert "\nseat 1 Eva 5\nback 1\n" in text
    assert replay(text, games()).names[1] == "Eva 5"


async def test_a_seat_is_offered_by_whose_it_is_and_taken_between_two_deals_too(
    house: House,
) -> None:
    table = await house.between_deals(BO, CLEO, DAG)

    def offered(code: str = "en") -> str:
        screen = onlookers_screen(house.at(table), language_of(code))  # behind More
        buttons = [one for one in walk(screen.parts) if isinstance(one, Button)]
        labels = {one.custom_id: one.label or "" for one in buttons}
        return labels.get(f"kw:table:{table}:2:seat", "")

    assert not offered(), "everyone is there"
    live = house.tables.index.at(table)
    await live.leave(BO.id)
    house.clock.advance(1)
    await live.leave(CLEO.id)
    assert offered() == "Take Bo's seat", "who has been away longest"
    assert (offered("sv"), offered("da")) == ("Ta över efter Bo", "Tag over for Bo")
    await live.ask_in(EVA.seated())
    assert not offered(), "they decide"
    await house.vote(table, ANNA.id, agree=True)
    assert house.at(table).seat_of(EVA.id) == 1
    assert offered() == "Take Cleo's seat"


async def test_whoever_comes_back_keeps_the_seat_and_nobody_asks_twice(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    live = house.tables.index.at(table)
    await live.leave(BO.id)
    await live.ask_in(EVA.seated())
    await live.back(BO.id)
    assert house.at(table).vote is None
    await live.leave(BO.id)
    with pytest.raises(Refused, match="already asked"):
        await live.ask_in(EVA.seated())


async def test_without_a_host_those_who_are_there_decide(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    live = house.tables.index.at(table)
    await live.leave(ANNA.id)
    await live.decisions.give_to_computer(BO.id, 0)
    vote = house.at(table).vote
    assert vote is not None
    assert vote.voters == {2, 3}
    await house.vote(table, CLEO.id, agree=True)
    assert house.at(table).seated[0].user == ANNA.id
    await house.vote(table, DAG.id, agree=True)
    assert house.at(table).seated[0].user is None
    assert house.at(table).vote is None


async def test_without_a_host_those_who_are_there_choose_another(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    live = house.tables.index.at(table)
    await live.leave(ANNA.id)
    await live.decisions.hand_over(BO.id, 2)
    await live.back(ANNA.id)
    state = house.at(table)
    assert state.vote is None, "there is a host again"
    assert state.host == ANNA.id
    await live.leave(ANNA.id)
    await live.decisions.hand_over(BO.id, 2)
    await house.vote(table, CLEO.id, agree=True)
    assert house.at(table).host == ANNA.id
    await house.vote(table, DAG.id, agree=True)
    state = house.at(table)
    assert (state.host, state.host_seat, state.vote) == (CLEO.id, 2, None)
    assert state.decided is not None
    assert state.decided.stands
    await house.crash()
    assert same(house.at(table), state)
    with pytest.raises(HostOnly):
        await house.tables.index.at(table).decisions.hand_over(DAG.id, 3)


async def test_the_only_one_who_is_there_becomes_the_host_at_once(house: House) -> None:
    table = await house.dealt(BO, computers=2)
    live = house.tables.index.at(table)
    await live.leave(ANNA.id)
    await live.decisions.hand_over(BO.id, 1)
    assert house.at(table).host == BO.id
    await house.crash()
    assert house.at(table).host == BO.id


async def test_the_host_hands_the_table_over(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    live = house.tables.index.at(table)
    with pytest.raises(HostOnly):
        await live.decisions.hand_over(BO.id, 1)
    await live.leave(CLEO.id)
    with pytest.raises(Stale):
        await live.decisions.hand_over(ANNA.id, 2)
    await live.decisions.hand_over(ANNA.id, 1)
    await house.crash()
    with pytest.raises(HostOnly):
        await house.tables.index.at(table).decisions.finish(ANNA.id)
    await house.tables.index.at(table).decisions.finish(BO.id)
    assert house.tables.index.get(table) is None


async def test_who_comes_later_takes_a_computers_seat_between_two_deals(house: House) -> None:
    table = await house.between_deals(BO, computers=2)
    live = house.tables.index.at(table)
    assert await live.take_computers_seat(EVA.seated(), 77)
    state = house.at(table)
    assert state.seat_of(EVA.id) == 3
    assert state.ready is not None
    assert state.ready.given == ((3, "77"),), "their press goes into the shuffle"
    with pytest.raises(Refused, match="already at this table"):
        await live.take_computers_seat(EVA.seated(), 78)
    for person in (ANNA, BO):
        await live.ready(person.id, state.ready.deal, 80 + person.id)
    assert house.at(table).match.deal is not None
    await house.crash()
    assert house.at(table).seat_of(EVA.id) == 3


async def test_who_comes_in_the_middle_of_a_deal_waits_for_its_end(house: House) -> None:
    table = await house.dealt(BO, computers=1)
    live = house.tables.index.at(table)
    assert not await live.take_computers_seat(EVA.seated(), 77)
    with pytest.raises(Refused, match="after this deal"):
        await live.take_computers_seat(EVA.seated(), 78)
    with pytest.raises(Refused, match="All seats are taken"):
        await live.take_computers_seat(DAG.seated(), 79)
    with pytest.raises(NotSeated):
        house.at(table).seat_of(EVA.id)
    await house.crash()
    while not house.at(table).ready:
        await house.act(table)
    state = house.at(table)
    assert state.seat_of(EVA.id) == 2
    assert not state.newcomers
    await house.crash()
    assert same(house.at(table), state)


async def test_a_computer_called_like_a_newcomer_gets_a_name_that_nobody_has(house: House) -> None:
    table = await house.dealt(computers=3)
    live = house.tables.index.at(table)
    assert house.at(table).names == ("Anna", "Ada", "Brage", "Cleo")
    for newcomer in (ADA, DISA):
        assert not await live.take_computers_seat(newcomer.seated(), 77)
    while not house.at(table).ready:
        await house.act(table)
    state = house.at(table)
    assert state.names == ("Anna", "Einar", "Disa", "ADA #"), "nor has who waits"
    assert state.match.names == ("Anna", "Einar", "Disa", "ADA")
    assert [one.user for one in state.seated] == [ANNA.id, None, DISA.id, ADA.id]
    assert not state.newcomers
    await house.crash()
    assert same(house.at(table), state)
    await house.tables.index.at(table).decisions.finish(ANNA.id)
    text = await house.tables.archive.record(table)
    assert text is not None
    assert "\nseat 1 Einar\nseat 3 ADA\nseat 2 Disa\n" in text
    assert replay(text, games()).names == state.match.names


async def test_who_takes_the_seat_of_a_computer_called_alike_renames_nobody(house: House) -> None:
    table = await house.between_deals(BO, computers=1)
    assert await house.tables.index.at(table).take_computers_seat(ADA.seated(), 77)
    assert house.at(table).match.names == ("Anna", "Bo", "ADA")


async def test_a_computer_called_like_who_is_let_in_gets_another_name(house: House) -> None:
    table = await house.dealt(BO, CLEO, computers=1)
    live = house.tables.index.at(table)
    await live.leave(BO.id)
    await live.ask_in(ADA.seated())
    await house.vote(table, ANNA.id, agree=True)
    state = house.at(table)
    assert state.match.names == ("Anna", "ADA", "Cleo", "Brage")
    assert state.decided is not None
    assert state.decided.stands
    await house.crash()
    assert same(house.at(table), state)


async def test_a_log_with_a_computer_called_like_a_member_is_still_read(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reseating, "fold_name", lambda _: object())
    table = await house.between_deals(computers=2)
    await house.tables.index.at(table).take_computers_seat(ADA.seated(), 77)
    state = house.at(table)
    assert state.match.names == ("Anna", "Ada", "ADA")
    await house.crash()
    assert same(house.at(table), state)


async def test_who_is_let_in_is_told_apart_from_who_sits_there(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    live = house.tables.index.at(table)
    await live.leave(BO.id)
    await live.ask_in(Person(8, "CLEO").seated())
    await house.vote(table, ANNA.id, agree=True)
    state = house.at(table)
    assert state.match.names == ("Anna", "CLEO 2", "Cleo", "Dag")
    await house.crash()
    assert same(house.at(table), state)


async def test_a_table_calls_people_by_their_newest_name_and_a_record_by_the_first(
    house: House,
) -> None:
    table = await house.dealt(BO, computers=1)
    live = house.tables.index.at(table)
    before = house.at(table)
    await live.call(BO.id, "Bosse")
    state = house.at(table)
    assert state.match.names == ("Anna", "Bosse", "Ada")
    assert state.names == state.match.names
    assert (state.seq, state.match.deal) == (before.seq, before.match.deal)
    await house.crash()
    assert same(house.at(table), state)
    live = house.tables.index.at(table)
    while house.at(table).match.deal:
        await house.act(table)
    assert house.at(table).match.names[1] == "Bosse"
    await live.leave(BO.id)
    await live.decisions.give_to_computer(ANNA.id, 1)
    state = house.at(table)
    assert state.match.last_names[1] == "Bosse", "who played the last deal"
    await house.crash()
    assert same(house.at(table), state)
    await house.tables.index.at(table).close("host")
    record = await house.tables.archive.record(table)
    assert record is not None
    assert "player 1 Bo\n" in record
    assert "Bosse" not in record


async def test_a_new_name_is_told_apart_and_the_last_deal_has_no_newcomer_by_it(
    house: House,
) -> None:
    table = await house.between_deals(BO, computers=2)
    live = house.tables.index.at(table)
    assert await live.take_computers_seat(EVA.seated(), 77)
    newcomers = house.at(table).match.last_names
    await live.call(BO.id, "ANNA")
    match = house.at(table).match
    assert match.names[:2] == ("Anna", "ANNA 2")
    assert match.last_names == (*newcomers[:1], "ANNA 2", *newcomers[2:])
    await live.call(BO.id, "Ada")
    assert house.at(table).match.names[1] in ("Ada", "Ada 2")
    assert len({*house.at(table).match.names}) == 4


async def test_two_who_wait_and_are_called_alike_both_get_a_seat(house: House) -> None:
    table = await house.dealt(computers=3)
    for user in (8, 9):
        await house.tables.index.at(table).take_computers_seat(Person(user, "Eva").seated(), 77)
    while not house.at(table).ready:
        await house.act(table)
    state = house.at(table)
    assert [one.user for one in state.seated] == [ANNA.id, None, 9, 8]
    assert state.match.names[2:] == ("Eva 2", "Eva")
    assert not state.newcomers
    await house.crash()
    assert same(house.at(table), state)


async def test_a_computer_on_a_seat_given_up_is_not_called_like_who_waits(house: House) -> None:
    table = await house.dealt(BO, computers=1)
    live, brage = house.tables.index.at(table), Person(8, "Brage")
    await live.take_computers_seat(brage.seated(), 77)
    await live.leave(BO.id)
    await live.decisions.give_to_computer(ANNA.id, 1)
    state = house.at(table)
    assert state.names == ("Anna", "Cleo", "Ada")
    assert [one.user for one in state.newcomers] == [brage.id]


async def test_games_somebody_left_are_counted_a_few_at_a_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_queries, "GAMES_A_PAGE", 1)
    for leaves in (True, False, True):
        live = house.tables.index.at(await house.dealt(BO, CLEO, DAG))
        if leaves:
            await live.leave(BO.id)
        await live.decisions.finish(ANNA.id)
    assert await house.store.tables.games_left(GUILD, BO.id) == (2, 3)


async def test_how_many_games_somebody_left_is_counted(house: House) -> None:
    async def counted(person: Person) -> tuple[int, int]:
        return await house.store.tables.games_left(GUILD, person.id)

    table = await house.dealt(BO, CLEO, DAG)
    live = house.tables.index.at(table)
    await live.leave(BO.id)
    await live.leave(CLEO.id)
    await live.decisions.give_to_computer(ANNA.id, 1)
    assert await counted(BO) == (0, 0), "the game goes on"
    await live.decisions.finish(ANNA.id)
    assert [await counted(person) for person in (ANNA, BO, CLEO, DAG)] == [
        (0, 1), (1, 1), (1, 1), (0, 1),
    ]  # fmt: skip
    await house.store.delete_user_data(BO.id)
    assert await counted(BO) == (0, 0)


async def test_the_next_deal_waits_for_those_who_play_in_it(house: House) -> None:
    """Of six, two sit out; they may press, but nobody waits for that."""
    table = await house.between_deals(BO, CLEO, DAG, EVA, ADA, seats="6")
    state = house.at(table)
    assert state.ready is not None
    assert state.ready.dealer is not None
    plays = state.variant.seats(state.match.sheet, state.ready.dealer)
    (sits_out, _) = sorted(set(range(6)) - set(plays))
    assert state.missing_seats == set(plays)
    for seat in (sits_out, *plays):
        assert house.at(table).match.deal is None
        await house.ready(table, house.user(table, seat), 90 + seat)
    assert house.at(table).match.deal is not None


async def test_a_person_who_sits_out_among_computers_is_waited_for(house: House) -> None:
    table = await house.dealt(computers=5, seats="6")
    while (state := house.at(table)).ready is None or 0 in state.variant.seats(
        state.match.sheet, state.ready.dealer or 0
    ):
        if state.ready is not None:
            await house.ready(table, ANNA.id, state.ready.deal)
        elif state.to_act():
            await house.act(table)
    assert state.missing_seats == {0}
    await house.ready(table, ANNA.id, 99)
    assert house.at(table).match.number > state.match.number


async def test_the_seat_of_somebody_who_was_ready_and_left_can_be_taken(house: House) -> None:
    """A computer got it for good; whoever takes it from that is as ready as others who join."""
    table = await house.between_deals(BO, CLEO, DAG)
    live, seat = house.tables.index.at(table), house.at(table).seat_of(BO.id)
    await house.ready(table, BO.id, 77)
    await live.leave(BO.id)
    await live.decisions.give_to_computer(ANNA.id, seat)
    assert await live.take_computers_seat(EVA.seated(), 99)
    state = house.at(table)
    assert state.seat_of(EVA.id) == seat
    assert state.missing_seats == set(state.present) - {seat}


async def test_whoever_is_let_in_on_a_seat_that_was_ready_is_asked(house: House) -> None:
    table = await house.between_deals(BO, CLEO)
    live, seat = house.tables.index.at(table), house.at(table).seat_of(BO.id)
    for guest in (BO, CLEO):
        await house.ready(table, guest.id, 70 + guest.id)
    await live.leave(BO.id)
    await live.ask_in(EVA.seated())
    await house.vote(table, ANNA.id, agree=True)
    await house.ready(table, ANNA.id, 70)
    before = house.at(table)
    assert before.missing_seats == {seat}
    await house.crash()
    assert same(house.at(table), before)
    await house.ready(table, EVA.id, 99)
    deal = house.at(table).match.number
    hidden = await house.store.tables.secret(table, deal)
    assert hidden is not None
    given = [f"{seat} {70 + BO.id}", f"2 {70 + CLEO.id}", "0 70", f"{seat} 99"]
    assert hidden.contributions.splitlines() == given, "nothing that was given is taken out"
    row, events = await house.store.tables.load_log(table)
    of_edition_5 = tuple(one for one in events if (one.kind, one.body) != ("ready", f"{seat} 99"))
    assert len(of_edition_5) < len(events)
    replayed = (await house.tables.archive.replay(row, of_edition_5)).running
    assert replayed is not None
    assert replayed.match == house.at(table).match, "older logs replay as they were"


async def test_the_next_deal_may_begin_as_somebody_takes_such_a_seat(house: House) -> None:
    """Whoever sits out is alone then, and nobody else of those who play is there."""
    table = await house.between_deals(BO, CLEO, DAG, EVA, seats="5")
    live, plays = house.tables.index.at(table), sorted(house.at(table).missing_seats)
    (rests,) = set(range(5)) - set(plays)
    await house.ready(table, house.user(table, plays[0]), 77)
    for seat in plays:
        await live.leave(house.user(table, seat))
    await live.decisions.give_to_computer(house.user(table, rests), plays[0])
    assert house.at(table).missing_seats == {rests}
    assert await live.take_computers_seat(ADA.seated(), 99)
    assert house.at(table).match.deal is not None
