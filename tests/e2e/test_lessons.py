"""/learn by clicks: a lesson played to its end, right and wrong; where somebody stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from cogs.commands.learning.learn import LearnCog
from cogs.commands.parts import first_lesson
from cogs.connection import replies
from kwbot.engine.values.actions import Action, Bid, Play
from kwbot.engine.values.cards import Card
from kwbot.ids import UserId
from kwbot.lessons.lesson import Lesson
from kwbot.lessons.lesson_game import LessonGame, LessonStage
from kwbot.lessons.library import all_lessons, lesson_called
from kwbot.local.guest import press_more
from kwbot.tables.thinking.computer_turns import take_turns
from playground import LocalPerson, Message
from playground.state.model import SELECTS, Json, walk
from tests.e2e.club import AS_PICTURE, Club
from tests.lessons.presses import presses

GAME, COMBINATIONS = "whist", "kombinations-whist"


def asked(screen: Message) -> list[str]:
    """What the buttons of a lesson's question do."""
    return [str(one["custom_id"]).split(":", 4)[4] for one in screen.buttons() if of(one) == "lact"]


def of(button: dict[str, object]) -> str:
    return str(button["custom_id"]).split(":")[1]


async def press(person: LocalPerson, screen: Message, action: Action) -> Message:
    (button,) = [one for one in screen.buttons() if str(one["custom_id"]).endswith(f":{action}")]
    return (await person.click(screen, custom_id=button["custom_id"])).message


async def played_on(person: LocalPerson, screen: Message, game: LessonGame) -> Message:
    """Follow the lesson from where it stands to its end."""
    while game.stage is not LessonStage.OVER:
        step = game.step
        assert step is not None
        if game.stage is LessonStage.TOLD:
            game, screen = game.go_on(), (await person.click(screen, "Vidare")).message
        else:
            game, screen = game.act(step.action), await press(person, screen, step.action)
    return screen


async def test_a_lesson_is_played_right_and_wrong_and_goes_on_after_a_restart(club: Club) -> None:
    anna = club.guest("Anna", locale="sv-SE").person
    shown = await anna.slash(club.playground.channel, "learn", game=GAME)
    assert shown.ephemeral
    first, *_ = all_lessons()[GAME]
    screen = (await anna.click(shown.message, "1 · Följa färg")).message
    assert "Fyra kort blir ett stick." in anna.read(screen)
    screen = (await anna.click(screen, "Vidare")).message
    assert set(asked(screen)) == {"play HK", "play HT", "play H5"}

    before = next(screen.buttons())["custom_id"]
    screen = await press(anna, screen, first.steps[2].variations[0].actions[0])
    assert "Spar den: den kan ta nästa." in anna.read(screen)
    assert not asked(screen)
    await anna.forge(screen, str(before))  # once more on what is no more asked
    screen = (await anna.click(screen, "Spela vidare")).message
    assert len(asked(screen)) > 0
    await club.restart()
    screen = (await anna.click(screen, "Till lektionen")).message
    assert set(asked(screen)) == {"play HK", "play HT", "play H5"}

    game = LessonGame.begin(first, "Anna").go_on()
    screen = await played_on(anna, screen, game)
    assert "Bra spelat!" in anna.read(screen)
    shown = await anna.slash(club.playground.channel, "learn")
    assert next(shown.message.buttons())["emoji"]["name"] == "✅"
    kept = await club.store.count_user_data(UserId(anna.id))
    assert kept.lessons == 1
    assert len(club.bot.tables.index) == 0


