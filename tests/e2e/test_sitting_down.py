"""From /play to the last word at a table, by clicks in each of the three languages.

Buttons are found by what they are called in the language of whoever presses; all that they can lead
to is proven by the tests of each feature.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from benches.stand_ins import LocalComputers
from kwbot.engine.deals.deal import Move
from kwbot.engine.values.actions import Action, Bid, Play, parse_action
from kwbot.engine.values.choices import Choice
from kwbot.engine.values.wording import Term
from kwbot.ids import TableId, UserId
from kwbot.lessons.library import all_lessons
from kwbot.local.guest import Guest, buttons, lobby_menu, press_more, set_option
from kwbot.tables.state.pace import PACE_PAUSES, Pace, pace_of, slowness
from kwbot.tables.state.table_state import LobbyTable, RunningTable
from kwbot.text.words import labels
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.language import LANGUAGES, Language, language_of
from kwbot.text.words.lines import capitalise
from kwbot.variants import games
from kwbot.variants.kombinations_whist.printed_bids import ADDED, STANDARD_BIDS
from playground import LocalPerson, Message
from tests.cogs.server import menu_of, open_setting
from tests.e2e.arranged import arranged
from tests.e2e.club import KOMBINATIONS, LOCALES, Club
from tests.e2e.conftest import Deals

WHIST = "whist"
NOT_CERTAIN = "Not certain: play on."
COMPUTER_PLAYS = "A computer plays for you until you're back. Your points stay yours."
TAKEN = "{player} plays in your seat now, until the game is over: {table}"
UNFINISHED = "End the game now? It stays unfinished: nobody wins, and no points count."
FOR_GOOD = "This can't be taken back. Really end it for everyone?"
WATCHING = "You're watching {table}. This message follows the game for a quarter of an hour."
EVERY = [language_of(code) for code in LANGUAGES]
in_each_language = pytest.mark.parametrize("language", EVERY, ids=LANGUAGES)


def in_turn(person: LocalPerson) -> Iterator[Language]:
    """Let a person's Discord speak one language after the other."""
    for language in EVERY:
        person.user.locale = LOCALES[language.code]
        yield language


@pytest.fixture
async def slow_club(tmp_path: Path, same_cards: None) -> AsyncIterator[Club]:
    """A club whose computers take a second for what they do."""
    async with Club(
        f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}", pause=1.0
    ).opened() as club:
        yield club
    assert club.playground.refusals == []


def newest(club: Club) -> TableId:
    """The number of the only table in memory."""
    (table,) = club.bot.tables.index.in_memory
    return table.id


def moves(club: Club, table_id: TableId) -> tuple[Move, ...]:
    deal = club.game(table_id).match.deal
    return deal.moves() if deal else ()


# --- 1 and 7: play now, at a pace -----------------------------------------------------------------


@in_each_language
async def test_a_table_is_set_in_a_form_and_plays_at_its_pace(
    slow_club: Club, language: Language
) -> None:
    """Each card of a computer is seen for as long as the pace says before the next one is."""
    club, term = slow_club, language.term
    pace = dict(zip(LANGUAGES, PACE_PAUSES, strict=True))[language.code]
    anna = club.guest("Anna", locale=LOCALES[language.code])
    lobby = await club.lobby(anna, WHIST)
    form = await press_more(anna.person, lobby, term(labels.OPTIONS))
    asks = {one["label"]: one["component"] for one in form.modal["components"]}
    first = (labels.PRESET, labels.COMPUTER_LEVEL, labels.PACE, labels.HINTS)
    assert [*asks] == [*map(term, first)]
    presets = [one["label"] for one in asks[term(labels.PRESET)]["options"]]
    assert presets == [term(labels.PRESET_TERMS[key]) for key in ("first", "rulebook", "club")]
    sent = await anna.person.submit({"pace": pace})
    assert sent.message is not None
    told = f"{term(labels.PACE)}\u00a0**{capitalise(term(labels.PACE_LABELS[pace]))}**"
    assert told in anna.person.read(sent.message)
    await anna.person.click(lobby, term(labels.PLAY_NOW))
    await club.playground.until(lambda: anna.hand is not None)
    table = newest(club)
    while not anna.is_asked:
        club.clock.advance(1)
        await club.playground.idle()
    await anna.act()
    while (pause := pause_at(club.game(table), PACE_PAUSES[pace])) is not None:
        before = moves(club, table)
        club.clock.advance(0.9 * pause)
        await club.playground.idle()
        assert moves(club, table) == before
        club.clock.advance(0.1 * pause + 0.01)
        await club.playground.until(partial(shows_more_than, club, table, before, anna))
        assert len(moves(club, table)) == len(before) + 1, "one card, and no more"


