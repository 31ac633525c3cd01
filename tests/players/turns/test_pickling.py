"""What a computer player in another process gets: all of a view, and no card beyond it."""

from itertools import islice
from random import Random

import pytest

from kwbot.claims.claim_grounds import knowledge
from kwbot.claims.claim_proof import inevitable
from kwbot.claims.claim_search import MAX_CLAIM_CARDS
from kwbot.engine.values.actions import Bid, parse_action
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.views.view import View, as_json, view
from kwbot.players.search.monte_carlo import weighed_actions
from kwbot.players.turns.jobs import UNCERTAIN, ClaimJob, Job
from kwbot.players.turns.pickling import pack, unpack
from kwbot.players.turns.worker import Thinker
from kwbot.variants import games
from tests.engine.playing import Setting, begin, dealt, one_move, shuffled
from tests.engine.secrecy import Course, anyhow, course, lies_open, within_suits
from tests.players.positions import SOME_GAMES


@pytest.fixture(params=SOME_GAMES)
def setting(request: pytest.FixtureRequest) -> Setting:
    found: Setting = request.param
    return found


def views(setting: Setting, rng: Random) -> list[View]:
    """What everybody in turn sees in the course of one deal."""
    match, found = shuffled(setting.begin(), rng), []
    while match.to_act():
        found += [view(match, seat) for seat in match.to_act()]
        match, _ = one_move(match, rng)
    return found


def test_what_is_unpacked_is_what_was_packed(setting: Setting) -> None:
    for seen in views(setting, Random(1)):
        again = unpack(pack(seen))
        assert again.variant is seen.variant
        assert as_json(again) == as_json(seen)
        assert again.order == seen.order


@pytest.mark.slow
def test_actions_are_worth_the_same_elsewhere(setting: Setting) -> None:
    """What lies open, is called or asked must mean the same in another process."""
    for at, seen in enumerate(views(setting, Random(4))):
        if at % 5 == 0:
            here = weighed_actions(seen, Random(at), 4)
            ((there, _),) = Thinker()([Job(4, at, pack(seen))])
            assert dict(there) == {str(action): points for action, points in here.items()}


def test_a_claim_is_as_certain_elsewhere(setting: Setting) -> None:
    for seen in views(setting, Random(2)):
        known = None if seen.seat is None else knowledge(seen, seen.seat)
        if known is not None and len(known.hand) <= MAX_CLAIM_CARDS:
            ((found, _),) = Thinker()([ClaimJob(pack(known))])
            here = inevitable(known)
            assert [text for text, _ in found] == [UNCERTAIN if here is None else str(here)]


def test_unseen_cards_change_no_byte_of_a_parcel(setting: Setting) -> None:
    rng, compared = Random(3), 0
    dealt = shuffled(setting.begin(), rng)
    assert dealt.deal
    begun = setting.begin().deal_begun(dealt.deal.start.dealer)
    for played in islice(course(Course(begun, dealt), rng), 0, None, 5):
        for seat in played.match.to_act():
            before = pack(view(played.match, seat))
            for permuted in (within_suits, anyhow):
                try:
                    other = played.with_swapped(permuted(played.unseen(seat), rng))
                except RuleViolation:
                    continue
                if seat in other.to_act() and lies_open(other) == lies_open(played.match):
                    assert pack(view(other, seat)) == before
                    compared += 1
    assert compared > 5


def test_a_worker_tells_which_bids_look_best_and_how_likely_each_is_made() -> None:
    match = begin(games()["kombinations-whist"], 4, {"bids": "plain"})
    strong = "SA SK SQ SJ S9 HA HK D5 D4 CA CK C8 C2"
    seen = view(dealt(match, {1: strong}), 1)
    ((found, _),) = Thinker()([Job(40, 1, pack(seen), bids=True)])
    assert len(found) >= 3
    assert seen.choice is not None
    for text, brings in found:
        bid = parse_action(text)
        assert isinstance(bid, Bid)
        assert bid in seen.choice
        assert len(bid.parts) <= 2
        assert 0 <= brings.made <= 1
    assert found[0][1].made > 0.5, "with such a hand"
