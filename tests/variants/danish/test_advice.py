"""What simple computer players do in the Danish whists."""

from collections import Counter
from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.phases.playrules import ace_low
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import CardSet, Suit
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import view
from kwbot.players.search import bid_search
from kwbot.players.search.bid_search import Trial, try_actions
from kwbot.players.search.calibration import Calibration
from kwbot.players.tastes.bid_taste import BidTaste
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import counsels
from kwbot.variants._danish.counsel import GREAT_LOSS, DanishCounsel
from kwbot.variants._danish.game import DanishWhist
from kwbot.variants._danish.hands import forced_tricks, least_missed, taking
from tests.engine.playing import acted
from tests.variants.danish.table import ESMAKKER, HUS, table

EASY = COMPUTERS["easy"]
STRONG = "SA SK SQ SJ ST S9 HA HK DA DK CA C9 J1"
LOW = "S2 S3 S5 H2 H4 H6 D2 D3 D5 C2 C4 C6 J1"
WON = "/2 pass/3 pass/0 pass"


def usual(match: Match, times: int = 40) -> Counter[str]:
    """What the player in turn does, and how often."""
    seat = match.to_act()[0]
    return Counter(str(decide(EASY, match, seat, Random(seed))) for seed in range(times))


def test_a_hand_takes_tricks_and_fears_them() -> None:
    strong, low = CardSet.parse(STRONG), CardSet.parse(LOW)
    assert taking(strong, Suit.SPADES) > 9
    assert taking(strong, Suit.SPADES) > taking(strong, Suit.CLUBS)
    assert taking(low, Suit.SPADES) < 3
    assert forced_tricks(low) < 0.5
    assert forced_tricks(strong) > 2
    assert forced_tricks(CardSet.parse("SA"), ace_low) == 0


def test_the_cards_that_are_missed_least_go_first() -> None:
    hand = CardSet.parse("SA SK H2 D3 C4")
    gone = least_missed(hand, 2, lambda cards: taking(cards, None), CardSet.parse("H2"))
    assert set(map(str, gone)) == {"D3", "C4"}
    assert least_missed(hand, 3, lambda _: 0.0, hand) == []


@pytest.mark.slow
def test_a_strong_hand_bids_tricks_and_a_low_one_avoids_them() -> None:
    for game in (HUS, ESMAKKER):
        seat = 2 if game is HUS else 1
        strong = usual(table(game, hands={seat: STRONG}))
        assert sum(n for text, n in strong.items() if text[4:5].isdigit()) > 30
        low = usual(table(game, hands={seat: LOW}))
        assert sum(n for text, n in low.items() if "sol" in text or "laegger" in text) > 15


def test_who_tries_bids_out_thinks_of_tricks_and_of_none() -> None:
    for game in (HUS, ESMAKKER):
        match = table(game, hands={2 if game is HUS else 1: LOW})
        seen = view(match, match.to_act()[0])
        advised = counsels()[game.key].advice(seen, None)
        assert advised == counsels()[game.key].advice(seen, None)
        assert sum("sol" in str(one) or "laegger" in str(one) for one in advised) > 1


@pytest.mark.parametrize("game", [HUS, ESMAKKER], ids=["hus", "esmakker"])
def test_what_is_bid_too_seldom_is_told_unless_it_loses_much(game: DanishWhist) -> None:
    counsel, found = counsels()[game.key], {}
    assert {part for name in counsel.overuse for part in name.split("+")} <= game.parts().keys()
    for hand in (STRONG, LOW):
        match = table(game, hands={2 if game is HUS else 1: hand})
        found[hand] = counsel.unusual(view(match, match.to_act()[0]))
        for bid, points in found[hand].items():
            assert isinstance(bid, Bid)
            assert points > -GREAT_LOSS
            names = (*bid.parts, bid.arguments())
            assert min(counsel.overuse.get(name, 0.0) for name in names) < 0
    assert Bid(("10",)) in found[STRONG].keys() - found[LOW].keys()


def test_taste_may_cost_as_much_as_the_games_counsel_says(monkeypatch: pytest.MonkeyPatch) -> None:
    match = table(HUS, hands={2: STRONG})
    seen = view(match, match.to_act()[0])
    little = try_actions(seen, Random(1), 8, taste=BidTaste()).leeway
    monkeypatch.setattr(DanishCounsel, "leeway", 2 * DanishCounsel.leeway)
    assert try_actions(seen, Random(1), 8, taste=BidTaste()).leeway == pytest.approx(2 * little)
    assert little > 0


