"""The kernel against the engine: the same cards, side by side."""

from array import array
from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.cards import CardSet
from kwbot.players.kernel import Policy, State, TrickRules, run
from kwbot.players.samples.kernel_input import KernelInput
from kwbot.players.samples.masks import SUIT_PLACES
from tests.engine.playing import Setting
from tests.players.many_seats import seated
from tests.players.positions import GAMES, kernel_of, moments

FIELDS = ("leader", "seat", "played", "led", "trumps", "first", "row", "out")
WITHIN_A_TRICK = ("holder", "best", "best_suit")


def check_moves(setting: Setting, rng: Random, deals: int) -> int:
    """Play the same cards in the engine and in the kernel, side by side; how many positions."""
    compared, before = 0, None
    kernel, position = None, None
    for match in moments(setting, rng, deals):
        assert match.deal
        if kernel and position and match.deal.log[:-1] == before:
            card = match.deal.log[-1][1].card  # type: ignore[attr-defined]
            position.play(kernel.masks.bit[card])
        else:  # the first card, or something else was decided
            kernel, position = kernel_of(match)
        check_position(kernel, position, match)
        compared, before = compared + 1, match.deal.log
    return compared


def check_position(kernel: KernelInput, position: State, match: Match) -> None:
    """The kernel stands where the engine stands, and the same cards are legal."""
    assert match.deal
    play, of = match.deal.play, kernel.masks.of
    assert play
    (seat,) = match.to_act()
    hands, led = play.layout.hands, 5 if not play.plays else 4 if play.led is None else play.led
    assert position.seat == kernel.place[seat]
    assert position.leader == kernel.place[play.order[0]]
    assert position.played == len(play.plays)
    assert position.led == led
    assert position.trumps == (5 if play.trumps is None else play.trumps)
    assert position.trick == of(CardSet(card for _, card in play.plays))
    assert position.legal() == of(play.legal_cards())
    assert [position.hand[at] for at in kernel.place.values()] == [
        of(hands[seat]) for seat in kernel.place
    ]
    if not play.plays:
        assert position.first == int(not play.tricks)
        for seat, at in kernel.place.items():
            taken = CardSet(
                card for trick in play.tricks if trick.winner == seat for card in trick.cards
            )
            assert position.taken[at] == of(taken)


def check_beginnings(setting: Setting, rng: Random) -> None:
    """A position that is played up to is the same as one that is set up there."""
    before = None
    for match in moments(setting, rng, 2):
        kernel, position = kernel_of(match)
        assert match.deal
        if before and before[1].deal and before[1].deal.log == match.deal.log[:-1]:
            after = before[0]
            after.play(kernel.masks.bit[match.deal.log[-1][1].card])  # type: ignore[attr-defined]
            for field in FIELDS + (WITHIN_A_TRICK if position.played else ()):
                assert getattr(after, field) == getattr(position, field), field
        before = (position, match)


@pytest.mark.parametrize("setting", GAMES)
def test_the_kernel_plays_by_the_rules_of_the_engine(setting: Setting) -> None:
    assert check_moves(setting, Random(str(setting)), 4) > 30


@pytest.mark.parametrize("setting", GAMES)
def test_the_kernel_begins_anywhere_in_a_deal(setting: Setting) -> None:
    check_beginnings(setting, Random(str(setting)))


@pytest.mark.parametrize("players", [5, 7, 12])
def test_the_kernel_plays_with_many_seats(players: int) -> None:
    with seated(players) as setting:
        assert check_moves(setting, Random(players), 4) > 30
        check_beginnings(setting, Random(players))


@pytest.mark.heavy
@pytest.mark.parametrize("setting", GAMES)
def test_the_kernel_plays_two_million_cards_by_the_rules(setting: Setting) -> None:
    rng, wanted, compared = Random(f"{setting} heavy"), 2_000_000 // len(GAMES), 0
    while compared < wanted:
        compared += check_moves(setting, rng, 40)
    assert compared >= wanted


