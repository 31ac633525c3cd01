"""Tables as pictures in the channel: through the real client, to a server that may refuse them."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import pytest
from discord import ButtonStyle

from cogs.commands.table import hints
from cogs.delivery.pictures.emoji_shelf import UPLOAD_RETRY_DELAY
from cogs.delivery.pictures.look_refusals import CHANNEL_REFUSAL_TIME
from kwbot.engine.values.actions import Play
from kwbot.engine.views.mistake import Mistake
from kwbot.ids import TableId
from kwbot.local.guest import ACT, Guest, area, buttons, press_more
from kwbot.looks.emojis import emojis
from kwbot.storage.values.documents import Preferences
from kwbot.tables.past.past_decisions import Decision
from kwbot.tables.past.reviews import Review
from kwbot.text.words.labels import LOOKS
from playground import Permission
from playground.api.faults import failing
from playground.state.model import Component, EditedGalleries, Message, walk
from tests.e2e.arranged import arranged
from tests.e2e.club import AS_PICTURE, Club
from tests.e2e.conftest import Deals
from tests.e2e.test_smoke import STRONG


@pytest.fixture
async def gallery(tmp_path: Path, same_cards: None) -> AsyncIterator[Club]:
    """A club whose channel shows pictures."""
    made = Club(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}", look="picture")
    async with made.opened():
        yield made


def pictures(message: Message) -> list[str]:
    """The alternative texts of a message's pictures."""
    found = [one for one in walk(message.components) if one["type"] == Component.MEDIA_GALLERY]
    assert len(found) == len(message.attachments)
    return [str(one["items"][0]["description"]).replace(AS_PICTURE, "") for one in found]


def labels(message: Message) -> list[str]:
    return [str(button.get("label", "")) for button in message.buttons()]


def picture(message: Message) -> str:
    """The alternative text of a message's only picture; empty without one."""
    found = pictures(message)
    assert len(found) <= 1
    return found[0] if found else ""


