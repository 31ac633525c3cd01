"""Computer players who join a table: their names and levels."""

from collections.abc import Sequence
from itertools import chain, count

from kwbot.engine.values.names import fold_name
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_options import USUAL_LEVEL

COMPUTER_NAMES = ("Ada", "Brage", "Cleo", "Disa", "Einar", "Freja", "Gorm", "Hilma", "Ivar",
                  "Judit", "Knut", "Liv")  # fmt: skip
"""Names of computer players, in the order in which they join a table."""


def free_name(names: Sequence[str]) -> str:
    """Return a name for a computer player that is not among `names`."""
    taken = set(map(fold_name, names))
    numbered = (f"Kw {number}" for number in count(1))
    return next(one for one in chain(COMPUTER_NAMES, numbered) if fold_name(one) not in taken)


def another_computer(seated: Sequence[Seated]) -> Seated:
    """Return one more computer player, with a free name and the last one's level."""
    level = next((s.level for s in reversed(seated) if s.user is None), USUAL_LEVEL)
    return Seated(free_name([one.name for one in seated]), None, level)
