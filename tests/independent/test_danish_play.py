"""The referee of the Danish games: the card of renons and play (sections 4 and 5)."""

from typing import Any

import pytest

from tests.independent.checker import check
from tests.independent.danish import ESMAKKER, HUS
from tests.independent.danish_scenes import SUITS_APART, after, asked, opened, refused, won

# --- Section 4: the card of renons --------------------------------------------------------------


def renons(bid: str, card: str) -> str:
    return won(ESMAKKER, bid, f"1 card DA/1 cards/2 cards/3 cards/0 cards/1 card {card}")


def test_4_esmakker_renons_counts_below_the_2_and_loses_suit_and_power() -> None:
    hands = {1: "SAKQJT987654 J1", 2: "DAKQJT98765 J2 H2", 3: "D4 HAKQJT98765 C2", 0: "D32 CAKQ"}
    opening = opened(ESMAKKER, hands, kitty="J3 S3 S2")
    start = renons("9+staerke", "S4")
    course = after(opening, f"{start}/1 play S4/2 play DA/3 play D4/0 play D2")
    assert course.tricks[0].taker == 2  # no trump any more, and below the 2
    refused(opening, f"{start}/1 play S4/2 play J2", "may not play J2")
    refused(opening, f"{start}/1 play S4/2 play DA/3 play C2", "may not play C2")
    led = f"{start}/1 play S5/2 play H2/3 play H5/0 play D3/1 play SA/2 play DA/3 play H6/0 play D2"
    course = after(opening, led)
    assert [trick.taker for trick in course.tricks] == [1, 1]
    joker = after(opening, f"{renons('9+staerke', 'J1')}/1 play J1/2 play DA/3 play D4/0 play D2")
    assert (joker.tricks[0].taker, joker.jokers_led) == (2, 0)
    assert asked(opening, renons("9+staerke", "none")) == (1, ("play",))
    refused(opening, renons("9+staerke", "D2"), "does not hold")
    refused(opening, won(ESMAKKER, "9+staerke", "1 card DA/1 cards/2 cards/1 card S4"), "player 3")


def test_4_esmakker_renons_must_follow_the_called_suit() -> None:
    hands = {1: "SAKQJT987654 J1", 2: "DAKQJT98765 J2 H2", 3: "D4 HAKQJT98765 C2", 0: "D32 CAKQ"}
    opening = opened(ESMAKKER, hands, kitty="J3 S3 S2")
    start = renons("9", "S4").replace("1 card DA", "1 suit C/1 card DA")
    lost = f"{start}/1 play SA/2 play H2/3 play C2/0 play D3"
    assert after(opening, lost).tricks[0].taker == 3
    led = f"{lost}/3 play D4/0 play D2"
    refused(opening, f"{led}/1 play S5", "may not play S5")
    assert after(opening, f"{led}/1 play S4/2 play DA").tricks[1].taker == 2
    assert after(opening, f"{led}/1 play J1/2 play DA").tricks[1].taker == 2


def test_4_a_declarer_with_a_card_of_the_called_suit_has_no_card_of_renons() -> None:
    hands = {1: "SAKQJT98765 D2 H2", 2: "DA"}
    opening = opened(ESMAKKER, hands)
    start = won(ESMAKKER, "9+staerke", "1 card DA/1 cards/2 cards/3 cards/0 cards")
    refused(opening, f"{start}/1 card H2", "turn (play)")
    void = start.replace("1 cards", "1 cards D2")
    assert asked(opening, void) == (1, ("card",))
    hus = opened(HUS, {2: hands[1], 3: "DA"})
    assert asked(hus, won(HUS, "9+halve", "2 card DA/3 suit S/3 cards")) == (2, ("play",))


# --- Section 5: play ----------------------------------------------------------------------------


def start_of_play(game: str, bid: str, call: str) -> str:
    if game == HUS:
        return won(HUS, bid, f"2 card {call}/2 cards")
    return won(ESMAKKER, bid, f"1 card {call}/1 cards/2 cards/3 cards/0 cards")


