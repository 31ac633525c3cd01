"""The independent checker on hand-made records: right ones pass, each broken one is caught."""

import json
from itertools import product
from pathlib import Path

import pytest

from tests.independent.bids import SPECIAL, STANDARD, Tally, Terms, impossible, met, read_bid
from tests.independent.cards import FULL_DECK, Wrong
from tests.independent.checker import check, main
from tests.independent.course import KombinationsCourse, Setting
from tests.independent.deal import KombinationsDeal
from tests.independent.trial import (
    RECORDS,
    broken,
    every_beginning_stands,
    judge,
    line_at,
    printed,
    text_of,
)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_right_records_pass_and_so_does_each_of_their_prefixes(path: Path) -> None:
    every_beginning_stands(path.read_text(encoding="utf-8").splitlines(), step=7)


FORMAT = [
    ("four_players", 0, "whist-record 1", "whist-record 2", "first line"),
    ("four_players", 0, "kombinations-whist", "bridge", "no referee knows"),
    ("four_players", 0, "rules 1/", "", "'rules' is missing"),
    ("four_players", 0, "rules 1", "option winning=long", "no value of winning"),
    ("four_players", 0, "rules 1", "option target=13", "no option 'target'"),
    ("four_players", 0, "player 1", "player 2", "player 1 comes next"),
    ("three_players", 0, "player 2 Cleo/", "", "at least 3 players"),
    ("four_players", 2, "deal 2", "deal 3", "deal 2 comes next"),
    ("four_players", 1, "SA SK", "SA SA", "13 different"),
    ("four_players", 1, "HA HK", "SA HK", "dealt twice"),
    ("three_players", 1, "DA DK", "D8 DK", "not in the deck"),
    ("five_players", 1, "hand 3", "hand 4", "not in this deal"),
    ("four_players", 1, "1 pass", "1 jernhand", "turn"),
    ("four_players", 1, "1 pass", "finish 4", "no player 4"),
    ("four_players", 1, "1 pass", "finish 1/1 pass", "the game has ended"),
    ("four_players", 1, "1 pass", "seat 4 Eva/1 pass", "no player 4"),
    ("four_players", 2, "score 0=0 1=4", "score 0=0 1=3", "the score is"),
    ("four_players", 2, "0 play SK", "score 0=0 1=0 2=0 3=0", "not over"),
    ("four_players", 5, "end winner=0", "end winner=1", "the end is: winner=0"),
    ("four_players", 5, "end winner=0", "deal 6 dealer=0", "the game is over"),
    ("fouls", 5, "score 0=-3", "end winner=1/score 0=-3", "nobody has won"),
    ("four_players", 1, "score", "reveal 00/score", "no committed deal"),
]
AUCTION = [
    ("four_players", 2, "deal 2 dealer=0", "deal 2 dealer=1", "dealer must be player 0"),
    ("four_players", 3, "deal 3 dealer=1", "deal 3 dealer=0", "dealer must be player 1"),
    ("four_players", 1, "1 pass", "0 pass", "player 1's turn"),
    ("four_players", 1, "2 pass", "2 bid skambud", "less than 1"),
    ("four_players", 1, "2 pass", "2 bid noll+las", "does not go with"),
    ("four_players", 1, "2 pass", "2 bid spel+oppentrumf", "does not go with"),
    ("four_players", 1, "2 pass", "2 bid noll+girighet", "cannot be made"),
    ("four_players", 1, "2 pass", "2 bid spel+spel", "no special bid"),
    ("four_players", 1, "2 pass", "2 bid spel+las+las", "twice"),
    ("four_players", 2, "2 pass", "2 bid noll", "at least 5"),
    ("four_players", 3, "3 pass", "3 bid skambud+sluthund", "at least 2"),
    ("four_players", 3, "1 pass", "3 pass", "player 1's turn"),
    ("fouls", 4, "1 pass", "1 pass/2 pass", "the deal is over"),
]
BEFORE_PLAY = [
    ("four_players", 3, "2 suit D", "2 suit X", "no suit"),
    ("specials", 1, "0 card SA", "0 card HA", "does not hold"),
    ("specials", 1, "0 card SA/1 card H2", "1 card H2/0 card SA", "player 0's turn"),
    ("specials", 1, "1 card CK", "1 card SA", "highest cards chosen"),
    ("specials", 2, "2 cards SA", "2 cards DA", "atelier"),
    ("specials", 2, "2 cards SA SK", "2 cards SA", "exactly 4"),
    ("specials", 3, "1 state H 5", "1 state H 6", "1 to 5"),
    ("specials", 3, "1 state H 5", "2 state none", "player 1's turn"),
    ("specials", 3, "0 suit S", "3 suit S", "player 0's turn"),
    ("specials", 3, "3 card SA", "3 card J1", "no card of the deck"),
    ("three_players", 1, "1 direction left", "1 direction across", "direction must be"),
    ("three_players", 1, "0 cards H2 H3 H4", "0 cards H2 H3", "three different"),
    ("three_players", 1, "2 cards CA CK CQ", "1 cards H2 H3 H4", "player 2's turn"),
    ("three_players", 1, "2 cards CA CK CQ", "2 cards DA CK CQ", "does not hold"),
    ("subtrumf", 1, "1 suit H", "1 suit S/1 suit H", "turn"),
]
PLAY = [
    ("four_players", 2, "0 play SA", "1 play HA", "player 0's turn"),
    ("four_players", 3, "3 play CK", "3 play CA", "does not hold"),
    ("specials", 1, "3 play H2", "3 play C4", "can follow suit"),
    ("specials", 2, "2 cards SJ", "2 cards D8", "cannot be laid"),
    ("specials", 2, "2 cards SJ/", "", "turn (cards)"),
    ("specials", 2, "3 play H4", "2 cards C2/3 play H4", ""),
    ("specials", 2, "3 play H4", "2 cards D8/3 play H4", "cannot be laid"),
    ("specials", 3, "3 player 3", "3 player 4", "not in this deal"),
    ("specials", 3, "3 player 3/", "", "turn (player)"),
    ("specials", 3, "3 player 3", "3 player 2", "player 2's turn"),
    ("specials", 4, "2 play DA", "1 play HA", "player 2's turn"),
    ("three_players", 2, "2 play DK", "2 play CA", "Blocktrumf or Pest"),
    ("three_players", 2, "score", "2 play CK/score", "the deal is over"),
    ("four_players", 4, "score", "3 play CK/score", "the deal is over"),
    ("subtrumf", 1, "1 play SA", "1 play HA", "Blocktrumf or Pest"),
    ("three_players", 3, "0 play SA", "2 play CK", "player 0's turn"),
    ("three_players", 3, "0 play H4", "2 play DQ", "player 0's turn"),
    ("specials", 5, "2 play DA", "score 0=0 1=0 2=1 3=-2", "not over"),
]
FOULS = [
    ("fouls", 1, "ruling=cancel", "ruling=fail", "cancel or restore"),
    ("fouls", 1, "foul 2 by=3", "foul 2 by=4", "not in this deal"),
    ("fouls", 1, "score", "2 pass/score", "the deal is over"),
    ("fouls", 2, "undo 1/", "", "undo must follow"),
    ("fouls", 2, "undo 1", "undo 3", "2 action lines"),
    ("fouls", 2, "2 bid maxtrumf/", "", "turn"),
    ("fouls", 2, "ruling=deduct", "ruling=cancel", "deduct or restore"),
    ("fouls", 2, "ruling=deduct", "ruling=fail", "deduct or restore"),
    ("fouls", 2, "score", "2 play DA/score", "the deal is over"),
    ("fouls", 2, "back 1", "back 2", "not away"),
    ("fouls", 3, "score", "2 play D3/score", "player 1's turn"),
]


