"""The referee of the Danish games: points, options of points and the account (section 6)."""

from itertools import product

import pytest

from tests.independent.danish import POINT_OPTIONS, Outcome, points, settlement


def played(bid: str, tricks: int, *, alone: bool = False, turned: int = 0) -> Outcome:
    """Player 0 declares, player 1 is the partner and takes one trick of theirs, if any."""
    taken = {0: tricks, 2: 13 - tricks} if alone or not tricks else {0: tricks - 1, 1: 1}
    partner = 0 if alone else 1
    return Outcome(bid, (0, 1, 2, 3), taken, declarer=0, partner=partner, turned=turned)


def nolo(bid: str, *soloists: tuple[int, bool]) -> Outcome:
    return Outcome(bid, (0, 1, 2, 3), {}, soloists)


def gains(outcome: Outcome, **options: str) -> list[int]:
    chosen = {name: default for name, (default, _) in POINT_OPTIONS.items()} | options
    gained = points(outcome, chosen)
    return [gained[player] for player in range(4)]


def test_6_check_values() -> None:
    assert gains(played("9+gode", 10)) == [16, 16, -16, -16]
    assert gains(played("9+gode", 7)) == [-32, -32, 32, 32]
    assert gains(played("9+gode", 9, alone=True)) == [24, -8, -8, -8]
    assert gains(nolo("sol", (0, True), (1, False))) == [32, -32, 0, 0]
    assert gains(nolo("sol", (0, True), (1, True))) == [16, 16, -16, -16]


def test_6_the_table() -> None:
    plain = {7: 1, 8: 2, 9: 4, 10: 8, 11: 16, 12: 32, 13: 64}
    for number, value in plain.items():
        assert gains(played(str(number), number))[0] == value
        for attachment in ("vip", "staerke", "gode", "halve", "sans"):
            assert gains(played(f"{number}+{attachment}", number, turned=2))[0] == 2 * value


def test_6_over_and_undertricks() -> None:
    assert gains(played("8", 13)) == [12, 12, -12, -12]
    assert gains(played("8", 13), over="none") == [2, 2, -2, -2]
    assert gains(played("8", 13), over="beyond-six") == [14, 14, -14, -14]
    assert gains(played("7", 7), over="beyond-six") == [1, 1, -1, -1]
    assert gains(played("8", 5)) == [-12, -12, 12, 12]
    assert gains(played("8", 5), lost="1") == [-6, -6, 6, 6]
    assert gains(played("8", 5), over="none") == [-12, -12, 12, 12]
    assert gains(played("9", 0, alone=True)) == [-216, 72, 72, 72]


@pytest.mark.parametrize(
    ("price", "values"),
    [("2", [2, 2, 2]), ("2-4-8", [2, 4, 8]), ("2-4-6", [2, 4, 6]), ("3-4-6", [3, 4, 6])],
)
def test_6_the_price_of_vip_by_cards_turned(price: str, values: list[int]) -> None:
    made = [gains(played("9+vip", 9, turned=n), vip_price=price)[0] for n in (1, 2, 3)]
    assert made == [4 * value for value in values]


def test_6_prices_of_the_other_attachments() -> None:
    prices = {"sans_price": "3", "gode_price": "1", "halve_price": "4"}
    values = {"9": 4, "9+sans": 12, "9+gode": 4, "9+halve": 16, "9+staerke": 8}
    for bid, value in values.items():
        assert gains(played(bid, 9), **prices)[0] == value


def test_6_nolos() -> None:
    values = {"sol": 8, "ren-sol": 16, "bordlaegger": 32}
    values |= {"ren-bordlaegger": 64, "super-bordlaegger": 64}
    for bid, value in values.items():
        assert gains(nolo(bid, (2, True))) == [-value, -value, 3 * value, -value]
        assert gains(nolo(bid, (2, False))) == [value, value, -3 * value, value]
        assert gains(nolo(bid, (2, False)), nolo_lost="2")[2] == -6 * value
        assert gains(nolo(bid, (2, True)), nolo_lost="2")[2] == 3 * value
        for base in ("4", "6", "10", "16"):
            assert gains(nolo(bid, (2, True)), nolo=base)[0] == -value * int(base) // 8
    three = gains(nolo("sol", (0, True), (1, True), (2, False)))
    assert three == [24, 24, -40, -8]
    assert gains(nolo("sol", *((player, True) for player in range(4)))) == [0] * 4


def test_6_selvmakker_two_thirds_rounded_up() -> None:
    assert gains(played("9", 9, alone=True), selvmakker="2") == [9, -3, -3, -3]
    assert gains(played("10", 10, alone=True), selvmakker="2") == [18, -6, -6, -6]
    assert gains(played("8", 7, alone=True), selvmakker="2") == [-9, 3, 3, 3]
    assert gains(played("9", 9), selvmakker="2") == [4, 4, -4, -4]


def test_6_slam_and_rate() -> None:
    assert gains(played("12", 13), slam="10") == [74, 74, -74, -74]
    assert gains(played("12", 12), slam="10") == [32, 32, -32, -32]
    assert gains(played("13", 13, alone=True), slam="6", selvmakker="2") == [141, -47, -47, -47]
    assert gains(played("13", 12), slam="10") == [-128, -128, 128, 128]
    assert gains(played("9", 9, alone=True), selvmakker="2", rate="25") == [225, -75, -75, -75]
    assert gains(nolo("sol", (0, True)), rate="3") == [72, -24, -24, -24]


def test_6_every_deal_sums_to_zero() -> None:
    options = {"over": "beyond-six", "selvmakker": "2", "slam": "7", "rate": "3", "lost": "1"}
    for bid, tricks, alone in product(("7", "9+vip", "12+halve"), range(14), (False, True)):
        outcome = played(bid, tricks, alone=alone, turned=3)
        assert sum(gains(outcome)) == sum(gains(outcome, **options)) == 0


def test_6_the_account_in_shares_of_the_pot() -> None:
    assert settlement([0, 0, 0, 0], 400) == [0, 0, 0, 0]
    assert settlement([16, 16, -16, -16], 400) == [20000, 20000, -20000, -20000]
    assert settlement([3, -1, -1, -1], 400) == [40000, -13334, -13333, -13333]
    assert settlement([-3, 1, 1, 1], 400) == [-40000, 13334, 13333, 13333]
    assert settlement([5, 1, 1, -7, 0], 400) == [28572, 5714, 5714, -40000, 0]
    assert settlement([2, 1, -3, 0], 1) == [67, 33, -100, 0]
    assert settlement([1, 1, 1, -3], 0) == [0, 0, 0, 0]
