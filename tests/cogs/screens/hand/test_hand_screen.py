"""What a player reads in their own message, beside the game itself."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from cogs.screens.hand.draft import BID, LAST, Draft
from cogs.screens.hand.hand_screen import behind_more, hand_screen, panel_scene, told_result
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import (
    LOST_COLOUR,
    MADE_COLOUR,
    TURN_COLOUR,
    WAITING_COLOUR,
    Button,
    Container,
    Picture,
    Screen,
    TextDisplay,
    walk,
)
from cogs.screens.table.table_facts import facts_of, hand_key, takes_dms
from cogs.screens.table.table_screen import Public, table_scene, table_screen
from kwbot.ids import TableId
from kwbot.tables.log.deal_changes import act
from kwbot.tables.state.pace import QUICK
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.deal.result_scene import ResultScene
from kwbot.text.words.language import language_of
from kwbot.variants import games
from playground.people.screen import GLUE
from tests.browser.panels import alone_between_deals
from tests.cogs.screens.table.test_table_screen import drawn
from tests.tables.sandbox import ANNA, BO, CLEO, DAG, House, Person

RNG = Random(1)
PREFERENCES = CardPreferences(language_of("en"))


def told(table: RunningTable, seat: int) -> str:
    """A hand's text and controls."""
    shown: Any = hand_screen(table, seat, PREFERENCES).to_components()
    return GLUE.sub(" ", json.dumps(shown, ensure_ascii=False))


def colour(screen: Screen) -> int:
    """That of the box around a message."""
    (box,) = screen.parts
    assert isinstance(box, Container)
    return box.colour


async def finished_deals(
    house: House, table_id: TableId, count: int
) -> AsyncIterator[RunningTable]:
    """The table after each of so many deals that were played, or of a shorter game's."""
    while count and await house.step(table_id) and house.tables.index.get(table_id):
        state = house.at(table_id)
        ended = state.match.finished
        if state.ready and ended and ended.play and ended.play.tricks:
            count -= 1
            yield state


