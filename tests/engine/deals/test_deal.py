"""A deal and a match: immutable, undone by consent, and whole in their record."""

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import replay
from kwbot.engine.deals.record import write
from kwbot.engine.values.errors import IllegalAction, NotYourTurn, RecordError, RuleViolation
from kwbot.variants import games
from tests.engine.playing import act, acted, begin, dealt

GAME = games()["kombinations-whist"]
PASSING = "0 cards S2 S3 S4/1 cards H2 H3 H4/2 cards D2 D3 D4/3 cards C2 C3 C4"


def deal(lines: str = "") -> Match:
    return acted(dealt(begin(GAME, 4), {}), lines)


def survives(match: Match) -> bool:
    """Whether the record of the match gives the match again."""
    return replay(write(match), games()) == match


@pytest.mark.parametrize(
    "line",
    ["2 pass", "1 bid noll+las", "1 play HA", "1 suit H", "-1 pass", "9 pass", "undo 1",
     "foul 1 by=2 ruling=fail"],
)  # fmt: skip
def test_what_is_refused_changes_nothing(line: str) -> None:
    match = deal()
    before = write(match)
    with pytest.raises(RuleViolation):
        act(match, line)
    assert write(match) == before


def test_applying_leaves_the_deal_before_as_it_was() -> None:
    before = deal("1 bid noll/pass*")
    text = write(before)
    acted(before, "0 play SA/1 play HA")
    assert write(before) == text
    assert before.to_act() == (0,)


def test_deals_share_the_pairs_of_seats_and_cards() -> None:
    """A bot holds thousands of deals, and Python looks through all of it."""
    lines = "1 bid noll/pass*/0 play SA/1 play HA"
    one, other = (match.deal for match in (deal(lines), deal(lines)))
    assert one is not None
    assert other is not None
    assert one.play is not None
    assert other.play is not None
    assert len(one.play.plays) == 2
    mine, theirs = ([*deal.play.plays, *deal.log[-2:]] for deal in (one, other) if deal.play)
    assert list(map(id, mine)) == list(map(id, theirs))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_undo_among_choices_made_together_survives_its_record(count: int) -> None:
    match = deal(f"1 bid spel+brev/pass*/1 direction left/{PASSING}/undo {count}")
    assert survives(match)
    again = "1 direction right/" if count > 4 else ""
    again = "1 bid spel+brev/" * (count > 8) + ("0 pass/" if count > 5 else "") + again
    answers = "/".join(PASSING.split("/")[max(0, 4 - count) :])
    match = acted(match, f"{again}{answers}/0 play SA")
    assert survives(match)
    assert len(match.deal.moves() if match.deal else ()) == 10


def test_undo_while_choosing_together_asks_all_again() -> None:
    match = deal("1 bid spel+brev/pass*/1 direction left/2 cards D2 D3 D4/undo 1")
    assert match.to_act() == (1,)
    assert acted(match, "1 direction right").to_act() == (0, 1, 2, 3)


def test_who_goes_away_between_two_deals_is_in_the_record() -> None:
    match = deal("pass*/score").gone_away(2)
    assert survives(match)
    match = dealt(match, {})
    assert survives(match)
    assert match.away == {2}
    assert not match.between
    assert write(match).splitlines()[-5:-4] == ["away 2"]
    assert survives(acted(match, "pass*/score").come_back(2))


def test_who_goes_away_before_the_first_deal_is_in_the_record() -> None:
    assert survives(begin(GAME, 4).gone_away(3))


def test_going_away_twice_is_refused() -> None:
    match = deal().gone_away(1)
    with pytest.raises(IllegalAction):
        match.gone_away(1)
    with pytest.raises(IllegalAction):
        match.come_back(2)


def test_nothing_is_played_between_deals() -> None:
    match = deal("pass*/score")
    with pytest.raises(NotYourTurn):
        act(match, "1 pass")
    with pytest.raises(IllegalAction):
        match.undone(1)
    with pytest.raises(IllegalAction):
        act(match, "foul 1 by=2 ruling=cancel")


def test_a_deal_begins_only_after_the_one_before() -> None:
    with pytest.raises(IllegalAction):
        deal().deal_begun(0)


RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]


@pytest.mark.parametrize(
    ("suits", "reason"), [("SHDD", "dealt twice"), ("SHH", "deck"), ("S", "turn"), ("SHDC", "")]
)
def test_only_the_whole_deck_is_dealt(suits: str, reason: str) -> None:
    players = 4 if len(suits) != 3 else 3
    text = write(begin(GAME, players).deal_begun(0))
    for seat, suit in enumerate(suits):
        text += f"hand {seat} {' '.join(suit + rank for rank in RANKS)}\n"
    if not reason:
        assert replay(text, games()).to_act() == (1,)
        return
    with pytest.raises(RecordError, match=reason):
        replay(f"{text}1 pass\nhand 0 SA\n", games())


def test_hands_of_the_wrong_size_are_refused() -> None:
    text = write(begin(GAME, 3).deal_begun(0)) + "hand 0 SA\nhand 1 SK\nhand 2 SQ\n"
    with pytest.raises(RecordError, match="13 cards"):
        replay(text, games())
