"""The lobby: who sits at a table that has not begun, and what will be played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kwbot.engine.deals.variant import Option, Variant
from kwbot.engine.values.wording import N_
from kwbot.text.table.seal_lines import seal_line, stirred_line
from kwbot.text.words import labels, lines
from kwbot.text.words.facts import COMPUTER
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import escape


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in the lobby. `mention` is Discord's markup, None for a computer player of `level`
    (a key of `labels.LEVELS`)."""

    name: str
    mention: str | None = None
    dm_open: bool = True
    host: bool = False
    level: str = ""

    def label(self, language: Language) -> str:
        if self.mention:
            return self.mention
        level = labels.LEVELS.get(self.level)
        return f"{escape(self.name)} {COMPUTER}" + (f" {language.term(level)}" if level else "")


@dataclass(frozen=True, slots=True)
class Sealed:
    """The seal of the first deal; `stirrers`: places of those whose lines go into it, in the order
    of the lines."""

    commitment: str
    stirrers: Sequence[int] = ()

    def describe(self, sitters: Sequence[Sitter], language: Language) -> tuple[str, str]:
        names = [sitters[place].label(language) for place in self.stirrers]
        return seal_line(self.commitment, language), stirred_line(names, language)


_SERVER_PRESET_MARK = "="
"""Before the name of a preset that moderators have made."""


@dataclass(frozen=True, slots=True)
class Manner:
    """The manner in which a table plays beside its game's options: keys of `labels`, a preset
    may be any name after the mark of a server's own.
    """

    preset: str = ""
    level: str = "normal"
    pace: str = "normal"
    hints: bool = False

    def text(self, language: Language) -> str:
        """Return the parts of the manner in a row, the preset first."""
        told = [
            (labels.COMPUTER_LEVEL, labels.LEVELS.get(self.level)),
            (labels.PACE, labels.PACE_LABELS.get(self.pace)),
            (labels.HINTS, labels.ON if self.hints else labels.OFF),
        ]
        words = [f"**{preset_in_words(self.preset, language)}**"] if self.preset else []
        words += [
            f"{language.term(name)}: **{lines.capitalise(language.term(value))}**"
            for name, value in told
            if value
        ]
        return lines.DOT.join(words)


def preset_in_words(key: str, language: Language) -> str:
    """Return the name of a preset."""
    if key.startswith(_SERVER_PRESET_MARK):
        return key.removeprefix(_SERVER_PRESET_MARK)
    return language.term(labels.PRESET_TERMS[key]) if key in labels.PRESET_TERMS else key


def option_in_words(option: Option, value: str, language: Language) -> str:
    """Return a value of an option as a player reads it."""
    words = dict(option.values)
    if value in words:
        return language.term(words[value])
    return language.money(int(value)) if option.money else value


def options_text(variant: Variant, options: Mapping[str, str], language: Language) -> str:
    """Return the options of the game that matter and are not as usual, in a row."""
    values = variant.option_values(
        {option.key: options[option.key] for option in variant.options if option.key in options}
    )
    told = (option for option in variant.options if option.matters(values))
    return lines.DOT.join(
        f"{language.term(option.name)}: **{option_in_words(option, values[option.key], language)}**"
        for option in told
        if values[option.key] != option.standard_with(values)
    )


def seconds_in_words(seconds: int, language: Language) -> str:
    """Return a time limit in words; 0 is none."""
    return language.exactly(seconds) if seconds else language.term(labels.NO_LIMIT)


def times_text(seconds: Mapping[str, int], language: Language) -> str:
    """Return the time limits by the keys of `labels.TIMES`, in a row."""
    if not any(seconds.values()):
        return language.text(N_("No clocks"))
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
    manner: Manner | None = None,
    seal: Sealed | None = None,
    opens: int | None = None,
) -> str:
    """Return the lobby's message. `seconds` are the table's time limits, see `times_text`; `opens`:
    when it opens by itself, as Unix time."""
    summary, players = language.term(variant.summary), _numbers(variant, language)
    settings = [
        (manner or Manner()).text(language),
        options_text(variant, options, language),
        f"⏱️\u00a0{times_text(seconds, language)}",
    ]
    sealed = seal.describe(sitters, language) if seal else ()
    when = "" if opens is None else f"🗓️ **<t:{opens}:F>** (<t:{opens}:R>)"
    step = _next(variant, sitters, language) if opens is None else _planned_hint(language)
    return lines.together(
        [
            (f"## {language.term(variant.name)}", f"-# {summary}{lines.DOT}{players}"),
            (when,),
            [_seat(number, sitter, language) for number, sitter in enumerate(sitters, start=1)],
            (f"-# {lines.DOT.join(filter(None, settings))}", *sealed),
            (f"➡️ {step}",),
        ]
    )


def _numbers(variant: Variant, language: Language) -> str:
    """Say how many can play."""
    least, most = variant.least_players, variant.most_players
    if most is None:
        return language.text(N_("{least} or more players"), least=least)
    if least == most:
        return language.text(N_("{count} players"), count=least)
    return language.text(N_("{least} to {most} players"), least=least, most=most)


def _seat(number: int, sitter: Sitter, language: Language) -> str:
    marks = [language.text(N_("host"))] if sitter.host else []
    if sitter.mention and not sitter.dm_open:
        button = language.term(labels.MY_HAND)
        marks.append("🔕 " + language.text(N_("DMs closed: use *{button}*"), button=button))
    return f"{number}\\. {sitter.label(language)}" + (f" – {', '.join(marks)}" if marks else "")


def _planned_hint(language: Language) -> str:
    """Return what to press before a planned table opens."""
    text = N_(
        "Take a seat now with {join}. The table opens here by itself at that time, once no other "
        "is open in this channel."
    )
    return language.text(text, join=f"**{language.term(labels.JOIN)}**")


def _next(variant: Variant, sitters: Sequence[Sitter], language: Language) -> str:
    """Say what to press now."""
    pressed = map(language.term, (labels.JOIN, labels.START, labels.PLAY_NOW))
    join, start, now = map("**{}**".format, pressed)
    host = next((sitter.label(language) for sitter in sitters if sitter.host), "")
    most = variant.most_players
    if len(sitters) < variant.least_players:
        text = N_("Sit down with {join}. {host} can press {now}: computers take the empty seats.")
    elif most is None or len(sitters) < most:
        text = N_("Room for more: press {join}. {host} can press {start}.")
    elif len(sitters) > most:
        text = N_(
            "Too many for this game (at most {most}): choose another, or someone has to leave."
        )
    elif any(sitter.mention is None for sitter in sitters):
        text = N_("{join} gives you a computer's seat. {host} can press {start}.")
    else:
        text = N_("The table is full. {host} can press {start}.")
    return language.text(text, join=join, host=host, start=start, now=now, most=most or 0)