@pytest.mark.parametrize("setting", GAMES)
def test_what_cannot_change_any_more_is_not_played(setting: Setting) -> None:
    """And brings what it would bring if it were."""
    rng = Random(f"{setting} cut")
    for match in moments(setting, rng, 2):
        (_, cut), (_, whole), seed = kernel_of(match), kernel_of(match), rng.getrandbits(60)
        rules, row = cut.rules, cut.rules.players * cut.row
        whole.rules.final = array("i", [-1] * len(whole.rules.final))
        run(cut, Policy(), seed, 200)
        run(whole, Policy(), seed, 200)
        assert not any(whole.hand)
        for seat in range(rules.players):
            assert cut.payoff(seat) == pytest.approx(whole.payoff(seat))
            if rules.overloaded < 0 and rules.gatherer < 0:
                bounds = rules.least[row + seat] - 1e-9, rules.most[row + seat] + 1e-9
                assert bounds[0] < cut.payoff(seat) < bounds[1]


@pytest.mark.parametrize("setting", GAMES)
def test_leanings_tell_who_wants_a_trick_from_whom(setting: Setting) -> None:
    rules = next(kernel_of(match)[1].rules for match in moments(setting, Random(str(setting)), 4))
    players = rules.players
    for state in range(len(rules.final)):
        for seat in range(players):
            gets = [
                rules.worth[rules.after[players * state + taker] * players + seat]
                for taker in range(players)
            ]
            row = players * state + seat
            assert list(rules.brings[players * row : players * (row + 1)]) == gets
            assert rules.stake[row] == max(gets) - min(gets)
            for other in range(players):
                wanted = gets[seat] - gets[other]
                ready = 0.9 if wanted > 1e-9 else 0.1 if wanted < -1e-9 else 0.4
                assert rules.readiness[players * row + other] == ready
                granted = rules.granted[row] >> other & 1
                assert bool(granted) == (wanted < -1e-9)


def test_who_waits_for_trumps_plays_anything_while_there_are_none() -> None:
    rules = TrickRules(4)
    rules.blocked = 0
    position = State(rules)
    hand = sum(1 << (SUIT_PLACES * suit) for suit in range(4))
    position.hold(0, hand)
    assert position.legal() == hand


def test_who_gathers_cards_needs_all_of_them() -> None:
    rules = TrickRules(4)
    rules.gathers(1, 0b1100, [1.0, -3.0, 1.0, 1.0])
    position = State(rules)
    position.take(1, 0b0110)
    assert [position.payoff(seat) for seat in range(4)] == [1.0, -3.0, 1.0, 1.0]
    assert position.is_settled()  # no cards are left
    position.take(1, 0b1000)
    assert position.payoff(1) == 0.0
    position.hold(0, 0b10001)
    assert not position.is_settled(), "cards decide, whatever the tricks do"


KING, QUEEN, JACK, TEN, TWO = (1 << place for place in (1, 2, 3, 4, 12))
"""Clubs by their places."""


@pytest.mark.parametrize(
    ("gatherer", "players_before", "chosen"),
    [
        (0, 3, TEN),  # whoever gathers keeps a two out of a trick that they lose
        (1, 3, TEN),  # the gatherer has the trick
        (2, 3, TWO),  # the gatherer has lost it: there it goes
        (0, 2, TEN),  # the gatherer may still take it
    ],
)
def test_cards_that_are_gathered_go_where_they_should(
    gatherer: int, players_before: int, chosen: int
) -> None:
    rules = TrickRules(4)
    for leader in range(4):
        rules.turns(leader, [(leader + turn) % 4 for turn in range(4)])
    rules.gathers(gatherer, TWO, [0.0] * 4)
    position = State(rules)
    position.leader = position.seat = 1
    for seat, card in [(1, KING), (2, QUEEN), (3, JACK)][:players_before]:
        position.hold(seat, card)
        position.play(card)
    position.hold((1 + players_before) % 4, TEN | TWO)
    assert Policy().choose(position, position.legal()) == chosen
