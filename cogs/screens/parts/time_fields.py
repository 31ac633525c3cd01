"""Fields of forms for typing a day and times, and the hints below them."""

from collections.abc import Sequence
from datetime import date, tzinfo

from cogs.screens.parts.components import option
from cogs.screens.parts.form import Field, choice
from kwbot.engine.values.wording import N_, Term
from kwbot.text.words.language import Language

DAY = "day"
LONGEST_TIME = 20
_DAY = Term("Day", "field of a form")
_ZONE = N_("For example 20:30 ({zone}). Others see their own time.")


def day_field(days: Sequence[date], chosen: date, language: Language) -> Field:
    options = [
        option(language.day_as_typed(day), day.isoformat(), default=day == chosen) for day in days
    ]
    return choice(DAY, language.term(_DAY), "", options)


def time_hint(zone: tzinfo, language: Language) -> str:
    """Return a hint on how a time is typed, and in which zone."""
    return language.text(_ZONE, zone=str(zone))
