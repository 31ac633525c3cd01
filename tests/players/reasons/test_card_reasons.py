"""Why a card is advised: each reason is said only where it is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import PLAYS, Action, Play, Seat
from kwbot.engine.values.cards import Card
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.estimate import Estimate, as_good
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import View, view
from kwbot.players.reasons.card_reasons import REASONS, explain, why
from kwbot.players.reasons.outlook import Outlook
from kwbot.players.reasons.reason_conflicts import against_none
from kwbot.players.search.monte_carlo import weighed_actions
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import games
from tests.engine.playing import Setting, act, begin, dealt, settings, shuffled
from tests.players.reasons.reason_referee import REFEREE, SPEAKS_AGAINST, contradicts, is_true
from tests.variants.danish.table import ESMAKKER, table
from tests.variants.kombinations_whist.table import table as kombinations

HANDS = {
    1: "SA S9 S3 HK H2 D7 D6 D5 C8 C7 C6 C5 C4",
    2: "SK S8 HA H9 H8 H7 D4 D3 D2 C3 C2 DA CK",
    3: "SQ S7 H6 H5 H4 H3 DK DQ DJ CQ CJ CT C9",
}
SPADES = ("2 play SK", "3 play SQ", "0 play S2")
GONE = ("2 play HA", "3 play H3", "0 play HT", "1 play H2", *SPADES, "1 play SA")
LOW = ("2 play S8", "3 play S7", "0 play S2")


def seen_after(*lines: str) -> View:
    """What the player in turn sees in plain whist after some cards."""
    match: Match = dealt(begin(games()["whist"], 4), HANDS, dealer=1)
    for line in lines:
        match = act(match, line)
    return view(match, match.to_act()[0])


def told(seen: View, card: str, *others: str) -> str:
    found = why(Outlook(seen, Random(1)), Card.parse(card), map(Card.parse, others))
    return "" if found is None else str(found)


@pytest.mark.parametrize(
    ("before", "cards", "reason"),
    [
        (SPADES, "SA S9", "You're last to play: only this card takes the trick."),
        (LOW, "S9 SA", "You're last to play: this is your cheapest winner."),
        (LOW, "SA S9", "You're last to play: it takes the trick."),
        (SPADES, "S3 SA", "Duck: leave the trick to player 2, though you could take it."),
    ],
)  # fmt: skip
def test_the_last_player_is_told_what_is_certain(
    before: tuple[str, ...], cards: str, reason: str
) -> None:
    assert told(seen_after(*before), *cards.split()) == reason


@pytest.mark.parametrize(("taken", "friends"), [("", {3}), (" C2", set())])
def test_a_partner_who_may_have_left_secretly_is_no_friend(taken: str, friends: set[Seat]) -> None:
    """In Halves the partner is known, but may put the called ace away."""
    called = "1 bid 8+halve/2 pass/3 pass/0 pass/1 card CA/3 suit S"
    match = table(ESMAKKER, f"{called}/3 cards{taken}/0 cards/1 cards/2 cards/1 card none")
    assert view(match, 1).partner == 3
    assert Outlook(view(match, 1), Random(1)).friends == friends


@pytest.mark.parametrize(("special", "makes"), [("straff", True), ("pest", False)])
def test_tricks_alone_do_not_make_a_contract_that_hangs_on_their_cards(
    special: str, makes: bool
) -> None:
    named = "/1 suit H" if special == "pest" else ""
    tricks = [f"1 play H{one}/2 play D{one}/3 play C{one}/0 play S{one}" for one in "AKQJ"]
    match = kombinations(f"1 bid spel+bradska+{special}/pass*{named}/{'/'.join(tricks)}")
    assert (told(view(match, 1), "HT") == "This trick makes the contract.") == makes


def test_every_reason_has_a_referee() -> None:
    assert {reason.text for reason in REASONS} == REFEREE.keys()
    assert len(REASONS) >= 30
    assert {reason.text for reason in REASONS if reason.against is not against_none} == (
        SPEAKS_AGAINST.keys()
    )


@pytest.mark.parametrize(
    ("before", "card", "rivals", "equal", "reason"),
    [
        (SPADES, "S3", "SA", "", "Duck: leave the trick to player 2, though you could take it."),
        (SPADES, "S3", "SA", "SA", ""),
        (SPADES, "SA", "S9", "S9", "You're last to play: it takes the trick."),
        (LOW, "S9", "SA", "SA", "You're last to play: it takes the trick."),
    ],
)
def test_no_reason_speaks_against_what_is_about_as_good(
    before: tuple[str, ...], card: str, rivals: str, equal: str, reason: str
) -> None:
    others, alike = (list(map(Card.parse, cards.split())) for cards in (rivals, equal))
    found = why(Outlook(seen_after(*before), Random(1)), Card.parse(card), others, alike)
    assert ("" if found is None else str(found)) == reason


@pytest.mark.parametrize(
    ("cards", "equal", "played", "reason"),
    [
        ("D5 HK C8", "", "", "Keep HK: it's high."),
        ("D5 HK C8", "HK", "", "Keep C8: it's a trump."),
        ("D5 HK C8", "HK C8", "", ""),
        ("D5 C8 HK", "", "HK", "Keep HK: it's high."),
        ("D5 HK C8", "", "C8", "Keep C8: it's a trump."),
        ("D5 HK C8", "", "D5", "Keep HK: it's high."),
    ],
)
def test_what_is_to_be_kept_is_no_equal_and_in_a_review_what_was_played(
    cards: str, equal: str, played: str, reason: str
) -> None:
    """Player 1 leads when the ace of hearts has gone."""
    seen = seen_after(*GONE)
    found: dict[Action, Estimate] = {
        PLAYS[Card.parse(card)]: Estimate(-0.05 if card in equal else -float(at))
        for at, card in enumerate(cards.split())
    }
    made = Card.parse(played) if played else None
    told = explain(seen, found, Random(1), made)
    first = next(iter(told.values())).why
    keeps = first is not None and first.text.startswith("Keep")
    assert (str(first) if keeps else "") == reason


class Advice(NamedTuple):
    """A card that is advised, with the reason, and the cards that are about as good."""

    match: Match
    seat: Seat
    card: Card
    reason: Sentence | None
    equal: list[Card]


def advised(setting: Setting, seed: int) -> Iterator[Advice]:
    """Moments of a deal that is bid sensibly and played less so."""
    rng = Random(f"{setting} {seed}")
    match = shuffled(setting.begin(), rng)
    while match.to_act():
        seat = match.to_act()[0]
        choice = match.choice(seat)
        if isinstance(choice, PlayCard) and len(choice) > 1 and rng.random() < 0.3:
            found = weighed_actions(view(match, seat), Random(1), 8)
            action = next(iter(found), None)
            if isinstance(action, Play):
                equal = [one.card for one in as_good(found, action) if isinstance(one, Play)]
                yield Advice(match, seat, action.card, found[action].why, equal)
        player = COMPUTERS["thumb" if rng.random() < 0.6 else "random"]
        match = match.apply(seat, decide(player, match, seat, rng))


def refereed(setting: Setting, deals: range) -> Counter[str]:
    """How often each reason was told; all of them are true, and none speaks against what is about
    as good."""
    count: Counter[str] = Counter()
    for seed in deals:
        for match, seat, card, reason, equal in advised(setting, seed):
            if reason is not None:
                count[reason.text] += 1
                moment = (setting, seed, len(match.deal.log) if match.deal else 0)
                assert is_true(match, seat, card, reason, Random(1)), (moment, card, reason)
                for one in equal:
                    assert not contradicts(match, seat, card, reason, one), (moment, reason, one)
    return count


@pytest.mark.parametrize("key", games())
def test_reasons_are_true(key: str) -> None:
    assert refereed(Setting(games()[key], 4), range(1)).total() >= 4


@pytest.mark.heavy
def test_a_thousand_reasons_are_true() -> None:
    count: Counter[str] = Counter()
    for setting in settings():
        count += refereed(setting, range(1, 13))
    assert count.total() >= 1000
    assert len(count) >= 30