async def test_one_press_in_the_hand_makes_computers_quick(slow_club: Club) -> None:
    """While they play, for whoever is alone with them."""
    club, anna = slow_club, slow_club.guest("Anna")
    lobby = await club.lobby(anna, WHIST)
    await anna.person.click(lobby, "Play now")
    await club.playground.until(lambda: anna.hand is not None)
    table = newest(club)
    while not anna.is_asked:
        club.clock.advance(1)
        await club.playground.idle()
    await anna.act()
    hand = anna.hand
    assert hand is not None
    await club.playground.until(lambda: "[Quick]" in anna.person.read(hand))
    await anna.person.click(hand, "Quick")
    assert pace_of(club.game(table)) == "quick"
    assert "[Quick]" not in anna.person.read(hand)


def pause_at(table: RunningTable, pace: Pace) -> float | None:
    """How long the computer in turn waits, in seconds; None where a person is."""
    play = table.match.deal.play if table.match.deal else None
    if play is None or table.computer_in_turn() is None:
        return None
    lies = play.tricks and not play.plays
    return pace.full_trick if lies else pace.turn * slowness(table)


def shows_more_than(club: Club, table_id: TableId, before: tuple[Move, ...], guest: Guest) -> bool:
    """Whether somebody's panel shows a card that was played since."""
    *_, (_, played) = moves(club, table_id)
    if len(moves(club, table_id)) == len(before) or guest.hand is None:
        return False
    assert isinstance(played, Play)
    card = CardStyle(language_of(guest.person.user.locale).code).card(played.card)
    return card in guest.person.read(guest.hand)


async def test_clocks_are_set_in_one_form_for_a_server_and_for_a_table(club: Club) -> None:
    """Of bids, choices and cards, and none at all."""
    eva = club.playground.person("Eva", moderator=True)
    clocks = labels.TIMES.values()
    for language in in_turn(eva):
        term = language.term
        settings = (await eva.slash(club.playground.channel, "settings")).message
        further = menu_of(settings, "more")
        assert f"⏱️ {term(labels.CLOCKS)}" in [one["label"] for one in further["options"]]
        form = await eva.select(settings, further["custom_id"], ["clocks"])
        asks = [one["label"] for one in form.modal["components"]]
        assert asks == [*map(term, (labels.PACE, *clocks))]
        await eva.submit({"pace": "quick", "card_seconds": "30"})
        lobby = (await eva.slash(club.playground.channel, "play", game=KOMBINATIONS)).message
        screen = (await press_more(eva, lobby, term(labels.MORE_OPTIONS))).message
        form = await eva.click(screen, f"⚙️ {term(Term('Clocks', 'form'))}")
        asks = [one["label"] for one in form.modal["components"]]
        assert asks == [term(labels.ALL_CLOCKS), *map(term, labels.TIMES.values())]
        await eva.submit({"time_all": "0"})
        no_clocks = language.text("No clocks").replace(" ", "\u00a0")
        assert no_clocks in eva.read(await lobby_menu(eva, lobby))
        await press_more(eva, lobby, term(labels.CLOSE_TABLE))
    kept = await club.store.settings.guild_settings(club.guild)
    assert (kept.pace, kept.card_seconds) == ("quick", 30)


