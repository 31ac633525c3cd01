"""The lobby: who sits at a table that has not begun, and what will be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kwbot.engine.variant import Option, Variant
from kwbot.engine.wording import N_

from . import labels, lines
from .facts import COMPUTER
from .language import Language
from .markdown import escaped
from .seal import seal_line

SHOWN_OPTIONS = 6
"""Of games with more options than this the lobby tells those that are not as usual."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in the lobby. `mention` is Discord's markup, None for a computer player of `level`
    (a key of `labels.LEVELS`)."""

    name: str
    mention: str | None = None
    dm_open: bool = True
    host: bool = False
    level: str = ""
    stirred: bool = False
    """Whether they typed a line for the shuffle that is sealed."""

    def shown(self, language: Language) -> str:
        if self.mention:
            return self.mention
        level = labels.LEVELS.get(self.level)
        return f"{escaped(self.name)} {COMPUTER}" + (f" {language.term(level)}" if level else "")


def option_in_words(option: Option, value: str, language: Language) -> str:
    """A value of an option as a player reads it."""
    words = dict(option.values)
    return language.term(words[value]) if value in words else value


def options_text(variant: Variant, options: Mapping[str, str], language: Language) -> str:
    """The options of the game that matter with their values, in a row; of many the unusual ones."""
    values = variant.option_values(
        {option.key: options[option.key] for option in variant.options if option.key in options}
    )
    shown = [option for option in variant.options if option.matters(values)]
    told = [option for option in shown if values[option.key] != option.standard_with(values)]
    if len(shown) <= SHOWN_OPTIONS:
        told = shown
    words = [
        f"{language.term(option.name)}: **{option_in_words(option, values[option.key], language)}**"
        for option in told
    ]
    rest = language.plural("{count} option at default", "{count} options at default",
                           len(shown) - len(told))  # fmt: skip
    return lines.DOT.join([*words, *([rest] if len(told) < len(shown) else [])])


def seconds_in_words(seconds: int, language: Language) -> str:
    """A time limit in words; 0 is none."""
    return language.duration(seconds) if seconds else language.term(labels.NO_LIMIT)


def times_text(seconds: Mapping[str, int], language: Language) -> str:
    """The time limits by the keys of `labels.TIMES`, in a row."""
    return lines.DOT.join(
        f"{language.term(name)}: **{seconds_in_words(seconds[key], language)}**"
        for key, name in labels.TIMES.items()
        if key in seconds
    )


def lobby_text(
    variant: Variant,
    options: Mapping[str, str],
    seconds: Mapping[str, int],
    sitters: Sequence[Sitter],
    language: Language,
    *,
    hints: bool = False,
    commitment: str = "",
) -> str:
    """The lobby's message. `seconds` are the table's time limits, see `times_text`; `hints`:
    whether players may ask for them; `commitment`: to the first deal's shuffle."""
    summary, players = language.term(variant.summary), _numbers(variant, language)
    times = f"⏱️ {times_text(seconds, language)}"
    hinted = f"💡 {language.term(labels.HINTS)}: **{language.term(labels.ON)}**" if hints else ""
    sealed = seal_line(commitment, language) if commitment else ""
    return lines.together(
        [
            (f"## {language.term(variant.name)}", f"-# {summary}{lines.DOT}{players}"),
            [_seat(number, sitter, language) for number, sitter in enumerate(sitters, start=1)],
            (options_text(variant, options, language), times, hinted, sealed),
            (f"➡️ {_next(variant, sitters, language)}",),
        ]
    )


def _numbers(variant: Variant, language: Language) -> str:
    """How many can play."""
    least, most = variant.least_players, variant.most_players
    if most is None:
        return language.text(N_("{least} or more players"), least=least)
    if least == most:
        return language.text(N_("{count} players"), count=least)
    return language.text(N_("{least} to {most} players"), least=least, most=most)


def _seat(number: int, sitter: Sitter, language: Language) -> str:
    marks = [language.text(N_("host"))] if sitter.host else []
    marks += ["🥄"] if sitter.stirred else []
    if sitter.mention and not sitter.dm_open:
        button = language.term(labels.MY_HAND)
        marks.append("🔕 " + language.text(N_("DMs closed: use *{button}*"), button=button))
    return f"{number}\\. {sitter.shown(language)}" + (f" – {', '.join(marks)}" if marks else "")


def _next(variant: Variant, sitters: Sequence[Sitter], language: Language) -> str:
    """What to press now."""
    join, start = (f"**{language.term(label)}**" for label in (labels.JOIN, labels.START))
    host = next((sitter.shown(language) for sitter in sitters if sitter.host), "")
    if len(sitters) < variant.least_players:
        now = f"**{language.term(labels.PLAY_NOW)}**"
        text = N_("Sit down with {join}. {host} can press {now}: computers take the empty seats.")
        return language.text(text, join=join, host=host, now=now)
    most = variant.most_players
    if most is not None and len(sitters) > most:
        text = N_(
            "Too many for this game (at most {most}): choose another, or someone has to leave."
        )
        return language.text(text, most=most)
    if most is not None and len(sitters) == most:
        text = N_("The table is full. {host} can press {start}.")
        return language.text(text, host=host, start=start)
    text = N_("Room for more: press {join}. {host} can press {start}.")
    return language.text(text, join=join, host=host, start=start)
