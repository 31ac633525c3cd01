"""Auctions: "back, not round", and round the table."""

import pytest

from kwbot.engine.phases.auction import DuelAuction, RoundAuction, higher
from kwbot.engine.values.actions import Bid, Pass, parse_action
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.errors import IllegalAction, NotYourTurn
from kwbot.engine.values.layout import Layout
from kwbot.engine.views.view import MAX_LISTED_ACTIONS

LADDER = tuple(Bid((key,)) for key in "abcdefgh")
JOINABLE = frozenset({Bid(("b",)), Bid(("d",))})
SEATS = (1, 2, 3, 0)


def auction(calls: str = "", weak: tuple[int, ...] = ()) -> DuelAuction:
    """After calls such as ``1 bid a / 2 pass``; `weak` hold a hand that may be thrown in."""
    hands = tuple(CardSet.parse("S2" if seat in weak else "SA") for seat in range(4))
    table = Layout(4, 0, SEATS, CardSet(), hands)
    phase = DuelAuction(table, LADDER, JOINABLE, lambda hand: hand == CardSet.parse("S2"))
    for call in calls.split("/") if calls else ():
        seat, _, action = call.strip().partition(" ")
        assert phase.to_act() == (int(seat),)
        phase = phase.apply(int(seat), phase.accept(int(seat), parse_action(action)))
    return phase


@pytest.mark.parametrize(
    ("calls", "turn"),
    [
        ("", (1,)),
        ("1 pass", (2,)),
        ("1 bid a", (2,)),
        ("1 bid a / 2 bid c", (1,)),
        ("1 bid a / 2 bid c / 1 bid d", (2,)),
        ("1 bid a / 2 bid c / 1 bid d / 2 pass", (3,)),
        ("1 bid a / 2 bid c / 1 pass", (3,)),
        ("1 bid a / 2 bid c / 1 pass / 3 bid e", (2,)),
        ("1 bid a / 2 bid c / 1 pass / 3 bid e / 2 pass", (0,)),
        ("1 bid a / 2 pass / 3 pass / 0 bid b", (1,)),
        ("1 bid a / 2 pass / 3 pass / 0 bid b / 1 pass", ()),
        ("1 bid a / 2 pass / 3 pass / 0 pass", ()),
        ("1 pass / 2 pass / 3 pass", (0,)),
        ("1 pass / 2 pass / 3 pass / 0 pass", ()),
        ("1 pass / 2 pass / 3 pass / 0 bid a", ()),
        ("1 bid b / 2 join", (3,)),
        ("1 bid b / 2 join / 3 bid c", (1,)),
        ("1 bid b / 2 join / 3 bid c / 1 pass", (0,)),
        ("1 bid a / 2 bid b / 1 join", (3,)),
        ("1 bid a / 2 bid b / 1 join / 3 join / 0 bid c", (2,)),
        ("1 bid a / 2 bid b / 1 join / 3 join / 0 bid c / 2 pass", ()),
        ("1 bid a / 2 bid b / 1 join / 3 join / 0 join", ()),
    ],
)
def test_who_speaks_next(calls: str, turn: tuple[int, ...]) -> None:
    assert auction(calls).to_act() == turn


@pytest.mark.parametrize(
    ("calls", "standing", "joiners"),
    [
        ("1 pass", None, ()),
        ("1 bid a / 2 bid c / 1 pass", (2, "c"), ()),
        ("1 bid b / 2 join / 3 join", (1, "b"), (2, 3)),
        ("1 bid a / 2 bid b / 1 join / 3 join", (2, "b"), (1, 3)),
        ("1 bid b / 2 join / 3 bid c", (3, "c"), ()),
        ("1 bid b / 2 join / 3 bid c / 1 bid d / 3 join", (1, "d"), (3,)),
    ],
)
def test_which_bid_stands_and_who_joined_it(
    calls: str, standing: tuple[int, str] | None, joiners: tuple[int, ...]
) -> None:
    phase = auction(calls)
    assert phase.standing == (standing and (standing[0], Bid((standing[1],))))
    assert phase.joiners == joiners


@pytest.mark.parametrize(
    ("calls", "choices"),
    [
        ("", "pass bid:a bid:b bid:c bid:d bid:e bid:f bid:g bid:h"),
        ("1 bid c", "pass bid:d bid:e bid:f bid:g bid:h"),
        ("1 bid d", "pass join bid:e bid:f bid:g bid:h"),
        ("1 bid d / 2 join", "pass join bid:e bid:f bid:g bid:h"),
        ("1 bid d / 2 bid e", "pass bid:f bid:g bid:h"),
        ("1 bid h", "pass"),
    ],
)
def test_what_may_be_said(calls: str, choices: str) -> None:
    phase = auction(calls)
    choice = phase.choice(phase.to_act()[0])
    assert [str(action).replace(" ", ":") for action in choice] == choices.split()
    assert len(choice) == len(choices.split()) <= MAX_LISTED_ACTIONS


