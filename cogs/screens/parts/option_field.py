"""Options as a reader sees them: as a field of a form, and as a menu below a message."""

from collections.abc import Mapping
from dataclasses import dataclass

from discord import SelectOption, ui

from cogs.screens.parts import components
from cogs.screens.parts.components import MAX_OPTIONS, ActionRow, Press
from cogs.screens.parts.form import choice
from kwbot.engine.values.option import NO_EFFECT, Measure, Option
from kwbot.engine.values.wording import Term
from kwbot.text.words import lines
from kwbot.text.words.language import Language
from kwbot.text.words.option_words import option_in_words

TIME_LIMITS = (0, 10, 20, 30, 45, 60, 120, 300, 600, 1800, 3600, 6 * 3600, 24 * 3600)
"""Seconds to choose from; 0 is none."""
ROUND_NUMBERS: Mapping[Measure, tuple[int, ...]] = {
    "count": (
        0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 40, 50, 75, 100, 150, 200, 300, 400, 500, 1000,
    ),
    "money": (5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10_000),
}  # fmt: skip
"""Numbers offered if a menu cannot hold all."""
_USUAL = Term("default", "option")


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option in a reader's language. `values`: by value, its name and its effect."""

    key: str
    name: str
    about: str
    now: str
    values: Mapping[str, tuple[str, str]]

    @property
    def word(self) -> str:
        """The name of the present value."""
        return lines.capitalise(self.values.get(self.now, (self.now, ""))[0])

    @property
    def line(self) -> str:
        """The name and the present value."""
        return f"{self.name}: {self.word}"

    def field(self) -> ui.Label[ui.Modal]:
        """Draw a field of a form."""
        return choice(self.key, self.name, self.about, self._select_options())

    def menu(self, area: str) -> ActionRow:
        """Draw a menu whose presses go to `area`; each of its lines begins with the name."""
        press = Press(area, argument=self.key)
        return components.menu(self.name, press, self._select_options(f"{self.name}: "))

    def _select_options(self, before: str = "") -> list[SelectOption]:
        offered = [
            components.option(
                f"{before}{lines.capitalise(word)}", value, effect, default=value == self.now
            )
            for value, (word, effect) in self.values.items()
        ]
        return offered[:MAX_OPTIONS]


def option_field(option: Option, now: str, language: Language, usual: str = "") -> OptionField:
    """Return the field of an option that is set to `now`; a `usual` value is marked."""
    values = {
        value: (option_in_words(option, value, language), _about(option, value, language, usual))
        for value in [*dict(option.values), *map(str, _numbers(option, now, usual))]
    }
    name, about = language.term(option.name), language.term(option.effect)
    return OptionField(option.key, name, about, now, values)


def _about(option: Option, value: str, language: Language, usual: str) -> str:
    """Return what a value does, and whether it is the usual one."""
    effect = dict(option.effects).get(value, NO_EFFECT)
    mark = _USUAL if value == usual else NO_EFFECT
    return lines.DOT.join(filter(None, map(language.term, (mark, effect))))


def _numbers(option: Option, now: str, usual: str) -> list[int]:
    """Return the numbers to offer: all if a menu holds them, otherwise round ones; and always the
    present and the usual one, even if only another version offers them."""
    held = {int(text) for text in (now, usual) if text.isdecimal()} - {
        int(value) for value in dict(option.values) if value.isdecimal()
    }
    numbers = option.numbers
    if len(numbers) + len(option.values) > MAX_OPTIONS:
        numbers = [one for one in ROUND_NUMBERS[option.measure] if one in numbers]
    return sorted({*numbers, *held})
