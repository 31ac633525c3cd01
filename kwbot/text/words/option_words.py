"""Values of options in words."""

from collections.abc import Callable, Mapping

from kwbot.engine.values.option import Measure, Option
from kwbot.text.words import labels
from kwbot.text.words.language import Language

_HOUR_SECONDS = 3600


def option_in_words(option: Option, value: str, language: Language) -> str:
    """Return an option's value in words."""
    words = dict(option.values)
    if value in words:
        return language.term(words[value])
    return _NUMBERS[option.measure](int(value), language)


def seconds_in_words(seconds: int, language: Language) -> str:
    """Return a time limit in words; 0 means no limit."""
    return language.exactly(seconds) if seconds else language.term(labels.NO_LIMIT)


def hour_in_words(hour: int, _: Language) -> str:
    """Return an hour of the day as a clock shows it."""
    return f"{hour:02}:00"


_NUMBERS: Mapping[Measure, Callable[[int, Language], str]] = {
    "count": lambda number, _: str(number),
    "money": lambda hundredths, language: language.money(hundredths),
    "seconds": seconds_in_words,
    "hours": lambda hours, language: language.duration(hours * _HOUR_SECONDS),
    "hour": hour_in_words,
}
