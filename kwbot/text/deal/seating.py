"""The players at a table, for every scene: names, faces, roles and order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from kwbot.engine.deals.score_sheet import Sheet, Unit
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.names import clusters
from kwbot.engine.values.wording import N_, Listed, Sentence, Term, Who
from kwbot.engine.views.view import View
from kwbot.text.words import lines
from kwbot.text.words.language import Language, Voice

YOU = Term("You", "seat")
_YOU_WITHIN = Term("you", "seat")
YOU_AS_OBJECT = Term("you", "object")
_PLACES = {
    "side": _YOU_WITHIN,
    "others": _YOU_WITHIN,
    "partner": _YOU_WITHIN,
    "other": YOU_AS_OBJECT,
}
"""Places of notes where "you" fits as well as a name, with its form there."""
NO_FACES: Mapping[Seat, bytes] = MappingProxyType({})
NO_LABELS: Mapping[Seat, str] = MappingProxyType({})


class Role(Enum):
    DEALER = "dealer"
    DECLARER = "declarer"
    PARTNER = "partner"
    AWAY = "away"
    COMPUTER = "computer"


class Likenesses(dict[Seat, bytes]):
    """The faces at a table. `labels` replace names in pictures that cannot be drawn, or that would
    look the same."""

    def __init__(
        self, faces: Mapping[Seat, bytes] = NO_FACES, labels: Mapping[Seat, str] = NO_LABELS
    ) -> None:
        super().__init__(faces)
        self.labels = labels

    @classmethod
    def from_faces(cls, faces: Mapping[Seat, bytes]) -> Likenesses:
        """Return faces as likenesses, with their labels if they have any."""
        return faces if isinstance(faces, Likenesses) else cls(faces)

    def of(self, seats: Iterable[Seat]) -> Likenesses:
        """Return the likenesses of these seats."""
        these = set(seats)
        return Likenesses(
            {seat: face for seat, face in self.items() if seat in these},
            {seat: label for seat, label in self.labels.items() if seat in these},
        )


class SeatedPlayer(NamedTuple):
    """A player's name and looks. `face`: a picture as Discord sends it; `label`: replaces a name
    that cannot be drawn; `spare`: the same if there is no label."""

    seat: Seat
    name: str
    initials: str = ""
    face: bytes | None = None
    label: str = ""
    spare: str = ""


def you_first(side: Iterable[Seat], viewer: Seat | None) -> list[Seat]:
    """Return the seats of a side, the viewer's first."""
    return sorted(side, key=lambda seat: seat != viewer)


def score_sides(view: View) -> tuple[tuple[Seat, ...], ...]:
    """Return the sides or players with a score of their own."""
    return view.sides or tuple((seat,) for seat in range(len(view.names)))


def scores_name(sheet: Sheet, language: Language) -> str:
    """Return the name of the scores."""
    named = language.term(sheet.counted_in) if sheet.counted_in else language.text(N_("Score"))
    return lines.capitalise(named)


def note_text(note: Sentence, viewer: Seat | None, voice: Voice) -> str:
    """Return a note on a result or sheet, with ``you and Cleo`` for the viewer's side."""
    for place, you in _PLACES.items():
        side = note.values.get(place)
        members = side.items if isinstance(side, Listed) else (side,)
        if viewer is None or Who(viewer) not in members:
            continue
        others = (member for member in members if member != Who(viewer))
        own = Listed((you, *others))
        return lines.capitalise(voice.say(Sentence(note.text, **{**note.values, place: own})))
    return voice.say(note)


def remarks(view: View, voice: Voice) -> list[str]:
    """Return the score sheet's remarks."""
    return [note_text(remark, view.seat, voice) for remark in view.sheet.remarks()]


def to_viewer(view: View, voice: Voice) -> Voice:
    """Return a voice that calls the viewer "You"."""
    if view.seat is None:
        return voice
    you = voice.language.term(YOU)
    names = (you if seat == view.seat else name for seat, name in enumerate(voice.names))
    return replace(voice, names=tuple(names))


def seated_players(
    view: View, voice: Voice, faces: Mapping[Seat, bytes] | None
) -> list[SeatedPlayer]:
    """Return every player of the match, by player number; the viewer is "You". `faces`: None if no
    picture shows them."""
    names = [voice.name(seat) for seat in range(len(view.names))]
    shown = [*names]
    if view.seat is not None:
        shown[view.seat] = voice.language.term(YOU)
    if faces is None:
        return [SeatedPlayer(seat, name) for seat, name in enumerate(shown)]
    letters, labels = initials(names), Likenesses.from_faces(faces).labels
    return [
        SeatedPlayer(
            seat,
            name,
            letters[seat],
            faces.get(seat),
            labels.get(seat, "") if seat != view.seat else "",
            player_label(seat, voice.language),
        )
        for seat, name in enumerate(shown)
    ]


def player_label(seat: Seat, language: Language) -> str:
    """Return a replacement for a name, like ``Player 3``."""
    return lines.capitalise(language.text(N_("player {number}"), number=seat + 1))


def initials(names: Sequence[str]) -> list[str]:
    """Return one letter for each name, or two if names share it."""
    words = [[part for part in name.split() if part[0].isalnum()] or [name] for name in names]
    letters = [[clusters(part) for part in found] for found in words]
    first = [found[0][0].upper() for found in letters]
    return [
        letter if first.count(letter) == 1 else _two_letters(found)
        for letter, found in zip(first, letters, strict=True)
    ]


def _two_letters(words: Sequence[Sequence[str]]) -> str:
    if len(words) > 1:
        return (words[0][0] + words[1][0]).upper()
    return "".join(words[0][:2]).capitalize()


def short_amount(count: int, unit: Unit, language: Language) -> str:
    """Return a score like ``5``, signed like ``−8`` if scores sum to 0."""
    if unit is Unit.POINTS:
        return language.number(count)
    return lines.amount(count, unit, language)


def around(seats: tuple[Seat, ...], viewer: Seat | None) -> tuple[Seat, ...]:
    """Return the seats of a deal clockwise, the viewer's or the lowest number first."""
    at = seats.index(viewer if viewer is not None and viewer in seats else min(seats))
    return seats[at:] + seats[:at]
