"""The bench of hints finds what contradicts itself, and nothing in hints as they are."""

from __future__ import annotations

from random import Random

import pytest

from benches.players import contradictions as hints
from kwbot.engine.values.actions import Action, Bid, Pass
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import View, view
from kwbot.text.deal.advice import Hint
from kwbot.variants import games
from tests.engine.playing import begin, shuffled

BID, OTHER = Bid(("spel",)), Bid(("trumf",))
MATCH = shuffled(begin(games()["kombinations-whist"], 4), Random(1))
SEAT = MATCH.to_act()[0]
SEEN = view(MATCH, SEAT)


def reason(text: str, /, **told: object) -> Sentence:
    return Sentence(text, **told)


@pytest.mark.parametrize(
    ("advised", "why", "equal", "found"),
    [
        (BID, reason("{tenths}", tenths=7), [], []),
        (BID, reason("{other} in only {fewer}", other=OTHER, fewer=2), [], [hints.UNCHOSEN]),
        (Pass(), reason("{other}: too few", other=OTHER), [OTHER],
         [hints.UNCHOSEN, hints.AGAINST_EQUAL]),
        (BID, reason("it pays well"), [Pass()], [hints.AGAINST_EQUAL]),
    ],
)  # fmt: skip
def test_a_reason_that_speaks_of_what_nobody_chose_is_found(
    advised: Action, why: Sentence, equal: list[Action], found: list[str]
) -> None:
    assert list(hints._reason(MATCH, SEAT, advised, why, equal)) == found


def beside(monkeypatch: pytest.MonkeyPatch, first: Action, hint: Hint, seen: View) -> list[str]:
    monkeypatch.setattr(hints, "suggested_bids", lambda *of: {first: 0.5})
    return list(hints._beside(seen, hint, 1))


@pytest.mark.parametrize("advised", [BID, Pass()])
def test_a_hint_that_differs_from_what_is_suggested_has_to_say_so(
    monkeypatch: pytest.MonkeyPatch, advised: Action
) -> None:
    told = reason("It was made in {tenths} of 10 deals I tried.", tenths=7)
    weighed: dict[Action, Estimate] = {
        BID: Estimate(2.0 if advised == BID else -2.0, made=0.7, why=told), Pass(): Estimate(0.0)
    }  # fmt: skip
    hint = Hint(advised, weighed)
    assert beside(monkeypatch, advised, hint, SEEN) == []
    assert beside(monkeypatch, OTHER, hint, SEEN) == ["hints that looked longer"]
    monkeypatch.setattr(Hint, "beside", lambda self, suggested: self)
    assert hints.DIFFERS in beside(monkeypatch, OTHER, hint, SEEN)


def test_numbers_that_differ_from_the_reasons_are_found() -> None:
    told = reason("It was made in {tenths} of 10 deals I tried.", tenths=7)
    hint = Hint(BID, {BID: Estimate(2.0, made=0.7, why=told)})
    assert not hints._numbers_differ(hint, {BID: 0.7})
    assert hints._numbers_differ(hint, {BID: 0.95})


def test_a_deal_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "REVIEW_SAMPLES", 20)
    found = hints.looked_at(0)
    assert found["cards"] > 5
    assert not any(found.get(kind) for kind in hints.KINDS)
