"""A finished deal played again: from its start or from a card on, in anybody's seat."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from benches.stand_ins import LocalComputers
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.record_lines import move_line
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.views.view import view
from kwbot.solo import solo_deal
from kwbot.solo.computer_moves import play_computers
from kwbot.solo.rerun_deal import RerunDeal, usual_seat
from kwbot.storage.values.documents import RerunState
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.past.past_decisions import decisions
from kwbot.tables.past.replays import after_deal, before_move, next_move
from kwbot.text.deal.rerun_comparison import comparison_lines
from kwbot.text.words.language import Voice, language_of
from tests.tables.past.test_replays import match_of

COMPUTERS = LocalComputers()


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two are as good as many here."""
    monkeypatch.setattr(solo_deal, "SOLO_SAMPLES", 2)


def state(deal: int, start: int, seat: int, *moves: str) -> RerunState:
    return RerunState(table=7, deal=deal, start=start, seat=seat, moves=moves)


async def played_on(match: Match, deal: RerunDeal, rng: Random) -> RerunDeal:
    """The deal at its end; its person presses anything, and it is read anew before each press."""
    while True:
        solo = await play_computers(COMPUTERS, deal.solo)
        if solo.deal is None:
            return RerunDeal.read(match, deal.state(solo))
        try:
            after = solo.act(solo.choice.sample(rng))
        except RuleViolation:
            continue
        deal = RerunDeal.read(match, deal.state(after))
        assert deal.solo == after


@pytest.mark.parametrize("name", ["short", "four-limited", "five-broken-off", "together"])
async def test_a_deal_goes_on_from_any_move_to_its_end(name: str) -> None:
    match = match_of(name)
    then = after_deal(match, 2)
    assert then.finished is not None
    moves = then.finished.moves()
    for start in (0, len(moves) // 2, len(moves) - 5):
        seat = moves[start][0]
        deal = RerunDeal.read(match, state(2, start, seat))
        assert deal.solo.opening.deal is not None
        assert deal.solo.opening.deal.moves() == moves[:start]
        assert deal.solo.opening.deal.start == then.finished.start, "the same cards"
        end = await played_on(match, deal, Random(1))
        assert end.solo.result is not None
        assert end.before == match.deals[1].result
        assert end.number == 2
        gained = view(end.in_place, None).last_gains
        before = match.deals[0].scores
        assert gained == tuple(
            now - was for now, was in zip(end.solo.match.sheet.scores, before, strict=True)
        )


def test_the_same_moves_lead_to_the_same_result() -> None:
    match = match_of("short")
    then = after_deal(match, 1)
    assert then.finished is not None
    moves = then.finished.moves()
    again = RerunDeal.read(match, state(1, 8, moves[8][0], *(move_line(*one) for one in moves[8:])))
    assert again.solo.result == again.before


def test_what_does_not_fit_is_stale() -> None:
    match = match_of("short")
    for wrong in (state(1, 99, 0), state(0, 0, 0), state(1, 0, 4), state(1, 0, 0, "0 play XX"),
                  state(1, 0, 0, "0 pass")):  # fmt: skip
        with pytest.raises(Stale):
            RerunDeal.read(match, wrong)


def test_a_moment_is_that_of_the_decision() -> None:
    for name in ("short", "four-fouls", "guerre"):
        then = after_deal(match_of(name), 2)
        assert then.finished is not None
        for seat in then.finished.start.seats:
            for one in decisions(then, seat):
                stands = before_move(then, len(one.deal.moves())).deal
                assert stands is not None
                assert stands.layout.hands == one.deal.layout.hands
                assert seat in stands.past_unwritten().to_act()
            play = then.finished.play
            assert play is not None
            if len(play.tricks) < 4:
                continue
            moment = before_move(then, next_move(then, 3, seat)).deal
            assert moment is not None
            assert moment.play is not None
            assert len(moment.play.tricks) == 3
            assert moment.to_act() == (seat,)


def test_the_seat_is_ones_own_or_declarers() -> None:
    then = after_deal(match_of("five-broken-off"), 1)
    assert then.finished is not None
    seats, declarer = then.finished.start.seats, then.deals[-1].result.declarer
    assert usual_seat(then, seats[2]) == seats[2]
    out = next(seat for seat in range(5) if seat not in seats)
    assert (
        usual_seat(then, out)
        == usual_seat(then, None)
        == (seats[0] if declarer is None else declarer)
    )


def test_what_the_others_won_is_lost() -> None:
    seen = view(after_deal(match_of("short"), 1), None)
    assert seen.last is not None
    then = replace(seen.last.result, points=(0, 2, 0, 2))
    for points, verdict in (((0, 3, 0, 3), "You did better last time."),
                            ((0, 1, 0, 1), "You did better than last time."),
                            ((0, 2, 0, 2), "You did as well as last time.")):  # fmt: skip
        now = replace(then, points=points)
        told = comparison_lines(now, then, 0, seen, Voice.of(seen, language_of("en")), own=True)
        assert told[0] == f"**{verdict}**"
        why = {3: " · the others won more", 1: " · the others won less", 2: ""}[points[1]]
        assert told[1].partition(" · the others")[0] + why == told[1]


def test_what_a_side_won_is_said_once() -> None:
    seen = view(after_deal(match_of("short"), 1), None)
    assert seen.last is not None
    result, voice = seen.last.result, Voice.of(seen, language_of("en"))
    won = next(seat for seat, points in enumerate(result.points) if points)
    told = comparison_lines(result, result, won, seen, voice, own=True)
    assert told[2].count(f"+{result.points[won]}") == 1
