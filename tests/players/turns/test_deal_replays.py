"""Turns in a row: whoever is told a deal goes on with it as it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import Reader
from kwbot.engine.values.actions import Foul
from kwbot.engine.values.errors import RecordError, RuleViolation
from kwbot.engine.views.view import as_json, view
from kwbot.players.search.monte_carlo import MonteCarloPlayer
from kwbot.players.turns import deal_replays
from kwbot.players.turns.deal_replays import KEPT_SECONDS, DealReplays
from kwbot.players.turns.deal_start import DealStart, chance, in_turn
from kwbot.players.turns.jobs import TurnBatch
from kwbot.players.turns.levels import COMPUTERS, decide, in_character, player
from kwbot.players.turns.pickling import pack, parcel_of, unpack
from kwbot.tables.thinking.computer_protocol import Turns
from kwbot.variants import games
from tests.engine.playing import Setting, begin, one_move, shuffled
from tests.players.positions import SOME_GAMES

KEY = b"key"


@pytest.fixture(params=SOME_GAMES)
def setting(request: pytest.FixtureRequest) -> Setting:
    found: Setting = request.param
    return found


def moments(match: Match, rng: Random) -> Iterator[Match]:
    """A deal move by move, in which people go away, take moves back and call fouls."""
    match = shuffled(match, rng)
    while match.to_act():
        yield match
        match, _ = one_move(match, rng)
        chosen = rng.random()
        try:
            if chosen < 0.05:
                match = match.undone(1)
            elif chosen < 0.1:
                match = match.come_back(0) if match.away else match.gone_away(0)
            elif chosen < 0.12:
                match = match.with_foul(Foul(1, 2, rng.choice(("fail", "deduct"))))
        except RuleViolation:
            continue


def asked(match: Match, levels: tuple[str, ...], moment: int = 0, samples: int = 1) -> TurnBatch:
    opening = DealStart(match, KEY)
    unwritten = Turns(match, opening, levels, moment, 16).unwritten_action
    return TurnBatch(
        parcel_of(opening), opening.log_of(match), levels, KEY, moment, samples, 16, unwritten
    )


def no_time() -> bool:
    return True


def has_time() -> bool:
    return False


def test_a_deal_that_is_told_is_the_same_to_everybody(setting: Setting) -> None:
    rng, last = Random(5), setting.begin()
    for _ in range(2):
        for number, match in enumerate(moments(last, rng)):
            assert match.deal
            last = match
            if number % 4:
                continue
            reader = Reader.going_on(unpack(parcel_of(DealStart(match, KEY))))
            for line in DealStart(match, KEY).log_of(match).splitlines():
                reader.feed(line)
            there, here = reader.match, replace(match, deal=match.deal.past_unwritten())
            assert there.to_act() == here.to_act()
            for seat in range(setting.players):
                assert as_json(view(there, seat)) == as_json(view(here, seat))
        last = played(last, rng)
        if last.is_won:
            break


def played(match: Match, rng: Random) -> Match:
    """The running deal over and scored."""
    while match.to_act():
        match, _ = one_move(match, rng)
    return match.with_score()


@pytest.mark.slow
def test_players_in_a_row_do_what_they_would_do_one_by_one(setting: Setting) -> None:
    """In whatever order they are asked, from the beginning or in the middle of a deal."""
    levels = ("", *("easy",) * (setting.players - 1))
    deals, taken = DealReplays(), 0
    for match in moments(setting.begin(), Random(6)):
        if in_turn(match, levels) is None:
            continue
        question = asked(match, levels, moment=taken)
        actions = deals.take(question, has_time)
        assert DealReplays().take(question, has_time) == actions
        here = match
        for number, action in enumerate(actions):
            seat = in_turn(here, levels)
            assert seat is not None
            if len(here.choice(seat)) > 1:
                computer = in_character(COMPUTERS["easy"], here, here.names[seat])
                assert decide(computer, here, seat, chance(KEY, taken + number)) == action
            here = here.apply(seat, action)
        taken += len(actions)
        assert in_turn(here, levels) is None or len(actions) == question.most
    assert taken


@pytest.fixture(scope="module")
def match() -> Match:
    """The first lead of plain whist."""
    return shuffled(begin(games()["whist"], 4), Random(1))


def test_it_ends_when_time_is_up_or_enough_are_told(match: Match) -> None:
    question = asked(match, ("easy",) * 4)
    assert len(DealReplays().take(question, no_time)) == 1
    assert len(DealReplays().take(question, has_time)) == question.most
    assert DealReplays().take(question, has_time)[:1] == DealReplays().take(question, no_time)


def test_what_was_planned_and_did_not_happen_is_forgotten(match: Match) -> None:
    """After an undo, say: the deal goes on otherwise than the process has thought."""
    deals, levels = DealReplays(), ("easy",) * 4
    seat = match.to_act()[0]
    planned = deals.take(asked(match, levels), no_time)
    other = next(card for card in match.choice(seat) if card not in planned)
    match = match.apply(seat, other)
    question = asked(match, levels, moment=1)
    assert deals.take(question, has_time) == DealReplays().take(question, has_time)


def test_a_question_that_the_rules_refuse_spoils_no_other(match: Match) -> None:
    deals, question = DealReplays(), asked(match, ("easy",) * 4)
    broken = TurnBatch(question.opening, question.lines + "0 wish\n", question.levels, KEY, 0, 1, 1)
    with pytest.raises(RecordError):
        deals.take(broken, no_time)
    assert deals.take(question, has_time) == DealReplays().take(question, has_time)


def test_only_so_many_deals_are_kept(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_replays, "MAX_KEPT_DEALS", 3)
    deals = DealReplays()
    for number in range(5):
        named = replace(match, names=(str(number), *match.names[1:]))
        deals.take(asked(named, ("easy",) * 4), no_time)
    assert len(deals._kept) == 3


def test_a_deal_that_nobody_goes_on_with_is_forgotten(match: Match) -> None:
    """A process would fill up with those that are over."""
    times = iter((0.0, KEPT_SECONDS, KEPT_SECONDS + 1))
    deals, kept = DealReplays(lambda: next(times)), []
    for number in range(3):
        named = replace(match, names=(str(number), *match.names[1:]))
        deals.take(asked(named, ("easy",) * 4), no_time)
        kept.append(len(deals._kept))
    assert kept == [1, 2, 2]


def test_tables_that_begin_alike_do_not_stand_in_each_others_way(match: Match) -> None:
    """The same people, the same score: what tells their deals apart is where chance comes from."""
    deals = DealReplays()
    question = asked(match, ("easy",) * 4)
    for key in (b"one", b"other"):
        deals.take(replace(question, key=key), no_time)
    assert len(deals._kept) == 2


def test_an_opening_is_that_of_its_deal_alone(match: Match) -> None:
    opening = DealStart(match, KEY)
    later, _ = one_move(match, Random(1))
    assert opening.fits(later)
    assert parcel_of(opening) == parcel_of(DealStart(later, KEY))
    assert not opening.fits(match.gone_away(1))
    assert not opening.fits(shuffled(begin(games()["whist"], 4), Random(1)))


def test_what_an_opening_has_told_it_writes_no_more(setting: Setting) -> None:
    rng, match = Random(6), shuffled(setting.begin(), Random(6))
    opening = DealStart(match, KEY)
    while match.to_act():
        before = opening._lines
        other, _ = one_move(match, rng)  # tried out, and another line gone on with
        match, _ = one_move(match, rng)
        for at, told in enumerate((other, match)):
            assert opening.log_of(told) == DealStart(told, KEY).log_of(told)
            assert at or opening._lines.startswith(before)


def test_an_opening_holds_no_card_of_the_deal_and_no_course_of_those_before() -> None:
    rng, match = Random(2), begin(games()["whist"], 4)
    for _ in range(3):
        match = played(shuffled(match, rng), rng)
    parcel = parcel_of(DealStart(shuffled(match, rng), KEY))
    assert parcel == parcel_of(DealStart(shuffled(match, Random(3)), KEY))
    assert b" play " not in parcel
    assert len(parcel) < len(pack(view(match, 0))) + 3000


@pytest.mark.parametrize(
    ("level", "samples", "expected"),
    [
        ("normal", 40, "normal"),
        ("normal", 0, "thumb"),
        ("easy", 0, "easy"),
        ("unknown", 5, "thumb"),
    ],
)
def test_haste_takes_samples_from_those_who_look_at_any(
    level: str, samples: int, expected: str
) -> None:
    assert player(level, samples) is COMPUTERS[expected]
    hasty = player("hard", 10)
    assert isinstance(hasty, MonteCarloPlayer)
    assert hasty.samples == 10