@pytest.mark.parametrize(
    ("name", "deal", "old", "new", "message"), [*FORMAT, *AUCTION, *BEFORE_PLAY, *PLAY, *FOULS]
)
def test_a_broken_record_is_caught(name: str, deal: int, old: str, new: str, message: str) -> None:
    right = text_of(name)
    judge(broken(right, deal, old, new)[0], message, right)


def test_the_line_of_the_error_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.txt"
    text, _ = broken(text_of("four_players"), 1, "2 pass", "2 bid skambud")
    bad.write_text(text, encoding="utf-8")
    line = line_at(text, "2 bid skambud")
    assert main([str(bad), str(RECORDS / "shame.txt")]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"{bad}:{line}: skambud is worth 0, less than 1"
    assert "player 0 won by shame" in second
    assert main([str(tmp_path / "absent.txt")]) == 1


def test_results_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    result = json.loads(printed(capsys, "--json", RECORDS / "four_players.txt")[0])
    assert result["winner"] == [0]
    assert result["titles"] == [[0, "obesudlad"]]
    assert result["scores"] == [14, 4, 3, -4]
    omgiv, noll, maxtrumf = result["deals"][:3]
    assert (omgiv["declarer"], omgiv["contract"], omgiv["made"]) == (None, None, None)
    assert (noll["contract"], noll["tricks"]) == ("noll+potential+straff", [13, 0, 0, 0])
    assert (maxtrumf["tricks"], maxtrumf["points"]) == ([0, 0, 7, 0], [0, 0, 3, 0])


def test_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "--stats", *RECORDS.glob("*.txt"))
    for line in ("omgiv: 3", "cancelled: 1", "won by shame: 1", "rangtrumf: 1 declared, 0 made"):
        assert line in out


