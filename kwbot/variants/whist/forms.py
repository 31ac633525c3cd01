"""The forms of English whist, as a table."""

from dataclasses import dataclass

from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.wording import Term


@dataclass(frozen=True, slots=True)
class Form:
    """A form of whist. `game`: points that win a game; `price`: rows of the other side's most trick
    points and the rubber points of the game; `honours`: ranks. À la guerre has no price: everyone
    plays alone for one game."""

    key: str
    name: Term
    game: int
    price: tuple[tuple[int, int], ...]
    honours: str

    @property
    def alone(self) -> bool:
        """Whether everybody plays for themselves."""
        return not self.price

    def rubber_points(self, others: int) -> int:
        """Return the rubber points of a game won with the other side at `others` trick points."""
        return next(points for most, points in self.price if others <= most)

    def honours_of(self, trumps: Suit) -> CardSet:
        return CardSet(Card.parse(trumps.letter + rank) for rank in self.honours)


# fmt: off
FORM_TABLE = (
    #     key         name                                 game  price                      honours
    Form("short",    Term("Short whist", "form"),            5, ((0, 3), (2, 2), (4, 1)), "AKQJ"),
    Form("long",     Term("Long whist", "form"),            10, ((0, 3), (4, 2), (9, 1)), "AKQJ"),
    Form("american", Term("American whist", "form"),         7, ((0, 3), (3, 2), (6, 1)), ""),
    Form("guerre",   Term("Whist à la guerre", "form"),      9, (),                       "AKQJT"),
)
# fmt: on
FORMS = {form.key: form for form in FORM_TABLE}

HONOURS = {3: 2, 4: 4, 5: 5}
"""Points by number of honours dealt to a side, or to a player à la guerre."""
RUBBER_GAMES = 2
RUBBER = 2
"""Rubber points for the rubber itself."""
