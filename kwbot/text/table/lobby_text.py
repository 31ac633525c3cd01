"""The lobby: the players at a table that has not begun, and its settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_, Term
from kwbot.text.table.seal_lines import seal_line, stirred_line
from kwbot.text.words import labels, lines
from kwbot.text.words.facts import COMPUTER
from kwbot.text.words.language import Language, Voice
from kwbot.text.words.markdown import escape
from kwbot.text.words.option_words import option_in_words, seconds_in_words


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player in the lobby. `mention`: Discord's markup, None for a computer player of `level` (a
    key of `labels.LEVELS`)."""

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

    @property
    def mark(self) -> str:
        """The mark after the name of a person who accepts no direct messages."""
        return "" if self.dm_open or not self.mention else "\u00a0🔕"


@dataclass(frozen=True, slots=True)
class Sealed:
    """The seal of the first deal. `stirrers`: places of those who typed lines for it, in order."""

    commitment: str
    stirrers: Sequence[int] = ()

    def line(self, sitters: Sequence[Sitter], language: Language) -> str:
        """Return the seal and who stirred."""
        stirred = self.stir_line(sitters, language).removeprefix(SMALL_PRINT)
        return lines.DOT.join(filter(None, (seal_line(self.commitment, language), stirred)))

    def stir_line(self, sitters: Sequence[Sitter], language: Language) -> str:
        """Return who stirred."""
        names = [sitters[place].label(language) for place in self.stirrers]
        return stirred_line(names, language)


SMALL_PRINT = "-# "
_SERVER_PRESET_MARK = "="
"""Prefix of the keys of presets made by moderators."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a table plays, apart from its game's options, as keys of `labels`. A preset may also be
    the name of a server's own after a mark."""

    preset: str = ""
    level: str = "normal"
    pace: str = "normal"
    hints: bool = False

    def text(self, language: Language, *, unusual: bool = False) -> str:
        """Return the parts of the manner in a row, the preset first; `unusual`: without the usual
        ones."""
        told, usual = self._parts(), Manner()._parts()
        if unusual:
            told = [one for one in told if one not in usual]
        words = [f"**{preset_in_words(self.preset, language)}**"] if self.preset else []
        words += [
            lines.setting(language.term(name), lines.capitalise(language.term(value)))
            for name, value in told
            if value
        ]
        return lines.DOT.join(words)

    def _parts(self) -> list[tuple[Term, Term | None]]:
        return [
            (labels.COMPUTER_LEVEL, labels.LEVELS.get(self.level)),
            (labels.PACE, labels.PACE_LABELS.get(self.pace)),
            (labels.HINTS, labels.ON if self.hints else labels.OFF),
        ]


def preset_in_words(key: str, language: Language) -> str:
    """Return the name of a preset."""
    if key.startswith(_SERVER_PRESET_MARK):
        return key.removeprefix(_SERVER_PRESET_MARK)
    return language.term(labels.PRESET_TERMS[key]) if key in labels.PRESET_TERMS else key


def options_text(variant: Variant, options: Mapping[str, str], language: Language) -> str:
    """Return the game's options that matter and are unusual, in a row."""
    values = variant.option_values(
        {option.key: options[option.key] for option in variant.options if option.key in options}
    )
    told = (option for option in variant.options if option.matters(values))
    return lines.DOT.join(
        lines.setting(
            language.term(option.name), option_in_words(option, values[option.key], language)
        )
        for option in told
        if values[option.key] != option.usual_with(values)
    )


def times_text(seconds: Mapping[str, int], language: Language) -> str:
    """Return the time limits in a row; `seconds`: by the keys of `labels.TIMES`."""
    if not any(seconds.values()):
        return lines.without_breaks(language.text(N_("No clocks")))
    return lines.DOT.join(
        lines.setting(language.term(name), seconds_in_words(seconds[key], language))
        for key, name in labels.TIMES.items()
        if key in seconds
    )


def settings_text(
    variant: Variant,
    options: Mapping[str, str],
    seconds: Mapping[str, int],
    manner: Manner,
    language: Language,
) -> str:
    """Return all settings of a table in a row. `seconds`: its time limits, see `times_text`."""
    settings = [
        manner.text(language),
        options_text(variant, options, language),
        f"⏱️\u00a0{times_text(seconds, language)}",
    ]
    return lines.DOT.join(filter(None, settings))


def lobby_text(variant: Variant, sitters: Sequence[Sitter], free: int, language: Language) -> str:
    """Return the head of a lobby's message: the host, the players, the number of `free` seats."""
    host = next((sitter.label(language) for sitter in sitters if sitter.host), "")
    most = variant.most_players
    text = N_("Too many for this game (at most {most}): choose another, or someone has to leave.")
    too_many = most is not None and len(sitters) > most
    return lines.together(
        [
            (
                f"### {language.text(N_('{host} has a table open'), host=host)}",
                seats_text(sitters, language, free),
                language.text(text, most=most) if too_many else "",
            )
        ]
    )


def planned_text(
    variant: Variant, sitters: Sequence[Sitter], opens: int, language: Language
) -> str:
    """Return the head of the message of a table that opens by itself at the Unix time `opens`."""
    title, time = f"### {language.term(variant.name)}", f"🗓️ **<t:{opens}:F>** (<t:{opens}:R>)"
    return lines.together([(title, time, seats_text(sitters, language))])


def begun_text(sitters: Sequence[Sitter], thread: str, language: Language) -> str:
    """Return a lobby's message after the game has begun, perhaps in a `thread`."""
    begun = language.text(N_("The game has started."))
    return lines.together([(f"▶️ {begun} {thread}".rstrip(), seats_text(sitters, language))])


def seats_text(sitters: Sequence[Sitter], language: Language, free: int = 0) -> str:
    """Return the players at a table and the number of `free` seats, in a row."""
    seats = [sitter.label(language) + sitter.mark for sitter in sitters]
    if free > 0:
        seats.append(language.plural("{count} free", "{count} free", free))
    return lines.DOT.join(seats)


def lobby_notes(
    variant: Variant, options: Mapping[str, str], preset: str, sealed: str, language: Language
) -> str:
    """Return the small print of a lobby: the number of players, the aim, the preset or unusual
    options, and the line of its seal."""
    values = variant.option_values(
        {option.key: options[option.key] for option in variant.options if option.key in options}
    )
    aim = variant.aim(values)
    special = (
        preset_in_words(preset, language) if preset else options_text(variant, options, language)
    )
    told = (_numbers(variant, language), Voice(language).say(aim) if aim else "", special)
    facts = lines.DOT.join(filter(None, told))
    return lines.together([(f"{SMALL_PRINT}{facts}", sealed)])


def _numbers(variant: Variant, language: Language) -> str:
    """Return how many can play."""
    least, most = variant.least_players, variant.most_players
    if most is None:
        return language.text(N_("{least} or more players"), least=least)
    if least == most:
        return language.text(N_("{count} players"), count=least)
    return language.text(N_("{least} to {most} players"), least=least, most=most)
