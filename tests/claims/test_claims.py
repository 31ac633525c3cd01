"""Claims: what is granted comes true however the others hold and play their cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from kwbot.claims.claim_grounds import ClaimGrounds, knowledge
from kwbot.claims.claim_proof import inevitable, proves
from kwbot.engine.deals import claims
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.phases.playrules import Ban, PlayRules, ace_high, ace_low, same_trumps
from kwbot.engine.phases.rulepoints import (
    Awarded,
    LaysOpen,
    LedFirst,
    TrumpsAfterOthers,
    suit_led_before,
)
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Play, Seat, TrickClaim
from kwbot.engine.values.cards import FULL_DECK, JOKERS, CardSet, Suit
from kwbot.engine.values.choices import LadderBid
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import view
from kwbot.variants import games
from tests.claims.claim_cases import case
from tests.engine.playing import begin, one_move, shuffled

GAMES = list(games().values())
ANY = Purpose("player", Sentence(""), "")


def endings(variant: Variant, rng: Random, left: int) -> Iterator[Match]:
    """The moments of a random deal at which somebody may claim, with few cards left."""
    players = rng.choice((3, 4)) if variant.least_players == 3 else 4
    whole = {"early_stop": "off"} if "early_stop" in {one.key for one in variant.options} else {}
    match = shuffled(begin(variant, players, whole), rng)
    while match.deal is not None and match.deal.result is None:
        (seat, *_), play = match.to_act(), match.deal.play
        if play is not None and play.asking is None and len(play.layout.hands[seat]) <= left:
            yield match
        match = _high_bid(match, seat, rng) or one_move(match, rng)[0]


def _high_bid(match: Match, seat: Seat, rng: Random) -> Match | None:
    """Half of the auctions go high, where nolos are."""
    choice = match.choice(seat)
    if isinstance(choice, LadderBid) and choice.bids and rng.random() < 0.5:
        return match.apply(seat, rng.choice(choice.bids[-6:]))
    return None


def comes_true(play: TrickPlay, who: Seat, wanted: int, *, choosing: bool = True) -> bool:
    """Whether `who` takes exactly so many tricks in all, whatever the others play; without
    `choosing` whatever they play themselves."""
    taken = play.tricks_taken()[who]
    left = max(map(len, play.layout.hands)) + bool(play.asking) if play.turn else 0
    if taken > wanted or taken + left < wanted:
        return False
    if not play.turn:
        return taken == wanted
    (turn,) = play.turn
    moves = play.choice(turn) if play.asking else map(Play, play.legal_cards())
    after = (comes_true(play.apply(turn, one), who, wanted, choosing=choosing) for one in moves)
    return any(after) if turn == who and choosing else all(after)


def without_atelier(play: TrickPlay) -> TrickPlay:
    """What lies open changes nothing in what may be played."""
    asked = tuple(one for one in play.rules.interrupts if not isinstance(one, LaysOpen))
    return replace(play, rules=replace(play.rules, interrupts=asked))


def held_against_the_solver(variant: Variant, deals: int, left: int, seed: int) -> Counter[str]:
    """Look at all endings of random deals; nothing may be proven that does not come true."""
    rng, seen = Random(seed), Counter[str]()
    for _ in range(deals):
        for match in endings(variant, rng, left):
            deal, (seat,) = match.deal, match.to_act()
            assert deal is not None
            play = deal.play
            assert play is not None
            known, hand = knowledge(view(match, seat), seat), len(play.layout.hands[seat])
            seen["endings"] += 1
            for tricks in range(hand + 1):
                name = {hand: "all", 0: "none"}.get(tricks, "a number")
                seen[f"{name} asked"] += 1
                if known is not None and proves(known, tricks):
                    seen.update([f"{name} proven", *_kinds(known, play)])
                    wanted = play.tricks_taken()[seat] + tricks
                    ending = without_atelier(play)
                    assert comes_true(ending, seat, wanted), f"{seat} {tricks}: {deal.lines()}"
                    match.with_claim(TrickClaim(seat, str(tricks)))
                    if inevitable(known) == tricks:
                        seen["inevitable"] += 1
                        assert comes_true(ending, seat, wanted, choosing=False), deal.lines()
    return seen


STRANGE = ("with the card of justice to come", "with changing trumps", "with a void card")


def _kinds(known: ClaimGrounds, play: TrickPlay) -> Iterator[str]:
    """What is unusual about a claim that was proven."""
    rules, yet = known.rules, known.hand | known.outstanding
    if any(isinstance(one, LaysOpen) for one in rules.interrupts):
        yield "with an atelier"
    if any(isinstance(one, Awarded) and one.card in yet for one in rules.interrupts):
        yield STRANGE[0]
    if rules.next_trumps is suit_led_before:
        yield STRANGE[1]
    if known.secret or (rules.stand_in and rules.stand_in[0] in yet):
        yield STRANGE[2]


def arranged(rng: Random, left: int) -> tuple[TrickPlay, ClaimGrounds]:
    """An ending dealt at random from few cards, and what whoever is in turn knows who knows which
    cards are out: by rules of all kinds, for a soloist or not, in the middle of a trick or not."""
    deck = list(FULL_DECK | JOKERS)
    suits = rng.choice((2, 3, 4))
    deck = [card for card in deck if card.suit is None or card.suit < suits]
    cards = rng.sample(deck, min(len(deck), 4 * left + rng.choice((0, 0, 3))))
    left = min(left, len(cards) // 4)
    hands = tuple(CardSet(cards[at * left : (at + 1) * left]) for at in range(4))
    trumps = rng.choice((None, *Suit))
    holder, suit, decider = rng.randrange(4), rng.choice(list(Suit)), rng.randrange(4)
    strange = rng.randrange(8)
    rules = PlayRules(
        0, trumps, rng.choice((ace_high, ace_low)), alone=rng.choice((0, 0, 1, 2, 3)),
        bans=rng.choice(((), (Ban(LedFirst(rng.choice(cards)), Sentence("")),),
                         (Ban(TrumpsAfterOthers(rng.randrange(4)), Sentence("")),))),
        next_trumps=suit_led_before if strange == 1 else same_trumps,
        interrupts=(Awarded(decider, rng.choice(cards), ANY),) if strange == 2 else (),
        stand_in=(rng.choice(list(hands[holder])), suit) if strange == 3 else None,
        secret_stand_in=(holder, suit) if strange in (3, 4) else None,
    )  # fmt: skip
    table = Layout(4, 3, (0, 1, 2, 3), CardSet(cards), hands)
    play = TrickPlay(table, rules, (0, 1, 2, 3), trumps, (0,))
    for _ in range(rng.choice((0, 0, 0, 1, 2, 3))):
        (turn,) = play.turn
        play = play.apply(turn, Play(rng.choice(list(play.legal_cards()))))
    (seat,) = play.turn
    gone = CardSet(card for _, card in play.plays)
    unseen = CardSet(cards) - hands[seat] - gone
    sizes = {other: len(play.layout.hands[other]) for other in range(4) if other != seat}
    hidden = rules.stand_in is not None and rules.stand_in[0] in unseen
    known = ClaimGrounds(
        seat, hands[seat], replace(rules, stand_in=None) if hidden else rules, trumps,
        table.seats, play.order, play.plays, (), table.deck, dict.fromkeys(sizes, unseen), sizes,
    )  # fmt: skip
    return play, known


def check_arranged(endings: int, seed: int) -> Counter[str]:
    rng, seen = Random(seed), Counter[str]()
    for _ in range(endings):
        play, known = arranged(rng, rng.choice((2, 3, 3)))
        for tricks in range(len(known.hand) + 1):
            name = {len(known.hand): "all", 0: "none"}.get(tricks, "a number")
            if proves(known, tricks):
                seen.update([name, *_kinds(known, play)])
                assert comes_true(play, known.seat, tricks), f"{name}: {known}"
                claims.play_out(play, known.seat, tricks)
                if inevitable(known) == tricks:
                    seen["inevitable"] += 1
                    assert comes_true(play, known.seat, tricks, choosing=False), known
    return seen


@pytest.mark.slow
def test_no_claim_in_an_arranged_ending_could_be_beaten() -> None:
    seen = check_arranged(300, seed=1)
    assert min(seen["all"], seen["none"]) > 5
    assert seen["a number"] > 2


@pytest.mark.heavy
def test_no_claim_in_10_000_arranged_endings_could_be_beaten() -> None:
    seen = check_arranged(10_000, seed=2)
    print(dict(seen))  # noqa: T201
    assert min(seen["all"], seen["none"], seen["a number"]) > 200
    assert min(seen[kind] for kind in STRANGE) > 20


@pytest.mark.slow
@pytest.mark.parametrize("variant", GAMES, ids=lambda game: game.key)
def test_no_claim_is_granted_that_could_be_beaten(variant: Variant) -> None:
    seen = held_against_the_solver(variant, 12, 3, seed=1)
    assert seen["all proven"] > 5


@pytest.mark.heavy
@pytest.mark.parametrize("variant", GAMES, ids=lambda game: game.key)
def test_of_thousands_of_claims_none_could_be_beaten(variant: Variant) -> None:
    asked = Counter[str]()
    for seed in range(1000):
        asked += held_against_the_solver(variant, 10, 4, seed)
        if asked["endings"] >= 2000:
            break
    print(dict(asked))  # noqa: T201


def held(
    hand: str, others: str, trumps: Suit | None = None, alone: Seat | None = None
) -> ClaimGrounds:
    """What player 0, who leads, knows of an ending; everybody may hold all of the others' cards."""
    unseen = CardSet.parse(others)
    sizes = dict.fromkeys((1, 2, 3), len(unseen) // 3)
    return ClaimGrounds(
        0, CardSet.parse(hand), PlayRules(0, trumps, alone=alone), trumps, (0, 1, 2, 3),
        (0, 1, 2, 3), (), (), CardSet.parse(f"{hand} {others}"),
        dict.fromkeys(sizes, unseen), sizes,
    )  # fmt: skip


S, H = Suit.SPADES, Suit.HEARTS


@pytest.mark.parametrize(
    ("hand", "others", "trumps", "certain"),
    [
        ("SA HA DA", "SK SQ HK HQ DK DQ C2 C3 C4", None, True),
        ("SA HA DA", "SK SQ HK HQ DK DQ C2 C3 C4", Suit.CLUBS, False),
        ("SA SK HA", "S9 S8 HK HQ DK DQ C2 C3 C4", S, True),
        ("SA SK HA", "S9 S8 S7 HQ DK DQ C2 C3 C4", S, False),
        ("SA SK S2", "S9 S8 HK HQ DK DQ C2 C3 C4", None, True),
        ("SA SQ HA", "SK S8 HK HQ DK DQ C2 C3 C4", None, False),
        ("SA SK SQ", "HK HQ H9 D2 D3 D4 C2 C3 C4", H, False),
        ("SA SK SQ", "SJ ST S9 D2 D3 D4 C2 C3 C4", H, True),
    ],
)
def test_top_cards_top_trumps_and_winners_are_granted(
    hand: str, others: str, trumps: Suit | None, certain: bool
) -> None:
    assert proves(held(hand, others, trumps), 3) == certain


@pytest.mark.parametrize(
    ("hand", "others", "certain"),
    [
        ("S2 H2 D2", "S3 S4 S5 H3 H4 H5 D3 D4 D5", True),
        ("S2 S4 D2", "S3 S5 S6 H3 H4 H5 D3 D4 D5", True),
        ("S2 S4 S6", "S3 S5 H6 H3 H4 H5 D3 D4 D5", False),
        ("S2 S4", "S3 S5 H6 H3 H4 H5", False),
        ("C2 S9", "C3 S8 SK H3 H4 H5", False),
        ("C2 HA", "C3 C4 C5 D3 D4 D5", True),
    ],
)
def test_none_is_granted_with_the_lowest_cards(hand: str, others: str, certain: bool) -> None:
    """In the fourth, one opponent takes the 2 with the 5, and leads the 3."""
    assert proves(held(hand, others, alone=0), 0) == certain
    assert not proves(held(hand, others, alone=1), 0)


@pytest.mark.parametrize(
    ("hand", "others", "tricks", "alone_from"),
    [
        ("SA S2", "S3 S4 S5 S6 S7 S8", 1, 0),
        ("SA S3", "S2 S4 H2 H3 H4 H5", None, 0),
        ("SA HA S2", "S3 S4 S5 S6 S7 S8 H3 H4 H5", 2, 0),
        ("SA S2", "S3 S4 S5 S6 S7 S8", None, 1),
    ],
)
def test_a_number_is_granted_to_whose_number_alone_counts(
    hand: str, others: str, tricks: int | None, alone_from: int
) -> None:
    """In the second, the 3 may be the highest spade left when it is led, or not."""
    known = held(hand, others, alone=0)
    known = replace(known, rules=replace(known.rules, alone_from=alone_from))
    some = range(1, len(known.hand))
    assert [count for count in some if proves(known, count)] == ([tricks] if tricks else [])
    assert not any(proves(held(hand, others, alone=1), count) for count in some)


@pytest.mark.parametrize(
    ("hand", "others", "certain"),
    [("SA SK", "S3 S4 H4 H5 H6 H7", True), ("SA S2", "S3 H3 H4 H5 H6 H7", False)],
)
def test_only_what_nobody_can_change_is_inevitable(hand: str, others: str, certain: bool) -> None:
    """In the second, the ace draws the 3; but the 2 might be led before."""
    assert proves(held(hand, others), 2)
    assert inevitable(held(hand, others)) == (2 if certain else None)


def test_a_number_that_nobody_can_change_is_found_at_once() -> None:
    """The ace takes a trick whenever it is led, and the 2 never does, or it may; and a number
    counts only for who plays alone."""
    certain, open_ = "S3 S4 S5 S6 S7 S8", "S3 S4 H2 H3 H4 H5"
    assert inevitable(held("SA S2", certain, alone=0)) == 1
    assert inevitable(held("SA S2", certain, alone=1)) is None
    assert inevitable(held("SA S2", open_, alone=0)) is None
    assert inevitable(held("S2 H2", "S3 S4 S5 H6 H7 H8", alone=0)) == 0


def test_who_of_the_others_wins_a_trick_may_matter() -> None:
    """2 claims none of four tricks that they lead; but the 6 or 7 of hearts can be made to win."""
    match = case("unsound-0")
    known = knowledge(view(match, 2), 2)
    assert known is not None
    assert not any(proves(known, tricks) for tricks in range(5))


def test_a_player_may_be_led_into_taking_a_trick() -> None:
    """0 claims none, and leads the 2 of diamonds: queen and 6, then the 4 of hearts finds the 5.
    From one to three are theirs, as they like."""
    known = knowledge(view(case("unsound-1"), 0), 0)
    assert known is not None
    assert [tricks for tricks in range(5) if proves(known, tricks)] == [1, 2, 3]


@pytest.mark.parametrize("name", ["auto-0", "auto-1", "auto-2"])
def test_no_number_is_inevitable_that_the_others_can_change(name: str) -> None:
    match = case(name)
    (seat,) = match.to_act()
    assert match.deal is not None
    known = knowledge(view(match, None), seat, len(match.deal.layout.hands[seat]))
    assert known is not None
    assert inevitable(known) is None