@pytest.mark.parametrize(("overuse", "called"), [(5.0, "bid"), (3.0, "pass")])
def test_a_bid_that_comes_too_often_is_not_left_standing(
    monkeypatch: pytest.MonkeyPatch, overuse: float, called: str
) -> None:
    """To bid above a Sun may be as far behind passing as to bid something else in its place."""
    match = table(ESMAKKER, "1 bid sol", {2: STRONG})
    seen = view(match, match.to_act()[0])
    monkeypatch.setattr(counsels()["esmakker"], "overuse", {"sol": overuse})
    monkeypatch.setattr(Trial, "doubt", lambda *_: 0.0)
    monkeypatch.setattr(
        Trial, "outlook", lambda trial, _: Estimate(-4.0 * isinstance(trial.action, Bid), made=0.5)
    )
    monkeypatch.setattr(bid_search, "calibration", lambda *_, **__: Calibration(0.0))
    assert str(bid_search.best(seen, Random(1), 200)).split()[0] == called


def test_a_low_hand_joins_a_nolo() -> None:
    assert usual(table(ESMAKKER, "1 bid ren-bordlaegger", {2: LOW}))["join"] > 10
    assert usual(table(ESMAKKER, "1 bid ren-bordlaegger", {2: STRONG}))["join"] == 0


def test_an_iron_hand_is_claimed_unless_it_is_good_for_a_nolo() -> None:
    middling = "ST S9 S8 S7 HT H9 H8 DT D9 D8 CT C9 C8"
    assert usual(table(ESMAKKER, "1 bid 10", {2: middling}))["jernhand"] > 30
    low = "S2 S3 S4 H2 H3 H4 H5 D2 D3 D4 C2 C3 C4"
    assert usual(table(ESMAKKER, "1 bid 8", {2: low}))["jernhand"] < 10


def test_the_longest_suit_becomes_trumps_and_a_missing_ace_is_called() -> None:
    hand = "SA SK SQ SJ ST S9 H3 H2 D5 D4 D3 C9 C8"
    match = table(ESMAKKER, f"1 bid 8{WON}", {1: hand})
    assert usual(match) == {"suit S": 40}
    called = usual(acted(match, "1 suit S"))
    assert set(called) <= {"card HA", "card DA", "card CA"}


def test_nobody_lays_the_called_ace_away() -> None:
    match = table(ESMAKKER, f"1 bid 8{WON}/1 suit H/1 card DA/1 cards", {2: "DA"})
    for seed in range(30):
        action = decide(EASY, match, 2, Random(seed))
        assert "DA" not in str(action)


def test_a_good_suit_is_taken_in_vip_and_a_bad_one_is_not() -> None:
    moves = f"1 bid 8+vip{WON}/1 card DA"
    assert usual(table(ESMAKKER, moves, {}, "H2 S2 D2"))["accept"] > 30
    assert usual(table(ESMAKKER, moves, {}, "S2 C2 D2"))["turn-next"] > 30


def test_a_void_card_is_a_low_one_of_no_use() -> None:
    moves = f"1 bid 8{WON}/1 suit H/1 card SA/1 cards/2 cards/3 cards/0 cards"
    hands = {1: "HA HK HQ HJ HT H9 H8 H7 D3 D4 CK CQ J1"}
    assert set(usual(table(ESMAKKER, moves, hands))) <= {"card D3", "card D4"}


# --- what they think of a trick ------------------------------------------------------------------

MOVES = f"1 bid 8{WON}/1 suit H/1 card SA/1 cards/2 cards/3 cards/0 cards/1 card none"


def test_tricks_of_a_number_are_wanted() -> None:
    match = table(ESMAKKER, MOVES)
    for seat in range(4):
        assert counsels()["esmakker"].leaning(view(match, seat)) == 1


def test_in_a_nolo_all_hunt_the_soloists_who_are_not_finished() -> None:
    match = table(ESMAKKER, "1 bid sol/2 join/3 pass/0 pass/2 cards/1 cards")
    counsel = counsels()["esmakker"]
    hunting, playing = (counsel.brings(view(match, seat)) for seat in (0, 1))
    assert hunting[1] == hunting[2] > hunting[3] == hunting[0]
    assert playing[1] < playing[3] < playing[2]
    assert {counsel.leaning(view(match, seat)) for seat in range(4)} == {-1}


def test_the_advice_is_legal_and_in_time() -> None:
    for game in (HUS, ESMAKKER):
        match = table(game)
        seen = view(match, match.to_act()[0])
        assert seen.choice is not None
        advised = counsels()[game.key].advice(seen, Random(1))
        assert all(action in seen.choice for action in advised)
        assert any(isinstance(action, Bid) for action in advised) or advised


@pytest.mark.slow
def test_declarers_make_about_half_of_their_contracts() -> None:
    from kwbot.commands.simulate import Plan, play

    made = tried = 0
    for number in range(3):
        for played in play(Plan("esmakker", {}, 4, ("easy",), "m"), number).deals:
            assert isinstance(played.result.notes[-1], Sentence)
            tried += played.result.played
            made += bool(played.result.made)
    assert made / tried > 0.45