# --- 2: lessons -----------------------------------------------------------------------------------


async def test_a_lesson_says_what_would_come_of_a_card_and_is_gone_on_with(club: Club) -> None:
    anna, (lesson, *_) = club.guest("Anna").person, all_lessons()[WHIST]
    wrong = lesson.steps[2].variations[0]
    for language in in_turn(anna):
        shown = (await anna.slash(club.playground.channel, "learn", game=WHIST)).message
        screen = (await anna.click(shown, f"1 · {lesson.title.text_in(language.code)}")).message
        if language is EVERY[0]:
            await anna.click(screen, language.term(Term("Go on", "button")))
        ids = [str(button["custom_id"]) for button in screen.buttons()]
        (card,) = [one for one in ids if one.endswith(f":{wrong.actions[0]}")]
        await anna.click(screen, custom_id=card)
        assert wrong.remark.text_in(language.code) in anna.read(screen)
        await anna.click(screen, language.term(labels.TAKE_BACK))
        assert lesson.steps[2].remark is not None
        assert lesson.steps[2].remark.text_in(language.code) in anna.read(screen)
        await anna.click(screen, language.term(Term("Lessons", "button")))


# --- 3: a gentle first auction --------------------------------------------------------------------


async def test_the_best_bids_are_buttons_that_say_what_they_ask(
    club: Club, deals: Deals, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def suggested(*_: object) -> dict[Bid, float]:
        return {Bid(("spel",)): 0.83, Bid(("limbo",)): 0.42}

    monkeypatch.setattr(LocalComputers, "suggest", suggested)
    deals.add({1: "SA SK SQ SJ HA HK HQ DA DK DQ CA CK CQ"})
    anna, bo = club.guest("Anna"), club.guest("Bo")
    table = (await club.table([anna, bo], 2, hints="on", bids="plain")).id
    await club.playground.until(lambda: bo.hand is not None and "%" in bo.person.read(bo.hand))
    hand = bo.hand
    assert hand is not None
    for language in in_turn(bo.person):
        await bo.person.forge(hand, f"kw:panel:{table}:0:fold")
        told = bo.person.read(hand)
        asks, pays = {
            "en": ("5 tricks, no trumps", "+2 if made (85%), else −2"),
            "sv": ("5 stick, utan trumf", "hem (85\u00a0%): +2, annars −2"),
            "da": ("5 stik, uden trumf", "hjem (85\u00a0%): +2, ikke: −2"),
        }[language.code]
        name = language.term(STANDARD_BIDS["spel"].name)
        assert f"**{name}**: {asks}" in told
        assert pays in told
        await bo.person.click(hand, language.term(Term("Other bids", "button")))
        assert language.term(labels.STANDARD_BID) in bo.person.read(hand)
        await bo.person.click(hand, language.term(labels.SUGGESTIONS))
        assert pays in bo.person.read(hand)
        assert language.term(labels.SUGGESTIONS) not in bo.person.read(hand)


# --- 4, 5, 6 and 8: a whole table -----------------------------------------------------------------


async def test_alone_taking_back_is_one_press(club: Club) -> None:
    anna = club.guest("Anna")
    table = (await club.table([anna], 3, game=WHIST)).id
    for language in in_turn(anna.person):
        await club.playground.until(lambda: anna.is_asked)
        before = moves(club, table)
        await anna.act()
        await club.playground.until(lambda: anna.is_asked)
        assert anna.hand is not None
        await anna.person.click(anna.hand, language.term(labels.TAKE_BACK))
        assert moves(club, table) == before


@pytest.mark.slow
async def test_single_cards_are_played_by_themselves_for_who_is_alone_and_chose_that(
    club: Club,
) -> None:
    """Among people it would show that they were single: there it's the last card alone."""
    anna = club.guest("Anna")
    for language in in_turn(anna.person):
        choices = (await anna.person.slash(club.playground.channel, "preferences")).message
        await open_setting(anna.person, choices, "play_single")
        assert language.term(labels.PLAY_SINGLE) in anna.person.read(choices)
        await anna.person.select(choices, "kw:preferences:0:0:play_single", ["True"])
    anna.person.user.locale = LOCALES["en"]
    alone = (await club.table([anna], 3, game=WHIST)).id
    assert await forced(club, alone) > {1}
    bo, cia, dag = (club.guest(name) for name in ("Bo", "Cia", "Dag"))
    together = (await club.table([anna, bo, cia, dag], game=WHIST)).id
    assert await forced(club, together) == {1}


async def forced(club: Club, table_id: TableId) -> set[int]:
    """Play a deal; return how many cards a hand had when one of them was played by itself."""
    asked_for_one = 0
    await club.ready(table_id)
    while club.running_deal(table_id):
        await club.playground.until(lambda: any(guest.is_asked for guest in club.guests))
        deal = club.game(table_id).match.deal
        single = deal is not None and deal.play is not None and len(deal.play.legal_cards()) == 1
        asked_for_one += single
        await club.turn()
    left, found = [13] * 4, set[int]()
    for event in await club.store.tables.events(table_id):
        seat, _, action = event.body.partition(" ")
        if action.startswith("play "):
            found |= {left[int(seat)]} if event.kind == "forced" else set()
            left[int(seat)] -= 1
    assert (asked_for_one > 0) == (found == {1}), "who chose it is never asked for a single card"
    return found


@in_each_language
async def test_four_people_slip_claim_leave_and_end_their_game(
    club: Club, deals: Deals, language: Language
) -> None:
    """With a friend who watches."""
    term, text = language.term, language.text
    table = await arranged(club, deals, "1 pass / 2 pass / 3 pass / 0 bid noll+bradska")
    anna, bo, cia, dag = (club.guest_at(table, seat).person for seat in range(4))
    eva = club.guest("Eva").person
    club.guests.pop()
    for person in (anna, bo, cia, dag, eva):
        person.user.locale = LOCALES[language.code]
    await club.bot.tables.note(table, language=language.code)

    async def menu(person: LocalPerson) -> Message:
        (more,) = buttons(club.table_message(table), "more")
        pressed = await person.click(club.table_message(table), custom_id=more["custom_id"])
        return pressed.message

    # What is not certain is told to who claims it alone.
    before = club.game(table)
    shown = await menu(anna)
    await anna.click(shown, term(labels.CLAIM))
    await anna.click(shown, term(labels.NONE_OF_IT))
    assert text(NOT_CERTAIN) in anna.read(shown)
    shown = await menu(anna)
    await anna.click(shown, term(labels.CLAIM))
    five = text("{count} of the last {left}", count=5, left=13)
    await anna.select(shown, term(labels.A_NUMBER), [five])
    assert text(NOT_CERTAIN) in anna.read(shown)
    assert club.game(table) == before
    assert term(labels.CLAIM) not in {button["label"] for button in (await menu(bo)).buttons()}
    # A slip: one opponent's yes.
    await club.play(table, "0 play S2")
    shown = await menu(anna)
    await anna.click(shown, term(labels.TAKE_BACK))
    await anna.select(shown, term(labels.CHOOSE_MOVE), ["1"])
    assert text("I'm asking the others. Their answer will show at the table.") in anna.read(shown)
    await club.playground.until(lambda: club.shows(table, "agree"))
    assert text("{player} asks to take {card} back.", player="Anna", card="♠2") in club.public(
        table
    )
    await bo.click(club.table_message(table), term(labels.AGREE))
    assert len(moves(club, table)) == 4
    options = club.state(table).options
    await club.bot.tables.note(table, options={**options, "take_back": "off"})
    names = {str(button["label"]) for button in (await menu(anna)).buttons()}
    assert term(labels.LEAVE) in names
    assert term(labels.TAKE_BACK) not in names
    watched = (await eva.click(club.table_message(table), term(labels.WATCH))).message
    assert text(WATCHING, table="").partition(".")[2] in eva.read(watched)
    # Who goes presses twice and can come back; who stays decides about the seat.
    left = (await bo.slash(club.playground.channel, "leave")).message
    assert text(COMPUTER_PLAYS) in bo.read(left)
    await bo.click(left, term(labels.LEAVE))
    assert text("You've left the table.") in bo.read(left)
    await bo.click(left, term(labels.I_AM_BACK))
    assert not club.game(table).away
    shown = await menu(bo)
    await bo.click(shown, term(labels.LEAVE))
    await bo.click(shown, term(labels.LEAVE))
    shown = await menu(anna)
    await anna.click(shown, term(labels.PLAYERS))
    assert text("Away: {players}", players="Bo (") in anna.read(shown)
    hand = club.guest_at(table, 1).hand
    assert hand is not None
    await anna.click(shown, text("Computer for {player}", player="Bo"))
    assert club.game(table).seated[1].user is None
    taken = text(TAKEN, player="", table="").strip().removesuffix(":")
    await club.playground.until(lambda: taken in bo.read(hand))
    shown = await menu(anna)
    await anna.click(shown, term(labels.PLAYERS))
    await anna.select(shown, term(labels.CHOOSE_HOST), ["Cia"])
    assert text("{player} is the host now.", player="Cia") in anna.read(shown)
    assert club.game(table).host == cia.id
    # The rest is clear.
    shown = await menu(anna)
    await anna.click(shown, term(labels.CLAIM))
    await anna.click(shown, term(labels.THE_REST))
    assert text("Certain: the deal is settled.") in anna.read(shown)
    claimed = "{player} took the rest."
    await club.shown(table, text(claimed, player="Anna"))
    assert club.game(table).match.deals[0].result.tricks == (13, 0, 0, 0)
    # The end, asked twice.
    shown = await menu(cia)
    for question in (UNFINISHED, FOR_GOOD):
        await cia.click(shown, term(labels.END_GAME))
        assert text(question) in cia.read(shown)
    await cia.click(shown, term(labels.END_GAME))
    assert text("The game is over.") in cia.read(shown)
    club.clock.advance(2)
    ended = text("The game was ended early: nobody wins.")
    await club.playground.until(lambda: ended in eva.read(watched))


LONG_SUIT = {
    0: "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 H2",
    1: "S2 DA DK DQ DJ DT D9 D8 D7 HA HK HQ HJ",
    2: "D6 D5 D4 D3 D2 CA CK CQ CJ HT H9 H8 H7",
    3: "CT C9 C8 C7 C6 C5 C4 C3 C2 H6 H5 H4 H3",
}
"""Who leads all spades but one, and then the lowest heart, takes twelve tricks."""


@pytest.mark.slow
@in_each_language
async def test_who_plays_alone_claims_none_or_a_number(
    club: Club, deals: Deals, language: Language
) -> None:
    """Spades take nothing when another suit is led; later Anna has one to lead and the lowest heart
    that is left."""
    term, text = language.term, language.text
    table = await arranged(club, deals, "1 pass / 2 pass / 3 pass / 0 bid noll / 3 play CA")
    anna = club.guest_at(table, 0).person
    anna.user.locale = LOCALES[language.code]
    await club.bot.tables.note(table, language=language.code)

    async def claim() -> Message:
        (more,) = buttons(club.table_message(table), "more")
        shown = await anna.click(club.table_message(table), custom_id=more["custom_id"])
        await anna.click(shown.message, term(labels.CLAIM))
        return shown.message

    shown = await claim()
    await anna.click(shown, term(labels.NONE_OF_IT))
    assert text("Certain: the deal is settled.") in anna.read(shown)
    none = "{player} gave away the rest."
    await club.shown(table, text(none, player="Anna"))
    assert club.game(table).match.deals[0].result.tricks == (0, 0, 0, 13)
    # A number.
    deals.add(LONG_SUIT)
    await club.ready(table)
    await fast(club, table, "2 pass / 3 pass / 0 bid precis+bradska / 1 pass / 0 number 12")
    for spades in range(11):
        for seat in range(4):
            await fast(club, table, f"{seat} play {LONG_SUIT[seat].split()[spades]}")
    await club.playground.idle()
    shown = await claim()
    await anna.select(
        shown, term(labels.A_NUMBER), [text("{count} of the last {left}", count=1, left=2)]
    )
    assert text("Certain: the deal is settled.") in anna.read(shown)
    some = "{player} took {count} of the last tricks."
    others = some.replace("it was", "they were")
    await club.shown(table, language.plural(some, others, 1, player="Anna"))
    last = club.game(table).match.deals[-1].result
    assert last.tricks[0] == 12
    assert last.made


async def fast(club: Club, table_id: TableId, script: str) -> None:
    """These moves, without clicks."""
    live = club.bot.tables.index.at(table_id)
    for line in script.split(" / "):
        seat, _, words = line.partition(" ")
        user, action = live.open.seated[int(seat)].user, parse_action(words)
        assert user is not None
        await live.submit(user, club.game(table_id).asked_at[int(seat)], partial(accepted, action))


def accepted(action: Action, choice: Choice) -> Action:
    return choice.accept(action)


# --- 8: finding people ----------------------------------------------------------------------------


@in_each_language
async def test_people_come_by_invitation_by_a_bell_and_at_a_time(
    club: Club, language: Language
) -> None:
    term, text = language.term, language.text
    anna, bo, cia, dag = (
        club.guest(name, locale=LOCALES[language.code]).person
        for name in ("Anna", "Bo", "Cia", "Dag")
    )
    await club.set(time_zone="Europe/Stockholm", language=language.code)
    channel = club.playground.channel
    lobby = (await anna.slash(channel, "play", game=WHIST)).message
    table, game = newest_lobby(club), f"**{term(games()[WHIST].name)}**"
    # An invitation to one; who presses the bell is pinged when the host wishes.
    told = await (await anna.use_on(channel, term(labels.INVITE), bo)).settled()
    assert text("I've invited {player}.", player="@Bo") in told.text
    await club.playground.until(lambda: bool(bo.dms()))
    invited = text(
        "{inviter} invites you to {game}: {table}", inviter="**Anna**", game=game, table=""
    )
    assert invited.partition("<")[0].strip() in bo.read(bo.last())
    await bo.click(bo.last(), term(labels.TAKE_A_SEAT))
    assert club.state(table).has(UserId(bo.id))
    await press_more(cia, lobby, term(labels.PING_ME))
    told = await (await press_more(anna, lobby, term(labels.PING_OTHERS))).settled()
    assert text("I've pinged everyone who asked.") in told.text
    await club.playground.until(lambda: bool(cia.pings()))
    await cia.click(cia.pings()[0], term(labels.TAKE_A_SEAT))
    # Who asks for a game where one waits is offered a seat.
    offered = await dag.slash(channel, "play")
    await dag.click(offered.message, term(labels.JOIN))
    assert [club.state(table).has(UserId(one.id)) for one in (cia, dag)] == [True, True]
    # At a time: one reminder, and it opens by itself.
    form = await press_more(anna, lobby, term(labels.PLAY_AT))
    assert "Europe/Stockholm" in form.modal["components"][1]["description"]
    await anna.submit({"time": "20.30"})
    await club.playground.until(lambda: "2026-01-01 19:30 UTC" in anna.read(lobby))
    club.clock.advance(timedelta(hours=7, minutes=20).total_seconds())
    everyone = " ".join(f"@{one.name}" for one in (anna, bo, cia, dag))
    reminder = text("{players}: your table opens {countdown}. {table}", players=everyone,
                    countdown="in 10 minutes", table="")  # fmt: skip
    await club.playground.until(lambda: reminder.strip() in club.public(table))
    club.clock.advance(600)
    await club.playground.until(lambda: type(club.state(table)) is LobbyTable)
    await club.playground.until(lambda: lobby.deleted)
    assert term(labels.START) in dag.read(club.table_message(table))
    await club.playground.idle()


def newest_lobby(club: Club) -> TableId:
    (table,) = (one.id for one in club.bot.tables.index)
    return table


# --- 9: house rules -------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_authors_edition_is_chosen_and_bid(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def suggested(*_: object) -> dict[Bid, float]:
        return {}

    monkeypatch.setattr(LocalComputers, "suggest", suggested)  # all bids are offered
    for language in EVERY:
        term = language.term
        anna = club.guest(f"Anna {language.code}", locale=LOCALES[language.code])
        lobby = await club.lobby(anna, "kombinations-whist")
        screen = (await press_more(anna.person, lobby, term(labels.MORE_OPTIONS))).message
        form = await anna.person.click(screen, f"⚙️ {term(Term('Rules', 'form'))}")
        edition = form.modal["components"][0]
        assert edition["label"] == term(Term("Edition", "option"))
        await anna.person.submit({"edition": "1.5"})
        await club.playground.until(lambda: "**1.5**" in anna.person.read(lobby))  # noqa: B023
        await anna.person.click(lobby, term(labels.PLAY_NOW))
        await club.playground.until(lambda: anna.is_asked)  # noqa: B023
        assert anna.hand is not None
        assert f"{term(ADDED.name)} (8)" in anna.person.read(anna.hand)
        await club.bot.tables.index.at(newest(club)).close("idle")


@pytest.mark.heavy
@in_each_language
async def test_no_rubber_for_money_is_settled_where_computers_sit(
    club: Club, deals: Deals, language: Language
) -> None:
    term, text = language.term, language.text
    anna = club.guest("Anna", locale=LOCALES[language.code])
    lobby = await club.lobby(anna, WHIST)
    screen = (await press_more(anna.person, lobby, term(labels.MORE_OPTIONS))).message
    await set_option(anna.person, screen, "hints", "off")
    await set_option(anna.person, screen, "stake", "25")
    stake = f"{term(Term('Stake', 'option'))}: **{language.money(25)}**"
    await club.playground.until(lambda: stake in anna.person.read(lobby))
    await anna.person.click(lobby, term(labels.PLAY_NOW))
    table = newest(club)
    while club.bot.tables.index.get(table) is not None:
        await club.playground.until(
            lambda: anna.is_asked or club.bot.tables.index.get(table) is None
        )
        if anna.is_asked:
            await anna.act()
    await club.playground.until(lambda: "🏆" in anna.person.read(anna.person.last()))
    assert text("Settling up") not in anna.person.read(anna.person.last())


@pytest.mark.parametrize(
    "language",
    [one if one is EVERY[0] else pytest.param(one, marks=pytest.mark.heavy) for one in EVERY],
    ids=LANGUAGES,
)
async def test_no_pot_is_settled_where_computers_sit(club: Club, language: Language) -> None:
    """House Whist that its host ends after a deal."""
    term, text = language.term, language.text
    anna = club.guest("Anna", locale=LOCALES[language.code])
    lobby = await club.lobby(anna, "hus")
    await anna.person.click(lobby, term(labels.PLAY_NOW))
    table = newest(club)
    while not any(club.game(table).match.sheet.scores):
        await club.playground.until(lambda: anna.is_asked)
        await anna.act()
    await club.playground.until(lambda: club.shows_more(table))
    message = club.table_message(table)
    (more,) = buttons(message, "more")
    shown = (await anna.person.click(message, custom_id=more["custom_id"])).message
    for _ in range(3):
        await anna.person.click(shown, term(labels.END_GAME))
    assert club.bot.tables.index.get(table) is None
    ended = text("The game is over.")
    await club.playground.until(lambda: ended in anna.person.read(message))
    said = anna.person.read(message)
    assert "🏆" in said
    assert text("Settling up") not in said
    assert "💰" not in said