async def test_whoever_is_not_asked_is_sent_to_the_channel(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    state = house.at(table)
    (asked,) = state.to_act()
    for seat in state.humans:
        text = told(state, seat)
        assert ("**your turn** ⏳\u00a0<t:" in text) == (seat == asked)
        assert ("### Bid or pass" in text) == (seat == asked)
        named = f"**{state.match.names[asked]}'s turn** · asked <t:"
        assert (f"/channels/{state.guild}/{state.channel})** · {named}" in text) == (seat != asked)


async def test_a_table_knows_whether_hands_come_by_direct_message(house: House) -> None:
    state = house.at(await house.dealt(BO, CLEO, DAG))
    assert not takes_dms(state), "nobody has tried"
    host, *others = (replace(one, dm_channel=7) for one in state.seated)
    known = replace(state, seated=(host, *others))
    assert takes_dms(known)
    assert not takes_dms(replace(known, seated=(replace(host, dm_open=False), *others)))
    assert not takes_dms(replace(known, display={"closed": [host.user]}))
    assert takes_dms(replace(known, display={"closed": [10**6]})), "who has left"


def choices(table: RunningTable, seat: int) -> list[str]:
    found = re.findall(r'"label": "(\w+)"', told(table, seat))
    return [label for label in found if label in ("Agree", "Disagree", "Withdraw")]


async def test_in_a_vote_everybody_sees_what_they_may_do(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.call_foul(table, ANNA.id, 1)
    await house.vote(table, CLEO.id, agree=True)
    state = house.at(table)
    assert [choices(state, seat) for seat in state.humans] == [
        ["Withdraw"], [], [], ["Agree", "Disagree"],
    ]  # fmt: skip
    shown: Any = drawn(state).to_components()
    for text in (*(told(state, seat) for seat in state.humans), json.dumps(shown)):
        assert "Bid or pass" not in text
        assert "Standard bid" not in text


def first_asked(screen: Screen) -> list[str]:
    """The texts up to the first button, and its label."""
    parts = [one for one in walk(screen.parts) if isinstance(one, TextDisplay | Button)]
    at = next(at for at, one in enumerate(parts) if isinstance(one, Button))
    texts = [one.content for one in parts[:at] if isinstance(one, TextDisplay)]
    button = parts[at]
    assert isinstance(button, Button)
    return [*texts, button.label or ""]


async def test_what_is_voted_on_comes_first_with_its_buttons(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.call_foul(table, ANNA.id, 1)
    proposal, button = first_asked(hand_screen(house.at(table), 2, PREFERENCES))
    assert proposal.startswith("### ⚖️ Anna calls a foul on Bo.")
    assert button == "Agree"
    *_, proposal, button = first_asked(drawn(house.at(table)))
    assert proposal.startswith("### ⚖️ Anna calls a foul on Bo.")
    assert button == "Agree"


async def test_between_deals_a_hand_shows_what_is_voted_on(house: House) -> None:
    table = await house.between_deals(BO, CLEO, DAG)
    await house.tables.index.at(table).leave(ANNA.id)
    await house.tables.index.at(table).decisions.finish(BO.id)
    proposal, button = first_asked(hand_screen(house.at(table), 2, PREFERENCES))[-2:]
    assert proposal.startswith("### ⏹️ Bo asks to end the game.")
    assert button == "Agree"


async def run_out(house: House) -> None:
    """Time runs out for whoever is asked."""
    house.clock.advance(6)
    for _ in range(100):
        await house.store.ping()


async def test_whoever_was_too_late_is_told_so(house: House) -> None:
    limits = dict.fromkeys(("time_first_bid", "time_bid", "time_choice", "time_card"), "5")
    table = await house.dealt(computers=3, **limits)
    await run_out(house)
    assert facts_of(house.at(table)).extended == {0}
    assert "You get it once more, this one time." in told(house.at(table), 0)
    await run_out(house)
    assert facts_of(house.at(table)).late == {0}
    if house.at(table).ready:
        await house.all_ready(table)
    await run_out(house)
    assert house.at(table).away == {0}
    assert facts_of(house.at(table)).late == frozenset()
    assert "You ran out of time, so the table waits until you're back." in told(house.at(table), 0)


@pytest.mark.parametrize(("code", "plays", "waits"), [
    ("en", "A computer is playing for you.", "The table waits until you're back."),
    ("sv", "En dator spelar åt dig.", "Bordet väntar tills du är tillbaka."),
    ("da", "En computer spiller for dig.", "Bordet venter, til du er tilbage."),
])  # fmt: skip
async def test_no_computer_plays_for_who_left_when_nobody_else_is_there(
    house: House, code: str, plays: str, waits: str
) -> None:
    table = await house.dealt(BO, computers=2)
    preferences = CardPreferences(language_of(code))
    for person, said in ((ANNA, plays), (BO, waits)):
        seat = house.at(table).seat_of(person.id)
        await house.tables.index.at(table).leave(person.id)
        shown: Any = hand_screen(house.at(table), seat, preferences).to_components()
        assert f"💤 {said}" in json.dumps(shown, ensure_ascii=False)


async def test_whoever_has_left_is_not_told_that_time_ran_out(house: House) -> None:
    table = await house.dealt(BO, computers=2)
    await house.tables.index.at(table).leave(BO.id)
    assert "A computer is playing for you." in told(house.at(table), 1)


def last_row(state: RunningTable) -> list[str]:
    """The small buttons of the hand of whoever is alone."""
    screen: Any = hand_screen(state, state.humans[0], PREFERENCES)
    return [
        str(one.get("label")) for one in screen.to_components()[0]["components"][-1]["components"]
    ]


async def moments(house: House, **options: str) -> list[RunningTable]:
    """A deal of one person and computers, from move to move."""
    state = house.at(await house.dealt(computers=3, hints="on", **options))
    found, rng = list[RunningTable](), Random(1)
    while state.match.deal and state.to_act():
        (seat,) = state.to_act()
        found.append(state)
        state = act(state, seat, state.match.choice(seat).sample(rng), "computer")
    return found


def behind(state: RunningTable) -> set[str]:
    return {one.label for one in behind_more(state, state.humans[0], PREFERENCES.language)}


@pytest.mark.parametrize(("pace", "row"), [
    ("normal", ["Quick", "Take back", "More"]), (QUICK, ["Take back", "Last trick", "More"]),
])  # fmt: skip
async def test_a_lone_player_has_take_back_in_the_one_small_row(
    house: House, pace: str, row: list[str]
) -> None:
    first, *later = await moments(house, pace=pace, game="whist")
    (seat,), waiting = first.humans, 0
    assert '"Take back"' not in told(first, seat)
    for state in later:
        deal = state.match.deal
        if deal is None or deal.play is None or not (deal.play.tricks and deal.play.plays):
            continue
        if seat in state.to_act():
            assert "Take back" in last_row(state)
        else:
            assert last_row(state) == row
            waiting += 1
    assert waiting > 10


async def test_a_full_panel_offers_two_more_things_at_most_and_the_rest_behind_more(
    house: House,
) -> None:
    table, rows = await house.dealt(computers=3, hints="on"), set[tuple[str, ...]]()
    while await house.step(table):
        state = house.at(table)
        if state.match.deal is None:
            break
        row = last_row(state)
        assert row[-1] == "More"
        assert len(row) <= 3
        rows.add(tuple(row))
        if (play := state.match.deal.play) and play.tricks:
            assert behind(state) == {"The bid", "Last trick"}
    assert ("Hint", "Take back", "More") in rows


async def test_the_bid_and_the_last_trick_keep_their_order_whatever_is_unfolded(
    house: House,
) -> None:
    """Whoever presses one of them again presses the same place."""
    table, rows = await house.dealt(BO, CLEO, DAG), set[str]()
    while await house.step(table) and (state := house.at(table)).match.deal:
        for seat, unfolded in product(range(4), ("", BID, LAST)):
            draft = Draft(unfolded=unfolded)
            row = " · ".join(buttons(hand_screen(state, seat, PREFERENCES, draft))[-3:])
            rows |= {row} if "The bid" in row and "Last trick" in row else set()
    assert rows == {"The bid · Last trick · More"}


@pytest.mark.parametrize(("people", "owed"), [((), True), ((BO,), False)])
async def test_everybody_sees_each_card_fall_and_a_lone_player_whatever_that_costs(
    house: House, people: tuple[Person, ...], owed: bool
) -> None:
    table = await house.dealt(*people, computers=3 - len(people), game="whist")
    state, compared = house.at(table), 0
    while state.match.deal and state.to_act():
        (seat,) = state.to_act()
        after = act(state, seat, state.match.choice(seat).sample(RNG), "computer")
        if 0 not in (seat, *after.to_act()) and after.match.deal:
            assert hand_key(state, 0) != hand_key(after, 0)
            assert (hand_key(state, 0).own != hand_key(after, 0).own) == owed
            compared += 1
        state = after
    assert compared > 20


async def test_a_lone_player_sees_how_the_deal_ended(house: House) -> None:
    table = await house.dealt(computers=3)
    seen = set()
    async for state in finished_deals(house, table, 5):
        assert state.match.finished
        assert state.match.finished.play
        number = len(state.match.finished.play.tricks)
        assert f"-# Trick {number}: " in told(state, 0)
        settled = number < 13
        assert facts_of(state).settled == settled
        assert (f"Decided after trick {number}." in told(state, 0)) == settled
        seen.add(settled)
    assert True in seen


def buttons(screen: Screen) -> list[str]:
    return [one.label for one in walk(screen.parts) if isinstance(one, Button)]


async def test_a_lone_players_panel_tells_all_of_a_deal(house: House) -> None:
    table = await house.dealt(computers=3)
    async for state in finished_deals(house, table, 1):
        assert told_result(state, 0, PREFERENCES)
        for beside in (True, False):
            screen = hand_screen(state, 0, PREFERENCES, beside=beside)
            assert buttons(screen) == ["Next deal", "Replay", "Review", "More"]
        pictured = hand_screen(state, 0, PREFERENCES, picture=Picture(b"PNG", ""))
        assert list(pictured.pictures.values()) == [b"PNG"]
        text = json.dumps(pictured.to_components())
        assert not any(one in text for one in ("Score: ", "**Deal ", "Ready for"))  # it shows them


async def test_before_a_first_deal_that_is_void_nothing_is_told_of_a_last_one(house: House) -> None:
    state = house.at(await house.dealt(computers=3))
    state = replace(state, match=replace(state.match, deal=None))
    for beside in (True, False):
        screen = hand_screen(state, 0, PREFERENCES, beside=beside)
        texts = [one.content for one in walk(screen.parts) if isinstance(one, TextDisplay)]
        assert texts == ["➡️ Ready for the next deal?"]
        assert buttons(screen) == []


@pytest.mark.parametrize("people", [(), (BO,)], ids=["alone", "in company"])
async def test_a_lone_players_panel_tells_all_of_a_games_last_deal(
    house: House, people: tuple[Person, ...]
) -> None:
    table = await house.dealt(*people, computers=3 - len(people))
    async for state in finished_deals(house, table, 1):
        match = replace(state.match, sheet=replace(state.match.sheet, winners=(0,)))
        over = replace(state, match=match, ready=None).as_closed("over")
        assert bool(panel_scene(over, 0, PREFERENCES, {})) == (not people)
        assert panel_scene(over, 0, PREFERENCES, {}, beside=True) is None
        screen = hand_screen(over, 0, PREFERENCES, picture=None if people else Picture(b"PNG", ""))
        assert buttons(screen) == ([] if people else ["Replay", "Review", "As text"])
        assert list(screen.pictures.values()) == ([] if people else [b"PNG"])
        text = json.dumps(screen.to_components(), ensure_ascii=False)
        assert "🏆" in text
        assert "Play again: <#" in text
        assert buttons(hand_screen(over, 0, PREFERENCES, beside=True)) == []


async def test_in_company_the_channel_tells_all_of_a_deal(house: House) -> None:
    table = await house.dealt(BO, computers=2)
    async for state in finished_deals(house, table, 1):
        assert told_result(state, 0, PREFERENCES) is None
        assert panel_scene(state, 0, PREFERENCES, {}) is None
        assert buttons(hand_screen(state, 0, PREFERENCES)) == ["Next deal", "Review", "More"]


async def test_the_colour_says_whose_turn_it_is_and_how_a_contract_ended(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    state = house.at(table)
    for seat in state.humans:
        asked = seat in state.to_act()
        assert colour(hand_screen(state, seat, PREFERENCES)) == (
            TURN_COLOUR if asked else WAITING_COLOUR
        )
    assert colour(drawn(state)) == TURN_COLOUR
    async for after in finished_deals(house, table, 1):
        *_, last = after.match.deals
        for made, expected in ((True, MADE_COLOUR), (False, LOST_COLOUR), (None, WAITING_COLOUR)):
            ended = replace(last, result=replace(last.result, made=made))
            shown = replace(after, match=replace(after.match, deals=(ended,)))
            public = Public.of(shown)
            shows = table_scene(shown, public)
            assert isinstance(shows, ResultScene)
            assert colour(table_screen(shown, public, replace(shows, made=made))) == expected
            assert {colour(hand_screen(shown, seat, PREFERENCES)) for seat in range(4)} == {
                expected
            }


@pytest.mark.parametrize("game", ["hus", "whist"])
def test_a_result_says_you_to_its_reader_also_in_the_last_trick(game: str) -> None:
    for state in alone_between_deals(games()[game], 1):
        shown = told(state, 0)
        assert ("-# Trick " in shown) == (re.search(r"-# Trick \d+: .*\bYou\b", shown) is not None)
        assert not re.search(rf"\b{state.match.names[0]}\b", shown)
