"""From /play to the first look at one's hand, with presses counted; settings of last time."""

from __future__ import annotations

import asyncio

import pytest

from benches.stand_ins import LocalComputers
from cogs.delivery.calls.interaction_tokens import TOKEN_LIFE
from cogs.delivery.messages.closing_notices import AFTER_END
from cogs.delivery.pictures.panels import AT_FIRST
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import HINT, MORE
from cogs.screens.table.past_deal import past_scene
from kwbot.engine.values.actions import Bid, Play
from kwbot.engine.values.choices import PlayCard
from kwbot.ids import TableId, UserId
from kwbot.local.guest import ACT, Guest, area, buttons, lobby_menu, press_more
from kwbot.storage.backend.failures import ChannelTaken
from kwbot.storage.values.stored_tables import EVENING_OPTION, NewEvent, NewTable
from kwbot.tables.play import lobby as lobbies
from kwbot.tables.state.table_state import LobbyTable
from kwbot.text.words import labels
from kwbot.text.words.language import LANGUAGES, language_of
from kwbot.text.words.mentions import address
from kwbot.variants import games
from playground import Message
from tests.e2e.club import KOMBINATIONS, LOCALES, Club
from tests.e2e.conftest import Deals

WHIST = "whist"
CARDS_FIRST = {WHIST}
"""Games in which the first thing to do is to play a card."""


def presses(club: Club) -> int:
    """How often anybody has pressed or commanded anything so far."""
    return len(club.playground.interactions)


def lobby_labels(lobby: Message) -> list[str]:
    return [str(button["label"]) for button in lobby.buttons()]


def lobby_of(club: Club) -> LobbyTable:
    (table,) = club.bot.tables.index.in_memory
    assert isinstance(table, LobbyTable)
    return table


async def test_play_in_the_greeting_opens_a_table_for_all(club: Club) -> None:
    anna = club.guest("Anna")
    shown = (await anna.person.slash(club.playground.channel, "help")).message
    lobby = await (await anna.person.click(shown, "Play")).settled()
    assert not lobby.ephemeral
    assert lobby_labels(lobby.message) == ["Join", "Play now", "More"]
    assert lobby_of(club).host == anna.person.user.id


@pytest.mark.parametrize("game", games())
async def test_a_hand_alone_takes_two_presses(club: Club, game: str) -> None:
    anna = club.guest("Anna")
    lobby = await club.lobby(anna, game)
    assert lobby_labels(lobby) == ["Join", "Play now", "More"]
    before = lobby_of(club)
    answer = await (await anna.person.click(lobby, "Play now")).settled()
    assert answer.ephemeral, "the hand itself, which nobody else sees"
    anna.screen = answer.message
    assert anna.screen.viewer is anna.person.user
    await club.playground.until(lambda: anna.is_asked)
    assert presses(club) == 2
    asked, seat = club.game(before.id), club.game(before.id).seat_of(anna.id)
    assert asked.match.deal is not None
    plays = isinstance(asked.match.deal.choice(seat), PlayCard)
    assert plays == (game in CARDS_FIRST)
    await anna.act()
    after = club.game(before.id)
    assert after.seq > asked.seq, "it can be played from"
    if plays:
        assert presses(club) == 3
        assert after.match.deal is not None
        assert seat in {who for who, what in after.match.deal.moves() if isinstance(what, Play)}
    await club.playground.until(lambda: "The game has started." in anna.person.read(lobby))
    await club.playground.until(lambda: bool(anna.person.dms()))
    begun = club.game(before.id)
    assert begun.sealed == before.standing_seal().commitment, (
        "the seal that was posted with the lobby"
    )
    assert sorted(one.level for one in begun.seated) == ["", "easy", "easy", "easy"]


