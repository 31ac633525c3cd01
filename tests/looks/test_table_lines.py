"""The looks "emoji" and "text", and the alternative texts of pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.cards import NO_CARDS, CardSet, Suit
from kwbot.engine.views.view import View
from kwbot.looks.emojis import emojis, in_emojis
from kwbot.looks.pen import ALTERNATIVE_LIMIT, Pen, pen_of
from kwbot.looks.result_lines import result_alternative, result_lines
from kwbot.looks.table_lines import (
    channel_lines,
    contract_line,
    full_lines,
    hand_lines,
    table_alternative,
    table_lines,
    trick_lines,
)
from kwbot.text.deal import calls
from kwbot.text.deal.scene import Named, TableScene
from kwbot.text.deal.seating import Role
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.language import language_of
from kwbot.text.words.lines import NAMING
from kwbot.variants import games
from tests.looks.scenes import finished, finished_scene, first, moments, table_scene
from tests.looks.test_pictures import LANGUAGES, TABLES
from tests.text.positions import NASTY

FORMATTING = re.compile(r"@(everyone|here)|(?<!\\)<[@#:t]|(?<!\\)https?:|\u202e|[{}\n]")
IDS = {name: 10**18 + number for number, name in enumerate(emojis())}


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_moment_can_be_read(variant: Variant, players: int) -> None:
    for number, plain in enumerate(moments(variant, players)):
        match = replace(plain, names=NASTY[:players])
        seat = match.to_act()[0] if match.to_act()[0] >= 0 else None
        scene = table_scene(match, seat, LANGUAGES[number % 3])
        told = table_alternative(scene)
        assert len(told) <= ALTERNATIVE_LIMIT
        assert scene.turn in told
        assert all(one.player.name in told or len(told) > 900 for one in scene.places)
        lines = [*channel_lines(scene, IDS), *hand_lines(scene, IDS), *trick_lines(scene, IDS)]
        assert len("\n".join(lines)) <= 4000
        for line in (*lines, *full_lines(scene)):
            ours = re.sub(r"<:\w+:\d+>", "", line)
            assert not FORMATTING.search(ours)


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_result_can_be_read(variant: Variant, players: int) -> None:
    for number, match in enumerate(finished(variant, players)):
        scene = finished_scene(match, None, LANGUAGES[number % 3])
        assert 20 < len(result_alternative(scene)) <= ALTERNATIVE_LIMIT
        assert result_alternative(scene).startswith(f"{scene.deal}. ")
        assert len("\n".join(result_lines(scene, IDS))) <= 4000
        for line in result_lines(scene):
            assert line.strip() == line


@pytest.mark.parametrize(
    ("code", "never", "roles"),
    [
        ("en", "never played", "dealer, partner"),
        ("sv", "spelades aldrig", "givare, partner"),
        ("da", "aldrig spillet", "kortgiver, makker"),
    ],
)
def test_a_result_tells_what_was_passed_and_never_played_and_the_roles(
    code: str, never: str, roles: str
) -> None:
    match = first(
        "kombinations-whist", 4, 2, lambda seen: bool(seen.last and seen.last.result.made),
        scored=True,
    )  # fmt: skip
    scene = finished_scene(match, None, code)
    spades, heart = CardSet.parse("SA S3"), CardSet.parse("H7")
    hands = tuple(one._replace(roles=(), passed=NO_CARDS, unplayed=NO_CARDS) for one in scene.hands)
    dealt, other = hands[0], hands[1]
    dealt = dealt._replace(roles=(Role.DEALER, Role.PARTNER))
    dealt = dealt._replace(cards=spades | heart, passed=spades, unplayed=heart)
    shown = replace(scene, passed="gone", hands=(dealt, other._replace(unplayed=heart), *hands[2:]))
    told = result_alternative(shown).replace("\u00a0", " ")
    name = dealt.player.name
    best, seven = CardStyle(code).line(spades).replace("\u00a0", " "), "♥️ 7"
    assert f"{name} ({roles}): " in told
    assert f"(gone: {best}; {never}: {seven})" in told
    assert f" ({never}: {seven})" in told.partition(f"{other.player.name}: ")[2]
    assert any(line.startswith(f"{name} (D) <:partner") for line in result_lines(shown, IDS))


def test_a_trick_in_progress_reads_as_it_fell() -> None:
    match = first("whist", 4, 2, lambda seen: len(seen.plays) == 2 and len(seen.tricks) == 1)
    scene = replace(table_scene(match, None), style=CardStyle("en", four_colour=False))
    assert match.deal
    assert match.deal.play
    (one, card), (other, second) = match.deal.play.plays
    names, style = match.names, scene.style
    expected = f"{names[one]} {style.card(card)} · {names[other]} {style.card(second)}"
    third, fourth = (names[seat] for seat in match.deal.play.order[2:])
    assert table_lines(scene)[0] == f"{expected} →\u00a0**{third}** →\u00a0{fourth}"
    assert f"{names[match.to_act()[0]]}'s turn. {expected}." in table_alternative(scene)
    finished_trick = match.deal.play.tricks[0]
    cards = " ".join(style.card(card) for _, card in finished_trick.plays)
    winner, leader = names[finished_trick.winner], names[finished_trick.leader]
    assert trick_lines(scene) == [f"-# 1 {cards} →\u00a0**{winner}** · {leader} led"]


def test_tricks_are_told_of_sides_where_there_are_sides() -> None:
    whist = table_scene(first("whist", 4, 1, lambda seen: len(seen.tricks) == 1), None)
    (won, one), (_, none) = sorted(whist.sides, key=lambda side: -side[1])
    assert (one, none) == (1, 0)
    names = [whist.players[seat].name for seat in range(4)]
    (told,) = [line for line in table_lines(whist) if f"{names[2]} {2 in won:d}" in line]
    assert told.endswith(
        f"{names[0]} & {names[2]} {0 in won:d} · {names[1]} & {names[3]} {1 in won:d}"
    )


def test_nobody_is_said_to_have_no_tricks_in_the_first_one() -> None:
    for game in ("whist", "kombinations-whist"):
        scene = table_scene(first(game, 4, 1, lambda seen: seen.playing), None)
        later = table_scene(first(game, 4, 1, lambda seen: len(seen.tricks) == 1), None)
        begun, gone_on = (
            re.findall(r"\w 0\b", " ".join(table_lines(one))) for one in (scene, later)
        )
        assert (begun, bool(gone_on)) == ([], True)


def test_an_emoji_that_stands_alone_is_called_trumps() -> None:
    begun, later = (
        table_scene(
            first("whist", 4, 1, lambda seen, n=n: seen.playing and len(seen.tricks) == n), 0
        )
        for n in (0, 1)
    )
    assert begun.trumps is not None
    assert contract_line(begun, IDS).startswith(f"Trumps: <:{begun.trumps.name.lower()}:")
    assert "Trumps" not in contract_line(later, IDS)


def test_a_game_without_trumps_says_so_in_the_first_trick_alone() -> None:
    for game, says in (("fyrmanswhist", [True, False]), ("kombinations-whist", [True, True])):
        scenes = (
            table_scene(
                first(game, 4, 1, lambda seen, n=n: seen.playing and len(seen.tricks) == n), 0
            )
            for n in (0, 1)
        )
        lines = [
            contract_line(replace(one, trumps=None, trumps_by_lead=False), IDS) for one in scenes
        ]
        assert ["No trumps" in line for line in lines] == says


def test_the_viewer_alone_is_not_named_again_as_the_last_to_play() -> None:
    match = first("whist", 4, 1, lambda seen: len(seen.plays) == 3)
    (seat,) = match.to_act()
    assert " →\u00a0" in table_lines(table_scene(match, None))[0]
    assert "→" not in table_lines(table_scene(match, seat))[0]


def test_a_full_trick_lies_there_until_somebody_leads() -> None:
    match = first("whist", 4, 2, lambda seen: not seen.plays and len(seen.tricks) == 2)
    scene = replace(table_scene(match, None), style=CardStyle("en", four_colour=False))
    assert match.deal
    assert match.deal.play
    trick, names = match.deal.play.tricks[-1], match.names
    played = " · ".join(f"{names[seat]} {scene.style.card(card)}" for seat, card in trick.plays)
    expected = f"{played} →\u00a0**{names[trick.winner]}**"
    assert table_lines(scene)[0] == expected
    told = table_alternative(scene)
    assert told.count(expected.replace("*", "")) == 1
    assert "Last trick" not in told


def test_what_cannot_be_played_is_one_line() -> None:
    match = first("whist", 4, 2, lambda seen: len(seen.plays) == 1 and 2 < len(seen.tricks) < 6)
    scene = table_scene(match, match.to_act()[0])
    assert scene.playable
    rest = scene.hand - scene.playable
    lines = hand_lines(scene)
    assert lines[0].startswith("### ")
    assert len(lines) == 1 + bool(rest)
    for card in rest:
        assert card.rank is not None
        assert scene.style.rank(card.rank) in lines[-1]


def test_screen_readers_get_suits_and_not_clovers() -> None:
    match = first("kombinations-whist", 4, 2, lambda seen: len(seen.plays) == 3)
    told = table_alternative(table_scene(match, None))
    assert "🍀" not in told
    assert "🔷" not in told


def test_an_alternative_text_is_cut_and_the_trick_stays() -> None:
    match = first("kombinations-whist", 4, 2, lambda seen: len(seen.plays) == 3)
    scene = table_scene(match, None)
    places = [
        replace(one, player=one.player._replace(name=letter * 200))
        for one, letter in zip(scene.places, "WXYZ", strict=True)
    ]
    told = table_alternative(replace(scene, places=tuple(places)))
    assert len(told) == ALTERNATIVE_LIMIT
    assert told.endswith("…")
    letters = {one.player.seat: letter for one, letter in zip(places, "WXYZ", strict=True)}
    assert all(letters[seat] * 200 in told for seat, _ in scene.plays)


def test_a_named_suit_is_an_emoji_or_its_name() -> None:
    pens = [Pen(in_emojis(CardStyle("sv"), ids), language_of("sv"), {}) for ids in ({}, IDS)]
    told, shown = (pen.name_of(Suit.DIAMONDS) for pen in pens)
    assert told == "ruter"
    assert shown.startswith("<:diamonds:")


def test_tricks_in_a_row_are_counted_not_listed() -> None:
    (match,) = finished(games()["kombinations-whist"], 4, 1)
    shows = finished_scene(match, None)
    one = shows.tricks[0]
    other = one._replace(winner=(one.winner + 1) % 4)
    names = [shows.players[trick.winner].name for trick in (one, other)]
    told = "\n".join(result_lines(replace(shows, tricks=(one, other, other, other, one))))
    assert f"({names[0]}, {names[1]}\u00a0×3, {names[0]})" in told


def test_who_took_several_cards_of_the_kitty_is_named_once() -> None:
    (match,) = finished(games()["esmakker"], 4, 1)
    shows = finished_scene(match, None)
    (one, two, three), name = (card for card, _ in shows.kitty), shows.players[1].name
    cards = " ".join(map(shows.style.card, (one, two)))
    told = result_lines(replace(shows, kitty=((one, 1), (two, 1), (three, None))))
    assert f"Kitty: {cards} →\u00a0{name} · {shows.style.card(three)}" in told


def _several_alone(seen: View) -> bool:
    return seen.last is not None and len(seen.last.result.soloists) > 1


def _swapped(seen: View) -> bool:
    parts = seen.last.result.contract.parts if seen.last and seen.last.result.contract else ()
    return "rangtrumf" in parts and not {"brev", "mastarbrev"} & {*parts}


@pytest.mark.parametrize(
    ("key", "seed", "fits", "told"),
    [("hus", 3, _several_alone, "laid away"), ("kombinations-whist", 3, _swapped, "swapped")],
)
def test_what_became_of_cards_is_said_whoever_took_them(
    key: str, seed: int, fits: Callable[[View], bool], told: str
) -> None:
    """A soloist may take what the one before laid away; declarer swaps a card for another."""
    assert finished_scene(first(key, 4, seed, fits, scored=True), None).passed == told


def test_only_a_contract_with_a_holder_has_the_mark_of_its_declarer() -> None:
    auction = table_scene(
        first("kombinations-whist", 4, 1, lambda seen: not calls.calls(seen)), None
    )
    assert table_lines(auction) == [], "the question says that there is an auction"
    assert f"🎯 **{auction.players[0].name}**: Auction" in table_lines(
        replace(auction, holders=(0,))
    )


def test_a_contract_that_a_phone_has_no_room_for_is_small_print() -> None:
    match = first("kombinations-whist", 4, 1, lambda seen: seen.playing)
    scene = replace(table_scene(match, 0), holders=(0,), contract="Game", trumps=Suit.HEARTS)
    long = replace(scene, contract="Max Trump + Open Trump")
    for one, small in ((scene, False), (long, True)):
        line = contract_line(one, IDS)
        assert line.startswith("-# ") is small
        assert line in table_lines(one, IDS)


def test_a_named_suit_stays_with_what_it_is_and_the_tricks_with_what_is_before_them() -> None:
    match = first("kombinations-whist", 4, 1, lambda seen: seen.playing)
    named = (Named(Suit.HEARTS, "trumps"),)
    scene = replace(table_scene(match, 0), named=named, progress="5/9")
    assert contract_line(scene).endswith("\u00a0· trumps\u00a0hearts\u00a0·\u00a05/9")


def test_no_line_begins_with_the_dot_before_a_named_suit() -> None:
    match = first("kombinations-whist", 4, 1, lambda seen: seen.playing)
    scene = replace(
        table_scene(match, 0), trumps=Suit.SPADES, named=(Named(Suit.HEARTS),), progress="5/9"
    )
    for ids in (IDS, {}):
        hearts = contract_line(scene, ids).partition("5/9")[0].rstrip(" ·")
        assert re.search(r"\u00a0· [^ ]+( hearts)?$", hearts), hearts


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_card_beside_a_contract_says_why_it_stands_there(variant: Variant, players: int) -> None:
    for match, code in product(moments(variant, players), LANGUAGES):
        scene = table_scene(match, None, code)
        cards = [one for one in scene.named if not isinstance(one.what, str)]
        assert all(one.why for one in cards)
        for ids in ({}, IDS) if cards else ():
            pen = pen_of(scene, ids)
            told = contract_line(scene, ids)
            assert all(f"{one.why}\u00a0{pen.name_of(one.what)}" in told for one in cards)


@pytest.mark.parametrize(
    ("purpose", "says"),
    [("call", "called"), ("plague", "plague"), ("justice", "justice"), ("guess", "takes")],
)
def test_what_is_named_has_the_word_of_its_kind(purpose: str, says: str) -> None:
    assert language_of("en").term(NAMING[purpose]) == says


def _resting() -> TableScene:
    """A first auction of seven, three of whom sit out."""
    scene = table_scene(first("kombinations-whist", 7, 2, lambda seen: not calls.calls(seen)), None)
    sleeping, other, *rest = scene.resting
    sleeping = replace(sleeping, roles=(Role.AWAY,))
    points = (*scene.points[:4], "7 points", "2 points", "0 points")
    return replace(scene, resting=(sleeping, other, *rest), points=points)


def test_who_sits_out_is_told_with_their_points() -> None:
    scene = _resting()
    names = [one.player.name for one in scene.resting]
    expected = (
        f"Sitting out: {names[0]} (away) 7 points · {names[1]} 2 points · {names[2]} 0 points"
    )
    assert expected in table_alternative(scene)
    assert expected in full_lines(scene)


def test_the_channels_table_in_emojis_begins_with_who_sits_there() -> None:
    scene = _resting()
    names = [one.player.name for one in scene.places]
    roles = {Role.DEALER: "(D)", Role.COMPUTER: "🤖"}
    places = [
        replace(one, roles=had)
        for one, had in zip(scene.places, ((), *((role,) for role in roles), ()), strict=True)
    ]
    told = channel_lines(replace(scene, places=tuple(places)), IDS)
    gone = [one.player.name for one in scene.resting]
    assert told[0] == (
        f"-# {names[0]} · {names[1]} (D) · {names[2]} 🤖 · {names[3]} · "
        f"Sitting out: {gone[0]} 💤 · {gone[1]} · {gone[2]}"
    )
    assert told[1:] == table_lines(scene, IDS)


@pytest.mark.parametrize("code", LANGUAGES)
def test_trumps_that_the_first_lead_makes_are_told(code: str) -> None:
    match = first("whist", 4, 1, lambda seen: seen.playing)
    scene = replace(table_scene(match, None, code), trumps=None, trumps_by_lead=True)
    told = {"en": "Trumps by the first lead", "sv": "Sättrumf", "da": "Udspilstrumf"}[code]
    assert told in table_alternative(scene)
    assert any(line.startswith(told) for line in full_lines(scene))
    assert told in channel_lines(scene, IDS)
