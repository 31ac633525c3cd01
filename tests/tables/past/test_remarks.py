"""What computers say of a deal that is over: seldom, of what everybody sees, never of a partner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.phases.script import DealResult
from kwbot.players.tastes.characters import CHARACTERS, Tone
from kwbot.tables.past import remarks
from kwbot.tables.past.remarks import Comment, remark_of
from kwbot.tables.state.table_options import REMARKS_OFF, REMARKS_ON, REMARKS_OPTION
from kwbot.variants import games
from tests.engine.playing import begin, played_out, shuffled

SEATED = tuple(
    SimpleNamespace(name=name, user=user)
    for name, user in (("Anna", 1), ("Ada", None), ("Brage", None), ("Cleo", None))
)


def table(match: Match, people: int = 1, option: str = "") -> Any:
    return SimpleNamespace(
        id=7, match=match, seated=SEATED, humans=tuple(range(people)),
        options={REMARKS_OPTION: option} if option else {},
    )  # fmt: skip


def ended(game: str, deals: int) -> Iterator[Match]:
    """Deals of a game that were played at random and scored."""
    for number in range(deals):
        yield played_out(
            shuffled(begin(games()[game], 4), Random(number)), Random(number)
        ).with_score()


def test_now_and_then_a_computer_speaks_and_the_same_words_each_time() -> None:
    matches = list(ended("kombinations-whist", 60))
    said = [remark_of(table(match)) for match in matches]
    spoken = [one for one in said if one is not None]
    assert 4 <= len(spoken) <= 25
    assert all(SEATED[one.seat].user is None for one in spoken)
    assert said == [remark_of(table(match)) for match in matches]


@pytest.mark.parametrize(
    ("people", "option", "speaks"),
    [(1, "", True), (2, "", False), (2, REMARKS_ON, True), (1, REMARKS_OFF, False)],
)
def test_they_speak_to_who_is_alone_with_them_or_where_the_table_wants_it(
    monkeypatch: pytest.MonkeyPatch, people: int, option: str, speaks: bool
) -> None:
    monkeypatch.setattr(remarks, "DEALS_A_REMARK", 1)
    said = [remark_of(table(match, people, option)) for match in ended("kombinations-whist", 10)]
    assert any(said) == speaks


def test_nothing_is_said_while_a_deal_is_under_way_for_the_first_time() -> None:
    running = shuffled(begin(games()["kombinations-whist"], 4), Random(1))
    assert remark_of(table(running)) is None


def test_nobody_speaks_of_a_contract_that_they_played_in_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor of another computer's."""
    monkeypatch.setattr(remarks, "DEALS_A_REMARK", 1)
    (match,) = ended("esmakker", 1)
    assert match.finished is not None
    for declarer, partner, speakers in ((0, 1, {2, 3}), (0, 0, {1, 2, 3}), (2, 1, {2})):
        points, tricks = (0, 0, 0, 0), (4, 3, 3, 3)
        result = DealResult(True, points, tricks, declarer, None, made=True, partner=partner)
        deal = replace(match.finished, result=result)
        found = all_remarks(table(replace(match, finished=deal)), result)
        assert {one.seat for one in found} == speakers


def all_remarks(at: Any, result: DealResult) -> list[Comment]:
    return list(remarks._remarks(at, result, Random(1)))


def test_each_tone_has_words_for_each_occasion() -> None:
    assert {one.tone for one in CHARACTERS.values()} == set(Tone)
    (match,) = ended("whist", 1)
    said = all_remarks(table(match), DealResult(True, (0,) * 4, (5, 0, 8, 0)))
    lines = {one.seat: one.sentence.text for one in said}
    assert lines[1] in remarks._BAD_CARDS[Tone.KIND]
    assert lines[2] in remarks._GOOD_CARDS[Tone.DRY]
    assert lines[3] in remarks._BAD_CARDS[Tone.DRY]


def test_nobody_speaks_of_bids_where_nobody_bids() -> None:
    (match,) = ended("fyrmanswhist", 1)
    for made in (True, False):
        result = DealResult(True, (0,) * 4, (5, 0, 8, 0), 2, None, made=made)
        lines = {one.seat: one.sentence.text for one in all_remarks(table(match), result)}
        assert lines[2] in remarks._GOOD_CARDS[Tone.DRY]
        assert lines[1] in remarks._BAD_CARDS[Tone.KIND]
