"""Scenes: what they hold, and that unseen cards change nothing in them."""

from __future__ import annotations

from itertools import chain, islice
from random import Random

import pytest

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.cards import NO_CARDS, CardSet
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.views.view import View, view
from kwbot.looks.table_picture import table_picture
from kwbot.text.deal.result import deal_result_text
from kwbot.text.deal.seating import Role
from kwbot.text.deal.story import story
from kwbot.text.words import lines
from kwbot.text.words.language import Voice, language_of
from kwbot.variants import games
from tests.engine.playing import acted, begin, dealt, one_move, played_out, shuffled
from tests.engine.secrecy import Course, anyhow, course, lies_open, within_suits
from tests.looks.scenes import FACTS, finished, finished_scene, first, table_scene
from tests.looks.test_pictures import TABLES


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_unseen_cards_change_neither_scene_nor_picture(variant: Variant, players: int) -> None:
    rng, compared = Random(players), 0
    match = shuffled(begin(variant, players), rng)
    assert match.deal
    begun = begin(variant, players).deal_begun(match.deal.start.dealer)
    for moment in islice(course(Course(begun, match), rng), 0, None, 7):
        for viewer in (None, *range(players)):
            scene = table_scene(moment.match, viewer)
            # Pictures take long, and are made of scenes alone.
            picture = table_picture(scene) if viewer in (None, 0) else b""
            for swapped in (within_suits, anyhow):
                try:
                    other = moment.with_swapped(swapped(moment.unseen(viewer), rng))
                except RuleViolation:
                    continue
                if lies_open(other) == lies_open(moment.match):
                    assert table_scene(other, viewer) == scene
                    if picture and swapped is anyhow:
                        assert table_picture(table_scene(other, viewer)) == picture
                    compared += 1
    assert compared > 20


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_result_has_every_card_of_the_deck_once(variant: Variant, players: int) -> None:
    for match in finished(variant, players):
        scene = finished_scene(match, None)
        cards = [card for hand in scene.hands for card in hand.cards]
        cards += [card for card, _ in scene.kitty]
        assert len(cards) == len(set(cards))
        assert CardSet(cards) == variant.deck(players)
        played = CardSet(card for trick in scene.tricks for card in trick.cards)
        for hand in scene.hands:
            assert hand.passed <= hand.cards
            assert hand.unplayed == (hand.cards - played if scene.tricks else NO_CARDS) - (
                hand.passed - CardSet(card for one in scene.hands for card in one.unplayed)
            )
        assert sum(hand.taken for hand in scene.hands) == len(scene.tricks)


def test_the_viewer_is_nearest_and_the_others_follow_clockwise() -> None:
    match = first("kombinations-whist", 4, 1, lambda seen: bool(seen.plays))
    scene = table_scene(match, 2)
    assert [one.player.seat for one in scene.places] == [2, 3, 0, 1]
    assert [one.you for one in scene.places] == [True, False, False, False]
    assert scene.places[0].player.name == "You"
    public = table_scene(match, None)
    assert [one.player.seat for one in public.places] == [0, 1, 2, 3]
    assert public.hand == NO_CARDS
    assert "You" not in [one.player.name for one in public.places]


def test_roles_and_tricks_stand_at_the_seats() -> None:
    match = acted(
        dealt(begin(games()["kombinations-whist"], 4), {}),
        "1 bid maxtrumf+straff / pass* / 1 suit H",
    )
    scene = table_scene(match, None)
    declarer = next(one for one in scene.places if Role.DECLARER in one.roles)
    assert declarer.player.seat == 1
    assert (declarer.taken, declarer.wanted) == (0, 7)
    assert Role.COMPUTER in declarer.roles
    assert scene.holders == (1,)
    assert scene.contract == "Max Trump + Penalty"
    assert Role.DEALER in scene.places[0].roles


def test_the_question_is_the_rule_where_a_rule_binds() -> None:
    def bound(seen: View) -> bool:
        return len(seen.plays) == 1 and len(seen.tricks) == 4

    match = first("whist", 4, 2, bound)
    scene = table_scene(match, match.to_act()[0])
    assert scene.playable
    assert scene.playable < scene.hand
    assert "follow suit" in scene.question.lower()
    assert table_scene(match, None).question == ""


def test_sides_have_their_tricks_and_what_the_sheet_says() -> None:
    match = first("whist", 4, 3, lambda seen: len(seen.tricks) == 5)
    scene = table_scene(match, None)
    assert [side for side, _ in scene.sides] == [(0, 2), (1, 3)]
    assert sum(count for _, count in scene.sides) == 5
    assert [one.split()[0] for one in scene.remarks] == ["Points:"]
    assert [one.split()[0] for one in scene.tally] == ["Points"]
    assert scene.standing == ()


@pytest.mark.parametrize("rubbers", [1, 2])
def test_the_end_of_a_rubber_says_nothing_of_a_next_one(rubbers: int) -> None:
    rng, ended = Random(1), 0
    match = begin(games()["whist"], 4, {"rubbers": str(rubbers)})
    while not match.is_won:
        match = played_out(shuffled(match, rng), rng).with_score()
        scene = finished_scene(match, None)
        ends = any("win the rubber" in note for note in scene.notes)
        assert bool(scene.remarks) is not ends
        won = any(match.sheet.scores)  # nothing is to be told before
        tallied = [0, 1] if won else []
        assert [score.players[0].seat for score in scene.standing] == tallied
        for seat in range(4):
            seen = view(match, seat)
            told = deal_result_text(seen, Voice.of(seen, language_of("en")), FACTS)
            assert ("Points: " in told) is not ends
        assert scene.gained.startswith("+") or not ends
        assert scene.counted_in == "rubber points"  # beside trick points in the headline
        seen = view(match, None)
        voice = Voice.of(seen, language_of("en"))
        *before, end = story(seen, scene, None, voice, FACTS)
        assert before == story(seen, scene, None, voice, FACTS, in_picture=True)
        assert end.endswith(f" ({scene.gained} rubber points)") is bool(scene.gained)
        ended += ends
    assert ended == rubbers


