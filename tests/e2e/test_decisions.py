"""Every kind of decision by clicks, in arranged deals of four people."""

from __future__ import annotations

import pytest

from kwbot.ids import TableId
from kwbot.local.guest import Guest
from tests.e2e.arranged import LOW, PEOPLE, SUITS, arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals


def hand(club: Club, table_id: TableId, seat: int) -> set[str]:
    match = club.game(table_id).match
    assert match is not None
    assert match.deal is not None
    return {card.text for card in match.deal.layout.hands[seat]}


async def test_guessed_numbers(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid ungefar / pass* / 1 numbers 0 13")
    await club.shown(table, "takes 0 or 13")
    await club.play(table, "0 play SA")
    assert club.purpose(table) == "play"


@pytest.mark.slow
async def test_a_guessed_number_and_passed_cards(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid precis+brev+mastarbrev / pass* / 1 number 0")
    await club.play(table, "1 direction across")
    await club.play(table, "0 cards SA SK S2 / 3 cards CA CK C2 / 1 cards HA HK H2")
    assert club.game(table).to_act() == (2,)
    await club.play(table, "2 cards DA DK D2")
    assert {"CA", "CK", "C2"} <= hand(club, table, 1)
    # Now the others pass to their right, declarer is skipped: 0 to 3, 2 to 0, 3 to 2.
    await club.play(table, "2 cards SA D4 D5 / 3 cards HA C4 C5 / 0 cards DA S4 S5")
    assert {"SA", "D4", "D5"} <= hand(club, table, 0)
    assert {"DA", "S4", "S5"} <= hand(club, table, 3)
    assert club.purpose(table) == "play"
    channel = club.public(table)
    assert "takes 0" in channel
    assert "♠A" not in channel
    mine = club.guest_at(table, 1).hand
    assert mine is not None
    assert "♣ A K" in club.guest_at(table, 1).person.read(mine).replace("\xa0", " ")


@pytest.mark.slow
async def test_trumps_and_justice(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid trumf+rattvisa+straff+las+oppentrumf / pass*")
    await club.play(table, "1 suit H / 1 card S9")
    await club.shown(table, "Bo's open cards: ♥ A K Q J 10 9")
    await club.play(table, "0 play S9 / 1 play H2 / 2 play D2 / 3 play C2")
    assert club.purpose(table) == "taker"
    await club.play(table, "1 player 3")
    await club.shown(table, "Dag")
    assert club.game(table).to_act() == (3,)
    assert "H2" not in hand(club, table, 1)


async def test_master_trumps_and_plague(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid mastartrumf+pest / pass*")
    await club.play(table, "3 state C 5 / 0 state none")
    await club.shown(table, "Dag would like")
    await club.play(table, "2 suit D / 1 suit C / 0 play S2")
    await club.shown(table, "Trumps: diamonds", "plague clubs")


async def test_rank_trumps_with_equal_cards(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid rangtrumf / pass*")
    await club.play(table, "2 card DK / 0 card SK / 1 card H2")
    assert club.purpose(table) == "rank-card"
    assert "♦K" not in club.public(table)
    await club.play(table, "3 card CQ / 1 card DK")
    assert "DK" in hand(club, table, 1)
    assert "H2" in hand(club, table, 2)
    await club.shown(table, "takes ♦K")
    assert club.purpose(table) == "play"


async def told(club: Club, guest: Guest, text: str) -> None:
    """Wait until a player's own message says it."""

    def said() -> bool:
        return guest.hand is not None and text in guest.person.read(guest.hand)

    await club.playground.until(said)


@pytest.mark.slow
async def test_edition_1_5_in_three_languages(club: Club, deals: Deals) -> None:
    """Bo plays in Swedish, Cia in Danish, the others in English."""
    deals.add(SUITS)
    locales = {"Bo": "sv-SE", "Cia": "da"}
    people = [club.guest(name, locale=locales.get(name, "en-US")) for name in PEOPLE]
    table = (await club.table(people, edition="1.5")).id
    await club.play(table, "ready / 1 bid rangtrumf+brev / 2 bid obesudlatbud+rattvisa+pest+straff")
    await club.play(table, "pass*")
    await told(club, people[2], "Pletfri melding")
    await club.play(table, "2 suit S / 2 card D2")
    await told(club, people[1], "Obesudlat Bud")
    await club.play(table, "1 play H2")
    await club.shown(table, "Cia's open cards: ♦ 2", "Dag's open cards: ♣ 2")
    await club.play(table, "2 play D2 / 3 play C2 / 0 play S2 / 2 player 2")
    assert club.game(table).to_act() == (2,)
    await club.play_deal(table)
    await club.shown(table, "Cia")
    cia = people[2].person
    book = (await cia.slash(club.playground.channel, "regler", bid="spel")).text
    assert "udgave 1.5" in book
    assert "## Overflod" in book


@pytest.mark.slow
async def test_an_atelier(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel+atelje / pass* / 1 cards HA HK H3 H2")
    await club.shown(table, "Bo's open cards: ♥ A K 3 2")
    await club.play(table, "0 play S2 / 1 play H2")
    assert club.purpose(table) == "atelier"
    await club.play(table, "1 cards H9 / 2 play D2")
    await club.shown(table, "Bo's open cards: ♥ A K 9 3")


async def test_an_open_hand(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel+oppenhand / pass*")
    await club.shown(table, "Bo's open cards: ♥ A K Q J 10 9 8 7 6 5 4 3 2")


@pytest.mark.slow
async def test_a_potential_lets_bid_an_equal_value(club: Club, deals: Deals) -> None:
    deals.add({1: LOW})
    table = await arranged(club, deals, "1 bid skambud+potential+oppenhand / pass*")
    await club.play_deal(table)
    await club.play(table, "ready / 2 bid spel+las / 3 pass / 0 pass / 1 bid spel+las / 2 pass")
    await club.shown(table, "Potentials: Bo 1")
    match = club.game(table).match
    assert match is not None
    assert match.deal is not None
    assert match.variant.declarer(match.deal.phases) == 1
