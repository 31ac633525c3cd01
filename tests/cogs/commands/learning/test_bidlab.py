"""/bidlab: hands are explored in private."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from cogs.commands.learning import bidlab
from cogs.screens.parts.components import Press
from kwbot.engine.values.cards import CardSet
from kwbot.tables.state.table_state import running_of
from playground import LocalPerson
from tests.cogs.server import Server

SPADES = "SAKQJT98765432"
LAST: dict[str, Any] = {"from": "last"}
HAND = "♠EK7 ♥KnD10 ♦98765 ♣42"


@pytest.fixture(autouse=True)
def _on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found does not hang on chance, nor on how much is looked at in a second."""
    monkeypatch.setattr(bidlab, "SEARCH_SECONDS", 60.0)
    monkeypatch.setattr(secrets, "randbits", lambda _: 1)


async def test_a_typed_hand_tells_which_bids_are_impossible_and_why(
    server: Server, anna: LocalPerson
) -> None:
    shown = await anna.slash(server.channel, "bidlab", cards=SPADES)
    assert shown.ephemeral
    assert "A K Q J 10 9 8 7 6 5 4 3 2" in shown.text
    assert "**Game** Game: with this hand, you can never take a trick." in shown.text
    assert "Possible with this hand: 101,740 of 133,145 bids." in shown.text
    assert "Your hand is all spades" in shown.text
    shown = await anna.select(shown.message, "Standard bid", ["spel"])
    assert "⛔ Game: with this hand, you can never take a trick." in shown.text
    assert server.playground.refusals == []


async def test_a_possible_bid_shows_an_example(server: Server, anna: LocalPerson) -> None:
    shown = await anna.slash(server.channel, "bidlab", cards=HAND)
    assert "might make" not in shown.text, "any bid is possible"
    shown = await anna.select(shown.message, "Standard bid", ["spel"])
    shown = await anna.select(shown.message, "Special bids", ["las", "girighet"])
    assert "**Game + Greed + Lock** (value 4, 3 points if made)" in shown.text
    assert "✅ This hand might make it: nothing rules it out." in shown.text
    shown = await (await anna.click(shown.message, "Example")).settled()
    assert "player 1 made Game + Greed + Lock: +2." in shown.text.replace("**", "")
    assert "Trick 13: " in shown.text
    shown = await anna.click(shown.message, "Another hand")
    assert "Choose a bid" in shown.text


async def test_the_bids_of_another_edition(server: Server, anna: LocalPerson) -> None:
    shown = await anna.slash(server.channel, "bidlab", cards=SPADES, edition="1.5")
    assert "**Abundance** Abundance: with this hand, you can never take a trick." in shown.text
    shown = await anna.select(shown.message, "Standard bid", ["obesudlatbud"])
    assert "⛔ Taintless Bid: with this hand, you can never take a trick." in shown.text
    shown = await anna.click(shown.message, "Another hand")
    shown = await anna.select(shown.message, "Standard bid", ["rangtrumf"])
    assert "**Rank Trump** (value 4, 4 points if made)" in shown.text


@pytest.mark.parametrize(
    "cards", ["SA", "XYZ", "SAKQJT98765432 H2", "", "SAKQJT987654 SA", "SAKQJT9876543 SA"]
)
async def test_what_is_no_hand_is_refused(server: Server, anna: LocalPerson, cards: str) -> None:
    refused = await anna.slash(server.channel, "bidlab", cards=cards)
    assert refused.text.startswith("⛔")


async def test_three_play_with_39_cards(server: Server, anna: LocalPerson) -> None:
    refused = await anna.slash(server.channel, "bidlab", cards=SPADES, players=3)
    assert refused.text.startswith("⛔")
    shown = await anna.slash(server.channel, "bidlab", players=3)
    assert "Bid lab" in shown.text


async def test_the_hand_of_the_last_deal_is_offered_to_its_player_alone(
    server: Server, anna: LocalPerson
) -> None:
    refused = await anna.slash(server.channel, "bidlab", **LAST)
    assert refused.text.startswith("⛔")
    table = await server.table(anna)
    await server.start(table, anna)
    await server.play_deal(table)
    match = running_of(server.tables.index.at(table).open).match
    assert match.finished
    hand = match.finished.finished[0].layout.hands[0]
    assert await hand_shown(server, anna) == hand
    await server.tables.index.at(table).close("moderator")
    assert await hand_shown(server, anna) == hand
    refused = await server.playground.person("Bo").slash(server.channel, "bidlab", **LAST)
    assert refused.text.startswith("⛔")


async def hand_shown(server: Server, anna: LocalPerson) -> CardSet:
    """The hand that stands in the buttons of what is offered as the last one."""
    shown = await anna.slash(server.channel, "bidlab", **LAST)
    assert shown.ephemeral
    press = Press.parse(next(str(menu["custom_id"]) for menu in shown.message.selects()))
    assert press
    return CardSet.of_bits(press.asked_at // 8)
