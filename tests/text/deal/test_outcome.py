"""Everything that tells of a result begins with contract and outcome, a mark a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.screens.hand.hand_screen import _colour
from cogs.screens.parts.components import (
    LOST_COLOUR,
    MADE_COLOUR,
    WAITING_COLOUR,
    TextDisplay,
    walk,
)
from cogs.screens.past import replay_screen
from cogs.screens.table.table_screen import lone_screen
from kwbot.engine.deals.match import Match
from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Bid, Seat
from kwbot.engine.values.wording import Sentence, Who
from kwbot.engine.views.view import View, view
from kwbot.looks.result_lines import result_alternative, result_lines
from kwbot.looks.result_picture import result_picture
from kwbot.tables.past import remarks
from kwbot.text.club import daily_text
from kwbot.text.deal.outcome import MARKS, all_made
from kwbot.text.deal.rerun_comparison import comparison_lines
from kwbot.text.deal.result import deal_result_text
from kwbot.text.deal.seating import YOU
from kwbot.text.deal.story import story
from kwbot.text.words.facts import NO_FACTS
from kwbot.text.words.language import Voice, language_of
from kwbot.variants import games
from tests.browser.panels import table
from tests.engine.playing import Setting, played_out, settings, shuffled
from tests.looks.scenes import finished_scene, first
from tests.text.positions import LANGUAGES


def scored(setting: Setting, deals: int) -> Iterator[Match]:
    """Deals played at random that have just been scored."""
    rng, match = Random(str(setting)), setting.begin()
    for _ in range(deals):
        match = played_out(shuffled(match, rng), rng).with_score()
        yield match
        if match.is_won:
            match = setting.begin()


def fates(seen: View, result: DealResult) -> dict[Seat, bool]:
    """What became of the contract of everybody who had it."""
    if result.soloists:
        return dict(result.soloists)
    assert result.declarer is not None
    assert result.made is not None
    partner = result.declarer if result.partner is None else result.partner
    sides = (side for side in seen.sides if result.declarer in side)
    return dict.fromkeys(next(sides, (result.declarer, partner)), result.made)


def check(match: Match, seat: Seat | None, code: str) -> bool:
    """Check what all screens say of the last deal; returns whether it had a contract."""
    seen, result = view(match, seat), match.deals[-1].result
    voice = Voice.of(seen, language_of(code))
    told = deal_result_text(seen, voice, NO_FACTS)
    text = told.splitlines()
    written = result_lines(finished_scene(match, seat, code))
    paragraph, _, _ = told.partition("\n\n")
    assert daily_text.result_lines(seen, voice) == paragraph.splitlines()[1:]
    if result.made is None:
        assert text[1].startswith("**")
        assert written[0].startswith("**")
        return False
    assert result.contract is not None
    contract, ends = voice.bid(result.contract), fates(seen, result)
    marks = [MARKS[made] for made in (True, False) if made in ends.values()]
    heads = text[1 : 1 + len(marks)], written[: len(marks)]
    for lines in heads:
        assert [line[: line.index("**")] for line in lines] == marks
        for who, made in ends.items():
            named = language_of(code).term(YOU) if who == seat else voice.name(who)
            assert named.lower() in lines[marks.index(MARKS[made])].lower()
    assert all(contract in line for line in heads[0])
    assert contract in written[len(marks)]
    assert not any(line.startswith(("✅", "❌")) for line in text[1 + len(marks) :])
    return True


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_every_result_begins_with_contract_and_outcome(setting: Setting) -> None:
    told = 0
    for number, match in enumerate(scored(setting, 8)):
        for seat in (None, *range(setting.players)):
            told += check(match, seat, LANGUAGES[number % len(LANGUAGES)])
    assert told or setting.variant.key == "whist"


@pytest.mark.heavy
def test_a_thousand_deals_of_each_setting_begin_so() -> None:
    assert (
        sum(
            check(match, None if number % 2 else 0, LANGUAGES[number % len(LANGUAGES)])
            for setting in settings()
            for number, match in enumerate(scored(setting, 1000))
        )
        >= 10_000
    )


def with_partner(*, made: bool) -> Callable[[View], bool]:
    def fits(seen: View) -> bool:
        result = seen.last.result if seen.last else None
        if result is None or result.partner in (None, result.declarer):
            return False
        return result.made is made

    return fits


def mixed(seen: View) -> bool:
    """Whether some soloists made it and others did not."""
    soloists = seen.last.result.soloists if seen.last else ()
    return len({made for _, made in soloists}) > 1


@pytest.mark.parametrize(
    ("code", "made", "line"),
    [
        ("en", False, "❌ **You & Bo went down in 13 Half · 10 tricks**"),
        ("sv", False, "❌ **Du & Bo gick inte hem med 13 Halva · 10 stick**"),
        ("da", False, "❌ **Du & Bo gik ikke hjem med 13 Halve · 10 stik**"),
        ("en", True, "✅ **You & Dag made 7 Good · 7 tricks**"),
    ],
)
def test_a_called_card_is_not_the_headline(code: str, made: bool, line: str) -> None:
    match = first("hus", 4, 5, with_partner(made=made), scored=True)
    seen = view(match, match.deals[-1].result.declarer)
    voice = Voice.of(seen, language_of(code))
    _, headline, formula, held, *_ = deal_result_text(seen, voice, NO_FACTS).splitlines()
    assert headline == line
    partnership, settlement = match.deals[-1].result.notes
    said = voice.say(settlement)
    assert said.endswith(f": {formula.removeprefix('• ')}"), "contract and tricks stand above it"
    assert held.startswith("• ")
    brief, told = finished_scene(match, None, code).notes
    plain = voice.without_markdown()
    whole = plain.say(settlement)
    assert whole.endswith(f": {brief}"), "contract and tricks stand above it"
    assert told == plain.say(partnership)


def alone(seen: View) -> bool:
    return seen.last is not None and len(seen.last.result.soloists) == 1


@pytest.mark.parametrize("game", ["hus", "esmakker"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_headline_of_a_soloist_is_as_short_as_that_of_partners(game: str, code: str) -> None:
    match = first(game, 4, 6, alone, scored=True)
    result = match.deals[-1].result
    seen = view(match, result.declarer)
    _, headline, formula, *_ = deal_result_text(
        seen, Voice.of(seen, language_of(code)), NO_FACTS
    ).splitlines()
    (note,) = result.notes
    assert formula.startswith(f"• {note.values['formula']} ")
    assert str(note.values["formula"]) not in headline
    assert re.search(rf" · {result.tricks[result.declarer or 0]} \w+\*\*$", headline)


def alike(seen: View) -> bool:
    """Whether several soloists all made it, or none of them did."""
    soloists = seen.last.result.soloists if seen.last else ()
    return len(soloists) > 1 and not mixed(seen)


@pytest.mark.parametrize("code", LANGUAGES)
def test_of_soloists_who_fared_alike_who_and_what_is_said_once(code: str) -> None:
    match = first("hus", 4, 5, alike, scored=True)
    seen = view(match, None)
    voice, result = Voice.of(seen, language_of(code)), match.deals[-1].result
    assert result.contract is not None
    bid, (note,) = voice.bid(result.contract), result.notes
    _, headline, formula, *_ = deal_result_text(seen, voice, NO_FACTS).splitlines()
    assert bid in headline
    assert formula.startswith(f"• {note.values['formula']} ")
    (below,) = finished_scene(match, None, code).notes
    assert f"• {below}" == formula


def test_several_soloists_have_a_mark_a_line_everywhere() -> None:
    match = first("hus", 4, 4, mixed, scored=True)
    seen, result = view(match, 1), match.deals[-1].result
    voice, scene = Voice.of(seen, language_of("en")), finished_scene(match, 1)
    assert [line[:1] for line in deal_result_text(seen, voice, NO_FACTS).splitlines()[1:3]] == [
        "✅", "❌",
    ]  # fmt: skip
    assert result_lines(scene)[:3] == ["✅ **Anna made it**", "❌ **You went down**",
                                       "Super Spread · No trumps"]  # fmt: skip
    assert story(seen, scene, None, voice, NO_FACTS)[-2:] == [
        "✅ Anna made it", "❌ You went down",
    ]  # fmt: skip
    assert scene.gained == ""
    assert scene.made is None
    assert result_alternative(scene).startswith("Deal 1. Anna made it. You went down. Super Spread")
    assert [one.declarer for one in scene.standing] == [True, False, False, True]
    menu = replay_screen._outcome(match.deals[-1], voice.without_markdown())
    assert menu == "✅ Anna · ❌ Bo: Super Spread"
    _, now, _ = comparison_lines(result, result, 1, view(match, None), voice, own=True)
    assert "✅ Anna made Super Spread" in now
    assert "❌ Bo went down in Super Spread" in now
    assert result_picture(scene) != result_picture(finished_scene(match, 0))


def has_declarer(seen: View) -> bool:
    return seen.last is not None and seen.last.result.declarer is not None


def test_a_deal_played_again_says_you_and_no_points_twice() -> None:
    match = first("kombinations-whist", 4, 4, has_declarer, scored=True)
    result = match.deals[-1].result
    assert result.declarer is not None
    seat, other = result.declarer, (result.declarer + 1) % 4
    voice = Voice.of(view(match, None), language_of("en"))
    for own, then_says in ((True, "You"), (False, voice.name(seat))):
        _, now, then = comparison_lines(result, result, seat, view(match, seat), voice, own=own)
        assert ("You " in now, f"{then_says} " in then) == (True, True)
        assert now.count(voice.language.format_signed(result.points[seat])) == 1
    _, now, _ = comparison_lines(result, result, other, view(match, other), voice, own=True)
    assert f"**{voice.language.format_signed(result.points[other])}** · " in now
    seen = view(match, seat)
    verdict, _, then = comparison_lines(result, result, seat, seen, voice, own=True)
    now = f"Now: **{voice.language.format_signed(result.points[seat])}**"
    beside = comparison_lines(result, result, seat, seen, voice, own=True, in_picture=True)
    assert beside == [verdict, now, then]


def test_the_line_of_a_lone_game_says_what_became_of_each_soloist() -> None:
    match = first("hus", 4, 4, mixed, scored=True)
    at = table(match, 1)
    alone = replace(at, seated=tuple(
        replace(one, user=one.user if seat == 1 else None) for seat, one in enumerate(at.seated)
    ))  # fmt: skip
    (told,) = (
        one.content for one in walk(lone_screen(alone).parts) if isinstance(one, TextDisplay)
    )
    assert re.findall(r"^(?:✅|❌)", told, re.MULTILINE) == ["✅", "❌"]
    assert re.search("Deal\u00a0[0-9]", told), "a number stays with its word"


def test_a_result_whose_soloists_fared_differently_is_neither_green_nor_red() -> None:
    match = first("hus", 4, 4, mixed, scored=True)
    result = match.deals[-1].result

    def colour(soloists: tuple[tuple[Seat, bool], ...]) -> int:
        ended = replace(result, soloists=soloists, made=soloists[0][1])
        deals = [SimpleNamespace(result=ended)]
        table: Any = SimpleNamespace(match=SimpleNamespace(deals=deals))
        return _colour(table)

    assert colour(result.soloists) == WAITING_COLOUR
    assert colour(((0, True), (1, True))) == MADE_COLOUR
    assert colour(((0, False), (1, False))) == LOST_COLOUR
    assert all_made(DealResult(True, (), (), 0, Bid(("spel",)), made=False)) is False
    assert all_made(DealResult(False, (), ())) is None


def test_a_computer_among_several_soloists_speaks_of_its_own_fate() -> None:
    match = first("hus", 4, 4, mixed, scored=True)
    result = match.deals[-1].result
    table: Any = SimpleNamespace(match=match, seated=[SimpleNamespace(user=1)] * 4)
    said = [remarks._occasion(table, result, seat) for seat in range(2)]
    assert said == [remarks._MADE, remarks._FAILED]


def test_what_comes_before_the_outcome_stands_below_it() -> None:
    """A bid fails because its player is plagued; the headline is that it fails."""
    match = next(scored(Setting(games()["kombinations-whist"], 4), 1))
    bid = Bid(("spel", "pest"))
    plagued = Sentence("{player} is plagued.", player=Who(0))
    lost = Sentence("{player} went down in {bid}: {points:+d}.", player=Who(0), bid=bid, points=-2)
    result = DealResult(True, (-2, 0, 0, 0), (5, 4, 2, 2), 0, bid, False, notes=(plagued, lost))
    seen = view(match, 0)
    assert seen.last is not None
    seen = replace(seen, last=replace(seen.last, result=result))
    voice = Voice.of(seen, language_of("en"))
    assert daily_text.result_lines(seen, voice) == [
        "❌ **You went down in Game + Plague: −2.**", "• Anna is plagued.",
    ]  # fmt: skip
