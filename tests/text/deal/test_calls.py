"""The auction in words: what a bid asks, while others can be made and once it is the contract."""

from __future__ import annotations

from random import Random

from kwbot.engine.views.view import view
from kwbot.text.deal.calls import explanations
from kwbot.text.words.language import Voice, language_of
from kwbot.variants import games
from tests.engine.playing import act, begin, shuffled

WORTH = "Worth 3 with trumps (not Grill)."


def test_what_a_bid_is_worth_is_told_in_the_auction_alone() -> None:
    match = shuffled(begin(games()["kombinations-whist"], 4), Random(1))
    first = match.to_act()[0]
    match = act(match, f"{first} bid spel+mastarbrev")
    told = []
    for _ in range(4):
        seen = view(match, match.to_act()[0])
        told.append(dict(explanations(seen, Voice.of(seen, language_of("en")))))
        if seen.contract is None:
            match = act(match, f"{match.to_act()[0]} pass")
    assert [WORTH in one["Master's Mail"] for one in told] == [True, True, True, False]
    assert all("No trumps." in one["Game"] for one in told), "as long as cards can be chosen"
