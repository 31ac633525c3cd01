"""The policy sees no more than a player does, and what it plays can be explained."""

from array import array
from random import Random

import pytest

from kwbot.commands.simulate import first_deal
from kwbot.engine.values.actions import PLAYS
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import view
from kwbot.players.kernel import PlayInference, Policy, State, TrickRules, leanings, prospects
from kwbot.players.samples.determinization import Determinizer
from kwbot.players.samples.kernel_input import KernelInput
from tests.engine.playing import Setting, one_move, settings, shuffled
from tests.players.positions import GAMES, kernel_of, moments


def rearranged(position: State, rng: Random) -> State:
    """The same, but others may hold each other's cards, unless these lie open."""
    other = State(position.rules)
    other.copy(position)
    seats = [at for at in range(position.rules.players) if at != position.seat]
    hidden = {at: position.hand[at] & ~position.shown[at] for at in seats}
    bits = [1 << bit for bit in range(59) if sum(hidden.values()) >> bit & 1]
    rng.shuffle(bits)
    for at in seats:
        number = hidden[at].bit_count()
        other.hold(at, position.hand[at] & position.shown[at] | sum(bits[:number]))
        del bits[:number]
    return other


@pytest.mark.parametrize("setting", GAMES)
def test_nobody_sees_the_hands_of_others(setting: Setting) -> None:
    rng = Random(f"{setting} unseen")
    for match in moments(setting, rng, 2):
        _, position = kernel_of(match)
        other, legal = rearranged(position, rng), position.legal()
        policy = Policy(rng.getrandbits(4))
        assert policy.choose(position, legal) == policy.choose(other, legal)


@pytest.mark.parametrize("setting", GAMES)
def test_a_legal_card_is_chosen(setting: Setting) -> None:
    rng = Random(f"{setting} legal")
    for match in moments(setting, rng, 2):
        _, position = kernel_of(match)
        chosen = Policy(rng.getrandbits(4)).choose(position, position.legal())
        assert chosen & position.legal() == chosen != 0
        assert chosen & (chosen - 1) == 0


def test_who_leads_shows_nothing_and_who_discards_shows_a_void() -> None:
    match = first_deal("whist", Random(5))
    setting = KernelInput(view(match, match.to_act()[0]))
    assert match.deal
    position = setting.deal(match.deal.layout.hands)
    position.hold(position.seat, 0b11)
    follower = (position.seat + 1) % 4
    position.hold(follower, 1 << 14 | 1 << 28)
    position.play(0b1)
    assert position.out == 0
    position.play(1 << 14)
    assert position.out == 1 << (4 * follower)


ACE, KING, SIX, TWO = (1 << place for place in (0, 1, 8, 12))
OTHER = 1 << 28
"""Clubs by their places, and a card of another suit."""


def leading(second: int, shown: int = 0, aside: int = 0) -> State:
    """Who holds king and six of clubs leads; the next player holds `second`, and so on."""
    match = first_deal("whist", Random(5))
    setting = KernelInput(view(match, match.to_act()[0]))
    assert match.deal
    position = setting.deal(match.deal.layout.hands)
    seats = [(position.seat + turn) % 4 for turn in range(4)]
    rest = [OTHER << at for at in range(8)]
    hands = (KING | SIX, second, rest[0] | rest[1], rest[2] | rest[3])
    for seat, hand in zip(seats, hands, strict=True):
        position.hold(seat, hand)
    position.show(seats[1], shown)
    position.trumps, position.aside = 5, aside
    return position


def test_a_king_is_led_where_nothing_beats_it() -> None:
    assert Policy().choose(leading(TWO | OTHER << 9), KING | SIX) == KING


@pytest.mark.parametrize("shown", [0, ACE, ACE | OTHER << 9], ids=["hidden", "partly", "open"])
def test_it_is_kept_from_an_ace_that_anybody_may_hold(shown: int) -> None:
    assert Policy().choose(leading(ACE | OTHER << 9, shown), KING | SIX) == SIX


def test_nobody_knows_what_lies_aside() -> None:
    assert Policy().choose(leading(TWO | OTHER << 9, aside=ACE), KING | SIX) == SIX