def test_refusals_say_why() -> None:
    phase = auction("1 bid c")
    for text, reason in [
        ("bid c", "Your bid must be higher than bid c."),
        ("bid z", "Your bid must be higher than bid c."),
        ("join", "Bid or pass."),
        ("jernhand", "Bid or pass."),
    ]:
        with pytest.raises(IllegalAction, match=reason):
            phase.accept(2, parse_action(text))
    with pytest.raises(NotYourTurn):
        phase.choice(3)
    with pytest.raises(IllegalAction, match="no such bid"):
        auction().accept(1, Bid(("z",)))


def test_a_weak_hand_is_thrown_in_at_the_first_turn_alone() -> None:
    assert str(next(reversed(list(auction(weak=(1,)).choice(1))))) == "bid h"
    claim = parse_action("jernhand")
    assert claim in auction(weak=(1,)).choice(1)
    assert claim not in auction(weak=(2,)).choice(1)
    assert claim in auction("1 bid c", weak=(2,)).choice(2)
    assert claim not in auction("1 bid a / 2 bid b", weak=(1,)).choice(1)
    assert claim in auction("1 bid a / 2 bid b / 1 pass", weak=(3,)).choice(3)


def test_after_a_claim_the_auction_is_over() -> None:
    phase = auction("1 bid c / 2 jernhand", weak=(2,))
    assert phase.to_act() == ()
    assert phase.thrown_in_by == 2
    assert phase.winning_bid is None
    assert auction("1 bid c / 2 pass", weak=(2,)).thrown_in_by is None


def test_everybody_hears_the_same() -> None:
    phase = auction("1 bid b / 2 join / 3 pass")
    for viewer in (None, 0, 1):
        assert [(said.seat, str(said.action)) for said in phase.decisions(viewer)] == [
            (1, "bid b"), (2, "join"), (3, "pass"),
        ]  # fmt: skip
    assert phase.purpose(0).key == "bid"
    assert "join" in str(phase.purpose(0).prompt)
    assert "join" not in str(auction().purpose(1).prompt)
    assert isinstance(next(iter(phase.choice(0))), Pass)


def around(calls: str = "", bidders: tuple[int, ...] = SEATS) -> RoundAuction:
    """The same round the table, each bid higher than the one before."""
    table = Layout(4, 0, SEATS, CardSet(), (CardSet(),) * 4)
    phase = RoundAuction(table, bidders, lambda seat, standing: higher(LADDER, standing))
    for call in calls.split("/") if calls else ():
        seat, _, action = call.strip().partition(" ")
        assert phase.to_act() == (int(seat),)
        phase = phase.apply(int(seat), phase.accept(int(seat), parse_action(action)))
    return phase


@pytest.mark.parametrize(
    ("calls", "turn", "standing"),
    [
        ("", (1,), None),
        ("1 pass", (2,), None),
        ("1 bid a", (2,), (1, "a")),
        ("1 bid a / 2 bid b / 3 pass / 0 pass", (1,), (2, "b")),
        ("1 bid a / 2 bid b / 3 pass / 0 pass / 1 pass", (), (2, "b")),
        ("1 bid a / 2 pass / 3 pass / 0 bid c / 1 bid d", (0,), (1, "d")),
        ("1 pass / 2 pass / 3 pass", (0,), None),
        ("1 pass / 2 pass / 3 pass / 0 bid a", (), (0, "a")),
        ("1 pass / 2 pass / 3 pass / 0 pass", (), None),
    ],
)
def test_round_the_table_a_pass_is_final(
    calls: str, turn: tuple[int, ...], standing: tuple[int, str] | None
) -> None:
    phase = around(calls)
    assert phase.to_act() == turn
    assert phase.standing == (standing and (standing[0], Bid((standing[1],))))
    assert phase.winning_bid == (None if turn else phase.standing)
    with pytest.raises(NotYourTurn):
        phase.choice(turn[0] - 1 if turn else 1)


def test_round_the_table_only_bidders_bid_and_each_higher() -> None:
    assert around(bidders=()).to_act() == ()
    phase = around("2 bid g", bidders=(2, 0))
    assert phase.to_act() == (0,)
    assert [str(action) for action in phase.choice(0)] == ["pass", "bid h"]
