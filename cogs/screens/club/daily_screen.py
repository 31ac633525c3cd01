"""The deal of the day: its announcement, its panel, one's result, the standing, its settings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from discord import ButtonStyle, ui

from cogs.screens.parts import components
from cogs.screens.parts.arguments import NumberedPress
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import (
    ActionRow,
    Button,
    Part,
    Press,
    Screen,
    option,
    text_screen,
    words,
)
from cogs.screens.parts.form import choice, form
from cogs.screens.parts.rendering import IN_WORDS, Rendering
from kwbot.daily.daily_deal import STRONG_NAME, DailyHand
from kwbot.daily.daily_venue import DailyNews
from kwbot.daily.ranking import squares, standing
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.names import fold_name
from kwbot.engine.values.wording import N_, Term
from kwbot.engine.views.view import view
from kwbot.ids import UserId
from kwbot.listings import TotalLine
from kwbot.solo.solo_deal import SoloDeal
from kwbot.tables.past.replays import stops
from kwbot.tables.play.presets import Preset
from kwbot.text.club import daily_text
from kwbot.text.club.daily_text import DailyFacts
from kwbot.text.deal.calls import auction
from kwbot.text.deal.result_scene import ResultScene, result_scene
from kwbot.text.deal.seating import NO_LABELS, Likenesses
from kwbot.text.table.lobby_text import options_text, preset_in_words
from kwbot.text.words import labels, lines
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Language, Voice, language_of
from kwbot.text.words.markdown import escape
from kwbot.text.words.mentions import NO_NAMES, mentions_of
from kwbot.variants import games

DAILY, DAILY_ACT, DAILY_PICK, DAILY_LOOK = "daily", "dact", "dpick", "dlook"
"""The areas of presses; the last three are a panel's."""
PLAY, SHARE, STANDING, REVIEW, TALK, LINE, PROOF, SEAL, SET, OFF, REALLY = (
    "play", "share", "standing", "review", "talk", "line", "proof", "seal", "set", "off", "really",
)  # fmt: skip
"""What a press of the area DAILY asks for."""
GAME, PRESET, ROTATION = "game", "preset", "*"
SEQS = 1000
"""The factor by which a panel's press combines the numbers of a play and its change."""
_AUCTION = 700
"""Most characters of an auction."""
_ROTATION = Term("All games in turn", "menu")
_GAME = Term("Game", "field of a form")
_HERE = N_("Announced in this channel, each midnight ({zone}).")
_OFF = Term("Turn off", "button")
_OFF_ASKED = N_("Turn the deal of the day off? Today's goes on until midnight.")
_TALK = Term("Talk", "button")
_LINE = Term("Card by card", "button")
_WEEK, _MONTH = N_("The last 7 days"), N_("The last 30 days")
_SHARES = N_("Each day scores the share of others you beat; a tie counts half.")


def press_for(what: str, number: int = 0) -> Press:
    return Press(DAILY, argument=str(NumberedPress(what, number)))


def panel_press(asked_at: int) -> tuple[int, int]:
    """Return the number of the play and of its change that a panel's press is for."""
    return divmod(asked_at, SEQS)


# --- the message in the channel ------------------------------------------------------------------


def announce_screen(news: DailyNews) -> Screen:
    """Draw the announcement, in its channel's language."""
    language = language_of(news.daily.language)
    if news.daily.state == "closing":
        return _closing_screen(news, language)
    before = ""
    if news.before is not None:
        old = replace(news, daily=news.before, plays=news.before_plays, best=None, before=None)
        before = daily_text.before_text(facts_of(old, language), _link(old), language)
    told = daily_text.announced_text(facts_of(news, language), before, language)
    play = components.button(
        language.term(daily_text.PLAY),
        press_for(PLAY, news.daily.id),
        ButtonStyle.success,
        emoji="🃏",
    )
    return text_screen(told, ActionRow(play, *_seal_buttons(news, language)))


def _seal_buttons(news: DailyNews, language: Language) -> list[Button]:
    """Return the button to the seal of tomorrow's deal, if there is one."""
    label = daily_text.seal_label(news.seal, language)
    return [components.button(label, press_for(SEAL, news.daily.id))] if news.seal else []


def _closing_screen(news: DailyNews, language: Language) -> Screen:
    """Draw the message while those who have begun finish."""
    told = daily_text.closing_text(facts_of(news, language), language)
    return text_screen(told, ActionRow(go_on_button(news.daily.id, language)))


def go_on_button(number: int, language: Language) -> Button:
    label, press = language.term(labels.GO_ON), press_for(PLAY, number)
    return components.button(label, press, ButtonStyle.success, emoji="🃏")