async def test_discord_is_told_to_wait_while_computers_think(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody plays on beside a lesson, their press waits for the computers' moves."""
    monkeypatch.setattr(replies, "DEFER_SECONDS", 0.05)
    thought = asyncio.Event()

    async def slow(*turns: Any) -> Sequence[Action]:
        await thought.wait()
        return await take_turns(*turns)

    monkeypatch.setattr("cogs.commands.learning.learn.take_turns", slow)
    anna = club.guest("Anna").person
    shown = await anna.slash(club.playground.channel, "learn", game=GAME)
    first, *_ = all_lessons()[GAME]
    screen = (await anna.click(shown.message, "1 · Following suit")).message
    screen = (await anna.click(screen, "Go on")).message
    screen = await press(anna, screen, first.steps[2].variations[0].actions[0])
    answered = await anna.click(screen, "Play on", wait=False)
    await club.playground.until(lambda: answered.kind == "deferred update")
    thought.set()
    await club.playground.until(lambda: bool(asked(screen)))


def values(menu: Json) -> list[str]:
    return [str(option["value"]) for option in menu["options"]]


def is_confirm(button: Json) -> bool:
    return ":=" in str(button["custom_id"])


async def answer(person: LocalPerson, screen: Message, action: Action) -> int:
    """Answer a lesson's question by the screen; return how many presses that took."""
    if str(action) in asked(screen):
        await press(person, screen, action)
        return 1
    words = str(action).split()[1:]
    (menu,) = [one for one in screen.selects() if words[0] in values(one)]
    await person.select(screen, menu["custom_id"], words)
    confirm = next(one for one in screen.buttons() if "lact" in of(one) and is_confirm(one))
    await person.click(screen, custom_id=confirm["custom_id"])
    return 2


async def presses_to_the_end(club: Club, person: LocalPerson, screen: Message, key: str) -> int:
    """Do what a lesson advises, and press what leads on as soon as it is there; return how many
    presses that took."""
    lesson = lesson_called(key)
    assert lesson is not None
    game, count = LessonGame.begin(lesson, "Anna"), 0
    while game.stage is not LessonStage.OVER:
        await club.playground.idle()
        step, goes_on = game.step, "[Go on]" in person.read(screen)
        assert step is not None
        if asked(screen):
            count, game = count + await answer(person, screen, step.action), game.act(step.action)
        elif goes_on:
            is_read = any(str(one["custom_id"]).endswith(":on") for one in screen.buttons())
            await person.click(screen, "Go on")
            count, game = count + 1, game.go_on() if is_read else game
        else:
            club.clock.advance(1)
    while "[Once more]" not in person.read(screen):
        club.clock.advance(1)
        await club.playground.idle()
    return count


@pytest.mark.parametrize("game", all_lessons())
async def test_a_lesson_takes_as_many_presses_as_are_counted(club: Club, game: str) -> None:
    """Whoever does what it advises, and presses what leads on as soon as they can; in the longest
    of each game."""
    club.bot.settings = club.bot.settings.model_copy(update={"computer_pause": 1.0})
    anna, lessons = club.guest("Anna").person, all_lessons()[game]
    lesson = max(lessons, key=presses)
    shown = (await anna.slash(club.playground.channel, "learn", game=game)).message
    title = f"{lessons.index(lesson) + 1} · {lesson.title.text_in('en')}"
    screen = (await anna.click(shown, title)).message
    assert 1 + await presses_to_the_end(club, anna, screen, lesson.key) == presses(lesson)


async def test_a_lesson_that_went_wrong_says_what_did_and_is_not_done(club: Club) -> None:
    anna = club.guest("Anna").person
    shown = (await anna.slash(club.playground.channel, "learn", game=COMBINATIONS)).message
    screen = (await anna.click(shown, "1 · Your first bid")).message
    screen = await press(anna, screen, Bid(("noll",)))
    screen = (await anna.click(screen, "Play on")).message
    while cards := asked(screen):
        (first, *_) = [one for one in screen.buttons() if str(one["custom_id"]).endswith(cards[0])]
        screen = (await anna.click(screen, custom_id=first["custom_id"])).message
    told = anna.read(screen)
    assert "You chose Zero instead of Trump.\n┃ Zero: not a single trick. With two aces" in told
    assert "[Once more] [Back to the lesson] [Lessons]" in told
    assert "[Next lesson]" not in told
    assert "Tricks: You " in told
    assert not any(line in told for line in ("Deal 1", "Score: ")), "there is only this deal"
    screen = (await anna.click(screen, "Lessons")).message
    assert "✅" not in anna.read(screen)
    screen = (await anna.click(screen, "1 · Your first bid")).message
    screen = (await anna.click(screen, "Once more")).message
    assert asked(screen)[0] == "bid trumf"


async def test_the_bids_of_a_lesson_are_one_press_away(club: Club) -> None:
    anna = club.guest("Anna").person
    shown = (await anna.slash(club.playground.channel, "learn", game=COMBINATIONS)).message
    at, lesson = next(
        (at, one)
        for at, one in enumerate(all_lessons()[COMBINATIONS], 1)
        if isinstance(one.steps[0].action, Bid)
    )
    screen = (await anna.click(shown, f"{at} · {lesson.title.text_in('en')}")).message
    while not asked(screen):
        screen = (await anna.click(screen, "Go on")).message
    offered = asked(screen)
    screen = (await anna.click(screen, "Other bids")).message
    assert asked(screen) != offered
    screen = (await anna.click(screen, "Suggestions")).message
    assert asked(screen) == offered


async def test_a_choice_of_nothing_is_refused(club: Club) -> None:
    anna = club.guest("Anna").person
    shown = (await anna.slash(club.playground.channel, "learn", game=GAME)).message
    (menu,) = [one for one in walk(shown.components) if one["type"] in SELECTS]
    for values in (None, [], ["hearts"]):
        outcome = await anna.forge(shown, menu["custom_id"], values=values)
        assert outcome.text.startswith("⛔ This game has no lessons.")


async def test_the_others_play_one_card_after_the_other(club: Club) -> None:
    """Nothing is to be pressed meanwhile, and whoever looks at something else comes back to what
    the lesson asks."""
    club.bot.settings = club.bot.settings.model_copy(update={"computer_pause": 1.0})
    anna = club.guest("Anna").person
    shown = await anna.slash(club.playground.channel, "learn", game=GAME)
    screen = (await anna.click(shown.message, "1 · Following suit")).message

    def lies(*cards: str) -> list[bool]:
        table = anna.read(screen).replace(AS_PICTURE, "").partition("play")[0]
        return [card in table for card in cards]

    await anna.click(screen, "Go on")
    await club.playground.idle()
    assert lies("♥A", "♥6") == [True, False]
    assert not asked(screen)
    club.clock.advance(0.9)
    await club.playground.idle()
    assert lies("♥A", "♥6") == [True, False]
    club.clock.advance(0.1)
    await club.playground.until(lambda: bool(asked(screen)))
    assert lies("♥A", "♥6") == [True, True]
    await press(anna, screen, Play(Card.parse("H5")))
    assert lies("♥A", "♥2") == [True, False]
    assert "[Go on]" not in anna.read(screen)
    await club.playground.idle()
    club.clock.advance(1)
    await club.playground.until(lambda: "Your side has the trick." in anna.read(screen))
    await anna.click(screen, "Go on")
    assert not asked(screen)
    await anna.click(screen, "Lessons")
    club.clock.advance(60)
    await club.playground.idle()
    assert not asked(screen)
    await anna.click(screen, "1 · Following suit")
    assert asked(screen)
    now = anna.read(screen)
    club.clock.advance(60)
    await club.playground.idle()
    assert anna.read(screen) == now
    assert club.playground.refusals == []


async def test_the_question_comes_though_the_network_fails_before_it(club: Club) -> None:
    club.bot.settings = club.bot.settings.model_copy(update={"computer_pause": 1.0})
    anna, learn = club.guest("Anna").person, club.bot.get_cog("LearnCog")
    assert isinstance(learn, LearnCog)
    shown = await anna.slash(club.playground.channel, "learn", game=GAME)
    screen = (await anna.click(shown.message, "1 · Following suit")).message
    await anna.click(screen, "Go on")
    await club.playground.until(lambda: bool(learn._playing))
    fault = club.playground.faults.add("PATCH", "/messages/@original", reset=True, times=2)
    club.clock.advance(1)
    await club.playground.until(lambda: fault.hits == 2)
    await club.playground.idle()
    assert not asked(screen)
    club.clock.advance(1)
    await club.playground.until(lambda: bool(asked(screen)))
    await learn._playing[UserId(anna.id)]


async def test_moves_are_shown_no_more_once_the_bot_has_closed(club: Club) -> None:
    """The cog is unloaded while a press is under way, so that nothing stops what follows it."""
    club.bot.settings = club.bot.settings.model_copy(update={"computer_pause": 1.0})
    anna, learn = club.guest("Anna").person, club.bot.get_cog("LearnCog")
    assert isinstance(learn, LearnCog)
    shown = await anna.slash(club.playground.channel, "learn", game=GAME)
    screen = (await anna.click(shown.message, "1 · Following suit")).message
    await anna.click(screen, "Go on")
    await club.playground.until(lambda: bool(learn._playing))
    playing = learn._playing.pop(UserId(anna.id))
    await club.restart()
    club.clock.advance(60)
    await playing


def offers(club: Club, person: LocalPerson, text: str = "First time?") -> list[Message]:
    """The private messages in the channel with this text, by default offers of a lesson."""
    there = person.messages(club.playground.channel)
    return [one for one in there if one.ephemeral and text in person.read(one)]


async def test_the_first_lesson_is_offered_once_at_the_first_table(club: Club) -> None:
    anna, bo = club.guest("Anna"), club.guest("Bo", locale="da")
    for fault in ({"code": 50013}, {"reset": True}):  # it cannot be sent
        club.playground.faults.add("POST", "/webhooks/", **fault)
        lost = await club.lobby(anna, "hus")
        await club.playground.idle()
        assert offers(club, anna.person) == []
        assert offers(club, anna.person, "Something went wrong") == [], "nobody waits for it"
        await press_more(anna.person, lost, "Close the table")
    lobby = await club.lobby(anna, "hus")
    await bo.person.click(lobby, "Join")
    await club.playground.idle()
    assert len(offers(club, bo.person, "Første gang?")) == 1
    (offer,) = offers(club, anna.person)
    (button,) = offer.buttons()
    assert str(button["custom_id"]).endswith(":open hus/01-a-secret-partner")
    await anna.person.click(offer, "Learn by playing")
    assert "A secret partner" in anna.person.read(offer)

    await press_more(anna.person, lobby, "Close the table")
    again = await club.lobby(anna, GAME)
    await bo.person.click(again, "Join")
    await club.playground.idle()
    assert offers(club, anna.person) == []
    assert len(offers(club, bo.person, "Første gang?")) == 1


async def test_no_lesson_is_offered_below_a_hand(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever starts before the lessons have been read is offered one at their next table."""
    anna, read = club.guest("Anna"), asyncio.Event()

    async def lessons() -> Mapping[str, Sequence[Lesson]]:
        await read.wait()
        return all_lessons()

    monkeypatch.setattr(first_lesson, "lessons_at_hand", lessons)
    lobby = await club.lobby(anna, GAME)
    hand = (await anna.person.click(lobby, "Play now")).message
    (table,) = [one.id for one in club.bot.tables.index.in_memory]
    await club.playground.until(lambda: club.state(table).running is not None)
    read.set()
    await club.playground.idle()
    assert hand.ephemeral
    assert offers(club, anna.person) == []

    await club.bot.tables.index.at(table).close("moderator")
    await club.lobby(anna, GAME)
    await club.playground.until(lambda: len(offers(club, anna.person)) == 1)
