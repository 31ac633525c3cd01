"""Writing words and cards in the looks "emoji" and "text"."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.wording import N_, Term
from kwbot.text.deal.result_scene import DealtHand, ResultScene
from kwbot.text.deal.scene import Felt, Place
from kwbot.text.deal.seating import Role
from kwbot.text.words.card_symbols import CardStyle, letters
from kwbot.text.words.facts import AWAY, COMPUTER
from kwbot.text.words.language import SUIT_TERMS, Language, language_of
from kwbot.text.words.markdown import escape

from .emojis import NO_EMOJIS, in_emojis

ALTERNATIVE_LIMIT = 1024
"""Most characters of a picture's alternative text."""
_MAX_ESCAPED_LENGTH = 300
_LINE = 33
"""Letters that fit on a line of the smallest phone."""
ROLES = {
    Role.DEALER: Term("dealer", "role"),
    Role.DECLARER: Term("declarer", "role"),
    Role.PARTNER: Term("partner", "role"),
    Role.AWAY: Term("away", "role"),
    Role.COMPUTER: Term("computer", "role"),
}
_MARKS = {
    Role.DEALER: "(D)",
    Role.DECLARER: "🎯",
    Role.PARTNER: "🤝",
    Role.AWAY: AWAY,
    Role.COMPUTER: COMPUTER,
}


@dataclass(frozen=True, slots=True)
class Pen:
    """A way of writing words and cards: with markdown or without, in emojis or symbols."""

    style: CardStyle
    language: Language
    names: Mapping[Seat, str]
    markdown: bool = True

    def plain(self, words: str) -> str:
        """Return other people's `words`, escaped if there is markdown."""
        return escape(words, _MAX_ESCAPED_LENGTH) if self.markdown and words else words

    def name(self, seat: Seat) -> str:
        """Return a player's name; ``?`` if it is unknown."""
        return self.names.get(seat, "?")

    def name_with_roles(self, seat: Seat, roles: Iterable[Role]) -> str:
        """Return a name with roles like ``West (D) 🎯``, in words ``West (dealer, declarer)``."""
        if self.style.ids:
            return " ".join([self.name(seat), *map(self.mark, roles)])
        told = ", ".join(self.language.term(ROLES[role]) for role in roles)
        return f"{self.name(seat)} ({told})" if told else self.name(seat)

    def mark(self, role: Role) -> str:
        """Return the mark of a role, as an emoji or a symbol."""
        return self.style.mark(role.value, _MARKS[role])

    def strong(self, words: str) -> str:
        """Return `words` in bold, if there is markdown."""
        return f"**{words}**" if self.markdown and words else words

    def small(self, words: str) -> str:
        """Return `words` in small print, if there is markdown."""
        return f"-# {words}" if self.markdown and words else words

    def fit_line(self, words: str) -> str:
        """Return a line, in small print if it is too long for a phone otherwise."""
        return self.small(words) if letters(words.replace("**", "")) > _LINE else words

    def cards(self, cards: CardSet) -> str:
        """Return cards in a line with each suit's sign once, like ``♥ K 7 · ♣ 9``."""
        return self.style.line(cards)

    def few(self, cards: CardSet) -> str:
        """Return cards as `cards` does, but a single one as one sign without a blank inside."""
        return self.style.row(cards) if len(cards) == 1 else self.style.line(cards)

    def fold(self, cards: CardSet, before: str = "") -> str:
        """Return cards as `cards` does, after the words `before`; with markdown in two lines if a
        phone has no room for one."""
        return self.style.fold(cards, before) if self.markdown else before + self.style.line(cards)

    def name_of(self, named: Card | Suit | str) -> str:
        """Return a named card or suit in the pen's style; words stay as they are."""
        if isinstance(named, str):
            return named
        return self.style.card(named) if isinstance(named, Card) else self.suit(named)

    def suit(self, suit: Suit) -> str:
        """Return a suit's emoji, or its name."""
        return self.style.suit(suit) if self.style.ids else self.language.term(SUIT_TERMS[suit])


def pen_of(
    scene: Felt | ResultScene, ids: Mapping[str, int] = NO_EMOJIS, *, markdown: bool = True
) -> Pen:
    """Return the pen for a scene, with emojis as far as there are any (`ids` by name). Use no
    `markdown` for texts that are read aloud."""
    names = {
        seat: escape(player.name, _MAX_ESCAPED_LENGTH) if markdown else player.name
        for seat, player in scene.players.items()
    }
    return Pen(in_emojis(scene.style, ids), language_of(scene.style.language), names, markdown)


def trumps_of(trumps: Suit | None, pen: Pen, *, alone: bool = False) -> str:
    """Return the trumps in words, or as an emoji unless it would be `alone`."""
    if trumps is None:
        return pen.language.text(N_("No trumps"))
    if pen.style.ids and not alone:
        return pen.style.suit(trumps)
    return pen.language.text(N_("Trumps: {suit}"), suit=pen.suit(trumps))


def count_of(one: Place | DealtHand) -> str:
    """Return the tricks taken, like ``3``, or with those wanted, like ``3/7``."""
    return f"{one.taken}" if one.wanted is None else f"{one.taken}/{one.wanted}"
