"""Permuting cards that a player has not seen changes no byte of what that player gets."""

import gc
from collections.abc import Iterator
from itertools import islice
from random import Random
from types import FunctionType, ModuleType

import pytest

from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match
from kwbot.engine.phases.base import Dealing
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import parse_action
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.layout import Layout
from kwbot.engine.views.view import view
from tests.engine.playing import Setting, one_move, shuffled
from tests.engine.secrecy import Course, check, course, shown, swapped
from tests.engine.test_contract import TABLES


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_unseen_cards_change_nothing_in_any_view(setting: Setting) -> None:
    rng = Random(setting.players)
    compared = 0
    dealt = shuffled(setting.begin(), rng)
    assert dealt.deal
    begun = setting.begin().deal_begun(dealt.deal.start.dealer)
    for moment in islice(course(Course(begun, dealt), rng), 0, None, 9):
        compared += check(moment, rng)
    assert compared > 15


def reachable(root: object) -> Iterator[object]:
    """Everything that hangs on a value: attributes, members, and what functions close over."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type | ModuleType):
            continue
        seen.add(id(one))
        yield one
        held = [one.__closure__, one.__defaults__] if isinstance(one, FunctionType) else None
        waiting += gc.get_referents(one) if held is None else held


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_a_view_does_not_lead_to_the_table(setting: Setting) -> None:
    rng = Random(setting.players)
    match = shuffled(setting.begin(), rng)
    for _ in range(40):
        assert match.deal
        if not match.to_act():
            break
        for seat in (*match.deal.layout.seats, None):
            kinds = {type(one) for one in reachable(view(match, seat))}
            assert not kinds & {Match, Deal, Layout, TrickPlay, Dealing}
        match, _ = one_move(match, rng)


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_the_test_would_notice_a_seen_card_that_moves(setting: Setting) -> None:
    rng = Random(setting.players)
    dealt = shuffled(setting.begin(), rng)
    assert dealt.deal
    begun = setting.begin().deal_begun(dealt.deal.start.dealer)
    seat = dealt.deal.layout.seats[0]
    moment = next(course(Course(begun, dealt), rng))
    mine = next(iter(dealt.deal.layout.hands[seat]))
    theirs = next(iter(moment.unseen(seat)))
    other = moment.with_swapped({mine: theirs, theirs: mine})
    assert shown(other, seat) != shown(dealt, seat)
    assert shown(other, None) == shown(dealt, None)


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_a_spectator_sees_no_hand(setting: Setting) -> None:
    dealt = shuffled(setting.begin(), Random(1))
    seen = view(dealt, None)
    assert seen.hand == CardSet()
    assert dealt.deal
    for seat, hand in enumerate(dealt.deal.layout.hands):
        hidden = hand - (seen.known or {}).get(seat, CardSet())
        assert not any(card.text.encode() in shown(dealt, None) for card in hidden)


def test_actions_are_swapped_card_by_card() -> None:
    swap = {Card.parse("SA"): Card.parse("H2"), Card.parse("H2"): Card.parse("SA")}
    for text, other in [
        ("play SA", "play H2"), ("card H2", "card SA"), ("card none", "card none"),
        ("cards SA C2", "cards H2 C2"), ("show H2", "show SA"), ("suit S", "suit S"),
    ]:  # fmt: skip
        assert str(swapped(parse_action(text), swap)) == other
