"""Languages: texts, terms and the engine's sentences in a player's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time
from functools import cache, lru_cache, partial
from gettext import NullTranslations
from types import MappingProxyType
from typing import Any, Protocol

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time, format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from babel.units import format_unit

from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values import actions as act
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.choices import BidPart
from kwbot.engine.values.names import MAX_NAME_LENGTH, told_apart
from kwbot.engine.values.wording import N_, NO_VALUES, Listed, Sentence, Term, Who
from kwbot.text.catalogue import SOURCE_LANGUAGE, translations
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.markdown import Markup, escape

_LOCALES = {"en": "en_GB", "sv": "sv_SE", "da": "da_DK"}
LANGUAGES = tuple(_LOCALES)
_READ = {"no": "da", "nb": "da", "nn": "da"}
"""Languages that are not supported, with the supported one that their speakers can read."""
_DATES = {"da": "d.\u00a0MMMM"}
_CLOCKS = {"da": "HH.mm"}
_KRONER = {"da": "kr."}
_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))
OWN_NAMES = {"en": "English", "sv": "Svenska", "da": "Dansk"}

SUIT_TERMS = {
    Suit.SPADES: Term("spades", "suit"),
    Suit.HEARTS: Term("hearts", "suit"),
    Suit.DIAMONDS: Term("diamonds", "suit"),
    Suit.CLUBS: Term("clubs", "suit"),
}
DIRECTION_TERMS = {
    "left": Term("to the left", "direction"),
    "right": Term("to the right", "direction"),
    "across": Term("across", "direction"),
}
_WORDS: dict[type[act.Action], Term] = {
    act.Pass: Term("pass", "action"),
    act.Join: Term("join", "action"),
    act.ClaimRedeal: Term("a redeal", "action"),
    act.Accept: Term("accepted the suit", "action"),
    act.TurnNext: Term("turned the next card", "action"),
}
_KNOCK = Term("knocked", "action")
_NO_CARD = Term("no card", "action")
_NO_SUIT = Term("no suit in particular", "action")


class _Number(int):
    """A negative number, formatted with a real minus sign."""

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace("-", "−")


def _fill(text: str, values: Mapping[str, Any]) -> str:
    """Return a text with its places filled in. It is much faster than string.Formatter, which
    matters as every line needs it."""
    return text.format_map(
        {
            name: _Number(value) if isinstance(value, int) and value < 0 else value
            for name, value in values.items()
        }
    )


@dataclass(frozen=True, eq=False)
class Language:
    """A language. There is one instance of each, from `language_of`."""

    code: str
    locale: Locale
    translations: NullTranslations

    def text(self, msgid: str, **values: Any) -> str:
        """Return a marked text with ``{places}`` filled in. Escape names: they go in as is."""
        found = self.translations.gettext(msgid)
        return _fill(found, values) if values else found

    def plural(self, one: str, many: str, count: int, **values: Any) -> str:
        """Return the form for `count`, which fills the place {count}, of a marked pair of texts."""
        chosen = self.translations.ngettext(one, many, count)
        return _fill(chosen, {"count": self.number(count), **values})

    def term(self, term: Term, **values: Any) -> str:
        """Return a term, with `values` in its ``{places}`` if there are any."""
        found = self.translations.pgettext(term.context, term.text) if term.text else ""
        return _fill(found, values) if values else found

    def effect(
        self, part: BidPart, bidder: str = "", *, bidding: bool = True, auction: bool = True
    ) -> str:
        """Return the effect of a part of a bid; see `Voice.explain`."""
        told = [
            part.others if bidder and part.others else part.effect,
            *([part.bidding] if bidding and part.bidding else []),
            *([part.value_note] if auction and part.value_note else []),
        ]
        name = self.term(part.name)
        return " ".join(self.term(one, bid=name, player=bidder) for one in told if one.text)

    def number(self, number: int) -> str:
        """Return a whole number like ``12``, ``−3`` or ``133,145``."""
        grouped = (
            str(number) if -1000 < number < 1000 else format_decimal(number, locale=self.locale)
        )
        return grouped.replace("-", "−")

    def format_signed(self, number: int) -> str:
        return f"{number:+d}".replace("-", "−") if number else "0"

    def money(self, hundredths: int, *, signed: bool = False) -> str:
        """Return money like ``120,50 kr.``; `signed`: also with a plus sign."""
        amount = format_decimal(abs(hundredths) / 100, "#,##0.00", locale=self.locale)
        sign = "−" if hundredths < 0 else "+" if signed and hundredths else ""
        return f"{sign}{amount} {_KRONER.get(self.code, 'kr')}"

    def decimal(self, number: float) -> str:
        """Return a number with two decimals, like ``1.25`` or ``−0,50``."""
        return format_decimal(round(number, 2), "0.00", locale=self.locale).replace("-", "−")

    def percent(self, share: float) -> str:
        """Return a share of 0.62 like ``62%`` or ``62 %``, as the language writes it."""
        return format_percent(share, locale=self.locale)

    def tenths(self, number: float, *, signed: bool = False) -> str:
        """Return a number with at most one decimal, like ``62.5`` or ``50``; `signed`: ``+3,5``."""
        found = format_decimal(abs(round(number, 1)), "0.#", locale=self.locale)
        return ("−" if round(number, 1) < 0 else "+" if signed else "") + found

    def enumeration(self, items: Iterable[str]) -> str:
        """Return items like ``a, b and c``."""
        return format_list(list(items), locale=self.locale)

    def either(self, items: Iterable[str]) -> str:
        """Return items like ``a, b or c``."""
        return format_list(list(items), style="or", locale=self.locale)

    def duration(self, seconds: int) -> str:
        """Return a time like ``40 seconds`` or ``3 minutes``, rounded to the largest unit."""
        return format_timedelta(seconds, threshold=1, locale=self.locale)

    def exactly(self, seconds: int) -> str:
        """Return an exact time like ``90 seconds`` or ``3 minutes``, in the largest unit with a
        whole number."""
        size, unit = next(one for one in _UNITS if seconds % one[0] == 0)
        return format_unit(seconds // size, unit, locale=self.locale)

    def day(self, day: date) -> str:
        """Return a day like ``Monday 23 November``."""
        return format_date(day, f"EEEE {self._date}", locale=self.locale)

    def day_as_typed(self, day: date) -> str:
        """Return a day with normal blanks, for names and menus in which people search."""
        return self.day(day).replace("\u00a0", " ")

    def short_day(self, day: date) -> str:
        """Return a day like ``23 November``."""
        return format_date(day, self._date, locale=self.locale)

    @property
    def _date(self) -> str:
        """The pattern of a day and month, between which no line breaks."""
        return _DATES.get(self.code, "d\u00a0MMMM")

    def clock_time(self, at: time) -> str:
        """Return a time of day like ``20:30`` or ``20.30``, as people type it."""
        return format_time(at, _CLOCKS.get(self.code, "HH:mm"), locale=self.locale)

    def date_in_figures(self, day: date) -> str:
        """Return a date like ``23/11/2026``, as the language writes it."""
        return format_skeleton("yMd", day, locale=self.locale)

    def month(self, day: date) -> str:
        """Return a month like ``November 2026``."""
        return format_skeleton("yMMMM", day, locale=self.locale)

    def quarter(self, day: date) -> str:
        """Return a quarter like ``4th quarter 2026``."""
        return format_skeleton("yQQQQ", day, locale=self.locale)

    def say(self, sentence: Sentence, names: Sequence[str] = ()) -> str:
        """Return a sentence of the engine; one with bids needs a `Voice` of the game."""
        return Voice(self, tuple(names)).say(sentence)


@cache
def _language(code: str) -> Language:
    return Language(code, Locale.parse(_LOCALES[code]), translations(code))


@lru_cache(maxsize=256)
def language_of(locale: str | None) -> Language:
    """Return the language of a locale such as ``sv-SE``, or one its speakers read; otherwise
    English."""
    code = (locale or "").replace("_", "-").partition("-")[0].lower()
    code = _READ.get(code, code)
    return _language(code if code in LANGUAGES else SOURCE_LANGUAGE)


class Spoken(Protocol):
    """A source for the words of a match, such as a view of it."""

    @property
    def variant(self) -> Variant: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def sheet(self) -> Sheet: ...


@dataclass(frozen=True, slots=True)
class Voice:
    """A language at one table, with the players' names, the game's bids and the style of cards.

    Without `markdown` names are not escaped, as needed in labels. Names are cut to `longest_name`
    clusters and made distinct.
    """

    language: Language
    names: tuple[str, ...] = ()
    parts: Mapping[str, BidPart] = field(default_factory=lambda: MappingProxyType({}))
    style: CardStyle = field(default_factory=CardStyle)
    markdown: bool = True
    longest_name: int = MAX_NAME_LENGTH
    between_parts: str = " + "
    """The separator between the parts of a bid."""

    @classmethod
    def of(cls, match: Spoken, language: Language, *, descending: bool = True) -> Voice:
        style = CardStyle(language.code, descending)
        return cls.of_game(match.variant, language, match.names, match.sheet.options, style)

    @classmethod
    def of_game(
        cls,
        variant: Variant,
        language: Language,
        names: Sequence[str] = (),
        options: Mapping[str, str] = NO_VALUES,
        style: CardStyle | None = None,
    ) -> Voice:
        """Return a voice that knows the bids of a game with these options."""
        return cls(
            language, tuple(names), variant.parts(options), style or CardStyle(language.code),
            between_parts=variant.between_parts,
        )  # fmt: skip

    def without_markdown(self) -> Voice:
        """Return the voice for labels, which have no markdown."""
        return replace(self, markdown=False, style=self.style.plain())

    def say(self, sentence: Sentence) -> str:
        return self.fill(sentence.text, sentence.values)

    def fill(self, msgid: str, values: Mapping[str, Any]) -> str:
        """Return a marked text filled in with values of the engine in words."""
        worded = {
            key: value if type(value) is int else self.value(value) for key, value in values.items()
        }
        return self.language.text(msgid, **worded)

    def name(self, seat: act.Seat) -> str:
        if seat >= len(self.names):
            return self.language.text(N_("player {number}"), number=seat + 1)
        name = told_apart(self.names, self.longest_name)[seat]
        return escape(name, self.longest_name) if self.markdown else name

    def value(self, value: Any) -> str:  # noqa: PLR0911 - a table of types
        """Return any value of a sentence in words."""
        match value:
            case Who(seat):
                return self.name(seat)
            case Term():
                return self.language.term(value)
            case Sentence():
                return self.say(value)
            case Listed(items):
                return self.language.enumeration(map(self.value, items))
            case Suit() | Card() | CardSet():
                return self._cards(value)
            case act.Action():
                return self.action(value)
            case int():
                return self.language.number(value)
            case Markup():
                return value
            case str():
                return escape(value, 100) if self.markdown else value
        return str(value)

    def _cards(self, value: Suit | Card | CardSet) -> str:
        if isinstance(value, Suit):
            return self.suit(value)
        return self.style.card(value) if isinstance(value, Card) else self.style.row(value)

    def suit(self, suit: Suit) -> str:
        """Return the emoji of a suit, or its name if there is none."""
        return self.style.sign(suit) or self.language.term(SUIT_TERMS[suit])

    def bid(self, bid: act.Bid) -> str:
        """Return a bid like ``Zero + Plague`` or ``9 Good``; unknown parts are shown by key."""
        known = self.parts
        return self.between_parts.join(
            [self.language.term(known[key].name) if key in known else key for key in bid.parts]
        )

    def explain(
        self, bid: act.Bid, bidder: str = "", *, bidding: bool = True, auction: bool = True
    ) -> list[tuple[str, str]]:
        """Return the name and effect of each part of a bid, addressed to the bidder, or to others
        if `bidder`, their name, is given. `bidding`: whether the tricks have not begun; `auction`:
        whether other bids can still be made."""
        effect = partial(self.language.effect, bidder=bidder, bidding=bidding, auction=auction)
        told = [
            (self.language.term(part.name), effect(part))
            for part in map(self.parts.get, bid.parts)
            if part
        ]
        return [(name, effect) for name, effect in told if effect]

    def action(self, action: act.Action) -> str:
        """Return what was chosen, in words for use inside a sentence."""
        if (word := _WORDS.get(type(action))) is not None:
            return self.language.term(word)
        in_words = _ACTIONS.get(type(action))
        return in_words(self, action) if in_words else str(action)

    def _stated_suit(self, stated: act.StateSuit) -> str:
        if stated.suit is None:
            return self.language.term(_NO_SUIT)
        return f"{self.suit(stated.suit)} ({stated.strength}/5)"

    def _card(self, card: Card | None) -> str:
        return self.language.term(_NO_CARD) if card is None else self.style.card(card)

    def _row(self, cards: CardSet) -> str:
        return self.style.row(cards) if cards else self.language.term(_NO_CARD)

    def _cut(self, count: int) -> str:
        if not count:
            return self.language.term(_KNOCK)
        return self.language.plural("cut {count} card", "cut {count} cards", count)

    def _concealed_cards(self, count: int) -> str:
        if not count:
            return self.language.term(_NO_CARD)
        return self.language.plural("{count} card", "{count} cards", count)


_ACTIONS: Mapping[type[act.Action], Callable[[Voice, Any], str]] = {
    act.Bid: Voice.bid,
    act.NameSuit: lambda voice, action: voice.suit(action.suit),
    act.StateSuit: Voice._stated_suit,
    act.NameNumber: lambda voice, action: voice.language.number(action.number),
    act.NameNumbers: lambda voice, action: voice.language.either(map(str, action.numbers)),
    act.Cut: lambda voice, action: voice._cut(action.count),
    act.Concealed: lambda voice, action: voice._concealed_cards(action.count),
    act.ChooseCard: lambda voice, action: voice._card(action.card),
    act.Play: lambda voice, action: voice._card(action.card),
    act.Show: lambda voice, action: voice._card(action.card),
    act.ChooseCards: lambda voice, action: voice._row(action.cards),
    act.NameDirection: lambda voice, action: voice.language.term(DIRECTION_TERMS[action.direction]),
    act.NamePlayer: lambda voice, action: voice.name(action.player),
}