@pytest.mark.parametrize("winners", [0, 1, 2])
def test_without_a_contract_the_gain_of_one_alone_stands_in_large(winners: int) -> None:
    def gained(seen: View) -> bool:
        return sum(points > 0 for points in seen.last_gains) == winners

    rng, match = Random(1), begin(games()["whist"], 4, {"form": "guerre"})
    deals = (played_out(shuffled(match, rng), rng).with_score() for _ in range(300))
    scene = finished_scene(next(one for one in deals if gained(view(one, None))), None)
    assert scene.gained.startswith("+") is (winners == 1)
    assert scene.counted_in == ""


def test_a_result_says_who_took_the_kitty() -> None:
    def exchanged(seen: View) -> bool:
        return seen.last is not None and "cards S" in seen.last.lines

    match = first("hus", 4, 4, exchanged, scored=True)
    scene = finished_scene(match, None)
    takers = {seat for _, seat in scene.kitty if seat is not None}
    assert takers
    assert takers <= {hand.player.seat for hand in scene.hands if hand.passed}
    assert sum(len(hand.passed) for hand in scene.hands) >= len(takers)


def test_a_contract_is_explained_and_what_was_said_stands_beside_it() -> None:
    match = acted(
        dealt(begin(games()["kombinations-whist"], 4), {}),
        "1 bid trumf+rattvisa+straff+las+oppentrumf / pass* / 1 suit H / 1 card S9",
    )
    scene = table_scene(match, None)
    assert {"Trump", "Justice", "Penalty"} <= {name for name, _ in scene.explained}
    assert scene.said == ()  # trumps and the card of justice stand beside the contract
    (named,) = scene.named
    assert (str(named.what), named.why) == ("S9", "justice")


def test_what_headline_and_gain_say_is_no_note() -> None:
    """Of a side's own Spel they say all; of one that the others won, its price is to be told."""
    game, told = games()["fyrmanswhist"], set[bool]()
    for match in finished(game, 4, 24):
        result, notes = match.deals[-1].result, finished_scene(match, None).notes
        if result.declarer is not None:
            told.add(bool(result.made))
            assert bool(notes) is not result.made
    assert told == {True, False}


def test_a_result_tells_what_the_contract_brought_once() -> None:
    """Headline, contract and gain say it, so a short note does only where more went into the
    gain."""
    told = set[tuple[bool, bool]]()
    game = games()["kombinations-whist"]
    for match in chain.from_iterable(finished(game, players, 24) for players in (3, 4, 5)):
        scene, result = finished_scene(match, None), match.deals[-1].result
        if result.declarer is not None and result.contract is not None:
            gained = {note.values.get("points") for note in result.notes if "bid" in note.values}
            whole = gained == {result.points[result.declarer]}
            assert not any(scene.contract in note for note in scene.notes)
            told.add((whole, any(note.startswith("Contract: ") for note in scene.notes)))
    assert told == {(True, False), (False, True)}


def test_of_several_soloists_the_headline_says_who_made_it_and_notes_the_formulas() -> None:
    def several(seen: View) -> bool:
        soloists = seen.last.result.soloists if seen.last else ()
        return len(soloists) > 2 and len({made for _, made in soloists}) > 1

    match = first("hus", 4, 658, several, scored=True)
    result = match.deals[-1].result
    made, lost = (
        " & ".join(match.names[seat] for seat, one in result.soloists if one is wanted)
        for wanted in (True, False)
    )
    scene = finished_scene(match, None)
    assert scene.headline == f"{made} made it · {lost} went down"
    formulas = [note for note in scene.notes if "of the others" in note]
    assert len(formulas) == 2
    assert all(f" {scene.contract}: " in note for note in formulas)


def test_a_result_says_you_to_the_side_that_took_the_tricks() -> None:
    match = next(iter(finished(games()["whist"], 4)))
    told = [finished_scene(match, seat).headline for seat in (None, 0, 1, 2, 3)]
    assert sum(headline.startswith("You and ") for headline in told) == 2
    assert not told[0].startswith("You and ")


def test_the_sheet_says_you_to_its_reader_and_names_them_first() -> None:
    ended = next(iter(finished(games()["whist"], 4)))
    running = shuffled(ended, Random(1))
    while not running.deal or not running.deal.play:
        running, _ = one_move(running, Random(1))
    for seat, pair in enumerate(("you and Cleo", "you and Dag", "you and Anna", "you and Bo")):
        seen, scene = view(ended, seat), table_scene(running, seat)
        told = deal_result_text(seen, Voice.of(seen, language_of("en")), FACTS)
        for one in (scene.remarks[0], *finished_scene(ended, seat).remarks, told):
            assert pair in one or lines.capitalise(pair) in one
        own = [side for side, _ in (*scene.sides, *scene.standing) if seat in side]
        assert own
        assert all(side[0] == seat for side in own)


def test_the_trick_that_lies_there_is_the_one_that_is_named() -> None:
    match = first("whist", 4, 3, lambda seen: len(seen.tricks) == 3 and not seen.plays)
    lying = table_scene(match, match.to_act()[0])
    assert lying.full_trick
    assert lying.trick == "Trick 3"
    led = first("whist", 4, 3, lambda seen: len(seen.tricks) == 3 and bool(seen.plays))
    assert table_scene(led, None).trick == "Trick 4"
    begun = first("whist", 4, 3, lambda seen: seen.playing and not seen.plays)
    assert table_scene(begun, None).trick == "Trick 1"
