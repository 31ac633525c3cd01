"""Bids that a hand can never make, by clicks: who is told, what is refused, and who sees nothing.

Everybody holds a whole suit, so nobody wins a trick without trumps unless they lead to the first.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cogs.screens.parts.components import ACT, Press
from kwbot.engine.values.wording import N_
from kwbot.ids import TableId
from kwbot.local.guest import PICK, Guest, area, menus
from kwbot.tables.state import dealing
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.words.language import language_of
from playground import Message
from tests.e2e.arranged import PEOPLE, SUITS
from tests.e2e.club import AS_PICTURE, Club
from tests.e2e.conftest import Deals
from tests.e2e.copies import MEMORY, watched
from tests.e2e.test_secrecy import Screens, Viewer

STRUCK = "\u0336"
ONLY = {
    "en-US": "⛔ Your hand is all hearts: the bid can't be made with other trumps.",
    "sv-SE": "⛔ Du har bara hjärter på handen: med en annan trumffärg kan budet inte gå hem.",
    "da": "⛔ Du har kun hjerter på hånden: med en anden trumf kan meldingen ikke gå hjem.",
}
NEVER = N_("{parts}: with this hand, you can never take a trick.")
SPEL = "6.0"
"""The draft of Game."""


def options(message: Message) -> dict[str, dict[str, Any]]:
    return {option["value"]: option for menu in message.selects() for option in menu["options"]}


async def choose(bo: Guest, menu: str, *parts: str) -> None:
    """Parts of a bid, from the menu of standard or of special bids."""
    assert bo.hand is not None
    (found,) = [one for one in menus(bo.hand, PICK) if area(one)[1].startswith(menu)]
    await bo.person.select(bo.hand, found["custom_id"], parts)


async def begun(
    club: Club, deals: Deals, *, locale: str = "en-US", judged: str = "forbid", swap: str = ""
) -> TableId:
    """Bo is asked for the first bid, with all the hearts. `swap`: one for a card of Dag's."""
    hands = dict(SUITS)
    if swap:
        mine, theirs = swap.split()
        hands |= {1: SUITS[1].replace(mine, theirs), 3: SUITS[3].replace(theirs, mine)}
    deals.add(hands)
    people = [club.guest(name, locale=locale if name == "Bo" else "en-US") for name in PEOPLE]
    table = (await club.table(people, impossible_bids=judged)).id
    await club.play(table, "ready")
    await club.playground.until(lambda: club.guest_at(table, 1).is_asked)
    return table


def unchanged(club: Club, table_id: TableId, before: RunningTable) -> bool:
    now = club.game(table_id)
    return (now.seq, now.match, now.deadline) == (before.seq, before.match, before.deadline)


async def hopeless(club: Club, table_id: TableId) -> str:
    """Bo puts a bid together that these cards cannot make, and sends it all the same."""
    bo, before = club.guest_at(table_id, 1), club.game(table_id)
    assert bo.hand is not None
    assert options(bo.hand)["spel"]["label"].count(STRUCK)
    await choose(bo, "main/", "spel")
    (button,) = [b for b in bo.hand.buttons() if b["custom_id"].endswith(f":={SPEL}")]
    assert button["disabled"]
    press = str(Press(ACT, table_id, before.asked_at[1], f"={SPEL}"))
    said = await bo.person.forge(bo.hand, press)
    assert said.ephemeral
    assert unchanged(club, table_id, before)
    return said.text.removesuffix("\n(only you can see this)")


@pytest.mark.parametrize("locale", ["en-US", "sv-SE", "da"])
async def test_the_bidder_is_told_and_refused_in_their_language(
    club: Club, deals: Deals, locale: str
) -> None:
    table = await begun(club, deals, locale=locale)
    bo, language = club.guest_at(table, 1), language_of(locale)
    assert bo.hand is not None
    shown = options(bo.hand)
    assert shown["subtrumf"]["description"].replace(AS_PICTURE, "") == ONLY[locale]
    assert {key for key, option in shown.items() if STRUCK in option["label"]} == {
        "spel", "limbo", "mastarspel", "obesudlat", "subtrumf",
    }  # fmt: skip
    name = language.term(club.state(table).variant.parts()["spel"].name)
    never = f"⛔ {language.text(NEVER, parts=name)}"
    assert await hopeless(club, table) == never
    assert never in bo.person.read(bo.hand)


@pytest.mark.slow
async def test_what_makes_it_possible_is_not_refused_and_the_deal_goes_on(
    club: Club, deals: Deals
) -> None:
    table = await begun(club, deals)
    await hopeless(club, table)
    bo = club.guest_at(table, 1)
    assert bo.hand is not None
    await choose(bo, "extra0/", "bradska", "straff")
    assert not options(bo.hand)["spel"]["label"].count(STRUCK)
    assert {"noll", "limbo"} <= {
        key for key, option in options(bo.hand).items() if STRUCK in option["label"]
    }
    await bo.person.click(bo.hand, "Bid")
    await club.play(table, "2 pass / 3 pass / 0 pass / 1 play HA / 2 play DA")
    await club.play_deal(table)
    await club.shown(table, "Bo made it with 5 tricks", "Game + Hurry + Penalty")


async def test_a_button_of_an_earlier_hand_is_stale(club: Club, deals: Deals) -> None:
    table = await begun(club, deals)
    bo = club.guest_at(table, 1)
    assert bo.hand is not None
    old = str(Press(ACT, table, club.game(table).asked_at[1], f"={SPEL}"))
    await club.play(table, "1 pass / 2 pass / 3 pass / 0 pass / ready")
    before = club.game(table)
    said = await bo.person.forge(bo.hand, old)
    await said.settled()
    assert unchanged(club, table, before)


async def sent(
    deals: Deals, *, judged: str = "forbid", tries: bool = False, **other: str
) -> dict[Viewer, Counter[str]]:
    """What each was sent from the first bid to the first card. Bo `tries` what cannot be made."""
    club = Club(MEMORY)
    async with watched(club) as watch:
        table = await begun(club, deals, judged=judged, **other)
        await watch.still()
        screens = Screens(club)
        if tries:
            assert "⛔" in await hopeless(club, table)
        for move in ("1 bid noll+straff", "2 pass", "3 pass", "0 pass", "0 play SA"):
            await watch.still()
            await club.play(table, move)
        await watch.still()
        club.clock.advance(3)
        await watch.still()
        assert club.playground.refusals == []
        return {viewer: screens.taken(viewer) for viewer in (None, 0, 1, 2, 3)}


@pytest.mark.slow
async def test_nobody_else_sees_a_byte_of_it(deals: Deals, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "new_secret", lambda: bytes(48))
    monkeypatch.setattr(dealing, "first_dealer", lambda *_: 0)

    tried = await sent(deals, tries=True)
    plain = await sent(deals)
    assert [viewer for viewer in tried if tried[viewer] != plain[viewer]] == [1]
    # With other cards other parts are struck out.
    mixed = await sent(deals, swap="H2 C2")
    assert [viewer for viewer in mixed if mixed[viewer] != plain[viewer]] == [1, 3]
    # Where nothing is judged everybody's own menus differ, the channel does not.
    allowed = await sent(deals, judged="allow")
    assert [viewer for viewer in allowed if allowed[viewer] != plain[viewer]] == [0, 1, 2, 3]
