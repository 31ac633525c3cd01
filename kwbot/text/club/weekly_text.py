"""The weekly post in words: who played, who rose, and the hand of the week."""

from collections.abc import Mapping
from datetime import date

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_
from kwbot.ids import UserId
from kwbot.listings import Rise, Week
from kwbot.text.statistics.leaderboard_text import in_figures
from kwbot.text.words import labels, lines
from kwbot.text.words.language import Language

_MAX_PLAYERS_NAMED = 10
"""Most players named."""
_HEAD = N_("The week {first} – {last}")
_HAND = N_("Hand of the week")


def weekly_text(
    week: Week, games: Mapping[str, Variant], names: Mapping[UserId, str], language: Language
) -> str:
    """Return who played in a week, and who rose; `names` are ready for display."""
    days = {"first": language.short_day(week.first), "last": language.short_day(week.last)}
    head = f"### 📰 {language.text(_HEAD, **days)}"
    rises = [
        f"📈 {names[one.user]}{lines.DOT}{language.term(games[one.game].name)}{lines.DOT}"
        f"{_rise(one, language)}"
        for one in week.rises
    ]
    return lines.together([(head, *_players_lines(week, names, language)), rises])


def _players_lines(week: Week, names: Mapping[UserId, str], language: Language) -> list[str]:
    deals = language.plural("{count} deal", "{count} deals", week.deals)
    people = language.plural("{count} player", "{count} players", len(week.players))
    first = week.players[:_MAX_PLAYERS_NAMED]
    named = [f"{names[user]} {language.number(count)}" for user, count in first]
    if (left := len(week.players) - _MAX_PLAYERS_NAMED) > 0:
        named.append(language.plural("{count} more", "{count} more", left))
    return [f"**{deals}**{lines.DOT}{people}", lines.DOT.join(named)]


def _rise(rise: Rise, language: Language) -> str:
    if rise.rated:
        before, now = in_figures(rise.before), in_figures(rise.now)
        return language.text(
            N_("rating {rating} ({change})"),
            rating=language.number(now), change=language.format_signed(now - before),
        )  # fmt: skip
    return language.text(
        N_("no. {now}, was no. {before}"),
        now=language.number(int(rise.now)), before=language.number(int(rise.before)),
    )  # fmt: skip


def hand_text(game: Variant, who: str, points: int, day: date, language: Language) -> str:
    """Return the player of the hand of the week, which brought most points in one deal."""
    brought = lines.amount(points, game.unit, language)
    head = f"🃏 **{language.text(_HAND)}**{lines.DOT}{language.term(game.name)}"
    return f"{head}\n{who}{lines.DOT}{brought}{lines.DOT}{language.short_day(day)}"


def refused_text(channel: str, language: Language) -> str:
    """Return the warning that a weekly post's channel refuses messages, and what to do."""
    told = N_(
        "I can't post the weekly post in {channel}. Give me permission there, or use /settings in "
        "another channel and choose {setting}."
    )
    setting = f"*{language.term(labels.WEEKLY)}*"
    return f"⚠️ {language.text(told, channel=channel, setting=setting)}"
