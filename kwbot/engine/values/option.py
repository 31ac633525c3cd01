"""Options: what a table, a server or a person can set, with the names that players read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.numerals import is_typed_number
from kwbot.engine.values.wording import N_, Term

Measure = Literal["count", "money", "seconds", "hours", "hour"]
"""What a number of an option is. Money is in hundredths of a krone; no seconds are no limit; an
hour is one of the day."""
NO_EFFECT = Term("")


@dataclass(frozen=True, slots=True)
class Option:
    """An option: one of `values` (the first is the default) or a whole number."""

    key: str
    name: Term
    effect: Term = NO_EFFECT
    values: tuple[tuple[str, Term], ...] = ()
    default: str = ""
    numbers: Sequence[int] = ()
    measure: Measure = "count"
    """What the numbers are."""
    effects: tuple[tuple[str, Term], ...] = ()
    """What some of the values do, where their names do not say it."""
    only_with: tuple[str, ...] = ()
    """Another option and its values with which alone this one matters; empty: always."""
    default_with: tuple[str, str, str] | None = None
    """Another option before this one, a value of it, and the default that this one has there."""
    at_new_tables: str = ""
    """What a new table begins with; empty: the default, which a record leaves out."""
    topic: Literal["first", "rules", "points"] = "rules"
    """What it is about, to find it among many; "first": what beginners want to know of."""

    @property
    def standard(self) -> str:
        """The default where no other option changes it."""
        return self.default or self.values[0][0]

    def standard_with(self, chosen: Mapping[str, str]) -> str:
        """Return the default, given the values of the options before this one."""
        if self.default_with:
            key, value, default = self.default_with
            if chosen[key] == value:
                return default
        return self.standard

    def usual_with(self, chosen: Mapping[str, str]) -> str:
        """Return the usual value at tables, given the values of the options before this one."""
        return self.at_new_tables or self.standard_with(chosen)

    def matters(self, chosen: Mapping[str, str]) -> bool:
        """Whether this option has any effect, given the values of the others."""
        return not self.only_with or chosen[self.only_with[0]] in self.only_with[1:]

    def accept(self, value: str) -> str:
        """Return the value in canonical form; raise IllegalAction if there is none such."""
        if value in dict(self.values):
            return value
        if is_typed_number(value) and int(value) in self.numbers:
            return str(int(value))
        raise IllegalAction(N_("{option} can't be set to {value}."), value=value, option=self.key)