def test_5_forehand_leads_and_suit_is_followed() -> None:
    opening = opened(HUS, {2: "S2 H2", 3: "SA3", 0: "S4"})
    start = "2 pass/3 pass/0 bid 8+gode/1 pass/0 card SA/0 cards"
    refused(opening, f"{start}/0 play S4", "player 2's turn")
    refused(opening, f"{start}/2 play S2/3 play HA", "does not hold")
    other = next(c for c in after(opening, start).hands[3] if c[0] not in "SJ")
    refused(opening, f"{start}/2 play S2/3 play {other}", "may not play")


def test_5_hus_no_joker_is_led_to_the_first_trick() -> None:
    hands = {**SUITS_APART, 2: "DAKQJT987654 J1"}
    opening = opened(HUS, hands, kitty="J23 D3")
    start = start_of_play(HUS, "9+gode", "SA")
    refused(opening, f"{start}/2 play J1", "may not play J1")
    trick = f"{start}/2 play DA/3 play C2/0 play S2/1 play H2"
    assert after(opening, trick).tricks[0].taker == 3
    back = f"{trick}/3 play C3/0 play S3/1 play H3/2 play J1"
    assert after(opening, back).tricks[1].taker == 3  # not led: without value


def test_5_a_joker_led_wins_and_anything_may_be_played_to_it() -> None:
    hands = {1: "SAKQJ J1", 2: "DAK J2 S3", 3: "C234 S2", 0: "HA S4"}
    opening = opened(ESMAKKER, hands, kitty="J3 H23")
    start = start_of_play(ESMAKKER, "9+gode", "DA")
    course = after(opening, f"{start}/1 play J1/2 play J2/3 play C2/0 play HA")
    assert (course.tricks[0].taker, course.jokers_led) == (1, 1)
    follow = after(opening, f"{start}/1 play SA/2 play J2/3 play S2/0 play S4")
    assert follow.tricks[0].taker == 1


CALLED = {1: "SAKQ D2", 2: "DA3 J1 S2 H2", 3: "D4 S3", 0: "D5 S4"}


def test_5_the_called_card_falls_the_first_time_its_suit_is_led() -> None:
    opening = opened(ESMAKKER, CALLED, kitty="J23 HA")
    start = start_of_play(ESMAKKER, "9+gode", "DA")
    for wrong in ("D3", "J1", "H2"):
        refused(opening, f"{start}/1 play D2/2 play {wrong}", "may not play")
    assert after(opening, f"{start}/1 play D2/2 play DA").running[1] == (2, "DA")
    joker = after(opening, f"{start}/1 play SQ/2 play J1")
    assert joker.running[1] == (2, "J1")


def test_5_the_holder_may_not_lead_a_lower_card_of_the_called_suit_before() -> None:
    hands = {1: "S2 D2", 2: "DA3 SA H2", 3: "D4 S3", 0: "D5 S4"}
    opening = opened(ESMAKKER, hands, kitty="J123")
    start = start_of_play(ESMAKKER, "9+gode", "DA") + "/1 play S2/2 play SA/3 play S3/0 play S4"
    refused(opening, f"{start}/2 play D3", "may not play D3")
    after(opening, f"{start}/2 play DA/3 play D4/0 play D5/1 play D2/2 play D3")
    after(opening, f"{start}/2 play H2")


def test_5_the_called_card_may_be_discarded_and_trumped() -> None:
    opening = opened(HUS, SUITS_APART)
    start = start_of_play(HUS, "9+gode", "SA")
    discarded = after(opening, f"{start}/2 play D2/3 play C2/0 play SA/1 play H2/3 play C3")
    assert (discarded.partner, discarded.tricks[0].taker) == (0, 3)
    opening = opened(HUS, {2: "S2", 3: "SA3", 0: "CA2 H4 DKQJT98765", 1: "S4"})
    trumped = after(opening, f"{start}/2 play S2/3 play SA/0 play C2/1 play S4")
    assert (trumped.partner, trumped.tricks[0].taker) == (3, 0)