# --- what the able think of -----------------------------------------------------------------------

TWO_SIDES = ([0, 0, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1])
"""What each player gets after none has a trick yet, after 0 or 2 have one, and 1 or 3."""
LAST_LOSES = ([0, 0, 0, 0], [1, 1, 1, 1], [1, 1, 1, -1])
FIRST_LOSES = ([0, 0, 0, 0], [1, 1, 1, 1], [-1, 1, 1, 1])
"""The same where player 3, or player 0, is to take none."""
JOKER = 1 << 56


def one_trick(worth: tuple[list[int], ...], takers: list[int], hands: list[int]) -> State:
    """A trick that player 0 leads to; by who takes it, `takers` has the row of what each gets."""
    rules = TrickRules(4)
    for leader in range(4):
        rules.turns(leader, [(leader + turn) % 4 for turn in range(4)])
    rules.after = array("i", [*takers, 1, 1, 1, 1, 2, 2, 2, 2])
    rules.worth = array("d", [points for row in worth for points in row])
    rules.readiness, rules.granted, rules.final = leanings(rules.after, rules.worth, 4)
    rules.brings, rules.stake = prospects(rules.after, rules.worth, 4)
    position = State(rules)
    for seat, hand in enumerate(hands):
        position.hold(seat, hand)
    return position


def chosen(position: State) -> tuple[int, int]:
    """By a player who thinks of this trick, and by an able one."""
    simple, others, able = (
        Policy(minds).choose(position, position.legal())
        for minds in (0, 0b1111 & ~(1 << position.seat), 0b1111)
    )
    assert others == simple
    return simple, able


def card(suit: int, place: int) -> int:
    return 1 << 14 * suit + place


def test_who_wants_none_lays_away_a_high_card_of_a_short_suit() -> None:
    long = [card(0, place) for place in (0, 5, 9, 12)]
    hands = [card(2, 0), card(2, 1), card(2, 2), sum(long) | card(1, 1)]
    position = one_trick(LAST_LOSES, [1, 1, 1, 2], hands)
    for place in range(3):
        position.play(card(2, place))
    assert chosen(position) == (card(0, 0), card(1, 1))


@pytest.mark.parametrize("few", [0, 1])
def test_who_wants_tricks_leads_what_the_others_have_few_of(few: int) -> None:
    many = 1 - few
    mine, next_one = card(few, 0) | card(many, 0), card(few, 2) | card(few, 3) | card(many, 2)
    rest = [card(many, at) | card(many, at + 1) | card(many, at + 2) for at in (3, 6)]
    position = one_trick(TWO_SIDES, [1, 2, 1, 2], [mine, next_one, *rest])
    assert chosen(position) == (card(0, 0), card(few, 0))


@pytest.mark.parametrize("short", [0, 1])
def test_who_wants_none_leads_a_short_suit(short: int) -> None:
    long = 1 - short
    mine = card(short, 12) | card(long, 9) | card(long, 11) | card(long, 12)
    others = [card(short, at) | card(short, at + 3) | card(long, at) for at in (0, 1, 2)]
    position = one_trick(FIRST_LOSES, [2, 1, 1, 1], [mine, *others])
    assert chosen(position)[1] == card(short, 12)


def test_who_wants_none_leads_no_joker() -> None:
    low = sum(card(0, at) for at in range(7, 13))
    others = [card(0, at) | card(1, at) for at in (0, 1, 2)]
    position = one_trick(FIRST_LOSES, [2, 1, 1, 1], [low | JOKER, *others])
    assert JOKER not in chosen(position)


@pytest.mark.parametrize("passing", [0, 1])
def test_a_trump_is_worth_no_more_than_others_where_trumps_change(passing: int) -> None:
    hands = [card(0, 5) | card(3, 0), card(0, 0) | card(3, 1), card(0, 6) | card(3, 2)]
    position = one_trick(TWO_SIDES, [1, 2, 1, 2], [*hands, card(1, 12) | card(2, 8)])
    position.trumps, position.rules.lead_before_makes_trumps = 1, passing
    for played in (card(0, 5), card(0, 0), card(0, 6)):
        position.play(played)
    simple, able = chosen(position)
    assert simple == card(2, 8)
    assert able == (card(1, 12) if passing else card(2, 8))


