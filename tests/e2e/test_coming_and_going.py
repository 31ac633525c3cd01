"""Who is away, who comes in their place, and who decides that, by clicks."""

from __future__ import annotations

import pytest

from kwbot.ids import UserId
from kwbot.local.guest import buttons
from kwbot.tables.state.time_limits import VOTE_PATIENCE
from kwbot.text.words import labels
from kwbot.text.words.language import LANGUAGES, language_of
from tests.e2e.arranged import arranged
from tests.e2e.club import LOCALES, Club
from tests.e2e.conftest import Deals


async def test_a_newcomer_takes_the_seat_of_somebody_who_is_away(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    eva, (anna, bo, *_) = club.guest("Eva", locale="sv-SE").person, [g.person for g in club.guests]
    await club.bot.tables.index.at(table).leave(UserId(bo.id))
    await club.shown(table, "Away: Bo (")
    left = club.guest_at(table, 1).hand
    assert left is not None
    asked = await eva.click(club.table_message(table), "Take Bo's seat")
    assert "Jag frågar om du får vara med." in asked.text
    await club.shown(table, "Eva would like to play in Bo's seat.", "@Anna: do you agree?")
    await club.playground.until(lambda: club.shows(table, "agree"))
    await anna.click(club.table_message(table), "Agree")
    await club.shown(table, "Eva is in the game now.")
    await club.playground.until(lambda: club.guest_at(table, 1).hand is not None)
    assert club.game(table).seat_of(UserId(eva.id)) == 1
    await club.playground.until(lambda: "**Eva** plays in your seat now" in bo.read(left))
    assert not list(left.buttons())
    await club.play(table, "2 play D2 / 3 play C2 / 0 play S3 / 1 play H3")


async def test_a_new_nickname_is_shown_from_the_next_press_on(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    anna, bo, cia, _ = (guest.person for guest in club.guests)
    club.playground.guild.nicks[bo.id] = "Bosse"
    club.playground.guild.nicks[cia.id] = "BOSSE"
    for person in (bo, cia):
        await person.slash(club.table_message(table).channel, "hand")
    await club.shown(table, "Bosse", "BOSSE 2")
    assert club.game(table).match.names[1:3] == ("Bosse", "BOSSE 2")
    shown = await anna.slash(club.table_message(table).channel, "hand")
    assert "Bosse" in shown.text
    await club.restart()
    await club.shown(table, "Bosse", "BOSSE 2")
    await club.play(table, "1 play H2 / 2 play D2 / 3 play C2")


async def test_the_others_go_on_without_somebody_who_just_stops(club: Club, deals: Deals) -> None:
    """No clock runs: after five minutes a computer plays for them, until they press something."""
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    anna, bo, cia, _ = (guest.person for guest in club.guests)
    assert club.game(table).to_act() == (2,)
    club.clock.advance(VOTE_PATIENCE.total_seconds() + 1)
    await club.shown(table, "Still waiting for Cia (", "A computer can go on for them:")
    await club.playground.until(lambda: club.shows(table, "seat"))  # for a newcomer
    (more,) = buttons(club.table_message(table), "more")
    shown = await anna.click(club.table_message(table), custom_id=more["custom_id"])
    await anna.click(shown.message, "Players")
    assert "Still waiting for Cia (" in anna.read(shown.message)
    await anna.click(shown.message, "Computer for Cia")
    assert "A computer plays for Cia until they're back." in anna.read(shown.message)
    await club.shown(table, "Away: Cia (")
    assert club.game(table).to_act() == (3,)
    back = await cia.slash(club.table_message(table).channel, "hand")
    assert "Cia" not in back.text
    assert not club.game(table).away
    await club.play(table, "3 play C2 / 0 play S3 / 1 play H3 / 2 play D3")
    assert bo.name in club.public(table)


async def test_a_silent_host_is_replaced_by_the_vote_of_all_others(
    club: Club, deals: Deals
) -> None:
    table = await arranged(club, deals, "1 bid spel / pass*")
    anna, bo, cia, dag = (guest.person for guest in club.guests)
    club.clock.advance(VOTE_PATIENCE.total_seconds() + 1)
    await club.shown(table, "Still waiting for Anna (")
    (more,) = buttons(club.table_message(table), "more")
    shown = await bo.click(club.table_message(table), custom_id=more["custom_id"])
    assert "End the game" in [button.get("label") for button in shown.message.buttons()]
    await bo.click(shown.message, "Players")
    await bo.click(shown.message, "Computer for Anna")
    await club.shown(table, "Bo asks for a computer in Anna's seat.")
    for voter in (cia, dag):
        await club.playground.until(lambda: club.shows(table, "agree"))
        await voter.click(club.table_message(table), "Agree")
    await club.shown(table, "A computer plays for Anna until they're back.", "Away: Anna (")
    (more,) = buttons(club.table_message(table), "more")
    await anna.click(club.table_message(table), custom_id=more["custom_id"])
    assert not club.game(table).away
    assert club.game(table).host_seat == 0


async def test_a_silent_persons_no_is_heard_of(club: Club, deals: Deals) -> None:
    """They have no vote on who plays for them, but whoever presses is there."""
    table = await arranged(club, deals, "1 bid spel / pass*")
    anna, bo, *_ = (guest.person for guest in club.guests)
    club.clock.advance(VOTE_PATIENCE.total_seconds() + 1)
    await club.shown(table, "Still waiting for Anna (")
    await club.bot.tables.index.at(table).decisions.give_to_computer(UserId(bo.id), 0)
    await club.playground.until(lambda: club.shows(table, "disagree"))
    await anna.click(club.table_message(table), "Disagree")
    await club.playground.until(lambda: club.game(table).vote is None)
    assert not club.game(table).away
    assert not club.game(table).is_silent(0)


async def test_a_computer_called_like_who_gets_a_seat_gets_another_name(club: Club) -> None:
    anna, bo, ada = (club.guest(name).person for name in ("Anna", "Bo", "Ada"))
    table = (await club.table(club.guests[:2], 2)).id
    before = club.game(table)
    assert sorted(before.names) == ["Ada", "Anna", "Bo", "Brage"]
    await club.ready(table)
    await club.bot.tables.index.at(table).leave(UserId(bo.id))
    await club.shown(table, "Away: Bo (")
    await ada.click(club.table_message(table), "Take Bo's seat")
    await club.playground.until(lambda: club.shows(table, "agree"))
    await anna.click(club.table_message(table), "Agree")
    await club.shown(table, "Ada is in the game now.")
    named = {"Bo": "Ada", "Ada": "Cleo"}
    now = tuple(named.get(name, name) for name in before.names)
    assert (club.game(table).names, club.game(table).match.names) == (now, now)
    await club.restart()
    assert club.game(table).match.names == now


@pytest.mark.slow
async def test_those_who_are_there_choose_a_host_in_place_of_one_who_is_away(
    club: Club, deals: Deals
) -> None:
    """In one language after the other; each time another one of them is the host."""
    table = await arranged(club, deals, "1 bid spel / pass*")
    people = [guest.person for guest in club.guests]
    for host, code in enumerate(LANGUAGES):
        language = language_of(code)
        for person in people:
            person.user.locale = LOCALES[code]
        await club.bot.tables.note(table, language=code)
        gone, proposer, chosen, other = people[host:] + people[:host]
        await club.bot.tables.index.at(table).leave(UserId(gone.id))
        await club.playground.until(lambda: club.shows_more(table))
        (more,) = buttons(club.table_message(table), "more")
        shown = await proposer.click(club.table_message(table), custom_id=more["custom_id"])
        screen = shown.message
        await proposer.click(screen, language.term(labels.PLAYERS))
        await proposer.select(screen, language.term(labels.CHOOSE_HOST), [proposer.name])
        proposal = "{player} proposes a new host: {host}."
        name = proposer.name
        await club.shown(table, language.text(proposal, player=name, host=name))
        for voter in (chosen, other):
            await club.playground.until(lambda: club.shows(table, "agree"))
            await voter.click(club.table_message(table), language.term(labels.AGREE))
        await club.shown(table, language.text("{player} is the host now.", player=name))
        assert club.game(table).host == proposer.id
        await club.bot.tables.index.at(table).back(UserId(gone.id))


async def test_the_last_result_stays_where_a_game_is_ended(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    table = (await club.table([anna, bo], 2, game="whist")).id
    await club.ready(table)
    await club.play_deal(table)
    await club.playground.until(lambda: club.shows(table, "ready"))
    message = club.table_message(table)
    await club.bot.tables.index.at(table).close("idle")
    await club.playground.until(lambda: "⏹️" in anna.person.read(message))
    assert "Deal 1" in anna.person.read(message)
    more = await anna.person.click(message, "More")
    replay = await anna.person.click(more.message, "Replay")
    assert "Deal 1 of 1" in replay.text


async def test_the_channel_is_told_that_a_moderator_closed_a_game(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass*")
    mod = club.playground.person("Mod", moderator=True)
    channel = club.table_message(table).channel
    asked = await mod.slash(channel, "admin close-table")
    assert "The first deal isn't over. Nothing of this game counts." in asked.text
    posted = len(channel.messages)
    await mod.click(asked.message, "Close the table")
    told = f"A moderator closed table {table}, Kombinations-Whist with Anna, Bo, Cia and Dag."
    await club.playground.until(lambda: told in mod.read(mod.last(channel)))
    assert len(channel.messages) == posted + 1
