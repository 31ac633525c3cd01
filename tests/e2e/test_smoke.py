"""A deal by clicks, alone against computers and with four people."""

from __future__ import annotations

import pytest

from kwbot.playground import ClientRefusal
from tests.e2e.club import Club


async def test_one_human_and_three_computers_play_a_deal(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.playground.idle()
    before = club.playground.counted
    await club.ready(table.id)
    acts = 1 + await club.play_deal(table.id)
    await club.playground.until(lambda: club.shows(table.id, "ready"))
    await club.playground.idle()
    # Discord hears little more than the answers to the clicks.
    assert club.playground.counted - before <= 1.1 * acts + 2
    result = club.state(table.id).match.deals[0]  # type: ignore[union-attr]
    thread = club.playground.channels[club.state(table.id).channel]
    messages = [anna.person.read(message) for message in anna.person.messages(thread)]
    assert any(f"Trick {sum(result.result.tricks)}:" in text for text in messages)
    assert club.playground.refusals == []


async def test_four_humans_play_a_deal(club: Club) -> None:
    people = [club.guest(name) for name in ("Anna", "Bo", "Cia", "Dag")]
    table = await club.table(people)
    await club.playground.idle()
    before = club.playground.counted
    await club.ready(table.id)
    acts = 4 + await club.play_deal(table.id)
    await club.playground.until(lambda: club.shows(table.id, "ready"))
    await club.playground.idle()
    assert club.playground.counted - before <= 2.0 * acts
    assert all(person.person.dms() for person in people)
    assert club.playground.refusals == []


async def test_the_game_goes_on_after_a_restart(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.ready(table.id)
    await club.turn()
    await club.restart()
    await club.play_deal(table.id)
    await club.playground.until(lambda: club.shows(table.id, "ready"))
    assert len(club.state(table.id).match.deals) == 1  # type: ignore[union-attr]


async def test_closed_dms_are_replaced_by_a_private_copy_of_the_hand(club: Club) -> None:
    anna = club.guest("Anna", dms_open=False)
    table = await club.table([anna], computers=3)
    assert "use *My hand*" in anna.person.read(anna.person.messages(club.playground.channel)[0])
    await club.ready(table.id)
    await club.playground.until(lambda: club.shows(table.id, "hand"))
    lent = await anna.person.click(club.table_message(table.id), "My hand")
    assert lent.ephemeral
    anna.screen = lent.message
    await club.play_deal(table.id)
    assert anna.person.dms() == []


async def test_nobody_presses_the_buttons_of_another(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    table = await club.table([anna], computers=3)
    await club.ready(table.id)
    await club.playground.until(lambda: anna.asked)
    assert anna.hand is not None
    button = next(b for b in anna.hand.buttons() if b["custom_id"].startswith("kw:act:"))
    seq = club.state(table.id).seq
    outcome = await bo.person.forge(anna.hand, button["custom_id"])
    assert "You do not play at this table." in outcome.text
    assert club.state(table.id).seq == seq


async def test_a_second_click_only_redraws(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.ready(table.id)
    await club.playground.until(lambda: anna.asked)
    hand = anna.hand
    assert hand is not None
    passing = next(b for b in hand.buttons() if b.get("label") == "Pass")["custom_id"]
    first = await anna.person.forge(hand, passing)
    second = await anna.person.forge(hand, passing)
    assert (first.kind, second.kind) == ("update", "update")
    assert second.followups == []
    assert club.state(table.id).vote is None


async def test_disabled_cards_are_shown_and_cannot_be_pressed(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.ready(table.id)
    shut: list[str] = []
    while club.running_deal(table.id) and not shut:
        await club.playground.until(lambda: anna.asked)
        assert anna.hand is not None
        shut = [b["custom_id"] for b in anna.hand.buttons() if b.get("disabled")]
        shut = [custom_id for custom_id in shut if ":play " in custom_id]
        if not shut:
            await anna.act()
    assert shut
    with pytest.raises(ClientRefusal):
        await anna.person.click(anna.hand, custom_id=shut[0])  # type: ignore[arg-type]
    refused = await anna.person.forge(anna.hand, shut[0])  # type: ignore[arg-type]
    assert refused.text.startswith("⛔ You must follow suit")