def last_deal(text: str) -> dict[str, object]:
    last: dict[str, object] = check(text).deals[-1]
    return last


def test_a_deal_failed_by_a_foul_between_tricks_may_stop_there_or_after_the_next_trick() -> None:
    start = text_of("fouls").split("score 0=-3 1=0 2=-6")[0]
    assert last_deal(start)["tricks"] == [0, 1, 0, 0]
    assert last_deal(start + "1 play HK\n2 play D3\n3 play C3\n0 play S3")["tricks"] == [0, 2, 0, 0]
    with pytest.raises(Wrong, match="over"):
        check(start + "1 play HK\n2 play D3\n3 play C3\n0 play S3\n1 play HQ")
    alone = start.split("deal 1 ")[0] + "option early_stop=off\ndeal 1 " + start.split("deal 3 ")[1]
    assert check(alone).deals == []


def test_undo_takes_back_any_number_of_lines_of_the_deal() -> None:
    right = text_of("four_players")
    judge(broken(right, 2, "0 play SK", "0 play SQ/1 play HQ/undo 2/0 play SK")[0], "", right)
    again = "1 bid noll+straff+potential   # 4\n2 pass\n3 pass\n0 pass\n"
    tricks = "0 play SA\n1 play HA\n2 play DA\n3 play CA\n"
    twice = f"{again}{tricks}undo 8/{again}{tricks}"
    judge(broken(right, 2, f"{again}{tricks}", twice)[0], "", right)


def course_of(text: str) -> tuple[str, str]:
    deal = check(text).deal
    assert isinstance(deal, KombinationsDeal)
    assert deal.course
    return deal.course.trumps, deal.course.plague


def test_a_suit_without_a_choice_may_be_written_or_left_out() -> None:
    text = text_of("subtrumf")
    assert course_of(text) == ("C", "H")
    assert course_of(broken(text, 1, "1 suit H", "1 suit C/1 suit H")[0]) == ("C", "H")
    assert course_of(broken(text, 1, "1 suit H", "1 suit C")[0]) == ("C", "C")


def test_early_stop_off_plays_all_tricks() -> None:
    text = text_of("four_players").replace("rules 1", "rules 1\noption early_stop=off")
    judge(text, "not over", "", line_at(text, "score 0=0 1=4 2=3 3=0"))


def test_1_the_ring_is_the_dealer_and_three_to_the_left() -> None:
    tricks = [deal["tricks"] for deal in check(text_of("five_players")).deals]
    assert tricks[0] == [0, 1, 0, 0, 0]
    assert tricks[4] == [7, 0, 0, 0, 0]


def test_2_values_and_clashes() -> None:
    assert read_bid(0, "trumf+mastarbrev").value == 4
    assert read_bid(0, "grill+mastarbrev").value == 2
    assert read_bid(0, "spel+mastarbrev").value == 3
    assert str(read_bid(0, "spel+las+rattvisa+pest")) == "spel+rattvisa+las+pest"
    for clash in ("grill+oppentrumf", "spel+oppenhand+atelje", "noll+pest", "noll+sluthund"):
        with pytest.raises(Wrong, match="does not go with"):
            read_bid(0, clash)


