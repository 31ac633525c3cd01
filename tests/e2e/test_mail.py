"""Direct messages from deal to deal."""

from __future__ import annotations

from tests.e2e.club import Club


async def test_ready_on_a_result_leaves_the_result(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3)
    await club.ready(table.id)
    await club.play_deal(table.id)
    await club.playground.until(lambda: anna.hand and anna.is_asked and anna.hand.buttons())
    result, before = anna.hand, len(anna.person.dms())
    assert result is not None
    await anna.person.click(result, "Next deal")
    await club.playground.until(lambda: len(anna.person.dms()) == before + 1)
    await club.playground.idle()
    assert "Deal 1" in anna.person.read(result)
    left = {button["label"] for button in result.buttons()}
    assert {"As text"} <= left <= {"Replay", "Review", "As text"}  # a deal may have had no trick
    assert [*result.selects()] == []
    assert anna.hand is not None
    assert "your turn" in anna.person.read(anna.hand)


async def test_a_replay_leaves_the_result_to_go_on_from(club: Club) -> None:
    anna = club.guest("Anna")
    table = await club.table([anna], computers=3, game="whist")
    await club.ready(table.id)
    await club.play_deal(table.id)
    await club.playground.until(lambda: anna.hand and anna.is_asked and anna.hand.buttons())
    result = anna.hand
    assert result is not None
    told, there = anna.person.read(result), [*result.buttons()]
    replay = await anna.person.click(result, "Replay")
    assert replay.message is result, "in its place"
    assert (await anna.person.click(result, "»")).kind == "update"
    await anna.person.click(result, "Back to the hand")
    assert (anna.person.read(result), [*result.buttons()]) == (told, there)
    await anna.person.click(result, "Next deal")
    assert club.running_deal(table.id)
