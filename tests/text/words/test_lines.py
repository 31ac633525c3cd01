"""Pieces of screens in the words of each language."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import parse_action
from kwbot.engine.values.cards import CardSet
from kwbot.engine.views.view import view
from kwbot.text.deal import calls, scene
from kwbot.text.deal.seating import remarks
from kwbot.text.words import lines
from kwbot.text.words.facts import Facts
from tests.engine.playing import Setting, one_move, settings, shuffled
from tests.text.positions import GAME, voice
from tests.text.test_screens import NAMES, told_deal


@pytest.mark.parametrize(
    ("code", "told", "own"),
    [
        ("en", "Anna has everyone pass 3 cards across.", "You have everyone pass 3 cards across."),
        ("sv", "Anna bestämmer: alla skickar 3 kort tvärs över.",
         "Du bestämmer: alla skickar 3 kort tvärs över."),
        ("da", "Anna lader alle sende 3 kort tværs over.",
         "Du lader alle sende 3 kort tværs over."),
    ],
)  # fmt: skip
def test_where_cards_are_passed(code: str, told: str, own: str) -> None:
    match = told_deal("bid spel+brev", "pass", "pass", "pass", "direction across")
    for viewer in (None, 1):
        assert told in lines.announcements(view(match, viewer), voice(match, viewer, code))
    assert own in lines.announcements(view(match, 0), voice(match, 0, code))


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_who_chose_something_is_told_so_as_you(setting: Setting) -> None:
    rng = Random(5)
    match = shuffled(setting.begin(), rng)
    while match.to_act():
        match, _ = one_move(match, rng)
        for entry in view(match, None).said:
            if entry.action is not None and not isinstance(entry.action, lines.AUCTION_CALLS):
                assert "{player}" not in entry.purpose.own
                assert "{what}" in entry.purpose.own


def test_who_may_not_bid_is_told_with_the_reason() -> None:
    match = Match.begin(GAME, NAMES, {})
    sheet = replace(match.sheet, scores=(0, -6, -5, 0))
    for seat, who in ((None, "Bo"), (0, "Bo"), (1, "du")):
        seen = replace(view(match, seat), sheet=sheet)
        said = remarks(seen, voice(match, seat, "sv"))
        assert said == ["Vinstsumma 13", f"Spärrad (under −5): {who}"]


@pytest.mark.parametrize(
    ("code", "one", "two"),
    [
        ("en", "Anna ran out of time and gets a second chance (one a game).",
         "Anna and Bo ran out of time and get a second chance (one a game)."),
        ("sv", "Tiden gick ut för Anna, som får ny betänketid (en gång per spel).",
         "Tiden gick ut för Anna och Bo, som får ny betänketid (en gång per spel)."),
        ("da", "Tiden løb ud for Anna, som får ny betænkningstid (én gang pr. spil).",
         "Tiden løb ud for Anna og Bo, som får ny betænkningstid (én gang pr. spil)."),
    ],
)  # fmt: skip
def test_one_or_several_get_their_time_once_more(code: str, one: str, two: str) -> None:
    told = voice(Match.begin(GAME, NAMES, {}), None, code)
    assert lines.extension_line(told, Facts()) == ""
    assert lines.extension_line(told, Facts(extended=frozenset({0}))) == f"-# ⌛ {one}"
    assert lines.extension_line(told, Facts(extended=frozenset({1, 0}))) == f"-# ⌛ {two}"


def test_a_question_for_a_rank_card_leaves_to_the_contract_what_becomes_of_it() -> None:
    match = told_deal("bid rangtrumf", "pass", "pass", "pass")
    for seat in (0, 1):
        asked = scene.question(view(match, seat), voice(match, seat, "en"))
        assert asked == "Rank Trump: lay a card face down."
        ((_, effect),) = calls.explanations(view(match, seat), voice(match, seat, "en"))
        assert "a card for the highest one shown" in effect


def opened(match: Match) -> CardSet:
    """What of player 0's hand lies open."""
    return (view(match, 1).open_cards or {})[0]


def test_cards_that_lie_open_are_not_announced_besides() -> None:
    atelier = told_deal("bid spel+atelje", "pass", "pass", "pass", "cards SA S6 HJ DQ")
    assert opened(atelier) == CardSet.parse("SA S6 HJ DQ")
    assert lines.announcements(view(atelier, 1), voice(atelier, 1, "en")) == []
    played, rng = atelier, Random(1)
    while opened(atelier) == opened(played):
        played, _ = one_move(played, rng)
    assert lines.announcements(view(played, 1), voice(played, 1, "en")) == []
    shown = told_deal(
        "bid rangtrumf", "pass", "pass", "pass", "card S6", "card HA", "card SQ", "card CA"
    )
    assert shown.to_act() == (0,)
    said = lines.announcements(view(shown, 0), voice(shown, 0, "en"))
    assert said == ["You laid down ♠6."], "their own cards stand nowhere else"
    assert lines.announcements(view(shown, None), voice(shown, None, "en")) == []
    swapped = shown.apply(0, parse_action("card HA"))
    told = lines.announcements(view(swapped, None), voice(swapped, None, "en"))
    assert len(told) == 5
    assert told[-1] == "Anna takes ♥️A."
