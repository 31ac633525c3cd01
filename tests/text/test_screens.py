"""What players read of a running deal: complete, translated, within limits, and no secrets."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from kwbot.engine.actions import CHANCE, Bid, ChooseCards, Dealt, Pass, Play, parse_action
from kwbot.engine.cards import Card, CardSet, Suit
from kwbot.engine.choices import CombinationBid, OneOf, PlayCard
from kwbot.engine.errors import RuleViolation
from kwbot.engine.match import Match
from kwbot.engine.table import Foul
from kwbot.engine.view import view
from kwbot.engine.wording import Sentence
from kwbot.text.facts import Facts
from kwbot.text.hand import HAND_LIMIT, LABEL_LIMIT, action_label, bid_text, card_labels, hand_text
from kwbot.text.language import Voice
from kwbot.text.lines import finished_trick
from kwbot.text.result import deal_result_text
from kwbot.text.table_message import TABLE_LIMIT, scores, table_text
from tests.engine.playing import shuffled
from tests.text.positions import (
    FACTS,
    GAME,
    LANGUAGES,
    NASTY,
    blank,
    positions,
    voice,
    with_unseen_permuted,
)

NAMES = ("Anna", "Bo", "Cleo", "Dag")


@cache
def every_position(players: int) -> tuple[Match, ...]:
    return tuple(positions(NASTY[:players], seed=players))


def some_positions(players: int) -> tuple[Match, ...]:
    return every_position(players)[::5]


def everything(match: Match, code: str) -> list[str]:
    """Every screen of a position."""
    seen = view(match, None)
    told = voice(match, None, code)
    made = [table_text(seen, told, FACTS), deal_result_text(seen, told, FACTS)]
    for seat in range(len(match.names)):
        own = view(match, seat)
        made.append(hand_text(own, voice(match, seat, code), FACTS))
        if isinstance(own.choice, CombinationBid):
            made.append(bid_text(own, ("spel", "las"), voice(match, seat, code), FACTS))
    return made


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("players", [3, 4, 5, 12])
def test_screens_fit_and_names_do_nothing(players: int, code: str) -> None:
    for match in some_positions(players):
        table, result, *hands = everything(match, code)
        assert 0 < len(table) <= TABLE_LIMIT
        assert len(result) <= TABLE_LIMIT
        assert all(0 < len(text) <= HAND_LIMIT for text in hands)
        for text in (table, result, *hands):
            ours = text.replace("<@1000>", "").replace("<t:1767225600:R>", "")
            assert not re.search(r"@(everyone|here)|(?<!\\)<[@#:t]|(?<!\\)https?:|[{}]", ours)
            assert "\u202e" not in text
            assert "\n# x" not in text


@pytest.mark.parametrize("players", [3, 5])
def test_every_word_comes_from_the_catalogue(players: int) -> None:
    match_names = tuple(str(seat) for seat in range(players))
    for match in positions(match_names, seed=7, deals=1):
        for seat in (None, *match.to_act()):
            if seat == CHANCE:
                continue
            seen = view(match, seat)
            told = Voice.of(seen, blank())
            screens = [table_text(seen, told, FACTS), hand_text(seen, told, FACTS)]
            screens.append(deal_result_text(seen, told, FACTS))
            if isinstance(seen.choice, CombinationBid):
                screens.append(bid_text(seen, ("limbo", "pest"), told, FACTS))
            for text in screens:
                by_babel = r"<t:1767225600:R>|40 seconds|\band\b|\bor\b"
                assert not re.search(r"[a-z]{2}", re.sub(by_babel, "", text)), text


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_screen_shows_nothing_of_unseen_cards(players: int) -> None:
    rng = Random(1)
    for match in some_positions(players):
        if match.deal is None or match.deal.current is None:
            continue
        told = voice(match, None, "en")
        public = table_text(view(match, None), told, FACTS)
        other = with_unseen_permuted(match, None, rng)
        assert table_text(view(other, None), told, FACTS) == public
        seat = match.deal.table.seats[0]
        own = hand_text(view(match, seat), told, FACTS)
        other = with_unseen_permuted(match, seat, rng)
        assert hand_text(view(other, seat), told, FACTS) == own


def longest_bid(choice: CombinationBid) -> Bid | None:
    """As many parts as go together and are worth enough."""
    parts = ["mastartrumf"]
    for special in sorted(choice.bids.extras, key=lambda part: -part.value):
        bid = Bid((*parts, special.key))
        try:
            choice.bids.check(bid, choice.table_size)
        except RuleViolation:
            continue
        if special.value >= 0 or choice.bids.value(bid) >= choice.least:
            parts.append(special.key)
    bid = choice.bids.canonical(Bid(tuple(parts)))
    return bid if bid in choice else None


def slowly_auctioned(match: Match) -> Match:
    """Bids with as many parts as possible until nothing higher can be bid."""
    while isinstance(choice := match.choice(match.to_act()[0]), CombinationBid):
        match = match.apply(match.to_act()[0], longest_bid(choice) or Pass())
    return match


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_longest_bids_of_the_longest_names_fit(code: str) -> None:
    rng = Random(2)
    names = tuple(name * 2 for name in NASTY)
    match = slowly_auctioned(shuffled(Match.begin(GAME, names, {}), rng))
    bids = [entry.action for entry in view(match, None).said if isinstance(entry.action, Bid)]
    assert len(bids) > 6
    assert max(len(bid.parts) for bid in bids) > 12
    for _ in range(40):
        assert len(table_text(view(match, None), voice(match, None, code), FACTS)) <= TABLE_LIMIT
        for seat in match.to_act():
            text = hand_text(view(match, seat), voice(match, seat, code), FACTS)
            assert len(text) <= HAND_LIMIT
            match = match.apply(seat, match.choice(seat).sample(rng))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_bid_builder_fits_with_every_part_chosen(code: str) -> None:
    match = shuffled(Match.begin(GAME, NASTY, {}), Random(3))
    seat = match.to_act()[0]
    seen = view(match, seat)
    assert isinstance(seen.choice, CombinationBid)
    chosen = ("trumf", *(part.key for part in seen.choice.bids.extras))
    text = bid_text(seen, chosen, voice(match, seat, code), FACTS)
    assert len(text) <= HAND_LIMIT
    assert "⛔" in text


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_action_has_a_short_label(code: str) -> None:
    for match in some_positions(4):
        for seat in match.to_act():
            choice = match.choice(seat)
            if isinstance(choice, OneOf | PlayCard):
                told = voice(match, seat, code)
                labels = [action_label(action, told) for action in choice]
                assert all(0 < len(label) <= LABEL_LIMIT for label in labels)
                assert len(set(labels)) == len(labels)


def test_labels_follow_the_players_cards_and_language() -> None:
    match = every_position(4)[0]
    told = voice(match, None, "sv")
    assert action_label(Play(Card.parse("CJ")), told) == "♣Kn"
    assert action_label(Pass(), told) == "Pass"
    four = replace(told, style=replace(told.style, four_colour=True))
    assert action_label(Play(Card.parse("DA")), four) == "🔷E"


def test_cards_are_labelled_in_the_players_order() -> None:
    told = voice(every_position(4)[0], None, "da")
    low_first = replace(told, style=replace(told.style, descending=False))
    labels = [label for _, label in card_labels(CardSet.parse("SA S9 HJ"), low_first)]
    assert labels == ["♠9", "♠E", "♥️B"]


# --- what is told, by one deal ---------------------------------------------------------------

PLAIN = Facts({seat: f"<@{seat}>" for seat in range(3)}, frozenset({3}), deadline=99)


def told_deal(*lines: str) -> Match:
    """Everybody holds every fourth card from the ace of spades on, from player 0; 3 deals."""
    match = Match.begin(GAME, NAMES, {}).deal_begun(3)
    deck = tuple(GAME.deck(4))
    match = match.apply(CHANCE, Dealt(tuple(CardSet(deck[seat::4]) for seat in range(4))))
    for line in lines:
        match = match.apply(match.to_act()[0], parse_action(line))
    return match


AUCTION = ("bid trumf", "pass", "bid spel+straff", "pass", "pass")


def test_the_table_in_the_auction() -> None:
    match = told_deal(*AUCTION[:3])
    text = table_text(view(match, None), voice(match, None, "sv"), PLAIN)
    assert text == (
        "**Giv 1** · I tur: **Dag** · Buda eller passa. ⏳ <t:99:R>\n"
        "-# Dina kort finns i ditt direktmeddelande. Du kan också trycka på **Min hand**.\n"
        "-# Vinstsumma 13\n"
        "Anna: **Trumf (1)**\n"
        "Cleo: **Spel + Straff (4)**\n"
        "Har passat: Bo\n"
        "> **Spel** Cleo måste ta minst 5 stick utan trumf.\n"
        "> **Straff** Går Cleo inte hem kostar det 2 poäng till."
    )


def test_the_table_in_play() -> None:
    match = told_deal(*AUCTION, "play SK", "play SQ", "play SJ", "play SA", "play HJ")
    seen = view(match, None)
    before = view(told_deal(*AUCTION, "play SK"), None)
    assert table_text(before, voice(match, None, "da"), PLAIN) == (
        "**Giv 1** · Tur: <@2> ⏳ <t:99:R>\n"
        "-# Pointmål 13\n"
        "🎯 **Cleo** spiller **Spil + Straf** (værdi 4, 2 point, hvis den går hjem)\n"
        "> **Spil** Cleo skal tage mindst 5 stik uden trumf.\n"
        "> **Straf** Går Cleo ikke hjem, koster det 2 point mere."
    )
    assert table_text(seen, voice(match, None, "da"), PLAIN) == (
        "**Giv 1** · Tur: <@1> ⏳ <t:99:R>\n-# Pointmål 13"
    )
    assert finished_trick(seen, voice(match, None, "en"), 1) == (
        "Trick 1: Bo ♠K · Cleo ♠Q · Dag ♠J · Anna ♠A → **Anna**"
    )


def test_a_hand_in_play() -> None:
    match = told_deal(*AUCTION, "play SK")
    text = hand_text(view(match, 2), voice(match, 2, "en"), PLAIN)
    assert text == (
        "### Your turn: Play a card · ⏳ <t:99:R>\n\n"
        "🎯 **Cleo** plays **Game + Penalty** (value 4, 2 points if made)\n"
        "> **Game** At least 5 tricks without trumps.\n"
        "> **Penalty** If you go down, you lose 2 points more.\n"
        "No trumps\n"
        "Tricks: Anna 0 · Bo 0 · Cleo 0 · Dag 0\n"
        "**Trick 1** Bo ♠K\n\n"
        "**Your hand**\n"
        "**♠ Q 8 4**\n"
        "♥️ K 9 5\n"
        "♣ J 7 3\n"
        "♦️ A 10 6 2\n"
        "Follow suit: play ♠ spades.\n"
        "Play a card in bold."
    )


def test_a_hand_when_it_is_not_ones_turn() -> None:
    match = told_deal(*AUCTION)
    text = hand_text(view(match, 0), voice(match, 0, "sv"), replace(PLAIN, channel="<#7>"))
    assert text.startswith("Inte din tur. Följ spelet i <#7>.\n")
    assert "<t:" not in text
    assert "<@1>" not in text


def test_every_rule_that_keeps_cards_is_told() -> None:
    told = voice(every_position(4)[0], None, "en")
    seen = view(told_deal(*AUCTION), 1)
    assert isinstance(seen.choice, PlayCard)
    held = seen.hand.of_suit
    reasons = (
        (held(Suit.SPADES), Sentence("Play a card.")),
        (held(Suit.HEARTS) | held(Suit.CLUBS), Sentence("Bid or pass.")),
    )
    choice = PlayCard(held(Suit.DIAMONDS), reasons)
    text = hand_text(replace(seen, choice=choice), told, PLAIN)
    assert text.endswith("\nPlay a card.\nBid or pass.\nPlay a card in bold.")


def test_ones_own_open_hand_stands_there_once() -> None:
    match = told_deal("bid spel+oppenhand", "pass", "pass", "pass", "play SJ")
    assert "Anna's open cards" in hand_text(view(match, 1), voice(match, 1, "en"), PLAIN)
    own = hand_text(view(match, 0), voice(match, 0, "en"), PLAIN)
    assert own.count("10 6 2") == 1


def test_cards_that_came_from_others_are_told_once() -> None:
    match = told_deal("bid trumf+mastarbrev", "pass", "pass", "pass", "suit S")
    for seat in match.to_act():
        given = CardSet(list(view(match, seat).hand)[:3])
        match = match.apply(seat, ChooseCards(given))
    seen = view(match, 1)
    text = hand_text(seen, voice(match, 1, "en"), PLAIN)
    assert seen.received
    assert "Received" not in text
    assert text.count(voice(match, 1, "en").style.row(seen.received)) == 1
    untold = hand_text(replace(seen, said=()), voice(match, 1, "en"), PLAIN)
    assert "Received: " in untold


def test_the_bid_builder() -> None:
    match = told_deal(*AUCTION[:2])
    seen, told = view(match, 2), voice(match, 2, "en")
    nothing = bid_text(seen, (), told, PLAIN)
    assert "Pick one standard bid" in nothing
    assert "Bid a value of 2 or more." in nothing
    good = bid_text(seen, ("straff", "spel"), told, PLAIN)
    assert "**Game + Penalty** (value 4, 2 points if made)" in good
    assert "✅ You can bid this." in good
    low = bid_text(seen, ("trumf",), told, PLAIN)
    assert "⛔ Your bid is worth 1. You need at least 2." in low
    clash = bid_text(seen, ("noll", "pest"), told, PLAIN)
    assert "⛔ Plague doesn't go with Zero." in clash
    unmade = bid_text(seen, ("straff",), told, PLAIN)
    assert "⛔ A bid starts with one standard bid." in unmade
    assert "**Penalty** (value 2)" in unmade
    proven = bid_text(seen, ("spel",), told, PLAIN, Sentence("It's not your turn."))
    assert "⛔ It's not your turn." in proven


def test_secret_choices_are_told_only_as_made() -> None:
    match = told_deal("bid rangtrumf", "pass", "pass", "pass", "card SA")
    for seat in (None, 1):
        text = table_text(view(match, seat), voice(match, seat, "en"), PLAIN)
        assert "(chosen: Anna)" in text
        assert "♠A" not in text


def test_the_scores_tell_who_sits_out_and_who_is_away() -> None:
    match = shuffled(Match.begin(GAME, (*NAMES, "Eva", "Finn"), {}), Random(5))
    first, second = view(match, None).sitting_out
    away = match.deal.table.seats[0] if match.deal else 0
    match, names = match.gone_away(away), match.names
    told = scores(view(match, None), voice(match, None, "en"), Facts())
    assert f"{names[away]} 💤: 0 points" in told
    assert told[-1] == f"Sitting out: {names[first]} 0 points · {names[second]} 0 points"


def test_a_deal_in_place_of_a_void_one_says_why() -> None:
    match = told_deal(*AUCTION)
    told, why = voice(match, None, "en"), "A backup was restored. This deal is redealt"
    assert why in table_text(view(match, None), told, replace(PLAIN, restored=True))
    assert why not in table_text(view(match, None), told, PLAIN)


def test_who_was_too_late_is_told() -> None:
    facts = replace(PLAIN, late=frozenset({1}))
    bidding, playing = told_deal(*AUCTION[:3]), told_deal(*AUCTION)
    told = voice(playing, None, "en")
    assert "Passed: Bo (time ran out)" in table_text(view(bidding, None), told, facts)
    assert "ran out of time" not in table_text(view(bidding, None), told, facts)
    for seat in (None, 1):
        shown = hand_text if seat else table_text
        assert "-# ⌛ Bo ran out of time." in shown(view(playing, seat), told, facts)
        assert "⌛" not in shown(view(playing, seat), told, PLAIN)


def test_a_foul_stays_on_the_table() -> None:
    match = told_deal(*AUCTION).fouled(Foul(2, 0, "fail"))
    told = voice(match, None, "en")
    assert "⚖️ Foul by Cleo. The bid fails." in table_text(view(match, None), told, PLAIN)
    assert "⚖️ Foul by Cleo. The bid fails." in hand_text(view(match, 1), told, PLAIN)


def test_between_deals_there_is_no_turn() -> None:
    match = Match.begin(GAME, NAMES, {})
    told = voice(match, None, "en")
    assert "Turn:" not in table_text(view(match, None), told, PLAIN)
    assert hand_text(view(match, 0), told, PLAIN) == "No deal is in progress."
    assert deal_result_text(view(match, None), told, PLAIN) == ""
