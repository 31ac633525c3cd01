"""What the benchmark of wrong cards says of cards that were found to be so by hand."""

from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from benches.players import card_trial, wrong_cards
from benches.players.card_trial import (
    CARDS_DECIDE,
    CardTrial,
    _partners,
    fewest_better,
    open_solver,
    stakes_of,
)
from benches.players.claim_endings import ending
from benches.players.open_endings import NO_TRUMPS, Deck, NamedRules, layouts
from benches.players.pending_bans import is_spent
from benches.players.wrong_cards import (
    BETTER_SHARE,
    NOT_JUDGED,
    _taken_from_partner,
    _untried,
    judged,
)
from kwbot.commands.simulate import first_deal
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import Reader
from kwbot.engine.phases.playrules import Ban, same_trumps
from kwbot.engine.phases.rulepoints import (
    LedFirst,
    MustFall,
    NoJokerFirst,
    TrumpsAfterOthers,
    suit_led_before,
)
from kwbot.engine.values.cards import NO_CARDS, Card, Suit
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.trick import Trick
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import View, view
from kwbot.variants import counsels, games
from tests.benches.players.plain_trial import PlainOpenHands, plain_values, right_cards
from tests.independent.endings import Ending, bits

HANDS = 100
"""So many are enough here."""
RECORDS = Path(__file__).parents[2] / "players" / "search" / "cards"


@pytest.fixture(autouse=True)
def few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_trial, "LAYOUTS", HANDS)
    monkeypatch.setattr(card_trial, "RARE_LAYOUTS", HANDS)


def recorded(name: str) -> Match:
    return Reader(games()).read(RECORDS.joinpath(f"{name}.kwr").read_text("utf-8"))


def judge(name: str, card: str) -> Counter[str]:
    match = recorded(name)
    return judged(match, match.to_act()[0], Card.parse(card), Random(1))


@pytest.mark.parametrize(
    ("name", "wrong", "right"), [("third-hand", "C6", "HQ"), ("last-hand", "C8", "HK")]
)
def test_wrong_cards_are_told_from_right_ones(name: str, wrong: str, right: str) -> None:
    found = judge(name, wrong)
    assert found["wrong"] == 1
    assert found["layouts"] >= 50
    found = judge(name, right)
    assert (found["wrong"], found["tried"]) == (0, 1)


def test_a_card_is_wrong_where_another_is_better_in_enough_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wrong_cards, "BETTER_SHARE", 1.01)
    assert judge("last-hand", "C8")["wrong"] == 0


def test_what_is_better_in_some_hands_is_not_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """It loses most of a trick on average, but not in 2 % of the hands."""
    monkeypatch.setattr(card_trial, "LAYOUTS", 10 * HANDS)
    found = judge("lead", "S8")
    assert (found["wrong"], found["tried"]) == (0, 1)


def test_what_cannot_be_solved_is_not_counted_as_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_trial, "stakes_of", lambda *_: None)
    found = judge("last-hand", "C8")
    assert (found["tried"], found[f"{NOT_JUDGED}{CARDS_DECIDE}"], found["wrong"]) == (0, 1, 0)


def test_trumps_on_partners_safe_trick_are_counted() -> None:
    found = judge("last-hand", "C8")
    assert (found["safe"], found["ruffs"], found["ruffs in vain"]) == (1, 1, 1)
    left = judge("last-hand", "S9")
    assert (left["safe"], left["ruffs"], left["overtakes"]) == (1, 0, 0)