# --- what was played ------------------------------------------------------------------------------


def played(seed: int, errors: int) -> tuple[State, State, PlayInference]:
    """A deal of whist at its beginning, after some 30 cards (`errors` of 1024 are chance), and the
    course of it as the player sees it who is in turn then."""
    match = first_deal("whist", Random(seed))
    setting = KernelInput(view(match, match.to_act()[0]))
    assert match.deal
    now = setting.deal(match.deal.layout.hands)
    policy, rng = Policy(), Random(seed)
    opening = State(now.rules)
    opening.copy(now)
    for seat in range(4):
        opening.hold(seat, 0)
    cards, takers = array("Q"), array("i")
    while len(cards) < 30:
        legal, seat = now.legal(), now.seat
        some = [1 << bit for bit in range(59) if legal >> bit & 1]
        card = rng.choice(some) if rng.random() * 1024 < errors else policy.choose(now, legal)
        now.play(card)
        opening.hold(seat, opening.hand[seat] | card)
        cards.append(card)
        takers.append(-1)
    return opening, now, PlayInference(opening, cards, takers, now.seat)


@pytest.mark.parametrize("seed", range(5))
def test_cards_as_expected_are_explained_by_the_true_hands(seed: int) -> None:
    _, now, course = played(seed, 0)
    assert course.explain(now) == 1.0


WHIST = [setting for setting in settings() if setting.variant.key == "whist"]


@pytest.mark.parametrize("setting", WHIST, ids=str)
def test_so_are_those_of_a_deal_at_a_table(setting: Setting) -> None:
    rng = Random(f"{setting} explained")
    match = shuffled(setting.begin(), rng)
    while match.to_act():
        seat = match.to_act()[0]
        if not isinstance(match.choice(seat), PlayCard):
            match, _ = one_move(match, rng)
            continue
        kernel, position = kernel_of(match)
        assert match.deal
        if len(match.deal.layout.hands[seat]) == 3:
            assert kernel.inference(kernel.opening()).explain(position) == 1.0
            return
        chosen = Policy().choose(position, position.legal())
        match = match.apply(seat, PLAYS[kernel.masks.card[chosen]])
    raise AssertionError("nobody played ten tricks")


@pytest.mark.parametrize("seed", range(5))
def test_other_hands_explain_them_less_often(seed: int) -> None:
    _, now, course = played(seed, 0)
    rng = Random(seed)
    others = [course.explain(rearranged(now, rng)) for _ in range(100)]
    assert max(others) <= 1.0
    assert sum(others) / len(others) < 0.5


def test_odd_cards_are_held_against_the_hands_but_not_ruled_out() -> None:
    found = [played(seed, 512) for seed in range(10)]
    explained = [course.explain(now) for _, now, course in found]
    assert all(0 < one < 1 for one in explained)


@pytest.mark.slow
def test_samples_are_drawn_that_explain_what_was_played() -> None:
    """By the hands of those who play so: dealt with and without regard for the play."""
    better = []
    for seed in range(12):
        match = first_deal("whist", Random(seed))
        for _ in range(26):
            setting = KernelInput(view(match, match.to_act()[0]))
            assert match.deal
            position = setting.deal(match.deal.layout.hands)
            card = setting.masks.card[Policy().choose(position, position.legal())]
            match = match.apply(match.to_act()[0], PLAYS[card])
        seen = view(match, match.to_act()[0])
        setting = KernelInput(seen)
        setting.weigh()
        course = setting.inference(setting.opening())
        means = []
        for regarded in (False, True):
            drawn, seed_ = Determinizer(seen, setting.masks), seed
            if regarded:
                drawn.recall(course)
            total = 0.0
            for _ in range(40):
                seed_ = drawn.deal(setting.start, seed_)
                total += course.explain(setting.start)
            means.append(total / 40)
        better.append(means[1] > means[0])
    assert sum(better) >= 11