def over_screen(
    news: DailyNews, shows: ResultScene | None, rendering: Rendering = IN_WORDS
) -> Screen:
    """Draw the standing once a deal is over for all, with the best line (`shows`) and the proof."""
    language = language_of(news.daily.language)
    told = daily_text.over_text(facts_of(news, language), language)
    best: list[Part] = []
    if shows is not None and news.best is not None:
        who = _player(news.best)
        untitled = replace(shows, deal="") if rendering.pictures else shows
        best = [words(daily_text.best_text(who, language)), *rendering.result(untitled)]
    ways = [(daily_text.PROOF, PROOF), (daily_text.STANDING, STANDING)]
    if news.best is not None:
        ways.insert(0, (_LINE, LINE))
    number = news.daily.id
    row = ActionRow(
        *(components.button(language.term(label), press_for(what, number)) for label, what in ways)
    )
    return Screen([words(told), *best, row], rendering.pictures)


def line_screen(best: SoloDeal, preferences: CardPreferences) -> Screen:
    """Draw the best line card by card, once the day is over."""
    first, *_, last = stops(best.match)
    seen, facts = view(last, None), Facts(computers=best.computers)
    voice = preferences.voice(seen)
    told = lines.together(
        [
            (daily_text.best_text(_player(best), preferences.language),),
            auction(view(first, None), voice, facts, _AUCTION),
            (lines.contract(seen, voice, facts), lines.trumps(seen, voice)),
            [lines.finished_trick(seen.tricks, voice, at + 1) for at in range(len(seen.tricks))],
        ]
    )
    return text_screen(told)


def _player(best: SoloDeal) -> str:
    who = best.match.names[best.seat]
    return "🤖" if who == STRONG_NAME else escape(who) or "?"


def best_player(news: DailyNews) -> list[tuple[UserId | None, str]]:
    """Return who played the best line, and their name in it; nobody while there is none."""
    if news.best is None:
        return []
    name = news.best.match.names[news.best.seat]
    users = (one.user_id for one in news.plays if fold_name(one.name) == fold_name(name))
    return [(next(users, None), name)]


def best_scene(news: DailyNews, label: str | None = None) -> ResultScene | None:
    """Return the best line of a finished deal, with all cards. `label`: what its picture calls the
    player, if it cannot draw the name."""
    if news.best is None or news.best.match.finished is None:
        return None
    faces = Likenesses(labels={news.best.seat: label} if label else NO_LABELS)
    seen, language = view(news.best.match, None), language_of(news.daily.language)
    return result_scene(seen, news.best.match.finished, Voice.of(seen, language), faces)


# --- what one person sees ------------------------------------------------------------------------


def panel_asked_at(hand: DailyHand) -> int:
    """Return what a panel's presses carry: the number of the play and of its change."""
    return hand.play.id * SEQS + hand.play.seq


def own_screen(
    hand: DailyHand,
    news: DailyNews,
    streak: int,
    preferences: CardPreferences,
    *,
    moderates: bool = False,
) -> Screen:
    """Draw a player's own result, and for moderators the settings."""
    language, facts = preferences.language, facts_of(news, preferences.language)
    seen, mine = view(hand.solo.match, hand.solo.seat), hand.play.points or 0
    result = daily_text.result_lines(seen, preferences.voice(seen))
    place = next((one.place for one in facts.ranks if one.points <= mine), 1)
    own = daily_text.own_text(facts, place, mine, squares_of(hand, news), streak, language)
    number = hand.daily.id
    ways = (daily_text.STANDING, STANDING), (labels.REVIEW, REVIEW), (_TALK, TALK)
    buttons = [
        components.button(language.term(label), press_for(what, number)) for label, what in ways
    ]
    if not hand.play.shared:
        label = language.term(daily_text.POST)
        post = components.button(label, press_for(SHARE, number), ButtonStyle.primary)
        buttons.insert(0, post)
    told = lines.together([(f"### {daily_text.head(facts, language)}",), (own,), result])
    buttons += moderator_buttons(language) if moderates else []
    return components.box([words(told), *components.rows(buttons)], components.WAITING_COLOUR)


def squares_of(hand: DailyHand, news: DailyNews) -> int:
    """Return the number of squares of a player's result, compared with all others."""
    others = [one.points or 0 for one in news.plays if one.id != hand.play.id]
    strong = [] if news.daily.strong_points is None else [news.daily.strong_points]
    return squares(hand.play.points or 0, [*others, *strong])


def share_screen(
    hand: DailyHand, news: DailyNews, streak: int, user_id: UserId, language: Language
) -> Screen:
    """Draw the post in which a player shares their result."""
    who = mentions_of([user_id], news.names)[user_id]
    told = daily_text.shared_text(
        facts_of(news, language), who, squares_of(hand, news), streak, language
    )
    return text_screen(told)


