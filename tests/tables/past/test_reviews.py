"""Reviews: what a player decided in a deal that is over, and what it cost them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from random import Random

import pytest

from benches.stand_ins import LocalComputers, weighed_here
from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Action, Bid, Pass, Play, Seat
from kwbot.engine.values.cards import Card
from kwbot.engine.values.estimate import Estimate, as_good
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import view
from kwbot.ids import TableId
from kwbot.tables.past import reviews
from kwbot.tables.past.past_decisions import Decision, decisions
from kwbot.tables.past.reviews import Review, cost, review_all, without_objection
from kwbot.tables.thinking.computer_turns import advice_seed
from kwbot.variants import games
from tests.engine.playing import Setting, begin, dealt, one_move, played_out, settings, shuffled
from tests.tables.sandbox import BO, CLEO, DAG, House


def decided(match: Match, rng: Random) -> tuple[Match, dict[Seat, list[Action]]]:
    """The running deal played out, and what everybody did where they had a choice."""
    made: dict[Seat, list[Action]] = defaultdict(list)
    while match.to_act():
        before = match
        match, (seat, action) = one_move(match, rng)
        if len(before.choice(seat)) > 1:
            made[seat].append(action)
    return match, made


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_the_decisions_of_a_deal_are_those_that_were_made(setting: Setting) -> None:
    for seed in range(4):
        rng = Random(seed)
        match, made = decided(shuffled(setting.begin(), rng), rng)
        assert match.deal
        scored = match.with_score()
        for seat in match.deal.start.seats:
            found = decisions(scored, seat)
            assert found
            mine = iter([action for who, action in match.deal.moves() if who == seat])
            assert all(action in mine for _, action, _ in found), "in their order"
            assert sorted(str(action) for _, action, _ in found) == sorted(map(str, made[seat]))
            for seen, action, _ in found:
                assert seen.seat == seat
                assert seen.choice is not None
                assert action in seen.choice
                assert len(seen.choice) > 1
                assert seen.sheet == match.sheet


def test_what_a_computer_player_did_for_who_was_away_is_none_of_theirs() -> None:
    rng = Random(3)
    match = begin(games()["whist"], 4).gone_away(2)
    for back in (False, True):
        match = played_out(shuffled(match, rng), rng)
        scored = match.come_back(2).with_score() if back else match.with_score()
        assert decisions(scored, 2) == []
        assert decisions(scored, 1)
        match = scored
    assert decisions(match.gone_away(2), 2) == [], "nor if they go again"
    there = played_out(shuffled(match, rng), rng).with_score()
    assert decisions(there, 2)
    assert decisions(there.gone_away(2), 2)


def test_who_was_away_is_known_after_the_host_has_ended_the_game() -> None:
    rng = Random(3)
    match = begin(games()["hus"], 4).gone_away(2)
    scored = played_out(shuffled(match, rng), rng).with_score()
    assert decisions(shuffled(scored, rng).come_back(2).finished_by(0), 2) == []
    there = played_out(shuffled(scored.come_back(2), rng), rng).with_score()
    made = decisions(there, 2)
    assert made
    assert len(decisions(shuffled(there, rng).gone_away(2).finished_by(0), 2)) == len(made)


def test_there_is_nothing_to_review_before_a_deal_is_over() -> None:
    setting = settings()[0]
    assert decisions(setting.begin(), 0) == []
    assert decisions(shuffled(setting.begin(), Random(1)), 0) == []


@pytest.fixture
def whist() -> Match:
    setting = next(one for one in settings() if one.variant.key == "whist")
    rng = Random(2)
    return played_out(shuffled(setting.begin(), rng), rng).with_score()


async def test_the_costliest_come_first_and_all_are_counted(
    whist: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "REVIEW_SAMPLES", 4)
    made = decisions(whist, 0)[:5]
    told: list[int] = []
    found = await review_all(LocalComputers(), made, TableId(1), told.append)
    assert told == [1, 2, 3, 4, 5]
    assert (found.judged, found.made) == (5, 5)
    assert len(found.mistakes) <= 3
    costs = [one.points for one in found.mistakes]
    assert costs == sorted(costs, reverse=True)
    assert found == await review_all(LocalComputers(), made, TableId(1), told.append)


class Silent(LocalComputers):
    """Has nothing to say."""

    async def weigh(self, *_: object, **__: object) -> Mapping[Action, Estimate]:
        return {}


async def test_what_cannot_be_weighed_is_not_called_good(whist: Match) -> None:
    found = await review_all(Silent(), decisions(whist, 0)[:5], TableId(1), lambda _: None)
    assert found == Review([], 0, 5)


@pytest.mark.parametrize("game", ["whist", "kombinations-whist"])
async def test_whatever_was_done_is_weighed(game: str) -> None:
    """A card whose equal is weighed in its place, and a bid that nobody would think of."""
    rng, judged = Random(5), 0
    match, _ = decided(shuffled(begin(games()[game], 4), rng), rng)
    for made in decisions(match.with_score(), 0)[:6]:
        weighed = weighed_here(made.seen, 1, 4, made.action)
        judged += made.action in weighed
        usual = weighed_here(made.seen, 1, 4)
        assert weighed.keys() - usual.keys() <= {made.action}
    assert judged == 6


def test_a_card_costs_as_much_as_its_equal() -> None:
    match = dealt(begin(games()["whist"], 4), {2: "SA SK SQ S5 S4 HA H2 D3 D2 C9 C8 C7 C2"}, 1)
    seen = view(match, 2)
    assert match.deal
    for card, same in (("SA", "SQ"), ("C9", "C7"), ("D3", "D2")):
        action = Play(Card.parse(card))
        weighed = weighed_here(seen, 1, 8, action)
        assert weighed[action].points == weighed[Play(Card.parse(same))].points
        found = cost(Decision(seen, action, match.deal), weighed)
        assert found is not None
        apart = weighed[found.better].points - weighed[action].points
        assert found.points == (0.0 if action in as_good(weighed, found.better) else apart)
    assert cost(Decision(seen, Play(Card.parse("SA")), match.deal), {}) is None


async def test_who_did_what_they_were_advised_made_no_mistake(
    whist: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "REVIEW_SAMPLES", 20)
    for made in decisions(whist, 0)[:3]:
        seed = advice_seed(TableId(7), made.deal, made.seen.number)
        hint = next(
            iter(without_objection(made.deal, made.seen, weighed_here(made.seen, seed, 20)))
        )
        found = await review_all(
            LocalComputers(), [made._replace(action=hint)], TableId(7), lambda _: None
        )
        assert found == Review([], 1, 1)


def test_nothing_is_better_that_there_is_an_objection_to(monkeypatch: pytest.MonkeyPatch) -> None:
    match = shuffled(begin(games()["kombinations-whist"], 4), Random(1))
    seen = view(match, match.to_act()[0])
    assert match.deal
    made = Decision(seen, Pass(), match.deal)
    hopeless, promising = Bid(("noll",)), Bid(("spel",))
    weighed: dict[Action, Estimate] = {
        hopeless: Estimate(2.0), promising: Estimate(1.0), Pass(): Estimate(0.0)
    }  # fmt: skip
    monkeypatch.setattr(
        Deal, "objection",
        lambda deal, seat, action: Sentence("no") if action == hopeless else None,
    )  # fmt: skip
    found = cost(made, weighed)
    assert found is not None
    assert (found.better, found.points) == (promising, 1.0)


async def test_what_was_done_for_who_ran_out_of_time_is_none_of_theirs(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    slow = house.at(table).to_act()[0]
    await house.run_out(table)
    await house.crash()  # it is read again from what is stored
    state = house.at(table)
    assert state.late == {(slow, Pass())}
    while not state.match.deals:
        await house.step(table)
        state = house.at(table)
    assert state.late == set()
    theirs = decisions(state.match, slow, state.late_before)
    pass_first = decisions(state.match, slow)
    assert pass_first[0].action == Pass()
    assert [one.action for one in theirs] == [one.action for one in pass_first[1:]]
    assert theirs
