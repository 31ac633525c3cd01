"""How one player wants to be shown things."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kwbot.engine.views.view import View
from kwbot.looks.emojis import in_emojis
from kwbot.tables.state.table_options import HAND_HERE, HAND_OPTION
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.language import Language, Voice


@dataclass(frozen=True, slots=True)
class CardPreferences:
    """A player's language, the order, colours and look of their cards, and the place of their hand.

    `look`: "picture", "emoji" or "text"; None: not chosen. `emojis`: the ids of the application's
    by name; none where the look is text, or before they are uploaded. `hand`: "dm" or "here"; None:
    as the server wants it. `confirms`: whether each card needs a second press.
    """

    language: Language
    descending: bool = True
    four_colour: bool = True
    look: str | None = None
    emojis: Mapping[str, int] = field(default_factory=dict)
    hand: str | None = None
    confirms: bool = False

    @property
    def picture(self) -> bool:
        """Whether the table at which they play is drawn as a picture."""
        return self.look == "picture"

    @property
    def pictures_to_look_at(self) -> bool:
        """Whether they get pictures of what they only look at: results, replays, others' tables."""
        return self.look in (None, "picture")

    @property
    def style(self) -> CardStyle:
        """The style in which this player is shown cards."""
        style = CardStyle(self.language.code, self.descending, self.four_colour)
        return in_emojis(style, self.emojis)

    def is_hand_here(self, options: Mapping[str, str]) -> bool:
        """Whether this player's hand is in the channel of a table with these options."""
        return (self.hand or options.get(HAND_OPTION)) == HAND_HERE

    def voice(self, seen: View) -> Voice:
        """Return the voice that puts a view into words for this player."""
        return Voice.of_game(
            seen.variant, self.language, seen.names, seen.sheet.options, self.style
        )
