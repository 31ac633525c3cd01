"""Options of a table, a server or a person, with the names that players read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.numerals import is_typed_number
from kwbot.engine.values.wording import N_, Term

Measure = Literal["count", "money", "seconds", "hours", "hour"]
"""The meaning of an option's numbers. Money is in hundredths of a krone; 0 seconds mean no limit;
"hour" is an hour of the day."""
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
    """The meaning of the numbers."""
    effects: tuple[tuple[str, Term], ...] = ()
    """The effects of those values whose names do not explain them."""
    only_with: tuple[str, ...] = ()
    """Another option and those of its values with which this one matters; empty: always."""
    default_with: tuple[str, str, str] | None = None
    """An earlier option, one of its values, and the default of this option with that value."""
    at_new_tables: str = ""
    """The value at a new table; empty: the default, which a record leaves out."""
    topic: Literal["first", "rules", "points"] = "rules"
    """The topic under which it is listed; "first": options that beginners should know."""

    @property
    def standard(self) -> str:
        """The default, unless another option changes it."""
        return self.default or self.values[0][0]

    def standard_with(self, chosen: Mapping[str, str]) -> str:
        """Return the default, given the values of the options before this one."""
        if self.default_with:
            key, value, default = self.default_with
            if chosen[key] == value:
                return default
        return self.standard

    def usual_with(self, chosen: Mapping[str, str]) -> str:
        """Return the usual value at new tables, given the values of the options before this one."""
        return self.at_new_tables or self.standard_with(chosen)

    def matters(self, chosen: Mapping[str, str]) -> bool:
        """Whether this option has any effect, given the values of the others."""
        return not self.only_with or chosen[self.only_with[0]] in self.only_with[1:]

    def accept(self, value: str) -> str:
        """Return the value in canonical form. Raises IllegalAction if it is not allowed."""
        if value in dict(self.values):
            return value
        if is_typed_number(value) and int(value) in self.numbers:
            return str(int(value))
        raise IllegalAction(N_("{option} can't be set to {value}."), value=value, option=self.key)
