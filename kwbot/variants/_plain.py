"""The base of the plain whists: four players, 52 cards, partners opposite each other."""

from collections.abc import Mapping, Sequence

from kwbot.engine.deals.partner_draw import PARTNERS
from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import FULL_DECK, CardSet
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import Listed, Term, Who

TRICKS = 13

PARTNERS_OPTION = Option(
    "partners",
    Term("Partners", "option"),
    Term(
        "Who plays together: those who draw the two highest cards, or those who sit opposite.",
        "option",
    ),
    (("drawn", Term("Drawn", "partners")), ("seats", Term("By seat", "partners"))),
)


class PlainWhist(Variant):
    """Two against two, with partners by draw or by seat for the whole match."""

    def draws(self, options: Mapping[str, str]) -> bool:
        """Whether partners are drawn with cards before the match."""
        return options["partners"] == "drawn"

    def sides(self, sheet: Sheet) -> tuple[tuple[Seat, ...], ...]:
        """Return the partners, who sit opposite each other."""
        return PARTNERS

    def deck(self, players: int) -> CardSet:
        """Return all 52 cards."""
        return FULL_DECK


def of_sides(counts: Sequence[int]) -> tuple[int, ...]:
    """Return the sums by side of counts by player."""
    return tuple(sum(counts[seat] for seat in side) for side in PARTNERS)


def of_players(counts: Sequence[int]) -> tuple[int, ...]:
    """Return counts by side as counts by player: every player has their side's."""
    return tuple(counts[seat % len(PARTNERS)] for seat in range(4))


def side_players(side: int) -> Listed:
    """Return the players of a side, for a sentence."""
    return Listed(tuple(map(Who, PARTNERS[side])))
