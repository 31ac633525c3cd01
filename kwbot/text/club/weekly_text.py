"""The weekly post in words: who played, who rose, whose the hand of the week was."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_
from kwbot.text.statistics.leaderboard_text import in_figures
from kwbot.text.words import lines
from kwbot.text.words.language import Language

_MAX_PLAYERS_NAMED = 10
"""So many of those who played are named."""
_HEAD = N_("The week {first} – {last}")
_HAND = N_("Hand of the week")


@dataclass(frozen=True, slots=True)
class RiseFacts:
    """Somebody's place in the season of a game before the week and now; where it is `rated`, their
    rating, as the model has it. `who` is ready to show."""

    who: str
    game: Variant
    before: float
    now: float
    rated: bool


@dataclass(frozen=True, slots=True)
class WeeklyFacts:
    """What is told of a week; `players`: ready to show, and their deals, the most first."""

    first: date
    last: date
    deals: int
    players: Sequence[tuple[str, int]]
    rises: Sequence[RiseFacts]


def weekly_text(facts: WeeklyFacts, language: Language) -> str:
    """Say who played in a week, and who rose."""
    days = {"first": language.short_day(facts.first), "last": language.short_day(facts.last)}
    head = f"### 📰 {language.text(_HEAD, **days)}"
    rises = [_rise(one, language) for one in facts.rises]
    return lines.together([(head, *_players_lines(facts, language)), rises])


def _players_lines(facts: WeeklyFacts, language: Language) -> list[str]:
    deals = language.plural("{count} deal", "{count} deals", facts.deals)
    people = language.plural("{count} player", "{count} players", len(facts.players))
    named = [f"{who} {language.number(count)}" for who, count in facts.players[:_MAX_PLAYERS_NAMED]]
    if (left := len(facts.players) - _MAX_PLAYERS_NAMED) > 0:
        named.append(language.plural("{count} more", "{count} more", left))
    return [f"**{deals}**{lines.DOT}{people}", lines.DOT.join(named)]


def _rise(rise: RiseFacts, language: Language) -> str:
    if rise.rated:
        before, now = in_figures(rise.before), in_figures(rise.now)
        told = language.text(
            N_("rating {rating} ({change})"),
            rating=language.number(now), change=language.format_signed(now - before),
        )  # fmt: skip
    else:
        told = language.text(
            N_("no. {now}, was no. {before}"),
            now=language.number(int(rise.now)), before=language.number(int(rise.before)),
        )  # fmt: skip
    return f"📈 {rise.who}{lines.DOT}{language.term(rise.game.name)}{lines.DOT}{told}"


def hand_text(game: Variant, who: str, points: int, day: date, language: Language) -> str:
    """Whose the hand of the week was: it brought them most points in one deal."""
    brought = lines.amount(points, game.unit, language)
    head = f"🃏 **{language.text(_HAND)}**{lines.DOT}{language.term(game.name)}"
    return f"{head}\n{who}{lines.DOT}{brought}{lines.DOT}{language.short_day(day)}"


def refused_text(channel: str, language: Language) -> str:
    """Say that a weekly post's channel takes no messages, and what moderators can do."""
    told = N_(
        "I can't post the weekly post in {channel}. Give me permission there, or turn it off, and "
        "on again with /settings in another channel."
    )
    return f"⚠️ {language.text(told, channel=channel)}"