@pytest.mark.parametrize(
    ("enough", "found"), [(40, {"ruffs judged": 1, "ruffs in vain": 1}), (HANDS, {})]
)
def test_where_too_much_would_be_tried_enough_hands_are_enough(
    enough: int, found: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = recorded("last-hand")
    seen = view(match, match.to_act()[0])
    known = ending(seen, match.to_act()[0], len(seen.hand))
    assert known
    trial = CardTrial(seen, known, Card.parse("C8"))
    trial.better_card(trial.leaving_cards(), 0.0, Random(1))
    nodes = 3 * open_solver().nodes // 4
    open_solver.cache_clear()  # it remembers nothing
    monkeypatch.setattr(card_trial, "ENOUGH_HANDS", enough)
    taken = _taken_from_partner(trial, Random(1), nodes)
    assert {kind: taken[kind] for kind in taken if kind.startswith("ruffs ")} == found


@pytest.mark.parametrize(
    ("cards", "tricks", "spent"),
    [
        (MustFall(Card.parse("HA")), "C2 HA H2 C3", True),
        (MustFall(Card.parse("HA")), "C2 H3 H2 C3", False),
        (MustFall(Card.parse("HA")), "H2 H3 C2 C3", True),  # it lies aside
        (LedFirst(Card.parse("HA")), "H2 H3 C2 C3", False),
        (LedFirst(Card.parse("HA")), "C2 HA H2 C3", True),
        (NoJokerFirst(), "H2 H3 C2 C3", True),
        (NoJokerFirst(), "", False),
        (TrumpsAfterOthers(0), "H2 H3 C2 C3", False),
        (TrumpsAfterOthers(0), "S2 H3 C2 C3", False),  # nobody else has
        (TrumpsAfterOthers(0), "H2 S3 C2 C3", True),
    ],
)
def test_bans_are_spent_once_nobody_can_be_bound_by_them(
    cards: Any, tricks: str, *, spent: bool
) -> None:
    plays = tuple(enumerate(map(Card.parse, tricks.split())))
    seen: Any = SimpleNamespace(
        tricks=(Trick(plays, Suit.SPADES, 0),) if plays else (),
        plays=(),
        trumps=Suit.SPADES,
        rules=SimpleNamespace(next_trumps=same_trumps),
    )
    assert is_spent(Ban(cards, Sentence("")), seen) is spent
    seen.plays, seen.tricks = plays, ()
    if isinstance(cards, MustFall | LedFirst | NoJokerFirst):
        assert not is_spent(Ban(cards, Sentence("")), seen), "the trick is not over"


def test_trumps_that_change_bind_again() -> None:
    ban = Ban(TrumpsAfterOthers(0), Sentence(""))
    seen: Any = SimpleNamespace(
        tricks=(),
        plays=((1, Card.parse("S3")),),
        trumps=Suit.SPADES,
        rules=SimpleNamespace(next_trumps=suit_led_before),
    )
    assert not is_spent(ban, seen)
    seen.rules.next_trumps = same_trumps
    assert is_spent(ban, seen)
    seen.plays, seen.trumps = (), None
    assert is_spent(ban, seen)


@pytest.mark.parametrize(
    ("declarer", "partner", "partners"),
    [(0, None, {1, 2, 3}), (0, 0, {1, 2, 3}), (0, 2, {1, 3}), (1, 2, {1, 2}), (1, 1, {1})],
)
def test_partners_are_those_who_play_a_contract_and_the_others(
    declarer: int, partner: int | None, partners: set[int]
) -> None:
    seen: Any = SimpleNamespace(
        sides=(), seat=1, seats=(0, 1, 2, 3), declarer=declarer, partner=partner
    )
    assert _partners(seen) == partners


DECISIONS = 9
"""Of each game; every card of each is judged."""


def decisions(game: str) -> Iterator[tuple[View, Ending]]:
    """Decisions with three cards in hand, of deals that are bid and played at random. Where several
    play alone test_engine_endings.py has them."""
    for number in count():
        rng = Random(f"{game} {number}")
        match = first_deal(game, rng)
        while match.to_act():
            seat = match.to_act()[0]
            seen, choice = view(match, seat), match.choice(seat)
            if isinstance(choice, PlayCard) and len(choice) > 1 and len(seen.hand) == 3:
                known = ending(seen, seat, 3)
                if known and not _untried(seen, known) and len(seen.soloists) < 2:
                    yield seen, known
            match = match.apply(seat, choice.sample(rng))


ONE_OF_A_KIND = ("kombinations-whist", "hus")
HEAVY = [pytest.param(key, marks=pytest.mark.heavy) for key in games() if key not in ONE_OF_A_KIND]


@pytest.mark.parametrize("game", [*ONE_OF_A_KIND, *HEAVY])
def test_the_fast_way_says_the_same_as_trying_everything(game: str) -> None:
    verdicts, left = Counter[str](), DECISIONS
    for number, (seen, known) in enumerate(decisions(game)):
        values = plain_values(seen, known, HANDS, Random(number))
        left -= values is not None
        assert isinstance(seen.choice, PlayCard)
        for card in seen.choice.cards:
            trial = CardTrial(seen, known, card)
            fast = trial.better_card(trial.others, BETTER_SHARE, Random(number))
            assert (fast is None) == (values is None)
            if fast and values:
                right = right_cards(values, card, BETTER_SHARE)
                assert (fast.card is not None) == bool(right)
                assert fast.card is None or trial.name(fast.card) in right
                verdicts["wrong" if right else "right"] += 1
        if not left:
            break
    assert verdicts["right"]
    assert verdicts["wrong"]


def test_rules_that_name_a_card_or_a_player_are_kept_by_the_solver() -> None:
    """As by trying everything, whichever cards and players they name."""
    ends, other = set[int](), 0
    for number, (seen, known) in enumerate(islice(decisions("whist"), 3 * DECISIONS)):
        rng, deck = Random(number), Deck.of(known)
        hands = {**next(layouts(known, rng, 1)[1]), known.claimant: known.hand}
        held = tuple([deck.cards(hands[one]) for one in known.seats])
        cards = [*bits(sum(held))]
        named = NamedRules(*map(rng.choice, ([0, *cards], range(-1, 4), [0, *cards], range(4))))
        decides = stakes_of(seen, counsels()["whist"].payoffs(seen, [NO_CARDS] * 4))
        assert decides
        assert isinstance(seen.choice, PlayCard)
        for card in map(deck.cards, (one.bit for one in seen.choice.cards)):
            found = []
            for rules in (named, NamedRules()):
                plays = [deck.cards(one) for _, one in known.plays]
                open_solver().lay(
                    deck.open_rules(decides, rules), held, plays, deck.trick().order[0],
                    NO_TRUMPS if known.trumps is None else known.trumps,
                )  # fmt: skip
                found.append(open_solver().value(card, 0, decides.ends))
            assert found[0] == PlainOpenHands(deck, decides, named, held).value(card)
            other += found[0] != found[1]
            ends.add(found[0])
    assert len(ends) > 2
    assert other > DECISIONS / 2, "they make a difference"


def test_few_better_hands_are_too_few_for_a_quarter_of_all() -> None:
    assert [fewest_better(hands, 0.25) for hands in (1, 40, 41, 78)] == [0, 0, 1, 5]
    assert fewest_better(200, 0.0) == 0