def made(standard: str, early: int, late: int, others: list[int], *traits: str) -> bool:
    """Whether that many tricks make the bid; Ungefär and Precis guess 4 and 6."""
    flags = (trait in traits for trait in ("girighet", "sluthund", "las"))
    terms = Terms(standard, (4, 6), *flags)
    lock, dog = "opened" in traits, "last" in traits
    return met(terms, Tally(13, early, late, lock, dog, tuple(sorted(others))))


def test_2_what_the_bids_need() -> None:
    assert made("skambud", 2, 2, [5, 4, 0])
    assert not made("skambud", 2, 3, [5, 3, 0])
    assert made("mastarskambud", 0, 3, [3, 3, 4])
    assert not made("mastarskambud", 0, 3, [2, 4, 4])
    assert made("mastarspel", 4, 1, [4, 4, 0])
    assert not made("mastarspel", 4, 1, [5, 3, 0])
    assert made("limbo", 3, 4, [6])
    assert not made("limbo", 3, 3, [7])
    assert made("ungefar", 3, 3, [7])
    assert not made("ungefar", 3, 2, [8])
    assert made("maxtrumf", 7, 0, [6])
    assert not made("maxtrumf", 6, 0, [7])
    assert made("subtrumf", 5, 0, [8])
    assert not made("subtrumf", 4, 0, [9])
    assert made("spel", 5, 5, [3], "las")
    assert not made("spel", 5, 5, [3], "las", "opened")
    assert made("spel", 5, 5, [3], "sluthund")
    assert not made("spel", 5, 5, [3], "sluthund", "last")


def test_4_girighet_counts_one_more_and_one_less() -> None:
    assert made("spel", 6, 0, [7], "girighet")
    assert not made("spel", 5, 0, [8], "girighet")
    assert made("ungefar", 5, 0, [8], "girighet")
    assert not made("ungefar", 4, 0, [9], "girighet")
    assert made("limbo", 2, 4, [7], "girighet")
    assert not made("limbo", 2, 3, [8], "girighet")
    assert made("skambud", 1, 1, [4, 4, 3], "girighet")
    assert not made("skambud", 2, 2, [5, 4, 0], "girighet")
    assert made("mastarskambud", 1, 0, [2, 5, 5], "girighet")
    assert not made("mastarskambud", 2, 0, [2, 4, 5], "girighet")


def test_a_deal_of_barred_players_has_no_auction_and_gives_each_a_free_point() -> None:
    cards = sorted(FULL_DECK)
    hands = {player: frozenset(cards[player::4]) for player in range(4)}
    everybody, nothing = frozenset(range(4)), (0,) * 5
    setting = Setting((0, 1, 2, 3), {}, everybody, nothing, True, True)
    deal = KombinationsDeal(1, 0, setting)
    for player, hand in hands.items():
        deal.take_hand(player, sorted(hand))
    assert isinstance(deal.course, KombinationsCourse)
    assert deal.over()
    assert deal.points(5) == [1, 1, 1, 1, 0]


def test_a_shuffled_deal_may_stand_between_its_commitment_and_its_secret() -> None:
    right = text_of("four_players")
    text, _ = broken(right, 1, "deal 1 ", "commit 0aF3/deal 1 ")
    text, _ = broken(text, 1, "score 0=0 1=0 2=0 3=0", "score 0=0 1=0 2=0 3=0/reveal beef")
    judge(text, "", right)
    for old, new in (("reveal beef", "reveal beef\nreveal beef"), ("commit 0aF3", "commit x")):
        with pytest.raises(Wrong):
            check(text.replace(old, new))


@pytest.mark.slow
def test_7_what_is_impossible_for_all_hands() -> None:
    """Every combination of the specials that look at tricks, against a list found by thinking."""
    found = {
        (standard, greedy, dog, lock, players)
        for standard, greedy, dog, lock in product(STANDARD, *[(False, True)] * 3)
        for players in (3, 4)
        if impossible(standard, greedy=greedy, dog=dog, lock=lock, players=players)
    }
    thought = {
        (standard, greedy, dog, lock, players)
        for standard, greedy, dog, lock in product(STANDARD, *[(False, True)] * 3)
        for players in (3, 4)
        if (standard in ("precis", "noll") and greedy)  # one more and one less cannot both fit
        or (standard == "obesudlat" and (lock or (greedy and dog)))  # 10, or 13 but not the last
    }
    assert found == thought


def test_the_tables_are_complete() -> None:
    assert (len(STANDARD), len(SPECIAL)) == (16, 15)