async def test_start_at_a_full_table_answers_with_the_hand(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    lobby = await club.lobby(anna, WHIST)
    for guest in (bo, *(club.guest(name) for name in ("Cleo", "Dag"))):
        await guest.person.click(lobby, "Join")
    await club.playground.until(lambda: "Start" in lobby_labels(lobby))
    assert lobby_labels(lobby) == ["Start", "More"], "no seat is left"
    refused = await bo.person.click(lobby, "Start")
    assert refused.text.startswith("⛔")
    answer = await (await anna.person.click(lobby, "Start")).settled()
    assert answer.ephemeral
    anna.screen = answer.message
    (table,) = (one.id for one in club.bot.tables.index.in_memory)
    await club.playground.until(lambda: bo.hand is not None)
    await club.playground.until(lambda: "The game has started." in anna.person.read(lobby))
    while club.game(table).to_act() != (club.game(table).seat_of(anna.id),):
        await club.turn()
    await club.playground.until(lambda: anna.is_asked)
    asked = club.game(table).seq
    await anna.act()
    assert club.game(table).seq > asked, "it can be played from"


@pytest.mark.parametrize("game", games())
async def test_a_hand_with_a_friend_takes_four_presses_and_play_offers_them_a_seat(
    club: Club, game: str
) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo", locale="da")
    lobby = await club.lobby(anna, game)
    offered = await bo.person.slash(club.playground.channel, "play")
    assert offered.ephemeral
    assert "Anna" in offered.text
    await bo.person.click(offered.message, "Vær med")
    assert "Du har en plads" in offered.text
    await bo.person.click(lobby, "Join", wait=False)  # once more does no harm
    await club.playground.idle()
    await anna.person.click(lobby, "Play now")
    await club.playground.until(lambda: anna.hand is not None and bo.hand is not None)
    assert presses(club) - 1 == 4
    assert club.playground.refusals == []


async def test_of_two_who_open_a_table_at_once_the_second_is_offered_a_seat_at_the_first(
    club: Club,
) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    channel = club.playground.channel
    opened, offered = await asyncio.gather(
        anna.person.slash(channel, "play"), bo.person.slash(channel, "play")
    )
    assert "Anna" in offered.text
    assert (opened.ephemeral, offered.ephemeral) == (False, True)
    assert address(lobby_of(club)) in str(offered.message.components)
    assert [button["label"] for button in offered.message.buttons()] == ["Join"]
    assert club.playground.refusals == []


async def test_of_two_who_open_tables_of_two_games_at_once_the_second_gets_a_link(
    club: Club,
) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    channel = club.playground.channel
    _, refused = await asyncio.gather(
        anna.person.slash(channel, "play", game=WHIST), bo.person.slash(channel, "play", game="hus")
    )
    assert refused.text.startswith("⛔ This channel already has a table: ")
    assert address(lobby_of(club)) in str(refused.message.components)


async def test_who_opens_a_table_later_than_another_process_is_led_to_the_channel(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def taken(*_: object, **_also: object) -> int:
        raise ChannelTaken

    monkeypatch.setattr(club.store, "create_table", taken)
    refused = await club.guest("Anna").person.slash(club.playground.channel, "play")
    channel = club.playground.channel
    assert f"This channel already has a table: <#{channel.id}>" in str(refused.message.components)
    assert len(club.bot.tables.index) == 0


async def test_a_person_plays_as_last_time_and_a_newcomer_as_the_channel_did(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    lobby = await club.lobby(anna, WHIST)
    live = club.bot.tables.index.at(lobby_of(club).id)
    for key, value in (("form", "long"), ("hints", "off"), ("time_card", "300")):
        await live.rearrange(lobbies.with_option, anna.id, key, value)
    await live.rearrange(lobbies.with_level, anna.id, None, "hard")
    await anna.person.click(lobby, "Play now")
    await live.close("idle")
    for guest in (anna, bo):
        again = await club.lobby(guest, "")
        table = lobby_of(club)
        assert table.variant.key == WHIST
        options = {key: table.options[key] for key in ("form", "hints", "level", "time_card")}
        assert options == {"form": "long", "hints": "off", "level": "hard", "time_card": "300"}
        await press_more(guest.person, again, "Close the table")
    other = await club.lobby(bo, "hus")
    assert lobby_of(club).options["hints"] == "on", "the gentlest: nobody has played it here"
    await press_more(bo.person, other, "Close the table")


async def test_forms_set_a_table_and_a_server_keeps_presets(club: Club) -> None:
    eva = club.playground.person("Eva", moderator=True, locale="sv-SE")
    lobby = (await eva.slash(club.playground.channel, "play", game=KOMBINATIONS)).message
    await press_more(eva, lobby, "Inställningar")
    sent = await eva.submit({"preset": "club", "pace": "normal"})
    assert sent.kind == "update"
    assert sent.message is not None
    assert "Datorer\u00a0**Svår**" in eva.read(sent.message)
    options = lobby_of(club).options
    assert [options[key] for key in ("preset", "level", "pace", "hints")] == [
        "", "hard", "normal", "off",
    ]  # fmt: skip
    screen = (await press_more(eva, lobby, "Fler inställningar")).message
    await eva.click(screen, "⚙️ Betänketid")
    await eva.submit({"time_all": "0"})
    await eva.click(screen, "💾 Spara som förval")
    saved = await eva.submit({"name": "Tisdag"})
    await club.playground.until(lambda: bool(saved.followups))
    (kept,) = saved.followups
    assert kept.ephemeral
    assert "Sparat som förvalet **Tisdag**" in eva.read(kept)
    await press_more(eva, lobby, "Stäng bordet")
    anna = club.guest("Anna", locale="sv-SE")
    lobby = await club.lobby(anna)
    opened = await press_more(anna.person, lobby, "Inställningar")
    menu = opened.modal["components"][0]["component"]
    assert [one["label"] for one in menu["options"]][:2] == ["Tisdag", "Första kvällen"]
    await anna.person.submit({"preset": "=Tisdag"})
    options = lobby_of(club).options
    assert [options[key] for key in ("preset", "level", "time_bid")] == ["=Tisdag", "hard", "0"]
    await club.playground.until(lambda: "3 spelare eller fler · Tisdag" in anna.person.read(lobby))
    assert "Svår" not in anna.person.read(lobby), "the preset is its name alone"
    told = "**Tisdag** · Datorer: **Svår**"
    assert told in anna.person.read(await lobby_menu(anna.person, lobby))
    screen = (await press_more(anna.person, lobby, "Fler inställningar")).message
    assert "Spara" not in anna.person.read(screen)


@pytest.mark.parametrize("code", LANGUAGES)
async def test_menus_and_forms_of_a_version_before_set_what_still_exists(
    club: Club, code: str
) -> None:
    language = language_of(code)
    anna = club.guest("Anna", locale=LOCALES[code]).person
    lobby = (await anna.slash(club.playground.channel, "play", game=KOMBINATIONS)).message
    screen = (await press_more(anna, lobby, language.term(labels.MORE_OPTIONS))).message
    table = lobby_of(club).id
    rulebook = {**lobby_of(club).options, "winning": "classic"}  # no first evening's
    await club.bot.tables.note(table, options=rulebook)
    changed = language.text(
        "The options changed meanwhile. Those that still exist are set; the others aren't."
    )
    for custom_id, sent, expected in (
        (f"kw:option:{table}:0:bids", {"values": ["all"]}, ("bids", "all")),
        (f"kw:option:{table}:0:winning", {"values": ["by knock-out"]}, ("winning", "classic")),
        (f"kw:option:{table}:0:weather", {"values": ["fair"]}, ("weather", None)),
        (f"kw:which:{table}:0:", {"values": ["winning"]}, ("winning", "classic")),
        (f"kw:options:{table}:0:manners",
         {"fields": {"winning": "limited", "preset": "gone", "weather": "fair"}},
         ("winning", "limited")),
    ):  # fmt: skip
        answer = await anna.forge(screen, custom_id, **sent)
        await club.playground.idle()
        key, value = expected
        assert lobby_of(club).options.get(key) == value
        assert language.text("Options for this table; everyone sees them.") in anna.read(screen)
        whole = custom_id.endswith((":bids", ":"))
        assert ([changed in anna.read(message) for message in answer.followups] == [True]) != whole


async def test_a_friend_who_comes_later_joins_between_deals_by_more(club: Club) -> None:
    anna, bo, cia = club.guest("Anna"), club.guest("Bo"), club.guest("Cia", locale="sv-SE")
    club.guests.remove(bo)
    club.guests.remove(cia)
    table = (await club.table([anna], 3, game=WHIST)).id
    await club.ready(table)
    first = club.game(table).match.names
    told = await cia.person.click(club.table_message(table), "Join")
    assert "Du tar över en dators plats efter given." in told.text
    await club.play_deal(table)
    await club.playground.until(lambda: club.shows(table, "ready"))
    assert club.game(table).has(cia.id)
    await press_more(bo.person, club.table_message(table), "Join")
    club.guests += [bo, cia]
    assert club.game(table).has(bo.id)
    await club.playground.until(lambda: "**Bo** takes over from" in club.public(table))
    seat = club.game(table).seat_of(cia.id)
    assert f"**Cia** takes over from {first[seat]}." in club.public(table)
    brought = past_scene(club.game(table))
    assert brought is not None
    assert {hand.player.name for hand in brought.hands} == {*first}, "who played that deal"
    hers = past_scene(club.game(table), preferences=CardPreferences(language_of("sv")), seat=seat)
    assert hers is not None
    assert {hand.player.name for hand in hers.hands} == {*first}, "she did not"
    for guest in (anna, cia):
        await guest.person.click(club.table_message(table), "Next deal")
    await club.playground.until(lambda: bo.hand is not None and cia.hand is not None)
    assert club.running_deal(table) == 2


async def test_with_hints_good_bids_are_buttons_and_nobody_waits_long_for_them(
    club: Club, deals: Deals, monkeypatch: pytest.MonkeyPatch
) -> None:
    sought, found = asyncio.Event(), asyncio.Event()

    async def suggested(*_: object) -> dict[Bid, float]:
        sought.set()
        await found.wait()
        chances = {"mastarspel": 0.18, "spel": 0.83, "limbo": 0.42, "skambud": 0.99, "no": 1.0}
        return {Bid((key,)): chance for key, chance in chances.items()}

    monkeypatch.setattr(LocalComputers, "suggest", suggested)
    deals.add({1: "SA SK SQ SJ HA HK HQ DA DK DQ CA CK CQ"})
    anna, bo = club.guest("Anna"), club.guest("Bo", locale="sv-SE")
    table = (await club.table([anna, bo], 2, hints="on", bids="plain")).id
    await club.playground.until(sought.is_set)
    assert not bo.is_asked
    club.clock.advance(AT_FIRST.total_seconds())
    await club.playground.until(lambda: bo.is_asked)
    hand = bo.hand
    assert hand is not None
    assert "hem (" not in bo.person.read(hand)
    assert len(list(hand.selects())) == 2
    found.set()
    await club.playground.until(lambda: "hem (" in bo.person.read(hand))
    told = bo.person.read(hand)
    assert "**Spel**: 5 stick, utan trumf" in told
    assert "-# hem (85\u00a0%): +2, annars −2" in told
    offered = {area(button)[1]: button["custom_id"] for button in buttons(hand, ACT)}
    expected = ["bid mastarspel", "bid spel", "bid limbo", "pass"]
    assert [*offered] == expected, "those that rules and hand allow"
    assert not list(hand.selects())
    await bo.person.click(hand, "Andra bud")
    assert len(list(hand.selects())) == 2
    await bo.person.forge(hand, f"kw:panel:{table}:0:fold")
    await bo.person.click(hand, custom_id=offered["bid spel"])
    match = club.game(table).match
    assert match.deal is not None
    assert match.deal.moves()[0] == (1, Bid(("spel",)))


async def test_a_thread_is_closed_after_its_last_game(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo")
    first = await club.table([anna, bo], computers=2, game=WHIST)
    thread = club.playground.channels[first.channel]
    assert first.parent_channel == club.playground.channel.id

    async def over(table_id: TableId) -> Message:
        await club.playground.until(lambda: club.shows(table_id, "hand"))
        await club.playground.idle()
        end = club.table_message(table_id)
        await club.bot.tables.index.at(table_id).decisions.finish(anna.id)
        await club.playground.idle()
        return end

    async def a_while_later() -> None:
        club.clock.advance(AFTER_END.total_seconds())
        await club.playground.idle()

    await anna.person.click(await over(first.id), "Play again")
    await club.playground.idle()
    second = lobby_of(club)
    lobby = club.table_message(second.id)
    assert (second.channel, second.parent_channel) == (first.channel, first.parent_channel)
    await a_while_later()
    assert not thread.archived, "a table is open there"
    link = await bo.person.slash(club.playground.channel, "table")
    assert f"<#{thread.id}>" in str(link.message.components)
    offered = await club.guest("Cia").person.slash(thread, "play")
    await club.guests[-1].person.click(offered.message, "Join")
    await club.playground.idle()
    assert "@Cia" in anna.person.read(lobby), "edited where it stands"
    await club.begin(anna.person, lobby)
    await club.playground.until(lambda: club.shows(second.id, "hand"))
    await club.playground.until(lambda: "The game has started." in anna.person.read(lobby))
    assert thread.mention not in str(lobby.components), "one is there already"
    assert club.table_message(second.id).channel is thread
    await over(second.id)
    await a_while_later()
    assert thread.archived
    assert club.playground.refusals == []


@pytest.mark.parametrize("options", [{}, {EVENING_OPTION: "1"}])
async def test_a_table_belongs_to_the_channel_of_a_thread_that_was_opened_for_one(
    club: Club, options: dict[str, str]
) -> None:
    """Unless that was an evening's, which closes its threads by itself."""
    channel, now = club.playground.channel, club.clock.now()
    before = await club.store.create_table(
        NewTable(
            guild_id=club.guild, channel_id=channel.id, parent_channel_id=77, host_id=UserId(1),
            game=WHIST, language="en", created_at=now, options=options, state="closed",
        )
    )  # fmt: skip
    await club.store.append(before, [NewEvent("over", "", now)], expected_seq=0)
    await club.guest("Anna").person.slash(channel, "play")
    assert lobby_of(club).parent_channel == (None if options else 77)


# --- the two copies of a hand ---------------------------------------------------------------------


async def with_both_copies(club: Club) -> tuple[Guest, Message, Message]:
    """Somebody alone at whist, with their hand below the lobby and in their direct messages."""
    anna = club.guest("Anna")
    lobby = await club.lobby(anna, WHIST)
    copy = (await (await anna.person.click(lobby, "Play now")).settled()).message
    await club.playground.until(lambda: bool(buttons(copy, ACT)))
    await club.playground.until(lambda: any(buttons(one, ACT) for one in anna.person.dms()))
    return anna, copy, anna.person.last()


async def press_in(club: Club, guest: Guest, hand: Message) -> None:
    """Do something on this copy, as soon as it asks."""
    guest.screen = hand
    await club.playground.until(lambda: guest.is_asked)
    await guest.act()


async def test_no_call_is_made_for_the_copy_that_nobody_presses(club: Club) -> None:
    anna, copy, direct = await with_both_copies(club)
    await press_in(club, anna, copy)
    await club.playground.idle()
    left = anna.person.read(direct)
    counted = club.playground.counted_calls
    for _ in range(3):
        await press_in(club, anna, copy)
    await club.playground.idle()
    assert anna.person.read(direct) == left
    in_dm = [call for call in club.playground.calls if f"/{direct.id}" in call.path]
    assert in_dm == []
    assert club.playground.counted_calls - counted <= 3, "the channel's line alone"


async def test_a_copy_that_is_pressed_again_is_the_live_one(club: Club) -> None:
    anna, copy, direct = await with_both_copies(club)
    for _ in range(2):
        await press_in(club, anna, copy)
    await club.playground.idle()
    left = anna.person.read(direct)
    await press_in(club, anna, direct)  # out of date by now
    assert anna.person.read(direct) != left
    await club.playground.idle()
    left = anna.person.read(copy)
    for _ in range(3):
        await press_in(club, anna, direct)
    await club.playground.idle()
    assert anna.person.read(copy) == left
    (table,) = (one.id for one in club.bot.tables.index.in_memory)
    while not club.game(table).match.deals:
        await press_in(club, anna, direct)
    anna.screen = direct
    while club.running_deal(table) != 2:
        await club.playground.until(lambda: anna.is_asked)
        await anna.act()
    await club.playground.until(lambda: "Deal 1" not in anna.person.read(copy))
    assert "Next deal" not in anna.person.read(copy), "with the next deal it follows"
    assert anna.person.read(copy) != left


async def test_a_copy_that_discord_redraws_no_more_leads_to_the_direct_message(club: Club) -> None:
    anna, copy, direct = await with_both_copies(club)
    for _ in range(2):
        await press_in(club, anna, copy)
    await club.playground.idle()
    left = anna.person.read(direct)
    club.clock.advance(TOKEN_LIFE.total_seconds())
    await club.playground.until(lambda: "Play on in your DMs" in anna.person.read(copy))
    assert f"{direct.channel.id}/{direct.id}" in str(copy.components)
    await club.playground.until(lambda: anna.person.read(direct) != left)
    await press_in(club, anna, direct)
    assert club.playground.refusals == []


def first_line(guest: Guest, hand: Message) -> str:
    return guest.person.read(hand).split("\n")[0]


async def test_the_copy_that_is_not_pressed_says_of_no_turn(club: Club) -> None:
    anna, copy, direct = await with_both_copies(club)
    assert "**your turn** · also in your DMs" in first_line(anna, copy)
    catch_up = "press to catch up"
    assert "also in the channel · as of " in first_line(anna, direct)
    assert first_line(anna, direct).endswith(f" · {catch_up}")
    assert "turn" not in first_line(anna, direct)
    await press_in(club, anna, direct)
    await club.playground.until(lambda: first_line(anna, copy).endswith(f" · {catch_up}"))
    assert "also in your DMs · as of " in first_line(anna, copy)
    assert "turn" not in first_line(anna, copy)
    await club.playground.until(lambda: "your turn" in first_line(anna, direct))
    assert "also" not in first_line(anna, direct)


SHOWN = {"play", HINT, "take"}
"""What can be pressed on a hand at whist alone, *More* apart."""


async def test_whatever_is_pressed_on_a_copy_that_is_behind_brings_it_up_to_date(
    club: Club,
) -> None:
    anna = club.guest("Anna")
    lobby = await club.lobby(anna, WHIST)
    copy = (await (await anna.person.click(lobby, "Play now")).settled()).message
    await club.playground.until(lambda: any(buttons(one, ACT) for one in anna.person.dms()))
    (table,) = (one.id for one in club.bot.tables.index.in_memory)
    live, behind, pressed = copy, anna.person.last(), set[str]()
    while live is copy or len(pressed) < len(SHOWN):
        await press_in(club, anna, live)
        await club.playground.idle()
        offered = {
            " ".join(area(one)).split()[0 if area(one)[0] == HINT else 1]: one
            for one in behind.buttons() if area(one)[0] != MORE
        }  # fmt: skip
        kinds = [kind for kind in offered if kind not in pressed] or ["play"]
        pressed.add(kinds[0])
        game = club.game(table)
        await anna.person.click(behind, custom_id=offered[kinds[0]]["custom_id"], wait=False)
        await club.playground.idle()
        if kinds[0] != "back":
            assert club.game(table).match == game.match, f"{kinds[0]} does nothing"
        assert buttons(behind, ACT)
        assert "press to catch up" not in first_line(anna, behind)
        live, behind = behind, live
    assert pressed == SHOWN


async def test_with_the_next_deal_the_direct_message_goes_on(club: Club) -> None:
    anna, copy, direct = await with_both_copies(club)
    (table,) = (one.id for one in club.bot.tables.index.in_memory)
    anna.screen = copy
    while club.running_deal(table) != 2:
        await club.playground.until(lambda: anna.is_asked)
        await anna.act()
    await club.playground.until(lambda: direct.edited is not None)
    await club.playground.idle()
    hands = [one for one in anna.person.dms() if "Whist" in first_line(anna, one)]
    assert hands == [direct], "nobody need be called"
    await press_in(club, anna, direct)
    await club.playground.until(lambda: "your turn" in first_line(anna, direct))


async def test_at_the_end_of_the_game_no_copy_is_left_behind(club: Club) -> None:
    anna, copy, direct = await with_both_copies(club)
    for _ in range(2):
        await press_in(club, anna, copy)
    (table,) = (one.id for one in club.bot.tables.index.in_memory)
    await club.bot.tables.index.at(table).close("moderator")
    for hand in (copy, direct):
        await club.playground.until(lambda: "A moderator has closed" in anna.person.read(hand))  # noqa: B023
        assert not buttons(hand, ACT)
