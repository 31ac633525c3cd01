"""Hints and reviews in words: a reason, then numbers, if any are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Action, NamePlayer, parse_action
from kwbot.engine.values.cards import Card
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.values.wording import N_, Sentence, Who
from kwbot.engine.views.mistake import Mistake
from kwbot.engine.views.view import View, view
from kwbot.text.deal.advice import Hint, hint_line, hint_text, magnitude, possible_text, review_text
from kwbot.text.words.language import Voice, language_of
from kwbot.variants import games
from tests.engine.playing import act, begin, begun, dealt, shuffled

HANDS = {
    1: "SA S9 S3 HK H2 D7 D6 D5 C8 C7 C6 C5 C4",
    2: "SK S8 HA H9 H8 H7 D4 D3 D2 C3 C2 DA CK",
    3: "SQ S7 H6 H5 H4 H3 DK DQ DJ CQ CJ CT C9",
}


def seen_after(*lines: str) -> View:
    """What the player in turn sees in plain whist after some cards."""
    match: Match = dealt(begin(games()["whist"], 4), HANDS, dealer=1)
    for line in lines:
        match = act(match, line)
    return view(match, match.to_act()[0])


def brought(worth: Mapping[str, float], doubt: float = 0.0) -> dict[Action, Estimate]:
    return {parse_action(text): Estimate(points, doubt) for text, points in worth.items()}


def hinted(
    seen: View, worth: Mapping[str, float], code: str = "en", why: Sentence | None = None
) -> list[str]:
    weighed = brought(worth)
    best = max(weighed, key=lambda one: weighed[one].points)
    weighed[best] = weighed[best]._replace(why=why)
    told = hint_text(seen, Hint(best, weighed), Voice.of(seen, language_of(code)))
    return told.replace("\ufe0f", "").splitlines()


def reviewed(
    mistakes: Sequence[Mistake], number: int, judged: tuple[int, int], voice: Voice
) -> str:
    return str(review_text(mistakes, number, judged, voice))


SPADES = ("2 play SK", "3 play SQ", "0 play S2")


def test_a_reason_comes_before_the_numbers() -> None:
    why = Sentence(N_("You're last to play: only this card takes the trick."))
    said = hinted(seen_after(*SPADES), {"play SA": 2.5, "play S3": 1.0}, why=why)
    assert said == [
        "💡 **♠A** · Trick 1",
        "You're last to play: only this card takes the trick.",
        "-# Average tricks at the end: ♠A: 7.8 · ♠3: 7.0",
    ]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("en", "It's worth about 0.8 tricks more than ♥A."),
        ("sv", "Det är värt ungefär 0,8 stick mer än ♥E."),
        ("da", "Det er omkring 0,8 stik mere værd end ♥E."),
    ],
)
def test_before_others_have_played_only_numbers_are_known(code: str, reason: str) -> None:
    said = hinted(seen_after(), {"play SK": 1.0, "play HA": -0.6, "play D2": -2}, code)
    assert said[1] == reason


def test_where_cards_are_equal_no_number_is_told_but_which_they_are() -> None:
    seen, voice = seen_after(), Voice.of(seen_after(), language_of("en"))
    weighed = brought({"play S8": 0.6, "play SK": 1.0, "play HA": 0.9, "play DA": -2}, doubt=0.5)
    why = Sentence(N_("Keep {other}: it may still win a trick."), other=Card.parse("SK"))
    advised = parse_action("play S8")
    for reason, told in (
        (None, "It hardly matters here."),
        (why, "Keep ♠K: it may still win a trick."),
    ):
        weighed[advised] = weighed[advised]._replace(why=reason)
        said = hint_text(seen, Hint(advised, weighed), voice).replace("\ufe0f", "").splitlines()
        assert said == ["💡 **♠8** · Trick 1", told, "-# About as good: ♠K · ♥A"]
    assert hinted(seen_after(), {"play SK": 0.5})[1:] == ["All your cards are equally good here."]


def test_next_to_nothing_is_no_difference() -> None:
    said = hinted(seen_after(), {"play SK": 1.04, "play HA": 0.96})
    assert said[1:] == ["It hardly matters here.", "-# About as good: ♥A"]


def test_bids_are_told_in_points() -> None:
    match = dealt(begin(games()["kombinations-whist"], 4), HANDS, dealer=1)
    said = hinted(view(match, 2), {"bid trumf": 1.25, "pass": 0.5})
    assert said == [
        "💡 **Trump**",
        "It's worth about 0.7 points more than Pass.",
        "-# Average points vs the others: Trump: +1.2 · Pass: +0.5",
    ]
    said = hinted(view(match, 2), {"pass": 0.5, "bid trumf": -12.25})
    assert said[1] == "It's worth about 12 points more than anything else."
    seen = view(match, 2)
    mistake = Mistake(seen, parse_action("pass"), parse_action("bid trumf"), 0.75)
    voice = Voice.of(seen, language_of("en"))
    told = reviewed([mistake], 1, (1, 1), voice)
    _, when, cost, hand = told.splitlines()
    assert when == "**1.** Bid or pass"
    assert cost == "You chose Pass; **Trump** was about 0.8 points better."
    assert hand == f"-# {voice.style.small(seen.hand)}"


def test_a_name_means_nothing_in_a_hint() -> None:
    match = dealt(begin(games()["kombinations-whist"], 4), HANDS, dealer=1)
    seen = view(match, 2)
    named = replace(seen, names=("*Ada*", "[Bo](https://example.org)", "C", "D"))
    voice = Voice.of(named, language_of("en"))
    weighed: dict[Action, Estimate] = {
        NamePlayer(0): Estimate(1.0), NamePlayer(1): Estimate(0.5)
    }  # fmt: skip
    said = hint_text(named, Hint(NamePlayer(0), weighed), voice)
    assert "[Bo](" not in said
    assert r"\[Bo" in said
    assert r"**\*Ada\***" in said


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("en", "It's worth about 2.5 points more than anything else."),
        ("sv", "Det ger ungefär 2,5 poäng mer än något annat."),
        ("da", "Det giver omkring 2,5 point mere end alt andet."),
    ],
)
def test_no_bid_is_named_that_nobody_chose(code: str, reason: str) -> None:
    match = shuffled(begin(games()["esmakker"], 4), Random(1))
    said = hinted(view(match, match.to_act()[0]), {"pass": 0.0, "bid 8": -2.5}, code)
    assert said[1] == reason


def test_a_cut_makes_no_difference() -> None:
    match = begun(begin(games()["hus"], 4), Random(1))
    seen = view(match, match.to_act()[0])
    said = hint_text(seen, Hint(parse_action("cut 7"), {}), Voice.of(seen, language_of("en")))
    assert said == "💡 It makes no difference: the cards are shuffled."


def test_what_was_not_weighed_goes_by_a_rule_of_thumb() -> None:
    seen = seen_after()
    said = hint_text(seen, Hint(parse_action("play SK"), {}), Voice.of(seen, language_of("en")))
    assert said.splitlines()[1:] == ["This is a rule of thumb."]


def test_in_a_hand_a_hint_is_one_line_with_one_sentence() -> None:
    seen = replace(seen_after(), names=("A. B. Ada", "Bo", "C", "D"))
    voice = Voice.of(seen, language_of("en"))
    why = Sentence("{player} has shown {cards}. You know it.", player=Who(0), cards=1)
    hint = Hint(parse_action("play SK"), {parse_action("play SK"): Estimate(1.0, why=why)})
    assert hint_line(seen, hint, voice).replace("\u00a0", " ").replace("\ufe0f", "") == (
        "-# 💡 **♠K** · A. B. Ada has shown 1."
    )
    assert hint_line(seen, None, voice) == "-# 💡 Thinking about it …"


def test_a_review_names_the_costliest_first() -> None:
    seen = seen_after(*SPADES)
    voice = Voice.of(seen, language_of("en"))
    assert "cost you much" in reviewed([], 3, (13, 13), voice)
    why = Sentence(N_("You're last to play: only this card takes the trick."))
    mistake = Mistake(seen, parse_action("play S3"), parse_action("play SA"), 2.52, why)
    lead = Mistake(seen_after(), parse_action("play D2"), parse_action("play SK"), 0.4)
    said = reviewed([mistake, lead], 3, (13, 13), voice).replace("\ufe0f", "").splitlines()
    assert len(said) == 8
    assert said[0] == "### 🔍 Your costliest decisions in deal 3"
    assert said[1] == "**1.** Trick 1 · Trumps: clubs · Cleo ♠K · Dag ♠Q · Anna ♠2"
    assert said[2] == "You chose ♠3; **♠A** was about 1.3 tricks better."
    assert said[3] == "💡 You're last to play: only this card takes the trick."
    assert said[4].startswith("-# ♠\u00a0A\u00a09\u00a03 ♥\u00a0K\u00a02 ♣")
    assert said[5] == "**2.** Trick 1 · Trumps: clubs · you lead"
    assert said[6].startswith("You chose ♦2; **♠K** was")


def test_a_review_shows_a_hand_once() -> None:
    """A picture of the auction has it, one of a trick has not."""
    match = dealt(begin(games()["kombinations-whist"], 4), HANDS, dealer=1)
    bidding, playing = view(match, 2), seen_after()
    bid = Mistake(bidding, parse_action("pass"), parse_action("bid trumf"), 0.75)
    lead = Mistake(playing, parse_action("play D2"), parse_action("play SK"), 0.4)
    for mistake, in_picture in ((bid, True), (lead, False)):
        voice = Voice.of(mistake.seen, language_of("en"))
        (told,) = review_text([mistake], 1, (1, 1), voice).mistakes
        hand = f"-# {voice.style.small(mistake.seen.hand)}"
        assert told.above(None).endswith(hand)
        assert (hand in told.above(b"a picture")) is not in_picture


def test_a_review_tells_what_it_could_not_judge() -> None:
    voice = Voice.of(seen_after(), language_of("en"))
    assert reviewed([], 3, (0, 13), voice) == "🔍 Your decisions in that deal can't be judged."
    said = reviewed([], 3, (11, 13), voice).splitlines()
    assert said[0].startswith("👍")
    assert said[1] == "-# Judged: 11 of 13 decisions."
    assert reviewed([], 3, (0, 0), voice).startswith("👍")


def test_what_is_shown_adds_up() -> None:
    said = hinted(seen_after(), {"play HA": 1.52, "play SK": 1.88, "play D2": -0.08})
    assert said[1] == "It's worth about 0.1 tricks more than ♥A."
    assert said[2].endswith("♠K: 7.4 · ♥A: 7.3 · ♦2: 6.5")


def test_who_avoids_tricks_is_told_of_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = seen_after()
    monkeypatch.setattr(type(seen.variant), "avoids_tricks", lambda *_: True)
    said = hinted(seen, {"play SK": 1.0, "play HA": -0.6})
    assert said[1] == "It takes about 0.8 tricks fewer than ♥A."
    assert said[2] == "-# Average tricks at the end: ♠K: 6.0 · ♥A: 6.8"


@pytest.mark.parametrize(
    ("number", "told"),
    [(0.04, "0.0"), (9.94, "9.9"), (9.96, "10"), (42.4, "42"), (141, "140"), (2366.4, "2400")],
)
def test_no_more_digits_are_told_than_are_known(number: float, told: str) -> None:
    assert magnitude(number, language_of("en")) == magnitude(-number, language_of("en")) == told


def test_a_pass_without_another_bid_has_its_reason() -> None:
    seen = view(dealt(begin(games()["kombinations-whist"], 4), HANDS, dealer=1), 2)
    assert hinted(seen, {"pass": 0.0})[1:] == ["No bid looks better than passing."]


def test_a_review_tells_what_was_to_be_beaten_and_what_was_played() -> None:
    match = dealt(begin(games()["kombinations-whist"], 4), HANDS, dealer=1)
    match = act(match, "2 bid trumf")
    beaten = view(match, 3)
    for line in ("3 pass", "0 pass", "1 pass", "2 suit S"):
        match = act(match, line)
    lead = view(match, match.to_act()[0])
    some = [parse_action(f"play {card}") for card in list(lead.hand)[:2]]
    mistakes = [
        Mistake(beaten, parse_action("bid spel"), parse_action("pass"), 2.0),
        Mistake(lead, some[0], some[1], 1.0),
    ]
    said = reviewed(mistakes, 1, (14, 14), Voice.of(lead, language_of("en"))).splitlines()
    assert said[1] == "🎯 Cleo: Trump"
    assert said[2] == "**1.** Bid or pass · Cleo: Trump"
    assert said[5] == "**2.** Trick 1 · Trumps: spades · you lead"
    own = view(match.apply(1, some[0]), 2)
    mistake = Mistake(own, some[0], some[1], 1.0)
    told = reviewed([mistake], 1, (1, 1), Voice.of(own, language_of("en")))
    assert "🎯 You: Trump" in told


def test_before_the_tricks_it_is_open_whether_they_are_wanted() -> None:
    match = shuffled(begin(games()["fyrmanswhist"], 4), Random(1))
    seen = view(match, match.to_act()[0])
    low, high = list(seen.hand)[:2]
    said = hinted(seen, {f"show {low}": 1.0, f"show {high}": -0.6})
    assert said[1].startswith("It's worth about 0.8 tricks more than")
    assert said[2].startswith("-# Average tricks to the good: ")
    assert "+0.5" in said[2]
    assert "−0.3" in said[2]


def test_what_could_be_known_is_one_line() -> None:
    match = dealt(begin(games()["kombinations-whist"], 4), HANDS, dealer=1)
    seen = view(match, 2)
    voice = Voice.of(seen, language_of("en"))
    mistakes = [
        Mistake(seen, parse_action("pass"), parse_action("bid trumf"), cost) for cost in (0.75, 0.5)
    ]
    assert possible_text(mistakes, (2, 2), None, voice) == (
        "🔍 By what could be seen: Cleo chose Pass; **Trump** was about 0.8 points better."
    )
    assert possible_text(mistakes, (2, 3), 2, voice) == (
        "🔍 By what could be seen: You chose Pass; **Trump** was about 0.8 points better. "
        "Judged: 2 of 3 decisions."
    )
    assert "\n" not in possible_text([], (0, 1), None, voice) + possible_text([], (1, 1), 2, voice)
