"""What every game must keep, for every number of players that it takes and in every form."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import Reader, replay
from kwbot.engine.deals.record import write
from kwbot.engine.deals.score_sheet import Unit
from kwbot.engine.deals.variant import Variant
from kwbot.engine.phases.base import Phase
from kwbot.engine.values.actions import CHANCE, Action, Cut, Dealt, parse_action
from kwbot.engine.values.cards import CARDS, CardSet
from kwbot.engine.values.errors import IllegalAction, NotYourTurn, RuleViolation
from kwbot.engine.views.view import as_json, view
from kwbot.variants import games
from tests.engine.playing import Setting, one_move, settings, shuffled

TABLES = settings()
SEEDS = range(2)
OTHER_ACTIONS: list[Action] = [
    *(parse_action(f"play {card}") for card in CARDS),
    *(parse_action(f"card {card}") for card in CARDS[::5]),
    *(parse_action(f"suit {suit}") for suit in "SHDC"),
    *(parse_action(f"number {number}") for number in (0, 5, 13, 14)),
    *(parse_action(f"player {number}") for number in range(9)),
    *(parse_action(text) for text in (
        "pass", "join", "accept", "turn-next", "jernhand", "card none", "cards", "cards SA",
        "cards S2 H2 D2", "cards S2 H2 D2 C2", "numbers 1 2", "numbers 3", "state none",
        "state H 3", "state H 9", "direction left", "direction across", "cut 3", "show SA",
        "bid noll", "bid noll+pest", "bid nothing", "bid noll+noll", "bid 9+vip",
    )),
]  # fmt: skip


def running(setting: Setting, seed: int, deals: int = 2) -> Iterator[Match]:
    """Every moment at which somebody must act, in a few random deals."""
    rng = Random(1000 * setting.players + seed)
    match = setting.begin()
    while not match.is_won and len(match.deals) < deals:
        match = shuffled(match, rng)
        while match.to_act():
            yield match
            match, _ = one_move(match, rng)
        match = match.with_score()


def deal_of(match: Match) -> Deal:
    assert match.deal
    return match.deal


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_random_games_end_and_their_records_give_them_again(setting: Setting) -> None:
    for seed in SEEDS:
        match = setting.played(Random(seed))
        assert match.is_won
        text = write(match)
        again = replay(text, games())
        assert again == match
        assert write(again) == text


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_what_some_win_others_lose_where_the_game_says_so(setting: Setting) -> None:
    match = setting.played(Random(9))
    if match.variant.unit is not Unit.POINTS:
        assert {sum(played.result.points) for played in match.deals} == {0}
        assert sum(match.sheet.scores) == 0


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_every_prefix_of_a_record_replays(setting: Setting) -> None:
    text = write(setting.played(Random(8), most_deals=4))
    lines = text.splitlines()
    reader = Reader(games())
    first = next(n for n, line in enumerate(lines) if line.startswith("deal "))
    for number, line in enumerate(lines, 1):
        reader.feed(line)
        if number > first:
            match = reader.match
            if number % 41 == 0:
                prefix = "\n".join(lines[:number])
                assert replay(prefix, games()) == match
                assert replay(write(match), games()) == match


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_listed_actions_are_accepted_and_others_change_nothing(setting: Setting) -> None:
    rng = Random(setting.players)
    for match in islice(running(setting, 1), 0, None, 2):
        before = write(match)
        for seat in match.to_act():
            choice = match.choice(seat)
            listed = list(islice(choice, 300))
            assert len(listed) == min(300, len(choice))
            for action in rng.sample(listed, min(4, len(listed))):
                assert action in choice
                assert parse_action(str(action)) == action
                match.apply(seat, action)
            for action in rng.sample(OTHER_ACTIONS, 12):
                if action not in choice:
                    assert action not in listed
                    refused(match, seat, action)
        assert write(match) == before


def refused(match: Match, seat: int, action: Action) -> None:
    with pytest.raises(RuleViolation) as caught:
        match.apply(seat, action)
    assert str(caught.value.sentence)


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_nobody_acts_out_of_turn(setting: Setting) -> None:
    for match in islice(running(setting, 2), 0, None, 7):
        waiting = match.to_act()
        action = next(iter(match.choice(waiting[0])))
        for seat in {CHANCE, *range(setting.players), setting.players} - set(waiting):
            with pytest.raises(NotYourTurn):
                match.apply(seat, action)
            assert view(match, seat if seat in range(setting.players) else None).choice is None


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_cards_are_conserved(setting: Setting) -> None:
    for match in running(setting, 3):
        deal = deal_of(match)
        held = [card for hand in deal.layout.hands for card in hand]
        held += deal.layout.kitty
        held += [card for cards in deal.layout.laid for card in cards]
        if deal.play:
            held += [card for trick in deal.play.tricks for card in trick.cards]
            held += [card for _, card in deal.play.plays]
        assert len(held) == len(set(held))
        assert CardSet(held) == setting.variant.deck(setting.players)


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_the_view_lists_what_is_accepted(setting: Setting) -> None:
    for match in islice(running(setting, 4), 0, None, 3):
        for seat in range(setting.players):
            seen = as_json(view(match, seat))
            assert json.loads(json.dumps(seen)) == seen
            if seat not in match.to_act():
                assert not {"legal", "legal_rule", "legal_count"} & seen.keys()
                continue
            choice = match.choice(seat)
            if "legal" in seen:
                assert seen["legal"] == sorted(str(action) for action in choice)
                assert all(parse_action(text) in choice for text in seen["legal"])
            else:
                assert seen["legal_count"] == len(choice)
                assert seen["legal_rule"]


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_scripts_are_pure(setting: Setting) -> None:
    """The same finished phases lead to the same next phase."""
    for match in islice(running(setting, 5), 0, None, 5):
        deal = deal_of(match)
        once, again = next_phase(deal), next_phase(deal)
        assert type(once) is type(again) is type(deal.current)
        assert once.layout == again.layout
        assert once.to_act() == again.to_act()
        for seat in once.to_act():
            assert list(islice(once.choice(seat), 50)) == list(islice(again.choice(seat), 50))
            assert once.purpose(seat).key == again.purpose(seat).key


def next_phase(deal: Deal) -> Phase:
    script = deal.variant.script(deal.start, deal.sheet)
    phase = next(script)
    for done in deal.finished:
        phase = script.send(done)
    return phase


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_undo_is_as_if_nothing_had_happened(setting: Setting) -> None:
    rng = Random(setting.players)
    for match in islice(running(setting, 6), 0, None, 11):
        moves = deal_of(match).moves()
        if not moves:
            continue
        count = rng.randint(1, len(moves))
        after = match.undone(count)
        assert deal_of(after).moves() == moves[:-count]
        assert replay(write(after), games()) == after
        again = Deal.begin(setting.variant, match.sheet, deal_of(match).start)
        for seat, action in (*_begun(deal_of(match)), *moves[:-count]):
            again = again.past_unwritten().apply(seat, action)
        assert again.to_act() == after.to_act()
        assert again.layout == deal_of(after).layout


def _begun(deal: Deal) -> list[tuple[int, Action]]:
    """The cut and the cards, which no undo takes back."""
    return [(seat, action) for seat, action in deal.log if isinstance(action, Cut | Dealt)]


@pytest.mark.parametrize("variant", games().values(), ids=games().keys())
def test_options_are_checked(variant: Variant) -> None:
    assert set(variant.option_values({})) == {option.key for option in variant.options}
    for option in variant.options:
        assert option.accept(option.standard) == option.standard
        for wrong in ("", "no such value", "-1", "1e3", "99999999999", "²"):
            with pytest.raises(IllegalAction):
                option.accept(wrong)
    with pytest.raises(IllegalAction):
        variant.option_values({"no such option": "1"})


@pytest.mark.parametrize("variant", games().values(), ids=games().keys())
def test_too_few_players_are_refused(variant: Variant) -> None:
    with pytest.raises(IllegalAction):
        variant.check_players(variant.least_players - 1)
    if variant.most_players:
        with pytest.raises(IllegalAction):
            variant.check_players(variant.most_players + 1)