def test_5_a_selvmakker_is_bound_likewise() -> None:
    opening = opened(ESMAKKER, {1: "DA3 S2", 2: "SA D4", 3: "S3 D5", 0: "S4 D6"})
    start = start_of_play(ESMAKKER, "9+gode", "DA")
    refused(opening, f"{start}/1 play D3", "may not play D3")
    back = f"{start}/1 play S2/2 play SA/3 play S3/0 play S4/2 play D4/3 play D5/0 play D6"
    refused(opening, f"{back}/1 play D3", "may not play D3")
    assert after(opening, f"{back}/1 play DA").tricks[1].taker == 1


@pytest.mark.parametrize(
    ("game", "option", "taker"),
    [(HUS, {}, 3), (ESMAKKER, {}, 2), (ESMAKKER, {"nolo_ace": "low"}, 3)],
)
def test_5_the_ace_in_nolo(game: str, option: dict[str, str], taker: int) -> None:
    opening = opened(game, {1: "S5", 2: "SA", 3: "SK", 0: "S3"}, **option)
    if game == HUS:
        play = "2 bid sol/3 pass/0 pass/1 pass/2 cards/2 play SA/3 play SK/0 play S3/1 play S5"
    else:
        play = "1 bid sol/2 pass/3 pass/0 pass/1 cards/1 play S5/2 play SA/3 play SK/0 play S3"
    assert after(opening, play).tricks[0].taker == taker


def test_5_the_ace_is_high_outside_nolo_in_hus_too() -> None:
    opening = opened(HUS, {1: "S5", 2: "SA", 3: "SK HA", 0: "S3"})
    start = won(HUS, "8+gode", "2 card HA/2 cards")
    assert after(opening, f"{start}/2 play SA/3 play SK/0 play S3/1 play S5").tricks[0].taker == 2


def nolo_deal(game: str, bid: str, *, joined: bool = False) -> dict[str, Any]:
    """A deal whose forehand bids a nolo and wins every trick, all others void, until it ends."""
    ring = (2, 3, 0, 1) if game == HUS else (1, 2, 3, 0)
    lines = opened(game, {player: SUITS_APART[steps] for steps, player in enumerate(ring)})
    answers = ("join" if joined else "pass", "pass", "pass")
    lines.append(f"{ring[0]} bid {bid}")
    lines += [f"{player} {word}" for player, word in zip(ring[1:], answers, strict=True)]
    lines += [f"{player} cards" for player in ring[: 1 + joined]]
    for rank in "KQJT98765432A":
        lines += [f"{player} play {suit}{rank}" for player, suit in zip(ring, "SHDC", strict=True)]
        deals = check("\n".join(lines)).deals
        if deals:
            return deals[0]
    raise AssertionError("the deal never ended")


@pytest.mark.parametrize(
    ("game", "bid", "tricks"),
    [
        *((HUS, "sol", 2), (HUS, "ren-sol", 1), (HUS, "bordlaegger", 1)),
        *((HUS, "super-bordlaegger", 1), (ESMAKKER, "sol", 2), (ESMAKKER, "ren-sol", 1)),
        *((ESMAKKER, "bordlaegger", 2), (ESMAKKER, "ren-bordlaegger", 1)),
    ],
)
def test_5_a_nolo_stops_when_its_soloist_is_over_the_limit(
    game: str, bid: str, tricks: int
) -> None:
    deal = nolo_deal(game, bid)
    me = deal["declarer"]
    assert deal["soloists"] == [[me, False]]
    assert sum(deal["tricks"]) == deal["tricks"][me] == tricks


def test_5_a_nolo_goes_on_while_one_soloist_is_within_the_limit() -> None:
    deal = nolo_deal(HUS, "sol", joined=True)
    assert deal["soloists"] == [[2, False], [3, True]]
    assert sum(deal["tricks"]) == 13
