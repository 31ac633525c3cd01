from __future__ import annotations

from pathlib import Path

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import replay
from kwbot.tables.errors.refusals import Stale
from kwbot.tables.past.replays import after_deal, decided_in, stops
from kwbot.variants import games

GOLDEN = Path(__file__).parents[2] / "golden"
RECORDS = {path.stem: path for path in sorted(GOLDEN.glob("*/*.rec"))}
SOME = ("four-fouls", "five-broken-off", "guerre", "turn")
LAST = 3
"""So many deals of each record are looked at, the last ones."""


def match_of(name: str) -> Match:
    return replay(RECORDS[name].read_text(), games())


@pytest.mark.parametrize("name", SOME)
def test_each_trick_of_each_deal_is_a_stop(name: str) -> None:
    match = match_of(name)
    for played in match.deals[-LAST:]:
        number = played.number
        then = after_deal(match, number)
        assert then.finished is not None
        assert then.deal is None
        found = stops(then)
        play = then.finished.play
        if play is None or not played.result.played:
            assert len(found) == 1
            continue
        tricks = play.tricks[: play.claimed_at]
        assert len(found) == len(tricks) + 1
        for count, stop in enumerate(found):
            assert stop.deal is not None
            assert stop.deal.play is not None
            assert stop.deal.play.tricks == tricks[:count]
            assert not stop.deal.play.plays
        assert found[0].sheet == then.finished.sheet


def test_a_running_deal_is_no_part_of_what_is_looked_at() -> None:
    text = RECORDS["short"].read_text()
    lines = text.splitlines()
    second = next(at for at, line in enumerate(lines) if line.startswith("deal 2 "))
    match = replay("\n".join([*lines[: second + 20], ""]), games())
    assert match.deal is not None
    then = after_deal(match, 1)
    assert then.deal is None
    for number in (0, 2, 3):
        with pytest.raises(Stale):
            after_deal(match, number)


def test_what_was_decided_is_told_trick_by_trick() -> None:
    then = after_deal(match_of("short"), 1)
    assert then.finished is not None
    play = then.finished.play
    assert play is not None
    for number, trick in enumerate(play.tricks, 1):
        for seat, card in trick.plays:
            found = decided_in(then, number, seat)
            assert len(found) <= 1
            assert all(card == one.action.card for one in found)  # type: ignore[attr-defined]
