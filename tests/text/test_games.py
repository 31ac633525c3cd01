"""What players read of every game in all its phases: complete, translated, and no secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, time
from functools import cache
from importlib import import_module
from itertools import islice
from pkgutil import walk_packages
from random import Random
from typing import Any

import pytest

import kwbot.engine
import kwbot.variants
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.score_sheet import Unit
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Bid, ChooseCard, Concealed
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.choices import CombinationBid, LadderBid
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.wording import Who
from kwbot.engine.views.view import View, view
from kwbot.looks import pen
from kwbot.text.deal import hand
from kwbot.text.deal.result import deal_result_text, final_text, payments
from kwbot.text.table.lobby_text import Sitter, lobby_notes, lobby_text
from kwbot.text.table.table_text import TABLE_LIMIT, table_text, turn
from kwbot.text.words import lines
from kwbot.text.words.facts import NO_FACTS, Facts
from kwbot.text.words.language import Voice, language_of
from kwbot.variants import games
from kwbot.variants._danish.purposes import VOID_CARD
from kwbot.variants.kombinations_whist.purposes import rank_given
from tests.engine.playing import begin, one_move, shuffled
from tests.engine.playing import begun as deal_begun
from tests.engine.secrecy import Course, anyhow, course, lies_open, within_suits
from tests.text.positions import FACTS, LANGUAGES, NASTY, PANEL_LIMIT, blank, panel

DEALS = 3
TABLES = [
    pytest.param(variant, players, id=f"{key}-{players}")
    for key, variant in games().items()
    for players in range(variant.least_players, (variant.most_players or 4) + 1)
]
Viewer = int | None


def positions(variant: Variant, players: int, seed: int = 1) -> Iterator[Match]:
    """Every position of the first deals of a random match, and each deal scored."""
    rng = Random(seed)
    match = begin(variant, players)
    yield match
    for _ in range(DEALS):
        begun = deal_begun(match, rng)
        if any(seat >= 0 for seat in begun.to_act()):
            yield begun
        match = shuffled(match, rng)
        yield match
        while match.to_act():
            match, _ = one_move(match, rng)
            yield match
        match = match.with_score()
        yield match
        if match.is_won:
            return
    if variant.host_ends:
        yield match.finished_by(0)


@cache
def some_positions(variant: Variant, players: int) -> tuple[Match, ...]:
    every = tuple(positions(variant, players))
    # Every position outside the tricks, and some within them.
    return tuple(
        match
        for at, match in enumerate(every)
        if at % 9 == 0 or not (match.deal and match.deal.play and match.deal.play.tricks)
    )


def screens(match: Match, voices: dict[Viewer, Voice]) -> dict[Viewer, list[str]]:
    """By who reads them: None is everybody."""
    seen = view(match, None)
    told = voices[None]
    shown: dict[Viewer, list[str]] = {
        None: [
            table_text(seen, told, FACTS),
            deal_result_text(seen, told, FACTS),
            final_text(seen, told, FACTS) if match.is_won else "",
        ]
    }
    for seat in range(len(match.names)):
        shown[seat] = [panel(view(match, seat), voices[seat], FACTS)]
    return shown


def voices(match: Match, code: str) -> dict[Viewer, Voice]:
    language = language_of(code)
    return {
        seat: Voice.of(view(match, seat), language) for seat in (None, *range(len(match.names)))
    }


def renamed(match: Match, names: tuple[str, ...]) -> Match:
    """The same match of other people."""
    return replace(match, names=names)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_screen_fits_and_names_do_nothing(variant: Variant, players: int, code: str) -> None:
    for plain in some_positions(variant, players):
        match = renamed(plain, NASTY[:players])
        for viewer, texts in screens(match, voices(match, code)).items():
            limit = TABLE_LIMIT if viewer is None else PANEL_LIMIT
            for text in texts:
                assert len(text) <= limit
                ours = text.replace("<@1000>", "").replace("<t:1767225600:R>", "")
                assert not re.search(r"@(everyone|here)|(?<!\\)<[@#:t]|(?<!\\)https?:|[{}]", ours)
                assert "\u202e" not in text


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_word_comes_from_the_catalogue(
    variant: Variant, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pen, "language_of", lambda code: blank())
    for plain in some_positions(variant, players):
        match = renamed(plain, tuple(str(seat) for seat in range(players)))
        spoken: dict[Viewer, Voice] = {
            seat: Voice.of(view(match, seat), blank()) for seat in (None, *range(players))
        }
        for texts in screens(match, spoken).values():
            for text in texts:
                by_babel = r"<t:1767225600:R>|40 seconds|\band\b|\bor\b| kr\b"
                assert not re.search(r"[a-z]{2}", re.sub(by_babel, "", text)), text


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_screen_shows_nothing_of_unseen_cards(variant: Variant, players: int) -> None:
    """Neither who has cut nor who holds the called card, nor what was laid away or chosen."""
    rng, compared = Random(players), 0
    dealt = shuffled(begin(variant, players), rng)
    assert dealt.deal
    begun = begin(variant, players).deal_begun(dealt.deal.start.dealer)
    for moment in islice(course(Course(begun, dealt), rng), 0, None, 8):
        told = voices(moment.match, "en")
        for viewer, before in screens(moment.match, told).items():
            for swapped in (within_suits, anyhow):
                try:
                    other = moment.with_swapped(swapped(moment.unseen(viewer), rng))
                except RuleViolation:
                    continue
                if lies_open(other) == lies_open(moment.match):
                    assert screens(other, told)[viewer] == before
                    compared += 1
    assert compared > 25


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_phase_says_who_is_asked(variant: Variant, players: int) -> None:
    for match in some_positions(variant, players):
        if match.deal is None or not match.to_act() or min(match.to_act()) < 0:
            continue
        public = table_text(view(match, None), voices(match, "en")[None], FACTS)
        headline = public.splitlines()[0]
        assert headline.startswith(f"**Deal {view(match, None).number}** · **")
        people = [seat for seat in match.to_act() if seat not in FACTS.computers]
        assert ("'s turn**" in headline) == bool(people)
        named = [FACTS.mention(seat, voices(match, "en")[None]) for seat in people]
        assert all(one.strip("*") in headline for one in named)
        assert people or " is thinking**" in headline or " are thinking**" in headline
        seat = match.to_act()[0]
        own = panel(view(match, seat), voices(match, "en")[seat], FACTS)
        first, *lines = own.split("\n")
        assert first.endswith("· **your turn** ⏳\u00a0<t:1767225600:R>")
        asked, *_ = hand.question_line(view(match, seat), voices(match, "en")[seat]).split("\n")
        assert lines.count(asked) == 1
        assert asked.startswith(("### ", "**"))


def in_auctions(choice: type) -> list[Match]:
    """A match in an auction of that kind, of each game that has one."""
    found: dict[str, Match] = {}
    for variant in games().values():
        for match in some_positions(variant, variant.least_players):
            if match.deal and match.to_act() and min(match.to_act()) >= 0:
                asked = match.choice(match.to_act()[0])
                calls = [said for said in view(match, None).said if said.purpose.key == "bid"]
                if isinstance(asked, choice) and len(calls) > 1:
                    found[variant.key] = match
    return list(found.values())


def test_a_ladder_is_a_line_each_player() -> None:
    for match in in_auctions(LadderBid):
        seen = view(match, None)
        callers = {said.seat for said in seen.said if said.purpose.key == "bid"}
        text = table_text(seen, voices(match, "en")[None], FACTS)
        names = set(re.findall(r"^(?:🔨 )?(\w+)(?: 🤖)?: ", text, re.MULTILINE))
        assert names == {match.names[seat] for seat in callers}


def test_combinations_stand_in_their_order() -> None:
    for match in in_auctions(CombinationBid):
        assert "🔨" not in table_text(view(match, None), voices(match, "en")[None], FACTS)


@pytest.mark.parametrize(
    ("unit", "count", "said"),
    [
        (Unit.POINTS, -3, "−3 points"),
        (Unit.BALANCE, 12, "+12"),
        (Unit.BALANCE, -8, "−8"),
        (Unit.BALANCE, 0, "0"),
    ],
)
def test_scores_are_points_or_balances(unit: Unit, count: int, said: str) -> None:
    assert lines.amount(count, unit, language_of("en")) == said


def test_money_is_written_as_the_reader_does() -> None:
    assert language_of("sv").money(12050, signed=True) == "+120,50 kr"
    assert language_of("en").money(-1205000) == "−12,050.00 kr"
    assert language_of("da").money(-12050, signed=True) == "−120,50 kr."


@pytest.mark.parametrize(
    ("code", "day", "at"),
    [
        ("en", "Thursday 1\u00a0January", "19:00"),
        ("sv", "torsdag 1\u00a0januari", "19:00"),
        ("da", "torsdag 1.\u00a0januar", "19.00"),
    ],
)
def test_days_and_times_are_written_as_the_reader_does(code: str, day: str, at: str) -> None:
    language = language_of(code)
    assert language.day(date(2026, 1, 1)) == day
    assert language.clock_time(time(19)) == at


def test_payments_settle_an_account() -> None:
    assert payments((-300, 100, 200, 0)) == [(0, 2, 200), (0, 1, 100)]
    assert payments((0, 0, 0)) == []
    rng = Random(3)
    for _ in range(50):
        balance = [rng.randrange(-500, 501) for _ in range(4)]
        balance.append(-sum(balance))
        left = list(balance)
        for payer, receiver, amount in payments(balance):
            assert amount > 0
            left[payer] += amount
            left[receiver] -= amount
        assert not any(left)


FOUR = ("Anna", "Bo", "Cleo", "Dag")


def in_play(seat: int | None, **facts: Any) -> View:
    """A hand-made view of a deal that Anna plays."""
    game = next(game for game in games().values() if game.between_parts == " ")
    sheet = game.opening(game.option_values({}), 4)
    made: dict[str, Any] = {
        "dealer": 3, "seats": (0, 1, 2, 3), "taken": (3, 0, 2, 1), "playing": True, "dealt": True,
        "declarer": 0, "contract": Bid(("9", "gode")), "hand": CardSet.parse("SA H3 J1"),
    }  # fmt: skip
    return View(game, seat, FOUR, sheet, frozenset(), 1, None, **made | facts)


def told(seat: int | None, code: str = "en", **facts: Any) -> str:
    seen = in_play(seat, **facts)
    voice = Voice.of(seen, language_of(code))
    return (table_text if seat is None else panel)(seen, voice, Facts())


def played(**facts: Any) -> str:
    """Who plays what, as everybody reads it."""
    seen = in_play(None, **facts)
    return lines.contract(seen, Voice.of(seen, language_of("en")), Facts())


def test_the_table_alone_names_the_contract() -> None:
    assert "9 Good" in played()
    assert "9 Good" not in told(None)
    assert "Anna's side needs" in told(None), "what it asks stands above the table"


def test_a_secret_partner_reads_it_alone() -> None:
    assert played() == "🎯 **Anna** plays **9 Good**"
    assert "partner" not in told(1)
    assert "🎯 **Anna**: 9 Good" in told(1)
    assert "🎯 **Anna & You**: 9 Good" in told(2, partner=2)
    assert "partner" not in told(2, partner=2)


def test_a_partner_whom_all_know_stands_beside_declarer() -> None:
    assert "**Anna** plays **9 Good** with **Cleo**" in played(partner=2)
    assert "🎯 **Anna & Cleo**: 9 Gode" in told(1, "da", partner=2)


def test_declarer_without_a_partner() -> None:
    assert "nobody else holds the called card" in told(0, partner=0)
    assert "**Anna** plays **9 Good** alone" in played(partner=0)


_YOU = re.compile(r"\b(you|your|du|din|dina|dine|ditt|dit|dig)\b", re.IGNORECASE)


NEWER = {"edition": "1.5"}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    ("variant", "options"),
    [
        *(pytest.param(game, {}, id=key) for key, game in games().items()),
        pytest.param(games()["kombinations-whist"], NEWER, id="newer"),
    ],
)
def test_a_bid_says_you_to_who_bids_it_and_their_name_to_others(
    variant: Variant, options: dict[str, str], code: str
) -> None:
    voice = Voice.of_game(variant, language_of(code), options=options)
    for key, part in variant.parts(options).items():
        ((_, own),) = voice.explain(Bid((key,)))
        ((_, others),) = voice.explain(Bid((key,)), "Vera")
        assert not _YOU.search(others), others
        assert "Vera" not in own
        assert (part.others is None) == (own == others)


def purposes() -> set[Purpose]:
    """All that players are asked in any game."""
    found = {rank_given(Card.parse("SA"))}
    for package in (kwbot.engine, kwbot.variants):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            values = vars(import_module(module.name)).values()
            found.update(value for value in values if isinstance(value, Purpose))
    return found


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_player_is_asked_says_you_to_them_alone(code: str) -> None:
    language = language_of(code)
    for purpose in purposes():
        assert not _YOU.search(language.say(purpose.question())), purpose
        assert not _YOU.search(language.text(purpose.said)), purpose


@pytest.mark.parametrize(
    ("code", "own", "others"),
    [
        ("en", "You lay no card to count", "Vera lays 1 card to count"),
        ("sv", "Du lägger inget kort som räknas", "Vera lägger 1 kort som räknas"),
        ("da", "Du lægger intet kort, der tæller", "Vera lægger 1 kort, der tæller"),
    ],
)
def test_a_void_card_can_be_told_aloud(code: str, own: str, others: str) -> None:
    voice = Voice(language_of(code), ("Vera",))
    told = voice.fill(VOID_CARD.own, {"what": ChooseCard(None)})
    assert told.startswith(own)
    told = voice.fill(VOID_CARD.said, {"player": Who(0), "what": Concealed(1)})
    assert told.startswith(others)


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_the_table_asks_nobody_as_you(variant: Variant, players: int) -> None:
    for match in some_positions(variant, players):
        seen = view(match, None)
        for code in LANGUAGES if match.to_act() else ():
            asked = turn(seen, voices(match, code)[None], FACTS)
            assert not _YOU.search(asked), asked


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "Vera must take all four twos, which lie open."),
        ("sv", "Vera måste ta alla fyra tvåor, som ligger öppet."),
        ("da", "Vera skal tage alle fire toere, som ligger åbent."),
    ],
)
def test_everyone_reads_that_the_twos_lie_open(code: str, told: str) -> None:
    game = games()["kombinations-whist"]
    voice = Voice.of_game(game, language_of(code), options=NEWER)
    ((_, others),) = voice.explain(Bid(("obesudlatbud",)), "Vera")
    assert told in others


def test_what_a_bid_asks_is_said_to_the_right_person() -> None:
    assert "Vip** The kitty is turned" in told(0, contract=Bid(("9", "vip")), declarer=0)
    assert "9** At least 9 tricks with your partner" in told(0)
    assert "9** Anna's side needs 9" in told(2, partner=2)
    assert "9** Anna's side needs 9" in told(None)
    two: dict[str, Any] = {"contract": Bid(("sol",)), "soloists": (0, 3)}
    assert "Take 1 trick at most" in told(3, **two)
    assert "No partner" not in told(3, **two), "in play, where the contract says so"
    assert "Each of Anna and Dag must take 1 trick at most" in told(1, **two)


def test_soloists_play_each_for_themselves() -> None:
    text = told(None, contract=Bid(("sol",)), soloists=(0, 3))
    alone = played(contract=Bid(("sol",)), soloists=(0, 3))
    assert "**Anna** and **Dag** each play **Sun** alone" in alone
    assert "Each of Anna and Dag must take 1 trick at most" in text


def test_sides_count_together() -> None:
    sides = ((0, 2), (1, 3))
    text = told(None, sides=sides, declarer=None, contract=None)
    assert "🤝 **Anna** & **Cleo** against **Bo** & **Dag**." in text
    own = told(2, sides=sides, declarer=None, contract=None)
    assert "You & Anna 5 · Bo & Dag 1" in own


def test_cards_beside_the_tricks() -> None:
    text = told(
        1,
        hand=CardSet.parse("H3 D2"),
        kitty=(Card.parse("C5"), Card.parse("J2")),
        known={3: CardSet.parse("HA"), 2: CardSet.parse("SA")},
        open_cards={2: CardSet.parse("SA SK")},
        stand_in=(Card.parse("H3"), Suit.SPADES),
        laid=CardSet.parse("C2 C3"),
    )
    assert "\nKitty: ♣5 🃏2\n" in text
    assert "\n-# Known cards: Dag ♥️A\n" in text
    assert "♥️3 counts as the lowest card of spades." in text
    assert "Laid away: ♣3 ♣2" in text


def test_nobody_else_reads_of_a_stand_in_that_lies_elsewhere() -> None:
    assert "counts as" not in told(2, stand_in=(Card.parse("C9"), Suit.SPADES))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("variant", games().values(), ids=lambda one: one.key)
def test_the_lobby_says_how_many_can_play(variant: Variant, code: str) -> None:
    language = language_of(code)
    anna = Sitter("Anna", "<@1>", host=True)
    notes = lobby_notes(variant, variant.option_values({}), "", "", language)
    assert f"{variant.least_players}" in notes.splitlines()[0]
    assert len(lobby_text(variant, [anna], 3, language) + notes) < 1000
    assert 10 < len(language.term(variant.summary)) <= 100, "a line of the menu of games"
    crowd = [anna] * ((variant.most_players or 0) + 1)
    if variant.most_players:
        full = lobby_text(variant, crowd, 0, language_of("en"))
        assert f"(at most {variant.most_players})" in full


def test_a_games_name_is_shortened_as_in_the_head_of_a_hand() -> None:
    match = begin(games()["esmakker"], 4)
    seen = view(match, 0)
    voice = Voice.of(seen, language_of("en"))
    short = hand.short_name(seen.variant, voice.language)
    assert hand.head(seen, voice, NO_FACTS).startswith(f"-# **{short}**")
