"""What an older program would misread has a number of its own."""

from __future__ import annotations

from kwbot.tables.log.events import EVENT_KINDS
from kwbot.tables.serving.edition import EDITION
from kwbot.variants import games

_FIRST = (
    "esmakker 1, fyrmanswhist 1, hus 1, kombinations-whist 1, whist 1",
    (
        "action against away back cards claim commit computer deal extend finish forced foul "
        "newcomer places press propose ready reject restored seat start stir timeout undo vote"
    ),
)
_THIRD = (
    _FIRST[0],
    (
        "action against away back cards claim commit computer deal extend finish forced foul host "
        "newcomer places press propose ready reject restored seat start stir timeout undo vote"
    ),
)
_FOURTH = (
    _FIRST[0],
    (
        "action against agree away back cards claim commit computer deal extend finish forced foul "
        "heard host newcomer places press propose ready reject restored seat silent start stir "
        "timeout undo vote"
    ),
)
WRITTEN = {1: _FIRST, 2: _FIRST, 3: _THIRD, 4: _FOURTH, 5: _FOURTH, 6: _FOURTH}
# 2: deals that several tables play; 3: votes on hosts; 4: the silent; 5: three lines a person;
# 6: a newcomer on a seat that was ready is not, and presses
"""Games with the versions of their rules, and kinds of events, by the first edition that had them.
Add to it what is new, under a new number, and raise EDITION to that."""


def test_the_edition_is_raised_with_what_older_programs_cannot_read() -> None:
    rules = ", ".join(f"{key} {game.rules_version}" for key, game in sorted(games().items()))
    assert WRITTEN[EDITION] == (rules, " ".join(sorted(EVENT_KINDS)))