@pytest.mark.slow
async def test_a_deal_is_one_picture_after_the_other(gallery: Club, deals: Deals) -> None:
    table = await arranged(gallery, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    message = gallery.table_message(table)
    await gallery.playground.until(lambda: "Bo ♥2" in picture(message))
    assert message.attachments[0].data.startswith(b"\x89PNG")
    anna = gallery.guests[0].person
    menu = (await anna.click(message, "More")).message
    words = await anna.click(menu, "As text")
    assert words.ephemeral
    assert "Bo ♥2" in words.text.replace(AS_PICTURE, "")
    anna.say(message.channel, "What a hand!")
    assert (await anna.click(message, "More")).ephemeral  # which tells what was written
    await gallery.play(table, "2 play D2 / 3 play C2")
    await gallery.playground.until(lambda: message.deleted)
    assert "Trick 1. Anna's turn. Anna ♠2" in picture(gallery.table_message(table))
    assert gallery.refused() == []


@pytest.mark.slow
async def test_who_is_alone_sees_the_whole_result_in_direct_messages(
    club: Club, deals: Deals
) -> None:
    deals.add(STRONG)
    anna = club.guest("Anna")
    await club.store.settings.change_preferences(anna.id, lambda _: Preferences(look="picture"))
    table = (await club.table([anna], 3)).id
    await club.ready(table)
    await club.play_deal(table)
    hand = next(anna.person.mail())
    await club.playground.until(lambda: "Next deal" in labels(hand))
    result = picture(hand)
    assert "Tricks: You" in result
    assert "You (dealer): ♠" in result
    assert labels(hand) == ["Next deal", "Replay", "Review", "More"]
    await anna.person.click(hand, "More")
    assert "**Deal 1" in (await anna.person.click(hand, "As text")).text
    await anna.person.click(hand, "Back to the hand")
    await anna.person.click(hand, "Next deal")
    await club.playground.until(lambda: next(anna.person.mail()) is not hand)
    assert picture(hand) == result
    assert labels(hand) == ["Replay", "Review", "As text"]
    assert club.refused() == []


@pytest.mark.slow
async def test_a_replay_is_a_picture_until_another_look_is_chosen(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass*")
    bo = club.guest_at(table, 1)
    await club.play_deal(table)
    message = club.table_message(table)
    await club.playground.until(lambda: "Replay" in labels(message))
    assert picture((await bo.person.click(message, "Replay")).message)
    for look in LOOKS:
        await club.bot.preferences.choose(bo.id, look=look)
        replay = (await bo.person.click(message, "Replay")).message
        assert bool(pictures(replay)) == (look == "picture")


@pytest.mark.slow
async def test_what_a_deal_brought_is_told_in_words_too(gallery: Club, deals: Deals) -> None:
    table = await arranged(gallery, deals, "1 bid spel / pass*")
    await gallery.play_deal(table)
    message = gallery.table_message(table)
    await gallery.playground.until(lambda: "Bo went down" in picture(message))
    anna = gallery.guests[0].person
    words = (await press_more(anna, message, "As text")).text
    assert "**Bo went down" in words
    plain = words.replace("\xa0", " ").replace(AS_PICTURE, "")
    assert all(f": {suit} A K Q J 10 9 8 7 6 5 4 3 2" in plain for suit in "♠♥♦♣")
    await gallery.ready(table)
    await gallery.playground.until(lambda: gallery.table_message(table).id != message.id)
    assert (await anna.click(message, "As text")).text == words


async def show_panel(guest: Guest, look: str) -> None:
    """Choose a look behind *More* on a hand, and go back."""
    assert guest.hand is not None
    for label in ("More", LOOKS[look].text, "Back to the hand"):
        await guest.person.click(guest.hand, label)


async def test_a_hand_is_a_picture_once_that_is_chosen(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    bo = club.guest_at(table, 1)
    await club.playground.until(lambda: bo.hand and buttons(bo.hand, ACT))
    assert bo.hand is not None
    await show_panel(bo, "picture")
    assert "Your turn. Anna ♠2" in picture(bo.hand)
    await club.play(table, "1 play H2 / 2 play D2 / 3 play C2 / 0 play S3")
    await club.playground.until(lambda: bo.hand and "Trick 2. Your turn" in picture(bo.hand))
    await show_panel(bo, "emoji")
    assert not picture(bo.hand)


async def test_more_has_every_look_of_the_hand(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    bo = club.guest_at(table, 1)
    await club.playground.until(lambda: bo.hand and buttons(bo.hand, ACT))
    assert bo.hand is not None
    menu = (await bo.person.click(club.table_message(table), "More")).message
    for look, label in LOOKS.items():
        assert (await bo.person.click(menu, label.text)).kind == "update"
        assert _chosen(menu) == [label.text]
        assert (await club.store.settings.preferences(bo.id)).look == look
        await club.playground.until(partial(_is_drawn, bo, look == "picture"))
    assert club.refused() == []


async def test_a_look_chosen_in_the_hand_shows_when_it_comes_back(club: Club, deals: Deals) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    bo = club.guest_at(table, 1)
    await club.playground.until(lambda: bo.hand and buttons(bo.hand, ACT))
    hand = bo.hand
    assert hand is not None
    await bo.person.click(hand, "More")
    await bo.person.click(hand, LOOKS["picture"].text)
    await club.playground.idle()
    assert _chosen(hand) == [LOOKS["picture"].text]
    await bo.person.click(hand, "Back to the hand")
    assert picture(hand)
    await bo.person.click(hand, "More")
    assert not hand.attachments
    assert club.refused() == []


def _is_drawn(guest: Guest, drawn: object) -> bool:
    """Whether a hand is a picture, or not, as `drawn` says."""
    return guest.hand is not None and bool(picture(guest.hand)) == drawn


def _chosen(menu: Message) -> list[str]:
    """The looks that are marked in a player's menu."""
    return [
        button["label"]
        for button in buttons(menu, "more")
        if area(button)[1].startswith("look ") and button["style"] == ButtonStyle.primary.value
    ]


async def test_where_an_edit_brings_no_pictures_hands_stay_in_words(
    club: Club, deals: Deals
) -> None:
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    bo = club.guest_at(table, 1)
    await club.playground.until(lambda: bo.hand and buttons(bo.hand, ACT))
    club.playground.edited_galleries = EditedGalleries.REFUSED
    await show_panel(bo, "picture")
    assert bo.hand is not None
    assert not picture(bo.hand)
    assert "Anna ♠2" in bo.person.read(bo.hand)
    assert club.refused() == [50035]
    await club.play(table, "1 play H2 / 2 play D2 / 3 play C2 / 0 play S3")
    await club.playground.until(lambda: bo.hand and buttons(bo.hand, ACT))
    assert club.refused() == []  # it is not tried again
    refusals, hour = club.bot.display.renderer.refusals, CHANNEL_REFUSAL_TIME.total_seconds()
    assert not refusals.takes(bo.hand.channel.id, edit=True)
    assert refusals.takes(bo.hand.channel.id), "what is posted anew has a picture"
    assert refusals.takes(club.table_message(table).channel.id, edit=True), "others have theirs"
    club.clock.advance(hour)
    assert refusals.takes(bo.hand.channel.id, edit=True)


async def test_without_the_right_to_attach_files_words_are_shown(
    gallery: Club, deals: Deals
) -> None:
    gallery.playground.deny(gallery.playground.channel, Permission.ATTACH_FILES)
    table = await arranged(gallery, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2")
    await gallery.shown(table, "Bo ♥2")
    assert not picture(gallery.table_message(table))
    assert set(gallery.refused()) == {50013}
    assert not gallery.game(table).paused


async def with_one_mistake(
    _: object,
    made: Sequence[Decision],
    table_id: TableId,
    done: Callable[[int], None],
    *rest: object,
) -> Review:
    """A review in which the last card was a mistake, and what was said first."""
    card = next(one for one in reversed(made) if isinstance(one.action, Play))
    costs = []
    for seen, done_then, _ in (card, made[0]):
        better = next(one for one in seen.choice or () if one != done_then)
        costs.append(Mistake(seen, done_then, better, 1.0))
    done(len(made))
    return Review(costs, len(made), len(made))


@pytest.mark.slow
async def test_a_review_has_the_moments_as_pictures_and_each_can_be_tried_again(
    club: Club, deals: Deals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "review_all", with_one_mistake)
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    bo = club.guest_at(table, 1)
    await club.playground.until(lambda: bo.hand and buttons(bo.hand, ACT))
    await club.play_deal(table)
    anna = club.guest_at(table, 0)
    await club.bot.preferences.choose(anna.id, look="emoji")
    for guest, shown in ((bo, True), (anna, False)):
        asked = await guest.person.slash(club.playground.channel, "review")
        await asked.settled()
        assert "Your costliest decisions" in guest.person.read(asked.message)
        found = pictures(asked.message)
        assert len(found) == (2 if shown else 0)
        assert all("Your hand" not in one for one in found[:1]), "their hand stands below"
        assert all("Your hand: ♥ A K Q J" in one.replace("\xa0", " ") for one in found[1:])
        card, bid = buttons(asked.message, "rerun")
        for button, question in ((card, "Play a card."), (bid, "Bid or pass.")):
            tried = await guest.person.click(asked.message, custom_id=button["custom_id"])
            await tried.settled()
            assert tried.ephemeral
            assert question in tried.text
    assert club.refused() == []


def stock(club: Club) -> None:
    """The application has its emojis already."""
    for name in emojis():
        number = club.playground.snowflake()
        club.playground.emojis[number] = {"id": str(number), "name": name, "animated": False}


async def test_emojis_that_discord_refuses_now_and_then_stay(
    tmp_path: Path, same_cards: None, deals: Deals
) -> None:
    """Its bug #7128, here with every second message that has them on buttons."""
    club = Club(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}", look="emoji", emojis=True)
    stock(club)
    async with club.opened():
        here, shelf = club.playground, club.bot.display.emojis
        assert shelf is not None
        await here.until(lambda: len(shelf.ids) == len(emojis()))
        everyone = dict(shelf.ids)
        count = itertools.count(1)
        here.lapses = lambda: next(count) % 2 == 0
        table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2 / 1 play H2")
        await club.play(table, "2 play D2")
        await here.idle()
        refused = club.refused()
        assert len(refused) > 1
        assert set(refused) == {50035}
        assert shelf.ids == everyone
        dag = club.guest_at(table, 3)
        await here.until(lambda: dag.is_asked and _any_of(everyone, dag.hand))


def _any_of(ids: Mapping[str, int], message: object) -> bool:
    """Whether a message has one of these emojis."""
    return any(str(number) in str(message) for number in ids.values())


async def test_an_emoji_that_is_refused_for_good_is_a_symbol_and_no_other(
    tmp_path: Path, same_cards: None, deals: Deals
) -> None:
    club = Club(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}", look="emoji", emojis=True)
    stock(club)
    async with club.opened():
        here, shelf = club.playground, club.bot.display.emojis
        assert shelf is not None
        await here.until(lambda: len(shelf.ids) == len(emojis()))
        everyone = dict(shelf.ids)
        (hearts,) = [name for name in shelf.ids if name == "hearts"]
        here.refused_emojis.add(shelf.ids[hearts])
        table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
        bo = club.guest_at(table, 1)
        await here.until(lambda: bo.is_asked)
        assert "♥" in str(bo.hand and bo.person.read(bo.hand))
        await club.play(table, "1 play H2")
        assert everyone.keys() - shelf.ids.keys() == {hearts}
        cia = club.guest_at(table, 2)
        await here.until(lambda: cia.is_asked and _any_of(shelf.ids, cia.hand))
        here.refused_emojis.clear()
        club.clock.advance(UPLOAD_RETRY_DELAY.total_seconds())
        await here.until(lambda: shelf.ids == everyone)


async def test_cards_are_symbols_where_an_emoji_is_gone_until_it_is_there_again(
    tmp_path: Path, same_cards: None, deals: Deals
) -> None:
    club = Club(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}", look="emoji", emojis=True)
    async with club.opened():
        here, shelf = club.playground, club.bot.display.emojis
        assert shelf is not None
        await here.until(lambda: len(shelf.ids) == len(emojis()))
        table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
        await here.idle()
        everyone = dict(shelf.ids)
        here.emojis.clear()
        uploads = here.faults.hold("POST", "/emojis$")
        await club.play(table, "1 play H2")
        await here.until(lambda: not shelf.ids)
        await club.play(table, "2 play D2")
        dag, anna = club.guest_at(table, 3), club.guest_at(table, 0)
        await here.until(lambda: dag.is_asked and not _any_of(everyone, dag.hand))
        mine = await dag.person.click(club.table_message(table), "My hand")
        assert "♣" in mine.text
        uploads.release()
        await here.until(lambda: len(shelf.ids) == len(emojis()))
        await club.play(table, "3 play C2")
        await here.until(lambda: anna.is_asked and _any_of(shelf.ids, anna.hand))
        assert here.emojis.keys() == set(shelf.ids.values())


async def test_where_uploads_are_limited_those_that_are_there_are_used(
    tmp_path: Path, same_cards: None, deals: Deals
) -> None:
    """After some fifty Discord takes no more for an hour: discord.py waits for as long."""
    club = Club(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}", look="emoji", emojis=True)
    here = club.playground
    taken = itertools.count()
    here.faults.chance = lambda method, path: (
        failing(status=429, retry_after=0.2)
        if (method, path.rpartition("/")[2]) == ("POST", "emojis") and next(taken) == 50
        else None
    )
    async with club.opened():
        shelf = club.bot.display.emojis
        assert shelf is not None
        await here.until(lambda: len(shelf.ids) == 50)
        table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
        bo = club.guest_at(table, 1)
        await here.until(lambda: bo.is_asked and str(shelf.ids["hearts"]) in str(bo.hand))
        await here.until(lambda: len(shelf.ids) == len(emojis()))
        posts = [one for one in here.calls if one.method == "POST" and one.path.endswith("emojis")]
        assert len(posts) == len(emojis()) + 1, "the one that waited, and no other twice"
        assert club.refused() == []
