"""How deals and games end, in words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kwbot.engine.deals.match import Match, PlayedDeal
from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.wording import Listed, Sentence, Who
from kwbot.engine.views.view import View, view
from kwbot.text.deal.result import deal_result_text, final_text, standing_of
from kwbot.text.table.lobby_text import options_text
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Voice, language_of
from kwbot.text.words.option_words import option_in_words
from kwbot.variants import games
from tests.looks.scenes import finished
from tests.text.positions import GAME, LANGUAGES, NASTY

FACTS = Facts({0: "<@10>"}, frozenset({1}))
BID = Bid(("spel", "straff"))


def after_deal(points: tuple[int, ...], notes: tuple[Sentence, ...], *, made: bool | None) -> View:
    players = len(points)
    match = Match.begin(GAME, ("Anna", "B_o", "Cleo", "Dag", "Eva")[:players], {})
    result = DealResult(
        made is not None, points, (5, 4, 2, 2, 0)[:players], 0, BID, made, (), notes
    )
    sheet = replace(match.sheet, scores=points)
    seats = GAME.seats(match.sheet, players - 1)
    last = PlayedDeal(7, players - 1, seats, "", result, sheet, result.points)
    return replace(view(match, None), last=last)


def told(seen: View, code: str) -> Voice:
    return Voice.of(seen, language_of(code))


def unbroken(scores: str) -> str:
    """Lines break between two players alone, behind the dot."""
    return scores.replace(" ", "\u00a0").replace("·\u00a0", "· ")


def test_a_deal_that_was_made() -> None:
    scores = unbroken("Anna **3** (+3) · B\\_o **0** · Cleo **0** · Dag **0** · Eva **0**")
    notes = (
        Sentence("{player} made {bid}: {points:+d}.", player=Who(0), bid=BID, points=2),
        Sentence("Greed: {points:+d}.", points=1),
    )
    seen = after_deal((3, 0, 0, 0, 0), notes, made=True)
    assert deal_result_text(seen, told(seen, "sv"), FACTS) == (
        "-# Giv 7\n"
        "✅ **Anna gick hem med Spel + Straff: +2.**\n"
        "• Girighet: +1.\n\n"
        f"Ställning: {scores}\n"
        "-# Stick: Anna 5 · B\\_o 4 · Cleo 2 · Eva 0"
    )


def test_a_player_reads_you_instead_of_their_name() -> None:
    seen = replace(after_deal((3, 0, 0, 0), (), made=True), seat=2)
    text = deal_result_text(seen, told(seen, "da"), FACTS)
    scores = unbroken("Anna **3** (+3) · B\\_o **0** · Du **0** · Dag **0**")
    assert f"Stilling: {scores}\n" in text
    assert text.endswith("-# Stik: Anna 5 · B\\_o 4 · Du 2 · Dag 2")


@pytest.mark.parametrize(
    ("code", "tricks", "settled"),
    [
        ("en", "all", "You took the rest."),
        ("sv", "none", "Du gav bort resten av sticken."),
        ("da", "none", "Du afgav resten af stikkene."),
        ("da", "2", "Du tog 2 af de sidste stik."),
    ],
)
def test_a_player_reads_of_their_own_claim_as_you(code: str, tricks: str, settled: str) -> None:
    seen = after_deal((3, 0, 0, 0), (), made=True)
    assert seen.last
    seen = replace(seen, seat=2, last=replace(seen.last, lines=f"claim 2 {tricks}"))
    assert deal_result_text(seen, told(seen, code), FACTS).endswith(f"\n-# {settled}")


@pytest.mark.parametrize(
    ("code", "first", "within"),
    [
        ("en", "You and Anna took 7 tricks: +1.", "Points: you and Anna 5, Dag 2"),
        ("sv", "Du och Anna tog 7 stick: +1.", "Poäng: du och Anna 5, Dag 2"),
        ("da", "Du og Anna tog 7 stik: +1.", "Point: du og Anna 5, Dag 2"),
    ],
)
def test_a_player_reads_of_their_own_side_as_you(code: str, first: str, within: str) -> None:
    side = Listed((Who(0), Who(2)))
    notes = (
        Sentence("{side} took {count} tricks: {points:+d}.", side=side, count=7, points=1),
        Sentence("Points: {side} {points}, {others} {their_points}",
                 side=side, points=5, others=Who(3), their_points=2),
    )  # fmt: skip
    public = after_deal((1, 0, 1, 0), notes, made=None)
    own = deal_result_text(replace(public, seat=2), told(public, code), FACTS)
    assert f"**{first}**\n• {within}\n" in own
    for seat in (None, 1):
        text = deal_result_text(replace(public, seat=seat), told(public, code), FACTS)
        assert all(voiced in text for voiced in map(told(public, code).say, notes))


def test_who_took_tricks_alone_reads_you() -> None:
    note = Sentence("{side} took {count} tricks: {points:+d}.", side=Who(2), count=5, points=1)
    seen = replace(after_deal((0, 0, 1, 0), (note,), made=None), seat=2)
    assert "**You took 5 tricks: +1.**" in deal_result_text(seen, told(seen, "en"), FACTS)


def test_a_score_of_nothing_is_left_out_where_deals_give_other_points() -> None:
    whist = games()["whist"]
    shown = set[bool]()
    for match in finished(whist, 4, 12):
        seen = view(match, None)
        assert seen.last is not None
        told_score = "Rubber points: " in deal_result_text(seen, told(seen, "en"), FACTS)
        assert told_score is any(seen.last.scores)
        shown.add(told_score)
    assert shown == {True, False}


def test_at_the_end_of_a_game_the_final_standing_alone_has_the_scores() -> None:
    seen = after_deal((7, 1, 0, 0), (), made=True)
    assert "Score: " in deal_result_text(seen, told(seen, "en"), FACTS)
    assert "Score: " not in deal_result_text(seen, told(seen, "en"), FACTS, has_scores=False)
    over = replace(seen, sheet=replace(seen.sheet, scores=(7, 1, 0, 0), winners=(0,)))
    gained = seen.last_gains
    assert f"🥇 Anna: 7 points (+{gained[0]})\n" in final_text(over, told(seen, "en"), FACTS)


def test_a_deal_that_failed() -> None:
    lost = Sentence("{player} went down in {bid}: {points:+d}.", player=Who(0), bid=BID, points=-2)
    seen = after_deal((-2, 0, 0, 0), (lost,), made=False)
    text = deal_result_text(seen, told(seen, "da"), FACTS)
    assert "❌ **Anna gik ikke hjem med Spil + Straf: −2.**" in text
    assert unbroken("Anna **−2** (−2) · ") in text
    assert "-# Stik: Anna 5 · " in text


def test_a_deal_that_ended_early_says_why() -> None:
    note = Sentence("{player} made {bid}: {points:+d}.", player=Who(0), bid=BID, points=2)
    seen = after_deal((2, 0, 0, 0), (note,), made=True)
    early = deal_result_text(seen, told(seen, "en"), replace(FACTS, settled=True))
    line = "\n-# Decided after trick 13."
    assert early == deal_result_text(seen, told(seen, "en"), FACTS) + line


def test_a_deal_that_does_not_count_has_no_tricks() -> None:
    seen = after_deal((0, 0, 0, 0), (Sentence("All passed: redeal."),), made=None)
    assert deal_result_text(seen, told(seen, "en"), FACTS) == "-# Deal 7\n**All passed: redeal.**"


def ended(scores: tuple[int, ...], winners: tuple[int, ...], *titles: tuple[int, str]) -> View:
    match = Match.begin(GAME, ("Anna", "B_o", "Cleo", "Dag")[: len(scores)], {})
    sheet = replace(match.sheet, scores=scores, winners=winners, titles=titles)
    return replace(view(match, None), sheet=sheet)


def test_the_final_standing() -> None:
    seen = ended((13, 4, -5, 4), (0,))
    assert final_text(seen, told(seen, "en"), FACTS) == (
        "## 🏆 Anna wins Kombinations-Whist!\n\n"
        "🥇 Anna: 13 points\n🥈 B\\_o 🤖: 4 points\n🥈 Dag: 4 points\n4\\. Cleo: −5 points"
    )


@pytest.mark.parametrize(
    ("code", "alone", "shared", "paid"),
    [
        ("en", "You win Kombinations-Whist!", "You and Anna share the win in Kombinations-Whist!",
         ("You pay Anna **2.50 kr**", "Dag pays you **2.50 kr**")),
        ("sv", "Du vinner Kombinations-Whist!", "Du och Anna delar segern i Kombinations-Whist!",
         ("Du betalar **2,50 kr** till Anna", "Dag betalar **2,50 kr** till dig")),
        ("da", "Du vinder Kombinations-Whist!", "Du og Anna deler sejren i Kombinations-Whist!",
         ("Du betaler Anna **2,50 kr.**", "Dag betaler dig **2,50 kr.**")),
    ],
)  # fmt: skip
def test_a_panel_says_you_to_its_player(
    code: str, alone: str, shared: str, paid: tuple[str, str]
) -> None:
    def shown(winners: tuple[int, ...], settlement: tuple[int, ...]) -> str:
        seen = replace(ended((13, 4, 13, 4), winners), seat=2)
        seen = replace(seen, sheet=replace(seen.sheet, settlement=settlement))
        return final_text(seen, told(seen, code), Facts())

    (pays, gets), you = paid, alone.split(maxsplit=1)[0]
    assert f"🏆 {alone}" in shown((2,), ())
    assert f"🏆 {shared}" in shown((0, 2), ())
    assert f"\n🥇 {you}: 13" in shown((2,), ())
    assert f"💰 {pays}" in shown((0,), (250, 0, -250, 0))
    assert f"💰 {gets}" in shown((2,), (0, 0, 250, -250))
    assert "Cleo" not in shown((0, 2), (250, 0, -250, 0))


@pytest.mark.parametrize(
    ("code", "named"),
    [("en", "-# Rubber points"), ("sv", "-# Robbertpoäng"), ("da", "-# Robberpoint")],
)
def test_the_final_standing_says_which_points_it_counts(code: str, named: str) -> None:
    for match in finished(games()["whist"], 4, 12):
        if match.is_won:
            seen = view(match, None)
            _, _, head, first, *_ = final_text(seen, told(seen, code), FACTS).splitlines()
            assert head == named
            assert re.search(r": \d+( \(\+\d+\))?$", first)
            return
    raise AssertionError("no match is won")


def test_a_title_wins_against_any_score() -> None:
    seen = ended((1, 20, 3, 4), (0,), (0, "obesudlad"))
    text = final_text(seen, told(seen, "da"), FACTS)
    assert text.startswith("## 🏆 Anna vinder Kombinations-Whist!\n\n🥇 Anna: 1 point\n🥈 B")
    assert text.endswith("👑 <@10> er Pletfri Mester i Kombinations-Whist på livstid.")


def test_a_shared_win() -> None:
    seen = ended((5, 5, 1, 0), (0, 1))
    text = final_text(seen, told(seen, "sv"), FACTS)
    assert "## 🏆 Anna och B\\_o delar segern i Kombinations-Whist!" in text
    assert text.count("🥇") == 2
    assert "🥉 Cleo" in text


def test_places_are_shared_and_then_left_out() -> None:
    sheet = Sheet({}, (3, 5, 3, 3, 1))
    assert standing_of(sheet) == [(1, 1), (2, 0), (2, 2), (2, 3), (5, 4)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_twelve_players_fit(code: str) -> None:
    match = Match.begin(GAME, NASTY, {})
    seen = replace(
        view(match, None), sheet=replace(match.sheet, winners=(3,), titles=((3, "obesudlad"),))
    )
    assert len(final_text(seen, told(seen, code), FACTS)) <= 2000


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("en", ["💰 Cleo pays Anna **2.50 kr**", "💰 Dag pays B\\_o **2.50 kr**"]),
        ("sv", ["💰 Cleo betalar **2,50 kr** till Anna"]),
        ("da", ["💰 Cleo betaler Anna **2,50 kr.**"]),
    ],
)  # fmt: skip
def test_a_settlement_is_of_people_alone(code: str, lines: list[str]) -> None:
    seen = after_deal((2, 2, 0, 0), (), made=True)
    over = replace(seen.sheet, winners=(0, 1), settlement=(250, 250, -250, -250))
    seen = replace(seen, sheet=over)
    people = final_text(seen, told(seen, code), Facts()).splitlines()
    assert set(lines) <= set(people)
    assert FACTS.computers
    assert "💰" not in final_text(seen, told(seen, code), FACTS), "with computers nobody pays"


def test_no_money_shows_unless_a_host_has_turned_it_on() -> None:
    hus = games()["hus"]
    (pot,) = (option for option in hus.options if option.key == "pot")
    usual = hus.values_at_new_tables({})
    assert (pot.standard, usual["pot"]) == ("400", "0"), "records leave the rules' default out"
    assert option_in_words(pot, "0", language_of("sv")) == "Inga pengar"
    assert options_text(hus, usual, language_of("en")) == ""
    for chosen, shows in (("0", False), ("400", True)):
        match = Match.begin(hus, NASTY[:4], {**usual, "pot": chosen})
        sheet = replace(match.sheet, scores=(8, 8, -8, -8))
        seen = replace(view(match, None), sheet=hus.sheet_at_end(sheet))
        assert ("kr" in final_text(seen, told(seen, "en"), Facts())) is shows
        assert ("💰" in final_text(seen, told(seen, "en"), Facts())) is shows


def test_a_stake_is_told_as_money() -> None:
    whist = games()["whist"]
    (stake,) = (option for option in whist.options if option.key == "stake")
    for code, words in (("en", "0.25 kr"), ("sv", "0,25 kr"), ("da", "0,25 kr.")):
        assert option_in_words(stake, "25", language_of(code)) == words
    assert (
        options_text(whist, {"stake": "25"}, language_of("sv")) == "Insats:\u00a0**0,25\u00a0kr**"
    )
    assert option_in_words(stake, "0", language_of("da")) == "Ingen penge"


def test_a_side_stays_on_a_line_with_its_score_unless_its_names_are_long() -> None:
    (match,) = finished(games()["fyrmanswhist"], 4, 1)
    match = match if any(match.sheet.scores) else match.with_score()
    voice = Voice.of(view(match, None), language_of("en"))
    for names, glued in ((("Ada", "Bo", "Cleo", "Dag"), True), (("Maximiliana",) * 4, False)):
        text = deal_result_text(view(match, None), replace(voice, names=names), FACTS)
        (scores,) = (line for line in text.splitlines() if line.startswith("Score: "))
        assert (" & " not in scores) is glued
