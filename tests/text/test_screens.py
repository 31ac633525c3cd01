"""What players read of a running deal: complete, translated, within limits, and no secrets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from cogs.screens.hand.draft import BID, LAST, Draft
from cogs.screens.hand.panel import panel_text
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import (
    CHANCE,
    Bid,
    ChooseCard,
    ChooseCards,
    Dealt,
    Foul,
    NameSuit,
    Pass,
    Play,
    parse_action,
)
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.choices import CombinationBid, OneOf, PlayCard
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.values.wording import Sentence, Who
from kwbot.engine.views.view import view
from kwbot.looks import pen
from kwbot.looks.emojis import emojis, in_emojis
from kwbot.text.deal import hand
from kwbot.text.deal.hand import LABEL_LIMIT, action_face, action_label, card_face
from kwbot.text.deal.result import deal_result_text
from kwbot.text.table.table_text import TABLE_LIMIT, scores, table_text, watched_text
from kwbot.text.words.facts import Facts, HandCopy
from kwbot.text.words.language import Voice, language_of
from kwbot.text.words.lines import finished_trick
from tests.engine.playing import begin, shuffled
from tests.text.positions import (
    FACTS,
    GAME,
    LANGUAGES,
    NASTY,
    PANEL_LIMIT,
    blank,
    panel,
    positions,
    voice,
    with_unseen_permuted,
)
from tests.variants.danish.table import HUS, table

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
        made.append(panel(own, voice(match, seat, code), FACTS))
        if isinstance(own.choice, CombinationBid):
            made.append(panel(own, voice(match, seat, code), FACTS, ("spel", "las")))
    return made


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("players", [3, 4, 5, 12])
def test_screens_fit_and_names_do_nothing(players: int, code: str) -> None:
    for match in some_positions(players):
        table, result, *hands = everything(match, code)
        assert 0 < len(table) <= TABLE_LIMIT
        assert len(result) <= TABLE_LIMIT
        assert all(0 < len(text) <= PANEL_LIMIT for text in hands)
        for text in (table, result, *hands):
            ours = text.replace("<@1000>", "").replace("<t:1767225600:R>", "")
            assert not re.search(r"@(everyone|here)|(?<!\\)<[@#:t]|(?<!\\)https?:|[{}]", ours)
            assert "\u202e" not in text
            assert "\n# x" not in text


@pytest.mark.parametrize("players", [3, 5])
def test_every_word_comes_from_the_catalogue(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pen, "language_of", lambda code: blank())
    match_names = tuple(str(seat) for seat in range(players))
    for match in positions(match_names, seed=7, deals=1):
        for seat in (None, *match.to_act()):
            if seat == CHANCE:
                continue
            seen = view(match, seat)
            told = Voice.of(seen, blank())
            screens = [table_text(seen, told, FACTS), panel(seen, told, FACTS)]
            screens.append(deal_result_text(seen, told, FACTS))
            if isinstance(seen.choice, CombinationBid):
                screens.append(panel(seen, told, FACTS, ("limbo", "pest")))
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
        seat = match.deal.layout.seats[0]
        own = panel(view(match, seat), told, FACTS)
        other = with_unseen_permuted(match, seat, rng)
        assert panel(view(other, seat), told, FACTS) == own


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
            text = panel(view(match, seat), voice(match, seat, code), FACTS)
            assert len(text) <= PANEL_LIMIT
            match = match.apply(seat, match.choice(seat).sample(rng))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_bid_builder_fits_with_every_part_chosen(code: str) -> None:
    match = shuffled(Match.begin(GAME, NASTY, {}), Random(3))
    seat = match.to_act()[0]
    seen = view(match, seat)
    assert isinstance(seen.choice, CombinationBid)
    chosen = ("trumf", *(part.key for part in seen.choice.bids.extras))
    text = panel(seen, voice(match, seat, code), FACTS, chosen)
    assert len(text) <= PANEL_LIMIT
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
    assert action_label(Play(Card.parse("DA")), told) == "♦️E"


def test_cards_are_labelled_in_the_players_language() -> None:
    told, ids = voice(every_position(4)[0], None, "da"), dict.fromkeys(emojis(), 5)
    in_pictures = replace(told, style=in_emojis(told.style, ids))
    assert card_face(Card.parse("HJ"), told) == ("♥️B", "")
    for action, label, key in (
        (Play(Card.parse("HJ")), "B", "hearts"),
        (ChooseCard(Card.parse("J2")), "2", "joker2"),
        (NameSuit(Suit.SPADES), "Spar", "spades"),
    ):
        face = action_face(action, in_pictures)
        assert face.label == label
        assert face.emoji.startswith(f"<:{key}")
    assert action_label(Play(Card.parse("HJ")), in_pictures) == "♥️B"
    for name in [name for name in ids if name.startswith("hearts")]:
        del ids[name]
    assert card_face(Card.parse("HJ"), in_pictures) == ("♥️B", ""), "no emoji fits in a label"


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


def test_nobody_is_sent_to_closed_dms() -> None:
    seen = view(told_deal(*AUCTION[:3]), None)
    text = table_text(seen, voice(told_deal(), None, "en"), replace(PLAIN, takes_dms=False))
    assert "Press **My hand** to see your cards." in text
    assert "DM" not in text
    watched = watched_text(seen, voice(told_deal(), None, "en"), PLAIN)
    assert "My hand" not in watched, "who watches has none"
    assert watched.splitlines()[0] == text.splitlines()[0]


def test_before_the_deal_cards_come_next() -> None:
    seen = view(begin(HUS, 4).deal_begun(1), None)
    assert table_text(seen, Voice.of(seen, language_of("en")), PLAIN).splitlines()[:2] == [
        "**Deal 1** · **<@0>'s turn** · Cut the deck, or knock. ⏳\u00a0<t:99:R>",
        "-# <@0>, <@1> and <@2> · Your cards come after the cut.",
    ]


def test_whoever_is_called_as_in_turn_is_not_called_again() -> None:
    seen = view(begin(HUS, 4).deal_begun(1), None)
    alone = replace(PLAIN, mentions={0: "<@0>"})
    told = table_text(seen, Voice.of(seen, language_of("en")), alone)
    assert seen.to_act == (0,)
    assert told.count("<@0>") == 1
    assert told.endswith("\n-# Your cards come after the cut.")


def test_the_panel_names_the_game_once() -> None:
    match = begin(HUS, 4).deal_begun(1)
    told = panel(view(match, 0), Voice.of(view(match, 0), language_of("en")), PLAIN)
    assert told.count("HW") == 1


def test_what_a_number_asks_and_announcements_are_a_line_each() -> None:
    seen = view(table(HUS, "2 bid 8/3 pass/0 pass/1 pass/2 suit H/2 card SA"), None)
    told = table_text(seen, Voice.of(seen, language_of("en")), PLAIN)
    assert told.splitlines()[-2:] == [
        "> **8** Cleo's side needs 8 tricks.",
        "-# • Anna knocked.",
    ]  # that hearts are trumps and ♠A is called stands beside the contract


def test_trumps_stand_beside_the_contract_as_soon_as_they_are_named() -> None:
    seen = view(table(HUS, "2 bid 8/3 pass/0 pass/1 pass/2 suit H"), 2)
    told = panel(seen, Voice.of(seen, language_of("en")), PLAIN).replace("\u00a0", " ")
    assert "🎯 **You**: 8 · trumps hearts\n" in told
    assert told.count("hearts") == 1


def test_a_hand_has_no_word_of_the_cut() -> None:
    seen = view(table(HUS, "2 bid 8/3 pass/0 pass/1 pass"), 2)
    told = panel(seen, Voice.of(seen, language_of("en")), PLAIN)
    assert "8" in told
    assert "knock" not in told


def test_the_table_in_the_auction() -> None:
    match = told_deal(*AUCTION[:3])
    text = table_text(view(match, None), voice(match, None, "sv"), PLAIN)
    assert text == (
        "**Giv 1** · **Dag tänker** · Buda eller passa. ⏳\u00a0<t:99:R>\n"
        "-# <@0>, <@1> och <@2> · "
        "Korten finns i era direktmeddelanden, eller bakom **Min hand**.\n"
        "-# Vinstsumma 13\n"
        "Anna: **Trumf (1)**\n"
        "Cleo: **Spel + Straff (4)**\n"
        "Har passat: Bo\n"
        "> **Spel** Cleo måste ta minst 5 stick. Utan trumf.\n"
        "> **Straff** Går Cleo inte hem kostar det 2 poäng till."
    )


def test_the_table_in_play() -> None:
    match = told_deal(*AUCTION, "play SK", "play SQ", "play SJ", "play SA", "play HJ")
    seen = view(match, None)
    before = view(told_deal(*AUCTION, "play SK"), None)
    assert table_text(before, voice(match, None, "da"), PLAIN) == (
        "**Giv 1** · **På tur: <@2>** ⏳\u00a0<t:99:R>\n"
        "-# Pointmål 13\n"
        "> **Spil** Cleo skal tage mindst 5 stik.\n"
        "> **Straf** Går Cleo ikke hjem, koster det 2 point mere."
    )
    assert table_text(seen, voice(match, None, "da"), PLAIN) == (
        "**Giv 1** · **På tur: <@1>** ⏳\u00a0<t:99:R>"
    )
    assert finished_trick(seen.tricks, voice(match, None, "en"), 1) == (
        "Trick 1: Bo ♠K · Cleo ♠Q · Dag ♠J · Anna ♠A →\u00a0**Anna**"
    )


def test_a_hand_in_play() -> None:
    match = told_deal(*AUCTION, "play SK")
    text = panel(view(match, 2), voice(match, 2, "en"), replace(PLAIN, link="https://x"))
    assert text.replace("\u00a0", " ") == (
        "-# **[KW →](https://x)** · **your turn** ⏳ <t:99:R>\n"
        "Bo ♠K → **You** → Dag → Anna\n"
        "-# 🎯 **You**: Game + Penalty · No trumps\n"
        "-# **Game** At least 5 tricks.\n"
        "-# **Penalty** If you go down, you lose 2 points more.\n"
        "### Follow suit: play spades.\n"
        "-# ♥️ K 9 5 · ♣ J 7 3 · ♦️ A 10 6 2"
    )


def test_after_the_first_trick_a_contract_is_a_line() -> None:
    match = told_deal(*AUCTION, "play SK", "play SQ", "play SJ", "play SA", "play HJ")
    seen, told = view(match, 1), voice(match, 1, "en")

    def shown(unfolded: str) -> tuple[str, Sequence[str]]:
        return panel_text(seen, told, PLAIN, Draft(unfolded=unfolded), room=600)

    (plain, folded), (last, _), (bid, _) = (shown(one) for one in ("", LAST, BID))
    assert tuple(folded) == (BID, LAST)
    assert plain.splitlines()[1:3] == [
        "Anna ♥️J →\u00a0**You** →\u00a0Cleo →\u00a0Dag",
        "-# Tricks: You 0 · Cleo 0/5 · Dag 0 · Anna 1",
    ]
    assert "needs 5 tricks" not in plain
    assert "Trick 1: " not in plain
    assert "needs 5 tricks" in bid
    assert "-# Trick 1: You ♠K · Cleo ♠Q · Dag ♠J · Anna ♠A →\u00a0**Anna**" in last


def test_where_there_is_no_room_a_bid_is_explained_on_demand() -> None:
    match = told_deal(*AUCTION[:2])
    seen, told = view(match, 2), voice(match, 2, "en")
    for room, explained in ((600, True), (150, False)):
        text, folded = panel_text(seen, told, PLAIN, Draft(), room)
        assert ("Anna names trumps" in text) == explained
        assert tuple(folded) == (() if explained else (BID,))


def test_a_hand_when_it_is_not_ones_turn() -> None:
    match = told_deal(*AUCTION)
    seen, told = view(match, 0), voice(match, 0, "sv")
    facts = replace(PLAIN, link="https://x", asked=33)
    text = panel(seen, told, facts)
    assert text.startswith("-# **[KW →](https://x)** · **På tur: Bo** · <t:33:R>\n")
    assert "<@1>" not in text, "nobody is called"
    thinks = panel(seen, told, replace(facts, asked=None, computers=frozenset({1})))
    assert thinks.startswith("-# **[KW →](https://x)** · **Bo tänker**\n")
    lasts = panel(seen, told, replace(facts, copy=HandCopy(names_turn=False)))
    assert lasts.startswith("-# **[KW →](https://x)** · inte din tur\n")
    assert "<t:" not in lasts


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
    text = panel(replace(seen, choice=choice), told, PLAIN)
    assert "\n### Play a card.\n-# Bid or pass.\n" in text


@pytest.mark.parametrize(
    ("rule", "asked"),
    [
        ("Play one.", "### Play one."),
        ("Play one. It is low.", "### Play one.\n-# It is low."),
        (
            "Play one that is lower than those.",
            "### Play a card.\n-# Play one that is lower than those.",
        ),
        ("Play one that isn't higher than.", "**Play one that isn't higher than.**"),
    ],
)
def test_a_question_is_one_line_and_more_is_small_print(rule: str, asked: str) -> None:
    seen = view(told_deal(*AUCTION), 1)
    assert isinstance(seen.choice, PlayCard)
    choice = PlayCard(seen.hand.of_suit(Suit.DIAMONDS), ((seen.hand, Sentence(rule)),))
    told = voice(every_position(4)[0], None, "en")
    assert hand.question_line(replace(seen, choice=choice), told) == asked


def test_no_name_ends_a_question() -> None:
    seen = view(told_deal(*AUCTION), 1)
    assert isinstance(seen.choice, PlayCard)
    rule = Sentence("Play {player}.", player=Who(0))
    choice = PlayCard(seen.hand.of_suit(Suit.DIAMONDS), ((seen.hand, rule),))
    told = replace(voice(every_position(4)[0], None, "en"), names=("Dr. No! J. Smith",))
    asked = hand.question_line(replace(seen, choice=choice), told)
    assert asked.replace("\u00a0", " ").replace("\\", "") == "### Play Dr. No! J. Smith."


def test_ones_own_open_hand_stands_there_once() -> None:
    match = told_deal("bid spel+oppenhand", "pass", "pass", "pass", "play SJ")
    others, own = (
        panel(view(match, seat), voice(match, seat, "en"), PLAIN).replace("\u00a0", " ")
        for seat in (1, 0)
    )
    assert "\nAnna: ♠ A 10 6 2 · ♥️ J 7 3\n♣ K 9 5 · ♦️ Q 8 4\n" in others
    assert "Anna" not in own
    assert own.count("J 7 3") == 1


def test_cards_that_came_from_others_are_told_once() -> None:
    match = told_deal("bid trumf+mastarbrev", "pass", "pass", "pass", "suit S")
    for seat in match.to_act():
        given = CardSet(list(view(match, seat).hand)[:3])
        match = match.apply(seat, ChooseCards(given))
    seen = view(match, 1)
    text = panel(seen, voice(match, 1, "en"), PLAIN)
    assert seen.received
    assert "Received" not in text
    assert text.count(voice(match, 1, "en").style.row(seen.received)) == 1
    untold = panel(replace(seen, said=()), voice(match, 1, "en"), PLAIN)
    assert "Received: " in untold


def test_the_bid_builder() -> None:
    match = told_deal(*AUCTION[:2])
    seen, told = view(match, 2), voice(match, 2, "en")
    nothing = panel(seen, told, PLAIN, ())
    assert "Bid a value of 2 or more." in nothing
    good = panel(seen, told, PLAIN, ("straff", "spel"))
    assert "**Game + Penalty** (value 4, 2 points if made)" in good
    assert "✅ You can bid this." in good
    low = panel(seen, told, PLAIN, ("trumf",))
    assert "⛔ Your bid is worth 1. You need at least 2." in low
    clash = panel(seen, told, PLAIN, ("noll", "pest"))
    assert "⛔ Plague doesn't go with Zero." in clash
    unmade = panel(seen, told, PLAIN, ("straff",))
    assert "⛔ A bid starts with one standard bid." in unmade
    assert "**Penalty** (value 2)" in unmade
    proven = panel(seen, told, PLAIN, ("spel",), Sentence("It is not your turn."))
    assert "⛔ It is not your turn." in proven


def test_secret_choices_are_told_only_as_made() -> None:
    match = told_deal("bid rangtrumf", "pass", "pass", "pass", "card SA")
    for seat in (None, 1):
        text = table_text(view(match, seat), voice(match, seat, "en"), PLAIN)
        assert "Anna has chosen" in text
        assert "♠A" not in text


def test_the_scores_tell_who_sits_out_and_who_is_away() -> None:
    match = shuffled(Match.begin(GAME, (*NAMES, "Eva", "Finn"), {}), Random(5))
    first, second = view(match, None).sitting_out
    away = match.deal.layout.seats[0] if match.deal else 0
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
        shown = panel if seat else table_text
        assert "-# ⌛ Bo ran out of time." in shown(view(playing, seat), told, facts)
        assert "⌛" not in shown(view(playing, seat), told, PLAIN)


def test_a_foul_stays_on_the_table() -> None:
    match = told_deal(*AUCTION).with_foul(Foul(2, 0, "fail"))
    told = voice(match, None, "en")
    assert "⚖️ Foul by Cleo. The bid fails." in table_text(view(match, None), told, PLAIN)
    assert "⚖️ Foul by Cleo. The bid fails." in panel(view(match, 1), told, PLAIN)


def test_between_deals_there_is_no_turn() -> None:
    match = Match.begin(GAME, NAMES, {})
    told = voice(match, None, "en")
    assert "Turn:" not in table_text(view(match, None), told, PLAIN)
    assert "No deal is in progress." in panel(view(match, 0), told, PLAIN)
    assert deal_result_text(view(match, None), told, PLAIN) == ""


def test_the_channel_says_how_old_it_is_whoever_is_in_turn() -> None:
    match = told_deal(*AUCTION, "play SK")
    seen, english = view(match, None), voice(match, None, "en")
    computers = frozenset(match.to_act())
    asked = table_text(seen, english, replace(PLAIN, asked=99, pressed=98))
    thinking = table_text(seen, english, replace(PLAIN, computers=computers, pressed=98))
    assert "\n-# Asked <t:99:R> · Target 13\n" in asked
    later = told_deal(*AUCTION, "play SK", "play SQ", "play SJ", "play SA", "play HJ")
    in_play = table_text(view(later, None), english, replace(PLAIN, asked=99))
    assert in_play.splitlines() == [
        "**Deal 1** · **<@1>'s turn** ⏳\u00a0<t:99:R> · asked <t:99:R>"
    ]
    assert "\n-# Last press <t:98:R> · Target 13\n" in thinking
