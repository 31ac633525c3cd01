"""Every kind of decision by real clicks: on a desk and a phone, dark and light."""

from __future__ import annotations

import pytest

from tests.browser.evening import PEOPLE, BrowserClub
from tests.browser.window import DAYLIGHT, DAYLIGHT_PHONE, DESK, PHONE, Look
from tests.e2e.arranged import SUITS
from tests.e2e.conftest import Deals

DECISIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "numbers": ("Bo", ("1 bid ungefar", "pass*", "1 numbers 0 13", "0 play SA")),
    "number, direction, cards": (
        "Bo",
        (
            *("1 bid precis+brev+mastarbrev", "pass*", "1 number 0", "1 direction across"),
            *("0 cards SA SK S2", "3 cards CA CK C2", "1 cards HA HK H2", "2 cards DA DK D2"),
        ),
    ),
    "suit, any card, player": (
        "Bo",
        (
            *("1 bid trumf+rattvisa+straff+las+oppentrumf", "pass*", "1 suit H", "1 card S9"),
            *("0 play S9", "1 play H2", "2 play D2", "3 play C2", "1 player 3"),
        ),
    ),
    "strength of a suit": (
        "Dag",
        (
            *("1 bid mastartrumf+pest", "pass*", "3 state C 5", "0 state none"),
            *("2 suit D", "1 suit C", "0 play S2"),
        ),
    ),
    "card of a hand": (
        "Bo",
        (
            *("1 bid rangtrumf", "pass*", "2 card DK", "0 card SK", "1 card H2", "3 card CQ"),
            "1 card DK",
        ),
    ),
    "cards to lay open": (
        "Bo",
        (
            *("1 bid spel+atelje", "pass*", "1 cards HA HK H3 H2", "0 play S2", "1 play H2"),
            *("1 cards H9", "2 play D2"),
        ),
    ),
}
"""What is decided, by whom above all, and how: lines of a game record; everybody holds a suit."""

LOOKS = {"desk": DESK, "daylight": DAYLIGHT, "phone": PHONE, "phone by day": DAYLIGHT_PHONE}
QUICK = dict(zip(DECISIONS, (DESK, PHONE, DAYLIGHT, DAYLIGHT_PHONE, DESK, PHONE), strict=True))


async def decide(club: BrowserClub, deals: Deals, kind: str, look: Look, *windows: str) -> None:
    """Play it, those at `windows` by clicks; every click was taken, or this would not end."""
    table = (await club.seated(deals, SUITS, look, *windows)).id
    for line in ("ready", *DECISIONS[kind][1]):
        await club.play(table, line)


@pytest.mark.parametrize("kind", DECISIONS)
async def test_decisions(club: BrowserClub, deals: Deals, kind: str) -> None:
    await decide(club, deals, kind, QUICK[kind], DECISIONS[kind][0])


@pytest.mark.heavy
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("kind", DECISIONS)
async def test_decisions_at_four_windows_in_every_look(
    club: BrowserClub, deals: Deals, kind: str, look: Look
) -> None:
    await decide(club, deals, kind, look, *PEOPLE)