def standing_screen(
    news: DailyNews,
    week: Sequence[TotalLine],
    month: Sequence[TotalLine],
    language: Language,
    names: Mapping[UserId, str] = NO_NAMES,
) -> Screen:
    """Draw the standing of a deal, and the tables of the days before; `names`: of people there."""
    facts = facts_of(news, language)
    who = mentions_of((one.user for one in (*month, *week)), {**news.names, **names})
    tables = [
        daily_text.table_text(language.text(title), found, who, language)
        for title, found in ((_WEEK, week), (_MONTH, month))
    ]
    note = f"-# {language.text(_SHARES)}" if week or month else ""
    told = lines.together(
        [
            (f"### {daily_text.head(facts, language)}",),
            daily_text.standing_lines(facts, language),
            daily_text.compared_lines(facts, language),
            *tables,
            (note,),
        ]
    )
    return text_screen(told)


# --- settings ------------------------------------------------------------------------------------


def settings_form(
    offered: Mapping[str, Variant], presets: Sequence[Preset], zone: str, language: Language
) -> ui.Modal:
    """Return the form in which moderators choose what is played."""
    kept = [option(language.term(one.name), key) for key, one in offered.items()]
    all_games = option(language.term(_ROTATION), ROTATION, default=True)
    by = [
        option(preset_in_words(one.key, language), one.key, default=one.key == "rulebook")
        for one in presets
    ]
    return form(
        language.text(daily_text.TITLE),
        Press(DAILY, argument=SET),
        [
            choice(
                GAME, language.term(_GAME), language.text(_HERE, zone=zone),
                [all_games, *kept],
            ),
            choice(PRESET, language.term(labels.PRESET), "", by),
        ],
    )  # fmt: skip


def moderator_buttons(language: Language) -> list[Button]:
    return [
        components.button(language.term(daily_text.CHANGE), press_for(SET)),
        components.button(language.term(_OFF), press_for(OFF)),
    ]


def off_screen(language: Language) -> Screen:
    """Ask a moderator whether they mean it."""
    button = components.button(language.term(_OFF), press_for(REALLY), ButtonStyle.danger)
    return text_screen(f"⏹️ {language.text(_OFF_ASKED)}", ActionRow(button))


def left_over_screen(
    news: DailyNews, today: tuple[int, date] | None, *, moderates: bool, language: Language
) -> Screen:
    """Draw what `/daily` shows to a player who can still finish the deal of a past day. `today`:
    the number and the day of the deal that can be begun."""
    buttons = [go_on_button(news.daily.id, language)]
    if today is not None:
        label = f"{language.term(daily_text.PLAY)}: {language.day(today[1])}"
        buttons.append(components.button(label, press_for(PLAY, today[0])))
    buttons += moderator_buttons(language) if moderates else []
    told = daily_text.closing_text(facts_of(news, language), language)
    return text_screen(told, *components.rows(buttons))


def home_screen(
    news: DailyNews | None, *, begun: bool, moderates: bool, language: Language
) -> Screen:
    """Draw what `/daily` shows: today's deal, and for moderators its settings."""
    buttons: list[Button] = []
    told = language.text(N_("The first deal is coming: use /daily again in a moment."))
    if news is not None:
        facts = facts_of(news, language)
        told = daily_text.announced_text(facts, "", language)
        label = labels.GO_ON if begun else daily_text.PLAY
        play = press_for(PLAY, news.daily.id)
        buttons = [components.button(language.term(label), play, ButtonStyle.success, emoji="🃏")]
        buttons += _seal_buttons(news, language)
    buttons += moderator_buttons(language) if moderates else []
    return text_screen(told, *components.rows(buttons))


# --- facts ---------------------------------------------------------------------------------------


def facts_of(news: DailyNews, language: Language) -> DailyFacts:
    daily, ranks = news.daily, standing(news.plays, news.streaks)
    variant = games()[daily.game]
    return DailyFacts(
        game=variant,
        day=daily.day,
        ends=int(news.ends.timestamp()),
        last=int(news.last.timestamp()),
        manner=options_text(variant, daily.options, language),
        ranks=ranks,
        names=mentions_of((one.user for one in ranks if one.user is not None), news.names),
        strong=daily.strong_points,
        possible=_possible(news),
        restored=news.restored,
    )


def _possible(news: DailyNews) -> int | None:
    """Return a lower bound of what was possible: what anybody has reached was."""
    found, strong = news.daily.possible_points, news.daily.strong_points
    if found is None or strong is None:
        return None
    return max(found, strong, *(one.points or 0 for one in news.plays))


def _link(news: DailyNews) -> str:
    daily = news.daily
    if daily.message_id is None:
        return ""
    return f"https://discord.com/channels/{daily.guild_id}/{daily.channel_id}/{daily.message_id}"
